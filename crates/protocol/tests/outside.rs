//! Outside engines that misbehave lose their game; they never hang ours.

use std::time::{Duration, Instant};

use sobremesa_kernel::{Outcome, Side};
use sobremesa_protocol::contest::{Broken, Judge, Seat, Spec, Terms, play_game};
use sobremesa_protocol::outside::{Fault, Outside, Process};

fn terms() -> Terms {
    Terms {
        entry: sobremesa_games::find("go").unwrap(),
        rules: "size=5 komi=0.5".to_owned(),
        opening: 0,
        time: Some(Duration::from_millis(1)),
        nodes: Some(50),
        seed: 1,
        most_plies: 60,
    }
}

/// A shell script that speaks GTP well enough to sit down, then does `what`
/// when it is asked for a move.
fn script(what: &str) -> String {
    format!(
        "sh -c 'while read -r a b; do case \"$a\" in genmove) {what} ;; name) printf \"= odd\\n\\n\" ;; *) printf \"=\\n\\n\" ;; esac; done'"
    )
}

fn plays_against_level_0(command: &str) -> (Outcome, String) {
    let terms = terms();
    let mut seats = [
        Spec::Command(command.to_owned()).seat(terms.entry, 1).unwrap(),
        Spec::Level(0).seat(terms.entry, 2).unwrap(),
    ];
    let game = play_game(&terms, &mut seats, None, 0).unwrap();
    (game.outcome, game.reason)
}

#[test]
fn an_engine_that_crashes_loses() {
    let (outcome, reason) = plays_against_level_0(&script("exit 3"));
    assert_eq!(outcome, Outcome::Win(Side::Second), "{reason}");
    assert!(reason.contains("ended"), "{reason}");
}

#[test]
fn an_engine_that_plays_illegally_loses() {
    let (outcome, reason) = plays_against_level_0(&script("printf \"= Z99\\n\\n\""));
    assert_eq!(outcome, Outcome::Win(Side::Second));
    assert!(reason.contains("Z99"), "{reason}");
}

#[test]
fn an_engine_that_talks_without_end_loses() {
    let (outcome, reason) = plays_against_level_0(&script("while :; do echo x; done"));
    assert_eq!(outcome, Outcome::Win(Side::Second));
    assert!(reason.contains("endless"), "{reason}");
}

#[test]
fn an_engine_that_resigns_loses_without_fault() {
    let (outcome, reason) = plays_against_level_0(&script("printf \"= resign\\n\\n\""));
    assert_eq!(outcome, Outcome::Win(Side::Second));
    assert!(reason.ends_with("resigned"), "{reason}");
}

#[test]
fn an_engine_that_is_silent_is_given_up_on() {
    let mut process = Process::start("sleep 60").unwrap();
    let begun = Instant::now();
    assert_eq!(process.receive(begun + Duration::from_millis(50)), Err(Fault::Silent));
    assert!(Outside::start("/nonexistent/engine", "go").is_err());
}

#[test]
fn a_judge_decides_in_place_of_the_count() {
    let terms = terms();
    let seats = || [1, 2].map(|seed| Spec::Level(0).seat(terms.entry, seed).unwrap());
    let judge = |answer: &str| {
        let command = script("printf \"= A1\\n\\n\"")
            .replace("name)", &format!("final_score) printf \"= {answer}\\n\\n\" ;; name)"));
        Judge::start(&command).unwrap()
    };
    for (answer, outcome) in [
        ("B+3.5", Outcome::Win(Side::First)),
        ("W+0.5", Outcome::Win(Side::Second)),
        ("0", Outcome::Draw),
    ] {
        let game = play_game(&terms, &mut seats(), Some(&mut judge(answer)), 0).unwrap();
        assert_eq!((game.outcome, game.reason.as_str()), (outcome, ""), "{answer}");
    }
    let broken = play_game(&terms, &mut seats(), Some(&mut judge("who knows")), 0);
    assert!(matches!(broken, Err(Broken::Judge(Fault::Nonsense(_)))), "{broken:?}");
}

#[test]
fn levels_play_levels_and_the_game_is_kept() {
    let terms = terms();
    let mut seats: [Seat; 2] = [
        Spec::Level(1).seat(terms.entry, 1).unwrap(),
        Spec::Level(0).seat(terms.entry, 2).unwrap(),
    ];
    for number in 0..4 {
        let game = play_game(&terms, &mut seats, None, number).unwrap();
        assert_eq!(game.first, (number % 2) as usize);
        let record = sobremesa_record::Record::from_sgf(game.sgf.as_bytes()).unwrap();
        assert_eq!(record.moves.len(), game.plies);
        sobremesa_games::replay::replay(&record).unwrap();
    }
    assert!(Spec::Level(99).seat(terms.entry, 1).is_err());
}
