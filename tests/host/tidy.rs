//! Tidy: rules that every file of the project keeps.

use crate::support::{File, bare_code, code, files, files_in, has_word, none};

/// The most lines of a file. There are no exceptions.
const LINES: usize = 400;

/// The files that hold `unsafe` code, and why.
const FENCED: [(&str, &str); 12] = [
    ("crates/heldkarp/src/host/simd.rs", "code for a processor that is found at run time"),
    (
        "crates/kernel-engine/src/disk_cache/native.rs",
        "a driver takes back what it compiled earlier only by an unsafe function",
    ),
    ("crates/kernel-engine/src/fresh.rs", "advice about memory goes by its address"),
    (
        "crates/kernel-engine/src/transfer/pinned.rs",
        "where the memory of a buffer lies is asked for below wgpu",
    ),
    ("crates/wgpu-cpu/src/fence/copy.rs", "runs of words that others may be writing"),
    ("crates/wgpu-cpu/src/fence/gather.rs", "words here and there that others may be writing"),
    (
        "crates/wgpu-cpu/src/fence/memory.rs",
        "a kernel may race with itself, and Rust's own memory must not be raced for",
    ),
    ("crates/wgpu-cpu/src/fence/simd.rs", "code for a processor that is found at run time"),
    ("crates/wgpu-cpu/src/hal/device.rs", "wgpu gives a device of our own only so"),
    ("crates/wgpu-cpu/src/hal/instance.rs", "wgpu takes an instance of our own only so"),
    ("crates/wgpu-cpu/src/hal/memory.rs", "what wgpu maps is an address"),
    (
        "crates/wgpu-cpu/tests/wgpu/errors.rs",
        "a surface without a window, to see that it is refused",
    ),
];

/// The files that implement traits of wgpu-hal, which declare their methods so that those who
/// call must take care. Nothing of the kind stands in the methods, save where it is fenced.
const TRAITS: &str = "crates/wgpu-cpu/src/hal/";

/// Words that must not stand in Rust code. (Cut in two, lest this file be found.)
const UNFINISHED: [&str; 5] = [
    concat!("to", "do!"),
    concat!("unimple", "mented!"),
    concat!("#[ig", "nore"),
    concat!("FIX", "ME"),
    concat!("TO", "DO"),
];

/// What ends a program; the engine has errors instead.
const PANICS: [&str; 6] =
    [".unwrap()", ".expect(", "panic!", "unreachable!", " assert!(", " assert_eq!("];

/// Paths that mean something on one machine only.
const PRIVATE_PATHS: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("/t", "mp/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];

/// Where a rule is broken: line and reason.
type Faults = Vec<(usize, String)>;

fn check<'a>(files: impl IntoIterator<Item = &'a File>, rule: impl Fn(&File) -> Faults) {
    let mut looked = 0;
    let mut told = Vec::new();
    for file in files {
        looked += 1;
        let faults = rule(file);
        told.extend(faults.iter().map(|(line, why)| format!("{}:{line}: {why}", file.path)));
    }
    assert!(looked > 0, "no file was looked at");
    none(told);
}

/// The lines of a file in which one of `words` stands, comments included or not.
fn lines_with(file: &File, words: &[&str], comments: bool) -> Faults {
    let lines = file.text.lines().map(|line| if comments { line } else { code(line) });
    let found = |line: &str| words.iter().find(|word| line.contains(**word)).copied();
    let fault = |(at, line)| Some((at + 1, format!("`{}` stands here", found(line)?)));
    lines.enumerate().filter_map(fault).collect()
}

#[test]
fn files_are_short() {
    let shaders = files_in("", ".wgsl");
    check(files_in("", ".rs").into_iter().chain(shaders), |file| {
        let lines = file.text.lines().count();
        let fault = || (lines, format!("more than {LINES} lines: cut it where its topics part"));
        (lines > LINES).then(fault).into_iter().collect()
    });
}

#[test]
fn files_say_first_what_they_are() {
    check(files_in("", ".rs"), |file| match file.text.starts_with("//! ") {
        true => Vec::new(),
        false => vec![(1, "a file opens with a `//!` comment".to_owned())],
    });
}

#[test]
fn shaders_have_their_header() {
    check(files_in("shaders/", ".wgsl"), |file| {
        let name = file.path.trim_start_matches("shaders/").trim_end_matches(".wgsl");
        let header = format!("// {name}: ");
        let first = file.text.lines().next().unwrap_or_default();
        match first.starts_with(&header) && first.len() > header.len() {
            true => Vec::new(),
            false => vec![(1, format!("the first line is `{header}` and what it does"))],
        }
    });
}

#[test]
fn nothing_is_left_undone() {
    check(files_in("", ".rs"), |file| lines_with(file, &UNFINISHED, true));
}

#[test]
fn unsafe_code_is_fenced() {
    let word = concat!("un", "safe");
    check(files_in("", ".rs"), |file| {
        let fenced = FENCED.iter().any(|(path, _)| *path == file.path);
        let lines: Vec<&str> = file.text.lines().collect();
        let used = (0..lines.len()).filter(|at| has_word(&bare_code(lines[*at]), word));
        let explained = |at: usize| {
            let above = lines[..at].iter().rev();
            let above = above.skip_while(|line| line.trim_start().starts_with("#["));
            let mut comment = above.take_while(|line| line.trim_start().starts_with("//"));
            // What a function asks of its callers stands in its documentation.
            comment.any(|line| line.contains("// SAFETY: ") || line.ends_with("/// # Safety"))
        };
        let declared = |at: usize| {
            let start = lines[at].trim_start();
            file.path.starts_with(TRAITS) && start.starts_with(&format!("{word} fn "))
        };
        let unfounded = used.filter(|at| !declared(*at) && (!fenced || !explained(*at)));
        unfounded.map(|at| (at + 1, format!("{word}, without a fence or a reason"))).collect()
    });
    for (path, why) in FENCED {
        let file = files().iter().find(|file| file.path == path);
        let used =
            file.is_some_and(|f| f.text.lines().any(|line| has_word(&bare_code(line), word)));
        assert!(used, "{path} needs no fence any more ({why})");
    }
}

#[test]
fn nothing_depends_on_one_machine() {
    let public = files().iter().filter(|file| !file.path.starts_with(".ci/"));
    check(public, |file| lines_with(file, &PRIVATE_PATHS, true));
}

#[test]
fn the_engine_does_not_panic() {
    let engine = files_in("crates/kernel-engine/src/", ".rs");
    let only_for_tests: Vec<String> = engine.iter().flat_map(|file| test_modules(file)).collect();
    assert!(!only_for_tests.is_empty());
    let shipped = engine.into_iter().filter(|file| !only_for_tests.contains(&file.path));
    check(shipped, |file| {
        // Tests in the file itself stand at its end.
        let tests = file.text.find("\nmod tests {").unwrap_or(file.text.len());
        let text = file.text[..tests].to_owned();
        let mut faults = lines_with(&File { path: file.path.clone(), text }, &PANICS, false);
        // A constant that panics does not compile.
        faults.retain(|(at, _)| !file.text.lines().nth(at - 1).unwrap().contains("const "));
        faults
    });
}

/// The files of modules that `file` declares for tests only.
fn test_modules(file: &File) -> Vec<String> {
    let folder = file.path.trim_end_matches("/mod.rs").trim_end_matches(".rs");
    let parts = file.text.split("#[cfg(test)]\nmod ").skip(1);
    let names = parts.filter_map(|part| part.split_once([';', ' ']).map(|(name, _)| name));
    names.map(|name| format!("{folder}/{name}.rs")).collect()
}
