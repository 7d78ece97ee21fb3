//! Words of other shading languages, and what WGSL has instead.

/// A word of another language, and what to write instead.
pub(crate) fn foreign(word: &str) -> Option<&'static str> {
    Some(match word {
        "float" | "half" | "double" => "the type is called `f32`: `var x: f32 = 1.0;`, `f32(x)`",
        "int" | "long" | "short" => "the type is called `i32`: `var n: i32 = 1;`, `i32(x)`",
        "uint" | "size_t" | "usize" => "the type is called `u32`: `var n: u32 = 1u;`, `u32(x)`",
        "ivec2" | "ivec3" | "ivec4" => "the type is called `vec2i`, `vec3i`, `vec4i`",
        "uvec2" | "uvec3" | "uvec4" => "the type is called `vec2u`, `vec3u`, `vec4u`",
        "float2" | "float3" | "float4" => "the type is called `vec2f`, `vec3f`, `vec4f`",
        "mat2" | "mat3" | "mat4" => "the type is called `mat2x2f`, `mat3x3f`, `mat4x4f`",
        "mod" | "fmod" => {
            "write `a % b`; for a result that is never negative, `a - b * floor(a / b)`"
        }
        "lerp" => "it is called `mix(a, b, t)`",
        "frac" => "it is called `fract(x)`",
        "inversesqrt" | "rsqrt" | "invsqrt" => "it is called `inverseSqrt(x)`",
        "fabs" | "fabsf" | "absf" => "it is called `abs(x)`",
        "fmax" | "fmaxf" | "fmin" | "fminf" => "it is called `max(a, b)`, `min(a, b)`",
        "sqrtf" | "sinf" | "cosf" | "tanf" | "expf" | "logf" | "powf" => {
            "write it without the `f`: `sqrt`, `sin`, `pow`"
        }
        "log10" => "write `log(x) / 2.302585`",
        "cbrt" => "write `sign(x) * pow(abs(x), 1.0 / 3.0)`",
        "M_PI" | "PI" | "pi" | "Pi" => {
            "write `3.14159265`, or declare `const PI = 3.14159265;` first"
        }
        "ddx" | "ddy" | "dFdx" | "dFdy" => {
            "there are no derivatives in a compute kernel; take differences of `at(j)`"
        }
        "texture" | "texture2D" | "tex2D" | "texelFetch" | "textureLoad" | "textureSample" => {
            "there are no textures; `at(j)` reads the input at index j"
        }
        "execute_idx"
        | "gl_GlobalInvocationID"
        | "global_id"
        | "gid"
        | "idx"
        | "thread_id"
        | "global_invocation_id" => "the index of this element is called `i`",
        "asfloat" | "floatBitsToInt" | "floatBitsToUint" | "intBitsToFloat" | "uintBitsToFloat"
        | "asuint" | "asint" => "write `bitcast<f32>(n)` or `bitcast<u32>(x)`",
        "printf" | "print" | "println" | "console" => {
            "a kernel cannot print; put the number into `dst`"
        }
        "NULL" | "null" | "nullptr" | "None" => {
            "there is no null in WGSL; use a number that marks nothing"
        }
        "INFINITY" | "inf" | "FLT_MAX" => "write the largest number, `3.4028234e38`",
        "True" => "write `true`",
        "False" => "write `false`",
        "and" => "write `&&`",
        "or" => "write `||`",
        "not" => "write `!`",
        "elif" | "elseif" => "write `else if`",
        "random" | "rand" => {
            "there is no random function; hash the index `i`, or hand random numbers over with `.array`"
        }
        _ => return None,
    })
}

/// The type that a type's name of another language stands for.
pub(crate) fn foreign_type(word: &str) -> Option<&'static str> {
    Some(match word {
        "float" | "double" | "half" | "f32" => "f32",
        "int" | "long" | "short" | "i32" => "i32",
        "uint" | "unsigned" | "size_t" | "u32" => "u32",
        "bool" => "bool",
        "vec2" | "float2" | "vec2f" => "vec2f",
        "vec3" | "float3" | "vec3f" => "vec3f",
        "vec4" | "float4" | "vec4f" => "vec4f",
        "ivec2" => "vec2i",
        "ivec3" => "vec3i",
        "ivec4" => "vec4i",
        "uvec2" => "vec2u",
        "uvec3" => "vec3u",
        "uvec4" => "vec4u",
        "mat2" => "mat2x2f",
        "mat3" => "mat3x3f",
        "mat4" => "mat4x4f",
        _ => return None,
    })
}
