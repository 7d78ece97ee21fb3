//! Expressions over 32-bit integers, signed and unsigned: the bits are the same as in Rust.

use fastrand::Rng;
use kernel_engine::{Engine, Kernel};

use super::{ELEMENTS, PER_KERNEL, call, four_vectors, run};
use crate::devices::on_each;

/// An expression, and its bits for every element.
struct Expression {
    text: String,
    signed: bool,
    values: Vec<u32>,
}

/// What the leaves of expressions name.
struct Leaves {
    src: Vec<u32>,
    y: Vec<i32>,
    table: Vec<u32>,
    p: u32,
    q: i32,
}

/// Numbers at which integers wrap, change sign or have one bit, among random ones.
fn interesting(rng: &mut Rng) -> u32 {
    let edges =
        [0, 1, 2, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff];
    match rng.u8(..4) {
        0 => edges[rng.usize(..edges.len())],
        1 => rng.u32(..100),
        2 => 1 << rng.u32(..32),
        _ => rng.u32(..),
    }
}

impl Leaves {
    fn new(rng: &mut Rng) -> Self {
        Self {
            src: (0..ELEMENTS).map(|_| interesting(rng)).collect(),
            y: (0..ELEMENTS).map(|_| interesting(rng) as i32).collect(),
            table: (0..13).map(|_| interesting(rng)).collect(),
            p: interesting(rng),
            q: interesting(rng) as i32,
        }
    }

    /// Something that differs from element to element or call to call, never a constant.
    fn leaf(&self, rng: &mut Rng, signed: bool) -> Expression {
        let all = |n: u32| vec![n; ELEMENTS];
        let (text, values) = match (signed, rng.u8(..4)) {
            (true, 0) => ("q", all(self.q as u32)),
            (true, _) => ("y", self.y.iter().map(|n| *n as u32).collect()),
            (false, 0) => ("p", all(self.p)),
            (false, 1) => ("i", (0..ELEMENTS as u32).collect()),
            (false, _) => ("src", self.src.clone()),
        };
        Expression { text: text.to_owned(), signed, values }
    }

    fn grow(&self, rng: &mut Rng, depth: u32, signed: bool) -> Expression {
        if depth == 0 || rng.u8(..12) == 0 {
            return self.leaf(rng, signed);
        }
        let a = self.grow(rng, depth - 1, signed);
        match rng.u8(..14) {
            0 => Self::unary(rng, a),
            1 => Self::cast(self.grow(rng, depth - 1, !signed)),
            2 if !signed => self.look_up(rng, a),
            3 | 4 => {
                let (c, d) = (self.grow(rng, depth - 1, true), self.grow(rng, depth - 1, true));
                let b = self.grow(rng, depth - 1, signed);
                let unsigned = rng.bool();
                let (c, d) = if unsigned { (Self::cast(c), Self::cast(d)) } else { (c, d) };
                Self::choose(rng, a, b, c, d)
            }
            5 | 6 => {
                let by = if rng.bool() { self.literal(rng, false) } else { self.leaf(rng, false) };
                Self::shift(rng, a, by)
            }
            _ => {
                let short = rng.u8(..4) == 0;
                let b = if short {
                    self.literal(rng, signed)
                } else {
                    self.grow(rng, depth - 1, signed)
                };
                Self::binary(rng, a, b)
            }
        }
    }

    /// Constants stand on the right alone, where WGSL has nothing to compute beforehand.
    fn literal(&self, rng: &mut Rng, signed: bool) -> Expression {
        let n = rng.u32(1..31);
        let text = if signed { format!("{n}i") } else { format!("{n}u") };
        Expression { text, signed, values: vec![n; ELEMENTS] }
    }

    fn unary(rng: &mut Rng, a: Expression) -> Expression {
        let (form, twin): (&str, fn(u32) -> u32) = match (a.signed, rng.u8(..5)) {
            (_, 0) => ("~", |n| !n),
            (_, 1) => ("countOneBits", u32::count_ones),
            (_, 2) => ("reverseBits", u32::reverse_bits),
            (true, 3) => ("abs", |n| (n as i32).wrapping_abs() as u32),
            (true, _) => ("-", u32::wrapping_neg),
            (false, 3) => ("countLeadingZeros", u32::leading_zeros),
            (false, _) => ("countTrailingZeros", u32::trailing_zeros),
        };
        let values = a.values.iter().map(|n| twin(*n)).collect();
        Expression { text: format!("({form}({}))", a.text), signed: a.signed, values }
    }

    /// The same bits as the other type.
    fn cast(a: Expression) -> Expression {
        let ty = if a.signed { "u32" } else { "i32" };
        Expression { text: format!("{ty}({})", a.text), signed: !a.signed, values: a.values }
    }

    /// An element of the input or of the array, in range or not.
    fn look_up(&self, rng: &mut Rng, index: Expression) -> Expression {
        let (name, from) = if rng.bool() { ("at", &self.src) } else { ("table", &self.table) };
        // Most indices are far out of range otherwise.
        let near = 2 * from.len() as u32;
        let read = |j: &u32| from.get((*j % near) as usize).copied().unwrap_or(0);
        let values = index.values.iter().map(read).collect();
        Expression { text: format!("{name}({} % {near}u)", index.text), signed: false, values }
    }

    fn choose(
        rng: &mut Rng,
        a: Expression,
        b: Expression,
        c: Expression,
        d: Expression,
    ) -> Expression {
        let (sign, twin): (&str, fn(std::cmp::Ordering) -> bool) = match rng.u8(..6) {
            0 => ("<", std::cmp::Ordering::is_lt),
            1 => ("<=", std::cmp::Ordering::is_le),
            2 => (">", std::cmp::Ordering::is_gt),
            3 => (">=", std::cmp::Ordering::is_ge),
            4 => ("==", std::cmp::Ordering::is_eq),
            _ => ("!=", std::cmp::Ordering::is_ne),
        };
        let holds = |k: usize| {
            let (c_k, d_k) = (c.values[k], d.values[k]);
            twin(if c.signed { (c_k as i32).cmp(&(d_k as i32)) } else { c_k.cmp(&d_k) })
        };
        let values =
            (0..ELEMENTS).map(|k| if holds(k) { b.values[k] } else { a.values[k] }).collect();
        let text = format!("select({}, {}, ({} {sign} {}))", a.text, b.text, c.text, d.text);
        Expression { text, signed: a.signed, values }
    }

    /// WGSL shifts by the amount modulo 32, as Rust's wrapping shifts do.
    fn shift(rng: &mut Rng, a: Expression, by: Expression) -> Expression {
        let left = rng.bool();
        let twin = |a: u32, by: u32, signed: bool| match (left, signed) {
            (true, _) => a.wrapping_shl(by),
            (false, true) => (a as i32).wrapping_shr(by) as u32,
            (false, false) => a.wrapping_shr(by),
        };
        let pairs = a.values.iter().zip(&by.values);
        let values = pairs.map(|(n, by)| twin(*n, *by, a.signed)).collect();
        let sign = if left { "<<" } else { ">>" };
        Expression { text: format!("({} {sign} {})", a.text, by.text), signed: a.signed, values }
    }

    /// In WGSL a division by zero gives the dividend, and its remainder is zero.
    fn binary(rng: &mut Rng, a: Expression, b: Expression) -> Expression {
        type Twin = fn(u32, u32) -> u32;
        fn signed(a: u32, b: u32, twin: fn(i32, i32) -> i32) -> u32 {
            twin(a as i32, b as i32) as u32
        }
        let rows: [(&str, Twin, Twin); 10] = [
            ("+", u32::wrapping_add, u32::wrapping_add),
            ("-", u32::wrapping_sub, u32::wrapping_sub),
            ("*", u32::wrapping_mul, u32::wrapping_mul),
            ("&", |a, b| a & b, |a, b| a & b),
            ("|", |a, b| a | b, |a, b| a | b),
            ("^", |a, b| a ^ b, |a, b| a ^ b),
            (
                "/",
                |a, b| a.checked_div(b).unwrap_or(a),
                |a, b| signed(a, b, |a, b| if b == 0 { a } else { a.wrapping_div(b) }),
            ),
            (
                "%",
                |a, b| a.checked_rem(b).unwrap_or(0),
                |a, b| signed(a, b, |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) }),
            ),
            ("min", u32::min, |a, b| signed(a, b, i32::min)),
            ("max", u32::max, |a, b| signed(a, b, i32::max)),
        ];
        let (sign, unsigned_twin, signed_twin) = rows[rng.usize(..rows.len())];
        let twin = if a.signed { signed_twin } else { unsigned_twin };
        let values = a.values.iter().zip(&b.values).map(|(a, b)| twin(*a, *b)).collect();
        let text = match sign {
            "min" | "max" => format!("{sign}({}, {})", a.text, b.text),
            _ => format!("({} {sign} {})", a.text, b.text),
        };
        Expression { text, signed: a.signed, values }
    }
}

fn check(engine: &Engine, leaves: &Leaves, expressions: &[Expression]) {
    let texts: Vec<String> = expressions
        .iter()
        .map(|e| if e.signed { format!("bitcast<u32>({})", e.text) } else { e.text.clone() })
        .collect();
    let kernel = Kernel::map::<u32, [u32; 4]>(&four_vectors(&texts));
    let kernel = kernel.input::<i32>("y").array::<u32>("table");
    let call = call(kernel.param::<u32>("p").param::<i32>("q"));
    let call = call.set("p", leaves.p).set("q", leaves.q);
    let call = call.bind("y", &engine.storage(&leaves.y).unwrap());
    let call = call.bind("table", &engine.storage(&leaves.table).unwrap());
    for (expression, given) in expressions.iter().zip(run(engine, call, &leaves.src)) {
        for (k, (given, expected)) in given.iter().zip(&expression.values).enumerate() {
            assert_eq!(
                given, expected,
                "{} where src = {}u, y = {}i, p = {}u, q = {}i, i = {k}u",
                expression.text, leaves.src[k], leaves.y[k], leaves.p, leaves.q
            );
        }
    }
}

#[test]
fn two_hundred_integer_expressions_mean_the_same_as_in_rust() {
    on_each(|engine| {
        for seed in 0..13 {
            let mut rng = Rng::with_seed(seed);
            let leaves = Leaves::new(&mut rng);
            let expressions: Vec<Expression> =
                (0..PER_KERNEL).map(|k| leaves.grow(&mut rng, 4, k % 2 == 0)).collect();
            check(engine, &leaves, &expressions);
        }
    });
}
