//! JSON: `{nodes: [{id}], edges: [{source, target, data}]}`, where a property of an edge or of its
//! data may be its weight.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, from_str};

use super::edges::{Edges, Parsed};
use super::names::{Names, Texts};
use super::number::{Number, number};
use crate::error::{Error, Result};

struct Document<'a> {
    file: &'a str,
    text: &'a str,
}

pub(super) fn parse(file: &str, text: &[u8], weight: Option<&str>) -> Result<Parsed> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let text = std::str::from_utf8(text).map_err(|error| {
        let line = 1 + memchr::memchr_iter(b'\n', &text[..error.valid_up_to()]).count() as u64;
        Error::File {
            file: file.to_owned(),
            line,
            what: "expected UTF-8, which JSON is".to_owned(),
        }
    })?;
    let document = Document { file, text };
    let whole: BTreeMap<String, &RawValue> =
        document.read(text, "an object with `nodes` and `edges`")?;
    let list = |name: &str| -> Result<Vec<&RawValue>> {
        let expected = format!("`{name}`, a list of objects");
        let raw = whole.get(name).ok_or_else(|| document.fault(text, &expected))?;
        document.read(raw.get(), &expected)
    };
    let mut texts = Texts::default();
    for (k, raw) in list("nodes")?.into_iter().enumerate() {
        const NODE: &str = "a node, an object with an `id`";
        let node: Map<String, Value> = document.read(raw.get(), NODE)?;
        let id = node.get("id").and_then(id).ok_or_else(|| document.fault(raw.get(), NODE))?;
        if (texts.intern(&id) as usize) < k {
            return Err(document
                .fault(raw.get(), &format!("one node with the id `{id}`, and this is another")));
        }
    }
    let mut edges = Edges::default();
    for raw in list("edges")? {
        let edge: Map<String, Value> =
            document.read(raw.get(), "an edge, an object with `source` and `target`")?;
        let end = |name: &str| {
            let id = edge.get(name).and_then(id);
            let id = id.ok_or_else(|| {
                document.fault(raw.get(), &format!("an edge with the id of a node as `{name}`"))
            })?;
            texts.vertex(&id).ok_or_else(|| {
                document
                    .fault(raw.get(), &format!("a node as `{name}`, and none has the id `{id}`"))
            })
        };
        let (tail, head) = (end("source")?, end("target")?);
        let weight = weight.map(|name| {
            let found = edge.get("data").and_then(|data| data.get(name)).or_else(|| edge.get(name));
            found.and_then(value).ok_or_else(|| {
                document
                    .fault(raw.get(), &format!("an edge with a number as `{name}` in its `data`"))
            })
        });
        edges.push(tail, head, weight.transpose()?);
    }
    Ok(Parsed { edges, names: Names::texts(texts), both_ways: false, warnings: Vec::new() })
}

/// An id as a text: 1 and "1" are the same.
fn id(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A weight, which may be a number within quotation marks.
fn value(value: &Value) -> Option<Number> {
    match value {
        Value::String(text) => number(text.trim().as_bytes()),
        Value::Number(written) => number(written.to_string().as_bytes()),
        _ => None,
    }
}

impl<'a> Document<'a> {
    /// A part of the text as what it is expected to be.
    fn read<T: Deserialize<'a>>(&self, part: &'a str, expected: &str) -> Result<T> {
        from_str(part).map_err(|error| {
            let line = self.line(part) + (error.line() as u64).saturating_sub(1);
            let what = format!("expected {expected}: {error}");
            // The reason ends with a line of its own, which counts from the part.
            let what = what.rsplit_once(" at line ").map_or(what.as_str(), |(what, _)| what);
            Error::File { file: self.file.to_owned(), line, what: what.to_owned() }
        })
    }

    fn fault(&self, part: &str, expected: &str) -> Error {
        let what = format!("expected {expected}");
        Error::File { file: self.file.to_owned(), line: self.line(part), what }
    }

    /// The line on which a part of the text begins.
    fn line(&self, part: &str) -> u64 {
        let before = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = &self.text.as_bytes()[..before.min(self.text.len())];
        1 + memchr::memchr_iter(b'\n', before).count() as u64
    }
}
