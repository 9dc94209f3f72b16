//! Where a game starts: the options that several commands share.

use std::ffi::OsString;
use std::fmt::{Display, Write as _};
use std::fs;
use std::io::Read as _;
use std::time::Duration;

use anyhow::{Context as _, bail};
use sobremesa_kernel::{AnyGame, Game, GameEntry, Position};
use sobremesa_text::{Lang, say, tell};

use crate::exit::WrongArguments;

/// Where a game starts: the options that `play`, `perft` and others share.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Start {
    /// Board size, such as 9 or 5x7; short for --rules size=….
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,

    /// The rules of a preset by its name (see `sobremesa games`); --size and --rules change them.
    #[arg(long, value_name = "PRESET")]
    pub preset: Option<String>,

    /// Rules as key=value pairs, such as "size=9 komi=7", or the name of a preset (see
    /// `sobremesa games`).
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    pub rules: String,

    /// Begin from a diagram: its text, @FILE, or - for standard input.
    #[arg(long, value_name = "DIAGRAM", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Play these moves first, separated by blanks or commas.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub moves: String,
}

impl Start {
    /// The rules: those of the preset, if one is named, changed by what else
    /// was given.
    pub fn rules(&self, entry: &GameEntry, lang: Lang) -> anyhow::Result<String> {
        // A preset may stand where rules do; no rule is a word alone.
        let alone = Some(self.rules.trim()).filter(|word| {
            !word.is_empty() && !word.contains('=') && !word.contains(char::is_whitespace)
        });
        let rules = if alone.is_some() { "" } else { self.rules.trim() };
        let mut own = rules.to_owned();
        if let Some(size) = &self.size {
            if !entry.options().iter().any(|option| option.key == "size") {
                let name = say(lang, &format!("game-{}", entry.id), &[]);
                bail!(say(lang, "cli-one-size", &[("game", &name)]));
            }
            let _ = write!(own, " size={size}");
        }
        let own = own.trim();
        let Some(name) = self.preset.as_deref().or(alone) else { return Ok(own.to_owned()) };
        let preset = preset(entry, name, lang)?;
        let key = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
        let changed: Vec<String> = own.split_whitespace().map(key).collect();
        let kept = preset.split_whitespace().filter(|pair| !changed.contains(&key(pair)));
        Ok(kept.chain(own.split_whitespace()).collect::<Vec<_>>().join(" "))
    }

    /// The same, with the preset of a size that is all that was given: who
    /// asks for a small board of Go wants its komi and its counting too.
    #[must_use]
    pub fn with_usual_preset(mut self, entry: &GameEntry) -> Start {
        if self.preset.is_some() || !self.rules.is_empty() || self.position.is_some() {
            return self;
        }
        let Some(size) = &self.size else { return self };
        let wanted = format!("size={size}");
        let has = |rules: &str| rules.split_whitespace().any(|pair| pair == wanted);
        if let Some(preset) = entry.presets().into_iter().find(|preset| has(&preset.rules)) {
            let kept = preset.rules.split_whitespace().filter(|pair| *pair != wanted);
            self.rules = kept.collect::<Vec<_>>().join(" ");
        }
        self
    }

    /// The diagram to begin from, if one was given.
    pub fn diagram(&self) -> anyhow::Result<Option<String>> {
        let Some(given) = &self.position else { return Ok(None) };
        if given == "-" {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text)?;
            return Ok(Some(text));
        }
        if let Some(path) = given.strip_prefix('@') {
            let text = fs::read_to_string(path).with_context(|| path.to_owned())?;
            return Ok(Some(text));
        }
        // So that a diagram fits on a command line.
        Ok(Some(given.replace("\\n", "\n")))
    }

    /// The moves to play first.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        self.moves.split([' ', ',', '\n', '\t']).filter(|word| !word.is_empty())
    }

    /// A match set up as asked.
    pub fn open(&self, entry: &'static GameEntry, lang: Lang) -> anyhow::Result<Box<dyn AnyGame>> {
        let opened = match self.diagram()? {
            Some(diagram) => entry.set_up(&self.rules(entry, lang)?, &diagram),
            None => entry.start(&self.rules(entry, lang)?),
        };
        let mut game = opened.map_err(|error| anyhow::anyhow!(tell(lang, &error.into())))?;
        for (index, text) in self.moves().enumerate() {
            if let Err(refusal) = game.play(text) {
                bail!(refused(lang, index, text, &tell(lang, &refusal.message)));
            }
        }
        Ok(game)
    }

    /// The same as a position with its own type.
    pub fn position<G: Game>(&self, lang: Lang) -> anyhow::Result<G::Position> {
        let explain =
            |error: sobremesa_kernel::SyntaxError| anyhow::anyhow!(tell(lang, &error.into()));
        let rules = self.rules(find(G::ID, lang)?, lang)?.parse().map_err(explain)?;
        let mut position = match self.diagram()? {
            Some(diagram) => G::Position::parse(&rules, &diagram).map_err(explain)?,
            None => G::Position::start(&rules),
        };
        for (index, text) in self.moves().enumerate() {
            let refuse = |message: &sobremesa_kernel::Message| {
                anyhow::anyhow!(refused(lang, index, text, &tell(lang, message)))
            };
            let m = text
                .parse()
                .map_err(|error: sobremesa_kernel::SyntaxError| refuse(&error.into()))?;
            position.play(m).map_err(|illegal| refuse(&illegal.into()))?;
        }
        Ok(position)
    }
}

fn refused(lang: Lang, index: usize, text: &str, why: &str) -> String {
    say(lang, "cli-move-refused", &[("number", &(index + 1)), ("move", &text), ("why", &why)])
}

/// A command that is not there for a game, and the games for which it is.
#[derive(Debug, PartialEq)]
pub struct NotFor {
    command: String,
    game: &'static str,
    games: Vec<&'static str>,
}

impl NotFor {
    /// In words, as wrong arguments.
    pub fn told(&self, lang: Lang) -> anyhow::Error {
        let name = |id: &&'static str| say(lang, &format!("game-{id}"), &[]);
        let games = self.games.iter().map(name).collect::<Vec<_>>().join(", ");
        let words: [(&str, &dyn Display); 3] =
            [("command", &self.command), ("game", &name(&self.game)), ("games", &games)];
        WrongArguments(say(lang, "cli-not-for", &words)).into()
    }
}

/// Puts a game's own name where another of its names stands for a command of
/// its own (`solve ceritos`), which is known by that name alone.
pub fn with_the_own_name(
    arguments: &mut [OsString],
    program: &clap::Command,
) -> Result<(), NotFor> {
    let mut command = None;
    let mut at = 1;
    while let Some(word) = arguments.get(at).and_then(|word| word.to_str()) {
        if word.starts_with('-') {
            // The one option that takes a value and may stand before a game.
            at += 1 + usize::from(word == "--lang");
            continue;
        }
        let Some(of) = command else {
            let Some(found) = program.find_subcommand(word) else { break };
            command = Some(found);
            at += 1;
            continue;
        };
        let games: Vec<&'static str> = of
            .get_subcommands()
            .filter_map(|sub| {
                sobremesa_games::find(sub.get_name()).filter(|e| e.id == sub.get_name())
            })
            .map(|entry| entry.id)
            .collect();
        if games.is_empty() || of.find_subcommand(word).is_some() {
            break;
        }
        let Some(entry) = sobremesa_games::find(word) else { break };
        if !games.contains(&entry.id) {
            return Err(NotFor { command: of.get_name().to_owned(), game: entry.id, games });
        }
        arguments[at] = entry.id.into();
        break;
    }
    Ok(())
}

/// The rules of a preset, by its whole name or without the game's.
fn preset(entry: &GameEntry, name: &str, lang: Lang) -> anyhow::Result<String> {
    let presets = entry.presets();
    let short =
        |id: &'static str| id.strip_prefix(entry.id).map(|rest| rest.trim_start_matches('-'));
    let found = presets.iter().find(|preset| preset.id == name || short(preset.id) == Some(name));
    found.map(|preset| preset.rules.clone()).ok_or_else(|| {
        let names: Vec<&str> = presets.iter().map(|preset| preset.id).collect();
        let game = say(lang, &format!("game-{}", entry.id), &[]);
        anyhow::anyhow!(say(
            lang,
            "cli-unknown-preset",
            &[("found", &name), ("game", &game), ("presets", &names.join(", "))]
        ))
    })
}

/// The level asked for, or the usual one; an error if there is no such level.
pub fn level(wanted: Option<u8>, usual: u8, levels: usize, lang: Lang) -> anyhow::Result<u8> {
    let level = wanted.unwrap_or(usual);
    anyhow::ensure!(
        usize::from(level) < levels,
        say(lang, "cli-no-such-level", &[("level", &level), ("most", &(levels - 1))])
    );
    Ok(level)
}

/// The seconds a move that an engine is given; an error if nobody could wait.
pub fn time(seconds: Option<f64>, lang: Lang) -> anyhow::Result<Option<Duration>> {
    const MOST: f64 = 1e6;
    anyhow::ensure!(
        seconds.is_none_or(|seconds| (0.0..MOST).contains(&seconds)),
        say(lang, "cli-time-range", &[("most", &MOST)])
    );
    Ok(seconds.map(Duration::from_secs_f64))
}

/// The game of that name, or an error that lists the names.
pub fn find(name: &str, lang: Lang) -> anyhow::Result<&'static GameEntry> {
    sobremesa_games::find(name).ok_or_else(|| {
        let names: Vec<&str> = sobremesa_games::all().map(|entry| entry.id).collect();
        anyhow::anyhow!(say(
            lang,
            "cli-unknown-game",
            &[("found", &name), ("games", &names.join(", "))]
        ))
    })
}
