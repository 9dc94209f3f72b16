//! The description of the interface: for machines at `/api/openapi.json`, for
//! people at `/api`.

use std::fmt::Write as _;

use axum::response::Html;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::Ref;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::{addresses, http, wire};

#[derive(OpenApi)]
#[openapi(
    info(title = "Sobremesa", description = "Go, Connect 4, Dots and Boxes and Othello: \
        create a match, play it, watch it. The websocket is described in docs/WIRE.md."),
    paths(addresses::addresses, http::games, http::start, http::text, http::create, http::import_record, http::list, http::look, http::earlier,
        http::export_match, http::moves, http::delete, http::play, http::mark, http::agree_dead, http::resume, http::undo, http::draw, http::rematch, http::again, http::resign,
        http::accept, http::decline, http::hint, http::estimate, http::connect),
    components(schemas(wire::ClientMessage, wire::ServerMessage, crate::export::Format)),
    modifiers(&Secrets, &Always)
)]
struct Description;

/// A seat's secret is a bearer token.
struct Secrets;

impl Modify for Secrets {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        openapi.components.get_or_insert_default().add_security_scheme("secret", scheme);
    }
}

/// What any request may be answered with, whatever it asks for.
struct Always;

const ALWAYS: [(&str, &str); 2] = [
    ("408", "it took longer than a request may"),
    ("500", "the record of the match is damaged, or a bug; the other matches are well"),
];

impl Modify for Always {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let operations = openapi.paths.paths.values_mut().flat_map(|path| {
            [&mut path.get, &mut path.post, &mut path.delete].into_iter().filter_map(Option::as_mut)
        });
        for operation in operations {
            for (status, about) in ALWAYS {
                let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem")));
                let response = ResponseBuilder::new()
                    .description(about)
                    .content("application/json", content.build())
                    .build();
                operation
                    .responses
                    .responses
                    .entry(status.to_owned())
                    .or_insert_with(|| response.into());
            }
        }
    }
}

pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/api/openapi.json", get(|| async { Json(Description::openapi()) }))
        .route("/api", get(|| async { Html(readable()) }))
}

/// The description as a plain page: no script, no outside host.
fn readable() -> String {
    let description = serde_json::to_value(Description::openapi()).unwrap_or_default();
    let mut page = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Sobremesa: API</title>\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <link rel=\"icon\" href=\"/page/icon.svg\" type=\"image/svg+xml\">\
         <link rel=\"stylesheet\" href=\"/page/style/base.css\">\
         <link rel=\"stylesheet\" href=\"/page/style/api.css\"></head><body><main class=\"api\">\
         <p><a href=\"/\">Sobremesa</a></p><h1>Sobremesa: API</h1>",
    );
    let text = |value: &Value| escape(value.as_str().unwrap_or_default());
    let _ = write!(
        page,
        "<p>{}</p><p><a href=\"/api/openapi.json\">openapi.json</a></p>",
        text(&description["info"]["description"])
    );
    for (path, methods) in description["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let _ = write!(
                page,
                "<section><h2><code>{} {}</code></h2><p>{}</p>",
                method.to_uppercase(),
                escape(path),
                text(&operation["summary"])
            );
            if let Some(body) = operation.pointer("/requestBody/content/application~1json/schema") {
                let _ = write!(page, "<p>Body: {}</p>", shape(body));
            }
            page.push_str("<ul>");
            for (status, response) in operation["responses"].as_object().into_iter().flatten() {
                let schema = response.pointer("/content/application~1json/schema");
                let _ = write!(
                    page,
                    "<li>{status} {} {}</li>",
                    text(&response["description"]),
                    schema.map(shape).unwrap_or_default()
                );
            }
            page.push_str("</ul></section>");
        }
    }
    page.push_str("<h1>Shapes</h1>");
    for (name, schema) in description["components"]["schemas"].as_object().into_iter().flatten() {
        let json = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = write!(
            page,
            "<section id=\"{0}\"><h2>{0}</h2><pre>{1}</pre></section>",
            escape(name),
            escape(&json)
        );
    }
    page.push_str("</main></body></html>");
    page
}

/// A link to a schema that has a name, or the schema itself.
fn shape(schema: &Value) -> String {
    let reference = schema["$ref"].as_str().or_else(|| schema["items"]["$ref"].as_str());
    match reference.and_then(|path| path.rsplit('/').next()) {
        Some(name) => format!("<a href=\"#{0}\">{0}</a>", escape(name)),
        None => format!("<code>{}</code>", escape(&schema.to_string())),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
