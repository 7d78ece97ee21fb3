//! Batch: many calls in one submission, each with its own parameters, or none at all.

use kernel_engine::{Call, Compute, Engine, Error, Extent, Kernel, Storage};

use crate::devices::on_each;

/// A number that every step changes, so that order and parameters both show.
fn step() -> Call<Compute> {
    let kernel = Kernel::compute("state_set(i, state(i) * factor + add);")
        .label("step")
        .param::<u32>("factor")
        .param::<u32>("add")
        .output::<u32>("state");
    kernel.build().unwrap().call()
}

fn with(step: &Call<Compute>, k: u32) -> Call<Compute> {
    step.clone().set("factor", k | 1).set("add", k ^ 0x5555)
}

fn after(steps: u32) -> u32 {
    (0..steps).fold(7, |state: u32, k| state.wrapping_mul(k | 1).wrapping_add(k ^ 0x5555))
}

/// More parameters than one submission takes, and none of them mixed up.
#[test]
fn twenty_thousand_steps_each_with_its_own_parameters() {
    on_each(|engine| {
        for steps in [1, 100, 20_000] {
            let state = engine.storage(&[7u32]).unwrap();
            let call = step().bind("state", &state);
            engine
                .batch(|batch| (0..steps).try_for_each(|k| batch.run(&with(&call, k), 1)))
                .unwrap();
            assert_eq!(state.download().unwrap(), [after(steps)], "{steps} steps");
        }
    });
}

#[test]
fn each_call_sees_what_those_before_it_wrote() {
    let add = Kernel::map::<u32, u32>("dst = src + k;").param::<u32>("k").build().unwrap();
    let sum = Kernel::compute("total_add(0u, data(i));").array::<u32>("data");
    let sum = sum.atomic::<u32>("total").build().unwrap();
    on_each(|engine| {
        let (a, b) = (engine.storage(&[1u32, 2, 3]).unwrap(), engine.zeros::<u32>(3).unwrap());
        let (kept, total) = (engine.zeros::<u32>(3).unwrap(), engine.zeros::<u32>(1).unwrap());
        let sum = |data: &Storage<u32>| sum.call().bind("data", data).bind("total", &total);
        let n = engine.storage(&[2u32]).unwrap();
        engine
            .batch(|batch| {
                batch.map(&add.call().set("k", 10), &a, &b)?;
                batch.run(&sum(&b), 3)?;
                batch.copy(&b, &kept)?;
                batch.map_in_place(&add.call().set("k", 100), &b)?;
                batch.run(&sum(&b), Extent::count(&n))?;
                batch.map(&add.call().set("k", 1000), &b, &a)
            })
            .unwrap();
        assert_eq!(a.download().unwrap(), [1111, 1112, 1113]);
        assert_eq!(b.download().unwrap(), [111, 112, 113]);
        assert_eq!(kept.download().unwrap(), [11, 12, 13]);
        assert_eq!(total.download().unwrap(), [36 + 223]);
    });
}

fn nothing_happened(
    engine: &Engine,
    record: impl Fn(&mut kernel_engine::Batch) -> kernel_engine::Result<()>,
) {
    let state = engine.storage(&[7u32]).unwrap();
    let other = engine.zeros::<u32>(1).unwrap();
    let call = step().bind("state", &state);
    let result = engine.batch(|batch| {
        batch.run(&with(&call, 1), 1)?;
        batch.copy(&state, &other)?;
        record(batch)
    });
    result.unwrap_err();
    assert_eq!(state.download().unwrap(), [7], "no run");
    assert_eq!(other.download().unwrap(), [0], "no copy");
}

#[test]
fn a_failing_batch_submits_nothing() {
    on_each(|engine| {
        let state = engine.storage(&[7u32]).unwrap();
        let call = step().bind("state", &state);
        nothing_happened(engine, |batch| batch.run(&call, 1));
        nothing_happened(engine, |batch| batch.run(&with(&call, 1).set("nothing", 1), 1));
        nothing_happened(engine, |batch| batch.run(&with(&call, 1), -1));
        nothing_happened(engine, |batch| batch.run(&with(&step(), 1), 1));
        nothing_happened(engine, |batch| batch.copy(&state, &state));
        let mine = Error::Range { what: "mine".into(), message: "a reason of my own".into() };
        nothing_happened(engine, |_| Err(mine.clone()));
        assert_eq!(state.download().unwrap(), [7]);
    });
}

/// A fault that is caught inside leaves out that call alone.
#[test]
fn a_fault_can_be_passed_over() {
    on_each(|engine| {
        let state = engine.storage(&[7u32]).unwrap();
        let call = step().bind("state", &state);
        engine
            .batch(|batch| {
                batch.run(&with(&call, 0), 1)?;
                refused!(batch.run(&call, 1), Error::Missing { .. });
                batch.run(&with(&call, 1), 1)
            })
            .unwrap();
        assert_eq!(state.download().unwrap(), [after(2)]);
    });
}

#[test]
fn an_empty_batch_is_none() {
    on_each(|engine| {
        engine.batch(|_| Ok(())).unwrap();
        let state = engine.storage(&[7u32]).unwrap();
        engine.batch(|batch| batch.run(&with(&step().bind("state", &state), 1), 0)).unwrap();
        assert_eq!(state.download().unwrap(), [7]);
    });
}

/// Without a batch, calls run in their order too.
#[test]
fn calls_one_after_another_keep_their_order() {
    on_each(|engine| {
        let state = engine.storage(&[7u32]).unwrap();
        let call = step().bind("state", &state);
        (0..500).for_each(|k| with(&call, k).run(1).unwrap());
        assert_eq!(state.download().unwrap(), [after(500)]);
    });
}
