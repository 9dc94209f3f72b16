//! Boards drawn for people.

use crate::solve::Query;
use crate::term::{Cell, Heap, Term};

/// The widest board that is drawn.
const MOST: usize = 40;

impl Query {
    /// A term as a drawing of several lines, if it is a board.
    #[must_use]
    pub fn drawn(&self, term: Term) -> Option<String> {
        grid(self.heap(), term).or_else(|| dots(self.heap(), term))
    }
}

/// A list of equally long lists of short texts, with its coordinates: Go's
/// strings count from 0, the atoms of the other games from 1.
fn grid(heap: &Heap, term: Term) -> Option<String> {
    let (rows, rest) = heap.items(term);
    if !heap.is_nil(rest) || rows.len() < 2 || rows.len() > MOST {
        return None;
    }
    let mut cells: Vec<Vec<&str>> = Vec::new();
    let mut first = 1;
    for row in rows {
        let (items, rest) = heap.items(row);
        if !heap.is_nil(rest) || items.is_empty() || items.len() > MOST {
            return None;
        }
        let texts: Option<Vec<&str>> = items
            .into_iter()
            .map(|item| match heap.cell(item) {
                Cell::Atom(atom) => Some(heap.name(atom)),
                Cell::Str(number) => {
                    first = 0;
                    Some(heap.string(number))
                }
                _ => None,
            })
            .collect();
        cells.push(texts?);
    }
    let columns = cells[0].len();
    let short = |text: &&str| text.chars().count() == 1;
    if cells.iter().any(|row| row.len() != columns || !row.iter().all(short)) {
        return None;
    }
    let mut out = String::from("    ");
    for column in 0..columns {
        out += &format!("{:>2} ", column + first);
    }
    for (number, row) in cells.iter().enumerate() {
        out.truncate(out.trim_end().len());
        out += &format!("\n {:>2} ", number + first);
        for text in row {
            out += &format!(" {text} ");
        }
    }
    out.truncate(out.trim_end().len());
    Some(out)
}

/// A matrix of functors `c(H,V,J)`: dots, the lines drawn between them and
/// the owners of the boxes.
fn dots(heap: &Heap, term: Term) -> Option<String> {
    let args = |term| match heap.cell(term) {
        Cell::Compound { arity, args, .. } => {
            Some((0..arity).map(|n| heap.arg(args, n)).collect::<Vec<_>>())
        }
        _ => None,
    };
    let rows = args(term)?;
    if rows.len() < 2 || rows.len() > MOST {
        return None;
    }
    let mut lines = Vec::new();
    for row in rows {
        let (mut top, mut left) = (String::new(), String::new());
        for cell in args(row)? {
            let marks = args(cell)?;
            let [h, v, owner] = marks[..] else { return None };
            let number = |term| match heap.cell(term) {
                Cell::Int(n @ 0..=9) => Some(n),
                _ => None,
            };
            top += if number(h)? > 0 { "+---" } else { "+   " };
            left += if number(v)? > 0 { "|" } else { " " };
            left += &match number(owner)? {
                0 => "   ".to_string(),
                player => format!(" {player} "),
            };
        }
        lines.push(top.trim_end().to_string());
        lines.push(left.trim_end().to_string());
    }
    lines.pop();
    Some(lines.join("\n"))
}
