//! Mutations: what means the same reads the same.

use crate::{costs, read, support};

const MATRIX: &str = "\
NAME: small
TYPE: ATSP
COMMENT: three cities
DIMENSION: 3
EDGE_WEIGHT_TYPE: EXPLICIT
EDGE_WEIGHT_FORMAT: FULL_MATRIX
EDGE_WEIGHT_SECTION
0 100 2
30 0 4
5 6 0
EOF
";

const POINTS: &str = "\
NAME: points
TYPE: TSP
COMMENT: four cities
DIMENSION: 4
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
1 0 100
2 30 0
3 40 50
4 60 70
EOF
";

const TRIANGLE: &str = "\
NAME: triangle
TYPE: TSP
COMMENT: four cities
DIMENSION: 4
EDGE_WEIGHT_TYPE: EXPLICIT
EDGE_WEIGHT_FORMAT: LOWER_DIAG_ROW
DISPLAY_DATA_TYPE: TWOD_DISPLAY
EDGE_WEIGHT_SECTION
0
10 0
20 30 0
40 50 60 0
DISPLAY_DATA_SECTION
1 10 20
2 30 40
3 50 60
4 70 80
EOF
";

/// Whether a line is one of numbers.
fn is_data(line: &str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit())
}

/// Changes each line.
fn each_line(text: &str, change: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| change(line) + "\n").collect()
}

/// Changes each line of numbers.
fn each_row(text: &str, change: impl Fn(&str) -> String) -> String {
    each_line(text, |line| if is_data(line) { change(line) } else { line.to_owned() })
}

/// The parts of a file that may change places: entries, and sections with their numbers.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| *line != "EOF") {
        match parts.last_mut() {
            Some(part) if is_data(line) => part.push_str(&format!("{line}\n")),
            _ => parts.push(format!("{line}\n")),
        }
    }
    parts
}

/// Another way to write a file.
type Mutation = (&'static str, fn(&str) -> String);

const MUTATIONS: [Mutation; 18] = [
    ("line ends of Windows", |text| text.replace('\n', "\r\n")),
    ("line ends of old Macs", |text| text.replace('\n', "\r")),
    ("a mark at the start", |text| format!("\u{feff}{text}")),
    ("no EOF", |text| text.replace("EOF\n", "")),
    ("no line end", |text| text.trim_end().to_owned()),
    ("something after EOF", |text| format!("{text}\n-1\nwhatever\n")),
    ("no space behind the colon", |text| text.replace(": ", ":")),
    ("spaces around the colon", |text| text.replace(": ", " \t:   ")),
    ("no colon", |text| text.replace(": ", " ")),
    ("a colon behind sections", |text| text.replace("_SECTION", "_SECTION :")),
    ("numbers on the line of a section", |text| text.replace("_SECTION\n", "_SECTION  ")),
    ("small letters", |text| {
        each_line(text, |line| match line.split_once(':') {
            Some((key, value)) => format!("{}:{value}", key.to_lowercase()),
            None => line.to_lowercase(),
        })
    }),
    ("spaces and tabs", |text| {
        each_row(text, |line| format!(" \t {} ", line.replace(' ', " \t  ")))
    }),
    ("blank lines and remarks", |text| text.replace('\n', "\n\n  # 1 2 3\n \t\n")),
    ("more comments", |text| text.replace("TYPE: ATSP", "TYPE: ATSP\nCOMMENT: TYPE: SOP") + "# x"),
    ("a number a line", |text| each_row(text, |line| line.replace(' ', "\n"))),
    ("all numbers of a section on one line", |text| {
        let joined = |part: &String| match part.split_once('\n') {
            Some((section, rows)) => format!("{section}\n{}\n", rows.replace('\n', " ")),
            None => part.clone(),
        };
        parts(text).iter().map(joined).collect()
    }),
    ("scientific notation", |text| {
        each_row(text, |line| {
            // The first number of a node is its name, and no measure.
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest: Vec<String> = rest.split(' ').map(scientific).collect();
            format!("{first} {}", rest.join(" "))
        })
    }),
];

fn scientific(number: &str) -> String {
    number.parse::<f64>().map_or(String::new(), |number| format!("{number:+E}"))
}

#[test]
fn what_means_the_same_reads_the_same() {
    for original in [MATRIX, POINTS, TRIANGLE] {
        let expected = read(original);
        for (what, mutate) in MUTATIONS {
            let text = mutate(original);
            assert_ne!(text, original, "{what}");
            let found = read(&text);
            assert_eq!(costs(&found), costs(&expected), "{what}:\n{text}");
            assert_eq!(found.points, expected.points, "{what}");
            assert_eq!(found.numbers, expected.numbers, "{what}");
            assert_eq!(found.name, expected.name, "{what}");
        }
    }
}

#[test]
fn the_order_of_the_parts_does_not_matter() {
    let mut random = numbers(1);
    for original in [MATRIX, POINTS, TRIANGLE] {
        let expected = read(original);
        for _ in 0..200 {
            let mut parts = parts(original);
            for at in (1..parts.len()).rev() {
                parts.swap(at, random(at + 1));
            }
            let text = parts.concat();
            let found = read(&text);
            assert_eq!(costs(&found), costs(&expected), "{text}");
            assert_eq!(found.points, expected.points, "{text}");
        }
    }
}

/// Numbers of bytes and the like.
pub(crate) fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut number = support::numbers(seed);
    move |below| number(below as u32) as usize
}
