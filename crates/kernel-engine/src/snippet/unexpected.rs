//! Errors of grammar: something else stands where the compiler expected a thing.

use super::explain::{Case, Finding};
use super::foreign::{foreign, foreign_type};
use super::hints::{find, in_scope};
use super::lexer::{Kind, Token, scan};
use super::source::Place;
use super::words::{clean, short};

/// The compiler found something at the first mark that it did not expect.
pub(crate) fn read<'a>(case: &Case<'a>, expected: &str) -> Finding<'a> {
    let Some(place) = case.mark(0) else {
        return ended(case, expected);
    };
    let (found, before) = (place.quoted(), case.before(&place));
    match expected {
        "`;`" => semicolon(case, &place, before),
        "assignment or increment/decrement" => assignment(case, &place, before),
        "operation (`=`)" => equals(case, &place, before),
        "variable access" => access(case, &place),
        "`{`" => Finding::new(format!("`{{` expected here, not `{}`", short(found)))
            .hint("`if`, `else`, `for`, `while` and `case` need braces: `if cond { .. }`"),
        "expression" => Finding::new(match before {
            Some(token) => {
                format!("a value is missing between `{}` and `{}`", short(token.text), short(found))
            }
            None => format!("a value is missing before `{}`", short(found)),
        }),
        "identifier" => {
            let number = scan(found).tokens.first().is_some_and(|t| t.kind == Kind::Number);
            Finding::new(format!("a name is expected here, not `{}`", short(found)))
                .maybe(number.then(|| "names begin with a letter or `_`".to_owned()))
        }
        "statement" => Finding::new(format!("a statement cannot begin with `{}`", short(found))),
        outermost if outermost.starts_with("global item") => {
            let message = format!("`{}` cannot stand outside a function", short(found));
            Finding::new(message).hint(match found {
                "let" => "write `const x = ..;`",
                _ => "here stand functions, structs, aliases and `const`; statements belong into the snippet",
            })
        }
        item if item.starts_with("switch item") => {
            Finding::new(format!("`case`, `default` or `}}` expected here, not `{}`", short(found)))
        }
        _ => Finding::new(format!("{} expected here, not `{}`", wanted(expected), short(found))),
    }
}

/// What the compiler expected, in words.
fn wanted(expected: &str) -> String {
    match expected {
        "identifier" => "a name",
        "operation (`=`)" => "`=`",
        "template args end" => "`>`",
        "assignment or increment/decrement" => "`=`",
        "function name" => "the name of a function",
        "the `diagnostic` attribute identifier" => "`{`",
        lhs if lhs.starts_with("LHS") => "the name of a variable",
        part if part.starts_with("for loop") => "an assignment, `i++` or a call",
        other => return clean(other),
    }
    .to_owned()
}

/// The user's text ended where more was expected.
fn ended<'a>(case: &Case<'a>, expected: &str) -> Finding<'a> {
    let position = case.marks.first().map_or(usize::MAX, |(range, _)| range.start);
    let Some(end) = case.source.nearest(position) else {
        return Finding::new(format!("{} expected here", wanted(expected)));
    };
    let last = case.before(&end);
    let place = last.map_or(end.clone(), |last| end.moved(last.end()..last.end()));
    let after = last.map_or_else(String::new, |last| format!(" after `{}`", short(last.text)));
    match expected {
        "`;`" => Finding::new("`;` expected here").hint("end the statement with `;`"),
        "expression" => Finding::new(format!("a value is missing{after}")),
        "assignment or increment/decrement" => {
            let value = last.map_or("x", |last| last.text);
            Finding::new("this statement changes nothing")
                .hint(format!("assign the value: `dst = {};`", short(value)))
        }
        _ => Finding::new(format!("the {} ends where {} is expected", end.piece, wanted(expected))),
    }
    .at(Some(place))
}

fn semicolon<'a>(case: &Case<'a>, place: &Place<'a>, before: Option<Token<'a>>) -> Finding<'a> {
    let found = place.quoted();
    let Some(before) = before else {
        return Finding::new(format!("`;` expected before `{}`", short(found)));
    };
    let between = place.text.get(before.end()..place.range.start).unwrap_or_default();
    if found == "}" || between.contains('\n') {
        return Finding::new("`;` expected here")
            .hint("end the statement with `;`")
            .at(Some(place.moved(before.end()..before.end())));
    }
    let value = short(before.text);
    let next = case.after(place).next();
    match found {
        "as" => {
            let ty = next.map_or("f32", |t| foreign_type(t.text).unwrap_or(t.text));
            Finding::new("there is no `as` in WGSL").hint(format!("write `{}({value})`", short(ty)))
        }
        "{" => Finding::new("a block gives no value in WGSL")
            .hint("write `select(otherwise, value, condition)`, or assign inside an `if`"),
        "=" if before.text == ")" => {
            let finding = Finding::new("what a call returns cannot be assigned to");
            finding.hint(match find(case.scope, "dst") {
                Some(_) => "arrays can only be read; the result goes into `dst`",
                None => "an output called `name` is written by `name_set(j, value)`",
            })
        }
        "=" => Finding::new("one `=` too many").hint("one assignment a statement; `==` compares"),
        "++" | "--" => Finding::new(format!("`{found}` is a statement of its own"))
            .hint(format!("write `{value}{found};` on its own, or `{value} + 1`")),
        "," => Finding::new("`;` expected before `,`")
            .hint("one statement declares one variable; the parts of a `for` are separated by `;`"),
        _ if between.is_empty() && before.kind == Kind::Number => {
            let both = place.moved(before.start..place.range.end);
            Finding::new(format!("`{}` is no number", short(both.quoted())))
                .hint(format!("write `{value}`, or `{value}f` for an f32"))
                .at(Some(both))
        }
        _ => {
            if found.chars().all(|c| c.is_ascii_punctuation() && c != '_') {
                return Finding::new(format!("`;` expected before `{}`", short(found)));
            }
            let hint = foreign(found).map_or_else(
                || {
                    format!(
                        "an operator or a `;` is missing between `{value}` and `{}`",
                        short(found)
                    )
                },
                str::to_owned,
            );
            Finding::new(format!("`;` expected before `{}`", short(found))).hint(hint)
        }
    }
}

fn assignment<'a>(case: &Case<'a>, place: &Place<'a>, before: Option<Token<'a>>) -> Finding<'a> {
    let found = place.quoted();
    let Some(before) = before else {
        return Finding::new(format!("`=` expected before `{}`", short(found)));
    };
    let both = place.moved(before.start..place.range.end);
    let name = found.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    if !name {
        let hint = match found {
            "==" => "`=` assigns, `==` compares".to_owned(),
            ":" => format!("declare it: `var {}: f32 = ..;`", short(before.text)),
            _ => match find(case.scope, "dst") {
                Some(_) => "assign the value: `dst = ..;`".to_owned(),
                None => "assign the value to a variable".to_owned(),
            },
        };
        let place =
            if found == ";" { place.moved(before.start..before.end()) } else { place.clone() };
        return Finding::new("this statement changes nothing").hint(hint).at(Some(place));
    }
    if let Some(ty) = foreign_type(before.text) {
        let message = format!("`{} {}` declares nothing in WGSL", before.text, short(found));
        return Finding::new(message)
            .hint(format!("write `var {}: {ty} = ..;`", short(found)))
            .at(Some(both));
    }
    match before.text {
        "fn" | "struct" | "alias" | "override" => {
            Finding::new(format!("`{}` cannot stand inside a snippet", before.text))
                .hint("put it into the preamble, and use it here")
                .at(Some(place.moved(before.start..before.end())))
        }
        "auto" | "def" | "mut" | "static" | "final" | "val" => {
            Finding::new(format!("`{} {}` declares nothing in WGSL", before.text, short(found)))
                .hint(format!("write `var {} = ..;`", short(found)))
                .at(Some(both))
        }
        word => {
            Finding::new(format!("`=` expected between `{}` and `{}`", short(word), short(found)))
                .maybe(foreign(word).map(str::to_owned))
        }
    }
}

fn equals<'a>(case: &Case<'a>, place: &Place<'a>, before: Option<Token<'a>>) -> Finding<'a> {
    let found = place.quoted();
    let Some(before) = before else {
        return Finding::new(format!("`=` expected here, not `{}`", short(found)));
    };
    let keyword = case.before(&place.moved(before.start..before.end())).map_or("let", |t| t.text);
    if let Some(ty) = foreign_type(before.text).filter(|_| found != ";") {
        let message = format!("`{} {}` declares nothing in WGSL", before.text, short(found));
        return Finding::new(message)
            .hint(format!("write `{keyword} {}: {ty} = ..;`", short(found)))
            .at(Some(place.moved(before.start..place.range.end)));
    }
    if found == ";" {
        let name = short(before.text);
        return Finding::new(format!("`{name}` is given no value"))
            .hint(format!("write `{keyword} {name} = ..;`, or `var {name}: f32;` to set it later"))
            .at(Some(place.moved(before.start..before.end())));
    }
    Finding::new(format!("`=` expected here, not `{}`", short(found)))
}

/// A function's name stands where a value is needed.
fn access<'a>(case: &Case<'a>, place: &Place<'a>) -> Finding<'a> {
    let name = place.quoted();
    let mut after = case.after(place);
    let open = after.next().filter(|t| t.text == "[");
    let index = open.and_then(|open| {
        let mut depth = 1_usize;
        let close = after.find(|t| {
            depth = match t.text {
                "[" => depth + 1,
                "]" => depth - 1,
                _ => depth,
            };
            depth == 0
        })?;
        place.text.get(open.end()..close.start)
    });
    if case.before(place).is_some_and(|t| matches!(t.text, "(" | "&"))
        && case.search(|t| t.first().is_some_and(|t| t.text == "arrayLength")).is_some()
    {
        return Finding::new(format!(
            "`{name}` is called like a function; its length cannot be asked for"
        ))
        .maybe(in_scope(case.scope));
    }
    match (find(case.scope, name).filter(|n| n.is_called()), index) {
        (Some(_), Some(index)) => {
            let index = short(index);
            let write = match find(case.scope, &format!("{name}_set")) {
                Some(_) => format!(" to read, `{name}_set({index}, ..)` to write"),
                None => String::new(),
            };
            Finding::new(format!("`{name}` is called like a function, not indexed"))
                .hint(format!("write `{name}({index})`{write}"))
        }
        (Some(known), None) => Finding::new(format!("`{name}` is called like a function"))
            .hint(format!("write `{}`", known.shown())),
        (None, _) => Finding::new(format!("`{}` is a function, not a value", short(name)))
            .hint(format!("call it: `{}(..)`", short(name))),
    }
}
