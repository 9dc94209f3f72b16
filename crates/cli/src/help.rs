//! The command line in the language of the person: `--help`, and what is said
//! of wrong arguments.
//!
//! The words are the catalogue's `help-<command>`, `help-<command>-long` for
//! all that a command says of itself, and `help-<command>-<argument>` or
//! `help-any-<argument>`; a test holds the catalogue to every one of them.
//! `othello-arbitro` and `othello-jugar` include this
//! file too, so it uses nothing else of the program.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, Error};
use sobremesa_kernel::Phrase;
use sobremesa_text::{Lang, has, phrase, phrase_id, say};

/// Reads the command line. Help and what is wrong are said in the language
/// that it asks for, or else in `lang`; then the program ends. `id` is the
/// message of the whole program.
pub fn arguments(command: Command, id: &str, arguments: Vec<OsString>, lang: Lang) -> ArgMatches {
    let lang = language(arguments.iter().cloned()).unwrap_or(lang);
    let error = match translate(command, id, lang).try_get_matches_from(arguments) {
        Ok(matches) => return matches,
        Err(error) => error,
    };
    if lang != Lang::En && !error.use_stderr() {
        // Help, which is no error; the one word of clap's own is in the usage.
        let coloured = io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let words = error.render();
        let words = if coloured { words.ansi().to_string() } else { words.to_string() };
        // That nobody reads it is not worth an error.
        let _ = write!(io::stdout(), "{}", own_words(&words, lang));
        std::process::exit(error.exit_code());
    }
    match complaint(&error, lang) {
        // clap's own words.
        None => error.exit(),
        Some(words) => {
            // That standard error is closed is not worth another error.
            let _ = writeln!(io::stderr(), "{words}");
            std::process::exit(error.exit_code());
        }
    }
}

/// What is wrong with the arguments; `None` where it is left to clap, whose
/// words are English.
fn complaint(error: &Error, lang: Lang) -> Option<String> {
    if lang == Lang::En {
        return None;
    }
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    let prior = context(ContextKind::PriorArg);
    let (id, what, more) = match error.kind() {
        // The help of a command that wants another: it is translated already.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return Some(own_words(error.render().to_string().trim_end(), lang));
        }
        ErrorKind::MissingRequiredArgument => ("help-error-missing", argument, String::new()),
        ErrorKind::UnknownArgument => ("help-error-unknown", argument, String::new()),
        ErrorKind::InvalidSubcommand => {
            ("help-error-command", context(ContextKind::InvalidSubcommand), String::new())
        }
        ErrorKind::MissingSubcommand => {
            ("help-error-subcommand", context(ContextKind::InvalidSubcommand), String::new())
        }
        ErrorKind::ArgumentConflict if argument == prior => {
            ("help-error-twice", argument, String::new())
        }
        ErrorKind::ArgumentConflict => ("help-error-conflict", argument, prior),
        ErrorKind::InvalidValue if value.is_empty() => {
            ("help-error-no-value", argument, String::new())
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            ("help-error-value", value, argument)
        }
        ErrorKind::TooManyValues => ("help-error-many", value, argument),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues | ErrorKind::NoEquals => {
            ("help-error-number", argument, String::new())
        }
        ErrorKind::InvalidUtf8 => ("help-error-utf8", String::new(), String::new()),
        _ => ("help-error-other", String::new(), String::new()),
    };
    let mut words = say(lang, id, &[("what", &what), ("more", &more)]);
    let valid = [ContextKind::ValidValue, ContextKind::ValidSubcommand].map(|kind| {
        let Some(ContextValue::Strings(texts)) = error.get(kind) else { return String::new() };
        texts.join(", ")
    });
    // A reason without words in the language is left out; a test looks for
    // such reasons.
    let why = match std::error::Error::source(error) {
        Some(source) => reason(source, lang).unwrap_or_default(),
        None => valid.concat(),
    };
    if !why.is_empty() {
        words = format!("{words} ({why})");
    }
    let similar =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let similar = similar.map(context).into_iter().find(|words| !words.is_empty());
    if let Some(what) = similar {
        words = format!("{words}\n\n{}", say(lang, "help-similar", &[("what", &what)]));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = own_words(&usage.to_string(), lang);
        let usage = usage.trim_start_matches("Usage:").trim();
        words = format!("{words}\n\n{} {usage}", say(lang, "help-usage", &[]));
    }
    Some(format!("{words}\n\n{}", say(lang, "help-error-more", &[])))
}

/// Why a value was refused, in a language that is not English. The reasons of
/// numbers are the library's, those of our own readers are phrases of the
/// catalogue. `None` where there are no words for it.
fn reason(source: &(dyn std::error::Error + 'static), lang: Lang) -> Option<String> {
    let said = |id: &str| Some(say(lang, id, &[]));
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return match error.kind() {
            IntErrorKind::Empty => said("help-why-empty"),
            IntErrorKind::PosOverflow => said("help-why-large"),
            IntErrorKind::NegOverflow => said("help-why-small"),
            _ => said("help-why-integer"),
        };
    }
    if source.is::<ParseFloatError>() {
        return said("help-why-number");
    }
    let text = source.to_string();
    // clap says "70 is not in 0..=60", and "0 is not in 1..18446744073709551615"
    // of a range that is open above.
    if let Some((least, most)) =
        text.split_once(" is not in ").and_then(|(_, range)| range.split_once(".."))
    {
        return Some(match most.strip_prefix('=') {
            Some(most) => say(lang, "help-why-range", &[("least", &least), ("most", &most)]),
            None => say(lang, "help-why-least", &[("least", &least)]),
        });
    }
    // The program ends with this, so the words may stay.
    let words = Phrase::new(text.leak());
    phrase_id(&words).map(|_| phrase(lang, &words))
}

/// A text of clap's with its one word that cannot be set.
fn own_words(text: &str, lang: Lang) -> String {
    text.replace("[OPTIONS]", &format!("[{}]", say(lang, "help-word-options", &[])))
}

/// The language asked for on the command line, read before clap reads
/// anything.
pub fn language(arguments: impl Iterator<Item = OsString>) -> Option<Lang> {
    // An argument may be any bytes; those that name a language are text.
    let mut arguments =
        arguments.map(|argument| argument.to_string_lossy().into_owned()).peekable();
    while let Some(argument) = arguments.next() {
        let value = match argument.strip_prefix("--lang") {
            Some("") => arguments.peek().cloned(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        if let Some(lang) = value.and_then(|value| Lang::from_tag(&value)) {
            return Some(lang);
        }
    }
    None
}

/// The command with its help in `lang`; `id` is its message.
pub fn translate(command: Command, id: &str, lang: Lang) -> Command {
    let headings = Headings::new(lang);
    let flag = |name: &'static str, short: char, action: ArgAction| {
        let words = say(lang, &format!("help-{name}"), &[]);
        Arg::new(name).short(short).long(name).action(action).help(words)
    };
    let command = command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .disable_help_subcommand(true)
        .arg(flag("help", 'h', ArgAction::Help).global(true))
        .arg(flag("version", 'V', ArgAction::Version));
    below(command, id, &headings, lang)
}

/// The titles within a help text.
struct Headings {
    usage: String,
    commands: &'static str,
    options: &'static str,
    arguments: &'static str,
    command: &'static str,
}

impl Headings {
    fn new(lang: Lang) -> Headings {
        // clap keeps headings as static text; these are made once a run.
        let fixed = |id: &str| -> &'static str { say(lang, id, &[]).leak() };
        Headings {
            usage: say(lang, "help-usage", &[]),
            commands: fixed("help-commands"),
            options: fixed("help-options"),
            arguments: fixed("help-arguments"),
            command: fixed("help-word-command"),
        }
    }
}

/// Translates a command and all below it; `id` is its message.
fn below(mut command: Command, id: &str, headings: &Headings, lang: Lang) -> Command {
    let usage = &headings.usage;
    command = command
        .help_template(format!(
            "{{before-help}}{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}"
        ))
        .subcommand_help_heading(headings.commands)
        .subcommand_value_name(headings.command);
    if has(id) {
        command = command.about(say(lang, id, &[]));
    }
    let long = format!("{id}-long");
    if has(&long) {
        command = command.long_about(say(lang, &long, &[]));
    }
    command = command.mut_args(|argument| {
        let heading = if argument.is_positional() { headings.arguments } else { headings.options };
        let own = format!("{id}-{}", argument.get_id());
        let shared = format!("help-any-{}", argument.get_id());
        let argument = argument.help_heading(heading);
        match [own, shared].into_iter().find(|message| has(message)) {
            Some(message) => said(argument, &say(lang, &message, &[]), lang),
            None => argument,
        }
    });
    let names: Vec<String> =
        command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    for name in names {
        let id = format!("{id}-{name}");
        // clap hands global arguments down only where they are not yet, and
        // only later: one with words of its own is handed down here.
        let own: Vec<Arg> = command
            .get_arguments()
            .filter(|argument| argument.is_global_set())
            .filter(|argument| has(&format!("{id}-{}", argument.get_id())))
            .cloned()
            .collect();
        command = command.mut_subcommand(&name, |sub| below(sub.args(own), &id, headings, lang));
    }
    command
}

/// An argument with its help, and with what clap would add to it (the usual
/// value, the possible ones, the variable) in the language.
fn said(argument: Arg, help: &str, lang: Lang) -> Arg {
    // One line has no more to say in full than in short.
    let argument = argument.help(help.to_owned()).long_help(None::<&str>);
    if lang == Lang::En {
        return argument;
    }
    let joined = |words: Vec<String>| Some(words.join(", ")).filter(|words| !words.is_empty());
    let takes_value = argument.get_action().takes_values();
    let usual: Vec<String> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy().into()).collect();
    let possible = argument.get_possible_values();
    let possible = possible.iter().filter(|value| !value.is_hide_set());
    let possible: Vec<String> = possible.map(|value| value.get_name().to_owned()).collect();
    let aliases = argument.get_visible_aliases().unwrap_or_default();
    let aliases = aliases.iter().map(|alias| format!("--{alias}")).collect();
    let variable = argument.get_env().map(|name| name.to_string_lossy().into_owned());
    let notes = [
        ("help-note-env", variable),
        (
            "help-note-default",
            joined(usual).filter(|_| takes_value && !argument.is_hide_default_value_set()),
        ),
        (
            "help-note-values",
            joined(possible).filter(|_| takes_value && !argument.is_hide_possible_values_set()),
        ),
        ("help-note-aliases", joined(aliases)),
    ];
    let mut help = help.to_owned();
    for (id, value) in notes {
        if let Some(value) = value {
            help = format!("{help} [{}]", say(lang, id, &[("value", &value)]));
        }
    }
    let names: Vec<&'static str> =
        named(&argument).iter().map(|name| &*in_words(name, lang).leak()).collect();
    let argument = argument.help(help).hide_env(true);
    match takes_value {
        true => argument.value_names(names).hide_default_value(true).hide_possible_values(true),
        false => argument,
    }
}

/// The name of a value, each word of it in the language: `FILE.sgf` is
/// `ARCHIVO.sgf`.
fn in_words(name: &str, lang: Lang) -> String {
    let word = |part: &str| {
        let id = word_id(part);
        if has(&id) { say(lang, &id, &[]) } else { part.to_owned() }
    };
    pieces(name).map(word).collect()
}

/// The message of a word of a value's name.
fn word_id(word: &str) -> String {
    format!("help-word-{}", word.to_lowercase())
}

/// The words in capitals that a value's name is made of, and what is between
/// them.
fn pieces(name: &str) -> impl Iterator<Item = &str> {
    let capital = |byte: &u8| byte.is_ascii_uppercase();
    name.as_bytes()
        .chunk_by(move |a, b| capital(a) == capital(b))
        .filter_map(|piece| std::str::from_utf8(piece).ok())
}

/// The names of an argument's values, as the usage shows them.
fn named(argument: &Arg) -> Vec<String> {
    match argument.get_value_names() {
        Some(names) => names.iter().map(ToString::to_string).collect(),
        None => vec![argument.get_id().as_str().replace('_', "-").to_uppercase()],
    }
}

/// Words of values' names that need no translation: letters that stand for a
/// number, names of formats and benchmarks, words that Spanish has too, and
/// those of the courses' programs, which are Spanish.
#[cfg(test)]
const SAME: [&str; 15] = [
    "N", "BITS", "CIDR", "COLOR", "ELO", "ENTRADA", "FFO", "HOST", "KOMI", "NIVEL", "PERFT",
    "SALIDA", "SHELL", "TABLERO", "URL",
];

/// What has no words in the catalogue, of a command and all below it.
#[cfg(test)]
pub fn wordless(command: &Command, id: &str) -> Vec<String> {
    // Words of one language alone show as the same in both.
    let told = |id: &str| has(id) && say(Lang::Es, id, &[]) != say(Lang::En, id, &[]);
    let mut missing = Vec::new();
    if !told(id) {
        missing.push(id.to_owned());
    }
    let long = format!("{id}-long");
    if command.get_long_about().is_some() && !told(&long) {
        missing.push(long);
    }
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        let name = argument.get_id().as_str();
        if ["help", "version"].contains(&name) {
            continue;
        }
        let own = format!("{id}-{name}");
        if !told(&own) && !told(&format!("help-any-{name}")) {
            missing.push(own);
        }
        if argument.get_action().takes_values() {
            let names = named(argument);
            let words = names.iter().flat_map(|name| pieces(name)).filter(|word| {
                word.bytes().all(|byte| byte.is_ascii_uppercase())
                    && !SAME.contains(word)
                    && !told(&word_id(word))
            });
            missing.extend(words.map(word_id));
        }
    }
    for below in command.get_subcommands() {
        missing.extend(wordless(below, &format!("{id}-{}", below.get_name())));
    }
    missing
}

/// What is said in English, or not at all, of every mistake that can be made
/// with the arguments of a command and all below it when Spanish is asked for;
/// and the kinds of mistake that were met.
#[cfg(test)]
pub fn english(command: Command, id: &str) -> (Vec<String>, Vec<ErrorKind>) {
    // Words of an English sentence that are no argument, value or name.
    const ENGLISH: [&str; 28] = [
        "the",
        "is",
        "not",
        "invalid",
        "expected",
        "found",
        "required",
        "cannot",
        "with",
        "was",
        "were",
        "such",
        "digit",
        "string",
        "empty",
        "for",
        "missing",
        "unexpected",
        "argument",
        "value",
        "values",
        "number",
        "but",
        "too",
        "large",
        "small",
        "usage",
        "[options]",
    ];
    let mut command = translate(command, id, Lang::Es);
    command.build();
    let name = command.get_name().to_owned();
    let (mut wrong, mut kinds) = (Vec::new(), Vec::new());
    for line in mistakes(&command, &[name.into()]) {
        let Err(error) = command.clone().try_get_matches_from(&line) else { continue };
        if !error.use_stderr() {
            continue;
        }
        if !kinds.contains(&error.kind()) {
            kinds.push(error.kind());
        }
        let said = complaint(&error, Lang::Es).unwrap_or_else(|| error.to_string());
        let word = said.split_whitespace().map(|word| {
            word.trim_matches(|c: char| !c.is_alphanumeric() && !"-[]".contains(c)).to_lowercase()
        });
        if let Some(word) = word.into_iter().find(|word| ENGLISH.contains(&word.as_str())) {
            wrong.push(format!("{line:?}: {word} in {said}"));
        }
        if let Some(source) = std::error::Error::source(&error)
            && reason(source, Lang::Es).is_none_or(|words| words == source.to_string())
        {
            wrong.push(format!("{line:?}: no words for: {source}"));
        }
    }
    (wrong, kinds)
}

/// Lines of arguments that are likely to be wrong, for a command and all below
/// it: every argument with values of many kinds, none, too many and twice,
/// every two arguments together, and words that nobody knows.
#[cfg(test)]
fn mistakes(command: &Command, path: &[OsString]) -> Vec<Vec<OsString>> {
    let with = |more: &[OsString]| [path, more].concat();
    let words = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
    let mut lines =
        vec![with(&[]), with(&words(&["--lang=es"])), with(&words(&["--no-such-option"]))];
    lines.push(with(&words(&["nothing", "of", "this", "kind", "is", "known", "here"])));
    let bad = ["", "x", "-1", "1.5", "0", "99999999999999999999999", "1e999", "1..2", "9999999"];
    let mut before = Vec::new();
    let mut good = Vec::new();
    for argument in command.get_arguments() {
        let usual = argument.get_possible_values();
        let usual: OsString = match (usual.first(), argument.get_default_values().first()) {
            (_, Some(value)) => value.into(),
            (Some(value), None) => value.get_name().into(),
            (None, None) => "1".into(),
        };
        let Some(long) = argument.get_long() else {
            for value in bad {
                lines.push(with(&[&before[..], &[value.into()]].concat()));
            }
            before.push(usual);
            continue;
        };
        let set = |value: &OsString| {
            let mut word = OsString::from(format!("--{long}="));
            word.push(value);
            word
        };
        let alone: OsString = format!("--{long}").into();
        lines.push(with(std::slice::from_ref(&alone)));
        lines.extend(bad.iter().map(|value| with(&[set(&value.into())])));
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt as _;
            lines.push(with(&[set(&OsString::from_vec(vec![0xff]))]));
        }
        let right = if argument.get_action().takes_values() { set(&usual) } else { alone };
        lines.push(with(&[right.clone(), right.clone()]));
        good.push(right);
    }
    for (index, one) in good.iter().enumerate() {
        for other in &good[..index] {
            lines.push(with(&[one.clone(), other.clone()]));
            lines.push(with(&[&before[..], &[one.clone(), other.clone()]].concat()));
        }
    }
    for below in command.get_subcommands() {
        lines.extend(mistakes(below, &with(&[below.get_name().into()])));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_read_before_the_rest() {
        let read = |line: &str| language(line.split(' ').map(OsString::from));
        assert_eq!(read("sobremesa play go --lang es --help"), Some(Lang::Es));
        assert_eq!(read("sobremesa --lang=es-UY"), Some(Lang::Es));
        assert_eq!(read("sobremesa --lang en --lang es"), Some(Lang::En));
        assert_eq!(read("sobremesa --lang fr games"), None);
    }
}
