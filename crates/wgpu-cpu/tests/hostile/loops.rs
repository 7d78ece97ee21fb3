//! Loops without end, calls without end, barriers that not all reach.

use crate::common::{Want, check, check_grid};

const ENDLESS: Want<'_> = Want::Lost("kernel `main`: a loop exceeds its budget");
const APART: Want<'_> = Want::Lost("kernel `main`: a barrier is not reached by all invocations");

#[test]
fn endless_loops_lose_the_device() {
    let rows = [
        "loop {}",
        "while true {}",
        "for (;;) {}",
        "loop { continue; }",
        "loop { if false { break; } }",
        "loop { data[i] += 1u; }",
        "loop { data[0] += 1u; if data[1] == 77u { break; } }",
        "loop { continuing { data[0] += 1u; } }",
        "loop { continuing { break if data[0] == 77u; } }",
        // Only some lanes ever leave.
        "loop { if i < 63u { break; } }",
        "loop { if i == 0u { return; } }",
        "while i % 2u == 1u {}",
        "if i == 63u { loop {} }",
        "for (var k = i; k != 7u; k += 2u) {}",
        "loop { if i == 3u { continue; } break; }",
        "loop { continuing { break if i != 40u; } }",
        // Loops in loops, in switches, under masks.
        "loop { loop { loop { break; } } }",
        "loop { for (var k = 0u; k < 3u; k++) { data[k] += 1u; } }",
        "for (var k = 0u; k < 4294967295u; k++) { for (var j = 0u; j < 4294967295u; j++) {} }",
        "loop { switch i { case 1u: { break; } default: { continue; } } }",
        "switch i { case 5u: { loop {} } default: {} }",
        "loop { var x = data[i]; if x > 5u { if x > 6u { continue; } break; } }",
        // Counters that pass by their end.
        "for (var k = 10u; k >= 0u; k--) { data[1] = k; }",
        "for (var k = 0.0; k < 20000000.0; k += 1.0) { data[1] = u32(k); }",
        "var f = 1.0; while f != 0.5 { f = f * 1.0; }",
        "var nan = bitcast<f32>(data[0] + 0x7fc00000u); while nan != nan { data[1] += 1u; }",
        // A value that another lane would have to write, and does not.
        "while data[63] == 63u { if i == 99u { data[63] = 0u; } }",
    ];
    for body in rows {
        for groups in [[1, 1, 1], [5000, 3, 1]] {
            check_grid("", body, groups, ENDLESS);
        }
    }
}

#[test]
fn endless_loops_in_functions_lose_the_device() {
    let rows = [
        ("fn f() { loop {} }", "f();"),
        ("fn f() { loop { data[0] += 1u; } }", "loop { f(); }"),
        ("fn f(i: u32) { loop { if i != 9u { return; } } }", "f(i);"),
        ("fn f(i: u32) { while data[i] != 5u { if i > 5u { return; } } }", "loop { f(i); }"),
        (
            "fn f(i: u32) -> u32 { loop { if i != 9u { return 1u; } } return 2u; }",
            "data[i] = f(i);",
        ),
        ("fn f(p: ptr<function, u32>) { loop { *p += 1u; } }", "var x = 0u; f(&x);"),
        ("fn g() {} fn f() { loop { g(); } }", "f();"),
        ("var<workgroup> w: atomic<u32>;", "while atomicLoad(&w) < 65u { atomicStore(&w, i); }"),
        ("var<private> p: u32;", "loop { p += 1u; if p == 0u { break; } }"),
    ];
    for (top, body) in rows {
        check(top, body, ENDLESS);
    }
}

#[test]
fn loops_that_end_are_let_alone() {
    let rows: [(&str, &[u32]); 5] = [
        ("for (var k = 0u; k < 9999u; k++) { data[i] += 1u; }", &[9999, 10_000]),
        ("for (var k = 0u; k < i * 100u; k++) { data[i] += 1u; }", &[0, 101]),
        ("var k = 0u; loop { k++; if k == 300u { break; } } data[i] = k;", &[300; 64]),
        ("loop { break; } while false {} for (; false;) {} data[i] = 1u;", &[1; 64]),
        ("loop { return; }", &[0, 1, 2]),
    ];
    for (body, words) in rows {
        check_grid("", body, [1, 1, 1], Want::Ran(words));
    }
}

#[test]
fn recursion_is_refused() {
    let rows = [
        ("fn f() { f(); }", "f();"),
        ("fn f() { g(); } fn g() { f(); }", "f();"),
        ("fn f(n: u32) -> u32 { if n == 0u { return 1u; } return f(n - 1u); }", "data[0] = f(3u);"),
    ];
    for (top, body) in rows {
        check(top, body, Want::Refused(""));
    }
}

/// `depth` functions, each of which calls the one before `times` times.
fn calls(depth: usize, times: usize, first: &str) -> String {
    let mut text = format!("fn f0(i: u32) {{ {first} }}\n");
    for k in 1..=depth {
        let call = format!("f{}(i); ", k - 1);
        text += &format!("fn f{k}(i: u32) {{ {} }}\n", call.repeat(times));
    }
    text
}

#[test]
fn calls_that_multiply_are_refused() {
    let large = Want::Refused("too large");
    let firsts = ["", "data[0] += 1u;", "if i == 3u { return; } data[i] = 1u;", "loop {}"];
    for first in firsts {
        check(&calls(30, 2, first), "f30(i);", large);
        check(&calls(12, 10, first), "f12(i);", large);
        check(&calls(200, 1, first), "f200(i);", large);
    }
    let deep = "if i < 70u { ".repeat(40) + "data[0] = 1u;" + &"}".repeat(40);
    check(&calls(20, 1, ""), &format!("{deep} f20(i);"), Want::Ran(&[1]));
    let each = "if i < 7u { for (var k = 0u; k < 2u; k++) { f(i); } }";
    let mut text = "fn f0(i: u32) { data[0] = 1u; }".to_owned();
    for k in 1..60 {
        text += &format!("fn f{k}(i: u32) {{ {} }}\n", each.replace("f(", &format!("f{}(", k - 1)));
    }
    check(&text, "f59(i);", Want::Ended);
    check(&text, "f40(i);", ENDLESS);
}

#[test]
fn parted_barriers_lose_the_device() {
    let rows = [
        "if i < 20u { workgroupBarrier(); }",
        "if i == 63u { return; } workgroupBarrier();",
        "for (var k = 0u; k < i; k++) { workgroupBarrier(); }",
        "switch i { case 1u: { storageBarrier(); } default: {} }",
        "loop { if i == data[5] { break; } workgroupBarrier(); if data[6] == 6u { break; } }",
        "if data[i] % 2u == 0u { workgroupBarrier(); } else { workgroupBarrier(); }",
        "loop { if i < 5u { continue; } workgroupBarrier(); break; }",
    ];
    for body in rows {
        for groups in [[1, 1, 1], [3000, 1, 1]] {
            check_grid("", body, groups, APART);
        }
    }
    let top = "var<workgroup> w: u32;";
    let body = "if i > 3u { data[0] = workgroupUniformLoad(&w); }";
    check(top, body, APART);
    check("fn f(i: u32) { if i > 3u { return; } workgroupBarrier(); }", "f(i);", APART);
}
