//! Map: one invocation computes one element, or four where all elements are scalars that make
//! wide loads and stores, which a GPU moves nearly twice as fast.

use super::{Bound, Writer, accessor, code};
use crate::element::{Scalar, Type};
use crate::kernel::Role;

/// The shape of a map's text.
pub(super) struct Map {
    input: Type,
    output: Type,
    /// Elements per invocation.
    width: usize,
    /// Name, type and declared number of what else runs along with the input.
    inputs: Vec<(String, Type, usize)>,
    outputs: Vec<(String, Type, usize)>,
}

impl Map {
    pub(super) fn new(writer: &Writer<'_>, input: Type, output: Type) -> Self {
        let along = |role| {
            let bindings = writer.declaration.bindings.iter().enumerate();
            bindings
                .filter(|(_, binding)| binding.role == role)
                .map(|(number, binding)| (binding.name.clone(), binding.ty, number))
                .collect::<Vec<_>>()
        };
        let (inputs, outputs) = (along(Role::Input), along(Role::Output));
        let others = inputs.iter().chain(&outputs).map(|(_, ty, _)| *ty);
        let wide = [input, output].into_iter().chain(others).all(|ty| {
            matches!(ty, Type::Scalar(Scalar::F16 | Scalar::F32 | Scalar::I32 | Scalar::U32))
        });
        // Four elements in one invocation would share what loop iterations the driver allows.
        let width = if wide && !writer.probes() { 4 } else { 1 };
        Self { input, output, width, inputs, outputs }
    }

    pub(super) fn width(&self) -> u64 {
        self.width as u64
    }

    /// What one invocation loads and stores at once.
    fn unit(&self, ty: Type) -> String {
        match self.width {
            1 => ty.stored(),
            width => format!("vec{width}<{ty}>"),
        }
    }

    pub(super) fn bindings(&self, writer: &mut Writer<'_>) {
        let source = if writer.variant.in_place { "dst" } else { "src" };
        if !writer.variant.in_place {
            writer.bind(Bound::Src, "src", &self.unit(self.input), true);
        }
        writer.bind(Bound::Dst, "dst", &self.unit(self.output), false);
        for (name, ty, number) in &self.inputs {
            writer.bind(Bound::Named(*number), &format!("array_{name}"), &self.unit(*ty), true);
        }
        for (name, ty, number) in &self.outputs {
            writer.bind(Bound::Named(*number), &format!("array_{name}"), &self.unit(*ty), false);
        }
        writer.arrays();
        writer.fault();
        if writer.mentions("at") {
            let ty = self.input;
            let (length, found) = match writer.pieces(Bound::At) {
                Some(pieces) => {
                    writer.bind(Bound::At, "at", &ty.stored(), true);
                    let read = |element: &str| format!("return {};", ty.load(element));
                    ("engine_length", accessor::at_place("at", "j", Some(pieces), read))
                }
                None => {
                    let element = match self.width {
                        1 => ty.load(&format!("engine_{source}[j]")),
                        _ => format!("engine_{source}[j / 4u][j % 4u]"),
                    };
                    ("engine_here", format!("return {element};"))
                }
            };
            writer.line(format!(
                "fn at(j: u32) -> {ty} {{ if j < engine_params.{length} {{ {found} }} return {ty}(); }}"
            ));
        }
        writer.line(format!("var<private> dst: {};", self.output));
        for (name, ty, _) in &self.outputs {
            writer.line(format!("var<private> {name}: {ty};"));
        }
    }

    pub(super) fn entry(&self, writer: &mut Writer<'_>) {
        let mut arguments = format!("i: u32, len: u32, src: {}", self.input);
        for (name, ty, _) in &self.inputs {
            arguments += &format!(", {name}: {ty}");
        }
        writer.body("snippet", "engine_body", &arguments);
        let [x, y, z] = writer.declaration.workgroup_size;
        let (per_group, width) = (x * y * z, self.width);
        writer.push(code(kernel_engine_shaders::engine::GROUP));
        writer.push(&format!(
            "@compute @workgroup_size({x}, {y}, {z})\n\
             fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, \
             @builtin(num_workgroups) engine_workgroups: vec3<u32>, \
             @builtin(local_invocation_index) engine_local: u32) {{\n    \
             let engine_number = engine_group(engine_workgroup, engine_workgroups);\n    \
             let engine_unit = engine_number * {per_group}u + engine_local;\n    \
             let engine_start = engine_unit * {width}u;\n    \
             let engine_end = engine_params.engine_here;\n    \
             if engine_number >= engine_params.engine_groups || engine_start >= engine_end {{ return; }}\n    \
             let engine_i = engine_params.engine_first + engine_start;\n",
        ));
        writer.outside_params();
        self.units(writer);
        writer.end();
    }

    /// Loads, runs the snippet for each element, stores.
    fn units(&self, writer: &mut Writer<'_>) {
        let source = if writer.variant.in_place { "dst" } else { "src" };
        // The storage of each, and of an output the variable that the snippet assigns.
        let named = |(name, ty, _): &(String, Type, usize)| (format!("array_{name}"), *ty);
        let inputs: Vec<(String, Type)> = std::iter::once((source.to_owned(), self.input))
            .chain(self.inputs.iter().map(named))
            .collect();
        let outputs: Vec<(&str, String, Type)> =
            std::iter::once(("dst", "dst".to_owned(), self.output))
                .chain(self.outputs.iter().map(|o| (o.0.as_str(), named(o).0, o.1)))
                .collect();
        for (k, (name, ty)) in inputs.iter().enumerate() {
            let unit = format!("engine_{name}[engine_unit]");
            let value = if self.width == 1 { ty.load(&unit) } else { unit };
            writer.line(format!("    let engine_in{k} = {value};"));
        }
        for (k, (_, _, ty)) in outputs.iter().enumerate() {
            let value = if self.width == 1 { ty.to_string() } else { self.unit(*ty) };
            writer.line(format!("    var engine_out{k}: {value};"));
        }
        for lane in 0..self.width {
            let part = match self.width {
                1 => String::new(),
                _ => format!(".{}", &"xyzw"[lane..=lane]),
            };
            if lane > 0 {
                writer.line(format!("    if engine_start + {lane}u < engine_end {{"));
            }
            for (name, _, ty) in &outputs {
                writer.line(format!("    {name} = {ty}();"));
            }
            let mut call =
                format!("    engine_body(engine_i + {lane}u, engine_params.engine_length");
            for k in 0..inputs.len() {
                call += &format!(", engine_in{k}{part}");
            }
            writer.line(call + ");");
            for (k, (name, ..)) in outputs.iter().enumerate() {
                writer.line(format!("    engine_out{k}{part} = {name};"));
            }
            if lane > 0 {
                writer.line("    }");
            }
        }
        for (k, (_, storage, ty)) in outputs.iter().enumerate() {
            let out = format!("engine_out{k}");
            let value = if self.width == 1 { ty.store(&out) } else { out };
            writer.line(format!("    engine_{storage}[engine_unit] = {value};"));
        }
    }
}
