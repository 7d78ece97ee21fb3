//! Looks over the user's text before the compiler does: refuses what would
//! reach out of the place the text is pasted into, and what would exhaust the
//! stack of the (recursive) compiler.

use super::checker::Checker;
use super::diagnostic::SnippetError;
use super::lexer::{Scan, Tokens, declarations, scan};
use super::source::Place;

/// The longest text, in bytes.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// How deep brackets of all kinds may nest. The compiler's own limits are 127
/// braces, and 200 brackets and statements together.
pub(crate) const MAX_DEPTH: usize = 120;
/// How many operators one statement may have, commas, dots and `[` among them.
pub(crate) const MAX_OPERATORS: usize = 4_000;
/// How many operators one expression may have, arguments counted one by one.
/// Built without optimisation, the compiler takes about 6 KiB of stack for each
/// to read them and, for Metal, some 20 KiB to write them; optimised, a tenth.
pub(crate) const MAX_CHAIN: usize = 1_000;
/// How many `else` may be open at once. The compiler takes about 39 KiB of
/// stack for each when built without optimisation.
pub(crate) const MAX_BRANCHES: usize = 200;

/// Words of WGSL's own that the generated code relies on, so that nobody may give them another
/// meaning.
const OWN: [&str; 36] = [
    "bool",
    "i32",
    "u32",
    "f32",
    "f16",
    "i64",
    "u64",
    "f64",
    "array",
    "atomic",
    "vec2",
    "vec3",
    "vec4",
    "vec2f",
    "vec3f",
    "vec4f",
    "vec2u",
    "vec3u",
    "vec4u",
    "vec2i",
    "vec3i",
    "vec4i",
    "vec2h",
    "vec3h",
    "vec4h",
    "ptr",
    "function",
    "private",
    "workgroup",
    "uniform",
    "storage",
    "read",
    "write",
    "read_write",
    "bitcast",
    "workgroupBarrier",
];

/// Whether a word is one that the generated code relies on.
pub(crate) fn is_own(word: &str) -> bool {
    OWN.contains(&word) || word.starts_with("atomic")
}

/// Checks a piece of the user's text; the names in it, if it may be compiled.
pub(crate) fn inspect(piece: &str, text: &str) -> Result<Tokens, Box<SnippetError>> {
    let place = Place { piece, text, range: 0..0 };
    if let Some((at, length, message, hint)) = odd_text(text) {
        return Err(refuse(&place, at, length, message, hint));
    }
    let Scan { tokens, open_comment } = scan(text);
    if let Some(at) = open_comment {
        let hint = "close it with `*/`; comments nest in WGSL";
        return Err(refuse(&place, at, 2, "this comment is never closed", hint));
    }
    Checker::new(&place, &tokens).run()?;
    if let Some(name) = declarations(&tokens).find(|t| is_own(t.text)) {
        let message = format!("`{}` is a word of WGSL itself", name.text);
        return Err(refuse(&place, name.start, name.text.len(), message, "choose another name"));
    }
    Ok(Tokens::new(&tokens))
}

/// The error for a stretch of a piece.
pub(crate) fn refuse(
    place: &Place<'_>,
    at: usize,
    length: usize,
    message: impl Into<String>,
    hint: impl Into<String>,
) -> Box<SnippetError> {
    Box::new(SnippetError::new(&place.moved(at..at + length), message, Some(hint.into())))
}

/// Faults of the text as a whole: position, length, message, hint.
fn odd_text(text: &str) -> Option<(usize, usize, String, &'static str)> {
    if text.len() > MAX_BYTES {
        let message = "this text is longer than 1 MiB".to_owned();
        return Some((0, 0, message, "put numbers into an array (`.array`) rather than into code"));
    }
    let unwanted = |c: char| {
        (c.is_control() && !matches!(c, '\t'..='\r' | '\u{85}'))
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let (at, c) = text.char_indices().find(|(_, c)| unwanted(*c))?;
    let message = format!("an invisible control character (U+{:04X}) stands here", u32::from(c));
    Some((at, c.len_utf8(), message, "remove it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (usize, usize, String) {
        inspect("snippet", text).map_or_else(
            |error| (error.line(), error.column(), error.message().to_owned()),
            |_| (0, 0, "accepted".to_owned()),
        )
    }

    #[test]
    fn points_at_the_fault() {
        for (text, line, column, part) in [
            ("} fn f() {", 1, 1, "`}` closes nothing"),
            ("dst = f(1.0;\n}", 1, 8, "`(` is never closed"),
            ("if a {\n  b = c[1;\n", 2, 8, "`[` is never closed"),
            ("a;\n/* b /* */ c", 2, 1, "never closed"),
            ("let engine_x = 1;", 1, 5, "kept for the engine"),
            ("x = 1;\n@ compute fn f() {}", 2, 1, "`@compute`"),
            ("@group(0) @binding(1) var x: f32;", 1, 1, "`@group`"),
            ("a = b;\nenable f16;", 2, 1, "`enable`"),
            ("a = b ? c : d;", 1, 7, "`?` means nothing"),
            ("a\u{0} = b;", 1, 2, "U+0000"),
            ("alias f32 = u32;", 1, 7, "`f32`"),
        ] {
            let (l, c, message) = refused(text);
            assert!(
                (l, c) == (line, column) && message.contains(part),
                "{text}: {l}:{c} {message}"
            );
        }
    }

    #[test]
    fn bounds_what_the_compiler_recurses_over() {
        let deep = |n: usize| format!("x = {}1{};", "(".repeat(n), ")".repeat(n));
        assert!(inspect("s", &deep(MAX_DEPTH)).is_ok());
        assert!(refused(&deep(MAX_DEPTH + 1)).2.contains("nested"));
        let sum = |n: usize| format!("x = 1{};", " + 1".repeat(n));
        assert!(inspect("s", &sum(MAX_CHAIN - 1)).is_ok());
        assert!(refused(&sum(MAX_CHAIN)).2.contains("operators"));
        assert!(inspect("s", &sum(MAX_CHAIN / 2).repeat(9)).is_ok());
        for unit in ["- ", "!", "& ", "~", "*", ".x", "[0]"] {
            let message = refused(&format!("x = a{};", unit.repeat(MAX_CHAIN))).2;
            assert!(message.contains("operators"), "{unit}: {message}");
        }
        // Brackets do not hide a part from the count; commas do, save in a template.
        let half = "+ 1".repeat(MAX_CHAIN / 2);
        for text in [
            format!("x = (1{half}){half};"),
            format!("x = f(g(1{half}) * 2{half});"),
            format!("x = 1{half} + array<f32, 1>(1)[0]{half};"),
        ] {
            assert!(refused(&text).2.contains("operators"));
        }
        assert!(inspect("s", &format!("x = f(1, 2{half}, 3{});", "+ 1".repeat(9))).is_ok());
        let list = |n: usize| format!("x = array(1{});", ",-1".repeat(n));
        assert!(inspect("s", &list(MAX_OPERATORS / 2 - 1)).is_ok());
        assert!(refused(&list(MAX_OPERATORS / 2)).2.contains("commas"));
        let chain =
            |n: usize| format!("if a {{}} {} else {{}}", "else if b {}".repeat(n)).repeat(3);
        assert!(inspect("s", &chain(MAX_BRANCHES - 1)).is_ok());
        assert!(refused(&chain(MAX_BRANCHES)).2.contains("else"));
        assert!(refused(&"a".repeat(MAX_BYTES + 1)).2.contains("1 MiB"));
    }
}
