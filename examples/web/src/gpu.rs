//! Gpu: the browser's device, as an engine and what it keeps compiled.

use heldkarp::Solver;
use kernel_engine::Engine;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::convert::{Thrown, object};
use crate::{conformance, graph, job, tour};

/// An open device.
#[wasm_bindgen]
pub struct Gpu {
    engine: Engine,
    tours: Solver,
}

/// Opens the device; what keeps it from that is told.
#[wasm_bindgen]
pub async fn open_gpu() -> Thrown<Gpu> {
    let engine = Engine::new_async().await?;
    Ok(Gpu { tours: Solver::new(&engine), engine })
}

#[wasm_bindgen]
impl Gpu {
    /// What the engine calls the device.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.engine.info().name.clone()
    }

    /// The most cities that the device has room for.
    pub fn largest_tour(&self) -> usize {
        tour::largest(&self.tours)
    }

    /// The cheapest tour through `n` cities.
    #[wasm_bindgen(unchecked_return_type = "Tour")]
    pub async fn tour(&self, costs: &[f64], n: usize) -> Thrown {
        tour::on_device(&self.tours, &self.name(), costs, n).await
    }

    /// Shortest paths from a vertex.
    #[wasm_bindgen(unchecked_return_type = "Paths")]
    pub async fn paths(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Graph")] graph: JsValue,
        source: String,
    ) -> Thrown {
        graph::on_device(&self.engine, graph, &source).await
    }

    /// Runs a job.
    #[wasm_bindgen(unchecked_return_type = "Output")]
    pub async fn run(&self, #[wasm_bindgen(unchecked_param_type = "Job")] job: JsValue) -> Thrown {
        let (job, input) = job::read(job)?;
        job.run(&self.engine, &input).await
    }

    /// Whether kernels of eight kinds give what plain Rust does.
    #[wasm_bindgen(unchecked_return_type = "Verdict[]")]
    pub async fn conformance(&self) -> Thrown {
        object(&conformance::verdicts(&self.engine).await)
    }
}
