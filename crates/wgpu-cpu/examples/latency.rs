//! What small steps cost: a dispatch in a pass, a submission, a round trip.
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu_cpu::instance();
    let adapter = pollster::block_on(instance.request_adapter(&Default::default()))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
    println!("{:?}", adapter.get_info());
    let source = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
        @compute @workgroup_size(64)
        fn double(@builtin(global_invocation_id) id: vec3<u32>) {
            if id.x < arrayLength(&data) { data[id.x] *= 2; }
        }";
    let source = wgpu::ShaderSource::Wgsl(source.into());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    });
    let data = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 256,
        usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: data.as_entire_binding() }],
    });
    let pass = |steps: u32| {
        let mut encoder = device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        (0..steps).for_each(|_| pass.dispatch_workgroups(1, 1, 1));
        drop(pass);
        queue.submit([encoder.finish()]);
    };
    for round in 0..3 {
        let start = Instant::now();
        (0..1000).for_each(|_| pass(1));
        let submit = start.elapsed() / 1000;
        device.poll(wgpu::PollType::wait_indefinitely())?;
        let start = Instant::now();
        for _ in 0..1000 {
            pass(1);
            device.poll(wgpu::PollType::wait_indefinitely())?;
        }
        let trip = start.elapsed() / 1000;
        let start = Instant::now();
        pass(10_000);
        let recorded = start.elapsed() / 10_000;
        device.poll(wgpu::PollType::wait_indefinitely())?;
        let step = start.elapsed() / 10_000;
        let start = Instant::now();
        for _ in 0..1000 {
            queue.write_buffer(&data, 0, &[1; 64]);
        }
        queue.submit([]);
        let write = start.elapsed() / 1000;
        println!(
            "round {round}: submit {submit:?}, with wait {trip:?}; dispatch in a pass {step:?}, \
             of it recording {recorded:?}; write_buffer {write:?}"
        );
    }
    Ok(())
}
