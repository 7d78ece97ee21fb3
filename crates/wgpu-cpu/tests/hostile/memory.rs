//! Indices out of range, of every kind of memory and part, and races by design.

use crate::common::{Want, check, check_grid, window};

/// Indices that lead outside of everything, some of them by arithmetic that wraps.
const INDICES: [&str; 12] = [
    "64u",
    "65u + i",
    "4294967295u",
    "1073741824u",
    "1073741823u",
    "536870912u",
    "0x80000000u",
    "data[0] - 1u",
    "(data[2] << 30u) - 1u",
    "i32(-1)",
    "i32(i) - 1000",
    "-2147483647 - 1",
];

#[test]
fn outside_storage_nothing_is_read_or_written() {
    for index in INDICES {
        // What cannot be in any array is refused by the front end.
        let rows = [
            format!("let k = {index}; data[i] = 7u; data[k] = 9u;"),
            format!("let k = {index}; data[k] += 9u; data[i] = 7u;"),
            format!("let p = &data[{index}]; *p = 9u; data[i] = 7u;"),
            format!("let k = {index}; if i % 2u == 0u {{ data[k] = 9u; }} data[i] = 7u;"),
            format!("data[{index}] = 9u; data[i] = 7u;"),
        ];
        for body in rows {
            check("", &body, Want::RefusedOr(&[7; 64]));
        }
        let read = format!("let k = {index}; data[i] = data[k] * 1u;");
        check("", &read, Want::Ended);
    }
}

#[test]
fn parts_outside_storage_are_outside() {
    let tops = [
        "struct S { a: u32, b: array<u32> }
         @group(0) @binding(0) var<storage, read_write> data: S;",
        "struct S { a: u32, b: array<vec3<u32>> }
         @group(0) @binding(0) var<storage, read_write> data: S;",
        "struct T { x: u32, y: array<u32, 3>, z: mat3x3<f32> }
         struct S { a: u32, b: array<T> }
         @group(0) @binding(0) var<storage, read_write> data: S;",
        "struct S { a: u32, b: array<array<array<u32, 5>, 3>> }
         @group(0) @binding(0) var<storage, read_write> data: S;",
    ];
    let parts = ["", ".z", ".y[2]", "[2][4]"];
    let places = [
        "0x3fffffffu",
        "0x0fffffffu",
        "0x10000000u",
        "0x20000000u",
        "0x04924924u",
        "0x33333333u",
        "0xffffffffu",
        "71582788u",
        "47721858u",
    ];
    for (at, top) in tops.iter().enumerate() {
        for place in places {
            for index in [place.to_owned(), format!("({place} + i - i)")] {
                let body = format!("data.b[{index}]{} = 9u;", parts[at]);
                check(top, &body, Want::RefusedOr(&window()));
                let body = format!("data.a = data.b[{index}]{};", parts[at]);
                check(top, &body, Want::RefusedOr(&window()));
            }
        }
    }
}

#[test]
fn parts_of_vectors_and_arrays_are_never_others() {
    // What is read there is the zero or an element of the same value, all of them sevens.
    let tops = ["", "var<private> a: array<u32, 3>;", "var<workgroup> a: array<u32, 3>;"];
    for top in tops {
        for index in ["i + 3u", "i * 0x40000000u + 3u", "i - 64u", "i32(i) - 64"] {
            let own = if top.is_empty() { "var a: array<u32, 3>;" } else { "" };
            let fill = "for (var k = 0u; k < 3u; k++) { a[k] = 7u; } workgroupBarrier();";
            let body = format!(
                "{own} {fill} let k = {index}; a[k] = 7u; let v = a[k];
                 data[i] = select(1u, 0u, v == 0u || v == 7u);"
            );
            check(top, &body, Want::Ran(&[0; 64]));
        }
    }
    let rows = [
        "var v = vec4(7u); v[k] = 7u; r = v[k];",
        "let v = vec3(7u); r = v[k];",
        "var v = mat4x4<f32>(); v[k] = vec4(7.0); v[k][k] = 7.0; r = u32(v[k][k]);",
        "var v: array<array<vec2<u32>, 3>, 5>; v[k][k][k] = 7u; r = v[k][k][k];",
        "var v = array<u32, 20>(); v[k] = 7u; r = v[k];",
        "let v = array(7u, 7u, 7u, 7u, 7u, 7u, 7u, 7u, 7u, 7u); r = v[k];",
        "let v = array(7lu, 7lu, 7lu); r = u32(v[k]);",
        "var v: array<f64, 9>; v[k] = 7.0lf; r = u32(v[k]);",
        "var v: array<bool, 9>; v[k] = true; r = select(0u, 7u, v[k]);",
        "let p = &uni; r = select(0u, 7u, (*p)[k] > 100u);",
    ];
    for row in rows {
        for index in ["i + 30u", "0xffffffffu - i", "0x80000000u + i", "i << 26u | 64u"] {
            let body = format!(
                "let k = {index}; var r = 0u; {row} data[i] = select(1u, 0u, r == 0u || r == 7u);"
            );
            check("", &body, Want::Ran(&[0; 64]));
        }
    }
}

#[test]
fn atomics_outside_do_nothing() {
    let top = "@group(0) @binding(0) var<storage, read_write> data: array<atomic<u32>>;
               var<workgroup> w: array<atomic<u32>, 4>;";
    let calls = [
        "atomicAdd(AT, 1u)",
        "atomicMax(AT, 99u)",
        "atomicMin(AT, 0u)",
        "atomicExchange(AT, 5u)",
        "atomicXor(AT, 5u)",
        "atomicCompareExchangeWeak(AT, 0u, 5u).old_value",
        "atomicLoad(AT)",
    ];
    for call in calls {
        for place in ["&data[i + 64u]", "&data[0xffffffffu - i]", "&data[i * 4u + 0x40000000u]"] {
            let body = format!("let r = {};", call.replace("AT", place));
            check(top, &body, Want::Ran(&window()));
        }
        let body =
            format!("let r = {}; atomicStore(&data[i], r);", call.replace("AT", "&w[i + 4u]"));
        check(top, &body, Want::Ran(&[0; 64]));
    }
    let wide = "@group(0) @binding(0) var<storage, read_write> data: array<atomic<u64>>;";
    for place in ["&data[i + 32u]", "&data[0xffffffffu - i]", "&data[i + 0x20000000u]"] {
        for call in ["atomicAdd(AT, 1lu)", "atomicMax(AT, 99lu)", "atomicStore(AT, 1lu)"] {
            let body = format!("{};", call.replace("AT", place));
            check(wide, &body, Want::Ran(&window()));
        }
    }
}

#[test]
fn bindings_smaller_than_their_type_are_refused() {
    let rows = [
        "@group(0) @binding(0) var<storage, read_write> data: array<u32, 65>;",
        "@group(0) @binding(0) var<storage, read_write> data: array<u32, 200000000>;",
        "struct S { a: array<u32, 64>, b: array<u32> }
         @group(0) @binding(0) var<storage, read_write> data: S;",
        "@group(0) @binding(0) var<storage, read_write> data: array<array<u32, 65>>;",
    ];
    for top in rows {
        let body = if top.contains("struct") {
            "data.a[i] = 1u;"
        } else if top.contains("array<array") {
            "data[0][i] = 1u;"
        } else {
            "data[i] = 1u;"
        };
        check(top, body, Want::Refused("size"));
    }
    let uniform = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
                   @group(0) @binding(1) var<uniform> uni: array<vec4<u32>, 2>;";
    check(uniform, "data[i] = uni[1].x;", Want::Refused("size"));
}

#[test]
fn races_end() {
    let rows = [
        "data[0] = i;",
        "data[i / 2u] = i;",
        "data[(i + 1u) % 64u] = data[i];",
        "for (var k = 0u; k < 50u; k++) { data[(i * 7u + k) % 64u] += data[(i + k) % 64u] + 1u; }",
        "data[i % 3u] += 1u; storageBarrier(); data[i] = data[i % 3u];",
        "if data[0] == 0u { data[0] = 1u; } else { data[0] = 0u; }",
    ];
    for body in rows {
        check_grid("", body, [2000, 1, 1], Want::Ended);
    }
    let halves = "enable f16;
        @group(0) @binding(0) var<storage, read_write> data: array<f16>;";
    check_grid(halves, "data[i] = f16(i); data[i / 2u] += 1.0h;", [500, 1, 1], Want::Ended);
    let wide = "@group(0) @binding(0) var<storage, read_write> data: array<u64>;";
    check_grid(wide, "data[i / 4u] += u64(i); data[0] = data[31];", [500, 1, 1], Want::Ended);
    let top = "@group(0) @binding(0) var<storage, read_write> data: array<atomic<u32>>;";
    let body = "atomicStore(&data[0], 0u); atomicAdd(&data[i % 2u], i); atomicMax(&data[i], 3u);";
    check_grid(top, body, [2000, 1, 1], Want::Ended);
}
