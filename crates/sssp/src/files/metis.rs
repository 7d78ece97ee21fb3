//! METIS: `VERTICES EDGES [FORMAT [WEIGHTS]]`, then a line for each vertex with its neighbours.
//!
//! The digits of the format say whether a line begins with the size of the vertex, whether its
//! weights follow, and whether each neighbour is followed by the weight of the edge.

use std::cmp::Ordering;

use super::edges::{Edges, Parsed};
use super::lines::{Line, Lines};
use super::names::Names;
use super::number::{Number, number};
use crate::error::Result;

const HEADER: &str = "the header, `VERTICES EDGES [FORMAT [WEIGHTS]]`";

struct Header {
    vertices: u32,
    edges: usize,
    /// Whether each neighbour is followed by a weight.
    weighted: bool,
    /// How many numbers a line has before the first neighbour.
    skipped: u32,
}

fn header(line: &Line<'_>) -> Result<Header> {
    let mut words = line.words();
    let vertices = line.count(words.next(), "how many vertices there are", 0, u32::MAX - 1)?;
    let edges = line.count(words.next(), "how many edges there are", 0, u32::MAX)? as usize;
    let format = words.next().unwrap_or(b"0");
    if format.len() > 3 || format.iter().any(|digit| !matches!(digit, b'0' | b'1')) {
        return Err(line.fault("a format of up to three digits 0 or 1", Some(format)));
    }
    let digit = |place: usize| format.iter().rev().nth(place) == Some(&b'1');
    let weights = match words.next() {
        None => 1,
        word => line.count(word, "how many weights a vertex has", 0, 1 << 16)?,
    };
    line.end(words.next(), "the number of weights")?;
    let skipped = u32::from(digit(2)) + if digit(1) { weights } else { 0 };
    Ok(Header { vertices, edges, weighted: digit(0), skipped })
}

pub(super) fn parse(lines: &mut Lines<'_>) -> Result<Parsed> {
    let Some(line) = lines.next_filled(b"%")? else { return Err(lines.ends(HEADER)) };
    let Header { vertices, edges: expected, weighted, skipped } = header(&line)?;
    let mut edges = Edges::default();
    let mut loops = 0;
    // What is listed at lower ends less what is at higher ones: 0 where every edge is at both.
    let mut odd = 0u64;
    for vertex in 0..vertices {
        let Some(line) = lines.next(b"%")? else {
            return Err(lines
                .ends(&format!("{vertices} lines, one for each vertex, of which {vertex} came")));
        };
        let mut words = line.words();
        for _ in 0..skipped {
            let word = words.next();
            if word.and_then(number).is_none() {
                return Err(line.fault("a size or weight of the vertex", word));
            }
        }
        while let Some(word) = words.next() {
            let head = line.count(Some(word), "a neighbour", 1, vertices)?;
            let mut weight = None;
            if weighted {
                let what = format_args!("the weight of the edge to {head}");
                weight = Some(line.number(words.next(), what)?);
            }
            let head = head - 1;
            match vertex.cmp(&head) {
                Ordering::Less => odd = odd.wrapping_add(fingerprint(vertex, head, weight)),
                Ordering::Equal => loops += 1,
                Ordering::Greater => odd = odd.wrapping_sub(fingerprint(head, vertex, weight)),
            }
            edges.push(vertex, head, weight);
        }
    }
    if let Some(line) = lines.next_filled(b"%")? {
        return Err(
            line.fault(format!("no more than {vertices} lines of neighbours"), Some(line.text))
        );
    }
    let listed = edges.len();
    let counted = listed + loops == 2 * expected || listed == 2 * expected;
    let both_ways = counted && odd == 0;
    let mut warnings = Vec::new();
    if counted && !both_ways {
        warnings.push(
            "some edges are not listed at both of their ends with one weight, as METIS lists them; \
             all are read as leading from the vertex of the line to the neighbour"
                .to_owned(),
        );
    } else if !both_ways && listed == expected {
        warnings.push(format!(
            "each of the {expected} edges is listed at one of its ends only, where METIS lists it at both; \
             they are read as leading from there to the neighbour"
        ));
    } else if !both_ways {
        return Err(lines.ends(&format!(
            "each of {expected} edges at both of its ends, and {listed} ends are listed"
        )));
    }
    Ok(Parsed { edges, names: Names::counted(1, vertices), both_ways, warnings })
}

/// A number that hardly any two different edges share (G. Steele and others' splitmix, 2014).
fn fingerprint(low: u32, high: u32, weight: Option<Number>) -> u64 {
    let weight = match weight {
        Some(Number::Integer(weight)) => weight as f64,
        Some(Number::Float(weight)) => weight,
        None => 1.0,
    };
    let mix = |value: u64| {
        let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ value >> 31
    };
    mix(mix(u64::from(low) << 32 | u64::from(high)) ^ (weight + 0.0).to_bits())
}
