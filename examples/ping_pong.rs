//! Ping-pong: steps that each read what the last one wrote, a thousand of them, without leaving
//! the device. Here a step is a generation of Conway's game of life.
//!
//!     cargo run --release --example ping_pong
//!     cargo run --release --example ping_pong -- ".O./..O/OOO" --generations 40
//!     cargo run --release --example ping_pong | less
//!
//! A generation must not overwrite cells that their neighbours have yet to read. So there are two
//! storages: a step reads the front, writes the back, and they swap.

mod support;

use std::io::{IsTerminal, Write, stdout};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use clap::Parser;
use indicatif::ProgressBar;
use kernel_engine::{Engine, Kernel, PingPong};
use support::Outcome;

/// Plays Conway's game of life on the device, and draws it
///
/// In a terminal the picture moves; a pipe or a file gets the last one. Each character shows eight
/// cells of the middle of a board of 640 by 640, whose edges meet.
#[derive(Parser)]
#[command(after_help = "Examples:
  ping_pong                                       five cells that come to rest at last
  ping_pong '.O./..O/OOO' --generations 150       a glider
  ping_pong '.O...../...O.../OO..OOO' | tail -1   an acorn, counted

KERNEL_ENGINE_DEVICE chooses the device: auto, gpu, cpu, or a part of its name.")]
struct Args {
    /// The rows to start with, parted by `/`; a dot is an empty cell, anything else a living one
    #[arg(default_value = ".OO/OO./.O.")]
    rows: String,

    /// How many generations to play
    #[arg(long, value_name = "N", default_value_t = 1103)]
    generations: usize,
}

const SIDE: usize = 640;

/// What one cell becomes. `at(j)` is any element of the front; `dst` is this element of the back.
/// Of nine cells, three alive are a birth or a survival; of four, the middle one survives.
const GENERATION: &str = "
    var alive = 0u;
    for (var k = 0u; k < 9u; k++) {
        let x = (i % side + side + k % 3u - 1u) % side;
        let y = (i / side + side + k / 3u - 1u) % side;
        alive += at(y * side + x);
    }
    dst = select(0u, 1u, alive == 3u || (alive == 4u && src == 1u));
";

fn main() -> ExitCode {
    support::run(play)
}

fn play(args: &Args, out: &mut dyn Write) -> Outcome {
    let mut start = vec![0u32; SIDE * SIDE];
    for (y, row) in args.rows.split('/').enumerate() {
        for (x, _) in row.chars().enumerate().filter(|(_, cell)| *cell != '.') {
            start[(SIDE / 2 + y) % SIDE * SIDE + (SIDE / 2 + x) % SIDE] = 1;
        }
    }

    let generation = Kernel::map::<u32, u32>(GENERATION).param::<u32>("side").build()?;
    let call = generation.call().set("side", SIDE);
    let mut board = PingPong::new(&Engine::new()?, &start)?;

    // A terminal sees every third generation, a pipe or a file the last.
    let moves = stdout().is_terminal();
    let clear = if moves { "\x1b[H\x1b[J" } else { "" };
    let steps = args.generations as u64;
    let bar = if moves { ProgressBar::hidden() } else { ProgressBar::new(steps) };
    let mut played = 0;
    loop {
        let is_last = played == args.generations;
        if is_last {
            bar.finish_and_clear();
        }
        if moves || is_last {
            let cells = board.front().download()?;
            let alive: u32 = cells.iter().sum();
            writeln!(out, "{clear}{}generation {played}: {alive} cells", draw(&cells))?;
        }
        if is_last {
            return Ok(());
        }
        // Many generations in few submissions; none comes back from the device. The closure gives
        // the call of each, so that parameters could change from one to the next.
        let more = if moves { 3 } else { 100 }.min(args.generations - played);
        board.iterate(more, |_| call.clone())?;
        played += more;
        bar.inc(more as u64);
        sleep(Duration::from_millis(if moves { 30 } else { 0 }));
    }
}

/// The middle of the board, each character eight cells as the dots of a Braille letter.
fn draw(cells: &[u32]) -> String {
    const DOTS: [(usize, usize); 8] =
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];
    let mut picture = String::new();
    for y in (SIDE / 2 - 44..SIDE / 2 + 44).step_by(4) {
        for x in (SIDE / 2 - 80..SIDE / 2 + 80).step_by(2) {
            let dots = DOTS.iter().enumerate();
            let dots: u32 = dots.map(|(k, (dx, dy))| cells[(y + dy) * SIDE + x + dx] << k).sum();
            picture.extend(if dots == 0 { Some(' ') } else { char::from_u32(0x2800 + dots) });
        }
        picture.push('\n');
    }
    picture
}
