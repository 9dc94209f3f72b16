//! The types of what crosses the wire, for the page's modules: written from our
//! own description, so that a renamed field is an error of `tsc` and not of a
//! visitor. `UPDATE=1` writes them anew.

mod common;

use common::{Scratch, Table};
use serde_json::{Map, Value};

/// A schema as a type of TypeScript; `deep` is how far its fields are indented.
fn typed(schema: &Value, deep: usize) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return name.to_owned();
    }
    let each = |key: &str| -> Option<Vec<String>> {
        Some(schema[key].as_array()?.iter().map(|schema| typed(schema, deep)).collect())
    };
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(parts) = each("oneOf").or_else(|| each("anyOf")) {
        return parts.join(" | ");
    }
    if let Some(parts) = each("allOf") {
        return parts.join(" & ");
    }
    if let Some(types) = schema["type"].as_array() {
        let one = |kind: &Value| {
            let mut schema = schema.clone();
            schema["type"] = kind.clone();
            typed(&schema, deep)
        };
        return types.iter().map(one).collect::<Vec<_>>().join(" | ");
    }
    match schema["type"].as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => {
            let item = typed(&schema["items"], deep);
            match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
                (Some(2), Some(2)) => format!("[{item}, {item}]"),
                _ => format!("Array<{item}>"),
            }
        }
        Some("object") => match (&schema["properties"], &schema["additionalProperties"]) {
            (Value::Object(fields), _) => object(fields, &schema["required"], deep),
            (_, Value::Object(_)) => {
                format!("Record<string, {}>", typed(&schema["additionalProperties"], deep))
            }
            _ => "object".to_owned(),
        },
        Some(kind) => kind.to_owned(),
        None => panic!("of what type is {schema}?"),
    }
}

fn object(fields: &Map<String, Value>, required: &Value, deep: usize) -> String {
    let needed =
        |name: &str| required.as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let indent = "  ".repeat(deep + 1);
    let lines: String = fields
        .iter()
        .map(|(name, schema)| {
            let mark = if needed(name) { "" } else { "?" };
            format!("{indent}{name}{mark}: {};\n", typed(schema, deep + 1))
        })
        .collect();
    format!("{{\n{lines}{}}}", "  ".repeat(deep))
}

#[tokio::test]
async fn the_pages_types_are_those_of_the_description() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let description = table.get("/api/openapi.json").await.json();
    table.close().await;
    let schemas = description["components"]["schemas"].as_object().expect("schemas");
    assert!(schemas.len() > 40, "{} schemas", schemas.len());
    let mut text = String::from(
        "// What crosses the wire, made from the description of the interface by\n\
         // `UPDATE=1 cargo test -p sobremesa-server --test types`.\n\n\
         declare namespace Wire {\n",
    );
    for (name, schema) in schemas {
        text += &format!("  type {name} = {};\n", typed(schema, 1));
    }
    text += "}\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/types/wire.d.ts");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &text).expect("it can be written");
    }
    let kept = std::fs::read_to_string(path).expect("the types");
    assert!(kept == text, "run `UPDATE=1 cargo test -p sobremesa-server --test types`");
}
