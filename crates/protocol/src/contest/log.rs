//! A match in a directory: `log.txt` with the terms in its first line and a
//! line for every finished game, and each game as SGF.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::finished::{Ending, Finished};

const NAME: &str = "log.txt";
const TERMS: &str = "# match ";

/// The log of a match, held by one program at a time.
#[derive(Debug)]
pub struct Log {
    directory: PathBuf,
    file: File,
}

/// Why a match cannot be kept in a directory.
#[derive(Debug)]
pub enum LogError {
    Io(PathBuf, io::Error),
    /// A match of other terms is there.
    Other {
        found: String,
    },
    /// There are games, and nothing says of which match.
    Nameless,
    /// Another program is playing it.
    Busy,
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            LogError::Other { found } => write!(f, "another match is there: {found}"),
            LogError::Nameless => f.write_str("there are games of a match that is not named"),
            LogError::Busy => f.write_str("another program is playing this match"),
        }
    }
}

impl std::error::Error for LogError {}

impl Log {
    /// Opens the match of these terms in `directory`, which is made where
    /// there is none, with the games that are already played, by number.
    pub fn open(directory: &Path, terms: &str) -> Result<(Log, BTreeMap<u32, Finished>), LogError> {
        let path = directory.join(NAME);
        let wrong = |error| LogError::Io(path.clone(), error);
        fs::create_dir_all(directory).map_err(wrong)?;
        let options = OpenOptions::new().create(true).read(true).append(true).clone();
        let mut file = options.open(&path).map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(LogError::Busy),
            Err(fs::TryLockError::Error(error)) => return Err(wrong(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(wrong)?;
        // A last line without its end was cut short by a crash: its game is
        // played again, and nothing is written behind what is left of it.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(wrong)?;
            file.seek(SeekFrom::End(0)).map_err(wrong)?;
        }
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let mut lines = text.lines();
        match lines.next() {
            None => writeln!(file, "{TERMS}{terms}").map_err(wrong)?,
            Some(first) => match first.strip_prefix(TERMS) {
                Some(found) if found == terms => {}
                Some(found) => return Err(LogError::Other { found: found.to_owned() }),
                None => return Err(LogError::Nameless),
            },
        }
        let games = lines.filter_map(Finished::from_log_line).map(|game| (game.number, game));
        Ok((Log { directory: directory.to_owned(), file }, games.collect()))
    }

    /// Keeps a finished game: its record first, so that no line is without.
    pub fn keep(&mut self, game: &Finished) -> Result<(), LogError> {
        let path = self.directory.join(format!("{:05}.sgf", game.number));
        fs::write(&path, &game.sgf).map_err(|error| LogError::Io(path, error))?;
        // One write, so that a line is there or is not.
        let line = game.log_line() + "\n";
        self.file
            .write_all(line.as_bytes())
            .map_err(|error| LogError::Io(self.directory.join(NAME), error))
    }
}

impl Finished {
    /// The game as a line of the log (without its SGF).
    #[must_use]
    pub fn log_line(&self) -> String {
        let (end, by, why) = match &self.ending {
            Ending::Counted => ("counted", None, ""),
            Ending::Settled => ("settled", None, ""),
            Ending::Judged => ("judged", None, ""),
            Ending::TooLong => ("long", None, ""),
            Ending::Resigned { player } => ("resigned", Some(player), ""),
            Ending::Fault { player, why } => ("fault", Some(player), why.as_str()),
        };
        let line = format!(
            "{} first={} result={} end={end} by={} plies={} moves={},{} cpu_ms={},{} why={}",
            self.number,
            self.first,
            self.result,
            by.map_or("-".to_owned(), ToString::to_string),
            self.plies,
            self.moves[0],
            self.moves[1],
            self.cpu[0].as_millis(),
            self.cpu[1].as_millis(),
            why.escape_debug(),
        );
        line
    }

    /// Reads a log line back; everything but the SGF survives, times to the
    /// millisecond.
    #[must_use]
    pub fn from_log_line(line: &str) -> Option<Finished> {
        let (line, why) = line.split_once(" why=")?;
        let mut words = line.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let mut value = |key: &str| words.next()?.strip_prefix(key)?.strip_prefix('=');
        let first = value("first")?.parse().ok().filter(|first| *first < 2)?;
        let result = value("result")?.parse().ok()?;
        let end = value("end")?;
        let by = value("by")?.parse().ok().filter(|by: &usize| *by < 2);
        let ending = match end {
            "counted" => Ending::Counted,
            "settled" => Ending::Settled,
            "judged" => Ending::Judged,
            "long" => Ending::TooLong,
            "resigned" => Ending::Resigned { player: by? },
            "fault" => Ending::Fault { player: by?, why: why.to_owned() },
            _ => return None,
        };
        let pair = |text: &str| -> Option<[u64; 2]> {
            let (a, b) = text.split_once(',')?;
            Some([a.parse().ok()?, b.parse().ok()?])
        };
        let plies = value("plies")?.parse().ok()?;
        let moves = pair(value("moves")?)?.map(|n| n as u32);
        let cpu = pair(value("cpu_ms")?)?.map(Duration::from_millis);
        Some(Finished { number, first, result, ending, plies, moves, cpu, sgf: String::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32, ending: Ending, result: &str) -> Finished {
        Finished {
            number,
            first: 1,
            result: result.parse().unwrap(),
            ending,
            plies: 40,
            moves: [20, 20],
            cpu: [Duration::from_millis(5), Duration::from_millis(7)],
            sgf: "(;)".to_owned(),
        }
    }

    fn games() -> Vec<Finished> {
        let why = "played Z9 = no move, why=\u{7}not".escape_debug().to_string();
        vec![
            game(0, Ending::Counted, "B+3.5"),
            game(1, Ending::Settled, "W+0.5"),
            game(2, Ending::Judged, "0"),
            game(3, Ending::TooLong, "0"),
            game(4, Ending::Resigned { player: 0 }, "B+R"),
            game(5, Ending::Fault { player: 1, why }, "W+F"),
        ]
    }

    #[test]
    fn log_lines_read_back() {
        for game in games() {
            let read = Finished::from_log_line(&game.log_line()).unwrap();
            let again = Finished::from_log_line(&read.log_line());
            assert_eq!(read.ending.at_fault(), game.ending.at_fault());
            assert_eq!((read.result, read.winner()), (game.result, game.winner()));
            assert!(again.is_some() && !read.log_line().contains('\n'));
        }
        assert_eq!(games()[4].winner(), Some(1), "the player with Black");
        for wrong in ["", "3 first=x", "3 first=2 result=B+1 end=counted by=- plies=1 moves=1,1"] {
            assert_eq!(Finished::from_log_line(wrong), None);
        }
    }

    struct Directory(PathBuf);

    impl Directory {
        fn new(name: &str) -> Directory {
            let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Directory(path)
        }
    }

    impl Drop for Directory {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn wherever_a_log_is_cut_it_goes_on_whole() {
        let directory = Directory::new("log-cut");
        let games = games();
        let (mut log, none) = Log::open(&directory.0, "terms").unwrap();
        assert!(none.is_empty());
        games.iter().for_each(|game| log.keep(game).unwrap());
        drop(log);
        let path = directory.0.join(NAME);
        let all = fs::read(&path).unwrap();
        for cut in 0..all.len() {
            fs::write(&path, &all[..cut]).unwrap();
            let (mut log, played) = Log::open(&directory.0, "terms").unwrap();
            assert!(played.len() < games.len());
            for game in games.iter().filter(|game| !played.contains_key(&game.number)) {
                log.keep(game).unwrap();
            }
            drop(log);
            let again = String::from_utf8(fs::read(&path).unwrap()).unwrap();
            assert_eq!(again.as_bytes(), all, "cut at {cut}");
        }
    }

    #[test]
    fn a_directory_belongs_to_one_match_and_one_program() {
        let directory = Directory::new("log-terms");
        let (log, _) = Log::open(&directory.0, "these").unwrap();
        assert!(matches!(Log::open(&directory.0, "these"), Err(LogError::Busy)));
        drop(log);
        assert!(Log::open(&directory.0, "these").is_ok());
        match Log::open(&directory.0, "those") {
            Err(LogError::Other { found }) => assert_eq!(found, "these"),
            other => panic!("{other:?}"),
        }
        fs::write(directory.0.join(NAME), "0 first=0 winner=1\n").unwrap();
        assert!(matches!(Log::open(&directory.0, "these"), Err(LogError::Nameless)));
    }
}
