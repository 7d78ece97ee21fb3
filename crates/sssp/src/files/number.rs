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
}
