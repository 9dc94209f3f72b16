//! What a match says of its games is what was played, and the same whenever it
//! is played.

use std::time::Duration;

use sobremesa_protocol::contest::{
    Broken, Ending, Finished, Seat, Spec, Standing, Terms, play_game,
};
use sobremesa_protocol::external::Fault;
use sobremesa_record::Record;

fn terms(game: &str, rules: &str, nodes: Option<u64>) -> Terms {
    Terms {
        start: sobremesa_games::find(game).unwrap().start(rules).unwrap().into(),
        opening: 2,
        time: None,
        nodes,
        seed: 7,
        most_plies: 200,
    }
}

fn seats(terms: &Terms, players: [&str; 2]) -> [Seat; 2] {
    players.map(|player| Spec::parse(player).seat(terms.start.entry()).unwrap())
}

/// A game without the CPU time that no two of them have in common.
fn told(game: &Finished) -> (String, String) {
    let untimed = Finished { cpu: [Duration::ZERO; 2], ..game.clone() };
    (untimed.log_line(), game.sgf.clone())
}

#[test]
fn a_game_is_the_same_whatever_was_played_before_it() {
    for (game, rules, players) in [
        ("connect4", "", ["2", "4"]),
        ("dots", "size=3x3", ["3", "5"]),
        ("othello", "", ["2", "3"]),
        ("go", "size=5 komi=0.5", ["2", "4"]),
    ] {
        let nodes = (game == "go").then_some(60);
        let terms = terms(game, rules, nodes);
        let mut one_by_one = seats(&terms, players);
        let whole: Vec<_> = (0..6)
            .map(|number| told(&play_game(&terms, &mut one_by_one, None, number).unwrap()))
            .collect();
        for number in [5, 0, 3] {
            let game = play_game(&terms, &mut seats(&terms, players), None, number).unwrap();
            assert_eq!(told(&game), whole[number as usize], "{game:?}");
        }
        assert_ne!(whole[0].1, whole[2].1, "{rules}: every pair has an opening of its own");
    }
}

/// A GTP engine that knows these commands and no others, and passes.
fn engine(known: &str) -> String {
    format!(
        "sh -c 'while read -r a b; do case \"$a\" in \
         genmove) printf \"= pass\\n\\n\" ;; name) printf \"= odd\\n\\n\" ;; \
         version|clear_board|komi|play{known}) printf \"=\\n\\n\" ;; \
         *) printf \"? unknown command\\n\\n\" ;; esac; done'"
    )
}

/// Whoever crashes, breaks the rules, cannot take a legal move or gives up
/// loses in that way, and the record says in which.
#[test]
fn a_crash_is_a_forfeit_and_no_resignation() {
    let terms = Terms { opening: 0, ..terms("go", "size=5 komi=0.5", Some(10)) };
    let with = |answer: &str| engine("|boardsize").replace("printf \"= pass\\n\\n\"", answer);
    let refuses = engine("|boardsize").replace("|play", "");
    for (player, first, result) in [
        (with("exit 1"), true, "W+F"),
        (with("printf \"= A9\\n\\n\""), true, "W+F"),
        (with("printf \"= resign\\n\\n\""), true, "W+R"),
        // It is told a move of the other side that it does not take.
        (refuses, false, "B+F"),
    ] {
        let number = u32::from(!first);
        let mut seats = seats(&terms, [&player, "0"]);
        let game = play_game(&terms, &mut seats, None, number).unwrap();
        assert_eq!(game.result.to_string(), result, "{player}: {game:?}");
        assert_eq!(Record::from_sgf(game.sgf.as_bytes()).unwrap().result, result);
        let at_fault = (!result.ends_with('R')).then_some(0);
        assert_eq!((game.ending.at_fault(), game.winner()), (at_fault, Some(1)), "{game:?}");
    }
}

#[test]
fn an_oblong_board_is_told_as_it_is_or_nobody_is_blamed() {
    let terms = Terms { opening: 0, ..terms("go", "size=3x5 komi=0.5", Some(10)) };
    let knows = engine("|rectangular_boardsize");
    let game = play_game(&terms, &mut seats(&terms, [&knows, "0"]), None, 0).unwrap();
    assert_eq!(game.ending.at_fault(), None, "{game:?}");
    let square_only = engine("|boardsize");
    let broken = play_game(&terms, &mut seats(&terms, [&square_only, "0"]), None, 0);
    assert!(matches!(broken, Err(Broken::SetUp(_, Fault::NoSetUp(_)))), "{broken:?}");
}

#[test]
fn a_game_that_is_stopped_is_a_draw_and_nobody_s_fault() {
    let terms = Terms { most_plies: 10, ..terms("go", "size=9", Some(10)) };
    let game = play_game(&terms, &mut seats(&terms, ["0", "0"]), None, 0).unwrap();
    assert_eq!((&game.ending, game.winner(), game.plies), (&Ending::TooLong, None, 10));
    assert_eq!(Record::from_sgf(game.sgf.as_bytes()).unwrap().result, "0");
}

/// Both pass at once on a board with a dead white stone in Black's land.
#[test]
fn dead_stones_are_taken_off_where_the_rules_leave_them_to_the_players() {
    let go = sobremesa_games::find("go").unwrap();
    let board = "X . X . .\n. X . X .\nX X X X X\n. X . O X\nX X . . X\nturn=white\n";
    let result = |rules: &str| {
        let start = go.set_up(rules, board).unwrap();
        let terms = Terms { start: start.into(), opening: 0, ..terms("go", "size=5", Some(10)) };
        let passes = engine("|boardsize");
        play_game(&terms, &mut seats(&terms, [&passes, &passes]), None, 0).unwrap()
    };
    let standing = result("size=5 komi=0.5");
    assert_eq!(
        (standing.ending, standing.result.to_string().as_str()),
        (Ending::Counted, "B+19.5")
    );
    let agreed = result("size=5 komi=0.5 count=agreed");
    assert_eq!((&agreed.ending, agreed.result.to_string().as_str()), (&Ending::Settled, "B+24.5"));
    let record = Record::from_sgf(agreed.sgf.as_bytes()).unwrap();
    assert_eq!(record.result, "B+24.5");
}

/// The perfect player of Connect 4 solves in a thread of its own.
#[test]
fn what_a_player_spends_in_threads_of_its_own_is_counted() {
    let terms = terms("connect4", "size=5x6", Some(400_000));
    let game = play_game(&terms, &mut seats(&terms, ["7", "0"]), None, 0).unwrap();
    // Half a million nodes cost far more than the glance that precedes them.
    let each = game.cpu[0] / game.moves[0].max(1);
    assert!(each >= Duration::from_millis(3), "{each:?} a move");
}

#[test]
fn a_standing_counts_what_was_played() {
    let terms = terms("connect4", "", None);
    let mut standing = Standing::new(None);
    let mut players = seats(&terms, ["2", "0"]);
    for number in 0..6 {
        standing.add(play_game(&terms, &mut players, None, number).unwrap());
    }
    let tally = standing.tally();
    assert_eq!((tally.games(), tally.faults), (6, [0, 0]));
    assert!(tally.won >= 4, "{tally:?}");
}

#[test]
fn terms_say_all_that_decides() {
    let base = terms("go", "size=9", Some(10));
    let text = |terms: &Terms| terms.described(["6", "a \"b\""], None);
    let mut moved = base.start.fork();
    moved.play("C3").unwrap();
    let others = [
        Terms { seed: 8, ..base.clone() },
        Terms { nodes: None, ..base.clone() },
        Terms { opening: 0, ..base.clone() },
        Terms { most_plies: 9, ..base.clone() },
        Terms { time: Some(Duration::from_millis(5)), ..base.clone() },
        Terms { start: moved.into(), ..base.clone() },
        terms("go", "size=9 komi=1", Some(10)),
        terms("othello", "", Some(10)),
    ];
    let mut all: Vec<String> = others.iter().map(text).collect();
    all.push(text(&base));
    all.push(base.described(["6", "a b"], None));
    all.push(base.described(["6", "a \"b\""], Some("judge")));
    assert!(all.iter().all(|line| !line.contains('\n')));
    let mut distinct = all.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), all.len(), "{all:#?}");
}
