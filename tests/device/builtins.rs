//! Builtins: functions of WGSL that pack numbers, and those that look at neighbours.

use kernel_engine::{Error, Kernel, f16};

use crate::devices::on_each;

#[test]
fn numbers_are_packed_as_halves() {
    let snippet = "
        let both = unpack2x16float(pack2x16float(vec2<f32>(src, -src)));
        dst = both.x;
        negative = both.y;
        rounded = quantizeToF16(src);
    ";
    let kernel =
        Kernel::map::<f32, f32>(snippet).output::<f32>("negative").output::<f32>("rounded");
    let kernel = kernel.build().unwrap();
    // Numbers that a half holds exactly: how others round is left to the device.
    let numbers: Vec<f32> =
        (0..2000u16).map(|k| f16::from_f32(f32::from(k) / 4.0).to_f32()).collect();
    on_each(|engine| {
        let src = engine.storage(&numbers).unwrap();
        let zeros = || engine.zeros::<f32>(numbers.len()).unwrap();
        let (negative, rounded) = (zeros(), zeros());
        let call = kernel.call().bind("negative", &negative).bind("rounded", &rounded);
        assert_eq!(call.run(&src).unwrap().download().unwrap(), numbers);
        assert_eq!(rounded.download().unwrap(), numbers);
        let turned: Vec<f32> = numbers.iter().map(|x| -x).collect();
        assert_eq!(negative.download().unwrap(), turned);
    });
}

/// Whatever the size of a subgroup, each of its invocations adds up the same sum, and the sums of
/// all subgroups, each counted once, are that of all.
#[test]
fn subgroups_add_up() {
    let snippet = "
        let sum = subgroupAdd(data(i));
        if subgroup_first(i) { total_add(0u, sum); }
    ";
    let preamble = "fn subgroup_first(i: u32) -> bool { return subgroupMin(i) == i; }";
    let kernel = Kernel::compute(snippet).preamble(preamble);
    let kernel = kernel.array::<u32>("data").atomic::<u32>("total").build().unwrap();
    on_each(|engine| {
        let numbers: Vec<u32> = (0..1000).map(|k| k * 7 + 1).collect();
        let data = engine.storage(&numbers).unwrap();
        let total = engine.zeros::<u32>(1).unwrap();
        match kernel.call().bind("data", &data).bind("total", &total).run(numbers.len()) {
            Ok(()) => assert_eq!(total.download().unwrap(), [numbers.iter().sum::<u32>()]),
            Err(Error::Unsupported { feature, .. }) => assert_eq!(feature, "subgroups"),
            Err(error) => panic!("{error}"),
        }
    });
}
