//! SGF files as they occur, and as they should not.

use proptest::prelude::*;
use sobremesa_kernel::Message;
use sobremesa_record::{Colour, Record, sgf};

fn record(text: &str) -> Record {
    Record::from_sgf(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn plays(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|m| m.play.as_str()).collect()
}

#[test]
fn a_plain_game_of_go() {
    let read = record("(;FF[4]GM[1]SZ[19]KM[6.5]PB[Ana]PW[Luis]RE[B+R];B[pd];W[dp];B[];W[tt])");
    assert_eq!(read.rules, "size=19 komi=6.5");
    assert_eq!(plays(&read), ["Q16", "D4", "pass", "pass"]);
    assert_eq!(read.players, ["Ana", "Luis"]);
    assert_eq!(read.moves[1].colour, Some(Colour::White));
}

#[test]
fn columns_skip_i_and_tt_is_a_point_on_large_boards() {
    assert_eq!(plays(&record("(;SZ[9];B[ii])")), ["J1"]);
    assert_eq!(plays(&record("(;SZ[21];B[tt])")), ["U2"]);
    assert_eq!(record("(;SZ[5:3];B[ea])").rules, "size=3x5");
}

#[test]
fn variations_are_kept_and_the_main_line_is_the_first() {
    let text = "(;SZ[9]C[root](;B[aa](;W[bb])(;W[cc];B[dd]))(;B[ee]))";
    let collection = sgf::read(text.as_bytes()).unwrap();
    let tree = &collection.trees[0];
    assert_eq!(tree.len(), 6);
    assert_eq!(tree.root().children().len(), 2);
    assert_eq!(plays(&Record::from_tree(tree).unwrap()), ["A9", "B8"]);
    let written = sgf::write(&collection);
    assert_eq!(sgf::read(written.as_bytes()).unwrap(), collection, "{written}");
}

#[test]
fn unknown_properties_and_escapes_survive_a_round_trip() {
    let text = "(;GM[1]KGSDE[aa][bb]ZZ[a\\]b\\\\:c]C[l\u{ed}nea\nuno];B[aa]LB[aa:x\\:y])";
    let read = sgf::read(text.as_bytes()).unwrap();
    let again = sgf::read(sgf::write(&read).as_bytes()).unwrap();
    assert_eq!(again, read);
    assert_eq!(read.trees[0].root().values("ZZ"), ["a\\]b\\\\:c"]);
}

#[test]
fn set_up_with_rectangles_and_who_moves() {
    let read = record("(;SZ[5]AB[aa:ba]AW[ee]PL[W])");
    let set_up = read.set_up.unwrap();
    assert_eq!(set_up.rows(), ["XX...", ".....", ".....", ".....", "....O"]);
    assert_eq!(set_up.turn, Colour::White);
    let handicap = record("(;SZ[9]HA[2]AB[gc][cg];W[ee])");
    assert_eq!(handicap.set_up.unwrap().turn, Colour::White);
    let middle = record("(;SZ[5];B[aa];AW[bb];B[cc])");
    assert_eq!(plays(&middle), ["A5", "C3"]);
    let edit = &middle.edits[..];
    assert!(
        matches!(edit, [only] if only.after == 1 && only.cells == [(1, 1, Some(Colour::White))]),
        "set-up in the middle: {edit:?}"
    );
}

#[test]
fn othello_in_both_spellings() {
    let read = record("(;GM[2]SZ[8];B[fe];W[f6];B[tt])");
    assert_eq!(plays(&read), ["f5", "f6", "pass"]);
    assert_eq!(read.game, "othello");
    assert_eq!(record("(;GM[2];W[de])").rules, "start=white");
    let written = read.to_sgf().unwrap();
    assert_eq!(plays(&record(&written)), plays(&read));
}

#[test]
fn games_without_an_sgf_number_travel_as_private_properties() {
    let mut dots = Record { game: "dots".into(), rules: "size=2x2".into(), ..Record::default() };
    dots.moves = vec![sobremesa_record::RecordedMove::new(Some(Colour::Black), "1-1-h")];
    let read = record(&dots.to_sgf().unwrap());
    assert_eq!((read.game.as_str(), read.rules.as_str()), ("dots", "size=2x2"));
    assert_eq!(plays(&read), ["1-1-h"]);
}

#[test]
fn character_sets() {
    let name = |bytes: &[u8]| Record::from_sgf(bytes).unwrap().players[0].clone();
    let latin = b"(;CA[ISO-8859-1]PB[Mu\xf1oz])";
    assert_eq!(name(latin), "Mu\u{f1}oz");
    // None named: UTF-8 where the bytes are that, else the standard's own.
    assert_eq!(name(b"(;PB[Mu\xf1oz])"), "Mu\u{f1}oz");
    assert_eq!(name("(;PB[囲碁])".as_bytes()), "囲碁");
    assert_eq!(name("(;CA[UTF-8]PB[囲碁])".as_bytes()), "囲碁");
    assert_eq!(name("\u{feff}(;PB[a])".as_bytes()), "a");
    assert_eq!(name(b"(;CA[windows-1252]PB[\x80 \x93a\x94])"), "€ “a”");
    assert_eq!(name(b"(;CA[ISO-8859-15]PB[\xa4])"), "€");
    // What says it is UTF-8 and is not was written by somebody in Latin-1.
    assert_eq!(name(b"(;CA[UTF-8]PB[\xf1])"), "ñ");
    // A set that nobody knows, and two that cannot be what the bytes are.
    let unknown = Record::from_sgf(b"(;CA[Klingon]PB[Mu\xf1oz])").unwrap();
    assert_eq!(
        (unknown.players[0].as_str(), unknown.notes[0].id),
        ("Muñoz", "record-note-charset")
    );
    assert_eq!(name(b"(;CA[UTF-16]PB[a])"), "a");
    assert_eq!(name(b"(;CA[ISO-2022-JP]PB[\x1b$B0O8k\x1b(B])"), "囲碁");
    // Two bytes a letter throughout, with the mark that says so.
    let wide: Vec<u8> =
        "\u{feff}(;PB[囲碁];B[aa])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(name(&wide), "囲碁");
    // Guessed where half a letter would hide the end of a value.
    let shift_jis = encoding_rs::SHIFT_JIS.encode("(;PB[表]PW[ソ];B[aa];W[bb])").0;
    let read = Record::from_sgf(&shift_jis).unwrap();
    assert_eq!(plays(&read), ["A19", "B18"]);
    assert_eq!(name(b"(;PB[caf\xe9\\] x])"), "café] x");
    let written = sgf::write(&sgf::read(latin).unwrap());
    assert!(written.contains("CA[UTF-8]") && written.contains("Muñoz"), "{written}");
}

/// Letters whose second byte is a bracket or a backslash.
#[test]
fn letters_of_two_bytes_are_not_brackets() {
    for (label, text) in [
        ("Shift_JIS", "囲碁 表 ソ 十 ー \u{ff71}"),
        ("GB18030", "围棋 誠 \u{5C5E} 镼 躙 瀄"),
        ("GBK", "围棋 乗 俓 榎"),
        ("Big5", "圍棋 功 許 蓋"),
        ("EUC-KR", "바둑 똠방"),
        ("EUC-JP", "囲碁 表"),
        ("windows-1251", "Го"),
    ] {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        let (bytes, _, missing) = encoding.encode(text);
        assert!(!missing, "{label} has no {text}");
        let file = [format!("(;CA[{label}]PB[").as_bytes(), &bytes, b"]C[x];B[aa])"].concat();
        let read = Record::from_sgf(&file).unwrap_or_else(|e| panic!("{label}: {e}"));
        assert_eq!((read.players[0].as_str(), plays(&read)), (text, vec!["A19"]), "{label}");
    }
}

#[test]
fn each_game_of_a_file_has_its_own_character_set() {
    let games: [(&str, &str); 4] =
        [("Shift_JIS", "表"), ("ISO-8859-1", "ñ"), ("UTF-8", "碁"), ("GB18030", "誠")];
    let mut file = Vec::new();
    for (label, name) in games {
        let (bytes, _, _) =
            encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(name);
        file.extend(format!("(;PW[x]CA[{label}]PB[").as_bytes());
        file.extend(&*bytes);
        file.extend(b"])\n");
    }
    let read = Record::each_from_sgf(&file).unwrap();
    let names: Vec<String> =
        read.into_iter().map(|game| game.unwrap().players[0].clone()).collect();
    assert_eq!(names, games.map(|(_, name)| name));
    // One that cannot be read hides no other.
    file.splice(0..0, *b"(;CA[Klingon]GM[7])");
    let read = Record::each_from_sgf(&file).unwrap();
    assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, true, true, true]);
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let error = sgf::read(b"(;SZ[9]\n;B[aa]\n;W bb)").unwrap_err();
    assert_eq!(error.place(), Some((3, 4)));
    assert!(error.to_string().contains("a value in [ ]"), "{error}");
    for bad in
        ["", "(", "()", "(;", "(;B[aa", "(;B)", "(;SZ[99])", "(;GM[3])", "(;ñ)", "(;SZ[9];B[zy])"]
    {
        assert!(Record::from_sgf(bad.as_bytes()).is_err(), "{bad}");
    }
}

/// As files of the world are written, and what is said about them.
#[test]
fn odd_ways_of_writing_are_read_and_said() {
    let read = |text: &str| {
        let read = record(text);
        let notes: Vec<_> = read.notes.iter().map(|note| note.id).collect();
        (plays(&read).join(" "), notes)
    };
    let ok = |moves: &str, notes: &[&'static str]| (moves.to_owned(), notes.to_vec());
    // No semicolon before the first properties, words before the first node.
    assert_eq!(read("(GM[1]SZ[9]\n;B[aa](W[bb];B[cc]))"), ok("A9 B8 C7", &["record-note-bare"]));
    assert_eq!(read("From: a (b) c [d]\n\n( ;SZ[9];B[aa])"), ok("A9", &[]));
    assert_eq!(read("(\nTE[第1回]\nKO[黒6目半]\nGK[1]\n;B[pd];W[dp])").0, "Q16 D4");
    // Small letters, long names, capitals for points, names of points.
    assert_eq!(read("(;sz[9];b[aa];w[bb])"), ok("A9 B8", &["record-note-small"]));
    assert_eq!(read("(;GaMe[1]VieW[]SiZe[9];Black[aa];White[bb]Comment[x])"), ok("A9 B8", &[]));
    assert_eq!(read("(;SZ[9];B[AA];W[Bb])").1, ["record-note-point"; 2]);
    assert_eq!(read("(;SZ[9];B[a9];W[J1];B[PASS];W[zz];B[..])").0, "A9 J1 pass pass pass");
    assert_eq!(read("(;SZ[19x19];B[tt];W[TT])"), ok("pass pass", &[]));
    // Both colours in one node, in their order.
    assert_eq!(read("(;SZ[9]W[aa]B[bb])"), ok("A9 B8", &["record-note-node"]));
    // The game is in the second node.
    assert_eq!(read("(;;SZ[9];B[aa])"), ok("A9", &[]));
    assert_eq!(record("(;SZ[]GM[Go];B[aa])").rules, "size=19");
    // Points as rectangles, stones that are none, who moves as a number.
    let set_up = record("(;SZ[3]AB[aa:ca][tt]AW[];AE[ba]PL[2])").set_up.unwrap();
    assert_eq!((set_up.rows()[0].as_str(), set_up.turn), ("X.X", Colour::White));
    assert_eq!(record("(;SZ[3]AB[aa]PL[?])").set_up.unwrap().turn, Colour::Black);
}

/// What can be read of a damaged file is a game; the file as it is is not
/// written again.
#[test]
fn damage_is_skipped_and_said() {
    for (text, moves, place) in [
        ("(;SZ[9];B[aa];W[bb]", "A9 B8", (1, 20)),
        ("(;SZ[9];B[aa];W[bb]C[and th", "A9 B8", (1, 21)),
        ("(;SZ[9];B[aa]C[a [3d]: hi];W[bb])", "A9 B8", (1, 22)),
        ("(;SZ[9];B[aa]\n12 ? B C[x];W[bb])", "A9 B8", (2, 4)),
        ("(;SZ[9];B;W[bb])", "B8", (1, 10)),
    ] {
        let read = record(text);
        assert_eq!(plays(&read).join(" "), moves, "{text}");
        let (line, column) = place;
        let said = Message::new("record-note-damage").with("line", line).with("column", column);
        assert_eq!(read.notes[0].id, said.id, "{text}");
        assert_eq!(read.notes[0].args[1..], said.args, "{text}");
        assert!(sgf::read(text.as_bytes()).is_err(), "{text}");
        assert!(sgf::read_first(text.as_bytes()).is_ok(), "{text}");
    }
}

/// A few bytes cannot ask for much memory.
#[test]
fn stones_are_counted() {
    let many = format!("(;SZ[19];B[aa];AB{})", "[aa:ss]".repeat(4_000));
    let error = Record::from_sgf(many.as_bytes()).unwrap_err();
    assert!(error.expected().contains("at most 1048576 stones"), "{error}");
}

#[test]
fn depth_is_not_a_problem() {
    let deep = format!("{}{}", "(;B[aa]".repeat(200_000), ")".repeat(200_000));
    let read = sgf::read(deep.as_bytes()).unwrap();
    assert_eq!(read.trees[0].len(), 200_000);
    assert_eq!(sgf::read(sgf::write(&read).as_bytes()).unwrap(), read);
}

proptest! {
    #[test]
    fn any_text_value_survives(value in "\\PC{0,40}") {
        let mut tree = sgf::Tree::new();
        tree.node_mut(0).set_text("C", &value);
        let written = sgf::write(&sgf::Collection { trees: vec![tree] });
        let read = sgf::read(written.as_bytes()).unwrap();
        prop_assert_eq!(sgf::text(&read.trees[0].root().values("C")[0]), value.replace(char::is_whitespace, " "));
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = Record::from_sgf(&bytes);
        let _ = sobremesa_record::wthor::read(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        let _ = sobremesa_record::ggf::read(&text);
        let _ = sobremesa_record::obf::read(&text);
        let _ = sobremesa_record::transcript::read(&text);
    }

    #[test]
    fn no_sgf_like_text_makes_a_reader_panic(text in "[(;)BWAC\\[\\]a-c:\\\\ \n]{0,80}") {
        if let Ok(read) = sgf::read(text.as_bytes()) {
            let again = sgf::read(sgf::write(&read).as_bytes()).unwrap();
            prop_assert_eq!(again, read);
        }
        let _ = Record::from_sgf(text.as_bytes());
        let _ = sobremesa_record::ggf::read(&text);
    }
}

#[test]
fn a_game_we_do_not_know_says_where_it_begins_and_hides_no_other() {
    let text = b"\xef\xbb\xbf(;SZ[5];B[aa])\n\n (;GM[6];B[aa])\n(;SZ[5];B[bb])(;SZ[5";
    let games = Record::each_from_sgf(text).unwrap();
    assert_eq!(games.len(), 4);
    assert!(games[0].is_ok() && games[2].is_ok());
    assert_eq!(games[1].as_ref().unwrap_err().place(), Some((3, 2)));
    assert_eq!(games[3].as_ref().unwrap_err().place().map(|place| place.0), Some(4));
    assert!(Record::from_sgf(text).is_ok());
    assert!(sgf::read(text).is_err());
}

#[test]
fn white_may_begin_a_game_of_othello_without_moves() {
    let white = Record {
        game: "othello".into(),
        rules: "start=white".into(),
        result: "?".into(),
        ..Record::default()
    };
    assert_eq!(record(&white.to_sgf().unwrap()), white);
}
