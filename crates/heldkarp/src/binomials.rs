//! Binomials: how many subsets there are, of which the rank of a subset is made.

use crate::normal::MAX_CITIES;

/// Row after row of Pascal's triangle, with zeros beyond it.
static TRIANGLE: [[u64; MAX_CITIES + 1]; MAX_CITIES + 1] = {
    let mut triangle = [[0; MAX_CITIES + 1]; MAX_CITIES + 1];
    let mut c = 0;
    while c <= MAX_CITIES {
        triangle[c][0] = 1;
        let mut j = 1;
        while j <= c {
            triangle[c][j] = triangle[c - 1][j - 1] + triangle[c - 1][j];
            j += 1;
        }
        c += 1;
    }
    triangle
};

/// C(c, j): how many subsets of j there are among c things, of which there are at most
/// [`MAX_CITIES`].
#[inline(always)]
pub(crate) fn binomial(c: usize, j: usize) -> u64 {
    TRIANGLE[c][j]
}

/// As [`binomial`], for indices of the host's memory.
#[inline(always)]
pub(crate) fn choose(c: usize, j: usize) -> usize {
    binomial(c, j) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pascals_triangle_is_right_at_its_edges_and_its_largest() {
        assert_eq!(choose(30, 15), 155_117_520);
        assert_eq!((choose(0, 0), choose(4, 5)), (1, 0));
        assert_eq!(binomial(33, 16), 1_166_803_110);
        assert_eq!((choose(5, 0), choose(5, 5), choose(5, 6)), (1, 1, 0));
        let sum: usize = (0..=MAX_CITIES).map(|j| choose(MAX_CITIES, j)).sum();
        assert_eq!(sum, 1 << MAX_CITIES);
    }
}
