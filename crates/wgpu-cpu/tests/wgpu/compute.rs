//! Kernels through wgpu: bindings, layouts, overrides, indirect calls, immediates.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use crate::common::{self, KERNELS, gpu};
use wgpu::BufferUsages as Usage;

#[test]
fn hello() {
    let gpu = gpu();
    let data = gpu.storage(&(0..1000).collect::<Vec<_>>());
    gpu.run("double", &data, 16);
    assert_eq!(gpu.read(&data), (0..1000).map(|x| x * 2).collect::<Vec<_>>());
    let info = gpu.adapter.get_info();
    assert_eq!(info.device_type, wgpu::DeviceType::Cpu);
    assert!(info.name.starts_with("CPU (") && info.driver == "wgpu-cpu");
}

#[test]
fn many_workgroups_on_all_threads() {
    let gpu = gpu();
    let data = gpu.storage(&(0..1 << 20).collect::<Vec<_>>());
    for _ in 0..4 {
        gpu.run("double", &data, 1 << 14);
    }
    assert!(gpu.read(&data).into_iter().eq((0..1 << 20).map(|x| x * 16)));
}

#[test]
fn one_thread_is_enough() {
    let options = wgpu_cpu::Options { threads: 1, ..Default::default() };
    let gpu = common::gpu_of(&wgpu_cpu::instance_with(options));
    assert!(gpu.adapter.get_info().name.starts_with("CPU (1 thread,"));
    let data = gpu.storage(&[1; 1 << 16]);
    gpu.run("double", &data, 1 << 10);
    assert_eq!(gpu.read(&data), [2; 1 << 16]);
}

#[test]
fn a_default_device_is_granted() {
    let instance = wgpu_cpu::instance();
    let adapter = pollster::block_on(instance.request_adapter(&Default::default())).unwrap();
    let (device, _) = pollster::block_on(adapter.request_device(&Default::default())).unwrap();
    assert_eq!(device.limits(), wgpu::Limits::default());
    assert!(adapter.limits().max_buffer_size >= 1 << 30);
}

#[test]
fn groups_and_uniforms_with_a_given_layout() {
    let gpu = gpu();
    let pipeline = gpu.pipeline("add");
    let addend = gpu.empty(16, Usage::UNIFORM | Usage::COPY_DST);
    gpu.queue.write_buffer(&addend, 0, bytemuck::bytes_of(&7_u32));
    let (data, result) = (gpu.storage(&[1; 100]), gpu.storage(&[0; 80]));
    let (zero, one) =
        (gpu.group(&pipeline, 0, &[&data, &addend]), gpu.group(&pipeline, 1, &[&result]));
    gpu.pass(|pass| {
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &zero, &[]);
        pass.set_bind_group(1, &one, &[]);
        pass.dispatch_workgroups(2, 1, 1);
    });
    assert_eq!(gpu.read(&result), [8; 80]);
}

#[test]
fn offsets_and_dynamic_offsets() {
    let gpu = gpu();
    let entry = wgpu::BindGroupLayoutEntry {
        binding: 0,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: wgpu::BufferBindingType::Storage { read_only: false },
            has_dynamic_offset: true,
            min_binding_size: None,
        },
        count: None,
    };
    let layout = gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: None,
        entries: &[entry],
    });
    let pipeline_layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let pipeline = gpu.pipeline_with("double", Some(&pipeline_layout), &[]);
    let data = gpu.storage(&[1; 64]);
    let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &layout,
        entries: &[wgpu::BindGroupEntry {
            binding: 0,
            resource: wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &data,
                offset: 32,
                size: wgpu::BufferSize::new(16),
            }),
        }],
    });
    gpu.pass(|pass| {
        pass.set_pipeline(&pipeline);
        for dynamic in [0, 32, 128, 32] {
            pass.set_bind_group(0, &group, &[dynamic]);
            pass.dispatch_workgroups(1, 1, 1);
        }
    });
    let mut expected = [1; 64];
    expected[8..12].fill(2);
    expected[16..20].fill(4);
    expected[40..44].fill(2);
    assert_eq!(gpu.read(&data), expected);
}

#[test]
fn overrides() {
    let gpu = gpu();
    let data = gpu.storage(&[1; 4]);
    for constants in [&[][..], &[("factor", 5.0)]] {
        let pipeline = gpu.pipeline_with("scale", None, constants);
        let group = gpu.group(&pipeline, 0, &[&data]);
        gpu.pass(|pass| {
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.dispatch_workgroups(1, 1, 1);
        });
    }
    assert_eq!(gpu.read(&data), [15; 4]);
}

#[test]
fn naga_modules() {
    let mut gpu = gpu();
    let module = naga::front::wgsl::parse_str(KERNELS).unwrap();
    let source = wgpu::ShaderSource::Naga(std::borrow::Cow::Owned(module));
    gpu.kernels =
        gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let data = gpu.storage(&[21]);
    gpu.run("double", &data, 1);
    assert_eq!(gpu.read(&data), [42]);
}

fn check_indirect(gpu: &common::Gpu) {
    let pipeline = gpu.pipeline("count");
    let data = gpu.storage(&[0; 4]);
    let group = gpu.group(&pipeline, 0, &[&data]);
    let most = gpu.device.limits().max_compute_workgroups_per_dimension;
    let arguments = gpu.storage(&[9, 2, 3, 4, most + 1, 1, 1]);
    gpu.pass(|pass| {
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups_indirect(&arguments, 4);
        // Beyond the limit: as if there were no workgroups.
        pass.dispatch_workgroups_indirect(&arguments, 16);
    });
    assert_eq!(gpu.read(&data), [2, 3, 4, 1]);
}

#[test]
fn indirect() {
    check_indirect(&gpu());
}

#[test]
fn indirect_with_wgpus_own_validation() {
    let flags = wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL;
    let options = wgpu_cpu::Options { flags, ..Default::default() };
    let gpu = common::gpu_of(&wgpu_cpu::instance_with(options));
    assert!(gpu.device.limits().max_buffer_size <= u64::from(u32::MAX));
    check_indirect(&gpu);
}

#[test]
fn immediates() {
    let gpu = gpu();
    let pipeline = gpu.pipeline("bump");
    let data = gpu.storage(&[1, 2]);
    let group = gpu.group(&pipeline, 0, &[&data]);
    gpu.pass(|pass| {
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.set_immediates(0, bytemuck::cast_slice(&[0_u32, 10]));
        pass.dispatch_workgroups(1, 1, 1);
        pass.dispatch_workgroups(1, 1, 1);
        pass.set_immediates(4, bytemuck::bytes_of(&100_u32));
        pass.dispatch_workgroups(1, 1, 1);
    });
    assert_eq!(gpu.read(&data), [121, 122]);
}

#[test]
fn long_chains_of_dependent_dispatches() {
    let gpu = gpu();
    let pipeline = gpu.pipeline("bump");
    let data = gpu.storage(&[0; 64]);
    let group = gpu.group(&pipeline, 0, &[&data]);
    let chain = |steps: u32| {
        gpu.pass(|pass| {
            pass.set_pipeline(&pipeline);
            pass.set_bind_group(0, &group, &[]);
            pass.set_immediates(0, bytemuck::cast_slice(&[0_u32, 1]));
            (0..steps).for_each(|_| pass.dispatch_workgroups(1, 1, 1));
        });
    };
    (0..100).for_each(|_| chain(1));
    chain(1000);
    assert_eq!(gpu.read(&data), [1100; 64]);
}
