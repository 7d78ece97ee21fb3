//! Wrong snippets, and what the user is told about each.

use super::{Name, SnippetError, Source, explain_parse, explain_validation, inspect};

fn scope() -> Vec<Name> {
    let rows = [
        ("dst", "f32", "the result"),
        ("src", "f32", "this element"),
        ("i", "u32", "its index"),
        ("len", "u32", "the number of elements"),
        ("at", "f32", "any element, call at(j)"),
        ("table", "f32", "array, call table(j)"),
        ("k", "u32", "parameter"),
        ("a", "f32", "parameter"),
        ("z", "vec3<f32>", "parameter"),
    ];
    rows.map(|(name, ty, role)| Name { name: name.into(), ty: ty.into(), role }).into()
}

/// What the user is told about a preamble and a snippet, if they are wrong.
fn told(preamble: &str, snippet: &str) -> Option<SnippetError> {
    if let Err(error) = inspect("preamble", preamble).and_then(|_| inspect("snippet", snippet)) {
        return Some(*error);
    }
    let mut source = Source::new();
    source.push(
        "struct P { a: f32, k: u32 }\n@group(0) @binding(0) var<storage> engine_params: P;\n\
         @group(0) @binding(1) var<storage> engine_table: array<f32>;\n\
         @group(0) @binding(2) var<storage, read_write> engine_out: array<f32>;\n\
         fn at(j: u32) -> f32 { return engine_table[j]; }\n\
         fn table(j: u32) -> f32 { return engine_table[j]; }\n",
    );
    source.push_user("preamble", preamble);
    source.push(
        "\nvar<private> dst: f32;\nfn engine_body(src: f32, i: u32, len: u32) { let a: f32 = engine_params.a; \
         let k: u32 = engine_params.k; let z: vec3<f32> = vec3<f32>(a); {\n",
    );
    source.push_user("snippet", snippet);
    source.push(
        "\n} }\n@compute @workgroup_size(64) fn engine_main(@builtin(global_invocation_id) g: vec3<u32>) { \
         engine_body(engine_table[g.x], g.x, arrayLength(&engine_out)); engine_out[g.x] = dst; }\n",
    );
    let module = match naga::front::wgsl::parse_str(source.text()) {
        Ok(module) => module,
        Err(error) => return Some(explain_parse(&source, &error, &scope())),
    };
    let mut validator = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::empty(),
    );
    validator.validate(&module).err().map(|error| explain_validation(&source, &error, &scope()))
}

#[test]
fn dump() {
    for block in std::fs::read_to_string("/tmp/h3/raw.txt").unwrap().split("\n---\n") {
        let (pre, snip) = block.split_once("\n==\n").unwrap_or(("", block));
        let snip = snip.trim_end();
        match told(pre, snip) {
            None => println!("OK   {snip:?}"),
            Some(e) => println!(
                "        ({pre:?}, {snip:?}, \"{}{}:{}\", {:?}, {:?}),",
                if e.piece() == "preamble" { "preamble " } else { "" },
                e.line(),
                e.column(),
                e.message(),
                e.hint().unwrap_or("")
            ),
        }
    }
}
