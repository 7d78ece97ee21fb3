//! Wrong snippets, and what the user is told about each.

use super::{Name, SnippetError, Source, explain_parse, explain_validation, inspect};

fn scope() -> Vec<Name> {
    let rows = [
        ("dst", "f32", None),
        ("src", "f32", None),
        ("i", "u32", None),
        ("len", "u32", None),
        ("at", "f32", Some("at(j)")),
        ("table", "f32", Some("table(j)")),
        ("k", "u32", None),
        ("a", "f32", None),
        ("z", "vec3<f32>", None),
    ];
    rows.map(|(name, ty, call)| Name {
        name: name.into(),
        ty: ty.into(),
        call: call.map(str::to_owned),
    })
    .into()
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

/// Each row: `preamble ~~ snippet => line:column => message => hint`, the first
/// and the last part as needed.
const ROWS: &str = include_str!("corpus.txt");

/// What nobody but the authors of the engine or the compiler can read.
const INNER: [&str; 9] = [
    "engine_",
    "Handle",
    "Expression",
    "naga",
    "Naga",
    "GlobalVariable",
    "Scalar",
    "Abstract",
    "Some(",
];

fn unescaped(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\t", "\t")
}

fn check(row: &str) -> Result<(), String> {
    let mut parts = row.split(" => ").map(|part| part.trim_end_matches(" =>"));
    let code = unescaped(parts.next().unwrap_or_default());
    let (preamble, snippet) = code.split_once(" ~~ ").unwrap_or(("", &code));
    let error = told(preamble, snippet).ok_or("it is accepted")?;
    let piece = if error.piece() == "preamble" { "preamble " } else { "" };
    let place = format!("{piece}{}:{}", error.line(), error.column());
    let found = [place.as_str(), error.message(), error.hint().unwrap_or_default()];
    let expected = [parts.next(), parts.next(), parts.next()].map(Option::unwrap_or_default);
    if found != expected {
        return Err(format!("found {found:?}"));
    }
    let shown = error.to_string();
    let inner = INNER.iter().find(|inner| shown.contains(**inner) && !code.contains(**inner));
    let numbered =
        (0..40).any(|n| shown.contains(&format!("[{n}]")) && !code.contains(&format!("[{n}]")));
    let caret =
        shown.contains('^') && shown.contains(&format!("{}:{}\n", error.line(), error.column()));
    if inner.is_some() || numbered || !caret {
        return Err(shown);
    }
    Ok(())
}

#[test]
fn every_wrong_snippet_is_explained() {
    let rows: Vec<&str> = ROWS.lines().filter(|row| !row.is_empty()).collect();
    assert!(rows.len() > 40);
    let wrong = rows.iter().filter_map(|row| Some(format!("{row}\n    {}", check(row).err()?)));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

#[test]
fn right_snippets_are_accepted() {
    for (preamble, snippet) in [
        ("", "dst = src + tan(cos(sin(src * src)));"),
        (
            "",
            "if src < f32(i) && src > 0.0 { dst = table(i); } else if k < 3 { dst = at(len - 1); } else { }",
        ),
        (
            "const N = 3u; fn f(x: f32) -> f32 { return x * f32(N); }",
            "var s = 0.0; for (var j = 0u; j < N; j++) { s += f(at(j)); } dst = s;",
        ),
        ("", "/* a } b */ dst = z.x; // )"),
        ("", ""),
    ] {
        assert_eq!(told(preamble, snippet), None, "{snippet}");
    }
}

/// What `inspect` lets through at its limits, all at once, on the stack that
/// the engine gives to the compiler. An overflow would end the process.
#[test]
fn what_is_accepted_fits_the_stack() {
    use super::inspect::{MAX_BRANCHES, MAX_CHAIN, MAX_DEPTH};
    let branches = format!(
        "if src > 9.0 {{ }} {} else",
        "else if src > 1.0 { dst = 2.0; }".repeat(MAX_BRANCHES - 2)
    );
    let nested = |inner: String| {
        let depth = MAX_DEPTH - 2;
        format!("{}{branches} {{ {inner} }}{}", "if src > 0.0 {".repeat(depth), "}".repeat(depth))
    };
    for unit in [" + src", " * (src)", "- - src", "-!~*&"] {
        let each = unit.chars().filter(|c| "+-*!~&".contains(*c)).count();
        let chain = nested(format!("dst = src{};", unit.repeat((MAX_CHAIN - 2) / each)));
        assert!(inspect("snippet", &chain).is_ok(), "{unit}");
        let thread =
            std::thread::Builder::new().stack_size(64 << 20).spawn(move || told("", &chain));
        assert!(thread.is_ok_and(|t| t.join().is_ok()), "{unit}");
    }
}

/// Texts made to break the compiler are refused before it sees them, or
/// explained after it did, and never at length.
#[test]
fn hostile_texts_are_refused_or_explained() {
    let many = |unit: &str| unit.repeat((1 << 20) / unit.len() - 40);
    let units = [
        "-",
        "- ",
        "!",
        "&",
        "& ",
        "*",
        "~",
        "(",
        "[",
        "{",
        "<",
        "@",
        "/*",
        ";",
        "a",
        "1",
        "\u{301}",
        "array<",
        "if a {",
        "else ",
        "+ 1 ",
        ".x",
        "[0]",
        "//",
        "loop { continuing {",
        "\0",
        "ß",
        "a<b,",
    ];
    for unit in units {
        for text in
            [many(unit), format!("dst = src{};", many(unit)), format!("let x: {};", many(unit))]
        {
            let work = move || told("", &text).map_or(0, |error| error.to_string().len());
            let length =
                std::thread::Builder::new().stack_size(64 << 20).spawn(work).map(|t| t.join());
            assert!(matches!(length, Ok(Ok(0..1500))), "{unit}: {length:?}");
        }
    }
}
