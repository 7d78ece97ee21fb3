//! The near-far method: vertices nearer than a threshold pass their distances on, step by step;
//! what they reach beyond it waits until nothing is near, and the threshold rises by delta
//! (A. Davidson, S. Baxter, M. Garland, J. D. Owens, *Work-efficient parallel GPU methods for
//! single-source shortest paths*, IPDPS 2014).
//!
//! A step is one dispatch. The device finds out which kind it is: wide steps share out the edges of
//! all near vertices evenly; where these are not many, each workgroup walks on at once from what it
//! has found, so that fewer steps follow; while there are few, one workgroup does many steps by
//! itself, which takes half the time of a dispatch each. With a threshold above all distances it is Bellman and
//! Ford's method with a frontier, for weights below 0.

use kernel_engine::{Call, Compute, DeviceKind, Engine, Kernel, Step, Storage};
use kernel_engine_shaders::sssp as shaders;

use super::Tuning;
use super::Wait;
use super::cycles::{CYCLE, Cycles};
use super::graph::{Rows, Uploaded};
use super::keys::Keys;
use super::lengths::MOST_VERTICES;
use crate::error::Result;

/// Words of the state, as the shader has them.
const SLOT: usize = 8;
const STEP: usize = 2;
const DELTA: usize = 5;
const RELAXED: usize = 30;
const BEYOND: usize = 32;
const TARGETS: usize = 33;
const HEAD: usize = 40;

/// More targets than these do not end a search early.
const MOST_TARGETS: usize = 64;

/// The step of the first turn; below it are the marks of vertices that were never near.
const FIRST_STEP: u32 = 2;

/// The steps that a workgroup does alone at most; with weights below 0, where cycles are looked for.
const INNER: [u32; 2] = [512, 32];

/// Mesa's llvmpipe ends the loops of an invocation after 65,535 iterations. So there it is at the end
/// of its steps after so many, and walks so many edges of a step.
const CPU_WORK: [u32; 2] = [49_152, 2048];

/// Edges that an invocation walks side by side; the shader has as many.
const EACH: u32 = 4;

/// How far delta adapts to what steps find: to so many times as much, or as little.
const ADAPT: f64 = 64.0;

/// Edges of one near item at most, unless vertices leave too few bits for the chunk's number.
const CHUNK: u32 = 2048;

/// Places in the lists: four for each vertex, two for each chunk beyond the first of its edges.
const _: () = assert!(MOST_VERTICES as u64 * 4 + (1 << 32) / CHUNK as u64 * 2 <= u32::MAX as u64);

/// The distance from which a vertex was walked ahead of its turn.
const AHEAD: &str = "
fn spend(vertex: u32, there: Key) { mark_set(vertices + vertex, there); }
fn ahead(vertex: u32) -> Key { return mark(vertices + vertex); }
";

/// Nothing is, where a key takes two words.
const NOT_AHEAD: &str = "
fn spend(vertex: u32, there: Key) {}
fn ahead(vertex: u32) -> Key { return UNREACHED; }
";

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask<'a> {
    /// From the nearest of these, each once and in its copy, of which there is at least one.
    pub(super) sources: &'a [u32],
    /// The search may end when all of these, if any, have their distances.
    pub(super) targets: &'a [u32],
    /// No key above this one is looked for.
    pub(super) most: u32,
}

#[derive(Debug)]
pub(super) struct NearFar {
    step: Call<Compute>,
    reset: Call<Compute>,
    start: Call<Compute>,
    invocations: usize,
    chunk: u32,
    vertex_bits: u32,
    copies: u32,
    pub(super) distance: Keys,
    pub(super) mark: Storage<u32>,
    /// Where weights may be negative.
    pub(super) cycles: Option<Cycles>,
    list: Storage<u32>,
    state: Storage<u32>,
    /// As far as the last run came.
    turn: u32,
    /// Whether delta does.
    adapts: bool,
}

/// What a run has come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) converged: bool,
    pub(super) dispatches: usize,
    pub(super) steps: u32,
    pub(super) relaxations: u64,
    /// Whether a sum did not fit.
    pub(super) beyond: bool,
    /// Whether it ended since predecessors go round.
    pub(super) circle: bool,
    /// By how much the threshold rose last, in bits.
    pub(super) delta: u32,
}

impl NearFar {
    /// For 2^`copies` searches that go together.
    pub(super) fn new(
        engine: &Engine,
        graph: &Uploaded,
        rows: &Rows<'_>,
        tuning: Tuning,
        copies: u32,
    ) -> Result<Self> {
        let vertices = rows.vertices() << copies;
        let cpu = engine.info().kind == DeviceKind::Cpu;
        let width = tuning.width;
        let places = (rows.vertices() + rows.column.len()) << copies;
        let groups = tuning.groups.unwrap_or_else(|| groups(cpu, width, places));
        let vertex_bits =
            (u32::BITS - (vertices as u32).saturating_sub(1).leading_zeros()).clamp(1, 31);
        let degrees = || (0..rows.vertices() as u32).map(|vertex| rows.degree(vertex));
        let largest = degrees().max().unwrap_or(0);
        let chunk = CHUNK.max(largest >> (32 - vertex_bits).min(31)).saturating_add(1);
        let items = degrees().map(|degree| degree.div_ceil(chunk).max(1) as usize);
        let near_room = items.sum::<usize>() << copies;
        let mean = rows.column.len() / rows.vertices().max(1) + 1;

        let lengths = rows.lengths;
        let distance = Keys::new(engine, lengths, vertices)?;
        // A second mark of each vertex is a key.
        let marks = if lengths.is_wide() { 1 } else { 2 };
        let mark = engine.zeros(marks * vertices)?;
        let signed = rows.lengths.may_be_negative();
        let list = engine.zeros(2 * near_room + 2 * vertices)?;
        let state = engine.zeros(HEAD + MOST_TARGETS)?;
        let cycles = signed.then(|| Cycles::new(engine, rows.vertices(), copies, &state));
        let cycles = cycles.transpose()?;
        let inner = INNER[usize::from(signed)];
        let work = if cpu { CPU_WORK[0] } else { u32::MAX };

        let sizes = format!(
            "const WIDTH = {width}u;\nconst EACH = {EACH}u;\nconst INNER = {inner}u;\n\
             const COPIES = {copies}u;\nconst MOST_TARGETS = {MOST_TARGETS}u;\n\
             const WORK_ALONE = {work}u;\n"
        );
        let reached = if signed { "parent_set(head, tail);" } else { "" };
        let reached = format!(
            "fn reached(head: u32, tail: u32) {{ {reached} }}\n\
             fn beyond() {{ state_set({BEYOND}u, 1u); }}\n{}",
            if lengths.is_wide() { NOT_AHEAD } else { AHEAD }
        );
        let kernel =
            graph.declare(Kernel::compute("near_far(local, group);").label("sssp.near_far"));
        let mut kernel = kernel
            .preamble(&(sizes + &reached))
            .preamble(shaders::NEAR_FAR)
            .preamble(shaders::EXPAND)
            .preamble(shaders::ALONE)
            .atomic::<u32>("mark")
            .output::<u32>("list")
            .atomic::<u32>("state")
            .workgroup::<u32>("seen", HEAD as u32)
            .workgroup::<u32>("told", 12)
            .workgroup::<u32>("word", (4 + 2 * EACH) * width)
            .workgroup_atomic::<u32>("count", 8)
            .workgroup_size(width);
        kernel = lengths.atomic(kernel, "distance");
        kernel = lengths.workgroup(kernel, "key", width);
        let params = ["turn", "groups", "share", "chunk", "vertices", "vertex_bits", "near_room"];
        let more = ["most", "hops", "little", "least_delta", "most_delta"];
        for name in params.into_iter().chain(more) {
            kernel = kernel.param::<u32>(name);
        }
        if cycles.is_some() {
            kernel = kernel.output::<u32>("parent");
        }
        let step =
            distance.bind(graph.bind(kernel.build()?.call()), "distance").bind("mark", &mark);
        let mut step = step
            .bind("list", &list)
            .bind("state", &state)
            .set("groups", groups)
            .set("share", (width / mean as u32).clamp(1, 64).min(width))
            .set("chunk", chunk)
            .set("vertices", vertices as u32)
            .set("vertex_bits", vertex_bits)
            .set("hops", if lengths.is_wide() { 0 } else { tuning.hops })
            .set("little", tuning.little)
            .set("near_room", near_room as u32);
        if let Some(cycles) = &cycles {
            step = step.bind("parent", &cycles.parent);
        }
        let constants = lengths.constants();
        let again = if marks == 2 { "mark_set(distance_length() + i, UNREACHED);" } else { "" };
        let reset = format!("distance_set(i, UNREACHED); mark_set(i, 0u); {again}");
        let reset = Kernel::compute(&reset);
        let reset = reset.label("sssp.reset").preamble(&constants).output::<u32>("mark");
        let reset = lengths.output(reset, "distance").build()?.call();
        let reset = distance.bind(reset, "distance").bind("mark", &mark);
        let start = Kernel::compute("distance_set(source(i), ZERO);");
        let start = start.label("sssp.start").preamble(&constants).array::<u32>("source");
        let start = lengths.output(start, "distance").build()?.call();
        let start = distance.bind(start, "distance");
        let invocations = (groups * width) as usize;
        Ok(Self {
            step,
            reset,
            start,
            invocations,
            chunk,
            vertex_bits,
            copies,
            distance,
            mark,
            cycles,
            list,
            state,
            turn: 0,
            adapts: tuning.adapts,
        })
    }

    /// Makes the sources near and all else unreached.
    pub(super) fn begin(
        &mut self,
        engine: &Engine,
        rows: &Rows<'_>,
        ask: &Ask<'_>,
        delta: f64,
    ) -> Result<()> {
        let sources = ask.sources;
        let mut items = sources.to_vec();
        let mut edges = 0;
        for source in sources {
            let degree = rows.degree(source >> self.copies);
            edges += degree;
            let more = degree.div_ceil(self.chunk);
            items.extend((1..more).map(|k| source | k << self.vertex_bits));
        }
        let zero = rows.lengths.start();
        let signed = rows.lengths.may_be_negative();
        let below = if signed { u32::MAX } else { zero };
        let adapt = if self.adapts { ADAPT } else { 1.0 };
        let [least, bits, most] =
            [delta / adapt, delta, delta * adapt].map(|delta| rows.lengths.delta_bits(delta));
        let mut state = vec![0; HEAD + MOST_TARGETS];
        state[..SLOT].copy_from_slice(&[
            items.len() as u32,
            edges,
            FIRST_STEP,
            below,
            0,
            bits,
            0,
            FIRST_STEP - 1,
        ]);
        // The first items are at the threshold: it rises by delta right away.
        if !signed {
            state[3] = rows.lengths.raised(zero, bits);
        }
        if ask.targets.len() <= MOST_TARGETS && !signed {
            state[TARGETS] = ask.targets.len() as u32;
            state[HEAD..HEAD + ask.targets.len()].copy_from_slice(ask.targets);
        }
        if let Some(cycles) = &self.cycles {
            cycles.clear()?;
        }
        self.state.upload(&state)?;
        self.list.upload_at(0, &items)?;
        let start = self.start.clone().bind("source", &engine.storage(sources)?);
        let step = self.step.clone().set("most", ask.most);
        self.step = step.set("least_delta", least).set("most_delta", most);
        self.turn = 0;
        let (reset, vertices) = (&self.reset, self.distance.len());
        engine.batch(|batch| {
            batch.run(reset, vertices)?;
            batch.run(&start, sources.len())
        })?;
        Ok(())
    }

    /// Runs at most so many dispatches, and looks for cycles after every so many of them.
    pub(super) async fn run(
        &mut self,
        engine: &Engine,
        wait: Wait,
        most: usize,
        every: usize,
    ) -> Result<Outcome> {
        let (step, first, invocations) = (&self.step, self.turn, self.invocations);
        let cycles = self.cycles.as_ref();
        let record = |it: &mut Step| {
            let turn = first.wrapping_add(it.number() as u32);
            it.run(&step.clone().set("turn", turn), invocations)?;
            match cycles {
                Some(cycles) if Cycles::are_due(it.number() + 1, every) => cycles.look(it),
                _ => Ok(()),
            }
        };
        let done = wait.converge(engine, most, record).await?;
        self.turn = first.wrapping_add(done.steps as u32);
        let state = wait.download(&self.state).await?;
        let slots = state.chunks_exact(SLOT).take(3);
        let last = slots.max_by_key(|slot| slot[STEP]).unwrap_or(&[0; SLOT]);
        Ok(Outcome {
            converged: done.converged,
            dispatches: done.steps,
            steps: last[STEP].saturating_sub(FIRST_STEP),
            relaxations: u64::from(state[RELAXED]) | u64::from(state[RELAXED + 1]) << 32,
            beyond: state[BEYOND] != 0,
            circle: state[CYCLE] != 0,
            delta: last[DELTA],
        })
    }

    /// Goes on after it ended for a circle that costs nothing.
    pub(super) fn pass_over(&mut self) -> Result<()> {
        self.state.upload_at(CYCLE, &[0])?;
        // The last step found that it was to end, and did nothing.
        self.turn = self.turn.wrapping_sub(1);
        Ok(())
    }
}

/// The workgroups of a step: where vertices and edges are so many.
fn groups(cpu: bool, width: u32, places: usize) -> u32 {
    match cpu {
        true => places.div_ceil((width * CPU_WORK[1]) as usize).max(16) as u32,
        false => (1 << 18) / width,
    }
}

#[cfg(test)]
mod tests;
