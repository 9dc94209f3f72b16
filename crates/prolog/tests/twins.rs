//! Every predicate against a slow, obvious twin on random boards. The twins
//! know arrays of characters and nothing of the game crates.

use sobremesa_kernel::Rng;
use sobremesa_prolog::{Found, Limits, Query};

type Grid = Vec<Vec<char>>;

/// The values of the variables of the first answer, `None` when it fails.
fn ask(goal: &str) -> Option<Vec<String>> {
    let mut query =
        Query::new(goal, "proylcc", Limits::default()).unwrap_or_else(|e| panic!("{goal}: {e}"));
    match query.next(&|| false).unwrap_or_else(|e| panic!("{goal}: {e}")) {
        Found::Nothing => None,
        Found::Answer { .. } => {
            let answer = query.answer().unwrap_or_else(|e| panic!("{goal}: {e}"));
            Some(answer.into_iter().map(|(_, value)| value).collect())
        }
    }
}

fn all(template: &str, goal: &str) -> String {
    ask(&format!("findall({template}, {goal}, L)")).expect("findall succeeds").remove(0)
}

fn atoms(grid: &Grid) -> String {
    let row = |row: &Vec<char>| {
        format!("[{}]", row.iter().map(char::to_string).collect::<Vec<_>>().join(","))
    };
    format!("[{}]", grid.iter().map(row).collect::<Vec<_>>().join(","))
}

fn strings(grid: &Grid) -> String {
    let row = |row: &Vec<char>| {
        format!("[{}]", row.iter().map(|c| format!("\"{c}\"")).collect::<Vec<_>>().join(","))
    };
    format!("[{}]", grid.iter().map(row).collect::<Vec<_>>().join(","))
}

fn numbers(list: &[usize]) -> String {
    format!("[{}]", list.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
}

mod connect4 {
    use super::*;

    fn other(side: char) -> char {
        if side == 'a' { 'b' } else { 'a' }
    }

    fn at(grid: &Grid, row: i32, column: i32) -> char {
        if (0..6).contains(&row) && (0..7).contains(&column) {
            grid[row as usize][column as usize]
        } else {
            ' '
        }
    }

    fn lines(grid: &Grid, side: char) -> Vec<Vec<(i32, i32)>> {
        let mut found = Vec::new();
        for (dr, dc) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for row in 0..6 {
                for column in 0..7 {
                    let mut line = Vec::new();
                    while at(grid, row + dr * line.len() as i32, column + dc * line.len() as i32)
                        == side
                    {
                        let n = line.len() as i32;
                        line.push((row + dr * n + 1, column + dc * n + 1));
                    }
                    if line.len() >= 4 && at(grid, row - dr, column - dc) != side {
                        line.sort_unstable();
                        found.push(line);
                    }
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn won(grid: &Grid) -> bool {
        ['a', 'b'].into_iter().any(|side| !lines(grid, side).is_empty())
    }

    fn dropped(grid: &Grid, column: usize, side: char) -> Option<Grid> {
        let row = (0..6).rev().find(|&row| grid[row][column - 1] == '-')?;
        let mut next = grid.clone();
        next[row][column - 1] = side;
        Some(next)
    }

    fn columns(grid: &Grid, wanted: impl Fn(&Grid) -> bool, side: char) -> Vec<usize> {
        if won(grid) {
            return Vec::new();
        }
        (1..=7).filter(|&c| dropped(grid, c, side).is_some_and(|next| wanted(&next))).collect()
    }

    fn winning(grid: &Grid, side: char) -> Vec<usize> {
        columns(grid, |next| !lines(next, side).is_empty(), side)
    }

    fn safe(grid: &Grid, side: char) -> Vec<usize> {
        columns(grid, |next| won(next) || winning(next, other(side)).is_empty(), side)
    }

    fn definitive(grid: &Grid, side: char) -> Vec<usize> {
        let sure = |next: &Grid| {
            let replies: Vec<Grid> =
                (1..=7).filter_map(|c| dropped(next, c, other(side))).collect();
            !won(next)
                && winning(next, other(side)).is_empty()
                && !replies.is_empty()
                && replies.iter().all(|reply| !winning(reply, side).is_empty())
        };
        columns(grid, sure, side)
    }

    #[test]
    fn conecta4_agrees() {
        let mut rng = Rng::new(4);
        for game in 0..60 {
            let mut grid: Grid = vec![vec!['-'; 7]; 6];
            // Some games stop at a line, others go on to odd boards.
            let plies = rng.below(43);
            for ply in 0..plies {
                if game % 3 > 0 && won(&grid) {
                    break;
                }
                let free: Vec<usize> = (1..=7).filter(|&c| grid[0][c - 1] == '-').collect();
                let Some(column) = rng.pick(&free) else { break };
                let side = if ply % 2 == 0 { 'a' } else { 'b' };
                grid = dropped(&grid, column, side).expect("it has room");
            }
            let t = atoms(&grid);
            let free: Vec<usize> = (1..=7).filter(|&c| grid[0][c - 1] == '-').collect();
            assert_eq!(all("C", &format!("columnaDisp({t},C)")), numbers(&free), "{t}");
            let drawn = free.is_empty() && !won(&grid);
            assert_eq!(ask(&format!("empate({t})")).is_some(), drawn, "{t}");
            let cells: String = grid.concat().iter().map(|c| format!("{c},")).collect();
            let found = all("F", &format!("contenido({t},_,F)"));
            assert_eq!(found, format!("[{}]", cells.trim_end_matches(',')), "{t}");
            for side in ['a', 'b'] {
                let expected: Vec<String> = lines(&grid, side)
                    .iter()
                    .map(|line| {
                        let cells: Vec<String> =
                            line.iter().map(|(r, c)| format!("[{r},{c}]")).collect();
                        format!("[{}]", cells.join(","))
                    })
                    .collect();
                let found = all("P", &format!("conecta4({t},{side},P)"));
                assert_eq!(found, format!("[{}]", expected.join(",")), "{t}");
                for (name, columns) in [
                    ("jugadaGanadora", winning(&grid, side)),
                    ("jugadaSegura", safe(&grid, side)),
                    ("jugadaDefinitiva", definitive(&grid, side)),
                ] {
                    let found = all("C", &format!("{name}({t},{side},C)"));
                    assert_eq!(found, numbers(&columns), "{name} {side} {t}");
                    for column in 1..=7 {
                        let is = ask(&format!("{name}({t},{side},{column})")).is_some();
                        assert_eq!(is, columns.contains(&column), "{name} {side} {column} {t}");
                    }
                }
                for column in 0..=8 {
                    let found = ask(&format!("ingresarFicha({t},{column},{side},T2)"));
                    let expected = if (1..=7).contains(&column) {
                        dropped(&grid, column, side).map(|next| vec![atoms(&next)])
                    } else {
                        None
                    };
                    assert_eq!(found, expected, "{column} {t}");
                }
            }
        }
    }
}

mod go {
    use super::*;

    fn neighbours(grid: &Grid, (r, c): (usize, usize)) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        if r > 0 {
            found.push((r - 1, c));
        }
        if c > 0 {
            found.push((r, c - 1));
        }
        if r + 1 < grid.len() {
            found.push((r + 1, c));
        }
        if c + 1 < grid[0].len() {
            found.push((r, c + 1));
        }
        found
    }

    /// The points connected to one, and what else they touch.
    fn region(grid: &Grid, start: (usize, usize)) -> (Vec<(usize, usize)>, Vec<char>) {
        let (mut inside, mut touches) = (vec![start], Vec::new());
        let mut next = 0;
        while next < inside.len() {
            for n in neighbours(grid, inside[next]) {
                if grid[n.0][n.1] != grid[start.0][start.1] {
                    touches.push(grid[n.0][n.1]);
                } else if !inside.contains(&n) {
                    inside.push(n);
                }
            }
            next += 1;
        }
        (inside, touches)
    }

    fn play(grid: &Grid, side: char, (r, c): (usize, usize)) -> Option<Grid> {
        if r >= grid.len() || c >= grid[0].len() || grid[r][c] != '-' {
            return None;
        }
        let mut next = grid.clone();
        next[r][c] = side;
        for n in neighbours(grid, (r, c)) {
            let (group, touches) = region(&next, n);
            if next[n.0][n.1] != '-' && next[n.0][n.1] != side && !touches.contains(&'-') {
                for (r, c) in group {
                    next[r][c] = '-';
                }
            }
        }
        region(&next, (r, c)).1.contains(&'-').then_some(next)
    }

    fn area(grid: &Grid, side: char) -> usize {
        let rival = if side == 'b' { 'w' } else { 'b' };
        let points = (0..grid.len()).flat_map(|r| (0..grid[0].len()).map(move |c| (r, c)));
        points
            .filter(|&(r, c)| {
                let touches = region(grid, (r, c)).1;
                grid[r][c] == side
                    || grid[r][c] == '-' && touches.contains(&side) && !touches.contains(&rival)
            })
            .count()
    }

    #[test]
    fn proylcc_agrees() {
        let mut rng = Rng::new(19);
        for game in 0..40 {
            let (rows, columns) = (2 + rng.below(6) as usize, 2 + rng.below(6) as usize);
            let mut grid: Grid = vec![vec!['-'; columns]; rows];
            let mut history = vec![grid.clone()];
            for ply in 0..rng.below(60) {
                let side = if ply % 2 == 0 { 'b' } else { 'w' };
                let point = (rng.below(rows as u32) as usize, rng.below(columns as u32) as usize);
                if let Some(next) = play(&grid, side, point) {
                    grid = next;
                    history.push(grid.clone());
                }
            }
            let board = strings(&grid);
            for side in ['b', 'w'] {
                for r in 0..=rows {
                    for c in 0..=columns {
                        let expected = play(&grid, side, (r, c));
                        let goal = format!("goMove({board},\"{side}\",[{r},{c}],B)");
                        let found = ask(&goal);
                        assert_eq!(
                            found,
                            expected.as_ref().map(|next| vec![strings(next)]),
                            "{goal}"
                        );
                        // Each of them with the history, on a few boards.
                        if game < 8 {
                            let boards: Vec<String> = history.iter().map(strings).collect();
                            let goal = format!(
                                "goMove({board},\"{side}\",[{r},{c}],[{}],B)",
                                boards.join(",")
                            );
                            let new = expected.filter(|next| !history.contains(next));
                            assert_eq!(ask(&goal), new.map(|next| vec![strings(&next)]), "{goal}");
                        }
                    }
                }
            }
            let (black, white) = (area(&grid, 'b').to_string(), area(&grid, 'w').to_string());
            let (bw, wb) = (vec![black.clone(), white.clone()], vec![white, black]);
            assert_eq!(ask(&format!("finDelJuego({board},X,Y)")), Some(bw.clone()), "{board}");
            for name in ["score", "contarFichas", "terminarJuego", "winPoints"] {
                assert_eq!(ask(&format!("{name}({board},X,Y)")), Some(wb.clone()), "{board}");
            }
            assert_eq!(
                all("P", &format!("puntajeColor({board},_,P)")),
                format!("[{}]", bw.join(","))
            );
        }
    }
}

mod dots {
    use super::*;

    /// Cells `[top, left, owner]` of N×N dots.
    type Board = Vec<Vec<[u8; 3]>>;

    fn text(board: &Board) -> String {
        let row = |row: &Vec<[u8; 3]>| {
            let cells: Vec<String> =
                row.iter().map(|[h, v, j]| format!("c({h},{v},{j})")).collect();
            format!("fila({})", cells.join(","))
        };
        format!("tablero({})", board.iter().map(row).collect::<Vec<_>>().join(","))
    }

    fn draw(board: &Board, turn: u8, f: usize, c: usize, d: char) -> Option<(Board, u8, String)> {
        let n = board.len();
        let side = if d == 'h' { 0 } else { 1 };
        let exists = if d == 'h' {
            (1..=n).contains(&f) && (1..n).contains(&c)
        } else {
            (1..n).contains(&f) && (1..=n).contains(&c)
        };
        if !exists || board[f - 1][c - 1][side] == 1 {
            return None;
        }
        let mut next = board.clone();
        next[f - 1][c - 1][side] = 1;
        let mut closed = Vec::new();
        for r in 0..n - 1 {
            for k in 0..n - 1 {
                let sides = [next[r][k][0], next[r][k][1], next[r + 1][k][0], next[r][k + 1][1]];
                if sides == [1; 4] && next[r][k][2] == 0 {
                    next[r][k][2] = turn;
                    closed.push(format!("[{},{}]", r + 1, k + 1));
                }
            }
        }
        let turn = if closed.is_empty() { 3 - turn } else { turn };
        Some((next, turn, format!("[{}]", closed.join(","))))
    }

    #[test]
    fn ceritolog_agrees() {
        let mut rng = Rng::new(3);
        for _ in 0..25 {
            let n = 2 + rng.below(4) as usize;
            let mut board: Board = vec![vec![[0; 3]; n]; n];
            assert_eq!(ask(&format!("tablero({n},T)")), Some(vec![text(&board)]));
            let mut turn = 1;
            loop {
                let t = text(&board);
                let mut moves = Vec::new();
                for f in 0..=n + 1 {
                    for c in 0..=n + 1 {
                        for d in ['h', 'v'] {
                            let expected = draw(&board, turn, f, c, d);
                            let goal = format!("jugada_humano({t},{turn},{f},{c},{d},T2,U,Cs)");
                            let found = ask(&goal);
                            assert_eq!(
                                found,
                                expected.as_ref().map(|(next, turn, closed)| vec![
                                    text(next),
                                    turn.to_string(),
                                    closed.clone()
                                ]),
                                "{goal}"
                            );
                            moves.extend(expected);
                        }
                    }
                }
                let owned = |player| board.concat().iter().filter(|cell| cell[2] == player).count();
                let over = ask(&format!("fin_del_juego({t},A,B,G)"));
                if moves.is_empty() {
                    let winner = match owned(1).cmp(&owned(2)) {
                        std::cmp::Ordering::Greater => "\"Gana el jugador 1\"",
                        std::cmp::Ordering::Less => "\"Gana el jugador 2\"",
                        std::cmp::Ordering::Equal => "\"Empate\"",
                    };
                    let expected = vec![owned(1).to_string(), owned(2).to_string(), winner.into()];
                    assert_eq!(over, Some(expected), "{t}");
                    assert_eq!(ask(&format!("sugerencia_jugada({t},{turn},1,F,C,D)")), None);
                    break;
                }
                assert_eq!(over, None, "{t}");
                // Strength is the business of the engine: here the weakest, and a
                // search where it is short.
                let level = if n == 2 { 1 } else { 0 };
                let found = ask(&format!("jugada_maquina({t},{turn},{level},F,C,D,T2,U,Cs)"))
                    .unwrap_or_else(|| panic!("no move: {t}"));
                let (f, c) =
                    (found[0].parse().expect("a row"), found[1].parse().expect("a column"));
                let (next, after, closed) =
                    draw(&board, turn, f, c, found[2].chars().next().expect("h or v"))
                        .expect("the machine plays by the rules");
                assert_eq!(found[3..], [text(&next), after.to_string(), closed]);
                let index = rng.below(moves.len() as u32) as usize;
                let (next, after, _) = moves.swap_remove(index);
                (board, turn) = (next, after);
            }
        }
    }
}

mod othello {
    use super::*;

    fn other(side: char) -> char {
        if side == 'n' { 'b' } else { 'n' }
    }

    fn play(grid: &Grid, side: char, row: i32, column: i32) -> Option<Grid> {
        let at = |r: i32, c: i32| {
            if (0..8).contains(&r) && (0..8).contains(&c) {
                grid[r as usize][c as usize]
            } else {
                ' '
            }
        };
        if at(row, column) != '-' {
            return None;
        }
        let mut next = grid.clone();
        let mut flipped = 0;
        for dr in -1..=1 {
            for dc in -1..=1 {
                let mut n = 1;
                while (dr, dc) != (0, 0) && at(row + n * dr, column + n * dc) == other(side) {
                    n += 1;
                }
                if n > 1 && at(row + n * dr, column + n * dc) == side {
                    for k in 1..n {
                        next[(row + k * dr) as usize][(column + k * dc) as usize] = side;
                        flipped += 1;
                    }
                }
            }
        }
        next[row as usize][column as usize] = side;
        (flipped > 0).then_some(next)
    }

    fn moves(grid: &Grid, side: char) -> Vec<(i32, i32, Grid)> {
        (0..8)
            .flat_map(|r| (0..8).map(move |c| (r, c)))
            .filter_map(|(r, c)| play(grid, side, r, c).map(|next| (r + 1, c + 1, next)))
            .collect()
    }

    #[test]
    fn othello_agrees() {
        let mut rng = Rng::new(8);
        for _ in 0..12 {
            let mut grid: Grid = vec![vec!['-'; 8]; 8];
            for (r, c, side) in [(3, 3, 'b'), (3, 4, 'n'), (4, 3, 'n'), (4, 4, 'b')] {
                grid[r][c] = side;
            }
            assert_eq!(ask("tablero_inicial(T)"), Some(vec![atoms(&grid)]));
            let mut side = 'n';
            loop {
                let t = atoms(&grid);
                let mine = moves(&grid, side);
                let over = mine.is_empty() && moves(&grid, other(side)).is_empty();
                let mut expected: Vec<String> =
                    mine.iter().map(|(r, c, _)| format!("[{r},{c}]")).collect();
                if mine.is_empty() && !over {
                    expected.push("pasa".into());
                }
                let found = all("P", &format!("jugada_valida({t},{side},P)"));
                assert_eq!(found, format!("[{}]", expected.join(",")), "{side} {t}");
                for row in 0..=9 {
                    for column in 0..=9 {
                        let found = ask(&format!("jugar({t},{side},[{row},{column}],T2)"));
                        let next = play(&grid, side, row - 1, column - 1);
                        assert_eq!(
                            found,
                            next.map(|next| vec![atoms(&next)]),
                            "{row} {column} {t}"
                        );
                    }
                }
                let discs = |side| grid.concat().iter().filter(|&&c| c == side).count();
                let winner = match discs('n').cmp(&discs('b')) {
                    std::cmp::Ordering::Greater => "n",
                    std::cmp::Ordering::Less => "b",
                    std::cmp::Ordering::Equal => "empate",
                };
                let end = vec![discs('n').to_string(), discs('b').to_string(), winner.into()];
                assert_eq!(ask(&format!("ganador({t},N,B,G)")), over.then_some(end), "{t}");
                if over {
                    break;
                }
                if !mine.is_empty() {
                    let index = rng.below(mine.len() as u32) as usize;
                    grid = mine[index].2.clone();
                }
                side = other(side);
            }
        }
    }
}
