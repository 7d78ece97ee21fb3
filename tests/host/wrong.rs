//! Wrong: snippets at fault, and what the user is told, word for word.
//!
//! The rows stand in `snapshots/wrong_snippets.txt`: the kind of kernel and what is wrong, the
//! snippet, its preamble where it has one, and what is told.

use kernel_engine::{Error, Kernel};

use crate::support::{none, read, snapshot};

const CORPUS: &str = "tests/host/snapshots/wrong_snippets.txt";

struct Row {
    title: String,
    snippet: String,
    preamble: Option<String>,
}

fn rows(text: &str) -> Vec<Row> {
    let part = |text: &str| text.trim_end_matches('\n').to_owned();
    let rows = text.split("\n== ").skip(1).map(|row| {
        let (input, _) = row.split_once("\n-- told\n").expect("what is told");
        let (title, input) = input.split_once('\n').expect("a snippet");
        let (snippet, preamble) = match input.split_once("\n-- preamble\n") {
            Some((snippet, preamble)) => (snippet, Some(part(preamble))),
            None => (input, None),
        };
        Row { title: title.to_owned(), snippet: part(snippet), preamble }
    });
    rows.collect()
}

/// The error of a kernel that has one of everything.
fn told(row: &Row) -> Option<Error> {
    let preamble = row.preamble.as_deref().unwrap_or_default();
    match row.title.split_once(": ").map(|(kind, _)| kind) {
        Some("map") => Kernel::map::<f32, f32>(&row.snippet)
            .label("blend")
            .param::<f32>("a")
            .param::<u32>("k")
            .input::<f32>("y")
            .array::<f32>("table")
            .preamble(preamble)
            .build()
            .err(),
        Some("compute") => Kernel::compute(&row.snippet)
            .label("count")
            .param::<u32>("n")
            .array::<f32>("data")
            .output::<f32>("out")
            .atomic::<u32>("seen")
            .workgroup::<f32>("tile", 256)
            .preamble(preamble)
            .build()
            .err(),
        _ => panic!("`{}` begins with no kind of kernel", row.title),
    }
}

#[test]
fn wrong_snippets_are_explained_in_their_own_lines() {
    let mut text = String::from("Wrong snippets, and what is told about them.\n");
    let mut faults = Vec::new();
    let rows = rows(&read(CORPUS));
    for row in &rows {
        let error = told(row);
        let told = error.as_ref().map_or_else(|| "(nothing)".to_owned(), Error::to_string);
        text += &format!("\n== {}\n{}\n", row.title, row.snippet);
        if let Some(preamble) = &row.preamble {
            text += &format!("-- preamble\n{preamble}\n");
        }
        text += &format!("-- told\n{told}\n");

        let Some(Error::Snippet(error)) = error else {
            faults.push(format!("{}: told as `{told}`, which is no fault of a snippet", row.title));
            continue;
        };
        let piece = match error.piece() {
            "snippet" => &row.snippet,
            _ => row.preamble.as_ref().unwrap_or_else(|| panic!("{}: no preamble", row.title)),
        };
        let line = piece.lines().nth(error.line() - 1).unwrap_or_default();
        if error.column() > line.chars().count() + 1 || !told.contains(line.trim()) {
            faults.push(format!("{}: {} is no place in {piece:?}", row.title, error.line()));
        }
        if told.contains("engine_")
            && !format!("{}{:?}", row.snippet, row.preamble).contains("engine_")
        {
            faults.push(format!("{}: names generated code: {told}", row.title));
        }
    }
    faults.extend(snapshot(CORPUS, &text));
    none(faults);
    assert!(rows.len() >= 20);
}
