//! One check for every kernel: how does it end?

use std::sync::mpsc;
use std::time::{Duration, Instant};

use wgpu::util::DeviceExt;
use wgpu::{BufferUsages as Usage, Device, ErrorFilter, Queue};

/// How a kernel ended.
#[derive(Debug)]
pub(crate) enum End {
    /// The module or the pipeline was refused, in these words.
    Refused(String),
    /// The device was lost, for this reason.
    Lost(String),
    /// It ran, and left these words in its window.
    Ran(Vec<u32>),
}

/// How a kernel must end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Want<'a> {
    /// Refused, in words that hold these.
    Refused(&'a str),
    /// The device lost, in words that hold these.
    Lost(&'a str),
    /// Run, with these words at the start of the window.
    Ran(&'a [u32]),
    /// Refused, or else run with these words.
    RefusedOr(&'a [u32]),
    /// Anyhow, in good time.
    Ended,
}

/// What stands around the window, and must neither be seen nor written.
const GUARD: u32 = 0x5EED_5EED;

/// Words before, in and after the window.
const PARTS: [usize; 3] = [64, 64, 64];

/// The longest that any kernel may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// What every kernel here starts with. Word `i` of `data` is `i`.
const HEADER: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<uniform> uni: vec4<u32>;
";

/// A whole module around the statements of one entry point.
pub(crate) fn kernel(top: &str, body: &str) -> String {
    let head = if top.contains("@binding(0)") { "" } else { HEADER };
    let entry = if top.contains("compute") {
        String::new()
    } else {
        format!(
            "@compute @workgroup_size(64) fn main(
                 @builtin(global_invocation_id) id: vec3<u32>,
                 @builtin(workgroup_id) group: vec3<u32>,
                 @builtin(local_invocation_index) i: u32,
             ) {{ {body} }}"
        )
    };
    format!("{top}\n{head}\n{entry}")
}

/// Runs a kernel of these declarations and statements over one workgroup.
#[track_caller]
pub(crate) fn check(top: &str, body: &str, want: Want<'_>) {
    check_grid(top, body, [1; 3], want);
}

#[track_caller]
pub(crate) fn check_grid(top: &str, body: &str, groups: [u32; 3], want: Want<'_>) {
    let source = kernel(top, body);
    let start = Instant::now();
    let end = Bench::new().end(&source, groups);
    let took = start.elapsed();
    let right = match (&end, want) {
        (End::Refused(said), Want::Refused(part)) | (End::Lost(said), Want::Lost(part)) => {
            said.contains(part)
        }
        (End::Ran(words), Want::Ran(wanted) | Want::RefusedOr(wanted)) => words.starts_with(wanted),
        (End::Refused(_), Want::RefusedOr(_)) | (_, Want::Ended) => true,
        _ => false,
    };
    let shown: String = source.chars().take(2000).collect();
    assert!(right, "wanted {want:x?}, but {end:x?}\n{shown}");
    assert!(took < PATIENCE, "took {took:?}, {end:x?}\n{shown}");
}

/// A device for hostile kernels.
pub(crate) struct Bench {
    device: Device,
    queue: Queue,
}

impl Bench {
    /// A device on which loops count as endless soon.
    pub(crate) fn new() -> Self {
        let options = wgpu_cpu::Options {
            iterations: 20_000,
            time: Duration::ZERO,
            threads: 2,
            ..Default::default()
        };
        let instance = wgpu_cpu::instance_with(options);
        let adapter = pollster::block_on(instance.request_adapter(&Default::default())).unwrap();
        let desc = wgpu::DeviceDescriptor {
            required_features: adapter.features(),
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&desc)).unwrap();
        Self { device, queue }
    }

    /// Builds the kernel `main` and runs it over a window of a buffer.
    pub(crate) fn end(&self, source: &str, groups: [u32; 3]) -> End {
        self.end_by(source, |pass| pass.dispatch_workgroups(groups[0], groups[1], groups[2]))
    }

    /// The same, dispatched as the caller likes.
    pub(crate) fn end_by(
        &self,
        source: &str,
        dispatch: impl FnOnce(&mut wgpu::ComputePass<'_>),
    ) -> End {
        let device = &self.device;
        let layout = self.layout();
        let pipeline = match self.pipeline(source, &layout) {
            Ok(pipeline) => pipeline,
            Err(said) => return End::Refused(said),
        };
        let words: Vec<u32> = [vec![GUARD; PARTS[0]], window(), vec![GUARD; PARTS[2]]].concat();
        let data = self.buffer(&words, Usage::STORAGE | Usage::COPY_SRC);
        let uni = self.buffer(&[GUARD, 1, 2, 3, GUARD, GUARD, GUARD, GUARD], Usage::UNIFORM);
        let out = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: data.size(),
            usage: Usage::MAP_READ | Usage::COPY_DST,
            mapped_at_creation: false,
        });
        let ran = self.scoped(|| {
            let part = |buffer, offset, size| {
                let size = wgpu::BufferSize::new(size);
                wgpu::BindingResource::Buffer(wgpu::BufferBinding { buffer, offset, size })
            };
            let start = PARTS[0] as u64 * 4;
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &layout,
                entries: &[
                    wgpu::BindGroupEntry { binding: 0, resource: part(&data, start, 256) },
                    wgpu::BindGroupEntry { binding: 1, resource: part(&uni, 0, 16) },
                ],
            });
            let mut encoder = device.create_command_encoder(&Default::default());
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            dispatch(&mut pass);
            drop(pass);
            encoder.copy_buffer_to_buffer(&data, 0, &out, 0, data.size());
            self.queue.submit([encoder.finish()]);
        });
        if let Err(said) = ran {
            return End::Refused(said);
        }
        let (send, mapped) = mpsc::channel();
        out.map_async(wgpu::MapMode::Read, .., move |result| send.send(result).unwrap());
        device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        if let Some(fault) = wgpu_cpu::fault(device) {
            let text = fault.to_string();
            assert!(!text.contains("panic"), "{text}\n{source}");
            return End::Lost(text);
        }
        mapped.recv().unwrap().unwrap();
        let words: Vec<u32> = bytemuck::pod_collect_to_vec(&out.get_mapped_range(..).unwrap());
        let (before, rest) = words.split_at(PARTS[0]);
        let (window, after) = rest.split_at(PARTS[1]);
        assert!(before.iter().chain(after).all(|w| *w == GUARD), "wrote outside\n{source}");
        assert!(!window.contains(&GUARD), "read outside\n{source}");
        End::Ran(window.to_vec())
    }

    fn layout(&self) -> wgpu::BindGroupLayout {
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let storage = wgpu::BufferBindingType::Storage { read_only: false };
        self.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: None,
            entries: &[entry(0, storage), entry(1, wgpu::BufferBindingType::Uniform)],
        })
    }

    /// The front end, which is not ours, has a large stack; the pipeline has the usual one.
    fn pipeline(
        &self,
        source: &str,
        layout: &wgpu::BindGroupLayout,
    ) -> Result<wgpu::ComputePipeline, String> {
        let parse = || {
            self.scoped(|| {
                let source = wgpu::ShaderSource::Wgsl(source.into());
                let desc = wgpu::ShaderModuleDescriptor { label: None, source };
                self.device.create_shader_module(desc)
            })
        };
        let module = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(256 << 20);
            thread.spawn_scoped(scope, parse).unwrap().join().unwrap()
        })?;
        let layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(layout)],
            immediate_size: 0,
        });
        self.scoped(|| {
            self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&layout),
                module: &module,
                entry_point: Some("main"),
                compilation_options: Default::default(),
                cache: None,
            })
        })
    }

    fn buffer(&self, words: &[u32], usage: Usage) -> wgpu::Buffer {
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(words),
            usage,
        })
    }

    /// A buffer of arguments for an indirect dispatch.
    pub(crate) fn arguments(&self, words: &[u32]) -> wgpu::Buffer {
        self.buffer(words, Usage::INDIRECT)
    }

    /// What a step gives, or the first error that it raises.
    fn scoped<T>(&self, step: impl FnOnce() -> T) -> Result<T, String> {
        let filters = [ErrorFilter::OutOfMemory, ErrorFilter::Internal, ErrorFilter::Validation];
        let scopes = filters.map(|filter| self.device.push_error_scope(filter));
        let given = step();
        let errors = scopes.into_iter().rev().filter_map(|scope| pollster::block_on(scope.pop()));
        errors.map(|error| said(&error)).reduce(|first, _| first).map_or(Ok(given), Err)
    }
}

/// What the window holds at first.
pub(crate) fn window() -> Vec<u32> {
    (0..PARTS[1] as u32).collect()
}

fn said(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(|error| error.to_string()).collect::<Vec<_>>().join("\n")
}
