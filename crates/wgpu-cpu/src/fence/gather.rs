//! Words at as many places as a vector has lanes, in memory that other threads may be
//! writing: `asm!` blocks that do what one relaxed access after another would.

#[cfg(target_arch = "x86_64")]
use super::simd::{Level, level};
use crate::exec::narrow::OUTSIDE;

/// How the place of a word follows from the number a lane has: the word
/// `(x >> shift) * times + add`, for `x` below `below`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookup {
    shift: u32,
    times: u32,
    add: u32,
    below: u32,
}

impl Lookup {
    /// The number is an address in bytes.
    pub(crate) const BYTES: Self = Lookup { shift: 2, times: 1, add: 0, below: OUTSIDE };

    /// The number is that of an element.
    pub(crate) fn elements(base: u32, stride: u32, len: u32) -> Self {
        let below = if base == OUTSIDE { 0 } else { len };
        Lookup { shift: 0, times: stride / 4, add: base / 4, below }
    }

    /// The place so many bytes on.
    #[inline(always)]
    pub(crate) fn plus(self, bytes: u32) -> Self {
        Lookup { add: self.add + bytes / 4, ..self }
    }

    #[inline(always)]
    pub(crate) fn word(self, x: u32) -> Option<usize> {
        let at = (x >> self.shift) as usize * self.times as usize + self.add as usize;
        (x < self.below).then_some(at)
    }

    /// The words between lanes whose numbers are `step` apart, if they are whole.
    pub(crate) fn distance(self, step: u32) -> Option<u32> {
        let whole = step.trailing_zeros() >= self.shift;
        whole.then_some((step >> self.shift).saturating_mul(self.times))
    }

    /// How far apart the numbers of neighbouring words are, if that can be.
    pub(crate) fn step(self) -> Option<u32> {
        (self.times == 1).then_some(1 << self.shift)
    }

    /// The first word of a row of numbers that go up, if all may be looked up.
    pub(crate) fn run(self, row: &[u32]) -> Option<usize> {
        let (first, last) = (*row.first()?, *row.last()?);
        let whole = first.trailing_zeros() >= self.shift;
        if whole && last < self.below { self.word(first) } else { None }
    }
}

/// Numbers and places below these leave 32-bit arithmetic no way to wrap around.
#[cfg(target_arch = "x86_64")]
fn is_small(len: usize, by: Lookup) -> bool {
    let most = u64::from(by.below.saturating_sub(1) >> by.shift) * u64::from(by.times);
    len > 0 && len < 1 << 31 && most + u64::from(by.add) < 1 << 32
}

/// `out` = the words at the places that follow from `x`; zero where outside. Returns how
/// many lanes were done, from the first: the rest is left to the caller.
///
/// # Safety
/// `words` is valid for reads of `len` words, which may change meanwhile.
#[inline]
pub(super) unsafe fn gather(
    words: *const u32,
    len: usize,
    out: &mut [u32],
    x: &[u32],
    by: Lookup,
) -> usize {
    let n = out.len().min(x.len());
    #[cfg(target_arch = "x86_64")]
    if is_small(len, by) {
        match level() {
            // SAFETY: the level is this processor's. Both slices have as many words as
            // whole vectors. Only places below the length are read, each as one aligned
            // word, which is what relaxed atomics would do; 32 bits do not wrap around.
            Level::Avx512 if n >= 16 => unsafe {
                std::arch::asm!(
                    "vpbroadcastd zmm16, {len:e}",
                    "vpbroadcastd zmm17, {add:e}",
                    "vpbroadcastd zmm20, {below:e}",
                    "vpbroadcastd zmm21, {times:e}",
                    "vmovd xmm22, {shift:e}",
                    "2:",
                    "vmovdqu32 zmm18, [{x}]",
                    "vpcmpltud k1, zmm18, zmm20",
                    "vpsrld zmm18, zmm18, xmm22",
                    "vpmulld zmm18, zmm18, zmm21",
                    "vpaddd zmm18, zmm18, zmm17",
                    "vpcmpltud k1 {{k1}}, zmm18, zmm16",
                    "vpxord zmm19, zmm19, zmm19",
                    "vpgatherdd zmm19 {{k1}}, [{base} + zmm18 * 4]",
                    "vmovdqu32 [{d}], zmm19",
                    "add {x}, 64",
                    "add {d}, 64",
                    "dec {n}",
                    "jnz 2b",
                    base = in(reg) words,
                    len = in(reg) len,
                    add = in(reg) by.add,
                    below = in(reg) by.below,
                    times = in(reg) by.times,
                    shift = in(reg) by.shift,
                    x = inout(reg) x.as_ptr() => _,
                    d = inout(reg) out.as_mut_ptr() => _,
                    n = inout(reg) n / 16 => _,
                    out("xmm16") _, out("xmm17") _, out("xmm18") _, out("xmm19") _,
                    out("xmm20") _, out("xmm21") _, out("xmm22") _, out("k1") _,
                    options(nostack),
                );
                return n / 16 * 16;
            },
            // SAFETY: as above. A number is below another where the lesser of it and the
            // one before that is itself.
            Level::Avx2 if n >= 8 && by.below > 0 => unsafe {
                std::arch::asm!(
                    "vmovd {last}, {len:e}",
                    "vpbroadcastd {last:y}, {last}",
                    "vmovd {add_v}, {add:e}",
                    "vpbroadcastd {add_v:y}, {add_v}",
                    "vmovd {below_v}, {below:e}",
                    "vpbroadcastd {below_v:y}, {below_v}",
                    "vmovd {times_v}, {times:e}",
                    "vpbroadcastd {times_v:y}, {times_v}",
                    "vmovd {shift_v}, {shift:e}",
                    "2:",
                    "vmovdqu {i:y}, [{x}]",
                    "vpminud {inside:y}, {i:y}, {below_v:y}",
                    "vpcmpeqd {inside:y}, {inside:y}, {i:y}",
                    "vpsrld {i:y}, {i:y}, {shift_v}",
                    "vpmulld {i:y}, {i:y}, {times_v:y}",
                    "vpaddd {i:y}, {i:y}, {add_v:y}",
                    "vpminud {found:y}, {i:y}, {last:y}",
                    "vpcmpeqd {found:y}, {found:y}, {i:y}",
                    "vpand {inside:y}, {inside:y}, {found:y}",
                    "vpxor {found:y}, {found:y}, {found:y}",
                    "vpgatherdd {found:y}, [{base} + {i:y} * 4], {inside:y}",
                    "vmovdqu [{d}], {found:y}",
                    "add {x}, 32",
                    "add {d}, 32",
                    "dec {n}",
                    "jnz 2b",
                    "vzeroupper",
                    base = in(reg) words,
                    len = in(reg) len - 1,
                    add = in(reg) by.add,
                    below = in(reg) by.below - 1,
                    times = in(reg) by.times,
                    shift = in(reg) by.shift,
                    x = inout(reg) x.as_ptr() => _,
                    d = inout(reg) out.as_mut_ptr() => _,
                    n = inout(reg) n / 8 => _,
                    last = out(xmm_reg) _,
                    add_v = out(xmm_reg) _,
                    below_v = out(xmm_reg) _,
                    times_v = out(xmm_reg) _,
                    shift_v = out(xmm_reg) _,
                    i = out(xmm_reg) _,
                    inside = out(xmm_reg) _,
                    found = out(xmm_reg) _,
                    options(nostack),
                );
                return n / 8 * 8;
            },
            _ => {}
        }
    }
    let _ = (words, len, by, n);
    0
}

/// Writes the words `from` to the places that follow from `x`, for the lanes of `mask`,
/// lane after lane; drops what is outside. Returns how many lanes were done, from the
/// first: the rest is left to the caller.
///
/// # Safety
/// `words` is valid for writes of `len` words, which others may write meanwhile.
#[inline]
pub(super) unsafe fn scatter(
    words: *mut u32,
    len: usize,
    from: &[u32],
    x: &[u32],
    by: Lookup,
    mask: &[u32],
) -> usize {
    let n = from.len().min(x.len()).min(mask.len());
    #[cfg(target_arch = "x86_64")]
    if is_small(len, by) && n >= 16 && level() == Level::Avx512 {
        // SAFETY: as in `gather`; a vector's words are written from the first lane to the
        // last, so that of two lanes with one place the later one stays.
        unsafe {
            std::arch::asm!(
                "vpbroadcastd zmm16, {len:e}",
                "vpbroadcastd zmm17, {add:e}",
                "vpbroadcastd zmm20, {below:e}",
                "vpbroadcastd zmm21, {times:e}",
                "vmovd xmm22, {shift:e}",
                "2:",
                "vmovdqu32 zmm18, [{x}]",
                "vmovdqu32 zmm19, [{m}]",
                "vptestmd k1, zmm19, zmm19",
                "vpcmpltud k1 {{k1}}, zmm18, zmm20",
                "vpsrld zmm18, zmm18, xmm22",
                "vpmulld zmm18, zmm18, zmm21",
                "vpaddd zmm18, zmm18, zmm17",
                "vpcmpltud k1 {{k1}}, zmm18, zmm16",
                "vmovdqu32 zmm19, [{s}]",
                "vpscatterdd [{base} + zmm18 * 4] {{k1}}, zmm19",
                "add {x}, 64",
                "add {s}, 64",
                "add {m}, 64",
                "dec {n}",
                "jnz 2b",
                base = in(reg) words,
                len = in(reg) len,
                add = in(reg) by.add,
                below = in(reg) by.below,
                times = in(reg) by.times,
                shift = in(reg) by.shift,
                x = inout(reg) x.as_ptr() => _,
                s = inout(reg) from.as_ptr() => _,
                m = inout(reg) mask.as_ptr() => _,
                n = inout(reg) n / 16 => _,
                out("xmm16") _, out("xmm17") _, out("xmm18") _, out("xmm19") _,
                out("xmm20") _, out("xmm21") _, out("xmm22") _, out("k1") _,
                options(nostack),
            );
        }
        return n / 16 * 16;
    }
    let _ = (words, len, by, n);
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fence::memory::{Buffer, gather_own, scatter_own};

    /// Each way to look words up, and numbers on both sides of every bound.
    fn cases() -> Vec<(Lookup, Vec<u32>)> {
        let ways = [
            Lookup::BYTES.plus(8),
            Lookup::elements(0, 4, 1000),
            Lookup::elements(12, 16, 60),
            Lookup::elements(0, 4, u32::MAX),
            Lookup::elements(0, 64, 1 << 26),
            Lookup::elements(OUTSIDE, 4, 10),
            Lookup::elements(0, 4, 0),
        ];
        let edges = [0, 1, 4, 59, 60, 999, 1000, 3996, 4000, 1 << 26, 1 << 30, 1 << 31, !3, !0];
        let number = |k: u32| match k % 3 {
            0 => edges[k as usize % edges.len()],
            _ => k.wrapping_mul(0x9E37_79B9) >> 22,
        };
        ways.map(|by| (by, (0..61).map(number).collect())).into()
    }

    #[test]
    fn vectors_find_what_words_find() {
        let words: Vec<u32> = (0..1000).map(|k| k * 7 + 1).collect();
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        let buffer = Buffer::new(4000).expect("memory");
        buffer.write(0, &bytes);
        let view = buffer.view(0, 4000);
        for (by, x) in cases() {
            let found: Vec<u32> = x
                .iter()
                .map(|&x| by.word(x).and_then(|at| words.get(at)).copied().unwrap_or(0))
                .collect();
            let mut out = vec![9; x.len()];
            gather_own(&words, &mut out, &x, by);
            assert_eq!(out, found, "{by:?} of {x:?}");
            out.fill(9);
            view.gather(&mut out, &x, by);
            assert_eq!(out, found, "{by:?} of {x:?}");
        }
    }

    #[test]
    fn vectors_write_what_words_write() {
        for (by, x) in cases() {
            let from: Vec<u32> = (0..x.len() as u32).map(|k| k + 100).collect();
            let mask: Vec<u32> = (0..x.len()).map(|k| if k % 5 == 2 { 0 } else { !0 }).collect();
            let mut expected = vec![0; 1000];
            for ((&bits, &x), &m) in from.iter().zip(&x).zip(&mask) {
                if let Some(cell) = by.word(x).and_then(|at| expected.get_mut(at))
                    && m != 0
                {
                    *cell = bits;
                }
            }
            let mut own = vec![0; 1000];
            scatter_own(&mut own, &from, &x, by, &mask);
            assert_eq!(own, expected, "{by:?} of {x:?}");
            let buffer = Buffer::new(4000).expect("memory");
            buffer.view(0, 4000).scatter(&from, &x, by, &mask);
            let mut bytes = vec![0; 4000];
            buffer.read(0, &mut bytes);
            let shared: Vec<u32> = bytes
                .chunks_exact(4)
                .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                .collect();
            assert_eq!(shared, expected, "{by:?} of {x:?}");
        }
    }
}
