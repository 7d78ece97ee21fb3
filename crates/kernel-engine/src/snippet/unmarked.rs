//! Errors that the compiler gives no place for: the place is searched for.

use super::explain::{Case, Finding};
use super::hints::{find, in_scope};
use super::lexer::scan;
use super::source::Place;
use super::words::operator;

/// Reads an error of the parser's that comes without a place.
pub(crate) fn read<'a>(case: &Case<'a>, message: &str, notes: &[&str]) -> Finding<'a> {
    let start = case
        .source
        .pieces()
        .next_back()
        .map(|p| p.moved(0..p.text.lines().next().map_or(0, str::len)));
    if let Some(index) = message.strip_prefix("Index ").and_then(|m| m.split(' ').next()) {
        let place = case.search(|t| matches!(t, [open, number, ..] if open.text == "[" && number.text.trim_end_matches(['u', 'i']) == index));
        return Finding::new(format!("the index {index} is past the end")).at(start).at(place);
    }
    if let Some((name, types)) =
        message.strip_prefix("Incompatible operands: ").and_then(|m| m.split_once('('))
    {
        let symbol = operator(name);
        let place = case.search(|t| t.first().is_some_and(|t| t.text == symbol));
        let logical = matches!(symbol, "&&" | "||");
        let types = types.trim_end_matches(')').replace(", _", "").replace(", ", " and ");
        let finding = if logical {
            Finding::new(format!("`{symbol}` needs true or false on both sides, not {types}"))
                .hint("compare first: `a != 0.0`")
        } else {
            Finding::new(format!("`{symbol}` cannot combine {types}"))
        };
        return finding.at(start).at(place);
    }
    if message.starts_with("Invalid access") {
        let place =
            case.search(|t| matches!(t, [base, open, ..] if base.is_word() && open.text == "["));
        let hint = find(case.scope, "at")
            .map(|at| format!("other elements of the input are read with `{}`", at.shown()));
        return Finding::new("this has no elements to pick from")
            .maybe(hint.or_else(|| in_scope(case.scope)))
            .at(start)
            .at(place);
    }
    if notes.iter().any(|n| n.contains("recursion")) {
        return Finding::new("this is nested too deeply")
            .hint("name inner parts with `let`")
            .at(start)
            .at(deepest(case));
    }
    Finding::new(message).at(start)
}

/// The token at which most brackets are open.
fn deepest<'a>(case: &Case<'a>) -> Option<Place<'a>> {
    let mut found = (0, None);
    for piece in case.source.pieces() {
        let mut depth = 0_usize;
        for token in scan(piece.text).tokens {
            match token.text {
                "(" | "[" | "{" | "<" => depth += 1,
                ")" | "]" | "}" | ">" => depth = depth.saturating_sub(1),
                ";" => depth = 0,
                _ => {}
            }
            if depth > found.0 {
                found = (depth, Some(piece.moved(token.start..token.end())));
            }
        }
    }
    found.1
}
