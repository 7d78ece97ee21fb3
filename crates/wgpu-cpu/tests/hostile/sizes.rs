//! Huge arrays, structs and bindings of every kind.

use crate::common::{Want, check};

#[test]
fn huge_variables_are_refused() {
    let lens = ["65537", "100000", "1000000", "268435455", "268435456", "1073741823", "4294967295"];
    for len in lens {
        for ty in ["u32", "vec4<f32>", "mat4x4<f32>", "bool", "u64", "array<u32, 100>"] {
            let array = format!("array<{ty}, {len}>");
            let use_it = "var b = a[i]; a[0] = b; data[0] = 1u;";
            for space in ["private", "workgroup"] {
                let top = format!("var<{space}> a: {array};");
                check(&top, use_it, Want::Refused(""));
                // Whole, as one value.
                check(&top, "let b = a; a = b; a = a;", Want::Ended);
            }
            check("", &format!("var a: {array}; {use_it}"), Want::Refused(""));
            check("", &format!("var a = {array}(); a[0] = a[i];"), Want::Refused(""));
            check("", &format!("let a = {array}(); let b = a[i]; data[0] = 1u;"), Want::Ended);
            check(&format!("const a = {array}();"), "let b = a[i]; data[0] = 1u;", Want::Ended);
            let storage = format!("@group(0) @binding(0) var<storage, read_write> data: {array};");
            check(&storage, "let b = data[i]; data[i] = b;", Want::Refused(""));
            check(&storage, "data = data;", Want::Refused(""));
        }
        let uniform = format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
             @group(0) @binding(1) var<uniform> uni: array<vec4<u32>, {len}>;"
        );
        check(&uniform, "data[i] = uni[i].x;", Want::Refused(""));
    }
}

#[test]
fn sizes_by_override_are_refused_or_run() {
    for n in ["4294967295u", "1000000u", "0u", "64u", "64u / (m - 1u)", "m << 31u", "m - 2u"] {
        let top = format!(
            "override m: u32 = 1u; override n: u32 = {n};
             var<workgroup> a: array<u32, n>;"
        );
        let want = if n == "64u" { Want::Ran(&[1; 64]) } else { Want::Refused("") };
        check(&top, "a[i] = 1u; data[i] = a[i];", want);
    }
    let top = "override m: f32 = 1e38; override n: u32 = u32(m * 10.0);";
    check(top, "data[i] = n;", Want::Ended);
}

#[test]
fn many_large_variables_are_refused_soon() {
    let arrays: String = (0..3000).map(|k| format!("var a{k}: array<u32, 16000>;")).collect();
    check("", &format!("{arrays} data[0] = a7[i];"), Want::Refused("too large"));
    let uses: String = (0..3000).map(|k| format!("a{k}[i] = 1u;")).collect();
    check("", &format!("{arrays} {uses}"), Want::Refused("too large"));
    let globals: String =
        (0..500).map(|k| format!("var<private> a{k}: array<u32, 16000>;")).collect();
    let uses: String = (0..500).map(|k| format!("a{k}[i] = 1u;")).collect();
    check(&globals, &uses, Want::Refused("too large"));
    let copies: String = (0..2000).map(|_| "a = b; b = a;").collect();
    let top = "var<private> a: array<u32, 16000>; var<private> b: array<u32, 16000>;";
    check(top, &copies, Want::Refused("too large"));
    // Values of that size that pass through functions.
    let top = "alias A = array<u32, 16000>; fn f(a: A) -> A { var b = a; b[3] = a[4]; return b; }";
    check(top, &format!("var a: A; {}", "a = f(a);".repeat(500)), Want::Refused("too large"));
}

#[test]
fn giant_structs_end() {
    for members in [100, 1000, 5000, 16_000, 17_000] {
        let list: String = (0..members).map(|k| format!("m{k}: u32,")).collect();
        let last = members - 1;
        let top = format!("struct S {{ {list} }} var<private> s: S;");
        check(&top, &format!("s.m{last} = i; data[i] = s.m{last};"), Want::Ended);
        check(&top, "var t = s; t.m3 = i; s = t; data[i] = s.m3;", Want::Ended);
        let top = format!("struct S {{ {list} }} var<workgroup> s: S;");
        check(&top, &format!("s.m{last} = 3u; data[i] = s.m{last};"), Want::Ended);
        let top = format!("struct S {{ {list} }} fn f(s: S) -> S {{ return s; }}");
        check(&top, "var s: S; s.m3 = i; s = f(f(f(s))); data[i] = s.m3;", Want::Ended);
    }
}

#[test]
fn constant_arrays_end() {
    for len in [100, 5000, 16_384, 17_000] {
        let list: String = (0..len).map(|k| format!("{k}u,")).collect();
        let top = format!("const a = array({list});");
        let want = if len < 17_000 { Want::Ran(&[3, 4]) } else { Want::Ended };
        check(&top, "data[i] = a[i + 3u];", want);
        check("", &format!("let a = array({list}); data[i] = a[i + 3u];"), want);
        check("", &format!("var a = array({list}); data[i] = a[i + 3u];"), want);
    }
}

#[test]
fn workgroups_too_large_are_refused() {
    for size in ["1025", "1024, 2", "64, 64, 64", "65536, 65536, 65536", "0", "4294967295"] {
        let top = format!(
            "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
             @compute @workgroup_size({size}) fn main() {{ data[0] = 1u; }}"
        );
        check(&top, "", Want::Refused(""));
    }
}
