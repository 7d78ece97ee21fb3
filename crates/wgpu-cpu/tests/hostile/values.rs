//! Values that arithmetic trips over, in every operation.

use crate::common::{Want, check};

/// Bits of integers and floats at the edges.
const EDGES: &str = "const edges = array(0u, 1u, 2u, 31u, 32u, 33u, 64u, 0x7fffffffu, 0x80000000u,
    0xffffffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x7f800001u, 0x00000001u, 0x807fffffu,
    0x7f7fffffu, 0x3f800000u, 0xbf800000u, 0x4f000000u, 0x4f800000u, 0xcf000001u, 0x5f800000u);";

/// Runs an expression of `a` and `b` over all pairs of edges.
fn over_edges(ty: &str, expression: &str) {
    let body = format!(
        "var sum = 0u;
         for (var k = 0u; k < 529u; k++) {{
             let a = bitcast<{ty}>(edges[(k + i) % 23u]);
             let b = bitcast<{ty}>(edges[(k / 23u + i) % 23u]);
             let r = {expression};
             sum += u32(any(vec2(bitcast<u32>(r) == 77u)));
         }}
         data[i] = sum;"
    );
    check(EDGES, &body, Want::Ended);
}

#[test]
fn no_arithmetic_trips() {
    let integers = [
        "a / b",
        "a % b",
        "a * b",
        "a + b",
        "a - b",
        "a << bitcast<u32>(b)",
        "a >> bitcast<u32>(b)",
        "a / (b - b)",
        "a % (b - b)",
        "abs(a)",
        "clamp(a, b, a)",
        "countLeadingZeros(a)",
        "firstLeadingBit(a)",
        "firstTrailingBit(a)",
        "reverseBits(a)",
        "extractBits(a, bitcast<u32>(b), bitcast<u32>(a))",
        "insertBits(a, b, bitcast<u32>(a), bitcast<u32>(b))",
        "dot(vec4(a), vec4(b))",
        "min(a, b)",
        "max(a, b)",
        "~a",
        "a & b",
    ];
    for expression in integers {
        over_edges("i32", expression);
        over_edges("u32", expression);
    }
    over_edges("i32", "-a");
    over_edges("i32", "sign(a)");
    let floats = [
        "a / b",
        "a % b",
        "a * b",
        "a / (b - b)",
        "pow(a, b)",
        "atan2(a, b)",
        "sqrt(a)",
        "inverseSqrt(a)",
        "log(a)",
        "log2(a)",
        "exp(a)",
        "exp2(a)",
        "sin(a)",
        "cos(a)",
        "tan(a)",
        "asin(a)",
        "acos(a)",
        "atan(a)",
        "sinh(a)",
        "cosh(a)",
        "tanh(a)",
        "asinh(a)",
        "acosh(a)",
        "atanh(a)",
        "floor(a)",
        "round(a)",
        "fract(a)",
        "trunc(a)",
        "ceil(a)",
        "saturate(a)",
        "clamp(a, b, a)",
        "mix(a, b, a)",
        "smoothstep(a, b, a)",
        "step(a, b)",
        "fma(a, b, a)",
        "ldexp(a, bitcast<i32>(b))",
        "frexp(a).fract",
        "modf(a).whole",
        "length(vec3(a, b, a))",
        "normalize(vec3(a, b, a)).x",
        "distance(vec2(a, b), vec2(b, a))",
        "sign(a)",
        "degrees(a)",
        "reflect(vec2(a, b), vec2(b, a)).x",
        "refract(vec2(a, b), vec2(b, a), a).x",
        "cross(vec3(a, b, a), vec3(b, a, b)).x",
        "determinant(mat3x3(a,b,a,b,a,b,a,b,a))",
        "(mat2x2(a, b, b, a) * vec2(a, b)).x",
        "quantizeToF16(a)",
        "min(a, b)",
        "max(a, b)",
        "unpack2x16float(pack2x16float(vec2(a, b))).x",
        "unpack4x8snorm(pack4x8snorm(vec4(a))).x",
        "f32(i32(a))",
        "f32(u32(a))",
        "f32(i64(a))",
        "f32(u64(b))",
        "f32(f64(a) / f64(b))",
        "f32(bool(a))",
        "f32(f64(a) % f64(b))",
        "f32(sqrt(f64(a)))",
        "f32(f32(i32(a) / i32(b)))",
    ];
    for expression in floats {
        over_edges("f32", expression);
    }
    let wides = [
        "x / y",
        "x % y",
        "x * y",
        "x - y",
        "x << u32(y)",
        "x >> u32(y)",
        "abs(x)",
        "min(x, y)",
        "clamp(x, y, x)",
    ];
    for ty in ["i64", "u64"] {
        for expression in wides {
            let expression = expression.replace('x', "X").replace('y', "Y");
            let x = format!("({ty}(a) * {ty}(b) - {ty}(1))");
            let y = format!("({ty}(b) << 32u)");
            let expression = expression.replace("maX", "max").replace('X', &x).replace('Y', &y);
            over_edges("u32", &format!("u32({expression})"));
        }
    }
}

#[test]
fn division_by_zero_is_defined() {
    let rows: [(&str, u32); 10] = [
        ("data[i] / data[0]", 5),
        ("data[i] % data[0]", 0),
        ("u32(i32(data[i]) / i32(data[0]))", 5),
        ("u32((-2147483647 - i32(data[1])) / (-i32(data[1])))", 0x8000_0000),
        ("u32((-2147483647 - i32(data[1])) % (-i32(data[1])))", 0),
        ("u32(1e30 * f32(data[i]))", 0xFFFF_FFFF),
        ("u32(-f32(data[i]))", 0),
        ("u32(i32(1e30 * f32(data[i])))", 0x7FFF_FFFF),
        ("u32(f32(data[0]) / f32(data[0]))", 0),
        ("data[i] << (data[i] + 27u)", 5),
    ];
    for (expression, value) in rows {
        check(
            "",
            &format!(
                "if i == 5u {{ data[63] = {expression}; }} workgroupBarrier();
            if i == 0u {{ data[0] = data[63]; }}"
            ),
            Want::Ran(&[value]),
        );
    }
}
