//! Batch: many small problems at once, each by one workgroup.
//!
//! A problem's levels, two at a time, fit a workgroup's memory, so only its legs go to the device
//! and only the rank of the best first half comes back; the host reads the order, since a few cities
//! are quicker solved again than their path is carried. Each thread of the host takes some problems
//! from normal form to tours by itself, in storages that it keeps: while it waits for the device the
//! others work. Where the device is the host, its own solver is faster than any kernel.

use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
#[cfg(not(target_arch = "wasm32"))]
use std::thread;

#[cfg(not(target_arch = "wasm32"))]
use kernel_engine::Engine;
use kernel_engine::{Compute, DeviceKind, Kernel, Storage, Value};
use kernel_engine_shaders::heldkarp as shaders;

use super::kernels::{Kind, Task};
use super::packs::Packing;
use super::plan::Shape;
use super::text::{Direction, Text};
use super::{FEWEST, SILENT, Solver, subset};
use crate::binomials::binomial;
use crate::cost::{Cost, TableValue};
use crate::error::{NoTour, Result};
use crate::halves;
use crate::host;
use crate::normal::Normal;
use crate::problem::Problem;
use crate::tour::Tour;
use crate::wait::Wait;

/// Problems that a thread takes at a time: as few as keep a device busy, so that all end together.
const CHUNK: usize = 4096;

/// Problems that a workgroup solves one after another.
const PER: usize = 8;

/// Solves many problems on an engine's device; see [`Solver::solve_batch`].
#[cfg(not(target_arch = "wasm32"))]
pub fn solve_batch<C: Cost>(engine: &Engine, problems: &[Problem<C>]) -> Vec<Result<Tour<C>>> {
    Solver::new(engine).solve_batch(problems)
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn solve<C: Cost>(solver: &Solver, problems: &[Problem<C>]) -> Vec<Result<Tour<C>>> {
    let mut results = unsolved(problems.len());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let chunk = problems.len().div_ceil(threads).clamp(1, CHUNK);
    let work = Mutex::new(problems.chunks(chunk).zip(results.chunks_mut(chunk)));
    let take = || work.lock().unwrap_or_else(|e| e.into_inner()).next();
    let run = || {
        let mut rooms = solver.rooms::<C::T>();
        while let Some((problems, results)) = take() {
            pollster::block_on(some(solver, Wait::Block, &mut rooms, problems, results));
        }
        solver.keep_rooms(rooms);
    };
    match threads {
        1 => run(),
        _ => thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(run);
            }
        }),
    }
    results
}

pub(super) async fn solve_async<C: Cost>(
    solver: &Solver,
    problems: &[Problem<C>],
) -> Vec<Result<Tour<C>>> {
    let mut results = unsolved(problems.len());
    let mut rooms = solver.rooms::<C::T>();
    for (problems, results) in problems.chunks(CHUNK).zip(results.chunks_mut(CHUNK)) {
        some(solver, Wait::Yield, &mut rooms, problems, results).await;
    }
    solver.keep_rooms(rooms);
    results
}

/// Room for so many results.
fn unsolved<C: Cost>(count: usize) -> Vec<Result<Tour<C>>> {
    let mut results = Vec::new();
    results.resize_with(count, || Err(NoTour::NoOrder.into()));
    results
}

/// Solves some problems, those of one kind together.
async fn some<C: Cost>(
    solver: &Solver,
    wait: Wait,
    rooms: &mut Rooms<C::T>,
    problems: &[Problem<C>],
    results: &mut [Result<Tour<C>>],
) {
    let slower = solver.packing.is_none() && solver.engine.info().kind == DeviceKind::Cpu;
    if slower || matches!(solver.has::<C::T>(), Ok(false)) {
        problems.iter().zip(results).for_each(|it| *it.1 = host::solve(it.0));
        return;
    }
    let normals: Vec<Result<Normal<C::T>>> = problems.iter().map(Problem::normal).collect();
    let mut kinds: BTreeMap<(usize, bool), Vec<usize>> = BTreeMap::new();
    for (at, normal) in normals.iter().enumerate() {
        match normal {
            Err(error) => results[at] = Err(error.clone()),
            Ok(normal) if is_small(solver, normal) => {
                kinds.entry((normal.m(), normal.symmetric)).or_default().push(at);
            }
            Ok(_) => results[at] = solver.find(&problems[at], wait, SILENT).await,
        }
    }
    for ((m, one_table), members) in kinds {
        let shape = Shape { m, one_table };
        let of = |at: &usize| normals[*at].as_ref().ok();
        let group: Vec<&Normal<C::T>> = members.iter().filter_map(of).collect();
        let ranks = match m < FEWEST {
            true => Ok(Vec::new()),
            false => ranks(solver, wait, rooms, shape, &group).await,
        };
        for (place, at) in members.into_iter().enumerate() {
            let normal = group[place];
            let order = match &ranks {
                Err(error) => Err(error.clone()),
                Ok(ranks) => match ranks.get(place) {
                    Some(rank) => {
                        let order = halves::order(normal, subset(shape, u64::from(*rank)));
                        let is_order = order.cost < C::T::FORBIDDEN;
                        if is_order { Ok(order) } else { Err(NoTour::NoOrder.into()) }
                    }
                    None => host::search(normal),
                },
            };
            results[at] = order.and_then(|order| problems[at].tour(normal, &order));
        }
    }
}

/// Whether a workgroup has room for a problem.
fn is_small<T: TableValue>(solver: &Solver, normal: &Normal<T>) -> bool {
    let capacity = solver.engine.capacity();
    let m = normal.m();
    let bytes = memory(Shape { m: m.max(FEWEST), one_table: normal.symmetric }) * size_of::<T>();
    !normal.has_precedence()
        && m < 17
        && bytes + 2048 <= capacity.workgroup_bytes as usize
        && solver.batch_size <= capacity.workgroup_size
}

/// Values in a workgroup's memory.
fn memory(shape: Shape) -> usize {
    let level = |k: usize| k as u64 * binomial(shape.m, k);
    let values = shape.tables() as u64 * level(shape.top()) + level(shape.top() - 1);
    values as usize + (shape.m | 1) * shape.m
}

/// What a thread keeps for the problems of each shape.
type Rooms<T> = HashMap<Shape, Room<T>>;

/// What threads left, for the next ones.
#[derive(Debug, Default)]
pub(super) struct Left(Mutex<Vec<Box<dyn Any + Send>>>);

impl Solver {
    /// What another thread left, if one did.
    fn rooms<T: TableValue>(&self) -> Rooms<T> {
        let mut left = self.left.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = left.iter().position(|rooms| rooms.is::<Rooms<T>>());
        let rooms = at.and_then(|at| left.swap_remove(at).downcast().ok());
        rooms.map_or_else(HashMap::new, |rooms| *rooms)
    }

    fn keep_rooms<T: TableValue>(&self, rooms: Rooms<T>) {
        self.left.0.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(rooms));
    }
}

/// What a thread keeps for the problems of one shape.
struct Room<T: TableValue> {
    kernel: Kernel<Compute>,
    /// All sets from which levels are made, level after level, each in colex order.
    sets: Storage<u32>,
    binomials: Storage<u32>,
    /// Of as many problems as there were at once.
    data: Storage<T>,
    ranks: Storage<u32>,
    gathered: Vec<T>,
}

impl<T: TableValue> Room<T> {
    fn new(solver: &Solver, shape: Shape, count: usize) -> Result<Self> {
        let (engine, m, half) = (&solver.engine, shape.m, shape.half());
        let sets = |k: usize| (0u32..1 << m).filter(move |set| set.count_ones() as usize == k);
        let sets: Vec<u32> = (2..=half).flat_map(sets).collect();
        let binomials: Vec<u32> =
            (0..=half).flat_map(|j| (0..=m).map(move |c| binomial(c, j) as u32)).collect();
        Ok(Self {
            kernel: solver.kernels.get::<T>(kind(T::WGSL, shape, solver.batch_size))?,
            sets: engine.storage(&sets)?,
            binomials: engine.storage(&binomials)?,
            data: engine.zeros(count * words(shape))?,
            ranks: engine.zeros(count)?,
            gathered: Vec::new(),
        })
    }
}

/// The rank of the best first half of each problem, all of one shape.
async fn ranks<T: TableValue>(
    solver: &Solver,
    wait: Wait,
    rooms: &mut Rooms<T>,
    shape: Shape,
    normals: &[&Normal<T>],
) -> Result<Vec<u32>> {
    let count = normals.len();
    let room = match rooms.remove(&shape).filter(|room| room.ranks.len() >= count) {
        Some(room) => room,
        None => Room::new(solver, shape, count)?,
    };
    let room = rooms.entry(shape).or_insert(room);
    room.gathered.clear();
    for normal in normals {
        if shape.one_table {
            // Each leg once.
            let rows = normal.legs.chunks_exact(shape.m).enumerate();
            rows.for_each(|(v, row)| room.gathered.extend_from_slice(&row[v + 1..]));
        } else {
            room.gathered.extend_from_slice(&normal.legs);
            room.gathered.extend_from_slice(&normal.last);
        }
        room.gathered.extend_from_slice(&normal.first);
    }
    room.data.upload_at(0, &room.gathered)?;
    let call = room
        .kernel
        .call()
        .set("forbidden", Value::of(T::FORBIDDEN))
        .set("count", count)
        .bind("data", &room.data)
        .bind("sets", &room.sets)
        .bind("binomials", &room.binomials)
        .bind("rank", &room.ranks);
    call.run(count.div_ceil(PER) * solver.batch_size as usize)?;
    Ok(wait.read(&room.ranks, count).await?)
}

fn kind(value: &'static str, shape: Shape, size: u32) -> Kind {
    let packing = Packing { lanes: 1, ..Packing::APART };
    let Shape { m: k, one_table } = shape;
    Kind { task: Task::Batch, k, one_table, precedence: false, packing, size, value }
}

/// Legs of one problem, those there alone where they are the same back.
fn legs(Shape { m, one_table }: Shape) -> usize {
    if one_table { m * (m - 1) / 2 } else { m * m }
}

/// Values of one problem: its legs, then what it costs to end with each city and to start with it.
fn words(shape: Shape) -> usize {
    legs(shape) + shape.tables() * shape.m
}

/// The kernel for problems of one shape.
pub(super) fn kernel<T: TableValue>(
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
        super::kernels::cross(&mut text, half - 1, 'p');
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
