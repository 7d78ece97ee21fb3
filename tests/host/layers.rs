//! Layers: examples, tests -> heldkarp, sssp -> kernel-engine -> wgpu-cpu -> wgpu, naga.

use std::collections::BTreeMap;
use std::process::Command;

use crate::support::{at, code, files_in, has_word, none};

/// Each package, and what it may depend on of the other packages and of GPU interfaces, its tests
/// and build script included.
const MAY_NEED: [(&str, &[&str]); 6] = [
    // Its test validates every file.
    ("kernel-engine-shaders", &["naga"]),
    // A device for any program on wgpu: it knows no engine.
    ("wgpu-cpu", &["naga", "wgpu"]),
    ("kernel-engine", &["kernel-engine-shaders", "naga", "wgpu", "wgpu-cpu"]),
    ("heldkarp", &["kernel-engine", "kernel-engine-shaders"]),
    ("sssp", &["kernel-engine", "kernel-engine-shaders"]),
    // A program that brings its own wgpu device is tested too.
    ("workspace-home", &["heldkarp", "kernel-engine", "naga", "sssp", "wgpu", "wgpu-cpu"]),
];

/// Crates that reach a GPU begin so.
const GPU: [&str; 10] =
    ["ash", "cubecl", "cudarc", "glow", "metal", "naga", "opencl", "vulkan", "wgpu", "windows"];

/// The plugins, which know no GPU interface.
const PLUGINS: [&str; 2] = ["heldkarp", "sssp"];

/// The files that name naga. Fewer is better; one more is a decision.
const NAME_NAGA: [&str; 13] = [
    "assemble/mod.rs",
    "barriers.rs",
    "barriers/tests.rs",
    "browser.rs",
    "check.rs",
    "names.rs",
    "precise.rs",
    "precise/tests.rs",
    "snippet/corpus.rs",
    "snippet/explain.rs",
    "snippet/operand_faults.rs",
    "snippet/validation_faults.rs",
    "snippet/words.rs",
];

/// The packages of the workspace, each with all that it depends on directly.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let tree = "tree --offline --workspace --depth 1 --no-dedupe --prefix depth --format {p}";
    let listed = Command::new(cargo)
        .args(tree.split(' '))
        .args(["--edges", "normal,build,dev"])
        .current_dir(at(""))
        .output()
        .unwrap();
    let fault = String::from_utf8_lossy(&listed.stderr);
    assert!(listed.status.success(), "{fault}");
    let listed = String::from_utf8(listed.stdout).unwrap();
    let mut packages: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut package = String::new();
    for line in listed.lines().filter(|line| !line.is_empty()) {
        let (depth, name) = line.split_at(1);
        let name = name.split(' ').next().unwrap_or_default().to_owned();
        match depth {
            "0" => {
                packages.entry(name.clone()).or_default();
                package = name;
            }
            _ => packages.entry(package.clone()).or_default().push(name),
        }
    }
    packages
}

#[test]
fn packages_depend_downwards_only() {
    let packages = dependencies();
    let matters =
        |name: &str| packages.contains_key(name) || GPU.iter().any(|gpu| name.starts_with(gpu));
    let mut faults = Vec::new();
    for (package, needs) in &packages {
        match MAY_NEED.iter().find(|(known, _)| known == package) {
            None => faults.push(format!("`{package}` is new: say here what it may depend on")),
            Some((_, may)) => {
                let more = needs.iter().filter(|need| matters(need) && !may.contains(&&***need));
                faults.extend(more.map(|need| format!("`{package}` depends on `{need}`")));
            }
        }
    }
    let gone = MAY_NEED.iter().filter(|(known, _)| !packages.contains_key(*known));
    faults.extend(gone.map(|(known, _)| format!("`{known}` is gone: take it off the list")));
    none(faults);
    // That the question was asked and answered at all.
    assert!(packages["kernel-engine"].iter().any(|need| need == "wgpu"));
}

#[test]
fn plugins_name_no_gpu_interface() {
    let mut faults = Vec::new();
    for plugin in PLUGINS {
        let files = files_in(&format!("crates/{plugin}/"), ".rs");
        assert!(!files.is_empty(), "{plugin} has no sources");
        for file in files {
            for (number, line) in file.text.lines().enumerate() {
                if ["wgpu", "naga"].iter().any(|word| has_word(code(line), word)) {
                    faults.push(format!("{}:{}: {line}", file.path, number + 1));
                }
            }
        }
    }
    none(faults);
}

#[test]
fn few_files_of_the_engine_name_naga() {
    let source = "crates/kernel-engine/src/";
    let mut found: Vec<&str> = files_in(source, ".rs")
        .into_iter()
        .filter(|file| file.text.lines().any(|line| has_word(code(line), "naga")))
        .map(|file| &file.path[source.len()..])
        .collect();
    found.sort_unstable();
    assert_eq!(found, NAME_NAGA, "found on the left, listed here on the right");
}
