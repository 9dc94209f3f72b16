//! What is kept of a match, for the people it is about.

use serde_json::{Value, json};
use sobremesa_store::Stored;

/// Everything but what the seats' secrets are recognised by.
pub fn told(stored: &Stored) -> Value {
    let mut header = json!(stored.header);
    if let Some(seats) = header.get_mut("seats").and_then(Value::as_array_mut) {
        for seat in seats.iter_mut().filter_map(Value::as_object_mut) {
            seat.remove("secret");
        }
    }
    let events: Vec<Value> = stored
        .events
        .iter()
        .map(|(at, event)| {
            let mut event = json!(event);
            event["at"] = json!(at.0);
            event
        })
        .collect();
    json!({ "id": stored.id, "created": stored.created, "header": header, "events": events })
}
