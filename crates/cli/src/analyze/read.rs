//! The games to judge: a file of any format, or moves on the command line.

use std::fmt::Display;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail, ensure};
use sobremesa_games::files;
use sobremesa_games::replay::{ReplayError, replay};
use sobremesa_kernel::{AnyGame, GameEntry, PASS, SyntaxError};
use sobremesa_record::{Record, transcript};
use sobremesa_text::{Lang, say, tell};

use crate::start::Start;

/// A game of a file, or the one that was typed.
pub struct Given {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The game played to its end.
    pub game: Box<dyn AnyGame>,
    pub players: [String; 2],
}

/// Reads what was given: `@FILE`, `-`, a file that exists, or moves. A wrong
/// move is known before anything is thought about.
pub fn games(
    given: &str,
    entry: &'static GameEntry,
    start: &Start,
    only: Option<usize>,
    lang: Lang,
) -> anyhow::Result<Vec<Given>> {
    let named = given.strip_prefix('@');
    if given != "-" && named.is_none() && !Path::new(given).is_file() {
        match typed(given, entry, start, lang) {
            Ok(game) => {
                return Ok(vec![Given { number: 1, game, players: Default::default() }]);
            }
            // Of a file that is not there it is said that it is not there.
            Err(_) if looks_like_a_path(given) => {}
            Err(error) => return Err(error),
        }
    }
    let path = named.unwrap_or(given);
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        bytes
    } else {
        std::fs::read(path).with_context(|| path.to_owned())?
    };
    let games = files::read(&bytes).map_err(|error| unreadable(error, lang))?;
    let count = games.len();
    ensure!(
        only.is_none_or(|only| (1..=count).contains(&only)),
        say(lang, "judgement-no-such-game", &[("count", &count), ("number", &only.unwrap_or(0))])
    );
    let mut found = Vec::new();
    for (number, game) in (1..).zip(games) {
        if only.is_some_and(|only| only != number) {
            continue;
        }
        let read = || -> anyhow::Result<Given> {
            let record = game.map_err(|error| unreadable(error, lang))?;
            if record.game != entry.id {
                let game = say(lang, &format!("game-{}", record.game), &[]);
                bail!(say(lang, "cli-load-other-game", &[("file", &path), ("game", &game)]));
            }
            let game = replay(&record).map_err(|error| refused(error, lang))?;
            let Record { players, .. } = record;
            Ok(Given { number, game, players })
        };
        found.push(read().map_err(|error| {
            let which: [(&str, &dyn Display); 2] = [("number", &number), ("why", &error)];
            if count > 1 { anyhow!(say(lang, "cli-game-in-file", &which)) } else { error }
        })?);
    }
    Ok(found)
}

fn looks_like_a_path(given: &str) -> bool {
    let one_word = !given.contains(char::is_whitespace);
    one_word && (given.contains(['/', '\\']) || Path::new(given).extension().is_some())
}

fn unreadable(error: SyntaxError, lang: Lang) -> anyhow::Error {
    anyhow!(tell(lang, &error.into()))
}

fn refused(error: ReplayError, lang: Lang) -> anyhow::Error {
    match error {
        ReplayError::Unreadable(error) => unreadable(error, lang),
        ReplayError::Illegal { number, play, message, .. } => {
            move_refused(number, &play, &tell(lang, &message), lang)
        }
        other => anyhow!(other),
    }
}

fn move_refused(number: usize, play: &str, why: &str, lang: Lang) -> anyhow::Error {
    let words = [("number", &number as &dyn Display), ("move", &play), ("why", &why)];
    anyhow!(say(lang, "cli-move-refused", &words))
}

/// The moves of a command line, played from where `start` says.
fn typed(
    given: &str,
    entry: &'static GameEntry,
    start: &Start,
    lang: Lang,
) -> anyhow::Result<Box<dyn AnyGame>> {
    let mut game = start.open(entry, lang)?;
    let before = game.moves().len();
    for (number, play) in (before + 1..).zip(words(given, entry, lang)?) {
        // Some programs go on passing when the game is over.
        if play == PASS && game.outcome().is_some() {
            break;
        }
        // Transcripts leave forced passes out.
        if play != PASS && game.legal() == [PASS] {
            let _ = game.play(PASS);
        }
        game.play(&play)
            .map_err(|refusal| move_refused(number, &play, &tell(lang, &refusal.message), lang))?;
    }
    Ok(game)
}

/// The moves in a text: apart by blanks or commas, squares of a transcript and
/// columns of one digit also without.
fn words(given: &str, entry: &GameEntry, lang: Lang) -> anyhow::Result<Vec<String>> {
    if entry.facts.has_format("transcript") {
        let record = transcript::read(given).map_err(|error| unreadable(error, lang))?;
        return Ok(record.moves.into_iter().map(|m| m.play).collect());
    }
    let apart = given.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty());
    let columns = |word: &str| {
        let together =
            entry.facts.has_format("columns") && word.bytes().all(|byte| byte.is_ascii_digit());
        if together && given.trim() == word {
            word.chars().map(String::from).collect()
        } else {
            vec![word.to_owned()]
        }
    };
    Ok(apart.flat_map(columns).collect())
}
