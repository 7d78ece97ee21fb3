//! Why a device was lost, in words for those who wrote the kernel.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::pipeline::Kernel;
use crate::executor as exec;

/// Which kernel made a device fail, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The kernel's entry point.
    pub entry_point: String,
    /// The label of its pipeline, if it has one.
    pub label: Option<String>,
    /// What it did.
    pub message: String,
    /// Where in its source, in bytes, if known.
    pub span: Option<Range<u32>>,
}

impl Fault {
    /// The executor's fault with the label of the pipeline.
    fn new(kernel: &Kernel, fault: exec::Fault) -> Self {
        let exec::Fault { kernel: entry_point, kind, span } = fault;
        let span = span.map(|span| span.start..span.end);
        Self { entry_point, label: kernel.label.clone(), message: kind.to_string(), span }
    }

    /// Runs a kernel; where it makes this crate panic, that is the kernel's fault too.
    pub(super) fn of<T>(
        kernel: &Kernel,
        run: impl FnOnce() -> Result<T, exec::Fault>,
    ) -> Result<T, Self> {
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(ran) => ran.map_err(|fault| Self::new(kernel, fault)),
            Err(thrown) => {
                let entry_point = kernel.compiled.name().to_owned();
                Err(Self { entry_point, label: kernel.label.clone(), ..Self::panic(&*thrown) })
            }
        }
    }

    /// What neither a kernel nor this crate should do.
    pub(super) fn panic(thrown: &(dyn Any + Send)) -> Self {
        let entry_point = "(none)".to_owned();
        Self { entry_point, label: None, message: panicked(thrown), span: None }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entry_point, label, message, span } = self;
        write!(f, "kernel `{entry_point}`{}: {message}", of(label.as_deref()))?;
        span.as_ref().map_or(Ok(()), |span| write!(f, " (bytes {span:?} of the source)"))
    }
}

/// A panic in words.
pub(super) fn panicked(thrown: &(dyn Any + Send)) -> String {
    let text = thrown.downcast_ref::<&str>().copied();
    let text = text.or_else(|| thrown.downcast_ref::<String>().map(String::as_str));
    format!("it made wgpu-cpu panic, a defect of wgpu-cpu: {}", text.unwrap_or("no words"))
}

/// The label of a pipeline, as it stands behind the name of an entry point.
pub(super) fn of(label: Option<&str>) -> String {
    label.map_or(String::new(), |label| format!(" (pipeline `{label}`)"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::naga;

    #[test]
    fn a_panic_is_told_of_its_kernel() {
        let source = "@compute @workgroup_size(1) fn trips() {}";
        let module = naga::front::wgsl::parse_str(source).unwrap();
        let mut validator = naga::valid::Validator::new(
            naga::valid::ValidationFlags::all(),
            naga::valid::Capabilities::all(),
        );
        let info = validator.validate(&module).unwrap();
        let compiled = exec::compile(&module, &info, "trips", &[]).unwrap();
        let kernel = Kernel { compiled, label: Some("shaky".into()), cost: Default::default() };
        assert_eq!(Fault::of(&kernel, || Ok(7)), Ok(7));
        let rows: [fn() -> Result<(), exec::Fault>; 2] =
            [|| std::panic::panic_any("index 7"), || std::panic::panic_any("index 7".to_owned())];
        for run in rows {
            assert_eq!(
                Fault::of(&kernel, run).unwrap_err().to_string(),
                "kernel `trips` (pipeline `shaky`): \
                 it made wgpu-cpu panic, a defect of wgpu-cpu: index 7"
            );
        }
    }
}
