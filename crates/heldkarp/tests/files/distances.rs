//! Distances: every EDGE_WEIGHT_TYPE, against values that were computed by hand or, for GEO, by
//! the haversine formula elsewhere.

use crate::read;

const ROWS: [(&str, &str, &str, f64); 32] = [
    ("EUC_2D", "0 0", "3 4", 5.0),
    ("EUC_2D", "0 0", "1 1", 1.0),
    ("EUC_2D", "0 0", "2.5 0", 3.0),
    ("EUC_2D", "0 0", "0 2.499", 2.0),
    ("EUC_2D", "-1.5e0 +2", "1.5 -2.0E+0", 5.0),
    ("EUC_2D", "7 7", "7 7", 0.0),
    ("EUC_3D", "0 0 0", "2 3 6", 7.0),
    ("EUC_3D", "1 1 1", "1 1 1.5", 1.0),
    ("EUC_3D", "0 0 0", "1 1 1", 2.0),
    ("CEIL_2D", "0 0", "3 4", 5.0),
    ("CEIL_2D", "0 0", "1 1", 2.0),
    ("CEIL_2D", "0 0", "0 0.001", 1.0),
    ("MAN_2D", "0 0", "-1.2 1.2", 2.0),
    ("MAN_2D", "0 0", "1.25 1.25", 3.0),
    ("MAN_3D", "0 0 0", "1 -2 3", 6.0),
    ("MAN_3D", "0 0 0", "0.2 0.2 0.2", 1.0),
    ("MAX_2D", "0 0", "-2.5 1", 3.0),
    ("MAX_2D", "0 0", "1 7.4", 7.0),
    ("MAX_3D", "0 0 0", "1 2 -9", 9.0),
    ("MAX_3D", "0 0 0", "1.5 1 1", 2.0),
    ("ATT", "0 0", "3 1", 1.0),
    ("ATT", "0 0", "10 0", 4.0),
    ("ATT", "0 0", "12 0", 4.0),
    ("ATT", "0 0", "0 0", 0.0),
    ("ATT", "0 0", "30 10", 10.0),
    ("GEO", "48.08 11.35", "52.31 13.24", 505.0),
    ("GEO", "-33.52 151.13", "51.30 -0.08", 17015.0),
    // One is added before the fraction is cut off.
    ("GEO", "10 10", "10 10", 1.0),
    ("GEO", "0 179.30", "0 -179.30", 112.0),
    ("GEO", "90 0", "-90 0", 20039.0),
    // 5.59 is a minute short of 6 degrees.
    ("GEO", "5.59 5.59", "6.00 6.00", 3.0),
    ("GEO", "-5.59 -5.59", "-6.00 -6.00", 3.0),
];

#[test]
fn every_metric_gives_its_distance_there_and_back() {
    for (metric, a, b, expected) in ROWS {
        let instance = read(&format!(
            "TYPE: TSP\nDIMENSION: 2\nEDGE_WEIGHT_TYPE: {metric}\nNODE_COORD_SECTION\n\
             1 {a}\n2 {b}\nEOF\n"
        ));
        let found = (instance.cost(0, 1), instance.cost(1, 0));
        assert_eq!(found, (expected, expected), "{metric} from {a} to {b}");
    }
}

#[test]
fn points_are_shown_with_x_to_the_right_and_north_up() {
    let shown = |metric: &str, point: &str| {
        let text =
            format!("DIMENSION: 1\nEDGE_WEIGHT_TYPE: {metric}\nNODE_COORD_SECTION\n1 {point}\n");
        read(&text).points.unwrap()
    };
    assert_eq!(shown("EUC_2D", "3 4"), [[3.0, 4.0]]);
    assert_eq!(shown("MAX_3D", "3 4 5"), [[3.0, 4.0]]);
    assert_eq!(shown("GEO", "48.08 11.35"), [[11.35, 48.08]]);
}
