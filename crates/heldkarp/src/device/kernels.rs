//! Kernels: what runs on the device, each written when it is first wanted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use kernel_engine::{Compute, Kernel};
use kernel_engine_shaders::heldkarp as shaders;

use super::packs::Packing;
use super::text::{Direction, ROW, ROWS, STRIDE, Text};
use crate::cost::TableValue;

/// What a kernel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// A level of the table from the one before.
    Level,
    /// Joins halves of k cities each. Their entries are made on the way, from the level before, and
    /// never stored.
    Even,
    /// Joins halves of k cities, made on the way from level k - 1, with those of that level.
    Odd,
    /// The same for the first halves that have the last city, which then need it for their end.
    Cross,
    /// The least of many candidates.
    Pick,
    /// All of a small problem of k cities, by one workgroup.
    Batch,
}

/// All in which kernels differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    pub(crate) task: Task,
    /// The size of the sets whose entries are made.
    pub(crate) k: usize,
    /// Whether one table serves both halves.
    pub(crate) one_table: bool,
    pub(crate) precedence: bool,
    pub(crate) packing: Packing,
    /// Invocations of a workgroup.
    pub(crate) size: u32,
    /// The table's type.
    pub(crate) value: &'static str,
}

/// Candidates that an invocation of `Pick` looks at.
pub(crate) const PICKED: u32 = 16;

/// The kernels of a solver.
#[derive(Debug, Default)]
pub(crate) struct Kernels(Mutex<HashMap<Kind, Built>>);

type Built = Arc<OnceLock<Kernel<Compute>>>;

impl Kernels {
    /// The kernel of that kind; whoever asks while another thread makes it makes one too.
    pub(crate) fn get<T: TableValue>(&self, kind: Kind) -> kernel_engine::Result<Kernel<Compute>> {
        let cell =
            self.0.lock().unwrap_or_else(|e| e.into_inner()).entry(kind).or_default().clone();
        if let Some(kernel) = cell.get() {
            return Ok(kernel.clone());
        }
        let kernel = kind.build::<T>()?;
        Ok(cell.get_or_init(|| kernel).clone())
    }

    /// Whether all these are there.
    pub(crate) fn have(&self, kinds: impl IntoIterator<Item = Kind>) -> bool {
        let known = self.0.lock().unwrap_or_else(|e| e.into_inner());
        kinds.into_iter().all(|kind| known.get(&kind).is_some_and(|cell| cell.get().is_some()))
    }
}

impl Kind {
    fn build<T: TableValue>(self) -> kernel_engine::Result<Kernel<Compute>> {
        let Self { task, k, size, packing, .. } = self;
        let label = format!("heldkarp.{task:?} {k}").to_lowercase();
        if task == Task::Batch {
            return super::batch::kernel::<T>(self, &label);
        }
        if task == Task::Pick {
            return Kernel::compute(&self.pick())
                .label(&label)
                .param::<T>("forbidden")
                .param::<u32>("count")
                .array::<T>("value_in")
                .array::<u32>("rank_in")
                .output::<T>("value")
                .output::<u32>("rank")
                .workgroup::<T>("values", size)
                .workgroup::<u32>("ranks", size)
                .preamble(shaders::LEAST)
                .workgroup_size(size)
                .build();
        }
        let mut kernel = Kernel::compute(&self.snippet())
            .label(&label)
            .param::<u32>("m")
            .param::<u32>("first")
            .param::<T>("forbidden")
            .array::<T>("costs")
            .array::<u32>("binomials")
            .workgroup::<u32>("choose", (ROW * ROWS) as u32)
            .workgroup::<T>("cost", (STRIDE * STRIDE) as u32)
            .preamble(shaders::SUBSET)
            .workgroup_size(size);
        for source in self.sources() {
            kernel = packing.declare::<T>(kernel, &source.name, self.below(), false);
            if packing.joined {
                kernel = kernel.param::<u32>(&format!("{}_columns", source.name));
            }
            if packing.high > 0 {
                kernel = kernel.param::<u32>(&format!("{}_base", source.name));
            }
        }
        if self.precedence {
            kernel = kernel.array::<u32>("masks").workgroup::<u32>("mask", 4 * STRIDE as u32);
        }
        if task == Task::Level {
            kernel = packing.declare::<T>(kernel, "q", k, true);
            if packing.joined {
                kernel = kernel.param::<u32>("q_columns");
            }
            return kernel.build();
        }
        kernel
            .param::<u32>("full")
            .param::<u32>("mirror")
            .param::<u32>("base")
            .param::<u32>("at")
            .output::<T>("value")
            .output::<u32>("rank")
            .workgroup::<T>("values", size)
            .workgroup::<u32>("ranks", size)
            .preamble(shaders::LEAST)
            .build()
    }

    fn snippet(self) -> String {
        let Self { task, k, size, packing, precedence, .. } = self;
        let mut text = Text::new(packing, precedence, size);
        if task == Task::Level {
            text.line("if i < len {");
            text.line(&format!("let cities = subset(first + i, {k}u);"));
            text.cities('s', "cities", k);
            text.entries(('s', "cities", 'e', 'p'), k, Direction::Forward);
            text.store('e', 'q', k, "i", self.value);
            text.line("}");
            return text.finish();
        }
        text.line("var least_value = forbidden; var least_rank = 0xffffffffu;");
        text.line("if i < len {");
        text.line(&format!("let cities = subset(first + i, {k}u);"));
        text.line("let others = ~cities & full;");
        text.cities('s', "cities", k);
        match task {
            Task::Even => self.join(&mut text, k),
            Task::Odd => self.join(&mut text, k - 1),
            _ => cross(&mut text, k, self.back()),
        }
        text.line("least_rank = base + i; }");
        text.line("values[local] = least_value; ranks[local] = least_rank;");
        text.line(&format!("least(local, {size}u);"));
        text.line(
            "if local == 0u { value_set(at + group, values[0]); rank_set(at + group, ranks[0]); }",
        );
        text.finish()
    }

    /// The best order that begins with the set's cities: F[S, v] + leg v w + B[T, w], where T
    /// are the `rest` other cities. Of halves of one size T has its entries made as S has; else they
    /// are in the table.
    pub(super) fn join(self, text: &mut Text, rest: usize) {
        let back = self.back();
        text.entries(('s', "cities", 'e', 'p'), self.k, Direction::Forward);
        text.cities('t', "others", rest);
        let others: Vec<String> = if rest == self.k {
            text.entries(('t', "others", 'f', back), rest, Direction::Backward);
            (0..rest).map(|j| format!("f{j}")).collect()
        } else {
            text.column("f", back.encode_utf8(&mut [0; 4]), rest, "(mirror - i)")
        };
        let mut joined = Vec::new();
        for (j, path) in others.iter().enumerate() {
            let leg = |i| text.leg(Direction::Forward, ('s', i), ('t', j));
            let onward: Vec<String> = (0..self.k).map(|i| format!("e{i} + {}", leg(i))).collect();
            text.least(&format!("x{j}"), &onward);
            joined.push(format!("x{j} + {path}"));
        }
        text.least("joined", &joined);
        text.line("least_value = joined;");
    }

    fn pick(self) -> String {
        let size = self.size;
        format!(
            "var least_value = forbidden; var least_rank = 0xffffffffu;\n\
             if i < len {{\n\
             for (var j = {PICKED}u * i; j < min({PICKED}u * i + {PICKED}u, count); j++) {{\n\
             let v = value_in(j); let r = rank_in(j);\n\
             if v < least_value || (v == least_value && r < least_rank) \
             {{ least_value = v; least_rank = r; }}\n}}\n}}\n\
             values[local] = least_value; ranks[local] = least_rank;\n\
             least(local, {size}u);\n\
             if local == 0u {{ value_set(group, values[0]); rank_set(group, ranks[0]); }}"
        )
    }
}

/// The set's cities, then the last city x, which no set here has, then the others: the first half
/// ends in x.
pub(super) fn cross(text: &mut Text, k: usize, back: char) {
    let stride = text.stride();
    text.line("let x = m - 1u;");
    text.cities('t', "others", k);
    let paths = text.column("there", "p", k, "i").into_iter().enumerate();
    let paths: Vec<String> =
        paths.map(|(j, path)| format!("{path} + cost[{stride}u * s{j} + x]")).collect();
    text.least("there", &paths);
    let back = text.column("back", back.encode_utf8(&mut [0; 4]), k, "(mirror - i)");
    let leg = |j: usize| format!("min(forbidden, there + cost[{stride}u * x + t{j}])");
    let paths = back.iter().enumerate().map(|(j, path)| format!("{} + {path}", leg(j)));
    let paths: Vec<String> = paths.collect();
    text.least("joined", &paths);
    text.line("least_value = joined;");
}
