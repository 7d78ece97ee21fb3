//! The algorithm of Held and Karp in words: four cities, level by level, every question with its
//! answer.
//!
//!     cargo run --release --example held_karp_walk
//!     cargo run --release --example held_karp_walk -- 0,3,5/3,0,1/5,1,0
//!     cargo run --release --example held_karp_walk -- --levels queries
//!
//! With `--levels` the questions are written to PNG files first, a pixel each, and read back: they
//! depend on no costs, so files of them serve every problem with so many cities.

mod support;

use std::error::Error;
use std::fs::{File, create_dir_all};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use heldkarp::CostMatrix;
use heldkarp::classic::{self, Query, Walk};
use kernel_engine::Engine;
use support::Outcome;

/// Explains the algorithm of Held and Karp by solving a small problem in words
///
/// Up to 6 cities are told in words, up to 16 are solved.
#[derive(Parser)]
#[command(
    after_help = "KERNEL_ENGINE_DEVICE chooses the device: auto, gpu, cpu, or a part of its name."
)]
struct Args {
    /// What it costs to go from each city to each: rows parted by `/`, costs by `,`
    #[arg(default_value = "0,170,186,114/170,0,343,225/186,343,0,134/114,225,134,0")]
    costs: String,

    /// Write the questions to PNG files in this folder, and solve from those
    #[arg(long, value_name = "FOLDER")]
    levels: Option<PathBuf>,
}

/// More cities have too many questions to read.
const WORDS: usize = 6;

fn main() -> ExitCode {
    support::run(walk)
}

fn walk(args: &Args, page: &mut dyn Write) -> Outcome {
    let cost = |cost: &str| {
        let wrong =
            |_| format!("{cost:?} is no cost: write whole numbers of 32 bits, as in 0,3/4,0");
        cost.trim().parse().map_err(wrong)
    };
    let row = |row: &str| row.split(',').map(cost).collect();
    let rows = args.costs.split('/').map(row).collect::<Result<Vec<Vec<i32>>, _>>()?;
    let costs = CostMatrix::from_rows(&rows)?;
    let cities = costs.cities();
    let mut levels = classic::queries(cities);
    if let Some(folder) = &args.levels {
        let at = |path: &Path, error: Box<dyn Error>| {
            format!("{}: {error}; give --levels another folder", path.display())
        };
        create_dir_all(folder).map_err(|error| at(folder, error.into()))?;
        for (k, level) in levels.iter_mut().enumerate() {
            let file = folder.join(format!("{cities}-{k}.png"));
            write_level(&file, level).map_err(|error| at(&file, error))?;
            *level = read_level(&file).map_err(|error| at(&file, error))?;
        }
    }
    let walk = classic::walk(&Engine::new()?, &costs, &levels)?;

    let tour = walk.tour()?;
    let order: Vec<String> = tour.order.iter().map(usize::to_string).collect();
    if !(2..=WORDS).contains(&cities) {
        writeln!(page, "{}: {}", order.join(", "), tour.cost)?;
        return Ok(());
    }

    writeln!(page, "What it costs to go from each city to each:\n")?;
    for row in &rows {
        let row: Vec<String> = row.iter().map(|cost| format!("{cost:>6}")).collect();
        writeln!(page, "{}", row.concat())?;
    }
    for (k, level) in levels.iter().enumerate() {
        writeln!(page, "\n{}\n", introduction(k, cities))?;
        for query in level {
            writeln!(page, "  {}", told(&walk, &costs, *query))?;
        }
    }
    writeln!(
        page,
        "\nThe parents lead back: from home to the last city of the tour, from it through the rest \
         to the one\nbefore, and so on. Read forwards: {}, 0, which costs {}.",
        order.join(", "),
        tour.cost
    )?;
    Ok(())
}

/// What a level asks, and how it is answered.
fn introduction(k: usize, cities: usize) -> String {
    match k {
        0 => "Level 0: straight from city 0. The costs tell.".to_owned(),
        _ if k + 1 == cities => format!(
            "Level {k}: home through all others. This is the tour, and it is answered as all before."
        ),
        1 => {
            "Level 1: through one city. That comes last, so go to it as level 0 says, and then on."
                .to_owned()
        }
        2 => {
            "Level 2: through two cities, in whatever order. Either may come last. Whichever does, \
              the way to\nit goes through the other, and level 1 has the cheapest. The one that is \
              cheaper in the end is the\nparent."
                .to_owned()
        }
        _ => format!("Level {k}: through {k} cities, any of which may come last."),
    }
}

/// A query, all that was weighed, and the answer.
fn told(walk: &Walk<i32>, costs: &CostMatrix<i32>, query: Query) -> String {
    let Some(answer) = walk.answer(query) else { return format!("{query}: no way") };
    let ways = query.through().filter_map(|last| {
        let others: Vec<usize> = query.through().filter(|city| *city != last).collect();
        let way = walk.answer(Query::new(last, &others))?.cost;
        let leg = costs[(last, query.end())];
        Some(format!("by {last} {way} + {leg} = {}", way + leg))
    });
    let ways = ways.collect::<Vec<String>>().join(", ");
    let ways = if ways.is_empty() { ways } else { ways + ". " };
    format!("{query}: {ways}Cost {}, parent {}", answer.cost, answer.parent)
}

/// The most pixels of a row of a picture.
const WIDTH: usize = 256;

/// Writes a level as a picture: a pixel for each query, and transparent ones after the last.
fn write_level(file: &Path, level: &[Query]) -> Outcome {
    let width = level.len().clamp(1, WIDTH);
    let height = level.len().div_ceil(width);
    let mut pixels: Vec<u8> = level.iter().flat_map(|query| query.pixel()).collect();
    pixels.resize(4 * width * height, 0);
    let to = BufWriter::new(File::create(file)?);
    let mut encoder = png::Encoder::new(to, u32::try_from(width)?, u32::try_from(height)?);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}

/// The queries in a picture.
fn read_level(file: &Path) -> Outcome<Vec<Query>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(file)?)).read_info()?;
    let size = reader.output_buffer_size().ok_or("the picture is too large")?;
    let mut bytes = vec![0; size];
    reader.next_frame(&mut bytes)?;
    let (pixels, _) = bytes.as_chunks::<4>();
    Ok(pixels.iter().filter_map(|pixel| Query::from_pixel(*pixel)).collect())
}
