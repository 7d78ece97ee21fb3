//! Number: what summing and ordering the scalars takes, on the device and back on the host.
//!
//! Integers are summed in words enough for any array, so no sum wraps. Numbers are ordered by keys
//! of whole words, which all devices compare alike, NaNs and zeros of either sign included.

use half::f16;

use crate::element::Element;

/// A scalar that [`Storage::sum`](crate::Storage::sum) adds up.
pub trait Summed: Element {
    /// What the sum is: 64 bits wide for integers, `f32` for `f16`, else the type itself.
    type Total;
    #[doc(hidden)]
    type Words: Element;
    /// The operator and the map.
    #[doc(hidden)]
    const SUM: [&'static str; 2];
    /// The sum, if it fits; as a number in words otherwise.
    #[doc(hidden)]
    fn total(words: Self::Words) -> Result<Self::Total, String>;
}

const TWO_WORDS: &str = "dst = a + b; if dst.x < a.x { dst.y += 1u; }";
const THREE_WORDS: &str = "
    dst = a + b;
    if dst.y < a.y { dst.z += 1u; }
    if dst.x < a.x { dst.y += 1u; if dst.y == 0u { dst.z += 1u; } }";

macro_rules! summed {
    ($($ty:ty => $total:ty, $words:ty, $operator:expr, $map:expr, $convert:expr;)*) => {$(
        impl Summed for $ty {
            type Total = $total;
            type Words = $words;
            const SUM: [&'static str; 2] = [$operator, $map];
            fn total(words: $words) -> Result<$total, String> {
                let convert: fn($words) -> Result<$total, String> = $convert;
                convert(words)
            }
        }
    )*};
}

fn wide(words: [u32; 3]) -> i128 {
    let [low, middle, high] = words;
    i128::from(high.cast_signed()) << 64 | i128::from(middle) << 32 | i128::from(low)
}

fn pair([low, high]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

summed! {
    f32 => f32, f32, "dst = a + b;", "dst = src;", Ok;
    f64 => f64, f64, "dst = a + b;", "dst = src;", Ok;
    f16 => f32, f32, "dst = a + b;", "dst = f32(src);", Ok;
    u32 => u64, [u32; 2], TWO_WORDS, "dst = vec2u(src, 0u);", |words| Ok(pair(words));
    i32 => i64, [u32; 2], TWO_WORDS,
        "dst = vec2u(bitcast<u32>(src), select(0u, 0xffffffffu, src < 0i));",
        |words| Ok(pair(words).cast_signed());
    u64 => u64, [u32; 3], THREE_WORDS,
        "dst = vec3u(u32(src & 0xfffffffflu), u32(src >> 32u), 0u);",
        |words| wide(words).try_into().map_err(|_| wide(words).to_string());
    i64 => i64, [u32; 3], THREE_WORDS,
        "let bits = bitcast<u64>(src);
         dst = vec3u(u32(bits & 0xfffffffflu), u32(bits >> 32u), select(0u, 0xffffffffu, src < 0li));",
        |words| wide(words).try_into().map_err(|_| wide(words).to_string());
}

/// A scalar that [`Storage::min`](crate::Storage::min) and its kin compare.
pub trait Ordered: Element {
    /// A key, the most significant word first, and an index.
    #[doc(hidden)]
    type Place: Element;
    /// Makes `key`, which sorts as the elements do, and `nan`.
    #[doc(hidden)]
    const KEY: &'static str;
    /// Of two places the first with the least key.
    #[doc(hidden)]
    const FIRST: &'static str;
    /// Key and index.
    #[doc(hidden)]
    fn split(place: Self::Place) -> (u64, u32);
    /// The element with that key, if it is none of a NaN.
    #[doc(hidden)]
    fn of_key(key: u64) -> Self;
    /// The element that a NaN's place stands for.
    #[doc(hidden)]
    const NAN: Option<Self>;
    /// All bits of a key.
    #[doc(hidden)]
    const MASK: u64;
}

/// The map from elements to places, for the least or the greatest: a NaN goes before all.
pub(super) fn places<T: Ordered>(greatest: bool) -> String {
    let flip = if greatest { "key = ~key;" } else { "" };
    let key = if T::MASK > u64::from(u32::MAX) { "key, i" } else { "key.x, i" };
    let dst = if T::MASK > u64::from(u32::MAX) { "vec3u" } else { "vec2u" };
    format!("{}\n{flip}\nif nan {{ key = vec2u(0u); }}\ndst = {dst}({key});", T::KEY)
}

macro_rules! ordered {
    ($($ty:ty: $unsigned:ty, $place:ty, $key:expr, $nan:expr, $of_key:expr;)*) => {$(
        impl Ordered for $ty {
            type Place = $place;
            const KEY: &'static str = $key;
            const FIRST: &'static str = match size_of::<$place>() {
                8 => "dst = a; if b.x < a.x { dst = b; }",
                _ => "dst = a; if b.x < a.x || (b.x == a.x && b.y < a.y) { dst = b; }",
            };
            const NAN: Option<Self> = $nan;
            const MASK: u64 = <$unsigned>::MAX as u64;
            fn split(place: $place) -> (u64, u32) {
                let (index, key) = place.split_last().map_or((0, &[][..]), |(i, key)| (*i, key));
                (key.iter().fold(0, |all, word| all << 32 | u64::from(*word)), index)
            }
            fn of_key(key: u64) -> Self {
                let of_key: fn($unsigned) -> Self = $of_key;
                of_key(key as $unsigned)
            }
        }
    )*};
}

/// The bits of a float whose key is `key`, both of `top + 1` bits.
fn float_bits(key: u64, top: u64) -> u64 {
    if key & top > 0 { key ^ top } else { !key }
}

const TOP: u32 = 1 << 31;
const TOP_64: u64 = 1 << 63;
const FLOAT_KEY: &str = "
    let bits = bitcast<u32>(f32(src));
    let nan = (bits & 0x7fffffffu) > 0x7f800000u;
    var key = vec2u(bits ^ select(0x80000000u, 0xffffffffu, bits > 0x7fffffffu));";

ordered! {
    u32: u32, [u32; 2], "var key = vec2u(src); let nan = false;", None, |key| key;
    i32: u32, [u32; 2], "var key = vec2u(bitcast<u32>(src) ^ 0x80000000u); let nan = false;", None,
        |key| (key ^ TOP).cast_signed();
    f32: u32, [u32; 2], FLOAT_KEY, Some(f32::NAN),
        |key| f32::from_bits(float_bits(key.into(), TOP.into()) as u32);
    f16: u32, [u32; 2], FLOAT_KEY, Some(f16::NAN),
        |key| f16::from_f32(f32::from_bits(float_bits(key.into(), TOP.into()) as u32));
    u64: u64, [u32; 3],
        "var key = vec2u(u32(src >> 32u), u32(src & 0xfffffffflu)); let nan = false;", None,
        |key| key;
    i64: u64, [u32; 3],
        "let bits = bitcast<u64>(src); let nan = false;
         var key = vec2u(u32(bits >> 32u) ^ 0x80000000u, u32(bits & 0xfffffffflu));", None,
        |key| (key ^ TOP_64).cast_signed();
    f64: u64, [u32; 3],
        "let bits = bitcast<u64>(src);
         let high = u32(bits >> 32u); let low = u32(bits & 0xfffffffflu);
         let nan = (high & 0x7fffffffu) > 0x7ff00000u || ((high & 0x7fffffffu) == 0x7ff00000u && low > 0u);
         var key = vec2u(high ^ 0x80000000u, low);
         if high > 0x7fffffffu { key = vec2u(~high, ~low); }", Some(f64::NAN),
        |key| f64::from_bits(float_bits(key, TOP_64));
}

/// The element and the index that a place stands for.
pub(super) fn element<T: Ordered>(place: T::Place, greatest: bool) -> (T, usize) {
    let (key, index) = T::split(place);
    let element = match T::NAN {
        Some(nan) if key == 0 => nan,
        _ if greatest => T::of_key(!key & T::MASK),
        _ => T::of_key(key),
    };
    (element, index as usize)
}
