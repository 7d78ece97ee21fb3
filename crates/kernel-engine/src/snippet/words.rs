//! Putting what the compiler says into words.

/// The parts of a sentence that stand between backquotes.
pub(crate) fn ticked(sentence: &str) -> Vec<&str> {
    sentence.split('`').skip(1).step_by(2).collect()
}

/// A type, in words where it has no name in WGSL.
pub(crate) fn type_words(ty: &str) -> &str {
    match ty {
        "{AbstractInt}" => "a whole number",
        "{AbstractFloat}" => "a number with a decimal point",
        named => named,
    }
}

/// A sentence with words for the types that have no name in WGSL.
pub(crate) fn named_types(sentence: &str) -> String {
    sentence
        .replace("{AbstractInt}", "whole number")
        .replace("{AbstractFloat}", "number with a decimal point")
}

/// At most 60 characters of a name or an expression, on one line.
pub(crate) fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(60) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line,
    }
}

/// The operator that the compiler calls by this name.
pub(crate) fn operator(name: &str) -> &'static str {
    match name {
        "Add" => "+",
        "Subtract" => "-",
        "Multiply" => "*",
        "Divide" => "/",
        "Modulo" => "%",
        "Equal" => "==",
        "NotEqual" => "!=",
        "Less" => "<",
        "LessEqual" => "<=",
        "Greater" => ">",
        "GreaterEqual" => ">=",
        "And" => "&",
        "InclusiveOr" => "|",
        "ExclusiveOr" => "^",
        "LogicalAnd" => "&&",
        "LogicalOr" => "||",
        "ShiftLeft" => "<<",
        "ShiftRight" => ">>",
        _ => "this operator",
    }
}

/// A sentence of the compiler's without the parts that only its authors can
/// read; where too little would be left of it, a general one.
pub(crate) fn clean(sentence: &str) -> String {
    const INNER: [&str; 17] = [
        "Handle",
        "Expression",
        "expression [",
        "naga",
        "Naga",
        "GlobalVariable",
        "engine_",
        "Scalar {",
        "Scalar(",
        "Vector {",
        "Matrix {",
        "Some(",
        "None",
        "Capabilities",
        "front end",
        "TypeInner",
        "overload",
    ];
    let words = named_types(sentence);
    let bracketed = words.split('[').skip(1).any(|t| {
        t.split_once(']').is_some_and(|(inner, _)| {
            !inner.is_empty() && inner.bytes().all(|b| b.is_ascii_digit())
        })
    });
    if bracketed || words.is_empty() || INNER.iter().any(|inner| words.contains(inner)) {
        return "this is no valid WGSL here: its parts do not fit together".to_owned();
    }
    match words.char_indices().nth(240) {
        Some((at, _)) => format!("{}…", words.get(..at).unwrap_or_default()),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleans_sentences() {
        assert_eq!(
            clean("cannot convert {AbstractInt} to `f32`"),
            "cannot convert whole number to `f32`"
        );
        assert!(
            clean("Operation Add can't work with [12] and so on").starts_with("this is no valid")
        );
        assert!(clean(&"ä".repeat(9999)).chars().count() < 250);
        assert_eq!(ticked("of `x` to be `f32`"), ["x", "f32"]);
        assert_eq!(short(&"a\n ".repeat(100)).chars().count(), 61);
    }
}
