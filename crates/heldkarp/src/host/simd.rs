//! The loops over a level, compiled for several processors and chosen at run time.
//!
//! All versions give the same bits.

use super::ground::Ground;
use super::meet::Halves;
use super::tiles::{Piece, Tiling};
use super::{level, meet};
use crate::cost::TableValue;
use crate::halves::{self, Room};
use crate::normal::Normal;

macro_rules! versions {
    ($(#[$doc:meta] $vis:vis $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty = $body:path;)*) => {$(
        #[$doc]
        $vis fn $name<T: TableValue>($($arg: $ty),*) -> $ret {
            #[cfg(target_arch = "x86_64")]
            {
                use std::arch::is_x86_feature_detected as has;

                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
                fn avx2<T: TableValue>($($arg: $ty),*) -> $ret {
                    $body($($arg),*)
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,popcnt")]
                fn avx512<T: TableValue>($($arg: $ty),*) -> $ret {
                    $body($($arg),*)
                }
                if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt") {
                    if has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl") {
                        // SAFETY: the processor has what this version is compiled for.
                        return unsafe { avx512::<T>($($arg),*) };
                    }
                    // SAFETY: as above.
                    return unsafe { avx2::<T>($($arg),*) };
                }
            }
            $body($($arg),*)
        }
    )*};
}

versions! {
    /// [`level::advance`].
    pub(super) advance(
        ground: &Ground<'_, T>,
        tiling: Tiling,
        piece: &Piece,
        previous: &[T],
        entries: &mut [T]
    ) -> () = level::advance;
    /// [`meet::meet`].
    pub(super) meet(
        ground: &Ground<'_, T>,
        halves: Halves<'_, T>,
        piece: &Piece
    ) -> (T, Option<u64>) = meet::meet;
    /// [`halves::find`].
    pub(crate) halves(normal: &Normal<T>, set: u64, room: &mut Room<T>) -> () = halves::find;
}
