//! Submit: recorded commands become one submission.
//!
//! Every run has a slot of its own in one buffer of parameters, since a buffer that is rewritten
//! before the submission would leave all runs with the last value.

mod budget;
mod run;

pub(crate) use budget::{Budget, Cost};
pub(crate) use run::{Region, Run, Shape};

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use web_time::Instant;

use crate::assemble::Bound;
use crate::engine::Engine;
use crate::error::Result;
use crate::pipeline::Pipeline;
use crate::raw::Raw;
use crate::report::Timestamps;

/// What a batch is made of.
#[derive(Debug)]
pub(crate) enum Command {
    Run(Run),
    Copy(Copy),
    Bytes(Bytes),
}

/// All elements of a storage to another of the same length.
#[derive(Debug)]
pub(crate) struct Copy {
    pub(crate) from: Arc<Raw>,
    pub(crate) to: Arc<Raw>,
}

/// The first bytes of one buffer to another.
#[derive(Debug)]
pub(crate) struct Bytes {
    pub(crate) from: wgpu::Buffer,
    pub(crate) to: wgpu::Buffer,
    pub(crate) bytes: u64,
}

/// The buffer of parameters, as large as the largest submission so far needed.
#[derive(Debug, Default)]
pub(crate) struct Uniforms {
    buffer: Option<wgpu::Buffer>,
}

/// What was submitted last.
#[derive(Debug, Default)]
pub(crate) struct Last {
    pub(crate) number: u64,
    /// Number of the last submission with a guarded kernel.
    pub(crate) guarded: u64,
    pub(crate) kernel: String,
    /// Whether a time-out or a look at the status found the device at work.
    pub(crate) seen_busy: bool,
    under_way: UnderWay,
}

/// Submissions that may still be under way, the oldest first.
#[derive(Debug, Default)]
pub(crate) struct UnderWay(VecDeque<wgpu::SubmissionIndex>);

impl UnderWay {
    /// Adds one; gives the oldest, to be waited for, when there are more than `most`.
    pub(crate) fn push(
        &mut self,
        index: wgpu::SubmissionIndex,
        most: usize,
    ) -> Option<wgpu::SubmissionIndex> {
        self.0.push_back(index);
        if self.0.len() > most { self.0.pop_front() } else { None }
    }
}

/// Submissions that may wait for the device; one more waits for the oldest, so that a host that is
/// faster than the device does not fill the memory with work.
const MOST_UNDER_WAY: usize = 256;

/// Bytes of parameters of one submission at most; more runs make several submissions.
const UNIFORM_BYTES: u64 = 1 << 20;

impl Engine {
    /// Submits commands in their order.
    pub(crate) fn submit(&self, commands: Vec<Command>) -> Result<()> {
        self.submit_indexed(commands).map(|_| ())
    }

    /// As [`submit`](Self::submit); gives what to wait for, if anything was submitted.
    pub(crate) fn submit_indexed(
        &self,
        commands: Vec<Command>,
    ) -> Result<Option<wgpu::SubmissionIndex>> {
        self.check()?;
        let mut index = None;
        let (mut together, mut bytes, mut time) = (Vec::new(), 0, Duration::ZERO);
        for command in commands {
            let (more, long) = match &command {
                Command::Run(run) => (self.slot(run.uniform.len()), self.expected(run)),
                Command::Copy(_) | Command::Bytes(_) => (0, Some(Duration::ZERO)),
            };
            let full =
                bytes + more > UNIFORM_BYTES || long.is_none_or(|long| self.exceeds(time + long));
            if full && !together.is_empty() {
                index = Some(self.submit_once(&std::mem::take(&mut together))?);
                (bytes, time) = (0, Duration::ZERO);
            }
            match (command, long.filter(|long| !self.exceeds(*long))) {
                (Command::Run(run), None) => index = Some(self.submit_in_parts(run)?),
                (command, long) => {
                    together.push(command);
                    bytes += more;
                    time += long.unwrap_or_default();
                }
            }
        }
        if !together.is_empty() {
            index = Some(self.submit_once(&together)?);
        }
        self.check()?;
        Ok(index)
    }

    /// Bytes of the slot for parameters of that size.
    fn slot(&self, bytes: usize) -> u64 {
        let stride = self.limits().min_uniform_buffer_offset_alignment.max(16);
        (bytes as u64).next_multiple_of(u64::from(stride))
    }

    fn submit_once(&self, commands: &[Command]) -> Result<wgpu::SubmissionIndex> {
        let mut offsets = Vec::new();
        let mut uniform = Vec::new();
        for command in commands {
            if let Command::Run(run) = command {
                offsets.push(uniform.len() as u32);
                let end = uniform.len() + self.slot(run.uniform.len()) as usize;
                uniform.extend_from_slice(&run.uniform);
                uniform.resize(end, 0);
            }
        }
        let timed = self.inner.recorders.active();
        let timestamps = if timed { Timestamps::new(self, commands)? } else { None };
        if timed {
            self.wait_for(Some(self.flush()))?;
        }

        let start = Instant::now();
        // From here to the submission nobody else submits: the parameters stay what they are, and
        // a look at the fault counts that knows of this submission comes after it.
        let mut uniforms = crate::lock(&self.inner.uniforms);
        check_reads(commands)?;
        let parameters = uniforms.hold(self, uniform.len() as u64)?;
        let number = self.note(commands);
        let held = self.hold(commands);
        let (index, fault) = self.scoped(|device| {
            self.inner.queue.write_buffer(&parameters, 0, &uniform);
            let mut encoder = device.create_command_encoder(&Default::default());
            self.encode(&mut encoder, commands, &offsets, &parameters, timestamps.as_ref());
            self.inner.queue.submit([encoder.finish()])
        });
        drop(held);
        drop(uniforms);
        fault.map_or(Ok(()), |fault| Err(self.blame("submitting", fault)))?;
        self.throttle(&index)?;
        self.watch(commands, start);

        let runs = offsets.len();
        tracing::debug!(submission = number, dispatches = runs, "submitted");
        if timed {
            self.wait_for(Some(index.clone()))?;
            let wall = start.elapsed();
            let measured = timestamps.map(|t| t.read(self)).transpose()?.flatten();
            tracing::debug!(submission = number, ?wall, ?measured, "executed");
            self.inner.recorders.executed(wall, measured, runs as u64);
        }
        Ok(index)
    }

    /// Keeps the host from mapping what the commands use until they are handed over.
    fn hold<'a>(&self, commands: &'a [Command]) -> Vec<MutexGuard<'a, ()>> {
        if !self.inner.mappable {
            return Vec::new();
        }
        let mut raws: Vec<&Raw> = Vec::new();
        for command in commands {
            match command {
                Command::Bytes(_) => {}
                Command::Copy(copy) => raws.extend([&*copy.from, &*copy.to]),
                Command::Run(run) => raws.extend(run.storages.iter().flatten().map(|r| &*r.raw)),
            }
        }
        raws.sort_unstable_by_key(|raw| Arc::as_ptr(&raw.host));
        raws.dedup_by(|a, b| a.is(b));
        raws.into_iter().map(|raw| crate::lock(&raw.host)).collect()
    }

    /// Waits until few enough submissions are under way.
    fn throttle(&self, index: &wgpu::SubmissionIndex) -> Result<()> {
        let oldest = crate::lock(&self.inner.last).under_way.push(index.clone(), MOST_UNDER_WAY);
        oldest.map_or(Ok(()), |oldest| self.wait_for(Some(oldest)))
    }

    /// Numbers a submission and marks what it writes.
    fn note(&self, commands: &[Command]) -> u64 {
        let mut last = crate::lock(&self.inner.last);
        last.number += 1;
        let number = last.number;
        for command in commands {
            match command {
                Command::Bytes(_) => {}
                Command::Copy(copy) => copy.to.mark_written(number),
                Command::Run(run) => {
                    last.kernel.clone_from(&run.pipeline.label);
                    if run.pipeline.counts_faults() {
                        last.guarded = number;
                    }
                    for (slot, region) in run.pipeline.assembled.slots.iter().zip(&run.storages) {
                        if let Some(region) = region.as_ref().filter(|_| !slot.read_only) {
                            region.raw.mark_written(number);
                        }
                    }
                }
            }
        }
        number
    }

    fn encode<'a>(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        commands: &'a [Command],
        offsets: &[u32],
        parameters: &wgpu::Buffer,
        timestamps: Option<&Timestamps>,
    ) {
        let mut groups: HashMap<_, wgpu::BindGroup> = HashMap::new();
        let mut offsets = offsets.iter();
        let mut passes = 0;
        for stretch in
            commands.chunk_by(|a, b| matches!((a, b), (Command::Run(_), Command::Run(_))))
        {
            if let [Command::Copy(copy)] = stretch {
                let spans = |raw: &'a Raw| raw.spans(0, raw.bytes(), u64::MAX);
                for (from, to) in spans(&copy.from).zip(spans(&copy.to)) {
                    let size = from.size.next_multiple_of(4);
                    encoder.copy_buffer_to_buffer(from.buffer, 0, to.buffer, 0, size);
                }
                continue;
            }
            if let [Command::Bytes(Bytes { from, to, bytes })] = stretch {
                encoder.copy_buffer_to_buffer(from, 0, to, 0, *bytes);
                continue;
            }
            let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
                label: None,
                timestamp_writes: timestamps.map(|t| t.writes(passes)),
            });
            passes += 1;
            let mut set: Option<&Arc<Pipeline>> = None;
            for command in stretch {
                let (Command::Run(run), Some(offset)) = (command, offsets.next()) else { continue };
                let key = run.key();
                let group = groups.entry(key).or_insert_with(|| self.bind_group(run, parameters));
                if set.is_none_or(|pipeline| !Arc::ptr_eq(pipeline, &run.pipeline)) {
                    pass.set_pipeline(&run.pipeline.pipeline);
                    set = Some(&run.pipeline);
                }
                pass.set_bind_group(0, &*group, &[*offset]);
                pass.dispatch_workgroups(run.grid.0, run.grid.1, 1);
            }
        }
        if let Some(timestamps) = timestamps {
            timestamps.resolve(encoder);
        }
    }

    fn bind_group(&self, run: &Run, parameters: &wgpu::Buffer) -> wgpu::BindGroup {
        let part = |buffer, offset, size| {
            let size = wgpu::BufferSize::new(size);
            wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size })
        };
        let mut entries = vec![wgpu::BindGroupEntry {
            binding: 0,
            resource: part(parameters, 0, run.uniform.len() as u64),
        }];
        for (k, (slot, region)) in
            run.pipeline.assembled.slots.iter().zip(&run.storages).enumerate()
        {
            let region = region.as_ref().and_then(|r| Some((r, r.raw.piece(r.piece)?)));
            let resource = match (slot.what, region, &self.inner.faults) {
                (Bound::Fault, _, Some(faults)) => faults.counts.as_entire_binding(),
                (_, Some((region, buffer)), _) => part(buffer, region.offset, region.size),
                _ => continue,
            };
            entries.push(wgpu::BindGroupEntry { binding: k as u32 + 1, resource });
        }
        self.inner.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(&run.pipeline.label),
            layout: &run.pipeline.layout,
            entries: &entries,
        })
    }
}

/// An error when a command depends on data that is void.
fn check_reads(commands: &[Command]) -> Result<()> {
    for command in commands {
        match command {
            Command::Bytes(_) => {}
            Command::Copy(copy) => copy.from.check()?,
            Command::Run(run) => {
                for region in run.storages.iter().flatten().filter(|region| region.reads) {
                    region.raw.check()?;
                }
            }
        }
    }
    Ok(())
}

impl Uniforms {
    /// The buffer, grown if it is too small. Submissions before this one keep the old one.
    fn hold(&mut self, engine: &Engine, bytes: u64) -> Result<wgpu::Buffer> {
        if let Some(buffer) = self.buffer.as_ref().filter(|buffer| buffer.size() >= bytes) {
            return Ok(buffer.clone());
        }
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let size = bytes.max(4096).next_power_of_two();
        let buffer = engine.buffer("parameters", size, usage, || "parameters".to_owned())?;
        self.buffer = Some(buffer.clone());
        Ok(buffer)
    }
}
