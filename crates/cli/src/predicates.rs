//! `sobremesa predicates`: the table of predicates, for people, as a page of
//! documentation and as the modules of the SWI-Prolog pack.

use std::fmt::Write as _;
use std::io::{self, Write};

use anyhow::bail;
use serde_json::{Value, json};
use sobremesa_prolog::quoted_name;
use sobremesa_prolog::registry::{MODULES, Predicate};
use sobremesa_text::{Lang, say};

use crate::{Context, wrap};

/// List the Prolog predicates, module by module.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One module; all of them when absent
    module: Option<String>,
    /// As a Markdown page
    #[arg(long)]
    markdown: bool,
    /// As the SWI-Prolog module file of the pack
    #[arg(long, requires = "module", conflicts_with = "markdown")]
    pack: bool,
    /// Write JSON, for programs
    #[arg(long, conflicts_with_all = ["markdown", "pack"])]
    json: bool,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    if let Some(name) = &args.module
        && !MODULES.iter().any(|(module, _)| module == name)
    {
        let known: Vec<&str> = MODULES.iter().map(|(module, _)| *module).collect();
        bail!(say(lang, "prolog-no-module", &[("name", name), ("known", &known.join(", "))]));
    }
    let mut out = io::stdout().lock();
    match &args.module {
        _ if args.markdown => out.write_all(markdown(lang).as_bytes())?,
        Some(module) if args.pack => out.write_all(pack(module).as_bytes())?,
        module if args.json => writeln!(out, "{:#}", described(lang, module.as_deref()))?,
        module => list(lang, module.as_deref(), &mut out)?,
    }
    Ok(())
}

fn chosen(
    module: Option<&str>,
) -> impl Iterator<Item = &'static (&'static str, &'static [Predicate])> {
    MODULES.iter().filter(move |(name, _)| module.is_none_or(|module| module == *name))
}

/// The table for programs, with the words of the language.
fn described(lang: Lang, wanted: Option<&str>) -> Value {
    let predicate = |predicate: &Predicate| {
        json!({
            "name": predicate.name,
            "arity": predicate.args.len(),
            "arguments": predicate.args,
            "determinism": predicate.determinism.name(),
            "about": say(lang, &predicate.key(), &[]),
            "example": predicate.example,
        })
    };
    let module = |(name, predicates): &(&str, &[Predicate])| {
        json!({
            "module": name,
            "about": say(lang, &format!("prolog-{name}"), &[]),
            "predicates": predicates.iter().map(predicate).collect::<Vec<_>>(),
        })
    };
    chosen(wanted).map(module).collect()
}

/// Prints the table for people.
pub fn list(lang: Lang, module: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    let shown = |words: String| wrap::on(&io::stdout(), &words);
    for (name, predicates) in chosen(module) {
        let about = format!("  {}", say(lang, &format!("prolog-{name}"), &[]));
        writeln!(out, "{name}\n{}\n", shown(about))?;
        for predicate in *predicates {
            writeln!(out, "  {} is {}", predicate.head(), predicate.determinism.name())?;
            writeln!(out, "{}", shown(format!("      {}", say(lang, &predicate.key(), &[]))))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The page `docs/predicates.md`.
fn markdown(lang: Lang) -> String {
    let mut page = format!("# {}\n", say(lang, "prolog-modules", &[]));
    page += "\n<!-- Printed by `sobremesa predicates --markdown`; a test keeps it so. -->\n";
    for (name, predicates) in MODULES {
        let _ = write!(page, "\n## {name}\n\n{}\n", say(lang, &format!("prolog-{name}"), &[]));
        for predicate in *predicates {
            let _ = write!(
                page,
                "\n### `{}` is {}\n\n{}\n\n{} `?- {}.`\n",
                predicate.head(),
                predicate.determinism.name(),
                say(lang, &predicate.key(), &[]),
                say(lang, "prolog-example", &[]),
                predicate.example
            );
        }
    }
    page
}

/// The module file of the pack: exports, documentation, the foreign library
/// and the declarations that let a sandbox call it.
fn pack(module: &str) -> String {
    let say = |id: &str| say(Lang::En, id, &[]);
    let predicates: Vec<&Predicate> = chosen(Some(module)).flat_map(|(_, all)| *all).collect();
    let exports: Vec<String> =
        predicates.iter().map(|p| format!("{}/{}", quoted_name(p.name), p.args.len())).collect();
    let mut text = format!(
        ":- encoding(utf8).\n:- module({module}, [{}]).\n\n\
         % Printed by `sobremesa predicates {module} --pack`; a test keeps it so.\n\n\
         /** <module> {}\n*/\n\n\
         :- use_foreign_library(foreign(sobremesa)).\n\
         :- reexport(library(sobremesa)).\n\n\
         :- multifile sandbox:safe_primitive/1.\n",
        exports.join(", "),
        say(&format!("prolog-{module}"))
    );
    for predicate in predicates {
        let variables = vec!["_"; predicate.args.len()].join(",");
        let _ = write!(
            text,
            "\n%!  {} is {}.\n%\n%   {}\n\nsandbox:safe_primitive({module}:{}({variables})).\n",
            predicate.head().replace(", ", ",").replace(',', ", "),
            predicate.determinism.name(),
            say(&predicate.key()),
            quoted_name(predicate.name)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> String {
        let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[test]
    fn the_documentation_page_is_up_to_date() {
        let hint = "run: sobremesa --lang en predicates --markdown > docs/predicates.md";
        assert_eq!(file("docs/predicates.md"), markdown(Lang::En), "{hint}");
    }

    #[test]
    fn the_modules_of_the_pack_are_up_to_date() {
        for (module, _) in MODULES {
            let hint =
                format!("run: sobremesa predicates {module} --pack > pack/prolog/{module}.pl");
            assert_eq!(file(&format!("pack/prolog/{module}.pl")), pack(module), "{hint}");
        }
    }

    #[test]
    fn every_predicate_is_explained_in_both_languages() {
        for (module, predicates) in MODULES {
            assert!(sobremesa_text::has(&format!("prolog-{module}")));
            for predicate in *predicates {
                assert!(sobremesa_text::has(&predicate.key()), "{}", predicate.key());
            }
        }
    }
}
