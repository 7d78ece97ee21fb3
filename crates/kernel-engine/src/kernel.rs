//! Kernel: a snippet with everything it may name, checked before any device is asked.

mod declaration;

pub(crate) use declaration::{Binding, Declaration, Role, WorkgroupVariable};

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, Weak};

use crate::assemble::{self, Assembled, Variant};
use crate::call::Call;
use crate::element::{Element, Type};
use crate::error::Result;
use crate::names;
use crate::pipeline::Pipeline;

/// A kernel that is ready to run on any engine.
///
/// `Kernel<Map<In, Out>>`, made by [`Kernel::map`], turns each element of an array into one of
/// another. `Kernel<Compute>`, made by [`Kernel::compute`], runs over any extent and reads and
/// writes the arrays that it names. `Kernel<Expand<T>>`, made by [`Kernel::expand`], runs along a list
/// and makes the next one.
/// Cloning is cheap; a clone shares what was compiled.
pub struct Kernel<S = Compute> {
    pub(crate) inner: Arc<Inner>,
    shape: PhantomData<fn() -> S>,
}

/// The shape of a kernel that maps arrays of `In` to arrays of `Out`.
#[derive(Debug)]
pub struct Map<In, Out>(PhantomData<fn(In) -> Out>);

/// The shape of a kernel that runs over an extent.
#[derive(Debug)]
pub struct Compute(());

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) declaration: Declaration,
    /// Assembled when first wanted; the plain variant already by `build`.
    variants: Mutex<HashMap<Variant, Arc<Assembled>>>,
    plain: Arc<Assembled>,
    /// What engines have compiled of it, so that a run need not look for it by its text.
    pub(crate) compiled: Mutex<Vec<(Variant, Weak<Pipeline>)>>,
}

/// The element types that [`KernelBuilder::atomic`] takes: `u32` and `i32` everywhere, `f32`,
/// `u64` and `i64` on devices that have such atomics.
pub trait Atomic: Element {}
impl Atomic for u32 {}
impl Atomic for i32 {}
impl Atomic for f32 {}
impl Atomic for u64 {}
impl Atomic for i64 {}

/// The shapes whose invocations can share variables within a workgroup: [`Compute`] and
/// [`Expand`](crate::Expand).
pub trait Grouped {}
impl Grouped for Compute {}
impl<T> Grouped for crate::Expand<T> {}

impl Kernel<Compute> {
    /// Starts a kernel that maps each element of an array of `In` to one of an array of `Out`.
    ///
    /// The snippet sees `src` (this element), `dst` (to assign; zero until then), `i` (the index
    /// of this element), `len` (how many there are) and `at(j)` (element `j` of the input), besides
    /// what the builder adds. `return` ends it early, and `again()` wants another step of an iteration
    /// (see [`Engine::converge`](crate::Engine::converge); elsewhere it does nothing).
    ///
    /// ```
    /// use kernel_engine::Kernel;
    /// let smooth = Kernel::map::<f32, f32>("dst = (at(i - 1u) + src + at(i + 1u)) / 3.0;").build()?;
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    pub fn map<In: Element, Out: Element>(snippet: &str) -> KernelBuilder<Map<In, Out>> {
        KernelBuilder::new(snippet, Some((In::TYPE, Out::TYPE)))
    }

    /// Starts a kernel that runs over an extent.
    ///
    /// The snippet sees `i` (the index of this invocation), `id` (the same as `vec3<u32>`, for
    /// extents of two and three numbers), `len` (how many invocations there are), `local` (the
    /// index within the workgroup), `group` (the index of the workgroup) and `group_size`, besides
    /// what the builder adds. `again()` wants another step of an iteration, as in a map.
    ///
    /// Invocations beyond `len`, which fill the last workgroup, do not run the snippet, unless it
    /// has workgroup variables or barriers: then all of a workgroup run it, since all must reach a
    /// barrier, and the snippet looks at `i < len` itself.
    pub fn compute(snippet: &str) -> KernelBuilder<Compute> {
        KernelBuilder::new(snippet, None)
    }
}

impl<S> Kernel<S> {
    pub(crate) fn from_inner(inner: Arc<Inner>) -> Self {
        Self { inner, shape: PhantomData }
    }

    /// A call of this kernel, to set parameters and bind storages.
    pub fn call(&self) -> Call<S> {
        Call::new(self.clone())
    }

    /// The WGSL that was made of the snippet. (Where mathematics are precise, they replace the
    /// functions of WGSL after that; see [`KernelBuilder::fast_math`].)
    pub fn wgsl(&self) -> &str {
        self.inner.plain.source.text()
    }

    /// The label, which errors, reports and traces carry.
    pub fn label(&self) -> &str {
        &self.inner.declaration.label
    }
}

impl Inner {
    /// Whether a map reads other elements of its input than its own.
    pub(crate) fn reads_any(&self) -> bool {
        self.plain.reads_any
    }

    /// The kernel in the form that a run needs.
    pub(crate) fn variant(&self, variant: &Variant) -> Result<Arc<Assembled>> {
        if *variant == Variant::default() {
            return Ok(self.plain.clone());
        }
        if let Some(assembled) = crate::lock(&self.variants).get(variant) {
            return Ok(assembled.clone());
        }
        let assembled = Arc::new(match variant.precise {
            true => self.variant(&Variant { precise: false, ..variant.clone() })?.precise()?,
            false => assemble::assemble(&self.declaration, variant)?,
        });
        Ok(crate::lock(&self.variants).entry(variant.clone()).or_insert(assembled).clone())
    }

    /// Whether the kernel is to have precise mathematics where the device's own are coarse.
    pub(crate) fn wants_precision(&self) -> bool {
        !self.declaration.fast_math && !self.plain.uses.is_empty()
    }
}

impl<S> Clone for Kernel<S> {
    fn clone(&self) -> Self {
        Self::from_inner(self.inner.clone())
    }
}

impl<S> fmt::Debug for Kernel<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kernel").field(&self.label()).finish()
    }
}

/// Adds to a snippet what it may name, and checks the whole.
///
/// Names follow WGSL's rules and must differ from each other and from what the snippet sees
/// anyway; the prefix `engine_` is taken.
#[derive(Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct KernelBuilder<S> {
    pub(crate) declaration: Declaration,
    shape: PhantomData<fn() -> S>,
}

// Derived, it would ask for shapes that can be cloned, and none can.
impl<S> Clone for KernelBuilder<S> {
    fn clone(&self) -> Self {
        Self::of(self.declaration.clone())
    }
}

impl<S> KernelBuilder<S> {
    fn new(snippet: &str, map: Option<(Type, Type)>) -> Self {
        let label = if map.is_some() { "map" } else { "compute" };
        Self::of(Declaration { map, ..Declaration::new(label, snippet) })
    }

    pub(crate) fn of(declaration: Declaration) -> Self {
        Self { declaration, shape: PhantomData }
    }

    /// Names the kernel for errors, reports and traces.
    pub fn label(mut self, label: &str) -> Self {
        self.declaration.label = label.to_owned();
        self
    }

    /// A value that [`Call::set`] gives with each call.
    pub fn param<T: Element>(mut self, name: &str) -> Self {
        self.declaration.params.push((name.to_owned(), T::TYPE));
        self
    }

    /// A storage of which the snippet reads any element: `name(j)` is element `j`, and zero where
    /// `j` is not below `name_length()`.
    pub fn array<T: Element>(self, name: &str) -> Self {
        self.binding::<T>(name, Role::Array)
    }

    /// A storage that the snippet writes.
    ///
    /// In a map it is as long as the input, and `name` is a variable to assign, as `dst` is.
    /// In a compute kernel `name_set(j, value)` writes any element, and does nothing where `j` is
    /// not below `name_length()`; `name(j)` reads one, as that of an array does.
    pub fn output<T: Element>(self, name: &str) -> Self {
        self.binding::<T>(name, Role::Output)
    }

    /// A storage of which the snippet reads and changes any element atomically.
    ///
    /// `name(j)` reads, `name_set(j, v)` writes; `name_add`, `name_sub`, `name_min`, `name_max`,
    /// `name_and`, `name_or`, `name_xor` and `name_exchange`, each of `(j, v)`, change element `j`
    /// and give what it was; `name_compare_exchange(j, expected, v)` changes it only if it was as
    /// expected. Where `j` is not below `name_length()` they change nothing and give zero.
    /// (Of `f32`: read, write, `add`, `sub` and `exchange`.)
    pub fn atomic<T: Atomic>(self, name: &str) -> Self {
        self.binding::<T>(name, Role::Atomic)
    }

    /// WGSL that stands outside the snippet: functions, structs, constants.
    /// It sees parameters, arrays, outputs and atomics as the snippet does. Several add up.
    pub fn preamble(mut self, wgsl: &str) -> Self {
        self.declaration.preambles.push(wgsl.to_owned());
        self
    }

    /// Invocations per workgroup, 256 unless set; x, or x and y, or x, y and z.
    pub fn workgroup_size(mut self, size: impl Into<WorkgroupSize>) -> Self {
        self.declaration.workgroup_size = size.into().0;
        self
    }

    /// Takes the device's own mathematics, for speed.
    ///
    /// WGSL asks of a sine to be right to 2^-11 within half a turn, and of larger angles nothing.
    /// So kernels compute these functions of `f32` and its vectors by themselves unless told
    /// otherwise, on every device within so many units of the last place of the right result:
    ///
    /// | Function, of every number | Units |
    /// |---|---|
    /// | `a / b`, `sqrt`, `log`, `log2` | 1 |
    /// | `exp`, `exp2`, `pow` | 1.5 |
    /// | `sin`, `cos` | 2 |
    /// | `asin`, `acos`, `atan`, `atan2`, `sinh`, `cosh`, `tanh`, `asinh`, `acosh`, `atanh` | 3 |
    /// | `tan` | 4 |
    ///
    /// Quotients and roots that are floats come out exactly. Infinity and NaN mean what they mean
    /// in IEEE 754: `log(0.0)` is minus infinity, the sine of infinity is NaN, and so is a negative
    /// number to any power but 0. Not promised are the sign of a zero and 1 to an infinite power; an
    /// argument or a result below 2^-126 may be taken for zero.
    ///
    /// Everything else is WGSL's: two units for `inverseSqrt`, what the device gives for `%`,
    /// `length` and `normalize`, and all of `f16`. There are no such functions of `f64`.
    ///
    /// A function takes some 25 to 60 instructions instead of 1 to 10 (`sin` and its kin some 60
    /// more beyond 200 in size, and half as many of what is itself a `sin` or `cos`). That costs little where reading and writing arrays takes longer,
    /// as it does in most kernels on a GPU; the example `fast_math` measures it. The threads of the
    /// CPU are within these bounds by themselves, so there this changes nothing.
    pub fn fast_math(mut self) -> Self {
        self.declaration.fast_math = true;
        self
    }

    /// Checks the kernel: its names, its snippet, and the whole that they make.
    ///
    /// # Errors
    ///
    /// [`Error::Snippet`](crate::Error::Snippet) when the snippet or a preamble is at fault, with its
    /// place; [`Error::Declaration`](crate::Error::Declaration) when a name or a size is.
    pub fn build(self) -> Result<Kernel<S>> {
        let declaration = self.declaration;
        names::check(&declaration)?;
        let plain = Arc::new(assemble::assemble(&declaration, &Variant::default())?);
        let (variants, compiled) = Default::default();
        let inner = Inner { declaration, variants, plain, compiled };
        Ok(Kernel::from_inner(Arc::new(inner)))
    }

    fn binding<T: Element>(mut self, name: &str, role: Role) -> Self {
        self.declaration.bindings.push(Binding { name: name.to_owned(), ty: T::TYPE, role });
        self
    }
}

impl<In: Element, Out: Element> KernelBuilder<Map<In, Out>> {
    /// Another input, as long as the first: `name` is this element of it.
    pub fn input<T: Element>(self, name: &str) -> Self {
        self.binding::<T>(name, Role::Input)
    }
}

impl<S: Grouped> KernelBuilder<S> {
    /// An array of `len` elements that the invocations of a workgroup share: `var<workgroup>`,
    /// zero at first, used as WGSL's arrays are.
    pub fn workgroup<T: Element>(mut self, name: &str, len: u32) -> Self {
        let variable = WorkgroupVariable { name: name.to_owned(), ty: T::TYPE, len, atomic: false };
        self.declaration.workgroup.push(variable);
        self
    }

    /// An array of `len` atomics that the invocations of a workgroup share, zero at first, used
    /// by WGSL's own functions: `atomicAdd(&name[0], 1u)`.
    pub fn workgroup_atomic<T: Atomic>(mut self, name: &str, len: u32) -> Self {
        let variable = WorkgroupVariable { name: name.to_owned(), ty: T::TYPE, len, atomic: true };
        self.declaration.workgroup.push(variable);
        self
    }
}

/// How many invocations make a workgroup, in up to three directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkgroupSize([u32; 3]);

impl From<u32> for WorkgroupSize {
    fn from(x: u32) -> Self {
        Self([x, 1, 1])
    }
}

impl From<(u32, u32)> for WorkgroupSize {
    fn from((x, y): (u32, u32)) -> Self {
        Self([x, y, 1])
    }
}

impl From<(u32, u32, u32)> for WorkgroupSize {
    fn from((x, y, z): (u32, u32, u32)) -> Self {
        Self([x, y, z])
    }
}
