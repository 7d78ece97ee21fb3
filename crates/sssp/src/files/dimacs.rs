//! DIMACS: `c` is a comment, `p sp VERTICES ARCS` the problem, `a TAIL HEAD WEIGHT` an arc.

use super::edges::{Edges, Parsed};
use super::lines::{Line, Lines};
use super::names::Names;
use super::number::{Number, numbers};
use crate::error::Result;

const PROBLEM: &str = "the problem, `p sp VERTICES ARCS`";

fn problem(line: &Line<'_>) -> Result<(u32, u32)> {
    let mut words = line.words();
    if words.next() != Some(b"p") || words.next() != Some(b"sp") {
        return Err(line.fault(PROBLEM, Some(line.text)));
    }
    let vertices = line.count(words.next(), "how many vertices there are", 0, u32::MAX - 1)?;
    let arcs = line.count(words.next(), "how many arcs there are", 0, u32::MAX)?;
    line.end(words.next(), "the number of arcs")?;
    Ok((vertices, arcs))
}

pub(super) fn parse(lines: &mut Lines<'_>) -> Result<Parsed> {
    let Some(line) = lines.next_filled(b"c")? else { return Err(lines.ends(PROBLEM)) };
    let (vertices, arcs) = problem(&line)?;
    let mut edges = Edges::default();
    while let Some(line) = lines.next_filled(b"c")? {
        let plain = line.text.strip_prefix(b"a ").and_then(|text| numbers::<3>(text, None));
        if let Some([tail, head, weight]) = plain {
            let inside = |end| (1..=u64::from(vertices)).contains(&end);
            if inside(tail) && inside(head) && edges.len() < arcs as usize {
                let weight = Number::Integer(weight as i64);
                edges.push(tail as u32 - 1, head as u32 - 1, Some(weight));
                continue;
            }
        }
        let mut words = line.words();
        if words.next() != Some(b"a") {
            return Err(line.fault("an arc, `a TAIL HEAD WEIGHT`", Some(line.text)));
        }
        let tail = line.count(words.next(), "the tail of the arc", 1, vertices)?;
        let head = line.count(words.next(), "the head of the arc", 1, vertices)?;
        let weight = line.number(words.next(), "the weight of the arc")?;
        line.end(words.next(), "the weight of the arc")?;
        if edges.len() == arcs as usize {
            return Err(line
                .fault(format!("no more than {arcs} arcs, as the problem says"), Some(line.text)));
        }
        edges.push(tail - 1, head - 1, Some(weight));
    }
    if edges.len() < arcs as usize {
        return Err(
            lines.ends(&format!("{arcs} arcs, as the problem says, of which {} came", edges.len()))
        );
    }
    Ok(Parsed { edges, names: Names::counted(1, vertices), both_ways: false, warnings: Vec::new() })
}
