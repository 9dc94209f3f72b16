//! What was played, put back into the file it began with.

use sobremesa_kernel::SyntaxError;

use super::head;
use super::kind::Kind;
use crate::sgf::{Node, Property, Tree};
use crate::{Colour, GameResult, Record, RecordedMove};

/// How a game that was opened from a file hangs together with the file's main
/// line.
///
/// The two are not the same moves: a game begins anew where stones were
/// changed, has passes that the file leaves out, and lacks passes that stopped
/// nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The number of the file's moves that are in the game's first position
    /// already.
    pub from: usize,
    /// The game's moves as it was opened, each with its index among the
    /// file's moves; a pass that was put in has none.
    pub moves: Vec<(RecordedMove, Option<usize>)>,
}

/// A place of the main line: a node, and how many of its moves are before it.
#[derive(Clone, Copy)]
struct Place {
    node: usize,
    moves: usize,
}

impl Record {
    /// The record's moves as the main line of `tree`, the file it was opened
    /// from: variations, comments and everything else there stays. What the
    /// tree does not have is added; where the game stops earlier than the
    /// tree's main line, that becomes a variation.
    ///
    /// # Errors
    /// When a move cannot be written in the tree's game.
    pub fn merge_into(&self, tree: &mut Tree, origin: &Origin) -> Result<(), SyntaxError> {
        let (kind, _) = Kind::of_root(tree.node(head(tree)))?;
        let line = main_moves(tree);
        let same = |(ours, theirs): (&RecordedMove, &(RecordedMove, Option<usize>))| {
            ours.colour == theirs.0.colour && ours.play == theirs.0.play
        };
        let mut common =
            self.moves.iter().zip(&origin.moves).take_while(|&both| same(both)).count();
        let as_opened = common == origin.moves.len();
        // A pass that was put in stands in no file: it is written where the
        // game goes on otherwise than the file does.
        while !as_opened && common > 0 && origin.moves[common - 1].1.is_none() {
            common -= 1;
        }
        let before = origin.moves[..common].iter().rev().find_map(|(_, index)| *index);
        let more = &self.moves[common..];
        if !(as_opened && more.is_empty()) {
            let place = match before {
                Some(index) => line.get(index).copied(),
                None => Some(begin(tree, &line, origin.from)),
            };
            let at = split(tree, place.unwrap_or(Place { node: 0, moves: 0 }));
            self.play_on(tree, kind, at, more)?;
        }
        let root = head(tree);
        self.merge_root(tree.node_mut(root));
        Ok(())
    }

    /// The moves after the node `at`, along variations where there are some.
    fn play_on(
        &self,
        tree: &mut Tree,
        kind: Kind,
        mut at: usize,
        moves: &[RecordedMove],
    ) -> Result<(), SyntaxError> {
        let mut turn = Colour::Black;
        for m in moves {
            let colour = m.colour.unwrap_or(turn);
            turn = colour.other();
            if let Some(found) = step(tree, kind, at, colour, &m.play) {
                tree.put_first(found);
                at = found;
                continue;
            }
            let raw = kind.write_move(&m.play)?;
            at = tail(tree, at);
            at = tree.add_first(at);
            tree.node_mut(at).push_raw(id(colour), raw);
        }
        // Nodes that only say something belong to the move before them.
        while let [only] = *tree.node(at).children()
            && idle(tree.node(only))
        {
            at = only;
        }
        if tree.node(at).children().iter().any(|&child| !idle(tree.node(child))) {
            tree.add_first(at);
        }
        Ok(())
    }

    /// The names as they are now, and how it ended.
    fn merge_root(&self, root: &mut Node) {
        if root.simple("CA").as_deref() != Some("UTF-8") {
            root.set_text("CA", "UTF-8");
        }
        for (id, value) in
            [("PB", &self.players[0]), ("PW", &self.players[1]), ("RE", &self.result)]
        {
            let was = root.simple(id).unwrap_or_default();
            // Long names are cut where they are shown.
            let cut = id != "RE" && !value.is_empty() && was.starts_with(value.as_str());
            // A result stays in the file's own words.
            let same =
                id == "RE" && was.parse::<GameResult>().is_ok_and(|was| value.parse() == Ok(was));
            if was == *value || cut || same {
                continue;
            }
            root.properties.retain(|property| property.id != id);
            if !value.is_empty() {
                root.set_text(id, value);
            }
        }
        match &self.dead {
            Some(dead) => root.set_text("XD", &dead.join(" ")),
            None => root.properties.retain(|property| property.id != "XD"),
        }
    }
}

/// Where the moves of the main line are, in their order: each place is after
/// its move.
fn main_moves(tree: &Tree) -> Vec<Place> {
    let mut all = Vec::new();
    for node in tree.main_line() {
        all.extend((1..=move_values(tree.node(node))).map(|moves| Place { node, moves }));
    }
    all
}

/// The place after `from` moves and the changes of stones that follow them.
fn begin(tree: &Tree, line: &[Place], from: usize) -> Place {
    let before = from.checked_sub(1).and_then(|index| line.get(index)).copied();
    let next = line.get(from).map(|place| place.node);
    let mut place = before.unwrap_or(Place { node: 0, moves: 0 });
    if Some(place.node) == next {
        return place;
    }
    let after = place.node;
    for node in tree.main_line().skip_while(|&node| node != after).skip(1) {
        // Stones that are taken off beside a move are so after it.
        if changes(tree.node(node)) && (Some(node) != next || sets_up_first(tree.node(node))) {
            place = Place { node, moves: 0 };
        }
        if Some(node) == next {
            break;
        }
    }
    place
}

/// A node after which the game may go on otherwise than the file does: the
/// place's own, or, where the place is between its moves, what is before them
/// as a node of its own.
fn split(tree: &mut Tree, place: Place) -> usize {
    let all = move_values(tree.node(place.node));
    if place.moves < all {
        let first = place.node == head(tree);
        let mut seen = 0;
        let (mut stay, mut go) = (Vec::new(), Vec::new());
        for property in std::mem::take(&mut tree.node_mut(place.node).properties) {
            match property.id.as_str() {
                "B" | "W" => {
                    let mut values = property.values;
                    let later =
                        values.split_off(place.moves.saturating_sub(seen).min(values.len()));
                    seen += values.len();
                    for (values, of) in [(values, &mut stay), (later, &mut go)] {
                        if !values.is_empty() {
                            of.push(Property { id: property.id.clone(), values });
                        }
                    }
                }
                // That a move was forced is true of every one of the node.
                "KO" => {
                    go.push(property.clone());
                    if place.moves > 0 {
                        stay.push(property);
                    }
                }
                "AB" | "AW" | "AE" | "PL" => stay.push(property),
                _ if place.moves > 0 || first => stay.push(property),
                // It is said of the moves.
                _ => go.push(property),
            }
        }
        tree.node_mut(place.node).properties = stay;
        let later = tree.push_down(place.node);
        tree.node_mut(later).properties = go;
    }
    place.node
}

fn id(colour: Colour) -> &'static str {
    if colour == Colour::Black { "B" } else { "W" }
}

/// How many moves a node has: most have one.
fn move_values(node: &Node) -> usize {
    let moves = node.properties.iter().filter(|property| matches!(property.id.as_str(), "B" | "W"));
    moves.map(|property| property.values.len()).sum()
}

fn changes(node: &Node) -> bool {
    ["AB", "AW", "AE", "PL"].iter().any(|id| node.has(id))
}

/// Whether a node's stones are put on the board before its moves.
fn sets_up_first(node: &Node) -> bool {
    node.has("AB") || node.has("AW")
}

/// Whether a node leaves the game as it is.
fn idle(node: &Node) -> bool {
    move_values(node) == 0 && !changes(node)
}

/// Where a file's words after its last move end.
fn tail(tree: &Tree, at: usize) -> usize {
    let mut end = at;
    while let [only] = *tree.node(end).children() {
        if !idle(tree.node(only)) {
            return at;
        }
        end = only;
    }
    if tree.node(end).children().is_empty() { end } else { at }
}

/// The node after `at` that is this move and nothing else, past nodes that
/// only say something.
fn step(tree: &Tree, kind: Kind, at: usize, colour: Colour, play: &str) -> Option<usize> {
    let mut at = at;
    loop {
        let children = tree.node(at).children();
        let found = children.iter().find(|&&child| {
            let node = tree.node(child);
            let alone = move_values(node) == 1 && !changes(node);
            let written = node.values(id(colour)).first().filter(|_| alone);
            written
                .and_then(|raw| kind.read_move(raw, 0).ok())
                .is_some_and(|(read, _)| read.eq_ignore_ascii_case(play))
        });
        match (found, children) {
            (Some(&found), _) => return Some(found),
            (None, [only]) if idle(tree.node(*only)) => at = *only,
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RecordedMove;
    use crate::sgf;

    fn merged(file: &str, moves: &str) -> String {
        let collection = sgf::read(file.as_bytes()).unwrap();
        let mut tree = collection.trees[0].clone();
        let mut turn = Colour::White;
        let moves = moves.split_whitespace().map(|play| {
            turn = turn.other();
            RecordedMove::new(Some(turn), play)
        });
        let record = Record { game: "go".into(), moves: moves.collect(), ..Record::default() };
        // The file's moves, each of them played.
        let read = Record::from_tree(&tree).unwrap().moves;
        let moves = read.into_iter().enumerate().map(|(at, m)| (m, Some(at))).collect();
        record.merge_into(&mut tree, &Origin { from: 0, moves }).unwrap();
        sgf::write(&sgf::Collection { trees: vec![tree] }).replace('\n', "")
    }

    #[test]
    fn what_was_played_is_the_main_line_and_nothing_is_lost() {
        let file = "(;SZ[3];B[aa]C[a];C[between];W[bb](;B[cc])(;B[ca]C[b]))";
        let tree = "(;SZ[3]CA[UTF-8];B[aa]C[a];C[between];W[bb]";
        assert_eq!(merged(file, "A3 B2 C1"), format!("{tree}(;B[cc])(;B[ca]C[b]))"));
        // Another move, one more, and one fewer.
        assert_eq!(merged(file, "A3 B2 A1"), format!("{tree}(;B[ac])(;B[cc])(;B[ca]C[b]))"));
        assert_eq!(merged(file, "A3 B2 C1 B1"), format!("{tree}(;B[cc];W[bc])(;B[ca]C[b]))"));
        assert_eq!(merged(file, "A3 B2"), format!("{tree}(;)(;B[cc])(;B[ca]C[b]))"));
        let again = Record::from_sgf(merged(file, "A3 B2").as_bytes()).unwrap();
        assert_eq!((again.moves.len(), again.left_out.variations), (2, 2));
        // A variation that was followed.
        assert_eq!(merged(file, "A3 B2 C3"), format!("{tree}(;B[ca]C[b])(;B[cc]))"));
    }
}
