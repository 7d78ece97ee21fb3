//! Errors of types that the compiler's parser reports, in the user's words.

use super::explain::{Case, Finding};
use super::hints::{convert, find};
use super::source::Place;
use super::words::{short, ticked, type_words};

/// A value of one type where another is needed.
pub(crate) fn conversion<'a>(case: &Case<'a>, from: &str, to: &str) -> Finding<'a> {
    let target = case.mark(0);
    let value = case.mark(1).or_else(|| case.value_after(target.as_ref()?));
    if from.contains("non-WGSL") {
        return Finding::new("there is no such conversion").at(value);
    }
    let text = value.as_ref().map(Place::quoted).unwrap_or_default();
    let name = target
        .filter(|t| value.as_ref() != Some(t))
        .map_or_else(|| "what is needed here".to_owned(), |t| format!("`{}`", short(t.quoted())));
    // The compiler takes a product of two types for the type of its last factor.
    if let Some(odd) = mixed(case, text, from, to) {
        let both = format!("{} and {} are combined here", type_words(to), type_words(from));
        return Finding::new(both).maybe(convert(odd, from, to)).at(value);
    }
    let hint = match from {
        "{AbstractFloat}" => Some("write a whole number".to_owned()),
        _ => convert(text, from, to).or_else(|| {
            Some(format!("convert it: `{}(..)`", short(to))).filter(|_| !to.contains('{'))
        }),
    };
    Finding::new(format!("{name} is {}, but this is {}", type_words(to), type_words(from)))
        .maybe(hint)
        .at(value)
}

/// The name of type `from` in an expression that also has one of type `to`.
fn mixed<'t>(case: &Case<'_>, text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let words = || text.split(|c: char| !c.is_alphanumeric() && c != '_');
    let of = |ty: &str, word: &str| find(case.scope, word).is_some_and(|name| name.ty == ty);
    words().find(|word| of(to, word)).and_then(|_| words().find(|word| of(from, word)))
}

/// `let x: u32 = 1.5;`
pub(crate) fn declared<'a>(case: &Case<'a>, wanted: &str, got: &str) -> Finding<'a> {
    let name = case.mark(0);
    let value = name.as_ref().and_then(|name| case.value_after(name));
    let hint = match got {
        "{AbstractFloat}" => Some("write a whole number, or declare it as f32".to_owned()),
        _ => value.as_ref().and_then(|v| convert(v.quoted(), got, wanted)),
    };
    let shown = name.as_ref().map(|n| short(n.quoted())).unwrap_or_default();
    Finding::new(format!(
        "`{shown}` is declared as {}, but this is {}",
        type_words(wanted),
        type_words(got)
    ))
    .maybe(hint)
    .at(value)
}

/// An argument has a type that the function does not take.
pub(crate) fn argument<'a>(case: &Case<'a>, message: &str, notes: &[&str]) -> Finding<'a> {
    let function = ticked(message).first().copied().unwrap_or_default();
    // A mark in generated text is where the argument's value comes from, not where it stands.
    let numbered = |said: &str, mark: usize| {
        case.mark(mark).or_else(|| case.argument(&case.mark(0)?, argument_number(said)?))
    };
    let place = numbered(message, 1);
    let text = place.as_ref().map(Place::quoted).unwrap_or_default();
    let ty = case.said(1).rsplit(" type ").next().unwrap_or_default().trim_matches('`');
    if let Some(other) =
        case.said(2).strip_prefix("this argument has type ").and_then(|t| t.split(',').next())
    {
        let note = notes.first().copied().unwrap_or_default();
        let earlier = numbered(note, 2).map(|p| p.quoted()).unwrap_or_default();
        let hint = if ty == "f32" && other != "f32" {
            convert(earlier, other, ty)
        } else {
            convert(text, ty, other)
        };
        let message = format!(
            "the arguments of `{function}` have different types: {} and {}",
            type_words(other),
            type_words(ty)
        );
        return Finding::new(message).maybe(hint).at(place);
    }
    let allowed: Vec<&str> =
        notes.iter().filter_map(|n| n.strip_prefix("allowed type: ")).collect();
    let hint = match ["f32", "u32", "i32", "bool"].into_iter().find(|ty| allowed.contains(ty)) {
        Some(wanted) => convert(text, ty, wanted).map(|hint| match function {
            "pow" => format!("{hint}; for a small whole power multiply: `x * x`"),
            _ => hint,
        }),
        None if allowed.iter().all(|t| t.starts_with("vec")) => {
            Some(format!("`{function}` takes vectors, such as vec3<f32>"))
        }
        None => None,
    };
    Finding::new(format!("`{function}` does not take {} here", type_words(ty)))
        .maybe(hint)
        .at(place)
}

/// Of `argument #2`, 1.
fn argument_number(said: &str) -> Option<usize> {
    let digits = said.split_once('#')?.1;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits.get(..end)?.parse::<usize>().ok()?.checked_sub(1)
}

/// Too many arguments, or too few.
pub(crate) fn arguments<'a>(case: &Case<'a>, message: &str, notes: &[&str]) -> Finding<'a> {
    let function = case.mark(0).map(|p| short(p.quoted())).unwrap_or_default();
    let count = message
        .strip_prefix("wrong number of arguments: expected ")
        .and_then(|m| m.split_once(", found "));
    let known =
        notes.first().and_then(|n| n.split("at most ").nth(1)).and_then(|n| n.split(' ').next());
    let hint = (function == "atan").then(|| "the angle of a point is `atan2(y, x)`".to_owned());
    let message = match (count, known) {
        (Some((expected, found)), _) => {
            format!("`{function}` takes {}, not {found}", counted(expected))
        }
        (None, Some(most)) => format!("`{function}` takes no more than {}", counted(most)),
        (None, None) => format!("`{function}` does not take so many arguments"),
    };
    Finding::new(message).maybe(hint).at(case.mark(1))
}

/// `1 argument`, `2 arguments`.
pub(crate) fn counted(count: &str) -> String {
    format!("{count} argument{}", if count == "1" { "" } else { "s" })
}

/// `.w` of something that has no `w`.
pub(crate) fn member<'a>(case: &Case<'a>, member: &str) -> Finding<'a> {
    let place = case.first();
    let base = place.as_ref().and_then(|p| {
        let dot = case.before(p)?;
        case.before(&p.moved(dot.start..dot.start))
    });
    match base.and_then(|base| find(case.scope, base.text)) {
        Some(known) if !known.is_called() => {
            let scalar = !known.ty.starts_with("vec") && !known.ty.starts_with("mat");
            let hint = if scalar {
                format!("`{0}` is one number ({1}); write `{0}`", known.name, known.ty)
            } else {
                format!("`{}` is {}", known.name, known.ty)
            };
            Finding::new(format!("`{}` has no `.{}`", known.name, short(member))).hint(hint)
        }
        _ => Finding::new(format!("there is no `.{}` here", short(member))),
    }
}
