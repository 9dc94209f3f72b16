//! Why a move was worth less than another: statements, never free text.

use sobremesa_kernel::Message;

/// A true statement about a move, with the places it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What kind of statement it is; every kind has a checker in the tests.
    pub kind: &'static str,
    /// The statement in words.
    pub message: Message,
    /// Where to look, as keys of [`sobremesa_kernel::Stand::at`] or moves.
    pub places: Vec<String>,
}

impl Reason {
    /// A statement that the catalogue has as `judgement-<kind>`, which is
    /// what `message` is; its places come in the order it names them.
    pub(crate) fn new<T: ToString>(
        message: Message,
        places: impl IntoIterator<Item = T>,
    ) -> Reason {
        let kind = message.id.strip_prefix("judgement-").unwrap_or(message.id);
        let places = places.into_iter().map(|place| place.to_string()).collect();
        Reason { kind, message, places }
    }
}

/// The most reasons that are given for a move.
pub(crate) const MOST: usize = 3;

/// Those of the statements about a move that cannot be made about the best
/// one too.
pub(crate) fn unless_shared(of_played: Vec<Reason>, of_best: &[Reason]) -> Vec<Reason> {
    let shared = |reason: &Reason| of_best.iter().any(|other| other.kind == reason.kind);
    of_played.into_iter().filter(|reason| !shared(reason)).collect()
}
