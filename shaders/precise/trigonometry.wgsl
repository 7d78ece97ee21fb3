// precise/trigonometry: sine, cosine and tangent of every finite angle.
//
// Engine provides: engine_params.
// Twin: none; `f64` of the host.

// The upper half of a product of 64 bits.
fn engine_high(a: u32, b: u32) -> u32 {
    let al = a & 0xffffu;
    let bl = b & 0xffffu;
    let middle = (a >> 16u) * bl + ((al * bl) >> 16u);
    let other = al * (b >> 16u) + (middle & 0xffffu);
    return (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u);
}

// As `engine_turn`, for large angles, in integers: of the product with 2/pi only those bits are
// made that tell the place within a turn (M. Payne and R. Hanek, SIGNUM Newsletter 18, 1983).
fn engine_turn_far(x: f32) -> vec2<u32> {
    let bits = bitcast<u32>(x);
    let exponent = (bits >> 23u) & 0xffu;
    if exponent == 0xffu {
        return vec2<u32>(bits | 0x7fc00000u, 0u);
    }
    // 128 bits of 2/pi, shifted so that what lies before them makes whole turns.
    let first = exponent - 120u;
    var w = vec4<u32>(0u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u);
    switch first >> 5u {
        case 0u: {}
        case 1u: { w = vec4<u32>(0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u); }
        case 2u: { w = vec4<u32>(0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u); }
        case 3u: { w = vec4<u32>(0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u); }
        default: { w = vec4<u32>(0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu); }
    }
    let shift = first & 31u;
    let v = (w.xyz << vec3<u32>(shift)) | ((w.yzw >> vec3<u32>(1u)) >> vec3<u32>(31u - shift));

    // The product with the mantissa in units of 2^-94 quarters.
    let mantissa = (bits & 0x7fffffu) | 0x800000u;
    let carried = mantissa * v.y;
    let middle = engine_high(mantissa, v.z) + carried;
    let top = mantissa * v.x + engine_high(mantissa, v.y) + u32(middle < carried);
    let quarter = (top + 0x20000000u) >> 30u;

    // What is left: its sign, its size, and that in radians, with 32 bits to round once.
    let left = vec2<u32>((top << 2u) | (middle >> 30u), middle << 2u);
    let sign = left.x & 0x80000000u;
    let size = select(left, ~left, sign != 0u);
    let zeros = countLeadingZeros(size.x);
    let normal = (size.x << zeros) | ((size.y >> 1u) >> (31u - zeros));
    let radians = f32(engine_high(normal, 0xc90fdaa2u)) * bitcast<f32>((96u - zeros) << 23u);
    let back = (bits & 0x80000000u) != 0u;
    return vec2<u32>(bitcast<u32>(radians) ^ sign ^ (bits & 0x80000000u),
        select(quarter, 0u - quarter, back));
}

// How many quarters are nearest to an angle, to two bits at least, and the bits of what is left.
fn engine_turn(x: f32) -> vec2<u32> {
    if !(abs(x) <= 201.0) {
        return engine_turn_far(x);
    }
    // 1.5 * 2^23 rounds to a whole number and leaves it in the low bits. It is made in three ways,
    // so that what is added is not taken off again by a compiler that knows it is the same, nor
    // the parts of pi/2 put together again.
    let zero = engine_params.engine_zero;
    let shifted = fma(x, 0.636619772, bitcast<f32>(0x4b400000u | zero));
    let count = shifted - bitcast<f32>(0x4b400000u ^ zero);
    let again = shifted - bitcast<f32>(0x4b400000u + zero);
    // Up to 128 quarters, the first two parts of pi/2 make exact products.
    var left = fma(-count, 0x1.922p0f, x);
    left = fma(-again, -0x1.2aefp-18f, left);
    left = fma(-count, 0x1.68c234p-39f, left);
    return vec2<u32>(bitcast<u32>(left), bitcast<u32>(shifted));
}

// Cosine and sine within an eighth of a turn.
fn engine_circle(r: f32) -> vec2<f32> {
    let z = r * r;
    let c = fma(z, fma(z, fma(z, 2.443297308e-5, -1.388731413e-3), 4.166664556e-2), -0.5);
    let s = fma(z, fma(z, -1.951511658e-4, 8.332159370e-3), -1.666665524e-1);
    return vec2<f32>(fma(z, c, 1.0), fma(r * z, s, r));
}

// The sine of an angle, so many quarters further on.
fn engine_sine(turn: vec2<u32>, further: u32) -> f32 {
    let circle = engine_circle(bitcast<f32>(turn.x));
    let quarter = turn.y + further;
    let size = select(circle.y, circle.x, (quarter & 1u) != 0u);
    return bitcast<f32>(bitcast<u32>(size) ^ ((quarter << 30u) & 0x80000000u));
}

fn engine_sin(x: f32) -> f32 {
    return engine_sine(engine_turn(x), 0u);
}

fn engine_cos(x: f32) -> f32 {
    return engine_sine(engine_turn(x), 1u);
}

// `a / b` to one unit or two.
fn engine_ratio(a: f32, b: f32) -> f32 {
    let inverse = 1.0 / b;
    let guess = a * inverse;
    return fma(fma(-b, guess, a), inverse, guess);
}

fn engine_tan(x: f32) -> f32 {
    let turn = engine_turn(x);
    let circle = engine_circle(bitcast<f32>(turn.x));
    // Without a branch: neighbours fall on both sides of it.
    let odd = (turn.y & 1u) != 0u;
    return engine_ratio(select(circle.y, -circle.x, odd), select(circle.x, circle.y, odd));
}

// Those of a sine or a cosine, which is so small an angle that no turn is to be taken off it.

fn engine_unit_sin(x: f32) -> f32 {
    let z = x * x;
    let high = fma(z, 2.694803924896e-6, -1.983611037e-4);
    let s = fma(z, fma(z, high, 8.333316072822e-3), -0.1666666716337);
    return fma(x * z, s, x);
}

fn engine_unit_cos(x: f32) -> f32 {
    let z = x * x;
    let high = fma(z, 2.411857167317e-5, -1.388295786455e-3);
    let c = fma(z, fma(z, high, 4.166645929217e-2), -0.49999997019768);
    return fma(z, c, 1.0);
}

fn engine_unit_tan(x: f32) -> f32 {
    return engine_ratio(engine_unit_sin(x), engine_unit_cos(x));
}
