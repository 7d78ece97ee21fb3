//! Lampshade: the library of that name, on the engine's device, from buffer to buffer.
//!
//! It has fixed operations on `u32`, so there is no map of its.

use anyhow::Result;
use lampshade::{
    Compactor, Error, KeyValue, KeyValueSoaSorter, KeyValueSorter, MaskGenerator, Reducer, Scanner,
    Sorter, U32Predicate, U32Reduction,
};
use wgpu::{Buffer, CommandEncoder};

use super::gpu::Gpu;
use super::operation::{Data, HALF, Operation, Output};
use crate::contest::{Contestant, Entry, Role, Time};

/// One of its operations with what it needs, `S`.
struct Recorded<'a, S> {
    gpu: &'a Gpu,
    state: S,
    /// Puts the input where an operation in place finds it.
    refill: fn(&S, &mut CommandEncoder),
    record: fn(&mut S, &mut CommandEncoder) -> Result<(), Error>,
    read: fn(&Gpu, &S) -> Result<Output>,
}

impl<S> Contestant<Output> for Recorded<'_, S> {
    fn output(&mut self) -> Result<Output> {
        self.gpu.run(|encoder| {
            (self.refill)(&self.state, encoder);
            Ok((self.record)(&mut self.state, encoder)?)
        })?;
        (self.read)(self.gpu, &self.state)
    }

    fn turn(&mut self) -> Result<Time> {
        let Self { gpu, state, refill, record, .. } = self;
        gpu.time(state, *refill, |state, encoder| Ok(record(state, encoder)?))
    }
}

fn nothing<S>(_: &S, _: &mut CommandEncoder) {}

pub(crate) fn entries<'a>(
    gpu: &'a Gpu,
    operation: Operation,
    data: &Data,
) -> Vec<Entry<'a, Output>> {
    let entry = |what: &str, contestant| Entry {
        name: format!("lampshade 0.13{what}"),
        role: Role::Rival,
        contestant,
    };
    match operation {
        Operation::Map | Operation::Saxpy | Operation::RoundTrip => Vec::new(),
        Operation::Reduce => vec![entry("", reduce(gpu, data))],
        Operation::Scan => vec![entry("", scan(gpu, data))],
        Operation::Filter => vec![
            entry(", mask + compact", filter(gpu, data)),
            entry(", mask given", compact(gpu, data)),
        ],
        Operation::Sort => vec![entry("", sort(gpu, data))],
        Operation::SortPairs => vec![
            entry(", as pairs", sort_pairs(gpu, data)),
            entry(", as two arrays", sort_soa(gpu, data)),
        ],
    }
}

type Boxed<'a> = Result<Box<dyn Contestant<Output> + 'a>>;

fn reduce<'a>(gpu: &'a Gpu, data: &Data) -> Boxed<'a> {
    let reducer = Reducer::new(&gpu.device, &gpu.queue);
    let state = (reducer, gpu.upload(&data.words)?, gpu.results(1)?, data.len() as u32);
    Ok(Box::new(Recorded {
        gpu,
        state,
        refill: nothing,
        record: |(reducer, input, sum, len), encoder| {
            reducer.record_reduce(encoder, input, sum, *len, U32Reduction::Sum)
        },
        read: |gpu, (_, _, sum, _)| Ok(Output::Words(gpu.download(sum, 1)?)),
    }))
}

fn scan<'a>(gpu: &'a Gpu, data: &Data) -> Boxed<'a> {
    let scanner = Scanner::new_for_adapter(&gpu.device, &gpu.queue, &gpu.info);
    let len = data.len();
    let state = (scanner, gpu.upload(&data.words)?, gpu.results(len)?, len);
    Ok(Box::new(Recorded {
        gpu,
        state,
        refill: nothing,
        record: |(scanner, input, sums, len), encoder| {
            scanner.record_scan(encoder, input, sums, *len as u32)
        },
        read: |gpu, (_, _, sums, len)| Ok(Output::Words(gpu.download(sums, *len)?)),
    }))
}

/// Its filter takes a mask, a word for each element, which another operation makes.
struct Filter {
    masks: MaskGenerator,
    compactor: Compactor,
    input: Buffer,
    mask: Buffer,
    kept: Buffer,
    count: Buffer,
    len: u32,
}

impl Filter {
    fn new(gpu: &Gpu, data: &Data) -> Result<Self> {
        Ok(Self {
            masks: MaskGenerator::new(&gpu.device, &gpu.queue),
            compactor: Compactor::new(&gpu.device, &gpu.queue),
            input: gpu.upload(&data.words)?,
            mask: gpu.results(data.len())?,
            kept: gpu.results(data.len())?,
            count: gpu.results(1)?,
            len: data.len() as u32,
        })
    }

    fn mask(&self, encoder: &mut CommandEncoder) -> Result<(), Error> {
        let kept = U32Predicate::LessThan(HALF);
        self.masks.record_mask(encoder, &self.input, &self.mask, self.len, kept)
    }

    fn compact(&mut self, encoder: &mut CommandEncoder) -> Result<(), Error> {
        let Self { compactor, input, mask, kept, count, len, .. } = self;
        compactor.record_compact(encoder, input, mask, kept, count, *len)
    }

    fn read(gpu: &Gpu, Self { kept, count, .. }: &Self) -> Result<Output> {
        let count = gpu.download(count, 1)?.first().copied().unwrap_or_default();
        Ok(Output::Words(gpu.download(kept, count as usize)?))
    }
}

fn filter<'a>(gpu: &'a Gpu, data: &Data) -> Boxed<'a> {
    Ok(Box::new(Recorded {
        gpu,
        state: Filter::new(gpu, data)?,
        refill: nothing,
        record: |filter, encoder| {
            filter.mask(encoder)?;
            filter.compact(encoder)
        },
        read: Filter::read,
    }))
}

fn compact<'a>(gpu: &'a Gpu, data: &Data) -> Boxed<'a> {
    let state = Filter::new(gpu, data)?;
    gpu.run(|encoder| Ok(state.mask(encoder)?))?;
    let record = Filter::compact;
    Ok(Box::new(Recorded { gpu, state, refill: nothing, record, read: Filter::read }))
}

fn sort<'a>(gpu: &'a Gpu, data: &Data) -> Boxed<'a> {
    let sorter = Sorter::new_for_adapter(&gpu.device, &gpu.queue, &gpu.info);
    let len = data.len();
    let state = (sorter, gpu.upload(&data.words)?, gpu.results(len)?, len);
    Ok(Box::new(Recorded {
        gpu,
        state,
        refill: nothing,
        record: |(sorter, input, sorted, len), encoder| {
            sorter.record_sort(encoder, input, sorted, *len as u32)
        },
        read: |gpu, (_, _, sorted, len)| Ok(Output::Words(gpu.download(sorted, *len)?)),
    }))
}

fn sort_pairs<'a>(gpu: &'a Gpu, data: &Data) -> Boxed<'a> {
    let sorter = KeyValueSorter::new_for_adapter(&gpu.device, &gpu.queue, &gpu.info);
    let pairs = data.words.iter().zip(&data.places).map(|(key, value)| KeyValue::new(*key, *value));
    let pairs: Vec<KeyValue> = pairs.collect();
    let len = data.len();
    let state = (sorter, gpu.upload(&pairs)?, gpu.results(2 * len)?, len);
    Ok(Box::new(Recorded {
        gpu,
        state,
        refill: nothing,
        record: |(sorter, input, sorted, len), encoder| {
            sorter.record_sort(encoder, input, sorted, *len as u32)
        },
        read: |gpu, (_, _, sorted, len)| {
            let words = gpu.download(sorted, 2 * len)?;
            let pairs = words.as_chunks::<2>().0.iter();
            let (keys, values) = pairs.map(|[key, value]| (*key, *value)).unzip();
            Ok(Output::Pairs(keys, values))
        },
    }))
}

/// Sorts in place: keys and values, and where both come from.
struct Soa {
    sorter: KeyValueSoaSorter,
    input: [Buffer; 2],
    sorted: [Buffer; 2],
    len: usize,
}

fn sort_soa<'a>(gpu: &'a Gpu, data: &Data) -> Boxed<'a> {
    let len = data.len();
    let state = Soa {
        sorter: KeyValueSoaSorter::new(&gpu.device, &gpu.queue),
        input: [gpu.upload(&data.words)?, gpu.upload(&data.places)?],
        sorted: [gpu.results(len)?, gpu.results(len)?],
        len,
    };
    Ok(Box::new(Recorded {
        gpu,
        state,
        refill: |Soa { input, sorted, .. }, encoder| {
            for (from, to) in input.iter().zip(sorted) {
                encoder.copy_buffer_to_buffer(from, 0, to, 0, from.size());
            }
        },
        record: |Soa { sorter, sorted: [keys, values], len, .. }, encoder| {
            sorter.record_sort(encoder, keys, values, *len as u32)
        },
        read: |gpu, Soa { sorted: [keys, values], len, .. }| {
            Ok(Output::Pairs(gpu.download(keys, *len)?, gpu.download(values, *len)?))
        },
    }))
}
