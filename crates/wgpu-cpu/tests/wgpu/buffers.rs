//! Buffers: write, map, copy, clear, ranges, lazy zeroes.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use crate::common::gpu;
use wgpu::BufferUsages as Usage;

#[test]
fn write_copy_and_clear_ranges() {
    let gpu = gpu();
    let (one, two) = (gpu.storage(&[1; 8]), gpu.storage(&[2; 8]));
    gpu.queue.write_buffer(&one, 8, bytemuck::cast_slice(&[5_u32, 6]));
    gpu.submit(|encoder| {
        encoder.copy_buffer_to_buffer(&one, 4, &two, 8, 16);
        encoder.clear_buffer(&two, 24, Some(4));
        encoder.clear_buffer(&one, 16, None);
    });
    assert_eq!(gpu.read(&one), [1, 1, 5, 6, 0, 0, 0, 0]);
    assert_eq!(gpu.read(&two), [2, 2, 1, 5, 6, 1, 0, 2]);
}

#[test]
fn writes_take_their_turn() {
    let gpu = gpu();
    let (data, log) = (gpu.storage(&[0]), gpu.storage(&[0; 3]));
    for turn in 0..3_u32 {
        gpu.queue.write_buffer(&data, 0, bytemuck::bytes_of(&(turn + 1)));
        gpu.submit(|encoder| {
            encoder.copy_buffer_to_buffer(&data, 0, &log, u64::from(turn) * 4, 4);
        });
    }
    assert_eq!(gpu.read(&log), [1, 2, 3]);
}

#[test]
fn fresh_memory_is_zero() {
    let gpu = gpu();
    let usage = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
    let buffer = gpu.empty(4096, usage);
    assert_eq!(gpu.read(&buffer), [0; 1024]);
    // Written in part, the rest is still zero.
    let buffer = gpu.empty(64, usage);
    gpu.queue.write_buffer(&buffer, 32, &[255; 4]);
    let mut expected = [0; 16];
    expected[8] = u32::MAX;
    assert_eq!(gpu.read(&buffer), expected);
}

#[test]
fn a_large_fresh_buffer_costs_nothing() {
    let gpu = gpu();
    let limits = gpu.device.limits();
    let size = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size / 16) & !255;
    let buffer = gpu.empty(size, Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST);
    let pipeline = gpu.pipeline("double");
    let group = gpu.group(&pipeline, 0, &[&buffer]);
    let start = std::time::Instant::now();
    gpu.pass(|pass| {
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    });
    gpu.wait();
    assert!(start.elapsed().as_millis() < 500, "it was cleared byte by byte");
}

#[test]
fn map_for_writing_and_reading() {
    let gpu = gpu();
    let up = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 16,
        usage: Usage::MAP_WRITE | Usage::COPY_SRC,
        mapped_at_creation: true,
    });
    up.get_mapped_range_mut(8..16).unwrap().copy_from_slice(&[1, 0, 0, 0, 2, 0, 0, 0]);
    up.unmap();
    assert_eq!(gpu.read(&up), [0, 0, 1, 2]);
    up.map_async(wgpu::MapMode::Write, 0..8, |mapped| mapped.unwrap());
    gpu.wait();
    up.get_mapped_range_mut(0..4).unwrap().copy_from_slice(&[9, 0, 0, 0]);
    up.unmap();
    assert_eq!(gpu.read(&up), [9, 0, 1, 2]);
}

#[test]
fn mappable_primary_buffers() {
    let gpu = gpu();
    let usage = Usage::STORAGE | Usage::MAP_READ | Usage::MAP_WRITE;
    let data = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 8,
        usage,
        mapped_at_creation: true,
    });
    data.get_mapped_range_mut(..).unwrap().copy_from_slice(bytemuck::cast_slice(&[3_u32, 4]));
    data.unmap();
    gpu.run("double", &data, 1);
    data.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
    gpu.wait();
    let read: Vec<u32> = bytemuck::pod_collect_to_vec(&data.get_mapped_range(..).unwrap());
    assert_eq!(read, [6, 8]);
}

#[test]
fn destroy_while_in_use() {
    let gpu = gpu();
    let data = gpu.storage(&[1; 256]);
    gpu.run("double", &data, 4);
    data.destroy();
    gpu.wait();
    let error = gpu.error(wgpu::ErrorFilter::Validation, |gpu| gpu.run("double", &data, 4));
    assert!(error.unwrap().to_string().contains("destroyed"));
}

#[test]
fn memory_comes_back() {
    let gpu = gpu();
    let size = gpu.device.limits().max_buffer_size / 16;
    for _ in 0..20 {
        let error = gpu.error(wgpu::ErrorFilter::OutOfMemory, |gpu| {
            drop(gpu.empty(size, Usage::STORAGE));
        });
        assert!(error.is_none());
        gpu.wait();
    }
}
