//! The page's formula on the CPU: what the device's results and times are held against.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::progress;

/// Elements that a thread takes at a time; their input and output fit its cache.
const CHUNK: usize = 1 << 14;

/// Elements mapped before the clock starts: they start the threads and wake the processor. The
/// pages of the output have been touched by the device's results.
const WARM_UP: usize = 1 << 20;

/// What the CPU took, and how far all were from exact.
pub(crate) struct Measured {
    pub(crate) single: Duration,
    pub(crate) all: Duration,
    pub(crate) threads: usize,
    pub(crate) own_error: Compared,
    pub(crate) device_error: Compared,
}

/// How results compare with the exact ones.
#[derive(Clone, Copy, Default)]
pub(crate) struct Compared {
    /// The largest of `|result - exact| / max(|exact|, 0.5)`.
    pub(crate) max_relative_error: f64,
    /// Elements whose square no f32 holds, so that no result of theirs can be called right.
    pub(crate) left_out: usize,
}

/// The formula, as the kernel has it.
fn formula(x: f32) -> f32 {
    x + (x * x).sin().cos().tan()
}

/// The same with far more digits than any f32 has.
fn exact(x: f32) -> f64 {
    let x = f64::from(x);
    x + (x * x).sin().cos().tan()
}

fn map(input: &[f32], output: &mut [f32]) {
    for (x, y) in input.iter().zip(output) {
        *y = formula(*x);
    }
}

/// Maps `input` on one thread and on all, and checks both results.
pub(crate) fn run(
    input: &[f32],
    output: &mut [f32],
    device_error: Compared,
) -> Result<Measured, String> {
    let single = timed("running on one thread", input, output, |input, output, done| {
        for (x, y) in input.chunks(CHUNK).zip(output.chunks_mut(CHUNK)) {
            map(x, y);
            done(x.len());
        }
    });
    let own_error = compare("one thread of the CPU", input, output)?;
    output.fill(0.0);
    let all = timed("running on all threads", input, output, |input, output, done| {
        input.par_chunks(CHUNK).zip(output.par_chunks_mut(CHUNK)).for_each(|(x, y)| {
            map(x, y);
            done(x.len());
        });
    });
    compare("all threads of the CPU", input, output)?;
    Ok(Measured { single, all, threads: rayon::current_num_threads(), own_error, device_error })
}

/// How long `work` takes for all elements, after some to warm up with.
fn timed(
    what: &'static str,
    input: &[f32],
    output: &mut [f32],
    work: impl Fn(&[f32], &mut [f32], &(dyn Fn(usize) + Sync)),
) -> Duration {
    let few = input.len().min(WARM_UP);
    work(&input[..few], &mut output[..few], &|_| {});
    let bar = progress::bar(what, input.len());
    let start = Instant::now();
    work(input, output, &|len| bar.inc(len as u64));
    start.elapsed()
}

/// Compares results with the exact ones.
///
/// # Errors
///
/// Names the first result that is wrong rather than imprecise; then no time is worth telling.
pub(crate) fn compare(who: &str, input: &[f32], output: &[f32]) -> Result<Compared, String> {
    let bar = progress::bar("checking the results", input.len());
    let chunks = input.par_chunks(CHUNK).zip(output.par_chunks(CHUNK)).enumerate();
    chunks
        .map(|(k, (input, output))| {
            let mut all = Compared::default();
            for (j, (x, y)) in input.iter().zip(output).enumerate() {
                if !(x * x).is_finite() {
                    all.left_out += 1;
                    continue;
                }
                let (exact, got) = (exact(*x), f64::from(*y));
                let difference = (got - exact).abs();
                // A NaN is not near.
                let is_near = difference <= allowed(*x);
                if !is_near {
                    return Err(format!(
                        "{who} maps element {}, which is {x}, to {y} instead of {exact}: its results are wrong, so there are no times; another --device may do better",
                        k * CHUNK + j
                    ));
                }
                let relative = difference / exact.abs().max(0.5);
                all.max_relative_error = all.max_relative_error.max(relative);
            }
            bar.inc(input.len() as u64);
            Ok(all)
        })
        .try_reduce(Compared::default, |a, b| {
            Ok(Compared {
                max_relative_error: a.max_relative_error.max(b.max_relative_error),
                left_out: a.left_out + b.left_out,
            })
        })
}

/// How far a sound result may be from the exact one.
///
/// WGSL promises sin and cos to 2^-11, and `tan` of such a cosine then to about 2^-8; the square of
/// `x` is rounded, and reduced to one turn, with an error in proportion to it; so is the sum.
fn allowed(x: f32) -> f64 {
    let x = f64::from(x);
    2f64.powi(-7) + x * x * 2f64.powi(-18) + x.abs() * 2f64.powi(-22)
}
