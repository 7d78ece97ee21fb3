//! Assemble: a declaration becomes one WGSL module around the user's text.
//!
//! The parts, in order: element types, the uniform block of parameters, the bindings, the
//! accessors that the user's text mentions, the preambles, the snippet's function, the entry
//! point. All generated names start with `engine_`, except those that the user may use.

mod accessor;
mod compute;
mod expand;
mod map;
mod primitive;
mod scope;
mod step;
mod uniform;

use std::fmt::Write as _;
use std::time::Duration;

use kernel_engine_shaders::engine as shaders;
use web_time::Instant;

use crate::check::{self, Checked, Needs};
use crate::element::Type;
use crate::error::Result;
use crate::kernel::{Binding, Declaration, Role};
use crate::precise::Uses;
use crate::primitive::Stage;
use crate::raw::Pieces;
use crate::snippet::{self, Source, Tokens};

pub(crate) use scope::scope;
use uniform::param_align;
pub(crate) use uniform::{Head, layout, uniform};

/// The form of a kernel that a run needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Variant {
    /// A map whose output is its input.
    pub(crate) in_place: bool,
    /// A compute kernel whose extent waits in a storage.
    pub(crate) counted: bool,
    /// For a driver that ends long loops silently: a kernel with loops finds out.
    pub(crate) guarded: bool,
    /// A step of an iteration, which runs only if the step before wants it.
    pub(crate) stepped: bool,
    /// Which part of a primitive's work it does.
    pub(crate) stage: Stage,
    /// The storages of which any element is wanted and that exceed one binding; of a map that
    /// reads `at(j)` and does not run in one go, the input too.
    pub(crate) pieces: Vec<(Bound, Pieces)>,
    /// A reduction of each of many segments.
    pub(crate) by_segments: bool,
    /// For a device whose mathematics are coarse: functions and divisions are ours.
    pub(crate) precise: bool,
}

/// A kernel in one form: text, checked module, and what to bind where.
#[derive(Clone, Debug)]
pub(crate) struct Assembled {
    pub(crate) source: Source,
    pub(crate) module: naga::Module,
    pub(crate) needs: Needs,
    pub(crate) uses: Uses,
    /// The storages, in the order of their bindings, which start at 1.
    pub(crate) slots: Vec<Slot>,
    /// Elements per invocation of a map.
    pub(crate) width: u64,
    /// Whether the snippet relies on workgroup variables that are zero at first.
    pub(crate) clears: bool,
    /// Whether a map reads `at(j)`.
    pub(crate) reads_any: bool,
    /// What writing and checking it took, which the engine that compiles it reports.
    pub(crate) time: Duration,
}

/// A storage binding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) what: Bound,
    /// Which piece of it.
    pub(crate) piece: usize,
    pub(crate) read_only: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bound {
    /// The input of a map.
    Src,
    /// All of the input of a map that sees a part of it as `Src`.
    At,
    /// The output of a map, or its input and output in one.
    Dst,
    /// The binding of that number in the declaration.
    Named(usize),
    /// What stands before the chunk of each workgroup of a primitive.
    Totals,
    /// The storage that holds the extent, or gets the count of a filter.
    Count,
    /// The bits at which segments begin.
    Heads,
    /// The items of a frontier, and those of the next.
    Now,
    Next,
    /// What the step before wanted, and what this one wants.
    Before,
    Again,
    /// The word that a cut loop is reported in.
    Fault,
}

/// Writes and checks the kernel.
pub(crate) fn assemble(declaration: &Declaration, variant: &Variant) -> Result<Assembled> {
    let start = Instant::now();
    let label = &declaration.label;
    let several = declaration.preambles.len() > 1;
    let title = |k| if several { format!("preamble {}", k + 1) } else { "preamble".to_owned() };
    let preambles: Vec<(String, &String)> =
        declaration.preambles.iter().enumerate().map(|(k, text)| (title(k), text)).collect();
    let inspect = |title: &str, text| {
        snippet::inspect(title, text).map_err(|error| Box::new(error.in_kernel(label)))
    };
    let outside = preambles.iter().map(|(title, text)| inspect(title, text));
    let outside = outside.collect::<Result<Vec<Tokens>, _>>()?;
    let inside = declaration.snippets(variant.stage);
    let inside = inside.into_iter().map(|(title, text)| Ok((title, text, inspect(title, text)?)));
    let inside = inside.collect::<Result<_, Box<_>>>()?;

    let out = Source::new();
    let mut writer = Writer { declaration, variant, inside, outside, out, slots: Vec::new() };
    writer.prologue();
    let width = match (declaration.map, &declaration.primitive) {
        (Some((input, output)), _) => {
            let map = map::Map::new(&writer, input, output);
            map.bindings(&mut writer);
            writer.preambles(&preambles);
            map.entry(&mut writer);
            map.width()
        }
        (None, Some(of)) => {
            let primitive = primitive::Stages::new(&mut writer, of);
            primitive.bindings(&mut writer);
            writer.preambles(&preambles);
            primitive.entry(&mut writer);
            1
        }
        (None, None) => {
            compute::bindings(&mut writer);
            writer.preambles(&preambles);
            compute::entry(&mut writer);
            1
        }
    };
    let reads_any = declaration.map.is_some() && writer.mentions("at");
    let (source, slots) = (writer.out, writer.slots);
    let checked = check::check(&source, declaration, |piece| scope(declaration, piece));
    let Checked { module, needs, uses } =
        checked.map_err(|error| Box::new(error.in_kernel(label)))?;
    let (clears, time) = (declaration.primitive.is_none(), start.elapsed());
    Ok(Assembled { source, module, needs, uses, slots, width, clears, reads_any, time })
}

/// Text under construction.
struct Writer<'a> {
    declaration: &'a Declaration,
    variant: &'a Variant,
    /// The snippets, each with its title and its words.
    inside: Vec<(&'static str, &'a str, Tokens)>,
    /// The words of the preambles.
    outside: Vec<Tokens>,
    out: Source,
    slots: Vec<Slot>,
}

impl Writer<'_> {
    /// Whether the user's text uses a name.
    fn mentions(&self, name: &str) -> bool {
        self.inside.iter().any(|(.., tokens)| tokens.mentions(name)) || self.outside_mentions(name)
    }

    /// Whether a preamble does.
    fn outside_mentions(&self, name: &str) -> bool {
        self.outside.iter().any(|tokens| tokens.mentions(name))
    }

    fn push(&mut self, text: &str) {
        self.out.push(text);
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.out.push(text.as_ref());
        self.out.push("\n");
    }

    /// Extensions, element types and the uniform block.
    fn prologue(&mut self) {
        let declaration = self.declaration;
        let half = declaration.types().flat_map(Type::scalars).any(|s| s == crate::Scalar::F16);
        let pieces = self.outside.iter().chain(self.inside.iter().map(|it| &it.2));
        let named = pieces.flat_map(Tokens::identifiers).any(|word| match word.strip_suffix('h') {
            Some(wide) => wide.starts_with("vec") || wide.starts_with("mat"),
            None => word == "f16",
        });
        if half || named {
            self.line("enable f16;");
        }
        let mut text = String::new();
        let mut done = Vec::new();
        for ty in declaration.types() {
            ty.declare(&mut text, &mut done);
        }
        let mut members = String::new();
        for binding in &declaration.bindings {
            let _ = writeln!(members, "    engine_length_{}: u32,", binding.name);
        }
        for (name, ty) in &declaration.params {
            let (align, stored) = (param_align(*ty), ty.stored());
            let _ = writeln!(members, "    @align({align}) {name}: {stored},");
        }
        if let Some(ty) = declaration.primitive.as_ref().map(|primitive| primitive.value) {
            let (align, stored) = (param_align(ty), ty.stored());
            let _ = writeln!(members, "    @align({align}) engine_identity: {stored},");
        }
        text += &uniform(&members);
        self.push(&text);
    }

    /// How a storage is bound that takes several bindings.
    fn pieces(&self, what: Bound) -> Option<Pieces> {
        let mut known = self.variant.pieces.iter();
        known.find(|(bound, _)| *bound == what).map(|(_, pieces)| *pieces)
    }

    /// A storage binding of `array<element>` for each piece, the first called `engine_NAME`.
    fn bind(&mut self, what: Bound, name: &str, element: &str, read_only: bool) {
        let access = if read_only { "read" } else { "read_write" };
        for piece in 0..self.pieces(what).map_or(1, |pieces| pieces.count as usize) {
            self.slots.push(Slot { what, piece, read_only });
            let (number, name) = (self.slots.len(), accessor::piece(name, piece));
            self.line(format!(
                "@group(0) @binding({number}) var<storage, {access}> {name}: array<{element}>;"
            ));
        }
    }

    /// The bindings of arrays and atomics, with those of their accessors that are mentioned;
    /// outputs too in a compute kernel.
    fn arrays(&mut self) {
        for (number, binding) in self.declaration.bindings.iter().enumerate() {
            let element = match binding.role {
                Role::Atomic => format!("atomic<{}>", binding.ty),
                _ => binding.ty.stored(),
            };
            if binding.role == Role::Array
                || binding.role == Role::Atomic
                || (binding.role == Role::Output && self.declaration.map.is_none())
            {
                let read_only = binding.role == Role::Array;
                let name = format!("array_{}", binding.name);
                self.bind(Bound::Named(number), &name, &element, read_only);
                let pieces = self.pieces(Bound::Named(number));
                for function in accessor::functions(binding, pieces, |name| self.mentions(name)) {
                    self.line(function);
                }
            }
        }
    }

    /// Whether the kernel must find out if its loops were cut.
    fn probes(&self) -> bool {
        let loops = ["for", "while", "loop"];
        let exchanges = |name: &Binding| self.mentions(&format!("{}_compare_exchange", name.name));
        self.variant.guarded
            && (self.variant.counted
                || self.declaration.expand.is_some()
                || self.variant.stage == Stage::Spine
                || loops.iter().any(|word| self.mentions(word))
                || self.declaration.bindings.iter().any(exchanges))
    }

    /// What a kernel finds out with whether its loops were cut.
    fn fault(&mut self) {
        if self.probes() {
            self.bind(Bound::Fault, "fault", "atomic<u32>", false);
            self.push(code(shaders::PROBE));
        }
    }

    /// The user's own WGSL, and the parameters that it mentions: a function outside the snippet
    /// can only see a variable of the module.
    fn preambles(&mut self, preambles: &[(String, &String)]) {
        for (name, ty) in &self.declaration.params {
            if self.outside_mentions(name) {
                self.line(format!("var<private> {name}: {ty};"));
            }
        }
        for (title, text) in preambles {
            self.out.push_user(title, text);
            self.push("\n");
        }
    }

    /// Gives the parameters that the preambles mention their values, at the start of the entry.
    fn outside_params(&mut self) {
        for (name, ty) in &self.declaration.params {
            if self.outside_mentions(name) {
                self.line(format!("    {name} = {};", ty.load(&format!("engine_params.{name}"))));
            }
        }
    }

    /// The function that a snippet, which is there, is the body of. A block of its own lets the
    /// snippet declare what names it likes.
    fn body(&mut self, piece: &str, function: &str, arguments: &str) {
        self.line(format!("fn {function}({arguments}) {{"));
        let Some(at) = self.inside.iter().position(|(title, ..)| *title == piece) else { return };
        for (name, ty) in &self.declaration.params {
            if self.inside[at].2.mentions(name) {
                let value = ty.load(&format!("engine_params.{name}"));
                self.out.push(&format!("    let {name} = {value};\n"));
            }
        }
        self.line("    {");
        self.out.push_user(piece, self.inside[at].1);
        self.push("\n    }\n}\n");
    }

    /// The end of the entry point.
    fn end(&mut self) {
        self.wants_again();
        if self.probes() {
            self.line("    engine_probe();");
        }
        self.line("}");
    }
}

/// A shader file without the comment that opens it.
fn code(file: &str) -> &str {
    file.split_once("\n\n").map_or(file, |(_, code)| code)
}
