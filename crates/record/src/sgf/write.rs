//! Trees to text.

use super::{Collection, Tree};

/// Writes a collection: one game tree after the other, a line break before
/// each variation and after every ten plain nodes.
#[must_use]
pub fn write(collection: &Collection) -> String {
    let mut out = String::new();
    for tree in &collection.trees {
        write_tree(tree, &mut out);
        out.push('\n');
    }
    out
}

enum Step {
    /// Write the sequence that starts at this node, up to its first fork.
    Open(usize),
    Close,
}

fn write_tree(tree: &Tree, out: &mut String) {
    let mut steps = vec![Step::Open(0)];
    while let Some(step) = steps.pop() {
        let Step::Open(first) = step else {
            out.push(')');
            continue;
        };
        if first != 0 {
            out.push('\n');
        }
        out.push('(');
        steps.push(Step::Close);
        let mut at = first;
        let mut on_line = 0;
        loop {
            write_node(tree, at, out);
            match tree.node(at).children() {
                [] => break,
                [only] => at = *only,
                several => {
                    steps.extend(several.iter().rev().map(|&child| Step::Open(child)));
                    break;
                }
            }
            on_line += 1;
            if at == 1 || on_line % 10 == 0 {
                out.push('\n');
            }
        }
    }
}

fn write_node(tree: &Tree, at: usize, out: &mut String) {
    out.push(';');
    for property in &tree.node(at).properties {
        out.push_str(&property.id);
        if property.id == "CA" {
            // What is written is a Rust string, whatever the file was.
            out.push_str("[UTF-8]");
            continue;
        }
        for value in &property.values {
            out.push('[');
            out.push_str(value);
            out.push(']');
        }
    }
}
