//! What was played, put back into the file it began with.

use sobremesa_kernel::SyntaxError;

use super::head;
use super::kind::Kind;
use crate::sgf::{Node, Tree};
use crate::{Colour, GameResult, Record};

impl Record {
    /// The record's moves as the main line of `tree`, the file it was opened
    /// from: variations, comments and everything else there stays. What the
    /// tree does not have is added; where the game stops earlier than the
    /// tree's main line, that becomes a variation.
    ///
    /// # Errors
    /// When a move cannot be written in the tree's game.
    pub fn merge_into(&self, tree: &mut Tree) -> Result<(), SyntaxError> {
        let (kind, _) = Kind::of_root(tree.node(head(tree)))?;
        let mut at = begin(tree);
        let mut moves = self.moves.iter().peekable();
        let mut turn = Colour::Black;
        while let Some(m) = moves.next() {
            let colour = m.colour.unwrap_or(turn);
            turn = colour.other();
            if let Some(found) = step(tree, kind, at, colour, &m.play) {
                tree.put_first(found);
                at = found;
                continue;
            }
            // A pass that was put in so that a colour could move twice
            // running is not in the file.
            let skipped = moves.peek().is_some_and(|next| {
                let colour = next.colour.unwrap_or(turn);
                m.play == "pass" && step(tree, kind, at, colour, &next.play).is_some()
            });
            if skipped {
                continue;
            }
            let raw = kind.write_move(&m.play)?;
            at = tree.add_first(at);
            tree.node_mut(at).push_raw(id(colour), raw);
        }
        // Nodes without a move at the end belong to the last one.
        while let [only] = *tree.node(at).children()
            && !moves_in(tree.node(only))
        {
            at = only;
        }
        if tree.node(at).children().iter().any(|&child| moves_in(tree.node(child))) {
            tree.add_first(at);
        }
        let root = head(tree);
        self.merge_root(tree.node_mut(root));
        Ok(())
    }

    /// The names as they are now, and how it ended.
    fn merge_root(&self, root: &mut Node) {
        root.set_text("CA", "UTF-8");
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

/// Where the moves begin: at the root, or after the last change of stones.
fn begin(tree: &Tree) -> usize {
    let changes = |&at: &usize| ["AB", "AW", "AE"].iter().any(|id| tree.node(at).has(id));
    tree.main_line().filter(changes).last().unwrap_or(0)
}

fn id(colour: Colour) -> &'static str {
    if colour == Colour::Black { "B" } else { "W" }
}

fn moves_in(node: &Node) -> bool {
    node.has("B") || node.has("W")
}

/// Whether a node's only moves are passes.
fn passes_in(kind: Kind, node: &Node) -> bool {
    let mut moves = ["B", "W"].into_iter().flat_map(|id| node.values(id)).peekable();
    let pass = |raw: &String| kind.read_move(raw, 0).is_ok_and(|(play, _)| play == "pass");
    moves.peek().is_some() && moves.all(pass)
}

/// The node after `at` with this move, past nodes without any and past passes
/// after which the game went on: they are not played.
fn step(tree: &Tree, kind: Kind, at: usize, colour: Colour, play: &str) -> Option<usize> {
    let mut at = at;
    loop {
        let children = tree.node(at).children();
        let found = children.iter().find(|&&child| {
            let written = tree.node(child).values(id(colour)).first();
            written
                .and_then(|raw| kind.read_move(raw, 0).ok())
                .is_some_and(|(read, _)| read.eq_ignore_ascii_case(play))
        });
        match (found, children) {
            (Some(&found), _) => return Some(found),
            (None, [only]) if !moves_in(tree.node(*only)) || passes_in(kind, tree.node(*only)) => {
                at = *only;
            }
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
        record.merge_into(&mut tree).unwrap();
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
        // Passes that stopped nothing stay where they are.
        let resumed = "(;SZ[3]CA[UTF-8];B[aa];W[];B[];W[bb])";
        assert_eq!(merged(resumed, "A3 B2"), resumed);
        // A variation that was followed.
        assert_eq!(merged(file, "A3 B2 C3"), format!("{tree}(;B[ca]C[b])(;B[cc]))"));
    }
}
