//! Pipeline: a kernel compiled for one device, once for each text.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use lru::LruCache;
use once_cell::sync::OnceCell;

use crate::assemble::{Assembled, Bound, Variant};
use crate::engine::Engine;
use crate::error::{Error, Result};
use crate::fault;
use crate::kernel::Inner as KernelInner;
use crate::submit::Cost;

/// A compiled kernel.
#[derive(Debug)]
pub(crate) struct Pipeline {
    pub(crate) pipeline: wgpu::ComputePipeline,
    pub(crate) layout: wgpu::BindGroupLayout,
    pub(crate) assembled: Arc<Assembled>,
    pub(crate) label: String,
    /// The engine that compiled it, by number.
    pub(crate) engine: u64,
    /// Tells kernels apart in fault counts.
    pub(crate) number: u32,
    /// What its workgroups take.
    pub(crate) cost: Arc<Cost>,
}

impl Pipeline {
    /// Whether the kernel finds out if its loops were cut.
    pub(crate) fn counts_faults(&self) -> bool {
        self.assembled.slots.iter().any(|slot| slot.what == Bound::Fault)
    }
}

/// What an engine has compiled, by label, which errors carry, and text. Different kernels compile side by side; who asks for one
/// that is being compiled waits for it. The least used make room, so that a program that writes
/// new snippets for ever does not grow for ever.
#[derive(Debug)]
pub(crate) struct Pipelines {
    by_text: Mutex<LruCache<String, Arc<OnceCell<Arc<Pipeline>>>>>,
    /// Labels by the number that faults are counted under.
    labels: Mutex<Vec<String>>,
    next: AtomicU32,
}

/// Kernels that an engine keeps compiled though nobody else does.
pub(crate) const KEPT: NonZeroUsize = NonZeroUsize::new(256).unwrap();

impl Default for Pipelines {
    fn default() -> Self {
        let by_text = Mutex::new(LruCache::new(KEPT));
        let labels = Mutex::new(vec![String::new(); fault::SLOTS]);
        Self { by_text, labels, next: AtomicU32::new(0) }
    }
}

impl Pipelines {
    /// The label of the kernel with that number.
    pub(crate) fn label_of(&self, number: usize) -> String {
        crate::lock(&self.labels).get(number).cloned().unwrap_or_default()
    }

    /// A number for a kernel with that label.
    fn number(&self, label: &str) -> u32 {
        let number = self.next.fetch_add(1, Ordering::Relaxed) % fault::SLOTS as u32;
        if let Some(known) = crate::lock(&self.labels).get_mut(number as usize) {
            label.clone_into(known);
        }
        number
    }
}

impl Engine {
    /// The kernel in the form wanted, compiled now unless it has been before.
    pub(crate) fn pipeline(&self, kernel: &KernelInner, variant: Variant) -> Result<Arc<Pipeline>> {
        let guarded = self.inner.faults.is_some();
        let precise = self.inner.coarse_math && kernel.wants_precision();
        let variant = Variant { guarded, precise, ..variant };
        let mut compiled = crate::lock(&kernel.compiled);
        compiled.retain(|(_, pipeline)| pipeline.strong_count() > 0);
        let ours = compiled.iter().filter(|(known, _)| *known == variant);
        let mut ours = ours.filter_map(|(_, pipeline)| pipeline.upgrade());
        if let Some(pipeline) = ours.find(|pipeline| pipeline.engine == self.inner.number) {
            return Ok(pipeline);
        }
        drop(compiled);
        let pipeline = self.pipeline_by_text(kernel, &variant)?;
        crate::lock(&kernel.compiled).push((variant, Arc::downgrade(&pipeline)));
        Ok(pipeline)
    }

    fn pipeline_by_text(&self, kernel: &KernelInner, variant: &Variant) -> Result<Arc<Pipeline>> {
        let assembled = kernel.variant(variant)?;
        let label = &kernel.declaration.label;
        let math = if variant.precise { "precise" } else { "plain" };
        let key = format!("{label}\n{math}\n{}", assembled.source.text());
        let cell =
            crate::lock(&self.inner.pipelines.by_text).get_or_insert(key, Default::default).clone();
        let compiled = cell.get_or_try_init(|| {
            self.fits(kernel, &assembled)?;
            let _span = tracing::debug_span!("compile", kernel = label).entered();
            let compile = || self.compile_kernel(label, &assembled);
            self.inner.recorders.compiling(assembled.time, compile)
        })?;
        Ok(compiled.clone())
    }

    /// Checks a kernel against the device, so that the driver need not.
    fn fits(&self, kernel: &KernelInner, assembled: &Assembled) -> Result<()> {
        let declaration = &kernel.declaration;
        let limits = self.limits();
        let what = format!("kernel `{}`", declaration.label);
        if let Some(feature) = assembled.needs.lacking(self.inner.features) {
            return Err(self.unsupported(what, feature));
        }
        let size = declaration.workgroup_size;
        let sides = [
            limits.max_compute_workgroup_size_x,
            limits.max_compute_workgroup_size_y,
            limits.max_compute_workgroup_size_z,
        ];
        let shared: u64 = declaration
            .workgroup
            .iter()
            .map(|variable| u64::from(variable.len) * variable.ty.stride())
            .sum();
        let rows = [
            (
                "invocations per workgroup",
                size.iter().map(|n| u64::from(*n)).product(),
                u64::from(limits.max_compute_invocations_per_workgroup),
                "set a smaller `.workgroup_size`",
            ),
            (
                "invocations per workgroup in x",
                size[0].into(),
                sides[0].into(),
                "set a smaller `.workgroup_size`",
            ),
            (
                "invocations per workgroup in y",
                size[1].into(),
                sides[1].into(),
                "set a smaller `.workgroup_size`",
            ),
            (
                "invocations per workgroup in z",
                size[2].into(),
                sides[2].into(),
                "set a smaller `.workgroup_size`",
            ),
            (
                "bytes of workgroup variables",
                shared,
                u64::from(limits.max_compute_workgroup_storage_size),
                "make the workgroup variables smaller",
            ),
            (
                "storages",
                assembled.slots.len() as u64,
                u64::from(limits.max_storage_buffers_per_shader_stage),
                match assembled.slots.iter().any(|slot| slot.piece > 0) {
                    true => "use smaller ones: beyond the largest binding one counts several times",
                    false => "join arrays into one, or split the kernel",
                },
            ),
            (
                "bytes of parameters",
                crate::assemble::layout(declaration).size,
                limits.max_uniform_buffer_binding_size,
                "put the larger ones into an `.array`",
            ),
        ];
        for (unit, needed, limit, remedy) in rows {
            if needed > limit {
                let remedy = remedy.to_owned();
                return Err(Error::TooLarge { what, needed, limit, unit, remedy });
            }
        }
        Ok(())
    }

    fn compile_kernel(&self, label: &str, assembled: &Arc<Assembled>) -> Result<Arc<Pipeline>> {
        let source = self.source(label, assembled)?;
        let (built, fault) =
            self.compile(|| self.scoped(|device| create(device, self, label, assembled, source)))?;
        if let Some(fault) = fault {
            return Err(self.blame(&format!("compiling kernel `{label}`"), fault));
        }
        let (pipeline, layout) = built;
        self.inner.disk_cache.note_compiled();
        Ok(Arc::new(Pipeline {
            pipeline,
            layout,
            assembled: assembled.clone(),
            label: label.to_owned(),
            engine: self.inner.number,
            number: self.inner.pipelines.number(label),
            cost: Arc::default(),
        }))
    }

    /// What the device compiles.
    #[cfg(not(target_arch = "wasm32"))]
    fn source(&self, _: &str, assembled: &Assembled) -> Result<wgpu::ShaderSource<'static>> {
        Ok(wgpu::ShaderSource::Naga(Cow::Owned(assembled.module.clone())))
    }

    /// What the browser compiles.
    #[cfg(target_arch = "wasm32")]
    fn source(&self, label: &str, assembled: &Assembled) -> Result<wgpu::ShaderSource<'static>> {
        let text = crate::browser::text(&assembled.module);
        let text =
            text.map_err(|message| self.internal(&format!("writing kernel `{label}`"), message))?;
        Ok(wgpu::ShaderSource::Wgsl(Cow::Owned(text)))
    }
}

fn create(
    device: &wgpu::Device,
    engine: &Engine,
    label: &str,
    assembled: &Assembled,
    source: wgpu::ShaderSource<'_>,
) -> (wgpu::ComputePipeline, wgpu::BindGroupLayout) {
    let entry = |binding: usize, ty, has_dynamic_offset| wgpu::BindGroupLayoutEntry {
        binding: binding as u32,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None },
        count: None,
    };
    let mut entries = vec![entry(0, wgpu::BufferBindingType::Uniform, true)];
    for (k, slot) in assembled.slots.iter().enumerate() {
        let ty = wgpu::BufferBindingType::Storage { read_only: slot.read_only };
        entries.push(entry(k + 1, ty, false));
    }
    let label = Some(label);
    let layout = device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries });
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label, source });
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label,
        bind_group_layouts: &[Some(&layout)],
        immediate_size: 0,
    });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label,
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: Some("engine_main"),
        compilation_options: wgpu::PipelineCompilationOptions {
            zero_initialize_workgroup_memory: assembled.clears,
            ..Default::default()
        },
        cache: engine.inner.disk_cache.pipeline_cache(),
    });
    (pipeline, layout)
}
