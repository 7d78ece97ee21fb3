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
    let sign = (bits.x ^ bits.y) & 0x80000000u;
    if size.x == 0u || size.y == 0u || exponent.x == 0xffu || exponent.y == 0xffu {
        return engine_limit(size, sign);
    }
    // A subnormal number may be zero to the device; its mantissa, as a whole number, is not.
    let whole = bitcast<vec2<u32>>(vec2<f32>(size));
    let tiny = exponent == vec2<u32>(0u);
    let short = (select(size, whole, tiny) & vec2<u32>(0x7fffffu)) | vec2<u32>(0x3f800000u);
    let power = vec2<i32>(select(exponent, (whole >> vec2<u32>(23u)) - vec2<u32>(149u), tiny));
    let quotient = engine_quotient(bitcast<f32>(short.x | sign), bitcast<f32>(short.y));
    return engine_scale(quotient, clamp(power.x - power.y, -253, 253));
}

// A quotient where a number is zero, infinite or none, of their sizes in bits. Drivers multiply by
// the inverse, which may come out as zero, and infinity times that is none.
fn engine_limit(size: vec2<u32>, sign: u32) -> f32 {
    let infinite = 0x7f800000u;
    if max(size.x, size.y) > infinite || (size.x == size.y) {
        return bitcast<f32>(engine_params.engine_zero | 0x7fc00000u);
    }
    let size_of_all = select(0u, infinite, size.x == infinite || size.y == 0u);
    return bitcast<f32>(sign | size_of_all);
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
    // What may be zero to the device; its mantissa, as a whole number, is not.
    if bits < 0x800000u {
        return engine_root(0.5 * f32(bits)) * 0x1p-74f;
    }
    return engine_root(x * 0x1p64f) * 0x1p-32f;
}
