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

/// One function of a text.
fn function<'a>(text: &'a str, name: &str) -> &'a str {
    let start = text.find(&format!("fn {name}(")).unwrap_or_else(|| panic!("{name} in {text}"));
    let end = text[start..].find("\n}").unwrap_or_default();
    &text[start..start + end + 2]
}

#[test]
fn functions_become_calls() {
    let text = text(Kernel::map::<f32, f32>("dst = src + tan(cos(sin(src * src)));"));
    let expected = "\
fn engine_body(i: u32, len: u32, src: f32) {
    {
        let _e3 = engine_sin((src * src));
        let _e4 = engine_cos(_e3);
        let _e5 = engine_tan(_e4);
        dst = (src + _e5);
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
        for (text, size) in kernels.iter().zip(["", "_vec2", "_vec3", "_vec4"]) {
            let body = function(text, "engine_body");
            assert!(body.contains(&format!("engine_{name}{size}(")), "{body}");
            assert!(body.contains(&format!("engine_divide{size}(")), "{body}");
        }
    }
}
