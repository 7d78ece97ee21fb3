//! Args: what `cargo versus heldkarp` may be told.

use crate::Common;

const HELP: &str = "\
The contestants: heldkarp's `solve`, which chooses between host and device; its `host`; its
`Solver` on each device; `classic`, the method of 2017, to 16 cities; and where a Python of yours
has them (pip install ortools python-tsp elkai fast-tsp) CP-SAT of OR-tools with a circuit, the
dynamic programming of python-tsp, elkai, which is quick and proves nothing, and the exact solver
of fast-tsp.

All solve the same random points in a square with sides of 1000, with distances rounded to
integers: heldkarp as u32 (or as f32, with --float), CP-SAT and elkai as integers, python-tsp as
int64, fast-tsp as u16, which is all that it takes. There are several problems of each size.
Whoever does not find the cheapest tour of each is told with what it found, and not timed. Then
all take turns, of a millisecond or more, and the median counts. CP-SAT, `host` and CPU devices
use all cores, the others one.

  device ms    by the device's own clock, first command to last; CPU devices have none
  wall ms      by the host's clock, from the costs until the tour is there
  first ms     of the first problem; on a device its kernels are compiled in that time, or taken
               from a driver's cache. What opens devices and starts packages is told above.
  table MB     memory of the device for the table, as planned
  10^9 sums/s  paths that are compared, by the device's clock if there is one
  of bound     of what a plain copy on the device moves in that time: what must be written and
               read once at least
  time/city    what the time is multiplied by for each city more; in theory, somewhat over 2
  MB/city      the same of the table
  time / ours  how many times as long as `solve` it took; below 1 it was faster
  by           the clock of both times: the device's, if it timed both

Of a batch times are those of one problem, and `per second` is from host to host.

Examples:
  cargo versus heldkarp --quick
  cargo versus heldkarp --python venv/bin/python --json --svg tours.svg > tours.json
  cargo versus heldkarp --device gpu --cities 27,30,32 --float --batch 1000000";

/// Exact tours by heldkarp, OR-tools, python-tsp, elkai and fast-tsp
#[derive(clap::Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,

    /// One device: `auto`, `gpu`, `cpu`, or a part of a device's name; without it, all
    #[arg(long, value_name = "D")]
    pub(super) device: Option<String>,

    /// Numbers of cities, parted by commas; without it 10 to 24, and to 16 with --quick
    #[arg(long, value_name = "N", value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(3..=40))]
    pub(super) cities: Vec<u32>,

    /// Problems of 12 cities that are solved as one batch; 0 for none
    ///
    /// Without it 100,000, a million where a device is no CPU, and 10,000 with --quick.
    #[arg(long, value_name = "N")]
    pub(super) batch: Option<usize>,

    /// heldkarp has the costs as f32, in which these are exact too
    #[arg(long)]
    pub(super) float: bool,

    /// Leave out who would take longer than so many seconds for one problem, were its time doubled
    /// by each city more; without it 20, and 0.5 with --quick
    #[arg(long, value_name = "SECONDS")]
    pub(super) patience: Option<f64>,
}
