//! WTHOR, the French federation's binary archive of Othello games (`.wtb`).
//!
//! A header of 16 bytes, then 68 bytes a game, numbers little-endian:
//!
//! ```text
//! header  century year month day | games u32 | records u16 | year u16 | size | kind | depth | 0
//! game    tournament u16 | black u16 | white u16 | score | best score | 60 moves
//! ```
//! A move is `10 × row + column`, both from 1; 0 ends the game; passes are
//! left out. Names live in two other files (`.jou`, `.trn`) of fixed records.

use sobremesa_kernel::{Phrase, SyntaxError};

pub use crate::archived::{NoSource, Source};
use crate::{Colour, GameResult, How, Margin, Record, RecordedMove};

const HEADER: usize = 16;
const GAME: usize = 68;
const MOVES: usize = 60;
/// The squares of the board: what a game is worth whose loser gave up.
pub(crate) const SQUARES: u32 = 64;
/// The score of a game that is not over or whose result nobody knows. The
/// format has no word for that; no game ends with so many discs.
const NO_SCORE: u8 = u8::MAX;
/// The largest file that is read: 64 MiB, about a million games.
const MAX_BYTES: usize = 64 << 20;

/// A `.wtb` file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Archive {
    /// Day the file was made: year, month, day.
    pub made: (u16, u8, u8),
    /// The year of the games.
    pub year: u16,
    /// Plies from the end at which `best` was computed.
    pub depth: u8,
    /// In the order of the file.
    pub games: Vec<Game>,
}

/// One game: indices into the name files, discs of Black at the end, the best
/// Black could have had at `depth`, and squares such as `f5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number in the file of tournaments.
    pub tournament: u16,
    /// Black's and White's numbers in the file of players.
    pub players: [u16; 2],
    /// Discs of Black at the end.
    pub score: u8,
    /// The most discs Black could have had at the archive's depth.
    pub best: u8,
    /// Squares such as `f5`; passes are not written.
    pub moves: Vec<String>,
}

impl Archive {
    /// The games as records; names are given where they are known.
    #[must_use]
    pub fn records(&self, names: &[String]) -> Vec<Record> {
        let source = |game: &Game| Source {
            made: self.made,
            year: self.year,
            depth: self.depth,
            tournament: game.tournament,
            players: game.players,
            best: game.best,
        };
        let record = |game| Record { archived: Some(source(game)), ..Game::record(game, names) };
        self.games.iter().map(record).collect()
    }

    /// An archive of games that begin as usual; `score` is the discs of Black
    /// at the end of each, if known. What archives said of the games before is
    /// kept, the day and the year only if all agree on them.
    #[must_use]
    pub fn of(games: &[(&Record, Option<u8>)]) -> Archive {
        let sources = || games.iter().filter_map(|(record, _)| record.archived);
        let first = sources().next().unwrap_or_default();
        let whole = |source: &Source| (source.made, source.year, source.depth);
        let one = sources().all(|source| whole(&source) == whole(&first));
        let (made, year, depth) = if one { whole(&first) } else { ((0, 0, 0), 0, 0) };
        let games = games.iter().map(|(record, score)| {
            let source = record.archived.unwrap_or_default();
            let score = score.unwrap_or(NO_SCORE);
            let squares = record.moves.iter().filter(|m| m.play != "pass");
            Game {
                tournament: source.tournament,
                players: source.players,
                score,
                best: record.archived.map_or(score, |source| source.best),
                moves: squares.map(|m| m.play.clone()).collect(),
            }
        });
        Archive { made, year, depth, games: games.collect() }
    }
}

impl Game {
    /// The game as a record; names are given where they are known.
    #[must_use]
    pub fn record(&self, names: &[String]) -> Record {
        let name = |index: u16| names.get(usize::from(index)).cloned().unwrap_or_default();
        // Where the moves do not reach the end, only the score tells.
        let won =
            |colour, by: i32| GameResult::Win(colour, How::By(Margin::whole(by.unsigned_abs())));
        let result = match 2 * i32::from(self.score) - SQUARES as i32 {
            _ if u32::from(self.score) > SQUARES => GameResult::Unknown,
            0 => GameResult::Draw,
            by @ 1.. => won(Colour::Black, by),
            by => won(Colour::White, by),
        };
        Record {
            game: "othello".to_owned(),
            players: [name(self.players[0]), name(self.players[1])],
            result: result.to_string(),
            moves: self.moves.iter().map(|play| RecordedMove::new(None, play)).collect(),
            ..Record::default()
        }
    }
}

/// The discs of Black at the end by a result, the empty squares being the
/// winner's: all of them if the loser gave up. `None` where it does not say
/// who won, or no game of Othello ends so.
#[must_use]
pub fn score(result: GameResult) -> Option<u8> {
    let (sign, by) = match result {
        GameResult::Draw => (0.0, 0.0),
        GameResult::Win(colour, how) => (
            if colour == Colour::Black { 1.0 } else { -1.0 },
            match how {
                How::By(margin) => margin.as_f64(),
                _ => f64::from(SQUARES),
            },
        ),
        GameResult::Unknown | GameResult::Void => return None,
    };
    // Scores of whole games are even margins; what is no score is none.
    (by <= f64::from(SQUARES)).then(|| (32.0 + sign * by / 2.0) as u8)
}

fn refuse(found: impl Into<Phrase>, expected: impl Into<Phrase>) -> SyntaxError {
    SyntaxError::finding("record-unreadable", found, expected)
}

fn bytes_of(bytes: &[u8]) -> Phrase {
    Phrase::new("{bytes} bytes").with("bytes", bytes.len())
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// Whether a file has the size that its header says. Hardly anything else
/// has: as text the header would speak of hundreds of millions of games.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.len() >= HEADER
        && count(bytes).checked_mul(GAME) == Some(bytes.len() - HEADER)
        && matches!(bytes[12], 0 | 8)
}

/// The number of games in a header.
fn count(bytes: &[u8]) -> usize {
    u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize
}

/// Reads a `.wtb` file of 8×8 games.
pub fn read(bytes: &[u8]) -> Result<Archive, SyntaxError> {
    if bytes.len() < HEADER || bytes.len() > MAX_BYTES {
        return Err(refuse(bytes_of(bytes), "a WTHOR file: 16 bytes and 68 a game"));
    }
    let count = count(bytes);
    if !matches!(bytes[12], 0 | 8) {
        return Err(refuse(
            Phrase::new("a board of {size}").with("size", bytes[12]),
            "a board of 8",
        ));
    }
    let body = &bytes[HEADER..];
    if Some(body.len()) != count.checked_mul(GAME) {
        return Err(refuse(
            bytes_of(body),
            Phrase::new("{games} games of {bytes} bytes, as the header says")
                .with("games", count)
                .with("bytes", GAME),
        ));
    }
    Ok(Archive {
        made: (u16::from(bytes[0]) * 100 + u16::from(bytes[1]), bytes[2], bytes[3]),
        year: u16_at(bytes, 10),
        depth: bytes[14],
        games: body
            .chunks_exact(GAME)
            .enumerate()
            .map(|(index, raw)| game(raw, index + 1))
            .collect::<Result<_, _>>()?,
    })
}

fn game(raw: &[u8], number: usize) -> Result<Game, SyntaxError> {
    let codes = &raw[8..];
    let end = codes.iter().position(|&code| code == 0).unwrap_or(codes.len());
    if codes[end..].iter().any(|&code| code != 0) {
        let found = Phrase::new("game {number}: moves after the end");
        return Err(refuse(found.with("number", number), "10 × row + column, or 0"));
    }
    let moves = codes[..end]
        .iter()
        .map(|&code| match (code / 10, code % 10) {
            (row @ 1..=8, column @ 1..=8) => Ok(format!("{}{row}", (b'a' + column - 1) as char)),
            _ => {
                let found = Phrase::new("game {number}: {found}");
                Err(refuse(
                    found.with("number", number).with("found", code),
                    "10 × row + column, or 0",
                ))
            }
        })
        .collect::<Result<_, _>>()?;
    Ok(Game {
        tournament: u16_at(raw, 0),
        players: [u16_at(raw, 2), u16_at(raw, 4)],
        score: raw[6],
        best: raw[7],
        moves,
    })
}

/// Writes a `.wtb` file. Fails on a move that is not a square or a game of
/// more than 60 moves.
pub fn write(archive: &Archive) -> Result<Vec<u8>, SyntaxError> {
    let (year, month, day) = archive.made;
    let mut out = vec![(year / 100) as u8, (year % 100) as u8, month, day];
    out.extend((archive.games.len() as u32).to_le_bytes());
    out.extend([0, 0]);
    out.extend(archive.year.to_le_bytes());
    out.extend([8, 0, archive.depth, 0]);
    for (index, game) in archive.games.iter().enumerate() {
        let number = index + 1;
        if game.moves.len() > MOVES {
            return Err(refuse(
                Phrase::new("game {number}: {moves} moves")
                    .with("number", number)
                    .with("moves", game.moves.len()),
                "at most 60",
            ));
        }
        for n in [game.tournament, game.players[0], game.players[1]] {
            out.extend(n.to_le_bytes());
        }
        out.extend([game.score, game.best]);
        let begun = out.len();
        for play in &game.moves {
            match *play.to_ascii_lowercase().as_bytes() {
                [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                    out.push((row - b'0') * 10 + column - b'a' + 1);
                }
                _ => {
                    let found = Phrase::new("game {number}: {found}");
                    return Err(refuse(
                        found.with("number", number).with("found", play),
                        "a square such as f5",
                    ));
                }
            }
        }
        out.resize(begun + MOVES, 0);
    }
    Ok(out)
}

/// Reads a file of names: `.jou` has 20 bytes a player, `.trn` 26 bytes a
/// tournament, padded with zeros, in Latin-1.
pub fn read_names(bytes: &[u8], width: usize) -> Result<Vec<String>, SyntaxError> {
    if bytes.len() < HEADER || width == 0 || !(bytes.len() - HEADER).is_multiple_of(width) {
        return Err(refuse(
            bytes_of(bytes),
            Phrase::new("16 bytes and {width} a name").with("width", width),
        ));
    }
    Ok(bytes[HEADER..]
        .chunks_exact(width)
        .map(|raw| raw.iter().take_while(|&&b| b != 0).map(|&b| b as char).collect())
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Archive {
        Archive {
            made: (2026, 11, 15),
            year: 2025,
            depth: 24,
            games: vec![
                Game {
                    tournament: 1,
                    players: [2, 300],
                    score: 40,
                    best: 42,
                    moves: vec!["f5".into(), "d6".into()],
                },
                Game { tournament: 0, players: [0, 1], score: 32, best: 32, moves: vec![] },
            ],
        }
    }

    #[test]
    fn an_archive_reads_back() {
        let bytes = write(&sample()).unwrap();
        assert_eq!(bytes.len(), HEADER + 2 * GAME);
        assert_eq!(bytes[HEADER + 8], 56, "f5 is row 5, column 6");
        assert_eq!(read(&bytes).unwrap(), sample());
        assert!(is_archive(&bytes) && !is_archive(&bytes[1..]));
        let text = "(;GM[2];B[fe])".repeat(20);
        assert!((0..text.len()).all(|length| !is_archive(&text.as_bytes()[..length])));
    }

    #[test]
    fn results_are_scores_and_back() {
        let game = |score| Game { score, ..sample().games[0].clone() };
        let score = |result: &str| result.parse().ok().and_then(score);
        for (result, discs) in [("B+64", 64), ("B+16", 40), ("0", 32), ("W+2", 31), ("W+64", 0)] {
            assert_eq!(game(discs).record(&[]).result, result);
            assert_eq!(score(result), Some(discs));
        }
        for (result, discs) in [("B+R", 64), ("W+Time", 0), ("w+", 0), ("Draw", 32)] {
            assert_eq!(score(result), Some(discs), "{result}");
        }
        for none in ["", "?", "Void", "B+100", "W+-2"] {
            assert_eq!(score(none), None, "{none}");
        }
        assert_eq!(game(65).record(&[]).result, "?");
        assert_eq!(game(NO_SCORE).record(&[]).result, "?");
    }

    #[test]
    fn what_an_archive_says_goes_into_the_next() {
        let records = sample().records(&[]);
        let scores = records.iter().map(|r| (r, r.result.parse().ok().and_then(score)));
        assert_eq!(Archive::of(&scores.collect::<Vec<_>>()), sample());
        let source = records[0].archived.unwrap();
        assert_eq!(source.to_string().parse(), Ok(source));
        assert_eq!("made=1 year=2".parse::<Source>(), Err(NoSource));
        // Of two archives neither the day nor the year is everybody's.
        let mut other = records[1].clone();
        other.archived = Some(Source { year: 1999, ..source });
        let both = Archive::of(&[(&records[0], Some(40)), (&other, None)]);
        assert_eq!((both.year, both.depth, both.games[1].score), (0, 0, NO_SCORE));
        assert_eq!(both.games[0], sample().games[0]);
    }

    #[test]
    fn truncated_and_impossible_files_are_refused() {
        let bytes = write(&sample()).unwrap();
        for cut in [0, 3, 15, 16, 17, bytes.len() - 1] {
            assert!(read(&bytes[..cut]).is_err(), "cut at {cut}");
        }
        let mut bad = bytes.clone();
        bad[HEADER + 8] = 99;
        assert!(read(&bad).is_err());
        // A move that is missing does not hide those after it.
        bad[HEADER + 8] = 0;
        assert!(read(&bad).unwrap_err().found().contains("moves after the end"));
        let mut huge = bytes;
        huge[4..8].fill(0xff);
        assert!(read(&huge).is_err());
        let mut long = sample();
        long.games[0].moves = vec!["a1".into(); 61];
        assert!(write(&long).is_err());
    }

    #[test]
    fn names_are_padded_with_zeros() {
        let mut bytes = vec![0; HEADER];
        for name in ["Tamenori", "Tastet"] {
            let mut raw = name.as_bytes().to_vec();
            raw.resize(20, 0);
            bytes.extend(raw);
        }
        assert_eq!(read_names(&bytes, 20).unwrap(), ["Tamenori", "Tastet"]);
        assert!(read_names(&bytes, 19).is_err());
    }
}
