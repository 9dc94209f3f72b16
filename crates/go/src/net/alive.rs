//! Whose each point is by area when what lives without a move (Benson, 1976)
//! keeps its rivals inside: the area planes of the input.

use crate::board::{BLACK, Board, Colour, EMPTY, Vertex, WHITE, other};

/// A connected region without stones of one colour.
struct Region {
    points: Vec<Vertex>,
    /// Groups all of whose counted points the region touches.
    vital: Vec<Vertex>,
    /// Groups of the colour around it.
    walls: Vec<Vertex>,
    /// Points that touch no stone of the colour.
    internal: usize,
    has_rival: bool,
}

/// The owner of each vertex, [`EMPTY`] where nobody is. `suicide` says whether
/// the rules allow a group to take its own last liberty.
pub(super) fn area<const P: usize, const W: usize>(
    board: &Board<P, W>,
    suicide: bool,
) -> [Colour; P] {
    let mut owners = [EMPTY; P];
    for colour in [BLACK, WHITE] {
        claim(board, colour, suicide, &mut owners);
    }
    each_point(board, |v| {
        if owners[usize::from(v)] == EMPTY {
            owners[usize::from(v)] = board.at(v);
        }
    });
    owners
}

fn each_point<const P: usize, const W: usize>(board: &Board<P, W>, mut f: impl FnMut(Vertex)) {
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            f(board.vertex(row, column));
        }
    }
}

fn regions<const P: usize, const W: usize>(
    board: &Board<P, W>,
    colour: Colour,
    suicide: bool,
) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut seen = [false; P];
    let heads = |v: Vertex| {
        let mut heads: Vec<Vertex> = Vec::with_capacity(4);
        for n in board.neighbours(v) {
            if board.at(n) == colour && !heads.contains(&board.head(n)) {
                heads.push(board.head(n));
            }
        }
        heads
    };
    each_point(board, |from| {
        if board.at(from) != EMPTY || seen[usize::from(from)] {
            return;
        }
        seen[usize::from(from)] = true;
        let mut region = Region {
            points: vec![from],
            vital: heads(from),
            walls: Vec::new(),
            internal: 0,
            has_rival: false,
        };
        let mut next = 0;
        while let Some(&v) = region.points.get(next) {
            next += 1;
            let around = heads(v);
            if suicide || board.at(v) == EMPTY {
                region.vital.retain(|head| around.contains(head));
            }
            region.internal += usize::from(around.is_empty());
            region.has_rival |= board.at(v) == other(colour);
            for head in around {
                if !region.walls.contains(&head) {
                    region.walls.push(head);
                }
            }
            for n in board.neighbours(v) {
                let inside = board.at(n) == EMPTY || board.at(n) == other(colour);
                if inside && !seen[usize::from(n)] {
                    seen[usize::from(n)] = true;
                    region.points.push(n);
                }
            }
        }
        regions.push(region);
    });
    regions
}

fn claim<const P: usize, const W: usize>(
    board: &Board<P, W>,
    colour: Colour,
    suicide: bool,
    owners: &mut [Colour; P],
) {
    let regions = regions(board, colour, suicide);
    let mut alive = Vec::new();
    each_point(board, |v| {
        if board.at(v) == colour && board.head(v) == v {
            alive.push(v);
        }
    });
    // A group lives with two vital regions that only living groups wall in.
    loop {
        let safe = |region: &Region| region.walls.iter().all(|head| alive.contains(head));
        let next: Vec<Vertex> = alive
            .iter()
            .copied()
            .filter(|head| {
                let vital = |region: &&Region| safe(region) && region.vital.contains(head);
                regions.iter().filter(vital).count() >= 2
            })
            .collect();
        if next.len() == alive.len() {
            break;
        }
        alive = next;
    }
    for &head in &alive {
        board.each_stone(head, |stone| owners[usize::from(stone)] = colour);
    }
    for region in regions {
        if region.walls.is_empty() {
            continue;
        }
        let safe = region.walls.iter().all(|head| alive.contains(head));
        if safe && (region.internal <= 1 || !region.has_rival) {
            region.points.iter().for_each(|&v| owners[usize::from(v)] = colour);
        } else if !region.has_rival {
            for &v in &region.points {
                if owners[usize::from(v)] == EMPTY {
                    owners[usize::from(v)] = colour;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sobremesa_kernel::{Position as _, Rng, Side};

    use super::*;
    use crate::Position;
    use crate::board::Small;

    fn owners(diagram: &str) -> String {
        let size = diagram.trim().lines().count();
        let position = Position::parse(&format!("size={size}").parse().unwrap(), diagram).unwrap();
        let board = Small::set_up(&position.stones());
        let owners = area(&board, false);
        let mut text = String::new();
        for row in (0..size).rev() {
            for column in 0..size {
                text.push(match owners[usize::from(board.vertex(row, column))] {
                    BLACK => 'X',
                    WHITE => 'O',
                    _ => '.',
                });
            }
            text.push('\n');
        }
        text
    }

    #[test]
    fn a_living_group_owns_what_it_surrounds_with_the_stones_in_it() {
        let two_eyes = "
            . X . X . .
            X X X X X .
            . O X . . .
            X X X . . .
            O . . . . .
            . . . . . .";
        // The white stone on B4 has no room to live in: it is Black's.
        let found = owners(two_eyes);
        assert!(found.starts_with("XXXX"), "{found}");
        assert_eq!(found.lines().nth(2).unwrap().chars().nth(1), Some('X'), "{found}");
        assert_eq!(found.lines().nth(4).unwrap().chars().next(), Some('O'), "{found}");
    }

    /// Where no group is known to live, it is the area of the rules.
    #[test]
    fn without_life_it_is_the_plain_area() {
        let mut rng = Rng::new(3);
        let mut position = Position::start(&"size=7".parse().unwrap());
        for _ in 0..12 {
            position.play_random(&mut rng, &mut Vec::new());
            let stones = position.stones();
            let board = Small::set_up(&stones);
            let found = area(&board, false);
            for (point, owner) in stones.points().zip(stones.owners()) {
                let expected = match owner {
                    Some(Side::First) => BLACK,
                    Some(Side::Second) => WHITE,
                    None => EMPTY,
                };
                let v = board.vertex(point.row(), point.column());
                assert_eq!(found[usize::from(v)], expected);
            }
        }
    }
}
