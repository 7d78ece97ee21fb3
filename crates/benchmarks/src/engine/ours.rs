//! Ours: the engine's side of each operation.

use std::time::Instant;

use anyhow::Result;
use kernel_engine::{Clock, Engine, Filtered, Kernel, Sort};

use super::operation::{A, Data, HALF, Operation, Output};
use crate::contest::{Contestant, Entry, Role, Time};

const FORMULA: &str = "dst = src + tan(cos(sin(src * src)));";

/// One of its operations with what it needs, `S`.
struct Ours<'a, S> {
    engine: &'a Engine,
    state: S,
    run: fn(&S) -> kernel_engine::Result<()>,
    read: fn(&S) -> kernel_engine::Result<Output>,
}

impl<S> Contestant<Output> for Ours<'_, S> {
    fn output(&mut self) -> Result<Output> {
        (self.run)(&self.state)?;
        Ok((self.read)(&self.state)?)
    }

    fn turn(&mut self) -> Result<Time> {
        self.engine.wait()?;
        let start = Instant::now();
        (self.run)(&self.state)?;
        self.engine.wait()?;
        let wall = start.elapsed().as_secs_f64();
        let ((), report) = self.engine.profile(|| (self.run)(&self.state))?;
        let on_device = report.clock == Clock::Device;
        let device = on_device.then_some(report.execute.as_secs_f64());
        Ok(Time { wall, device })
    }
}

/// From the host to the host: `execute` with its call and data, by the host's clock alone.
struct RoundTrip<'a> {
    engine: &'a Engine,
    call: kernel_engine::Call<kernel_engine::Map<f32, f32>>,
    x: &'a [f32],
}

impl Contestant<Output> for RoundTrip<'_> {
    fn output(&mut self) -> Result<Output> {
        Ok(Output::Floats(self.call.execute(self.engine, self.x)?))
    }

    fn turn(&mut self) -> Result<Time> {
        let start = Instant::now();
        let result = self.call.execute(self.engine, self.x)?;
        let wall = start.elapsed().as_secs_f64();
        drop(result);
        Ok(Time { wall, device: None })
    }
}

pub(crate) fn entry<'a>(
    engine: &'a Engine,
    operation: Operation,
    data: &'a Data,
) -> Entry<'a, Output> {
    let contestant = contestant(engine, operation, data);
    Entry { name: "kernel-engine".to_owned(), role: Role::Ours, contestant }
}

fn contestant<'a>(
    engine: &'a Engine,
    operation: Operation,
    data: &'a Data,
) -> Result<Box<dyn Contestant<Output> + 'a>> {
    let len = data.len();
    Ok(match operation {
        Operation::Map => {
            let call = Kernel::map::<f32, f32>(FORMULA).build()?.call();
            Box::new(Ours {
                engine,
                state: (call, engine.storage(&data.x)?, engine.zeros(len)?),
                run: |(call, x, out)| call.run_into(x, out),
                read: |(.., out)| out.download().map(Output::Floats),
            })
        }
        Operation::Saxpy => {
            let kernel = Kernel::map::<f32, f32>("dst = a * src + y;").param::<f32>("a");
            let call = kernel.input::<f32>("y").build()?.call();
            let call = call.set("a", A).bind("y", &engine.storage(&data.y)?);
            Box::new(Ours {
                engine,
                state: (call, engine.storage(&data.x)?, engine.zeros(len)?),
                run: |(call, x, out)| call.run_into(x, out),
                read: |(.., out)| out.download().map(Output::Floats),
            })
        }
        Operation::RoundTrip => {
            let call = Kernel::map::<f32, f32>(FORMULA).build()?.call();
            Box::new(RoundTrip { engine, call, x: &data.x })
        }
        Operation::Reduce => {
            let call = Kernel::reduce("dst = a + b;", 0u32).build()?.call();
            Box::new(Ours {
                engine,
                state: (call, engine.storage(&data.words)?, engine.zeros(1)?),
                run: |(call, words, sum)| call.run_into(words, sum),
                read: |(.., sum)| sum.download().map(Output::Words),
            })
        }
        Operation::Scan => {
            let call = Kernel::scan("dst = a + b;", 0u32).build()?.call();
            Box::new(Ours {
                engine,
                state: (call, engine.storage(&data.words)?, engine.zeros(len)?),
                run: |(call, words, sums)| call.run_into(words, sums),
                read: |(.., sums)| sums.download().map(Output::Words),
            })
        }
        Operation::Filter => {
            let kernel = Kernel::filter::<u32>("dst = src < half;").param::<u32>("half");
            let call = kernel.build()?.call().set("half", HALF);
            let kept = Filtered { elements: engine.zeros(len)?, count: engine.zeros(1)? };
            Box::new(Ours {
                engine,
                state: (call, engine.storage(&data.words)?, kept),
                run: |(call, words, kept)| call.run_into(words, kept),
                read: |(.., kept)| kept.download().map(Output::Words),
            })
        }
        Operation::Sort => Box::new(Ours {
            engine,
            state: (Sort::new(engine), engine.storage(&data.words)?, engine.zeros(len)?),
            run: |(sort, words, sorted)| sort.sort(words, sorted),
            read: |(.., sorted)| sorted.download().map(Output::Words),
        }),
        Operation::SortPairs => Box::new(Ours {
            engine,
            state: (
                Sort::new(engine),
                (engine.storage(&data.words)?, engine.storage(&data.places)?),
                (engine.zeros(len)?, engine.zeros(len)?),
            ),
            run: |(sort, (keys, values), (sorted, places))| {
                sort.sort_by_key(keys, values, sorted, places)
            },
            read: |(.., (sorted, places))| {
                Ok(Output::Pairs(sorted.download()?, places.download()?))
            },
        }),
    })
}
