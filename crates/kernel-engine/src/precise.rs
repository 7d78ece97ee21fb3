//! Precise: mathematics of ours where a driver's own may err widely.
//!
//! A checked module that takes such functions of `f32`, or divides, gets a copy of those of ours
//! that it needs, and each use becomes a call. This happens to the module and not to its text, so
//! a function of the user's that is called `sin` stays what it is, and ours cannot call it.

use std::collections::HashMap;

use kernel_engine_shaders::precise as shaders;
use naga::{
    Arena, BinaryOperator, Block, Expression, Function, GlobalVariable, Handle, MathFunction as M,
    Module, Range, Scalar, Span, Statement, Type, TypeInner,
};
use once_cell::sync::OnceCell;
use web_time::Instant;

use crate::assemble::{self, Assembled};
use crate::error::{Error, Result};

/// The functions that are replaced. `engine_NAME` takes numbers, `engine_NAME_vecN` vectors.
const FUNCTIONS: [(M, &str); 19] = [
    (M::Sin, "sin"),
    (M::Cos, "cos"),
    (M::Tan, "tan"),
    (M::Asin, "asin"),
    (M::Acos, "acos"),
    (M::Atan, "atan"),
    (M::Atan2, "atan2"),
    (M::Sinh, "sinh"),
    (M::Cosh, "cosh"),
    (M::Tanh, "tanh"),
    (M::Asinh, "asinh"),
    (M::Acosh, "acosh"),
    (M::Atanh, "atanh"),
    (M::Exp, "exp"),
    (M::Exp2, "exp2"),
    (M::Log, "log"),
    (M::Log2, "log2"),
    (M::Pow, "pow"),
    (M::Sqrt, "sqrt"),
];

/// Those of them that are quicker of a sine or a cosine.
const OF_UNIT: [(M, &str); 3] = [(M::Sin, "unit_sin"), (M::Cos, "unit_cos"), (M::Tan, "unit_tan")];

/// Those of them, and the division, that take two numbers.
const OF_TWO: [&str; 3] = ["atan2", "pow", "divide"];

/// Where a module uses what is replaced.
#[derive(Clone, Debug)]
pub(crate) struct Uses(Vec<Use>);

#[derive(Clone, Debug)]
struct Use {
    /// None for the entry point.
    function: Option<Handle<Function>>,
    expression: Handle<Expression>,
    /// What is called instead.
    callee: String,
}

impl Uses {
    pub(crate) fn of(module: &Module, info: &naga::valid::ModuleInfo) -> Self {
        let functions = module.functions.iter().map(|(handle, f)| (Some(handle), f, &info[handle]));
        let entries = module.entry_points.iter().enumerate();
        let entries = entries.map(|(k, entry)| (None, &entry.function, info.get_entry_point(k)));
        let uses = functions.chain(entries).flat_map(|(function, code, types)| {
            code.expressions.iter().filter_map(move |(handle, expression)| {
                let ty = |of: Handle<Expression>| types[of].ty.inner_with(&module.types);
                let callee = callee(&code.expressions, expression, ty)?;
                Some(Use { function, expression: handle, callee })
            })
        });
        Self(uses.collect())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The function that computes an expression, if it is one of ours.
fn callee<'a>(
    all: &Arena<Expression>,
    expression: &Expression,
    ty: impl Fn(Handle<Expression>) -> &'a TypeInner,
) -> Option<String> {
    let (name, of) = match *expression {
        Expression::Math { fun, arg, .. } => {
            let of_unit = matches!(all[arg], Expression::Math { fun: M::Sin | M::Cos, .. });
            let functions = if of_unit { &OF_UNIT[..] } else { &[] };
            let name = functions.iter().chain(&FUNCTIONS).find(|(known, _)| *known == fun)?.1;
            (name, arg)
        }
        Expression::Binary { op: BinaryOperator::Divide, left, right } if ty(left) == ty(right) => {
            ("divide", left)
        }
        _ => return None,
    };
    match *ty(of) {
        TypeInner::Scalar(Scalar::F32) => Some(format!("engine_{name}")),
        TypeInner::Vector { size, scalar: Scalar::F32 } => {
            Some(format!("engine_{name}_vec{}", size as u8))
        }
        _ => None,
    }
}

/// All our functions, as a module that stands for itself.
fn library() -> Result<&'static Module> {
    static LIBRARY: OnceCell<Module> = OnceCell::new();
    LIBRARY.get_or_try_init(|| {
        naga::front::wgsl::parse_str(&text()).map_err(|error| internal(error.message()))
    })
}

fn text() -> String {
    let mut text = assemble::uniform("");
    for file in [
        shaders::DIVISION,
        shaders::TRIGONOMETRY,
        shaders::POWERS,
        shaders::ARCS,
        shaders::HYPERBOLIC,
    ] {
        text += file;
    }
    for name in FUNCTIONS.iter().chain(&OF_UNIT).map(|(_, name)| *name).chain(["divide"]) {
        for size in 2..=4 {
            let two = OF_TWO.contains(&name);
            let ty = format!("vec{size}<f32>");
            let each = ["x", "y", "z", "w"].iter().take(size).map(|part| match two {
                true => format!("engine_{name}(a.{part}, b.{part})"),
                false => format!("engine_{name}(a.{part})"),
            });
            let (each, more) = (each.collect::<Vec<_>>().join(", "), format!(", b: {ty}"));
            let more = if two { more.as_str() } else { "" };
            text += &format!(
                "fn engine_{name}_vec{size}(a: {ty}{more}) -> {ty} {{ return {ty}({each}); }}\n"
            );
        }
    }
    text
}

fn internal(message: &str) -> Error {
    Error::Internal { what: "precise mathematics".to_owned(), message: message.to_owned() }
}

impl Assembled {
    /// The same with precise mathematics.
    pub(crate) fn precise(&self) -> Result<Self> {
        let start = Instant::now();
        let module = replace(&self.module, &self.uses)?;
        Ok(Self { module, time: start.elapsed(), ..self.clone() })
    }
}

/// The module with its uses replaced.
fn replace(module: &Module, uses: &Uses) -> Result<Module> {
    let library = library()?;
    let mut module = module.clone();
    let params = module.global_variables.iter();
    let params = params.filter(|(_, global)| global.name.as_deref() == Some("engine_params"));
    let params = params.map(|(handle, _)| handle).next();
    let params = params.ok_or_else(|| internal("the module has no parameters"))?;

    let theirs = module.functions.take();
    let mut import = Import { library, params, known: HashMap::new(), module: &mut module };
    let mut calls: HashMap<_, HashMap<_, _>> = HashMap::new();
    for Use { function, expression, callee } in &uses.0 {
        let ours = library.functions.iter();
        let ours = ours.filter(|(_, function)| function.name.as_ref() == Some(callee));
        let ours = ours.map(|(handle, _)| handle).next();
        let ours = import.function(ours.ok_or_else(|| internal(callee))?);
        calls.entry(*function).or_default().insert(*expression, ours);
    }
    // A function may call only those before it, so theirs follow ours.
    let mut moved = HashMap::new();
    for (handle, function) in theirs.iter() {
        let mut function = function.clone();
        point(&mut function, &moved);
        call(&mut function, calls.remove(&Some(handle)).unwrap_or_default());
        moved.insert(handle, module.functions.append(function, theirs.get_span(handle)));
    }
    for entry in &mut module.entry_points {
        point(&mut entry.function, &moved);
        call(&mut entry.function, calls.remove(&None).unwrap_or_default());
    }
    Ok(module)
}

/// Takes functions over from the library.
struct Import<'a> {
    library: &'a Module,
    /// What the library's only global stands for.
    params: Handle<GlobalVariable>,
    known: HashMap<Handle<Function>, Handle<Function>>,
    module: &'a mut Module,
}

impl Import<'_> {
    /// A function, after those that it calls.
    fn function(&mut self, from: Handle<Function>) -> Handle<Function> {
        if let Some(known) = self.known.get(&from) {
            return *known;
        }
        let mut function = self.library.functions[from].clone();
        let arguments = function.arguments.iter_mut().map(|argument| &mut argument.ty);
        let result = function.result.iter_mut().map(|result| &mut result.ty);
        let locals = function.local_variables.iter_mut().map(|(_, local)| &mut local.ty);
        for ty in arguments.chain(result).chain(locals) {
            *ty = self.ty(*ty);
        }
        for (_, expression) in function.expressions.iter_mut() {
            match expression {
                Expression::Compose { ty, .. } | Expression::ZeroValue(ty) => *ty = self.ty(*ty),
                Expression::GlobalVariable(global) => *global = self.params,
                Expression::CallResult(callee) => {
                    self.function(*callee);
                }
                _ => {}
            }
        }
        point(&mut function, &self.known);
        let to = self.module.functions.append(function, Span::UNDEFINED);
        self.known.insert(from, to);
        to
    }

    /// Numbers and vectors, which are made of no other types.
    fn ty(&mut self, from: Handle<Type>) -> Handle<Type> {
        self.module.types.insert(self.library.types[from].clone(), Span::UNDEFINED)
    }
}

/// Points all calls to where the functions are now.
fn point(function: &mut Function, moved: &HashMap<Handle<Function>, Handle<Function>>) {
    for (_, expression) in function.expressions.iter_mut() {
        if let Expression::CallResult(callee) = expression {
            *callee = moved.get(callee).copied().unwrap_or(*callee);
        }
    }
    edit(&mut function.body, &mut |mut statement, span, out| {
        if let Statement::Call { function, .. } = &mut statement {
            *function = moved.get(function).copied().unwrap_or(*function);
        }
        out.push(statement, span);
    });
}

/// Makes expressions calls: what is computed at once is cut where one of them stands.
fn call(function: &mut Function, calls: HashMap<Handle<Expression>, Handle<Function>>) {
    if calls.is_empty() {
        return;
    }
    let expressions = &mut function.expressions;
    edit(&mut function.body, &mut |statement, span, out| {
        let Statement::Emit(range) = statement else { return out.push(statement, span) };
        let mut run = None;
        let finish = |run: Option<(_, _)>, out: &mut Block| {
            let emit = |(first, last)| Statement::Emit(Range::new_from_bounds(first, last));
            out.extend(run.map(|run| (emit(run), span)));
        };
        for at in range {
            let Some(callee) = calls.get(&at) else {
                run = Some((run.map_or(at, |(first, _)| first), at));
                continue;
            };
            finish(run.take(), out);
            let arguments = arguments(&expressions[at]);
            expressions[at] = Expression::CallResult(*callee);
            out.push(Statement::Call { function: *callee, arguments, result: Some(at) }, span);
        }
        finish(run, out);
    });
}

fn arguments(expression: &Expression) -> Vec<Handle<Expression>> {
    match *expression {
        Expression::Math { arg, arg1, .. } => std::iter::once(arg).chain(arg1).collect(),
        Expression::Binary { left, right, .. } => vec![left, right],
        _ => Vec::new(),
    }
}

/// Writes every statement anew, those within others first.
fn edit(block: &mut Block, statement: &mut impl FnMut(Statement, Span, &mut Block)) {
    let mut out = Block::with_capacity(block.len());
    for (mut old, span) in std::mem::take(block).span_into_iter() {
        match &mut old {
            Statement::Block(inner) => edit(inner, statement),
            Statement::If { accept, reject, .. } => {
                edit(accept, statement);
                edit(reject, statement);
            }
            Statement::Switch { cases, .. } => {
                cases.iter_mut().for_each(|case| edit(&mut case.body, statement));
            }
            Statement::Loop { body, continuing, .. } => {
                edit(body, statement);
                edit(continuing, statement);
            }
            _ => {}
        }
        statement(old, span, &mut out);
    }
    *block = out;
}

#[cfg(test)]
mod tests;
