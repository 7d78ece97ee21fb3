//! Step: what a kernel is given in an iteration, so that a step runs only if the one before it
//! wants it, and steps after the last change nothing.
//!
//! Two words take turns, so that no step writes what it reads: that of the step before holds this
//! one's number if this one is wanted. It is read only, so a workgroup returns as a whole.

use super::{Bound, Writer};

impl Writer<'_> {
    /// The words, and the function by which the snippet wants another step.
    pub(super) fn step(&mut self) {
        let wants = self.may_want();
        if self.variant.stepped {
            self.bind(Bound::Before, "before", "u32", true);
        }
        if self.variant.stepped && wants {
            self.bind(Bound::Again, "again", "atomic<u32>", false);
        }
        if wants {
            self.line("var<private> engine_wants: bool;");
            self.line("fn again() { engine_wants = true; }");
        }
    }

    /// The beginning of the entry point.
    pub(super) fn guard(&mut self) {
        if self.variant.stepped {
            self.line("    if engine_before[0] != engine_params.engine_step { return; }");
        }
    }

    /// What an invocation has wanted goes to the device's memory once, and only from the first few
    /// that want it: all write to one word.
    pub(super) fn wants_again(&mut self) {
        if self.variant.stepped && self.may_want() {
            self.push(
                "    let engine_after = engine_params.engine_step + 1u;\n    \
                 if engine_wants && atomicLoad(&engine_again[0]) != engine_after {\n        \
                 atomicStore(&engine_again[0], engine_after);\n    }\n",
            );
        }
    }

    fn may_want(&self) -> bool {
        self.declaration.expand.is_some() || self.mentions("again")
    }
}
