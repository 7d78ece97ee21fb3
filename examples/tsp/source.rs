//! Where cities come from: a file, chance, or this page.

use heldkarp::files::{self, AnyProblem, Csv, Instance};
use heldkarp::{CostMatrix, Problem, metric};

use crate::Args;
use crate::support::Outcome;

/// Towns around a bay that is on no map, and where they are, in kilometres east and north.
const TOWNS: [(&str, f64, f64); 16] = [
    ("Ambleford", 12.0, 61.0),
    ("Brackwater", 31.0, 74.0),
    ("Coldharrow", 55.0, 83.0),
    ("Dunmere", 78.0, 72.0),
    ("Eastering", 96.0, 55.0),
    ("Fallowdale", 84.0, 33.0),
    ("Gullness", 92.0, 11.0),
    ("Hartlow", 63.0, 19.0),
    ("Inglebeck", 47.0, 5.0),
    ("Kelpwick", 22.0, 14.0),
    ("Larkfield", 5.0, 29.0),
    ("Mossgate", 29.0, 41.0),
    ("Northolm", 41.0, 58.0),
    ("Otterby", 62.0, 60.0),
    ("Penrush", 68.0, 42.0),
    ("Quarrendon", 46.0, 30.0),
];

/// Random coordinates are below this.
const SIDE: u32 = 1_000_000;

/// The instance that the command line names.
pub(crate) fn instance(args: &Args) -> Outcome<Instance> {
    let csv = match (args.points, args.matrix) {
        (true, _) => Csv::Points,
        (_, true) => Csv::Matrix,
        _ => Csv::Auto,
    };
    match (&args.file, args.random) {
        (Some(file), _) => Ok(files::read(file, csv).map_err(|error| match csv {
            Csv::Auto => error,
        })?),
        (None, Some(n)) => random(n, args),
        (None, None) => {
            let points = TOWNS.map(|(_, x, y)| [x, y]).to_vec();
            let names = TOWNS.map(|(name, ..)| name.to_owned()).to_vec();
            Ok(Instance { labels: Some(names), ..from_points("sixteen towns", points)? })
        }
    }
}
