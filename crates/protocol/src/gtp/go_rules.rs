//! Komi and rules of Go as controllers name them. Changing them changes
//! neither the stones nor whose they are, and takes no move back.

use serde_json::{Map, Value, json};
use sobremesa_go::{Go, Ko, Rules, Scoring};
use sobremesa_kernel::Points;

use super::commands::{Commands, syntax_error};
use super::{Answer, Command, Session};

type GoSession = Session<Go>;

pub(super) fn table() -> Commands<Go> {
    vec![
        Command { name: "komi", run: komi },
        Command { name: "get_komi", run: |s, _| Ok(s.rules.komi().to_string()) },
        Command { name: "kgs-rules", run: kgs_rules },
        Command { name: "kata-get-rules", run: |s, _| Ok(described(&s.rules).to_string()) },
        Command { name: "kata-set-rules", run: set_rules },
        Command { name: "kata-set-rule", run: set_rule },
    ]
}

/// Changes rules and nothing else: every position of the line becomes the
/// same position under the new ones.
fn adopt(session: &mut GoSession, rules: Rules) -> Answer {
    let mut line = Vec::with_capacity(session.past.len() + 1);
    for position in session.past.iter().map(|(before, _)| before).chain([&session.now]) {
        let changed = position.under(&rules, &line).ok_or("rules of another board")?;
        line.push(changed);
    }
    session.now = line.pop().ok_or("no position")?;
    for ((before, _), changed) in session.past.iter_mut().zip(line) {
        *before = changed;
    }
    session.rules = rules;
    Ok(String::new())
}

/// A number of points as komi, kept in halves: 6.75 and the like are rounded.
pub(crate) fn komi_of(number: f64) -> Option<Points> {
    const MOST: f64 = 1000.0;
    (-MOST..=MOST).contains(&number).then(|| Points::halves((number * 2.0).round() as i32))
}

fn komi(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let Some(Ok(number)) = arguments.first().map(|text| text.parse()) else {
        return syntax_error();
    };
    let komi = komi_of(number).ok_or("unacceptable komi")?;
    adopt(session, session.rules.with_komi(komi))
}

/// The four rules of KGS; its Chinese ones forbid every repetition.
fn kgs_rules(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let name = match arguments {
        ["chinese"] => "chinese-kgs",
        [name @ ("japanese" | "aga" | "new_zealand")] => name,
        _ => return Err("unknown rules".to_owned()),
    };
    let rules = named(&session.rules, name).ok_or("unknown rules")?;
    adopt(session, rules)
}

/// The rules in KataGo's words.
pub(crate) fn described(rules: &Rules) -> Value {
    let ko = match rules.ko() {
        Ko::Simple => "SIMPLE",
        Ko::Positional => "POSITIONAL",
        Ko::Situational => "SITUATIONAL",
    };
    let scoring = match rules.scoring() {
        Scoring::Standing | Scoring::Agreed => "AREA",
        Scoring::Territory => "TERRITORY",
    };
    json!({
        "hasButton": false,
        "ko": ko,
        "scoring": scoring,
        "suicide": false,
        "tax": "NONE",
        "whiteHandicapBonus": "0",
        // Whether one may pass with dead stones on the board.
        "friendlyPassOk": rules.scoring() != Scoring::Standing,
    })
}

/// The nearest there is here to rules that have a name, as in KataGo: nobody
/// claims that they are those of a country to the letter. `None` for rules
/// that count in some way of their own.
pub(crate) fn named(rules: &Rules, name: &str) -> Option<Rules> {
    let name = name.trim().to_ascii_lowercase().replace([' ', '_'], "-");
    let (ko, scoring) = match name.as_str() {
        "tromp-taylor" => (Ko::Positional, Scoring::Standing),
        "chinese" => (Ko::Simple, Scoring::Agreed),
        "chinese-ogs" | "chinese-kgs" => (Ko::Positional, Scoring::Agreed),
        "japanese" | "korean" => (Ko::Simple, Scoring::Territory),
        "aga" | "bga" | "french" | "new-zealand" => (Ko::Situational, Scoring::Agreed),
        _ => return None,
    };
    Some(rules.with_ko(ko).with_scoring(scoring))
}

/// One of KataGo's fields set to a value, or why that cannot be.
fn with_field(rules: Rules, key: &str, value: &Value) -> Result<Rules, String> {
    let cannot = || format!("{key} cannot be {value} here");
    let word = value.as_str().map(str::to_ascii_uppercase);
    match key {
        "ko" => {
            let ko = Ko::ALL.into_iter().find(|ko| Some(ko.name().to_ascii_uppercase()) == word);
            Ok(rules.with_ko(ko.ok_or_else(cannot)?))
        }
        "scoring" => match word.as_deref() {
            Some("TERRITORY") => Ok(rules.with_scoring(Scoring::Territory)),
            // How area is agreed on stays as it is.
            Some("AREA") if rules.scoring() == Scoring::Territory => {
                Ok(rules.with_scoring(Scoring::Agreed))
            }
            Some("AREA") => Ok(rules),
            _ => Err(cannot()),
        },
        "friendlyPassOk" => match (value, rules.scoring()) {
            // Territory is always agreed on.
            (Value::Bool(_), Scoring::Territory) => Ok(rules),
            (Value::Bool(true), _) => Ok(rules.with_scoring(Scoring::Agreed)),
            (Value::Bool(false), _) => Ok(rules.with_scoring(Scoring::Standing)),
            _ => Err(cannot()),
        },
        // Japanese rules tax seki, which is as near as ours come to them.
        "tax" => match (word.as_deref(), rules.scoring()) {
            (Some("NONE"), _) | (Some("SEKI"), Scoring::Territory) => Ok(rules),
            _ => Err(cannot()),
        },
        "suicide" | "hasButton" => match value {
            Value::Bool(false) => Ok(rules),
            _ => Err(cannot()),
        },
        // A bonus for handicap stones is a matter of komi.
        "whiteHandicapBonus" => match word.as_deref() {
            Some("0") => Ok(rules),
            Some("N" | "N-1") if rules.handicap() == 0 => Ok(rules),
            _ => Err(cannot()),
        },
        _ => Err(format!("unknown rule {key:?}")),
    }
}

/// Rules as a name or as an object of KataGo's fields.
pub(crate) fn read(rules: &Rules, value: &Value) -> Result<Rules, String> {
    match value {
        Value::String(name) => named(rules, name).ok_or_else(|| format!("unknown rules {name:?}")),
        Value::Object(fields) => {
            let mut rules = *rules;
            // What counts is decided first: taxes and passing go by it.
            let first = ["scoring", "friendlyPassOk"];
            let early = first.iter().filter_map(|key| fields.get_key_value(*key));
            let late = fields.iter().filter(|(key, _)| !first.contains(&key.as_str()));
            for (key, value) in early.chain(late) {
                rules = with_field(rules, key, value)?;
            }
            Ok(rules)
        }
        _ => Err("rules are a name or an object".to_owned()),
    }
}

fn set_rules(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let text = arguments.join(" ");
    let value = if text.trim_start().starts_with('{') {
        let fields: Map<String, Value> =
            serde_json::from_str(&text).map_err(|error| format!("no JSON object: {error}"))?;
        Value::Object(fields)
    } else {
        Value::String(text)
    };
    let rules = read(&session.rules, &value)?;
    adopt(session, rules)
}

fn set_rule(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let [key, value] = arguments else { return syntax_error() };
    let value = match value.to_ascii_lowercase().as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => Value::String((*value).to_owned()),
    };
    let rules = with_field(session.rules, key, &value)?;
    adopt(session, rules)
}
