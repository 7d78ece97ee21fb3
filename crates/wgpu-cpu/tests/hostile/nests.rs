//! Deep nests: of expressions, blocks, types, and long chains of everything.

use crate::common::{Want, check};

const LARGE: Want<'_> = Want::Refused("too large");

fn around(open: &str, inner: &str, close: &str, depth: usize) -> String {
    open.repeat(depth) + inner + &close.repeat(depth)
}

#[test]
fn deep_expressions_end() {
    for depth in [20, 60, 120, 250, 5000] {
        let rows = [
            around("(", "1u", ")", depth),
            around("-(", "1", ")", depth),
            around("abs(", "-1", ")", depth),
            around("!(", "true", ")", depth),
            around("max(1u, ", "i", ")", depth),
            around("(i + ", "1u", ")", depth),
            around("data[", "0u", "]", depth),
            around("vec4(", "1u", ").x", depth),
            around("select(1u, ", "2u", ", i > 3u)", depth),
            "i+".repeat(depth) + "1u",
            "i*3u-".repeat(depth) + "1u",
            "1u+".repeat(depth) + "1u",
            "data[i]^".repeat(depth) + "1u",
            "-".repeat(depth) + " 1",
        ];
        for row in rows {
            check("", &format!("data[i] = u32({row});"), Want::Ended);
            check(&format!("const c = {row};"), "data[i] = u32(c);", Want::Ended);
            check(&format!("override o: u32 = u32({row});"), "data[i] = o;", Want::Ended);
        }
    }
    let chain = "i+".repeat(5000) + "0u";
    check("", &format!("data[i] = {chain};"), Want::Ran(&[0, 5000, 10_000]));
}

#[test]
fn deep_blocks_are_run_or_refused() {
    let nests = [
        ("{", "}"),
        ("if true {", "}"),
        ("if i < 70u {", "}"),
        ("if data[3] == 3u {", "}"),
        ("if i > 70u {} else {", "}"),
        ("loop {", "break; }"),
        ("loop { if i > 70u { break; }", "break; }"),
        ("for (var k = 0u; k < 1u; k++) {", "}"),
        ("for (var k = 0u; k < i; k++) {", "break; }"),
        ("while true {", "break; }"),
        ("switch 1u { case 1u: {", "} default: {} }"),
        ("switch i { default: {", "} case 99u: {} }"),
        ("loop { continuing {", "break if true; } }"),
    ];
    for (open, close) in nests {
        for depth in [10, 30, 60, 64] {
            check("", &around(open, "data[0] = 7u;", close, depth), Want::Ended);
        }
        for depth in [130, 400, 3000] {
            check("", &around(open, "data[0] = 7u;", close, depth), Want::Refused(""));
        }
    }
    check("", &around("if i < 70u {", "data[0] = 7u;", "}", 60), Want::Ran(&[7]));
    let others = "if i == 99u {} else ".repeat(2000) + "{ data[0] = 7u; }";
    check("", &others, Want::Refused(""));
}

/// Blocks within functions within blocks: each less deep than allowed, together too deep.
#[test]
fn nests_of_calls_are_measured_together() {
    for (open, close) in [("if i < 70u {", "}"), ("loop {", "break; }")] {
        let mut text = "fn f0(i: u32) { data[0] = 7u; }".to_owned();
        for k in 1..=12 {
            let call = format!("f{}(i);", k - 1);
            text += &format!("fn f{k}(i: u32) {{ {} }}", around(open, &call, close, 30));
        }
        check(&text, "f2(i);", Want::Ran(&[7]));
        check(&text, "f12(i);", LARGE);
    }
}

#[test]
fn deep_types_end() {
    for depth in [5, 50, 200, 1000] {
        let array = around("array<", "u32", ", 1>", depth);
        check(&format!("var<private> a: {array};"), "data[0] = 7u;", Want::Ended);
        let read = "[i]".repeat(depth);
        let body = format!("a{read} = 1u; data[0] = a{read};");
        check(&format!("var<private> a: {array};"), &body, Want::Ended);
        check(&format!("var<workgroup> a: {array};"), &body, Want::Ended);
        let mut structs = "struct S0 { a: u32 }".to_owned();
        for k in 1..=depth {
            structs += &format!("struct S{k} {{ a: S{} }}", k - 1);
        }
        let member = ".a".repeat(depth + 1);
        for space in ["private", "workgroup"] {
            let top = format!("{structs} var<{space}> s: S{depth};");
            check(&top, &format!("s{member} = 1u; data[0] = s{member};"), Want::Ended);
        }
    }
}

/// Structs that hold the one before twice, so that their size doubles. (The front end walks
/// through them again and again, so some of those below its limit of 2^30 bytes are left out.)
#[test]
fn doubling_types_end() {
    for depth in [8, 14, 20, 32, 40] {
        let mut structs = "struct S0 { a: u32 }".to_owned();
        for k in 1..=depth {
            structs += &format!("struct S{k} {{ a: S{p}, b: S{p} }}", p = k - 1);
        }
        let member = ".b".repeat(depth) + ".a";
        for space in ["private", "workgroup"] {
            let top = format!("{structs} var<{space}> s: S{depth};");
            let want = if depth > 14 { Want::Refused("") } else { Want::Ended };
            check(&top, &format!("s{member} = 1u; data[0] = s{member};"), want);
        }
        let top = format!(
            "{structs} struct D {{ x: u32, s: S{depth} }}
             @group(0) @binding(0) var<storage, read_write> data: D;"
        );
        check(&top, &format!("data.s{member} = data.x;"), Want::Ended);
        let mut arrays = "alias A0 = array<u32, 2>;".to_owned();
        for k in 1..=depth {
            arrays += &format!("alias A{k} = array<A{}, 2>;", k - 1);
        }
        let top = format!("{arrays} var<private> a: A{depth};");
        check(&top, &format!("a{} = 1u;", "[i]".repeat(depth + 1)), Want::Ended);
    }
}

#[test]
fn long_kernels_end() {
    let assign: String = (0..4000).map(|k| format!("data[{k}u % 64u] += {k}u;")).collect();
    check("", &assign, Want::Ended);
    let chain: String = (1..3000).map(|k| format!("let x{k} = x{} * 3u + i;", k - 1)).collect();
    check("", &format!("let x0 = i; {chain} data[i] = x2999;"), Want::Ended);
    let locals: String = (0..5000).map(|k| format!("var v{k} = i + {k}u;")).collect();
    let sum: String = (0..5000).map(|k| format!("s += v{k};")).collect();
    check("", &format!("{locals} var s = 0u; {sum} data[i] = s;"), Want::Ran(&[12_497_500]));
    // Every variable turns out to be a row only when the one after it did.
    let locals: String = (0..1500).map(|k| format!("var v{k} = 0u;")).collect();
    let moves: String = (1..1500).map(|k| format!("v{} = v{k};", k - 1)).collect();
    let more = "x = x * 3u + k;".repeat(10_000);
    let body = format!(
        "{locals} var x = 0u; for (var k = 0u; k < 3u; k++) {{ {moves} v1499 = i; {more} }}
         data[i] = v0;"
    );
    check("", &body, Want::Ran(&[0; 64]));
    let cases: String =
        (0..6000).map(|k| format!("case {k}u: {{ data[i] = {}u; }}", k + 5)).collect();
    let body = format!("switch i * 3u {{ {cases} default: {{}} }}");
    check("", &body, Want::Ran(&[5, 8, 11]));
    let body = format!("switch data[9] {{ {cases} default: {{}} }}");
    check("", &body, Want::Ran(&[14; 64]));
    let functions: String =
        (0..3000).map(|k| format!("fn f{k}(x: u32) -> u32 {{ return x + {k}u; }}")).collect();
    let calls: String = (0..3000).map(|k| format!("x = f{k}(x);")).collect();
    check(&functions, &format!("var x = i; {calls} data[i] = x;"), Want::Ran(&[4_498_500]));
    let ifs: String =
        (0..4000).map(|k| format!("if data[i] == {k}u {{ data[i] += 1u; }}")).collect();
    check("", &ifs, Want::Ran(&[4000; 64]));
    let loops: String =
        (0..2000).map(|_| "for (var k = 0u; k < i; k++) { data[i] ^= k; }").collect();
    check("", &loops, Want::Ended);
}
