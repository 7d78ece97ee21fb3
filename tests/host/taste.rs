//! Taste: the code that README.md shows, line for line. `readme` compares the two.

use kernel_engine::{Engine, Filtered, Frontier, Kernel, PingPong, Result, Storage};

pub(crate) fn one_liner() -> Result<Vec<f32>> {
    let data = [1.0f32, 2.0, 3.0];
    let engine = Engine::new()?;
    let out: Vec<f32> = engine.execute("dst = src + tan(cos(sin(src * src)));", &data)?;
    Ok(out)
}

pub(crate) fn map_kernel(engine: Engine, xs: &[f32], ys: &[f32]) -> Result<Vec<f32>> {
    let blend = Kernel::map::<f32, f32>("dst = a * src + y + table(i % 4u);")
        .param::<f32>("a")
        .input::<f32>("y")
        .array::<f32>("table")
        .build()?;
    let x = engine.storage(xs)?;
    let y = engine.storage(ys)?;
    let table = engine.storage(&[0.0f32, 0.25, 0.5, 0.75])?;
    let z = blend.call().set("a", 2.0).bind("y", &y).bind("table", &table).run(&x)?;
    let zs = z.download()?;
    Ok(zs)
}

pub(crate) fn ping_pong(engine: Engine) -> Result<Vec<f32>> {
    let heat = Kernel::map::<f32, f32>("dst = src + k * (at(i - 1u) - 2.0 * src + at(i + 1u));")
        .param::<f32>("k")
        .build()?;
    let mut rod = PingPong::new(&engine, &[0.0f32, 0.0, 100.0, 0.0, 0.0])?;
    rod.iterate(1000, |step| heat.call().set("k", 0.1 / (1.0 + step as f32)))?;
    let temperatures = rod.front().download()?;
    Ok(temperatures)
}

pub(crate) fn converge(mut rod: PingPong<f32>) -> Result<usize> {
    let settle = Kernel::map::<f32, f32>(
        "dst = (at(i - 1u) + 2.0 * src + at(i + 1u)) / 4.0;
         if abs(dst - src) > 0.01 { again(); }",
    );
    let settle = settle.build()?.call();
    let done = rod.converge(100_000, |_| settle.clone())?;
    let steps = done.steps;
    Ok(steps)
}

pub(crate) fn frontier(
    engine: Engine,
    row: Storage<u32>,
    column: Storage<u32>,
    seen: Storage<u32>,
    source: u32,
) -> Result<usize> {
    let visit = Kernel::expand::<u32>(
        "for (var e = row(src); e < row(src + 1u); e++) {
             if seen_exchange(column(e), 1u) == 0u { push(column(e)); }
         }",
    );
    let visit = visit.array::<u32>("row").array::<u32>("column").atomic::<u32>("seen").build()?;
    let visit = visit.call().bind("row", &row).bind("column", &column).bind("seen", &seen);
    let frontier = Frontier::new(&engine, seen.len(), &[source])?;
    let depth = frontier.converge(seen.len(), |_| visit.clone())?.steps - 1;
    Ok(depth)
}

pub(crate) fn compute_kernel(engine: Engine, values: &[u32]) -> Result<Vec<u32>> {
    let histogram = Kernel::compute("bin_add(data(i) % 8u, 1u);")
        .array::<u32>("data")
        .atomic::<u32>("bin")
        .build()?;
    let data = engine.storage(values)?;
    let bins = engine.zeros::<u32>(8)?;
    histogram.call().bind("data", &data).bind("bin", &bins).run(data.len())?;
    let counts = bins.download()?;
    Ok(counts)
}

pub(crate) fn primitives(x: &Storage<f32>) -> Result<(f32, f32, Storage<f32>, Filtered<f32>)> {
    let total = x.sum()?;
    let norm = x.map_reduce("dst = src * src;", "dst = a + b;", 0.0f32)?.sqrt();
    let peaks = x.scan("dst = max(a, b);", f32::MIN)?;
    let hot = x.filter("dst = src > 30.0;")?;
    Ok((total, norm, peaks, hot))
}
