//! CSV: shapes, separators, names, and where no way leads.

use heldkarp::files::{self, AnyProblem, Csv};

use crate::{costs, read};

const NO: f64 = f64::INFINITY;

#[test]
fn a_matrix_is_read_whatever_parts_it() {
    let expected = [[0.0, 1.0, 20.0], [3.0, 0.0, -4.0], [5.0, NO, 0.0]];
    for text in [
        "0,1,20\n3,0,-4\n5,inf,0\n",
        "0;1;2e1\r\n3;0;-4\r\n5;INF;0",
        "0\t1\t20\n3\t0\t-4.0\n5\t\t0\n",
        "  0 1   20\n# a remark\n\n3 0 -4\n5 Infinity 0\n\n",
        "\u{feff}0, 1, 20\n 3, 0, -4\n5,   , 0\n",
        ",1,20\n3,,-4\n5,,\n",
        "-,1,20\n3,x,-4\n5,inf,nan\n",
        "here,there,\"far, far\"\n0,1,20\n3,0,-4\n5,inf,0\n",
    ] {
        let instance = read(text);
        assert_eq!(costs(&instance), expected, "{text}");
        assert_eq!(instance.numbers, [0, 1, 2]);
        assert!(matches!(instance.problem, AnyProblem::Whole(_)));
        assert!(instance.points.is_none() && instance.labels.is_none());
    }
}

#[test]
fn points_have_two_numbers_a_row() {
    let points = [[0.0, 0.0], [3.0, 4.0], [0.5, 0.0]];
    for text in [
        "0,0\n3,4\n0.5,0\n",
        "x,y\n0,0\n3,4\n5e-1,0\n",
        "0 0\n3 4\n.5 0\n",
        "\"A, B\";0;0\nB;3;4\nC;0.5;0\n",
        "town,x,y\nA,0,0\nB,3,4\nC,0.5,0\n",
        "Y,town,X,people\n0,A,0,7\n4,B,3,7\n0,C,.5,7\n",
        "id,x,y\n4,0,0\n2,3,4\n9,0.5,0\n",
    ] {
        let instance = read(text);
        assert_eq!(instance.points.as_deref(), Some(&points[..]), "{text}");
        assert_eq!((instance.cost(0, 1), instance.cost(2, 0)), (5.0, 0.5));
        assert!(matches!(instance.problem, AnyProblem::Real(_)));
    }
    for text in ["x,y,z\n0,0,0\n2,3,6\n4,6,12\n", "z,town,y,x\n0,A,0,0\n6,B,3,2\n"] {
        let instance = read(text);
        assert_eq!(instance.points.as_deref().unwrap()[1], [2.0, 3.0]);
        assert_eq!(instance.cost(0, 1), 7.0, "{text}");
    }
    let named = read("\"A, \"\"B\"\"\",0,0\nB,3,4\nA,5,6\n");
    assert_eq!(named.labels, Some(["A, \"B\"", "B", "A"].map(str::to_owned).to_vec()));
    assert_eq!((named.city("B"), named.city("0"), named.city("C")), (Some(1), Some(0), None));
    assert_eq!(read("id,x,y\n4,0,0\n2,3,4\n").numbers, [4, 2]);
}

#[test]
fn a_city_that_no_way_leaves_is_no_header() {
    let instance = read(",,\n3,,4\n5,6,\n");
    assert_eq!(costs(&instance), [[0.0, NO, NO], [3.0, 0.0, 4.0], [5.0, 6.0, 0.0]]);
}

#[test]
fn names_come_with_a_matrix_too() {
    let instance = read("from,A,B,C\nA,0,1,2\nB,1,0,3\nC,2,3,0\n");
    assert_eq!(costs(&instance), [[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [2.0, 3.0, 0.0]]);
    assert_eq!(instance.city_name(2), "C");
}

#[test]
fn the_flags_decide_where_both_fit() {
    let both = b"0,1\n2,0\n";
    let points = files::parse("file", both, Csv::Points).unwrap();
    let matrix = files::parse("file", both, Csv::Matrix).unwrap();
    assert_eq!(points.points.as_deref(), Some(&[[0.0, 1.0], [2.0, 0.0]][..]));
    assert_eq!((matrix.cost(0, 1), matrix.cost(1, 0)), (1.0, 2.0));
    // Where x and y are named, there is nothing to decide.
    assert!(read("x,y\n0,1\n2,0\n").points.is_some());
    let matrix = files::parse("file", b"x,y\n0,1\n2,0\n", Csv::Matrix).unwrap();
    assert_eq!(matrix.cost(1, 0), 2.0);
    for (text, n) in [("7", 1), ("3,4", 1), ("0,1,2\n1,0,2\n2,1,0", 3)] {
        assert_eq!(read(text).cities(), n);
    }
}
