//! Gpu: the engine's device once more, opened for others: rivals on wgpu, and plain copies.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use kernel_engine::DeviceInfo;
use lampshade::KeyValueSoaSorter;
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{Backends, BufferUsages, CommandEncoder, Features};

use super::operation::{Data, Operation, Output};
use crate::contest::{Contestant, Entry, Role, Time};

/// The adapter of that name; of twins, `NAME #2` is the second.
pub(crate) fn adapter(info: &DeviceInfo) -> Result<wgpu::Adapter> {
    let numbered = info.name.rsplit_once(" #").and_then(|(name, k)| Some((name, k.parse().ok()?)));
    let (name, number) = numbered.unwrap_or((&info.name, 1usize));
    let mut wanted = wgpu::InstanceDescriptor::new_without_display_handle();
    // What the engine searches, with checks as it has them: none.
    wanted.backends = Backends::VULKAN | Backends::METAL | Backends::DX12;
    wanted.flags = wgpu::InstanceFlags::empty();
    let drivers = wgpu::Instance::new(wanted.with_env());
    let instances = [drivers, wgpu_cpu::instance()];
    let all = instances
        .iter()
        .flat_map(|instance| pollster::block_on(instance.enumerate_adapters(Backends::all())));
    let mut fitting = all.filter(|adapter| adapter.get_info().name == name);
    fitting.nth(number.saturating_sub(1)).context("wgpu does not list the engine's device")
}

/// A device, and a clock of its own where it has one to be trusted.
pub(crate) struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) info: wgpu::AdapterInfo,
    clock: Option<Clock>,
    /// What was reported outside any call.
    reported: Arc<Mutex<Option<String>>>,
}

struct Clock {
    set: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    readable: wgpu::Buffer,
}

/// Two timestamps.
const CLOCK_BYTES: u64 = 16;

impl Gpu {
    pub(crate) fn open(adapter: &wgpu::Adapter) -> Result<Self> {
        let timestamps = Features::TIMESTAMP_QUERY | Features::TIMESTAMP_QUERY_INSIDE_ENCODERS;
        let soa = KeyValueSoaSorter::requirements(adapter);
        let wanted = soa.features(timestamps | Features::SUBGROUP);
        let (device, queue) =
            pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
                label: Some("versus"),
                required_features: adapter.features() & wanted,
                required_limits: soa.limits(adapter.limits()),
                memory_hints: wgpu::MemoryHints::Performance,
                ..Default::default()
            }))?;
        let reported = Arc::new(Mutex::new(None));
        let sink = reported.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            if let Ok(mut reported) = sink.lock() {
                reported.get_or_insert(error.to_string());
            }
        }));
        let info = adapter.get_info();
        // A CPU's timestamps are the host's clock anyway.
        let has = device.features().contains(timestamps);
        let has = has && info.device_type != wgpu::DeviceType::Cpu;
        let clock = has.then(|| Clock::new(&device));
        Ok(Self { device, queue, info, clock, reported })
    }

    fn buffer(&self, bytes: u64, usage: BufferUsages) -> Result<wgpu::Buffer> {
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes.max(4),
            usage,
            mapped_at_creation: false,
        });
        self.complain()?;
        Ok(buffer)
    }

    /// A buffer for results of as many words.
    pub(crate) fn results(&self, words: usize) -> Result<wgpu::Buffer> {
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        self.buffer(4 * words as u64, usage)
    }

    /// A buffer for input, with `contents`.
    pub(crate) fn upload<T: bytemuck::Pod>(&self, contents: &[T]) -> Result<wgpu::Buffer> {
        self.filled(contents, BufferUsages::STORAGE | BufferUsages::COPY_SRC)
    }

    fn filled<T: bytemuck::Pod>(
        &self,
        contents: &[T],
        usage: BufferUsages,
    ) -> Result<wgpu::Buffer> {
        let contents = bytemuck::cast_slice(contents);
        let filled = BufferInitDescriptor { label: None, contents, usage };
        let buffer = self.device.create_buffer_init(&filled);
        self.complain()?;
        Ok(buffer)
    }

    /// The first words of a buffer.
    pub(crate) fn download(&self, buffer: &wgpu::Buffer, words: usize) -> Result<Vec<u32>> {
        let bytes = 4 * words as u64;
        let readable = self.buffer(bytes, BufferUsages::MAP_READ | BufferUsages::COPY_DST)?;
        self.run(|encoder| {
            encoder.copy_buffer_to_buffer(buffer, 0, &readable, 0, bytes);
            Ok(())
        })?;
        self.read(&readable, bytes)
    }

    fn read<T: bytemuck::Pod>(&self, buffer: &wgpu::Buffer, bytes: u64) -> Result<Vec<T>> {
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let slice = buffer.slice(..bytes);
        slice.map_async(wgpu::MapMode::Read, |_| {});
        self.wait()?;
        let values = bytemuck::pod_collect_to_vec(&slice.get_mapped_range()?);
        buffer.unmap();
        Ok(values)
    }

    /// Submits what is recorded and waits for it.
    pub(crate) fn run(&self, record: impl FnOnce(&mut CommandEncoder) -> Result<()>) -> Result<()> {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        record(&mut encoder)?;
        self.queue.submit([encoder.finish()]);
        self.wait()
    }

    /// Runs what is recorded twice: by the host's clock, and by the device's if there is one.
    /// What `before` records runs before each, and is not counted.
    pub(crate) fn time<S>(
        &self,
        state: &mut S,
        before: impl Fn(&S, &mut CommandEncoder),
        record: impl Fn(&mut S, &mut CommandEncoder) -> Result<()>,
    ) -> Result<Time> {
        let prepare = |state: &S| {
            self.run(|encoder| {
                before(state, encoder);
                Ok(())
            })
        };
        prepare(state)?;
        let start = Instant::now();
        self.run(|encoder| record(state, encoder))?;
        let wall = start.elapsed().as_secs_f64();
        let Some(clock) = &self.clock else { return Ok(Time { wall, device: None }) };
        prepare(state)?;
        let device = Some(clock.time(self, |encoder| record(state, encoder))?);
        Ok(Time { wall, device })
    }

    fn wait(&self) -> Result<()> {
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        self.complain()
    }

    /// What went wrong since the last time, if anything did.
    fn complain(&self) -> Result<()> {
        match self.reported.lock().ok().and_then(|mut reported| reported.take()) {
            Some(error) => bail!(error),
            None => Ok(()),
        }
    }
}

impl Clock {
    fn new(device: &wgpu::Device) -> Self {
        let buffer = |usage| {
            let size = CLOCK_BYTES;
            let label = Some("timestamps");
            device.create_buffer(&wgpu::BufferDescriptor {
                label,
                size,
                usage,
                mapped_at_creation: false,
            })
        };
        Self {
            set: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("timestamps"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolved: buffer(BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC),
            readable: buffer(BufferUsages::COPY_DST | BufferUsages::MAP_READ),
        }
    }

    /// From before the first command to after the last.
    fn time(
        &self,
        gpu: &Gpu,
        record: impl FnOnce(&mut CommandEncoder) -> Result<()>,
    ) -> Result<f64> {
        gpu.run(|encoder| {
            encoder.write_timestamp(&self.set, 0);
            record(encoder)?;
            encoder.write_timestamp(&self.set, 1);
            encoder.resolve_query_set(&self.set, 0..2, &self.resolved, 0);
            encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.readable, 0, CLOCK_BYTES);
            Ok(())
        })?;
        match gpu.read::<u64>(&self.readable, CLOCK_BYTES)?[..] {
            [start, end] if start < end => {
                Ok((end - start) as f64 * f64::from(gpu.queue.get_timestamp_period()) * 1e-9)
            }
            _ => bail!("the device's timestamps make no sense"),
        }
    }
}

/// A copy from the first buffer to the last, by those between.
struct Copying<'a> {
    gpu: &'a Gpu,
    buffers: Vec<wgpu::Buffer>,
    words: usize,
}

fn copy(buffers: &[wgpu::Buffer], encoder: &mut CommandEncoder) -> Result<()> {
    for pair in buffers.windows(2) {
        encoder.copy_buffer_to_buffer(&pair[0], 0, &pair[1], 0, pair[0].size());
    }
    Ok(())
}

impl Contestant<Output> for Copying<'_> {
    fn output(&mut self) -> Result<Output> {
        let Self { gpu, buffers, words } = self;
        gpu.run(|encoder| copy(buffers, encoder))?;
        let last = buffers.last().context("a copy needs a target")?;
        Ok(Output::Copy(match last.usage().contains(BufferUsages::MAP_READ) {
            true => gpu.read(last, 4 * *words as u64)?,
            false => gpu.download(last, *words)?,
        }))
    }

    fn turn(&mut self) -> Result<Time> {
        self.gpu.time(&mut self.buffers, |_, _| (), |buffers, encoder| copy(buffers, encoder))
    }
}

/// What the machine allows: a device copy, or for a round trip the bus there and back.
pub(crate) fn bound<'a>(gpu: &'a Gpu, operation: Operation, data: &Data) -> Entry<'a, Output> {
    let here = BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
    let (name, from, to): (_, _, &[_]) = match operation {
        Operation::RoundTrip => {
            let up = BufferUsages::COPY_SRC | BufferUsages::MAP_WRITE;
            let down = BufferUsages::COPY_DST | BufferUsages::MAP_READ;
            ("bus there and back", up, &[here, down])
        }
        _ => ("device copy", here, &[here]),
    };
    let words = data.len();
    let bytes = 4 * words as u64;
    let first = std::iter::once_with(|| gpu.filled(&data.words, from));
    let buffers: Result<Vec<_>> =
        first.chain(to.iter().map(|usage| gpu.buffer(bytes, *usage))).collect();
    let contestant = buffers.map(|buffers| Box::new(Copying { gpu, buffers, words }) as _);
    Entry { name: name.to_owned(), role: Role::Bound, contestant }
}
