//! Where instances come from: a file, line by line, or chance.

use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::path::Path;

use rayon::prelude::*;

use crate::Args;
use crate::instance::{Instance, numbers};
use crate::support::Outcome;

/// Costs of random instances that are in memory at a time, and how many instances at most.
const COSTS: usize = 1 << 25;
const CHUNK: usize = 1 << 18;

/// Bytes of a file that are in memory at a time; no line is longer.
const BLOCK: u64 = 1 << 24;

/// Where instances come from.
pub(crate) struct Source {
    pub(crate) name: String,
    from: Box<dyn Read>,
    /// Lines that were read, and the start of the one after them.
    lines: usize,
    rest: Vec<u8>,
    /// Random instances that are still to come.
    left: usize,
}

impl Source {
    pub(crate) fn new(args: &Args) -> Outcome<Self> {
        let (name, from): (String, Box<dyn Read>) = match &args.file {
            None => ("random instances".to_owned(), Box::new(io::empty())),
            Some(path) if path == Path::new("-") => ("stdin".to_owned(), Box::new(io::stdin())),
            Some(path) => {
                let name = path.display().to_string();
                let file = File::open(path).map_err(|why| format!("cannot read {name}: {why}"))?;
                (name, Box::new(file))
            }
        };
        let left = if args.file.is_none() { args.random } else { 0 };
        Ok(Self { name, from, lines: 0, rest: Vec::new(), left })
    }

    /// The next instances; none at the end.
    pub(crate) fn chunk(&mut self, args: &Args) -> Outcome<Vec<Instance>> {
        if self.left > 0 {
            let chunk = (COSTS / args.cities.pow(2).max(1)).min(CHUNK);
            let made = self.left.saturating_sub(chunk)..self.left;
            self.left = made.start;
            let instances = made.into_par_iter().rev().map(|number| random(args, number));
            return Ok(instances.collect::<Result<_, _>>()?);
        }
        loop {
            let block = self.block()?;
            let lines: Vec<&[u8]> = block.split(|byte| *byte == b'\n').collect();
            let before = self.lines;
            let read = |(at, line): (usize, &&[u8])| {
                let line = String::from_utf8_lossy(line);
                let text = line.trim_start_matches('\u{feff}').trim();
                let says = !text.is_empty() && !text.starts_with('#');
                let at = before + at + 1;
                let instance = |text| Instance::new(at, numbers(text)?, args);
                says.then(|| instance(text).map_err(|why| (at, why)))
            };
            let instances = lines.par_iter().enumerate().filter_map(read);
            let instances: Result<Vec<Instance>, (usize, String)> = instances.collect();
            let instances =
                instances.map_err(|(line, why)| format!("line {line} of {}: {why}", self.name))?;
            // What follows the last line break is an empty line, but for the end of a file.
            self.lines += lines.len() - 1;
            if block.is_empty() || !instances.is_empty() {
                return Ok(instances);
            }
        }
    }

    /// The next lines, whole.
    fn block(&mut self) -> Outcome<Vec<u8>> {
        let mut block = mem::take(&mut self.rest);
        let got = self.from.by_ref().take(BLOCK).read_to_end(&mut block);
        let got = got.map_err(|why| format!("cannot read {}: {why}", self.name))?;
        let end = block.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        if (got as u64) < BLOCK {
            return Ok(block);
        }
        if end == 0 {
            let (line, name) = (self.lines + 1, &self.name);
            return Err(format!("line {line} of {name}: expected at most {BLOCK} bytes").into());
        }
        self.rest = block.split_off(end);
        Ok(block)
    }
}

/// The random instance of that number.
fn random(args: &Args, number: usize) -> Result<Instance, String> {
    let seed = args.seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = fastrand::Rng::with_seed(seed);
    let of_each = if args.matrix { args.cities } else { 2 };
    let numbers = (0..args.cities * of_each).map(|_| f64::from(random.u16(..))).collect();
    Instance::new(0, numbers, args)
}
