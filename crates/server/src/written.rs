//! JSON that is written once and sent to many.

use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// Something written as JSON once, to be sent to many, alone or inside of
/// something else.
#[derive(Debug)]
pub struct Written(Box<RawValue>);

impl Written {
    /// Writes it.
    #[must_use]
    pub fn of(value: &impl Serialize) -> Written {
        Written(serde_json::value::to_raw_value(value).unwrap_or_else(|error| {
            // Only a bug in the types of this file can bring us here.
            tracing::error!(%error, "something cannot be written as JSON");
            RawValue::NULL.to_owned()
        }))
    }

    #[must_use]
    pub fn text(&self) -> &str {
        self.0.get()
    }
}

impl From<Box<RawValue>> for Written {
    fn from(raw: Box<RawValue>) -> Written {
        Written(raw)
    }
}

impl Default for Written {
    fn default() -> Written {
        Written(RawValue::NULL.to_owned())
    }
}

/// Puts what is written into something else.
///
/// # Errors
/// Those of the serializer.
pub fn shared<S: Serializer>(written: &Arc<Written>, to: S) -> Result<S::Ok, S::Error> {
    written.0.serialize(to)
}

/// Puts several that are written into something else, as a list.
///
/// # Errors
/// Those of the serializer.
pub fn all_shared<S: Serializer>(written: &[Arc<Written>], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(written.iter().map(|written| &written.0))
}
