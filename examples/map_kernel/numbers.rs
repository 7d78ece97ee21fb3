//! Numbers from a seed or a file, and into a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use npyz::{NpyFile, WriterBuilder};
use rayon::prelude::*;

use crate::memory::filled;
use crate::output::unwritable;
use crate::progress;
use crate::support::Outcome;

const SEED: u64 = 2017;

/// Numbers made from one seed, so that they are the same however many threads make them.
const CHUNK: usize = 1 << 16;

/// More bytes than any line with a number has.
const LONGEST_LINE: u64 = 4096;

/// Whether a path stands for stdin or stdout.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Floats uniform in [0, 10), the same each time.
pub(crate) fn random(len: usize) -> Outcome<Vec<f32>> {
    let mut numbers = filled(len, |_| 0.0)?;
    numbers.par_chunks_mut(CHUNK).enumerate().for_each(|(k, chunk)| {
        let mut random = fastrand::Rng::with_seed(SEED + k as u64);
        chunk.fill_with(|| random.f32() * 10.0);
    });
    Ok(numbers)
}

/// The numbers of a file, be it text or .npy; what it begins with tells which.
pub(crate) fn read(path: &Path) -> Outcome<Vec<f32>> {
    let cannot = |error| {
        format!("cannot read {}: {error}; --input takes a text file or a .npy", path.display())
    };
    let (name, mut from): (String, Box<dyn BufRead>) = match is_standard(path) {
        true => ("stdin".to_owned(), Box::new(io::stdin().lock())),
        false => {
            let file = File::open(path).map_err(cannot)?;
            let bytes = file.metadata().map_err(cannot)?.len();
            let bar = progress::bar("reading", bytes as usize);
            (path.display().to_string(), Box::new(BufReader::new(bar.wrap_read(file))))
        }
    };
    let numbers = match from.fill_buf().map_err(cannot)?.starts_with(b"\x93NUMPY") {
        true => read_npy(&name, from)?,
        false => read_text(&name, from)?,
    };
    if numbers.is_empty() {
        return Err(format!("{name} holds no numbers, and one at least is needed").into());
    }
    Ok(numbers)
}

fn read_text(name: &str, mut from: impl BufRead) -> Outcome<Vec<f32>> {
    let mut numbers = Vec::new();
    let mut line = Vec::new();
    for number in 1u64.. {
        line.clear();
        let got = from.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if got.map_err(|error| format!("line {number} of {name}: {error}"))? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if line.len() as u64 == LONGEST_LINE {
            return Err(
                format!("line {number} of {name} is too long: write one number a line").into()
            );
        }
        if !text.is_empty() && !text.starts_with('#') {
            numbers.push(parse(text).map_err(|why| format!("line {number} of {name}: {why}"))?);
        }
    }
    Ok(numbers)
}

/// A number as an f32 has it. A finite one does not become infinite unnoticed.
fn parse(text: &str) -> Result<f32, String> {
    let number: f32 = text.parse().map_err(|_| {
        let start: String = text.chars().take(40).collect();
        format!("{start:?} is not a number; write one a line, such as 3.25, -1e-3, nan or inf")
    })?;
    let meant = !number.is_infinite() || text.to_ascii_lowercase().contains("inf");
    let beyond = || format!("{text} is beyond the largest f32, 3.4e38; write inf if that is meant");
    meant.then_some(number).ok_or_else(beyond)
}

fn read_npy(name: &str, from: impl BufRead) -> Outcome<Vec<f32>> {
    let broken = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            format!("{name} ends before its last number: copy or save it again")
        }
        _ => format!("{name} is no .npy that can be read: {error}"),
    };
    let npy = NpyFile::new(from).map_err(broken)?;
    let (kind, shape) = (npy.dtype().descr(), npy.shape().to_vec());
    if shape.len() != 1 {
        let shape: Vec<String> = shape.iter().map(u64::to_string).collect();
        return Err(format!(
            "{name} has the shape ({}), and one dimension is needed: save `a.ravel()`",
            shape.join(", ")
        )
        .into());
    }
    let numbers = npy.data::<f32>().map_err(|_| {
        format!("{name} holds {kind}, and float32 is needed: save `a.astype(numpy.float32)`")
    })?;
    Ok(numbers.collect::<io::Result<_>>().map_err(broken)?)
}

/// Writes results as .npy where the path ends so, else as text that reads back to the bit.
pub(crate) fn write(path: &Path, numbers: &[f32]) -> Outcome {
    if is_standard(path) {
        // Kept as it is, since a closed pipe is no failure.
        return Ok(write_text(io::stdout().lock(), numbers)?);
    }
    let is_npy = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("npy"));
    let written = File::create(path).and_then(|file| match is_npy {
        true => write_npy(file, numbers),
        false => write_text(file, numbers),
    });
    written.map_err(|error| unwritable("--output", path, &error).into())
}

fn write_text(to: impl Write, numbers: &[f32]) -> io::Result<()> {
    let bar = progress::bar("writing", numbers.len());
    let mut to = BufWriter::new(to);
    for chunk in numbers.chunks(CHUNK) {
        for number in chunk {
            writeln!(to, "{number}")?;
        }
        bar.inc(chunk.len() as u64);
    }
    to.flush()
}

fn write_npy(to: impl Write, numbers: &[f32]) -> io::Result<()> {
    let bar = progress::bar("writing", numbers.len());
    let mut to = BufWriter::new(to);
    let options = npyz::WriteOptions::new().default_dtype().shape(&[numbers.len() as u64]);
    let mut npy = options.writer(&mut to).begin_nd()?;
    for chunk in numbers.chunks(CHUNK) {
        npy.extend(chunk.iter().copied())?;
        bar.inc(chunk.len() as u64);
    }
    npy.finish()?;
    to.flush()
}
