//! What Go adds: komi, handicap, rules, final status.

use sobremesa_go::{Estimate, Go, Point, Position, Rules, count, estimate, seki};
use sobremesa_kernel::{Position as _, Side};

use super::commands::{result, syntax_error, vertex};
use super::{Answer, Command, Dialect, Session};
use crate::clock::Clock;

type GoSession = Session<Go>;

/// Go as GoGui, Sabaki, KGS and analysis programs speak it.
#[must_use]
pub fn go() -> Dialect<Go> {
    Dialect {
        name: "Go",
        commands: table,
        // GTP lets a colour play twice and go on after two passes.
        hand_over: |position, side| {
            let on =
                if position.outcome().is_some() { position.resumed() } else { position.clone() };
            Some(if on.turn() == side { on } else { on.with_turn(side) })
        },
        ownership: |position| Some(ownership(position)),
        // Half of the moves that are still possible are ours.
        moves_left: |position| (position.count_legal() as u32 / 2).max(8),
    }
}

/// Simulations behind a judgement: dead stones, ownership, the lead.
const SIMULATIONS: u32 = 1_500;

fn judge(position: &Position, seed: u64) -> Estimate {
    estimate(position, SIMULATIONS, seed)
}

/// Ownership for the side to move, from the top left, as KataGo reports it.
fn ownership(position: &Position) -> Vec<f32> {
    let owned = judge(position, 1).ownership;
    let sign = if position.turn() == Side::First { 1.0 } else { -1.0 };
    let columns = position.rules().columns();
    owned.chunks(columns).rev().flatten().map(|&v| v * sign).collect()
}

fn table() -> Vec<Command<Go>> {
    vec![
        Command { name: "komi", run: komi },
        Command { name: "get_komi", run: |s, _| Ok(s.rules.komi().to_string()) },
        Command { name: "fixed_handicap", run: fixed_handicap },
        Command { name: "place_free_handicap", run: place_free_handicap },
        Command { name: "set_free_handicap", run: set_free_handicap },
        Command { name: "final_status_list", run: final_status_list },
        Command { name: "captures", run: captures },
        Command { name: "kgs-rules", run: kgs_rules },
        Command { name: "kgs-time_settings", run: kgs_time_settings },
        Command { name: "kgs-genmove_cleanup", run: kgs_genmove_cleanup },
        Command { name: "kata-get-rules", run: kata_get_rules },
        Command { name: "kata-set-rules", run: kata_set_rules },
        Command { name: "gogui-analyze_commands", run: gogui_analyze_commands },
        Command { name: "final_score", run: final_score },
        Command { name: "sobremesa-estimate", run: estimate_command },
    ]
}

/// Changes rules without touching the board: komi and ko hold from now on.
fn adopt(session: &mut GoSession, rules: Rules) {
    if session.past.is_empty() && session.now == Position::start(&session.rules) {
        session.restart(rules);
        return;
    }
    let moves: Vec<(Side, sobremesa_go::Move)> =
        session.past.iter().map(|(before, m)| (before.turn(), *m)).collect();
    // The board stays; history is kept as far as the moves replay.
    let stones = session.past.first().map_or(&session.now, |(first, _)| first).stones();
    let turn = session.past.first().map_or(session.now.turn(), |(first, _)| first.turn());
    if let Ok(start) = Position::set_up(&rules, &stones, turn) {
        session.set(start);
        for (side, m) in moves {
            if session.play(side, m).is_err() {
                break;
            }
        }
    }
}

fn komi(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let Some(Ok(komi)) = arguments.first().map(|text| text.parse::<f64>()) else {
        return syntax_error();
    };
    // Komi is kept in halves; 6.75 and the like are rounded.
    let halves = (komi * 2.0).round() / 2.0;
    match session.rules_with("komi", &halves.to_string()) {
        Some(rules) => {
            adopt(session, rules);
            Ok(String::new())
        }
        None => Err("unacceptable komi".to_owned()),
    }
}

fn stones_on_board(session: &GoSession) -> bool {
    session.now.stones().iter().next().is_some()
}

/// The stones as GTP lists them.
fn listed(position: &Position) -> String {
    let stones: Vec<String> = position.stones().iter().map(|(point, _)| vertex(point)).collect();
    stones.join(" ")
}

fn fixed_handicap(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let Some(Ok(stones)) = arguments.first().map(|text| text.parse::<usize>()) else {
        return syntax_error();
    };
    if stones_on_board(session) {
        return Err("board not empty".to_owned());
    }
    if stones < 2 {
        return Err("invalid number of stones".to_owned());
    }
    match session.rules_with("handicap", &stones.to_string()) {
        Some(rules) => {
            session.restart(rules);
            Ok(listed(&session.now))
        }
        None => Err("invalid number of stones".to_owned()),
    }
}

/// The most stones the board has fixed places for, up to what was asked.
fn place_free_handicap(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let Some(Ok(asked)) = arguments.first().map(|text| text.parse::<usize>()) else {
        return syntax_error();
    };
    if stones_on_board(session) {
        return Err("board not empty".to_owned());
    }
    let placed =
        (2..=asked.min(9)).rev().find_map(|n| session.rules_with("handicap", &n.to_string()));
    match placed {
        Some(rules) => {
            session.restart(rules);
            Ok(listed(&session.now))
        }
        None => Err("invalid number of stones".to_owned()),
    }
}

fn set_free_handicap(session: &mut GoSession, arguments: &[&str]) -> Answer {
    if stones_on_board(session) {
        return Err("board not empty".to_owned());
    }
    if arguments.len() < 2 {
        return Err("bad vertex list".to_owned());
    }
    let mut stones = session.now.stones();
    for text in arguments {
        let Ok(point) = text.parse() else { return Err("bad vertex list".to_owned()) };
        if !stones.contains(point) || stones.at(point).is_some() {
            return Err("bad vertex list".to_owned());
        }
        stones.put(point, Some(Side::First));
    }
    match Position::set_up(&session.rules, &stones, Side::Second) {
        Ok(position) => {
            session.set(position);
            Ok(String::new())
        }
        Err(_) => Err("bad vertex list".to_owned()),
    }
}

fn captures(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let side = super::commands::colour_arg(arguments)?;
    Ok(session.now.captures()[side.index()].to_string())
}

/// `alive`, `dead` or `seki`: groups by their fate, one group a line.
fn final_status_list(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let [wanted @ ("alive" | "dead" | "seki")] = arguments else { return syntax_error() };
    let dead = dead_stones(session);
    let in_seki = seki(&session.now);
    let stones = session.now.stones();
    let mut seen = std::collections::HashSet::new();
    let mut lines = Vec::new();
    for (point, _) in stones.iter() {
        if seen.contains(&point) {
            continue;
        }
        let group = stones.group(point);
        seen.extend(group.iter().copied());
        let fate = if dead.contains(&point) {
            "dead"
        } else if in_seki.contains(&point) {
            "seki"
        } else {
            "alive"
        };
        if *wanted == fate {
            lines.push(group.into_iter().map(vertex).collect::<Vec<_>>().join(" "));
        }
    }
    Ok(lines.join("\n"))
}

fn dead_stones(session: &GoSession) -> Vec<Point> {
    judge(&session.now, session.options.seed).dead
}

/// The area score with the stones that playouts give up taken off.
fn final_score(session: &mut GoSession, _: &[&str]) -> Answer {
    let dead = dead_stones(session);
    let [black, white] = count(&session.now, &dead, session.rules.scoring().counting()).score;
    Ok(result(black - white))
}

/// Who is ahead by how much, and Black's chance.
fn estimate_command(session: &mut GoSession, _: &[&str]) -> Answer {
    let found = judge(&session.now, session.options.seed);
    let ahead = if found.lead < 0.0 { 'W' } else { 'B' };
    Ok(format!("{ahead}+{:.1} {:.0}%", found.lead.abs(), found.black_wins * 100.0))
}

fn adopt_ko(session: &mut GoSession, ko: &str) -> Answer {
    let rules = session.rules_with("ko", ko).ok_or("unknown rules")?;
    adopt(session, rules);
    Ok(String::new())
}

fn kgs_rules(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let ko = match arguments {
        ["japanese"] => "simple",
        ["chinese"] => "positional",
        ["aga" | "new_zealand"] => "situational",
        _ => return Err("unknown rules".to_owned()),
    };
    adopt_ko(session, ko)
}

fn kgs_time_settings(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let numbers: Vec<u64> = arguments.iter().skip(1).filter_map(|n| n.parse().ok()).collect();
    session.clock = match (arguments.first().copied(), numbers.as_slice()) {
        (Some("none"), []) => Clock::default(),
        (Some("absolute"), [main]) => Clock::settings(*main, 0, 0),
        // A Japanese period is Canadian overtime of one stone.
        (Some("byoyomi"), [main, period, _]) => Clock::settings(*main, *period, 1),
        (Some("canadian"), [main, period, stones]) => {
            Clock::settings(*main, *period, *stones as u32)
        }
        _ => return syntax_error(),
    };
    Ok(String::new())
}

/// Like genmove, but without agreeing that anything is dead: it goes on
/// capturing until plain area scoring is right.
fn kgs_genmove_cleanup(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let side = super::commands::colour_arg(arguments)?;
    let Some(found) = session.think(side)? else { return Ok("pass".to_owned()) };
    let m = found.best();
    session.play(side, m).map_err(|()| "illegal move".to_owned())?;
    Ok(vertex(m))
}

fn kata_get_rules(session: &mut GoSession, _: &[&str]) -> Answer {
    let ko = match session.rules.ko() {
        sobremesa_go::Ko::Simple => "SIMPLE",
        sobremesa_go::Ko::Positional => "POSITIONAL",
        sobremesa_go::Ko::Situational => "SITUATIONAL",
    };
    Ok(format!(
        "{{\"hasButton\":false,\"ko\":\"{ko}\",\"scoring\":\"AREA\",\"suicide\":false,\"tax\":\"NONE\",\"whiteHandicapBonus\":\"0\",\"friendlyPassOk\":true}}"
    ))
}

fn kata_set_rules(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let text = arguments.join(" ").to_ascii_lowercase();
    let ko = match text.as_str() {
        "tromp-taylor" | "chinese-ogs" | "chinese-kgs" => "positional",
        "chinese" => "simple",
        "aga" | "bga" | "new-zealand" => "situational",
        _ if text.contains("\"ko\":\"simple\"") => "simple",
        _ if text.contains("\"ko\":\"positional\"") => "positional",
        _ if text.contains("\"ko\":\"situational\"") => "situational",
        _ => return Err("unknown rules".to_owned()),
    };
    adopt_ko(session, ko)
}

fn gogui_analyze_commands(_: &mut GoSession, _: &[&str]) -> Answer {
    Ok("plist/All Legal/all_legal %c\nstring/Final Score/final_score\nplist/Final Status List Alive/final_status_list alive\nplist/Final Status List Dead/final_status_list dead\nplist/Final Status List Seki/final_status_list seki\nstring/Estimate/sobremesa-estimate".to_owned())
}
