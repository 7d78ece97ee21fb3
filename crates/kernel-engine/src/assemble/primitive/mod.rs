//! Primitive: the stages of a reduction, scan, filter or histogram.
//!
//! The loads of a tile are written out one by one, so that all are under way at once; what a
//! workgroup does together stands in shader files.

mod finish;
mod tally;
mod values;

use std::borrow::Cow;

use kernel_engine_shaders::engine as shaders;

use super::accessor::at_place;
use super::{Bound, Writer, code};
use crate::element::Type;
use crate::primitive::{Kind, Primitive, Stage, Tile};
use crate::raw::Pieces;

/// The shape of a stage's text.
pub(super) struct Stages<'a> {
    primitive: Cow<'a, Primitive>,
    stage: Stage,
    /// The elements that this stage loads.
    input: Type,
    tile: Tile,
    /// The storage that they are in.
    source: &'static str,
}

impl<'a> Stages<'a> {
    pub(super) fn new(writer: &mut Writer<'_>, primitive: &'a Primitive) -> Self {
        let mut primitive = Cow::Borrowed(primitive);
        if writer.variant.by_segments {
            primitive = Cow::Owned(primitive.by_segments());
            let mut text = String::new();
            primitive.value.declare(&mut text, &mut writer.declaration.types().collect());
            writer.push(&text);
        }
        let stage = writer.variant.stage;
        let input = if stage == Stage::Spine { primitive.value } else { primitive.input };
        let replaces = stage == Stage::Spine && primitive.kind != Kind::Reduce;
        let source = if replaces || writer.variant.in_place { "dst" } else { "src" };
        let tile = Tile::of(input, primitive.value);
        Self { primitive, stage, input, tile, source }
    }

    /// Whether the stage needs what stands before each value, rather than all of them combined.
    fn scans(&self) -> bool {
        self.stage == Stage::Finish || self.source == "dst"
    }

    /// Whether the stage finds out where segments begin.
    fn flags(&self) -> bool {
        matches!(self.primitive.kind, Kind::Segments { .. }) && self.stage != Stage::Spine
    }

    /// The value of nothing, in WGSL; only a scan by segments does without.
    fn identity(&self) -> String {
        match self.primitive.kind {
            Kind::Segments { .. } => "engine_Value()".to_owned(),
            _ => self.primitive.value.load("engine_params.engine_identity"),
        }
    }

    /// What one invocation loads at once.
    fn unit(&self) -> String {
        match self.tile.width {
            1 => self.input.stored(),
            width => format!("vec{width}<{}>", self.input),
        }
    }

    /// The parts of what is loaded: number, and what picks it.
    fn parts(&self) -> impl Iterator<Item = (u64, &'static str)> + use<> {
        let picks = if self.tile.width == 1 { [""; 4] } else { [".x", ".y", ".z", ".w"] };
        (0..self.tile.width).zip(picks)
    }

    /// How the storage is bound that the stage loads from. Elements that are loaded several at once
    /// lie in one piece: see [`Tile`]'s tests for totals.
    fn pieces(&self, writer: &Writer<'_>) -> Option<Pieces> {
        writer.pieces(if self.source == "src" { Bound::Src } else { Bound::Dst })
    }

    pub(super) fn bindings(&self, writer: &mut Writer<'_>) {
        if self.source == "src" {
            writer.bind(Bound::Src, "src", &self.unit(), true);
        }
        if self.stage == Stage::Finish {
            writer.bind(Bound::Totals, "totals", &self.primitive.value.stored(), true);
        }
        writer.bind(Bound::Dst, "dst", &self.target(), false);
        if self.flags() {
            writer.bind(Bound::Heads, "heads", "u32", true);
        }
        if self.counts() {
            writer.bind(Bound::Count, "count", "u32", false);
        }
        writer.arrays();
        writer.fault();
        writer.line(format!("var<private> dst: {};", self.primitive.result()));
    }

    pub(super) fn entry(&self, writer: &mut Writer<'_>) {
        writer.push(code(shaders::GROUP));
        self.loads(writer);
        if let Kind::Histogram { bins } = self.primitive.kind {
            self.tally(writer, bins);
        } else {
            self.vocabulary(writer);
            if let Kind::Segments { of } = self.primitive.kind
                && self.flags()
            {
                self.flag(writer, of);
            }
            self.values(writer);
            self.combine(writer);
            writer.push(code(shaders::SLOT));
            writer.push(code(if self.scans() { shaders::SCAN } else { shaders::REDUCE }));
            if self.scans() {
                self.emit(writer);
            }
            self.main(writer);
        }
        writer.end();
    }

    /// What the shader files rely on.
    fn vocabulary(&self, writer: &mut Writer<'_>) {
        let (Tile { lanes, rows, .. }, pitch) = (self.tile, self.tile.pitch());
        let (value, slots) = (self.primitive.value, lanes * pitch);
        writer.push(&format!(
            "alias engine_Value = {value};\n\
             const engine_lanes = {lanes}u;\n\
             const engine_rows = {rows}u;\n\
             const engine_pitch = {pitch}u;\n\
             var<workgroup> engine_slots: array<engine_Value, {slots}>;\n"
        ));
        if self.scans() {
            let runs = 2 * lanes;
            writer.line(format!("var<workgroup> engine_runs: array<engine_Value, {runs}>;"));
        }
    }

    /// The head of the entry point: who this is, and how much there is to do.
    fn head(&self, writer: &mut Writer<'_>) {
        let Tile { lanes, width, .. } = self.tile;
        writer.push(&format!(
            "@compute @workgroup_size({lanes}, 1, 1)\n\
             fn engine_main(@builtin(workgroup_id) engine_workgroup: vec3<u32>, \
             @builtin(num_workgroups) engine_workgroups: vec3<u32>, \
             @builtin(local_invocation_index) engine_local: u32) {{\n    \
             let engine_number = engine_group(engine_workgroup, engine_workgroups);\n    \
             if engine_number >= engine_params.engine_groups {{ return; }}\n    \
             let engine_tiles = engine_params.engine_extent.x;\n    \
             let engine_place = engine_params.engine_extent.y + engine_number;\n    \
             let engine_here = engine_params.engine_here;\n    \
             let engine_units = engine_here / {width}u + u32(engine_here % {width}u > 0u);\n"
        ));
        writer.outside_params();
    }

    /// The head of the loop over tiles, with the loads of one.
    fn tile(&self, writer: &mut Writer<'_>) {
        let (Tile { lanes, rows, .. }, units) = (self.tile, self.tile.units());
        writer.push(&format!(
            "    for (var engine_k = 0u; engine_k < engine_tiles; engine_k++) {{\n    \
             let engine_from = (engine_number * engine_tiles + engine_k) * {units}u;\n    \
             if engine_from >= engine_units {{ break; }}\n    \
             var engine_filled = engine_units - engine_from;\n    \
             if engine_filled > {units}u {{ engine_filled = {units}u; }}\n"
        ));
        for row in 0..rows {
            writer.line(format!("    let engine_slot{row} = {}u + engine_local;", row * lanes));
            writer.line(format!(
                "    let engine_unit{row} = engine_fetch(engine_from + engine_slot{row});"
            ));
        }
    }

    fn main(&self, writer: &mut Writer<'_>) {
        let (rows, value, identity) = (self.tile.rows, self.primitive.value, self.identity());
        self.head(writer);
        match self.stage {
            Stage::Finish => writer.push(&format!(
                "    var engine_carried = engine_place > 0u;\n    \
                 var engine_carry: engine_Value;\n    \
                 if engine_carried {{ {} }}\n",
                at_place("totals", "engine_place", writer.pieces(Bound::Totals), |total| {
                    format!("engine_carry = {};", value.load(total))
                })
            )),
            _ => writer.push(&format!(
                "    var engine_carried = false;\n    var engine_carry = {identity};\n"
            )),
        }
        self.tile(writer);
        for row in 0..rows {
            let at = self.at(row);
            writer.push(&format!(
                "    var engine_values{row}: engine_Values;\n    \
                 if engine_slot{row} < engine_filled {{\n        \
                 engine_values{row} = engine_values({at}, engine_unit{row});\n        \
                 engine_slots[engine_slot(engine_slot{row})] = \
                 engine_fold({at}, engine_values{row});\n    }}\n"
            ));
        }
        if self.scans() {
            writer.push(
                "    let engine_next = \
                 engine_scan(engine_local, engine_filled, engine_carried, engine_carry);\n",
            );
            for row in 0..rows {
                let at = self.at(row);
                writer.push(&format!(
                    "    if engine_slot{row} < engine_filled {{\n        \
                     engine_emit({at}, engine_unit{row}, engine_values{row}, \
                     engine_carried || engine_slot{row} > 0u, \
                     engine_slots[engine_slot(engine_slot{row})]);\n    }}\n"
                ));
            }
            writer.line("    engine_carry = engine_next;\n    workgroupBarrier();");
        } else {
            writer.push(
                "    let engine_total = engine_reduce(engine_local, engine_filled);\n    \
                 if engine_carried { engine_carry = engine_combine(engine_carry, engine_total); } \
                 else { engine_carry = engine_total; }\n",
            );
        }
        writer.line("    engine_carried = true;\n    }");
        let last = match (self.scans(), self.counts()) {
            (false, _) => at_place("dst", "engine_place", writer.pieces(Bound::Dst), |total| {
                format!("{total} = {};", value.store("engine_carry"))
            }),
            (_, true) => "engine_count[0] = engine_carry;".to_owned(),
            _ => return,
        };
        writer.line(format!("    if engine_local == 0u {{ {last} }}"));
    }

    /// The index of the first element of a row's load, within what is bound.
    fn at(&self, row: u64) -> String {
        format!("(engine_from + engine_slot{row}) * {}u", self.tile.width)
    }
}

/// A statement about part `k` of a load; the first is always there.
fn when(k: u64, statement: &str) -> String {
    match k {
        0 => format!("    {statement}"),
        _ => format!("    if at + {k}u < here {{ {statement} }}"),
    }
}
