//! The devices of this machine, opened once each and shared by all tests.

use std::sync::LazyLock;

use kernel_engine::{DeviceChoice, DeviceInfo, Engine, EngineBuilder};

/// Runs a test on every device, with an engine that other tests use at the same time.
pub(crate) fn on_each(test: impl Fn(&Engine)) {
    static SHARED: LazyLock<Vec<Engine>> = LazyLock::new(|| open(|builder| builder));
    found();
    for engine in SHARED.iter() {
        run(engine, &test);
    }
}

/// Runs a test on every device, with an engine that no other test has.
pub(crate) fn on_each_own(test: impl Fn(&Engine)) {
    on_each_configured(|builder| builder, test);
}

/// As [`on_each_own`], with an engine built in a way of the test's own.
pub(crate) fn on_each_configured(
    configure: impl Fn(EngineBuilder) -> EngineBuilder,
    test: impl Fn(&Engine),
) {
    for engine in open(configure) {
        run(&engine, &test);
    }
}

/// Runs a test on every device with engines that take few workgroups in one direction, so that
/// small arrays fold and segment as huge ones do; the test gets how many they take.
pub(crate) fn on_each_folded(test: impl Fn(&Engine, usize)) {
    static FOLDED: LazyLock<Vec<(Vec<Engine>, usize)>> = LazyLock::new(|| {
        let limits = [1, 2, 3];
        limits.map(|n| (open(|builder| builder.workgroups_per_dimension(n)), n as usize)).into()
    });
    found();
    for (engines, limit) in FOLDED.iter() {
        for engine in engines {
            println!("{limit} workgroups in one direction");
            run(engine, |engine| test(engine, *limit));
        }
    }
}

/// Every device. Says so when there is none, and fails when there has to be one.
pub(crate) fn found() -> &'static [DeviceInfo] {
    static FOUND: LazyLock<Vec<DeviceInfo>> = LazyLock::new(Engine::devices);
    if FOUND.is_empty() {
        let required = std::env::var_os("KERNEL_ENGINE_REQUIRE_DEVICE").is_some();
        assert!(!required, "KERNEL_ENGINE_REQUIRE_DEVICE is set, and there is no device");
        println!("skipped: no device");
    }
    &FOUND
}

/// An engine on the device of that name.
pub(crate) fn open_by_name(name: &str) -> EngineBuilder {
    Engine::builder().device(DeviceChoice::Named(name.to_owned()))
}

/// The adapter of that name, found without the engine, which calls a second one of a name
/// `NAME #2`.
fn adapter(name: &str) -> wgpu::Adapter {
    let mut wanted = wgpu::InstanceDescriptor::new_without_display_handle();
    wanted.backends = wgpu::Backends::PRIMARY;
    let instances = [wgpu::Instance::new(wanted), wgpu_cpu::instance()];
    let all =
        |it: &wgpu::Instance| pollster::block_on(it.enumerate_adapters(wgpu::Backends::all()));
    let found: Vec<wgpu::Adapter> = instances.iter().flat_map(all).collect();
    let numbered = name.rsplit_once(" #").and_then(|(name, n)| Some((name, n.parse().ok()?)));
    let (name, number): (&str, usize) = numbered.unwrap_or((name, 1));
    let mut twins = found.into_iter().filter(|adapter| adapter.get_info().name == name);
    twins.nth(number - 1).unwrap()
}

/// The device of that name, opened without the engine and without any feature.
pub(crate) fn bare(name: &str) -> (wgpu::Device, wgpu::Queue) {
    let adapter = adapter(name);
    let wanted = wgpu::DeviceDescriptor { required_limits: adapter.limits(), ..Default::default() };
    pollster::block_on(adapter.request_device(&wanted)).unwrap()
}

/// Whether the device of an engine has a feature, asked without the engine.
pub(crate) fn has(engine: &Engine, feature: wgpu::Features) -> bool {
    adapter(&engine.info().name).features().contains(feature)
}

fn open(configure: impl Fn(EngineBuilder) -> EngineBuilder) -> Vec<Engine> {
    found().iter().map(|info| configure(open_by_name(&info.name)).build().unwrap()).collect()
}

fn run(engine: &Engine, test: impl Fn(&Engine)) {
    println!("on {}", engine.info());
    test(engine);
}
