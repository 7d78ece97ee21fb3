//! Types of WGSL as types of Rust: how they are written, loaded, stored and chosen.

use std::fmt::Debug;

use crate::dice::Dice;

/// What a row takes, and what it gives.
pub(crate) trait Value: Copy + Debug {
    /// How many words of a buffer it takes.
    const WORDS: usize;
    fn wgsl() -> String;
    /// The expression that makes one of the words of `src` from `at + k` on.
    fn load(k: usize) -> String;
    /// The expressions that make words of `value`.
    fn store(value: &str) -> Vec<String>;
    fn words(self) -> Vec<u32>;
    fn read(words: &[u32]) -> Self;
    /// An edge more often than not.
    fn pick(dice: &mut Dice) -> Self;
}

macro_rules! scalar {
    ($rust:ident, $wgsl:literal, $load:literal, $store:literal,
     $to:expr, $from:expr, $pick:expr) => {
        impl Value for $rust {
            const WORDS: usize = 1;

            fn wgsl() -> String {
                $wgsl.into()
            }

            fn load(k: usize) -> String {
                format!($load, format!("src[at + {k}]"))
            }

            fn store(value: &str) -> Vec<String> {
                vec![format!($store, value)]
            }

            fn words(self) -> Vec<u32> {
                let to: fn($rust) -> u32 = $to;
                vec![to(self)]
            }

            fn read(words: &[u32]) -> Self {
                let from: fn(u32) -> $rust = $from;
                from(words[0])
            }

            fn pick(dice: &mut Dice) -> Self {
                let pick: fn(&mut Dice) -> $rust = $pick;
                pick(dice)
            }
        }
    };
}

scalar!(u32, "u32", "{}", "{}", |x| x, |w| w, integer);
scalar!(i32, "i32", "bitcast<i32>({})", "bitcast<u32>({})", |x| x as u32, |w| w as i32, |dice| {
    integer(dice) as i32
});
scalar!(bool, "bool", "({} % 2u == 1u)", "u32({})", u32::from, |w| w != 0, |dice| {
    dice.roll(2) == 1
});
scalar!(f32, "f32", "bitcast<f32>({})", "bitcast<u32>({})", f32::to_bits, f32::from_bits, float);

/// A float of which sums and products are exact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole(pub(crate) f32);

scalar!(
    Whole,
    "f32",
    "bitcast<f32>({})",
    "bitcast<u32>({})",
    |x| x.0.to_bits(),
    |w| Whole(f32::from_bits(w)),
    |dice| Whole(dice.roll(17) as f32 - 8.0)
);

/// The first are those that shifts, divisions and fields of bits trip over.
const INTEGERS: [u32; 20] = [
    0,
    1,
    2,
    3,
    7,
    31,
    32,
    33,
    100,
    0xFF,
    0xFFFF,
    0x1_0000,
    0x5555_5555,
    0x7FFF_FFFF,
    0x8000_0000,
    0x8000_0001,
    0xFFFF_FF80,
    0xFFFF_FFFD,
    0xFFFF_FFFE,
    0xFFFF_FFFF,
];

fn integer(dice: &mut Dice) -> u32 {
    match dice.roll(4) {
        0 => dice.word(),
        1 => dice.roll(64),
        _ => dice.one_of(&INTEGERS),
    }
}

const FLOATS: [f32; 16] = [
    0.0,
    -0.0,
    0.5,
    1.0,
    1.5,
    2.0,
    2.5,
    std::f32::consts::PI,
    10.0,
    255.0,
    8_388_607.5,
    16_777_216.0,
    2_147_483_600.0,
    4_294_967_300.0,
    f32::MIN_POSITIVE,
    f32::MAX,
];

/// No infinity, no NaN and nothing below the normal ones: WGSL leaves open what those give.
fn float(dice: &mut Dice) -> f32 {
    let sign = if dice.roll(2) == 0 { 1.0 } else { -1.0 };
    let any = f32::from_bits(dice.word());
    sign * match dice.roll(8) {
        0 if any.is_normal() => any,
        0..4 => dice.word() as f32 / 536_870_912.0,
        4 => dice.roll(1000) as f32 / 8.0,
        _ => dice.one_of(&FLOATS),
    }
}

/// Vectors, and matrices as arrays of columns.
impl<T: Value, const N: usize> Value for [T; N] {
    const WORDS: usize = N * T::WORDS;

    fn wgsl() -> String {
        let part = T::wgsl();
        match part.strip_prefix("vec") {
            Some(rows) => format!("mat{N}x{rows}"),
            None => format!("vec{N}<{part}>"),
        }
    }

    fn load(k: usize) -> String {
        let parts: Vec<String> = (0..N).map(|n| T::load(k + n * T::WORDS)).collect();
        format!("{}({})", Self::wgsl(), parts.join(", "))
    }

    fn store(value: &str) -> Vec<String> {
        (0..N).flat_map(|n| T::store(&format!("{value}[{n}]"))).collect()
    }

    fn words(self) -> Vec<u32> {
        self.into_iter().flat_map(T::words).collect()
    }

    fn read(words: &[u32]) -> Self {
        std::array::from_fn(|n| T::read(&words[n * T::WORDS..]))
    }

    fn pick(dice: &mut Dice) -> Self {
        std::array::from_fn(|_| T::pick(dice))
    }
}

/// The arguments of a row: WGSL calls them `a`, `b`, `c` and `d`.
pub(crate) trait Arguments: Copy + Debug {
    const WORDS: usize;
    /// Type and load of each.
    fn list() -> Vec<(String, String)>;
    fn words(self) -> Vec<u32>;
    fn pick(dice: &mut Dice) -> Self;
}

macro_rules! arguments {
    ($($name:ident)+) => {
        impl<$($name: Value),+> Arguments for ($($name,)+) {
            const WORDS: usize = 0 $(+ $name::WORDS)+;

            fn list() -> Vec<(String, String)> {
                let mut at = 0;
                let mut next = |words| {
                    at += words;
                    at - words
                };
                vec![$(($name::wgsl(), $name::load(next($name::WORDS)))),+]
            }

            #[allow(non_snake_case, reason = "one name for a type and its value")]
            fn words(self) -> Vec<u32> {
                let ($($name,)+) = self;
                [$($name.words()),+].concat()
            }

            fn pick(dice: &mut Dice) -> Self {
                ($($name::pick(dice),)+)
            }
        }
    };
}

arguments!(A);
arguments!(A B);
arguments!(A B C);
arguments!(A B C D);
