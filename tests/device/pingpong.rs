//! PingPong: what is read is what the step before wrote, step after step.

use kernel_engine::{Call, Error, Kernel, Map, PingPong};

use crate::devices::{on_each, on_each_folded};

/// Every cell takes its neighbours, and a factor that differs from step to step.
fn mix() -> Call<Map<u32, u32>> {
    let kernel = Kernel::map::<u32, u32>("dst = (at(i - 1u) ^ src) * factor + at(i + 1u) + salt;")
        .label("mix")
        .param::<u32>("factor")
        .param::<u32>("salt");
    kernel.build().unwrap().call()
}

fn factor(step: usize) -> u32 {
    (step as u32).wrapping_mul(2_654_435_761) | 1
}

fn mixed(mut state: Vec<u32>, steps: usize) -> Vec<u32> {
    for step in 0..steps {
        let at = |i: usize| state.get(i).copied().unwrap_or(0);
        state = (0..state.len())
            .map(|i| {
                let product = (at(i.wrapping_sub(1)) ^ at(i)).wrapping_mul(factor(step));
                product.wrapping_add(at(i + 1)).wrapping_add(step as u32)
            })
            .collect();
    }
    state
}

#[test]
fn a_thousand_steps_each_with_its_own_parameters() {
    let initial: Vec<u32> = (0..333).collect();
    let expected = mixed(initial.clone(), 1000);
    on_each(|engine| {
        let mut state = PingPong::new(engine, &initial).unwrap();
        let mut asked = Vec::new();
        state
            .iterate(1000, |step| {
                asked.push(step);
                mix().set("factor", factor(step)).set("salt", step)
            })
            .unwrap();
        assert_eq!(state.front().download().unwrap(), expected);
        assert!(asked.into_iter().eq(0..1000), "each step is asked for once, in order");
    });
}

#[test]
fn iterating_on_and_stepping_are_the_same() {
    let initial: Vec<u32> = (0..50).collect();
    on_each(|engine| {
        let mut state = PingPong::new(engine, &initial).unwrap();
        let call = |step: usize| mix().set("factor", factor(step)).set("salt", step);
        state.iterate(0, |_| panic!("no step is wanted")).unwrap();
        assert_eq!(state.front().download().unwrap(), initial);
        state.iterate(3, call).unwrap();
        state.step(&call(3)).unwrap();
        state.iterate(40, |step| call(step + 4)).unwrap();
        assert_eq!(state.front().download().unwrap(), mixed(initial.clone(), 44));
    });
}

#[test]
fn the_front_is_read_and_the_back_is_written() {
    let add = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
    on_each(|engine| {
        let mut state = PingPong::new(engine, &[1u32, 2]).unwrap();
        let (front, back) = state.split();
        assert_eq!(back.download().unwrap(), [0, 0]);
        add.call().run_into(front, back).unwrap();
        assert_eq!(state.front().download().unwrap(), [1, 2], "not swapped yet");
        state.swap();
        assert_eq!(state.front().download().unwrap(), [2, 3]);
        state.swap();
        assert_eq!(state.front().download().unwrap(), [1, 2]);

        let storage = engine.storage(&[5u32]).unwrap();
        let mut state = PingPong::from_storage(storage.clone()).unwrap();
        state.step(&add.call()).unwrap();
        assert_eq!(state.front().download().unwrap(), [6]);
        assert_eq!(storage.download().unwrap(), [5], "the storage given is now the back");
    });
}

/// The steps before the one that fails have run.
#[test]
fn a_failing_step_stops_the_iteration() {
    let initial: Vec<u32> = (0..20).collect();
    on_each(|engine| {
        for failing in [0, 1, 15, 16, 100] {
            let mut state = PingPong::new(engine, &initial).unwrap();
            let result = state.iterate(200, |step| {
                let call = mix().set("factor", factor(step));
                if step == failing { call } else { call.set("salt", step) }
            });
            let text = refused!(result, Error::Missing { .. });
            assert!(text.contains("`mix`") && text.contains("`salt`"), "{text}");
            assert_eq!(state.front().download().unwrap(), mixed(initial.clone(), failing));
        }
        let mut state = PingPong::new(engine, &initial).unwrap();
        refused!(state.step(&mix().set("salt", 1)), Error::Missing { .. });
        assert_eq!(state.front().download().unwrap(), initial, "a failed step does not swap");
    });
}

/// A grid that folds, and pairs of no element and of one.
#[test]
fn states_of_any_length() {
    on_each_folded(|engine, n| {
        for len in [0, 1, n * 1024 - 1, n * n * 1024] {
            let initial: Vec<u32> = (0..len as u32).collect();
            let mut state = PingPong::new(engine, &initial).unwrap();
            state.iterate(20, |step| mix().set("factor", factor(step)).set("salt", step)).unwrap();
            assert_eq!(state.front().download().unwrap(), mixed(initial, 20), "length {len}");
        }
    });
}
