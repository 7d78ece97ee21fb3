//! Uniform: the block of words and parameters that each run is given.

use crate::element::Type;
use crate::kernel::Declaration;

/// The words at the head of the uniform block, as the host writes them.
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Head {
    /// `len`: the elements of the whole map, or the invocations of the extent.
    pub(crate) length: u32,
    /// Workgroups that have work; the grid may hold a few more. Along a frontier, the most of a grid.
    pub(crate) groups: u32,
    /// Index of the first element of this segment of a map or primitive.
    pub(crate) first: u32,
    /// Elements in this segment; items that a frontier has room for.
    pub(crate) here: u32,
    /// Of a primitive: tiles of a workgroup, and number of the first workgroup of this segment; of a
    /// run along a frontier: where the words of the next one are that grow.
    pub(crate) extent: [u32; 3],
    /// Which word of the count storage holds the extent; where the words of a frontier are.
    pub(crate) count_at: u32,
    /// The number that a fault is reported under.
    pub(crate) kernel: u32,
    /// Always zero, which no compiler of shaders can know.
    pub(crate) zero: u32,
    /// The number of the step, in an iteration.
    pub(crate) step: u32,
}

/// The members of [`Head`] in WGSL.
const HEAD: [&str; 9] = [
    "engine_length: u32",
    "engine_groups: u32",
    "engine_first: u32",
    "engine_here: u32",
    "engine_extent: vec3<u32>",
    "engine_count_at: u32",
    "engine_kernel: u32",
    "engine_zero: u32",
    "engine_step: u32",
];

/// The uniform block: its head, and the members that follow.
pub(crate) fn uniform(members: &str) -> String {
    let head: String = HEAD.iter().map(|member| format!("    {member},\n")).collect();
    format!(
        "struct engine_Params {{\n{head}{members}}}\n\
         @group(0) @binding(0) var<uniform> engine_params: engine_Params;\n"
    )
}

/// Where things lie in the uniform block.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Offset of each parameter, in their order; that of a primitive's identity follows.
    pub(crate) params: Vec<u64>,
    pub(crate) size: u64,
}

/// The lengths of the bindings follow the head, the parameters follow them, each where its type
/// may lie in a uniform.
pub(crate) fn layout(declaration: &Declaration) -> Layout {
    let mut end = size_of::<Head>() as u64 + 4 * declaration.bindings.len() as u64;
    let mut params = Vec::new();
    let mut widest = 16;
    let identity = declaration.primitive.as_ref().map(|primitive| &primitive.value);
    for ty in declaration.params.iter().map(|(_, ty)| ty).chain(identity) {
        let align = param_align(*ty);
        widest = widest.max(align);
        end = end.next_multiple_of(align);
        params.push(end);
        end += ty.size();
    }
    Layout { params, size: end.next_multiple_of(widest) }
}

/// A parameter lies at a multiple of 16, which suits every type but the widest vectors.
pub(super) fn param_align(ty: Type) -> u64 {
    match ty {
        Type::Vector(scalar, 4) => (4 * scalar.size()).max(16),
        _ => 16,
    }
}
