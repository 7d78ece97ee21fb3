//! Scope: what each of the user's texts can see, for hints.

use crate::kernel::{Declaration, Role};
use crate::names;
use crate::snippet::Name;

/// What `piece` sees; all that any of them sees where it is not known which one is meant.
pub(crate) fn scope(declaration: &Declaration, piece: Option<&str>) -> Vec<Name> {
    let map = declaration.map.is_some();
    let mut scope = Vec::new();
    let mut see = |name: &str, ty: String, call: Option<String>| {
        scope.push(Name { name: name.to_owned(), ty, call });
    };
    match (declaration.map, &declaration.primitive) {
        (Some((input, output)), _) => {
            see("src", input.to_string(), None);
            see("dst", output.to_string(), None);
            see("i", "u32".to_owned(), None);
            see("len", "u32".to_owned(), None);
            see("at", input.to_string(), Some("at(j)".to_owned()));
        }
        (None, Some(primitive)) => {
            let combines = primitive.combines();
            if combines && piece != Some("map") {
                see("a", primitive.value.to_string(), None);
                see("b", primitive.value.to_string(), None);
            }
            if !combines || piece != Some("operator") {
                see("src", primitive.input.to_string(), None);
                see("i", "u32".to_owned(), None);
                see("len", "u32".to_owned(), None);
            }
            see("dst", primitive.result(), None);
        }
        (None, None) => {
            if let Some(item) = declaration.expand {
                see("src", item.to_string(), None);
                see("push", item.to_string(), Some("push(v)".to_owned()));
            } else {
                see("id", "vec3<u32>".to_owned(), None);
            }
            for name in ["i", "len", "local", "group", "group_size"] {
                see(name, "u32".to_owned(), None);
            }
        }
    }
    if declaration.primitive.is_none() {
        see("again", "()".to_owned(), Some("again()".to_owned()));
    }
    for (name, ty) in &declaration.params {
        see(name, ty.to_string(), None);
    }
    for binding in &declaration.bindings {
        let (role, ty) = (binding.role, binding.ty.to_string());
        for accessor in names::accessors(&binding.name, role, map) {
            let plain = role == Role::Input || (role == Role::Output && map);
            let call = match accessor.strip_prefix(&binding.name).unwrap_or_default() {
                "" if plain => None,
                "" => Some(format!("{accessor}(j)")),
                "_length" => Some(format!("{accessor}()")),
                "_compare_exchange" => Some(format!("{accessor}(j, expected, v)")),
                _ => Some(format!("{accessor}(j, v)")),
            };
            see(&accessor, ty.clone(), call);
        }
    }
    for variable in &declaration.workgroup {
        see(&variable.name, format!("array<{}, {}>", variable.ty, variable.len), None);
    }
    scope
}
