//! Errors of names and types that the compiler's parser reports. It gives them
//! as sentences, so they are told apart by their wording; a sentence that is
//! not known here is passed on cleaned.

use super::explain::{Case, Finding};
use super::hints::{convert, find, unknown};
use super::words::{operator, short, ticked};
use super::{type_faults, unexpected, unmarked};

/// Reads an error of the parser's.
pub(crate) fn read<'a>(case: &Case<'a>, message: &str, notes: &[&str]) -> Finding<'a> {
    let ticks = ticked(message);
    let tick = |at: usize| ticks.get(at).copied().unwrap_or_default();
    let quoted = case.first().map(|p| p.quoted()).unwrap_or_default();
    let begins = |start: &str| message.starts_with(start);
    if let Some((expected, _)) =
        message.strip_prefix("expected ").and_then(|m| m.rsplit_once(", found "))
    {
        return unexpected::read(case, expected);
    }
    if begins("no definition in scope") {
        return unknown_name(case, tick(0));
    }
    if begins("automatic conversions cannot convert") {
        return type_faults::conversion(case, tick(0), tick(1));
    }
    if begins("the type of `") {
        return type_faults::declared(case, tick(1), tick(2));
    }
    if begins("invalid left-hand side") {
        return assigned(case, notes);
    }
    if begins("redefinition of") {
        let name = short(tick(0));
        return match (case.mark(0), case.mark(1)) {
            (Some(_), Some(_)) => Finding::new(format!("`{name}` is declared twice"))
                .hint("leave out the second `var` or `let`, or choose another name"),
            _ => Finding::new(format!("`{name}` is a name that the engine defines already"))
                .hint("choose another name"),
        };
    }
    if begins("wrong type passed") || begins("inconsistent type passed") {
        return type_faults::argument(case, message, notes);
    }
    if begins("wrong number of arguments") || begins("too many arguments") {
        return type_faults::arguments(case, message, notes);
    }
    if begins("declaration of `") && !message.contains("needs a type") {
        return Finding::new(format!("`{}` uses itself", short(tick(0))))
            .hint("there is no recursion in WGSL; use a loop")
            .at(case.mark(1));
    }
    if begins("name `") {
        let name = short(tick(0));
        let hint = match tick(0) {
            "mut" => "leave it out: what is declared with `var` can change".to_owned(),
            _ => format!("choose another name, for example `{name}_`"),
        };
        return Finding::new(format!("`{name}` is a reserved word of WGSL")).hint(hint);
    }
    if begins("invalid field accessor") {
        return type_faults::member(case, tick(0));
    }
    if begins("the concrete type") {
        return Finding::new(format!("`{}` does not fit into {}", short(tick(1)), tick(0)));
    }
    if let Some(range) = message.strip_suffix(" built-in function argument is out of valid range") {
        return Finding::new(format!("`{}` has no value for this number", short(range)));
    }
    if let Some(op) = message.strip_suffix(" operation overflowed") {
        return Finding::new(format!("the result of `{}` is too large for its type", operator(op)));
    }
    match message {
        "invalid `switch` selector" => Finding::new("`switch` needs a whole number (i32 or u32)")
            .maybe(
                convert(quoted, "f32", "i32")
                    .filter(|_| find(case.scope, quoted).is_some_and(|n| n.ty == "f32")),
            ),
        "invalid `switch` case selector value" => {
            Finding::new("this `case` is no whole number of the type of the `switch`")
        }
        "Division by zero" | "Remainder by zero" => Finding::new("this divides by zero"),
        "local declaration cannot be called" => {
            let name = short(quoted);
            let at = find(case.scope, "at")
                .map(|_| "; other elements are read with `at(j)`")
                .unwrap_or_default();
            Finding::new(format!("`{name}` is a value, not a function"))
                .hint(format!("write `{name}`{at}"))
        }
        "the operand of the `*` operator must be a pointer" => {
            let doubled = case.first().and_then(|p| case.before(&p)).is_some_and(|t| t.text == "*");
            if doubled {
                Finding::new("there is no `**` in WGSL")
                    .hint("a power is `pow(x, y)`; a square is `x * x`")
            } else {
                Finding::new("a value is missing before `*`")
            }
        }
        "the operand of the `&` operator must be a reference" => {
            Finding::new("`&` needs a variable")
                .hint("copy the value first: `var x = ..;`, then `&x`")
        }
        "Cannot apply the unary op to the argument" => {
            Finding::new("this sign cannot stand before a number of this type").maybe(
                quoted.ends_with('u').then(|| {
                    "u32 has no negative numbers; leave out the `u`, or use i32".to_owned()
                }),
            )
        }
        "Cannot apply the binary op to the arguments" => {
            Finding::new("these two values cannot be combined: their types differ")
        }
        "function does not return any value" => {
            Finding::new(format!("`{}` returns nothing", short(quoted)))
                .hint("give it a return type: `fn f(x: f32) -> f32 { .. }`")
        }
        "Identifier can't be `_`" => {
            Finding::new("`_` is no name").hint("write `_ = ..;` to throw a value away")
        }
        "unexpected argument type for `select` call"
        | "type mismatch for reject and accept values in `select` call" => {
            Finding::new("the first two arguments of `select` have different types")
                .hint("write `select(1.0, 2.0, condition)`")
        }
        _ if begins("cannot cast a ") => {
            let (from, to) = message
                .trim_start_matches("cannot cast a ")
                .split_once(" to a ")
                .unwrap_or_default();
            Finding::new(format!("{from} cannot be made {to}")).maybe(convert(quoted, from, to))
        }
        _ if begins("declaration of `") => {
            let name = short(tick(0));
            Finding::new(format!("`{name}` has neither a type nor a value"))
                .hint(format!("write `var {name}: f32;` or `var {name} = 0.0;`"))
        }
        _ if begins("invalid address space") => {
            Finding::new(format!("`var<{}>` cannot stand inside a snippet", short(tick(0))))
                .hint("write plain `var`; what a workgroup shares is declared by `.workgroup`")
        }
        _ if begins("Constructor expects ") => {
            let counts = message
                .trim_start_matches("Constructor expects ")
                .split_once(" components, found ");
            let (wanted, got) = counts.unwrap_or_default();
            Finding::new(format!("{wanted} components are needed here, not {got}"))
        }
        _ if begins("numeric literal not representable") => {
            Finding::new(format!("the number `{}` is too large", short(quoted)))
        }
        _ if begins("invalid numeric literal") => {
            Finding::new(format!("`{}` is no number in WGSL", short(quoted))).maybe(
                leading_zero(quoted).map(|n| format!("write `{n}`; numbers do not begin with 0")),
            )
        }
        _ if begins("increment/decrement") => {
            let name = short(quoted);
            Finding::new(format!("`{name}` is no whole number; `++` and `--` need i32 or u32"))
                .hint(format!("write `{name} += 1.0;`"))
        }
        _ if message.ends_with("extension is not enabled") => {
            Finding::new(format!("{} cannot be used in a snippet", tick(0))).hint("use f32")
        }
        _ if message.contains("needs a template argument") => {
            let name = short(tick(0));
            Finding::new(format!("`{name}` needs the type of its elements"))
                .hint(format!("write `{name}<f32>`"))
        }
        "this operation is not supported in a const context" => {
            Finding::new(format!("`{}` must be known before the kernel runs", short(quoted)))
                .hint("use a number or a `const`")
        }
        _ if case.marks.is_empty() => unmarked::read(case, message, notes),
        other => Finding::new(other),
    }
}

fn unknown_name<'a>(case: &Case<'a>, name: &str) -> Finding<'a> {
    let finding = Finding::new(format!("`{}` is not known here", short(name)));
    let Some(place) = case.first() else {
        return finding;
    };
    // In the preamble only what is declared outside of functions can be seen.
    let preamble = place.piece.starts_with("preamble");
    if preamble && find(case.scope, name).is_some() {
        return finding
            .hint("it is known in the snippet only; hand it to the function as an argument");
    }
    let visible: Vec<_> =
        case.scope.iter().filter(|n| !preamble || n.is_called()).cloned().collect();
    let hint = unknown(name, &visible, &case.own_names());
    let starts = case.before(&place).is_none_or(|t| matches!(t.text, ";" | "{" | "}"));
    if starts
        && hint.as_ref().is_none_or(|h| h.starts_with("in scope"))
        && case.after(&place).next().is_some_and(|t| t.text == "=")
    {
        return finding.hint(format!("declare it first: `var {} = ..;`", short(name)));
    }
    finding.maybe(hint)
}

fn leading_zero(number: &str) -> Option<&str> {
    let digits = number.trim_start_matches('0');
    (digits.len() < number.len() && digits.starts_with(|c: char| c.is_ascii_digit()))
        .then_some(digits)
}

fn assigned<'a>(case: &Case<'a>, notes: &[&str]) -> Finding<'a> {
    let Some(place) = case.mark(0) else {
        return Finding::new("this cannot be assigned to");
    };
    let name = place
        .quoted()
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .find(|n| !n.is_empty())
        .unwrap_or_default();
    if notes.iter().any(|n| n.contains("swizzle")) {
        return Finding::new("several components cannot be assigned at once")
            .hint(format!("assign them one by one: `{name}.x = ..; {name}.y = ..;`"));
    }
    if case.mark(1).is_some() {
        return Finding::new(format!(
            "`{}` was declared with `let` and cannot change",
            short(name)
        ))
        .hint(format!("declare it with `var`: `var {} = ..;`", short(name)));
    }
    if find(case.scope, name).is_some() {
        return Finding::new(format!("`{name}` is read-only"))
            .hint(format!("copy it first: `var x = {name};`"));
    }
    Finding::new("this cannot be assigned to")
        .hint("assign to a variable that was declared with `var`, or to `dst`")
}
