//! Steps until one wants no other: as many run as in plain Rust, and those after the last change
//! nothing.

use kernel_engine::{Call, Compute, Convergence, Error, Extent, Kernel, Map, PingPong};

use crate::devices::{on_each, on_each_own};

/// Steps around the ends of the first stretches, and far from them.
const STEPS: [usize; 12] = [1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 100, 700];

fn ended(steps: usize, converged: bool) -> Convergence {
    Convergence { steps, converged }
}

/// Every element counts the steps; one of them wants so many.
fn count(goal: usize) -> Call<Map<u32, u32>> {
    let kernel = Kernel::map::<u32, u32>(
        "dst = src + 1u;
         if i == len - 1u && dst < goal { again(); }",
    );
    kernel.label("count").param::<u32>("goal").build().unwrap().call().set("goal", goal)
}

#[test]
fn as_many_steps_run_as_are_wanted() {
    on_each(|engine| {
        for goal in STEPS {
            let call = count(goal);
            for len in [1, 3, 1000] {
                let mut state = PingPong::new(engine, &vec![0u32; len]).unwrap();
                let done = state.converge(usize::MAX, |_| call.clone()).unwrap();
                assert_eq!(done, ended(goal, true), "{len} elements");
                let all = vec![goal as u32; len];
                assert_eq!(state.front().download().unwrap(), all, "{goal} steps");
                // The back is that of the step before, so no step came after the last.
                state.swap();
                assert_eq!(state.front().download().unwrap(), vec![goal as u32 - 1; len]);
            }
        }
    });
}

#[test]
fn no_more_steps_run_than_allowed() {
    on_each(|engine| {
        for goal in STEPS {
            let call = count(goal);
            for most in [0, 1, goal - 1, goal, goal + 1] {
                let mut state = PingPong::new(engine, &[0u32; 5]).unwrap();
                let done = state.converge(most, |_| call.clone()).unwrap();
                assert_eq!(done, ended(most.min(goal), most >= goal), "{goal} with {most} at most");
                assert_eq!(state.front().download().unwrap(), [most.min(goal) as u32; 5]);
            }
        }
    });
}

/// The lesser of each element and its neighbours, until all are equal from wall to wall.
#[test]
fn neighbours_agree_after_as_many_steps_as_in_rust() {
    let spread = Kernel::map::<u32, u32>(
        "dst = src;
         if src != 0u && i > 0u && at(i - 1u) != 0u { dst = min(dst, at(i - 1u)); }
         if src != 0u && i + 1u < len && at(i + 1u) != 0u { dst = min(dst, at(i + 1u)); }
         if dst != src { again(); }",
    );
    let spread = spread.build().unwrap().call();
    on_each(|engine| {
        for (len, walls) in [(0, 3), (1, 3), (2, 100), (257, 40), (5000, 60), (70_000, 20)] {
            let mut random = fastrand::Rng::with_seed(len as u64);
            let mut state: Vec<u32> = (0usize..len)
                .map(|_| if random.u32(..walls) == 0 { 0 } else { random.u32(1..1000) })
                .collect();
            let mut cells = PingPong::new(engine, &state).unwrap();
            let mut steps = 0;
            loop {
                let next: Vec<u32> = (0usize..len)
                    .map(|i| {
                        let near = state[i.saturating_sub(1)..(i + 2).min(len)].iter();
                        let least = near.filter(|cell| **cell > 0).min().copied().unwrap_or(0);
                        if state[i] == 0 { 0 } else { least }
                    })
                    .collect();
                steps += 1;
                if std::mem::replace(&mut state, next) == state {
                    break;
                }
            }
            let done = cells.converge(usize::MAX, |_| spread.clone()).unwrap();
            assert_eq!(done, ended(steps, true), "{len} elements");
            assert_eq!(cells.front().download().unwrap(), state, "{len} elements");
        }
    });
}

/// A step of kernels of each shape, of which each in turn is the one that wants another step.
#[test]
fn several_kernels_make_a_step() {
    let ask = "fn ask() { if step + 1u < goal { again(); } }";
    macro_rules! built {
        ($kernel:expr) => {
            $kernel.preamble(ask).param::<u32>("step").param::<u32>("goal").build().unwrap().call()
        };
    }
    let x_over = built!(Kernel::map::<u32, u32>("dst = src * 5u + 1u; ask();"));
    let y_into = built!(Kernel::map::<u32, u32>("dst = src * 7u + at(i + 1u); ask();"));
    let add = Kernel::compute("total_add(i % 3u, x(i)); ask();").array::<u32>("x");
    let add = built!(add.atomic::<u32>("total"));
    let meet = Kernel::compute(
        "if i < len { atomicAdd(&seen[0], 1u); }
         workgroupBarrier();
         if local == 0u { total_add(3u, atomicLoad(&seen[0])); ask(); }",
    );
    let meet = built!(meet.atomic::<u32>("total").workgroup_atomic::<u32>("seen", 1));
    on_each(|engine| {
        for (asks, goal) in [(0, 1), (0, 2), (1, 5), (2, 16), (3, 17), (3, 33)] {
            let (mut x, mut y) = ((0..300u32).collect::<Vec<_>>(), vec![1u32; 300]);
            let mut total = [0u32; 4];
            let device_x = engine.storage(&x).unwrap();
            let ys = [engine.storage(&y).unwrap(), engine.zeros::<u32>(300).unwrap()];
            let device_total = engine.zeros::<u32>(4).unwrap();
            let count = engine.storage(&[300u32]).unwrap();
            let add = add.clone().bind("x", &device_x).bind("total", &device_total);
            let meet = meet.clone().bind("total", &device_total);
            let done = engine.converge(1000, |step| {
                let number = step.number();
                let goal = |k| if k == asks { goal } else { 0 };
                let x_over = x_over.clone().set("step", number).set("goal", goal(0));
                let y_into = y_into.clone().set("step", number).set("goal", goal(1));
                step.map_in_place(&x_over, &device_x)?;
                step.map(&y_into, &ys[number % 2], &ys[(number + 1) % 2])?;
                step.run(&add.clone().set("step", number).set("goal", goal(2)), 300)?;
                let meet = meet.clone().set("step", number).set("goal", goal(3));
                step.run(&meet, Extent::count(&count))
            });
            assert_eq!(done.unwrap(), ended(goal, true), "kernel {asks} asks");
            for _ in 0..goal {
                x.iter_mut().for_each(|x| *x = x.wrapping_mul(5).wrapping_add(1));
                let right = |i: usize| y.get(i + 1).copied().unwrap_or(0);
                y = (0..300).map(|i| y[i].wrapping_mul(7).wrapping_add(right(i))).collect();
                (0..300).for_each(|i| total[i % 3] = total[i % 3].wrapping_add(x[i]));
                total[3] += 300;
            }
            assert_eq!(device_x.download().unwrap(), x, "kernel {asks} asks");
            assert_eq!(ys[goal % 2].download().unwrap(), y, "kernel {asks} asks");
            assert_eq!(device_total.download().unwrap(), total, "kernel {asks} asks");
        }
    });
}

/// The steps before the one that fails have run; one that is not wanted cannot fail.
#[test]
fn a_failing_step_ends_the_iteration_if_it_is_reached() {
    let count = Kernel::map::<u32, u32>("dst = src + 1u; if dst < goal { again(); }");
    let count = count.label("count").param::<u32>("goal").build().unwrap();
    on_each(|engine| {
        for (goal, failing) in [(5, 0), (5, 4), (5, 5), (40, 15), (40, 16), (40, 39), (40, 40)] {
            let mut state = PingPong::new(engine, &[0u32; 9]).unwrap();
            let result = state.converge(100, |step| {
                if step == failing { count.call() } else { count.call().set("goal", goal) }
            });
            match failing < goal {
                true => drop(refused!(result, Error::Missing { .. })),
                false => assert_eq!(result.unwrap(), ended(goal, true)),
            }
            let steps = goal.min(failing) as u32;
            assert_eq!(state.front().download().unwrap(), [steps; 9], "{goal}, {failing}");
        }
        let half = engine.storage(&[0u32]).unwrap();
        let result = engine.converge(10, |step| {
            step.map_in_place(&count.call().set("goal", 10), &half)?;
            if step.number() < 3 { Ok(()) } else { step.run(&other(), 1) }
        });
        refused!(result, Error::Missing { .. });
        assert_eq!(half.download().unwrap(), [3], "nothing of a step that fails runs");
    });
}

/// A call that lacks its storage.
fn other() -> Call<Compute> {
    Kernel::compute("out_set(i, i);").output::<u32>("out").build().unwrap().call()
}

#[test]
fn storages_of_another_engine_are_refused() {
    let count = count(5);
    on_each_own(|engine| {
        on_each_own(|stranger| {
            let (own, foreign) = (engine.zeros(4).unwrap(), stranger.zeros(4).unwrap());
            let out = engine.zeros(4).unwrap();
            let results = [
                engine.converge(9, |step| step.map(&count, &foreign, &out)),
                engine.converge(9, |step| step.map(&count, &own, &foreign)),
                engine.converge(9, |step| step.map_in_place(&count, &foreign)),
                engine.converge(9, |step| step.run(&other().bind("out", &foreign), 4)),
            ];
            for result in results {
                refused!(result, Error::OtherEngine { .. });
            }
        });
    });
}

#[test]
fn a_kernel_may_want_again_in_vain_or_never() {
    on_each(|engine| {
        let x = engine.storage(&[0u32; 3]).unwrap();
        count(7).run_in_place(&x).unwrap();
        engine.batch(|batch| batch.map_in_place(&count(7), &x)).unwrap();
        assert_eq!(x.download().unwrap(), [2; 3], "outside of an iteration");
        let silent = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap().call();
        let done = engine.converge(50, |step| step.map_in_place(&silent, &x)).unwrap();
        assert_eq!((done, x.download().unwrap()), (ended(1, true), vec![3; 3]));
        assert_eq!(engine.converge(50, |_| Ok(())).unwrap(), ended(1, true), "no kernel");
        let never = Kernel::map::<u32, u32>("dst = src + 1u; again();").build().unwrap().call();
        let done = engine.converge(333, |step| step.map_in_place(&never, &x)).unwrap();
        assert_eq!((done, x.download().unwrap()), (ended(333, false), vec![336; 3]));
    });
}

#[test]
fn steps_can_be_awaited() {
    on_each(|engine| {
        let call = count(37);
        let mut state = PingPong::new(engine, &[0u32; 5]).unwrap();
        let done = pollster::block_on(state.converge_async(100, |_| call.clone())).unwrap();
        assert_eq!((done, state.front().download().unwrap()), (ended(37, true), vec![37; 5]));
        let x = engine.zeros::<u32>(5).unwrap();
        let record = |step: &mut kernel_engine::Step| step.map_in_place(&call, &x);
        let done = pollster::block_on(engine.converge_async(20, record)).unwrap();
        assert_eq!((done, x.download().unwrap()), (ended(20, false), vec![20; 5]));
    });
}

#[test]
fn steps_can_be_profiled() {
    on_each_own(|engine| {
        let call = count(20);
        let mut state = PingPong::new(engine, &[0u32; 5]).unwrap();
        let (done, report) = engine.profile(|| state.converge(100, |_| call.clone())).unwrap();
        assert_eq!((done, state.front().download().unwrap()), (ended(20, true), vec![20; 5]));
        assert!((20..100).contains(&report.dispatches), "{}", report.dispatches);
    });
}

/// Where a driver ends a loop early nobody knows whether another step was wanted.
#[test]
fn a_loop_that_was_cut_is_told() {
    let long = Kernel::map::<u32, u32>(
        "var s = src; for (var k = 0u; k < n; k++) { s = s * 1664525u + 1013904223u; } dst = s;
         if i < 1u { again(); }",
    );
    let long = long.label("long").param::<u32>("n").build().unwrap().call().set("n", 70_000);
    on_each_own(|engine| {
        let mut state = PingPong::new(engine, &[1u32]).unwrap();
        match state.converge(3, |_| long.clone()) {
            Ok(done) => {
                assert_eq!(done, ended(3, false));
                let next = |s: u32, _| s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                assert_eq!(state.front().download().unwrap(), [(0..210_000).fold(1, next)]);
            }
            Err(Error::LoopCut { kernel, .. }) => assert_eq!(kernel, "long"),
            Err(error) => panic!("{error}"),
        }
    });
}
