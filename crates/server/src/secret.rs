//! Secrets of seats and ids of matches.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// What is kept of a secret: its SHA-256. A secret has 192 random bits, so
/// nothing slower is needed against guessing.
#[derive(Clone, Copy, Debug)]
pub struct Hash([u8; 32]);

/// The longest text that is looked at as a secret.
const LONGEST: usize = 128;

/// 24 random bytes as 32 characters that need no escaping in an address.
///
/// # Errors
/// When the system has no randomness to give.
pub fn new_secret() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 24];
    getrandom::fill(&mut bytes)?;
    Ok(encode(&bytes))
}

/// 9 random bytes as 12 characters: matches are found by link, not by trying.
///
/// # Errors
/// When the system has no randomness to give.
pub fn new_id() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 9];
    getrandom::fill(&mut bytes)?;
    Ok(encode(&bytes))
}

/// Base 64 with the alphabet for addresses; the length is a multiple of 3.
fn encode(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::with_capacity(bytes.len() / 3 * 4);
    for group in bytes.chunks_exact(3) {
        let bits = u32::from(group[0]) << 16 | u32::from(group[1]) << 8 | u32::from(group[2]);
        for shift in [18, 12, 6, 0] {
            text.push(char::from(ALPHABET[(bits >> shift & 63) as usize]));
        }
    }
    text
}

/// Whether `text` can be the id of a match at all: what is not asked of the
/// database cannot burden it.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

impl Hash {
    /// `None` for text that is too long to be a secret.
    #[must_use]
    pub fn of(secret: &str) -> Option<Hash> {
        (secret.len() <= LONGEST).then(|| Hash(Sha256::digest(secret.as_bytes()).into()))
    }

    #[must_use]
    pub fn to_hex(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// `None` for text that is no hash.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Hash> {
        if text.len() != 64 || !text.is_ascii() {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
        }
        Some(Hash(bytes))
    }

    /// Compares in a time that tells nothing about where the two differ.
    #[must_use]
    pub fn is(&self, other: &Hash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_different_and_hashes_survive_hexadecimal() {
        let (a, b) = (new_secret().unwrap(), new_secret().unwrap());
        assert_eq!(a.len(), 32);
        assert_ne!(a, b);
        let hash = Hash::of(&a).unwrap();
        assert!(Hash::from_hex(&hash.to_hex()).unwrap().is(&hash));
        assert!(!Hash::of(&b).unwrap().is(&hash));
        assert!(Hash::of(&"x".repeat(1000)).is_none());
        assert!(is_id(&new_id().unwrap()));
        for text in ["", "../../etc/pa", "abc", "ñandúñandú12"] {
            assert!(!is_id(text), "{text}");
        }
        assert_eq!(
            Hash::of("abc").unwrap().to_hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
