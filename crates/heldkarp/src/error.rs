//! Error: everything that can go wrong, each naming the thing and the remedy.

use crate::costs::MAX_CITIES;

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something could not be done.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Too few cities to travel between, or more than a table of 32-bit indices has room for.
    #[error("the number of cities is {cities}, and it must be from 2 to {MAX_CITIES}")]
    Cities {
        /// How many there are.
        cities: usize,
    },

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

    /// Costs so large that the cost of a tour might not fit 32 bits.
    #[error(
        "the cost from city {from} to city {to} is {cost}, and with {cities} cities the largest allowed is {largest}, so that every tour fits 32 bits: scale the costs down"
    )]
    CostTooLarge {
        /// The city that is left.
        from: usize,
        /// The city that is entered.
        to: usize,
        /// What that costs.
        cost: u32,
        /// The cities that there are.
        cities: usize,
        /// The most that it may cost.
        largest: u32,
    },

    /// A level of the table is larger than an array of the device may be.
    #[error(
        "level {k} takes {bytes} bytes, and the device allows {limit} in one array: take fewer cities, or another device"
    )]
    LevelTooLarge {
        /// The cities of each set of the level.
        k: usize,
        /// What its entries take.
        bytes: u64,
        /// What the device allows.
        limit: u64,
    },

    /// The engine or its device could not do its part.
    #[error(transparent)]
    Engine(#[from] kernel_engine::Error),
}
