//! Reading and writing terms, against what SWI-Prolog prints.

use std::collections::HashMap;

use sobremesa_kernel::Rng;
use sobremesa_prolog::{Heap, PrologError, quoted, read_term};

fn write(text: &str) -> Result<String, PrologError> {
    let mut heap = Heap::new(1 << 24);
    let read = read_term(&mut heap, text).map_err(|fault| PrologError::syntax(&fault))?;
    Ok(quoted(&heap, read.term, &HashMap::new()).expect("short"))
}

/// Variables have numbers of their own: `_12` becomes `_`.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        out.push(c);
        if c == '_' && !out.ends_with(|c: char| c.is_alphabetic()) {
            while chars.next_if(char::is_ascii_digit).is_some() {}
        }
    }
    out
}

#[test]
fn terms_are_read_and_written_as_swi_prolog_does() {
    let mut wrong = Vec::new();
    for line in include_str!("data/writeq.tsv").lines().filter(|line| !line.starts_with("# ")) {
        let (text, expected) = line.split_once('\t').expect("two columns");
        let found = match write(text) {
            Ok(text) => plain(&text),
            Err(problem) => problem.formal,
        };
        if found != expected {
            wrong.push(format!("{text}   gives   {found}   not   {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is written reads back as the same term, whatever was read.
#[test]
fn what_is_written_reads_back() {
    let lines: Vec<&str> = include_str!("data/writeq.tsv")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .flat_map(|line| line.split('\t'))
        .collect();
    let mut rng = Rng::new(5);
    let mut read = 0;
    for _ in 0..40_000 {
        // Two lines cut and joined at random places, some with a piece between.
        let pieces =
            ["", " ", ",", "(", ")", "[", "|", "-", "- ", "'", "\"", ":-", "f(", "1", "X", "\\"];
        let mut cut = |end: bool| {
            let line = lines[rng.below(lines.len() as u32) as usize];
            let chars: Vec<char> = line.chars().collect();
            let at = rng.below(chars.len() as u32 + 1) as usize;
            let part = if end { &chars[at..] } else { &chars[..at] };
            part.iter().collect::<String>()
        };
        let (start, end) = (cut(false), cut(true));
        let text = format!("{start}{}{end}", rng.pick(&pieces).expect("not empty"));
        let Ok(once) = write(&text) else { continue };
        let twice = write(&once).unwrap_or_else(|e| panic!("{text}  writes  {once}: {e}"));
        assert_eq!(plain(&once), plain(&twice), "{text}");
        read += 1;
    }
    assert!(read > 5_000, "only {read} texts were terms");
}
