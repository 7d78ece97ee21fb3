//! Job: what a reader types, as a kernel.

use kernel_engine::{Call, Engine, Storage};
use kernel_engine::{Error, Kernel, KernelBuilder, Map, PingPong, Reduce, Scan, SnippetError};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::{JsCast, JsError, JsValue, wasm_bindgen};
use web_time::Instant;

use crate::convert::{Thrown, object, value};

/// Steps of a ping-pong that are handed over at once.
const TOGETHER: usize = 256;

#[derive(Deserialize)]
pub(crate) struct Job {
    kind: Kind,
    snippet: String,
    #[serde(default)]
    preamble: String,
    #[serde(default)]
    params: Vec<Param>,
    identity: Option<String>,
    steps: Option<usize>,
    width: Option<u32>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Map,
    Reduce,
    Scan,
    PingPong,
}

#[derive(Deserialize)]
struct Param {
    name: String,
    value: f64,
}

#[derive(Serialize)]
struct Fault {
    message: String,
    piece: String,
    line: usize,
    column: usize,
    length: usize,
    rendered: String,
}

#[derive(Serialize)]
struct Times {
    compile_ms: f64,
    upload_ms: f64,
    execute_ms: f64,
    download_ms: f64,
    wgsl: String,
}

/// What is wrong with a job; null where nothing is. No device is asked.
#[wasm_bindgen(unchecked_return_type = "Fault | null")]
pub fn check(#[wasm_bindgen(unchecked_param_type = "Job")] job: JsValue) -> Thrown {
    let job: Job = value("the job", job)?;
    match job.kernel() {
        Ok(_) => Ok(JsValue::NULL),
        Err(Wrong::Kernel(Error::Snippet(fault))) => object(&Fault::of(&fault)),
        Err(wrong) => {
            let (message, piece) = (wrong.to_string(), String::new());
            let rendered = message.clone();
            object(&Fault { message, piece, line: 0, column: 0, length: 0, rendered })
        }
    }
}

/// The WGSL that is made of a job.
#[wasm_bindgen]
pub fn wgsl(#[wasm_bindgen(unchecked_param_type = "Job")] job: JsValue) -> Thrown<String> {
    let job: Job = value("the job", job)?;
    Ok(job.kernel()?.wgsl().to_owned())
}

impl Fault {
    fn of(fault: &SnippetError) -> Self {
        Self {
            message: fault.message().to_owned(),
            piece: fault.piece().to_owned(),
            line: fault.line(),
            column: fault.column(),
            length: fault.length(),
            rendered: fault.to_string(),
        }
    }
}

/// Why a job is no kernel.
#[derive(Debug)]
enum Wrong {
    Kernel(Error),
    Identity(String),
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Kernel(error) => error.fmt(f),
            Self::Identity(text) => write!(f, "the identity `{text}` is no number"),
        }
    }
}

impl std::error::Error for Wrong {}

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Self::Kernel(error)
    }
}

enum Built {
    Map(Kernel<Map<f32, f32>>),
    Reduce(Kernel<Reduce<f32, f32>>),
    Scan(Kernel<Scan<f32, f32>>),
}

impl Built {
    fn wgsl(&self) -> &str {
        match self {
            Self::Map(kernel) => kernel.wgsl(),
            Self::Reduce(kernel) => kernel.wgsl(),
            Self::Scan(kernel) => kernel.wgsl(),
        }
    }
}

impl Job {
    fn kernel(&self) -> Result<Built, Wrong> {
        let identity = || match self.identity.as_deref().map(str::trim) {
            None | Some("") => Ok(0.0),
            Some(text) => text.parse::<f32>().map_err(|_| Wrong::Identity(text.to_owned())),
        };
        Ok(match self.kind {
            Kind::Map | Kind::PingPong => {
                Built::Map(self.declared(Kernel::map::<f32, f32>(&self.snippet)).build()?)
            }
            Kind::Reduce => {
                Built::Reduce(self.declared(Kernel::reduce(&self.snippet, identity()?)).build()?)
            }
            Kind::Scan => {
                Built::Scan(self.declared(Kernel::scan(&self.snippet, identity()?)).build()?)
            }
        })
    }

    fn declared<S>(&self, mut kernel: KernelBuilder<S>) -> KernelBuilder<S> {
        if !self.preamble.trim().is_empty() {
            kernel = kernel.preamble(&self.preamble);
        }
        if self.width.is_some() {
            kernel = kernel.param::<u32>("width");
        }
        self.params.iter().fold(kernel, |kernel, param| kernel.param::<f32>(&param.name))
    }

    fn set<S>(&self, mut call: Call<S>) -> Call<S> {
        if let Some(width) = self.width {
            call = call.set("width", width);
        }
        self.params.iter().fold(call, |call, param| call.set(&param.name, param.value))
    }

    /// Runs the job, and tells what each part of it took.
    pub(crate) async fn run(&self, engine: &Engine, input: &[f32]) -> Thrown {
        let built = self.kernel()?;
        // What is compiled when it is first needed would be part of the execution.
        let (compile_ms, _) = timed(async {
            let probe = engine.storage(&input[..input.len().min(1)])?;
            self.once(&built, engine, probe, 1).await
        })
        .await?;
        let (upload_ms, src) = timed(async {
            let src = engine.storage(input)?;
            engine.wait_async().await?;
            Ok(src)
        })
        .await?;
        let steps = self.steps.unwrap_or(1);
        let (execute_ms, dst) = timed(self.once(&built, engine, src, steps)).await?;
        let (download_ms, values) = timed(dst.download_async()).await?;
        let wgsl = built.wgsl().to_owned();
        let output = object(&Times { compile_ms, upload_ms, execute_ms, download_ms, wgsl })?;
        let values = js_sys::Float32Array::from(&*values);
        js_sys::Reflect::set(&output, &"values".into(), &values)
            .map_err(|_| JsError::new("the output takes no values"))?;
        Ok(output)
    }

    async fn once(
        &self,
        built: &Built,
        engine: &Engine,
        src: Storage<f32>,
        steps: usize,
    ) -> Result<Storage<f32>, Error> {
        let dst = match (built, self.kind) {
            (Built::Map(kernel), Kind::PingPong) => {
                let call = self.set(kernel.call());
                let mut sides = PingPong::from_storage(src)?;
                for from in (0..steps).step_by(TOGETHER) {
                    sides.iterate(TOGETHER.min(steps - from), |_| call.clone())?;
                    engine.wait_async().await?;
                }
                sides.front().clone()
            }
            (Built::Map(kernel), _) => self.set(kernel.call()).run(&src)?,
            (Built::Scan(kernel), _) => self.set(kernel.call()).run(&src)?,
            (Built::Reduce(kernel), _) => {
                let dst = engine.zeros(1)?;
                self.set(kernel.call()).run_into(&src, &dst)?;
                dst
            }
        };
        engine.wait_async().await?;
        Ok(dst)
    }
}

/// A job, and its input.
pub(crate) fn read(object: JsValue) -> Thrown<(Job, Vec<f32>)> {
    let input = js_sys::Reflect::get(&object, &"input".into()).ok();
    let input = input.and_then(|input| input.dyn_into::<js_sys::Float32Array>().ok());
    let input = input.ok_or_else(|| JsError::new("the input is no Float32Array"))?.to_vec();
    Ok((value("the job", object)?, input))
}

/// Milliseconds that something takes, and what comes of it.
async fn timed<T>(work: impl Future<Output = Result<T, Error>>) -> Result<(f64, T), Error> {
    let start = Instant::now();
    let value = work.await?;
    Ok((start.elapsed().as_secs_f64() * 1e3, value))
}
