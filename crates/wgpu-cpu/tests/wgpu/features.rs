//! Every feature of the adapter that concerns kernels, in a kernel that uses it.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use crate::common::{Gpu, gpu};

/// Runs a kernel `main` over one workgroup and gives what it left in its words.
fn run(gpu: &Gpu, source: &str, words: &[u32]) -> Vec<u32> {
    let source = wgpu::ShaderSource::Wgsl(source.into());
    let module =
        gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    });
    let data = gpu.storage(words);
    let group = gpu.group(&pipeline, 0, &[&data]);
    gpu.pass(|pass| {
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(1, 1, 1);
    });
    gpu.read(&data)
}

#[test]
fn doubles() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<f64>;
        @compute @workgroup_size(1) fn main() { data[1] = data[0] * 3.0lf; }";
    let words: [u32; 4] = bytemuck::cast([1.1_f64, 0.0]);
    let left: Vec<f64> = bytemuck::pod_collect_to_vec(&run(&gpu(), source, &words));
    assert_eq!(left[1], 1.1 * 3.0);
}

#[test]
fn long_integers() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u64>;
        @compute @workgroup_size(1) fn main() { data[1] = data[0] * data[0] + 1lu; }";
    let words: [u32; 4] = bytemuck::cast([123_456_789_012_u64, 0]);
    let left: Vec<u64> = bytemuck::pod_collect_to_vec(&run(&gpu(), source, &words));
    assert_eq!(left[1], 123_456_789_012_u64.wrapping_mul(123_456_789_012) + 1);
}

#[test]
fn halves() {
    let source = "enable f16;
        @group(0) @binding(0) var<storage, read_write> data: array<vec2<f16>>;
        @compute @workgroup_size(1) fn main() { data[0] = data[0] * 2.0h; }";
    // 1.0 and 0.5, then 2.0 and 1.0.
    assert_eq!(run(&gpu(), source, &[0x3800_3C00]), [0x3C00_4000]);
}

#[test]
fn halves_in_floats() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(1) fn main() {
            data[0] = pack2x16float(unpack2x16float(data[0]) * 2.0);
        }";
    assert_eq!(run(&gpu(), source, &[0x3800_3C00]), [0x3C00_4000]);
}

#[test]
fn long_atomics() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<atomic<u64>, 2>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
            atomicAdd(&data[0], 1lu << 40u);
            atomicMax(&data[1], u64(i) << 33u);
        }";
    let left: Vec<u64> = bytemuck::pod_collect_to_vec(&run(&gpu(), source, &[0; 4]));
    assert_eq!(left, [64 << 40, 63 << 33]);
}

#[test]
fn float_atomics() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: atomic<f32>;
        @compute @workgroup_size(64) fn main() { atomicAdd(&data, 0.5); }";
    assert_eq!(run(&gpu(), source, &[0]), [32_f32.to_bits()]);
}

#[test]
fn subgroups() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> data: array<u32, 4>;
        @compute @workgroup_size(64) fn main(
            @builtin(local_invocation_index) i: u32,
            @builtin(subgroup_size) size: u32,
            @builtin(subgroup_id) id: u32,
            @builtin(subgroup_invocation_id) lane: u32,
        ) {
            let sum = subgroupAdd(i);
            subgroupBarrier();
            if lane == 0u { data[id] = sum; data[2] = size; }
            data[3] = select(data[3], 1u, subgroupAll(i < 64u));
        }";
    let gpu = gpu();
    let info = gpu.adapter.get_info();
    assert_eq!((info.subgroup_min_size, info.subgroup_max_size), (32, 32));
    let first: u32 = (0..32).sum();
    assert_eq!(run(&gpu, source, &[0; 4]), [first, first + 32 * 32, 32, 1]);
}

#[test]
fn workgroup_memory_and_barriers() {
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        var<workgroup> held: array<u32, 16384>;
        @compute @workgroup_size(1024) fn main(@builtin(local_invocation_index) i: u32) {
            held[16383u - i] = data[i];
            workgroupBarrier();
            data[i] = held[15360u + i];
        }";
    let words: Vec<u32> = (0..1024).collect();
    assert!(run(&gpu(), source, &words).iter().rev().eq(&words));
}
