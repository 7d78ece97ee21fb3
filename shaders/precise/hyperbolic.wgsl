// precise/hyperbolic: hyperbolic functions and their inverses.
//
// Engine provides: engine_opaque, engine_divide, engine_sqrt, engine_log, engine_grown.
// Twin: none; `f64` of the host.

// The size of one number with the sign of another.
fn engine_signed(size: f32, sign: f32) -> f32 {
    return bitcast<f32>((bitcast<u32>(size) & 0x7fffffffu) | (bitcast<u32>(sign) & 0x80000000u));
}

fn engine_sinh(x: f32) -> f32 {
    let size = abs(x);
    if size < 1.0 {
        let z = x * x;
        var p = fma(z, 2.816950655e-6, 1.983615948e-4);
        p = fma(p, z, 8.333349600e-3);
        p = fma(p, z, 1.666666716e-1);
        return fma(x * z, p, x);
    }
    let half = engine_grown(size, -1.0);
    return engine_signed(half - 0.25 / half, x);
}

fn engine_cosh(x: f32) -> f32 {
    let half = engine_grown(abs(x), -1.0);
    return half + 0.25 / half;
}

fn engine_tanh(x: f32) -> f32 {
    let size = abs(x);
    if size < 0.55 {
        let z = x * x;
        var p = fma(z, -6.273563020e-3, 2.107122913e-2);
        p = fma(p, z, -5.385220796e-2);
        p = fma(p, z, 1.333258450e-1);
        p = fma(p, z, -3.333331645e-1);
        return fma(x * z, p, x);
    }
    let half = engine_grown(2.0 * size, -1.0);
    return engine_signed(1.0 - 1.0 / (half + 0.5), x);
}

// The logarithm of `1 + x` for `x` above zero: that of the rounded sum, and what was lost.
fn engine_log_1p(x: f32) -> f32 {
    let sum = 1.0 + x;
    let lost = x - (engine_opaque(sum) - 1.0);
    return engine_log(sum) + lost / sum;
}

fn engine_asinh(x: f32) -> f32 {
    let size = abs(x);
    if size > 4096.0 {
        return engine_signed(engine_log(size) + 0.693147182, x);
    }
    let square = size * size;
    let more = engine_divide(square, 1.0 + engine_sqrt(1.0 + square));
    return engine_signed(engine_log_1p(size + more), x);
}

fn engine_acosh(x: f32) -> f32 {
    if x > 4096.0 {
        return engine_log(x) + 0.693147182;
    }
    if x < 1.0 {
        return engine_log(-1.0);
    }
    let above = x - 1.0;
    return engine_log_1p(above + engine_sqrt(above * (x + 1.0)));
}

fn engine_atanh(x: f32) -> f32 {
    let size = abs(x);
    if size > 1.0 {
        return engine_log(-1.0);
    }
    if size == 1.0 {
        return engine_signed(engine_log(0.0), x);
    }
    return engine_signed(0.5 * engine_log_1p(engine_divide(2.0 * size, 1.0 - size)), x);
}
