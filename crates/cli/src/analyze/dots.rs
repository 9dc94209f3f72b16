//! `analyze dots`: games judged, and positions explained.

use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::bail;
use serde_json::{Value as Json, json};
use sobremesa_dots::chains::Shape;
use sobremesa_dots::explain::{Explanation, Judged, Kind, Run, explain};
use sobremesa_dots::{Dots, DotsPosition};
use sobremesa_judgement::Effort;
use sobremesa_kernel::{Game as _, Position, Side};
use sobremesa_server::wire;
use sobremesa_text::say;

use super::Review;
use crate::{Context, wrap};

/// Judge the moves of a game of Dots and Boxes, or explain a position: what
/// every line is worth and what kind of move it is, the chains and loops, and
/// who is in control.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    review: Review,
    /// Seconds to spend on exact values; what is not reached is estimated
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    if args.review.record.is_some() {
        return super::analyze(Dots::ID, &args.review, Effort::default(), context);
    }
    let position: DotsPosition = args.review.start.position::<Dots>(lang)?;
    if position.outcome().is_some() {
        bail!(say(lang, "dots-game-over", &[]));
    }
    let Ok(time) = Duration::try_from_secs_f64(args.seconds) else {
        bail!(say(lang, "cli-seconds", &[]));
    };
    let explanation = explain(&position, time, 256 << 20);
    let side = |side: Side| match side {
        Side::First => say(lang, "dots-first", &[]),
        Side::Second => say(lang, "dots-second", &[]),
    };
    let mut out = io::stdout().lock();
    if args.review.json {
        writeln!(out, "{}", told(&explanation))?;
        return Ok(());
    }
    writeln!(out, "{}", position.diagram().trim_end())?;
    for judged in &explanation.lines {
        let (id, boxes) = match judged.kind {
            Kind::Captures(boxes) => ("dots-kind-capture", boxes),
            Kind::Safe => ("dots-kind-safe", 0),
            Kind::Sacrifice(boxes) => ("dots-kind-sacrifice", boxes),
            Kind::Loony(boxes) => ("dots-kind-loony", boxes),
        };
        let line = judged.line.to_string();
        let value = judged.value.to_string();
        writeln!(out, "{line:<8} {value:>6}  {}", say(lang, id, &[("boxes", &boxes)]))?;
    }
    for run in &explanation.runs {
        let boxes: Vec<String> = run.boxes.iter().map(|(r, c)| format!("{r}-{c}")).collect();
        let id = match run.shape {
            Shape::Loop => "dots-run-loop",
            Shape::Free => "dots-run-chain",
            Shape::Tied => "dots-run-tied",
        };
        let length = run.boxes.len();
        let told = say(lang, id, &[("length", &length), ("boxes", &boxes.join(" "))]);
        writeln!(out, "{}", wrap::on(&out, &told))?;
    }
    let control = explanation.control;
    let counts: [(&str, &dyn std::fmt::Display); 2] =
        [("safe", &control.safe_lines), ("long", &control.long_runs)];
    writeln!(out, "{}", say(lang, "dots-counts", &counts))?;
    if let Some(holder) = control.side {
        let id = if control.certain { "dots-control-certain" } else { "dots-control-likely" };
        writeln!(out, "{}", wrap::on(&out, &say(lang, id, &[("side", &side(holder))])))?;
    }
    let rule = say(lang, "dots-long-chain-rule", &[("side", &side(control.rule))]);
    writeln!(out, "{}", wrap::on(&out, &rule))?;
    Ok(())
}

/// The same for programs; values as on the wire.
fn told(explanation: &Explanation) -> Json {
    let line = |judged: &Judged| {
        let boxes = match judged.kind {
            Kind::Captures(boxes) | Kind::Sacrifice(boxes) | Kind::Loony(boxes) => boxes,
            Kind::Safe => 0,
        };
        json!({
            "line": judged.line.to_string(),
            "value": wire::MoveValue::from(judged.value),
            "kind": judged.kind.name(),
            "boxes": boxes,
        })
    };
    let run = |run: &Run| {
        let shape = match run.shape {
            Shape::Loop => "loop",
            Shape::Free => "chain",
            Shape::Tied => "tied",
        };
        let boxes: Vec<String> = run.boxes.iter().map(|(r, c)| format!("{r}-{c}")).collect();
        json!({ "shape": shape, "boxes": boxes, "long": run.long, "open": run.open })
    };
    let control = explanation.control;
    json!({
        "lines": explanation.lines.iter().map(line).collect::<Vec<_>>(),
        "runs": explanation.runs.iter().map(run).collect::<Vec<_>>(),
        "control": {
            "side": control.side.map(|side| side.to_string()),
            "certain": control.certain,
            "safe_lines": control.safe_lines,
            "long_runs": control.long_runs,
            "rule": control.rule.to_string(),
        },
        "nodes": explanation.nodes,
    })
}
