//! Running a case on a wgpu device.

use crate::Error;
use crate::kernels::Case;
use wgpu::util::DeviceExt;

pub(crate) struct Device {
    pub(crate) name: String,
    device: wgpu::Device,
    queue: wgpu::Queue,
}

/// A case on a device: everything is there and only has to run.
pub(crate) struct Job<'a> {
    on: &'a Device,
    pipeline: wgpu::ComputePipeline,
    group: wgpu::BindGroup,
    output: wgpu::Buffer,
    groups: u32,
}

impl Device {
    pub(crate) fn open(instance: &wgpu::Instance) -> Result<Self, Error> {
        let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
        Self::of(&adapter)
    }

    /// The first software driver of an instance.
    pub(crate) fn open_software(instance: &wgpu::Instance) -> Option<Result<Self, Error>> {
        let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
        let software = |a: &&wgpu::Adapter| a.get_info().device_type == wgpu::DeviceType::Cpu;
        adapters.iter().find(software).map(Self::of)
    }

    fn of(adapter: &wgpu::Adapter) -> Result<Self, Error> {
        let info = adapter.get_info();
        let descriptor =
            wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))?;
        Ok(Device {
            name: format!("{}, {} {}", info.name, info.driver, info.driver_info),
            device,
            queue,
        })
    }

    fn pipeline(&self, source: &str) -> wgpu::ComputePipeline {
        let source = wgpu::ShaderSource::Wgsl(source.into());
        let module =
            self.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
        self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        })
    }

    pub(crate) fn job(&self, case: &Case) -> Result<Job<'_>, Error> {
        let pipeline = self.pipeline(&case.source);
        let buffers: Vec<wgpu::Buffer> = case
            .buffers
            .iter()
            .map(|words| {
                self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                    label: None,
                    contents: bytemuck::cast_slice(words),
                    usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC,
                })
            })
            .collect();
        let entries: Vec<_> = buffers
            .iter()
            .enumerate()
            .map(|(k, b)| wgpu::BindGroupEntry {
                binding: k as u32,
                resource: b.as_entire_binding(),
            })
            .collect();
        let group = self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        let output = buffers[case.output].clone();
        Ok(Job { on: self, pipeline, group, output, groups: case.groups })
    }
}

impl Job<'_> {
    pub(crate) fn device(&self) -> &str {
        &self.on.name
    }

    pub(crate) fn run(&self) {
        self.repeat(1);
    }

    /// Dispatches of one submission, each of which waits for the one before.
    pub(crate) fn repeat(&self, steps: u32) {
        let mut encoder = self.on.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.group, &[]);
        (0..steps).for_each(|_| pass.dispatch_workgroups(self.groups, 1, 1));
        drop(pass);
        self.on.queue.submit([encoder.finish()]);
        self.on.device.poll(wgpu::PollType::wait_indefinitely()).ok();
    }

    pub(crate) fn download(&self) -> Result<Vec<u32>, Error> {
        let Device { device, queue, .. } = self.on;
        let staging = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: self.output.size(),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&self.output, 0, &staging, 0, self.output.size());
        queue.submit([encoder.finish()]);
        staging.slice(..).map_async(wgpu::MapMode::Read, |_| {});
        device.poll(wgpu::PollType::wait_indefinitely())?;
        let mapped = staging.slice(..).get_mapped_range()?;
        Ok(bytemuck::cast_slice(&mapped).to_vec())
    }
}
