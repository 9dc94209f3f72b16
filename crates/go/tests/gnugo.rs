//! A referee no one here wrote: GNU Go, over GTP.
//!
//! Run by `tests/steps/41-gnugo`, after `tests/steps/00-install` has put
//! `gnugo` (Debian) in its place.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use sobremesa_go::board::{Board, NONE, colour};
use sobremesa_go::mcts::policy::Policy;
use sobremesa_go::{Ko, Move, Position, Rules};
use sobremesa_kernel::{Points, Position as _, Rng, Side};

struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl GnuGo {
    fn start(ko: Ko) -> GnuGo {
        let rule = match ko {
            Ko::Simple => "--simple-ko",
            Ko::Positional => "--positional-superko",
            Ko::Situational => "--situational-superko",
        };
        let mut child = Command::new("/usr/games/gnugo")
            .args(["--mode", "gtp", "--chinese-rules", "--forbid-suicide", rule])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("GNU Go is installed as /usr/games/gnugo");
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        GnuGo { child, input, output }
    }

    /// The answer to a command, without its `=`.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").unwrap();
        self.input.flush().unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "GNU Go has gone");
            if line.trim().is_empty() {
                break;
            }
            answer.push_str(&line);
        }
        answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}")).trim().to_owned()
    }

    fn begin(&mut self, rules: &Rules) {
        self.ask(&format!("boardsize {}", rules.rows()));
        self.ask("clear_board");
        self.ask(&format!("komi {}", rules.komi()));
    }

    fn play(&mut self, side: Side, m: Move) {
        self.ask(&format!("play {} {m}", name(side)));
    }

    fn legal(&mut self, side: Side) -> BTreeSet<String> {
        self.ask(&format!("all_legal {}", name(side)))
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    }

    fn captures(&mut self, side: Side) -> u32 {
        self.ask(&format!("captures {}", name(side))).parse().unwrap()
    }
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// Plays random games and compares at every ply what may be played and what
/// was captured; counts the positions and those where ko forbade something.
fn compare(ko: Ko, wanted: usize) -> (usize, usize) {
    let mut gnugo = GnuGo::start(ko);
    let (mut compared, mut kos) = (0, 0);
    // Small boards are where repetitions come up.
    for (game, size) in [2, 3, 3, 4, 5, 7, 9, 13, 19].into_iter().cycle().enumerate() {
        let rules = Rules::sized(size, size).unwrap().with_ko(ko);
        let mut rng = Rng::new(game as u64);
        let mut position = Position::start(&rules);
        gnugo.begin(&rules);
        for _ in 0..150 {
            let side = position.turn();
            let legal = position.legal();
            let ours: BTreeSet<String> =
                legal.iter().filter(|&&m| m != Move::Pass).map(ToString::to_string).collect();
            assert_eq!(gnugo.legal(side), ours, "{ko} {size}×{size}\n{}", position.diagram());
            let captures = Side::BOTH.map(|side| gnugo.captures(side));
            assert_eq!(captures, position.captures(), "\n{}", position.diagram());
            compared += 1;
            let forbidden = |point| {
                matches!(position.check(Move::Play(point)), Err(sobremesa_go::Illegal::Ko(..)))
            };
            kos += usize::from(position.stones().points().any(forbidden));
            // Captures often, for they make kos; a pass now and then, for
            // what it does to them.
            let captures: Vec<Move> = legal
                .iter()
                .copied()
                .filter(|m| m.point().is_some_and(|p| !position.captured_by(p).is_empty()))
                .collect();
            let stones = &legal[..legal.len() - 1];
            let m = match rng.below(12) {
                0 => Move::Pass,
                1..=8 => rng.pick(&captures).or_else(|| rng.pick(stones)).unwrap_or(Move::Pass),
                _ => rng.pick(stones).unwrap_or(Move::Pass),
            };
            gnugo.play(side, m);
            position.play(m).unwrap();
            if position.outcome().is_some() {
                break;
            }
        }
        if compared >= wanted {
            break;
        }
    }
    (compared, kos)
}

fn agrees(ko: Ko) {
    let (compared, kos) = compare(ko, 2_000);
    assert!(compared >= 2_000 && kos >= 40, "{compared} positions, {kos} with a ko");
}

#[test]
#[ignore = "needs GNU Go: tests/steps/41-gnugo"]
fn legal_moves_agree_under_simple_ko() {
    agrees(Ko::Simple);
}

#[test]
#[ignore = "needs GNU Go: tests/steps/41-gnugo"]
fn legal_moves_agree_under_positional_superko() {
    agrees(Ko::Positional);
}

#[test]
#[ignore = "needs GNU Go: tests/steps/41-gnugo"]
fn legal_moves_agree_under_situational_superko() {
    agrees(Ko::Situational);
}

/// Plays a game until only eyes are left and both pass.
fn finished<const P: usize, const W: usize>(size: usize, seed: u64) -> Vec<Move> {
    let mut board = Board::<P, W>::new(size, size);
    let mut moves = Vec::new();
    let still = board.clone();
    Policy::LIGHT.play_out(
        &mut board,
        colour(Side::First),
        NONE,
        NONE,
        &mut Rng::new(seed),
        |v, _| moves.push(if v == NONE { Move::Pass } else { Move::Play(still.point(v)) }),
    );
    moves
}

#[test]
#[ignore = "needs GNU Go: tests/steps/41-gnugo"]
fn final_scores_agree_on_finished_games() {
    let mut gnugo = GnuGo::start(Ko::Simple);
    let mut compared = 0;
    for seed in 0..60 {
        let size = [5, 7, 9, 13, 19][seed as usize % 5];
        let moves = match size {
            5..=9 => finished::<128, 2>(size, seed),
            _ => finished::<448, 7>(size, seed),
        };
        let rules =
            Rules::sized(size, size).unwrap().with_ko(Ko::Simple).with_komi(Points::halves(15));
        let mut position = Position::start(&rules);
        gnugo.begin(&rules);
        for m in moves {
            gnugo.play(position.turn(), m);
            if position.play(m).is_err() {
                break;
            }
        }
        if position.outcome().is_none() {
            continue;
        }
        let [black, white] = position.score().unwrap();
        let ours = match (black - white).in_halves() {
            0 => "0".to_owned(),
            lead if lead > 0 => format!("B+{:.1}", f64::from(lead) / 2.0),
            lead => format!("W+{:.1}", f64::from(-lead) / 2.0),
        };
        assert_eq!(gnugo.ask("final_score"), ours, "\n{}", position.diagram());
        compared += 1;
    }
    assert!(compared >= 50, "{compared}");
}
