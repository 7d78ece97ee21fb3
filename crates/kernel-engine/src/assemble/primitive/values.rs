//! Values: from what is loaded to what is combined.

use super::{Bound, Stages, Writer, at_place, when};
use crate::element::Type;
use crate::primitive::{Kind, Stage, is_wide};

/// Names of the values of a load.
pub(super) const MEMBERS: [&str; 4] = ["x", "y", "z", "w"];

impl Stages<'_> {
    /// Loading a unit, and the snippet that looks at one element of it.
    pub(super) fn loads(&self, writer: &mut Writer<'_>) {
        let (unit, width) = (self.unit(), self.tile.width);
        let fetch = |unit: &str| format!("return {unit};");
        // A load of what is not there takes the last that is, so that no load waits for a branch.
        writer.push(&format!(
            "fn engine_fetch(unit: u32) -> {unit} {{\n    \
             var at = (engine_params.engine_here - 1u) / {width}u;\n    \
             if unit < at {{ at = unit; }}\n    \
             {}\n}}\n",
            at_place(self.source, "at", self.pieces(writer), fetch)
        ));
        let (input, result) = (self.input, self.primitive.result());
        let name = if self.flags() { "engine_unflagged" } else { "engine_value" };
        let Some((piece, function)) = self.primitive.each(self.stage) else {
            writer.line(format!("fn {name}(at: u32, src: {input}) -> {input} {{ return src; }}"));
            return;
        };
        writer.body(piece, function, &format!("i: u32, len: u32, src: {input}"));
        writer.push(&format!(
            "fn {name}(at: u32, src: {input}) -> {result} {{\n    dst = {result}();\n    \
             {function}(engine_params.engine_first + at, engine_params.engine_length, src);\n    \
             return dst;\n}}\n"
        ));
    }

    /// An element of a load called `unit`.
    pub(super) fn element(&self, part: &str) -> String {
        match self.tile.width {
            1 => self.input.load("unit"),
            _ => format!("unit{part}"),
        }
    }

    /// Whether the values of a load are the bits of those that a filter keeps.
    pub(super) fn keeps(&self) -> bool {
        self.primitive.kind == Kind::Filter && self.stage != Stage::Spine
    }

    /// With each value goes whether a segment begins there.
    pub(super) fn flag(&self, writer: &mut Writer<'_>, of: Type) {
        writer.push(&format!(
            "fn engine_value(at: u32, src: {}) -> engine_Value {{\n    \
             let i = engine_params.engine_first + at;\n    \
             var head = 0u;\n    {}\n    return {};\n}}\n",
            self.input,
            at_place("heads", "i / 32u", writer.pieces(Bound::Heads), |word| {
                format!("head = ({word} >> (i % 32u)) & 1u;")
            }),
            flagged(of, "engine_unflagged(at, src)", "head")
        ));
    }

    /// The values of a load, and what they combine to. What is beyond the end has none: a snippet
    /// might not end for it.
    pub(super) fn values(&self, writer: &mut Writer<'_>) {
        let members = &MEMBERS[..self.tile.width as usize];
        match self.keeps() {
            true => writer.line("alias engine_Values = u32;"),
            false => {
                let of = |member| format!("{member}: engine_Value");
                let members: Vec<String> = members.iter().map(of).collect();
                writer.line(format!("struct engine_Values {{ {} }}", members.join(", ")));
            }
        }
        writer.push(&format!(
            "fn engine_values(at: u32, unit: {}) -> engine_Values {{\n    \
             let here = engine_params.engine_here;\n    var values: engine_Values;\n",
            self.unit()
        ));
        for ((k, part), member) in self.parts().zip(members) {
            let value = format!("engine_value(at + {k}u, {})", self.element(part));
            let statement = match self.keeps() {
                true => format!("if {value} {{ values |= {}u; }}", 1 << k),
                false => format!("values.{member} = {value};"),
            };
            writer.line(when(k, &statement));
        }
        writer.line("    return values;\n}");
    }

    /// Combining two values, and those of a load.
    pub(super) fn combine(&self, writer: &mut Writer<'_>) {
        let result = self.primitive.result();
        if self.primitive.combines() {
            writer.body("operator", "engine_operator", &format!("a: {result}, b: {result}"));
        }
        match self.primitive.kind {
            // What stands left of a head is not looked at.
            Kind::Segments { of } => {
                writer.push(&format!(
                    "fn engine_combine(a: engine_Value, b: engine_Value) -> engine_Value {{\n    \
                     if b.head > 0u {{ return b; }}\n    dst = {result}();\n    \
                     engine_operator(a.value, b.value);\n    return {};\n}}\n",
                    flagged(of, "dst", "a.head")
                ));
            }
            _ if self.primitive.combines() => {
                writer.push(&format!(
                    "fn engine_combine(a: engine_Value, b: engine_Value) -> engine_Value {{\n    \
                     dst = {result}();\n    engine_operator(a, b);\n    return dst;\n}}\n"
                ));
            }
            _ => writer.line(
                "fn engine_combine(a: engine_Value, b: engine_Value) -> engine_Value { return a + b; }",
            ),
        }
        writer.line("fn engine_fold(at: u32, values: engine_Values) -> engine_Value {");
        if self.keeps() {
            let bits = self.parts().map(|(k, _)| format!("((values >> {k}u) & 1u)"));
            let bits: Vec<String> = bits.collect();
            writer.line(format!("    return {};\n}}", bits.join(" + ")));
            return;
        }
        writer.line("    let here = engine_params.engine_here;\n    var total = values.x;");
        for (k, member) in (0..self.tile.width).zip(MEMBERS).skip(1) {
            writer.line(when(k, &format!("total = engine_combine(total, values.{member});")));
        }
        writer.line("    return total;\n}");
    }
}

/// A value with a flag, in WGSL.
fn flagged(of: Type, value: &str, head: &str) -> String {
    let fill = if is_wide(of) { ", 0u" } else { "" };
    format!("engine_Flagged({value}, {head}{fill})")
}
