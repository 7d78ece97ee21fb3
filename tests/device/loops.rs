//! Loops of any length: right, or an error where a driver ends them early; never wrong.
//!
//! Mesa's llvmpipe ends a loop after about 65,535 iterations of an invocation, nested ones counted
//! together, and goes on. What was written since the last look is then void, so each test here has
//! an engine of its own.

use kernel_engine::{Call, Compute, Engine, Error, Kernel, PingPong, Result};

use crate::devices::on_each_own;

/// A state that no compiler can compute in advance, one step further.
const NEXT: &str = "s = s * 1664525u + 1013904223u;";

fn after(steps: u64) -> u32 {
    (0..steps).fold(1, |s: u32, _| s.wrapping_mul(1_664_525).wrapping_add(1_013_904_223))
}

/// A kernel of three invocations that each write the state after the loops.
fn looping(loops: &str) -> Call<Compute> {
    let snippet = format!("var s = 1u; {} out_set(i, s);", loops.replace("NEXT", NEXT));
    let kernel = Kernel::compute(&snippet).label("looping").param::<u32>("n").output::<u32>("out");
    kernel.build().unwrap().call()
}

fn run(engine: &Engine, call: &Call<Compute>, n: u32) -> Result<Vec<u32>> {
    let out = engine.zeros::<u32>(3).unwrap();
    call.clone().set("n", n).bind("out", &out).run(3)?;
    out.download()
}

fn right_or_cut(result: Result<Vec<u32>>, steps: u64, what: &str) {
    match result {
        Ok(out) => assert_eq!(out, [after(steps); 3], "{what}: {steps} steps"),
        Err(Error::LoopCut { kernel, .. }) => assert_eq!(kernel, "looping", "{what}"),
        Err(error) => panic!("{what}: {error}"),
    }
}

const FORMS: [&str; 7] = [
    "for (var k = 0u; k < n; k++) { NEXT }",
    "var k = 0u; while k < n { NEXT k++; }",
    "var k = 0u; loop { if k >= n { break; } NEXT k++; }",
    "var k = 0u; loop { if k >= n { break; } NEXT continuing { k++; } }",
    "var k = 0u; loop { NEXT continuing { k++; break if k >= n; } }",
    "var k = 0u; loop { switch u32(k < n) { case 0u: { out_set(i, s); return; } default: { NEXT } } k++; }",
    "for (var k = 0u; k < 2u * n; k++) { if k % 2u == 0u { continue; } NEXT }",
];

/// A loop that no driver ends must not be called cut, whatever its form.
#[test]
fn loops_that_every_driver_runs_are_right() {
    on_each_own(|engine| {
        for form in FORMS {
            let call = looping(form);
            for n in [1, 2, 1000, 30_000] {
                assert_eq!(run(engine, &call, n).unwrap(), [after(n.into()); 3], "{form}: {n}");
            }
        }
        for n in [0, 1, 7, 150] {
            let squared =
                looping("for (var a = 0u; a < n; a++) { for (var b = 0u; b < n; b++) { NEXT } }");
            let expected = [after(u64::from(n).pow(2)); 3];
            assert_eq!(run(engine, &squared, n).unwrap(), expected, "nested {n} by {n}");
        }
        assert_eq!(run(engine, &looping(FORMS[0]), 0).unwrap(), [after(0); 3], "no iteration");
    });
}

#[test]
fn long_loops_are_right_or_an_error() {
    on_each_own(|engine| {
        for form in FORMS {
            let call = looping(form);
            for n in [65_534u32, 65_535, 65_536, 1_000_000] {
                right_or_cut(run(engine, &call, n), n.into(), form);
            }
        }
    });
}

/// Loops, how many steps they make of `n`, and `n`.
type Nest = (&'static str, fn(u64) -> u64, u32);

#[test]
fn nested_and_sequential_loops_are_right_or_an_error() {
    let rows: [Nest; 6] = [
        ("for (var a = 0u; a < n; a++) { for (var b = 0u; b < n; b++) { NEXT } }", |n| n * n, 300),
        (
            "for (var k = 0u; k < n; k++) { NEXT } for (var k = 0u; k < n; k++) { NEXT }",
            |n| 2 * n,
            40_000,
        ),
        (
            "for (var a = 0u; a < n; a++) { for (var b = 0u; b < a; b++) { NEXT } }",
            |n| n * (n - 1) / 2,
            400,
        ),
        (
            "for (var a = 0u; a < n; a++) { var b = 0u; loop { b++; if b > 3u { break; } NEXT } }",
            |n| 3 * n,
            30_000,
        ),
        (
            "for (var a = 0u; a < 50u; a++) { for (var b = 0u; b < 50u; b++) { for (var c = 0u; c < n; c++) { NEXT } } }",
            |n| 2500 * n,
            40,
        ),
        (
            "for (var a = 0u; a < 3u; a++) { for (var b = 0u; b < n; b++) { NEXT } }",
            |n| 3 * n,
            65_536,
        ),
    ];
    on_each_own(|engine| {
        for (loops, steps, n) in rows {
            right_or_cut(run(engine, &looping(loops), n), steps(n.into()), loops);
        }
    });
}

/// Invocations that leave a loop early do not make the others' iterations more or fewer.
#[test]
fn loops_of_different_lengths_side_by_side() {
    let call = looping("for (var k = 0u; k < n * (i + 1u); k++) { NEXT }");
    on_each_own(|engine| {
        for n in [10u32, 20_000, 60_000] {
            match run(engine, &call, n) {
                Ok(out) => assert_eq!(out, [1, 2, 3].map(|k| after(k * u64::from(n))), "{n}"),
                Err(error) => {
                    assert!(n > 20_000 && matches!(error, Error::LoopCut { .. }), "{error}")
                }
            }
        }
    });
}

/// Loops in a preamble's function, in a map, in place and over a counted extent.
#[test]
fn loops_everywhere_are_right_or_an_error() {
    let walk = format!(
        "fn walk(n: u32) -> u32 {{ var s = 1u; for (var k = 0u; k < n; k++) {{ {NEXT} }} return s; }}"
    );
    let map = Kernel::map::<u32, u32>("dst = walk(src);").label("looping").preamble(&walk);
    let map = map.build().unwrap();
    let counted = Kernel::compute("out_set(i, walk(n));").label("looping").preamble(&walk);
    let counted = counted.param::<u32>("n").output::<u32>("out").build().unwrap();
    on_each_own(|engine| {
        for n in [5u32, 20_000, 100_000] {
            let checked = |result: Result<Vec<u32>>, what: &str| match n {
                100_000 => right_or_cut(result, n.into(), what),
                _ => assert_eq!(result.unwrap(), [after(n.into()); 3], "{what}"),
            };
            checked(map.call().execute(engine, &[n; 3]), "a map");
            let storage = engine.storage(&[n; 3]).unwrap();
            checked(
                map.call().run_in_place(&storage).and_then(|()| storage.download()),
                "in place",
            );
            let (out, count) = (engine.zeros::<u32>(3).unwrap(), engine.storage(&[3u32]).unwrap());
            let call = counted.call().set("n", n).bind("out", &out);
            let result = call.run(kernel_engine::Extent::count(&count));
            checked(result.and_then(|()| out.download()), "a counted extent");
        }
    });
}

/// Where a loop was cut, what it wrote stays void, and all else goes on.
#[test]
fn after_a_cut_loop_only_what_it_wrote_is_void() {
    let call = looping(FORMS[0]);
    let add = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
    on_each_own(|engine| {
        let before = engine.storage(&[1u32, 2, 3]).unwrap();
        let computed = add.call().run(&before).unwrap();
        assert_eq!(computed.download().unwrap(), [2, 3, 4]);
        let void = engine.zeros::<u32>(3).unwrap();
        call.clone().set("n", 1_000_000).bind("out", &void).run(3).unwrap();
        if let Ok(out) = void.download() {
            assert_eq!(out, [after(1_000_000); 3]);
            return; // A device that runs loops to their end.
        }
        for _ in 0..2 {
            refused!(void.download(), Error::LoopCut { .. });
            refused!(void.download_range(0..1), Error::LoopCut { .. });
        }
        // Nothing can be made of it.
        let other = engine.zeros::<u32>(3).unwrap();
        let copy = Kernel::compute("out_set(i, data(i) + out(i));").array::<u32>("data");
        let copy = copy.output::<u32>("out").build().unwrap().call();
        refused!(add.call().run(&void), Error::LoopCut { .. });
        refused!(add.call().run_in_place(&void), Error::LoopCut { .. });
        refused!(void.duplicate(), Error::LoopCut { .. });
        refused!(void.copy_to(&other), Error::LoopCut { .. });
        refused!(
            copy.clone().bind("data", &void).bind("out", &other).run(3),
            Error::LoopCut { .. }
        );
        refused!(copy.bind("data", &other).bind("out", &void).run(3), Error::LoopCut { .. });
        refused!(void.upload_at(0, &[1]).and_then(|()| void.download()), Error::LoopCut { .. });
        assert_eq!(other.download().unwrap(), [0; 3]);
        assert_eq!(before.download().unwrap(), [1, 2, 3]);
        assert_eq!(computed.download().unwrap(), [2, 3, 4]);
        assert_eq!(add.call().run(&computed).unwrap().download().unwrap(), [3, 4, 5]);
        assert_eq!(
            run(engine, &call, 100).unwrap(),
            [after(100); 3],
            "the same kernel, fewer steps"
        );
        // A storage is whole again once all of it is replaced.
        void.upload(&[7; 3]).unwrap();
        assert_eq!(void.download().unwrap(), [7; 3]);
        assert_eq!(add.call().run(&void).unwrap().download().unwrap(), [8; 3]);
        call.clone().set("n", 1_000_000).bind("out", &void).run(3).unwrap();
        refused!(void.download(), Error::LoopCut { .. });
        add.call().run_into(&before, &void).unwrap();
        assert_eq!(void.download().unwrap(), [2, 3, 4]);
        engine.wait().unwrap();
    });
}

/// A cut in one step of many makes what came of it void, however long ago it was.
#[test]
fn a_cut_step_voids_the_steps_after_it() {
    let step = Kernel::map::<u32, u32>(
        "var s = src; for (var k = 0u; k < n; k++) { s = s * 1664525u + 1013904223u; } dst = s;",
    );
    let step = step.label("looping").param::<u32>("n").build().unwrap();
    let steps = |step: usize| if step == 5 { 200_000 } else { 10 };
    on_each_own(|engine| {
        let mut state = PingPong::new(engine, &[1u32; 3]).unwrap();
        let result = state.iterate(100, |k| step.call().set("n", steps(k)));
        let result = result.and_then(|()| state.front().download());
        right_or_cut(result, (0..100).map(|k| steps(k) as u64).sum(), "a hundred steps");
    });
}
