//! What the feature `serde` of the games and of the records writes, it reads.

use serde_json::json;
use sobremesa_games::find;
use sobremesa_record::Record;

#[test]
fn moves_and_rules_are_their_text() {
    let rules: sobremesa_connect4::Rules = serde_json::from_value(json!("size=5x6")).unwrap();
    assert_eq!(serde_json::to_value(rules).unwrap(), json!("size=5x6"));
    let moves: (sobremesa_connect4::Move, sobremesa_dots::Line, sobremesa_othello::Move) =
        serde_json::from_value(json!(["3", "2-1-h", "d3"])).unwrap();
    assert_eq!(serde_json::to_value(moves).unwrap(), json!(["3", "2-1-h", "d3"]));
    let moves: Vec<sobremesa_go::Move> = serde_json::from_value(json!(["D4", "pass"])).unwrap();
    assert_eq!(serde_json::to_value(&moves).unwrap(), json!(["D4", "pass"]));
    for (game, text) in [("dots", "size=3x4"), ("go", "size=9 komi=7"), ("othello", "start=white")]
    {
        let said = find(game).unwrap().start(text).unwrap().rules();
        let read = match game {
            "dots" => serde_json::from_value::<sobremesa_dots::Rules>(json!(text))
                .map(|rules| serde_json::to_value(rules).unwrap()),
            "go" => serde_json::from_value::<sobremesa_go::Rules>(json!(text))
                .map(|rules| serde_json::to_value(rules).unwrap()),
            _ => serde_json::from_value::<sobremesa_othello::Rules>(json!(text))
                .map(|rules| serde_json::to_value(rules).unwrap()),
        };
        assert_eq!(read.unwrap(), json!(said));
    }
}

#[test]
fn what_is_no_move_is_refused_with_its_reason() {
    let refused = serde_json::from_value::<sobremesa_othello::Move>(json!("z9")).unwrap_err();
    assert!(refused.to_string().contains("a column a to h"), "{refused}");
    assert!(serde_json::from_value::<sobremesa_go::Move>(json!(4)).is_err());
}

#[test]
fn a_record_comes_back_whole() {
    let file = b"(;GM[1]SZ[9]KM[7]HA[2]AB[gc][cg]PB[Ana]PW[Luis]RE[W+R];W[ee]C[tengen];B[])";
    let record = Record::from_sgf(file).unwrap();
    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
}
