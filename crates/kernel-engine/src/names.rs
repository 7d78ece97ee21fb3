//! Names: what a kernel's builder may call things, and what must not collide.

use naga::keywords::wgsl::RESERVED;

use crate::element::Type;
use crate::error::Result;
use crate::kernel::{Declaration, Role};
use crate::snippet::is_own;

/// What every snippet of a map sees.
const MAP_NAMES: [&str; 6] = ["src", "dst", "i", "len", "at", "again"];

/// What every snippet of a compute kernel sees.
const COMPUTE_NAMES: [&str; 7] = ["i", "id", "len", "local", "group", "group_size", "again"];

/// What every snippet of a kernel along a frontier sees.
const EXPAND_NAMES: [&str; 8] =
    ["i", "src", "len", "local", "group", "group_size", "again", "push"];

/// The most invocations of a workgroup; few devices allow as many, and each is asked when it runs.
const MAX_WORKGROUP: u64 = 16_384;

/// The most bytes of a workgroup variable; far fewer are allowed by any device.
const MAX_BYTES: u64 = 1 << 30;

/// The functions that stand for the elements of a storage: suffix, arguments after the index.
pub(crate) const ATOMIC_VERBS: [(&str, &str); 8] = [
    ("add", "Add"),
    ("sub", "Sub"),
    ("min", "Min"),
    ("max", "Max"),
    ("and", "And"),
    ("or", "Or"),
    ("xor", "Xor"),
    ("exchange", "Exchange"),
];

/// Every name that comes with a storage called `name`.
pub(crate) fn accessors(name: &str, role: Role, map: bool) -> Vec<String> {
    let mut names = vec![name.to_owned()];
    let verbs: &[&str] = match role {
        Role::Input => &[],
        Role::Output if map => &[],
        Role::Array => &["length"],
        Role::Output => &["length", "set"],
        Role::Atomic => &["length", "set", "compare_exchange"],
    };
    names.extend(verbs.iter().map(|verb| format!("{name}_{verb}")));
    if role == Role::Atomic {
        names.extend(ATOMIC_VERBS.iter().map(|(verb, _)| format!("{name}_{verb}")));
    }
    names
}

/// Checks names and sizes before any WGSL is written.
pub(crate) fn check(declaration: &Declaration) -> Result<()> {
    let map = declaration.map.is_some();
    let own: &[&str] = match &declaration.primitive {
        Some(primitive) => primitive.names(),
        None if map => &MAP_NAMES,
        None if declaration.expand.is_some() => &EXPAND_NAMES,
        None => &COMPUTE_NAMES,
    };
    let mut seen: Vec<(String, String)> =
        own.iter().map(|name| ((*name).to_owned(), "what every snippet sees".to_owned())).collect();
    let mut claim = |name: &str, what: String| -> Result<()> {
        if let Some((_, other)) = seen.iter().find(|(known, _)| known == name) {
            return Err(declaration.error(format!(
                "the name `{name}` stands for two things, {other} and {what}: rename one"
            )));
        }
        seen.push((name.to_owned(), what));
        Ok(())
    };
    for (name, _) in &declaration.params {
        well_formed(declaration, name)?;
        claim(name, "a parameter".to_owned())?;
    }
    for binding in &declaration.bindings {
        well_formed(declaration, &binding.name)?;
        for name in accessors(&binding.name, binding.role, map) {
            claim(&name, format!("the storage `{}`", binding.name))?;
        }
    }
    for variable in &declaration.workgroup {
        well_formed(declaration, &variable.name)?;
        claim(&variable.name, "a workgroup variable".to_owned())?;
        if variable.len == 0 {
            return Err(declaration
                .error(format!("the workgroup variable `{}` has no elements", variable.name)));
        }
        let bytes = u64::from(variable.len) * variable.ty.stride();
        if bytes > MAX_BYTES {
            return Err(declaration.error(format!(
                "the workgroup variable `{}` of {bytes} bytes is larger than any device takes: \
                 most stop at 16,384 or 32,768 bytes",
                variable.name
            )));
        }
    }
    let mut structs: Vec<Type> = Vec::new();
    for ty in declaration.types() {
        collect_structs(ty, &mut structs);
    }
    for ty in structs {
        well_formed(declaration, &ty.to_string())?;
        claim(&ty.to_string(), "a struct".to_owned())?;
        fields(declaration, ty)?;
    }
    if declaration.workgroup_size.contains(&0) {
        return Err(declaration.error("a workgroup needs at least one invocation each way"));
    }
    let invocations = declaration.workgroup_size.iter().map(|n| u64::from(*n));
    if invocations.fold(1, u64::saturating_mul) > MAX_WORKGROUP {
        let [x, y, z] = declaration.workgroup_size;
        return Err(declaration.error(format!(
            "a workgroup of {x} by {y} by {z} is more than any device runs: most stop at 1,024 \
             invocations, all at {MAX_WORKGROUP}"
        )));
    }
    if declaration.expand.is_some() && declaration.workgroup_size[1..] != [1, 1] {
        return Err(declaration.error("a frontier goes with a workgroup size in x alone"));
    }
    let written = |role| role == Role::Output || role == Role::Atomic;
    let plain = !map && declaration.expand.is_none() && declaration.primitive.is_none();
    if plain && !declaration.bindings.iter().any(|binding| written(binding.role)) {
        return Err(declaration.error(
            "a compute kernel without `.output` or `.atomic` would compute for nobody: add one",
        ));
    }
    declaration.check_primitive()
}

/// Distinct structs among a type and its fields; two of one name but different fields both stay.
fn collect_structs(ty: Type, found: &mut Vec<Type>) {
    if let Type::Struct(s) = ty {
        for (_, field) in s.fields {
            collect_structs(*field, found);
        }
        if !found.contains(&ty) {
            found.push(ty);
        }
    }
}

/// Fields may have the names of types and functions, but not those of keywords.
fn fields(declaration: &Declaration, ty: Type) -> Result<()> {
    let Type::Struct(s) = ty else { return Ok(()) };
    if s.fields.is_empty() {
        return Err(declaration.error(format!("the struct `{ty}` has no fields: give it one")));
    }
    for (name, _) in s.fields {
        if !is_own(name) {
            well_formed(declaration, name)?;
        }
    }
    Ok(())
}

fn well_formed(declaration: &Declaration, name: &str) -> Result<()> {
    let mut chars = name.chars();
    let starts = chars.next().is_some_and(|c| c == '_' || unicode_ident::is_xid_start(c));
    let fault = if !starts || !chars.all(unicode_ident::is_xid_continue) || name == "_" {
        "is no WGSL name: use letters, digits and `_`, a digit not first"
    } else if name.starts_with("__") {
        "starts with two underscores, which WGSL forbids"
    } else if name.starts_with("engine_") {
        "starts with `engine_`, a prefix that the engine keeps for itself"
    } else if RESERVED.contains(&name) || is_own(name) {
        "is a word of WGSL's own: take another"
    } else {
        return Ok(());
    };
    Err(declaration.error(format!("the name `{name}` {fault}")))
}

impl Declaration {
    /// Every element type that the kernel handles.
    pub(crate) fn types(&self) -> impl Iterator<Item = Type> {
        let map = self.map.into_iter().flat_map(|(input, output)| [input, output]);
        map.chain(self.primitive.iter().flat_map(|primitive| [primitive.input, primitive.value]))
            .chain(self.expand)
            .chain(self.params.iter().map(|(_, ty)| *ty))
            .chain(self.bindings.iter().map(|binding| binding.ty))
            .chain(self.workgroup.iter().map(|variable| variable.ty))
    }
}
