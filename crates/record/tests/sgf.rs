//! SGF files as they occur, and as they should not.

use proptest::prelude::*;
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
    assert!(Record::from_sgf(b"(;SZ[5];B[aa];AW[bb])").is_err(), "set-up in the middle");
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
    let latin = b"(;CA[ISO-8859-1]PB[Mu\xf1oz])";
    assert_eq!(Record::from_sgf(latin).unwrap().players[0], "Mu\u{f1}oz");
    assert_eq!(Record::from_sgf(b"(;PB[Mu\xf1oz])").unwrap().players[0], "Mu\u{f1}oz");
    assert_eq!(record("(;CA[UTF-8]PB[囲碁])").players[0], "囲碁");
    assert_eq!(Record::from_sgf("\u{feff}(;PB[a])".as_bytes()).unwrap().players[0], "a");
    assert!(Record::from_sgf(b"(;CA[UTF-8]PB[\xf1])").is_err());
    assert!(Record::from_sgf(b"(;CA[Klingon]PB[a])").is_err());
    let written = sgf::write(&sgf::read(latin).unwrap());
    assert!(written.contains("CA[UTF-8]") && written.contains("Muñoz"), "{written}");
}

#[test]
fn errors_say_where_and_what_was_expected() {
    let error = sgf::read(b"(;SZ[9]\n;B[aa]\n;W bb)").unwrap_err();
    assert_eq!(error.place(), Some((3, 4)));
    assert!(error.to_string().contains("a value in [ ]"), "{error}");
    for bad in [
        "",
        "(",
        "()",
        "(;",
        "(;B[aa",
        "(;B)",
        "(;b[aa])",
        "(;SZ[99])",
        "(;GM[3])",
        "(;ñ)",
        "(;SZ[9];B[zz])",
        "(;KM[x])",
    ] {
        assert!(Record::from_sgf(bad.as_bytes()).is_err(), "{bad}");
    }
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
