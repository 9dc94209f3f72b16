//! The command line in the language of the person: `--help`, and what is said
//! of wrong arguments.
//!
//! The words are the catalogue's `help-<command>` and
//! `help-<command>-<argument>`; what the catalogue does not have keeps the
//! words of the doc comment. `othello-arbitro` and `othello-jugar` include this
//! file too, so it uses nothing else of the program.

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, Error};
use sobremesa_text::{Lang, has, say};

/// Reads the command line. Help and what is wrong are said in the language
/// that it asks for, or else in `lang`; then the program ends.
pub fn arguments(command: Command, lang: Lang) -> ArgMatches {
    let lang = language(std::env::args_os()).unwrap_or(lang);
    let error = match translate(command, lang).try_get_matches() {
        Ok(matches) => return matches,
        Err(error) => error,
    };
    match complaint(&error, lang) {
        // clap's own words, or help, which is no error.
        None => error.exit(),
        Some(words) => {
            // That standard error is closed is not worth another error.
            let _ = writeln!(io::stderr(), "{words}");
            std::process::exit(error.exit_code());
        }
    }
}

/// What is wrong with the arguments, where it is not left to clap, whose words
/// are English.
fn complaint(error: &Error, lang: Lang) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    };
    let argument = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    let (id, what, more) = match error.kind() {
        _ if lang == Lang::En => return None,
        ErrorKind::MissingRequiredArgument => ("help-error-missing", argument, String::new()),
        ErrorKind::UnknownArgument => ("help-error-unknown", argument, String::new()),
        ErrorKind::InvalidSubcommand => {
            ("help-error-command", context(ContextKind::InvalidSubcommand), String::new())
        }
        ErrorKind::ArgumentConflict => {
            ("help-error-conflict", argument, context(ContextKind::PriorArg))
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            ("help-error-no-value", argument, String::new())
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            ("help-error-value", value, argument)
        }
        _ => return None,
    };
    let mut words = say(lang, id, &[("what", &what), ("more", &more)]);
    let valid = context(ContextKind::ValidValue);
    let why = std::error::Error::source(error).map_or(valid, ToString::to_string);
    if !why.is_empty() {
        words = format!("{words} ({why})");
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.trim_start_matches("Usage:").trim();
        words = format!("{words}\n\n{} {usage}", say(lang, "help-usage", &[]));
    }
    Some(format!("{words}\n\n{}", say(lang, "help-error-more", &[])))
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

/// The command with its help in `lang`.
pub fn translate(command: Command, lang: Lang) -> Command {
    let headings = Headings::new(lang);
    let flag = |name: &'static str, short: char, action: ArgAction| {
        let words = say(lang, &format!("help-{name}"), &[]);
        Arg::new(name).short(short).long(name).action(action).help(words)
    };
    let command = command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(flag("help", 'h', ArgAction::Help).global(true))
        .arg(flag("version", 'V', ArgAction::Version));
    below(command, "help", &headings, lang)
}

/// The titles within a help text.
struct Headings {
    usage: String,
    commands: &'static str,
    options: &'static str,
    arguments: &'static str,
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
        .subcommand_help_heading(headings.commands);
    if has(id) {
        command = command.about(say(lang, id, &[]));
    }
    command = command.mut_args(|argument| {
        let heading = if argument.is_positional() { headings.arguments } else { headings.options };
        let own = format!("{id}-{}", argument.get_id());
        let shared = format!("help-any-{}", argument.get_id());
        let argument = argument.help_heading(heading);
        match [own, shared].into_iter().find(|message| has(message)) {
            Some(message) => argument.help(say(lang, &message, &[])),
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
