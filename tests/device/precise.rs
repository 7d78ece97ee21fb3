//! Precise mathematics: every function within its bound of what `f64` says, on every device.
//!
//! Our own functions run on every device too, so that each is tried with sums that are fused with
//! products and with sums that are not.

use kernel_engine::{Engine, Kernel};

use crate::devices::{on_each, on_each_configured};

/// Runs a test with the mathematics that a user gets, then with ours.
fn on_each_twice(test: impl Fn(&Engine)) {
    on_each(&test);
    on_each_configured(|builder| builder.own_math(), test);
}

/// How far `got` is from the exact value, in units of the last place. What is below the smallest
/// normal number may be zero.
fn units(got: f32, exact: f64) -> f64 {
    let least = f64::from(f32::MIN_POSITIVE);
    if exact.is_nan() || got.is_nan() {
        return if exact.is_nan() == got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if exact.abs() < least && f64::from(got).abs() <= least {
        return 0.0;
    }
    // Infinity is as far as the number that would follow the largest.
    let beyond = f64::from(f32::MAX) * (1.0 + f64::from(f32::EPSILON) / 2.0);
    let finite = |x: f64| x.clamp(-beyond, beyond);
    let size = exact.abs().clamp(least, f64::from(f32::MAX));
    let unit = 2f64.powi(size.log2().floor() as i32 - 23);
    (finite(f64::from(got)) - finite(exact)).abs() / unit
}

/// A subnormal argument may count as zero.
fn readings(x: f32) -> impl Iterator<Item = f64> + Clone {
    [Some(x), x.is_subnormal().then_some(0.0)].into_iter().flatten().map(f64::from)
}

fn random(seed: u64, len: usize, mut one: impl FnMut(&mut fastrand::Rng) -> f32) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..len).map(|_| one(&mut random)).collect()
}

const EDGES: [f32; 20] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -2.0,
    3.0,
    88.72284,
    -87.33655,
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
    f32::EPSILON,
    f32::MIN_POSITIVE,
    -f32::MIN_POSITIVE,
    1e-40,
    -1e-45,
];

/// Edges, numbers of every exponent, and numbers around one and evenly within `size`.
fn numbers(size: f32) -> Vec<f32> {
    let any = random(1, 40_000, |random| f32::from_bits(random.u32(..)));
    let even = random(2, 40_000, |random| (random.f32() * 2.0 - 1.0) * size);
    let near = random(3, 20_000, |random| 1.0 + (random.f32() - 0.5) * random.f32());
    let around = |x: f32| [x.next_down(), x, x.next_up()];
    EDGES.into_iter().flat_map(around).chain(any).chain(even).chain(near).collect()
}

/// The floats next to multiples of a quarter turn, and the one that is nearest of all.
fn quarters() -> Vec<f32> {
    let quarter = std::f64::consts::FRAC_PI_2;
    let around = |k: u32| (f64::from(k) * quarter) as f32;
    let multiples = (1..2_000_000).step_by(61).chain(1..400).map(around);
    let hardest = 16_367_173.0 * 2f32.powi(72);
    multiples.chain([hardest]).flat_map(|x| [x.next_down(), x, x.next_up(), -x]).collect()
}

fn check(engine: &Engine, name: &str, bound: f64, of: &[f32], exact: fn(f64) -> f64) {
    let kernel = Kernel::map::<f32, f32>(&format!("dst = {name}(src);")).build().unwrap();
    let out = kernel.call().execute(engine, of).unwrap();
    let mut worst = (0.0, 0.0, 0.0);
    for (x, got) in of.iter().zip(out) {
        let off = readings(*x).map(|x| units(got, exact(x))).fold(f64::INFINITY, f64::min);
        worst = if off > worst.0 { (off, *x, got) } else { worst };
    }
    let (off, x, got) = worst;
    println!("{name}: {off:.3} at {x:e}");
    let exact = exact(x.into());
    assert!(off <= bound, "{name}({x:e}) is {got:e} for {exact:e}: {off} units, not {bound}");
}

#[test]
fn trigonometry_is_within_its_bounds() {
    let of = [numbers(7.0), numbers(300.0), numbers(1e6), quarters()].concat();
    on_each_twice(|engine| {
        check(engine, "sin", 2.0, &of, f64::sin);
        check(engine, "cos", 2.0, &of, f64::cos);
        check(engine, "tan", 4.0, &of, f64::tan);
    });
}

/// An angle that is a sine needs no turn taken off it.
#[test]
fn trigonometry_of_sines_is_within_the_same_bounds() {
    let of = [numbers(7.0), numbers(300.0)].concat();
    let functions: [(&str, f64, fn(f64) -> f64); 3] =
        [("sin", 2.0, f64::sin), ("cos", 2.0, f64::cos), ("tan", 4.0, f64::tan)];
    on_each_twice(|engine| {
        for (inner, (outer, bound, exact)) in
            ["sin", "cos"].into_iter().flat_map(|inner| functions.map(|outer| (inner, outer)))
        {
            let angles: Vec<f32> = engine.execute(&format!("dst = {inner}(src);"), &of).unwrap();
            let whole = format!("dst = {outer}({inner}(src));");
            let out: Vec<f32> = engine.execute(&whole, &of).unwrap();
            for ((x, angle), got) in of.iter().zip(&angles).zip(&out) {
                let off = units(*got, exact((*angle).into()));
                assert!(off <= bound, "{outer}({inner}({x:e})) is {got:e}: {off} units");
            }
            let pairs = whole.replace("src", "vec2<f32>(src.x, src.y)");
            let pairs: Vec<[f32; 2]> = engine.execute(&pairs, of.as_chunks::<2>().0).unwrap();
            let one = |x: &f32| if x.is_nan() { None } else { Some(x.to_bits()) };
            let bits = |all: &[f32]| all.iter().map(one).collect::<Vec<_>>();
            let even = of.len() / 2 * 2;
            assert_eq!(bits(&pairs.concat()), bits(&out[..even]), "{outer} of {inner}, in pairs");
        }
    });
}

#[test]
fn arcs_are_within_their_bounds() {
    let of = [numbers(1.0), numbers(4.0)].concat();
    on_each_twice(|engine| {
        check(engine, "asin", 3.0, &of, f64::asin);
        check(engine, "acos", 3.0, &of, f64::acos);
        check(engine, "atan", 3.0, &of, f64::atan);
    });
}

#[test]
fn powers_and_logarithms_are_within_their_bounds() {
    let of = [numbers(1.0), numbers(160.0)].concat();
    on_each_twice(|engine| {
        check(engine, "exp", 1.5, &of, f64::exp);
        check(engine, "exp2", 1.5, &of, f64::exp2);
        check(engine, "log", 1.0, &of, f64::ln);
        check(engine, "log2", 1.0, &of, f64::log2);
        check(engine, "sqrt", 1.0, &of, f64::sqrt);
    });
}

#[test]
fn hyperbolic_functions_are_within_their_bounds() {
    let of = [numbers(1.0), numbers(3.0), numbers(95.0)].concat();
    on_each_twice(|engine| {
        check(engine, "sinh", 3.0, &of, f64::sinh);
        check(engine, "cosh", 3.0, &of, f64::cosh);
        check(engine, "tanh", 3.0, &of, f64::tanh);
        check(engine, "asinh", 3.0, &of, f64::asinh);
        check(engine, "acosh", 3.0, &of, f64::acosh);
        check(engine, "atanh", 3.0, &of, f64::atanh);
    });
}

fn check_two(
    engine: &Engine,
    snippet: &str,
    bound: f64,
    pairs: &[(f32, f32)],
    exact: impl Fn(f64, f64) -> f64,
) {
    let kernel = Kernel::map::<f32, f32>(snippet).input::<f32>("y").build().unwrap();
    let (a, b): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
    let out = kernel.call().bind("y", &engine.storage(&b).unwrap()).execute(engine, &a).unwrap();
    let mut worst = (0.0, 0.0, 0.0, 0.0);
    for ((a, b), got) in pairs.iter().zip(out) {
        let all = readings(*a).flat_map(|a| readings(*b).map(move |b| (a, b)));
        let off = all.map(|(a, b)| units(got, exact(a, b))).fold(f64::INFINITY, f64::min);
        worst = if off > worst.0 { (off, *a, *b, got) } else { worst };
    }
    let (off, a, b, got) = worst;
    println!("{snippet} {off:.3} at {a:e}, {b:e}");
    let exact = exact(a.into(), b.into());
    assert!(off <= bound, "{snippet} of {a:e}, {b:e} is {got:e} for {exact:e}: {off} units");
}

/// Every edge with every edge, and numbers at random with what `other` makes of them.
fn pairs(other: impl Fn(&mut fastrand::Rng, f32) -> f32) -> Vec<(f32, f32)> {
    let mut random = fastrand::Rng::with_seed(4);
    let edges = EDGES.iter().flat_map(|a| EDGES.map(|b| (*a, b)));
    let free = numbers(1000.0).into_iter().map(|a| (a, other(&mut random, a)));
    edges.chain(free).collect()
}

#[test]
fn divisions_are_within_their_bound() {
    let any = pairs(|random, _| f32::from_bits(random.u32(..)));
    let near = pairs(|random, a| a * (0.5 + random.f32()));
    on_each_twice(|engine| {
        check_two(engine, "dst = src / y;", 1.0, &any, |a, b| a / b);
        check_two(engine, "dst = src / y;", 1.0, &near, |a, b| a / b);
        check_two(engine, "dst = src; dst /= y;", 1.0, &near, |a, b| a / b);
        check(engine, "1.0 /", 1.0, &numbers(10.0), |x| 1.0 / x);
        check(engine, "(1.0 / 3.0) *", 2.0, &numbers(10.0), |x| x / 3.0);
    });
}

#[test]
fn whole_quotients_and_roots_are_whole() {
    let whole: Vec<(f32, f32)> =
        (1..300).flat_map(|a| (1..100).map(move |b| ((a * b) as f32, b as f32))).collect();
    let squares: Vec<f32> = (0..4096).map(|a| (a * a) as f32).collect();
    on_each_twice(|engine| {
        check_two(engine, "dst = src / y;", 0.0, &whole, |a, b| a / b);
        check(engine, "sqrt", 0.0, &squares, f64::sqrt);
    });
}

#[test]
fn angles_of_two_numbers_are_within_their_bound() {
    let any = pairs(|random, _| f32::from_bits(random.u32(..)));
    let near = pairs(|random, a| a * (random.f32() * 8.0 - 4.0));
    // Which of the four angles two zeros make depends on their signs.
    let signed = |pairs: Vec<(f32, f32)>| {
        let zero = |x: f32| x == 0.0 || x.is_subnormal();
        let kept = pairs.into_iter().filter(|(a, b)| !zero(*a) && (!zero(*b) || *b > 0.0));
        kept.collect::<Vec<_>>()
    };
    let (any, near) = (signed(any), signed(near));
    on_each_twice(|engine| {
        check_two(engine, "dst = atan2(src, y);", 3.0, &any, f64::atan2);
        check_two(engine, "dst = atan2(src, y);", 3.0, &near, f64::atan2);
    });
}

#[test]
fn powers_of_two_numbers_are_within_their_bound() {
    // Such that all sizes of results come up, infinity and zero among them.
    let fit = |random: &mut fastrand::Rng, a: f32| {
        (random.f32() - 0.5) * 300.0 / a.abs().log2().abs().clamp(1e-6, 1e6)
    };
    let small = pairs(|random, _| random.f32() * 8.0 - 4.0);
    let promised = |pairs: Vec<(f32, f32)>| {
        pairs.into_iter().filter(|(a, b)| *a != 1.0 || b.is_finite()).collect::<Vec<_>>()
    };
    let (fit, small) = (promised(pairs(fit)), promised(small));
    let exact = |a: f64, b: f64| match a {
        _ if b == 0.0 => 1.0,
        _ if a < 0.0 => f64::NAN,
        _ => a.abs().powf(b),
    };
    on_each_twice(|engine| {
        check_two(engine, "dst = pow(src, y);", 1.5, &fit, exact);
        check_two(engine, "dst = pow(src, y);", 1.5, &small, exact);
    });
}

/// The same bits as from the functions by themselves, wherever they stand.
#[test]
fn every_place_and_every_vector_has_the_same_functions() {
    let of = random(5, 2000, |random| random.f32() * 1000.0);
    let one = Kernel::map::<f32, f32>("dst = sin(src) / (src + 2.0) + pow(src, 0.3);");
    let one = one.build().unwrap();
    let elsewhere = Kernel::map::<f32, f32>("dst = src; replace(&dst);")
        .preamble(
            "fn over(x: f32, y: f32) -> f32 { return x / y; }
             fn replace(p: ptr<private, f32>) {
                 let x = *p;
                 *p = sin(x);
                 *p /= x + 2.0;
                 *p = over(*p, 1.0) + pow(x, 0.3);
             }",
        )
        .build()
        .unwrap();
    let control = Kernel::map::<f32, f32>(
        "var n = 0u;
         loop {
             if n == 1u && sin(src) < 2.0 { continue; }
             switch n {
                 case 0u: { dst = sin(src) / (src + 2.0); }
                 default: { dst += 0.0; }
             }
             continuing {
                 n += u32(exp(src) > 0.0);
                 break if sqrt(f32(n)) > 1.2;
             }
         }
         dst += pow(src, 0.3);",
    );
    let control = control.build().unwrap();
    on_each_twice(|engine| {
        let bits = |out: Vec<f32>| out.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        let expected = bits(one.call().execute(engine, &of).unwrap());
        assert_eq!(bits(elsewhere.call().execute(engine, &of).unwrap()), expected);
        assert_eq!(bits(control.call().execute(engine, &of).unwrap()), expected);
        let snippet = "dst = sin(src) / (src + 2.0) + pow(src, SRC(0.3));";
        let two = snippet.replace("SRC", "vec2<f32>");
        let two: Vec<[f32; 2]> = engine.execute(&two, of.as_chunks::<2>().0).unwrap();
        assert_eq!(bits(two.concat()), expected);
        let three = snippet.replace("SRC", "vec3<f32>");
        let three: Vec<[f32; 3]> = engine.execute(&three, of.as_chunks::<3>().0).unwrap();
        assert_eq!(bits(three.concat()), expected[..of.len() / 3 * 3]);
        let four = snippet.replace("SRC", "vec4<f32>");
        let four: Vec<[f32; 4]> = engine.execute(&four, of.as_chunks::<4>().0).unwrap();
        assert_eq!(bits(four.concat()), expected);
    });
}

#[test]
fn functions_of_the_users_own_stay() {
    let kernel = Kernel::map::<f32, f32>("dst = sin(src) + tan(src) + fma(1.0);")
        .preamble("fn sin(x: f32) -> f32 { return 100.0; }\nfn abs(x: f32) -> f32 { return 7.0; }")
        .preamble("fn fma(x: f32) -> f32 { return 1000.0; }")
        .build()
        .unwrap();
    on_each_twice(|engine| {
        let out = kernel.call().execute(engine, &[0.5, 1e5]).unwrap();
        assert_eq!(out, [0.5f32, 1e5].map(|x| 1100.0 + f64::from(x).tan() as f32));
    });
}

#[test]
fn fast_mathematics_are_the_devices_own() {
    let of = random(6, 1000, |random| (random.f32() - 0.5) * 6.0);
    let snippet = "dst = sin(src) / 1.5;";
    let fast = Kernel::map::<f32, f32>(snippet).fast_math().build().unwrap();
    let precise = Kernel::map::<f32, f32>(snippet).build().unwrap();
    on_each_twice(|engine| {
        // Of one text, and yet not taken for one another.
        let precise = precise.call().execute(engine, &of).unwrap();
        let fast = fast.call().execute(engine, &of).unwrap();
        for ((x, precise), fast) in of.iter().zip(precise).zip(fast) {
            let exact = f64::from(*x).sin() / 1.5;
            assert!(units(precise, exact) <= 3.0, "{x}");
            assert!((f64::from(fast) - exact).abs() < 1e-3, "{x}");
        }
    });
}
