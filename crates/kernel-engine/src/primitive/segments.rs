//! Segments: a reduction of each of many stretches of one array, such as the rows of a sparse
//! matrix.
//!
//! A scan whose operator starts anew at the head of each segment (Blelloch, 1990): so the work is
//! spread evenly however unequal the segments are. The last element of a segment then holds what
//! all of it combines to.

use std::marker::PhantomData;

use super::run::{Ends, Stages, fits};
use super::{Reduce, Stage};
use crate::assemble::Variant;
use crate::batch::Batch;
use crate::call::Call;
use crate::element::{Element, Scalar, Structure, Type};
use crate::error::Result;
use crate::kernel::Kernel;
use crate::storage::Storage;
use crate::submit::Command;
use crate::value::Value;

/// A value, and whether a segment begins there.
pub(super) struct Flagged<T>(PhantomData<T>);

impl<T: Element> Flagged<T> {
    pub(super) const TYPE: Type = Type::Struct(&Structure {
        name: "engine_Flagged",
        // A second word fills up what 64-bit numbers are aligned to.
        fields: match is_wide(T::TYPE) {
            false => &[("value", T::TYPE), ("head", u32::TYPE)],
            true => &[("value", T::TYPE), ("head", u32::TYPE), ("fill", u32::TYPE)],
        },
    });
}

/// Whether there are 64-bit numbers in a type.
pub(crate) const fn is_wide(ty: Type) -> bool {
    match ty {
        Type::Scalar(scalar) | Type::Vector(scalar, _) => {
            matches!(scalar, Scalar::F64 | Scalar::I64 | Scalar::U64)
        }
        Type::Struct(structure) => {
            let mut k = 0;
            while k < structure.fields.len() {
                if is_wide(structure.fields[k].1) {
                    return true;
                }
                k += 1;
            }
            false
        }
    }
}

impl<In: Element, T: Element> Call<Reduce<In, T>> {
    /// Combines each segment of `src` by itself: segment `k` has the elements from `offsets[k]` up
    /// to but not including `offsets[k + 1]`, so that `n + 1` offsets make `n` results. One without
    /// elements gives the identity.
    ///
    /// The offsets must not descend and not exceed the length of `src`; elements before the first
    /// and from the last on belong to no segment. As much work for few long segments as for many
    /// short ones; it takes memory for as many values as `src` has elements.
    ///
    /// ```no_run
    /// # use kernel_engine::{Engine, Kernel};
    /// # let engine = Engine::new()?;
    /// let sum = Kernel::reduce("dst = a + b;", 0.0f32).build()?;
    /// let entries = engine.storage(&[1.0f32, 2.0, 3.0, 4.0])?;
    /// let rows = engine.storage(&[0u32, 1, 1, 4])?;
    /// assert_eq!(sum.call().run_segments(&entries, &rows)?.download()?, [1.0, 0.0, 9.0]);
    /// # Ok::<(), kernel_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) when offsets and results would together take
    /// more bindings than the device has.
    pub fn run_segments(&self, src: &Storage<In>, offsets: &Storage<u32>) -> Result<Storage<T>> {
        let dst = Storage::new(src.engine(), offsets.len().saturating_sub(1))?;
        self.run_segments_into(src, offsets, &dst)?;
        Ok(dst)
    }

    /// As [`run_segments`](Self::run_segments), into `dst`, which has an element for each segment.
    pub fn run_segments_into(
        &self,
        src: &Storage<In>,
        offsets: &Storage<u32>,
        dst: &Storage<T>,
    ) -> Result<()> {
        src.engine().submit(self.record_segments(src, offsets, dst)?)
    }

    fn record_segments(
        &self,
        src: &Storage<In>,
        offsets: &Storage<u32>,
        dst: &Storage<T>,
    ) -> Result<Vec<Command>> {
        let (engine, len) = (src.engine(), src.raw.len);
        fits(engine, dst, "`dst` of a reduction by segments", offsets.raw.len.saturating_sub(1))?;
        let mut stages = Stages::by_segments(self, engine)?;
        let heads = engine.zeros::<u32>(src.len().div_ceil(32))?;
        let mark = engine.kept(("heads", String::new(), u32::TYPE, u32::TYPE), || {
            let at = "heads_or(offset(i) / 32u, 1u << (offset(i) % 32u));";
            let kernel = Kernel::compute(at).label("segments");
            kernel.array::<u32>("offset").atomic::<u32>("heads").build()
        })?;
        let mark = mark.call().bind("offset", offsets).bind("heads", &heads);
        let mut commands = mark.record(engine, offsets.len().into())?;

        let values = Storage::<T>::new(engine, src.len())?;
        let totals = &stages.totals(len)?;
        let ends = Ends { heads: Some(&heads.raw), ..Ends::default() };
        let src = Some(&src.raw);
        stages.through(Variant::default(), Ends { src, dst: Some(totals), ..ends }, len)?;
        stages.spine(Ends { dst: Some(totals), ..ends }, stages.groups(len))?;
        let finish = Variant { stage: Stage::Finish, ..Variant::default() };
        let (dst_of_values, totals) = (Some(&values.raw), Some(totals));
        stages.through(finish, Ends { src, dst: dst_of_values, totals, ..ends }, len)?;
        let identity: T = stages.identity();
        commands.extend(stages.commands());

        let pick = engine.kept(("segments", String::new(), T::TYPE, T::TYPE), || {
            let kernel = Kernel::compute(
                "let end = offset(i + 1u);
                 if offset(i) < end { out_set(i, value(end - 1u)); } else { out_set(i, none); }",
            );
            let kernel = kernel.label("segments").param::<T>("none").array::<u32>("offset");
            kernel.array::<T>("value").output::<T>("out").build()
        })?;
        let pick = pick.call().set("none", Value::of(identity)).bind("offset", offsets);
        let pick = pick.bind("value", &values).bind("out", dst);
        commands.extend(pick.record(engine, dst.len().into())?);
        Ok(commands)
    }
}

impl Batch {
    /// Records a reduction of each segment of `src` into `dst`; see
    /// [`Call::<Reduce<In, T>>::run_segments`].
    pub fn reduce_segments<In: Element, T: Element>(
        &mut self,
        call: &Call<Reduce<In, T>>,
        src: &Storage<In>,
        offsets: &Storage<u32>,
        dst: &Storage<T>,
    ) -> Result<()> {
        self.owns(src, "`src`")?;
        self.record(call.record_segments(src, offsets, dst)?);
        Ok(())
    }
}
