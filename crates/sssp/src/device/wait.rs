//! Wait: whether the thread may be blocked while the device is at work. A browser forbids it.

use kernel_engine::{Convergence, Element, Engine, Step, Storage};

use crate::error::Result;

/// How results of the device are waited for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wait {
    /// By this thread, which is quicker.
    #[cfg(not(target_arch = "wasm32"))]
    Block,
    /// By whoever runs the future.
    Yield,
}

impl Wait {
    pub(crate) async fn download<T: Element>(self, storage: &Storage<T>) -> Result<Vec<T>> {
        Ok(match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Block => storage.download()?,
            Self::Yield => storage.download_async().await?,
        })
    }

    pub(crate) async fn converge(
        self,
        engine: &Engine,
        most: usize,
        record: impl Fn(&mut Step) -> kernel_engine::Result<()>,
    ) -> Result<Convergence> {
        Ok(match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Block => engine.converge(most, record)?,
            Self::Yield => engine.converge_async(most, record).await?,
        })
    }
}

/// The result of a future that waits by [`Wait::Block`].
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn finished<T>(future: impl Future<Output = T>) -> T {
    pollster::block_on(future)
}
