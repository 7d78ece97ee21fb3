//! Taking `f32` values apart and putting them together.

/// -1, 0 or 1; a NaN gives 0.
#[inline(always)]
pub(crate) fn sign(x: f32) -> f32 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}

#[inline(always)]
pub(crate) fn saturate(x: f32) -> f32 {
    let raised = x.max(0.0);
    raised.min(1.0)
}

/// To the nearest `f16`, ties to even; the smallest ones keep their step of 2^-24.
#[inline(always)]
pub(crate) fn round_f16(x: f32) -> f32 {
    let bits = x.to_bits();
    let (sign, abs) = (bits & 0x8000_0000, bits & 0x7FFF_FFFF);
    let normal = (abs + 0x0FFF + ((abs >> 13) & 1)) & !0x1FFF;
    let small = ((f32::from_bits(abs) + 0.5) - 0.5).to_bits();
    let finite = if abs < 0x3880_0000 { small } else { normal };
    let bounded = if finite >= 0x4780_0000 { 0x7F80_0000 } else { finite };
    let result = if abs > 0x7F80_0000 { abs } else { bounded };
    f32::from_bits(sign | result)
}

/// The fraction of `frexp`, in [0.5, 1); zero, infinities and NaN are themselves.
#[inline(always)]
pub(crate) fn mantissa(x: f32) -> f32 {
    let bits = f64::from(x).to_bits();
    let fraction = (bits & 0x800F_FFFF_FFFF_FFFF) | (1022 << 52);
    if plain(x) { f64::from_bits(fraction) as f32 } else { x }
}

/// The exponent of `frexp`; 0 where there is none.
#[inline(always)]
pub(crate) fn exponent(x: f32) -> i32 {
    let bits = f64::from(x).to_bits();
    if plain(x) { ((bits >> 52) & 0x7FF) as i32 - 1022 } else { 0 }
}

/// Neither zero nor infinite nor NaN.
#[inline(always)]
fn plain(x: f32) -> bool {
    x != 0.0 && x.abs() < f32::INFINITY
}

/// `x * 2^e`, rounded once.
#[inline(always)]
pub(crate) fn ldexp(x: f32, e: i32) -> f32 {
    let power = (e.clamp(-400, 400) + 1023) as u64;
    (f64::from(x) * f64::from_bits(power << 52)) as f32
}
