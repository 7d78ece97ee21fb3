//! What was found, for people and for programs.

use std::io::{self, Write};
use std::time::Duration;

use heldkarp::files::Instance;
use heldkarp::{Cost, Error, NoTour};
use serde_json::{Value, json};

use crate::run::Solved;

/// The end of `--help`.
pub(crate) const HELP: &str = "\
Files:
  TSPLIB   TYPE TSP, ATSP or SOP; EXPLICIT in every EDGE_WEIGHT_FORMAT, or EUC_2D, EUC_3D, CEIL_2D,
           MAN_2D, MAN_3D, MAX_2D, MAX_3D, GEO, ATT, rounded as TSPLIB says
  CSV      points (x and y in each row; costs are the lengths of straight lines, not rounded), or
           a matrix (row a, column b is what it costs to go from a to b; `inf` or nothing where no
           way leads). The shape tells which it is; where it may be both, --points and --matrix
           do. Commas, semicolons, tabs or spaces part the cells; a first row of words is a
           header, which may call columns x, y and z; a first column of words names the cities;
           `#` begins a remark.
  Cities are called as the file calls them: TSPLIB numbers them, mostly from 1, CSV from 0.
  Random cities and those of the page are numbered from 0, and their distances are rounded.

Whole costs are exact in 32 bits as long as every tour fits, else all is done in 64-bit floats; a
device that has none leaves those to the host.

JSON keys, times in milliseconds:
  n, cost, order (the numbers of the cities, the start first), device, method (device or host),
  plan_bytes (of the device's memory, null on the host), solve_ms (kernels compiled on the way
  included), total_ms (reading the file and opening the device included)

Examples:
  tsp                                       sixteen towns
  tsp gr17.tsp --svg tour.svg               a file, and a picture
  tsp costs.csv --open --start 3 --end 0    a path with chosen ends
  tsp --random 24 --compare                 the method of 2017, the fast one and the host
  tsp --random 30 --progress --json         for a script

It exits with 1 when something goes wrong.";

/// The first line of the page and the heading of the picture.
pub(crate) fn heading<C: Cost>(instance: &Instance, is_open: bool, cost: C) -> String {
    let kind = if is_open { "path" } else { "tour" };
    format!("{}: the cheapest {kind} of {} cities costs {cost}", instance.name, instance.cities())
}

/// Tells what was found.
pub(crate) fn print<C: Cost>(
    page: &mut dyn Write,
    instance: &Instance,
    is_open: bool,
    solved: &Solved<C>,
    total: Duration,
) -> io::Result<()> {
    let Solved { tour, device, plan, took, .. } = solved;
    writeln!(page, "{}\n", heading(instance, is_open, tour.cost))?;
    let again = tour.order.first().filter(|_| !is_open && tour.order.len() > 1);
    let cities = tour.order.iter().chain(again).map(|city| instance.city_name(*city));
    row(page, "order", &wrapped(cities))?;
    row(page, "device", device)?;
    if let Some(plan) = plan {
        row(
            page,
            "memory",
            &format!("{}, {} levels of the table", bytes(plan.bytes), plan.levels),
        )?;
    }
    row(page, "time", &format!("{} to solve, {} in all", time(*took), time(total)))
}

/// One object for one line.
pub(crate) fn json<C: Cost + Into<Value>>(
    instance: &Instance,
    solved: &Solved<C>,
    total: Duration,
) -> Value {
    let ms = |took: Duration| took.as_nanos() as f64 / 1e6;
    let number = |city: &usize| instance.numbers.get(*city);
    json!({
        "n": instance.cities(),
        "cost": solved.tour.cost.into(),
        "order": solved.tour.order.iter().filter_map(number).collect::<Vec<_>>(),
        "device": solved.device,
        "method": solved.method,
        "plan_bytes": solved.plan.map(|plan| plan.bytes),
        "solve_ms": ms(solved.took),
        "total_ms": ms(total),
    })
}

/// An error in the file's own names for the cities, where it has cities in it.
pub(crate) fn explain(instance: &Instance, error: Error) -> String {
    let name = |city: usize| instance.city_name(city);
    let why = match &error {
        Error::NoTour(NoTour::NoWayIn { city }) => format!("no way leads to {}", name(*city)),
        Error::NoTour(NoTour::NoWayOut { city }) => format!("no way leads from {}", name(*city)),
        Error::NoTour(NoTour::Cycle { cities }) => {
            let cities: Vec<String> = cities.iter().map(|city| name(*city)).collect();
            format!(
                "each comes before the next and the last before the first: {}",
                cities.join(", ")
            )
        }
        Error::NoTour(NoTour::BeforeStart { city, start }) => {
            format!("{} comes before {}, which is the start", name(*city), name(*start))
        }
        Error::NoTour(NoTour::AfterEnd { city, end }) => {
            format!("{} comes after {}, which is the end", name(*city), name(*end))
        }
        Error::SameEnds { city } => {
            return format!("{} is both --start and --end: leave --end out to return", name(*city));
        }
        Error::CostTooLarge { from, to, cost, smallest, largest, .. } => {
            return format!(
                "the way from {} to {} costs {cost}, and here costs must be from {smallest} to \
                 {largest} for every sum of them to fit: scale the costs",
                name(*from),
                name(*to)
            );
        }
        _ => return error.to_string(),
    };
    format!("there is no tour: {why}")
}

pub(crate) fn row(page: &mut dyn Write, what: &str, text: &str) -> io::Result<()> {
    writeln!(page, "{what:<8}{text}")
}

/// Cities in their order, in lines that fit.
fn wrapped(cities: impl Iterator<Item = String>) -> String {
    const WIDTH: usize = 88;
    let (mut text, mut width) = (String::new(), 0);
    for (k, city) in cities.enumerate() {
        let between = if k == 0 { "" } else { " > " };
        let length = between.len() + city.chars().count();
        width += length;
        if width > WIDTH {
            text.push_str("\n       ");
            width = length;
        }
        text.push_str(between);
        text.push_str(&city);
    }
    text
}

pub(crate) fn time(took: Duration) -> String {
    let ms = took.as_secs_f64() * 1e3;
    if ms < 1e3 { format!("{ms:.2} ms") } else { format!("{:.2} s", ms / 1e3) }
}

fn bytes(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        10_000_000..10_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}
