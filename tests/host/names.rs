//! Names: whatever the engine calls its own things, a user may call theirs.

use kernel_engine::{Kernel, element};

use crate::support::none;

element! {
    /// Fields may be called like anything but keywords.
    struct Pair { length: f32, step: f32 }
}

/// Words that generated code uses behind `engine_`, and functions of WGSL.
const WORDS: [&str; 26] = [
    "params", "body", "group", "position", "start", "end", "unit", "number", "local", "count",
    "fault", "probe", "first", "here", "extent", "stride", "array_a", "array", "length", "dst0",
    "in0", "out0", "zero", "distance", "step", "max",
];

/// Names that a kind of kernel takes for itself are refused by name; all others build.
fn check(built: impl Fn(&str) -> Result<(), kernel_engine::Error>) {
    let mut faults = Vec::new();
    for word in WORDS {
        if let Err(error) = built(word) {
            let text = error.to_string();
            if !text.contains(&format!("the name `{word}`")) {
                faults.push(format!("{word}: {text}"));
            }
        }
    }
    none(faults);
}

#[test]
fn a_storage_or_parameter_is_called_like_a_thing_of_the_engine() {
    let map = |text: &str| Kernel::map::<f32, f32>(text);
    check(|w| map(&format!("dst = src + {w}(i);")).array::<f32>(w).build().map(drop));
    check(|w| map(&format!("dst = src + {w};")).input::<f32>(w).build().map(drop));
    check(|w| map(&format!("dst = src + {w};")).param::<f32>(w).build().map(drop));
    check(|w| map(&format!("dst = src; {w} = src;")).output::<f32>(w).build().map(drop));
    check(|w| {
        let text = format!("{w}_set(i, id.x + {w}(i));");
        Kernel::compute(&text).output::<u32>(w).workgroup_size((8, 8)).build().map(drop)
    });
    check(|w| Kernel::compute(&format!("{w}_add(i, 1u);")).atomic::<u32>(w).build().map(drop));
}

#[test]
fn halves_and_packed_numbers_need_no_words_of_permission() {
    for snippet in [
        "dst = f32(src + 1.5h);",
        "let v = vec2h(1.0h, 2.0h); dst = f32(v.x * src);",
        "dst = quantizeToF16(f32(src));",
        "dst = unpack2x16float(pack2x16float(vec2<f32>(f32(src), 1.0))).x;",
    ] {
        Kernel::map::<kernel_engine::f16, f32>(snippet).build().unwrap();
        let plain = snippet.replace("src + 1.5h", "1.5h").replace("v.x * src", "v.x");
        Kernel::map::<f32, f32>(&plain).build().unwrap();
    }
    Kernel::map::<Pair, f32>("dst = src.length * src.step;").build().unwrap();
}
