//! Fault: finding out that a driver ended a loop which the kernel had not ended.
//!
//! Mesa's llvmpipe stops a loop after about 65,535 iterations of an invocation and goes on as if
//! it had ended. On such a device a kernel with loops looks at its end whether any was cut (the
//! shader `engine/probe` says how), and counts a fault under its number. Each read of a result
//! looks at the counts first; all that was written since the last look is void, and reading or
//! using it is an error from then on.

use std::sync::Mutex;

use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::transfer::Waiting;

/// Kernels are told apart by their number modulo this many.
pub(crate) const SLOTS: usize = 256;

/// The counts on the device and what they said so far.
#[derive(Debug)]
pub(crate) struct Faults {
    pub(crate) counts: wgpu::Buffer,
    seen: Mutex<Seen>,
}

#[derive(Debug)]
struct Seen {
    counts: Vec<u32>,
    /// The last submission known to be free of faults, or known to be void.
    clean: u64,
    /// First and last submission whose writes are void, and the kernel at fault.
    void: Vec<(u64, u64, String)>,
}

impl Seen {
    /// Whether no submission after the last clean one held a guarded kernel; then all are clean.
    fn clean_unless(&mut self, guarded: u64, last: u64) -> bool {
        let clean = guarded <= self.clean;
        if clean {
            self.clean = self.clean.max(last);
        }
        clean
    }
}

impl Faults {
    /// Whether the device is one that ends loops silently.
    pub(crate) fn needed(adapter: &wgpu::AdapterInfo) -> bool {
        adapter.name.contains("llvmpipe")
    }

    pub(crate) fn new(engine: &Engine) -> Result<Self> {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        let counts = engine.buffer("faults", 4 * SLOTS as u64, usage, || "fault counts".into())?;
        let seen = Seen { counts: vec![0; SLOTS], clean: 0, void: Vec::new() };
        Ok(Self { counts, seen: Mutex::new(seen) })
    }
}

impl Engine {
    /// Reads the fault counts when something ran since they were read last.
    pub(crate) async fn look_for_faults(&self, waiting: Waiting) -> Result<()> {
        let Some(faults) = &self.inner.faults else { return Ok(()) };
        let (before, guarded) = self.submissions();
        if crate::lock(&faults.seen).clean_unless(guarded, before) {
            return Ok(());
        }
        let mut counts = vec![0u32; SLOTS];
        self.read_words(&faults.counts, bytemuck::cast_slice_mut(&mut counts), waiting).await?;
        let (after, _) = self.submissions();
        let mut seen = crate::lock(&faults.seen);
        // Another thread may have looked later and been here sooner.
        let more = |new: u32, old: u32| new.wrapping_sub(old).cast_signed() > 0;
        if let Some(slot) = counts.iter().zip(&seen.counts).position(|(new, old)| more(*new, *old))
        {
            let kernel = self.inner.pipelines.label_of(slot);
            let from = seen.clean + 1;
            seen.void.push((from, after, kernel));
        }
        for (known, new) in seen.counts.iter_mut().zip(counts) {
            *known = if more(new, *known) { new } else { *known };
        }
        seen.clean = seen.clean.max(before);
        Ok(())
    }

    /// Numbers of the last submission, and of the last that held a guarded kernel; both are on
    /// their way to the device, since no submission is half done.
    fn submissions(&self) -> (u64, u64) {
        let _submitting = crate::lock(&self.inner.uniforms);
        let last = crate::lock(&self.inner.last);
        (last.number, last.guarded)
    }

    /// An error when what that submission wrote is void.
    pub(crate) fn check_fault(&self, submission: u64) -> Result<()> {
        let Some(faults) = &self.inner.faults else { return Ok(()) };
        let seen = crate::lock(&faults.seen);
        let void = seen.void.iter().find(|(from, to, _)| (*from..=*to).contains(&submission));
        void.map_or(Ok(()), |(_, _, kernel)| {
            Err(Error::LoopCut { kernel: kernel.clone(), device: self.inner.info.name.clone() })
        })
    }
}
