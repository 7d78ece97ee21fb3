//! Element: the Rust types that arrays on a device are made of, and their WGSL twins.
//!
//! A type has two WGSL forms.
//! The *value* is what a snippet works with: `f32`, `vec3<f32>`, `Body`.
//! The *stored* form is how it lies in memory, and it equals the Rust layout to the byte:
//! scalars and vectors of 2 and 4 are stored as they are, while vectors of 3 and structs, whose
//! WGSL layout has holes that Rust's has not, are stored as a flat struct of their scalars.
//! So an upload is a plain copy and nobody has to think about padding.

use std::fmt::{self, Write as _};

use bytemuck::Pod;
use half::f16;

/// A type that an array on a device can hold.
///
/// Implemented for `f32`, `u32`, `i32`, `half::f16`, `f64`, `i64`, `u64`, for arrays of 2, 3 or 4
/// of them (`[f32; 3]` is `vec3<f32>` in a snippet), and for structs made by [`element!`](crate::element!).
/// 16-bit and 64-bit types need a device that has them; where it has not, the first use says so.
pub trait Element: Pod + Send + Sync {
    /// How a snippet sees the type and how it lies in memory.
    #[doc(hidden)]
    const TYPE: Type;
}

/// The scalar types of WGSL that memory can hold.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    F16,
    F32,
    F64,
    I32,
    U32,
    I64,
    U64,
}

impl Scalar {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
        }
    }

    pub(crate) fn size(self) -> u64 {
        match self {
            Self::F16 => 2,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F64 | Self::I64 | Self::U64 => 8,
        }
    }
}

/// An element type, described so that WGSL can be written for it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Scalar(Scalar),
    Vector(Scalar, u8),
    Struct(&'static Structure),
}

/// A user's struct.
#[doc(hidden)]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Structure {
    pub name: &'static str,
    pub fields: &'static [(&'static str, Type)],
}

impl Type {
    /// Bytes of one element in memory, in Rust and on the device alike.
    pub(crate) fn size(self) -> u64 {
        self.scalars().iter().map(|scalar| scalar.size()).sum()
    }

    /// Size and alignment of the value in WGSL's own layout, which workgroup variables have.
    fn wgsl_layout(self) -> (u64, u64) {
        match self {
            Self::Scalar(scalar) => (scalar.size(), scalar.size()),
            Self::Vector(scalar, n) => {
                (scalar.size() * u64::from(n), scalar.size() * u64::from(n).next_power_of_two())
            }
            Self::Struct(s) => {
                let fields = s.fields.iter().map(|(_, ty)| ty.wgsl_layout());
                let (end, align) = fields.fold((0u64, 1), |(end, most), (size, align)| {
                    (end.next_multiple_of(align) + size, align.max(most))
                });
                (end.next_multiple_of(align), align)
            }
        }
    }

    /// Bytes from one element of a workgroup variable to the next.
    pub(crate) fn stride(self) -> u64 {
        let (size, align) = self.wgsl_layout();
        size.next_multiple_of(align)
    }

    /// The scalars that the type is made of, in memory order.
    pub(crate) fn scalars(self) -> Vec<Scalar> {
        match self {
            Self::Scalar(scalar) => vec![scalar],
            Self::Vector(scalar, n) => vec![scalar; usize::from(n)],
            Self::Struct(s) => s.fields.iter().flat_map(|(_, ty)| ty.scalars()).collect(),
        }
    }

    /// The scalar, when the type is one.
    pub(crate) fn as_scalar(self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// Whether the stored form differs from the value.
    fn is_packed(self) -> bool {
        matches!(self, Self::Vector(_, 3) | Self::Struct(_))
    }

    /// The WGSL name of the stored form.
    pub(crate) fn stored(self) -> String {
        match self {
            Self::Vector(scalar, 3) => format!("engine_stored_vec3_{}", scalar.name()),
            Self::Struct(s) => format!("engine_stored_{}", s.name),
            _ => self.to_string(),
        }
    }

    /// A WGSL expression for the value held by `stored`, an expression of the stored form.
    pub(crate) fn load(self, stored: &str) -> String {
        match self.is_packed() {
            true => format!("{}_load({stored})", self.stored()),
            false => stored.to_owned(),
        }
    }

    /// A WGSL expression for the stored form of `value`.
    pub(crate) fn store(self, value: &str) -> String {
        match self.is_packed() {
            true => format!("{}_store({value})", self.stored()),
            false => value.to_owned(),
        }
    }

    /// Writes what WGSL needs to know of the type, once however often it is asked.
    pub(crate) fn declare(self, out: &mut String, done: &mut Vec<Self>) {
        if !self.is_packed() || done.contains(&self) {
            return;
        }
        done.push(self);
        if let Self::Struct(s) = self {
            for (_, ty) in s.fields {
                ty.declare(out, done);
            }
            let fields: Vec<String> =
                s.fields.iter().map(|(name, ty)| format!("{name}: {ty}")).collect();
            let _ = writeln!(out, "struct {} {{ {} }}", s.name, fields.join(", "));
        }
        let stored = self.stored();
        let flat: Vec<String> = self
            .scalars()
            .iter()
            .enumerate()
            .map(|(k, scalar)| format!("s{k}: {}", scalar.name()))
            .collect();
        let mut next = 0;
        let gather = self.gather("v", &mut next);
        let _ = writeln!(out, "struct {stored} {{ {} }}", flat.join(", "));
        let _ = writeln!(out, "fn {stored}_load(v: {stored}) -> {self} {{ return {gather}; }}");
        let scatter = self.scatter("v").join(", ");
        let _ = writeln!(
            out,
            "fn {stored}_store(v: {self}) -> {stored} {{ return {stored}({scatter}); }}"
        );
    }

    /// The value made of the members `s0`, `s1`, .. of the stored form `from`.
    fn gather(self, from: &str, next: &mut usize) -> String {
        let mut member = || {
            *next += 1;
            format!("{from}.s{}", *next - 1)
        };
        match self {
            Self::Scalar(_) => member(),
            Self::Vector(_, n) => {
                let parts: Vec<String> = (0..n).map(|_| member()).collect();
                format!("{self}({})", parts.join(", "))
            }
            Self::Struct(s) => {
                let parts: Vec<String> =
                    s.fields.iter().map(|(_, ty)| ty.gather(from, next)).collect();
                format!("{self}({})", parts.join(", "))
            }
        }
    }

    /// The scalars of the value `from`, in memory order.
    fn scatter(self, from: &str) -> Vec<String> {
        match self {
            Self::Scalar(_) => vec![from.to_owned()],
            Self::Vector(_, n) => {
                (0..usize::from(n)).map(|k| format!("{from}.{}", &"xyzw"[k..=k])).collect()
            }
            Self::Struct(s) => s
                .fields
                .iter()
                .flat_map(|(name, ty)| ty.scatter(&format!("{from}.{name}")))
                .collect(),
        }
    }
}

/// The WGSL name of the value.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => f.write_str(scalar.name()),
            Self::Vector(scalar, n) => write!(f, "vec{n}<{}>", scalar.name()),
            Self::Struct(s) => f.write_str(s.name),
        }
    }
}

macro_rules! elements {
    ($($rust:ty => $scalar:ident),*) => {$(
        impl Element for $rust {
            const TYPE: Type = Type::Scalar(Scalar::$scalar);
        }
        impl Element for [$rust; 2] {
            const TYPE: Type = Type::Vector(Scalar::$scalar, 2);
        }
        impl Element for [$rust; 3] {
            const TYPE: Type = Type::Vector(Scalar::$scalar, 3);
        }
        impl Element for [$rust; 4] {
            const TYPE: Type = Type::Vector(Scalar::$scalar, 4);
        }
    )*};
}

elements!(f16 => F16, f32 => F32, f64 => F64, i32 => I32, u32 => U32, i64 => I64, u64 => U64);

/// Declares a struct once, for Rust and for WGSL.
///
/// The fields are [`Element`]s; the struct becomes one too, and a snippet sees it under its own
/// name, with its fields: `src.position`, `Body(p, v, m)`.
/// Rust's `repr(C)` must leave no padding between the fields; where it would, this does not
/// compile, and reordering the fields from large to small mends it.
///
/// ```
/// kernel_engine::element! {
///     /// A point mass.
///     pub struct Body {
///         pub position: [f32; 3],
///         pub mass: f32,
///         pub velocity: [f32; 3],
///     }
/// }
/// assert_eq!(size_of::<Body>(), 28);
/// ```
///
/// ```compile_fail
/// kernel_engine::element! {
///     struct Padded { small: f32, large: f64 } // four bytes of padding between the two
/// }
/// ```
#[macro_export]
macro_rules! element {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident : $ty:ty),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, $crate::bytemuck::Pod, $crate::bytemuck::Zeroable)]
        #[bytemuck(crate = "kernel_engine::bytemuck")]
        #[repr(C)]
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $ty),*
        }

        impl $crate::Element for $name {
            const TYPE: $crate::Type = $crate::Type::Struct(&$crate::Structure {
                name: stringify!($name),
                fields: &[$((stringify!($field), <$ty as $crate::Element>::TYPE)),*],
            });
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: Type = Type::Struct(&Structure {
        name: "Body",
        fields: &[("at", Type::Vector(Scalar::F32, 3)), ("id", Type::Scalar(Scalar::U32))],
    });

    #[test]
    fn sizes_are_those_of_rust() {
        assert_eq!(<[f32; 3]>::TYPE.size(), 12);
        assert_eq!(<[f64; 4]>::TYPE.size(), 32);
        assert_eq!(f16::TYPE.size(), 2);
        assert_eq!(BODY.size(), 16);
        assert_eq!((BODY.stride(), <[f32; 3]>::TYPE.stride()), (16, 16));
    }

    #[test]
    fn a_struct_is_stored_as_its_scalars() {
        let mut out = String::new();
        BODY.declare(&mut out, &mut Vec::new());
        for line in [
            "struct Body { at: vec3<f32>, id: u32 }",
            "struct engine_stored_Body { s0: f32, s1: f32, s2: f32, s3: u32 }",
            "{ return Body(vec3<f32>(v.s0, v.s1, v.s2), v.s3); }",
            "{ return engine_stored_Body(v.at.x, v.at.y, v.at.z, v.id); }",
        ] {
            assert!(out.contains(line), "{line}\nis not in\n{out}");
        }
    }
}
