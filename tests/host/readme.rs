//! Readme: the documents say what is so.
//!
//! A block of Rust or of output in a document stands below a line `<!-- FILE -->`; its lines stand
//! in that file too, one after another. So the code is compiled and the output was really given.

use crate::support::{at, code, files, files_in, has_word, none, read};
use crate::taste;

const DOCUMENTS: [&str; 7] = [
    "README.md",
    "crates/kernel-engine/README.md",
    "crates/benchmarks/README.md",
    "crates/heldkarp/README.md",
    "crates/sssp/README.md",
    "crates/wgpu-cpu/README.md",
    "ARCHITECTURE.md",
];

/// A fenced block: the line above its fence, its language, its lines.
struct Block<'a> {
    above: &'a str,
    language: &'a str,
    lines: Vec<&'a str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let (mut lines, mut above) = (text.lines(), "");
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let lines = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block { above, language, lines });
        }
        above = line;
    }
    blocks
}

/// Whether `lines` stand in `text` one after another, all of them further in by the same indent,
/// or in the documentation of a file.
fn stands_in(lines: &[&str], text: &str) -> bool {
    let text: Vec<&str> = text.lines().collect();
    let first = lines.first().copied().unwrap_or_default();
    text.windows(lines.len().max(1)).any(|part| {
        let Some(indent) = part[0].strip_suffix(first) else { return false };
        let same = |(there, here): (&&str, &&str)| match here.is_empty() {
            true => *there == indent.trim_end(),
            false => there.strip_prefix(indent) == Some(here),
        };
        matches!(indent.trim(), "" | "//!" | "///") && part.iter().zip(lines).all(same)
    })
}

#[test]
fn code_in_documents_is_compiled() {
    let mut faults = Vec::new();
    let mut shown = 0;
    for document in DOCUMENTS {
        let text = read(document);
        for block in blocks(&text).iter().filter(|block| !matches!(block.language, "sh" | "")) {
            let first = block.lines.first().copied().unwrap_or_default();
            let file = block.above.strip_prefix("<!-- ").and_then(|it| it.strip_suffix(" -->"));
            shown += 1;
            match file {
                None => faults.push(format!("{document}: no `<!-- FILE -->` above `{first}`")),
                Some(file) if !at(file).is_file() => faults.push(format!("{file} is not there")),
                Some(file) if !stands_in(&block.lines, &read(file)) => {
                    faults.push(format!("{document}: `{first}` and what follows is not in {file}"));
                }
                Some(_) => {}
            }
        }
    }
    none(faults);
    assert!(shown >= 5, "the documents show {shown} blocks");
    // That what is shown needs nothing but an engine and data.
    let _ = (
        taste::one_liner,
        taste::map_kernel,
        taste::ping_pong,
        taste::converge,
        taste::compute_kernel,
        taste::frontier,
        taste::primitives,
    );
}

#[test]
fn commands_in_documents_exist() {
    let mut faults = Vec::new();
    let mut commands = 0;
    for document in DOCUMENTS {
        let text = read(document);
        for line in text.lines().filter(|line| line.contains("cargo ")) {
            commands += 1;
            let name = |c: char| c.is_alphanumeric() || "-_".contains(c);
            let words: Vec<&str> = line.split(|c| !name(c)).collect();
            for pair in words.windows(2) {
                let there = match pair {
                    ["--example", name] => target("examples", name),
                    ["--test", name] => target("tests", name),
                    ["-p" | "--package", name] => package(name),
                    _ => true,
                };
                if !there {
                    faults.push(format!("{document}: `{} {}`: no such thing", pair[0], pair[1]));
                }
            }
        }
    }
    let readme = read("README.md");
    for file in files_in("examples/", ".rs") {
        let name = file.path.trim_start_matches("examples/").trim_end_matches(".rs");
        let name = name.strip_suffix("/main").unwrap_or(name);
        if !name.contains('/') && !has_word(&readme, name) {
            faults.push(format!("README.md does not name the example {name}"));
        }
    }
    none(faults);
    assert!(commands >= 2, "the documents name {commands} commands");
}

/// An example or a test of the home package or of a crate.
fn target(folder: &str, name: &str) -> bool {
    let crates = files_in("", "Cargo.toml");
    let homes = crates.iter().map(|file| file.path.trim_end_matches("Cargo.toml"));
    let of = |home: &str, file: &str| at(&format!("{home}{folder}/{name}{file}")).is_file();
    homes.into_iter().any(|home| of(home, ".rs") || of(home, "/main.rs"))
}

fn package(name: &str) -> bool {
    let manifests = files_in("", "Cargo.toml");
    manifests.iter().any(|file| file.text.lines().any(|line| line == format!("name = \"{name}\"")))
}

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    for document in DOCUMENTS {
        let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
        for part in read(document).split("](").skip(1) {
            let link = part.split([')', '#']).next().unwrap_or_default();
            let outside = link.starts_with("http") || link.is_empty();
            if !outside && !at(folder).join(link).exists() {
                faults.push(format!("{document}: nothing is at {link}"));
            }
        }
    }
    none(faults);
}

#[test]
fn every_environment_variable_is_explained() {
    let readme = read("README.md");
    let sources = [files_in("crates/", ".rs"), files_in("tests/", ".rs")].concat();
    let code: Vec<&str> = sources.iter().flat_map(|file| file.text.lines().map(code)).collect();
    let variable = |word: &&str| {
        let ours = word.starts_with("KERNEL_ENGINE_") || word.starts_with("WGPU_");
        ours && word.chars().all(|c| c.is_ascii_uppercase() || c == '_') && !word.ends_with('_')
    };
    let mut faults = Vec::new();
    for word in code.iter().flat_map(|line| line.split('"').skip(1).step_by(2)).filter(variable) {
        if !has_word(&readme, word) && !word.contains("_TEST_") {
            faults.push(format!("README.md does not name {word}"));
        }
    }
    for word in readme.split('`').skip(1).step_by(2).filter(variable) {
        if !code.iter().any(|line| line.contains(&format!("\"{word}\""))) {
            faults.push(format!("README.md names {word}, which no code reads"));
        }
    }
    none(faults);
}

/// The places that the code map of ARCHITECTURE.md lists: lines that begin "- `name`", below
/// headings "### `folder`".
fn mapped() -> Vec<String> {
    let text = read("ARCHITECTURE.md");
    let map = text.split("\n## Code map\n").nth(1).expect("a part called Code map");
    let map = map.split("\n## ").next().unwrap_or_default();
    let ticked = |line: &str| line.split('`').nth(1).unwrap_or_default().to_owned();
    let mut folder = String::new();
    let mut places = Vec::new();
    for line in map.lines() {
        if line.starts_with("### `") {
            folder = ticked(line).trim_end_matches('/').to_owned();
            places.push(folder.clone());
        } else if line.starts_with("- `") {
            places.push(format!("{folder}/{}", ticked(line).trim_end_matches('/')));
        }
    }
    places
}

#[test]
fn the_code_map_is_complete() {
    let map = mapped();
    let mut wanted: Vec<String> = Vec::new();
    for file in files() {
        let parts: Vec<&str> = file.path.split('/').collect();
        wanted.extend(match parts[..] {
            ["crates", _, "src", "lib.rs"] => None,
            ["crates", _, "src", module] if module.ends_with(".rs") => Some(file.path.clone()),
            ["crates", _, "src", _, "mod.rs"] => {
                file.path.strip_suffix("/mod.rs").map(str::to_owned)
            }
            [.., "Cargo.toml"] => file.path.strip_suffix("/Cargo.toml").map(str::to_owned),
            ["tests", name, "main.rs"] => Some(format!("tests/{name}")),
            _ => None,
        });
    }
    let listed =
        |place: &String| map.iter().any(|it| it == place || it.starts_with(&format!("{place}/")));
    let missing = wanted.iter().filter(|it| !listed(it)).map(|it| format!("not in the map: {it}"));
    let mut faults: Vec<String> = missing.collect();
    let gone = map.iter().filter(|place| !at(place).exists());
    faults.extend(gone.map(|it| format!("in the map, but gone: {it}")));
    none(faults);
    assert!(wanted.len() > 20, "{wanted:?}");
}
