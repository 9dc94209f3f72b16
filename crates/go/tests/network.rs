//! The inputs and the evaluation, against what KataGo says with the same
//! network: the file is not ours, so it is asked for and may be missing.

use std::path::PathBuf;
use std::sync::Arc;

use sobremesa_go::{Move, Position, net};
use sobremesa_kernel::{Budget, Engine as _, Value, silent};
use sobremesa_kernel::{Position as _, Side};
use sobremesa_nn::{Evaluator, Kernel, Model, Network, Shape};

/// A file in `../shared/nets` beside the repository, or in the directory that
/// SOBREMESA_NETS names.
fn shared(name: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/nets");
    let path = std::env::var_os("SOBREMESA_NETS").map_or_else(beside, PathBuf::from).join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("left out: {} is not there", path.display());
    None
}

/// One answer of `kata-raw-nn`.
#[derive(Debug, Default)]
struct Reference {
    numbers: Vec<(String, f32)>,
    policy: Vec<f32>,
    pass: f32,
    ownership: Vec<f32>,
}

impl Reference {
    fn number(&self, name: &str) -> f32 {
        self.numbers.iter().find(|(key, _)| key == name).unwrap().1
    }
}

fn references(text: &str) -> Vec<Reference> {
    let mut all: Vec<Reference> = Vec::new();
    let mut part = "";
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else { continue };
        if *first == "=" {
            if words.get(1) == Some(&"symmetry") {
                all.push(Reference::default());
            }
            part = "";
            continue;
        }
        let Some(current) = all.last_mut() else { continue };
        let number = |word: &str| word.parse::<f32>().unwrap_or(f32::NAN);
        match *first {
            "policy" | "whiteOwnership" => part = if *first == "policy" { "policy" } else { "own" },
            "policyPass" => current.pass = number(words[1]),
            name if name.starts_with(|c: char| c.is_alphabetic() && c != 'N') => {
                current.numbers.push((name.to_owned(), number(words[1])));
            }
            _ if part == "policy" => current.policy.extend(words.iter().map(|w| number(w))),
            _ => current.ownership.extend(words.iter().map(|w| number(w))),
        }
    }
    all
}

/// The positions that the commands of the reference ask about.
fn positions(commands: &str) -> Vec<Position> {
    let (mut size, mut komi) = ("19", "0");
    let mut plays: Vec<Move> = Vec::new();
    let mut asked = Vec::new();
    for line in commands.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "boardsize" => size = words[1],
            "clear_board" => plays.clear(),
            "komi" => komi = words[1],
            "play" => plays.push(words[2].parse().unwrap()),
            "kata-raw-nn" => {
                let mut position =
                    Position::start(&format!("size={size} komi={komi}").parse().unwrap());
                for &play in &plays {
                    position.play(play).unwrap();
                }
                asked.push(position);
            }
            _ => {}
        }
    }
    asked
}

#[test]
fn every_kernel_agrees_with_the_reference_values() {
    let files = ["b6c96.bin.gz", "reference.gtp", "reference.txt"].map(shared);
    let [Some(network), Some(commands), Some(answers)] = files else { return };
    let model = sobremesa_nn::open(&network).unwrap();
    let positions = positions(&std::fs::read_to_string(commands).unwrap());
    let references = references(&std::fs::read_to_string(answers).unwrap());
    assert_eq!(positions.len(), 6);
    assert_eq!(references.len(), 6);
    for kernel in Kernel::available() {
        let mut evaluator = Evaluator::new(Arc::new(Network::with_kernel(&model, kernel)));
        for (i, (position, reference)) in positions.iter().zip(&references).enumerate() {
            // KataGo's Tromp-Taylor rules allow suicide.
            let input = net::input(position, true);
            let (rows, columns) = (position.rules().rows(), position.rules().columns());
            let output = &evaluator.evaluate(rows, columns, &[input])[0];
            let judged = output.judged(&model.scales, model.version, false);
            let white = position.turn() == Side::Second;
            let (win, lead, sign) = if white {
                (judged.win, judged.lead, 1.0)
            } else {
                (judged.loss, -judged.lead, -1.0)
            };
            let close = |what: &str, found: f32, expected: f32, most: f32| {
                assert!(
                    (found - expected).abs() <= most,
                    "{kernel:?}, position {i}, {what}: {found}, KataGo {expected}"
                );
            };
            close("chance", win, reference.number("whiteWin"), 1e-3);
            close("lead", lead, reference.number("whiteLead"), 0.02);
            let chances =
                output.chances(|at| at == rows * columns || !reference.policy[at].is_nan());
            for (at, (found, expected)) in chances.iter().zip(&reference.policy).enumerate() {
                if !expected.is_nan() {
                    close(&format!("policy {at}"), *found, *expected, 1e-3);
                }
            }
            close("pass", chances[rows * columns], reference.pass, 1e-3);
            for (at, (found, expected)) in
                output.owners().iter().zip(&reference.ownership).enumerate()
            {
                close(&format!("ownership {at}"), sign * found, *expected, 1e-3);
            }
            assert_eq!(reference.ownership.len(), rows * columns);
        }
    }
}

/// A player with a network that knows nothing.
fn ignorant() -> net::Player {
    let shape =
        Shape { planes: net::PLANES, globals: net::GLOBALS, blocks: 2, channels: 16, heads: 8 };
    net::Player::new(Arc::new(Network::new(&Model::fresh("ignorant", &shape, 1))))
}

#[test]
fn a_player_with_any_network_plays_whole_games_by_the_rules() {
    for rules in ["size=5 komi=7", "size=4x7", "size=7 ko=situational count=agreed", "size=2"] {
        let mut player = ignorant();
        let mut position = Position::start(&rules.parse().unwrap());
        let mut moves = 0;
        while position.outcome().is_none() && moves < 200 {
            let found = player.search(&position, &Budget::nodes(12), &mut silent);
            for line in &found.lines {
                assert!(position.check(line.play).is_ok(), "{rules}: {}", line.play);
            }
            assert!(matches!(found.lines[0].value, Value::Chance(c) if (0.0..=1.0).contains(&c)));
            position.play(found.best()).unwrap();
            moves += 1;
        }
    }
}

#[test]
fn the_same_visits_give_the_same_answer() {
    let mut position = Position::start(&"size=7 komi=7".parse().unwrap());
    for play in ["D4", "C3", "E5", "C5"] {
        position.play(play.parse().unwrap()).unwrap();
    }
    let ask = || {
        let found = ignorant().search(&position, &Budget::nodes(150), &mut silent);
        found.lines.iter().map(|line| (line.play, line.visits)).collect::<Vec<_>>()
    };
    let first = ask();
    assert_eq!(first, ask());
    let visits: u64 = first.iter().map(|(_, visits)| visits).sum();
    assert!(visits <= 149, "{visits}");
}

#[test]
fn the_tree_is_kept_for_the_next_move() {
    let mut player = ignorant();
    let mut position = Position::start(&"size=5".parse().unwrap());
    let found = player.search(&position, &Budget::nodes(200), &mut silent);
    let expected = found.lines[0].visits;
    position.play(found.best()).unwrap();
    // The visits below the move that was played count for the next search:
    // asked for no more than those, it has nothing to do.
    let found = player.search(&position, &Budget::nodes(1), &mut silent);
    assert_eq!(found.nodes, expected);
}

#[test]
fn several_threads_search_together() {
    let position = Position::start(&"size=5".parse().unwrap());
    let found = ignorant().search(&position, &Budget::nodes(300).threads(3), &mut silent);
    assert!(found.nodes >= 1);
    assert!(position.check(found.best()).is_ok());
}

/// With a real network the search knows what the network knows.
#[test]
fn a_player_with_a_good_network_knows_who_is_ahead() {
    let Some(file) = shared("b6c96.bin.gz") else { return };
    let network = Arc::new(Network::new(&sobremesa_nn::open(&file).unwrap()));
    // White's two stones on E5 and E6 can be caught at once by E7.
    let diagram = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X O X . . .
        . . . X O X . . .
        . . . . X . . . .
        . . O . . . O . .
        . . . . . . . . .
        . . . . . . . . .";
    let rules = "size=9 komi=7".parse().unwrap();
    let position = Position::parse(&rules, diagram).unwrap();
    for visits in [1, 30] {
        let mut player = net::Player::new(network.clone());
        let found = player.search(&position, &Budget::nodes(visits), &mut silent);
        if visits == 1 {
            assert_eq!(found.best().to_string(), "E7", "the network's first choice");
        }
        assert!(matches!(found.lines[0].value, Value::Chance(c) if c > 0.9));
        assert!(player.lead() > 10.0, "{}", player.lead());
    }
}
