//! Finding the devices of this machine, and opening one.
//!
//! Devices are gathered from every source there is into one list, the rules of
//! [`wish`] pick one of them, and where they pick none the
//! error says what was looked for, what is there instead and what to do.
//! One source is the system's drivers; `WGPU_BACKEND` narrows the interfaces
//! that are asked for them. The other, of the crate `wgpu-cpu`, is the threads
//! of the CPU, so natively there is always a device.

mod choice;
mod no_device;
mod wish;

use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
use once_cell::sync::OnceCell;
use wgpu::{Backend, Backends, DeviceType, Features, InstanceFlags};

pub use self::choice::{DeviceChoice, DeviceInfo, DeviceKind, PowerPreference};
pub use self::no_device::NoDevice;
use self::wish::{OUR_VARIABLE, WGPU_VARIABLE, Wish};

/// The variable of `wgpu` that narrows the system interfaces asked.
const BACKEND_VARIABLE: &str = "WGPU_BACKEND";

/// What the driver of the CPU's threads calls itself.
const CPU_DRIVER: &str = "wgpu-cpu";
/// The interface under which a [`DeviceInfo`] shows the CPU's threads.
const CPU_THREADS: &str = "CPU threads";
/// Why the CPU's threads are chosen where a driver offers a CPU too.
const BEFORE_DRIVERS: &str = "; its threads go before drivers that run kernels on the CPU";

/// An adapter that could be opened, with what is known about it.
pub(crate) struct Candidate {
    pub(crate) adapter: wgpu::Adapter,
    pub(crate) info: DeviceInfo,
}

/// How the sources of devices are opened.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// Whether drivers look at every call.
    pub(crate) debug_checks: bool,
    /// Iterations and time after which loops on the CPU's threads count as endless.
    pub(crate) loops: Option<(u64, Duration)>,
}

/// Takes the device that the settings ask for.
pub(crate) async fn select(
    choice: Option<DeviceChoice>,
    power: PowerPreference,
    options: Options,
) -> Result<(wgpu::Adapter, DeviceInfo), NoDevice> {
    let wish = Wish::new(choice, setting(OUR_VARIABLE), setting(WGPU_VARIABLE));
    let backends = searched_backends(setting(BACKEND_VARIABLE).as_deref());
    let mut found = gather(&instances(backends, options), power).await;
    match mark_chosen(&wish, power, &mut found) {
        Some(index) => {
            let Candidate { adapter, info } = found.swap_remove(index);
            Ok((adapter, info))
        }
        None => Err(NoDevice {
            wish,
            searched: backend_names(backends),
            narrowed_to: setting(BACKEND_VARIABLE),
            found: found.into_iter().map(|candidate| candidate.info).collect(),
        }),
    }
}

/// All devices that can run kernels; the one that the environment would choose
/// has a reason.
pub(crate) async fn list() -> Vec<DeviceInfo> {
    let wish = Wish::new(None, setting(OUR_VARIABLE), setting(WGPU_VARIABLE));
    let backends = searched_backends(setting(BACKEND_VARIABLE).as_deref());
    let power = PowerPreference::default();
    let mut found = gather(&instances(backends, Options::default()), power).await;
    mark_chosen(&wish, power, &mut found);
    found.into_iter().map(|candidate| candidate.info).collect()
}

/// The features of the adapter that kernels can make use of. None of them is
/// experimental. Having one costs nothing until a kernel or buffer uses it.
fn features_of(adapter: &wgpu::Adapter) -> Features {
    let useful = Features::TIMESTAMP_QUERY
        | Features::SHADER_F16
        | Features::SHADER_F64
        | Features::SHADER_INT64
        | Features::SHADER_INT64_ATOMIC_MIN_MAX
        | Features::SHADER_INT64_ATOMIC_ALL_OPS
        | Features::SHADER_FLOAT32_ATOMIC
        | Features::SUBGROUP
        | Features::SUBGROUP_BARRIER
        | Features::PIPELINE_CACHE;
    let unified = if is_unified(&adapter.get_info()) {
        Features::MAPPABLE_PRIMARY_BUFFERS
    } else {
        Features::empty()
    };
    adapter.features() & (useful | unified)
}

/// Whether the memory of the device is the host's, and as quick for both. Other integrated GPUs
/// share memory too, but what both may touch is there often slow to read, or scarce.
pub(crate) fn is_unified(info: &wgpu::AdapterInfo) -> bool {
    match info.device_type {
        DeviceType::Cpu => true,
        DeviceType::IntegratedGpu => info.backend == Backend::Metal,
        _ => false,
    }
}

/// Opens the adapter with all its limits and all features we can use.
pub(crate) async fn open(
    adapter: &wgpu::Adapter,
) -> Result<(wgpu::Device, wgpu::Queue), wgpu::RequestDeviceError> {
    let wanted = wgpu::DeviceDescriptor {
        label: Some("kernel-engine"),
        required_features: features_of(adapter),
        required_limits: adapter.limits(),
        ..Default::default()
    };
    adapter.request_device(&wanted).await
}

/// An environment variable; set to nothing counts as not set.
fn setting(name: &str) -> Option<String> {
    let value = std::env::var(name).ok()?;
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// The interfaces to ask: those compiled in, narrowed by the setting.
fn searched_backends(narrowed_to: Option<&str>) -> Backends {
    let usable = Backends::VULKAN | Backends::METAL | Backends::DX12 | Backends::BROWSER_WEBGPU;
    let allowed = narrowed_to.map_or(Backends::all(), Backends::from_comma_list);
    wgpu::Instance::enabled_backend_features() & usable & allowed
}

/// Every source of devices, each with the backends to ask it for. A source
/// that another crate provides is one more entry here.
fn instances(backends: Backends, options: Options) -> Vec<(wgpu::Instance, Backends)> {
    let Options { debug_checks, loops } = options;
    // Without debug checks not even indirect calls are checked: that check
    // runs a hidden kernel before each of them.
    let flags = if debug_checks { InstanceFlags::debugging() } else { InstanceFlags::empty() };
    let mut sources = Vec::new();
    if !backends.is_empty() {
        let mut wanted = wgpu::InstanceDescriptor::new_without_display_handle();
        (wanted.backends, wanted.flags) = (backends, flags);
        let instance = wgpu::Instance::new(wanted);
        #[cfg(not(target_arch = "wasm32"))]
        keep_drivers(&instance);
        sources.push((instance, backends));
    }
    #[cfg(target_arch = "wasm32")]
    let _ = loops; // A browser has drivers alone.
    #[cfg(not(target_arch = "wasm32"))]
    {
        let usual = wgpu_cpu::Options { flags, ..wgpu_cpu::Options::default() };
        let (iterations, time) = loops.unwrap_or((usual.iterations, usual.time));
        let options = wgpu_cpu::Options { iterations, time, ..usual };
        sources.push((wgpu_cpu::instance_with(options), Backends::all()));
    }
    sources
}

/// Keeps the drivers in memory until the program ends: while one of NVIDIA's is unloaded, threads
/// that used it and end just then run what it left for their end, which is no longer there.
#[cfg(not(target_arch = "wasm32"))]
fn keep_drivers(instance: &wgpu::Instance) {
    static KEPT: OnceCell<wgpu::Instance> = OnceCell::new();
    KEPT.get_or_init(|| instance.clone());
}

/// What became of the kernel that made a device of CPU threads fail.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn fault(device: &wgpu::Device) -> Option<String> {
    let fault = wgpu_cpu::fault(device)?;
    let kernel = fault.label.unwrap_or(fault.entry_point);
    Some(format!("kernel `{kernel}`: {}", fault.message))
}

/// The adapters of all sources that can run kernels, in a stable order: that
/// of the sources, save that CPUs come last, and its threads first of them.
async fn gather(sources: &[(wgpu::Instance, Backends)], power: PowerPreference) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (instance, backends) in sources {
        for adapter in adapters(instance, *backends, power).await {
            let abilities = adapter.get_downlevel_capabilities().flags;
            if abilities.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
                let info = describe(&adapter.get_info());
                found.push(Candidate { adapter, info });
            }
        }
    }
    found.sort_by_key(|it| (it.info.kind == DeviceKind::Cpu, it.info.backend != CPU_THREADS));
    number_twins(found.iter_mut().map(|candidate| &mut candidate.info.name));
    found
}

#[cfg(not(target_arch = "wasm32"))]
async fn adapters(
    instance: &wgpu::Instance,
    backends: Backends,
    _: PowerPreference,
) -> Vec<wgpu::Adapter> {
    instance.enumerate_adapters(backends).await
}

/// A browser shows one of its devices, by what is preferred.
#[cfg(target_arch = "wasm32")]
async fn adapters(
    instance: &wgpu::Instance,
    _: Backends,
    power: PowerPreference,
) -> Vec<wgpu::Adapter> {
    let power_preference = match power {
        PowerPreference::High => wgpu::PowerPreference::HighPerformance,
        PowerPreference::Low => wgpu::PowerPreference::LowPower,
    };
    let wanted = wgpu::RequestAdapterOptions { power_preference, ..Default::default() };
    instance.request_adapter(&wanted).await.into_iter().collect()
}

/// Tells devices of one name apart: the second becomes `NAME #2`.
fn number_twins<'a>(names: impl Iterator<Item = &'a mut String>) {
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        let earlier = seen.iter().filter(|other| *other == name).count();
        seen.push(name.clone());
        if earlier > 0 {
            name.push_str(&format!(" #{}", earlier + 1));
        }
    }
}

/// Lets the rules choose, and notes the reason with the chosen device.
fn mark_chosen(wish: &Wish, power: PowerPreference, found: &mut [Candidate]) -> Option<usize> {
    let plain: Vec<_> = found.iter().map(|it| (it.info.kind, it.info.name.as_str())).collect();
    let (index, mut reason) = wish.pick(power, &plain)?;
    let by_driver = |info: &DeviceInfo| info.kind == DeviceKind::Cpu && info.backend != CPU_THREADS;
    let driver_too = found.iter().any(|it| by_driver(&it.info));
    let chosen = &mut found.get_mut(index)?.info;
    let named = matches!(wish.choice, DeviceChoice::Named(_));
    if chosen.backend == CPU_THREADS && driver_too && !named {
        reason.push_str(BEFORE_DRIVERS);
    }
    chosen.reason = reason;
    Some(index)
}

/// What is known of an adapter; why it was chosen comes later.
pub(crate) fn describe(info: &wgpu::AdapterInfo) -> DeviceInfo {
    // Most browsers tell no name, lest pages know their readers by it.
    let named = Some(&*info.name).filter(|name| !name.is_empty());
    DeviceInfo {
        name: named.unwrap_or(backend_name(info.backend)).to_owned(),
        kind: match info.device_type {
            DeviceType::DiscreteGpu => DeviceKind::Discrete,
            DeviceType::IntegratedGpu => DeviceKind::Integrated,
            DeviceType::VirtualGpu => DeviceKind::Virtual,
            DeviceType::Cpu => DeviceKind::Cpu,
            DeviceType::Other => DeviceKind::Other,
        },
        backend: match info.backend {
            // It has no backend of its own within wgpu.
            Backend::Noop if info.driver == CPU_DRIVER => CPU_THREADS,
            backend => backend_name(backend),
        }
        .to_owned(),
        driver: format!("{} {}", info.driver, info.driver_info).trim().to_owned(),
        reason: String::new(),
    }
}

impl DeviceInfo {
    /// Whether its mathematics are as good as ours.
    pub(crate) fn is_precise(&self) -> bool {
        self.backend == CPU_THREADS
    }
}

fn backend_name(backend: Backend) -> &'static str {
    match backend {
        Backend::Vulkan => "Vulkan",
        Backend::Metal => "Metal",
        Backend::Dx12 => "DX12",
        Backend::BrowserWebGpu => "WebGPU",
        Backend::Gl => "OpenGL",
        Backend::Noop => "none",
    }
}

fn backend_names(backends: Backends) -> Vec<&'static str> {
    let all = [Backend::Vulkan, Backend::Metal, Backend::Dx12, Backend::BrowserWebGpu];
    let mut asked = all.to_vec();
    asked.retain(|&backend| backends.contains(backend.into()));
    asked.into_iter().map(backend_name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backends_are_narrowed_but_never_widened() {
        let all = searched_backends(None);
        assert!(!all.contains(Backends::GL) && !all.contains(Backends::NOOP));
        assert_eq!(searched_backends(Some("gl,noop")), Backends::empty());
        assert_eq!(searched_backends(Some("vulkan")), all & Backends::VULKAN);
        assert_eq!(instances(Backends::empty(), Options::default()).len(), 1);
    }

    #[test]
    fn the_threads_of_the_cpu_are_always_there_and_before_drivers_for_it() {
        let sources = instances(searched_backends(None), Options::default());
        let mut found = pollster::block_on(gather(&sources, PowerPreference::High));
        let backends: Vec<_> = found.iter().map(|it| (it.info.kind, &*it.info.backend)).collect();
        let cpus: Vec<_> = backends.iter().filter(|it| it.0 == DeviceKind::Cpu).collect();
        assert_eq!(cpus.first(), Some(&&(DeviceKind::Cpu, CPU_THREADS)), "{backends:?}");
        let (cpus, others) = (cpus.len(), backends.len() - cpus.len());
        assert!(backends[others..].iter().all(|it| it.0 == DeviceKind::Cpu), "{backends:?}");
        let wish = Wish::new(Some(DeviceChoice::Cpu), None, None);
        let chosen = mark_chosen(&wish, PowerPreference::High, &mut found).unwrap();
        let info = &found[chosen].info;
        assert_eq!((chosen, &*info.backend), (others, CPU_THREADS));
        assert_eq!(info.reason.ends_with(BEFORE_DRIVERS), cpus > 1, "{}", info.reason);
    }

    #[test]
    fn twins_are_numbered() {
        let mut names = ["A", "B", "A", "A"].map(str::to_owned);
        number_twins(names.iter_mut());
        assert_eq!(names, ["A", "B", "A #2", "A #3"]);
    }

    #[test]
    fn every_listed_device_can_be_chosen_by_name_and_opened() {
        for device in pollster::block_on(list()) {
            let choice = Some(DeviceChoice::from(&device));
            let chosen = select(choice, PowerPreference::High, Options::default());
            let (adapter, info) = pollster::block_on(chosen).unwrap();
            assert_eq!(info.name, device.name);
            let (opened, _queue) = pollster::block_on(open(&adapter)).unwrap();
            assert_eq!(opened.features(), features_of(&adapter));
            println!("{info} {:?}", opened.features());
        }
    }

    #[test]
    fn selecting_can_be_done_by_any_async_runtime() {
        fn is_send<T: Send>(_: &T) {}
        is_send(&select(None, PowerPreference::High, Options::default()));
        is_send(&list());
    }
}
