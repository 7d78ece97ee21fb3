// engine/sort_digit: the digit of a key that this pass of a sort looks at.
//
// Engine provides: const<u32> DIGITS; param<u32> shift, flip, flip_negative.
// Twin: none; the host compares whole keys.

// `word` holds the digit, and `top`, the key's highest word, its sign. Numbers with a sign become
// words of the same order by flipping bits: the sign of integers, of floats all bits of the
// negative ones. Flipping the other bits instead turns the order around.
fn sort_digit(word: u32, top: u32) -> u32 {
    let bits = word ^ select(flip, flip_negative, top >= 0x80000000u);
    return (bits >> shift) & (DIGITS - 1u);
}
