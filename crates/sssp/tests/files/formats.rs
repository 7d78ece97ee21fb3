//! One graph in every format, with all that a format allows.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use sssp::files::{self, Format, Options, Weighted};

use crate::{edges, parse};

fn weight(name: &str) -> Options {
    Options { weight: Some(name.to_owned()), ..Options::default() }
}

/// What is read, as `tail head weight` parted by commas.
fn told(name: &str, text: &str, options: &Options) -> String {
    let edges = edges(&parse(name, text, options));
    edges
        .iter()
        .map(|(tail, head, weight)| format!("{tail} {head} {weight}"))
        .collect::<Vec<_>>()
        .join(", ")
}

#[test]
fn one_graph_in_each_format() {
    let rows = [
        ("a.gr", "c comment\np sp 3 3\na 1 2 5\r\n\na 2 3 7\na 1 3 20\n"),
        ("a.GRAPH", "% comment\n3 3 1\n2 5 3 20\n% comment\n3 7\n\n"),
        (
            "a.mtx",
            "%%MatrixMarket matrix coordinate integer general\n% comment\n\n3 3 3\n1 2 5\n2 3 7\n1 3 20",
        ),
        ("a", "%%matrixmarket MATRIX Coordinate REAL General\n3 3 3\n1 2 5\n2 3 7\n1 3 20"),
        ("a.wel", "# comment\n1 2 5\n2 3 7\n1 3 20\n"),
        ("a.csv", "1,2,5\n2,3,7\n1,3,20"),
        ("a.tsv", "1\t2\t5\ttime\n2\t3\t7\n1\t3\t20\tnever\n"),
        ("a.csv", "\u{feff}source;target;metres\r\n1;2;5\r\n2; 3; 7\r\n1;3;20\r\n"),
        ("a", "\"1\",\"2\",5\n\"2\",\"3\",7\n1,3,20"),
    ];
    for (name, text) in rows {
        let name_of_ours = if name == "a" && text.starts_with("%%m") { "a.mtx" } else { name };
        let found = told(name_of_ours, text, &Options::default());
        let found: Vec<_> = found.split(", ").collect();
        let mut expected = ["1 2 5", "1 3 20", "2 3 7"];
        let mut sorted = found.clone();
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sorted, expected, "{text}");
    }
}

#[test]
fn weights_are_chosen_by_name() {
    let csv = "from,to,metres,seconds\na,b,5,1.5\nb,c,7,2.5\n";
    assert_eq!(told("a.csv", csv, &Options::default()), "a b 5, b c 7");
    assert_eq!(told("a.csv", csv, &weight("seconds")), "a b 1.5, b c 2.5");
    assert_eq!(told("a.csv", csv, &weight("")), "a b 1, b c 1");
    assert_eq!(told("a.el", "a b 5 9\nb c 7 8", &weight("4")), "a b 9, b c 8");
    let json = r#"{"nodes": [{"id": "A"}, {"id": 2}], "edges": [
        {"id": "e", "source": "A", "target": "2", "data": {"metres": 5, "seconds": "1.5"}},
        {"source": 2, "target": "A", "seconds": 3, "data": {"metres": 0.5}}
    ]}"#;
    assert_eq!(told("a.json", json, &Options::default()), "A 2 1, 2 A 1");
    assert_eq!(told("a.json", json, &weight("metres")), "A 2 5, 2 A 0.5");
    assert_eq!(told("a", json, &weight("seconds")), "A 2 1.5, 2 A 3");
    assert_eq!(told("a.gr", "p sp 2 1\na 1 2 9\n", &weight("")), "1 2 1");
}

#[test]
fn types_follow_the_weights() {
    let graph = |text: &str| parse("a.el", text, &Options::default()).graph;
    assert!(matches!(graph("0 1\n1 2"), Weighted::Unit(_)));
    assert!(matches!(graph("0 1 4294967295"), Weighted::U32(_)));
    assert!(matches!(graph("0 1 5\n1 2 -3"), Weighted::I32(_)));
    assert!(matches!(graph("0 1 5\n1 2 4294967296"), Weighted::F64(_)));
    assert!(matches!(graph("0 1 5\n1 2 2.5\n2 3 inf"), Weighted::F64(_)));
    // Whole numbers that may be rounded are told of.
    let warned = |text: &str| parse("a.el", text, &Options::default()).warnings.len();
    assert_eq!(warned("0 1 9007199254740992\n1 2 1"), 1);
    assert_eq!(warned("0 1 9007199254740992"), 0);
    assert_eq!(warned("0 1 9007199254740992\n1 2 0.5"), 0);
    assert_eq!(warned("0 1 4294967295\n1 2 4294967295"), 0);
}

#[test]
fn matrices_of_every_symmetry() {
    let matrix = |kind: &str, entries: &str| {
        let text = format!("%%MatrixMarket matrix coordinate {kind}\n3 3 2\n{entries}\n");
        told("a.mtx", &text, &Options::default())
    };
    assert_eq!(matrix("pattern general", "2 1\n3 3"), "2 1 1, 3 3 1");
    assert_eq!(matrix("pattern symmetric", "2 1\n3 3"), "1 2 1, 2 1 1, 3 3 1");
    assert_eq!(matrix("real symmetric", "2 1 0.5\n3 3 -1e2"), "1 2 0.5, 2 1 0.5, 3 3 -100");
    assert_eq!(matrix("integer skew-symmetric", "2 1 4\n3 1 -1"), "1 2 -4, 1 3 1, 2 1 4, 3 1 -1");
}

#[test]
fn matrices_that_have_lost_their_head() {
    let read = |text: &str| {
        let network = parse("a.mtx", text, &Options::default());
        (told("a.mtx", text, &Options::default()), network.warnings.len(), network.names.len())
    };
    assert_eq!(read("2 1\n3 2\n"), ("1 2 1, 2 1 1, 2 3 1, 3 2 1".to_owned(), 2, 3));
    assert_eq!(read("1 2\n3 2\n"), ("1 2 1, 3 2 1".to_owned(), 2, 3));
    assert_eq!(read("% what it was\n5 5 2\n1 2 7\n2 1 8\n"), ("1 2 7, 2 1 8".to_owned(), 2, 5));
    assert_eq!(read("5 5 2\n1 2\n2 1\n"), ("1 2 1, 2 1 1".to_owned(), 2, 5));
    let banner = "%%MatrixMarket matrix coordinate pattern symmetric\n";
    assert_eq!(read(&format!("{banner}2 1\n3 1\n")).1, 1);
    assert_eq!(read(&format!("{banner}2 1\n")), ("1 2 1, 2 1 1".to_owned(), 1, 2));
    let banner = "%%MatrixMarket matrix coordinate real general\n";
    assert_eq!(read(&format!("{banner}1 2 0.5\n2 1 3\n")), ("1 2 0.5, 2 1 3".to_owned(), 1, 2));
    assert_eq!(read(&format!("{banner}1 2 5\n2 1 3\n")), ("1 2 5, 2 1 3".to_owned(), 1, 2));
    assert_eq!(read("1 2 7\n2 1 8\n"), ("1 2 7, 2 1 8".to_owned(), 2, 2));
}

#[test]
fn neighbours_at_one_end_or_both() {
    let read = |text: &str| {
        let network = parse("a.graph", text, &Options::default());
        (told("a.graph", text, &Options::default()), network.warnings.len())
    };
    assert_eq!(read("2 1\n2\n1\n"), ("1 2 1, 2 1 1".to_owned(), 0));
    assert_eq!(read("2 1\n2\n\n"), ("1 2 1".to_owned(), 1));
    // Sizes, two weights a vertex, weights of edges.
    assert_eq!(read("2 1 111 2\n9 8 7 2 5\n6 5 4 1 5\n"), ("1 2 5, 2 1 5".to_owned(), 0));
    assert_eq!(read("3 0\n\n\n\n"), (String::new(), 0));
    // As many ends as there should be, and not those; loops are listed once or twice.
    assert_eq!(read("3 1\n2 3\n\n\n"), ("1 2 1, 1 3 1".to_owned(), 1));
    assert_eq!(read("2 1 1\n2 5\n1 7\n"), ("1 2 5, 2 1 7".to_owned(), 1));
    assert_eq!(read("2 2 1\n1 3 2 5\n1 5.0\n"), ("1 1 3, 1 2 5, 2 1 5".to_owned(), 0));
    assert_eq!(read("2 3\n2 2 1 1\n1 1\n").1, 0);
}

#[test]
fn both_ways_once() {
    let undirected = Options { undirected: true, ..Options::default() };
    assert_eq!(told("a.el", "1 2 5\n2 2 3", &undirected), "1 2 5, 2 1 5, 2 2 3");
    assert_eq!(told("a.graph", "2 1\n2\n1\n", &undirected), "1 2 1, 2 1 1");
    let odd = told("a.graph", "3 1\n2 3\n\n\n", &undirected);
    assert_eq!(odd, "1 2 1, 1 3 1, 2 1 1, 3 1 1");
    assert_eq!(told("a.mtx", "2 1\n", &undirected), "1 2 1, 2 1 1");
}

#[test]
fn names_are_as_the_file_has_them() {
    let names = |text: &str| {
        let network = parse("a.el", text, &Options::default());
        (0..network.names.len())
            .map(|v| network.names.of(v).into_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(names("900 7\n7 123456789012\n"), "7 900 123456789012");
    assert_eq!(names("b a\n7 b\n"), "b a 7");
    assert_eq!(names("b;x,a,1\n7,a,1\n"), "b;x a 7");
    assert_eq!(names("b,x;a,y;1\n"), "b,x a,y");
    assert_eq!(names("b, x; c\ta\n"), "b, x; c a");
    assert_eq!(names("source target\nx y\n"), "x y");
    assert_eq!(names("n1 n2\n1 2\n"), "1 2");
    assert_eq!(names("u v 3\n1 2 4\n"), "u v 1 2");
    assert_eq!(names("\"a \"\"1\"\"\",\"a \"\"2\"\"\"\n"), "a \"1\" a \"2\"");
    assert_eq!(names(""), "");
    assert_eq!(names("# nothing\n\n"), "");
}

#[test]
fn a_first_line_may_name_the_columns() {
    let warned = |text: &str| {
        let network = parse("a.csv", text, &Options::default());
        (network.names.len(), network.warnings.len())
    };
    assert_eq!(warned("source,target\nx,y\n"), (2, 0));
    assert_eq!(warned("FROM_NODE,To Node,weight\n1,2,3\n"), (2, 0));
    assert_eq!(warned("here,there,far\n1,2,3\n"), (2, 1));
    assert_eq!(warned("here,there\n1,2\n"), (2, 1));
    assert_eq!(warned("here,there\nx,y\n"), (4, 0));
    // An empty name of the weights names no column.
    assert_eq!(told("a.csv", "1,2,\n2,3,\n", &weight("")), "1 2 1, 2 3 1");
}

#[test]
fn gzip_is_seen_by_its_first_bytes() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    let text: String = (0..100_000).map(|v| format!("{v} {} 1\n", v + 1)).collect();
    packed.write_all(text.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    for name in ["a.el.gz", "a.el"] {
        let network = files::parse(name, &packed[..], &Options::default()).unwrap();
        assert_eq!((network.names.len(), network.format), (100_001, Format::Edges));
    }
    // The end is missing.
    let error = files::parse("a.el.gz", &packed[..packed.len() / 2], &Options::default());
    assert!(error.unwrap_err().to_string().starts_with("a.el.gz: "));
}
