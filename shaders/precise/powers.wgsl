// precise/powers: exponentials, logarithms and powers.
//
// Engine provides: engine_params, engine_front, engine_opaque, engine_scale.
// Twin: none; `f64` of the host.

// Numbers with more bits than one float come in two parts, of which the first has twelve bits.

// 2 to the power of a sum, the first part of which has whatever is far from zero.
fn engine_power(high: f32, low: f32) -> f32 {
    let sum = high + low;
    let bits = bitcast<u32>(sum);
    let size = bits & 0x7fffffffu;
    if size > 0x7f800000u {
        return sum;
    }
    var h = high;
    var l = low;
    // Beyond 160 there are only infinity and zero.
    if size > 0x43200000u {
        h = bitcast<f32>((bits & 0x80000000u) | 0x43200000u);
        l = 0.0;
    }
    // 1.5 * 2^23 rounds to a whole number and leaves it in the low bits.
    let zero = engine_params.engine_zero;
    let shifted = (h + l) + bitcast<f32>(0x4b400000u | zero);
    let r = (h - (shifted - bitcast<f32>(0x4b400000u ^ zero))) + l;
    var p = fma(r, 1.535333722e-4, 1.339890063e-3);
    p = fma(p, r, 9.618437849e-3);
    p = fma(p, r, 5.550332367e-2);
    p = fma(p, r, 2.402264774e-1);
    p = fma(p, r, 6.931471825e-1);
    return engine_scale(fma(p, r, 1.0), bitcast<i32>(shifted) - 0x4b400000);
}

fn engine_exp2(x: f32) -> f32 {
    return engine_power(x, 0.0);
}

// e to the x, times 2^n.
fn engine_grown(x: f32, n: f32) -> f32 {
    if (bitcast<u32>(x) & 0x7fffffffu) > 0x43160000u {
        return engine_power(x, 0.0);
    }
    // 1 / ln 2 = 1.442695 in two parts.
    let front = engine_front(x);
    let rest = fma(front, -0x1.7135a8p-13f, (x - front) * 1.442695022);
    return engine_power(fma(front, 0x1.716p0f, n), rest);
}

fn engine_exp(x: f32) -> f32 {
    return engine_grown(x, 0.0);
}

// The logarithm to base 2, in two parts, of a number above zero by its bits.
//
// The number is 2^n m with m near 1, m is near one of three centres c, and log(m / c) is a series
// in (m - c) / (m + c).
fn engine_binary(number: u32) -> vec2<f32> {
    var bits = bitcast<i32>(number);
    var n = 0;
    if bits < 0x00800000 {
        bits = bitcast<i32>(f32(bits));
        n = -149;
    }
    let lift = (bits - 0x3f3504f3) >> 23u;
    let m = bitcast<f32>(bits - (lift << 23u));
    // A centre and its logarithm in two parts.
    var c = vec3<f32>(1.0, 0.0, 0.0);
    if m < 0.89 {
        c = vec3<f32>(0.796875, -0.32763671875, 6.206072430e-5);
    } else if m > 1.12 {
        c = vec3<f32>(1.2578125, 0.330810546875, 1.063312312e-4);
    }
    let difference = m - c.x;
    let sum = difference + 2.0 * c.x;
    let sum_front = engine_front(sum);
    let sum_rest = difference - (sum_front - 2.0 * c.x);
    let inverse = 1.0 / sum;
    let front = engine_front(difference * inverse);
    let error = fma(-engine_opaque(front), sum_rest, fma(-front, sum_front, difference));
    let rest = error * inverse;
    let s = front + rest;
    let z = s * s;
    let tail = fma(z, fma(z, 1.436501443e-1, 1.999982893e-1), 3.333333433e-1);
    // 2 / ln 2 = 2.885390 in two parts.
    let low = fma(fma(tail, z * s, rest), 2.885390043, fma(front, -0x1.7135a8p-12f, c.z));
    let whole = f32(lift + n) + c.y;
    let high = front * 0x1.716p1f;
    let first = engine_front(whole + (high + low));
    return vec2<f32>(first, ((whole - first) + high) + low);
}

// Whether a number, by its bits, is above zero and finite.
fn engine_has_logarithm(bits: u32) -> bool {
    return bits - 1u < 0x7f7fffffu;
}

// The logarithm of any other number.
fn engine_no_logarithm(bits: u32) -> f32 {
    if bits << 1u == 0u {
        return bitcast<f32>(0xff800000u | engine_params.engine_zero);
    }
    return bitcast<f32>(select(bits | 0x7fc00000u, bits, bits == 0x7f800000u));
}

fn engine_log2(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    if !engine_has_logarithm(bits) {
        return engine_no_logarithm(bits);
    }
    let parts = engine_binary(bits);
    return parts.x + parts.y;
}

fn engine_log(x: f32) -> f32 {
    let bits = bitcast<u32>(x);
    if !engine_has_logarithm(bits) {
        return engine_no_logarithm(bits);
    }
    // ln 2 = 0.693147 in two parts.
    let parts = engine_binary(bits);
    let rest = fma(engine_opaque(parts.x), 0x1.0bfbe8p-15f, parts.y * 0.693147182);
    return fma(parts.x, 0x1.62ep-1f, rest);
}

fn engine_pow(x: f32, y: f32) -> f32 {
    let bits = bitcast<u32>(x);
    let size = bitcast<u32>(y) & 0x7fffffffu;
    let sign = bitcast<u32>(y) & 0x80000000u;
    if size == 0u {
        return 1.0;
    }
    if size > 0x7f800000u {
        return y;
    }
    if !engine_has_logarithm(bits) {
        // Zero and infinity to a power are one of the two.
        if bits << 1u == 0u || bits == 0x7f800000u {
            let infinite = (bits == 0x7f800000u) == (sign == 0u);
            return bitcast<f32>(select(0u, 0x7f800000u, infinite) | engine_params.engine_zero);
        }
        return bitcast<f32>(bits | 0x7fc00000u);
    }
    // Beyond 2^40 every number but 1 is as far from it as can be.
    let power = bitcast<f32>(min(size, 0x53800000u) | sign);
    let front = engine_front(power);
    let parts = engine_binary(bits);
    let rest = fma(front, parts.y, (power - front) * (parts.x + parts.y));
    return engine_power(front * parts.x, rest);
}
