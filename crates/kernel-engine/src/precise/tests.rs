//! What becomes of a module, as WGSL written anew.

use naga::back::wgsl::{WriterFlags, write_string};
use naga::valid::{Capabilities, ValidationFlags, Validator};

use super::*;
use crate::kernel::{Kernel, KernelBuilder};

/// The text of a kernel whose mathematics are ours.
fn text<S>(builder: KernelBuilder<S>) -> String {
    let kernel = builder.build().unwrap();
    let variant = assemble::Variant { precise: true, ..Default::default() };
    let assembled = kernel.inner.variant(&variant).unwrap();
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    let info = validator.validate(&assembled.module).unwrap();
    write_string(&assembled.module, &info, WriterFlags::empty()).unwrap()
}

/// One function of a text, its values numbered from 0.
fn function(text: &str, name: &str) -> String {
    let start = text.find(&format!("fn {name}(")).unwrap_or_else(|| panic!("{name} in {text}"));
    let end = text[start..].find("\n}").unwrap_or_default();
    let text = &text[start..start + end + 2];
    let mut parts = text.split("_e");
    let mut numbered = parts.next().unwrap_or_default().to_owned();
    let mut known: Vec<&str> = Vec::new();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = part.split_at(digits);
        if number.is_empty() {
            numbered += &format!("_e{rest}");
            continue;
        }
        let at = known.iter().position(|one| *one == number).unwrap_or(known.len());
        if at == known.len() {
            known.push(number);
        }
        numbered += &format!("_e{at}{rest}");
    }
    numbered
}

#[test]
fn functions_become_calls() {
    let text = text(Kernel::map::<f32, f32>("dst = src + tan(cos(sin(src * src)));"));
    let expected = "\
fn engine_body(i: u32, len: u32, src: f32) {
    {
        let _e0 = engine_sin((src * src));
        let _e1 = engine_unit_cos(_e0);
        let _e2 = engine_unit_tan(_e1);
        dst = (src + _e2);
        return;
    }
}";
    assert_eq!(function(&text, "engine_body"), expected);
    // What none of the three needs is not there.
    assert!(!text.contains("engine_exp") && !text.contains("_vec"), "{text}");
}

#[test]
fn what_is_not_ours_stays() {
    let kernel = Kernel::map::<f32, f32>("dst = sin(src) + f32(i / 2u) + inverseSqrt(src) % 2.0;")
        .preamble("fn sin(x: f32) -> f32 { return x; }")
        .build()
        .unwrap();
    assert!(!kernel.inner.wants_precision());
    let half = Kernel::map::<crate::f16, crate::f16>("dst = exp(src) / src;").build().unwrap();
    assert!(!half.inner.wants_precision());
    let fast = Kernel::map::<f32, f32>("dst = exp(src);").fast_math();
    assert!(!fast.build().unwrap().inner.wants_precision());
}

/// Each function, of numbers and of vectors, is in the library and makes a valid module.
#[test]
fn every_function_is_there() {
    for name in FUNCTIONS.iter().map(|(_, name)| *name) {
        let call = if OF_TWO.contains(&name) { "(src, src)" } else { "(src)" };
        let snippet = format!("dst = {name}{call} / src;");
        let kernels = [
            text(Kernel::map::<f32, f32>(&snippet)),
            text(Kernel::map::<[f32; 2], [f32; 2]>(&snippet)),
            text(Kernel::map::<[f32; 3], [f32; 3]>(&snippet)),
            text(Kernel::map::<[f32; 4], [f32; 4]>(&snippet)),
        ];
        // naga writes an underscore behind names that end with a digit.
        for (text, size) in kernels.iter().zip(["", "_vec2", "_vec3", "_vec4"]) {
            let body = function(text, "engine_body").replace("_(", "(");
            assert!(body.contains(&format!("engine_{name}{size}(")), "{body}");
            assert!(body.contains(&format!("engine_divide{size}(")), "{body}");
        }
    }
}
