//! The worked examples of the course's assignment (seed document 002), each
//! named after the predicate it illustrates, with the errata of the
//! specification: six rows, figure 3's stray `b` in column 5, and the last
//! board completed on the left and asked for `a`.

use sobremesa_connect4::{Board, Cell, Connect4, Move, Position, Rules};
use sobremesa_kernel::{Game, Mark, Position as _, Side};

fn board(text: &str) -> Board {
    Board::from_diagram(Rules::STANDARD, text).expect("the document's boards can be read")
}

fn cell(row: u32, column: u32) -> Cell {
    Cell { row, column }
}

#[test]
fn tablero_inicial() {
    let empty = Board::empty(Rules::STANDARD);
    assert_eq!(empty.diagram(), "-------\n".repeat(6));
}

#[test]
fn ingresar_ficha() {
    let empty = Board::empty(Rules::STANDARD);
    let one = empty.dropped(3, Side::First).unwrap();
    assert_eq!(one.diagram(), "-------\n".repeat(5) + "--a----\n");
    let two = empty.dropped(5, Side::First).and_then(|t| t.dropped(5, Side::Second)).unwrap();
    assert_eq!(two.diagram(), "-------\n".repeat(4) + "----b--\n----a--\n");
    assert_eq!(empty.dropped(0, Side::First), None);
    assert_eq!(empty.dropped(8, Side::First), None);
}

#[test]
fn columna_disp() {
    let empty = Board::empty(Rules::STANDARD);
    assert_eq!(empty.columns().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    assert!(empty.has_room(6));
}

#[test]
fn contenido() {
    let empty = Board::empty(Rules::STANDARD);
    assert_eq!(empty.at(cell(2, 4)), None);
    assert_eq!(empty.dropped(3, Side::First).unwrap().at(cell(6, 3)), Some(Side::First));
}

const FIGURE_3: &str = "-------\n-------\n----b--\n--a-b--\n--a-b--\nbaaab--\n";

#[test]
fn conecta4_figure_3() {
    let won = board(FIGURE_3);
    let line = [cell(3, 5), cell(4, 5), cell(5, 5), cell(6, 5)];
    assert_eq!(won.lines(Side::Second), [line]);
    assert!(won.lines(Side::First).is_empty());
    assert!(Board::empty(Rules::STANDARD).lines(Side::First).is_empty());
    let position = Position::from_diagram(Rules::STANDARD, FIGURE_3).unwrap();
    let marked: Vec<String> = Connect4::picture(&position)
        .stands
        .into_iter()
        .filter(|stand| stand.mark == Mark::Winning)
        .map(|stand| stand.at)
        .collect();
    assert_eq!(marked, ["3-5", "4-5", "5-5", "6-5"]);
}

#[test]
fn conecta4_gives_long_lines_whole_and_crossing_lines_apart() {
    let long = board("-------\n-------\n-------\n-------\nbbb-bbb\naaaaaaa\n");
    assert_eq!(long.lines(Side::First), [(1..=7).map(|c| cell(6, c)).collect::<Vec<_>>()]);
    let cross = board("-------\n-------\na------\nab-----\nabb----\naaaab--\n");
    assert_eq!(cross.lines(Side::First).len(), 2);
    assert_eq!(cross.lines(Side::First)[0][0], cell(3, 1));
    assert_eq!(cross.lines(Side::First)[1][0], cell(6, 1));
}

#[test]
fn jugada_ganadora() {
    let yes = board("-------\n-------\n-------\n--a-b--\n--a-b--\nbaaab--\n");
    assert_eq!(yes.winning_columns(Side::Second), [5]);
    let no = board("-------\n-------\n-------\n-------\n--a-b--\nbaaab--\n");
    assert!(no.winning_columns(Side::Second).is_empty());
    let over = board(FIGURE_3);
    for side in Side::BOTH {
        assert!(over.winning_columns(side).is_empty());
        assert!(over.safe_columns(side).is_empty());
        assert!(over.definitive_columns(side).is_empty());
    }
}

#[test]
fn jugada_segura() {
    let t = board("-------\n-------\n-------\n-a-----\naba----\nabba-b-\n");
    assert_eq!(t.safe_columns(Side::Second), [2, 3, 4, 5, 6, 7]);
}

#[test]
fn jugada_definitiva_figure_4() {
    let t = board("-------\n-------\n------a\n---a--a\n---babb\naabbabb\n");
    assert_eq!(t.definitive_columns(Side::First), [5]);
    assert!(t.definitive_columns(Side::Second).is_empty());
    assert!(Board::empty(Rules::STANDARD).definitive_columns(Side::First).is_empty());
}

#[test]
fn the_picture_names_cells_by_row_and_column() {
    let position = Position::from_columns(Rules::STANDARD, "44").unwrap();
    let picture = Connect4::picture(&position);
    assert_eq!((picture.rows, picture.columns), (6, 7));
    let stands: Vec<_> = picture.stands.iter().map(|s| (s.at.as_str(), s.side)).collect();
    assert_eq!(stands, [("5-4", Some(Side::Second)), ("6-4", Some(Side::First))]);
    assert_eq!(Connect4::changes(&position, Move::new(4).unwrap()), ["4-4"]);
    assert_eq!(Connect4::changes(&position, Move::new(7).unwrap()), ["6-7"]);
    assert_eq!(position.turn(), Side::First);
}
