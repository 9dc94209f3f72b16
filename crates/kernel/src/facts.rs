//! What has to be known of a game besides its rules by whoever shows it, writes
//! it down or speaks to others about it. It is said here once, so that no other
//! crate asks which game it is.

/// The facts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// When a side may pass.
    pub pass: Pass,
    /// Whether the score says who is ahead while the game is still played.
    pub score_during_play: bool,
    /// Whether people see its moves in capitals.
    pub capitals: bool,
    /// The preset that one click begins with; the first if none is named.
    pub quick_preset: Option<&'static str>,
    /// What the value of a move counts.
    pub worth: Worth,
    /// Whether the strongest level proves what a move is worth as soon as the
    /// end is in sight.
    pub proves: bool,
    /// The protocols that its programs speak, the usual one first: `gtp`,
    /// `nboard`, `line`.
    pub protocols: &'static [&'static str],
    /// The formats its games and boards are kept in: `sgf`, `ggf`, `transcript`,
    /// `wthor`, `obf`, `board`, `columns` (a digit a move).
    pub formats: &'static [&'static str],
    /// Whether its files can begin with pieces on the board: then every place
    /// of the board is a [`Game::cell`](crate::Game::cell).
    pub set_up: bool,
    /// Whether such a board is also made by putting pieces down one by one.
    pub set_up_by_pieces: bool,
    /// The size that programs take for granted, rows and columns; `None` when
    /// they have to be told in any case.
    pub usual_size: Option<[usize; 2]>,
}

impl Facts {
    /// A game of which nothing special is known.
    pub const PLAIN: Facts = Facts {
        pass: Pass::Never,
        score_during_play: true,
        capitals: false,
        quick_preset: None,
        worth: Worth::End,
        proves: false,
        protocols: &["gtp"],
        formats: &["sgf"],
        set_up: false,
        set_up_by_pieces: false,
        usual_size: None,
    };

    /// Whether its games are kept in such files.
    #[must_use]
    pub fn has_format(&self, name: &str) -> bool {
        self.formats.contains(&name)
    }
}

/// When a side may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Pass {
    /// There are no passes.
    Never,
    /// When it has no move, and then it has to.
    Forced,
    /// Whenever it moves.
    Free,
}

/// What the value of a move counts, in whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Worth {
    /// By how much the mover is ahead at the end.
    End,
    /// By how much the mover gets more of what is still to come.
    Rest,
    /// How many more pieces the winner could still have put: how fast it wins.
    Speed,
}
