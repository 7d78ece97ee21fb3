//! Codes of the pure operations. Each is total: defined for every bit pattern.
//!
//! Narrow registers hold 32 bits: `i32`, `u32`, `f32`, `bool` as 0 or all ones,
//! and `f16` as the `f32` of the same value. Wide registers hold `i64`, `u64`, `f64`.

/// From one narrow value to one narrow value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
pub(crate) enum Un {
    NegI, Not, AbsI, SignI, CountOnes, LeadingZeros, TrailingZeros, Reverse,
    FirstLeadingI, FirstLeadingU, FirstTrailing,
    NegF, AbsF, SignF, Floor, Ceil, Trunc, Round, Fract, Saturate, Sqrt, InverseSqrt,
    Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh,
    Exp, Exp2, Log, Log2, Mantissa, Exponent, IsNan, IsInf,
    /// Round to the nearest `f16`, too large becomes infinite.
    RoundF16,
    I32ToF32, U32ToF32, F32ToI32, F32ToU32, BoolToInt, BoolToF32, IntToBool, F32ToBool,
    PackSnorm8, PackUnorm8, PackSnorm16, PackUnorm16, PackF16,
    UnpackSnorm8, UnpackUnorm8, UnpackSnorm16, UnpackUnorm16, UnpackF16,
}

/// From two narrow values to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
pub(crate) enum Bin {
    AddI, SubI, MulI, DivI, DivU, RemI, RemU, And, Or, Xor, AndNot, Shl, ShrI, ShrU,
    /// Shifts where an amount of 32 or more empties the word.
    ShlFull, ShrIFull, ShrUFull,
    MinI, MaxI, MinU, MaxU, EqI, NeI, LtI, LeI, LtU, LeU,
    AddF, SubF, MulF, DivF, RemF, MinF, MaxF, EqF, NeF, LtF, LeF,
    Pow, Atan2, Ldexp, Dot4I, Dot4U,
}

impl Bin {
    /// Is there a loop that writes over its first operand?
    pub(crate) fn updates(self) -> bool {
        use Bin::*;
        matches!(self, AddI | SubI | MulI | And | Or | Xor | AndNot | Shl | ShrU)
            || matches!(self, MinI | MaxI | MinU | MaxU | AddF | SubF | MulF | DivF)
    }

    /// Do its operands change places freely?
    pub(crate) fn commutes(self) -> bool {
        use Bin::*;
        matches!(self, AddI | MulI | And | Or | Xor | MinI | MaxI | MinU | MaxU)
    }
}

/// From one wide value to one wide value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
pub(crate) enum WideUn {
    NegI, Not, AbsI, SignI, CountOnes, LeadingZeros, TrailingZeros, Reverse,
    FirstLeadingI, FirstLeadingU, FirstTrailing,
    NegF, AbsF, SignF, Floor, Ceil, Trunc, Round, Fract, Saturate, Sqrt, InverseSqrt,
    Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh,
    Exp, Exp2, Log, Log2, Mantissa, I64ToF64, U64ToF64, F64ToI64, F64ToU64,
}

/// From two wide values to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
pub(crate) enum WideBin {
    AddI, SubI, MulI, DivI, DivU, RemI, RemU, And, Or, Xor, Shl, ShrI, ShrU,
    MinI, MaxI, MinU, MaxU, AddF, SubF, MulF, DivF, RemF, MinF, MaxF, Pow, Atan2, Ldexp,
}

/// From two wide values to a narrow bool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
pub(crate) enum WideCmp { EqI, NeI, LtI, LeI, LtU, LeU, EqF, NeF, LtF, LeF }

/// From a narrow value to a wide one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
pub(crate) enum Widen {
    Zero, Sign, BoolToInt, I32ToF64, U32ToF64, F32ToF64, BoolToF64, F32ToI64, F32ToU64,
}

/// From a wide value to a narrow one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[rustfmt::skip]
pub(crate) enum Narrow {
    Low, IntToBool, F64ToF32, F64ToI32, F64ToU32, F64ToBool, I64ToF32, U64ToF32,
    IsNan, IsInf, Exponent,
}
