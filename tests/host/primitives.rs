//! Primitives: what is told about their snippets, and what they cannot be given.

use kernel_engine::{Error, Kernel, KernelBuilder, Reduce};

kernel_engine::element! {
    struct Four { a: [f64; 4], b: [f64; 4], c: [f64; 4], d: [f64; 4] }
}
kernel_engine::element! {
    struct Huge { a: Four, b: Four, c: Four, d: Four, e: [f32; 4] }
}
const HUGE: Huge = {
    let four = Four { a: [0.0; 4], b: [0.0; 4], c: [0.0; 4], d: [0.0; 4] };
    Huge { a: four, b: four, c: four, d: four, e: [0.0; 4] }
};

/// A sum of floats, with a snippet in the place of the map.
fn mapped(map: &str) -> KernelBuilder<Reduce<u32, f32>> {
    Kernel::reduce("dst = a + b;", 0.0f32).map::<u32>(map)
}

fn by(operator: &str) -> Option<Error> {
    Kernel::reduce(operator, 0.0f32).build().err()
}

#[test]
fn a_wrong_snippet_is_shown_in_its_own_lines() {
    let rows = [
        (
            by("dst = a + c;"),
            "operator of `reduce`:1:11",
            "`c` is not known here",
            "in scope are a, b, dst",
        ),
        (by("let sum = a + b;\ndst = sum +;"), "operator of `reduce`:2:12", "", ""),
        (
            by("dst = src;"),
            "operator of `reduce`:1:7",
            "`src` is not known here",
            "in scope are a, b, dst",
        ),
        (
            by("let sum = a + b;"),
            "operator of `reduce`:1:",
            "`dst` is never assigned",
            "`dst = ..;`",
        ),
        (by("workgroupBarrier(); dst = a + b;"), "operator of `reduce`:1:1", "barrier", ""),
        (by("dst = a + b;\n}"), "operator of `reduce`:2:1", "closes nothing", ""),
        (mapped("dst = src;").build().err(), "map of `reduce`:1:7", "u32", "f32(src)"),
        (
            mapped("dst = a;").build().err(),
            "map of `reduce`:1:7",
            "`a` is not known here",
            "in scope are src, i, len, dst",
        ),
        (
            mapped("let x = f32(src);").build().err(),
            "map of `reduce`:1:",
            "`dst` is never assigned",
            "",
        ),
        (
            Kernel::scan("dst = a - c;", 0u32).build().err(),
            "operator of `scan`:1:11",
            "`c` is not known here",
            "",
        ),
        (
            Kernel::filter::<f32>("dst = src;").build().err(),
            "predicate of `filter`:1:7",
            "f32",
            "src != 0.0",
        ),
        (
            Kernel::filter::<f32>("dst = a > 0.0;").build().err(),
            "predicate of `filter`:1:7",
            "`a` is not known here",
            "in scope are src, i, len, dst",
        ),
        (
            Kernel::histogram::<f32>("dst = src;", 5).label("ages").build().err(),
            "bin of `ages`:1:7",
            "f32",
            "u32(src)",
        ),
    ];
    for (error, place, message, hint) in rows {
        let text = match error {
            Some(Error::Snippet(error)) => error.to_string(),
            other => panic!("{other:?} at {place}"),
        };
        for part in [place, message, hint] {
            assert!(text.contains(part), "`{part}` is not in\n{text}");
        }
        assert!(!text.contains("engine_"), "{text}");
    }
}

#[test]
fn a_function_of_a_preamble_may_assign_the_result() {
    let helper = "fn put(x: f32) { dst = x; }";
    Kernel::reduce("put(a + b);", 0.0f32).preamble(helper).build().unwrap();
    mapped("put(f32(src));").preamble(helper).build().unwrap();
}

#[test]
fn what_no_primitive_takes_is_refused() {
    let sum = || Kernel::reduce("dst = a + b;", 0.0f32);
    let rows = [
        (sum().output::<f32>("out").build().err(), "`out`"),
        (sum().atomic::<u32>("seen").build().err(), "`seen`"),
        (sum().workgroup_size(64).build().err(), "leave `.workgroup_size` out"),
        (sum().param::<f32>("b").build().err(), "`b` stands for two things"),
        (sum().array::<f32>("dst").build().err(), "`dst` stands for two things"),
    ];
    let huge = Kernel::reduce("dst = a;", HUGE).build().err();
    for (error, part) in rows.into_iter().chain([(huge, "544 bytes")]) {
        match error {
            Some(error @ Error::Declaration { .. }) => {
                assert!(error.to_string().contains(part), "{error}");
            }
            other => panic!("{other:?} instead of {part}"),
        }
    }
}
