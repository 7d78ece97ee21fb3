//! A picture of a small graph: its vertices in a circle with their distances, its edges thin, and
//! those of the tree thick.

use std::f64::consts::TAU;
use std::fmt::Write;
use std::path::Path;

use sssp::files::{Network, Weighted};
use sssp::{Graph, Weight};

use crate::answer::Answer;
use crate::output::unwritable;
use crate::support::Outcome;

/// The most vertices that one can tell apart.
const MOST: u32 = 200;

pub(crate) fn draw(path: &Path, network: &Network, answer: &dyn Answer) -> Outcome {
    let vertices = network.names.len();
    if vertices > MOST {
        return Err(format!(
            "--picture: {vertices} vertices are too many to be told apart; the most are {MOST}"
        )
        .into());
    }
    let edges = match &network.graph {
        Weighted::Unit(graph) => edges(graph),
        Weighted::U32(graph) => edges(graph),
        Weighted::I32(graph) => edges(graph),
        Weighted::F64(graph) => edges(graph),
        _ => Vec::new(),
    };
    let suffix = path.extension().map(|suffix| suffix.to_string_lossy().to_lowercase());
    let text = match suffix.as_deref() {
        Some("dot" | "gv") => dot(network, answer, &edges)?,
        Some("svg") => svg(network, answer, &edges)?,
        _ => {
            return Err(format!(
                "--picture {}: a name that ends in .svg or .dot is needed",
                path.display()
            )
            .into());
        }
    };
    Ok(std::fs::write(path, text).map_err(|error| unwritable("--picture", path, &error))?)
}

/// The ends of each edge and its weight, where the graph has any.
fn edges<W: Weight>(graph: &Graph<W>) -> Vec<(u32, u32, String)> {
    let of = |tail| graph.leaving(tail).map(move |(head, weight)| (tail, head, weight.to_string()));
    (0..graph.vertices()).flat_map(of).collect()
}

fn dot(network: &Network, answer: &dyn Answer, edges: &[(u32, u32, String)]) -> Outcome<String> {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = "digraph {\n  node [shape=circle];\n".to_owned();
    for vertex in 0..network.names.len() {
        let name = quoted(&network.names.of(vertex));
        match answer.distance(vertex) {
            Some(distance) => writeln!(text, "  {vertex} [label=\"{name}\\n{distance}\"];")?,
            None => writeln!(text, "  {vertex} [label=\"{name}\" color=grey fontcolor=grey];")?,
        }
    }
    for (tail, head, weight) in edges {
        let style = if is_of_tree(answer, *tail, *head) { "penwidth=3" } else { "color=grey" };
        writeln!(text, "  {tail} -> {head} [label=\"{weight}\" {style}];")?;
    }
    text.push_str("}\n");
    Ok(text)
}

fn svg(network: &Network, answer: &dyn Answer, edges: &[(u32, u32, String)]) -> Outcome<String> {
    let vertices = network.names.len();
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    // Room for the largest circles between neighbours.
    let radius = 60.0 + 9.0 * f64::from(vertices);
    let middle = radius + 40.0;
    let place = |vertex: u32| {
        let (sine, cosine) = (TAU * f64::from(vertex) / f64::from(vertices.max(1))).sin_cos();
        (middle + radius * sine, middle - radius * cosine)
    };
    let side = 2.0 * middle;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n"
    );
    // The tree lies above the rest.
    let (tree, rest): (Vec<_>, Vec<_>) =
        edges.iter().partition(|(tail, head, _)| is_of_tree(answer, *tail, *head));
    for (tail, head, _) in rest.into_iter().chain(tree).filter(|(tail, head, _)| tail != head) {
        let ((x, y), (to_x, to_y)) = (place(*tail), place(*head));
        let length = (to_x - x).hypot(to_y - y);
        // An edge ends at the circle, and is bent so that the one back is another line.
        let (end_x, end_y) = (to_x - 20.0 * (to_x - x) / length, to_y - 20.0 * (to_y - y) / length);
        let (by_x, by_y) =
            ((x + to_x) / 2.0 + (to_y - y) / 12.0, (y + to_y) / 2.0 - (to_x - x) / 12.0);
        let pen =
            if is_of_tree(answer, *tail, *head) { "black\" stroke-width=\"2.5" } else { "silver" };
        writeln!(
            text,
            "<path d=\"M{x:.1} {y:.1}Q{by_x:.1} {by_y:.1} {end_x:.1} {end_y:.1}\" fill=\"none\" stroke=\"{pen}\" marker-end=\"url(#tip)\"/>"
        )?;
    }
    for vertex in 0..vertices {
        let (x, y) = place(vertex);
        let (name, distance) = (escaped(&network.names.of(vertex)), answer.distance(vertex));
        let fill = if distance.is_some() { "white" } else { "gainsboro" };
        let distance = distance.unwrap_or_default();
        writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"18\" fill=\"{fill}\" stroke=\"black\"/>"
        )?;
        writeln!(
            text,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-weight=\"bold\">{name}</text>",
            y - 1.0
        )?;
        writeln!(text, "<text x=\"{x:.1}\" y=\"{:.1}\">{distance}</text>", y + 11.0)?;
    }
    text.push_str("</svg>\n");
    Ok(text)
}

/// Whether the last step to `head` is this edge, or one beside it.
fn is_of_tree(answer: &dyn Answer, tail: u32, head: u32) -> bool {
    answer.predecessor(head) == Some(tail)
}
