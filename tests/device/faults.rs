//! Kernels that fail while they run: where the device notices, the error names the kernel.
//!
//! A driver notices nothing and hangs; the CPU's threads count. The count is made small here, so
//! that nobody waits.

use std::time::Duration;

use kernel_engine::{Engine, Error, Kernel, Status};

/// An engine on the threads of the CPU, which takes loops for endless soon.
fn impatient() -> Engine {
    let options =
        wgpu_cpu::Options { iterations: 100_000, time: Duration::ZERO, ..Default::default() };
    let adapter = wgpu_cpu::instance_with(options).request_adapter(&Default::default());
    let adapter = pollster::block_on(adapter).unwrap();
    let wanted = wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
    let (device, queue) = pollster::block_on(adapter.request_device(&wanted)).unwrap();
    Engine::from_wgpu(device, queue).unwrap()
}

#[test]
fn an_endless_loop_is_an_error_that_names_its_kernel() {
    let kernel = Kernel::map::<u32, u32>("dst = src; while dst < 7u { dst ^= src; }");
    let endless = kernel.label("endless").build().unwrap();
    let add = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
    // Who notices first, waiting for what.
    let rows: [fn(&Engine) -> Error; 4] = [
        |engine| engine.wait().unwrap_err(),
        |engine| pollster::block_on(engine.wait_async()).unwrap_err(),
        |engine| engine.execute::<u32, u32>("dst = src;", &[1]).unwrap_err(),
        |engine| loop {
            match engine.status() {
                Status::Lost { reason } => return Error::DeviceLost { reason },
                _ => std::thread::yield_now(),
            }
        },
    ];
    for first in rows {
        let engine = impatient();
        let src = engine.storage(&[1u32, 2, 3]).unwrap();
        assert_eq!(add.call().run(&src).unwrap().download().unwrap(), [2, 3, 4]);
        let run = endless.call().run(&src);
        let text = "the device was lost (kernel `endless`: a loop goes on after 100000 iterations): \
                    make a new engine and upload again";
        assert_eq!(first(&engine).to_string(), text);
        // A fast device may be lost before the run that loses it returns.
        let void = run.and_then(|dst| dst.download());
        for result in [void, src.download(), add.call().execute(&engine, &[1])] {
            assert_eq!(result.unwrap_err().to_string(), text);
        }
        assert_eq!(engine.zeros::<u32>(1).unwrap_err().to_string(), text);
    }
    let engine = impatient();
    assert_eq!(add.call().execute(&engine, &[1]).unwrap(), [2], "another device is none the worse");
}
