//! Expressions over floats: sums, differences and products, each within its own error bound.
//!
//! WGSL rounds each of them either way, so by less than one unit in the last place, and may fuse a
//! product and a sum, which only leaves a rounding out. The bound follows each expression from
//! its leaves up; its exact value is taken from 64-bit floats, whose own error is far below it.

use fastrand::Rng;
use kernel_engine::{Engine, Kernel};

use super::{ELEMENTS, PER_KERNEL, call, four_vectors, run};
use crate::devices::on_each;

/// A value and how far from it a device may end up.
#[derive(Clone, Copy)]
struct Value {
    exact: f64,
    error: f64,
}

impl Value {
    fn leaf(x: f32) -> Self {
        Self { exact: f64::from(x), error: 0.0 }
    }

    /// One more rounding, and what a device may take for zero.
    fn rounded(exact: f64, error: f64) -> Self {
        let unit = f64::from(f32::EPSILON) * (exact.abs() + error);
        Self { exact, error: error + unit + f64::from(f32::MIN_POSITIVE) }
    }

    fn sum(self, other: Self) -> Self {
        Self::rounded(self.exact + other.exact, self.error + other.error)
    }

    fn difference(self, other: Self) -> Self {
        Self::rounded(self.exact - other.exact, self.error + other.error)
    }

    fn product(self, other: Self) -> Self {
        let crossed = self.exact.abs() * other.error + other.exact.abs() * self.error;
        Self::rounded(self.exact * other.exact, crossed + self.error * other.error)
    }
}

struct Expression {
    text: String,
    values: Vec<Value>,
}

struct Leaves {
    src: Vec<f32>,
    y: Vec<f32>,
    p: f32,
}

/// Numbers of very different size whose products of sixteen stay in range.
fn number(rng: &mut Rng) -> f32 {
    let size = [0.01, 1.0, 100.0][rng.usize(..3)];
    (rng.f32() * 2.0 - 1.0) * size
}

impl Leaves {
    fn new(rng: &mut Rng) -> Self {
        let mut numbers = || (0..ELEMENTS).map(|_| number(rng)).collect();
        Self { src: numbers(), y: numbers(), p: number(rng) }
    }

    fn grow(&self, rng: &mut Rng, depth: u32) -> Expression {
        if depth == 0 || rng.u8(..12) == 0 {
            let (text, values) = match rng.u8(..3) {
                0 => ("src", self.src.clone()),
                1 => ("y", self.y.clone()),
                _ => ("p", vec![self.p; ELEMENTS]),
            };
            let values = values.into_iter().map(Value::leaf).collect();
            return Expression { text: text.to_owned(), values };
        }
        let (a, b) = (self.grow(rng, depth - 1), self.grow(rng, depth - 1));
        let (sign, twin): (&str, fn(Value, Value) -> Value) = match rng.u8(..3) {
            0 => ("+", Value::sum),
            1 => ("-", Value::difference),
            _ => ("*", Value::product),
        };
        let values = a.values.iter().zip(&b.values).map(|(a, b)| twin(*a, *b)).collect();
        Expression { text: format!("({} {sign} {})", a.text, b.text), values }
    }
}

fn check(engine: &Engine, leaves: &Leaves, expressions: &[Expression]) {
    let texts: Vec<String> =
        expressions.iter().map(|e| format!("bitcast<u32>({})", e.text)).collect();
    let kernel = Kernel::map::<f32, [u32; 4]>(&four_vectors(&texts)).input::<f32>("y");
    let call = call(kernel.param::<f32>("p")).set("p", leaves.p);
    let call = call.bind("y", &engine.storage(&leaves.y).unwrap());
    for (expression, given) in expressions.iter().zip(run(engine, call, &leaves.src)) {
        for (k, (bits, Value { exact, error })) in given.iter().zip(&expression.values).enumerate()
        {
            let given = f64::from(f32::from_bits(*bits));
            assert!(
                (given - exact).abs() <= *error,
                "{} where src = {:e}, y = {:e}, p = {:e}: {given:e}, not within {error:e} of {exact:e}",
                expression.text,
                leaves.src[k],
                leaves.y[k],
                leaves.p
            );
        }
    }
}

#[test]
fn two_hundred_float_expressions_stay_within_their_bounds() {
    on_each(|engine| {
        for seed in 0..13 {
            let mut rng = Rng::with_seed(seed);
            let leaves = Leaves::new(&mut rng);
            let expressions: Vec<Expression> =
                (0..PER_KERNEL).map(|_| leaves.grow(&mut rng, 4)).collect();
            check(engine, &leaves, &expressions);
        }
    });
}
