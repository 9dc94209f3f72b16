//! What front ends see, and the first two players.

use sobremesa_kernel::{Game, Position as _, Rng, silent};
use sobremesa_othello::{Move, Othello, Position, Rules};
use sobremesa_search::playouts;

#[test]
fn the_picture_shows_every_disc_and_changes_show_what_turns() {
    let start = Position::start(&Rules::default());
    let picture = Othello::picture(&start);
    let at: Vec<&str> = picture.stands.iter().map(|s| s.at.as_str()).collect();
    assert_eq!(at, ["d4", "e4", "d5", "e5"]);
    assert_eq!(Othello::changes(&start, "d3".parse().unwrap()), ["d4"]);
    assert!(Othello::changes(&start, Move::Pass).is_empty());
}

#[test]
fn level_1_turns_most_discs_and_its_seed_decides_ties() {
    let mut position = Position::start(&Rules::default());
    let mut rng = Rng::new(8);
    for _ in 0..30 {
        position.play_random(&mut rng, &mut Vec::new());
        let most = position.legal().iter().map(|&m| position.turned(m).count_ones()).max();
        let found = Othello::engine(1, 4).search(&position, &Default::default(), &mut silent);
        assert_eq!(Some(position.turned(found.best()).count_ones()), most);
    }
    let start = Position::start(&Rules::default());
    let choices: std::collections::HashSet<String> = (0..40)
        .map(|seed| {
            let mut engine = Othello::engine(1, seed);
            engine.search(&start, &Default::default(), &mut silent).best().to_string()
        })
        .collect();
    assert_eq!(choices.len(), 4, "all four openings turn one disc");
}

#[test]
fn random_games_end_and_are_counted() {
    let sum = playouts(&Position::start(&Rules::default()), 500, usize::MAX, &mut Rng::new(1));
    assert_eq!(sum.first + sum.second + sum.level, 500);
    assert!((500 * 55..500 * 66).contains(&sum.moves), "{sum:?}");
}
