//! Fast math: what precise mathematics cost on this device, and what they are worth.
//!
//!     cargo run --release --example fast_math
//!     cargo run --release --example fast_math -- 10_000_000

use std::error::Error;
use std::time::Duration;

use kernel_engine::{Engine, Kernel};

const SNIPPETS: [&str; 6] = [
    "dst = src;",
    "dst = src + tan(cos(sin(src * src)));",
    "dst = sin(src);",
    "dst = log(src);",
    "dst = pow(src, 1.7);",
    "dst = src / 3.7;",
];
const ROUNDS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let len = std::env::args().nth(1).map_or(Ok(100_000_000), |text| text.replace('_', "").parse());
    let len: usize = len?;
    let engine = Engine::new()?;
    println!("{}, {len} floats, milliseconds on the device", engine.info());
    println!("{:>10} {:>10}", "precise", "fast");
    let mut random = fastrand::Rng::with_seed(2017);
    let input: Vec<f32> = (0..len).map(|_| random.f32() * 10.0).collect();
    let (src, dst) = (engine.storage(&input)?, engine.zeros::<f32>(len)?);
    for snippet in SNIPPETS {
        let precise = Kernel::map::<f32, f32>(snippet);
        let fast = precise.clone().fast_math();
        for kernel in [precise.build()?, fast.build()?] {
            let call = kernel.call();
            call.run_into(&src, &dst)?;
            let mut least = Duration::MAX;
            for _ in 0..ROUNDS {
                let ((), report) = engine.profile(|| call.run_into(&src, &dst))?;
                least = least.min(report.execute);
            }
            print!("{:>10.3} ", least.as_secs_f64() * 1e3);
        }
        println!(" {snippet}");
    }
    Ok(())
}
