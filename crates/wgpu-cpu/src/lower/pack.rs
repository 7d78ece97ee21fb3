//! Packing several small numbers in a word, and unpacking them.

use super::Outcome;
use super::builder::{Builder, Value};
use crate::program::{Bin, Reg, Un};
use naga::MathFunction as M;

impl<'a> Builder<'a> {
    /// A packing function; `None` where it is another one.
    pub(crate) fn packing(&mut self, fun: M, a: &Value) -> Outcome<Option<Value>> {
        let pack = match fun {
            M::Pack4x8snorm => Some((Un::PackSnorm8, 8)),
            M::Pack4x8unorm => Some((Un::PackUnorm8, 8)),
            M::Pack2x16snorm => Some((Un::PackSnorm16, 16)),
            M::Pack2x16unorm => Some((Un::PackUnorm16, 16)),
            M::Pack2x16float => Some((Un::PackF16, 16)),
            _ => None,
        };
        if let Some((code, bits)) = pack {
            let parts: Vec<Reg> = a.iter().map(|&x| self.un(code, x)).collect();
            return Ok(Some([self.join(&parts, bits)].into()));
        }
        let unpack = match fun {
            M::Unpack4x8snorm => Some((Un::UnpackSnorm8, 8)),
            M::Unpack4x8unorm => Some((Un::UnpackUnorm8, 8)),
            M::Unpack2x16snorm => Some((Un::UnpackSnorm16, 16)),
            M::Unpack2x16unorm => Some((Un::UnpackUnorm16, 16)),
            M::Unpack2x16float => Some((Un::UnpackF16, 16)),
            _ => None,
        };
        if let Some((code, bits)) = unpack {
            return Ok(Some((0..32 / bits).map(|k| self.unpacked(code, a[0], k * bits)).collect()));
        }
        Ok(match fun {
            M::Pack4xI8 | M::Pack4xU8 => {
                let byte = self.word(0xFF);
                let parts: Vec<Reg> = a.iter().map(|&x| self.bin(Bin::And, x, byte)).collect();
                Some([self.join(&parts, 8)].into())
            }
            M::Pack4xI8Clamp => {
                let (low, high) = (self.word(-128i32 as u32), self.word(127));
                let byte = self.word(0xFF);
                let mut parts = Vec::with_capacity(4);
                for &x in a.iter() {
                    let x = self.bin(Bin::MaxI, x, low);
                    let x = self.bin(Bin::MinI, x, high);
                    parts.push(self.bin(Bin::And, x, byte));
                }
                Some([self.join(&parts, 8)].into())
            }
            M::Pack4xU8Clamp => {
                let high = self.word(255);
                let parts: Vec<Reg> = a.iter().map(|&x| self.bin(Bin::MinU, x, high)).collect();
                Some([self.join(&parts, 8)].into())
            }
            M::Unpack4xI8 | M::Unpack4xU8 => {
                let down = if fun == M::Unpack4xI8 { Bin::ShrI } else { Bin::ShrU };
                let mut parts = Vec::with_capacity(4);
                for k in 0..4 {
                    let (up, by) = (self.word(24 - 8 * k), self.word(24));
                    let high = self.bin(Bin::Shl, a[0], up);
                    parts.push(self.bin(down, high, by));
                }
                Some(parts.into())
            }
            _ => None,
        })
    }

    /// Fields of `bits` bits, the first lowest.
    fn join(&mut self, parts: &[Reg], bits: u32) -> Reg {
        let mut word = parts[0];
        for (k, &part) in parts.iter().enumerate().skip(1) {
            let by = self.word(k as u32 * bits);
            let high = self.bin(Bin::Shl, part, by);
            word = self.bin(Bin::Or, word, high);
        }
        word
    }

    fn unpacked(&mut self, code: Un, word: Reg, by: u32) -> Reg {
        let by = self.word(by);
        let field = self.bin(Bin::ShrU, word, by);
        self.un(code, field)
    }
}
