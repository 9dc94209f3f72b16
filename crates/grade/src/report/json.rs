//! Reports for programs, in the form that check50 prints and with everything
//! that was found beside it.

use serde_json::{Value, json};
use sobremesa_text::{Lang, say};

use super::data::{Finding, Report, TaskReport};

/// One submission: `results` is what check50 says, `report` is all of it.
#[must_use]
pub fn json(report: &Report, lang: Lang) -> Value {
    let slug = format!("sobremesa/{}", report.course);
    let results: Vec<Value> = report.tasks.iter().map(|task| result(task, lang)).collect();
    let mut all = serde_json::to_value(report).unwrap_or_default();
    words(&mut all, lang);
    json!({ "slug": slug, "version": report.version, "results": results, "report": all })
}

fn result(task: &TaskReport, lang: Lang) -> Value {
    let rationale = task.wrong.first().map(|finding| sentence(finding, lang));
    let query =
        |finding: &Finding| finding.counterexample.as_ref().map(|example| example.query.clone());
    let help = task.wrong.first().and_then(query);
    json!({
        "name": task.task,
        "description": task.sheet,
        "passed": task.is_right(),
        "log": task.wrong.iter().filter_map(query).collect::<Vec<_>>(),
        "cause": rationale.map(|rationale| json!({ "rationale": rationale, "help": help })),
        "data": { "points": task.points, "of": task.of },
        "dependency": null,
    })
}

/// What a finding says in words.
#[must_use]
pub fn sentence(finding: &Finding, lang: Lang) -> String {
    match finding.misreading {
        Some(id) => say(lang, id, &[]),
        None => say(lang, finding.what, &[]),
    }
}

/// Puts the sentence beside every key of one.
fn words(value: &mut Value, lang: Lang) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| words(item, lang)),
        Value::Object(object) => {
            let said: Vec<(String, Value)> = ["what", "misreading", "ended"]
                .into_iter()
                .filter_map(|key| {
                    let id = object.get(key)?.as_str()?;
                    sobremesa_text::has(id)
                        .then(|| (format!("{key}_words"), Value::from(say(lang, id, &[]))))
                })
                .collect();
            object.extend(said);
            object.values_mut().for_each(|item| words(item, lang));
        }
        _ => {}
    }
}
