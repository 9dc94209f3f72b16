//! Why something was refused, as it crosses the wire.

use std::collections::BTreeMap;

use serde::Serialize;
use sobremesa_kernel as kernel;
use utoipa::ToSchema;

/// Something went wrong, said for people (`reason`, a catalogue key with its
/// arguments) and for developers (`detail`, English).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    pub reason: Reason,
    pub detail: String,
}

/// A sentence of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Reason {
    pub id: &'static str,
    pub args: BTreeMap<&'static str, Argument>,
}

/// What fills a placeable of a sentence: text as it is, or words of the
/// catalogue with arguments of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Argument {
    Text(String),
    Words { id: String, args: BTreeMap<&'static str, String> },
}

impl From<kernel::Message> for Reason {
    fn from(message: kernel::Message) -> Reason {
        let args = message.args.into_iter();
        Reason { id: message.id, args: args.map(|(name, value)| (name, value.into())).collect() }
    }
}

impl From<kernel::Argument> for Argument {
    fn from(value: kernel::Argument) -> Argument {
        match value {
            kernel::Argument::Text(text) => Argument::Text(text),
            kernel::Argument::Phrase(phrase) => match sobremesa_text::phrase_id(&phrase) {
                Some(id) => Argument::Words { id, args: phrase.args().iter().cloned().collect() },
                None => Argument::Text(phrase.to_string()),
            },
        }
    }
}
