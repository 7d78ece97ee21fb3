//! Cpu: the same operations in plain Rust, on one thread, and with rayon on all.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Result;
use rayon::prelude::*;

use super::operation::{A, Data, HALF, Operation, Output, formula};
use crate::contest::{Contestant, Entry, Role, Time};

/// Work from the data to an output that it keeps, `O`.
struct OnCpu<'a, O> {
    data: &'a Data,
    output: O,
    work: fn(&Data, &mut O),
    read: fn(&O) -> Output,
}

/// A turn shorter than this runs many times, since clocks are coarse.
const SHORTEST: f64 = 20e-6;

impl<O> Contestant<Output> for OnCpu<'_, O> {
    fn output(&mut self) -> Result<Output> {
        (self.work)(self.data, &mut self.output);
        Ok((self.read)(&self.output))
    }

    fn turn(&mut self) -> Result<Time> {
        let (mut runs, mut more) = (0, 1);
        let start = Instant::now();
        loop {
            for _ in 0..more {
                (self.work)(black_box(self.data), black_box(&mut self.output));
            }
            runs += more;
            more = runs;
            let time = start.elapsed().as_secs_f64();
            if time >= SHORTEST {
                return Ok(Time { wall: time / f64::from(runs), device: None });
            }
        }
    }
}

pub(crate) fn entries(operation: Operation, data: &Data) -> [Entry<'_, Output>; 2] {
    let entry = |name, contestant| Entry { name, role: Role::Rival, contestant: Ok(contestant) };
    let threads = rayon::current_num_threads();
    [
        entry(format!("rayon, {threads} threads"), on_all_threads(operation, data)),
        entry("plain Rust, 1 thread".to_owned(), on_one_thread(operation, data)),
    ]
}

type Boxed<'a> = Box<dyn Contestant<Output> + 'a>;

fn floats<'a>(data: &'a Data, work: fn(&Data, &mut Vec<f32>)) -> Boxed<'a> {
    let output = vec![0.0; data.len()];
    Box::new(OnCpu { data, output, work, read: |out| Output::Floats(out.clone()) })
}

fn words<'a>(data: &'a Data, work: fn(&Data, &mut Vec<u32>)) -> Boxed<'a> {
    let output = vec![0; data.len()];
    Box::new(OnCpu { data, output, work, read: |out| Output::Words(out.clone()) })
}

/// Pairs stand together, as one has them in Rust.
fn pairs<'a>(data: &'a Data, work: fn(&[(u32, u32)], &mut [(u32, u32)])) -> Boxed<'a> {
    let input: Vec<_> = data.words.iter().copied().zip(data.places.iter().copied()).collect();
    let output = (work, input.clone(), input);
    Box::new(OnCpu {
        data,
        output,
        work: |_, (work, input, out)| work(input, out),
        read: |(.., out)| {
            let (keys, values) = out.iter().copied().unzip();
            Output::Pairs(keys, values)
        },
    })
}

fn on_one_thread(operation: Operation, data: &Data) -> Boxed<'_> {
    match operation {
        Operation::Map => floats(data, |data, out| {
            data.x.iter().zip(out).for_each(|(x, out)| *out = formula(*x));
        }),
        Operation::Saxpy => floats(data, |data, out| {
            data.x.iter().zip(&data.y).zip(out).for_each(|((x, y), out)| *out = A * x + y);
        }),
        Operation::Reduce => words(data, |data, out| {
            *out = vec![data.words.iter().copied().fold(0, u32::wrapping_add)];
        }),
        Operation::Scan => words(data, |data, out| {
            let mut sum = 0u32;
            for (word, out) in data.words.iter().zip(out) {
                sum = sum.wrapping_add(*word);
                *out = sum;
            }
        }),
        Operation::Filter => words(data, |data, out| {
            out.clear();
            out.extend(data.words.iter().filter(|word| **word < HALF));
        }),
        Operation::Sort => words(data, |data, out| {
            out.copy_from_slice(&data.words);
            out.sort_unstable();
        }),
        Operation::SortPairs => pairs(data, |input, out| {
            out.copy_from_slice(input);
            out.sort_by_key(|pair| pair.0);
        }),
        Operation::RoundTrip => floats(data, |data, out| {
            *out = data.x.iter().map(|x| formula(*x)).collect();
        }),
    }
}

/// Elements that a thread takes at a time.
const CHUNK: usize = 1 << 14;

fn on_all_threads(operation: Operation, data: &Data) -> Boxed<'_> {
    match operation {
        Operation::Map => floats(data, |data, out| {
            let chunks = data.x.par_chunks(CHUNK).zip(out.par_chunks_mut(CHUNK));
            chunks.for_each(|(x, out)| {
                x.iter().zip(out).for_each(|(x, out)| *out = formula(*x));
            });
        }),
        Operation::Saxpy => floats(data, |data, out| {
            let chunks = data.x.par_chunks(CHUNK).zip(data.y.par_chunks(CHUNK));
            chunks.zip(out.par_chunks_mut(CHUNK)).for_each(|((x, y), out)| {
                x.iter().zip(y).zip(out).for_each(|((x, y), out)| *out = A * x + y);
            });
        }),
        Operation::Reduce => words(data, |data, out| {
            *out = vec![data.words.par_chunks(CHUNK).map(sum).reduce(|| 0, u32::wrapping_add)];
        }),
        Operation::Scan => words(data, |data, out| {
            let mut before = 0u32;
            let totals: Vec<u32> = data.words.par_chunks(CHUNK).map(sum).collect();
            let start = |total: u32| {
                let start = before;
                before = before.wrapping_add(total);
                start
            };
            let starts: Vec<u32> = totals.into_iter().map(start).collect();
            let chunks = data.words.par_chunks(CHUNK).zip(out.par_chunks_mut(CHUNK)).zip(starts);
            chunks.for_each(|((words, out), mut sum)| {
                for (word, out) in words.iter().zip(out) {
                    sum = sum.wrapping_add(*word);
                    *out = sum;
                }
            });
        }),
        Operation::Filter => words(data, |data, out| {
            let parts = data.words.par_iter().copied().filter(|word| *word < HALF);
            out.clear();
            out.par_extend(parts);
        }),
        Operation::Sort => words(data, |data, out| {
            out.copy_from_slice(&data.words);
            out.par_sort_unstable();
        }),
        Operation::SortPairs => pairs(data, |input, out| {
            out.copy_from_slice(input);
            out.par_sort_by_key(|pair| pair.0);
        }),
        Operation::RoundTrip => floats(data, |data, out| {
            *out = data.x.par_iter().map(|x| formula(*x)).collect();
        }),
    }
}

fn sum(words: &[u32]) -> u32 {
    words.iter().copied().fold(0, u32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn both_are_right_at_every_length() {
        for elements in [0, 1, 2, 1000, CHUNK, CHUNK + 1, 3 * CHUNK + 7] {
            let data = Data::new(elements);
            for &operation in Operation::value_variants() {
                for Entry { name, contestant, .. } in entries(operation, &data) {
                    let output = contestant.and_then(|mut contestant| contestant.output());
                    let verdict = output.and_then(|output| operation.check(&data, output));
                    assert!(verdict.is_ok(), "{operation:?} of {elements}, {name}: {verdict:?}");
                }
            }
        }
    }
}
