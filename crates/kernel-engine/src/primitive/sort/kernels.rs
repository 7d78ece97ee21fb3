//! Kernels: what a sort runs, written for the widths at hand.
//!
//! What each invocation does to its keys is written out key by key, so that they stay in registers.

use std::fmt::Write as _;
use std::sync::Mutex;

use kernel_engine_shaders::engine as shaders;

use crate::engine::Engine;
use crate::error::Result;
use crate::kernel::{Compute, Kernel, KernelBuilder};

/// How keys find their places within a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// By subgroups of `least` lanes or more, and of no more than 32 if they are `narrow`.
    Lanes { least: u32, narrow: bool },
    /// By each invocation for itself.
    Threads,
}

impl Path {
    pub(super) fn of(engine: &Engine) -> Self {
        let info = engine.inner.device.adapter_info();
        let (least, most) = (info.subgroup_min_size, info.subgroup_max_size);
        let known = least.is_power_of_two() && most.is_power_of_two() && least >= 4 && most <= 128;
        match engine.inner.features.contains(wgpu::Features::SUBGROUP) && known {
            true => Self::Lanes { least: least.min(32), narrow: most <= 32 },
            false => Self::Threads,
        }
    }

    /// Bits of a digit.
    pub(super) fn bits(self) -> u32 {
        match self {
            Self::Lanes { .. } => 8,
            Self::Threads => 4,
        }
    }

    pub(super) fn digits(self) -> u32 {
        1 << self.bits()
    }
}

/// What tells the kernels of one sort from those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) path: Path,
    /// Keys of two words.
    pub(super) wide: bool,
    /// Whether each key has a value.
    pub(super) values: bool,
    /// Invocations of a workgroup, which together take a tile.
    pub(super) threads: u32,
    /// Keys of each.
    pub(super) items: u32,
}

/// The three kernels of a pass.
#[derive(Clone, Debug)]
pub(super) struct Kernels {
    /// Counts digits.
    pub(super) count: Kernel<Compute>,
    /// Adds the counts up.
    pub(super) starts: Kernel<Compute>,
    /// Moves keys and values.
    pub(super) scatter: Kernel<Compute>,
}

/// A key of one word.
const WORD: &str = "alias Key = u32;
fn digit(key: Key) -> u32 { return sort_digit(key, key); }
fn narrow(key: Key) -> u32 { return key; }
";

/// A key of two words; the digit is in the one of that number.
const PAIR: &str = "alias Key = vec2<u32>;
fn digit(key: Key) -> u32 { return sort_digit(key[word], key.y); }
fn narrow(key: Key) -> u32 { return key.x; }
";

/// A value: what was given, or the key's own index.
const VALUE: &str = "fn value(j: u32) -> u32 {
    if numbered == 1u { return j; }
    return values(j);
}
";

/// A workgroup takes a block of tiles, one after another.
const COUNT: &str = "let end = min((group + 1u) * tiles_each, (elements + TILE - 1u) / TILE);
for (var tile = group * tiles_each; tile < end; tile++) {
open_tile(tile, local);
let j = tile * TILE + local;
let key# = keys(j + #u * THREADS);
sort_count(j + #u * THREADS, key#);
workgroupBarrier();
}
close_block(group, local);
";

/// Keys are put in order on a shelf of the workgroup's, so that neighbours there go to neighbours
/// in memory.
const SCATTER_KEYS: &str = "let seat = settle(group, local);
let home = group * TILE + seat.first;
let here = min(elements - group * TILE, TILE);
let key# = keys(home + #u * seat.stride);
let ranked# = RANK(seat, home + #u * seat.stride, key#);
find_places(seat);
let at# = place_of(seat, ranked#);
shelf[at#] = key#;
workgroupBarrier();
let from# = local + #u * THREADS;
let next# = shelf[from#];
let to# = select(0xffffffffu, bases[digit(next#)] + from#, from# < here);
sorted_set(to#, next#);
";

/// Values go the way of their keys.
const SCATTER_VALUES: &str = "let value# = value(home + #u * seat.stride);
workgroupBarrier();
shelf[at#] = Key(value#);
workgroupBarrier();
sorted_values_set(to#, narrow(shelf[from#]));
";

impl Shape {
    /// The largest tile that fits a workgroup of the engine's device.
    pub(super) fn new(engine: &Engine, path: Path, wide: bool, values: bool) -> Self {
        let room = engine.limits().max_compute_workgroup_storage_size;
        let mut shape = Self { path, wide, values, threads: 256, items: if wide { 8 } else { 16 } };
        while shape.shared() > room && shape.items > 4 {
            shape.items /= 2;
        }
        shape
    }

    pub(super) fn tile(&self) -> u32 {
        self.threads * self.items
    }

    /// Rows of lanes that may share a workgroup.
    fn rows(&self) -> u32 {
        match self.path {
            Path::Lanes { least, .. } => self.threads / least,
            Path::Threads => 0,
        }
    }

    /// Bytes of workgroup variables.
    fn shared(&self) -> u32 {
        let keys = self.tile() * if self.wide { 8 } else { 4 };
        let digits = self.path.digits();
        keys + 4 * digits
            + match self.path {
                Path::Lanes { .. } => 4 * self.pairs() * digits + 8 * self.rows() + 4,
                Path::Threads => 4 * 8 * self.threads + 8 * self.threads,
            }
    }

    /// Words for one digit's counts: one for each two rows.
    fn pairs(&self) -> u32 {
        self.rows().div_ceil(2)
    }

    /// The kernels, built by the first who asks.
    pub(super) fn kernels(self) -> Result<Kernels> {
        static BUILT: Mutex<Vec<(Shape, Kernels)>> = Mutex::new(Vec::new());
        let mut built = crate::lock(&BUILT);
        if let Some((_, kernels)) = built.iter().find(|(shape, _)| *shape == self) {
            return Ok(kernels.clone());
        }
        let kernels = Kernels {
            count: self.count().build()?,
            starts: self.starts().build()?,
            scatter: self.scatter().build()?,
        };
        built.push((self, kernels.clone()));
        Ok(kernels)
    }

    fn constants(&self) -> String {
        let narrow = matches!(self.path, Path::Lanes { narrow: true, .. });
        let mut text = format!("const NARROW = {narrow};\n");
        for (name, value) in [
            ("DIGITS", self.path.digits()),
            ("THREADS", self.threads),
            ("ITEMS", self.items),
            ("TILE", self.tile()),
            ("PAIRS", self.pairs()),
        ] {
            let _ = writeln!(text, "const {name} = {value}u;");
        }
        text
    }

    /// What all kernels that look at keys have.
    fn keyed(&self, label: &str, snippet: &str) -> KernelBuilder<Compute> {
        let kernel = Kernel::compute(snippet).label(label).workgroup_size(self.threads);
        let params = ["elements", "blocks", "tiles_each", "shift", "flip", "flip_negative", "word"];
        let kernel = params.iter().fold(kernel, |kernel, name| kernel.param::<u32>(name));
        let kernel =
            if self.wide { kernel.array::<[u32; 2]>("keys") } else { kernel.array::<u32>("keys") };
        let key = if self.wide { PAIR } else { WORD };
        kernel.preamble(&self.constants()).preamble(shaders::SORT_DIGIT).preamble(key)
    }

    fn count(&self) -> KernelBuilder<Compute> {
        let snippet = unroll(self.items, COUNT);
        self.keyed("sort.count", &snippet)
            .output::<u32>("prefixes")
            .output::<u32>("totals")
            .workgroup_atomic::<u32>("counts", self.path.digits())
            .preamble(shaders::SORT_COUNT)
    }

    fn starts(&self) -> KernelBuilder<Compute> {
        Kernel::compute("sort_starts(group, local);")
            .label("sort.starts")
            .workgroup_size(self.threads)
            .param::<u32>("blocks")
            .array::<u32>("totals")
            .output::<u32>("starts")
            .workgroup::<[u32; 2]>("running", self.threads)
            .preamble(&self.constants())
            .preamble(shaders::SORT_SUMS)
            .preamble(shaders::SORT_STARTS)
    }

    fn scatter(&self) -> KernelBuilder<Compute> {
        let rank = match self.path {
            Path::Lanes { .. } => "sort_lanes",
            Path::Threads => "sort_threads",
        };
        let values = if self.values { SCATTER_VALUES } else { "" };
        let snippet = unroll(self.items, &format!("{SCATTER_KEYS}{values}"));
        let snippet = snippet.replace("RANK", rank);
        let kernel = self
            .keyed("sort.scatter", &snippet)
            .array::<u32>("prefixes")
            .array::<u32>("starts")
            .workgroup::<u32>("bases", self.path.digits());
        let kernel = match self.wide {
            true => kernel.output::<[u32; 2]>("sorted").workgroup::<[u32; 2]>("shelf", self.tile()),
            false => kernel.output::<u32>("sorted").workgroup::<u32>("shelf", self.tile()),
        };
        let kernel = match self.values {
            true => kernel
                .param::<u32>("numbered")
                .array::<u32>("values")
                .output::<u32>("sorted_values")
                .preamble(VALUE),
            false => kernel,
        };
        match self.path {
            Path::Lanes { .. } => kernel
                .workgroup_atomic::<u32>("counts", self.pairs() * self.path.digits())
                .workgroup_atomic::<u32>("arrived", 1)
                .workgroup::<[u32; 2]>("subtotals", self.rows())
                .preamble(shaders::SORT_LANES),
            Path::Threads => kernel
                .workgroup::<u32>("counts", 8 * self.threads)
                .workgroup::<[u32; 2]>("running", self.threads)
                .preamble(shaders::SORT_SUMS)
                .preamble(shaders::SORT_THREADS),
        }
    }
}

/// Writes out each line with a `#` for each key of an invocation, with the key's number for `#`.
fn unroll(items: u32, template: &str) -> String {
    let mut text = String::new();
    for line in template.lines() {
        let times = if line.contains('#') { items } else { 1 };
        for k in 0..times {
            text += &line.replace('#', &k.to_string());
            text += "\n";
        }
    }
    text
}
