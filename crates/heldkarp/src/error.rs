//! Error: everything that can go wrong, each naming the thing and the remedy.

use crate::normal::MAX_CITIES;

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something could not be done.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A row of the cost matrix has another length than it has rows.
    #[error(
        "row {row} of the cost matrix has {found} costs, and one for each of {cities} cities is needed"
    )]
    NotSquare {
        /// The row, counted from 0.
        row: usize,
        /// Its length.
        found: usize,
        /// The rows that there are.
        cities: usize,
    },

    /// A cost that is not a number, or less than every number.
    #[error(
        "row {row}, column {column} of the cost matrix is {cost}, which is no cost: infinity forbids a leg"
    )]
    NotACost {
        /// The row, counted from 0.
        row: usize,
        /// The column, counted from 0.
        column: usize,
        /// What stands there.
        cost: String,
    },

    /// Costs so large that sums of them might not fit.
    #[error(
        "the cost from city {from} to city {to} is {cost}, and here costs must be from {smallest} to {largest} for every sum of {legs} of them to fit: scale the costs, or forbid the leg"
    )]
    CostTooLarge {
        /// The city that is left.
        from: usize,
        /// The city that is entered.
        to: usize,
        /// What that costs.
        cost: String,
        /// The legs of a tour.
        legs: usize,
        /// The least that a leg may cost.
        smallest: String,
        /// The most that a leg may cost, with this cheapest one.
        largest: String,
    },

    /// More cities than any memory has a table for.
    #[error("{cities} cities are too many: the table of more than {MAX_CITIES} fits no memory")]
    TooManyCities {
        /// How many there are.
        cities: usize,
    },

    /// Queries of the classic method that are not those of so many cities, or too many cities.
    #[error(
        "these are not the queries of {cities} cities: take those of `classic::queries`, which are for up to 16 cities"
    )]
    Queries {
        /// How many cities there are.
        cities: usize,
    },

    /// An option names a city that is not there.
    #[error("{option} names city {city}, and there are {cities} cities, numbered from 0")]
    UnknownCity {
        /// The option.
        option: &'static str,
        /// The city that it names.
        city: usize,
        /// How many there are.
        cities: usize,
    },

    /// The path shall start and end in one city, and there are others.
    #[error("the path shall start and end in city {city}: leave the end out for a closed tour")]
    SameEnds {
        /// The city.
        city: usize,
    },

    /// No tour obeys what the problem forbids.
    #[error("there is no tour: {0}")]
    NoTour(NoTour),

    /// The tour that the table leads to does not cost what the table says: the device added wrongly,
    /// or costs are so small that it takes them for zero.
    #[error(
        "the tour costs {tour} and the table says {table}: scale the costs away from zero, or solve on the host"
    )]
    Disagreement {
        /// The cost of the tour, summed from the input.
        tour: String,
        /// The cost in the table.
        table: String,
    },

    /// A file cannot be read.
    #[error("cannot read {file}: {why}")]
    Unreadable {
        /// The file.
        file: String,
        /// What the system says.
        why: String,
    },

    /// A file does not hold what it should.
    #[error("line {line} of {file}: {fault}")]
    File {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// What was expected there.
        fault: String,
    },

    /// The table does not fit the device.
    #[error(
        "{cities} cities need {needed} bytes on {device}{}: at most {largest} fit, or take a device with more memory",
        there(*available)
    )]
    TooLarge {
        /// How many cities there are.
        cities: usize,
        /// The device.
        device: String,
        /// Bytes of the table.
        needed: u64,
        /// Bytes that there are; the largest number where nobody knows.
        available: u64,
        /// The most cities that fit.
        largest: usize,
    },

    /// Whoever was told the progress wanted no more.
    #[error("the search was cancelled")]
    Cancelled,

    /// The engine or its device could not do its part.
    #[error(transparent)]
    Engine(#[from] kernel_engine::Error),
}

/// Why there is no tour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoTour {
    /// All legs to a city are forbidden.
    #[error("every leg to city {city} is forbidden")]
    NoWayIn {
        /// The city.
        city: usize,
    },

    /// All legs from a city are forbidden.
    #[error("every leg from city {city} is forbidden")]
    NoWayOut {
        /// The city.
        city: usize,
    },

    /// Cities of which each must come before the next, and the last before the first.
    #[error(
        "of the cities {cities:?} each must come before the next, and the last before the first"
    )]
    Cycle {
        /// The cities, the smallest first.
        cities: Vec<usize>,
    },

    /// A city must come before the start.
    #[error("city {city} must come before city {start}, which is the start")]
    BeforeStart {
        /// The city.
        city: usize,
        /// The start.
        start: usize,
    },

    /// A city must come after the end.
    #[error("city {city} must come after city {end}, which is the end")]
    AfterEnd {
        /// The city.
        city: usize,
        /// The end.
        end: usize,
    },

    /// Each city can be reached and left, and still no order of all is allowed.
    #[error("no order of the cities obeys all that is forbidden and all that must come before")]
    NoOrder,
}

impl From<NoTour> for Error {
    fn from(cause: NoTour) -> Self {
        Self::NoTour(cause)
    }
}

fn there(bytes: u64) -> String {
    if bytes == u64::MAX { String::new() } else { format!(", and {bytes} are there") }
}
