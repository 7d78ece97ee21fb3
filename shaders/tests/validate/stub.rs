//! What the engine would write around a file, with empty bodies.

use crate::header::Header;

/// What `engine/probe.wgsl` and the files of `precise` find in a kernel; the header's way of saying
/// things has no word for it.
const PROBE: &str = "
struct engine_Params { engine_kernel: u32, engine_zero: u32 }
@group(0) @binding(0) var<uniform> engine_params: engine_Params;
@group(0) @binding(1) var<storage, read_write> engine_fault: array<atomic<u32>>;
";

/// Declarations of everything that the header of the file `path` names.
pub(crate) fn provided(path: &str, header: &Header<'_>) -> String {
    if path == "engine/probe" || path.starts_with("precise/") {
        return PROBE.to_owned();
    }
    header.items().into_iter().map(|(kind, name)| declaration(path, kind, name)).collect()
}

fn declaration(path: &str, kind: &str, name: &str) -> String {
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
        _ => panic!("{path}: `{kind}` of `{name}` is none of param, array, output and atomic"),
    }
}
