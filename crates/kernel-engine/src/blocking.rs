//! Blocking: whether a thread waits for the device, or a future does. A browser allows no thread to.

use crate::{Convergence, Element, Engine, Result, Step, Storage};

/// How to wait. A plugin that has each of its methods twice, as the engine has, writes them once, as
/// a future that takes this; whoever may block runs it to its end by [`finished`](Wait::finished),
/// and then every wait in it is one of the thread, which is quicker.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Wait {
    /// The thread waits.
    #[cfg(not(target_arch = "wasm32"))]
    Block,
    /// The future does.
    Yield,
}

impl Wait {
    /// The result of a future in which every wait is [`Wait::Block`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn finished<T>(future: impl Future<Output = T>) -> T {
        pollster::block_on(future)
    }

    /// All elements of a storage.
    pub async fn download<T: Element>(self, storage: &Storage<T>) -> Result<Vec<T>> {
        self.read(storage, storage.len()).await
    }

    /// The first elements of a storage.
    pub async fn read<T: Element>(self, storage: &Storage<T>, count: usize) -> Result<Vec<T>> {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Block => storage.download_range(..count),
            Self::Yield => storage.download_range_async(..count).await,
        }
    }

    /// Steps until nothing is left to do, or so many.
    pub async fn converge(
        self,
        engine: &Engine,
        most: usize,
        record: impl Fn(&mut Step) -> Result<()>,
    ) -> Result<Convergence> {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Block => engine.converge(most, record),
            Self::Yield => engine.converge_async(most, record).await,
        }
    }

    /// Waits until all is done that was submitted.
    pub async fn done(self, engine: &Engine) -> Result<()> {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            Self::Block => engine.wait(),
            Self::Yield => engine.wait_async().await,
        }
    }
}
