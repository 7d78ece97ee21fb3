//! Errors: what each kind says, word for word.

use std::time::Duration;

use kernel_engine::{DeviceChoice, DeviceInfo, DeviceKind, Engine, Error, Kernel};

use crate::misuse;
use crate::support::{alone, none, read};

/// Errors that a device must be there for, made by hand.
fn made() -> Vec<(Error, &'static str)> {
    let text = str::to_owned;
    let snippet = Kernel::map::<f32, f32>("dst = foo;").build().unwrap_err();
    vec![
        (
            snippet,
            "error: `foo` is not known here\n  --> snippet of `map`:1:7\n  |\n1 | dst = foo;\n  |       ^^^\n  |\n  = hint: in scope are src, dst, i, len, at(j), again()",
        ),
        (
            Error::Open { device: text("NVIDIA H200"), reason: text("the driver is too old") },
            "the device NVIDIA H200 could not be opened: the driver is too old",
        ),
        (
            Error::LengthMismatch { what: text("kernel `blend`: `y`"), expected: 1000, found: 999 },
            "kernel `blend`: `y` has 999 elements, and 1000 are needed",
        ),
        (
            Error::Range {
                what: text("upload"),
                message: text("4 elements from 8 on leave the storage, which has 10"),
            },
            "upload: 4 elements from 8 on leave the storage, which has 10",
        ),
        (
            Error::TooLarge {
                what: text("kernel `blend`"),
                needed: 9,
                limit: 8,
                unit: "storages",
                remedy: text("split the kernel"),
            },
            "kernel `blend` needs 9 storages, and 8 is the most here: split the kernel",
        ),
        (
            Error::OutOfMemory { what: text("a storage of 1000 f32"), bytes: 4000 },
            "no memory left for a storage of 1000 f32 of 4000 bytes: drop storages that are done with, or use smaller ones",
        ),
        (
            Error::Aliased {
                kernel: text("blend"),
                first: text("src"),
                second: text("dst"),
                remedy: "use `.run_in_place`",
            },
            "kernel `blend`: `src` and `dst` are one storage, and at least one of them is written: use `.run_in_place`",
        ),
        (
            Error::OtherEngine { what: text("`table`") },
            "`table` belongs to another engine: download it there and upload it here",
        ),
        (
            Error::Unsupported {
                what: text("kernel `blend`"),
                feature: text("64-bit floats"),
                device: text("NVIDIA H200"),
                remedy: "use a 32-bit type",
            },
            "kernel `blend` needs 64-bit floats, which NVIDIA H200 has not: use a 32-bit type",
        ),
        (
            Error::TimedOut { kernel: text("blend"), limit: Duration::from_millis(1500) },
            "`blend` did not finish within 1.5s; `engine.status()` tells whether the device is still at it",
        ),
        (
            Error::DeviceLost { reason: text("it was unplugged") },
            "the device was lost (it was unplugged): make a new engine and upload again",
        ),
        (
            Error::LoopCut { kernel: text("blend"), device: text("llvmpipe") },
            "kernel `blend`: the driver of llvmpipe ended a loop early (it allows about 65,535 iterations in one invocation), so the results written since are void: split the loop over several runs, or use another device",
        ),
        (
            Error::Internal { what: text("creating a buffer"), message: text("no reason given") },
            "creating a buffer failed: no reason given; this is a defect of the driver or of kernel-engine, please report it",
        ),
    ]
}

#[test]
fn errors_say_what_and_what_to_do() {
    let differs = |(error, text): &(Error, &str)| {
        let shown = error.to_string();
        (shown != *text).then(|| format!("it says: {shown}\nand not: {text}"))
    };
    none(misuse::rows().iter().chain(&made()).filter_map(differs).collect());
}

#[test]
fn every_kind_of_error_has_a_row() {
    let name = |text: &str| text.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned();
    let source = read("crates/kernel-engine/src/error.rs");
    let (_, kinds) = source.split_once("pub enum Error {\n").unwrap();
    let (kinds, _) = kinds.split_once("\n}").unwrap();
    let kinds = kinds.lines().filter_map(|line| line.strip_prefix("    "));
    let mut kinds: Vec<String> =
        kinds.filter(|line| line.starts_with(char::is_uppercase)).map(name).collect();
    let rows = misuse::rows().into_iter().chain(made());
    let mut shown: Vec<String> = rows.map(|(error, _)| name(&format!("{error:?}"))).collect();
    // The one below.
    shown.push("NoDevice".to_owned());
    kinds.sort();
    shown.sort();
    shown.dedup();
    assert_eq!(kinds, shown, "there are the kinds on the left, and rows for those on the right");
}

#[test]
fn where_nothing_is_looked_for_the_error_says_why() {
    // OpenGL is a backend of wgpu that the engine does not use.
    nowhere(
        "errors::where_nothing_is_looked_for_the_error_says_why",
        ("WGPU_BACKEND", "gl"),
        || {
            let error = gpu();
            let [cpu] = Engine::devices().try_into().unwrap();
            let shown = DeviceInfo { reason: String::new(), ..cpu.clone() };
            assert!(matches!(&error, Error::NoDevice(none) if *none.found() == [shown.clone()]));
            assert_eq!(
                error.to_string(),
                format!(
                    "no device fits `gpu` set in code; no interface that this program can use is \
                     left (WGPU_BACKEND=gl), and beside the others there are: {shown}; unset \
                     WGPU_BACKEND, or choose `auto`"
                )
            );
            assert_eq!(*Engine::new().unwrap().info(), cpu);
        },
    );
}

#[test]
#[cfg(target_os = "linux")]
fn where_no_driver_is_there_is_still_the_cpu() {
    let missing = ("VK_DRIVER_FILES", "/nonexistent");
    nowhere("errors::where_no_driver_is_there_is_still_the_cpu", missing, || {
        let [cpu] = Engine::devices().try_into().unwrap();
        assert_eq!((cpu.kind, &*cpu.backend), (DeviceKind::Cpu, "CPU threads"));
        assert_eq!(cpu.reason, "`auto`: a CPU, as no GPU was found");
        let shown = DeviceInfo { reason: String::new(), ..cpu.clone() };
        assert_eq!(
            gpu().to_string(),
            format!(
                "no device fits `gpu` set in code; through Vulkan there are: {shown}; install the \
                 Vulkan driver of the GPU, or choose `auto`"
            )
        );
        let engine = Engine::new().unwrap();
        assert_eq!(*engine.info(), cpu);
        assert_eq!(engine.execute::<u32, u32>("dst = src * 2u;", &[1, 2]).unwrap(), [2, 4]);
    });
}

/// What one gets who wants a GPU.
fn gpu() -> Error {
    Engine::builder().device(DeviceChoice::Gpu).build().unwrap_err()
}

/// Runs `body` in a process that finds no device of a driver, whatever the environment of this one says.
fn nowhere(test: &str, variable: (&str, &str), body: fn()) {
    let unset = [
        ("KERNEL_ENGINE_DEVICE", ""),
        ("WGPU_ADAPTER_NAME", ""),
        ("WGPU_BACKEND", ""),
        // What older loaders of Vulkan call `VK_DRIVER_FILES`.
        ("VK_ICD_FILENAMES", "/nonexistent"),
    ];
    alone(test, &[&unset[..], &[variable]].concat(), Duration::from_secs(60), body);
}
