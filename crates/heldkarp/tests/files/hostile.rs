//! Hostile: whatever stands in a file, it is read or refused, soon and in little memory.

use std::time::{Duration, Instant};

use heldkarp::files::{self, Csv};

use crate::mutations::numbers;

const SEEDS: [&str; 4] = [
    "NAME: a\nTYPE: SOP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\n\
     EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n3\n0 1 2\n-1 0 3\n-1 -1 0\nEOF\n",
    "DIMENSION : 3\nEDGE_WEIGHT_TYPE : GEO\nNODE_COORD_SECTION\n1 1.5 2\n2 3e1 4\n3 5 -6.59\n",
    "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: LOWER_ROW\n\
     NODE_COORD_TYPE: THREED_COORDS\nNODE_COORD_SECTION\n1 2 3 4\n2 3 4 5\n\
     EDGE_WEIGHT_SECTION\n7\n",
    "city,\"x\",y\n\"A, \"\"B\"\"\",1,2\nB,3,4\nC,inf,\n",
];

/// That it ends, and soon. What is refused names the file.
fn survive(bytes: &[u8], csv: Csv) {
    let start = Instant::now();
    if let Err(error) = files::parse("file", bytes, csv) {
        let text = error.to_string();
        assert!(text.contains(" of file: ") && text.len() < 400, "{text}");
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

fn survive_all(bytes: &[u8]) {
    [Csv::Auto, Csv::Points, Csv::Matrix].iter().for_each(|csv| survive(bytes, *csv));
}

#[test]
fn truncated_and_damaged_files_are_survived() {
    let mut random = numbers(0x5eed);
    for seed in SEEDS {
        for end in 0..=seed.len() {
            survive_all(&seed.as_bytes()[..end]);
        }
        for _ in 0..3000 {
            let mut bytes = seed.as_bytes().to_vec();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match random(4) {
                    0 => bytes[at] = random(256) as u8,
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, b"\n:-9 ,\"e"[random(8)]),
                    _ => {
                        let from = random(bytes.len());
                        let part = bytes[from.min(at)..from.max(at)].to_vec();
                        bytes.splice(at..at, part);
                    }
                }
            }
            survive_all(&bytes);
        }
    }
}

#[test]
fn binary_files_are_refused() {
    let mut random = numbers(7);
    for len in [1, 2, 16, 1000, 100_000] {
        let bytes: Vec<u8> = (0..len).map(|_| random(256) as u8).collect();
        survive_all(&bytes);
        survive_all(&bytes.iter().map(|byte| byte | 1).collect::<Vec<u8>>());
    }
    for (bytes, fault) in [
        (&b"\x1f\x8b\x08"[..], "found a file packed by gzip: unpack it first"),
        (b"\xff\xfe1\0", "found UTF-16: save it as UTF-8"),
        (b"\xfe\xff\x001", "found UTF-16: save it as UTF-8"),
    ] {
        let error = files::parse("file", bytes, Csv::Auto).unwrap_err().to_string();
        assert_eq!(error, format!("line 1 of file: expected a text in UTF-8, {fault}"));
    }
    let error = files::parse("file", b"NAME: x\n\x00\x01", Csv::Auto).unwrap_err().to_string();
    assert_eq!(error, "line 2 of file: expected a text in UTF-8, found a zero byte");
}

#[test]
fn huge_files_are_refused() {
    let error = files::parse("file", &vec![b'1'; 100 << 20], Csv::Auto).unwrap_err().to_string();
    assert_eq!(error, "line 1 of file: expected a file of at most 4 MiB, found more");
    let most = 4 << 20;
    for part in ["1", "1 ", "1,2\n", "\n", "\"", "COMMENT:\n"] {
        let many = part.repeat(most / part.len());
        survive(many.as_bytes(), Csv::Points);
        let within = format!("{}{many}", &SEEDS[1][..SEEDS[1].len() - 20]);
        survive(&within.as_bytes()[..most], Csv::Auto);
    }
}

#[test]
fn what_a_file_only_says_takes_no_memory() {
    for dimension in ["18446744073709551615", "4294967296", "99999999999999999999999", "48"] {
        for (kind, section) in [("EXPLICIT", "EDGE_WEIGHT_SECTION"), ("GEO", "NODE_COORD_SECTION")]
        {
            let text = format!(
                "DIMENSION: {dimension}\nEDGE_WEIGHT_TYPE: {kind}\n\
                 EDGE_WEIGHT_FORMAT: FULL_MATRIX\n{section}\n1 2 3\n"
            );
            survive_all(text.as_bytes());
        }
    }
}
