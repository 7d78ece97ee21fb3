//! Args: what `cargo versus sssp` may be told.

use std::path::PathBuf;

use super::graphs::Shape;
use crate::Common;
use crate::report::elements;

const HELP: &str = "\
The contestants: sssp's `Solver`, which chooses between host and device; its `host`; its search
on each device; `Rounds`, the plain method of the notebook; the crates petgraph and graph; where
a Python of yours has them (pip install scipy rustworkx), those; and `sssp` of the GAP Benchmark
Suite, where --gap tells its path, with buckets of width 1, as it has them by itself, and as wide
as is best of some widths that are tried first, as graph has them, too.

All search from one vertex of the same graph, with weights that are integers: as u32 here, in
petgraph and, but for the sign, in GAP; as f32 in graph, as f64 in the packages for Python. sssp,
its devices and scipy tell predecessors too, the others distances alone. Every answer is compared
with the host's, which is certified; who is wrong is told with the first vertex, and not timed.
(GAP compares with a search of its own.) Then all take turns, of a millisecond or more, and the
median counts. CPU devices, graph and GAP use all cores, as the host does for large graphs, the
others one. (scipy is given the shortest of parallel edges, since it would take their sum.)

  device ms    by the device's own clock, first command to last; CPU devices have none
  wall ms      by the host's clock, from the question until the answer is on the host
  first ms     from the graph in memory to the first answer, with uploads, kernels, conversions
  MB           memory for the graph and the first search at its height, where it can be told:
               what is allocated here, without drivers; for Python, what its process has grown by
  B/edge       the same for each edge
  GTEPS        10^9 edges a second that lead from a vertex reached, each counted once, by the
               device's clock if there is one
  steps        rounds over a frontier or over all edges
  us/step      microseconds for each of them
  looks        how often it looked at each of those edges, where that was counted
  time / ours  how many times as long as `Solver` it took; below 1 it was faster
  by           the clock of both times: the device's, if it timed both

Examples:
  cargo versus sssp --quick
  cargo versus sssp --python venv/bin/python --gap gapbs/sssp --svg paths.svg
  cargo versus sssp --device gpu --only rmat --edges 134217728 --gap gapbs/sssp";

/// Shortest paths by sssp, petgraph, graph, scipy, rustworkx and GAP
#[derive(clap::Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,

    /// One device: `auto`, `gpu`, `cpu`, or a part of a device's name; without it, all
    #[arg(long, value_name = "D")]
    pub(super) device: Option<String>,

    /// Only graphs of these shapes, parted by commas
    #[arg(long, value_name = "SHAPE", value_delimiter = ',')]
    pub(super) only: Vec<Shape>,

    /// Numbers of edges, both directions counted, parted by commas, such as 10K,1M
    ///
    /// Without it 10K,100K,1M,10M and, where a device is no CPU, 100M; with --quick 10K,200K. The host
    /// needs some 100 bytes for each edge, where all take part.
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = elements)]
    pub(super) edges: Vec<usize>,

    /// The program `sssp` of the GAP Benchmark Suite, to take part
    #[arg(long, value_name = "PATH")]
    pub(super) gap: Option<PathBuf>,

    /// Leave out who would take longer than so many seconds; without it 10, and 1 with --quick
    #[arg(long, value_name = "SECONDS")]
    pub(super) patience: Option<f64>,
}
