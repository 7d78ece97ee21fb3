//! Numbers as files write them.

/// The weight of an edge as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    Float(f64),
}

/// The number that `text` is; NaN and -∞, which no weight is, are none.
pub(super) fn number(text: &[u8]) -> Option<Number> {
    let (negative, rest) = match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    // What no i64 holds is left to floats.
    if let Some(value) = digits(rest).and_then(|value| i64::try_from(value).ok()) {
        return Some(Number::Integer(if negative { -value } else { value }));
    }
    let float: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    (float > f64::NEG_INFINITY).then_some(Number::Float(float))
}

/// The number of digits alone.
pub(super) fn digits(text: &[u8]) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    let mut value = 0u64;
    for byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(digit.into())?;
    }
    Some(value)
}

/// The `N` numbers of a text that has nothing else, each without leading zeros and below 10^18,
/// parted by blanks, or by one `separator`. Most lines of most files are such, and are read at once.
pub(super) fn numbers<const N: usize>(text: &[u8], separator: Option<u8>) -> Option<[u64; N]> {
    let mut rest = text;
    let mut values = [0; N];
    for (k, value) in values.iter_mut().enumerate() {
        if k > 0 {
            let (first, after) = rest.split_first()?;
            rest = match separator {
                Some(separator) if *first == separator => after,
                None if first.is_ascii_whitespace() => after.trim_ascii_start(),
                _ => return None,
            };
        }
        let mut length = 0;
        while let Some(digit) =
            rest.get(length).map(|byte| byte.wrapping_sub(b'0')).filter(|d| *d < 10)
        {
            length += 1;
            if length > 18 {
                return None;
            }
            *value = 10 * *value + u64::from(digit);
        }
        if length == 0 || (length > 1 && rest[0] == b'0') {
            return None;
        }
        rest = &rest[length..];
    }
    rest.is_empty().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_meant() {
        use Number::{Float, Integer};
        let rows: [(&str, Option<Number>); 16] = [
            ("0", Some(Integer(0))),
            ("-7", Some(Integer(-7))),
            ("+12", Some(Integer(12))),
            ("9223372036854775807", Some(Integer(i64::MAX))),
            ("18446744073709551616", Some(Float(18446744073709551616.0))),
            ("1.5", Some(Float(1.5))),
            ("-.5e3", Some(Float(-500.0))),
            ("Inf", Some(Float(f64::INFINITY))),
            ("1e999", Some(Float(f64::INFINITY))),
            ("-inf", None),
            ("nan", None),
            ("", None),
            ("-", None),
            ("1,5", None),
            ("0x10", None),
            ("7 ", None),
        ];
        for (text, expected) in rows {
            assert_eq!(number(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn plain_lines_are_read_at_once() {
        let two = |text: &str, separator| numbers::<2>(text.as_bytes(), separator);
        assert_eq!(two("1 23", None), Some([1, 23]));
        assert_eq!(two("0\t \t999999999999999999", None), Some([0, 999999999999999999]));
        assert_eq!(two("4,5", Some(b',')), Some([4, 5]));
        for text in
            ["1", "1 2 3", "1 2 ", "01 2", "1 -2", "1,2", "1 1000000000000000000", "", "a b"]
        {
            assert_eq!(two(text, None), None, "{text}");
        }
        for text in ["1 2", "1,,2", ",1,2", "1, 2"] {
            assert_eq!(two(text, Some(b',')), None, "{text}");
        }
    }
}
