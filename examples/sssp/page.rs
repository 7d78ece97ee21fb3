//! What is printed, and the files that are written.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value, json};
use sssp::files::Network;
use sssp::{Error, Summary};

use crate::answer::{Answer, compare};
use crate::aside::Aside;
use crate::output::{check_writable, unwritable};
use crate::picture;
use crate::support::Outcome;
use crate::{Args, vertex};

/// The most vertices whose distances are printed; of more there is a summary.
const SMALL: u32 = 50;

/// The end of `--help`.
pub(crate) const HELP: &str = "\
Vertices are called what the file calls them: by numbers from 1 in .gr, .mtx and .graph, and as
they are written in lists of edges and in JSON.

JSON keys, times in milliseconds:
  source, vertices, edges, reached (sources included), max_distance, sum_distance, method, device
  (null is the host itself), load_ms, solve_ms, total_ms; path with --target, null where there is
  none;
  steps, relaxations and delta with --stats, null where the method has none, and the reason why the
  host answered what a device was asked.
  A negative cycle is {\"error\": \"negative cycle\", \"vertices\": [...], \"total\": ...}.
  Of several searches, as without a file, the keys are of all together, and searches has each.

Examples:
  sssp                                            the notebook's graph, from each vertex
  sssp --source K --picture tree.svg              from K, with a drawing
  sssp roads.gr.gz --source 41 --target 7         a path
  sssp ratings.csv --weight rating --json         for a script
  cut -f 1,2 pairs.tsv | sssp - --undirected --output distances.csv

It exits with 1 at a negative cycle and when something goes wrong.";

/// How long things took.
pub(crate) struct Times {
    pub(crate) load: Duration,
    pub(crate) solve: Duration,
    pub(crate) total: Duration,
}

/// Where things are told.
pub(crate) struct Page<'a> {
    args: &'a Args,
    network: &'a Network,
    summary: Summary,
    target: Option<u32>,
    csv: Option<BufWriter<File>>,
    /// What JSON tells of each search.
    searches: Vec<Value>,
    /// Whether something has been told already.
    begun: bool,
}

impl<'a> Page<'a> {
    pub(crate) fn new(args: &'a Args, network: &'a Network) -> Outcome<Self> {
        let target =
            args.target.as_deref().map(|id| vertex(network, "--target", id)).transpose()?;
        let files = [("--output", &args.output), ("--picture", &args.picture)];
        for (option, path) in files.into_iter().filter_map(|(o, path)| Some((o, path.as_ref()?))) {
            check_writable(option, path)?;
        }
        let summary = network.graph.summary();
        Ok(Self { args, network, summary, target, csv: None, searches: Vec::new(), begun: false })
    }

    /// Tells an answer in all the ways that are asked for.
    pub(crate) fn tell(
        &mut self,
        out: &mut dyn Write,
        sources: &[u32],
        answer: &dyn Answer,
        times: &Times,
    ) -> Outcome {
        self.write_rows(answer).map_err(|error| self.unwritten(&error))?;
        if let Some(path) = self.args.picture.as_ref().filter(|_| !self.begun) {
            picture::draw(path, self.network, answer)?;
        }
        match self.args.json {
            true => self.searches.push(self.json(sources, answer, times)),
            false => self.print(out, sources, answer, times)?,
        }
        if self.args.compare {
            let told = compare(self.args, self.network, sources, answer, times.solve)?;
            match self.args.json {
                true => write!(Aside(io::stderr()), "{told}")?,
                false => write!(out, "{told}")?,
            }
        }
        self.begun = true;
        Ok(())
    }

    /// Tells a cycle on which paths become shorter for ever.
    pub(crate) fn tell_cycle(
        &mut self,
        out: &mut dyn Write,
        vertices: &[u32],
        total: f64,
    ) -> Outcome {
        let names = self.names(vertices);
        if self.args.json {
            let cycle = json!({"error": "negative cycle", "vertices": names, "total": number(&total.to_string())});
            self.searches.push(cycle);
            return Ok(());
        }
        let first = names.first().map_or("", |name| name);
        Ok(writeln!(out, "negative cycle: {} -> {first}, total {total}", names.join(" -> "))?)
    }

    /// An error with vertices called as in the file.
    pub(crate) fn named(&self, error: Error) -> String {
        match error {
            Error::TooFar { vertex, most } => {
                format!(
                    "vertex {} can be reached, and its distance is above {most:e}: scale the weights down",
                    self.network.names.of(vertex)
                )
            }
            error => error.to_string(),
        }
    }

    /// Everything is where it belongs.
    pub(crate) fn end(mut self, out: &mut dyn Write) -> Outcome {
        match &self.searches[..] {
            [] => {}
            [search] => writeln!(out, "{search}")?,
            searches => writeln!(out, "{}", together(searches))?,
        }
        let flushed = self.csv.as_mut().map_or(Ok(()), Write::flush);
        Ok(flushed.map_err(|error| self.unwritten(&error))?)
    }

    fn names(&self, vertices: &[u32]) -> Vec<String> {
        vertices.iter().map(|vertex| self.network.names.of(*vertex).into_owned()).collect()
    }

    fn print(
        &self,
        out: &mut dyn Write,
        sources: &[u32],
        answer: &dyn Answer,
        times: &Times,
    ) -> Outcome {
        let vertices = self.network.names.len();
        if self.begun {
            writeln!(out)?;
        }
        if vertices <= SMALL {
            writeln!(out, "from {}", self.names(sources).join(", "))?;
            writeln!(out, "{:>12} {:>12} {:>12}", "target", "distance", "predecessor")?;
            for vertex in 0..vertices {
                let name = self.network.names.of(vertex);
                let distance = answer.distance(vertex).unwrap_or_default();
                let before = answer.predecessor(vertex).map(|v| self.network.names.of(v));
                let row = format!("{name:>12} {distance:>12} {:>12}", before.unwrap_or_default());
                writeln!(out, "{}", row.trim_end())?;
            }
        } else {
            let ms = |time: Duration| time.as_secs_f64() * 1e3;
            writeln!(out, "{vertices} vertices, {} edges", self.summary.edges)?;
            write!(out, "{} reached from {}", answer.reached(), self.names(sources).join(", "))?;
            writeln!(
                out,
                ", at most {} far, {} in sum",
                answer.farthest().unwrap_or_default(),
                answer.sum()
            )?;
            writeln!(
                out,
                "{}: {:.3} ms, after {:.3} ms of reading",
                answer.report().method,
                ms(times.solve),
                ms(times.load)
            )?;
        }
        if let Some(target) = self.target {
            let name = self.network.names.of(target);
            match (answer.distance(target), answer.path_to(target)) {
                (Some(distance), Some(path)) => {
                    writeln!(out, "{name} is {distance} far: {}", self.names(&path).join(" -> "))?
                }
                _ => writeln!(out, "no path leads to {name}")?,
            }
        }
        if self.args.stats {
            for (what, value) in stats(answer) {
                writeln!(out, "{what}: {value}")?;
            }
        }
        Ok(())
    }

    fn json(&self, sources: &[u32], answer: &dyn Answer, times: &Times) -> Value {
        let ms = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        let report = answer.report();
        let mut object = json!({
            "source": self.names(sources).join(", "),
            "vertices": self.summary.vertices,
            "edges": self.summary.edges,
            "reached": answer.reached(),
            "max_distance": answer.farthest().map(|distance| number(&distance)),
            "sum_distance": number(&answer.sum().to_string()),
            "method": report.method.to_string(),
            "device": report.device,
            "load_ms": ms(times.load),
            "solve_ms": ms(times.solve),
            "total_ms": ms(times.total),
        });
        if let Some(object) = object.as_object_mut() {
            if let Some(target) = self.target {
                let path = answer.path_to(target).map(|path| self.names(&path));
                object.insert("path".to_owned(), json!(path));
            }
            if self.args.stats {
                object.extend(stats(answer));
            }
        }
        object
    }

    fn unwritten(&self, error: &io::Error) -> String {
        let path = self.args.output.as_deref().unwrap_or(Path::new(""));
        unwritable("--output", path, error)
    }

    fn write_rows(&mut self, answer: &dyn Answer) -> io::Result<()> {
        let names = &self.network.names;
        let Some(path) = &self.args.output else { return Ok(()) };
        let csv = match &mut self.csv {
            Some(csv) => csv,
            // Not before there is an answer: what a file has is worth more than none.
            csv => {
                let csv = csv.insert(BufWriter::new(File::create(path)?));
                writeln!(csv, "target,distance,predecessor")?;
                csv
            }
        };
        for vertex in 0..names.len() {
            let distance = answer.distance(vertex).unwrap_or_default();
            let before = answer.predecessor(vertex).map(|before| quoted(&names.of(before)));
            writeln!(
                csv,
                "{},{distance},{}",
                quoted(&names.of(vertex)),
                before.unwrap_or_default()
            )?;
        }
        Ok(())
    }
}

/// Several searches as one: what they have in common, how much they found, and each.
fn together(searches: &[Value]) -> Value {
    let found: Vec<_> = searches.iter().filter(|it| it.get("error").is_none()).collect();
    let first = |key: &str| found.first().map(|search| &search[key]);
    let all =
        |key: &str| found.iter().filter_map(|search| search[key].as_f64()).collect::<Vec<_>>();
    let sum = |key: &str| number(&((all(key).iter().sum::<f64>() * 1e6).round() / 1e6).to_string());
    let most = |key: &str| all(key).into_iter().reduce(f64::max).map(|it| number(&it.to_string()));
    json!({
        "vertices": first("vertices"),
        "edges": first("edges"),
        "reached": sum("reached"),
        "max_distance": most("max_distance"),
        "sum_distance": sum("sum_distance"),
        "method": first("method"),
        "device": first("device"),
        "load_ms": first("load_ms"),
        "solve_ms": sum("solve_ms"),
        "total_ms": most("total_ms"),
        "searches": searches,
    })
}

fn stats(answer: &dyn Answer) -> Map<String, Value> {
    let report = answer.report();
    let pairs = [
        ("steps", json!(report.steps)),
        ("relaxations", json!(report.relaxations)),
        ("delta", json!(report.delta)),
        ("reason", json!(report.reason)),
    ];
    pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

/// A number as it is printed, so that whole ones stay whole.
fn number(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or(Value::Null)
}

/// A field of a list parted by commas.
fn quoted(name: &str) -> String {
    match name.contains([',', '"', '\n']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.to_owned(),
    }
}
