//! What each format cannot say.
//!
//! One table: [`keeps`]. The converter counts by it what it has to leave out,
//! the round-trip law says by it what must come back ([`kept`]), and the
//! documents show it ([`table`]).

use crate::rule_text::rule;
use crate::{GameResult, How, Margin, Record, ggf, wthor};

/// The formats that hold games; the others hold positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Smart Game Format, for many games.
    Sgf,
    /// Generic Game Format, for Othello.
    Ggf,
    /// The archives of the WTHOR database.
    Wthor,
    /// A list of moves.
    Transcript,
    /// What the server exports; it is written and read with the games.
    Json,
}

impl Format {
    /// All of them, the most complete first.
    pub const ALL: [Format; 5] =
        [Format::Sgf, Format::Json, Format::Ggf, Format::Wthor, Format::Transcript];

    /// As people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "SGF",
            Format::Ggf => "GGF",
            Format::Wthor => "WTHOR",
            Format::Transcript => "transcript",
            Format::Json => "JSON",
        }
    }
}

/// Something a game may have that a format may not be able to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A start other than the usual one, or White beginning.
    Start,
    /// Stones put on the board or taken off it between moves.
    Edits,
    /// A pass after which the game did not go on.
    LastPass,
    /// The names of the players.
    Players,
    /// When it was played.
    Date,
    /// What it was part of.
    Event,
    /// Who won.
    Winner,
    /// Whether by resignation, time or forfeit.
    Manner,
    /// That the game is not over, or was void.
    Unfinished,
    /// Remarks on the game or a move.
    Comments,
    /// Ranks, round, place, time limits and the like.
    Info,
    /// The numbers, the year and the theoretical score of WTHOR.
    Archived,
    /// The stones that were agreed to be dead.
    Dead,
    /// Lines that were not played.
    Variations,
    /// Marks, times of moves and properties nobody knows.
    Properties,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 15] = [
        Part::Start,
        Part::Edits,
        Part::LastPass,
        Part::Players,
        Part::Date,
        Part::Event,
        Part::Winner,
        Part::Manner,
        Part::Unfinished,
        Part::Comments,
        Part::Info,
        Part::Archived,
        Part::Dead,
        Part::Variations,
        Part::Properties,
    ];

    /// The key of its words in the catalogues.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Part::Start => "record-part-start",
            Part::Edits => "record-part-edits",
            Part::LastPass => "record-part-last-pass",
            Part::Players => "record-part-players",
            Part::Date => "record-part-date",
            Part::Event => "record-part-event",
            Part::Winner => "record-part-winner",
            Part::Manner => "record-part-manner",
            Part::Unfinished => "record-part-unfinished",
            Part::Comments => "record-part-comments",
            Part::Info => "record-part-info",
            Part::Archived => "record-part-archived",
            Part::Dead => "record-part-dead",
            Part::Variations => "record-part-variations",
            Part::Properties => "record-part-properties",
        }
    }

    /// For the documents.
    const fn words(self) -> &'static str {
        match self {
            Part::Start => "another start, or White begins",
            Part::Edits => "stones changed between moves",
            Part::LastPass => "a pass at the end of an unfinished game",
            Part::Players => "names of the players",
            Part::Date => "date",
            Part::Event => "event",
            Part::Winner => "who won, by how much",
            Part::Manner => "resignation, time, forfeit",
            Part::Unfinished => "not over, or void",
            Part::Comments => "comments",
            Part::Info => "ranks, round, place, time limits …",
            Part::Archived => "WTHOR's numbers, year, theoretical score",
            Part::Dead => "stones agreed to be dead",
            Part::Variations => "variations",
            Part::Properties => "marks, times of moves, unknown properties",
        }
    }

    /// Whether a game has it.
    fn is_in(self, record: &Record) -> bool {
        let result = record.result.parse::<GameResult>();
        match self {
            Part::Start => {
                record.set_up.is_some()
                    || !record.diagram.is_empty()
                    || rule(&record.rules, "start") == Some("white")
            }
            Part::Edits => !record.edits.is_empty(),
            Part::LastPass => record.moves.last().is_some_and(|m| m.play == "pass"),
            Part::Players => record.players.iter().any(|name| !name.is_empty()),
            Part::Date => !record.date.is_empty(),
            Part::Event => !record.event.is_empty(),
            Part::Winner => result.is_ok_and(GameResult::is_over),
            Part::Manner => matches!(
                result,
                Ok(GameResult::Win(_, How::Resignation | How::Time | How::Forfeit | How::Unsaid))
            ),
            Part::Unfinished => {
                matches!(result, Ok(GameResult::Unknown | GameResult::Void))
                    || (result.is_err() && !record.result.is_empty())
            }
            Part::Comments => {
                !record.comment.is_empty() || record.moves.iter().any(|m| !m.comment.is_empty())
            }
            Part::Info => !record.info.is_empty(),
            Part::Archived => record.archived.is_some(),
            Part::Dead => record.dead.is_some(),
            Part::Variations => record.left_out.variations > 0,
            Part::Properties => record.left_out.properties > 0,
        }
    }

    /// Takes it out of a record, as if it had never been there.
    fn remove(self, record: &mut Record) {
        match self {
            Part::Start => {
                record.set_up = None;
                record.diagram.clear();
                if record.game == "othello" {
                    record.rules.clear();
                }
            }
            Part::Edits => record.edits.clear(),
            Part::LastPass => {
                while record.moves.last().is_some_and(|m| m.play == "pass") {
                    record.moves.pop();
                }
            }
            Part::Players => record.players = Default::default(),
            Part::Date => record.date.clear(),
            Part::Event => record.event.clear(),
            Part::Winner => record.result.clear(),
            Part::Manner => {
                // What is left is that the winner won: the whole board.
                if let Ok(GameResult::Win(winner, _)) = record.result.parse() {
                    let whole = How::By(Margin::whole(wthor::SQUARES));
                    record.result = GameResult::Win(winner, whole).to_string();
                }
            }
            Part::Unfinished => record.result = GameResult::Unknown.to_string(),
            Part::Comments => {
                record.comment.clear();
                record.moves.iter_mut().for_each(|m| m.comment.clear());
            }
            Part::Info => record.info.clear(),
            Part::Archived => record.archived = None,
            Part::Dead => record.dead = None,
            Part::Variations => record.left_out.variations = 0,
            Part::Properties => record.left_out.properties = 0,
        }
    }
}

/// Whether a format can say something.
#[must_use]
pub const fn keeps(format: Format, part: Part) -> bool {
    match format {
        Format::Sgf => !matches!(part, Part::Variations | Part::Properties),
        Format::Json => {
            !matches!(part, Part::Edits | Part::Archived | Part::Variations | Part::Properties)
        }
        Format::Ggf => matches!(
            part,
            Part::Start
                | Part::LastPass
                | Part::Players
                | Part::Date
                | Part::Winner
                | Part::Manner
                | Part::Unfinished
        ),
        // That a game is not over is said by a score that no game has.
        Format::Wthor => matches!(part, Part::Winner | Part::Archived),
        Format::Transcript => false,
    }
}

/// What of a game a format cannot say.
#[must_use]
pub fn lost(format: Format, record: &Record) -> Vec<Part> {
    let parts = Part::ALL.into_iter();
    parts.filter(|&part| !keeps(format, part) && part.is_in(record)).collect()
}

/// What of a game comes back when it was written in a format and read again.
#[must_use]
pub fn kept(format: Format, record: &Record) -> Record {
    let mut record = record.clone();
    for part in lost(format, &record) {
        part.remove(&mut record);
    }
    if !keeps(format, Part::Winner) && !keeps(format, Part::Unfinished) {
        record.result.clear();
    }
    if format == Format::Ggf {
        // GGF has no way to write a closing bracket.
        let texts = record.players.iter_mut().chain([&mut record.date, &mut record.result]);
        texts.for_each(|text| *text = ggf::plain(text));
    }
    record.notes.clear();
    record
}

/// The table as Markdown.
#[must_use]
pub fn table() -> String {
    let mut text = String::from("| a game may have |");
    for format in Format::ALL {
        text.push_str(&format!(" {} |", format.name()));
    }
    text.push_str(&format!("\n|---|{}\n", "---|".repeat(Format::ALL.len())));
    for part in Part::ALL {
        text.push_str(&format!("| {} |", part.words()));
        for format in Format::ALL {
            text.push_str(if keeps(format, part) { " yes |" } else { " – |" });
        }
        text.push('\n');
    }
    text
}
