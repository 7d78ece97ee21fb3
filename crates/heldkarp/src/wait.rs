//! Wait: for what a device computes, on this thread or without blocking it.
//!
//! Each method that waits is written once, as a future. Whoever may block runs it to its end, and
//! then every wait in it is one of this thread.

use kernel_engine::{Element, Engine, Result, Storage};

/// How to wait.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wait {
    /// The thread waits.
    #[cfg(not(target_arch = "wasm32"))]
    Block,
    /// The future does.
    Yield,
}

impl Wait {
    /// The first elements of a storage.
    pub(crate) async fn read<T: Element>(
        self,
        storage: &Storage<T>,
        count: usize,
    ) -> Result<Vec<T>> {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Block => storage.download_range(..count),
            Self::Yield => storage.download_range_async(..count).await,
        }
    }

    /// Waits until all is done that was submitted.
    pub(crate) async fn done(self, engine: &Engine) -> Result<()> {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Block => engine.wait(),
            Self::Yield => engine.wait_async().await,
        }
    }
}
