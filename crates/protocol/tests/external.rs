//! External engines that misbehave lose their game; they never hang ours.

use std::time::{Duration, Instant};

use sobremesa_kernel::AnyGame;
use sobremesa_protocol::contest::{Broken, Ending, Judge, Seat, Spec, Terms, play_game};
use sobremesa_protocol::external::{External, Fault, Process};

fn terms() -> Terms {
    terms_from(sobremesa_games::find("go").unwrap().start("size=5 komi=0.5").unwrap())
}

fn terms_from(start: Box<dyn AnyGame>) -> Terms {
    Terms {
        start: start.into(),
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

/// The result of a game, and the fault that ended it.
fn plays_against_level_0(command: &str) -> (String, String) {
    let terms = terms();
    let mut seats = [
        Spec::Command(command.to_owned()).seat(terms.start.entry()).unwrap(),
        Spec::Level(0).seat(terms.start.entry()).unwrap(),
    ];
    let game = play_game(&terms, &mut seats, None, 0).unwrap();
    assert_eq!(record_of(&game.sgf).result, game.result.to_string());
    (game.result.to_string(), how(&game.ending))
}

fn record_of(sgf: &str) -> sobremesa_record::Record {
    sobremesa_record::Record::from_sgf(sgf.as_bytes()).unwrap()
}

/// An ending in a few words: whose fault it was and what, or who resigned.
fn how(ending: &Ending) -> String {
    match ending {
        Ending::Fault { player, why } => format!("{player} {why}"),
        Ending::Resigned { player } => format!("{player} resigned"),
        other => format!("{other:?}"),
    }
}

#[test]
fn an_engine_that_crashes_loses() {
    let (outcome, reason) = plays_against_level_0(&script("exit 3"));
    assert_eq!(outcome, "W+F", "{reason}");
    assert!(reason.contains("ended"), "{reason}");
}

#[test]
fn an_engine_that_plays_illegally_loses() {
    let (outcome, reason) = plays_against_level_0(&script("printf \"= Z99\\n\\n\""));
    assert_eq!(outcome, "W+F", "{reason}");
    assert!(reason.contains("Z99"), "{reason}");
}

#[test]
fn an_engine_that_talks_without_end_loses() {
    let (outcome, reason) = plays_against_level_0(&script("while :; do echo x; done"));
    assert_eq!(outcome, "W+F", "{reason}");
    assert!(reason.contains("endless"), "{reason}");
}

#[test]
fn an_engine_that_resigns_loses_without_fault() {
    let (outcome, reason) = plays_against_level_0(&script("printf \"= resign\\n\\n\""));
    assert_eq!((outcome.as_str(), reason.as_str()), ("W+R", "0 resigned"));
}

#[test]
fn an_engine_that_is_silent_is_given_up_on() {
    let mut process = Process::start("sleep 60").unwrap();
    let begun = Instant::now();
    assert_eq!(process.receive(begun + Duration::from_millis(50)), Err(Fault::Silent));
    // One that is not there, or ends at once, says why.
    for command in ["/nonexistent/engine", "nboard:/nonexistent/engine"] {
        match External::start(command, "othello") {
            Err(Fault::Missing(why)) => assert!(why.contains("not found"), "{why}"),
            other => panic!("{other:?}"),
        }
    }
    let broken = "sh -c 'echo no weights >&2; echo; echo bye >&2; exit 3'";
    let begun = External::start(broken, "go").map(|_| ());
    assert_eq!(begun, Err(Fault::Missing("bye".to_owned())));
    let mute = External::start("sh -c 'exit 3'", "go").map(|_| ());
    assert_eq!(mute, Err(Fault::Gone));
}

#[test]
fn a_judge_decides_in_place_of_the_count() {
    let terms = terms();
    let seats = || [0, 0].map(|level| Spec::Level(level).seat(terms.start.entry()).unwrap());
    let judge = |answer: &str| {
        let command = script("printf \"= A1\\n\\n\"")
            .replace("name)", &format!("final_score) printf \"= {answer}\\n\\n\" ;; name)"));
        Judge::start(&command, "go").unwrap()
    };
    for (answer, said) in [
        ("B+3.5", "B+3.5"),
        ("W+0.5", "W+0.5"),
        ("W+12.5 (upper bound: -12.5, lower: -13.0)", "W+12.5"),
        ("0", "0"),
    ] {
        let game = play_game(&terms, &mut seats(), Some(&mut judge(answer)), 0).unwrap();
        assert_eq!((game.result.to_string().as_str(), &game.ending), (said, &Ending::Judged));
        // The record says what the log says.
        assert_eq!(record_of(&game.sgf).result, said);
        assert!(game.log_line().contains(&format!(" result={said} end=judged ")));
    }
    let broken = play_game(&terms, &mut seats(), Some(&mut judge("who knows")), 0);
    assert!(matches!(broken, Err(Broken::Judge(Fault::Nonsense(_)))), "{broken:?}");
}

#[test]
fn levels_play_levels_and_the_game_is_kept() {
    let terms = terms();
    let mut seats: [Seat; 2] = [
        Spec::Level(1).seat(terms.start.entry()).unwrap(),
        Spec::Level(0).seat(terms.start.entry()).unwrap(),
    ];
    for number in 0..4 {
        let game = play_game(&terms, &mut seats, None, number).unwrap();
        assert_eq!(game.first, (number % 2) as usize);
        let record = sobremesa_record::Record::from_sgf(game.sgf.as_bytes()).unwrap();
        assert_eq!(record.moves.len(), game.plies);
        sobremesa_games::replay::replay(&record).unwrap();
    }
    assert!(Spec::Level(99).seat(terms.start.entry()).is_err());
}

/// A game of Othello in which Black must pass after the eighth move.
const BLACK_PASSES: [&str; 2] = ["c4 f5 a4 c2", "c3 b4 a5 a3"];

/// A GTP engine that makes these moves and then resigns. Like GRhino it passes
/// by itself and will not be told to.
fn gtp_player(moves: &str) -> String {
    format!(
        "sh -c 'set -- {moves}; while read -r a b c; do case \"$a $c\" in \
         genmove*) printf \"= %s\\n\\n\" \"${{1:-resign}}\"; shift ;; \
         play*pass) printf \"? syntax error\\n\\n\" ;; \
         *) printf \"= odd\\n\\n\" ;; esac; done'"
    )
}

/// An NBoard engine that makes these moves, once it has been told a depth,
/// and answers as Edax does.
fn nboard_player(prefix: &str, depth: u32, moves: &str) -> String {
    format!(
        "{prefix}sh -c 'set -- {moves}; while read -r a b c; do case \"$a $b $c\" in \
         ping*) echo \"pong $b\" ;; \"set depth {depth}\") ready=1 ;; \
         go*) if [ $ready ]; then echo \"=== $1 -1.00 0.0\"; shift; else echo warning; fi ;; \
         esac; done'"
    )
}

fn othello_between(players: [String; 2], start: Box<dyn AnyGame>) -> (String, String, usize) {
    let terms = terms_from(start);
    let mut seats = players.map(|player| Spec::Command(player).seat(terms.start.entry()).unwrap());
    let game = play_game(&terms, &mut seats, None, 0).unwrap();
    (game.result.to_string(), how(&game.ending), game.plies)
}

fn othello(rules: &str) -> Box<dyn AnyGame> {
    sobremesa_games::find("othello").unwrap().start(rules).unwrap()
}

#[test]
fn a_forced_pass_that_is_refused_is_no_fault() {
    let players = BLACK_PASSES.map(gtp_player);
    let (outcome, reason, plies) = othello_between(players, othello(""));
    // White has no more moves in its list: it resigns on its fifth.
    assert_eq!((outcome.as_str(), plies), ("B+R", 9), "{reason}");
    assert!(reason.ends_with("resigned"), "{reason}");
}

#[test]
fn nboard_engines_are_told_a_depth_and_may_answer_with_blanks() {
    let [black, white] = BLACK_PASSES;
    for (prefix, depth) in [("nboard:", 12), ("nboard@7:", 7)] {
        let players = [nboard_player(prefix, depth, black), gtp_player(white)];
        let (outcome, reason, plies) = othello_between(players, othello(""));
        assert_eq!((outcome.as_str(), plies), ("B+R", 9), "{reason}");
        assert!(reason.ends_with("resigned"), "{reason}");
    }
}

#[test]
fn a_game_may_begin_with_moves_or_from_a_position() {
    let mut start = othello("");
    for play in ["c4", "c3"] {
        start.play(play).unwrap();
    }
    let players = ["f5 a4 c2", "b4 a5 a3"].map(gtp_player);
    let (_, reason, plies) = othello_between(players, start);
    assert_eq!((reason.ends_with("resigned"), plies), (true, 9), "{reason}");
    // NBoard engines read positions.
    let moved = othello_after("c4c3");
    let start = moved.entry().set_up("", &moved.diagram()).unwrap();
    let players =
        [nboard_player("nboard:", 12, "f5 a4 c2"), nboard_player("nboard:", 12, "b4 a5 a3 none")];
    let (_, reason, plies) = othello_between(players, start);
    assert_eq!((reason.contains("none"), plies), (true, 7), "{reason}");
    // A GTP engine without loadsgf cannot, and nobody loses for that.
    let terms = terms_from(moved.entry().set_up("", &moved.diagram()).unwrap());
    let refuses = gtp_player("f5").replace("play*pass", "loadsgf*");
    let mut seats = [
        Spec::Command(refuses).seat(moved.entry()).unwrap(),
        Spec::Level(0).seat(moved.entry()).unwrap(),
    ];
    let broken = play_game(&terms, &mut seats, None, 0);
    assert!(matches!(broken, Err(Broken::SetUp(_, Fault::NoSetUp(_)))), "{broken:?}");
}

#[test]
fn an_engine_that_does_not_let_white_begin_is_not_blamed_for_it() {
    let terms = terms_from(othello("start=white"));
    let entry = terms.start.entry();
    let refuses = gtp_player("d6").replace("play*pass", "play*d6|play*c5|play*f4|play*e3");
    for (player, plays) in [(refuses, false), (gtp_player("d6"), true)] {
        let mut seats =
            [Spec::Level(0).seat(entry).unwrap(), Spec::Command(player).seat(entry).unwrap()];
        match play_game(&terms, &mut seats, None, 0) {
            Ok(game) => {
                assert!(plays && how(&game.ending).ends_with("resigned"), "{:?}", game.ending)
            }
            Err(broken) => assert!(!plays && matches!(broken, Broken::SetUp(..)), "{broken}"),
        }
    }
}

fn othello_after(moves: &str) -> Box<dyn AnyGame> {
    let record = sobremesa_record::transcript::read(moves).unwrap();
    sobremesa_games::replay::replay(&record).unwrap()
}

#[test]
fn a_position_of_go_is_set_up_stone_by_stone() {
    let go = sobremesa_games::find("go").unwrap();
    let mut table = go.start("size=5 komi=0.5").unwrap();
    for play in ["C3", "B3", "C2"] {
        table.play(play).unwrap();
    }
    let terms = terms_from(go.set_up("size=5 komi=0.5", &table.diagram()).unwrap());
    // It shows what it was told by the name of its first move.
    let player = "sh -c 'while read -r a b c; do case \"$a\" in \
         play) n=$((n + 1)); printf \"=\\n\\n\" ;; \
         genmove) printf \"= A$n\\n\\n\" ;; *) printf \"= odd\\n\\n\" ;; esac; done'";
    let mut seats =
        [Spec::Level(0).seat(go).unwrap(), Spec::Command(player.to_owned()).seat(go).unwrap()];
    let terms = Terms { most_plies: 1, ..terms };
    let game = play_game(&terms, &mut seats, None, 0).unwrap();
    assert!(game.sgf.contains("W[ac]"), "three stones were told: {}", game.sgf);
    assert!(game.sgf.contains("AB") && game.sgf.contains("AW"), "{}", game.sgf);
}
