//! Operands: a row or one value for all lanes, and the loops over them.
//!
//! The loops are `for` loops on purpose: an adapter's own loop, such as `for_each`,
//! may stay a function of its own, which then is not compiled for the processor.

/// What an operation reads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Src<'a, T = u32> {
    Row(&'a [T]),
    One(T),
}

impl<T: Copy> Src<'_, T> {
    /// The value of one lane.
    #[inline(always)]
    pub(crate) fn at(self, lane: usize) -> T {
        match self {
            Src::Row(row) => row[lane],
            Src::One(value) => value,
        }
    }
}

/// `d = f(a)` for each lane.
#[inline(always)]
pub(crate) fn each1<D: Copy, A: Copy>(d: &mut [D], a: Src<'_, A>, f: impl Fn(A) -> D) {
    match a {
        Src::Row(a) => {
            for (d, &a) in d.iter_mut().zip(a) {
                *d = f(a);
            }
        }
        Src::One(a) => d.fill(f(a)),
    }
}

/// `d = f(a, b)` for each lane.
#[inline(always)]
pub(crate) fn each2<D: Copy, A: Copy, B: Copy>(
    d: &mut [D],
    a: Src<'_, A>,
    b: Src<'_, B>,
    f: impl Fn(A, B) -> D,
) {
    match (a, b) {
        (Src::Row(a), Src::Row(b)) => {
            for ((d, &a), &b) in d.iter_mut().zip(a).zip(b) {
                *d = f(a, b);
            }
        }
        (Src::Row(a), Src::One(b)) => {
            for (d, &a) in d.iter_mut().zip(a) {
                *d = f(a, b);
            }
        }
        (Src::One(a), Src::Row(b)) => {
            for (d, &b) in d.iter_mut().zip(b) {
                *d = f(a, b);
            }
        }
        (Src::One(a), Src::One(b)) => d.fill(f(a, b)),
    }
}

/// `d = f(a, b, c)` for each lane.
#[inline(always)]
pub(crate) fn each3<T: Copy>(
    d: &mut [T],
    a: Src<'_, T>,
    b: Src<'_, T>,
    c: Src<'_, T>,
    f: impl Fn(T, T, T) -> T,
) {
    match (a, b, c) {
        (Src::Row(a), Src::Row(b), Src::Row(c)) => {
            for (((d, &a), &b), &c) in d.iter_mut().zip(a).zip(b).zip(c) {
                *d = f(a, b, c);
            }
        }
        (Src::One(a), b, c) => each2(d, b, c, |b, c| f(a, b, c)),
        (a, Src::One(b), c) => each2(d, a, c, |a, c| f(a, b, c)),
        (a, b, Src::One(c)) => each2(d, a, b, |a, b| f(a, b, c)),
    }
}

/// As [`each2`] for operations whose loop is large: the operands are looked up.
#[inline(always)]
pub(crate) fn each2_small<D: Copy, A: Copy, B: Copy>(
    d: &mut [D],
    a: Src<'_, A>,
    b: Src<'_, B>,
    f: impl Fn(A, B) -> D,
) {
    for (i, d) in d.iter_mut().enumerate() {
        *d = f(a.at(i), b.at(i));
    }
}
