//! What each row follows, so that a change behind the server's back is seen.
//!
//! ```text
//! match    link = H(id, game, rules, listed, created, header)
//! event 0  link = H(link of the match, 0, at, body)
//! event n  link = H(link of event n-1, n, at, body)
//! ```
//!
//! H is the first half of SHA-256, in hexadecimal. There is no key: this finds
//! damage, a slip of the hand and half a restore, not a forger, who could write
//! the links anew. Events that are missing at the end are no damage: a match is
//! then what it was before them, as after going back to a backup.

use sha2::{Digest, Sha256};

use crate::{Error, Rows};

/// Bytes of a hash that are kept.
const KEPT: usize = 16;

fn hash(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // The length first, so that no two lists of parts are the same bytes.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize()[..KEPT].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The link of a match.
pub fn of_match(
    id: &str,
    game: &str,
    rules: &str,
    listed: bool,
    created: i64,
    header: &str,
) -> String {
    let listed = [u8::from(listed)];
    let created = created.to_le_bytes();
    let texts = [id, game, rules].map(str::as_bytes);
    hash(&[texts[0], texts[1], texts[2], &listed, &created, header.as_bytes()])
}

/// The link of an event; its body may be no text when it is damaged.
pub fn of_event(previous: &str, number: i64, at: i64, body: &[u8]) -> String {
    hash(&[previous.as_bytes(), &number.to_le_bytes(), &at.to_le_bytes(), body])
}

/// Whether every row follows the one before it.
pub fn check(rows: &Rows) -> Result<(), Error> {
    let damaged = |what: String| Error::Damaged { id: rows.id.clone(), what };
    let Rows { id, game, rules, listed, created, header, .. } = rows;
    let mut link = of_match(id, game, rules, *listed, *created, header);
    if rows.link != link {
        return Err(damaged("what was agreed at the start is not what was kept".to_owned()));
    }
    for event in &rows.events {
        link = of_event(&link, event.number, event.at, event.body.as_bytes());
        if event.link != link {
            return Err(damaged(format!("event {} is not what was kept", event.number)));
        }
    }
    Ok(())
}
