//! The law of records: what is written in a format and read again equals what
//! went in, except for what the table of losses says; and so through any two
//! formats.

use sobremesa_games::{files, find, json, replay};
use sobremesa_kernel::{AnyGame, Rng};
use sobremesa_record::losses::{self, Format};
use sobremesa_record::{
    Colour, Edit, GameResult, How, Margin, Record, RecordedMove, SetUp, ggf, transcript, wthor,
};

fn pick<'a, T>(rng: &mut Rng, of: &'a [T]) -> &'a T {
    &of[rng.below(of.len() as u32) as usize]
}

/// Words in every script, with everything that formats are touchy about.
const WORDS: &[&str] = &[
    "",
    "",
    "Ana",
    "Muñoz",
    "本因坊",
    "Ли",
    "باسم",
    "이세돌",
    "a]b",
    "back\\slash",
    "co:lon",
    "(;x)",
    "100%",
    "🎲",
    "e\u{301}",
    "[x",
    "f5",
    "a;b",
];

fn random_moves(rng: &mut Rng, game: &mut dyn AnyGame, most: u32) {
    for _ in 0..rng.below(most + 1) {
        let legal = game.legal();
        if legal.is_empty() {
            break;
        }
        let play = pick(rng, &legal).clone();
        let _ = game.play(&play);
    }
}

fn rules(rng: &mut Rng, game: &str) -> String {
    match game {
        "go" => {
            let size = pick(rng, &["3", "5", "9", "4x6", "9", "19"]);
            let handicap = if *size == "9" && rng.below(3) == 0 { 2 + rng.below(8) } else { 0 };
            format!(
                "size={size} ko={} komi={} handicap={handicap}{}",
                pick(rng, &["simple", "positional", "situational"]),
                pick(rng, &["0", "6.5", "7", "-3.5"]),
                pick(rng, &["", " count=agreed", " count=territory"]),
            )
        }
        "othello" => (*pick(rng, &["", "", "start=white"])).to_owned(),
        "connect4" => (*pick(rng, &["", "size=4x5"])).to_owned(),
        _ => (*pick(rng, &["size=2x2", "size=3x5"])).to_owned(),
    }
}

/// A game of any kind: set up or not, with or without an end, given up, with
/// comments, names, dates, stones that were changed, colours that move twice.
fn random_game(rng: &mut Rng) -> Record {
    let game = *pick(rng, &["othello", "othello", "go", "go", "connect4", "dots"]);
    let entry = find(game).unwrap();
    let mut game = entry.start(&rules(rng, game)).unwrap();
    if rng.below(4) == 0 {
        random_moves(rng, &mut *game, 12);
        if game.outcome().is_none() {
            let bare = game.rules().replace(" handicap=", " was=");
            let bare: Vec<&str> =
                bare.split(' ').filter(|pair| !pair.starts_with("was=")).collect();
            game = entry.set_up(&bare.join(" "), &game.diagram()).unwrap();
        } else {
            game = game.start();
        }
    }
    let most = *pick(rng, &[0, 5, 40, 200]);
    random_moves(rng, &mut *game, most);
    let mut record = replay::record(&*game, ["", ""]);
    let [black, white, event, date] = [(); 4].map(|()| (*pick(rng, WORDS)).to_owned());
    (record.players, record.event, record.date) = ([black, white], event, date);
    if rng.below(2) == 0 {
        let colour = *pick(rng, &[Colour::Black, Colour::White]);
        let by = How::By(Margin::whole(2 + 2 * rng.below(31)));
        let how = *pick(rng, &[How::Resignation, How::Time, How::Forfeit, How::Unsaid, by]);
        let other = [GameResult::Draw, GameResult::Unknown, GameResult::Void];
        let all = [&[GameResult::Win(colour, how); 5][..], &other].concat();
        record.result = pick(rng, &all).to_string();
    }
    if rng.below(3) == 0 {
        record.comment = "línea 1\nlínea: 2 ]\\".to_owned();
        for m in &mut record.moves {
            m.comment = (*pick(rng, WORDS)).to_owned();
        }
    }
    if rng.below(3) == 0 {
        record.info =
            vec![("BR".to_owned(), "3 dan".to_owned()), ("RO".to_owned(), "1 (final)".to_owned())];
    }
    if entry.id == "othello" && rng.below(4) == 0 {
        record.archived = Some(wthor::Source {
            made: (2001, 2, 3),
            year: 1999,
            depth: 24,
            tournament: rng.below(900) as u16,
            players: [rng.below(900) as u16, 7],
            best: rng.below(65) as u8,
        });
    }
    let tried = unusual(rng, &record);
    if replay::replay(&tried).is_ok() { tried } else { record }
}

/// The same game with what only records have.
fn unusual(rng: &mut Rng, record: &Record) -> Record {
    let mut record = record.clone();
    if record.game == "go" && record.set_up.is_some() && !record.rules.contains("handicap=0") {
        return record;
    }
    let stones = |board: &SetUp| board.cells.iter().any(Option::is_some);
    if record.game == "go" && record.set_up.as_ref().is_some_and(stones) && rng.below(2) == 0 {
        // Stones that the players put where they liked.
        record.rules = record.rules.replace("handicap=0", "handicap=2");
        return record;
    }
    if record.game != "go" || record.moves.len() < 4 {
        return record;
    }
    match rng.below(8) {
        0 => drop(record.moves.remove(2)),
        1 => record.moves.push(RecordedMove::new(Some(Colour::Black), "pass")),
        2 => record.edits.push(Edit {
            after: 2,
            cells: vec![(1, 1, None), (0, 0, Some(Colour::White))],
            turn: *pick(rng, &[None, Some(Colour::Black)]),
        }),
        3 => record.dead = Some(vec!["A1".to_owned()]),
        // A stone on a stone, which nobody may play.
        4 => {
            let mut again = record.moves[1].clone();
            if again.play != "pass" {
                (again.colour, again.forced) = (again.colour.map(Colour::other), true);
                record.moves.insert(2, again);
            }
        }
        _ => {}
    }
    record
}

/// A record as the converter has it before it writes.
fn whole(record: Record) -> Record {
    let text = record.result.clone();
    let replayed = replay::replay_whole(&record).unwrap_or_else(|e| panic!("{record:?}: {e}"));
    let (_, mut record) = replayed.record(record);
    // One spelling for what is the same result.
    if let Ok(result) = record.result.parse::<GameResult>() {
        record.result = result.to_string();
    }
    assert!(
        record.result == text || matches!(text.as_str(), "" | "?"),
        "{text} became {}",
        record.result
    );
    record.notes.clear();
    record
}

/// The record written in a format, `None` where the converter refuses it.
fn written(format: Format, record: &Record) -> Option<Vec<u8>> {
    let unusual = record.set_up.is_some() || record.rules == "start=white";
    let refused = match format {
        Format::Sgf => false,
        Format::Json => !record.edits.is_empty(),
        _ if record.game != "othello" => true,
        Format::Ggf => !record.edits.is_empty(),
        Format::Wthor | Format::Transcript => unusual || !record.edits.is_empty(),
    };
    if refused {
        return None;
    }
    Some(match format {
        Format::Sgf => record.to_sgf().unwrap().into_bytes(),
        Format::Json => {
            let begun = Record { moves: Vec::new(), ..record.clone() };
            let start = replay::replay(&begun).unwrap();
            let position = replay::unusual_start(&*start).map(|start| start.diagram());
            json::write(record, position.as_deref()).to_string().into_bytes()
        }
        Format::Ggf => ggf::write(record).into_bytes(),
        Format::Transcript => transcript::write(record).into_bytes(),
        Format::Wthor => {
            let score = record.result.parse().ok().and_then(wthor::score);
            wthor::write(&wthor::Archive::of(&[(record, score)])).unwrap()
        }
    })
}

/// Through a format and back; what must come back, and what does.
fn through(format: Format, record: &Record) -> Option<Record> {
    let bytes = written(format, record)?;
    let shown = String::from_utf8_lossy(&bytes).into_owned();
    if bytes.is_empty() {
        return None;
    }
    let read = files::read(&bytes).unwrap_or_else(|e| panic!("{format:?} {shown}: {e}"));
    let read =
        read.into_iter().next().unwrap().unwrap_or_else(|e| panic!("{format:?} {shown}: {e}"));
    let read = whole(read);
    let mut expected = whole(losses::kept(format, record));
    // An archive numbers every game, whoever sent it.
    if format == Format::Wthor && expected.archived.is_none() {
        expected.archived = read.archived;
    }
    assert_eq!(read, expected, "{format:?}: {shown}");
    Some(read)
}

fn law(games: u32, seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut pairs, mut kinds) = (0, [0u32; 15]);
    for _ in 0..games {
        let record = whole(random_game(&mut rng));
        for (kind, holds) in [
            record.set_up.is_some(),
            !record.edits.is_empty(),
            record.rules.contains("handicap=") && !record.rules.contains("handicap=0"),
            record.moves.iter().any(|m| m.play == "pass"),
            record.result.ends_with(['R', 'T', 'F']),
            record.result == "?",
            !record.diagram.is_empty(),
            record.dead.is_some(),
            record.result == "Void",
            record.archived.is_some(),
            record.moves.iter().any(|m| m.forced),
            record.moves.iter().any(|m| !m.comment.is_empty()),
            record.players.iter().any(|name| !name.is_ascii()),
            record.info.iter().any(|(id, _)| id == "HA"),
            record.rules == "start=white",
        ]
        .into_iter()
        .enumerate()
        {
            kinds[kind] += u32::from(holds);
        }
        for first in Format::ALL {
            let Some(once) = through(first, &record) else { continue };
            for second in Format::ALL {
                pairs += u32::from(through(second, &once).is_some());
            }
        }
    }
    assert!(pairs > 2 * games, "{pairs} pairs of {games} games");
    assert!(kinds.iter().all(|&kind| kind > 0), "a kind of game never came: {kinds:?}");
}

#[test]
fn what_goes_in_comes_out() {
    law(400, 22);
}

/// The law on ten thousand games; `./test --full` runs it.
#[test]
#[ignore = "a minute of work: ./test --full"]
fn what_goes_in_comes_out_of_ten_thousand_games() {
    law(10_000, 23);
}
