// precise/arcs: the inverses of sine, cosine and tangent.
//
// Engine provides: engine_params, engine_divide, engine_sqrt.
// Twin: none; `f64` of the host.

fn engine_atan2(y: f32, x: f32) -> f32 {
    let bits = vec2<u32>(bitcast<u32>(x), bitcast<u32>(y));
    let size = bits & vec2<u32>(0x7fffffffu);
    let longer = max(size.x, size.y);
    let shorter = min(size.x, size.y);
    if longer > 0x7f800000u {
        return bitcast<f32>(longer);
    }
    // Within an eighth of a turn; two zeros make no angle, two infinities the widest.
    var t = select(0.0, 1.0, longer != 0u);
    if shorter != longer {
        t = engine_divide(bitcast<f32>(shorter), bitcast<f32>(longer));
    }
    let z = t * t;
    var p = fma(z, -1.793600968e-3, 1.091451477e-2);
    p = fma(p, z, -3.117768094e-2);
    p = fma(p, z, 5.795743316e-2);
    p = fma(p, z, -8.403441310e-2);
    p = fma(p, z, 1.095218286e-1);
    p = fma(p, z, -1.426424086e-1);
    p = fma(p, z, 1.999854892e-1);
    p = fma(p, z, -3.333329856e-1);
    var angle = fma(t * z, p, t);
    // pi/2 and pi have two parts, and a compiler that knows both would add them.
    let zero = engine_params.engine_zero;
    if size.y > size.x {
        angle = (bitcast<f32>(0x3fc90fdbu | zero) - angle) - 4.371139e-8;
    }
    if bits.x != size.x {
        angle = (bitcast<f32>(0x40490fdbu | zero) - angle) - 8.742278e-8;
    }
    return bitcast<f32>(bitcast<u32>(angle) | (bits.y & 0x80000000u));
}

fn engine_atan(x: f32) -> f32 {
    return engine_atan2(x, 1.0);
}

fn engine_asin(x: f32) -> f32 {
    return engine_atan2(x, engine_sqrt((1.0 - x) * (1.0 + x)));
}

fn engine_acos(x: f32) -> f32 {
    return engine_atan2(engine_sqrt((1.0 - x) * (1.0 + x)), x);
}
