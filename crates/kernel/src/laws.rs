//! The laws every [`Position`] keeps, as one suite that each game's tests run
//! at several sizes and rules.

use crate::{Actions, Analysis, History, Position, Rng, Value};

/// Plays `games` random games and checks every law at every ply.
///
/// `longest` is a number of plies no game of these rules can exceed; a game
/// that reaches it breaks the law that every game ends. Where a game may be
/// cut short (Go with simple ko can cycle), pass `None` and a game stops
/// after 2,000 plies without judgement.
///
/// # Panics
/// When a law is broken; the message says which, where, and shows the board.
pub fn check<P: Position>(rules: &P::Rules, games: u64, seed: u64, longest: Option<usize>) {
    rules_round_trip::<P>(rules);
    for game in 0..games {
        let mut rng = Rng::new(seed.wrapping_add(game));
        let mut position = P::start(rules);
        let mut ply = 0;
        loop {
            at_every_position(&position, ply);
            let legal = position.legal();
            let Some(m) = rng.pick(&legal) else { break };
            every_move_keeps_the_laws(&position, &legal, ply);
            let mut next = position.clone();
            next.play(m).unwrap_or_else(|e| fail(&position, ply, &format!("{m} refused: {e}")));
            position = next;
            ply += 1;
            match longest {
                Some(most) if ply > most => {
                    fail::<P, ()>(&position, ply, "every game ends");
                }
                None if ply > 2_000 => break,
                _ => {}
            }
        }
    }
}

/// Moves and numbers are each other's inverse, numbers are dense, and what was
/// played comes back move by move.
///
/// # Panics
/// When one of these does not hold.
pub fn check_actions<P: Actions>(rules: &P::Rules, games: u64, seed: u64) {
    let actions = P::actions(rules);
    for action in 0..actions {
        let m = P::of_action(rules, action);
        let m = m.unwrap_or_else(|| panic!("no move has the number {action} of {actions}"));
        assert_eq!(P::action(rules, m), Some(action), "the number of {m}");
    }
    assert!(P::of_action(rules, actions).is_none(), "more than {actions} numbers");
    assert!(P::of_action(rules, usize::MAX).is_none(), "more than {actions} numbers");
    for game in 0..games {
        let mut rng = Rng::new(seed.wrapping_add(game));
        let mut game = History::new(P::start(rules));
        while let Some(m) = rng.pick(&game.now().legal()).filter(|_| game.past().len() < 300) {
            let legal = game.now().legal_actions();
            assert_eq!(legal.len(), game.now().legal().len(), "a legal move without a number");
            assert!(P::action(rules, m).is_some_and(|action| legal.contains(&action)));
            game.play(m).unwrap_or_else(|error| panic!("{m} refused: {error}"));
        }
        while let Some((before, m)) = game.past().last().cloned() {
            assert_eq!(game.undo(), Some(m));
            assert_eq!(game.now(), &before);
        }
        assert_eq!(game.undo(), None);
        assert_eq!(game.now(), &P::start(rules));
    }
}

/// Rules print as text that reads back as the same rules.
fn rules_round_trip<P: Position>(rules: &P::Rules) {
    let text = rules.to_string();
    assert_eq!(text.parse::<P::Rules>().as_ref(), Ok(rules), "rules {text:?} do not read back");
    assert_eq!(P::start(rules).rules(), rules, "a position forgets its rules");
}

/// Laws of a single position.
fn at_every_position<P: Position>(position: &P, ply: usize) {
    let law = |holds: bool, law: &str| {
        if !holds {
            fail(position, ply, law)
        }
    };
    let legal = position.legal();
    law(legal.is_empty() == position.outcome().is_some(), "over exactly when no move is legal");
    law(position.count_legal() == legal.len() as u64, "count_legal counts legal_moves");
    law(position.key() == position.recomputed_key(), "the incremental key is the recomputed one");
    let mut distinct = legal.clone();
    distinct.dedup();
    law(distinct.len() == legal.len(), "no move is listed twice in a row");
    law(legal.iter().enumerate().all(|(i, m)| !legal[..i].contains(m)), "no move is listed twice");
    law(legal == position.legal(), "legal moves come in a fixed order");
}

/// Laws of the moves of a position.
fn every_move_keeps_the_laws<P: Position>(position: &P, legal: &[P::Move], ply: usize) {
    for &m in legal {
        let text = m.to_string();
        match text.parse::<P::Move>() {
            Ok(read) if read == m => {}
            other => fail(position, ply, &format!("move {text:?} reads back as {other:?}")),
        }
        if let Err(e) = position.check(m) {
            fail::<P, ()>(position, ply, &format!("{m} is listed but refused: {e}"));
        }
    }
}

/// Every move of `all` that is not listed is refused, and refusing changes
/// nothing. Games pass the moves that text can express on their board and
/// around it.
///
/// # Panics
/// When list and predicate disagree.
pub fn list_is_predicate<P: Position>(position: &P, all: &[P::Move]) {
    let legal = position.legal();
    for &m in all {
        let mut tried = position.clone();
        match tried.play(m) {
            Ok(()) => {
                assert!(legal.contains(&m), "{m} plays but is not listed\n{}", position.diagram())
            }
            Err(e) => {
                assert!(
                    !legal.contains(&m),
                    "{m} is listed but refused: {e}\n{}",
                    position.diagram()
                );
                assert!(tried == *position, "refusing {m} changed the position");
            }
        }
    }
}

/// Random positions survive a round trip through their diagram: same moves,
/// same turn, same score, same key.
///
/// # Panics
/// When something is lost.
pub fn diagrams_round_trip<P: Position>(rules: &P::Rules, games: u64, seed: u64) {
    for game in 0..games {
        let mut rng = Rng::new(seed.wrapping_add(game));
        let mut position = P::start(rules);
        for ply in 0..400 {
            let text = position.diagram();
            let read = P::parse(rules, &text).unwrap_or_else(|e| {
                fail(&position, ply, &format!("diagram does not read back: {e}"))
            });
            if read.diagram() != text
                || read.key() != position.key()
                || read.turn() != position.turn()
                || read.score() != position.score()
            {
                fail::<P, ()>(&position, ply, "a diagram reads back as another position");
            }
            if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                break;
            }
        }
    }
}

/// What an analysis calls proven is what playing the move comes to.
///
/// `worth(position, after)` is what the side to move in `position` gets by the
/// move that leads to `after`, found by another way than the analysis: a fresh
/// solver of the game that is left, or all of its moves by brute force. Every
/// exact value must be that, every bound must hold, and the first line, if it
/// is exact, must be worth as much as the best of all legal moves. Returns how
/// many values were exact, so that a test can tell that it tested something.
///
/// # Panics
/// When a value is wrong; the message says which and shows the board.
pub fn proven_values_are_those_of_play<P: Position>(
    position: &P,
    analysis: &Analysis<P::Move>,
    mut worth: impl FnMut(&P, &P) -> i32,
) -> usize {
    let played: Vec<(P::Move, i32)> = position
        .legal()
        .into_iter()
        .map(|m| {
            let mut after = position.clone();
            after.play(m).unwrap_or_else(|e| fail(position, 0, &format!("{m} refused: {e}")));
            (m, worth(position, &after))
        })
        .collect();
    let mut exact = 0;
    for line in &analysis.lines {
        let Some(&(_, is)) = played.iter().find(|(m, _)| *m == line.play) else {
            fail(position, 0, &format!("{} is valued but not legal", line.play))
        };
        let holds = match line.value {
            Value::Exact(said) => {
                exact += 1;
                said == is
            }
            Value::AtLeast(said) => is >= said,
            Value::AtMost(said) => is <= said,
            _ => true,
        };
        if !holds {
            let (m, said) = (line.play, line.value);
            fail::<P, ()>(position, 0, &format!("{m} is said to be worth {said}, but is {is:+}"));
        }
    }
    if let Some(line) = analysis.lines.first()
        && let Value::Exact(said) = line.value
        && let Some(&(m, best)) = played.iter().max_by_key(|(_, worth)| *worth)
        && said != best
    {
        let first = line.play;
        let law = format!("{first} is called best at {said:+}, but {m} is worth {best:+}");
        fail::<P, ()>(position, 0, &law);
    }
    exact
}

fn fail<P: Position, T>(position: &P, ply: usize, law: &str) -> T {
    panic!("law broken at ply {ply} under {}: {law}\n{}", position.rules(), position.diagram())
}
