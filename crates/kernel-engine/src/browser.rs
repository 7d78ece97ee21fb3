//! Browser: a module as text that means the same in a browser.
//!
//! naga writes WGSL without what places the members of a struct, so here each member is given the
//! size that brings the next one to its place. And parameters that preambles see are variables of
//! the module, which a browser takes to differ between invocations, so that no barrier may depend on
//! them; here they are read where all invocations find the same.

use std::collections::HashSet;

use naga::{AddressSpace, Module, StructMember, TypeInner};

use crate::check;

/// The text of a valid module.
pub(crate) fn text(module: &Module) -> Result<String, String> {
    let info = check::valid(module).map_err(|error| error.to_string())?;
    let flags = naga::back::wgsl::WriterFlags::empty();
    let text = naga::back::wgsl::write_string(module, &info, flags);
    let placed = placed(module, &text.map_err(|error| error.to_string())?);
    Ok(uniform(module, placed))
}

/// Gives members the sizes that bring the next ones to their places.
fn placed(module: &Module, text: &str) -> String {
    let own = |handle| !module.special_types.predeclared_types.values().any(|it| *it == handle);
    let structs = module.types.iter().filter(|(handle, _)| own(*handle));
    let mut structs = structs.filter_map(|(_, ty)| match &ty.inner {
        TypeInner::Struct { members, span } => Some((members.iter(), *span)),
        _ => None,
    });
    let mut at = None;
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        if line.starts_with("struct ") {
            at = structs.next();
        } else if line == "}" {
            at = None;
        } else if let Some((members, span)) = &mut at
            && let Some(member) = members.next()
        {
            let end = members.as_slice().first().map_or(*span, |next| next.offset);
            let size = module.types[member.ty].inner.size(module.to_ctx());
            if end - member.offset != size && !is_open(module, member) {
                out.push_str(&format!(
                    "    @size({}) {}\n",
                    end - member.offset,
                    line.trim_start()
                ));
                continue;
            }
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Whether a member is an array whose length the device knows.
fn is_open(module: &Module, member: &StructMember) -> bool {
    matches!(module.types[member.ty].inner, TypeInner::Array { size: naga::ArraySize::Dynamic, .. })
}

/// Reads the parameters that preambles see from where all invocations find the same.
fn uniform(module: &Module, text: String) -> String {
    let params = module.global_variables.iter().find(|(_, global)| {
        global.space == AddressSpace::Uniform && global.name.as_deref() == Some("engine_params")
    });
    let Some((_, params)) = params else { return text };
    let TypeInner::Struct { members, .. } = &module.types[params.ty].inner else { return text };
    // What a preamble writes to is its own.
    let mut stored = HashSet::new();
    for (_, function) in module.functions.iter() {
        check::stores(&function.body, function, &mut stored);
    }
    let private =
        module.global_variables.iter().filter(|(_, it)| it.space == AddressSpace::Private);
    let names = text.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("var<private> ")?.split_once(':')?;
        Some(name.to_owned())
    });
    let mirrored = private.zip(names).filter_map(|((handle, global), name)| {
        let same = |member: &&StructMember| member.name == global.name && member.ty == global.ty;
        let member = members.iter().position(|member| same(&member))?;
        (!stored.contains(&handle)).then_some((name, member))
    });
    let mirrored: Vec<(String, usize)> = mirrored.collect();
    if mirrored.is_empty() {
        return text;
    }
    // How the text calls the struct, its members and the variable.
    let found = text.lines().find_map(|line| {
        let (name, ty) = line.split_once("var<uniform> ")?.1.split_once(": ")?;
        Some((name.to_owned(), ty.trim_end_matches(';').to_owned()))
    });
    let Some((params, ty)) = found else { return text };
    let members: Vec<&str> = text
        .lines()
        .skip_while(|line| *line != format!("struct {ty} {{"))
        .skip(1)
        .take_while(|line| *line != "}")
        .filter_map(|line| line.split_once(':')?.0.split_whitespace().next_back())
        .collect();
    let read = |(name, member): &(String, usize)| {
        Some((name.clone(), format!("{params}.{}", members.get(*member)?)))
    };
    let reads: Vec<(String, String)> = mirrored.iter().filter_map(read).collect();
    let is_own = |line: &str| {
        reads.iter().any(|(name, _)| {
            line.starts_with(&format!("var<private> {name}:"))
                || line.trim_start().starts_with(&format!("{name} = "))
        })
    };
    // Functions come last.
    let functions = text.find("\nfn ").unwrap_or(text.len());
    let (types, functions) = text.split_at(functions);
    let types = types.lines().filter(|line| !is_own(line)).map(str::to_owned);
    let functions = functions.lines().skip(1).filter(|line| !is_own(line));
    let lines = types.chain(functions.map(|line| renamed(line, &reads)));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// A line with other words for some names, unless they are those of members.
fn renamed(line: &str, reads: &[(String, String)]) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find(is_name) {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let (word, after) = from.split_at(from.find(|c| !is_name(c)).unwrap_or(from.len()));
        let other = reads.iter().find(|(name, _)| name == word && !out.ends_with('.'));
        out.push_str(other.map_or(word, |(_, read)| read));
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        struct engine_Params { a: u32, @align(16) k: f32, b: vec3<u32>, @size(32) c: u32, share: u32, x: u32 }
        struct Tail { n: u32, @align(32) items: array<u32> }
        @group(0) @binding(0) var<uniform> engine_params: engine_Params;
        @group(0) @binding(1) var<storage, read_write> tail: Tail;
        var<private> share: u32;
        var<private> x: u32;
        var<workgroup> tile: array<u32, 64>;
        fn preamble(share_: u32) -> u32 {
            x += 1u;
            if share > 2u { workgroupBarrier(); }
            return tile[share] + share_ + x;
        }
        @compute @workgroup_size(64) fn engine_main(@builtin(local_invocation_index) i: u32) {
            share = engine_params.share;
            x = engine_params.x;
            tail.items[i] = preamble(i) + u32(engine_params.k) + engine_params.b.x + engine_params.c;
        }";

    fn structs(module: &Module) -> Vec<(u32, Vec<u32>)> {
        let offsets = |members: &[StructMember]| members.iter().map(|it| it.offset).collect();
        let inners = module.types.iter().map(|(_, ty)| &ty.inner);
        let found = inners.filter_map(|inner| match inner {
            TypeInner::Struct { members, span } => Some((*span, offsets(members))),
            _ => None,
        });
        found.collect()
    }

    #[test]
    fn members_stay_where_they_are_and_parameters_are_read_as_such() {
        let module = naga::front::wgsl::parse_str(SOURCE).unwrap();
        let text = text(&module).unwrap();
        let again = naga::front::wgsl::parse_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        let [params, tail] = &structs(&module)[..] else { panic!("two structs") };
        assert_eq!(params.1, [0, 16, 32, 44, 76, 80]);
        assert_eq!(tail.1, [0, 32]);
        // A binding of the second one has room for more than its least size.
        let [same, open] = &structs(&again)[..] else { panic!("{text}") };
        assert_eq!((same, &open.1), (params, &tail.1), "{text}");
        assert!(!text.contains("var<private> share"), "{text}");
        assert!(
            text.contains("engine_params.share > 2u") || text.contains("= engine_params.share;")
        );
        assert!(text.contains("var<private> x"), "what a preamble writes to stays: {text}");
    }
}
