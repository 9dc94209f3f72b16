//! The solver against slow twins that know nothing of chains.

use std::collections::HashMap;

use sobremesa_dots::book::{Book, Entry};
use sobremesa_dots::chains::{Shape, captures, chains, loony_value};
use sobremesa_dots::estimate::plies;
use sobremesa_dots::player::proven_ply;
use sobremesa_dots::solver::prove;
use sobremesa_dots::transposition::Bounds;
use sobremesa_dots::{Graph, Search, Size, Table};
use sobremesa_kernel::Rng;

fn board(rows: usize, columns: usize) -> Graph {
    Graph::of_board(Size::new(rows, columns).unwrap()).unwrap()
}

/// Negamax over single lines, nothing else: the value of a word.
fn slow_value(graph: &Graph, word: u64, known: &mut HashMap<u64, i32>) -> i32 {
    if word == 0 {
        return 0;
    }
    if let Some(&value) = known.get(&word) {
        return value;
    }
    let mut best = i32::MIN;
    for string in (0..graph.lines.len()).filter(|&string| word >> string & 1 != 0) {
        let next = word & !(1 << string);
        let closed =
            graph.coins.iter().filter(|&&coin| coin & word != 0 && coin & next == 0).count() as i32;
        let rest = slow_value(graph, next, known);
        best = best.max(if closed > 0 { closed + rest } else { -rest });
    }
    known.insert(word, best);
    best
}

/// Values of all words of a small board, by increasing word: every subset of
/// a word is smaller, so its value is there already.
fn retrograde(graph: &Graph) -> Vec<i8> {
    let lines = graph.lines.len();
    let mut values = vec![0i8; 1 << lines];
    for word in 1..1u64 << lines {
        let mut best = i8::MIN;
        for string in (0..lines).filter(|&string| word >> string & 1 != 0) {
            let next = word & !(1 << string);
            let closed =
                graph.coins.iter().filter(|&&coin| coin & word != 0 && coin & next == 0).count()
                    as i8;
            let rest = values[next as usize];
            best = best.max(if closed > 0 { closed + rest } else { -rest });
        }
        values[word as usize] = best;
    }
    values
}

fn solve(graph: &Graph, table: &Table, word: u64) -> i32 {
    Search::new(graph, table, &mut |_| false).value(word, 0).unwrap()
}

/// A random word with about `left` strings.
fn random_word(graph: &Graph, left: u32, rng: &mut Rng) -> u64 {
    let mut word = u64::MAX >> (64 - graph.lines.len());
    while word.count_ones() > left {
        word &= !(1 << rng.below(graph.lines.len() as u32));
    }
    word
}

#[test]
fn every_word_of_small_boards_has_its_retrograde_value() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (2, 2), (2, 3)] {
        let graph = board(rows, columns);
        let table = Table::new(1 << 22, graph.lines.len() as u32);
        for (word, &value) in retrograde(&graph).iter().enumerate() {
            let found = solve(&graph, &table, word as u64);
            assert_eq!(found, i32::from(value), "{rows}x{columns} {word:#x}");
        }
    }
}

#[test]
fn a_sample_of_3x3_has_its_retrograde_value() {
    let graph = board(3, 3);
    let table = Table::new(1 << 24, graph.lines.len() as u32);
    let mut known = HashMap::new();
    let mut rng = Rng::new(33);
    for round in 0..400 {
        let word = random_word(&graph, 8 + round % 8, &mut rng);
        let slow = slow_value(&graph, word, &mut known);
        assert_eq!(solve(&graph, &table, word), slow, "{word:#x}");
    }
}

#[test]
fn the_tail_identity_holds_on_random_words() {
    let mut rng = Rng::new(5);
    let mut with_tail = [0; 5];
    for (rows, columns, rounds) in [(3, 3, 400), (4, 4, 400), (3, 5, 300), (5, 5, 100)] {
        let graph = board(rows, columns);
        for round in 0..rounds {
            let word = random_word(&graph, 7 + round % 7, &mut rng);
            let mut known = HashMap::new();
            let resolved = captures(&graph, word);
            assert!(!graph.can_capture(resolved.rest));
            let rest = slow_value(&graph, resolved.rest, &mut known);
            let whole = slow_value(&graph, word, &mut known);
            assert_eq!(resolved.value(rest), whole, "{rows}x{columns} {word:#x}");
            with_tail[resolved.tail.map_or(0, |tail| tail.coins as usize)] += 1;
        }
    }
    assert!(with_tail[2] > 100 && with_tail[4] > 0, "{with_tail:?}");
}

/// Words made only of free chains and loops: cut random strings that are not
/// in the way until no coin has three or more.
fn random_loony(graph: &Graph, rng: &mut Rng) -> u64 {
    let mut word = u64::MAX >> (64 - graph.lines.len());
    loop {
        let crowded: Vec<u64> =
            graph.coins.iter().map(|coin| coin & word).filter(|c| c.count_ones() > 2).collect();
        let Some(coin) = rng.pick(&crowded) else { break };
        let strings: Vec<usize> = (0..64).filter(|&string| coin >> string & 1 != 0).collect();
        word &= !(1 << rng.pick(&strings).unwrap());
    }
    captures(graph, word).rest
}

#[test]
fn the_closed_form_is_the_value_of_free_chains_and_loops() {
    let mut rng = Rng::new(6);
    let (mut compared, mut with_loops) = (0, 0);
    for (rows, columns) in [(3, 3), (3, 4), (4, 4), (3, 5)] {
        let graph = board(rows, columns);
        for _ in 0..400 {
            let word = random_loony(&graph, &mut rng);
            if word.count_ones() > 15 || word == 0 {
                continue;
            }
            let (mut free, mut loops) = (Vec::new(), Vec::new());
            for chain in chains(&graph, word) {
                match chain.shape {
                    Shape::Free => free.push(chain.length),
                    Shape::Loop => loops.push(chain.length),
                    Shape::Tied => panic!("a tied chain without junctions: {word:#x}"),
                }
            }
            with_loops += usize::from(!loops.is_empty());
            compared += 1;
            let slow = slow_value(&graph, word, &mut HashMap::new());
            assert_eq!(loony_value(&mut free, &mut loops), slow, "{rows}x{columns} {word:#x}");
        }
    }
    assert!(compared > 300 && with_loops > 10, "{compared} {with_loops}");
}

#[test]
fn symmetry_and_normal_form_never_change_a_value() {
    let mut rng = Rng::new(7);
    for (rows, columns) in [(3, 3), (2, 4), (4, 4)] {
        let graph = board(rows, columns);
        // The same graph without its symmetries is the slow twin.
        let mut plain = graph.clone();
        plain.symmetries = 1;
        for round in 0..60 {
            let word = random_word(&graph, 10 + round % 8, &mut rng);
            let table = Table::new(1 << 20, graph.lines.len() as u32);
            let value = solve(&graph, &table, word);
            let fresh = Table::new(1 << 20, graph.lines.len() as u32);
            assert_eq!(solve(&plain, &fresh, word), value);
            for symmetry in 0..graph.symmetries {
                let image = (0..graph.lines.len())
                    .filter(|&string| word >> string & 1 != 0)
                    .fold(0, |image, string| image | graph.images[string][symmetry]);
                assert_eq!(solve(&graph, &table, image), value, "{word:#x} by {symmetry}");
            }
        }
    }
}

fn value_of_empty(rows: usize, columns: usize, table: u64) -> i32 {
    let graph = board(rows, columns);
    let table = Table::new(table, graph.lines.len() as u32);
    solve(&graph, &table, u64::MAX >> (64 - graph.lines.len()))
}

#[test]
fn empty_boards_have_their_published_values() {
    for n in 1..=9 {
        assert_eq!(value_of_empty(1, n, 64 << 20), -((n % 2) as i32), "1x{n}");
    }
    for (rows, columns, value) in
        [(2, 2, 2), (2, 3, -2), (2, 4, 2), (2, 5, -2), (2, 6, 2), (3, 3, -3), (3, 4, 0)]
    {
        assert_eq!(value_of_empty(rows, columns, 256 << 20), value, "{rows}x{columns}");
        if rows != columns && rows * columns <= 10 {
            assert_eq!(value_of_empty(columns, rows, 256 << 20), value, "{columns}x{rows}");
        }
    }
}

/// Lines drawn in the positions that are all in the 4×4 book.
const BOOK_LINES: u32 = 7;

fn book() -> (Graph, &'static Book) {
    (board(4, 4), Book::of(Size::new(4, 4).unwrap()).unwrap())
}

/// The book holds what the solver found with a large table and much time; a
/// table that never saw the book must find the same.
#[test]
fn entries_of_the_book_hold_without_the_book() {
    let (graph, book) = book();
    let last: Vec<_> =
        book.entries().filter(|entry| 40 - entry.key.count_ones() >= BOOK_LINES).collect();
    let mut rng = Rng::new(31);
    for _ in 0..5 {
        let entry = rng.pick(&last).unwrap();
        let table = Table::new(64 << 20, graph.lines.len() as u32);
        let value = solve(&graph, &table, entry.key);
        assert_eq!(value, i32::from(entry.value), "{:#x}", entry.key);
        let after = solve(&graph, &table, entry.key & !(1 << entry.string));
        assert_eq!(-after, value, "{:#x}, string {}", entry.key, entry.string);
    }
}

/// Every position of the book against those one line on: none is worth more
/// than the book says, and its move is worth that.
#[test]
fn values_of_the_book_are_those_of_its_best_moves() {
    let (graph, book) = book();
    let mut whole = 0;
    // Of the two million with more lines one in eight, for the time it takes.
    let early = |entry: &Entry| 40 - entry.key.count_ones() <= BOOK_LINES;
    let asked = book.entries().enumerate();
    for (_, entry) in asked.filter(|(index, entry)| early(entry) || index % 8 == 0) {
        let value = i32::from(entry.value);
        let mut all = true;
        for ply in plies(&graph, entry.key) {
            let (key, _) = graph.least_image(graph.normal(ply.next));
            let Some(rest) = book.value(key) else {
                // Opening a chain draws several lines.
                all = false;
                let drawn = 40 - key.count_ones();
                assert!(drawn > BOOK_LINES, "{:#x} is missing", key);
                continue;
            };
            let worth = ply.worth(rest).lower;
            assert!(worth <= value, "{:#x}: {ply:?} is worth {worth}", entry.key);
            if ply.string == entry.string {
                assert_eq!(worth, value, "{:#x}: {ply:?}", entry.key);
            }
        }
        whole += usize::from(all);
    }
    // All but the last lines, and those a line before with chains to open.
    assert!(whole > 200_000, "{whole}");
}

#[test]
fn the_book_answers_every_image_of_a_position() {
    let (graph, book) = book();
    let mut rng = Rng::new(5);
    let mut asked = 0;
    while asked < 2_000 {
        let word = graph.normal(random_word(&graph, 40 - rng.below(BOOK_LINES), &mut rng));
        if graph.can_capture(word) || graph.hot(word) != 0 {
            continue;
        }
        let (value, string) = book.answer(&graph, word).unwrap();
        assert_eq!(graph.drop_line(word, string), Some(string));
        let (rest, _) = book.answer(&graph, word & !(1 << string)).unwrap();
        assert_eq!(rest, -value, "{word:#x}, string {string}");
        asked += 1;
    }
}

#[test]
fn the_book_knows_the_empty_4x4_board() {
    let (graph, book) = book();
    assert_eq!(book.answer(&graph, u64::MAX >> 24).unwrap().0, 0);
}

/// A search that starts from what the book says of a position's parents finds
/// what one without the book finds.
#[test]
fn values_just_past_the_book_are_the_same_with_and_without_it() {
    let (graph, book) = book();
    let mut rng = Rng::new(77);
    for left in [32, 31, 30] {
        let word = random_word(&graph, left, &mut rng);
        let [with, without] = [Some(book), None].map(|book| {
            let table = Table::new(64 << 20, graph.lines.len() as u32);
            let mut never = |_: u64| false;
            Search::new(&graph, &table, &mut never).with_book(book).value(word, 0).unwrap()
        });
        assert_eq!(with, without, "{word:#x}");
    }
}

/// A book of a word's neighbours, which have its replies too, changes no value
/// and saves some of the search.
#[test]
fn neighbours_in_the_book_only_save_work() {
    let size = Size::new(3, 4).unwrap();
    let graph = Graph::of_board(size).unwrap();
    let mut rng = Rng::new(8);
    let new = || Table::new(1 << 22, graph.lines.len() as u32);
    let shared = new();
    let mut nodes = [0, 0];
    for _ in 0..30 {
        let word = graph.normal(captures(&graph, random_word(&graph, 22, &mut rng)).rest);
        let mut entries = Vec::new();
        for next in plies(&graph, word).iter().map(|ply| graph.normal(ply.next)) {
            for before in (0..graph.lines.len()).map(|string| next | 1 << string) {
                let key = graph.least_image(before).0;
                if graph.normal(before) == before
                    && graph.count_coins(before) == graph.count_coins(next)
                    && ![word, next].iter().any(|&own| graph.least_image(own).0 == key)
                {
                    let value = solve(&graph, &shared, before) as i8;
                    entries.push(Entry { key, value, string: before.trailing_zeros() as u8 });
                }
            }
        }
        let book = Book::new(size, entries);
        let [plain, helped] = [None, Some(&book)].map(|book| {
            let (table, mut never) = (new(), |_: u64| false);
            let mut search = Search::new(&graph, &table, &mut never).with_book(book);
            let value = search.value(word, 0).unwrap();
            nodes[usize::from(book.is_some())] += search.nodes();
            value
        });
        assert_eq!(plain, helped, "{word:#x}");
    }
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

/// Threads put moves off and meet in the table; the answer is the same.
#[test]
fn two_threads_find_what_one_finds() {
    let mut rng = Rng::new(9);
    for (rows, columns, left) in [(3, 3, 24), (4, 4, 26), (4, 4, 28), (3, 5, 28)] {
        let graph = board(rows, columns);
        for _ in 0..4 {
            let word = graph.normal(captures(&graph, random_word(&graph, left, &mut rng)).rest);
            let proven = [1, 2, 3].map(|threads| {
                let table = Table::new(16 << 20, graph.lines.len() as u32);
                prove(&graph, &table, None, word, 0, threads, &mut |_| false).0
            });
            assert_eq!(proven[0].lower, proven[0].upper);
            assert!(proven.iter().all(|bounds| *bounds == proven[0]), "{word:#x}: {proven:?}");
        }
    }
}

#[test]
#[ignore = "a long proof: about a minute"]
fn the_empty_3x5_board_is_minus_1() {
    assert_eq!(value_of_empty(3, 5, 1 << 30), -1);
}

#[test]
#[ignore = "a long proof: a minute or two and 2 GB"]
fn the_empty_4x4_board_is_a_draw() {
    assert_eq!(value_of_empty(4, 4, 2 << 30), 0);
}

/// A word far from its images is searched without them, and the move that its
/// value rests on is found even by a table that only knows the value.
#[test]
fn lopsided_words_have_the_same_value_and_a_move() {
    let graph = board(4, 4);
    let mut rng = Rng::new(21);
    let mut never = |_: u64| false;
    for left in [24, 23, 22, 21, 20, 19, 18, 17] {
        let word = graph.normal(captures(&graph, random_word(&graph, left, &mut rng)).rest);
        let [plain, by_images] = [false, true].map(|among_others| {
            let table = Table::new(1 << 24, graph.lines.len() as u32);
            let mut never = |_: u64| false;
            let search = Search::new(&graph, &table, &mut never);
            let mut search = if among_others { search.among_others() } else { search };
            search.value(word, 0).unwrap()
        });
        assert_eq!(plain, by_images, "{word:#x}");
        let table = Table::new(1 << 24, graph.lines.len() as u32);
        table.put(graph.least_image(word).0, Bounds { lower: plain, upper: plain }, 1);
        let mut search = Search::new(&graph, &table, &mut never);
        let ply = proven_ply(&graph, &mut search, word, plain).expect("some move is worth it");
        let rest = solve(&graph, &table, ply.next);
        assert_eq!(ply.worth(Bounds { lower: rest, upper: rest }).lower, plain, "{word:#x}");
    }
}
