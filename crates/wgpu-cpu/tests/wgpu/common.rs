//! What the tests share: a device, kernels, and short forms of common steps.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::time::Duration;
use wgpu::util::DeviceExt;
use wgpu::{BufferUsages as Usage, Device, Queue};
use wgpu_cpu::Options;

/// The kernels that several tests use.
pub(crate) const KERNELS: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@group(0) @binding(1) var<uniform> addend: u32;
@group(1) @binding(0) var<storage, read_write> result: array<u32>;
override factor: u32 = 3;
var<immediate> words: vec2<u32>;

@compute @workgroup_size(64)
fn double(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&data) { data[id.x] *= 2; }
}

@compute @workgroup_size(64)
fn add(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < min(arrayLength(&data), arrayLength(&result)) {
        result[id.x] = data[id.x] + addend;
    }
}

@compute @workgroup_size(64)
fn scale(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&data) { data[id.x] *= factor; }
}

@compute @workgroup_size(64)
fn bump(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&data) { data[id.x] += words.y; }
}

@compute @workgroup_size(1)
fn count(@builtin(num_workgroups) groups: vec3<u32>, @builtin(workgroup_id) id: vec3<u32>) {
    if all(id == vec3(0u)) {
        data[0] = groups.x;
        data[1] = groups.y;
        data[2] = groups.z;
        data[3] += 1;
    }
}

@compute @workgroup_size(1)
fn work() {
    var state = 1u;
    for (var i = 0u; i < data[0]; i++) { state = state * 1664525 + 1; }
    data[1] = state;
}

@compute @workgroup_size(1)
fn spin() {
    while data[0] == 0 { data[1] += 1; }
}
";

pub(crate) struct Gpu {
    pub(crate) adapter: wgpu::Adapter,
    pub(crate) device: Device,
    pub(crate) queue: Queue,
    pub(crate) kernels: wgpu::ShaderModule,
}

pub(crate) fn gpu() -> Gpu {
    gpu_of(&wgpu_cpu::instance())
}

/// A device on which loops count as endless soon.
pub(crate) fn impatient() -> Gpu {
    let options = Options { iterations: 1_000_000, time: Duration::ZERO, ..Options::default() };
    gpu_of(&wgpu_cpu::instance_with(options))
}

pub(crate) fn gpu_of(instance: &wgpu::Instance) -> Gpu {
    let options = wgpu::RequestAdapterOptions::default();
    let adapter = pollster::block_on(instance.request_adapter(&options)).unwrap();
    let desc = wgpu::DeviceDescriptor {
        required_features: adapter.features(),
        required_limits: adapter.limits(),
        ..Default::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&desc)).unwrap();
    let source = wgpu::ShaderSource::Wgsl(KERNELS.into());
    let kernels = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    Gpu { adapter, device, queue, kernels }
}

impl Gpu {
    pub(crate) fn pipeline(&self, entry: &str) -> wgpu::ComputePipeline {
        self.pipeline_with(entry, None, &[])
    }

    pub(crate) fn pipeline_with(
        &self,
        entry: &str,
        layout: Option<&wgpu::PipelineLayout>,
        constants: &[(&str, f64)],
    ) -> wgpu::ComputePipeline {
        self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(&format!("the {entry} kernel")),
            layout,
            module: &self.kernels,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions {
                constants,
                ..Default::default()
            },
            cache: None,
        })
    }

    /// A storage buffer that can also be copied, and read as indirect arguments.
    pub(crate) fn storage(&self, words: &[u32]) -> wgpu::Buffer {
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(words),
            usage: Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST | Usage::INDIRECT,
        })
    }

    pub(crate) fn empty(&self, size: u64, usage: Usage) -> wgpu::Buffer {
        let mapped_at_creation = false;
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation,
        })
    }

    /// Binds buffers from number zero on, in the pipeline's own layout.
    pub(crate) fn group(
        &self,
        pipeline: &wgpu::ComputePipeline,
        index: u32,
        buffers: &[&wgpu::Buffer],
    ) -> wgpu::BindGroup {
        let entries = (0..).zip(buffers).map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        });
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(index),
            entries: &entries.collect::<Vec<_>>(),
        })
    }

    /// Submits what is recorded in a compute pass.
    pub(crate) fn pass(
        &self,
        record: impl FnOnce(&mut wgpu::ComputePass<'_>),
    ) -> wgpu::SubmissionIndex {
        self.submit(|encoder| record(&mut encoder.begin_compute_pass(&Default::default())))
    }

    pub(crate) fn submit(
        &self,
        record: impl FnOnce(&mut wgpu::CommandEncoder),
    ) -> wgpu::SubmissionIndex {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        record(&mut encoder);
        self.queue.submit([encoder.finish()])
    }

    /// Runs a kernel of one bind group with one buffer.
    pub(crate) fn run(&self, entry: &str, data: &wgpu::Buffer, groups: u32) {
        let pipeline = self.pipeline(entry);
        let group = self.group(&pipeline, 0, &[data]);
        self.pass(|pass| {
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(groups, 1, 1);
        });
    }

    pub(crate) fn wait(&self) -> wgpu::PollStatus {
        self.device.poll(wgpu::PollType::wait_indefinitely()).unwrap()
    }

    /// Copies a buffer out and reads it, by map and poll.
    pub(crate) fn read(&self, buffer: &wgpu::Buffer) -> Vec<u32> {
        let out = self.empty(buffer.size(), Usage::MAP_READ | Usage::COPY_DST);
        self.submit(|encoder| encoder.copy_buffer_to_buffer(buffer, 0, &out, 0, buffer.size()));
        let (send, receive) = std::sync::mpsc::channel();
        out.map_async(wgpu::MapMode::Read, .., move |mapped| send.send(mapped).unwrap());
        self.wait();
        receive.recv().unwrap().unwrap();
        bytemuck::pod_collect_to_vec(&out.get_mapped_range(..).unwrap())
    }

    /// The error that a step raises, if any.
    pub(crate) fn error(
        &self,
        filter: wgpu::ErrorFilter,
        step: impl FnOnce(&Self),
    ) -> Option<wgpu::Error> {
        let scope = self.device.push_error_scope(filter);
        step(self);
        pollster::block_on(scope.pop())
    }
}
