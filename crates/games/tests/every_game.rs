//! What must hold for every game on the list, whatever it is.

use std::collections::BTreeSet;

use sobremesa_games::{GAMES, Visitor, aliases, find, visit};
use sobremesa_kernel::{Budget, Game, GameEntry, Mark, Position, Rng, Side, laws, silent};

/// Rules under which a whole game is short, for the games that need it.
fn short_rules(entry: &GameEntry) -> &'static str {
    match entry.id {
        "go" => "size=5",
        "dots" => "size=3x3",
        _ => "",
    }
}

#[test]
fn names_find_games_and_no_name_is_used_twice() {
    let mut seen = BTreeSet::new();
    for entry in GAMES {
        let names = aliases(entry.id).iter().copied().chain([entry.id]);
        for name in names {
            assert!(seen.insert(name), "{name} is used twice");
            assert_eq!(find(name).map(|found| found.id), Some(entry.id));
            assert_eq!(find(&name.to_uppercase()).map(|found| found.id), Some(entry.id));
        }
    }
    for name in ["", "chess", "go ", " GO"] {
        assert_eq!(find(name).is_some(), name.trim().eq_ignore_ascii_case("go"), "{name:?}");
    }
}

struct Laws;

impl Visitor for Laws {
    type Output = ();

    fn visit<G: Game>(self) {
        for preset in G::presets() {
            let rules = preset.rules.parse().unwrap_or_else(|e| panic!("{}: {e}", preset.id));
            laws::check::<G::Position>(&rules, 1, 7, None);
            laws::diagrams_round_trip::<G::Position>(&rules, 1, 7);
        }
    }
}

#[test]
fn every_preset_of_every_game_keeps_the_laws() {
    for entry in GAMES {
        visit(entry.id, Laws).unwrap();
    }
    assert!(visit("chess", Laws).is_none());
}

#[test]
fn every_level_of_every_game_plays_a_whole_game() {
    for entry in GAMES {
        for (index, level) in entry.levels().iter().enumerate() {
            assert_eq!(usize::from(level.number), index, "{}: levels from 0 up", entry.id);
            let mut player = entry.player(level.number, 5).unwrap();
            let mut rng = Rng::new(u64::from(level.number));
            let mut game = entry.start(short_rules(entry)).unwrap();
            let machine = if level.number % 2 == 0 { Side::First } else { Side::Second };
            let mut plies = 0;
            while game.outcome().is_none() {
                let text = if game.turn() == machine {
                    let found = player.think(game.as_ref(), &Budget::nodes(200), &mut silent);
                    found.expect("the game is on").best()
                } else {
                    rng.pick(&game.legal().iter().map(String::as_str).collect::<Vec<_>>())
                        .expect("the game is on")
                        .to_owned()
                };
                game.play(&text).unwrap_or_else(|e| {
                    panic!("{} level {}: {text}: {e}\n{}", entry.id, index, game.diagram())
                });
                plies += 1;
                assert!(plies < 2_000, "{} level {index} never ends", entry.id);
            }
            assert!(player.think(game.as_ref(), &Budget::nodes(1), &mut silent).is_none());
        }
        let beyond = u8::try_from(entry.levels().len()).unwrap();
        assert!(entry.player(beyond, 0).is_none());
    }
}

#[test]
fn a_seed_repeats_a_players_moves() {
    for entry in GAMES {
        for level in [0, 1] {
            let moves = |seed| {
                let mut player = entry.player(level, seed).unwrap();
                let mut game = entry.start(short_rules(entry)).unwrap();
                for _ in 0..12 {
                    let found = player.think(game.as_ref(), &Budget::default(), &mut silent);
                    let Some(found) = found else { break };
                    game.play(&found.best()).unwrap();
                }
                game.moves()
            };
            assert_eq!(moves(3), moves(3), "{} level {level}", entry.id);
        }
    }
}

/// The words that the front ends make ids for at run time.
#[test]
fn the_catalogues_name_every_game_side_rule_preset_and_level() {
    let mut missing = BTreeSet::new();
    let mut need = |id: String| {
        if !sobremesa_text::has(&id) {
            missing.insert(id);
        }
    };
    for entry in GAMES {
        for key in ["first", "second", "wins-first", "wins-second"] {
            need(format!("{}-{key}", entry.id));
        }
        need(format!("game-{}", entry.id));
        entry.options().iter().for_each(|option| need(format!("rule-{}", option.key)));
        entry.presets().iter().for_each(|preset| need(format!("preset-{}", preset.id)));
        entry.levels().iter().for_each(|level| need(level.name.to_owned()));
        let view = entry.start("").unwrap().view();
        view.picture.counts.iter().for_each(|(name, _)| need(format!("count-{name}")));
    }
    assert!(missing.is_empty(), "{missing:?}");
}

struct Pictures;

impl Visitor for Pictures {
    type Output = ();

    /// Keys of pictures and previews are of the form the game's moves use.
    fn visit<G: Game>(self) {
        let rules = short_rules(find(G::ID).unwrap()).parse().unwrap();
        let mut rng = Rng::new(11);
        let mut position = G::Position::start(&rules);
        loop {
            let picture = G::picture(&position);
            let mut seen = BTreeSet::new();
            for stand in &picture.stands {
                assert!(
                    seen.insert((stand.at.clone(), stand.mark.name())),
                    "{}: {} twice",
                    G::ID,
                    stand.at
                );
                assert!(!stand.at.is_empty() && stand.at.is_ascii(), "{}: {:?}", G::ID, stand.at);
                if stand.mark == Mark::Piece || stand.mark == Mark::Box {
                    assert!(stand.side.is_some(), "{}: whose is {}?", G::ID, stand.at);
                }
            }
            for m in position.legal() {
                let mut next = position.clone();
                next.play_unchecked(m);
                // What a move changes looks different afterwards.
                let after = G::picture(&next);
                for at in G::changes(&position, m) {
                    let at_in = |picture: &sobremesa_kernel::Picture| {
                        picture.stands.iter().filter(|s| s.at == at).cloned().collect::<Vec<_>>()
                    };
                    assert_ne!(at_in(&picture), at_in(&after), "{}: {m} leaves {at}", G::ID);
                }
            }
            if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                break;
            }
        }
    }
}

#[test]
fn pictures_and_previews_agree_with_what_happens() {
    for entry in GAMES {
        visit(entry.id, Pictures).unwrap();
    }
}

#[test]
fn a_match_undoes_forks_and_explains() {
    for entry in GAMES {
        let mut game = entry.start("").unwrap();
        assert!(!game.undo());
        let before = game.view();
        let first = game.legal()[0].clone();
        game.play(&first).unwrap();
        let copy = game.fork();
        assert!(game.undo());
        assert_eq!(game.view(), before, "{}", entry.id);
        assert_eq!(copy.moves().len(), 1);
        for nonsense in ["", "?", "zz99", "9-9-9-9", "🂡", "0", "-1", "a0", "I5"] {
            if let Err(refusal) = game.play(nonsense) {
                assert!(sobremesa_text::has(refusal.message.id), "{}", refusal.message.id);
                assert!(!refusal.detail.is_empty());
            }
            assert_eq!(game.view(), before, "{}: {nonsense:?} changed something", entry.id);
        }
        for bad in ["size", "size=", "size=0", "nope=1", "size=9999999999999999999999"] {
            let error = entry.start(bad).unwrap_err();
            assert!(!error.expected().is_empty(), "{}: {bad}", entry.id);
        }
        assert!(entry.set_up("", "no diagram").is_err());
    }
}
