//! Value: a parameter's value on its way from Rust to the type that the kernel declares.

use half::f16;

use crate::element::{Element, Scalar, Type};

/// A value for a parameter: what [`Call::set`](crate::Call::set) takes.
///
/// Numbers convert to the declared type when it can hold them: `2` and `2.0` both fit an `f32`, a
/// `u32` and an `i64`, while `2.5` does not fit a `u32`, nor `-1`, nor `1e300` an `f32`.
/// A vector or a struct must have the declared type itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Value(Repr);

#[derive(Clone, Debug, PartialEq)]
enum Repr {
    Integer(i128),
    Float(f64),
    Bytes(Type, Vec<u8>),
}

impl Value {
    /// A value of any element type, for structs made by [`element!`](crate::element!).
    pub fn of<T: Element>(value: T) -> Self {
        Self(Repr::Bytes(T::TYPE, bytemuck::bytes_of(&value).to_vec()))
    }

    /// The bytes of the value as a `ty`, or what it is instead when it is none.
    pub(crate) fn encode(&self, ty: Type) -> Result<Vec<u8>, String> {
        let misfit = || match &self.0 {
            Repr::Integer(n) => n.to_string(),
            Repr::Float(x) => format!("{x:?}"),
            Repr::Bytes(given, _) => format!("a {given}"),
        };
        let encoded = match &self.0 {
            Repr::Bytes(given, bytes) => (*given == ty).then(|| bytes.clone()),
            Repr::Integer(n) => ty.as_scalar().and_then(|scalar| from_integer(*n, scalar)),
            Repr::Float(x) => ty.as_scalar().and_then(|scalar| from_float(*x, scalar)),
        };
        encoded.ok_or_else(misfit)
    }
}

/// Every integer that the type holds exactly enough: floats round, as `as` does.
fn from_integer(n: i128, scalar: Scalar) -> Option<Vec<u8>> {
    Some(match scalar {
        Scalar::I32 => i32::try_from(n).ok()?.to_ne_bytes().to_vec(),
        Scalar::U32 => u32::try_from(n).ok()?.to_ne_bytes().to_vec(),
        Scalar::I64 => i64::try_from(n).ok()?.to_ne_bytes().to_vec(),
        Scalar::U64 => u64::try_from(n).ok()?.to_ne_bytes().to_vec(),
        Scalar::F16 | Scalar::F32 | Scalar::F64 => return from_float(n as f64, scalar),
    })
}

/// Floats round to the nearest; a finite value that would become infinite does not fit.
fn from_float(x: f64, scalar: Scalar) -> Option<Vec<u8>> {
    let kept = |finite: bool| finite || !x.is_finite();
    match scalar {
        Scalar::F16 => {
            let y = f16::from_f64(x);
            kept(y.is_finite()).then(|| y.to_ne_bytes().to_vec())
        }
        Scalar::F32 => {
            let y = x as f32;
            kept(y.is_finite()).then(|| y.to_ne_bytes().to_vec())
        }
        Scalar::F64 => Some(x.to_ne_bytes().to_vec()),
        // Beyond 2^63 a cast would saturate; such a float is no integer that one meant.
        _ if x.fract() == 0.0 && x.abs() <= 9.0e18 => from_integer(x as i128, scalar),
        _ => None,
    }
}

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl From<$ty> for Value {
            fn from(n: $ty) -> Self {
                Self(Repr::Integer(n as i128))
            }
        }
    )*};
}

integers!(i8, u8, i16, u16, i32, u32, i64, u64, isize, usize);

impl From<f32> for Value {
    fn from(x: f32) -> Self {
        Self(Repr::Float(f64::from(x)))
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        Self(Repr::Float(x))
    }
}

impl From<f16> for Value {
    fn from(x: f16) -> Self {
        Self(Repr::Float(f64::from(x)))
    }
}

impl<T, const N: usize> From<[T; N]> for Value
where
    [T; N]: Element,
{
    fn from(vector: [T; N]) -> Self {
        Self::of(vector)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_convert_when_they_fit() {
        let fits = |value: Value, ty: Type| value.encode(ty).is_ok();
        let rows: [(Value, Type, bool); 14] = [
            (2.0.into(), f32::TYPE, true),
            (2.into(), f32::TYPE, true),
            (2.0.into(), u32::TYPE, true),
            (2.5.into(), u32::TYPE, false),
            ((-1).into(), u32::TYPE, false),
            (u32::MAX.into(), u32::TYPE, true),
            (u32::MAX.into(), i32::TYPE, false),
            (1e300.into(), f32::TYPE, false),
            (f64::INFINITY.into(), f32::TYPE, true),
            (f64::NAN.into(), f32::TYPE, true),
            (f64::NAN.into(), i32::TYPE, false),
            (1e30.into(), u64::TYPE, false),
            ([1.0f32, 2.0].into(), <[f32; 2]>::TYPE, true),
            ([1.0f32, 2.0].into(), <[f32; 3]>::TYPE, false),
        ];
        for (value, ty, expected) in rows {
            assert_eq!(fits(value.clone(), ty), expected, "{value:?} as {ty}");
        }
    }

    #[test]
    fn bytes_are_those_of_the_declared_type() {
        assert_eq!(Value::from(2).encode(f32::TYPE).unwrap(), 2f32.to_ne_bytes());
        assert_eq!(Value::from(-3.0).encode(i32::TYPE).unwrap(), (-3i32).to_ne_bytes());
        assert_eq!(Value::from(0.1).encode(f32::TYPE).unwrap(), 0.1f32.to_ne_bytes());
    }

    #[test]
    fn a_misfit_is_named() {
        assert_eq!(Value::from(2.5).encode(u32::TYPE).unwrap_err(), "2.5");
        assert_eq!(Value::from([1u32, 2]).encode(u32::TYPE).unwrap_err(), "a vec2<u32>");
    }
}
