//! What the engine would write around a file, with empty bodies.

use crate::header::Header;

/// What `engine/probe.wgsl` and the files of `precise` find in a kernel; the header's way of saying
/// things has no word for it.
const PROBE: &str = "
struct engine_Params { engine_kernel: u32, engine_zero: u32 }
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read_write> engine_fault: array<atomic<u32>>;
";

/// What the stages of reductions and scans find, here those of an `f32` without a map.
const TILE: &str = "
alias engine_Value = f32;
const engine_lanes = 256u;
const engine_rows = 8u;
const engine_pitch = 9u;
var<workgroup> engine_slots: array<engine_Value, 2304>;
var<workgroup> engine_runs: array<engine_Value, 512>;
fn engine_combine(a: engine_Value, b: engine_Value) -> engine_Value { return a + b; }
";

/// Adds declarations of what the header of the file `path` names, each once, but not of what is in
/// the `body` itself.
pub(crate) fn provide(path: &str, header: &Header<'_>, body: &str, provided: &mut String) {
    let mut add = |text: &str| {
        if !provided.contains(text) {
            provided.push_str(text);
        }
    };
    match path {
        "engine/slot" | "engine/reduce" | "engine/scan" => return add(TILE),
        _ if path == "engine/probe" || path.starts_with("precise/") => return add(PROBE),
        _ => {}
    }
    for (kind, name) in header.items() {
        if !body.contains(&format!("fn {name}(")) {
            declaration(path, kind, name).split_inclusive('\n').for_each(&mut add);
        }
    }
}

/// What a kernel of the engine's own sorts by.
const KEY: &str = "alias Key = u32;\n";

fn declaration(path: &str, kind: &str, name: &str) -> String {
    if (kind, name) == ("", "again") {
        return "fn again() {}\n".to_owned();
    }
    if let Some(arguments) = kind.strip_prefix("function<") {
        let (first, more) = arguments.split_once(", ").unwrap_or((arguments, ""));
        let alias = if first == "Key" { KEY } else { "" };
        let result = if first == "Key" { "u32" } else { first };
        let more = if more.is_empty() { String::new() } else { format!(", b: {more}") };
        return format!(
            "{alias}fn {name}(a: {first}{more}) -> {result} {{ return {result}(); }}\n"
        );
    }
    let Some((kind, ty)) = kind.split_once('<') else {
        panic!("{path}: of what kind is `{name}`?");
    };
    let read = format!(
        "fn {name}(j: u32) -> {ty} {{ return {ty}(); }} \
         fn {name}_length() -> u32 {{ return 0u; }}\n"
    );
    let write = format!("fn {name}_set(j: u32, v: {ty}) {{}}\n");
    let change = |verb| format!("fn {name}_{verb}(j: u32, v: {ty}) -> {ty} {{ return v; }}\n");
    match kind {
        "param" => format!("var<private> {name}: {ty};\n"),
        "const" => format!("const {name}: {ty} = {ty}(1);\n"),
        "workgroup" => format!("var<workgroup> {name}: array<{ty}, 64>;\n"),
        "array" => read,
        "output" => read + &write,
        "atomic" => {
            let verbs = ["add", "sub", "min", "max", "and", "or", "xor", "exchange"];
            let changes: String = verbs.into_iter().map(change).collect();
            let compare = format!(
                "fn {name}_compare_exchange(j: u32, expected: {ty}, v: {ty}) -> {ty} \
                 {{ return v; }}\n"
            );
            read + &write + &changes + &compare
        }
        _ => panic!("{path}: `{kind}` of `{name}` is of no kind that this test knows"),
    }
}
