//! Gap: `sssp` of the GAP Benchmark Suite, a program of its own, where the user tells its path.
//!
//! It has the graph from a file of its format `.wsg`, prints what each search took, and with `-v`
//! compares the distances with a search of its own.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use sssp::Graph;

use super::answer::{Answer, Facts, Found, Task};
use super::delta;
use super::scratch::Scratch;
use crate::contest::{Contestant, Time};

/// The program at a graph, with a width of its buckets.
pub(crate) struct Gap<'a> {
    pub(crate) program: &'a Path,
    pub(crate) graph: PathBuf,
    pub(crate) task: &'a Task,
    /// How wide its buckets are; without it, as wide as is found best.
    pub(crate) delta: Option<u32>,
}

/// Searches of a turn, of which the median counts.
const SEARCHES: usize = 3;

impl Gap<'_> {
    fn run(&self, delta: u32, more: &[&str]) -> Result<String> {
        let mut command = Command::new(self.program);
        command.arg("-f").arg(&self.graph);
        command.args(["-r", &self.task.source.to_string(), "-d", &delta.to_string()]);
        let output = command.args(more).output().context("it does not start")?;
        ensure!(output.status.success(), "it ended with {}", output.status);
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

impl Contestant<Answer> for Gap<'_> {
    fn output(&mut self) -> Result<Answer> {
        let delta = match self.delta {
            Some(delta) => delta,
            None => delta::best(delta::suited(&self.task.graph), |delta| {
                let (times, _) = read(&self.run(delta, &["-n", "2"])?)?;
                Ok(times.into_iter().fold(f64::INFINITY, f64::min))
            })?,
        };
        self.delta = Some(delta);
        let told = self.run(delta, &["-n", "1", "-v", "-a"])?;
        let (times, reached) = read(&told)?;
        let first = times.first().copied().unwrap_or_default();
        let reached = reached.context("it did not tell how many vertices it reached")?;
        Ok(Answer { found: Found::Checked(reached), facts: Facts { first, ..Facts::default() } })
    }

    fn turn(&mut self) -> Result<Time> {
        let delta = self.delta.context("its buckets have no width")?;
        let (mut times, _) = read(&self.run(delta, &["-n", &SEARCHES.to_string()])?)?;
        times.sort_by(f64::total_cmp);
        let wall = *times.get(times.len() / 2).context("it told no times")?;
        Ok(Time { wall, device: None })
    }
}

/// The times of its searches, and how many vertices were reached, of what it prints.
fn read(told: &str) -> Result<(Vec<f64>, Option<usize>)> {
    let (mut times, mut reached) = (Vec::new(), None);
    for line in told.lines() {
        let (key, value) = line.split_once(':').unwrap_or((line, ""));
        match (key.trim(), value.trim()) {
            ("Trial Time", value) => {
                times.push(value.parse().with_context(|| format!("`{line}` tells no time"))?);
            }
            ("Verification", "PASS") => {}
            ("Verification", _) => bail!("it finds itself wrong: {line}"),
            (key, _) => {
                if let Some(number) = key.strip_prefix("SSSP Tree reaches ") {
                    let number = number.trim_end_matches(" nodes").parse();
                    reached = Some(number.with_context(|| format!("`{line}` tells no number"))?);
                }
            }
        }
    }
    ensure!(!times.is_empty(), "it told no times");
    Ok((times, reached))
}

/// Writes the graph as GAP keeps its own: a byte that tells whether it is directed, which it is not
/// here, the numbers of edges and vertices, the offsets of the rows, and heads with weights.
pub(crate) fn write(graph: &Graph, scratch: &Scratch) -> Result<PathBuf> {
    let path = scratch.path("graph.wsg");
    let mut file = BufWriter::new(File::create(&path)?);
    file.write_all(&[0])?;
    file.write_all(&(graph.edges() as i64).to_le_bytes())?;
    file.write_all(&i64::from(graph.vertices()).to_le_bytes())?;
    for offset in graph.row() {
        file.write_all(&i64::from(*offset).to_le_bytes())?;
    }
    for (head, weight) in graph.column().iter().zip(graph.weight()) {
        file.write_all(&head.to_le_bytes())?;
        file.write_all(&weight.to_le_bytes())?;
    }
    file.flush()?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gap_prints_is_read() {
        let told = "Read Time:           0.00012\nGraph has 4 nodes and 3 undirected edges for degree: 0\n\
            Trial Time:          0.00041\nSSSP Tree reaches 4 nodes\nVerification:           PASS\n\
            Trial Time:          0.00031\nVerification:           PASS\nAverage Time:        0.00036\n";
        assert_eq!(read(told).unwrap(), (vec![0.00041, 0.00031], Some(4)));
        let wrong = told.replacen("PASS", "FAIL", 1);
        assert!(read(&wrong).unwrap_err().to_string().starts_with("it finds itself wrong"));
        assert_eq!(read("Read Time: 0.1\n").unwrap_err().to_string(), "it told no times");
        assert!(read("Trial Time: soon\n").unwrap_err().to_string().contains("tells no time"));
    }

    #[test]
    fn graphs_are_written_to_the_byte() {
        let graph = Graph::from_edges(3, &[(0, 2, 7), (2, 0, 7)]).unwrap();
        let scratch = Scratch::new().unwrap();
        let words =
            |words: &[i64]| words.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<_>>();
        let mut expected = vec![0];
        expected.extend(words(&[2, 3, 0, 1, 1, 2]));
        expected.extend([2u32, 7, 0, 7].iter().flat_map(|it| it.to_le_bytes()));
        assert_eq!(std::fs::read(write(&graph, &scratch).unwrap()).unwrap(), expected);
    }
}
