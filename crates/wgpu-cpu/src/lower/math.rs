//! Built-in functions.

use super::Outcome;
use super::builder::{Builder, Value};
use super::frame::Frame;
use super::matrix;
use super::types::{Ty, invalid, unsupported};
use crate::program::{Bin, Narrow, Op, Reg, Un, WideBin, WideUn, Widen};
use naga::{Expression, Handle, MathFunction as M};

impl<'a> Builder<'a> {
    pub(crate) fn math(
        &mut self,
        f: &mut Frame<'a>,
        fun: M,
        handles: [Option<Handle<Expression>>; 4],
    ) -> Outcome<Value> {
        let first = handles[0].ok_or_else(|| invalid("a function without arguments"))?;
        let ty = self.scalar_type(f, first)?;
        let size = matrix::size(self.inner(f, first));
        let mut args: Vec<Value> = Vec::with_capacity(4);
        for e in handles.into_iter().flatten() {
            args.push(self.value(f, e)?);
        }
        let a = args[0].clone();
        if let Some(value) = self.packing(fun, &a)? {
            return Ok(value);
        }
        match fun {
            M::Transpose | M::Determinant | M::Inverse => {
                let size = size.ok_or_else(|| invalid("a matrix function of what is none"))?;
                Ok(match fun {
                    M::Transpose => self.transpose(&a, size),
                    M::Determinant => [self.determinant(ty, &a, size.0)?].into(),
                    _ => self.inverse(ty, &a, size.0)?,
                })
            }
            M::Modf | M::Frexp => self.parts(ty, fun == M::Modf, &a),
            M::Dot => Ok([self.dot(ty, &a, &args[1])?].into()),
            M::Dot4I8Packed => Ok([self.bin(Bin::Dot4I, a[0], args[1][0])].into()),
            M::Dot4U8Packed => Ok([self.bin(Bin::Dot4U, a[0], args[1][0])].into()),
            M::Outer | M::Cross | M::Distance | M::Length | M::Normalize => {
                self.geometry(ty, fun, &args)
            }
            M::FaceForward | M::Reflect | M::Refract => self.optics(ty, fun, &args),
            _ => {
                let n = args.iter().map(|v| v.len()).max().unwrap_or(0);
                let mut out = Vec::with_capacity(n);
                for k in 0..n {
                    let at: Vec<Reg> =
                        args.iter().map(|v| if v.len() == 1 { v[0] } else { v[k] }).collect();
                    out.push(self.each(ty, fun, &at)?);
                }
                Ok(out.into())
            }
        }
    }

    /// A function of one component each.
    fn each(&mut self, ty: Ty, fun: M, a: &[Reg]) -> Outcome<Reg> {
        if ty.is_float() { self.each_float(ty, fun, a) } else { self.each_integer(ty, fun, a) }
    }

    fn each_float(&mut self, ty: Ty, fun: M, a: &[Reg]) -> Outcome<Reg> {
        let x = a[0];
        macro_rules! one {
            ($name:ident) => {
                self.float1(ty, Un::$name, WideUn::$name, x)
            };
        }
        Ok(match fun {
            M::Abs => one!(AbsF),
            M::Min => self.float2(ty, Bin::MinF, WideBin::MinF, x, a[1]),
            M::Max => self.float2(ty, Bin::MaxF, WideBin::MaxF, x, a[1]),
            M::Clamp => self.clamp(ty, x, a[1], a[2]),
            M::Saturate => one!(Saturate),
            M::Cos => one!(Cos),
            M::Cosh => one!(Cosh),
            M::Sin => one!(Sin),
            M::Sinh => one!(Sinh),
            M::Tan => one!(Tan),
            M::Tanh => one!(Tanh),
            M::Acos => one!(Acos),
            M::Asin => one!(Asin),
            M::Atan => one!(Atan),
            M::Atan2 => self.float2(ty, Bin::Atan2, WideBin::Atan2, x, a[1]),
            M::Asinh => one!(Asinh),
            M::Acosh => one!(Acosh),
            M::Atanh => one!(Atanh),
            M::Radians => {
                let by = self.float(ty, std::f64::consts::PI / 180.0);
                self.mul(ty, x, by)?
            }
            M::Degrees => {
                let by = self.float(ty, 180.0 / std::f64::consts::PI);
                self.mul(ty, x, by)?
            }
            M::Ceil => one!(Ceil),
            M::Floor => one!(Floor),
            M::Round => one!(Round),
            M::Fract => one!(Fract),
            M::Trunc => one!(Trunc),
            M::Ldexp => {
                let e = if ty.is_wide() { self.widen(Widen::Sign, a[1]) } else { a[1] };
                self.float2(ty, Bin::Ldexp, WideBin::Ldexp, x, e)
            }
            M::Exp => one!(Exp),
            M::Exp2 => one!(Exp2),
            M::Log => one!(Log),
            M::Log2 => one!(Log2),
            M::Pow => self.float2(ty, Bin::Pow, WideBin::Pow, x, a[1]),
            M::Sign => one!(SignF),
            M::Fma => {
                let uniform = a.iter().all(|r| r.is_uniform());
                let d = self.reg(uniform, ty.is_wide());
                self.emit(Op::Fma { d, a: x, b: a[1], c: a[2] });
                self.rounded(ty, d)
            }
            M::Mix => {
                let one = self.float(ty, 1.0);
                let rest = self.sub(ty, one, a[2])?;
                let (p, q) = (self.mul(ty, x, rest)?, self.mul(ty, a[1], a[2])?);
                self.add(ty, p, q)?
            }
            M::Step => {
                let (zero, one) = (self.float(ty, 0.0), self.float(ty, 1.0));
                let reached = self.component(ty, naga::BinaryOperator::LessEqual, x, a[1])?;
                self.select(reached, one, zero)
            }
            M::SmoothStep => {
                let (p, q) = (self.sub(ty, a[2], x)?, self.sub(ty, a[1], x)?);
                let t = self.div(ty, p, q)?;
                let t = self.float1(ty, Un::Saturate, WideUn::Saturate, t);
                let (two, three) = (self.float(ty, 2.0), self.float(ty, 3.0));
                let twice = self.mul(ty, two, t)?;
                let rest = self.sub(ty, three, twice)?;
                let square = self.mul(ty, t, t)?;
                self.mul(ty, square, rest)?
            }
            M::Sqrt => one!(Sqrt),
            M::InverseSqrt => one!(InverseSqrt),
            M::QuantizeToF16 => self.un(Un::RoundF16, x),
            other => return unsupported(format!("{other:?} of a float")),
        })
    }

    /// `min(max(x, low), high)`.
    fn clamp(&mut self, ty: Ty, x: Reg, low: Reg, high: Reg) -> Reg {
        let raised = self.float2(ty, Bin::MaxF, WideBin::MaxF, x, low);
        self.float2(ty, Bin::MinF, WideBin::MinF, raised, high)
    }

    fn each_integer(&mut self, ty: Ty, fun: M, a: &[Reg]) -> Outcome<Reg> {
        let (x, wide, signed) = (a[0], ty.is_wide(), ty.is_signed());
        macro_rules! one {
            ($name:ident) => {
                if wide { self.wide_un(WideUn::$name, x) } else { self.un(Un::$name, x) }
            };
        }
        macro_rules! two {
            ($a:expr, $b:expr, $i:ident, $u:ident) => {
                match (wide, signed) {
                    (false, true) => self.bin(Bin::$i, $a, $b),
                    (false, false) => self.bin(Bin::$u, $a, $b),
                    (true, true) => self.wide_bin(WideBin::$i, $a, $b),
                    (true, false) => self.wide_bin(WideBin::$u, $a, $b),
                }
            };
        }
        Ok(match fun {
            M::Abs if !signed => x,
            M::Abs => one!(AbsI),
            M::Sign if signed => one!(SignI),
            M::Min => two!(x, a[1], MinI, MinU),
            M::Max => two!(x, a[1], MaxI, MaxU),
            M::Clamp => {
                let raised = two!(x, a[1], MaxI, MaxU);
                two!(raised, a[2], MinI, MinU)
            }
            M::CountOneBits => one!(CountOnes),
            M::CountLeadingZeros => one!(LeadingZeros),
            M::CountTrailingZeros => one!(TrailingZeros),
            M::ReverseBits => one!(Reverse),
            M::FirstTrailingBit => one!(FirstTrailing),
            M::FirstLeadingBit if signed => one!(FirstLeadingI),
            M::FirstLeadingBit => one!(FirstLeadingU),
            M::ExtractBits if !wide => self.extract(signed, x, a[1], a[2]),
            M::InsertBits if !wide => self.insert(x, a[1], a[2], a[3]),
            other => return unsupported(format!("{other:?} of {ty:?}")),
        })
    }

    /// Offset and count, kept inside the word.
    fn field(&mut self, offset: Reg, count: Reg) -> (Reg, Reg) {
        let all = self.word(32);
        let offset = self.bin(Bin::MinU, offset, all);
        let room = self.bin(Bin::SubI, all, offset);
        (offset, self.bin(Bin::MinU, count, room))
    }

    fn extract(&mut self, signed: bool, x: Reg, offset: Reg, count: Reg) -> Reg {
        let (offset, count) = self.field(offset, count);
        let all = self.word(32);
        let unused = self.bin(Bin::SubI, all, count);
        let up = self.bin(Bin::SubI, unused, offset);
        let high = self.bin(Bin::ShlFull, x, up);
        let down = if signed { Bin::ShrIFull } else { Bin::ShrUFull };
        let bits = self.bin(down, high, unused);
        let zero = self.word(0);
        let empty = self.bin(Bin::EqI, count, zero);
        self.select(empty, zero, bits)
    }

    fn insert(&mut self, x: Reg, bits: Reg, offset: Reg, count: Reg) -> Reg {
        let (offset, count) = self.field(offset, count);
        let (all, ones) = (self.word(32), self.word(!0));
        let unused = self.bin(Bin::SubI, all, count);
        let field = self.bin(Bin::ShrUFull, ones, unused);
        let field = self.bin(Bin::ShlFull, field, offset);
        let kept = self.bin(Bin::AndNot, x, field);
        let moved = self.bin(Bin::ShlFull, bits, offset);
        let moved = self.bin(Bin::And, moved, field);
        self.bin(Bin::Or, kept, moved)
    }

    /// `modf` and `frexp`: the fractions, then the other parts.
    fn parts(&mut self, ty: Ty, modf: bool, a: &Value) -> Outcome<Value> {
        let mut fractions = Vec::with_capacity(a.len());
        let mut others = Vec::with_capacity(a.len());
        for &x in a.iter() {
            if modf {
                let whole = self.float1(ty, Un::Trunc, WideUn::Trunc, x);
                fractions.push(self.sub(ty, x, whole)?);
                others.push(whole);
            } else {
                fractions.push(self.float1(ty, Un::Mantissa, WideUn::Mantissa, x));
                others.push(match ty {
                    Ty::F64 => self.narrow(Narrow::Exponent, x),
                    _ => self.un(Un::Exponent, x),
                });
            }
        }
        fractions.extend(others);
        Ok(fractions.into())
    }

    fn length(&mut self, ty: Ty, a: &[Reg]) -> Outcome<Reg> {
        if let [x] = a {
            return Ok(self.float1(ty, Un::AbsF, WideUn::AbsF, *x));
        }
        let square = self.dot(ty, a, a)?;
        Ok(self.float1(ty, Un::Sqrt, WideUn::Sqrt, square))
    }

    fn geometry(&mut self, ty: Ty, fun: M, args: &[Value]) -> Outcome<Value> {
        let a = &args[0];
        Ok(match fun {
            M::Length => [self.length(ty, a)?].into(),
            M::Distance => {
                let mut difference = Vec::with_capacity(a.len());
                for (&x, &y) in a.iter().zip(args[1].iter()) {
                    difference.push(self.sub(ty, x, y)?);
                }
                [self.length(ty, &difference)?].into()
            }
            M::Normalize => {
                let length = self.length(ty, a)?;
                a.iter().map(|&x| self.div(ty, x, length)).collect::<Outcome<Value>>()?
            }
            M::Cross => {
                let b = &args[1];
                let mut out = Vec::with_capacity(3);
                for (i, j) in [(1, 2), (2, 0), (0, 1)] {
                    let (x, y) = (self.mul(ty, a[i], b[j])?, self.mul(ty, a[j], b[i])?);
                    out.push(self.sub(ty, x, y)?);
                }
                out.into()
            }
            _ => {
                let mut out = Vec::new();
                for &y in args[1].iter() {
                    for &x in a.iter() {
                        out.push(self.mul(ty, x, y)?);
                    }
                }
                out.into()
            }
        })
    }

    fn optics(&mut self, ty: Ty, fun: M, args: &[Value]) -> Outcome<Value> {
        let (a, b) = (&args[0], &args[1]);
        let zero = self.float(ty, 0.0);
        match fun {
            M::FaceForward => {
                let facing = self.dot(ty, b, &args[2])?;
                let away = self.less(ty, facing, zero)?;
                let mut out = Vec::with_capacity(a.len());
                for &x in a.iter() {
                    let turned = self.negate(ty, x);
                    out.push(self.select(away, x, turned));
                }
                Ok(out.into())
            }
            M::Reflect => {
                let two = self.float(ty, 2.0);
                let along = self.dot(ty, b, a)?;
                let twice = self.mul(ty, two, along)?;
                let mut out = Vec::with_capacity(a.len());
                for (&x, &n) in a.iter().zip(b.iter()) {
                    let part = self.mul(ty, twice, n)?;
                    out.push(self.sub(ty, x, part)?);
                }
                Ok(out.into())
            }
            _ => {
                let eta = args[2][0];
                let one = self.float(ty, 1.0);
                let along = self.dot(ty, b, a)?;
                let square = self.mul(ty, along, along)?;
                let rest = self.sub(ty, one, square)?;
                let eta2 = self.mul(ty, eta, eta)?;
                let bent = self.mul(ty, eta2, rest)?;
                let k = self.sub(ty, one, bent)?;
                let total = self.less(ty, k, zero)?;
                let root = self.float1(ty, Un::Sqrt, WideUn::Sqrt, k);
                let scaled = self.mul(ty, eta, along)?;
                let sum = self.add(ty, scaled, root)?;
                let mut out = Vec::with_capacity(a.len());
                for (&x, &n) in a.iter().zip(b.iter()) {
                    let (p, q) = (self.mul(ty, eta, x)?, self.mul(ty, sum, n)?);
                    let through = self.sub(ty, p, q)?;
                    out.push(self.select(total, zero, through));
                }
                Ok(out.into())
            }
        }
    }
}
