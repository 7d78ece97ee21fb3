//! A graph on a device, and the kernels that are made over it.

use std::any::Any;

use kernel_engine::{Call, Compute, Engine, KernelBuilder, Storage};

use super::lengths::Lengths;
use crate::error::Result;
use crate::graph::Graph;
use crate::weight::Weight;

/// Edges in a block, whose first edge has its tail in a table.
const BLOCK: usize = 1024;

/// The rows of a graph, whatever its weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a> {
    pub(super) row: &'a [u32],
    pub(super) column: &'a [u32],
    pub(super) lengths: Lengths,
}

impl<'a> Rows<'a> {
    pub(super) fn of<W: Weight>(graph: &'a Graph<W>, lengths: Lengths) -> Self {
        Self { row: graph.row(), column: graph.column(), lengths }
    }

    pub(super) fn vertices(&self) -> usize {
        self.row.len().saturating_sub(1)
    }

    pub(super) fn degree(&self, vertex: u32) -> u32 {
        let [start, end] = [0, 1].map(|k| self.row.get(vertex as usize + k).copied().unwrap_or(0));
        end.saturating_sub(start)
    }
}

/// A graph whose weights are of the type `V` after all.
fn weights<W: Weight, V: Weight>(graph: &Graph<W>) -> Option<&[V]> {
    (graph as &dyn Any).downcast_ref::<Graph<V>>().map(Graph::weight)
}

/// The same on a device.
#[derive(Debug)]
pub(super) struct Uploaded {
    pub(super) row: Storage<u32>,
    column: Storage<u32>,
    weight: Weights,
    /// The tail of the first edge of each block, and the last vertex.
    block: Storage<u32>,
    pub(super) lengths: Lengths,
}

#[derive(Debug)]
enum Weights {
    Unit,
    Integer(Storage<u32>),
    Signed(Storage<i32>),
    Float(Storage<f32>),
    Double(Storage<f64>),
}

impl Uploaded {
    pub(super) fn new<W: Weight>(
        engine: &Engine,
        graph: &Graph<W>,
        rows: &Rows<'_>,
    ) -> Result<Self> {
        let (u32s, i32s, f32s) = (weights::<W, u32>, weights::<W, i32>, weights::<W, f32>);
        let weight = match rows.lengths {
            Lengths::Unit => Weights::Unit,
            Lengths::Integer | Lengths::Long { .. } => {
                Weights::Integer(match (u32s(graph), i32s(graph)) {
                    (Some(weights), _) => engine.storage(weights)?,
                    (None, signed) => {
                        let signed = signed.unwrap_or_default().iter();
                        engine.storage(&signed.map(|weight| *weight as u32).collect::<Vec<_>>())?
                    }
                })
            }
            Lengths::Signed | Lengths::SignedLong => {
                Weights::Signed(engine.storage(i32s(graph).unwrap_or_default())?)
            }
            Lengths::Float => Weights::Float(engine.storage(f32s(graph).unwrap_or_default())?),
            Lengths::Double => {
                Weights::Double(engine.storage(weights::<W, f64>(graph).unwrap_or_default())?)
            }
        };
        Ok(Self {
            row: engine.storage(rows.row)?,
            column: engine.storage(rows.column)?,
            weight,
            block: engine.storage(&blocks(rows))?,
            lengths: rows.lengths,
        })
    }

    /// Adds the columns and lengths to what a kernel may name.
    pub(super) fn declare(&self, builder: KernelBuilder<Compute>) -> KernelBuilder<Compute> {
        let builder =
            builder.preamble(&self.lengths.wgsl()).array::<u32>("row").array::<u32>("column");
        match self.weight {
            Weights::Unit => builder,
            Weights::Integer(_) => builder.array::<u32>("weight"),
            Weights::Signed(_) => builder.array::<i32>("weight"),
            Weights::Float(_) => builder.array::<f32>("weight"),
            Weights::Double(_) => builder.array::<f64>("weight"),
        }
    }

    pub(super) fn bind(&self, call: Call<Compute>) -> Call<Compute> {
        let call = call.bind("row", &self.row).bind("column", &self.column);
        match &self.weight {
            Weights::Unit => call,
            Weights::Integer(weight) => call.bind("weight", weight),
            Weights::Signed(weight) => call.bind("weight", weight),
            Weights::Float(weight) => call.bind("weight", weight),
            Weights::Double(weight) => call.bind("weight", weight),
        }
    }

    /// As [`declare`](Self::declare), for a kernel that runs over edges and asks for their tails, and
    /// does what `beyond` says about a sum that does not fit.
    pub(super) fn declare_edges(
        &self,
        builder: KernelBuilder<Compute>,
        beyond: &str,
    ) -> KernelBuilder<Compute> {
        let tail = format!(
            "const BLOCK = {BLOCK}u;\nfn beyond() {{ {beyond} }}\n{}",
            kernel_engine_shaders::sssp::TAIL
        );
        self.declare(builder).preamble(&tail).array::<u32>("block")
    }

    pub(super) fn bind_edges(&self, call: Call<Compute>) -> Call<Compute> {
        self.bind(call).bind("block", &self.block)
    }
}

fn blocks(rows: &Rows<'_>) -> Vec<u32> {
    let mut tail = 0;
    let mut blocks = Vec::with_capacity(rows.column.len() / BLOCK + 2);
    for first in (0..rows.column.len()).step_by(BLOCK) {
        while rows.row.get(tail + 1).is_some_and(|end| *end as usize <= first) {
            tail += 1;
        }
        blocks.push(tail as u32);
    }
    blocks.push(rows.vertices().saturating_sub(1) as u32);
    blocks
}
