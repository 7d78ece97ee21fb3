//! Bounds: out of range a read gives zero, a write does nothing, an atomic does neither.

use kernel_engine::{Element, Engine, Kernel, f16};

use crate::devices::{has, on_each};
use crate::elements::Sample;

/// Indices around the end of an array of `n`, where WGSL itself would clamp, wrap or worse.
fn indices(n: usize) -> Vec<u32> {
    let n = n as u32;
    let ends = [n, n + 1, n + 2, n + 3, n + 7, n + 8, 2 * n + 100];
    let far = [1 << 30, (1 << 30) + 1, 1 << 31, u32::MAX - 1, u32::MAX];
    (0..n).chain(ends).chain(far).collect()
}

fn read<T: Element>(samples: &[T], j: u32) -> T {
    let zero = kernel_engine::bytemuck::Zeroable::zeroed();
    samples.get(j as usize).copied().unwrap_or(zero)
}

/// Reads an array of `n` samples at each index, in a map and in a compute kernel, and beyond what
/// the map leaves in its padding.
fn check_reads<T: Sample>(engine: &Engine, n: usize) {
    let samples: Vec<T> = (1..=n).map(T::sample).collect();
    let wanted = indices(n);
    let expected: Vec<T> = wanted.iter().map(|j| read(&samples, *j)).collect();
    let name = format!("{} elements of {}", n, std::any::type_name::<T>());
    // The padding of this one is written by lanes that have no element.
    let copy = Kernel::map::<T, T>("dst = src;").build().unwrap();
    let table = copy.call().run(&engine.storage(&samples).unwrap()).unwrap();

    let kernel = Kernel::map::<u32, T>("dst = table(src); length = table_length();");
    let kernel = kernel.array::<T>("table").output::<u32>("length").build().unwrap();
    let length = engine.zeros::<u32>(wanted.len()).unwrap();
    let call = kernel.call().bind("table", &table).bind("length", &length);
    assert_eq!(call.execute(engine, &wanted).unwrap(), expected, "{name} by an array");
    assert_eq!(length.download().unwrap(), vec![n as u32; wanted.len()], "{name}");

    let kernel = Kernel::compute("out_set(i, table(index(i))); twin_set(i, written(index(i)));");
    let kernel = kernel.array::<u32>("index").array::<T>("table").output::<T>("out");
    let kernel = kernel.output::<T>("twin").output::<T>("written").build().unwrap();
    let zeros = || engine.zeros::<T>(wanted.len()).unwrap();
    let (out, twin, written) = (zeros(), zeros(), table.duplicate().unwrap());
    let call = kernel.call().bind("index", &engine.storage(&wanted).unwrap());
    let call = call.bind("table", &table).bind("out", &out).bind("twin", &twin);
    call.bind("written", &written).run(wanted.len()).unwrap();
    assert_eq!(out.download().unwrap(), expected, "{name} by an array in a compute kernel");
    assert_eq!(twin.download().unwrap(), expected, "{name} by an output");
}

#[test]
fn reads_beyond_the_end_give_zero() {
    on_each(|engine| {
        for n in [1, 4, 5, 64] {
            check_reads::<u32>(engine, n);
            check_reads::<[f32; 3]>(engine, n);
            if has(engine, wgpu::Features::SHADER_F16) {
                check_reads::<f16>(engine, n);
                check_reads::<[f16; 3]>(engine, n);
            }
        }
    });
}

#[test]
fn an_empty_array_gives_zero_everywhere() {
    let kernel = Kernel::map::<u32, u32>("dst = table(src) + 10u * table_length() + 1u;");
    let kernel = kernel.array::<u32>("table").build().unwrap();
    on_each(|engine| {
        let call = kernel.call().bind("table", &engine.zeros::<u32>(0).unwrap());
        assert_eq!(call.execute(engine, &[0, 1, 4, u32::MAX]).unwrap(), [1; 4]);
    });
}

#[test]
fn at_beyond_the_input_gives_zero() {
    let scalar = Kernel::map::<u32, u32>("dst = at(wanted(i));").array::<u32>("wanted");
    let scalar = scalar.build().unwrap();
    let vector = Kernel::map::<[u32; 3], [u32; 3]>("dst = at(wanted(i));").array::<u32>("wanted");
    let vector = vector.build().unwrap();
    let sides = Kernel::map::<u32, u32>("dst = at(i - 1u) + at(i + 1u);").build().unwrap();
    on_each(|engine| {
        for n in [5usize, 22, 25] {
            // As many elements as indices, of which the last are out of range.
            let samples: Vec<u32> = (1..=n).map(u32::sample).collect();
            let wanted: Vec<u32> = indices(n).split_off(n / 2)[..n.min(12)].to_vec();
            let indices = engine.storage(&wanted).unwrap();
            let out = scalar.call().bind("wanted", &indices).execute(engine, &samples).unwrap();
            let at = |i: usize| read(&samples, read(&wanted, i as u32));
            assert!(out.into_iter().eq((0..n).map(at)), "{n} numbers");

            let samples: Vec<[u32; 3]> = (1..=n).map(Sample::sample).collect();
            let out = vector.call().bind("wanted", &indices).execute(engine, &samples).unwrap();
            let at = |i: usize| read(&samples, read(&wanted, i as u32));
            assert!(out.into_iter().eq((0..n).map(at)), "{n} vectors");
        }
        let out = sides.call().execute(engine, &[1, 10, 100, 1000, 10_000]).unwrap();
        assert_eq!(out, [10, 101, 1010, 10_100, 1000], "the ends have one neighbour");
    });
}

#[test]
fn writes_beyond_the_end_do_nothing() {
    let kernel = Kernel::compute("out_set(wanted(i), vec3<u32>(i + 1u)); one_set(wanted(i), 7u);");
    let kernel = kernel.array::<u32>("wanted").output::<[u32; 3]>("out").output::<u32>("one");
    let kernel = kernel.build().unwrap();
    on_each(|engine| {
        let n = 5;
        let wanted: Vec<u32> = indices(n).split_off(n - 1);
        let out = engine.storage(&vec![[9u32; 3]; n]).unwrap();
        let one = engine.storage(&[3u32]).unwrap();
        let call = kernel.call().bind("wanted", &engine.storage(&wanted).unwrap());
        call.bind("out", &out).bind("one", &one).run(wanted.len()).unwrap();
        assert_eq!(out.download().unwrap(), [[9; 3], [9; 3], [9; 3], [9; 3], [1; 3]]);
        assert_eq!(one.download().unwrap(), [3], "no index was 0");
    });
}

#[test]
fn atomics_beyond_the_end_change_nothing_and_give_zero() {
    let verbs = ["add", "sub", "min", "max", "and", "or", "xor", "exchange"];
    let mut snippet = String::from("let j = wanted(i); cells_set(j, 1u); gave_or(0u, cells(j));");
    for verb in verbs {
        snippet += &format!("gave_or(0u, cells_{verb}(j, 12345u));");
    }
    snippet += "gave_or(0u, cells_compare_exchange(j, 0u, 5u));";
    snippet += "gave_or(0u, cells_compare_exchange(j, 77u, 5u)); length_set(0u, cells_length());";
    let kernel = Kernel::compute(&snippet)
        .array::<u32>("wanted")
        .atomic::<u32>("cells")
        .atomic::<u32>("gave")
        .output::<u32>("length")
        .build()
        .unwrap();
    on_each(|engine| {
        for n in [0usize, 1, 5, 8] {
            let wanted = indices(n).split_off(n);
            let before = vec![77u32; n];
            let (cells, gave) = (engine.storage(&before).unwrap(), engine.zeros::<u32>(1).unwrap());
            let length = engine.storage(&[99u32]).unwrap();
            let call = kernel.call().bind("wanted", &engine.storage(&wanted).unwrap());
            let call = call.bind("cells", &cells).bind("gave", &gave).bind("length", &length);
            call.run(wanted.len()).unwrap();
            assert_eq!(cells.download().unwrap(), before);
            assert_eq!(gave.download().unwrap(), [0], "{n} cells");
            assert_eq!(length.download().unwrap(), [n as u32]);
        }
    });
}

/// The lanes of the last invocation beyond the end do not run the snippet either.
#[test]
fn no_element_beyond_the_end_is_run() {
    let kernel = Kernel::map::<u32, u32>("dst = src; ran_add(0u, 1u); most_max(0u, i);");
    let kernel = kernel.atomic::<u32>("ran").atomic::<u32>("most").build().unwrap();
    on_each(|engine| {
        for n in [1usize, 2, 3, 4, 5, 1023, 1026] {
            let (ran, most) = (engine.zeros::<u32>(1).unwrap(), engine.zeros::<u32>(1).unwrap());
            let call = kernel.call().bind("ran", &ran).bind("most", &most);
            call.execute(engine, &vec![1; n]).unwrap();
            assert_eq!(ran.download().unwrap(), [n as u32]);
            assert_eq!(most.download().unwrap(), [n as u32 - 1]);
        }
    });
}
