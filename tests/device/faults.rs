//! Kernels that fail while they run: where the device notices, the error names the kernel.
//!
//! A driver notices nothing and hangs; the CPU's threads count. The count is made small here, so
//! that nobody waits.

use std::time::Duration;

use kernel_engine::{DeviceChoice, Engine, Error, Kernel, Status};

/// An engine on the threads of the CPU, which takes loops for endless after so many iterations.
fn patient_for(iterations: u64) -> Engine {
    let builder = Engine::builder().device(DeviceChoice::Cpu);
    builder.loop_budget(iterations, Duration::ZERO).build().unwrap()
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
        let engine = patient_for(100_000);
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
    let engine = patient_for(100_000);
    assert_eq!(add.call().execute(&engine, &[1]).unwrap(), [2], "another device is none the worse");
}

/// A loop is endless or not as the builder's budget has it; once in time it may go on.
#[test]
fn the_budget_of_loops_is_the_programs() {
    let count = Kernel::map::<u32, u32>("for (var k = 0u; k < src; k++) { dst += k ^ 5u; }");
    let count = count.label("count").build().unwrap();
    let run = |engine: &Engine, n: u32| {
        let expected = (0..n).fold(0, |all: u32, k| all.wrapping_add(k ^ 5));
        let out = count.call().execute(engine, &[n])?;
        assert_eq!(out, [expected], "{n} iterations");
        Ok(())
    };
    for (iterations, fit, exceed) in [(1000, 900, 1100), (10_000, 9900, 10_100)] {
        let engine = patient_for(iterations);
        run(&engine, fit).unwrap();
        let text = refused!(run(&engine, exceed), Error::DeviceLost { .. });
        assert!(text.contains(&format!("`count`: a loop goes on after {iterations}")), "{text}");
    }
    let builder = Engine::builder().device(DeviceChoice::Cpu);
    run(&builder.loop_budget(10, Duration::MAX).build().unwrap(), 100_000).unwrap();
}
