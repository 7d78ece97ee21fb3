//! The benchmark on the device.

use kernel_engine::{Engine, Kernel, Report, Result};

use crate::progress;

/// Maps `input` to `output` twice, and reports on the second time.
///
/// The first time warms up: it grows staging buffers and touches memory that the system has
/// promised and not yet given.
pub(crate) fn run(
    engine: &Engine,
    snippet: &str,
    input: &[f32],
    output: &mut [f32],
) -> Result<Report> {
    let kernel = Kernel::map::<f32, f32>(snippet).build()?;
    let src = engine.zeros::<f32>(input.len())?;
    let dst = engine.zeros::<f32>(input.len())?;
    let mut round = || {
        src.upload(input)?;
        kernel.call().run_into(&src, &dst)?;
        dst.download_into(output)
    };

    let _spinner = progress::spinner("running on the device");
    round()?;
    let ((), report) = engine.profile(round)?;
    Ok(report)
}
