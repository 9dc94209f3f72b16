//! The files that `sobremesa grade` writes: pages, JUnit's XML and Moodle's
//! worksheet.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use sobremesa_grade::report::{self, Report};
use sobremesa_text::{Lang, say};

/// Writes the pages and the XML that were asked for.
pub fn write(
    reports: &[Report],
    html: Option<&Path>,
    junit: Option<&Path>,
    lang: Lang,
) -> anyhow::Result<()> {
    if let Some(directory) = html {
        fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
        let mut pages: Vec<(String, &Report)> = Vec::new();
        for report in reports {
            let name = free_name(&report.submission, &pages);
            put(&directory.join(&name), &report::html(report, lang))?;
            pages.push((name, report));
        }
        put(&directory.join("index.html"), &report::index(&pages, lang))?;
    }
    if let Some(path) = junit {
        put(path, &report::junit(reports, lang))?;
    }
    Ok(())
}

/// Fills in a copy of Moodle's worksheet, beside it: `marks.csv` becomes
/// `marks-graded.csv`.
pub fn fill_in(worksheet: &Path, reports: &[Report], lang: Lang) -> anyhow::Result<()> {
    let shown = worksheet.display().to_string();
    let text = fs::read_to_string(worksheet).with_context(|| shown.clone())?;
    let filled =
        report::filled_in(&text, reports, lang).map_err(|error| anyhow!("{shown}: {error}"))?;
    let mut name = worksheet.file_stem().map_or_else(OsString::new, ToOwned::to_owned);
    name.push("-graded.csv");
    let path: PathBuf = worksheet.with_file_name(name);
    put(&path, &filled)?;
    say_written(&path, lang);
    Ok(())
}

/// Says where a file was put.
fn say_written(path: &Path, lang: Lang) {
    use std::io::Write as _;
    let written = say(lang, "grade-written", &[("file", &path.display())]);
    // That nobody reads it is no error.
    let _ = writeln!(std::io::stderr(), "{written}");
}

fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())
}

/// A file name of letters, digits and dashes that no other page has.
fn free_name(submission: &str, pages: &[(String, &Report)]) -> String {
    let plain: String = submission
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
        .take(80)
        .collect();
    (1..)
        .map(|n| if n == 1 { format!("{plain}.html") } else { format!("{plain}-{n}.html") })
        .find(|name| name != "index.html" && pages.iter().all(|(other, _)| other != name))
        .expect("numbers do not end")
}
