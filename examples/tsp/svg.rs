//! The picture of a tour, for light and dark screens.

use heldkarp::files::Instance;

/// The width of the picture.
const SIDE: f64 = 800.0;
/// What stays free around the cities.
const MARGIN: f64 = 90.0;
/// What the heading takes on top.
const TOP: f64 = 50.0;

const STYLE: &str = "
  .paper { fill: #fbfaf6 }
  .way { fill: none; stroke: #2b6c8c; stroke-width: 3; stroke-linejoin: round }
  .arrow { fill: #2b6c8c }
  .city { fill: #fbfaf6; stroke: #2b6c8c; stroke-width: 2.5 }
  .start { fill: #d1495b; stroke: #fbfaf6; stroke-width: 2.5 }
  .around { fill: none; stroke: #d1495b; stroke-width: 2 }
  text { font: 15px system-ui, sans-serif; fill: #333; stroke: #fbfaf6; stroke-width: 4;
    stroke-linejoin: round; paint-order: stroke; text-anchor: middle }
  .heading { font-size: 20px; text-anchor: start }
  .cost { font-size: 12px; fill: #667 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #16191d }
    .way { stroke: #6cb8d9 }
    .arrow { fill: #6cb8d9 }
    .city { fill: #16191d; stroke: #6cb8d9 }
    .start { fill: #ff7b8a; stroke: #16191d }
    .around { stroke: #ff7b8a }
    text { fill: #dcdcd6; stroke: #16191d }
    .cost { fill: #9aa }
  }";

type Point = [f64; 2];

/// Draws a tour under a heading. Without points, or where they cannot be shown, the cities stand
/// around a circle in the order of the tour, and each leg has its cost.
pub(crate) fn draw(instance: &Instance, order: &[usize], is_open: bool, heading: &str) -> String {
    let placed = instance.points.as_deref().and_then(place);
    let has_costs = placed.is_none();
    let at = placed.unwrap_or_else(|| circle(order));
    let legs = legs(order, is_open);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {}\" role=\"img\">\n\
         <title>{heading}</title>\n<style>{STYLE}\n</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"heading\" x=\"24\" y=\"38\">{heading}</text>\n",
        SIDE + TOP,
        heading = escaped(heading),
    );
    let mut add = |element: String| svg.push_str(&(element + "\n"));
    let corners: Vec<String> = order.iter().map(|city| pair(at[*city])).collect();
    let end = if is_open { "" } else { " Z" };
    if let [_, _, ..] = order {
        add(format!("<path class=\"way\" d=\"M{}{end}\"/>", corners.join(" L")));
    }
    for (from, to) in &legs {
        let (middle, [x, y]) = (between(at[*from], at[*to]), towards(at[*from], at[*to]));
        if (at[*to][0] - at[*from][0]).hypot(at[*to][1] - at[*from][1]) > 40.0 {
            let (place, turn) = (pair(middle), y.atan2(x).to_degrees());
            add(format!(
                "<path class=\"arrow\" d=\"M-5,-5 L6,0 L-5,5 Z\" transform=\"translate({place}) rotate({turn:.0})\"/>"
            ));
        }
        if has_costs {
            // To the left, which is outside of the circle, and another side on the way back.
            add(text(middle, [y, -x], 14.0, "cost", &short(instance.cost(*from, *to))));
        }
    }
    for (k, city) in order.iter().enumerate() {
        let [x, y] = at[*city];
        let (class, radius) = if k == 0 { ("start", 9) } else { ("city", 6) };
        add(format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"));
        if k == 0 {
            add(format!("<circle class=\"around\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"13\"/>"));
        }
        let ways = legs.iter().filter_map(|(from, to)| match *city {
            it if it == *from => Some(towards(at[it], at[*to])),
            it if it == *to => Some(towards(at[it], at[*from])),
            _ => None,
        });
        let free = if k == 0 { 20.0 } else { 14.0 };
        add(text([x, y], away(ways), free, "name", &instance.city_name(*city)));
    }
    svg + "</svg>\n"
}

/// The legs of a tour, from city to city.
fn legs(order: &[usize], is_open: bool) -> Vec<(usize, usize)> {
    let next = order.iter().skip(1).chain(order.first().filter(|_| !is_open && order.len() > 1));
    order.iter().copied().zip(next.copied()).collect()
}

/// Where points are on the paper, north up, not distorted.
fn place(points: &[Point]) -> Option<Vec<Point>> {
    let range = |axis: usize| {
        let along = points.iter().map(|point| point[axis]);
        along.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
    };
    let ((left, right), (bottom, top)) = (range(0), range(1));
    let extent = (right - left).max(top - bottom);
    let scale = if extent > 0.0 { (SIDE - 2.0 * MARGIN) / extent } else { 1.0 };
    let middle = |low: f64, high: f64| low + (high - low) / 2.0;
    let (x, y) = (middle(left, right), middle(bottom, top));
    let place = |[a, b]: &Point| [SIDE / 2.0 + (a - x) * scale, TOP + SIDE / 2.0 - (b - y) * scale];
    let placed: Vec<Point> = points.iter().map(place).collect();
    placed.iter().flatten().all(|at| at.is_finite()).then_some(placed)
}

/// The cities around a circle in the order of the tour, by their number.
fn circle(order: &[usize]) -> Vec<Point> {
    let mut at = vec![[SIDE / 2.0, TOP + SIDE / 2.0]; order.len()];
    for (k, city) in order.iter().enumerate() {
        let angle = std::f64::consts::TAU * (k as f64 / order.len() as f64 - 0.25);
        at[*city][0] += (SIDE / 2.0 - MARGIN) * angle.cos();
        at[*city][1] += (SIDE / 2.0 - MARGIN) * angle.sin();
    }
    at
}

/// The direction from one point to another.
fn towards(from: Point, to: Point) -> Point {
    let [x, y] = [to[0] - from[0], to[1] - from[1]];
    let length = x.hypot(y);
    if length > 0.0 { [x / length, y / length] } else { [0.0, 0.0] }
}

/// The direction away from all of these: where a name hides no way.
fn away(ways: impl Iterator<Item = Point>) -> Point {
    let ways: Vec<Point> = ways.collect();
    let [x, y] = ways.iter().fold([0.0, 0.0], |[x, y], way| [x - way[0], y - way[1]]);
    let length = x.hypot(y);
    match ways.first() {
        // Straight through, so to the side.
        Some([x, y]) if length < 0.1 => [-y, *x],
        Some(_) => [x / length, y / length],
        None => [1.0, 0.0],
    }
}

fn between(a: Point, b: Point) -> Point {
    [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
}

fn pair([x, y]: Point) -> String {
    format!("{x:.1},{y:.1}")
}

/// A text beside a place, in a direction, that far from it, and on the paper.
fn text([x, y]: Point, [dx, dy]: Point, free: f64, class: &str, text: &str) -> String {
    // About half as wide as it will be, and half as high.
    let (wide, high) = (4.2 * text.chars().count() as f64, 6.0);
    let [middle, mut base] = [x + dx * (free + wide), y + dy * (free + high) + high - 1.0];
    let on_paper = middle.clamp(wide + 6.0, (SIDE - wide - 6.0).max(wide + 6.0));
    if (on_paper - middle).abs() > free / 2.0 {
        base += if dy < 0.0 { -free - high } else { free + high };
    }
    let text = escaped(text);
    format!("<text class=\"{class}\" x=\"{on_paper:.1}\" y=\"{base:.1}\">{text}</text>")
}

/// A cost in few digits.
pub(crate) fn short(cost: f64) -> String {
    let size = cost.abs();
    match cost.fract() == 0.0 && size < 1e9 {
        true => format!("{cost}"),
        false if (0.01..1e6).contains(&size) => format!("{cost:.2}"),
        false => format!("{cost:.2e}"),
    }
}

/// A text as XML has it.
fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
