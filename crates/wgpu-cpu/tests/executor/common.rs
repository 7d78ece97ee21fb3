//! Compiles WGSL and runs it on slices of words.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::panic, clippy::expect_used, reason = "a test fails by panicking")]

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use wgpu_cpu::executor::{
    Binding, Budget, Buffer, CompileError, Compiled, Fault, compile, dispatch,
};

/// Parses on a thread with a large stack, which naga needs for deep nests.
pub(crate) fn parse(source: &str) -> (naga::Module, ModuleInfo) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        let parsed = thread.spawn_scoped(scope, || parse_here(source)).expect("a thread").join();
        parsed.unwrap_or_else(|e| std::panic::resume_unwind(e))
    })
}

fn parse_here(source: &str) -> (naga::Module, ModuleInfo) {
    let module = match naga::front::wgsl::parse_str(source) {
        Ok(module) => module,
        Err(e) => panic!("{}", e.emit_to_string(source)),
    };
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(naga::valid::ShaderStages::all());
    validator.subgroup_operations(naga::valid::SubgroupOperationSet::all());
    let info = validator.validate(&module);
    let info = info.unwrap_or_else(|e| panic!("{}", e.emit_to_string(source)));
    (module, info)
}

pub(crate) fn kernel_with(
    source: &str,
    overrides: &[(String, f64)],
) -> Result<Compiled, CompileError> {
    let (module, info) = parse(source);
    compile(&module, &info, "main", overrides)
}

pub(crate) fn kernel(source: &str) -> Compiled {
    kernel_with(source, &[]).unwrap_or_else(|e| panic!("{e}\n{source}"))
}

pub(crate) fn buffer(words: &[u32]) -> Buffer {
    let buffer = Buffer::new(words.len() * 4).expect("memory");
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    buffer.write(0, &bytes);
    buffer
}

pub(crate) fn words(buffer: &Buffer) -> Vec<u32> {
    let mut bytes = vec![0; buffer.size()];
    buffer.read(0, &mut bytes);
    bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().expect("four"))).collect()
}

/// Binds `data[k]` at `@group(0) @binding(k)`, runs, and gives all back.
pub(crate) fn try_run(
    kernel: &Compiled,
    groups: [u32; 3],
    data: &[Vec<u32>],
    budget: Budget,
    pool: Option<&rayon::ThreadPool>,
) -> Result<Vec<Vec<u32>>, Fault> {
    let buffers: Vec<Buffer> = data.iter().map(|d| buffer(d)).collect();
    let bindings: Vec<Binding> = buffers
        .iter()
        .enumerate()
        .map(|(k, b)| Binding {
            group: 0,
            binding: k as u32,
            buffer: b.clone(),
            offset: 0,
            size: b.size(),
        })
        .collect();
    dispatch(
        kernel,
        groups,
        &bindings,
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
        budget,
        pool,
    )?;
    Ok(buffers.iter().map(words).collect())
}

pub(crate) fn run(source: &str, groups: [u32; 3], data: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let result = try_run(&kernel(source), groups, data, Budget::default(), None);
    result.unwrap_or_else(|e| panic!("{e}\n{source}"))
}

/// Workgroup sizes each map is run with, and counts that they do not divide.
pub(crate) const SIZES: [u32; 4] = [1, 3, 64, 256];
pub(crate) const COUNTS: [usize; 4] = [1, 7, 300, 1000];

/// Runs `body`, which sees `i`, `x = src[i]` (u32) and sets `r` (u32), for each input.
pub(crate) fn map(header: &str, body: &str, inputs: &[u32], size: u32) -> Vec<u32> {
    let source = format!(
        "{header}
        @group(0) @binding(0) var<storage, read> src: array<u32>;
        @group(0) @binding(1) var<storage, read_write> dst: array<u32>;
        @compute @workgroup_size({size})
        fn main(@builtin(global_invocation_id) gid: vec3<u32>) {{
            let i = gid.x;
            if (i >= arrayLength(&src)) {{ return; }}
            let x = src[i];
            var r = 0u;
            {body}
            dst[i] = r;
        }}"
    );
    let n = inputs.len();
    let groups = [(n as u32).div_ceil(size), 1, 1];
    run(&source, groups, &[inputs.to_vec(), vec![0xDEAD; n]]).swap_remove(1)
}

/// Checks a map against a Rust function over sizes and counts, on edge values.
pub(crate) fn check(header: &str, body: &str, expected: impl Fn(u32, u32) -> u32) {
    for size in SIZES {
        for count in COUNTS {
            let inputs = edges(count);
            let got = map(header, body, &inputs, size);
            for (i, (&x, &got)) in inputs.iter().zip(&got).enumerate() {
                let want = expected(i as u32, x);
                assert_eq!(
                    got, want,
                    "lane {i} of {count}, size {size}, input {x:#x}: got {got:#x}, want {want:#x}\n{body}"
                );
            }
        }
    }
}

/// Values that arithmetic trips over, then noise.
pub(crate) fn edges(n: usize) -> Vec<u32> {
    let mut values = vec![
        0,
        1,
        2,
        3,
        7,
        31,
        32,
        33,
        0x7FFF_FFFF,
        0x8000_0000,
        0x8000_0001,
        0xFFFF_FFFF,
        0xFFFF_FFFE,
        0x3F80_0000,
        0xBF80_0000,
        0x3F00_0000,
        0x4048_F5C3,
        0x7F80_0000,
        0xFF80_0000,
        0x7FC0_0000,
        0x0000_FFFF,
        0xFFFF_0000,
        0x5555_5555,
        100,
        1000,
        0x4B00_0000,
    ];
    let mut state = 0x1234_5678u32;
    while values.len() < n {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        values.push(state);
    }
    values.truncate(n);
    values
}
