//! Instances of TSPLIB, where they lie beside the project: read whole, and the small ones solved.

use std::path::Path;

use heldkarp::files::{self, AnyProblem, Csv};
use heldkarp::host;

/// Each file, how many cities it has, and the proven optimum of those that are solved here.
const FILES: [(&str, usize, Option<i32>); 13] = [
    ("burma14.tsp", 14, Some(3323)),
    ("ulysses16.tsp", 16, Some(6859)),
    ("gr17.tsp", 17, Some(2085)),
    ("br17.atsp", 17, Some(39)),
    ("ESC07.sop", 9, Some(2125)),
    ("ESC11.sop", 13, Some(2075)),
    ("br17.10.sop", 18, Some(55)),
    ("ulysses22.tsp", 22, None),
    ("gr24.tsp", 24, None),
    ("fri26.tsp", 26, None),
    ("ftv33.atsp", 34, None),
    ("swiss42.tsp", 42, None),
    ("att48.tsp", 48, None),
];

#[test]
fn instances_give_their_proven_optima() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/tsplib");
    if !folder.is_dir() {
        return println!("skipped: {} is not there", folder.display());
    }
    for (file, cities, optimum) in FILES {
        let instance = files::read(folder.join(file), Csv::Auto).unwrap();
        assert_eq!(instance.cities(), cities, "{file}");
        let AnyProblem::Whole(problem) = &instance.problem else { panic!("{file}") };
        if let Some(optimum) = optimum {
            assert_eq!(host::solve(problem).unwrap().cost, optimum, "{file}");
        }
    }
}
