//! What a person sees while a machine thinks. `othello-arbitro` and
//! `othello-jugar` include this file too, so it uses nothing else of the
//! program.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_kernel::Progress;
use sobremesa_text::{Lang, say};

/// Whether a search is running, so that Ctrl-C ends the search and not the
/// program.
static THINKING: AtomicBool = AtomicBool::new(false);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Lets a machine think with a line of progress (on a terminal). Ctrl-C stops
/// it early, and it answers with what it has found until then.
pub fn shown<M: Display, Found>(
    lang: Lang,
    think: impl FnOnce(&mut Progress<'_, M>) -> Found,
) -> Found {
    catch_interrupts();
    let spinner = if is_plain() { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    spinner.set_style(
        ProgressStyle::with_template("{spinner} {msg} ({elapsed})")
            .unwrap_or_else(|_| ProgressStyle::default_spinner()),
    );
    spinner.set_message(say(lang, "cli-thinking", &[]));
    spinner.enable_steady_tick(Duration::from_millis(120));
    INTERRUPTED.store(false, Ordering::SeqCst);
    THINKING.store(true, Ordering::SeqCst);
    let found = think(&mut |so_far| {
        if let Some(best) = so_far.lines.first() {
            spinner.set_message(say(
                lang,
                "cli-thinking-so-far",
                &[
                    ("move", &best.play),
                    ("value", &best.value),
                    ("depth", &so_far.depth),
                    ("nodes", &short(so_far.nodes)),
                ],
            ));
        }
        if INTERRUPTED.load(Ordering::SeqCst) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    THINKING.store(false, Ordering::SeqCst);
    spinner.finish_and_clear();
    found
}

/// Whether the terminal can only print: its cursor cannot be moved.
pub fn is_plain() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb")
}

/// A count as people read it: 950, 12.3 k, 4.56 M.
pub fn short(count: u64) -> String {
    let n = count as f64;
    match count {
        0..1_000 => count.to_string(),
        1_000..1_000_000 => format!("{:.1} k", n / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2} M", n / 1e6),
        _ => format!("{:.2} G", n / 1e9),
    }
}

fn catch_interrupts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler Ctrl-C ends the program, which is also clean.
        let _ = ctrlc::set_handler(|| {
            let again = INTERRUPTED.swap(true, Ordering::SeqCst);
            if again || !THINKING.load(Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn counts_are_short() {
        assert_eq!(short(999), "999");
        assert_eq!(short(12_345), "12.3 k");
        assert_eq!(short(4_560_000), "4.56 M");
        assert_eq!(short(7_000_000_000), "7.00 G");
    }
}
