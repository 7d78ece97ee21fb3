//! TSPLIB: what the keywords and sections of a file mean.

use std::iter;

use super::distance::{METRICS, Metric};
use super::keywords::{Entry, Keywords};
use super::raw::{Raw, distances};
use super::text::{Outcome, expected, fault, number};
use super::weights::{FORMATS, Order};
use crate::normal::MAX_CITIES;

/// Reads the text of a TSPLIB file.
pub(super) fn parse(text: &str) -> Outcome<Raw> {
    let keywords = Keywords::of(text)?;
    let is_sop = is_sop(&keywords)?;
    let n = dimension(&keywords)?;
    let weight_type = keywords.need("EDGE_WEIGHT_TYPE")?;
    let metric = METRICS.iter().find(|metric| metric.name == weight_type.value);
    let mut raw = match metric {
        Some(metric) => from_points(&keywords, n, *metric)?,
        None if weight_type.value == "EXPLICIT" => from_weights(&keywords, n, is_sop)?,
        None => {
            let known = METRICS.map(|metric| metric.name).join(", ");
            let what = format!("an EDGE_WEIGHT_TYPE among EXPLICIT, {known}");
            return expected(weight_type.line, what, weight_type.value);
        }
    };
    raw.name = keywords.get("NAME").map(|entry| entry.value.to_owned());
    if is_sop {
        raw.sequential_ordering();
    }
    Ok(raw)
}

/// Whether the TYPE is SOP and not one of the others. Some files have a remark behind it.
fn is_sop(keywords: &Keywords<'_>) -> Outcome<bool> {
    let Some(Entry { value, line, .. }) = keywords.get("TYPE") else { return Ok(false) };
    match value.split_whitespace().next() {
        Some("SOP") => Ok(true),
        Some("TSP" | "ATSP") => Ok(false),
        _ => expected(line, "a TYPE among TSP, ATSP and SOP", value),
    }
}

/// How many cities there are.
fn dimension(keywords: &Keywords<'_>) -> Outcome<usize> {
    let Entry { value, line, .. } = keywords.need("DIMENSION")?;
    match value.parse::<u64>() {
        Ok(n) if n <= MAX_CITIES as u64 => Ok(n as usize),
        Ok(_) => expected(line, format!("a DIMENSION of at most {MAX_CITIES} cities"), value),
        Err(_) => expected(line, "a DIMENSION, a number of cities such as 17", value),
    }
}

/// Costs are distances between points.
fn from_points(keywords: &Keywords<'_>, n: usize, metric: Metric) -> Outcome<Raw> {
    let section = keywords.need("NODE_COORD_SECTION")?;
    let nodes = nodes(section, n, metric.dimensions)?;
    let points: Vec<[f64; 3]> = nodes.iter().map(|node| node.at).collect();
    let lines: Vec<usize> = nodes.iter().map(|node| node.line).collect();
    let costs = distances(&points, &lines, metric.distance)?;
    // Latitude comes first, and goes up.
    let shown = |[x, y, _]: [f64; 3]| if metric.name == "GEO" { [y, x] } else { [x, y] };
    let mut raw = Raw::new(n, 1, costs);
    raw.numbers = nodes.iter().map(|node| node.number).collect();
    raw.points = Some(points.into_iter().map(shown).collect());
    Ok(raw)
}

/// Costs stand in the file.
fn from_weights(keywords: &Keywords<'_>, n: usize, is_sop: bool) -> Outcome<Raw> {
    let Entry { value, line, .. } = keywords.need("EDGE_WEIGHT_FORMAT")?;
    let Some((format, order)) = FORMATS.iter().find(|(name, _)| *name == value) else {
        let known = FORMATS.map(|(name, _)| name).join(", ");
        return expected(line, format!("an EDGE_WEIGHT_FORMAT among {known}"), value);
    };
    let what = format!("{} costs, {format} for DIMENSION {n}", order.count(n));
    let section = keywords.need("EDGE_WEIGHT_SECTION")?;
    let mut raw = Raw::new(n, 1, matrix(section, n, *order, &what, is_sop)?);
    raw.points = shown(keywords, n)?;
    Ok(raw)
}

/// The matrix that a section gives in some order.
fn matrix(
    section: Entry<'_>,
    n: usize,
    order: Order,
    what: &str,
    is_sop: bool,
) -> Outcome<Vec<f64>> {
    let mut words = section.words();
    // A SOP repeats its dimension before the matrix.
    let repeats = is_sop && words.clone().take(n * n + 2).count() == n * n + 1;
    if repeats
        && let Some((line, word)) = words.next()
        && word != n.to_string()
    {
        return expected(line, format!("the DIMENSION, {n}, before the matrix"), word);
    }
    let mut costs = vec![0.0; n * n];
    for (found, (i, j)) in order.places(n).enumerate() {
        let Some((line, word)) = words.next() else {
            return fault(section.end(), format!("expected {what}, found {found}"));
        };
        let cost = number(line, word, "a cost")?;
        costs[i * n + j] = cost;
        if order.is_triangle() {
            costs[j * n + i] = cost;
        }
    }
    match words.next() {
        Some((line, word)) => expected(line, format!("no more than {what}"), word),
        None => Ok(costs),
    }
}

/// Where the cities of a matrix are shown, where the file tells.
fn shown(keywords: &Keywords<'_>, n: usize) -> Outcome<Option<Vec<[f64; 2]>>> {
    let section = keywords.get("DISPLAY_DATA_SECTION").map(|section| (section, 2));
    let is_3d = keywords.get("NODE_COORD_TYPE").is_some_and(|it| it.value == "THREED_COORDS");
    let nodes_at = keywords.get("NODE_COORD_SECTION").map(|it| (it, if is_3d { 3 } else { 2 }));
    let Some((section, dimensions)) = section.or(nodes_at) else { return Ok(None) };
    let mut points = vec![[0.0; 2]; n];
    for node in nodes(section, n, dimensions)? {
        let place = node.number.checked_sub(1).and_then(|at| points.get_mut(at as usize));
        let Some(place) = place else {
            let what = format!("a node from 1 to {n}");
            return expected(node.line, what, &node.number.to_string());
        };
        *place = [node.at[0], node.at[1]];
    }
    Ok(Some(points))
}

/// A node in a section of coordinates.
struct Node {
    number: u64,
    line: usize,
    at: [f64; 3],
}

fn nodes(section: Entry<'_>, n: usize, dimensions: usize) -> Outcome<Vec<Node>> {
    let width = dimensions + 1;
    let what = format!("a node and its {dimensions} coordinates");
    if section.words().take(n * width + 1).count() != n * width {
        return miscounted(section, n, width, &what);
    }
    let mut words = section.words();
    let mut nodes: Vec<Node> = Vec::with_capacity(n);
    while let Some((line, word)) = words.next() {
        let Ok(number) = word.parse::<u64>() else {
            return expected(line, "the number of a node", word);
        };
        let mut at = [0.0; 3];
        for (place, (line, word)) in at.iter_mut().zip(words.by_ref().take(dimensions)) {
            *place = self::number(line, word, "a coordinate")?;
        }
        if let Some(other) = nodes.iter().find(|node| node.number == number) {
            let what = format!("each node once, but {number} stands on line {} too", other.line);
            return expected(line, what, word);
        }
        nodes.push(Node { number, line, at });
    }
    Ok(nodes)
}

/// Tells where a section of coordinates begins to disagree with DIMENSION: at the first line that
/// holds no whole node, or where there is one too many or none any more.
fn miscounted<T>(section: Entry<'_>, n: usize, width: usize, what: &str) -> Outcome<T> {
    let mut found = 0;
    let mut words = section.words().peekable();
    while let Some(&(line, _)) = words.peek() {
        let count = iter::from_fn(|| words.next_if(|word| word.0 == line)).count();
        if count % width != 0 {
            return fault(line, format!("expected {what}, found {count} numbers"));
        }
        found += count / width;
        if found > n {
            return fault(line, format!("expected {n} nodes, as DIMENSION says, found another"));
        }
    }
    fault(section.end(), format!("expected {n} nodes, as DIMENSION says, found {found}"))
}
