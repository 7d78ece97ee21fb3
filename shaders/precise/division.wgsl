// precise/division: quotients and square roots, rounded as if they were known exactly, but for the
// rarest of them.
//
// Engine provides: engine_params.
// Twin: none; `f64` of the host.

// A compiler of shaders may fuse a product with a sum or not, may drop a correction that is zero
// for real numbers, and may take a number below the smallest normal one for zero. So whatever must
// be exact here is so however it compiles, and where terms would cancel, a number has passed
// through `engine_opaque` first.

// The same number, of which no compiler knows that: `engine_zero` is a zero that it cannot see.
fn engine_opaque(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) | engine_params.engine_zero);
}

// The first twelve bits. The product of two such numbers is exact.
fn engine_front(x: f32) -> f32 {
    return bitcast<f32>(bitcast<u32>(x) & 0xfffff000u);
}

// `x * 2^n` for n in -253 ..= 253, rounded once.
fn engine_scale(x: f32, n: i32) -> f32 {
    let half = n >> 1u;
    let other = n - half;
    let part = engine_opaque(x * bitcast<f32>((half + 127) << 23u));
    return part * bitcast<f32>((other + 127) << 23u);
}

// `a / b` where neither they nor the quotient nor its remainder come near the ends of the range.
fn engine_quotient(a: f32, b: f32) -> f32 {
    let inverse = 1.0 / b;
    let guess = engine_front(a * inverse);
    let front = engine_front(b);
    let left = fma(-engine_opaque(guess), b - front, fma(-guess, front, a));
    return fma(left, inverse, guess);
}

fn engine_divide(a: f32, b: f32) -> f32 {
    let bits = vec2<u32>(bitcast<u32>(a), bitcast<u32>(b));
    let size = bits & vec2<u32>(0x7fffffffu);
    // Both from 2^-62 to 2^62.
    if size.x - 0x20800000u < 0x3e000000u && size.y - 0x20800000u < 0x3e000000u {
        return engine_quotient(a, b);
    }
    let exponent = size >> vec2<u32>(23u);
    // One is zero, subnormal, infinite or NaN: there is nothing to round.
    if exponent.x - 1u >= 254u || exponent.y - 1u >= 254u {
        return a / b;
    }
    let short = (bits & vec2<u32>(0x807fffffu)) | vec2<u32>(0x3f800000u);
    let quotient = engine_quotient(bitcast<f32>(short.x), bitcast<f32>(short.y));
    return engine_scale(quotient, i32(exponent.x) - i32(exponent.y));
}

// The root of a positive number far from the ends of the range.
fn engine_root(x: f32) -> f32 {
    let inverse = inverseSqrt(x);
    let guess = x * inverse;
    let front = engine_front(guess);
    // What is left is to be divided by the front and the root together.
    let half = 0.5 * inverse;
    let divided = fma(half * (guess - front), half, half);
    return fma(fma(-front, front, x), divided, front);
}

fn engine_sqrt(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    // From 2^-100 to 2^100.
    if bits - 0x0d800000u < 0x64000000u {
        return engine_root(x);
    }
    if bits << 1u == 0u || bits == 0x7f800000u {
        return x;
    }
    if bits > 0x7f800000u {
        return bitcast<f32>(bits | 0x7fc00000u);
    }
    if bits > 0x3f800000u {
        return engine_root(x * 0x1p-64f) * 0x1p32f;
    }
    return engine_root(x * 0x1p64f) * 0x1p-32f;
}
