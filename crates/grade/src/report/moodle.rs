//! Moodle's grading worksheet: the file it gives, with marks and feedback.

use sobremesa_text::Lang;

use super::data::Report;
use super::text::{number, text};

/// A worksheet that cannot be filled in.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum WrongWorksheet {
    #[error("the worksheet has no column {0}")]
    Column(&'static str),
    #[error("line {0} of the worksheet has {1} cells; its first line has {2}")]
    Cells(usize, usize, usize),
}

/// What the columns are called by Moodle in English and in Spanish.
const IDENTIFIER: &[&str] = &["Identifier", "Identificador"];
const NAME: &[&str] = &["Full name", "Nombre completo"];
const GRADE: &[&str] = &["Grade", "Calificación"];
const FEEDBACK: &[&str] = &["Feedback comments", "Comentarios de retroalimentación"];

/// The same file with the marks and the feedback of those who were graded, told
/// by Moodle's number or else by name; everything else stays as it is.
pub fn filled_in(
    worksheet: &str,
    reports: &[Report],
    lang: Lang,
) -> Result<String, WrongWorksheet> {
    let (mark, worksheet) = match worksheet.strip_prefix('\u{feff}') {
        Some(rest) => ("\u{feff}", rest),
        None => ("", worksheet),
    };
    let mut rows = rows(worksheet);
    let Some(head) = rows.first().cloned() else {
        return Err(WrongWorksheet::Column("Identifier"));
    };
    let column = |names: &[&'static str]| {
        let found = head.iter().position(|cell| names.contains(&cell.trim()));
        found.ok_or(WrongWorksheet::Column(names[0]))
    };
    let (identifier, name) = (column(IDENTIFIER)?, column(NAME)?);
    let (grade, feedback) = (column(GRADE)?, column(FEEDBACK)?);
    for (n, row) in rows.iter_mut().enumerate().skip(1) {
        if row.len() != head.len() {
            return Err(WrongWorksheet::Cells(n + 1, row.len(), head.len()));
        }
        // `Participant 123`, `Participante 123`.
        let id: Option<u64> =
            row[identifier].split_whitespace().last().and_then(|word| word.parse().ok());
        let same = |report: &&Report| match report.participant {
            Some(participant) => Some(participant) == id,
            None => report.submission.trim() == row[name].trim(),
        };
        if let Some(report) = reports.iter().find(same) {
            row[grade] = number(report.mark.points);
            // Whose it is the row says.
            let text = text(report, lang);
            row[feedback] = text.split_once('\n').map_or("", |(_, rest)| rest).to_owned();
        }
    }
    let lines = rows
        .iter()
        .map(|row| row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n");
    Ok(mark.to_owned() + &lines.collect::<String>())
}

/// The cells of a CSV file, row by row.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut letters = text.chars().peekable();
    let mut quoted = false;
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().expect("there is a row");
        let cell = row.last_mut().expect("there is a cell");
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            ',' if !quoted => row.push(String::new()),
            '\r' if !quoted && letters.peek() == Some(&'\n') => {}
            '\n' if !quoted => rows.push(vec![String::new()]),
            letter => cell.push(letter),
        }
    }
    if rows.last().is_some_and(|row| row.len() == 1 && row[0].is_empty()) {
        rows.pop();
    }
    rows
}

fn quoted(cell: &str) -> String {
    // A spreadsheet would reckon what begins like a formula.
    let formula = cell.starts_with(['=', '+', '@']);
    match formula || cell.contains(['"', ',', '\n', '\r', ' ']) {
        true => format!("\"{}{}\"", if formula { "'" } else { "" }, cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "\u{feff}Identifier,\"Full name\",Grade,\"Feedback comments\"\r\n\
        \"Participant 7\",\"Ana \"\"la\"\" Paz\",,\r\n\"Participant 8\",\"Luis, Gil\",,old\r\n";

    fn report(participant: Option<u64>, name: &str) -> Report {
        let mut report: Report = Report::blank("go");
        report.participant = participant;
        report.submission = name.to_owned();
        report.mark.points = 61.5;
        report
    }

    #[test]
    fn a_worksheet_comes_back_with_marks_and_nothing_else_changed() {
        assert_eq!(filled_in(SHEET, &[], Lang::En).unwrap(), SHEET);
        let reports = [report(Some(7), "Ana"), report(None, "Luis, Gil")];
        let filled = filled_in(SHEET, &reports, Lang::En).unwrap();
        let rows = rows(filled.trim_start_matches('\u{feff}'));
        assert_eq!(rows[1][..3], ["Participant 7", "Ana \"la\" Paz", "61.5"]);
        assert_eq!(rows[2][2], "61.5");
        assert!(rows[2][3].contains("61.5"), "{:?}", rows[2]);
    }

    #[test]
    fn what_is_no_worksheet_is_refused() {
        assert_eq!(filled_in("a,b\n", &[], Lang::En), Err(WrongWorksheet::Column("Identifier")));
        let short = SHEET.replace(",old", "");
        assert_eq!(filled_in(&short, &[], Lang::En), Err(WrongWorksheet::Cells(3, 3, 4)));
    }
}
