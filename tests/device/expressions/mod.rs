//! Random expressions: the device and Rust must agree on what they mean.

mod floats;
mod integers;

use kernel_engine::{Call, Element, Engine, KernelBuilder, Map};

/// Expressions that one kernel computes: as many as four outputs of vectors hold.
const PER_KERNEL: usize = 16;

/// Elements that each kernel runs over.
const ELEMENTS: usize = 67;

/// The snippet that gives sixteen expressions of `u32` as four vectors.
fn four_vectors(expressions: &[String]) -> String {
    let outputs = ["dst", "second", "third", "fourth"].into_iter();
    let parts = outputs.zip(expressions.chunks(4));
    parts.map(|(name, four)| format!("{name} = vec4<u32>({});\n", four.join(",\n    "))).collect()
}

/// Builds such a kernel.
fn call<T: Element>(kernel: KernelBuilder<Map<T, [u32; 4]>>) -> Call<Map<T, [u32; 4]>> {
    let kernel = kernel.output::<[u32; 4]>("second").output::<[u32; 4]>("third");
    kernel.output::<[u32; 4]>("fourth").build().unwrap().call()
}

/// Runs such a call, and gives the results of each expression for every element.
fn run<T: Element>(engine: &Engine, call: Call<Map<T, [u32; 4]>>, src: &[T]) -> Vec<Vec<u32>> {
    let [second, third, fourth] = [(); 3].map(|()| engine.zeros::<[u32; 4]>(ELEMENTS).unwrap());
    let call = call.bind("second", &second).bind("third", &third).bind("fourth", &fourth);
    let dst = call.run(&engine.storage(src).unwrap()).unwrap();
    let vectors = [dst, second, third, fourth].map(|storage| storage.download().unwrap());
    let lanes = vectors.iter().flat_map(|vectors| (0..4).map(move |lane| (vectors, lane)));
    lanes.map(|(vectors, lane)| vectors.iter().map(|vector| vector[lane]).collect()).collect()
}
