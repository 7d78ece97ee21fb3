//! Binomials: how many subsets there are, which is what the rank of a subset is made of.

/// The binomial coefficients C(c, j) for c and j from 0 to n.
#[derive(Clone, Debug)]
pub(crate) struct Binomials {
    n: usize,
    /// Row after row of Pascal's triangle, each n + 1 long, with zeros for j above c.
    triangle: Vec<u32>,
}

impl Binomials {
    /// Those up to `n`, at most 30, so that all fit.
    pub(crate) fn new(n: usize) -> Self {
        let side = n + 1;
        let mut triangle = vec![0; side * side];
        for c in 0..side {
            triangle[c * side] = 1;
            for j in 1..=c {
                let above = (c - 1) * side + j;
                triangle[c * side + j] = triangle[above - 1] + triangle[above];
            }
        }
        Self { n, triangle }
    }

    /// C(c, j): how many subsets of j there are among c things.
    pub(crate) fn choose(&self, c: usize, j: usize) -> usize {
        self.triangle[c * (self.n + 1) + j] as usize
    }

    /// Row after row, as the device reads them.
    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.triangle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pascals_triangle_is_right_at_its_edges_and_its_largest() {
        let binomials = Binomials::new(30);
        assert_eq!(binomials.choose(30, 15), 155_117_520);
        assert_eq!(binomials.choose(30, 30), 1);
        assert_eq!(binomials.choose(4, 5), 0);
        let sum: usize = (0..=30).map(|j| binomials.choose(30, j)).sum();
        assert_eq!(sum, 1 << 30);
        assert_eq!(Binomials::new(1).as_slice(), [1, 0, 1, 1]);
    }
}
