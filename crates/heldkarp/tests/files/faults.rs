//! Faults: each names the file, the line, and what was expected there.

use heldkarp::files::{self, Csv};

use crate::refused;

const START: &str = "TYPE: TSP\nDIMENSION: 3\n";
const MATRIX: &str = "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n";
const SOP: &str = "TYPE: SOP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\n\
                   EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n";
const NODES: &str = "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n";

/// Checks that each text of two parts is refused with that fault, with line ends of Windows too.
#[track_caller]
fn check(rows: &[(&str, &str, &str)]) {
    for (start, rest, fault) in rows {
        let text = format!("{start}{rest}");
        assert_eq!(refused(&text, Csv::Auto), *fault, "{text}");
        assert_eq!(refused(&text.replace('\n', "\r\n"), Csv::Auto), *fault, "{text}");
    }
}

#[test]
fn what_is_missing_is_named() {
    check(&[
        ("", "NAME: x\n\n", "line 2 of file: expected DIMENSION before the end"),
        (START, "EOF\n\n\n", "line 3 of file: expected EDGE_WEIGHT_TYPE before the end"),
        (
            START,
            "EDGE_WEIGHT_TYPE: GEO\n",
            "line 3 of file: expected NODE_COORD_SECTION before the end",
        ),
        (
            START,
            "EDGE_WEIGHT_TYPE: EXPLICIT\n",
            "line 3 of file: expected EDGE_WEIGHT_FORMAT before the end",
        ),
        (
            START,
            "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\n",
            "line 4 of file: expected EDGE_WEIGHT_SECTION before the end",
        ),
    ]);
}

#[test]
fn what_is_not_supported_is_named() {
    check(&[
        (
            "TYPE: CVRP\n",
            "DIMENSION: 7\n",
            "line 1 of file: expected a TYPE among TSP, ATSP and SOP, found \"CVRP\"",
        ),
        (
            START,
            "EDGE_WEIGHT_TYPE: XRAY1\n",
            "line 3 of file: expected an EDGE_WEIGHT_TYPE among EXPLICIT, EUC_2D, EUC_3D, \
             CEIL_2D, MAN_2D, MAN_3D, MAX_2D, MAX_3D, GEO, ATT, found \"XRAY1\"",
        ),
        (
            START,
            "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FUNCTION\n",
            "line 4 of file: expected an EDGE_WEIGHT_FORMAT among FULL_MATRIX, UPPER_ROW, \
             LOWER_ROW, UPPER_DIAG_ROW, LOWER_DIAG_ROW, UPPER_COL, LOWER_COL, UPPER_DIAG_COL, \
             LOWER_DIAG_COL, found \"FUNCTION\"",
        ),
        (
            START,
            "\nFIXED_EDGES_SECTION\n1 2\n-1\n",
            "line 4 of file: FIXED_EDGES_SECTION is not supported, expected a section among \
             NODE_COORD_SECTION, DISPLAY_DATA_SECTION, EDGE_WEIGHT_SECTION",
        ),
        (
            START,
            "EDGE_WEIGTH_TYPE: GEO\n",
            "line 3 of file: expected a keyword of TSPLIB, or a number of a section, found \
             \"EDGE_WEIGTH_TYPE: GEO\"",
        ),
        (
            START,
            "7 8\n",
            "line 3 of file: expected a keyword of TSPLIB, or a number of a section, found \"7 8\"",
        ),
    ]);
}

#[test]
fn a_wrong_dimension_is_named() {
    check(&[
        (
            START,
            "DIMENSION: 3\n",
            "line 3 of file: expected DIMENSION once, found it on line 2 too",
        ),
        (
            "DIMENSION: few\n",
            "",
            "line 1 of file: expected a DIMENSION, a number of cities such as 17, found \"few\"",
        ),
        (
            "DIMENSION: -3\n",
            "",
            "line 1 of file: expected a DIMENSION, a number of cities such as 17, found \"-3\"",
        ),
        (
            "NAME: x\nDIMENSION: 85900\n",
            "",
            "line 2 of file: expected a DIMENSION of at most 48 cities, found \"85900\"",
        ),
        (
            MATRIX,
            "1\n2\nEOF\n",
            "line 6 of file: expected 3 costs, UPPER_ROW for DIMENSION 3, found 2",
        ),
        (MATRIX, "", "line 4 of file: expected 3 costs, UPPER_ROW for DIMENSION 3, found 0"),
        (
            MATRIX,
            "1 2 3\n4\n",
            "line 6 of file: expected no more than 3 costs, UPPER_ROW for DIMENSION 3, found \"4\"",
        ),
        (
            SOP,
            "3\n0 1\n-1 0\n",
            "line 6 of file: expected the DIMENSION, 2, before the matrix, found \"3\"",
        ),
        (NODES, "1 0 0\n2 0 0\n", "line 5 of file: expected 3 nodes, as DIMENSION says, found 2"),
        (NODES, "", "line 3 of file: expected 3 nodes, as DIMENSION says, found 0"),
        (
            NODES,
            "1 0 0\n2 0 0\n3 0 0\n4 0 0\n5 0 0\n",
            "line 7 of file: expected 3 nodes, as DIMENSION says, found another",
        ),
    ]);
}

#[test]
fn a_wrong_number_is_named() {
    check(&[
        (
            MATRIX,
            "1 2\nx3\n",
            "line 6 of file: expected a keyword of TSPLIB, or a number of a section, found \"x3\"",
        ),
        (MATRIX, "1 x2 3\n", "line 5 of file: expected a cost, found \"x2\""),
        (MATRIX, "1 2\n\n3,5\n", "line 7 of file: expected a cost, found \"3,5\""),
        (MATRIX, "1 nan 3\n", "line 5 of file: expected a cost, found \"nan\""),
        (MATRIX, "1 2 1e999\n", "line 5 of file: expected a cost, found \"1e999\""),
        (
            MATRIX,
            "1 2 9007199254740993\n",
            "line 5 of file: expected a cost of at most 2^53 in size, which is exact, found \
             \"9007199254740993\"",
        ),
        (
            NODES,
            "1 0 0\n2 0\n3 0 0\n",
            "line 5 of file: expected a node and its 2 coordinates, found 2 numbers",
        ),
        (
            NODES,
            "1 0 0 0\n2 0 0 0\n3 0 0 0\n",
            "line 4 of file: expected a node and its 2 coordinates, found 4 numbers",
        ),
        (
            NODES,
            "1 0 0\n2 0 0\n1 0 0\n",
            "line 6 of file: expected each node once, but 1 stands on line 4 too, found \"1\"",
        ),
        (
            NODES,
            "1 0 0\n2.5 0 0\n3 0 0\n",
            "line 5 of file: expected the number of a node, found \"2.5\"",
        ),
        (NODES, "1 0 0\n2 inf 0\n3 0 0\n", "line 5 of file: expected a coordinate, found \"inf\""),
        (
            NODES,
            "1 0 0\n2 1e200 0\n3 0 0\n",
            "line 4 of file: expected points with a finite distance, found none to that of line 5",
        ),
        (
            MATRIX,
            "1 2 3\nDISPLAY_DATA_SECTION\n1 0 0\n2 0 0\n4 0 0\n",
            "line 9 of file: expected a node from 1 to 3, found \"4\"",
        ),
    ]);
}

#[test]
fn faults_of_csv_name_their_line() {
    for (text, csv, fault) in [
        ("", Csv::Auto, "line 1 of file: expected rows of numbers, found none"),
        ("# nothing\n\n", Csv::Points, "line 1 of file: expected rows of numbers, found none"),
        ("0,1\n\n2\n", Csv::Auto, "line 3 of file: expected 2 cells, as line 1 has, found 1"),
        (
            "0,1\n2,0\n",
            Csv::Auto,
            "line 1 of file: expected to be told, points or matrix, as 2 rows of 2 may be both",
        ),
        (
            "1,2,3\n4,5,6\n",
            Csv::Auto,
            "line 2 of file: expected 2 numbers a row for points, or 3 rows of 3 for a matrix, \
             found 2 rows of 3",
        ),
        (
            "0,1,2\n1,0,2\n2,1,0\n",
            Csv::Points,
            "line 1 of file: expected 2 numbers a row, x and y, found 3",
        ),
        ("hello world\n", Csv::Auto, "line 1 of file: expected rows of numbers, found none"),
        (
            "0,1,1e999\n1,0,2\n2,1,0\n",
            Csv::Auto,
            "line 1 of file: expected a cost (inf or nothing where no way leads), found \"1e999\"",
        ),
        ("1,2\n3,4\n5,6\n", Csv::Matrix, "line 3 of file: expected a square of 2 rows, found 3"),
        ("1,2\n3,x\n5,6\n", Csv::Auto, "line 2 of file: expected a coordinate, found \"x\""),
        ("1,2x\n3,4\n5,6\n", Csv::Auto, "line 1 of file: expected a coordinate, found \"2x\""),
        ("1,2\n3,\n5,6\n", Csv::Auto, "line 2 of file: expected a coordinate, found \"\""),
        ("1,2\n3,nan\n5,6\n", Csv::Auto, "line 2 of file: expected a coordinate, found \"nan\""),
        (
            "0,1,2\n1,0,-inf\n2,1,0\n",
            Csv::Auto,
            "line 2 of file: expected a cost (inf or nothing where no way leads), found \"-inf\"",
        ),
        (
            "0,5;1,5\n2;3\n",
            Csv::Auto,
            "line 1 of file: expected a point before decimals, found \"0,5\"",
        ),
        (
            "x;y\n1;2\n-1;3,25\n",
            Csv::Points,
            "line 3 of file: expected a point before decimals, found \"3,25\"",
        ),
        (
            ",0,1,2\n0,0,5,6\n1,5,0,7\n2,6,7,0\n",
            Csv::Auto,
            "line 1 of file: expected a cost in the first cell, found nothing: if the first row \
             and column number the cities, leave them out",
        ),
        (
            "A,0,0\nB,1,1\nA,2,2\n",
            Csv::Auto,
            "line 3 of file: expected a name other than that of line 1, found \"A\"",
        ),
        (
            "\"A,0,0\nB,1,1\n",
            Csv::Auto,
            "line 1 of file: expected a quote that ends before the line does, found \"\\\"A,0,0\"",
        ),
    ] {
        assert_eq!(refused(text, csv), fault, "{text}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = files::read("no/such/file.tsp", Csv::Auto).unwrap_err().to_string();
    assert!(error.starts_with("cannot read no/such/file.tsp: "), "{error}");
    let error = files::read(env!("CARGO_MANIFEST_DIR"), Csv::Auto).unwrap_err().to_string();
    assert!(error.starts_with("cannot read "), "{error}");
}
