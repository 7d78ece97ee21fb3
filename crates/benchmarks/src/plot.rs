//! Plot: time against size, a panel for each operation, both axes logarithmic; by the device's
//! clock where there is one.

use std::fmt::Write;
use std::ops::RangeInclusive;

use crate::contest::Role;
use crate::report::{Part, Report, count};

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

/// A line of the plot: points by the logarithms of elements and milliseconds.
struct Curve<'a> {
    name: &'a str,
    role: Role,
    points: Vec<(f64, f64)>,
}

fn curves(part: &Part) -> Vec<Curve<'_>> {
    let mut curves: Vec<Curve> = Vec::new();
    for size in &part.sizes {
        for line in &size.lines {
            let Ok(time) = &line.time else { continue };
            let point = ((size.elements as f64).log10(), (time.best() * 1e3).log10());
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
    let (xs, ys) = (decades(points().map(|point| point.0)), decades(points().map(|point| point.1)));
    let place = |value: f64, range: &RangeInclusive<i32>| {
        (value - f64::from(*range.start())) / f64::from(range.end() - range.start())
    };
    let x = |value| LEFT + INNER.0 * place(value, &xs);
    let y = |value| TOP + INNER.1 * (1.0 - place(value, &ys));
    let (right, bottom) = (LEFT + INNER.0, TOP + INNER.1);
    for decade in xs.clone() {
        let (x, name) = (x(decade.into()), count(10usize.pow(decade.max(0) as u32)));
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
        let width = if curve.role == Role::Ours { 3.0 } else { 1.5 };
        let dashes = if curve.role == Role::Bound { " stroke-dasharray=\"5 4\"" } else { "" };
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
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">elements</text>",
        bottom + 34.0
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
        let size =
            |elements, wall| Size { elements, bytes: 1, bound_bytes: 1, lines: vec![line(wall)] };
        let part = |sizes| Part { name: "map".into(), about: "x".into(), bound: "b", sizes };
        let parts = vec![part(vec![size(1000, 1e-4), size(1_000_000, 1e-1)]), part(vec![])];
        let text = svg(&Report { machine: vec!["here".to_owned()], parts });
        for expected in ["a &lt; b", "70.0,340.0 400.0,40.0", "0.1 ms", "100 ms", ">1 M<", "here"] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
        assert_eq!(text.matches("<g ").count(), text.matches("</g>").count());
        assert_eq!(text.matches("<circle").count(), 2);
    }
}
