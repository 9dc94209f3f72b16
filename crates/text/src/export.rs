//! The catalogues for the page.

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;
use serde_json::{Map, Value, json};

use crate::{Lang, files};

/// The whole catalogue of a language as data that needs no Fluent parser.
///
/// An object from id to pattern. A pattern is an array whose elements are
/// - a string: text as it is;
/// - `{"arg": name}`: the argument;
/// - `{"arg": name, "select": {key: pattern, …}, "other": key}`: the variant
///   whose key is the argument itself or its plural category
///   (`Intl.PluralRules`), or else the one named by `other`.
#[must_use]
pub fn export(lang: Lang) -> Value {
    let mut messages = Map::new();
    for (_, text) in files(lang) {
        let resource = match parser::parse(*text) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let Some(value) = &message.value else { continue };
            messages.insert(message.id.name.to_owned(), pattern(value));
        }
    }
    Value::Object(messages)
}

fn pattern(of: &Pattern<&str>) -> Value {
    let mut elements: Vec<Value> = Vec::new();
    for element in &of.elements {
        match element {
            PatternElement::TextElement { value } => push_text(&mut elements, value),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                match inline {
                    InlineExpression::StringLiteral { value }
                    | InlineExpression::NumberLiteral { value } => push_text(&mut elements, value),
                    InlineExpression::VariableReference { id } => {
                        elements.push(json!({ "arg": id.name }));
                    }
                    // External the part of Fluent the files keep to; a test
                    // says so before anybody sees the gap.
                    _ => {}
                }
            }
            PatternElement::Placeable {
                expression:
                    Expression::Select {
                        selector: InlineExpression::VariableReference { id },
                        variants,
                    },
            } => {
                let mut cases = Map::new();
                let mut other = "other";
                for variant in variants {
                    let key = match variant.key {
                        VariantKey::Identifier { name } => name,
                        VariantKey::NumberLiteral { value } => value,
                    };
                    if variant.default {
                        other = key;
                    }
                    cases.insert(key.to_owned(), pattern(&variant.value));
                }
                elements.push(json!({ "arg": id.name, "select": cases, "other": other }));
            }
            PatternElement::Placeable { .. } => {}
        }
    }
    Value::Array(elements)
}

/// Neighbouring pieces of text become one.
fn push_text(elements: &mut Vec<Value>, text: &str) {
    match elements.last_mut() {
        Some(Value::String(last)) => last.push_str(text),
        _ => elements.push(Value::String(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plural_is_exported_with_its_variants() {
        assert_eq!(
            export(Lang::En)["common-moves-played"],
            json!([{
                "arg": "count",
                "select": {
                    "one": [{ "arg": "count" }, " move played"],
                    "other": [{ "arg": "count" }, " moves played"],
                },
                "other": "other",
            }])
        );
    }
}
