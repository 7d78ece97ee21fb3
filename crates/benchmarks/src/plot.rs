//! Plot: time against size, a panel for each operation, both axes logarithmic but for cities, whose
//! number time grows as a power of; by the device's clock where there is one.

use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::contest::Role;
use crate::report::{Part, Report, Row, count};

/// The unit of sizes whose axis is not logarithmic.
pub(crate) const CITIES: &str = "cities";

const COLUMNS: usize = 2;
/// A panel with its margins, and what is drawn in.
const PANEL: (f64, f64) = (620.0, 400.0);
const LEFT: f64 = 70.0;
const TOP: f64 = 40.0;
const INNER: (f64, f64) = (330.0, 300.0);

/// Colours that those who see fewer can tell apart (Okabe and Ito), ours first.
const COLOURS: [&str; 8] =
    ["#000000", "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999"];

/// The report as an SVG file.
pub(crate) fn svg(report: &Report) -> String {
    let rows = report.parts.len().div_ceil(COLUMNS);
    let (width, height) = (PANEL.0 * COLUMNS as f64, PANEL.1 * rows as f64 + 40.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\">{}</text>\n",
        escape(report.machine.first().map_or("", String::as_str))
    );
    for (k, part) in report.parts.iter().enumerate() {
        let (x, y) = ((k % COLUMNS) as f64 * PANEL.0, (k / COLUMNS) as f64 * PANEL.1 + 40.0);
        let _ = writeln!(out, "<g transform=\"translate({x},{y})\">{}</g>", panel(part));
    }
    out + "</svg>\n"
}

/// A line of the plot: points by where their size is on its axis, and the logarithm of milliseconds.
struct Curve<'a> {
    name: &'a str,
    role: Role,
    points: Vec<(f64, f64)>,
}

fn curves(part: &Part) -> Vec<Curve<'_>> {
    let mut curves: Vec<Curve> = Vec::new();
    for size in &part.sizes {
        for Row { line, .. } in &size.rows {
            let Ok(time) = &line.time else { continue };
            let point = (along(part, size.size), (time.best() * 1e3).log10());
            match curves.iter_mut().find(|curve| curve.name == line.name) {
                Some(curve) => curve.points.push(point),
                None => {
                    curves.push(Curve { name: &line.name, role: line.role, points: vec![point] });
                }
            }
        }
    }
    curves
}

/// Where a size is on its axis.
fn along(part: &Part, size: usize) -> f64 {
    if part.unit == CITIES { size as f64 } else { (size as f64).log10() }
}

/// The values and names of an axis of sizes: each size, or the whole decades.
fn ticks(part: &Part, points: impl Iterator<Item = f64> + Clone) -> Vec<(f64, String)> {
    if part.unit == CITIES {
        return part.sizes.iter().map(|it| (it.size as f64, it.size.to_string())).collect();
    }
    let name = |decade: i32| count(10usize.pow(decade.max(0) as u32));
    decades(points).map(|decade| (f64::from(decade), name(decade))).collect()
}

/// The whole decades that hold all values.
fn decades(values: impl Iterator<Item = f64> + Clone) -> RangeInclusive<i32> {
    let least = values.clone().fold(f64::INFINITY, f64::min).floor() as i32;
    let most = values.fold(f64::NEG_INFINITY, f64::max).ceil() as i32;
    least..=most.max(least + 1)
}

fn panel(part: &Part) -> String {
    let curves = curves(part);
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let title = format!("{}: {}", part.name, part.about);
    let mut out =
        format!("<text x=\"{LEFT}\" y=\"24\" font-weight=\"bold\">{}</text>", escape(&title));
    if points().next().is_none() {
        return out;
    }
    let xs = ticks(part, points().map(|point| point.0));
    let ys = decades(points().map(|point| point.1));
    let place = |value: f64, least: f64, most: f64| (value - least) / (most - least).max(1.0);
    let end = |tick: Option<&(f64, String)>| tick.map_or(0.0, |tick| tick.0);
    let x = |value| LEFT + INNER.0 * place(value, end(xs.first()), end(xs.last()));
    let (low, high) = (f64::from(*ys.start()), f64::from(*ys.end()));
    let y = |value| TOP + INNER.1 * (1.0 - place(value, low, high));
    let (right, bottom) = (LEFT + INNER.0, TOP + INNER.1);
    for (value, name) in &xs {
        let x = x(*value);
        let _ = write!(
            out,
            "<path d=\"M{x:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{name}</text>",
            bottom + 16.0
        );
    }
    for decade in ys.clone() {
        let (y, after) = (y(decade.into()), (-decade).max(0) as usize);
        let _ = write!(
            out,
            "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{:.after$} ms</text>",
            LEFT - 6.0,
            y + 4.0,
            10f64.powi(decade)
        );
    }
    for (k, curve) in curves.iter().enumerate() {
        let colour = COLOURS[k % COLOURS.len()];
        let width = if matches!(curve.role, Role::Ours | Role::Kin) { 3.0 } else { 1.5 };
        let dashes = match curve.role {
            Role::Bound => " stroke-dasharray=\"5 4\"",
            // Its colour is another's, too.
            _ if k >= COLOURS.len() => " stroke-dasharray=\"2 3\"",
            _ => "",
        };
        let at: Vec<_> = curve.points.iter().map(|point| (x(point.0), y(point.1))).collect();
        let line: Vec<_> = at.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>",
            line.join(" ")
        );
        for (x, y) in at {
            let _ = write!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{}\" fill=\"{colour}\"/>",
                width + 1.0
            );
        }
        let (x, y) = (right + 14.0, TOP + 12.0 + 20.0 * k as f64);
        let _ = write!(
            out,
            "<path d=\"M{x} {}h22\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>\
             <text x=\"{}\" y=\"{y}\">{}</text>",
            y - 4.0,
            x + 28.0,
            escape(curve.name)
        );
    }
    let middle = LEFT + INNER.0 / 2.0;
    let _ = write!(
        out,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        bottom + 34.0,
        part.unit
    );
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::{Line, Time};
    use crate::report::Size;

    #[test]
    fn panels_hold_what_was_measured() {
        let line = |wall| Line {
            name: "a < b".to_owned(),
            role: Role::Ours,
            time: Ok(Time { wall, device: None }),
        };
        let size = |size, wall| Size { size, rows: vec![Row { line: line(wall), cells: vec![] }] };
        let part =
            |unit, sizes| Part { name: "map".into(), about: "x".into(), unit, columns: &[], sizes };
        let parts = vec![
            part("elements", vec![size(1000, 1e-4), size(1_000_000, 1e-1)]),
            part(CITIES, vec![size(10, 1e-4), size(14, 1e-3), size(20, 1e-1)]),
            part("elements", vec![]),
        ];
        let faults = vec![];
        let text = svg(&Report { machine: vec!["here".to_owned()], parts, faults });
        for expected in [
            "a &lt; b",
            "70.0,340.0 400.0,40.0",
            "70.0,340.0 202.0,240.0 400.0,40.0",
            "0.1 ms",
            "100 ms",
            ">1 M<",
            ">14<",
            ">cities<",
            "here",
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
        assert_eq!(text.matches("<g ").count(), text.matches("</g>").count());
        assert_eq!(text.matches("<circle").count(), 5);
    }
}
