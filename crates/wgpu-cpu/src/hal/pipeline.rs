//! Shader modules and compute pipelines.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use wgpu::hal;
use wgpu::naga::{self, Module, valid::ModuleInfo};
use wgpu::wgt;

use super::bind::PipelineLayout;
use super::fault;
use super::refused::{self, Never};
use crate::executor as exec;

/// A validated naga module; entry points are compiled with their pipeline.
#[derive(Debug)]
pub struct ShaderModule {
    module: Cow<'static, Module>,
    info: ModuleInfo,
}

impl ShaderModule {
    pub(super) fn new(input: hal::ShaderInput<'_>) -> Result<Self, hal::ShaderError> {
        match input {
            hal::ShaderInput::Naga(hal::NagaShader { module, info, .. }) => {
                Ok(Self { module, info })
            }
            other => {
                let said = format!("wgpu-cpu takes WGSL and naga modules, not {other:?}");
                Err(hal::ShaderError::Compilation(said))
            }
        }
    }
}

/// A compute pipeline; clones are the same pipeline.
#[derive(Clone, Debug)]
pub struct ComputePipeline(pub(super) Arc<Kernel>);

/// A kernel and what it was seen to cost.
#[derive(Debug)]
pub(super) struct Kernel {
    pub(super) compiled: exec::Compiled,
    /// The pipeline's, where it says more than the entry point.
    pub(super) label: Option<String>,
    pub(super) cost: Cost,
}

type Desc<'a> = hal::ComputePipelineDescriptor<'a, PipelineLayout, ShaderModule, Never>;

impl ComputePipeline {
    pub(super) fn new(desc: &Desc<'_>) -> Result<Self, hal::PipelineError> {
        let (shader, entry) = (desc.stage.module, desc.stage.entry_point);
        let found = |point: &naga::EntryPoint| {
            point.stage == naga::ShaderStage::Compute && point.name == entry
        };
        let Some(index) = shader.module.entry_points.iter().position(found) else {
            return Err(hal::PipelineError::EntryPoint(naga::ShaderStage::Compute));
        };
        let label = desc.label.filter(|label| *label != entry).map(str::to_owned);
        let refused = |why: String| {
            let said = format!(
                "wgpu-cpu cannot run kernel `{entry}`: {why}{}",
                fault::of(label.as_deref())
            );
            hal::PipelineError::Linkage(wgt::ShaderStages::COMPUTE, said)
        };
        let used = shader.info.get_entry_point(index);
        if let Some(why) = refused::variable(&shader.module, used) {
            return Err(refused(why));
        }
        let constants = desc.stage.constants.iter().map(|(name, value)| (name.clone(), *value));
        let constants = constants.collect::<Vec<_>>();
        // Nothing there should panic; a caller who makes a pipeline must not pay if it does.
        let compile = || exec::compile(&shader.module, &shader.info, entry, &constants);
        let compiled = catch_unwind(AssertUnwindSafe(compile))
            .map_err(|thrown| refused(fault::panicked(&*thrown)))?
            .map_err(|why| refused(why.to_string()))?;
        Ok(Self(Arc::new(Kernel { compiled, label, cost: Cost::default() })))
    }
}

/// What a kernel was seen to cost, to tell short work from long before it runs.
#[derive(Debug, Default)]
pub(super) struct Cost {
    /// Picoseconds for a workgroup; zero if never measured.
    group: AtomicU64,
    /// Nanoseconds that the last dispatch took.
    last: AtomicU64,
}

impl Cost {
    /// Nanoseconds that so many workgroups should take, if any ran before.
    pub(super) fn expect(&self, groups: u64) -> Option<u64> {
        match self.group.load(Ordering::Relaxed) {
            0 => None,
            each => Some(each.saturating_mul(groups) / 1000),
        }
    }

    /// Nanoseconds that a dispatch of unknown size should take.
    pub(super) fn expect_again(&self) -> Option<u64> {
        self.expect(1).map(|_| self.last.load(Ordering::Relaxed))
    }

    /// Learns from a dispatch: fast that it got slower, slowly that it got faster.
    pub(super) fn learn(&self, groups: u64, nanoseconds: u64) {
        self.last.store(nanoseconds, Ordering::Relaxed);
        let seen = (nanoseconds.saturating_mul(1000) / groups.max(1)).max(1);
        let before = self.group.load(Ordering::Relaxed);
        let now = if before == 0 { seen } else { seen.max(before - before / 8 + seen / 8) };
        self.group.store(now, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_is_learnt() {
        let cost = Cost::default();
        assert_eq!(cost.expect(1), None);
        cost.learn(10, 1000);
        assert_eq!(cost.expect(20), Some(2000));
        cost.learn(10, 8000);
        assert_eq!(cost.expect(10), Some(8000));
        cost.learn(10, 0);
        assert!(cost.expect(10) < Some(8000) && cost.expect(10) > Some(6000));
        assert_eq!(cost.expect_again(), Some(0));
    }
}
