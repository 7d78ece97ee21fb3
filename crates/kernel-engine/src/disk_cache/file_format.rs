//! The file that compiled kernels are kept in.
//!
//! A header tells whether the rest is complete, undamaged and for this driver:
//! the magic bytes, the length of the key and of the data, a checksum over
//! both, and the key, which names the driver exactly. Numbers are little-endian.

/// Marks our files; its end is the version of the format.
const MAGIC: &[u8; 8] = b"KEpipes1";

/// The contents of a file with this data.
pub(super) fn encode(data: &[u8], key: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(MAGIC.len() + 24 + key.len() + data.len());
    bytes.extend_from_slice(MAGIC);
    for number in [key.len() as u64, data.len() as u64, checksum(data, key)] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(key.as_bytes());
    bytes.extend_from_slice(data);
    bytes
}

/// The data in a file, if it is whole and has this key.
pub(super) fn decode<'file>(file: &'file [u8], key: &str) -> Option<&'file [u8]> {
    let (key_length, rest) = number(file.strip_prefix(MAGIC)?)?;
    let (data_length, rest) = number(rest)?;
    let (expected, rest) = number(rest)?;
    let data = rest.strip_prefix(key.as_bytes())?;
    let whole = key_length == key.len() as u64 && data_length == data.len() as u64;
    (whole && checksum(data, key) == expected).then_some(data)
}

/// A number that differs for different data, as good as always.
pub(super) fn fingerprint(data: &[u8]) -> u64 {
    checksum(data, "")
}

fn number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (first, rest) = bytes.split_first_chunk()?;
    Some((u64::from_le_bytes(*first), rest))
}

/// FNV-1a: it need only notice damage, and must stay the same for ever.
fn checksum(data: &[u8], key: &str) -> u64 {
    let all = key.bytes().chain(data.iter().copied());
    all.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_fnv_1a() {
        assert_eq!(checksum(b"", ""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(checksum(b"a", ""), 0xaf63_dc4c_8601_ec8c);
    }

    #[test]
    fn files_give_back_their_data() {
        for data in [&b""[..], b"x", &[0; 1000]] {
            assert_eq!(decode(&encode(data, "key"), "key"), Some(data));
        }
    }

    #[test]
    fn a_file_for_another_driver_is_refused() {
        let file = encode(b"data", "key");
        for key in ["", "kez", "ke", "keyd", "keydata"] {
            assert_eq!(decode(&file, key), None, "{key}");
        }
    }

    #[test]
    fn a_file_cut_short_or_grown_is_refused() {
        let mut file = encode(b"data", "key");
        for length in 0..file.len() {
            assert_eq!(decode(&file[..length], "key"), None, "{length} bytes");
        }
        file.push(0);
        assert_eq!(decode(&file, "key"), None);
    }

    #[test]
    fn any_flipped_bit_is_noticed() {
        let whole = encode(b"some data", "key");
        for bit in 0..whole.len() * 8 {
            let mut file = whole.clone();
            file[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(&file, "key"), None, "bit {bit}");
        }
    }
}
