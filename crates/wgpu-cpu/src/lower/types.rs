//! Types taken apart into scalar components.

use crate::error::CompileError;
use crate::program::{ScalarClass, Unit};
use naga::proc::IndexableLength;
use naga::{Handle, Module, Scalar, ScalarKind, Type, TypeInner};

/// The type of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    Bool,
    I32,
    U32,
    F32,
    F16,
    I64,
    U64,
    F64,
}

impl Ty {
    pub(crate) fn of(scalar: Scalar) -> Result<Ty, CompileError> {
        Ok(match (scalar.kind, scalar.width) {
            (ScalarKind::Bool, _) => Ty::Bool,
            (ScalarKind::Sint, 4) => Ty::I32,
            (ScalarKind::Uint, 4) => Ty::U32,
            (ScalarKind::Float, 4) => Ty::F32,
            (ScalarKind::Float, 2) => Ty::F16,
            (ScalarKind::Sint, 8) => Ty::I64,
            (ScalarKind::Uint, 8) => Ty::U64,
            (ScalarKind::Float, 8) => Ty::F64,
            (kind, width) => {
                return Err(CompileError::Unsupported(format!("{kind:?} of {width} bytes")));
            }
        })
    }

    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Ty::I64 | Ty::U64 | Ty::F64)
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Ty::F32 | Ty::F16 | Ty::F64)
    }

    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Ty::I32 | Ty::I64)
    }

    pub(crate) fn class(self) -> ScalarClass {
        if self.is_float() {
            ScalarClass::Float
        } else if self.is_signed() {
            ScalarClass::Sint
        } else {
            ScalarClass::Uint
        }
    }

    /// Bytes in memory.
    pub(crate) fn width(self) -> u32 {
        match self {
            Ty::Bool => 1,
            Ty::F16 => 2,
            Ty::I32 | Ty::U32 | Ty::F32 => 4,
            Ty::I64 | Ty::U64 | Ty::F64 => 8,
        }
    }

    pub(crate) fn unit(self) -> Unit {
        match self.width() {
            1 => Unit::Byte,
            2 => Unit::Half,
            4 => Unit::Word,
            _ => Unit::Wide,
        }
    }
}

/// What a value or place holds: a type of the module or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    Type(Handle<Type>),
    /// Columns, rows.
    Matrix(u32, u32, Ty),
    Vector(u32, Ty),
    Scalar(Ty),
}

/// One component and the byte it starts at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) ty: Ty,
    pub(crate) offset: u32,
}

/// How many components a shape has, by the arena they live in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Count {
    pub(crate) narrow: u64,
    pub(crate) wide: u64,
}

impl Count {
    pub(crate) fn all(self) -> u64 {
        self.narrow.saturating_add(self.wide)
    }

    fn times(self, n: u64) -> Count {
        Count { narrow: self.narrow.saturating_mul(n), wide: self.wide.saturating_mul(n) }
    }

    fn plus(self, other: Count) -> Count {
        Count {
            narrow: self.narrow.saturating_add(other.narrow),
            wide: self.wide.saturating_add(other.wide),
        }
    }
}

impl std::iter::Sum for Count {
    fn sum<I: Iterator<Item = Count>>(counts: I) -> Count {
        counts.fold(Count::default(), Count::plus)
    }
}

/// The elements of an array, vector or matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elements {
    pub(crate) shape: Shape,
    /// Bytes from one to the next.
    pub(crate) stride: u32,
    /// How many; `None` where the binding's size says.
    pub(crate) len: Option<u32>,
}

/// More components than this are not handled as one value.
const MAX_LEAVES: u64 = 1 << 14;

/// Types inside types deeper than this are refused, to bound the stack.
const MAX_TYPE_DEPTH: u32 = 256;

pub(crate) fn too_large(what: impl Into<String>) -> CompileError {
    CompileError::TooLarge(what.into())
}

pub(crate) fn unsupported<T>(what: impl Into<String>) -> Result<T, CompileError> {
    Err(CompileError::Unsupported(what.into()))
}

pub(crate) fn invalid(what: impl Into<String>) -> CompileError {
    CompileError::Invalid(what.into())
}

/// Bytes from one column or array element of vectors to the next.
fn column_stride(rows: u32, ty: Ty) -> u32 {
    if rows == 2 { 2 * ty.width() } else { 4 * ty.width() }
}

/// Questions about the types of one module.
#[derive(Clone, Copy)]
pub(crate) struct Types<'a> {
    pub(crate) module: &'a Module,
    /// What [`counts`] found.
    pub(crate) counts: &'a [Result<Count, CompileError>],
}

/// The components of every type of a module. Each is counted once, since structs that hold
/// another twice, which holds another twice, would take for ever to walk through.
pub(crate) fn counts(module: &Module) -> Vec<Result<Count, CompileError>> {
    let mut counts: Vec<Result<Count, CompileError>> = Vec::with_capacity(module.types.len());
    let mut depths: Vec<u32> = Vec::with_capacity(module.types.len());
    for (_, ty) in module.types.iter() {
        let inner: Vec<Handle<Type>> = match &ty.inner {
            TypeInner::Array { base, .. } => vec![*base],
            TypeInner::Struct { members, .. } => members.iter().map(|m| m.ty).collect(),
            _ => Vec::new(),
        };
        let depth = inner.iter().filter_map(|ty| depths.get(ty.index())).max();
        let depth = depth.map_or(0, |depth| depth + 1);
        depths.push(depth);
        counts.push(if depth > MAX_TYPE_DEPTH {
            Err(too_large(format!("types nested more than {MAX_TYPE_DEPTH} deep")))
        } else {
            Types { module, counts: &counts }.count_parts(&ty.inner)
        });
    }
    counts
}

impl Types<'_> {
    /// A shape for a type as naga gives it.
    pub(crate) fn shape(self, inner: &TypeInner) -> Result<Shape, CompileError> {
        if let Some(plain) = plain(inner)? {
            return Ok(plain);
        }
        let found = self.module.types.iter().find(|(_, ty)| ty.inner == *inner);
        found
            .map(|(handle, _)| Shape::Type(handle))
            .ok_or_else(|| CompileError::Unsupported(format!("a value of {}", name(inner))))
    }

    /// The shape of a type of the module.
    pub(crate) fn of(self, ty: Handle<Type>) -> Result<Shape, CompileError> {
        Ok(plain(&self.module.types[ty].inner)?.unwrap_or(Shape::Type(ty)))
    }

    /// The elements, where all are alike.
    pub(crate) fn elements(self, shape: Shape) -> Result<Option<Elements>, CompileError> {
        Ok(match shape {
            Shape::Scalar(_) => None,
            Shape::Vector(n, ty) => {
                Some(Elements { shape: Shape::Scalar(ty), stride: ty.width(), len: Some(n) })
            }
            Shape::Matrix(columns, rows, ty) => Some(Elements {
                shape: Shape::Vector(rows, ty),
                stride: column_stride(rows, ty),
                len: Some(columns),
            }),
            Shape::Type(ty) => match self.module.types[ty].inner {
                TypeInner::Array { base, size, stride } => {
                    Some(Elements { shape: self.of(base)?, stride, len: self.len(size)? })
                }
                TypeInner::Struct { .. } => None,
                ref other => return unsupported(name(other)),
            },
        })
    }

    /// The child at a fixed index: its shape, its byte offset and the components before it.
    pub(crate) fn child(self, shape: Shape, index: u32) -> Result<(Shape, u32, u64), CompileError> {
        if let Some(e) = self.elements(shape)? {
            let before = self.count(e.shape)?.all().saturating_mul(index.into());
            return Ok((e.shape, e.stride.saturating_mul(index), before));
        }
        let Shape::Type(ty) = shape else { return Err(invalid("indexing a scalar")) };
        let TypeInner::Struct { ref members, .. } = self.module.types[ty].inner else {
            return Err(invalid("indexing what has no parts"));
        };
        let mut before = 0;
        for member in members.iter().take(index as usize) {
            before += self.count(self.of(member.ty)?)?.all();
        }
        let member = members.get(index as usize).ok_or_else(|| invalid("no such member"))?;
        Ok((self.of(member.ty)?, member.offset, before))
    }

    pub(crate) fn count(self, shape: Shape) -> Result<Count, CompileError> {
        let one = |ty: Ty| Count { narrow: u64::from(!ty.is_wide()), wide: ty.is_wide().into() };
        match shape {
            Shape::Scalar(ty) => Ok(one(ty)),
            Shape::Vector(n, ty) => Ok(one(ty).times(n.into())),
            Shape::Matrix(columns, rows, ty) => Ok(one(ty).times(u64::from(columns * rows))),
            Shape::Type(ty) => match self.counts.get(ty.index()) {
                Some(count) => count.clone(),
                None => Err(invalid("a type before its parts")),
            },
        }
    }

    /// The components of a type by those of its parts.
    fn count_parts(self, inner: &TypeInner) -> Result<Count, CompileError> {
        if let Some(plain) = plain(inner)? {
            return self.count(plain);
        }
        match *inner {
            TypeInner::Array { base, size, .. } => {
                let len = self.len(size)?.map_or(0, u64::from);
                Ok(self.count(self.of(base)?)?.times(len))
            }
            TypeInner::Struct { ref members, .. } => {
                let parts = members.iter().map(|member| self.count(self.of(member.ty)?));
                parts.sum()
            }
            _ => Err(invalid("a type without components")),
        }
    }

    /// The length of an array, unless the binding's size says.
    fn len(self, size: naga::ArraySize) -> Result<Option<u32>, CompileError> {
        match size.resolve(self.module.to_ctx()) {
            Ok(IndexableLength::Known(n)) => Ok(Some(n)),
            Ok(IndexableLength::Dynamic) => Ok(None),
            Err(_) => unsupported("an array sized by an override without a value"),
        }
    }

    /// All components in order.
    pub(crate) fn leaves(self, shape: Shape) -> Result<Vec<Leaf>, CompileError> {
        let n = self.count(shape)?.all();
        if n > MAX_LEAVES {
            return Err(too_large(format!("a value of {n} components, at most {MAX_LEAVES}")));
        }
        let mut leaves = Vec::with_capacity(n as usize);
        self.collect(shape, 0, &mut leaves)?;
        Ok(leaves)
    }

    fn collect(self, shape: Shape, offset: u32, into: &mut Vec<Leaf>) -> Result<(), CompileError> {
        match shape {
            Shape::Scalar(ty) => into.push(Leaf { ty, offset }),
            Shape::Vector(n, ty) => {
                into.extend((0..n).map(|i| Leaf { ty, offset: offset + i * ty.width() }));
            }
            Shape::Matrix(columns, rows, ty) => {
                for c in 0..columns {
                    let at = offset + c * column_stride(rows, ty);
                    self.collect(Shape::Vector(rows, ty), at, into)?;
                }
            }
            Shape::Type(ty) => {
                if let Some(e) = self.elements(shape)? {
                    for i in 0..e.len.unwrap_or(0) {
                        self.collect(e.shape, offset + i * e.stride, into)?;
                    }
                } else if let TypeInner::Struct { ref members, .. } = self.module.types[ty].inner {
                    for member in members {
                        self.collect(self.of(member.ty)?, offset + member.offset, into)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Scalars, vectors and matrices, which need no type of the module.
fn plain(inner: &TypeInner) -> Result<Option<Shape>, CompileError> {
    Ok(Some(match *inner {
        TypeInner::Scalar(s) | TypeInner::Atomic(s) => Shape::Scalar(Ty::of(s)?),
        TypeInner::Vector { size, scalar } => Shape::Vector(size as u32, Ty::of(scalar)?),
        TypeInner::Matrix { columns, rows, scalar } => {
            Shape::Matrix(columns as u32, rows as u32, Ty::of(scalar)?)
        }
        _ => return Ok(None),
    }))
}

/// A type's name for messages.
pub(crate) fn name(inner: &TypeInner) -> String {
    let text = format!("{inner:?}");
    let end = text.find([' ', '(', '{']).unwrap_or(text.len());
    format!("type {}", &text[..end])
}
