//! Every file on disk has its constant and its header, and is valid WGSL once what its header
//! names is there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "validate/header.rs"]
mod header;
#[path = "validate/stub.rs"]
mod stub;

use std::fs;
use std::iter;
use std::path::Path;

use header::Header;
use naga::valid::{Capabilities, ValidationFlags, Validator};

const MODULES: [&str; 4] = ["engine", "heldkarp", "precise", "sssp"];

/// Files of the engine that are put around snippets; the others are kernels of its own.
const AROUND: [&str; 6] = ["group", "position", "probe", "reduce", "scan", "slot"];

/// What together is one text.
const PARTS: [&str; 3] = ["sssp/near_far", "sssp/expand", "sssp/alone"];

/// A file: its module, its name, its text.
struct File {
    module: &'static str,
    name: String,
    text: String,
}

impl File {
    fn path(&self) -> String {
        format!("{}/{}", self.module, self.name)
    }

    /// What the functions in it are called: one by the file's name, or all by the engine's.
    fn function(&self) -> String {
        match self.module {
            "engine" if AROUND.contains(&self.name.as_str()) => format!("fn engine_{}(", self.name),
            "precise" => "fn engine_".to_owned(),
            _ => format!("fn {}(", self.name),
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files() -> Vec<File> {
    let mut files = Vec::new();
    for module in MODULES {
        for entry in fs::read_dir(root().join(module)).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(path.extension().unwrap(), "wgsl", "{} is no WGSL file", path.display());
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            files.push(File { module, name, text: fs::read_to_string(&path).unwrap() });
        }
    }
    assert!(!files.is_empty());
    files
}

/// The parts of `text` that are words: letters, digits and underscores.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[test]
fn wgsl_lies_in_the_folders_of_the_modules() {
    for entry in fs::read_dir(root()).unwrap() {
        let path = entry.unwrap().path();
        assert_ne!(path.extension().unwrap_or_default(), "wgsl", "{}", path.display());
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let known = MODULES.contains(&name.as_str()) || ["src", "tests"].contains(&name.as_str());
        assert!(known || !path.is_dir(), "the folder {name} is not in MODULES of this test");
    }
}

#[test]
fn each_file_has_a_constant_in_the_module_of_its_folder() {
    let lib = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let lib = lib.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut constants = 0;
    for file in files() {
        let name = file.name.to_uppercase();
        let constant =
            format!("pub const {name}: &str = include_str!(\"../{}.wgsl\");", file.path());
        let place = lib.find(&constant);
        let place = place.unwrap_or_else(|| panic!("src/lib.rs lacks `{constant}`"));
        let module = lib[..place].rsplit("pub mod ").next().and_then(|rest| words(rest).next());
        assert_eq!(module, Some(file.module), "the module of {name}");
        constants += 1;
    }
    assert_eq!(constants, lib.matches("include_str!").count(), "a constant without a file");
}

#[test]
fn each_header_tells_what_the_file_relies_on() {
    for file in files() {
        let path = file.path();
        let header = Header::of(&path, &file.text);
        assert!(file.text.contains(&file.function()), "{path} has no `{}`", file.function());
        let (module, name) = (format!("{}::", file.module), format!("::{}", file.name));
        let twin = header.twin.starts_with(&module) && header.twin.ends_with(&name);
        let none = header.twin.starts_with("none; ");
        // Part of a method that is as a whole the same as another in plain Rust.
        let whole = file.module == "sssp" && header.twin == "sssp::host::solve";
        assert!(twin || none || whole, "{path}: its twin should be {module}..{name}");
        for name in header.names() {
            let used = words(header.body).any(|word| {
                word == name || word.strip_prefix(name).is_some_and(|rest| rest.starts_with('_'))
            });
            assert!(used, "{path} says that it relies on `{name}` and does not");
        }
    }
}

#[test]
fn each_file_is_valid_with_what_its_header_names() {
    for file in files() {
        let path = file.path();
        // The files of a set, and the parts of near-far, are one text that needs what none of them has.
        let beside = |other: &File| match file.module {
            "precise" => other.module == "precise",
            _ => PARTS.contains(&&*path) && PARTS.contains(&&*other.path()),
        };
        let beside = files().into_iter().filter(|other| beside(other) && other.name != file.name);
        let beside: Vec<File> = beside.collect();
        let body: String = iter::once(&file).chain(&beside).map(|it| &*it.text).collect();
        let mut provided = String::new();
        for part in iter::once(&file).chain(&beside) {
            let path = part.path();
            stub::provide(&path, &Header::of(&path, &part.text), &body, &mut provided);
        }
        let text = provided + &body;
        let module = naga::front::wgsl::parse_str(&text);
        let module = module.unwrap_or_else(|e| panic!("{path}: {}", e.emit_to_string(&text)));
        Validator::new(ValidationFlags::all(), Capabilities::SUBGROUP)
            .subgroup_stages(naga::valid::ShaderStages::COMPUTE)
            .subgroup_operations(naga::valid::SubgroupOperationSet::all())
            .validate(&module)
            .unwrap_or_else(|e| panic!("{path}: {}", e.emit_to_string(&text)));
    }
}
