//! What is wrong in a file is told with its line and what was expected.

use sssp::files::{self, Options};

use crate::support::numbers;

fn fault(name: &str, text: &[u8], weight: Option<&str>) -> String {
    let options = Options { weight: weight.map(str::to_owned), ..Options::default() };
    match files::parse(name, text, &options) {
        Err(error) => error.to_string(),
        Ok(network) => panic!("{:?} is read as {network:?}", String::from_utf8_lossy(text)),
    }
}

#[test]
fn each_names_the_line_and_what_was_expected() {
    const MTX: &str = "%%MatrixMarket matrix coordinate integer general\n";
    let entries = format!("{MTX}2 2 2\n1 2 1\n");
    let outside = format!("{MTX}2 2 1\n0 2 1\n");
    let wide = format!("{MTX}2 3 1\n1 2 1\n");
    let more = format!("{MTX}2 2 1\n1 2 1\n2 1 1\n");
    let real = format!("{MTX}2 2 1\n1 2 3 4\n");
    let value = format!("{MTX}2 2 1\n1 2 nan\n");
    #[rustfmt::skip]
    let rows: [(&str, &str, &str); 58] = [
        ("a.gr", "", "a.gr:1: expected the problem, `p sp VERTICES ARCS`, and the file ends here"),
        ("a.gr", "a 1 2 3\n", "a.gr:1: expected the problem, `p sp VERTICES ARCS`, not `a 1 2 3`"),
        ("a.gr", "c\np sp x 3\n", "a.gr:2: expected how many vertices there are, a whole number from 0 to 4294967294, not `x`"),
        ("a.gr", "p sp 2 1\na 1 3 5\n", "a.gr:2: expected the head of the arc, a whole number from 1 to 2, not `3`"),
        ("a.gr", "p sp 2 1\na 0 1 5\n", "a.gr:2: expected the tail of the arc, a whole number from 1 to 2, not `0`"),
        ("a.gr", "p sp 2 1\na 1 2\n", "a.gr:2: expected the weight of the arc, a number, and the line ends"),
        ("a.gr", "p sp 2 1\na 1 2 x\n", "a.gr:2: expected the weight of the arc, a number, not `x`"),
        ("a.gr", "p sp 2 2\na 1 2 5\n", "a.gr:2: expected 2 arcs, as the problem says, of which 1 came, and the file ends here"),
        ("a.gr", "p sp 2 0\na 1 2 5\n", "a.gr:2: expected no more than 0 arcs, as the problem says, not `a 1 2 5`"),
        ("a.gr", "p sp 2 1\ne 1 2 5\n", "a.gr:2: expected an arc, `a TAIL HEAD WEIGHT`, not `e 1 2 5`"),
        ("a.gr", "p sp 2 1 3\n", "a.gr:1: expected nothing after the number of arcs, not `3`"),
        ("a.gr", "p sp 2 1\na 1 2 5 6\n", "a.gr:2: expected nothing after the weight of the arc, not `6`"),
        ("a.gr", "p sp 2 1\na 1 2 1e999\n", "a.gr:2: expected the weight of the arc, a number within those of 64 bits (`inf` is an edge that nobody can pass), not `1e999`"),
        ("a.gr", "p sp 2 1\na 1 2 9007199254740993\n", "a.gr:2: expected the weight of the arc, a number of at most 2^53 in size, which is exact, not `9007199254740993`"),
        ("a.gr", "p sp 2 1\na 1 2 -99999999999999999999\n", "a.gr:2: expected the weight of the arc, a number of at most 2^53 in size, which is exact, not `-99999999999999999999`"),
        ("a.gr", "p sp 2 1\na 1 2 \x1b[2Jx\n", "a.gr:2: expected the weight of the arc, a number, not `\u{fffd}[2Jx`"),
        ("a.mtx", &real, "a.mtx:3: expected nothing after the value of the entry, not `4`"),
        ("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2 3\n", "a.mtx:3: expected nothing after the column of the entry, as there are no values, not `3`"),
        ("a.mtx", "1 2 3 4\n", "a.mtx:1: expected nothing after the value of the entry, not `4`"),
        ("a.graph", "2 1 1 1 1\n", "a.graph:1: expected nothing after the number of weights, not `1`"),
        ("a.graph", "2 1 1\n2 1e999\n1 1\n", "a.graph:2: expected the weight of the edge to 2, a number within those of 64 bits (`inf` is an edge that nobody can pass), not `1e999`"),
        ("a.el", "1 2 1e999\n2 3 4\n", "a.el:1: expected the weight in column 3, a number within those of 64 bits (`inf` is an edge that nobody can pass), not `1e999`"),
        ("a.el", "1 2 nan\n2 3 4\n", "a.el:1: expected the weight in column 3, a number, not `nan`"),
        ("a.csv", "1,2,\n2,3,4\n", "a.csv:1: expected the weight in column 3, a number, and there is nothing"),
        ("a.csv", "x,y,\nz,y,4\n", "a.csv:1: expected the weight in column 3, a number, and there is nothing"),
        ("a.tsv", "1\t2\tabc\n2\t3\t4\n", "a.tsv:1: expected the weight in column 3, a number, not `abc`"),
        ("a.csv", "1;2;3,5\n2;3;4\n", "a.csv:1: expected the weight in column 3, a number, not `3,5`"),
        ("a.el", ",2,3\n", "a.el:1: expected the start of an edge, a number or a name, and there is nothing"),
        ("a.mtx", "", "a.mtx:1: expected a banner, `%%MatrixMarket matrix coordinate ...`, and the file ends here"),
        ("a.mtx", "%%MatrixMarket matrix array real general\n", "a.mtx:1: expected `coordinate`, since an array has an edge between any two vertices, in the banner, not `array`"),
        ("a.mtx", "%%MatrixMarket matrix coordinate complex general\n", "a.mtx:1: expected `real`, `integer` or `pattern`, whose values are weights, in the banner, not `complex`"),
        ("a.mtx", "%%MatrixMarket matrix coordinate real\n", "a.mtx:1: expected `general`, `symmetric` or `skew-symmetric` in the banner, and the line ends"),
        ("a.mtx", MTX, "a.mtx:1: expected the size, `ROWS COLUMNS ENTRIES`, and the file ends here"),
        ("a.mtx", &entries, "a.mtx:3: expected 2 entries, as the size says, of which 1 came, and the file ends here"),
        ("a.mtx", &outside, "a.mtx:3: expected the row of the entry, a whole number from 1 to 2, not `0`"),
        ("a.mtx", &wide, "a.mtx:2: expected 2 columns, as many as rows, each of which is a vertex, not `3`"),
        ("a.mtx", "5 5 3\n1 2\n2 1\n", "a.mtx:3: expected as many entries as the first line says, which has three numbers, and the file ends here"),
        ("a.mtx", "1 2\n2 1\nx\n", "a.mtx:3: expected the row of the entry, a whole number from 1 to 4294967294, not `x`"),
        ("a.mtx", &more, "a.mtx:4: expected no more than 1 entries, as the size says, not `2 1 1`"),
        ("a.mtx", &value, "a.mtx:3: expected the value of the entry, a number, not `nan`"),
        ("a.graph", "", "a.graph:1: expected the header, `VERTICES EDGES [FORMAT [WEIGHTS]]`, and the file ends here"),
        ("a.graph", "2 1 2\n", "a.graph:1: expected a format of up to three digits 0 or 1, not `2`"),
        ("a.graph", "2 1\n2\n", "a.graph:2: expected 2 lines, one for each vertex, of which 1 came, and the file ends here"),
        ("a.graph", "2 1\n2\n1\n1\n", "a.graph:4: expected no more than 2 lines of neighbours, not `1`"),
        ("a.graph", "2 1\n3\n1\n", "a.graph:2: expected a neighbour, a whole number from 1 to 2, not `3`"),
        ("a.graph", "2 1 1\n2\n1 5\n", "a.graph:2: expected the weight of the edge to 2, a number, and the line ends"),
        ("a.graph", "3 5\n2\n1\n\n", "a.graph:4: expected each of 5 edges at both of its ends, and 2 ends are listed, and the file ends here"),
        ("a.el", "1\n", "a.el:1: expected the end of an edge, a number or a name, and the line ends"),
        ("a.csv", "1,2,3\n4,,5\n", "a.csv:2: expected the end of an edge, a number or a name, and there is nothing"),
        ("a.el", "1 2 3\n# x\n2 3\n", "a.el:3: expected the weight in column 3, a number, and the line ends"),
        ("a.el", "1 2 3\n2 3 x\n", "a.el:2: expected the weight in column 3, a number, not `x`"),
        ("a.el", "1 2\n2 3 4\n", "a.el:2: expected two columns, as in the first line, not `4`"),
        ("a.json", "", "a.json:1: expected an object with `nodes` and `edges`: EOF while parsing a value"),
        ("a.json", "{\"nodes\": [],\n \"edges\": [\n}", "a.json:3: expected an object with `nodes` and `edges`: expected value"),
        ("a.json", "{\"nodes\": []}", "a.json:1: expected `edges`, a list of objects"),
        ("a.json", "{\"edges\": [],\n\"nodes\": [{\"id\": 1},\n{\"id\": \"1\"}]}", "a.json:3: expected one node with the id `1`, and this is another"),
        ("a.json", "{\"nodes\": [\n{\"name\": 1}], \"edges\": []}", "a.json:2: expected a node, an object with an `id`"),
        ("a.json", "{\"nodes\": [{\"id\": 1}],\n\"edges\": [\n{\"source\": 1, \"target\": 2}]}", "a.json:3: expected a node as `target`, and none has the id `2`"),
    ];
    for (name, text, expected) in rows {
        assert_eq!(fault(name, text.as_bytes(), None), expected, "{text}");
    }
}

#[test]
fn weights_that_are_named_must_be_there() {
    let rows = [
        (
            "a.csv",
            "from,to,metres\n1,2,3\n",
            "metre",
            "a.csv:1: expected a column called `metre` behind the ends of the edge, not `from,to,metres`",
        ),
        (
            "a.tsv",
            "from\tto\tmetres\n1\t2\t3\n",
            "metre",
            "a.tsv:1: expected a column called `metre` behind the ends of the edge, not `from to metres`",
        ),
        (
            "a.csv",
            "1,2,3\n",
            "metres",
            "a.csv:1: expected a first line that names the columns, one of them `metres`, not `1,2,3`",
        ),
        (
            "a.csv",
            "from,to,metres\n1,2,3\n1,3,\n",
            "metres",
            "a.csv:3: expected the weight in column 3, a number, and there is nothing",
        ),
        (
            "a.gr",
            "p sp 2 0\n",
            "metres",
            "a.gr:1: this format does not name its weights, so none is `metres`: leave the name out",
        ),
        (
            "a.json",
            "{\"nodes\": [{\"id\": 1}], \"edges\": [\n{\"source\": 1, \"target\": 1, \"data\": {}}]}",
            "metres",
            "a.json:2: expected an edge with a number as `metres` in its `data`",
        ),
    ];
    for (name, text, weight, expected) in rows {
        assert_eq!(fault(name, text.as_bytes(), Some(weight)), expected, "{text}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    let rows: [(&str, &[u8]); 5] = [
        ("a.el", b"\xff\xfe 1 2\n"),
        ("a.json", b"{\"nodes\": [\n\xff"),
        ("a.gr", b"\0\0\0\0\0\0\0\0"),
        ("a.el", b"\x1f\x8b\x08\x00garbage"),
        ("a.mtx", b"\x7fELF\x02\x01"),
    ];
    for (name, text) in rows {
        assert!(fault(name, text, None).starts_with(&format!("{name}:")), "{text:?}");
    }
    for text in [&b"\xff\xfe1\0 \x002\0"[..], b"\xfe\xff\x001\0 \x002"] {
        let expected = "a.el:1: expected a text in UTF-8, and this is UTF-16: save it as UTF-8";
        assert_eq!(fault("a.el", text, None), expected);
    }
    let missing = files::read("no/such/file", &Options::default()).unwrap_err().to_string();
    assert!(missing.starts_with("no/such/file: "), "{missing}");
}

#[test]
fn random_bytes_end_in_peace() {
    let mut number = numbers(0x5eed);
    let alphabet = b"0123456789 -.,\t\n\r\n  aps%#{}[]\":\xff";
    for _ in 0..2_000 {
        let text: Vec<u8> =
            (0..60).map(|_| alphabet[number(alphabet.len() as u32) as usize]).collect();
        for (name, head) in [
            ("a.gr", "p sp 9 9\n"),
            ("a.graph", "3 3\n"),
            ("a.mtx", ""),
            ("a.el", ""),
            ("a.json", "{"),
        ] {
            let text = [head.as_bytes(), &text].concat();
            // Whatever comes of it, it comes without a panic.
            let _ = files::parse(name, &text[..], &Options::default());
        }
    }
}
