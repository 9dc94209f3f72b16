//! Documents that are written in two languages.

use crate::parse::{Document, documents};

/// English, Spanish.
const TWINS: [(&str, &str); 6] = [
    ("README.md", "README.es.md"),
    ("docs/courses.md", "docs/cursos.md"),
    ("docs/rules.md", "docs/reglas.md"),
    ("docs/predicates.md", "docs/predicados.md"),
    ("docs/analysis.md", "docs/analisis.md"),
    ("docs/grade.md", "docs/calificar.md"),
];

/// Where the twins do not say the same: other headings, other commands, other
/// links, longer lists.
pub fn differences() -> Vec<String> {
    let all = documents();
    let find = |name: &str| all.iter().find(|document| document.name == name);
    let mut wrong = Vec::new();
    for (english, spanish) in TWINS {
        let (Some(en), Some(es)) = (find(english), find(spanish)) else {
            wrong.push(format!("{english} or {spanish} is not there"));
            continue;
        };
        let (en, es) = (outline(en), outline(es));
        let differ = en.iter().zip(&es).find(|(en, es)| en != es);
        if let Some((en, es)) = differ {
            wrong.push(format!("{english}: {en}\n{spanish}: {es}"));
        } else if en.len() != es.len() {
            let more = en.get(es.len()).or_else(|| es.get(en.len()));
            wrong.push(format!("{english} and {spanish}: only one of them has {more:?}"));
        }
    }
    wrong
}

/// What a document has, in order and without its words.
fn outline(document: &Document) -> Vec<String> {
    let mut outline = Vec::new();
    let mut inside = false;
    for line in document.text.lines() {
        if let Some(info) = line.strip_prefix("```") {
            inside = !inside;
            if inside {
                // Why something is not run is told in words.
                let kind = info.split("not-run").next().unwrap_or(info);
                outline.push(format!("fence {kind}"));
            }
        } else if inside {
            let command = line.starts_with("$ ") || line.starts_with("cargo ");
            if command || line.starts_with("sobremesa") {
                let command = line.split('#').next().unwrap_or(line).trim_end();
                outline.push(command.replace(" --lang es", "").replace(" --lang en", ""));
            }
        } else if line.starts_with('#') {
            let level = line.chars().take_while(|c| *c == '#').count();
            outline.push(format!("heading {level}"));
        } else if line.starts_with('|') {
            outline.push(format!("row of {}", line.matches('|').count()));
        } else if line.starts_with("- ") || line.starts_with("![") || line.starts_with("<img") {
            outline.push("item".to_owned());
        } else if line.starts_with("<!-- made") {
            outline.push(line.to_owned());
        }
        if !inside {
            let links = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            outline.extend(links.map(|link| format!("link {}", same(link))));
        }
    }
    outline
}

/// The English name of a file that has a Spanish twin, without its heading.
fn same(link: &str) -> String {
    let link = link.split('#').next().unwrap_or(link);
    for (english, spanish) in TWINS {
        let short = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
        if link == spanish || link == short(spanish) || link == format!("../{spanish}") {
            return format!("{link}<").replace(&format!("{}<", short(spanish)), &short(english));
        }
    }
    link.to_owned()
}
