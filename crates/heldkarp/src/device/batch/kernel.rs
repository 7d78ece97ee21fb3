//! Kernel: a workgroup solves small problems of one shape, one after another, in its own memory.

use kernel_engine::{Compute, Kernel};
use kernel_engine_shaders::heldkarp as shaders;

use crate::binomials::binomial;
use crate::cost::TableValue;
use crate::device::kernels::{self, Kind, Task};
use crate::device::packs::Packing;
use crate::device::plan::Shape;
use crate::device::text::{Direction, Text};

/// Problems that a workgroup solves one after another.
pub(super) const PER: usize = 8;

/// Values in a workgroup's memory.
pub(super) fn memory(shape: Shape) -> usize {
    let level = |k: usize| k as u64 * binomial(shape.m, k);
    let values = shape.tables() as u64 * level(shape.top()) + level(shape.top() - 1);
    values as usize + (shape.m | 1) * shape.m
}

/// Its kind, for workgroups of so many invocations.
pub(super) fn kind(value: &'static str, shape: Shape, size: u32) -> Kind {
    let packing = Packing { lanes: 1, ..Packing::APART };
    let Shape { m: k, one_table } = shape;
    Kind { task: Task::Batch, k, one_table, precedence: false, packing, size, value }
}

/// Legs of one problem, those there alone where they are the same back.
fn legs(Shape { m, one_table }: Shape) -> usize {
    if one_table { m * (m - 1) / 2 } else { m * m }
}

/// Values of one problem: its legs, then what it costs to end with each city and to start with it.
pub(super) fn words(shape: Shape) -> usize {
    legs(shape) + shape.tables() * shape.m
}

/// The kernel for problems of one shape.
pub(crate) fn kernel<T: TableValue>(
    kind: Kind,
    label: &str,
) -> kernel_engine::Result<Kernel<Compute>> {
    let shape = Shape { m: kind.k, one_table: kind.one_table };
    let (m, top) = (shape.m, shape.top());
    let level = |k: usize| (k as u64 * binomial(m, k)) as u32;
    let mut kernel = Kernel::compute(&snippet(kind, shape))
        .label(label)
        .param::<T>("forbidden")
        .param::<u32>("count")
        .array::<T>("data")
        .array::<u32>("sets")
        .array::<u32>("binomials")
        .output::<u32>("rank")
        .workgroup::<u32>("choose", ((m + 1) * (shape.half() + 1)) as u32)
        .workgroup::<T>("cost", (m * (m | 1)) as u32)
        .workgroup::<T>("p", level(top))
        .workgroup::<T>("q", level(top - 1))
        .workgroup::<T>("values", kind.size)
        .workgroup::<u32>("ranks", kind.size)
        .preamble(shaders::LEAST)
        .workgroup_size(kind.size);
    if !kind.one_table {
        kernel = kernel.workgroup::<T>("b", level(top));
    }
    kernel.build()
}

fn snippet(kind: Kind, shape: Shape) -> String {
    let Shape { m, one_table } = shape;
    let (half, top) = (shape.half(), shape.top());
    let size = kind.size;
    let mut text = Text::small(m);
    let (words, stride, legs) = (words(shape), text.stride(), legs(shape));
    let binomials = (m + 1) * (half + 1);
    let each = |count: usize, body: &str| {
        format!("for (var j = local; j < {count}u; j += {size}u) {{ {body} }}")
    };
    text.line(&format!("let m = {m}u;"));
    text.line(&each(binomials, "choose[j] = binomials(j);"));
    text.line(&format!("for (var c = 0u; c < {PER}u; c++) {{"));
    text.line(&format!("let problem = {PER}u * group + c;"));
    text.line("workgroupBarrier();");
    text.line("if problem < count {");
    text.line(&format!("let start = {words}u * problem;"));
    // Of legs that stand there once, v (2m - 1 - v) / 2 come before those of city v to later ones.
    let at = match one_table {
        true => format!("v * ({}u - v) / 2u + w - v - 1u", 2 * m - 1),
        false => "j".to_owned(),
    };
    let put = format!("if v != w {{ cost[{stride}u * (j / m) + j % m] = data(start + {at}); }}");
    text.line(&each(
        m * m,
        &format!("let v = min(j / m, j % m); let w = max(j / m, j % m); {put}"),
    ));
    let tables: &[_] = match one_table {
        true => &[('p', Direction::Forward, legs)],
        false => &[('b', Direction::Backward, legs), ('p', Direction::Forward, legs + m)],
    };
    for &(table, direction, ends) in tables {
        let place = |k: usize| if (top - k).is_multiple_of(2) { table } else { 'q' };
        text.line("workgroupBarrier();");
        text.line(&each(m, &format!("{}[j] = data(start + {ends}u + j);", place(1))));
        for k in 2..=top {
            text.line("workgroupBarrier();");
            sets(&mut text, (m, size), k, binomial(m, k));
            text.entries(('s', "cities", 'e', place(k - 1)), k, direction);
            text.store('e', place(k), k, "i", kind.value);
            text.line("}");
        }
    }
    text.line("workgroupBarrier();");
    text.line("var best = forbidden; var best_rank = 0xffffffffu;");
    let all = (1u32 << m) - 1;
    let better = |base: u64| {
        format!("if least_value < best {{ best = least_value; best_rank = {base}u + i; }} }}")
    };
    let even = m.is_multiple_of(2);
    sets(&mut text, (m, size), half, shape.joins());
    text.line(&format!("let others = ~cities & {all}u; let mirror = {}u;", binomial(m, half) - 1));
    text.line("var least_value = forbidden;");
    let join = Kind { k: half, ..kind };
    join.join(&mut text, if even { half } else { half - 1 });
    text.line(&better(0));
    if one_table && !even {
        let count = binomial(m - 1, half - 1);
        sets(&mut text, (m, size), half - 1, count / 2);
        text.line(&format!("let others = ~cities & {}u; let mirror = {}u;", all >> 1, count - 1));
        text.line("var least_value = forbidden;");
        kernels::cross(&mut text, half - 1, 'p');
        text.line(&better(binomial(m - 1, half)));
    }
    text.line("values[local] = best; ranks[local] = best_rank;");
    text.line(&format!("least(local, {size}u);"));
    text.line("if local == 0u { rank_set(problem, ranks[0]); }");
    text.line("} }");
    text.finish()
}

/// Opens a loop over the first sets of `k` cities, and takes them apart.
fn sets(text: &mut Text, (m, size): (usize, u32), k: usize, count: u64) {
    let before: u64 = (2..k).map(|k| binomial(m, k)).sum();
    text.line(&format!("for (var i = local; i < {count}u; i += {size}u) {{"));
    text.line(&format!("let cities = sets({before}u + i);"));
    text.cities('s', "cities", k);
}
