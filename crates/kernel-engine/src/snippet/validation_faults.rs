//! Errors that the compiler's validator reports, in the user's words.

use std::error::Error;

use naga::UnaryOperator;
use naga::valid::{
    CallError, EntryPointError, ExpressionError, FunctionError, GlobalVariableError, LiteralError,
    ValidationError, WidthError,
};

use super::explain::{Case, Finding};
use super::hints::{convert, find};
use super::operand_faults::{binary, literal};
use super::source::Place;
use super::type_faults::counted;
use super::words::{operator, short};

/// Reads an error of the validator's.
pub(crate) fn read<'a>(case: &Case<'a>, error: &ValidationError) -> Finding<'a> {
    match error {
        ValidationError::Function { source, .. } => function(case, source),
        ValidationError::EntryPoint { source, .. } => match source {
            EntryPointError::Function(source) => function(case, source),
            EntryPointError::ForbiddenStageOperations => forbidden(case),
            _ => innermost(error),
        },
        ValidationError::GlobalVariable {
            name,
            source: GlobalVariableError::InvalidBinding,
            ..
        } => Finding::new(format!(
            "`{}` would need a binding, which only the engine can give",
            short(name)
        ))
        .hint("hand data over with `.array`, `.input` or `.param` and use its name"),
        _ => innermost(error),
    }
}

/// The last sentence of the chain of causes.
fn innermost<'a>(error: &dyn Error) -> Finding<'a> {
    let mut last = error;
    while let Some(cause) = last.source() {
        last = cause;
    }
    Finding::new(last.to_string())
}

fn function<'a>(case: &Case<'a>, error: &FunctionError) -> Finding<'a> {
    let place = case.first();
    let quoted = place.as_ref().map(Place::quoted).unwrap_or_default();
    match error {
        FunctionError::Expression { source, .. } => expression(case, place, source),
        FunctionError::InvalidCall { error, .. } => call(case, error),
        FunctionError::InvalidIfType(_) => condition(case, place),
        FunctionError::InvalidReturnType { expected_ty: None, .. } => {
            let value = place.or_else(|| {
                let found = case.search(|t| matches!(t, [word, value, ..] if word.text == "return" && value.text != ";"))?;
                case.after(&found).next().map(|t| found.moved(t.start..t.end()))
            });
            returned(case, value)
        }
        FunctionError::InvalidReturnType { expression: None, .. } => {
            Finding::new("this function does not return a value on every path")
                .hint("end it with `return ..;`")
        }
        FunctionError::InvalidReturnType { .. } => Finding::new(
            "the value returned is not of the type that the function declares after `->`",
        ),
        FunctionError::BreakOutsideOfLoopOrSwitch => {
            Finding::new("`break` stands outside of a loop")
                .hint("`return;` ends the work on this element")
        }
        FunctionError::ContinueOutsideOfLoop => Finding::new("`continue` stands outside of a loop")
            .hint("`return;` ends the work on this element"),
        FunctionError::InvalidSwitchType(_) => {
            Finding::new("`switch` needs a whole number (i32 or u32)")
        }
        FunctionError::ConflictingSwitchCase(_) => Finding::new("this `case` stands twice"),
        FunctionError::MissingDefaultCase => {
            Finding::new("this `switch` has no `default`").hint("add `default: {}`")
        }
        FunctionError::MultipleDefaultCases => {
            Finding::new("this `switch` has more than one `default`")
        }
        FunctionError::InvalidStorePointer(_) => {
            Finding::new("this cannot be assigned to").hint("assign to a `var`, or to `dst`")
        }
        FunctionError::InvalidStoreTypes { .. } => store(case, quoted),
        FunctionError::NonUniformControlFlow(..) => {
            Finding::new("not all threads reach this together, as a barrier demands")
                .hint("take it out of the `if` or loop that depends on the element")
        }
        FunctionError::LocalVariable { name, .. } => {
            Finding::new(format!("`{}` cannot be a variable of this type", short(name)))
                .at(case.declaration(name))
        }
        _ => innermost(error),
    }
}

fn forbidden<'a>(case: &Case<'a>) -> Finding<'a> {
    let pixel = |word: &str| {
        word == "discard" || ["dpdx", "dpdy", "fwidth"].iter().any(|d| word.starts_with(d))
    };
    let place = case.search(|t| t.first().is_some_and(|t| t.is_word() && pixel(t.text)));
    let word = place.as_ref().map(Place::quoted).unwrap_or("this");
    let hint = match word {
        "discard" => "`return;` ends the work on this element",
        _ => "take differences of `at(j)`",
    };
    Finding::new(format!("`{word}` is for drawing pixels and cannot be used in a kernel"))
        .hint(hint)
        .at(place)
}

/// The condition of an `if`, `while` or `for` is a number.
fn condition<'a>(case: &Case<'a>, marked: Option<Place<'a>>) -> Finding<'a> {
    let opens = |text: &str| matches!(text, "if" | "while" | "(" | ";");
    // Of a name, the compiler marks where its value comes from; look for where it is used.
    let direct = marked.filter(|p| case.before(p).is_some_and(|t| opens(t.text)));
    let place = direct.or_else(|| {
        let lone = case.search(|t| match t {
            [word, open, _, close, ..] if open.text == "(" => close.text == ")" && opens(word.text),
            [word, _, block, ..] => block.text == "{" && opens(word.text),
            _ => false,
        })?;
        let name = case.after(&lone).find(|t| t.text != "(")?;
        Some(lone.moved(name.start..name.end()))
    });
    let name = place.as_ref().map(Place::quoted).unwrap_or_default();
    let hint = find(case.scope, name).and_then(|n| convert(name, &n.ty, "bool"));
    Finding::new("the condition is neither true nor false")
        .hint(hint.unwrap_or_else(|| "compare it with something: `x != 0.0`".into()))
        .at(place)
}

/// `return x;` in a snippet.
pub(crate) fn returned<'a>(case: &Case<'a>, value: Option<Place<'a>>) -> Finding<'a> {
    let text = value.as_ref().map(Place::quoted).unwrap_or_default();
    let hint = match find(case.scope, "dst") {
        Some(_) if text == "dst" => "`return;` is enough: `dst` is the result".to_owned(),
        Some(_) if !text.is_empty() => {
            format!("assign `dst` instead: `dst = {}; return;`", short(text))
        }
        _ => "assign the value instead, then `return;`".to_owned(),
    };
    Finding::new("a snippet returns no value").hint(hint).at(value)
}

fn store<'a>(case: &Case<'a>, target: &str) -> Finding<'a> {
    let target = short(target);
    let finding = Finding::new(format!("the value is of another type than `{target}`"));
    match find(case.scope, &target) {
        Some(known) if known.ty.starts_with("vec") => finding.hint(format!("`{target}` is {}", known.ty)),
        Some(known) => finding.hint(format!("`{target}` is {0}; of a vector, pick one component (`.x`); write `{0}(..)` for another number", known.ty)),
        None => finding,
    }
}

fn call<'a>(case: &Case<'a>, error: &CallError) -> Finding<'a> {
    let place =
        (0..case.marks.len()).find_map(|n| case.mark(n).filter(|_| case.said(n).contains("call")));
    let name =
        place.as_ref().and_then(|p| p.quoted().split('(').next()).map(short).unwrap_or_default();
    match error {
        CallError::ArgumentCount { required, seen } => {
            let hint = find(case.scope, &name).map(|n| format!("write `{}`", n.shown()));
            Finding::new(format!("`{name}` takes {}, not {seen}", counted(&required.to_string())))
                .maybe(hint)
        }
        CallError::ArgumentType { index, .. } => {
            let argument = place.and_then(|p| case.argument(&p, *index));
            let text = argument.as_ref().map(Place::quoted).unwrap_or_default();
            let finding =
                Finding::new(format!("argument {} of `{name}` has the wrong type", index + 1))
                    .at(argument);
            if let Some(known) = find(case.scope, &name).filter(|_| *index > 0) {
                return finding.hint(format!("its elements are {0}: write `{0}(..)`", known.ty));
            }
            if find(case.scope, &name).is_some() {
                let ty = find(case.scope, text)
                    .map(|n| format!("`{text}` is {} here; ", n.ty))
                    .unwrap_or_default();
                return finding
                    .hint(format!("the index is u32: {ty}write `{name}(u32({}))`", short(text)));
            }
            finding.hint("convert it to the type that the function declares, for example `f32(..)`")
        }
        other => innermost(other),
    }
}

fn expression<'a>(
    case: &Case<'a>,
    place: Option<Place<'a>>,
    error: &ExpressionError,
) -> Finding<'a> {
    let quoted = place.as_ref().map(Place::quoted).unwrap_or_default();
    match error {
        ExpressionError::InvalidBinaryOperandTypes { op, lhs_type, rhs_type, .. } => {
            let symbol = operator(&format!("{op:?}"));
            binary(case, quoted, symbol, (lhs_type, rhs_type)).unwrap_or_else(|| innermost(error))
        }
        ExpressionError::InvalidUnaryOperandType(op, _) => {
            let value = short(quoted.get(1..).unwrap_or_default());
            match op {
                UnaryOperator::LogicalNot => Finding::new("`!` needs true or false")
                    .hint(format!("compare instead: `{value} == 0.0`")),
                UnaryOperator::BitwiseNot => {
                    Finding::new("`~` needs a whole number").hint(format!("write `~u32({value})`"))
                }
                UnaryOperator::Negate => Finding::new("`-` needs a number that may be negative")
                    .hint(format!("write `-i32({value})` or `-f32({value})`")),
            }
        }
        ExpressionError::Literal(LiteralError::Width(WidthError::Abstract)) => {
            literal(case, place.as_ref(), quoted)
        }
        ExpressionError::SelectConditionNotABool { .. } => Finding::new(
            "the third argument of `select` is neither true nor false",
        )
        .hint(
            "write `select(otherwise, value, condition)`, for example `select(1.0, 2.0, x > 0.0)`",
        ),
        ExpressionError::SelectValuesTypeMismatch { .. } => {
            Finding::new("the first two arguments of `select` have different types")
        }
        ExpressionError::IndexOutOfBounds(_, index) => {
            Finding::new(format!("the index {index} is past the end"))
        }
        ExpressionError::NegativeIndex(_) => Finding::new("the index is negative"),
        ExpressionError::InvalidIndexType(_) => {
            Finding::new("the index is no whole number").hint("write `u32(..)` around it")
        }
        ExpressionError::ShiftAmountTooLarge { .. } => {
            Finding::new("this shifts by more bits than the number has")
        }
        ExpressionError::InvalidArgumentType(_, index, _) => {
            Finding::new(format!("argument {} has the wrong type", index + 1))
        }
        ExpressionError::InvalidCastArgument => Finding::new("this cannot be converted"),
        ExpressionError::MissingCapabilities(_) => {
            Finding::new("this type or function is not available on all devices")
                .hint("use f32, i32 or u32")
        }
        ExpressionError::InvalidBooleanVector(_) => {
            Finding::new("`all` and `any` need true or false")
        }
        ExpressionError::Compose(_) => Finding::new(
            "these parts do not make up such a value: too many, too few, or of another type",
        ),
        _ => innermost(error),
    }
}
