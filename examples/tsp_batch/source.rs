//! Where instances come from: a file, line by line, or chance.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use rayon::prelude::*;

use crate::Args;
use crate::instance::{Instance, numbers};
use crate::support::Outcome;

/// Instances that are in memory at a time.
const CHUNK: usize = 1 << 16;

/// More bytes than any line has.
const LONGEST_LINE: u64 = 1 << 20;

/// Where instances come from.
pub(crate) struct Source {
    pub(crate) name: String,
    from: Box<dyn BufRead>,
    line: usize,
    random: fastrand::Rng,
    /// Random instances that are still to come.
    left: usize,
}

impl Source {
    pub(crate) fn new(args: &Args) -> Outcome<Self> {
        let (name, from): (String, Box<dyn BufRead>) = match &args.file {
            None => ("random instances".to_owned(), Box::new(io::empty())),
            Some(path) if path == Path::new("-") => {
                ("stdin".to_owned(), Box::new(BufReader::new(io::stdin())))
            }
            Some(path) => {
                let name = path.display().to_string();
                let file = File::open(path).map_err(|why| format!("cannot read {name}: {why}"))?;
                (name, Box::new(BufReader::new(file)))
            }
        };
        let left = if args.file.is_none() { args.random } else { 0 };
        Ok(Self { name, from, line: 0, random: fastrand::Rng::with_seed(args.seed), left })
    }

    /// The next instances; none at the end.
    pub(crate) fn chunk(&mut self, args: &Args) -> Outcome<Vec<Instance>> {
        let made = (0..self.left.min(CHUNK)).map(|_| {
            let of_each = if args.matrix { args.cities } else { 2 };
            let numbers = (0..args.cities * of_each).map(|_| f64::from(self.random.u16(..)));
            (0, numbers.collect::<Vec<_>>())
        });
        let made: Vec<(usize, Vec<f64>)> = made.collect();
        self.left -= made.len();
        let lines = self.lines()?;
        let read = lines
            .par_iter()
            .map(|(line, text)| Ok((*line, numbers(text).map_err(|why| (*line, why))?)));
        let instances = made.into_par_iter().map(Ok).chain(read).map(|numbers| {
            let (line, numbers) = numbers?;
            Instance::new(line, &numbers, args).map_err(|why| (line, why))
        });
        let instances: Result<Vec<Instance>, (usize, String)> = instances.collect();
        Ok(instances.map_err(|(line, why)| format!("line {line} of {}: {why}", self.name))?)
    }

    /// The next lines that say something, with their numbers.
    fn lines(&mut self) -> Outcome<Vec<(usize, String)>> {
        let mut lines = Vec::new();
        while lines.len() < CHUNK {
            let mut bytes = Vec::new();
            let got = self.from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            if got.map_err(|why| format!("cannot read {}: {why}", self.name))? == 0 {
                break;
            }
            self.line += 1;
            if bytes.len() as u64 == LONGEST_LINE {
                let (line, name) = (self.line, &self.name);
                return Err(
                    format!("line {line} of {name}: expected at most a million bytes").into()
                );
            }
            let text = String::from_utf8_lossy(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() && !text.starts_with('#') {
                lines.push((self.line, text.to_owned()));
            }
        }
        Ok(lines)
    }
}
