//! Tally: the one stage of a histogram.

use super::{Bound, Stages, Writer, at_place, when};

/// Bins that a workgroup counts in memory of its own, of which every device has 16,384 bytes.
const SHARED: u32 = 4096;

impl Stages<'_> {
    /// Counts each element's bin: first within the workgroup, where there is room for all bins.
    pub(super) fn tally(&self, writer: &mut Writer<'_>, bins: u32) {
        let shared = bins <= SHARED;
        let pieces = writer.pieces(Bound::Dst);
        let add = |to: &str, n: &str| format!("atomicAdd(&{to}, {n});");
        let count = match shared {
            true => add("engine_bins[bin]", "1u"),
            false => at_place("dst", "bin", pieces, |to| add(to, "1u")),
        };
        if shared {
            writer.line(format!("var<workgroup> engine_bins: array<atomic<u32>, {bins}>;"));
        }
        writer.push(&format!(
            "fn engine_tally(bin: u32) {{ if bin < {bins}u {{ {count} }} }}\n\
             fn engine_tally_unit(at: u32, unit: {}) {{\n    let here = engine_params.engine_here;\n",
            self.unit()
        ));
        for (k, part) in self.parts() {
            let element = self.element(part);
            writer.line(when(k, &format!("engine_tally(engine_value(at + {k}u, {element}));")));
        }
        writer.line("}");
        self.head(writer);
        let lanes = self.tile.lanes;
        let each = format!(
            "    for (var engine_bin = engine_local; engine_bin < {bins}u; engine_bin += {lanes}u)"
        );
        if shared {
            writer.line(format!("{each} {{ atomicStore(&engine_bins[engine_bin], 0u); }}"));
            writer.line("    workgroupBarrier();");
        }
        self.tile(writer);
        for row in 0..self.tile.rows {
            let at = self.at(row);
            writer.line(format!(
                "    if engine_slot{row} < engine_filled {{ engine_tally_unit({at}, engine_unit{row}); }}"
            ));
        }
        writer.line("    }");
        if shared {
            let count = at_place("dst", "engine_bin", pieces, |to| add(to, "seen"));
            writer.push(&format!(
                "    workgroupBarrier();\n{each} {{\n        \
                 let seen = atomicLoad(&engine_bins[engine_bin]);\n        \
                 if seen > 0u {{ {count} }}\n    }}\n"
            ));
        }
    }
}
