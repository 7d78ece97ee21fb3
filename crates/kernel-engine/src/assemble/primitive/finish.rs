//! Finish: what is written once it is known what stands before each load.

use super::values::MEMBERS;
use super::{Bound, Stages, Writer, at_place, when};
use crate::element::Type;
use crate::primitive::{Kind, Stage, is_narrow};

impl Stages<'_> {
    /// Whether this stage leaves how many elements a filter keeps.
    pub(super) fn counts(&self) -> bool {
        self.primitive.kind == Kind::Filter && self.stage == Stage::Spine
    }

    /// Whether four results are stored at once.
    fn stores_wide(&self) -> bool {
        self.scans() && !self.keeps() && self.tile.width > 1 && is_narrow(self.written())
    }

    /// What one store writes.
    pub(super) fn target(&self) -> String {
        match self.primitive.kind {
            Kind::Histogram { .. } => "atomic<u32>".to_owned(),
            Kind::Filter if self.stage == Stage::Finish => self.input.stored(),
            _ if self.stores_wide() => format!("vec4<{}>", self.written()),
            _ => self.written().stored(),
        }
    }

    /// The type of what this stage leaves.
    fn written(&self) -> Type {
        match self.primitive.kind {
            Kind::Segments { of } if self.stage == Stage::Finish => of,
            _ => self.primitive.value,
        }
    }

    /// Writes what comes of a load. `before` is what all before it combines to, unless nothing
    /// does.
    pub(super) fn emit(&self, writer: &mut Writer<'_>) {
        writer.push(&format!(
            "fn engine_emit(at: u32, unit: {}, values: engine_Values, known: bool, \
             before: engine_Value) {{\n",
            self.unit()
        ));
        match self.keeps() {
            true => self.emit_kept(writer),
            false => self.emit_scanned(writer),
        }
        writer.line("}");
    }

    /// The elements that a filter keeps, close together.
    fn emit_kept(&self, writer: &mut Writer<'_>) {
        writer.line("    var to = 0u;\n    if known { to = before; }");
        let pieces = writer.pieces(Bound::Dst);
        for (k, part) in self.parts() {
            let keep = at_place("dst", "to", pieces, |to| format!("{to} = unit{part};"));
            writer.line(format!("    if ((values >> {k}u) & 1u) > 0u {{ {keep} to++; }}"));
        }
    }

    /// What stands before each value, with the value itself or without.
    fn emit_scanned(&self, writer: &mut Writer<'_>) {
        let value = self.written();
        let field = if self.flags() { ".value" } else { "" };
        // A scan goes along its result, of which it sees one piece; totals may be in several.
        let pieces = writer.pieces(Bound::Dst);
        let store = |k: u64, part: &str, what: &str| match self.stores_wide() {
            true => format!("out{part} = {what}{field};"),
            false => at_place("dst", &format!("at + {k}u"), pieces, |to| {
                format!("{to} = {};", value.store(&format!("{what}{field}")))
            }),
        };
        if self.stores_wide() {
            writer.line(format!("    var out: vec4<{value}>;"));
        }
        writer.line("    let here = engine_params.engine_here;\n    var running = values.x;");
        writer.line("    if known { running = engine_combine(before, values.x); }");
        let parts = self.parts().zip(MEMBERS);
        let exclusive = self.primitive.kind == Kind::Scan { exclusive: true };
        if !exclusive && self.stage == Stage::Finish {
            for ((k, part), member) in parts {
                let combine = format!("running = engine_combine(running, values.{member}); ");
                let combine = if k == 0 { "" } else { &combine };
                writer.line(when(k, &format!("{combine}{}", store(k, part, "running"))));
            }
        } else {
            let identity = self.identity();
            writer.line(format!("    var first = {identity};\n    if known {{ first = before; }}"));
            for ((k, part), member) in parts {
                let what = if k == 0 { "first" } else { "running" };
                let combine = format!(" running = engine_combine(running, values.{member});");
                let combine = if k == 0 { "" } else { &combine };
                writer.line(when(k, &format!("{}{combine}", store(k, part, what))));
            }
        }
        if self.stores_wide() {
            writer.line("    engine_dst[at / 4u] = out;");
        }
    }
}
