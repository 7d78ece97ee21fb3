//! Numbers as files write them.

/// The weight of an edge as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    Float(f64),
}

/// The number that `text` is. NaN and -∞, which no weight is, are none, and neither is what no
/// `f64` holds: a whole number that would be rounded, and one beyond the largest, which is not
/// meant to be ∞ unless it says so.
pub(super) fn number(text: &[u8]) -> Option<Number> {
    let (negative, rest) = match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if !rest.is_empty() && rest.iter().all(u8::is_ascii_digit) {
        let value = digits(rest).filter(|value| *value <= EXACT)? as i64;
        return Some(Number::Integer(if negative { -value } else { value }));
    }
    let float: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    let is_infinity = [&b"inf"[..], b"infinity"].iter().any(|word| rest.eq_ignore_ascii_case(word));
    (float.is_finite() || (is_infinity && !negative)).then_some(Number::Float(float))
}

/// Whether a text is written as a number is, also as one that is no weight.
pub(super) fn is_like(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.parse::<f64>().is_ok())
}

/// What to expect in place of a text that is no number.
pub(super) fn wanted(text: Option<&[u8]>) -> &'static str {
    let text = text.unwrap_or_default();
    let whole = text.strip_prefix(b"-").or(text.strip_prefix(b"+")).unwrap_or(text);
    let has_digits = whole.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.');
    match has_digits && is_like(text) {
        true if whole.iter().all(u8::is_ascii_digit) => {
            "a number of at most 2^53 in size, which is exact"
        }
        true => "a number within those of 64 bits (`inf` is an edge that nobody can pass)",
        false => "a number",
    }
}

/// Up to this an f64 holds every whole number.
pub(super) const EXACT: u64 = 1 << 53;

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

/// The `N` numbers of a text that has nothing else, each without leading zeros and below 10^15,
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
            if length > 15 {
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
        let rows: [(&str, Option<Number>); 20] = [
            ("0", Some(Integer(0))),
            ("-7", Some(Integer(-7))),
            ("+12", Some(Integer(12))),
            ("-9007199254740992", Some(Integer(-(1 << 53)))),
            ("9007199254740993", None),
            ("18446744073709551616", None),
            ("1e20", Some(Float(1e20))),
            ("1.5", Some(Float(1.5))),
            ("-.5e3", Some(Float(-500.0))),
            ("Inf", Some(Float(f64::INFINITY))),
            ("+infinity", Some(Float(f64::INFINITY))),
            ("1e999", None),
            ("-1e999", None),
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
        assert_eq!(two("0\t \t999999999999999", None), Some([0, 999999999999999]));
        assert_eq!(two("4,5", Some(b',')), Some([4, 5]));
        for text in ["1", "1 2 3", "1 2 ", "01 2", "1 -2", "1,2", "1 1000000000000000", "", "a b"] {
            assert_eq!(two(text, None), None, "{text}");
        }
        for text in ["1 2", "1,,2", ",1,2", "1, 2"] {
            assert_eq!(two(text, Some(b',')), None, "{text}");
        }
    }
}
