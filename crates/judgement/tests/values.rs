//! What a judgement calls exact is what the solver says of the position after
//! the move, and a position is worth as much as its best move.

mod common;

use std::sync::atomic::AtomicBool;

use common::{endings, random_game};
use sobremesa_connect4::{Connect4, Solver};
use sobremesa_dots::{Dots, DotsPosition, Graph, Search, Table};
use sobremesa_go::Go;
use sobremesa_judgement::{Effort, Judge, Judged, Question, Review, Stage, number, position};
use sobremesa_kernel::laws::proven_values_are_those_of_play;
use sobremesa_kernel::{Analysis, Position, Rng, Side, Value};
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Othello, Thinker};

/// Values positions as a review would, one judge for them all, and holds each
/// to the game that is left. Returns how many values were exact.
fn hold<G: Judged>(
    start: &G::Position,
    positions: impl Iterator<Item = G::Position>,
    mut worth: impl FnMut(&G::Position, &G::Position) -> i32,
) -> usize {
    let mut judge =
        G::judges(&Effort::default(), 1, std::slice::from_ref(start)).pop().expect("one judge");
    let elapsed = std::time::Duration::ZERO;
    let mut exact = 0;
    for at in positions {
        let question = Question {
            position: &at,
            stop: &|| false,
            played: None,
            stage: Stage::Fine,
            after: None,
        };
        let found = judge.value(&question).expect("nothing stops it");
        assert_eq!(found.lines.len(), at.legal().len(), "every move has a line\n{}", at.diagram());
        for line in &found.lines {
            let mut now = at.clone();
            for &m in &line.pv {
                assert!(now.play(m).is_ok(), "{:?} is no line\n{}", line.pv, at.diagram());
            }
            assert_eq!(line.pv.first(), Some(&line.play));
            assert!(number(line.value) <= number(found.value()), "{line:?}\n{}", at.diagram());
        }
        let analysis = Analysis { lines: found.lines, nodes: 0, depth: 0, elapsed };
        exact += proven_values_are_those_of_play(&at, &analysis, &mut worth);
    }
    exact
}

fn connect4(count: usize, seed: u64) {
    let start: sobremesa_connect4::Position = Position::start(&"size=6x7".parse().unwrap());
    let mut solver = Solver::new(*Position::rules(&start), 8 << 20);
    let never = AtomicBool::new(false);
    let worth = |_: &_, after: &_| -solver.score(after, &never).unwrap();
    // Random games end early: before that many plies a position takes seconds.
    let positions = endings(start, 14, seed).filter(|at| at.plies() >= 20).take(count);
    let exact = hold::<Connect4>(&start, positions, worth);
    assert!(exact > 2 * count, "{exact} exact values in {count} positions");
}

fn dots(count: usize, seed: u64) {
    let mut exact = 0;
    for (size, last, count) in [("2x3", 14, count / 2), ("4x4", 16, count / 2)] {
        let start: DotsPosition = Position::start(&format!("size={size}").parse().unwrap());
        let (graph, _) = Graph::of_position(&start).unwrap();
        let positions = endings(start.clone(), last, seed).take(count);
        exact += hold::<Dots>(&start, positions, |before, after| {
            // A table of its own for each, and no book.
            let table = Table::new(1 << 16, graph.lines.len() as u32);
            let mut never = |_: u64| false;
            let word = graph.word(after);
            let rest = Search::new(&graph, &table, &mut never).value(word, 0).unwrap();
            let mover = before.turn().index();
            let net = |of: &DotsPosition| {
                let boxes = of.boxes().map(i32::from);
                boxes[mover] - boxes[1 - mover]
            };
            let rest = if after.turn() == before.turn() { rest } else { -rest };
            net(after) - net(before) + rest
        });
    }
    assert!(exact > 3 * count, "{exact} exact values in {count} positions");
}

fn othello(count: usize, seed: u64) {
    let start = Position::start(&"start=black".parse().unwrap());
    let mut thinker = Thinker::new(Weights::shipped(), 12);
    let positions = endings(start, 10, seed).take(count);
    let exact = hold::<Othello>(&start, positions, |_, after| -thinker.solve(after.board()));
    assert!(exact >= count, "{exact} exact values in {count} positions");
}

/// The values of Othello do not zigzag with the parity of the depth: where the
/// best move was made, what the next position is worth differs little.
#[test]
fn estimates_of_othello_do_not_zigzag() {
    let start = Position::start(&"start=black".parse().unwrap());
    let moves = common::played_game::<Othello>(&start, [4, 4], 1);
    let effort = Effort { depth: Some(7), exact: Some(8), ..Effort::default() };
    let review = Review::<Othello>::new(&start, &moves[..40], effort).unwrap();
    review.work(&mut review.judges(1).pop().unwrap(), &|| false, &mut |_| ());
    let judgements: Vec<_> = review.judgements().into_iter().flatten().collect();
    // As Black sees them: what each position was worth before its move.
    let black = |j: &sobremesa_judgement::Judgement| {
        let sign = if j.side == Side::First { 1.0 } else { -1.0 };
        sign * number(j.best).expect("it was searched")
    };
    let steps: Vec<f32> = judgements.windows(2).map(|w| black(&w[1]) - black(&w[0])).collect();
    let quiet: Vec<f32> = steps.iter().copied().filter(|step| step.abs() < 4.0).collect();
    assert!(quiet.len() > 20, "{steps:?}");
    // A zigzag is a step one way for Black's moves and the other for White's.
    let alternating: f32 = quiet.iter().zip([1.0, -1.0].iter().cycle()).map(|(s, w)| s * w).sum();
    assert!((alternating / quiet.len() as f32).abs() < 0.75, "{steps:?}");
}

#[test]
fn connect4_values_are_those_of_play() {
    connect4(300, 1);
}

#[test]
fn dots_values_are_those_of_play() {
    dots(2_000, 2);
}

#[test]
fn othello_values_are_those_of_play() {
    othello(200, 3);
}

#[test]
#[ignore = "ten thousand positions a game"]
fn values_are_those_of_play_on_many_positions() {
    connect4(10_000, 11);
    dots(10_000, 12);
    othello(10_000, 13);
}

/// A review says of every move what a question about its position says.
fn reviewed<G: Judged>(start: &G::Position, moves: &[<G::Position as Position>::Move]) {
    let mut told = 0;
    let review = Review::<G>::new(start, moves, Effort::default()).unwrap();
    let mut judge = review.judges(1).pop().unwrap();
    let mut order = Vec::new();
    review.work(&mut judge, &|| false, &mut |judgement| {
        told += 1;
        order.push((judgement.is_final, judgement.number));
    });
    assert_eq!(told, G::STAGES.len() * moves.len());
    let expected = |is_final: bool| (1..=moves.len()).rev().map(move |n| (is_final, n));
    let stages = G::STAGES.len();
    let expected: Vec<(bool, usize)> =
        (1..=stages).flat_map(|stage| expected(stage == stages)).collect();
    assert_eq!(order, expected, "coarse before fine, the last move first");
    let mut now = start.clone();
    for (judgement, &m) in review.judgements().into_iter().zip(moves) {
        let judgement = judgement.expect("every move is judged");
        assert_eq!((judgement.play, judgement.side), (m.to_string(), now.turn()));
        assert!(judgement.is_final);
        assert!(judgement.loss.is_none_or(|loss| loss >= 0.0));
        let [value, best] = [judgement.value, judgement.best].map(number);
        assert!(value <= best, "{value:?} > {best:?}");
        if let Value::Exact(best) = judgement.best {
            let found = position::<G>(&now, &Effort::default(), &|| false).unwrap();
            assert_eq!(found.value(), Value::Exact(best));
            assert!(matches!(judgement.value, Value::Exact(_)), "{:?}", judgement.value);
        }
        for better in &judgement.better {
            assert!(number(better.value) > value);
            assert_eq!(better.line.first(), Some(&better.play));
        }
        now.play_unchecked(m);
    }
}

#[test]
fn the_last_moves_are_judged_first_and_all_of_them() {
    let mut rng = Rng::new(4);
    let start = Position::start(&"size=4x5".parse().unwrap());
    reviewed::<Connect4>(&start, &random_game(&start, &mut rng, 100));
    let start = Position::start(&"size=3x3".parse().unwrap());
    reviewed::<Dots>(&start, &random_game(&start, &mut rng, 100));
    let start = Position::start(&"size=5".parse().unwrap());
    let moves = random_game(&start, &mut rng, 12);
    let review = Review::<Go>::new(&start, &moves, Effort { nodes: Some(50), ..Effort::default() });
    let review = review.unwrap();
    review.work(&mut review.judges(1).pop().unwrap(), &|| false, &mut |_| ());
    for judgement in review.judgements().into_iter().flatten() {
        assert!(number(judgement.value) <= number(judgement.best), "{judgement:?}");
        let [after, of] = judgement.chances.expect("Go has chances");
        assert!((0.0..=1.0).contains(&after) && after <= of);
    }
}

#[test]
fn a_review_that_is_stopped_stops() {
    let start = Position::start(&"size=4x5".parse().unwrap());
    let moves = random_game(&start, &mut Rng::new(5), 100);
    let review = Review::<Connect4>::new(&start, &moves, Effort::default()).unwrap();
    let told = std::sync::atomic::AtomicUsize::new(0);
    let stop = || told.load(std::sync::atomic::Ordering::Relaxed) >= 3;
    review.work(&mut review.judges(1).pop().unwrap(), &stop, &mut |_| {
        told.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    assert_eq!(review.judgements().iter().flatten().count(), 3);
    // It goes on where it was.
    review.work(&mut review.judges(1).pop().unwrap(), &|| false, &mut |_| ());
    assert!(review.judgements().iter().all(Option::is_some));
}

/// A review that gives way again and again, also in the middle of a position,
/// finds in the end what it finds undisturbed.
#[test]
fn a_position_that_was_stopped_in_the_middle_is_judged_later() {
    let start = Position::start(&"size=7".parse().unwrap());
    let moves = random_game(&start, &mut Rng::new(7), 6);
    let effort = Effort { nodes: Some(300), ..Effort::default() };
    let review = Review::<Go>::new(&start, &moves, effort.clone()).unwrap();
    let mut rounds = 0;
    while !review.is_done() {
        // Each round may look at the time a little more often.
        rounds += 1;
        assert!(rounds < 10_000, "it never ends");
        let left = std::sync::atomic::AtomicUsize::new(rounds);
        let stop = || {
            let one_less = |left: usize| left.checked_sub(1);
            let order = std::sync::atomic::Ordering::Relaxed;
            left.fetch_update(order, order, one_less).is_err()
        };
        review.work(&mut review.judges(1).pop().unwrap(), &stop, &mut |_| ());
    }
    assert!(rounds > 2, "it was never stopped");
    let whole = Review::<Go>::new(&start, &moves, effort).unwrap();
    whole.work(&mut whole.judges(1).pop().unwrap(), &|| false, &mut |_| ());
    assert_eq!(review.judgements(), whole.judgements());
}

#[test]
fn several_workers_find_what_one_finds() {
    let start = Position::start(&"size=3x4".parse().unwrap());
    let moves = random_game(&start, &mut Rng::new(6), 100);
    let judged = |workers: usize| {
        let review = Review::<Dots>::new(&start, &moves, Effort::default()).unwrap();
        std::thread::scope(|scope| {
            for mut judge in review.judges(workers) {
                let review = &review;
                scope.spawn(move || review.work(&mut judge, &|| false, &mut |_| ()));
            }
        });
        let values = |judgement: Option<sobremesa_judgement::Judgement>| {
            judgement.map(|judgement| (judgement.value, judgement.best, judgement.class))
        };
        review.judgements().into_iter().map(values).collect::<Vec<_>>()
    };
    assert_eq!(judged(3), judged(1));
}

/// The classes of the moves of a game that was lost in one move.
#[test]
fn throwing_a_game_away_is_a_blunder() {
    let start = Position::start(&"size=6x7".parse().unwrap());
    let moves: Vec<_> = "4 4 4 4 4 2 3 5".split(' ').map(|m| m.parse().unwrap()).collect();
    let review = Review::<Connect4>::new(&start, &moves, Effort::default()).unwrap();
    review.work(&mut review.judges(1).pop().unwrap(), &|| false, &mut |_| ());
    let worst = review.judgements().into_iter().flatten().max_by_key(|j| j.class).unwrap();
    assert!(worst.class >= Some(sobremesa_judgement::Class::Mistake), "{worst:?}");
    assert!(!worst.better.is_empty() && !worst.refutation.is_empty(), "{worst:?}");
    let sides: Vec<Side> = review.judgements().into_iter().flatten().map(|j| j.side).collect();
    assert_eq!(sides[..2], [Side::First, Side::Second]);
}
