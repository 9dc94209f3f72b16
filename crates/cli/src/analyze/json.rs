//! A judgement for programs: one object a move (docs/analysis.md).

use serde_json::{Value as Json, json};
use sobremesa_judgement::{Better, Judgement, Reason};
use sobremesa_server::wire;
use sobremesa_text::{Lang, tell};

/// The object of a move; `game` is the game's number where a file has several.
pub fn told(judgement: &Judgement, game: Option<usize>, lang: Lang) -> Json {
    let value = |value| wire::MoveValue::from(value);
    let better = |better: &Better| json!({ "move": better.play, "value": value(better.value), "line": better.line });
    let reason = |reason: &Reason| {
        json!({
            "kind": reason.kind,
            "text": tell(lang, &reason.message),
            "places": reason.places,
        })
    };
    let mut told = json!({
        "number": judgement.number,
        "side": judgement.side.to_string(),
        "move": judgement.play,
        "value": value(judgement.value),
        "best": value(judgement.best),
        "ahead": judgement.ahead,
        "loss": judgement.loss,
        "class": judgement.class.map(|class| class.name()),
        "better": judgement.better.iter().map(better).collect::<Vec<_>>(),
        "refutation": judgement.refutation,
        "reasons": judgement.reasons.iter().map(reason).collect::<Vec<_>>(),
    });
    if let Some([after, best]) = judgement.chances {
        told["chances"] = json!({ "move": after, "best": best });
    }
    if let Some(game) = game {
        told["game"] = game.into();
    }
    told
}
