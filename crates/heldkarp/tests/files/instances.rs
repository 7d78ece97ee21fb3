//! Instances of TSPLIB, where they lie beside the project: read whole, the small ones solved on the
//! host and on every device, and those that are too large refused.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use heldkarp::files::{self, AnyProblem, Csv};
use heldkarp::{Error, Problem, Solver, host};

use crate::support::engines;

/// Each file, how many cities it has, and the proven optimum of those that can be solved.
const FILES: [(&str, usize, Option<i32>); 13] = [
    ("burma14.tsp", 14, Some(3323)),
    ("ulysses16.tsp", 16, Some(6859)),
    ("gr17.tsp", 17, Some(2085)),
    ("br17.atsp", 17, Some(39)),
    ("ESC07.sop", 9, Some(2125)),
    ("ESC11.sop", 13, Some(2075)),
    ("br17.10.sop", 18, Some(55)),
    ("ulysses22.tsp", 22, Some(7013)),
    ("gr24.tsp", 24, Some(1272)),
    ("fri26.tsp", 26, Some(937)),
    ("ftv33.atsp", 34, None),
    ("swiss42.tsp", 42, None),
    ("att48.tsp", 48, None),
];

/// More cities take the host minutes where it is not optimised.
const FEW_ON_HOST: usize = 18;

static FOLDER: LazyLock<PathBuf> =
    LazyLock::new(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/tsplib"));

/// The files with their problems; none where the folder is missing.
fn problems() -> Vec<(&'static str, Problem<i32>, Option<i32>)> {
    if !FOLDER.is_dir() {
        println!("skipped: {} is not there", FOLDER.display());
        return Vec::new();
    }
    let read = |(file, cities, optimum)| {
        let instance = files::read(FOLDER.join(file), Csv::Auto).unwrap();
        assert_eq!(instance.cities(), cities, "{file}");
        let AnyProblem::Whole(problem) = instance.problem else { panic!("{file}") };
        (file, problem, optimum)
    };
    FILES.into_iter().map(read).collect()
}

#[test]
fn the_host_finds_proven_optima() {
    for (file, problem, optimum) in problems() {
        if problem.costs().cities() <= FEW_ON_HOST {
            assert_eq!(Some(host::solve(&problem).unwrap().cost), optimum, "{file}");
        }
    }
}

#[test]
fn devices_find_proven_optima_and_refuse_what_is_too_large() {
    for engine in engines() {
        let (solver, name) = (Solver::new(&engine), &engine.info().name);
        for (file, problem, optimum) in problems() {
            match (solver.solve(&problem), optimum) {
                (Ok(tour), Some(optimum)) => assert_eq!(tour.cost, optimum, "{file} on {name}"),
                (Err(Error::TooLarge { largest, cities, .. }), None) => {
                    assert!((20..cities).contains(&largest), "{file} on {name}: {largest}");
                }
                (outcome, _) => panic!("{file} on {name}: {outcome:?}"),
            }
        }
    }
}
