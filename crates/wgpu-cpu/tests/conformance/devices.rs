//! The devices that kernels run on, and running one.

use std::io::Write;
use std::sync::OnceLock;

use wgpu::util::DeviceExt;
use wgpu::{BufferUsages as Usage, Features};

/// What kernels here may need beyond WGSL's core.
const FEATURES: Features = Features::IMMEDIATES
    .union(Features::SHADER_F16)
    .union(Features::SHADER_F64)
    .union(Features::SHADER_INT64)
    .union(Features::SUBGROUP);

pub(crate) struct Gpu {
    pub(crate) name: &'static str,
    pub(crate) features: Features,
    device: wgpu::Device,
    queue: wgpu::Queue,
}

/// The device that is tested.
pub(crate) fn ours() -> &'static Gpu {
    static OURS: OnceLock<Gpu> = OnceLock::new();
    OURS.get_or_init(|| open("wgpu-cpu", &wgpu_cpu::instance()).expect("our own device"))
}

/// The device that it is compared with, where there is one.
pub(crate) fn llvmpipe() -> Option<&'static Gpu> {
    static OTHER: OnceLock<Option<Gpu>> = OnceLock::new();
    let open = || {
        let vulkan = wgpu::InstanceDescriptor {
            backends: wgpu::Backends::VULKAN,
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        };
        let gpu = open("llvmpipe", &wgpu::Instance::new(vulkan));
        if gpu.is_none() {
            note("there is no llvmpipe to compare with");
        }
        gpu
    };
    OTHER.get_or_init(open).as_ref()
}

/// Both.
pub(crate) fn devices() -> impl Iterator<Item = &'static Gpu> {
    std::iter::once(ours()).chain(llvmpipe())
}

/// Says what is not tested here, where a test cannot keep it to itself.
pub(crate) fn note(what: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {what}");
}

fn open(name: &'static str, instance: &wgpu::Instance) -> Option<Gpu> {
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let cpu = |adapter: &wgpu::Adapter| adapter.get_info().device_type == wgpu::DeviceType::Cpu;
    let adapter = adapters.into_iter().find(cpu)?;
    let features = adapter.features() & FEATURES;
    let wish = wgpu::DeviceDescriptor {
        required_features: features,
        required_limits: adapter.limits(),
        ..Default::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&wish)).expect("a device");
    Some(Gpu { name, features, device, queue })
}

impl Gpu {
    /// Runs `main` with `data[k]` at `@group(0) @binding(k)`, and gives all back.
    pub(crate) fn run(&self, source: &str, groups: u32, data: &[Vec<u32>]) -> Vec<Vec<u32>> {
        self.run_with(source, groups, data, &[])
    }

    /// The same, with values of `var<immediate>`.
    pub(crate) fn run_with(
        &self,
        source: &str,
        groups: u32,
        data: &[Vec<u32>],
        immediates: &[u32],
    ) -> Vec<Vec<u32>> {
        let pipeline = self.pipeline(source);
        let usage = |k: usize| match source.contains(&format!("@binding({k}) var<uniform>")) {
            true => Usage::UNIFORM,
            false => Usage::STORAGE,
        };
        let buffer = |(k, words): (usize, &Vec<u32>)| {
            self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: bytemuck::cast_slice(words),
                usage: Usage::COPY_SRC | usage(k),
            })
        };
        let buffers: Vec<wgpu::Buffer> = data.iter().enumerate().map(buffer).collect();
        let entry = |(binding, buffer)| {
            let buffer: &wgpu::Buffer = buffer;
            wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() }
        };
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &(0..).zip(&buffers).map(entry).collect::<Vec<_>>(),
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        if !immediates.is_empty() {
            pass.set_immediates(0, bytemuck::cast_slice(immediates));
        }
        pass.dispatch_workgroups(groups, 1, 1);
        drop(pass);
        let copies: Vec<wgpu::Buffer> =
            buffers.iter().map(|b| self.copy(&mut encoder, b)).collect();
        self.queue.submit([encoder.finish()]);
        for copy in &copies {
            copy.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("mapped"));
        }
        self.device.poll(wgpu::PollType::wait_indefinitely()).expect("the end of the work");
        let words = |copy: &wgpu::Buffer| {
            bytemuck::pod_collect_to_vec(&copy.get_mapped_range(..).expect("a range"))
        };
        copies.iter().map(words).collect()
    }

    fn pipeline(&self, source: &str) -> wgpu::ComputePipeline {
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let module = self.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: Default::default(),
            cache: None,
        });
        if let Some(error) = pollster::block_on(scope.pop()) {
            panic!("{}: {error}\n{source}", self.name);
        }
        pipeline
    }

    fn copy(&self, encoder: &mut wgpu::CommandEncoder, from: &wgpu::Buffer) -> wgpu::Buffer {
        let copy = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: from.size(),
            usage: Usage::MAP_READ | Usage::COPY_DST,
            mapped_at_creation: false,
        });
        encoder.copy_buffer_to_buffer(from, 0, &copy, 0, from.size());
        copy
    }
}
