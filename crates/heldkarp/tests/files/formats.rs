//! Formats: every EDGE_WEIGHT_FORMAT gives the matrix that was written in it.

use heldkarp::files::AnyProblem;

use crate::{costs, read};

/// Whether the cost at row i and column j stands in a format.
type Stands = fn(usize, usize) -> bool;

/// Each format, what stands in it, and whether by columns or by rows.
const FORMATS: [(&str, Stands, bool); 9] = [
    ("FULL_MATRIX", |_, _| true, false),
    ("UPPER_ROW", |i, j| i < j, false),
    ("LOWER_ROW", |i, j| i > j, false),
    ("UPPER_DIAG_ROW", |i, j| i <= j, false),
    ("LOWER_DIAG_ROW", |i, j| i >= j, false),
    ("UPPER_COL", |i, j| i < j, true),
    ("LOWER_COL", |i, j| i > j, true),
    ("UPPER_DIAG_COL", |i, j| i <= j, true),
    ("LOWER_DIAG_COL", |i, j| i >= j, true),
];

#[test]
fn every_format_gives_the_matrix() {
    for (format, stands, by_columns) in FORMATS {
        for n in 0..=7usize {
            // Different for every pair, and there and back where that can be written.
            let cost = |i: usize, j: usize| match format {
                _ if i == j => 0,
                "FULL_MATRIX" => 10 * i + j,
                _ => 10 * i.min(j) + i.max(j),
            };
            let all = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
            let turned = all.map(|(a, b)| if by_columns { (b, a) } else { (a, b) });
            let written: String = turned
                .filter(|(i, j)| stands(*i, *j))
                .map(|(i, j)| format!("{} ", cost(i, j)))
                .collect();
            let instance = read(&format!(
                "TYPE: ATSP\nDIMENSION: {n}\nEDGE_WEIGHT_TYPE: EXPLICIT\n\
                 EDGE_WEIGHT_FORMAT: {format}\nEDGE_WEIGHT_SECTION\n{written}\nEOF\n"
            ));
            let expected = |i| (0..n).map(|j| cost(i, j) as f64).collect();
            let expected: Vec<Vec<f64>> = (0..n).map(expected).collect();
            assert_eq!(costs(&instance), expected, "{format}, {n} cities");
            assert!(instance.numbers.iter().copied().eq(1..=n as u64));
        }
    }
}

/// A file with a matrix of two cities.
fn two(there: &str, back: &str) -> String {
    format!(
        "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n\
         EDGE_WEIGHT_SECTION\n9999 {there}\n{back} 9999\n"
    )
}

#[test]
fn costs_have_the_type_that_holds_them() {
    for (there, back, is_whole) in [
        ("1", "2", true),
        ("1e2", "2.0", true),
        ("-7", "9999", true),
        ("1073741822", "0", true),
        ("1073741824", "0", false),
        ("-1073741824", "0", false),
        ("0.5", "1", false),
        ("4294967296", "1", false),
        ("9007199254740992", "1", false),
    ] {
        let instance = read(&two(there, back));
        assert_eq!(matches!(instance.problem, AnyProblem::Whole(_)), is_whole, "{there} {back}");
        let exact = |text: &str| text.parse::<f64>().unwrap();
        assert_eq!((instance.cost(0, 1), instance.cost(1, 0)), (exact(there), exact(back)));
    }
}

#[test]
fn a_sop_has_precedences_and_ends() {
    let body = "TYPE: SOP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\n\
                EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n";
    let matrix = "0 5 1000000\n-1 0 7\n-1 -1 0\n";
    for text in [format!("{body}3\n{matrix}"), format!("{body}{matrix}")] {
        let instance = read(&text);
        let no = f64::INFINITY;
        let expected = [[0.0, 5.0, 1e6], [no, 0.0, 7.0], [no, no, 0.0]];
        assert_eq!(costs(&instance), expected);
        let AnyProblem::Whole(problem) = &instance.problem else { panic!("{instance:?}") };
        let tour = heldkarp::host::solve(problem).unwrap();
        assert_eq!((tour.order, tour.cost), (vec![0, 1, 2], 12));
    }
}

#[test]
fn what_surrounds_the_numbers_is_read() {
    let instance = read(
        "NAME : two words\nCOMMENT : one\nCOMMENT : two\nTYPE : TSP (of mine)\nDIMENSION : 2\n\
         EDGE_WEIGHT_TYPE : EXPLICIT\nEDGE_WEIGHT_FORMAT : UPPER_ROW\n\
         DISPLAY_DATA_TYPE : TWOD_DISPLAY\nDISPLAY_DATA_SECTION\n2 3.5 -4\n1 1e1 2\n\
         EDGE_WEIGHT_SECTION\n7\nEOF\n",
    );
    assert_eq!(instance.name, "two words");
    assert_eq!(instance.points.as_deref(), Some(&[[10.0, 2.0], [3.5, -4.0]][..]));
    assert_eq!((instance.city("2"), instance.city("3")), (Some(1), None));
    assert_eq!((instance.city_name(1).as_str(), instance.city_name(2).as_str()), ("2", ""));
}

#[test]
fn nodes_keep_their_numbers() {
    let instance =
        read("DIMENSION: 3\nEDGE_WEIGHT_TYPE: MAN_2D\nNODE_COORD_SECTION\n7 0 0\n0 1 0\n12 0 5\n");
    assert_eq!(instance.numbers, [7, 0, 12]);
    assert_eq!((instance.cost(0, 2), instance.city("12")), (5.0, Some(2)));
    assert_eq!(instance.name, "file");
}
