//! Check: naga parses and validates the assembled module, and our own rules follow.
//!
//! Nothing here asks a device, so a wrong snippet fails on any machine in the same words.

use std::collections::HashSet;

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Expression, Function, Handle, MathFunction, Module, Statement, TypeInner};

use crate::barriers;
use crate::element::{Scalar, Type};
use crate::kernel::{Declaration, Role};
use crate::precise::Uses;
use crate::primitive::SNIPPETS;
use crate::snippet::{self, Name, Place, SnippetError, Source};

/// What a kernel needs beyond the least that a device has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs(Capabilities);

/// Abilities that devices have or have not: naga's word, wgpu's word, ours.
const OPTIONAL: [(Capabilities, wgpu::Features, &str); 8] = [
    (Capabilities::SHADER_FLOAT16, wgpu::Features::SHADER_F16, "16-bit floats"),
    (Capabilities::FLOAT64, wgpu::Features::SHADER_F64, "64-bit floats"),
    (Capabilities::SHADER_INT64, wgpu::Features::SHADER_INT64, "64-bit integers"),
    (
        Capabilities::SHADER_INT64_ATOMIC_MIN_MAX,
        wgpu::Features::SHADER_INT64_ATOMIC_MIN_MAX,
        "minimum and maximum of 64-bit atomics",
    ),
    (
        Capabilities::SHADER_INT64_ATOMIC_ALL_OPS,
        wgpu::Features::SHADER_INT64_ATOMIC_ALL_OPS,
        "64-bit atomics",
    ),
    (Capabilities::SHADER_FLOAT32_ATOMIC, wgpu::Features::SHADER_FLOAT32_ATOMIC, "float atomics"),
    (Capabilities::SUBGROUP, wgpu::Features::SUBGROUP, "subgroups"),
    (Capabilities::SUBGROUP_BARRIER, wgpu::Features::SUBGROUP_BARRIER, "subgroup barriers"),
];

impl Needs {
    /// What holding elements of a type needs.
    pub(crate) fn of(ty: Type) -> Self {
        let needs = ty.scalars().into_iter().map(|scalar| match scalar {
            Scalar::F16 => Capabilities::SHADER_FLOAT16,
            Scalar::F64 => Capabilities::FLOAT64,
            Scalar::I64 | Scalar::U64 => Capabilities::SHADER_INT64,
            Scalar::F32 | Scalar::I32 | Scalar::U32 => Capabilities::empty(),
        });
        Self(needs.collect())
    }

    /// The first ability that `features` lacks.
    pub(crate) fn lacking(self, features: wgpu::Features) -> Option<&'static str> {
        OPTIONAL
            .iter()
            .find(|(capability, feature, _)| {
                self.0.contains(*capability) && !features.contains(*feature)
            })
            .map(|(_, _, name)| *name)
    }
}

/// A module that passed.
pub(crate) struct Checked {
    pub(crate) module: Module,
    pub(crate) needs: Needs,
    /// Where it uses functions that we have more precisely.
    pub(crate) uses: Uses,
}

/// Parses and validates on a stack large enough for the deepest snippet that the lexer lets
/// through; a panic in the front end is reported, not passed on.
pub(crate) fn check(
    source: &Source,
    declaration: &Declaration,
    scope: impl Fn(Option<&str>) -> Vec<Name> + Send,
) -> Result<Checked, Box<SnippetError>> {
    on_large_stack(|| examine(source, declaration, scope)).unwrap_or_else(|panic| {
        Err(whole(
            source,
            format!("the WGSL front end gave up: {panic}"),
            Some("simplify the snippet; this is a defect worth reporting".to_owned()),
        ))
    })
}

/// Runs `work` on a thread with a stack of 64 MiB; the error is a panic's message.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| format!("no thread could be started: {error}"))?;
        thread.join().map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                .unwrap_or_default()
        })
    })
}

/// A browser has one stack.
#[cfg(target_arch = "wasm32")]
pub(crate) fn on_large_stack<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    Ok(work())
}

fn examine(
    source: &Source,
    declaration: &Declaration,
    scope: impl Fn(Option<&str>) -> Vec<Name>,
) -> Result<Checked, Box<SnippetError>> {
    let seen = |span: Option<naga::Span>| {
        let place = span.and_then(naga::Span::to_range).and_then(|range| source.locate(range));
        scope(place.map(|place| place.piece))
    };
    let module = naga::front::wgsl::parse_str(source.text()).map_err(|error| {
        let scope = seen(error.labels().next().map(|(span, _)| span));
        Box::new(snippet::explain_parse(source, &error, &scope))
    })?;
    let all =
        OPTIONAL.iter().fold(Capabilities::empty(), |all, (capability, ..)| all | *capability);
    let info = validate(&module, all).map_err(|error| {
        let scope = seen(error.spans().next().map(|(span, _)| *span));
        Box::new(snippet::explain_validation(source, &error, &scope))
    })?;
    barriers::uniform_barriers(&module).map_err(|fault| {
        let map = declaration.map.is_some();
        let hint = map.then(|| "a map has no workgroups to speak of: use `Kernel::compute`".into());
        at(source, fault.span, fault.message, hint)
    })?;
    refuse_f64_functions(source, &module, &info)?;
    let uses = Uses::of(&module, &info);
    if let Some((name, piece)) = unassigned(declaration, &module) {
        let place = source.pieces().rfind(|place| piece.is_none_or(|piece| place.piece == piece));
        let message = format!("`{name}` is never assigned");
        let hint = Some(format!("the result goes there: `{name} = ..;`"));
        return Err(match place {
            Some(place) => Box::new(SnippetError::new(&place, message, hint)),
            None => whole(source, message, hint),
        });
    }
    if validate(&module, Capabilities::empty()).is_ok() {
        return Ok(Checked { module, needs: Needs(Capabilities::empty()), uses });
    }
    let needs = OPTIONAL
        .iter()
        .filter(|(capability, ..)| validate(&module, all - *capability).is_err())
        .fold(Capabilities::empty(), |needs, (capability, ..)| needs | *capability);
    Ok(Checked { module, needs: Needs(needs), uses })
}

/// A fault at a place of the assembled text.
fn at(
    source: &Source,
    span: naga::Span,
    message: String,
    hint: Option<String>,
) -> Box<SnippetError> {
    match span.to_range().and_then(|range| source.locate(range)) {
        Some(place) => Box::new(SnippetError::new(&place, message, hint)),
        None => whole(source, message, hint),
    }
}

/// A fault of the snippet as a whole, which is the last of the user's pieces.
fn whole(source: &Source, message: String, hint: Option<String>) -> Box<SnippetError> {
    let nothing = Place { piece: "snippet", text: "", range: 0..0 };
    let place = source.pieces().next_back().unwrap_or(nothing);
    Box::new(SnippetError::new(&place, message, hint))
}

/// What is known of a module that needs whatever a device may have.
#[cfg(any(test, target_arch = "wasm32"))]
pub(crate) fn valid(
    module: &Module,
) -> Result<naga::valid::ModuleInfo, Box<naga::WithSpan<naga::valid::ValidationError>>> {
    let all =
        OPTIONAL.iter().fold(Capabilities::empty(), |all, (capability, ..)| all | *capability);
    validate(module, all)
}

fn validate(
    module: &Module,
    capabilities: Capabilities,
) -> Result<naga::valid::ModuleInfo, Box<naga::WithSpan<naga::valid::ValidationError>>> {
    // Packing halves into words is part of WGSL, though naga counts it as extra.
    let capabilities = capabilities | Capabilities::SHADER_FLOAT16_IN_FLOAT32;
    Validator::new(ValidationFlags::all(), capabilities)
        .subgroup_stages(naga::valid::ShaderStages::COMPUTE)
        .subgroup_operations(naga::valid::SubgroupOperationSet::all())
        .validate(module)
        .map_err(Box::new)
}

/// Drivers compile sine, exponential and their kin for 64-bit floats and return garbage.
fn refuse_f64_functions(
    source: &Source,
    module: &Module,
    info: &naga::valid::ModuleInfo,
) -> Result<(), Box<SnippetError>> {
    use MathFunction as M;
    let refused = [
        M::Cos,
        M::Cosh,
        M::Sin,
        M::Sinh,
        M::Tan,
        M::Tanh,
        M::Acos,
        M::Asin,
        M::Atan,
        M::Atan2,
        M::Asinh,
        M::Acosh,
        M::Atanh,
        M::Exp,
        M::Exp2,
        M::Log,
        M::Log2,
        M::Pow,
        M::Degrees,
        M::Radians,
        M::Refract,
    ];
    let functions = module.functions.iter().map(|(handle, function)| (Some(handle), function));
    let entries = module.entry_points.iter().map(|entry| (None, &entry.function));
    for (handle, function) in functions.chain(entries) {
        for (place, expression) in function.expressions.iter() {
            let Expression::Math { fun, arg, .. } = expression else { continue };
            if !refused.contains(fun) {
                continue;
            }
            let types = match handle {
                Some(handle) => &info[handle],
                None => info.get_entry_point(0),
            };
            let wide = match types[*arg].ty.inner_with(&module.types) {
                TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => {
                    *scalar == naga::Scalar::F64
                }
                _ => false,
            };
            if wide {
                let name = format!("{fun:?}").to_lowercase();
                return Err(at(
                    source,
                    function.expressions.get_span(place),
                    format!("`{name}` of an f64: no driver computes it, they return garbage"),
                    Some(format!("compute it in f32, `{name}(f32(x))`, or on the host")),
                ));
            }
        }
    }
    Ok(())
}

/// A result that no statement of the user stores to: its name, and the snippet that should.
fn unassigned(
    declaration: &Declaration,
    module: &Module,
) -> Option<(String, Option<&'static str>)> {
    let assigned = |name: &str, by: &dyn Fn(&str) -> bool| {
        let mut stored = HashSet::new();
        for (_, function) in module.functions.iter() {
            if function.name.as_deref().is_some_and(by) {
                stores(&function.body, function, &mut stored);
            }
        }
        module.global_variables.iter().any(|(handle, global)| {
            global.name.as_deref() == Some(name) && stored.contains(&handle)
        })
    };
    if declaration.primitive.is_some() {
        // Each snippet has a function of its own, or leaves it to a function of a preamble.
        let user = |name: &str| !name.starts_with("engine_");
        let lacks = |(_, function): &&(&str, &str)| {
            let there = |(_, f): (_, &Function)| f.name.as_deref() == Some(*function);
            module.functions.iter().any(there)
                && !assigned("dst", &|name| name == *function || user(name))
        };
        return SNIPPETS.iter().find(lacks).map(|(piece, _)| ("dst".to_owned(), Some(*piece)));
    }
    declaration.map?;
    let outputs = declaration.bindings.iter().filter(|binding| binding.role == Role::Output);
    std::iter::once("dst")
        .chain(outputs.map(|binding| binding.name.as_str()))
        .find(|name| !assigned(name, &|_| true))
        .map(|name| (name.to_owned(), None))
}

/// Adds the variables of the module that statements store to, or may by a function that they call.
pub(crate) fn stores(
    block: &naga::Block,
    function: &Function,
    stored: &mut HashSet<Handle<naga::GlobalVariable>>,
) {
    let root = |mut at: Handle<Expression>| loop {
        at = match function.expressions[at] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => base,
            Expression::GlobalVariable(global) => return Some(global),
            _ => return None,
        }
    };
    for statement in block.iter() {
        match statement {
            Statement::Store { pointer, .. } => stored.extend(root(*pointer)),
            Statement::Call { arguments, .. } => {
                stored.extend(arguments.iter().filter_map(|argument| root(*argument)));
            }
            Statement::Block(inner) => stores(inner, function, stored),
            Statement::If { accept, reject, .. } => {
                stores(accept, function, stored);
                stores(reject, function, stored);
            }
            Statement::Switch { cases, .. } => {
                cases.iter().for_each(|case| stores(&case.body, function, stored));
            }
            Statement::Loop { body, continuing, .. } => {
                stores(body, function, stored);
                stores(continuing, function, stored);
            }
            _ => {}
        }
    }
}
