//! A kernel of your own, with all that it may name: parameters, a second input, structs, and
//! functions in a preamble. Copy this page, put in your formula, and throw the balls away.
//!
//!     cargo run --release --example custom_kernel
//!     cargo run --release --example custom_kernel -- --speed 15
//!
//! How far does a ball fly? For each of four balls, thrown at each of 91 angles, the GPU follows
//! the flight in small steps, all flights at once. It does so on Earth and on the Moon.

mod support;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, value_parser};
use kernel_engine::{Engine, Kernel};
use support::Outcome;

// 1. Elements. Arrays hold numbers, vectors such as `[f32; 3]`, or structs made of them. What
//    `element!` declares is one struct in Rust and in the kernel, under the same names.
kernel_engine::element! {
    /// How a ball leaves the hand.
    struct Throw { speed: f32, angle: f32 }
}
kernel_engine::element! {
    /// How it came down.
    struct Landing { distance: f32, height: f32, seconds: f32 }
}

// 2. The preamble: functions, constants and structs in WGSL, outside the kernel. They see the
//    kernel's parameters, here `gravity`.
const PHYSICS: &str = "
    const STEPS = 4096u;
    // Gravity pulls down, and the air pulls back, by the square of the speed.
    fn acceleration(velocity: vec2<f32>, drag: f32) -> vec2<f32> {
        return vec2<f32>(0.0, -gravity) - drag * length(velocity) * velocity;
    }
";

// 3. The kernel: what happens to one element. It reads `src` and assigns `dst`; `drag` is this
//    element of the second input.
const FLIGHT: &str = "
    // No flight takes longer than one straight up without air.
    let step = 2.0 * src.speed / gravity / f32(STEPS);
    var position = vec2<f32>();
    var velocity = src.speed * vec2<f32>(cos(src.angle), sin(src.angle));
    var height = 0.0;
    var n = 0u;
    for (; n < STEPS && position.y >= 0.0; n++) {
        let halfway = velocity + 0.5 * step * acceleration(velocity, drag);
        position += step * halfway;
        velocity += step * acceleration(halfway, drag);
        height = max(height, position.y);
    }
    // The last step went below the ground: go back up to it.
    let below = position.y / velocity.y;
    dst = Landing(position.x - below * velocity.x, height, f32(n) * step - below);
";

/// In whole degrees, from level to straight up.
const ANGLES: usize = 91;

/// What flies, and how much the air holds it, per metre.
const BALLS: [(&str, f32); 4] =
    [("no air at all", 0.0), ("golf ball", 0.005), ("tennis ball", 0.012), ("table tennis", 0.1)];

/// Throws balls at every angle, on Earth and on the Moon, and tells which angle is best
#[derive(Parser)]
struct Args {
    /// How fast each ball leaves the hand, in metres a second, from 1 to 100
    #[arg(long, default_value_t = 30, value_parser = value_parser!(u8).range(1..=100))]
    speed: u8,
}

fn main() -> ExitCode {
    support::run(|args: &Args, out| throw(f32::from(args.speed), out))
}

fn throw(speed: f32, out: &mut dyn Write) -> Outcome {
    // 4. All that the kernel names is declared, and `build` checks the whole, without a device.
    //    Misspell something above: the error shows the line, and says what was meant.
    let flight = Kernel::map::<Throw, Landing>(FLIGHT)
        .label("flight")
        .preamble(PHYSICS)
        .param::<f32>("gravity")
        .input::<f32>("drag")
        .build()?;

    // 5. The engine is the best device there is, or what KERNEL_ENGINE_DEVICE names. Storages are
    //    arrays on it. Each flight is one element in both.
    let engine = Engine::new()?;
    let flights = BALLS.iter().flat_map(|(_, drag)| (0..ANGLES).map(move |angle| (angle, *drag)));
    let (throws, drags): (Vec<Throw>, Vec<f32>) = flights
        .map(|(angle, drag)| (Throw { speed, angle: (angle as f32).to_radians() }, drag))
        .unzip();
    let (throws, drags) = (engine.storage(&throws)?, engine.storage(&drags)?);

    // 6. A call gives the kernel its arguments. Changed and run again, it neither compiles nor
    //    uploads anew; and results stay on the device until they are downloaded.
    let call = flight.call().bind("drag", &drags);
    for (world, gravity) in [("on Earth", 9.81), ("in a dome on the Moon", 1.62)] {
        let landings = call.clone().set("gravity", gravity).run(&throws)?.download()?;
        writeln!(out, "{speed} m/s {world}, where v²/g is {:.1} m:", speed * speed / gravity)?;
        for ((ball, _), landings) in BALLS.iter().zip(landings.chunks(ANGLES)) {
            let farthest = (0..ANGLES)
                .zip(landings)
                .max_by(|(_, a), (_, b)| a.distance.total_cmp(&b.distance));
            let Some((angle, Landing { distance, height, seconds })) = farthest else { continue };
            let flight = format!("{distance:5.1} m, {height:5.1} m high, {seconds:4.1} s");
            writeln!(out, "  {ball:13} best at {angle}°: {flight}")?;
        }
    }
    Ok(())
}
