//! Operands whose types do not go together.

use naga::{ScalarKind, TypeInner};

use super::explain::{Case, Finding};
use super::hints::{convert, find};
use super::lexer::{Kind, Token, scan};
use super::source::Place;
use super::validation_faults::returned;
use super::words::short;

/// A number with a decimal point beside a whole number, or after `return`.
pub(crate) fn literal<'a>(case: &Case<'a>, place: Option<&Place<'a>>, number: &str) -> Finding<'a> {
    if place.and_then(|p| case.before(p)).is_some_and(|t| t.text == "return") {
        return returned(case, place.cloned());
    }
    let message = format!("`{}` is of another type than what it is combined with", short(number));
    // Among the names of the same statement, the one nearest to the number.
    let whole = place.and_then(|p| {
        let tokens = scan(p.text).tokens;
        let at = tokens.iter().position(|t| t.start >= p.range.start)?;
        let ends = |t: &&Token<'_>| !matches!(t.text, ";" | "{" | "}");
        let (before, after) = tokens.split_at_checked(at)?;
        let around = before
            .iter()
            .rev()
            .take_while(ends)
            .zip(0..)
            .chain(after.iter().take_while(ends).zip(0..));
        around
            .filter_map(|(t, away)| {
                Some((
                    find(case.scope, t.text).filter(|n| matches!(n.ty.as_str(), "u32" | "i32"))?,
                    away,
                ))
            })
            .min_by_key(|(_, away)| *away)
    });
    match whole {
        Some((name, _)) => Finding::new(message).maybe(convert(&name.shown(), &name.ty, "f32")),
        None => Finding::new(message)
            .hint("write `f32(..)` around the whole numbers, or write the number without a point"),
    }
}

/// Two operands that do not go together. `quoted` is the whole of `a + b`.
pub(crate) fn binary<'a>(
    case: &Case<'a>,
    quoted: &str,
    symbol: &str,
    (lhs, rhs): (&TypeInner, &TypeInner),
) -> Option<Finding<'a>> {
    let (left, right) = (type_name(lhs)?, type_name(rhs)?);
    let float = |ty: &str| ty.contains("f32") || ty.contains("f16");
    if left == right
        || (matches!(symbol, "&" | "|" | "^" | "<<" | ">>") && (float(&left) || float(&right)))
    {
        let hint = match symbol {
            "^" => "a power is `pow(x, y)`; for bits write `u32(..)` around both sides",
            "&&" | "||" => "compare first: `a != 0.0`",
            "&" | "|" if left == "bool" || right == "bool" => "write `&&` or `||`",
            _ => "write `u32(..)` around both sides",
        };
        let words = if left == right { left } else { format!("{left} and {right}") };
        return Some(Finding::new(format!("`{symbol}` does not work on {words}")).hint(hint));
    }
    let message = format!("`{symbol}` cannot combine {left} and {right}");
    if left.starts_with("vec")
        || right.starts_with("vec")
        || left.starts_with("mat")
        || right.starts_with("mat")
    {
        return Some(Finding::new(message));
    }
    let tokens = scan(quoted).tokens;
    // The side to convert: the whole number if the other is a float, the i32 if the other is u32.
    let (from, to, single) = match (left.as_str(), right.as_str()) {
        (l, r) if float(r) || (l == "i32" && r == "u32") || r == "bool" => (
            l,
            r,
            match tokens.as_slice() {
                [operand, op, ..] if op.text == symbol => Some(operand),
                _ => None,
            },
        ),
        (l, r) => (
            r,
            l,
            match tokens.as_slice() {
                [.., op, operand] if op.text == symbol => Some(operand),
                _ => None,
            },
        ),
    };
    let named = tokens
        .iter()
        .find(|t| find(case.scope, t.text).is_some_and(|n| n.ty == from && !n.is_called()));
    let value = single.filter(|t| t.is_word()).or(named).map(|t| t.text);
    let hint = match (value, single) {
        (Some(value), _) => convert(value, from, to),
        (None, Some(number)) if number.kind == Kind::Number => {
            Some(format!("`{}` is {from} here; write it as {to}", number.text))
        }
        _ => Some(format!("convert the {from} side: `{to}(..)`")).filter(|_| to != "bool"),
    };
    Some(Finding::new(message).maybe(hint))
}

fn type_name(ty: &TypeInner) -> Option<String> {
    let scalar = |s: naga::Scalar| {
        let letter = match s.kind {
            ScalarKind::Sint => "i",
            ScalarKind::Uint => "u",
            ScalarKind::Float => "f",
            ScalarKind::Bool => return Some("bool".to_owned()),
            ScalarKind::AbstractInt | ScalarKind::AbstractFloat => return None,
        };
        Some(format!("{letter}{}", u32::from(s.width) * 8))
    };
    match *ty {
        TypeInner::Scalar(s) => scalar(s),
        TypeInner::Vector { size, scalar: s } => Some(format!("vec{}<{}>", size as u8, scalar(s)?)),
        TypeInner::Matrix { columns, rows, scalar: s } => {
            Some(format!("mat{}x{}<{}>", columns as u8, rows as u8, scalar(s)?))
        }
        TypeInner::Array { .. } => Some("an array".into()),
        TypeInner::Struct { .. } => Some("a struct".into()),
        TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. } => Some("a pointer".into()),
        _ => None,
    }
}
