//! Small numbers in few bytes, for files of ascending keys: what is kept is the
//! step from one key to the next, seven bits a byte, lowest first, with the
//! eighth bit on all bytes but the last.

/// Appends a number.
pub fn put_varint(bytes: &mut Vec<u8>, mut step: u64) {
    while step >= 128 {
        bytes.push(step as u8 | 128);
        step >>= 7;
    }
    bytes.push(step as u8);
}

/// Takes the next number; `None` where the bytes end before it does, or it has
/// more than 64 bits.
pub fn take_varint(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut step = 0;
    let mut shift = 0;
    loop {
        let byte = bytes.next()?;
        let bits = u64::from(byte & 127);
        let placed = bits.checked_shl(shift).filter(|placed| placed >> shift == bits)?;
        step |= placed;
        if byte < 128 {
            return Some(step);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, 127, 128, 300, 1 << 14, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        for number in numbers {
            put_varint(&mut bytes, number);
        }
        assert_eq!(bytes[..5], [0, 1, 127, 128, 1]);
        let mut bytes = bytes.into_iter();
        for number in numbers {
            assert_eq!(take_varint(&mut bytes), Some(number));
        }
        assert_eq!(take_varint(&mut bytes), None);
    }

    #[test]
    fn what_is_cut_or_too_large_is_no_number() {
        assert_eq!(take_varint(&mut [128, 128].into_iter()), None);
        assert_eq!(take_varint(&mut [255; 10].into_iter()), None);
        let mut wide = [128; 10];
        wide[9] = 2;
        assert_eq!(take_varint(&mut wide.into_iter()), None);
        wide[9] = 1;
        assert_eq!(take_varint(&mut wide.into_iter()), Some(1 << 63));
    }
}
