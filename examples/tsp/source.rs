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

/// Random coordinates are below this, and random costs.
const SIDE: i32 = 1_000_000;

/// More random cities than this are refused before a matrix is filled with them.
const MOST: usize = 1000;

/// The instance that the command line names.
pub(crate) fn instance(args: &Args) -> Outcome<Instance> {
    if let Some(n) = args.random {
        return random(n, args);
    }
    let csv = match (args.points, args.matrix) {
        (true, _) => Csv::Points,
        (_, true) => Csv::Matrix,
        _ => Csv::Auto,
    };
    if let Some(file) = &args.file {
        return Ok(files::read(file, csv)?);
    }
    let names = TOWNS.map(|(name, ..)| name.to_owned()).to_vec();
    let towns = from_points("sixteen towns", TOWNS.map(|(_, x, y)| [x, y]).to_vec())?;
    Ok(Instance { labels: Some(names), ..towns })
}

/// Random cities, the same for each seed.
fn random(n: usize, args: &Args) -> Outcome<Instance> {
    if n > MOST {
        return Err(format!("--random {n}: at most {MOST} can be asked for").into());
    }
    let mut random = fastrand::Rng::with_seed(args.seed);
    let name = format!("{n} random cities, seed {}", args.seed);
    if args.matrix {
        let costs = CostMatrix::from_fn(n, |_, _| random.i32(1..SIDE))?;
        return Ok(numbered(name, None, costs));
    }
    let points = (0..n).map(|_| [(); 2].map(|()| f64::from(random.i32(0..SIDE)))).collect();
    from_points(&name, points)
}

/// Cities at points, with distances that are rounded to whole numbers, so that they are exact in
/// 32 bits.
fn from_points(name: &str, points: Vec<[f64; 2]>) -> Outcome<Instance> {
    let distance = |a: &_, b: &_| metric::euclidean(a, b).round() as i32;
    let costs = CostMatrix::from_points(&points, distance)?;
    Ok(numbered(name.to_owned(), Some(points), costs))
}

fn numbered(name: String, points: Option<Vec<[f64; 2]>>, costs: CostMatrix<i32>) -> Instance {
    let numbers = (0..costs.cities() as u64).collect();
    let problem = AnyProblem::Whole(Problem::new(costs));
    Instance { name, numbers, labels: None, points, problem }
}
