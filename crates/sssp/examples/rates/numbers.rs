//! Numbers: random, and the same in every run.

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, *Fast splittable pseudorandom number generators*,
/// OOPSLA 2014).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of 0 to n - 1.
    pub(crate) fn below(&mut self, n: u64) -> u32 {
        ((u128::from(self.next()) * u128::from(n)) >> 64) as u32
    }

    /// In [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_paper() {
        // The first that Java's SplittableRandom gives for seed 0.
        assert_eq!(Numbers::new(0).next(), 0xe220_a839_7b1d_cdaf);
        let mut numbers = Numbers::new(1);
        let mut seen = [0; 6];
        (0..6000).for_each(|_| seen[numbers.below(6) as usize] += 1);
        assert!(seen.iter().all(|times| (850..1150).contains(times)), "{seen:?}");
        let mean = (0..6000).map(|_| numbers.unit()).sum::<f64>() / 6000.0;
        assert!((0.48..0.52).contains(&mean), "{mean}");
    }
}
