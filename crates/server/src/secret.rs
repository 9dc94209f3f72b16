//! Secrets of seats and ids of matches.

use std::fmt;

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use sha2::{Digest, Sha256};
use sobremesa_table::{Header, Held};
use subtle::ConstantTimeEq;

/// What is kept of a secret: its SHA-256. A secret has 192 random bits, so
/// nothing slower is needed against guessing.
#[derive(Clone, Copy, Debug)]
pub struct Hash([u8; 32]);

/// The longest text that is looked at as a secret.
const LONGEST: usize = 128;

/// Where random bytes come from.
pub trait Chance: Send + Sync + fmt::Debug {
    /// Fills `bytes` with chance.
    ///
    /// # Errors
    /// When there is none to give.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), getrandom::Error>;
}

/// The system's randomness, good enough for secrets.
#[derive(Debug)]
pub struct System;

impl Chance for System {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), getrandom::Error> {
        getrandom::fill(bytes)
    }
}

/// 24 random bytes as 32 characters that need no escaping in an address.
///
/// # Errors
/// When the system has no randomness to give.
pub fn new_secret(chance: &dyn Chance) -> Result<String, getrandom::Error> {
    let mut bytes = [0; 24];
    chance.fill(&mut bytes)?;
    Ok(BASE64URL_NOPAD.encode(&bytes))
}

/// 9 random bytes as 12 characters: matches are found by link, not by trying.
/// The first is a letter, so that an id is never taken for an option of a program.
///
/// # Errors
/// When the system has no randomness to give.
pub fn new_id(chance: &dyn Chance) -> Result<String, getrandom::Error> {
    let mut bytes = [0; 9];
    chance.fill(&mut bytes)?;
    // The first character is the first six bits, and 0..52 are the letters.
    bytes[0] = (((bytes[0] >> 2) % 52) << 2) | (bytes[0] & 3);
    Ok(BASE64URL_NOPAD.encode(&bytes))
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
        HEXLOWER.encode(&self.0)
    }

    /// `None` for text that is no hash.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Hash> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok()?;
        bytes.try_into().ok().map(Hash)
    }

    /// Compares in a time that tells nothing about where the two differ.
    #[must_use]
    pub fn is(&self, other: &Hash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

/// What opens the two seats of a match.
#[derive(Clone, Copy, Debug)]
pub struct Keys([Option<Hash>; 2]);

impl Keys {
    #[must_use]
    pub fn of(header: &Header) -> Keys {
        Keys(
            [0, 1].map(|seat: usize| header.seats[seat].secret.as_deref().and_then(Hash::from_hex)),
        )
    }

    /// The sides that these secrets open. Every secret is compared with every
    /// seat, whatever fits.
    #[must_use]
    pub fn held(&self, secrets: &[Hash]) -> Held {
        let mut held = [false; 2];
        for (seat, kept) in self.0.iter().enumerate() {
            for secret in secrets {
                held[seat] |= kept.as_ref().is_some_and(|kept| kept.is(secret));
            }
        }
        Held::new(held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_different_and_hashes_survive_hexadecimal() {
        let (a, b) = (new_secret(&System).unwrap(), new_secret(&System).unwrap());
        assert_eq!(a.len(), 32);
        assert_ne!(a, b);
        let hash = Hash::of(&a).unwrap();
        assert!(Hash::from_hex(&hash.to_hex()).unwrap().is(&hash));
        assert!(!Hash::of(&b).unwrap().is(&hash));
        assert!(Hash::of(&"x".repeat(1000)).is_none());
        for odd in ["", "ab", "+f", &"+f".repeat(32), &"é".repeat(32), &"0".repeat(65)] {
            assert!(Hash::from_hex(odd).is_none(), "{odd}");
        }
        for _ in 0..2_000 {
            let id = new_id(&System).unwrap();
            assert!(
                is_id(&id) && id.starts_with(|first: char| first.is_ascii_alphabetic()),
                "{id}"
            );
        }
        for text in ["", "../../etc/pa", "abc", "ñandúñandú12"] {
            assert!(!is_id(text), "{text}");
        }
        assert_eq!(
            Hash::of("abc").unwrap().to_hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
