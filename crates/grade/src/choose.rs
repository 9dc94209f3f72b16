//! Which files of a submission are the program: by the predicates they define,
//! not by their names.

use crate::examine::Task;
use crate::intake::File;
use crate::report::Note;

/// The files to load, and what to say about the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    pub files: Vec<String>,
    pub notes: Vec<Note>,
}

/// The files that define the predicates asked for, as few as do.
#[must_use]
pub fn choose(files: &[File], tasks: &[Task]) -> Chosen {
    let mut found: Vec<(&File, Vec<bool>)> = files
        .iter()
        .filter(|file| is_prolog(file))
        .map(|file| (file, defines(&file.bytes, tasks)))
        .collect();
    let count = |defined: &[bool]| defined.iter().filter(|&&defined| defined).count();
    // The most predicates first; then the least deep, and the latest of copies
    // is not known, so the shortest name.
    found.sort_by_key(|(file, defined)| {
        let depth = file.path.matches('/').count();
        (std::cmp::Reverse(count(defined)), depth, file.path.len(), file.path.clone())
    });
    let mut chosen = Chosen::default();
    let mut have = vec![false; tasks.len()];
    for (file, defined) in found {
        let new = defined.iter().zip(&have).any(|(&defined, &have)| defined && !have);
        if new {
            have.iter_mut().zip(&defined).for_each(|(have, &defined)| *have |= defined);
            chosen.files.push(file.path.clone());
        } else if defined.contains(&true) {
            let note = Note { what: "grade-note-not-taken", about: file.path.clone() };
            chosen.notes.push(note);
        }
    }
    chosen
}

/// Whether the files define most of what is asked for.
#[must_use]
pub fn is_whole(files: &[File], tasks: &[Task]) -> bool {
    let mut have = vec![false; tasks.len()];
    for file in files.iter().filter(|file| is_prolog(file)) {
        let defined = defines(&file.bytes, tasks);
        have.iter_mut().zip(defined).for_each(|(have, defined)| *have |= defined);
    }
    2 * have.iter().filter(|&&have| have).count() >= tasks.len()
}

fn is_prolog(file: &File) -> bool {
    let name = file.path.to_ascii_lowercase();
    [".pl", ".pro", ".prolog", ".p", ".swipl"].iter().any(|ending| name.ends_with(ending))
}

/// Which predicates a text has clauses of, by what its lines begin with.
fn defines(bytes: &[u8], tasks: &[Task]) -> Vec<bool> {
    let text = without_comments(&sobremesa_text::decode(bytes));
    tasks
        .iter()
        .map(|task| {
            text.lines().any(|line| {
                std::iter::once(&task.predicate).chain(task.aliases).any(|name| {
                    let head = line.trim_start().strip_prefix(name).map(str::trim_start);
                    head.is_some_and(|rest| rest.starts_with('('))
                })
            })
        })
        .collect()
}

/// A text with blanks where comments are.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['%', '/', '\'', '"']) {
        let (before, from) = rest.split_at(at);
        kept.push_str(before);
        let skipped = if from.starts_with('%') {
            from.find('\n').unwrap_or(from.len())
        } else if let Some(inside) = from.strip_prefix("/*") {
            inside.find("*/").map_or(from.len(), |end| end + 4)
        } else if from.starts_with('/') {
            kept.push('/');
            1
        } else {
            // `0'c` is a number, and a quoted atom ends on its line.
            let quote = &from[..1];
            let line = from.find('\n').unwrap_or(from.len());
            let end = from[1..line].find(quote).map_or(1, |end| end + 2);
            kept.push_str(&from[..end]);
            end
        };
        rest = &from[skipped..];
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    static TASKS: &[Task] = &[
        Task { predicate: "uno", arity: 1, aliases: &[], sheet: "" },
        Task { predicate: "dos", arity: 2, aliases: &[], sheet: "" },
    ];

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), bytes: text.as_bytes().to_owned() }
    }

    #[test]
    fn files_are_chosen_by_what_they_define() {
        let files = [
            file("viejo.pl", "uno(1)."),
            file("a/tp.pl", "% uno(\nuno(1).\n dos (1,2)."),
            file("notas.txt", "uno(1). dos(1,2)."),
            file("otro.pl", "/* uno(1). */ tres(X) :- uno(X)."),
        ];
        let chosen = choose(&files, TASKS);
        assert_eq!(chosen.files, ["a/tp.pl"]);
        assert_eq!(chosen.notes.len(), 1, "{:?}", chosen.notes);
        assert!(is_whole(&files, TASKS));
    }

    #[test]
    fn what_is_in_two_files_is_taken_from_both() {
        let files = [file("dos.pl", "dos(1,2)."), file("uno.pl", ":- [dos].\nuno(1).")];
        assert_eq!(choose(&files, TASKS).files, ["dos.pl", "uno.pl"]);
    }

    #[test]
    fn comments_and_quotes_hide_no_clause() {
        let text = "a :- X = 0'%, b.\nuno(X) :- X = '%'.\n/* x\ndos(1,2). */\n";
        assert_eq!(defines(text.as_bytes(), TASKS), [true, false]);
    }
}
