//! Float functions against `f64`, in units of the last place.
use crate::common::*;

/// Distance of `got` from the exact value, in units of the last place of its `f32`.
fn ulps(got: f32, exact: f64) -> f64 {
    let near = exact as f32;
    if got.is_nan() || near.is_nan() {
        return if got.is_nan() == near.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if near.is_infinite() || got.is_infinite() {
        return if got == near { 0.0 } else { f64::INFINITY };
    }
    let bits = near.abs().to_bits().max(0x0080_0000);
    let step = f64::from(f32::from_bits(bits + 1)) - f64::from(f32::from_bits(bits));
    (f64::from(got) - exact).abs() / step
}

/// The worst error of `name` over `inputs` must stay below `bound`.
fn hold(name: &str, inputs: &[f32], bound: f64, exact: impl Fn(f64) -> f64) {
    let bits: Vec<u32> = inputs.iter().map(|x| x.to_bits()).collect();
    let body = format!("r = bitcast<u32>({name}(bitcast<f32>(x)));");
    let got = map("", &body, &bits, 64);
    let mut worst = (0.0, 0.0f32, 0.0f32);
    for (&x, &g) in inputs.iter().zip(&got) {
        let e = ulps(f32::from_bits(g), exact(f64::from(x)));
        if e > worst.0 {
            worst = (e, x, f32::from_bits(g));
        }
    }
    println!("{name}: {:.3} ulp at {} ({})", worst.0, worst.1, worst.2);
    assert!(
        worst.0 <= bound,
        "{name}({}) = {} is {} ulp off, at most {bound}",
        worst.1,
        worst.2,
        worst.0
    );
}

/// Evenly spread over a range, and over its logarithm.
fn range(low: f32, high: f32) -> Vec<f32> {
    let n = 40_000;
    let mut values: Vec<f32> =
        (0..=n).map(|k| low + (high - low) * (k as f32 / n as f32)).collect();
    let mut x = high.abs().max(low.abs());
    while x > 1e-38 {
        values.extend([x, -x].into_iter().filter(|v| (low..=high).contains(v)));
        x *= 0.9973;
    }
    values
}

fn special() -> Vec<f32> {
    vec![
        0.0,
        -0.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
        f32::MIN_POSITIVE,
        1e-45,
        f32::MAX,
        f32::MIN,
    ]
}

#[test]
fn trigonometry() {
    use std::f64::consts::PI;
    for (name, exact) in [("sin", f64::sin as fn(f64) -> f64), ("cos", f64::cos)] {
        hold(name, &range(-PI as f32, PI as f32), 1.5, exact);
        hold(name, &range(-1e6, 1e6), 1.5, exact);
        hold(name, &range(-1e9, 1e9), 1.5, exact);
    }
    hold("tan", &range(-PI as f32, PI as f32), 4.0, f64::tan);
    hold("tan", &range(-1e6, 1e6), 4.0, f64::tan);
    // The floats nearest to multiples of pi/2 are the hardest.
    let hard: Vec<f32> =
        (1..600_000).step_by(7).map(|k| (f64::from(k) * PI / 2.0) as f32).collect();
    hold("sin", &hard, 1.5, f64::sin);
    hold("cos", &hard, 1.5, f64::cos);
    hold("tan", &hard, 4.0, f64::tan);
    let odd = [0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e-45];
    hold("sin", &odd, 1.5, f64::sin);
    hold("cos", &odd, 1.5, f64::cos);
    hold("tan", &odd, 4.0, f64::tan);
}

#[test]
fn inverse_trigonometry() {
    let unit = [range(-1.0, 1.0), special()].concat();
    hold("asin", &unit, 1.0, f64::asin);
    hold("acos", &unit, 1.0, f64::acos);
    hold("atan", &[range(-1e10, 1e10), range(-3.0, 3.0), special()].concat(), 1.0, f64::atan);
}

#[test]
fn exponentials() {
    let wide = [range(-110.0, 95.0), range(-1.0, 1.0), special()].concat();
    hold("exp", &wide, 1.0, f64::exp);
    hold("exp2", &[range(-155.0, 130.0), special()].concat(), 1.0, f64::exp2);
    hold("sinh", &wide, 1.0, f64::sinh);
    hold("cosh", &wide, 1.0, f64::cosh);
    hold("tanh", &wide, 1.0, f64::tanh);
}

#[test]
fn logarithms() {
    let positive = [range(0.0, 4.0), range(0.0, 3e38), range(0.99, 1.01), special()].concat();
    hold("log", &positive, 1.0, f64::ln);
    hold("log2", &positive, 1.0, f64::log2);
    hold("asinh", &[range(-1e10, 1e10), range(-2.0, 2.0), special()].concat(), 1.0, |x| {
        // `f64::asinh` overflows its square for large ones.
        if x.abs() > 1e100 {
            x.signum() * (x.abs().ln() + std::f64::consts::LN_2)
        } else {
            x.asinh()
        }
    });
    hold("acosh", &[range(1.0, 1e10), range(1.0, 2.0), special()].concat(), 1.0, |x| {
        if x > 1e15 {
            x.ln() + std::f64::consts::LN_2
        } else if x < 1.0 {
            f64::NAN
        } else {
            (x + ((x - 1.0) * (x + 1.0)).sqrt()).ln_1p_safe(x)
        }
    });
    hold("atanh", &[range(-1.0, 1.0), special()].concat(), 1.0, f64::atanh);
}

trait Careful {
    fn ln_1p_safe(self, x: f64) -> f64;
}
impl Careful for f64 {
    /// acosh near one without losing the digits of `x - 1`.
    fn ln_1p_safe(self, x: f64) -> f64 {
        let _ = self;
        ((x - 1.0) + ((x - 1.0) * (x + 1.0)).sqrt()).ln_1p()
    }
}

#[test]
fn roots() {
    hold("sqrt", &[range(0.0, 3e38), special()].concat(), 0.5, f64::sqrt);
    hold("inverseSqrt", &[range(0.0, 3e38), range(0.0, 2.0)].concat(), 1.5, |x| 1.0 / x.sqrt());
}

#[test]
fn two_arguments() {
    let xs = [range(-20.0, 20.0), special()].concat();
    for y in [-3.5f32, -1.0, 0.0, 0.5, 1.0, 2.0, 7.25, 30.0, f32::INFINITY] {
        let literal = format!("bitcast<f32>({}u)", y.to_bits());
        let bits: Vec<u32> = xs.iter().map(|x| x.to_bits()).collect();
        let got =
            map("", &format!("r = bitcast<u32>(pow(bitcast<f32>(x), {literal}));"), &bits, 64);
        for (&x, &g) in xs.iter().zip(&got) {
            if x.is_sign_negative() && y != 0.0 {
                continue;
            }
            let e = ulps(f32::from_bits(g), f64::from(x).powf(f64::from(y)));
            assert!(
                e <= 1.0 || x.is_nan() || y.is_infinite() && x == 1.0,
                "pow({x}, {y}) = {} is {e} ulp off",
                f32::from_bits(g)
            );
        }
        let got =
            map("", &format!("r = bitcast<u32>(atan2(bitcast<f32>(x), {literal}));"), &bits, 64);
        for (&x, &g) in xs.iter().zip(&got) {
            let e = ulps(f32::from_bits(g), f64::from(x).atan2(f64::from(y)));
            assert!(e <= 1.0, "atan2({x}, {y}) = {} is {e} ulp off", f32::from_bits(g));
        }
    }
}
