//! Rounds: Bellman and Ford's computation under way on a device.

use kernel_engine::{Call, Compute, Engine, Kernel, Storage, Wait};
use kernel_engine_shaders::sssp as shaders;

use crate::distances::{self, Distances};
use crate::error::{Error, Result};
use crate::graph::Graph;

/// The status before a round: nothing has changed, no vertex is too far.
const NOTHING: [u32; 2] = [0, u32::MAX];

/// The distances from one source, shortened round by round on a device.
///
/// After r rounds a distance is the length of some path, and no longer than the shortest path of
/// at most r edges. The edges of a round run in no certain order, and one may already use what
/// another has shortened, so how many rounds it takes can differ from run to run; where it ends
/// does not.
#[derive(Debug)]
pub struct Rounds {
    kernel: Call<Compute>,
    edges: usize,
    distance: Storage<u32>,
    /// Whether a distance has changed, and the first vertex that is too far; as the shader says.
    status: Storage<u32>,
}

impl Rounds {
    /// Uploads the graph, with no vertex reached but the source.
    ///
    /// # Errors
    ///
    /// - [`Error::NoSuchVertex`] when the source is none;
    /// - [`Error::Engine`] when the device fails or has no room for the graph, which takes
    ///   4 (2 V + 2 E) bytes.
    pub fn new(engine: &Engine, graph: &Graph, source: u32) -> Result<Self> {
        graph.check("the source", source)?;
        let distance = engine.storage(&distances::initial(graph.vertices(), source))?;
        let status = engine.storage(&NOTHING)?;
        let kernel = kernel()?
            .call()
            .bind("row", &engine.storage(graph.row())?)
            .bind("column", &engine.storage(graph.column())?)
            .bind("weight", &engine.storage(graph.weight())?)
            .bind("distance", &distance)
            .bind("status", &status);
        Ok(Self { kernel, edges: graph.edges(), distance, status })
    }

    /// Runs one round and tells whether it changed a distance. When it did not, all are final,
    /// and so they stay.
    ///
    /// It takes time in O(E log V), and waits for the device.
    ///
    /// # Errors
    ///
    /// - [`Error::TooFar`] when all distances that fit 32 bits are final, and there is a vertex
    ///   whose distance does not fit;
    /// - [`Error::Engine`] when the device fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn relax(&mut self) -> Result<bool> {
        Wait::finished(self.round(Wait::Block))
    }

    /// As [`relax`](Self::relax), without blocking the thread.
    ///
    /// # Errors
    ///
    /// Those of [`relax`](Self::relax).
    pub async fn relax_async(&mut self) -> Result<bool> {
        self.round(Wait::Yield).await
    }

    async fn round(&self, wait: Wait) -> Result<bool> {
        self.status.upload(&NOTHING)?;
        self.kernel.run(self.edges)?;
        match wait.download(&self.status).await?[..] {
            [0, u32::MAX] => Ok(false),
            // A vertex that is too far now may be reached another way in a later round, so only
            // the round in which nothing changes can tell.
            [0, vertex] => Err(Error::TooFar { vertex, most: distances::MOST }),
            _ => Ok(true),
        }
    }

    /// Copies the distances, as they are after the rounds so far, to the host.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the device fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn distances(&self) -> Result<Distances> {
        Ok(Distances::new(self.distance.download()?))
    }

    /// As [`distances`](Self::distances), without blocking the thread.
    ///
    /// # Errors
    ///
    /// [`Error::Engine`] when the device fails.
    pub async fn distances_async(&self) -> Result<Distances> {
        Ok(Distances::new(self.distance.download_async().await?))
    }
}

fn kernel() -> Result<Kernel> {
    let kernel = Kernel::compute("relax(i);")
        .label("sssp.relax")
        .preamble(shaders::RELAX)
        .array::<u32>("row")
        .array::<u32>("column")
        .array::<u32>("weight")
        .atomic::<u32>("distance")
        .atomic::<u32>("status")
        .build()?;
    Ok(kernel)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_kernel_builds_without_a_device() {
        assert_eq!(super::kernel().unwrap().label(), "sssp.relax");
    }
}
