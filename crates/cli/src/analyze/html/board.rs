//! A board as a picture in a report: plain SVG, one unit a cell.

use std::fmt::Write as _;

use sobremesa_kernel::{Mark, Picture, Side};

/// What is pointed at besides what stands on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pointed<'a> {
    /// The move that was made, and one that is worth more.
    pub played: Option<&'a str>,
    pub better: Option<&'a str>,
    /// What reasons speak of.
    pub places: &'a [String],
}

/// Where something is: in the middle of a cell, or along its edge.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Cell(f32, f32),
    Edge([f32; 4]),
}

/// Letters of columns in Go, which leave out I.
const LETTERS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The picture of a position.
pub fn drawn(game: &str, picture: &Picture, pointed: Pointed<'_>) -> String {
    let (rows, columns) = (picture.rows as f32, picture.columns as f32);
    // Lines of Dots and Boxes lie on the edge.
    let mut svg = format!(
        "<svg class=\"board {game}\" viewBox=\"-0.3 -0.3 {} {}\" aria-hidden=\"true\">",
        columns + 0.6,
        rows + 0.6
    );
    svg += &ground(game, rows, columns);
    for stand in &picture.stands {
        let Some(place) = place(game, picture, &stand.at, false) else { continue };
        let side = match stand.side {
            Some(Side::First) => "first",
            Some(Side::Second) => "second",
            None => "none",
        };
        match (stand.mark, place) {
            (Mark::Piece, Place::Cell(x, y)) => piece(&mut svg, game, side, x, y),
            (Mark::Line, Place::Edge([x1, y1, x2, y2])) => {
                let _ = write!(
                    svg,
                    "<line class=\"drawn {side}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
                );
            }
            (Mark::Box, Place::Cell(x, y)) => {
                let letter = if side == "first" { 1 } else { 2 };
                let y = y + 0.18;
                let _ =
                    write!(svg, "<text class=\"box {side}\" x=\"{x}\" y=\"{y}\">{letter}</text>");
            }
            _ => {}
        }
    }
    let at = |key: &str, next| place(game, picture, key, next);
    for place in pointed.places.iter().filter_map(|key| at(key, true)) {
        let (x, y) = middle(place);
        let (x, y) = (x - 0.42, y - 0.42);
        let _ = write!(
            svg,
            "<rect class=\"said\" x=\"{x}\" y=\"{y}\" width=\"0.84\" height=\"0.84\" rx=\"0.2\"/>"
        );
    }
    if let Some(place) = pointed.played.and_then(|key| at(key, false)) {
        let (x, y) = middle(place);
        let _ = write!(svg, "<circle class=\"played\" cx=\"{x}\" cy=\"{y}\" r=\"0.2\"/>");
    }
    if let Some(place) = pointed.better.and_then(|key| at(key, true)) {
        let (x, y) = middle(place);
        let top = y - 0.32;
        let _ = write!(svg, "<path class=\"better\" d=\"M{x} {top}l.32 .32l-.32 .32l-.32-.32z\"/>");
    }
    svg + "</svg>"
}

fn middle(place: Place) -> (f32, f32) {
    match place {
        Place::Cell(x, y) => (x, y),
        Place::Edge([x1, y1, x2, y2]) => (f32::midpoint(x1, x2), f32::midpoint(y1, y2)),
    }
}

/// Where a key of the board is. A column of Connect 4 is the topmost piece in
/// it, or the cell above that where `next` is asked for.
fn place(game: &str, picture: &Picture, key: &str, next: bool) -> Option<Place> {
    let parts: Vec<&str> = key.split('-').collect();
    let number = |at: usize| parts.get(at)?.parse::<f32>().ok();
    match (game, parts.len()) {
        ("go", 1) => {
            let (letter, row) = (key.chars().next()?, key.get(1..)?.parse::<f32>().ok()?);
            let column = LETTERS.find(letter)? as f32;
            Some(Place::Cell(column + 0.5, picture.rows as f32 - row + 0.5))
        }
        ("othello", 1) => {
            let (letter, row) = (key.chars().next()?, key.get(1..)?.parse::<f32>().ok()?);
            let column = u32::from(letter).checked_sub(u32::from('a'))? as f32;
            Some(Place::Cell(column + 0.5, row - 0.5))
        }
        ("connect4", 1) => {
            let column = number(0)?;
            let ending = format!("-{key}");
            let own = picture.stands.iter().filter(|stand| stand.at.ends_with(&ending));
            let pieces = own.filter(|stand| stand.mark == Mark::Piece).count() as f32;
            let height = if next { pieces + 1.0 } else { pieces.max(1.0) };
            Some(Place::Cell(column - 0.5, picture.rows as f32 - height + 0.5))
        }
        (_, 2) => Some(Place::Cell(number(1)? - 0.5, number(0)? - 0.5)),
        ("dots", 3) => {
            let (row, column) = (number(0)? - 1.0, number(1)? - 1.0);
            Some(Place::Edge(match parts[2] {
                "h" => [column, row, column + 1.0, row],
                _ => [column, row, column, row + 1.0],
            }))
        }
        _ => None,
    }
}

fn ground(game: &str, rows: f32, columns: f32) -> String {
    let mut svg = format!(
        "<rect class=\"ground\" x=\"-0.3\" y=\"-0.3\" width=\"{}\" height=\"{}\" rx=\"0.2\"/>",
        columns + 0.6,
        rows + 0.6
    );
    // Stones stand where lines cross, discs between them.
    let (from, inset) = if game == "go" { (0.5, 1.0) } else { (0.0, 0.0) };
    let mut lines = String::new();
    let count = |cells: f32| if game == "go" { cells as usize } else { cells as usize + 1 };
    for row in 0..count(rows) {
        let _ = write!(lines, "M{from} {}h{}", from + row as f32, columns - inset);
    }
    for column in 0..count(columns) {
        let _ = write!(lines, "M{} {from}v{}", from + column as f32, rows - inset);
    }
    match game {
        "connect4" => {
            for row in 0..rows as usize {
                for column in 0..columns as usize {
                    let (x, y) = (column as f32 + 0.5, row as f32 + 0.5);
                    let _ = write!(svg, "<circle class=\"hole\" cx=\"{x}\" cy=\"{y}\" r=\"0.4\"/>");
                }
            }
        }
        "dots" => {
            for row in 0..=rows as usize {
                for column in 0..=columns as usize {
                    let _ = write!(
                        svg,
                        "<circle class=\"dot\" cx=\"{column}\" cy=\"{row}\" r=\"0.08\"/>"
                    );
                }
            }
        }
        _ => {
            let _ = write!(svg, "<path class=\"lines\" d=\"{lines}\"/>");
        }
    }
    svg
}

/// A piece; in Connect 4 the sides differ by shape and not by hue alone.
fn piece(svg: &mut String, game: &str, side: &str, x: f32, y: f32) {
    let r = if game == "go" { 0.47 } else { 0.4 };
    let _ = write!(svg, "<circle class=\"piece {side}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    if game == "connect4" {
        let r = if side == "first" { 0.08 } else { 0.2 };
        let _ = write!(svg, "<circle class=\"sign {side}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(game: &str, rules: &str, moves: &str, key: &str, next: bool) -> Option<Place> {
        let mut played = sobremesa_games::find(game).unwrap().start(rules).unwrap();
        for play in moves.split_whitespace() {
            played.play(play).unwrap();
        }
        place(game, &played.view().picture, key, next)
    }

    #[test]
    fn every_key_has_its_place() {
        assert_eq!(at("go", "size=9", "", "J1", false), Some(Place::Cell(8.5, 8.5)));
        assert_eq!(at("othello", "", "", "c2", false), Some(Place::Cell(2.5, 1.5)));
        assert_eq!(at("connect4", "", "4 4", "4", false), Some(Place::Cell(3.5, 4.5)));
        assert_eq!(at("connect4", "", "4 4", "4", true), Some(Place::Cell(3.5, 3.5)));
        assert_eq!(at("connect4", "", "", "6-1", false), Some(Place::Cell(0.5, 5.5)));
        assert_eq!(at("dots", "", "", "2-1-h", false), Some(Place::Edge([0.0, 1.0, 1.0, 1.0])));
        assert_eq!(at("dots", "", "", "2-1-v", false), Some(Place::Edge([0.0, 1.0, 0.0, 2.0])));
        for odd in ["pass", "", "é9", "9", "1-2-3-4", "x-y"] {
            for game in ["go", "othello", "dots"] {
                assert_eq!(at(game, "", "", odd, false), None, "{game} {odd}");
            }
        }
    }

    #[test]
    fn everything_that_stands_is_drawn() {
        let mut game = sobremesa_games::find("dots").unwrap().start("size=1x1").unwrap();
        for line in ["1-1-h", "1-1-v", "2-1-h", "1-2-v"] {
            game.play(line).unwrap();
        }
        let svg = drawn("dots", &game.view().picture, Pointed::default());
        assert_eq!(svg.matches("<line").count(), 4);
        assert_eq!(svg.matches("<text").count(), 1);
    }
}
