//! Frontiers: what a step pushes is what the next runs over, no item more or less.

use std::collections::VecDeque;

use kernel_engine::{Call, Convergence, Element, Engine, Error, Expand, Frontier, Kernel, f16};

use crate::devices::{has, on_each, on_each_folded, on_each_own};

/// Edges of a graph by the vertex that they leave.
type Graph = Vec<Vec<u32>>;

const FAR: u32 = u32::MAX;

fn random(vertices: usize, edges: usize) -> Graph {
    let mut random = fastrand::Rng::with_seed(vertices as u64);
    let mut graph = vec![Vec::new(); vertices];
    for _ in 0..edges {
        graph[random.usize(..vertices)].push(random.u32(..vertices as u32));
    }
    graph
}

fn path(vertices: u32) -> Graph {
    (0..vertices).map(|v| if v + 1 < vertices { vec![v + 1] } else { Vec::new() }).collect()
}

fn star(vertices: u32) -> Graph {
    (0..vertices).map(|v| if v == 0 { (1..vertices).collect() } else { vec![0] }).collect()
}

fn depths(graph: &Graph, source: u32) -> Vec<u32> {
    let mut depths = vec![FAR; graph.len()];
    depths[source as usize] = 0;
    let mut queue = VecDeque::from([source]);
    while let Some(u) = queue.pop_front() {
        for v in &graph[u as usize] {
            if depths[*v as usize] == FAR {
                depths[*v as usize] = depths[u as usize] + 1;
                queue.push_back(*v);
            }
        }
    }
    depths
}

const VISIT: &str = "
    for (var e = row(src); e < row(src + 1u); e++) {
        let v = column(e);
        if depth_compare_exchange(v, 0xffffffffu, step + 1u) == 0xffffffffu { push(v); }
    }
";

#[test]
fn a_search_reaches_what_it_reaches_in_rust() {
    let visit = Kernel::expand::<u32>(VISIT).array::<u32>("row").array::<u32>("column");
    let visit = visit.atomic::<u32>("depth").param::<u32>("step").build().unwrap();
    let graphs = [
        vec![vec![]],
        vec![vec![0, 0]],
        path(2),
        path(15),
        path(16),
        path(17),
        path(400),
        star(257),
        star(10_000),
        random(1000, 900),
        random(1000, 5000),
        random(50_000, 300_000),
    ];
    on_each(|engine| {
        for (k, graph) in graphs.iter().enumerate() {
            let columns = graph.concat();
            let mut rows = vec![0];
            rows.extend(graph.iter().scan(0, |end, row| {
                *end += row.len() as u32;
                Some(*end)
            }));
            let mut start = vec![FAR; graph.len()];
            start[0] = 0;
            let depth = engine.storage(&start).unwrap();
            let call = visit.call().bind("row", &engine.storage(&rows).unwrap());
            let call =
                call.bind("column", &engine.storage(&columns).unwrap()).bind("depth", &depth);
            let frontier = Frontier::new(engine, graph.len(), &[0u32]).unwrap();
            let done = frontier.converge(usize::MAX, |step| call.clone().set("step", step));
            let expected = depths(graph, 0);
            let deepest = expected.iter().filter(|depth| **depth != FAR).max().unwrap();
            let steps = *deepest as usize + 1;
            assert_eq!(done.unwrap(), Convergence { steps, converged: true }, "graph {k}");
            assert_eq!(depth.download().unwrap(), expected, "graph {k}");
            assert!(frontier.is_empty().unwrap(), "graph {k}");
        }
    });
}

/// Each item but zero makes one that is less by one.
fn countdown() -> Call<Expand<u32>> {
    Kernel::expand::<u32>("if src > 0u { push(src - 1u); }").build().unwrap().call()
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items
}

fn items(frontier: &Frontier<u32>) -> Vec<u32> {
    let items = sorted(frontier.download().unwrap());
    assert_eq!(frontier.len().unwrap(), items.len());
    items
}

/// In any mixture of single steps and iterations that end early, late or just in time.
#[test]
fn a_frontier_goes_on_where_it_was() {
    on_each(|engine| {
        let start: Vec<u32> = (0..150).collect();
        let after = |steps: u32| sorted((0..150u32).filter_map(|n| n.checked_sub(steps)).collect());
        let frontier = Frontier::new(engine, 150, &start).unwrap();
        let mut steps = 0;
        assert_eq!(items(&frontier), start);
        for most in [1, 0, 2, 3, 1, 4, 16, 17, 33] {
            let done = frontier.converge(most, |_| countdown()).unwrap();
            assert_eq!(done, Convergence { steps: most, converged: false });
            frontier.step(&countdown()).unwrap();
            steps += most as u32 + 1;
            assert_eq!(items(&frontier), after(steps), "{steps} steps");
        }
        let done = frontier.converge(1000, |_| countdown()).unwrap();
        assert_eq!(done, Convergence { steps: 150 - steps as usize, converged: true });
        assert_eq!(items(&frontier), [0; 0]);
        for _ in 0..5 {
            let done = frontier.converge(1000, |_| countdown()).unwrap();
            assert_eq!(done, Convergence { steps: 1, converged: true }, "there is nothing to do");
            frontier.upload(&[2, 2]).unwrap();
            assert_eq!(items(&frontier), [2, 2]);
            frontier.step(&countdown()).unwrap();
            assert_eq!(items(&frontier), [1, 1]);
            let done = frontier.converge(1000, |_| countdown()).unwrap();
            assert_eq!(done, Convergence { steps: 2, converged: true });
            assert!(frontier.is_empty().unwrap());
        }
    });
}

/// Widths around a workgroup and beyond all that a device has in flight; items that come twice.
#[test]
fn frontiers_of_any_width() {
    let kernel = Kernel::expand::<u32>(
        "sum_add(0u, src + len); if src % 2u == 0u { push(src / 2u); push(src / 2u); }",
    );
    let kernel = kernel.atomic::<u32>("sum").build().unwrap();
    let check = |engine: &Engine, width: u32| {
        let mut list: Vec<u32> = (0..width).map(|n| n.wrapping_mul(8) + n % 3 + 1).collect();
        let frontier = Frontier::new(engine, 2 * width as usize, &list).unwrap();
        let sum = engine.zeros::<u32>(1).unwrap();
        let call = kernel.call().bind("sum", &sum);
        let (mut expected, mut steps) = (0u32, 0);
        let done = frontier.converge(100, |_| call.clone()).unwrap();
        loop {
            let len = list.len() as u32;
            list.iter().for_each(|n| expected = expected.wrapping_add(n.wrapping_add(len)));
            steps += 1;
            list = list.iter().filter(|n| **n % 2 == 0).flat_map(|n| [n / 2; 2]).collect();
            if list.is_empty() {
                break;
            }
        }
        assert_eq!(done, Convergence { steps, converged: true }, "{width} items");
        assert_eq!(sum.download().unwrap(), [expected], "{width} items");
    };
    on_each(|engine| {
        [0, 1, 2, 255, 256, 257, 16_385, 300_000].into_iter().for_each(|n| check(engine, n));
    });
    on_each_folded(|engine, _| [1, 700, 3000].into_iter().for_each(|n| check(engine, n)));
}

/// Whatever item did not fit is told, with the room that was needed, however one looks.
#[test]
fn items_without_room_are_an_error() {
    let double = Kernel::expand::<u32>("push(src); push(src);").label("double").build().unwrap();
    let double = double.call();
    on_each(|engine| {
        for (room, most) in [(1, 1), (7, 3), (8, 4), (60_000, 16), (65_536, 17), (131_072, 18)] {
            let frontier = Frontier::new(engine, room, &[5u32]).unwrap();
            let doublings = room.ilog2() as usize;
            let done = frontier.converge(doublings, |_| double.clone()).unwrap();
            assert_eq!(done, Convergence { steps: doublings, converged: false });
            assert_eq!(items(&frontier), vec![5; 1 << doublings], "{room} are full");

            let frontier = Frontier::new(engine, room, &[5u32]).unwrap();
            let needed = 1u64 << (doublings + 1);
            let told = |result: Result<(), Error>| {
                let text = refused!(result, Error::TooLarge { .. });
                let numbers = [needed.to_string(), room.to_string(), "frontier".to_owned()];
                assert!(numbers.iter().all(|number| text.contains(number)), "{room}: {text}");
            };
            told(frontier.converge(most, |_| double.clone()).map(drop));
            told(frontier.download().map(drop));
            told(frontier.converge(50, |_| double.clone()).map(drop));
            told(engine.converge(50, |step| step.expand(&double, &frontier)).map(drop));
            for _ in 0..3 {
                frontier.step(&double).unwrap();
                told(frontier.len().map(drop));
            }
            frontier.upload(&[9]).unwrap();
            assert_eq!(frontier.download().unwrap(), [9], "all is well again");
        }
        let none = Frontier::new(engine, 0, &[]).unwrap();
        assert!(none.is_empty().unwrap());
        assert!(none.converge(9, |_| double.clone()).unwrap().converged);
        refused!(none.upload(&[1]), Error::TooLarge { .. });
        refused!(Frontier::new(engine, 2, &[1, 2, 3u32]), Error::TooLarge { .. });
        refused!(Frontier::<[f32; 4]>::new(engine, usize::MAX, &[]), Error::TooLarge { .. });
    });
}

kernel_engine::element! {
    /// A state of a walk.
    struct Walker { place: [i32; 3], left: u32 }
}

/// Items with holes in WGSL's layout, of several words and of less than one.
#[test]
fn items_of_any_type() {
    on_each(|engine| {
        let walk = Kernel::expand::<Walker>(
            "var next = src;
             next.place += vec3<i32>(1, -1, 2);
             next.left -= 1u;
             if next.left > 0u { push(next); } else { out_set(u32(next.place.x), next); }",
        );
        let out = engine.zeros::<Walker>(40).unwrap();
        let walk = walk.output::<Walker>("out").build().unwrap().call().bind("out", &out);
        let start: Vec<Walker> = (1..40).map(|n| Walker { place: [0; 3], left: n }).collect();
        let frontier = Frontier::new(engine, 40, &start).unwrap();
        assert_eq!(frontier.download().unwrap(), start);
        assert_eq!(frontier.converge(100, |_| walk.clone()).unwrap().steps, 39);
        let ends = (1..40i32).map(|n| Walker { place: [n, -n, 2 * n], left: 0 });
        assert!(out.download().unwrap().into_iter().skip(1).eq(ends));

        let wide = Kernel::expand::<[u32; 4]>("if src.w < 5u { push(src + vec4<u32>(1u)); }");
        let wide = wide.build().unwrap().call();
        let frontier = Frontier::new(engine, 3, &[[0u32, 1, 2, 3], [4, 5, 6, 0]]).unwrap();
        frontier.converge(2, |_| wide.clone()).unwrap();
        assert_eq!(sorted(frontier.download().unwrap()), [[2, 3, 4, 5], [6, 7, 8, 2]]);

        if has(engine, wgpu::Features::SHADER_INT64) {
            stay(engine, &[[1i64, -2, 3, -4], [i64::MIN, 6, 7, i64::MAX], [9; 4]]);
        }
        if has(engine, wgpu::Features::SHADER_F16) {
            stay(engine, &[1.0, 2.5, -3.0].map(f16::from_f32));
        }
    });
}

/// Items that are what they were after any number of steps.
fn stay<T: Element + PartialOrd + std::fmt::Debug>(engine: &Engine, items: &[T]) {
    let stay = Kernel::expand::<T>("push(src);").build().unwrap().call();
    for steps in [0, 1, 2, 17] {
        let frontier = Frontier::new(engine, items.len(), items).unwrap();
        frontier.converge(steps, |_| stay.clone()).unwrap();
        let found = frontier.download().unwrap();
        assert_eq!(found.len(), items.len());
        assert!(items.iter().all(|item| found.contains(item)), "{found:?} after {steps}");
    }
}

/// Two frontiers, one of which turns in every other step, beside a compute kernel.
#[test]
fn a_step_may_have_several_frontiers() {
    let ticks = Kernel::compute("tick_add(0u, 1u);").atomic::<u32>("tick").build().unwrap();
    on_each(|engine| {
        for most in [1, 2, 3, 4, 15, 16, 40, 99] {
            let (one, two) =
                (Frontier::new(engine, 9, &[30u32, 2]), Frontier::new(engine, 9, &[9u32]));
            let (one, two) = (one.unwrap(), two.unwrap());
            let tick = engine.zeros::<u32>(1).unwrap();
            let ticks = ticks.call().bind("tick", &tick);
            let done = engine.converge(most, |step| {
                step.expand(&countdown(), &one)?;
                if step.number() % 2 == 1 {
                    step.expand(&countdown(), &two)?;
                }
                step.run(&ticks, 1)
            });
            // An item n is pushed on by n steps, and one more finds nothing.
            let steps = most.min(31);
            assert_eq!(done.unwrap(), Convergence { steps, converged: most >= 31 });
            assert_eq!(tick.download().unwrap(), [steps as u32]);
            let left = |start: &[u32], steps| {
                sorted(start.iter().filter_map(|n: &u32| n.checked_sub(steps)).collect())
            };
            assert_eq!(items(&one), left(&[30, 2], steps as u32), "{most} at most");
            assert_eq!(items(&two), left(&[9], steps as u32 / 2), "{most} at most");
        }
    });
}

/// A workgroup that shares what its items have to do.
#[test]
fn items_can_meet_in_a_workgroup() {
    let kernel = Kernel::expand::<u32>(
        "if i < len { atomicAdd(&sum[0], src); }
         workgroupBarrier();
         if local == 0u { total_add(0u, atomicLoad(&sum[0])); }
         if i < len && src > 1u { push(src / 2u); }",
    );
    let kernel = kernel.atomic::<u32>("total").workgroup_atomic::<u32>("sum", 1).build().unwrap();
    on_each(|engine| {
        for width in [1, 256, 1000, 40_000] {
            let mut list: Vec<u32> = (1..=width).map(|n| n * 7 % 1000).collect();
            let frontier = Frontier::new(engine, width as usize, &list).unwrap();
            let total = engine.zeros::<u32>(1).unwrap();
            let call = kernel.call().bind("total", &total);
            assert!(frontier.converge(100, |_| call.clone()).unwrap().converged);
            let mut expected = 0;
            while !list.is_empty() {
                expected += list.iter().sum::<u32>();
                list = list.into_iter().filter(|n| *n > 1).map(|n| n / 2).collect();
            }
            assert_eq!(total.download().unwrap(), [expected], "{width} items");
        }
    });
}

#[test]
fn what_is_wrong_is_refused() {
    let call = Kernel::expand::<u32>("push(a(src));").array::<u32>("a").build().unwrap().call();
    on_each_own(|engine| {
        let frontier = Frontier::new(engine, 4, &[1u32]).unwrap();
        refused!(frontier.step(&call), Error::Missing { .. });
        refused!(frontier.converge(9, |_| call.clone()), Error::Missing { .. });
        assert_eq!(frontier.download().unwrap(), [1], "nothing ran");
        on_each_own(|stranger| {
            let foreign = call.clone().bind("a", &stranger.zeros::<u32>(1).unwrap());
            refused!(frontier.step(&foreign), Error::OtherEngine { .. });
            let own = call.clone().bind("a", &engine.zeros::<u32>(1).unwrap());
            let result = stranger.converge(9, |step| step.expand(&own, &frontier));
            refused!(result, Error::OtherEngine { .. });
            let result = stranger.converge(9, |step| step.expand(&countdown(), &frontier));
            refused!(result, Error::OtherEngine { .. });
        });
        assert_eq!(frontier.download().unwrap(), [1], "nothing ran");
    });
}
