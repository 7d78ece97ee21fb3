//! One storage in two places of a run: allowed where both read, refused by name elsewhere.

use kernel_engine::{Call, Compute, Engine, Error, Extent, Kernel, Map, Storage};

use crate::devices::on_each;

/// Every role of a map, and whether it writes.
const MAP: [(&str, bool); 6] =
    [("src", false), ("dst", true), ("y", false), ("t", false), ("o", true), ("a", true)];

fn map() -> Call<Map<u32, u32>> {
    let kernel =
        Kernel::map::<u32, u32>("dst = src + 10u * y + 100u * t(i); o = 1u; a_add(i, 1u);")
            .label("map of all")
            .input::<u32>("y")
            .array::<u32>("t")
            .output::<u32>("o")
            .atomic::<u32>("a");
    kernel.build().unwrap().call()
}

/// Runs with the one storage in the roles `first` and `second`, and others elsewhere.
fn run_map(engine: &Engine, first: &str, second: &str) -> kernel_engine::Result<Vec<u32>> {
    let one = engine.storage(&[1u32, 2, 3]).unwrap();
    let role = |name: &str| match name == first || name == second {
        true => one.clone(),
        false => engine.storage(&[4u32, 5, 6]).unwrap(),
    };
    let call = ["y", "t", "o", "a"].iter().fold(map(), |call, name| call.bind(name, &role(name)));
    let dst = role("dst");
    call.run_into(&role("src"), &dst)?;
    dst.download()
}

#[test]
fn in_a_map() {
    on_each(|engine| {
        for (k, (first, writes)) in MAP.iter().enumerate() {
            for (second, also) in &MAP[k + 1..] {
                let result = run_map(engine, first, second);
                if *writes || *also {
                    let text = refused!(result, Error::Aliased { .. });
                    let named = [first, second].map(|name| text.contains(&format!("`{name}`")));
                    assert_eq!(named, [true; 2], "{first} and {second}: {text}");
                    assert!(text.contains("`map of all`"), "{text}");
                    continue;
                }
                let value = |name: &str, k: u32| match name == *first || name == *second {
                    true => 1 + k,
                    false => 4 + k,
                };
                let expected =
                    [0, 1, 2].map(|k| value("src", k) + 10 * value("y", k) + 100 * value("t", k));
                assert_eq!(result.unwrap(), expected, "{first} and {second}");
            }
        }
    });
}

#[test]
fn one_storage_read_by_every_name() {
    let kernel = Kernel::map::<u32, u32>("dst = src + y + z + t(i) + s(i) + at(i);")
        .input::<u32>("y")
        .input::<u32>("z")
        .array::<u32>("t")
        .array::<u32>("s")
        .build()
        .unwrap();
    on_each(|engine| {
        let one = engine.storage(&[1u32, 20, 300]).unwrap();
        let names = ["y", "z", "t", "s"];
        let call = names.iter().fold(kernel.call(), |call, name| call.bind(name, &one));
        assert_eq!(call.run(&one).unwrap().download().unwrap(), [6, 120, 1800]);
    });
}

/// Every role of a compute kernel: two of each, since two of one kind can meet as well.
const COMPUTE: [(&str, bool); 7] = [
    ("t", false),
    ("s", false),
    ("o", true),
    ("p", true),
    ("a", true),
    ("b", true),
    ("the extent's count", false),
];

fn compute() -> Call<Compute> {
    let snippet = "o_set(i, t(i) + 10u * s(i)); p_set(i, 1u); a_add(i, 1u); b_add(i, 1u);";
    let kernel = Kernel::compute(snippet)
        .label("all")
        .array::<u32>("t")
        .array::<u32>("s")
        .output::<u32>("o")
        .output::<u32>("p")
        .atomic::<u32>("a")
        .atomic::<u32>("b");
    kernel.build().unwrap().call()
}

#[test]
fn in_a_compute_kernel() {
    on_each(|engine| {
        for (k, (first, writes)) in COMPUTE.iter().enumerate() {
            for (second, also) in &COMPUTE[k + 1..] {
                let one = engine.storage(&[3u32, 2, 1]).unwrap();
                let role = |name: &str| match name == *first || name == *second {
                    true => one.clone(),
                    false => engine.storage(&[3u32, 5, 6]).unwrap(),
                };
                let named = COMPUTE[..6].iter();
                let call = named.fold(compute(), |call, (name, _)| call.bind(name, &role(name)));
                let result = call.run(Extent::count(&role("the extent's count")));
                if *writes || *also {
                    let text = refused!(result, Error::Aliased { .. });
                    let named = [first, second].map(|name| text.contains(&format!("`{name}`")));
                    assert_eq!(named, [true; 2], "{first} and {second}: {text}");
                } else {
                    result.unwrap();
                    engine.wait().unwrap();
                }
            }
        }
    });
}

/// The same pairs in two runs of one batch are no pairs.
#[test]
fn in_different_runs_of_a_batch() {
    let add = Kernel::map::<u32, u32>("dst = src + 1u;").build().unwrap();
    on_each(|engine| {
        let (a, b) = (engine.storage(&[1u32, 2]).unwrap(), engine.zeros::<u32>(2).unwrap());
        engine
            .batch(|batch| {
                batch.map(&add.call(), &a, &b)?;
                batch.map(&add.call(), &b, &a)?;
                batch.copy(&a, &b)
            })
            .unwrap();
        assert_eq!(b.download().unwrap(), [3, 4]);
    });
}

fn in_place(engine: &Engine, snippet: &str) -> (kernel_engine::Result<()>, Storage<u32>) {
    let storage = engine.storage(&[1u32, 2, 3, 4, 5]).unwrap();
    let kernel = Kernel::map::<u32, u32>(snippet).label("over itself").build().unwrap();
    (kernel.call().run_in_place(&storage), storage)
}

#[test]
fn a_pure_map_runs_in_place() {
    on_each(|engine| {
        let (result, storage) = in_place(engine, "dst = src * src + i;");
        result.unwrap();
        assert_eq!(storage.download().unwrap(), [1, 5, 11, 19, 29]);
    });
}

#[test]
fn a_map_that_reads_elsewhere_does_not_run_in_place() {
    on_each(|engine| {
        let (result, storage) = in_place(engine, "dst = at(i + 1u);");
        let text = refused!(result, Error::Aliased { .. });
        assert!(text.contains("`over itself`") && text.contains("at(j)"), "{text}");
        assert_eq!(storage.download().unwrap(), [1, 2, 3, 4, 5], "it is unchanged");

        let hidden = Kernel::map::<u32, u32>("dst = next(i);")
            .preamble("fn next(i: u32) -> u32 { return at(i + 1u); }")
            .build()
            .unwrap();
        refused!(hidden.call().run_in_place(&storage), Error::Aliased { .. });
        refused!(
            engine.batch(|batch| batch.map_in_place(&hidden.call(), &storage)),
            Error::Aliased { .. }
        );
    });
}

#[test]
fn in_place_and_bound_by_name_too() {
    on_each(|engine| {
        for name in ["y", "t", "o", "a"] {
            let one = engine.storage(&[1u32, 2, 3]).unwrap();
            let role = |role: &str| match role == name {
                true => one.clone(),
                false => engine.zeros::<u32>(3).unwrap(),
            };
            let names = ["y", "t", "o", "a"];
            let call = names.iter().fold(map(), |call, name| call.bind(name, &role(name)));
            let text = refused!(call.run_in_place(&one), Error::Aliased { .. });
            assert!(text.contains(&format!("`{name}`")), "{text}");
            assert_eq!(one.download().unwrap(), [1, 2, 3], "it is unchanged");
        }
    });
}
