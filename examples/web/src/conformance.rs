//! Conformance: a kernel of each kind, beside the same in plain Rust.
//!
//! Integers must be equal, and floats as close as the engine promises.

use kernel_engine::{Engine, Error, Kernel, PingPong};
use serde::Serialize;

/// More than a few workgroups, and no multiple of one.
const LEN: usize = 10_007;

#[derive(Serialize)]
pub(crate) struct Verdict {
    name: &'static str,
    passed: bool,
    message: String,
}

/// What a kernel gave, if it was as it should be.
type Outcome = Result<Result<(), String>, Error>;

pub(crate) async fn verdicts(engine: &Engine) -> Vec<Verdict> {
    let outcomes = [
        ("map", map(engine).await),
        ("accessors", accessors(engine).await),
        ("preamble and parameters", parameters(engine).await),
        ("ping-pong", ping_pong(engine).await),
        ("workgroups", workgroups(engine).await),
        ("reduce", reduce(engine).await),
        ("scan", scan(engine).await),
        ("sort", sort(engine).await),
    ];
    let verdict = |(name, outcome): (_, Outcome)| {
        let fault = outcome.unwrap_or_else(|error| Err(error.to_string())).err();
        let passed = fault.is_none();
        Verdict { name, passed, message: fault.unwrap_or_else(|| "as in plain Rust".to_owned()) }
    };
    outcomes.into_iter().map(verdict).collect()
}

/// Numbers in no order.
fn numbers() -> Vec<u32> {
    (0..LEN as u32).map(|i| i.wrapping_mul(2_654_435_761) >> 7).collect()
}

/// The first difference, if there is one.
fn compared<T: PartialEq + std::fmt::Debug>(found: &[T], expected: &[T]) -> Result<(), String> {
    if found.len() != expected.len() {
        return Err(format!("{} elements instead of {}", found.len(), expected.len()));
    }
    match (0..found.len()).find(|i| found[*i] != expected[*i]) {
        Some(i) => Err(format!("element {i} is {:?}, not {:?}", found[i], expected[i])),
        None => Ok(()),
    }
}

/// The functions that devices disagree on, within a bound that none of them meets by itself.
async fn map(engine: &Engine) -> Outcome {
    let data: Vec<f32> = (0..LEN).map(|i| (i as f32 - 5000.0) * 0.37).collect();
    let found: Vec<f32> =
        engine.execute_async("dst = sin(src) + exp(-abs(src) / 100.0);", &data).await?;
    for (x, y) in data.iter().zip(found) {
        let x = f64::from(*x);
        let expected = x.sin() + (-x.abs() / 100.0).exp();
        if (f64::from(y) - expected).abs() > 6e-7 {
            return Ok(Err(format!("of {x} it makes {y}, not {expected}")));
        }
    }
    Ok(Ok(()))
}

/// Elements at any index, beyond both ends too, and storages that are counted in.
async fn accessors(engine: &Engine) -> Outcome {
    let data = numbers();
    let kernel = Kernel::compute(
        "let far = table(i * 7u) + table(i - 1u);
         out_set(len - 1u - i, far + table_length());
         out_set(len + i, 1u);
         counts_add(far % 4u, 1u);",
    );
    let kernel = kernel.array::<u32>("table").output::<u32>("out").atomic::<u32>("counts");
    let (out, counts) = (engine.zeros::<u32>(LEN)?, engine.zeros::<u32>(4)?);
    let call = kernel.build()?.call().bind("table", &engine.storage(&data)?);
    call.bind("out", &out).bind("counts", &counts).run(LEN)?;
    let at = |i: usize| data.get(i).copied().unwrap_or(0);
    let far = |i: usize| at(i * 7).wrapping_add(at(i.wrapping_sub(1)));
    let expected: Vec<u32> = (0..LEN).rev().map(|i| far(i).wrapping_add(LEN as u32)).collect();
    let mut counted = [0; 4];
    (0..LEN).for_each(|i| counted[far(i) as usize % 4] += 1);
    let outcome = compared(&out.download_async().await?, &expected);
    let counts = counts.download_async().await?;
    Ok(outcome.and_then(|()| compared(&counts, &counted)))
}

/// A function of the reader's own, which sees the parameters, whatever their types.
async fn parameters(engine: &Engine) -> Outcome {
    let kernel = Kernel::map::<i32, i32>("dst = turn(src) - down;");
    let kernel = kernel.preamble("fn turn(x: i32) -> i32 { return x * x % modulus * i32(scale); }");
    let kernel =
        kernel.param::<i32>("modulus").param::<f32>("scale").param::<i32>("down").build()?;
    let data: Vec<i32> = (-5000..5007).collect();
    let call = kernel.call().set("modulus", 977).set("scale", 3.0).set("down", -2);
    let expected: Vec<i32> = data.iter().map(|x| x * x % 977 * 3 + 2).collect();
    Ok(compared(&call.execute_async(engine, &data).await?, &expected))
}

/// A hundred steps, each of which reads what it replaces and has a parameter of its own.
async fn ping_pong(engine: &Engine) -> Outcome {
    let mut cells = numbers();
    let kernel = Kernel::map::<u32, u32>("dst = at(i - 1u) + at(i + 1u) * 3u + step_number;");
    let kernel = kernel.param::<u32>("step_number").build()?;
    let mut sides = PingPong::new(engine, &cells)?;
    sides.iterate(100, |step| kernel.call().set("step_number", step))?;
    for step in 0..100 {
        let at = |i: usize| cells.get(i).copied().unwrap_or(0);
        let next = |i: usize| {
            let (left, right) = (at(i.wrapping_sub(1)), at(i + 1));
            left.wrapping_add(right.wrapping_mul(3)).wrapping_add(step)
        };
        cells = (0..LEN).map(next).collect();
    }
    Ok(compared(&sides.front().download_async().await?, &cells))
}

/// Memory that a workgroup shares, with a barrier between those who write and those who read.
async fn workgroups(engine: &Engine) -> Outcome {
    let kernel = Kernel::compute(
        "tile[local] = select(0u, data(i), i < len);
         workgroupBarrier();
         for (var half = group_size / 2u; half > 0u; half /= 2u) {
             if local < half { tile[local] = max(tile[local], tile[local + half]); }
             workgroupBarrier();
         }
         if local == 0u { most_set(group, tile[0]); }",
    );
    let kernel = kernel.array::<u32>("data").output::<u32>("most");
    let kernel = kernel.workgroup::<u32>("tile", 64).workgroup_size(64).build()?;
    let data = numbers();
    let most = engine.zeros::<u32>(LEN.div_ceil(64))?;
    kernel.call().bind("data", &engine.storage(&data)?).bind("most", &most).run(LEN)?;
    let expected: Vec<u32> =
        data.chunks(64).map(|tile| tile.iter().copied().fold(0, u32::max)).collect();
    Ok(compared(&most.download_async().await?, &expected))
}

/// An operator that is not commutative: affine maps one after another.
async fn reduce(engine: &Engine) -> Outcome {
    let maps: Vec<[u32; 2]> = numbers().into_iter().map(|n| [n | 1, n >> 3]).collect();
    let kernel =
        Kernel::reduce("dst = vec2<u32>(a.x * b.x, a.y * b.x + b.y);", [1u32, 0]).build()?;
    let found = kernel.call().run_async(&engine.storage(&maps)?).await?;
    let then = |a: [u32; 2], b: &[u32; 2]| {
        [a[0].wrapping_mul(b[0]), a[1].wrapping_mul(b[0]).wrapping_add(b[1])]
    };
    Ok(compared(&[found], &[maps.iter().fold([1, 0], then)]))
}

async fn scan(engine: &Engine) -> Outcome {
    let data = numbers();
    let kernel = Kernel::scan("dst = a + b;", 0u32).build()?;
    let found = kernel.call().run(&engine.storage(&data)?)?.download_async().await?;
    let sums = data.iter().scan(0u32, |sum, n| {
        *sum = sum.wrapping_add(*n);
        Some(*sum)
    });
    Ok(compared(&found, &sums.collect::<Vec<_>>()))
}

/// Keys with their values, which keep their order where keys are equal.
async fn sort(engine: &Engine) -> Outcome {
    let keys: Vec<f32> = numbers().into_iter().map(|n| (n % 1000) as f32 - 500.0).collect();
    let order = engine.storage(&keys)?.argsort()?.download_async().await?;
    let mut expected: Vec<u32> = (0..LEN as u32).collect();
    expected.sort_by(|a, b| keys[*a as usize].total_cmp(&keys[*b as usize]));
    Ok(compared(&order, &expected))
}
