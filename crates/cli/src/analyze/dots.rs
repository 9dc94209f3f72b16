use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::bail;
use sobremesa_dots::chains::Shape;
use sobremesa_dots::explain::{Kind, explain};
use sobremesa_dots::{Dots, DotsPosition};
use sobremesa_kernel::{Position, Side};
use sobremesa_text::say;

use crate::Context;
use crate::start::Start;

/// Explain a Dots and Boxes position: what every line is worth and what kind
/// of move it is, the chains and loops, and who is in control.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    start: Start,
    /// Seconds to spend on exact values; what is not reached is estimated
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let position: DotsPosition = args.start.position::<Dots>(lang)?;
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
        writeln!(out, "{}", say(lang, id, &[("length", &length), ("boxes", &boxes.join(" "))]))?;
    }
    let control = explanation.control;
    let counts: [(&str, &dyn std::fmt::Display); 2] =
        [("safe", &control.safe_lines), ("long", &control.long_runs)];
    writeln!(out, "{}", say(lang, "dots-counts", &counts))?;
    if let Some(holder) = control.side {
        let id = if control.certain { "dots-control-certain" } else { "dots-control-likely" };
        writeln!(out, "{}", say(lang, id, &[("side", &side(holder))]))?;
    }
    writeln!(out, "{}", say(lang, "dots-long-chain-rule", &[("side", &side(control.rule))]))?;
    Ok(())
}
