//! Verify: whether paths are the shortest ones of a graph, by the device that has the graph.

use kernel_engine::{Call, Compute, Engine, Kernel, Storage};

use super::Solver;
use super::Wait;
use super::graph::{Rows, Uploaded};
use super::search::Search;
use crate::error::Result;
use crate::paths::Paths;
use crate::tree::NONE;
use crate::verify::wrong;
use crate::weight::Weight;

/// Notes the first edge that makes a vertex nearer, unless that was left out for being too far.
const EDGE: &str = "
    let before = distance(tail(i));
    if before >= UNREACHED { return; }
    let there = reach(before, i);
    let known = distance(column(i));
    if there < known && !(known >= UNREACHED && there > limit()) { wrong_min(EDGE, i); }
";

/// Notes the first vertex without a place in the tree, and the first with another predecessor.
const VERTEX: &str = "
    if distance(i) < UNREACHED && place(i) == 0xffffffffu { wrong_min(VERTEX, i); }
    if told(i) != predecessor(i) { wrong_min(PREDECESSOR, i); }
";

/// Words of what is wrong: the first of its kind, or the largest number.
const KINDS: &str = "const EDGE = 0u;\nconst VERTEX = 1u;\nconst PREDECESSOR = 2u;\n";

/// Where it says that a sum did not fit, so that the host must look.
const BEYOND: usize = 3;

#[derive(Debug)]
pub(super) struct Verifier {
    edge: Call<Compute>,
    vertex: Call<Compute>,
    told: Storage<u32>,
    wrong: Storage<u32>,
}

impl Verifier {
    pub(super) fn new(engine: &Engine, graph: &Uploaded, search: &Search) -> Result<Self> {
        let (distance, place) = (&search.method.distance, &search.method.mark);
        let told = engine.zeros(distance.len())?;
        let wrong = engine.zeros(BEYOND + 1)?;
        let lengths = graph.lengths;
        let limit = match lengths.is_wide() {
            true => "fn limit() -> Key { return (u64(high) << 32u) | u64(low); }",
            false => "fn limit() -> Key { return low; }",
        };
        let edge = Kernel::compute(EDGE).label("sssp.verify_edge");
        let edge = edge.preamble(KINDS).preamble(limit).param::<u32>("low").param::<u32>("high");
        let edge = graph.declare_edges(edge, &format!("wrong_min({BEYOND}u, 0u);"));
        let edge = lengths.array(edge, "distance").atomic::<u32>("wrong").build()?.call();
        let edge = distance.bind(graph.bind_edges(edge), "distance").bind("wrong", &wrong);
        let vertex = Kernel::compute(VERTEX).label("sssp.verify_vertex");
        let vertex = vertex.preamble(KINDS).preamble(&lengths.constants());
        let vertex = ["place", "predecessor", "told"]
            .into_iter()
            .fold(vertex, |kernel, name| kernel.array::<u32>(name))
            .atomic::<u32>("wrong");
        let vertex = distance.bind(lengths.array(vertex, "distance").build()?.call(), "distance");
        let vertex = vertex
            .bind("place", place)
            .bind("predecessor", &search.predecessors.predecessor)
            .bind("told", &told)
            .bind("wrong", &wrong);
        Ok(Self { edge, vertex, told, wrong })
    }
}

impl<W: Weight> Solver<'_, W> {
    /// Certifies paths as [`Paths::verify`] does, whoever found them, on the device where that has
    /// the graph and can add up its weights; else on the host.
    ///
    /// It takes time in O(V + E), and as much again for each edge of the longest chain of edges
    /// that cost nothing or less. On the device it takes 4 bytes more for each vertex.
    ///
    /// # Errors
    ///
    /// Those of [`Paths::verify`], and [`Error::Engine`](crate::Error::Engine) when the device fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn verify(&mut self, paths: &Paths<W>) -> Result<()> {
        Wait::finished(self.certify(Wait::Block, paths))
    }

    /// As [`verify`](Self::verify), without blocking the thread.
    ///
    /// # Errors
    ///
    /// Those of [`verify`](Self::verify).
    pub async fn verify_async(&mut self, paths: &Paths<W>) -> Result<()> {
        self.certify(Wait::Yield, paths).await
    }

    async fn certify(&mut self, wait: Wait, paths: &Paths<W>) -> Result<()> {
        paths.fit(self.graph)?;
        let (Ok(search), Some(graph)) = (&self.search, &self.uploaded) else {
            return paths.verify(self.graph);
        };
        let lengths = graph.lengths;
        let keys = paths.distance.iter().map(|distance| lengths.key(*distance));
        let Some(keys) = keys.collect::<Option<Vec<u64>>>() else {
            return paths.verify(self.graph);
        };
        paths.start_at_zero(&paths.distance, lengths.may_be_negative())?;
        let verifier = match &mut self.verifier {
            Some(verifier) => verifier,
            none => none.insert(Verifier::new(&self.engine, graph, search)?),
        };
        let rows = Rows::of(self.graph, lengths);
        search.method.distance.upload(&keys)?;
        verifier.wrong.upload(&[u32::MAX; BEYOND + 1])?;
        let limit = lengths.limit(paths.limit);
        let edge = verifier.edge.clone().set("low", limit as u32).set("high", (limit >> 32) as u32);
        edge.run(rows.column.len())?;
        let sources = &paths.sources;
        if !search.predecessors.place(&self.engine, wait, &rows, sources).await? {
            return paths.verify(self.graph);
        }
        match &paths.predecessor {
            Some(told) => verifier.told.upload(told)?,
            None => search.predecessors.predecessor.copy_to(&verifier.told)?,
        }
        verifier.vertex.run(keys.len())?;
        let wrongs = wait.download(&verifier.wrong).await?;
        match wrongs[..] {
            [NONE, NONE, NONE, NONE] => Ok(()),
            [edge, .., NONE] if edge != NONE => {
                let head = rows.column[edge as usize];
                let tail = rows.row.partition_point(|start| *start <= edge) - 1;
                wrong(format!("the edge from {tail} to {head} makes {head} nearer"))
            }
            [_, vertex, _, NONE] if vertex != NONE => {
                wrong(format!("no path to vertex {vertex} is as short as is told"))
            }
            [_, _, vertex, NONE] => {
                wrong(format!("vertex {vertex} has another predecessor by the rule"))
            }
            _ => paths.verify(self.graph),
        }
    }
}

#[cfg(test)]
mod tests;
