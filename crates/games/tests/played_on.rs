//! A file that was opened, played on and written again is the same game: what
//! was played is its main line, and nothing else of the file is lost.

use sobremesa_games::{find, replay};
use sobremesa_kernel::{AnyGame, Outcome, Rng};
use sobremesa_record::sgf::{self, Collection, Tree};
use sobremesa_record::{Colour, Record, SetUp};

/// A game opened from a file, as the server keeps it: from its first position,
/// its moves one by one.
fn opened(tree: &Tree) -> Result<Box<dyn AnyGame>, replay::ReplayError> {
    let replayed = replay::replay_whole(&Record::from_tree(tree)?)?.game;
    let entry = find(replayed.entry().id).unwrap();
    let mut game = match replay::unusual_start(&*replayed) {
        Some(start) => entry.set_up(&replayed.rules(), &start.diagram())?,
        None => entry.start(&replayed.rules())?,
    };
    for played in replayed.moves() {
        game.play(&played.play).unwrap();
    }
    assert_eq!(game.diagram(), replayed.diagram());
    Ok(game)
}

/// The file after the game was played on.
fn written(tree: &Tree, game: &dyn AnyGame) -> Option<Tree> {
    let record = Record { result: String::new(), ..replay::record(game, ["", ""]) };
    replay::merged(&record, game, tree.clone())
}

/// How a game stands. A ko that was undone with what broke it may be in one
/// and not in the other.
fn board(game: &dyn AnyGame) -> (Option<SetUp>, Option<Outcome>) {
    (replay::set_up(game), game.outcome())
}

fn read(file: &str) -> Tree {
    sgf::read(file.as_bytes()).unwrap().trees.remove(0)
}

fn text(tree: &Tree) -> String {
    sgf::write(&Collection { trees: vec![tree.clone()] })
}

/// What stands in every node but the root.
fn words(tree: &Tree) -> Vec<String> {
    let mut all: Vec<String> = (1..tree.len())
        .flat_map(|at| &tree.node(at).properties)
        .flat_map(|property| {
            property.values.iter().map(|value| format!("{}[{value}]", property.id))
        })
        .collect();
    all.sort();
    all
}

/// Plays `undone` moves back and then `played`, and reads what is written.
fn played_on(file: &str, undone: usize, played: &str) -> String {
    let tree = read(file);
    let mut game = opened(&tree).unwrap_or_else(|e| panic!("{file}: {e}"));
    for _ in 0..undone {
        assert!(game.undo(), "{file}");
    }
    for play in played.split_whitespace() {
        game.play(play).unwrap_or_else(|refusal| panic!("{file} {play}: {}", refusal.detail));
    }
    let merged = written(&tree, &*game).unwrap_or_else(|| panic!("{file} {played}"));
    let again = opened(&merged).unwrap();
    assert_eq!(board(&*again), board(game.as_ref()), "{}", text(&merged));
    assert!(again.moves().ends_with(&game.moves()), "{}", text(&merged));
    text(&merged).replace('\n', "")
}

#[test]
fn a_game_goes_on_after_a_move_the_rules_forbid() {
    // A ko taken back at once, because the file says so.
    let ko = "(;SZ[4]CA[UTF-8]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb];W[bb]KO[])";
    assert_eq!(played_on(ko, 0, ""), ko);
    assert_eq!(played_on(ko, 0, "D1"), ko.replace("KO[])", "KO[];B[dd])"));
    let back = played_on(ko, 1, "D1");
    assert!(back.ends_with(";B[cb](;W[dd])(;W[bb]KO[]))"), "{back}");
    // Suicide, and more after it.
    let suicide = "(;SZ[3]CA[UTF-8]RU[NZ]AB[ba][ab]AW[cc]PL[W];W[aa];B[bb];W[ca]C[!])";
    assert_eq!(played_on(suicide, 0, ""), suicide);
    assert_eq!(played_on(suicide, 0, "C2"), suicide.replace("C[!])", "C[!];B[cb])"));
    assert!(played_on(suicide, 2, "A1").ends_with(";W[aa](;B[ac])(;B[bb];W[ca]C[!]))"));
    // Suicide with nothing after it: the game has no move of its own yet.
    let bare = "(;SZ[3]CA[UTF-8]RU[NZ]AB[ba][ab]AW[cc]PL[W];W[aa]C[!])";
    assert_eq!(played_on(bare, 0, "B2 C3"), bare.replace("C[!])", "C[!];B[bb];W[ca])"));
}

#[test]
fn a_game_goes_on_after_a_colour_that_moved_twice() {
    let twice = "(;SZ[5]CA[UTF-8];B[aa];B[bb];W[cc])";
    assert_eq!(played_on(twice, 0, ""), twice);
    assert_eq!(played_on(twice, 0, "A1"), "(;SZ[5]CA[UTF-8];B[aa];B[bb];W[cc];B[ae])");
    assert_eq!(played_on(twice, 1, "A1"), "(;SZ[5]CA[UTF-8];B[aa];B[bb](;W[ae])(;W[cc]))");
    // The pass between the two is nobody's until the game goes on otherwise.
    assert_eq!(played_on(twice, 2, "A1"), "(;SZ[5]CA[UTF-8];B[aa](;W[];B[ae])(;B[bb];W[cc]))");
    assert_eq!(played_on(twice, 3, "A1"), "(;SZ[5]CA[UTF-8];B[aa](;W[ae])(;B[bb];W[cc]))");
    // After a pass: the game begins anew there.
    let passed = "(;SZ[5]CA[UTF-8];B[aa];W[];W[bb];B[cc])";
    assert_eq!(played_on(passed, 0, ""), passed);
    assert_eq!(played_on(passed, 0, "A1"), "(;SZ[5]CA[UTF-8];B[aa];W[];W[bb];B[cc];W[ae])");
    assert_eq!(played_on(passed, 1, "A1"), "(;SZ[5]CA[UTF-8];B[aa];W[];W[bb](;B[ae])(;B[cc]))");
    assert_eq!(played_on(passed, 2, "A1"), "(;SZ[5]CA[UTF-8];B[aa];W[](;W[ae])(;W[bb];B[cc]))");
}

#[test]
fn a_game_goes_on_after_stones_that_were_changed() {
    // What takes captured stones off changes nothing, and the game begins at
    // the beginning; what changes the board begins it anew.
    let cleared = "(;SZ[3]CA[UTF-8];B[ba];W[aa];B[ab]AE[aa];W[cc])";
    assert_eq!(played_on(cleared, 0, ""), cleared);
    assert_eq!(played_on(cleared, 0, "B2"), cleared.replace("W[cc])", "W[cc];B[bb])"));
    assert!(played_on(cleared, 3, "B2").ends_with(";B[ba](;W[bb])(;W[aa];B[ab]AE[aa];W[cc]))"));
    let changed = "(;SZ[5]CA[UTF-8];B[aa];AW[bb];W[cc];B[dd];AE[cc]C[off])";
    assert_eq!(played_on(changed, 0, ""), changed);
    assert_eq!(played_on(changed, 0, "E5"), changed.replace("[off])", "[off];W[ea])"));
    // The change and a move in one node.
    let one = "(;SZ[5]CA[UTF-8];B[aa];AW[bb]W[cc];B[dd])";
    assert_eq!(played_on(one, 0, "E5"), "(;SZ[5]CA[UTF-8];B[aa];AW[bb]W[cc];B[dd];W[ea])");
    assert_eq!(played_on(one, 2, "E5"), "(;SZ[5]CA[UTF-8];B[aa];AW[bb](;W[ea])(;W[cc];B[dd]))");
}

#[test]
fn a_game_goes_on_from_between_the_moves_of_a_node() {
    let file = "(;SZ[5]CA[UTF-8];B[aa]W[bb]C[both];B[cc])";
    assert_eq!(played_on(file, 0, ""), file);
    assert_eq!(played_on(file, 0, "A1"), "(;SZ[5]CA[UTF-8];B[aa]W[bb]C[both];B[cc];W[ae])");
    assert_eq!(played_on(file, 2, "A1"), "(;SZ[5]CA[UTF-8];B[aa]C[both](;W[ae])(;W[bb];B[cc]))");
    assert_eq!(played_on(file, 3, ""), "(;SZ[5]CA[UTF-8](;)(;B[aa]W[bb]C[both];B[cc]))");
    let root = "(;SZ[5]CA[UTF-8]C[root]B[aa];W[bb])";
    assert_eq!(played_on(root, 0, "A1"), "(;SZ[5]CA[UTF-8]C[root]B[aa];W[bb];B[ae])");
    assert_eq!(played_on(root, 2, "A1"), "(;SZ[5]CA[UTF-8]C[root](;B[ae])(;B[aa];W[bb]))");
}

#[test]
fn passes_that_stopped_nothing_stay_where_they_are() {
    let file = "(;SZ[3]CA[UTF-8];B[aa];W[];B[];W[bb])";
    assert_eq!(played_on(file, 0, ""), file);
    assert_eq!(played_on(file, 0, "C1"), "(;SZ[3]CA[UTF-8];B[aa];W[];B[];W[bb];B[cc])");
    assert_eq!(played_on(file, 1, "C1"), "(;SZ[3]CA[UTF-8];B[aa](;W[cc])(;W[];B[];W[bb]))");
    // Passes after the end are in the file and not in the game.
    let ended = "(;SZ[3]CA[UTF-8];B[aa];W[];B[];W[];B[])";
    assert_eq!(played_on(ended, 0, ""), ended);
    // Words after the last move are not in the way.
    let words = "(;SZ[3]CA[UTF-8];B[aa];C[good];C[game])";
    assert_eq!(played_on(words, 0, "C1"), "(;SZ[3]CA[UTF-8];B[aa];C[good];C[game];W[cc])");
    assert_eq!(played_on(words, 0, ""), words);
}

/// A variation is followed only where it is the same game.
#[test]
fn a_variation_that_changes_stones_is_not_followed() {
    let file = "(;SZ[5]CA[UTF-8];B[aa](;W[bb])(;W[cc];AB[dd];B[ee]))";
    let on = played_on(file, 1, "C3 E1");
    assert!(on.ends_with("(;W[cc](;B[ee])(;AB[dd];B[ee]))(;W[bb]))"), "{on}");
    let on = played_on("(;SZ[5];B[aa](;W[bb])(;W[cc]AE[aa];B[ee]))", 1, "C3 E1");
    assert!(on.ends_with("(;W[cc];B[ee])(;W[bb])(;W[cc]AE[aa];B[ee]))"), "{on}");
}

/// Where the file would be read otherwise, it is not written at all.
#[test]
fn a_file_that_would_be_read_otherwise_is_not_written() {
    // The handicap stones were put nobody knows where, which only a move that
    // is played on one of them shows.
    let tree = read("(;SZ[9]HA[2];W[ee];B[cg];W[gc])");
    let mut game = opened(&tree).unwrap();
    assert!(written(&tree, &*game).is_some());
    for _ in 0..2 {
        game.undo();
    }
    game.play("A1").unwrap();
    assert!(written(&tree, &*game).is_none());
}

fn pick<T: Clone>(rng: &mut Rng, of: &[T]) -> T {
    of[rng.below(of.len() as u32) as usize].clone()
}

/// A file of Go with everything that is unusual, at random.
fn random_file(rng: &mut Rng) -> Tree {
    let mut tree = Tree::new();
    let size = 3 + rng.below(3) as usize;
    tree.node_mut(0).push_raw("SZ", size.to_string());
    tree.node_mut(0).push_raw("RU", pick(rng, &["NZ", "Japanese", "Chinese"]));
    let point = |rng: &mut Rng| {
        let mut one = || rng.below(size as u32) as usize;
        sgf::write_point(one(), one()).unwrap()
    };
    let (mut line, mut turn, mut said) = (vec![0], Colour::Black, 0);
    for _ in 0..rng.below(14) {
        let parent = if rng.below(6) == 0 { pick(rng, &line) } else { line[line.len() - 1] };
        let at = tree.add(parent);
        line.push(at);
        let mut move_of = |rng: &mut Rng, tree: &mut Tree| {
            let id = if turn == Colour::Black { "B" } else { "W" };
            let raw = if rng.below(5) == 0 { String::new() } else { point(rng) };
            tree.node_mut(at).push_raw(id, raw);
            if rng.below(6) > 0 {
                turn = turn.other();
            }
        };
        match rng.below(12) {
            0 => {}
            1 => {
                move_of(rng, &mut tree);
                move_of(rng, &mut tree);
            }
            2 => tree.node_mut(at).push_raw(pick(rng, &["AB", "AW", "AE"]), point(rng)),
            3 => {
                tree.node_mut(at).push_raw(pick(rng, &["AB", "AW", "AE"]), point(rng));
                move_of(rng, &mut tree);
            }
            _ => move_of(rng, &mut tree),
        }
        if rng.below(5) == 0 {
            tree.node_mut(at).push_raw("KO", "");
        }
        if rng.below(3) == 0 {
            said += 1;
            tree.node_mut(at).set_text("C", &format!("word {said}"));
        }
    }
    tree
}

fn law(games: u32, seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut went, mut anew, mut alone) = (0, 0, 0);
    for _ in 0..games {
        let tree = random_file(&mut rng);
        let Ok(mut game) = opened(&tree) else { continue };
        let replayed = replay::replay_whole(&Record::from_tree(&tree).unwrap()).unwrap();
        anew += u32::from(replayed.origin.from > 0);
        for _ in 0..rng.below(4) {
            game.undo();
        }
        for _ in 0..rng.below(5) {
            let legal = game.legal();
            if game.outcome().is_some() || legal.is_empty() {
                break;
            }
            let play = pick(&mut rng, &legal);
            game.play(&play).unwrap();
        }
        let Some(merged) = written(&tree, &*game) else {
            alone += 1;
            continue;
        };
        went += 1;
        let file = text(&merged);
        let again = opened(&read(&file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert_eq!(board(&*again), board(&*game), "{}{file}", text(&tree));
        assert!(again.moves().ends_with(&game.moves()), "{}{file}", text(&tree));
        let now = words(&merged);
        for word in words(&tree) {
            assert!(now.contains(&word), "{word} is lost: {}{file}", text(&tree));
        }
    }
    eprintln!("{went} went on, {anew} of them anew, {alone} could not");
    assert!(went > games / 3 && anew > games / 20, "{went} went on, {anew} of them anew");
    // What a file cannot say is rare.
    assert!(alone * 50 <= went, "{alone} of {went} files could not be written");
}

#[test]
fn what_is_played_on_is_read_back() {
    law(3_000, 22);
}

/// The law on many more files; `./test --full` runs it.
#[test]
#[ignore = "a minute of work: ./test --full"]
fn what_is_played_on_is_read_back_from_a_hundred_thousand_files() {
    law(100_000, 23);
}
