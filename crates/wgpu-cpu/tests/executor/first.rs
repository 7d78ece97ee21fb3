//! The simplest kernels.
use crate::common::*;

#[test]
fn copies_and_adds() {
    check("", "r = x + 1u;", |_, x| x.wrapping_add(1));
    check("", "r = x * i;", |i, x| x.wrapping_mul(i));
}

#[test]
fn branches_and_loops() {
    check("", "if (x > 1000u) { r = 1u; } else { r = 2u; }", |_, x| if x > 1000 { 1 } else { 2 });
    check("", "for (var k = 0u; k < (x & 15u); k++) { r += k; }", |_, x| (0..x & 15).sum());
    check(
        "",
        "for (var k = 0u; k < 10u; k++) { if (k == (x & 7u)) { continue; } r += k; if (r > 20u) { break; } }",
        |_, x| {
            let mut r = 0;
            for k in 0..10 {
                if k == x & 7 {
                    continue;
                }
                r += k;
                if r > 20 {
                    break;
                }
            }
            r
        },
    );
}
