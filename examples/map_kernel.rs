//! tbd
use kernel_engine::*;
kernel_engine::element! { pub struct Body { pub p: [f32; 3], pub m: f32, pub v: [f32;3] } }
fn main() -> Result<()> {
    let engine = Engine::new()?;
    println!("{}", engine.info());
    let t = std::time::Instant::now();
    let out: Vec<f32> =
        engine.execute("dst = src + tan(cos(sin(src * src)));", &[1f32, 2., 3., 4., 5.])?;
    println!("{out:?} {:?}", t.elapsed());
    let k = Kernel::map::<f32, f32>("dst = a * src + y + table(i % 16u);")
        .param::<f32>("a")
        .input::<f32>("y")
        .array::<f32>("table")
        .build()?;
    println!("{}", k.wgsl());
    let n = 1000003;
    let xs: Vec<f32> = (0..n).map(|i| i as f32).collect();
    let x = engine.storage(&xs)?;
    let t: Vec<f32> = (0..16).map(|i| i as f32 * 0.5).collect();
    let t = engine.storage(&t)?;
    let (z, report) = engine
        .profile(|| k.call().set("a", 2).bind("y", &x).bind("table", &t).run(&x)?.download())?;
    assert!(
        z.iter().enumerate().all(|(i, z)| *z == 2.0 * i as f32 + i as f32 + (i % 16) as f32 * 0.5)
    );
    println!("{report}");
    let c = Kernel::compute("hist_add(data(i) % 8u, 1u); if i == 3u { total_set(0u, len); }")
        .array::<u32>("data")
        .atomic::<u32>("hist")
        .output::<u32>("total")
        .build()?;
    println!("{}", c.wgsl());
    let d = engine.storage(&(0..100u32).collect::<Vec<_>>())?;
    let h = engine.zeros::<u32>(8)?;
    let total = engine.zeros::<u32>(1)?;
    let call = c.call().bind("data", &d).bind("hist", &h).bind("total", &total);
    call.run(100)?;
    println!("{:?} {:?}", h.download()?, total.download()?);
    let count = engine.storage(&[50u32])?;
    call.run(Extent::count(&count))?;
    println!("{:?} {:?}", h.download()?, total.download()?);
    let b = Kernel::map::<Body, Body>("dst = Body(src.p + src.v * dt, src.m, src.v);")
        .param::<f32>("dt")
        .build()?;
    println!("{}", b.wgsl());
    let out = b
        .call()
        .set("dt", 0.5)
        .execute(&engine, &[Body { p: [0., 1., 2.], m: 3., v: [1., 2., 4.] }; 3])?;
    println!("{out:?}");
    for bad in ["dst = foo;", "dst = src +", "dst = i;", "} fn f() {", "var x = 1;", "dst = sin(1)"]
    {
        match Kernel::map::<f32, f32>(bad).build() {
            Ok(_) => println!("OK?? {bad}"),
            Err(e) => println!("{e}"),
        }
    }
    let red = Kernel::compute("tile[local] = select(0u, data(i), i < len); workgroupBarrier(); for (var s = 128u; s > 0u; s >>= 1u) { if local < s { tile[local] += tile[local + s]; } workgroupBarrier(); } if local == 0u { sum_add(0u, tile[0]); }").array::<u32>("data").atomic::<u32>("sum").workgroup::<u32>("tile", 256).build()?;
    let s = engine.zeros::<u32>(1)?;
    red.call().bind("data", &d).bind("sum", &s).run(100)?;
    println!("{:?}", s.download()?);
    let heat = Kernel::map::<f32, f32>("dst = src + k * (at(i - 1u) - 2.0 * src + at(i + 1u));")
        .param::<f32>("k")
        .build()?;
    let mut rod = PingPong::new(&engine, &[0.0, 0.0, 100.0, 0.0, 0.0])?;
    let t = std::time::Instant::now();
    rod.iterate(1000, |step| heat.call().set("k", 0.1 / (1.0 + step as f32)))?;
    println!("{:?} {:?}", rod.front().download()?, t.elapsed());
    Ok(())
}
