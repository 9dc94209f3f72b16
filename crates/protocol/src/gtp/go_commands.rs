//! What Go adds: handicap, positions set up, final status, KGS' commands.

use sobremesa_go::net::{self, Judge, Player, or_own};
use sobremesa_go::{Estimate, Go, Point, Position, Stones, count, estimate, seki};
use sobremesa_kernel::{Game as _, Position as _, Side};
use sobremesa_record::GameResult;

use super::commands::{colour, colour_arg, syntax_error};
use super::values::vertex;
use super::{Answer, Command, Dialect, Options, Session, go_rules};

type GoSession = Session<Go>;

/// Go as GoGui, Sabaki, KGS and analysis programs speak it.
#[must_use]
pub fn go() -> Dialect<Go> {
    Dialect {
        name: "Go",
        commands: table,
        engine: |options| match &options.network {
            Some(network) => Box::new(Player::new(network.clone())),
            None => Go::engine(options.level, options.seed).expect(crate::LEVEL),
        },
        // GTP lets a colour play twice and go on after two passes.
        hand_over: |position, side| {
            let on =
                if position.outcome().is_some() { position.resumed() } else { position.clone() };
            Some(if on.turn() == side { on } else { on.with_turn(side) })
        },
        ownership: |options, position| Some(ownership(options, position)),
        // Half of the moves that are still possible are ours.
        moves_left: |position| (position.count_legal() as u32 / 2).max(8),
        deepest: |_| None,
    }
}

/// Simulations behind a judgement where no network knows the board: dead
/// stones, ownership, the lead.
const SIMULATIONS: u32 = 1_500;

/// What the network says where there is one, else playouts.
fn judge(options: &Options, position: &Position, seed: u64) -> Estimate {
    let rules = position.rules();
    match or_own(options.network.as_ref(), rules.rows(), rules.columns()) {
        Some(network) => net::estimate(position, &network, seed),
        None => estimate(position, SIMULATIONS, seed),
    }
}

/// Ownership for the side to move, from the top left, as KataGo reports it:
/// the network's where there is one.
fn ownership(options: &Options, position: &Position) -> Vec<f32> {
    let rules = position.rules();
    if let Some(network) = or_own(options.network.as_ref(), rules.rows(), rules.columns()) {
        // A position after two passes is judged as one that goes on.
        let position =
            if position.outcome().is_some() { position.resumed() } else { position.clone() };
        return Judge::new(network).raw(&position, 0).1;
    }
    let owned = judge(options, position, 1).ownership;
    let sign = if position.turn() == Side::First { 1.0 } else { -1.0 };
    let columns = position.rules().columns();
    owned.chunks(columns).rev().flatten().map(|&v| v * sign).collect()
}

fn table() -> Vec<Command<Go>> {
    let mut table = vec![
        Command { name: "fixed_handicap", run: fixed_handicap },
        Command { name: "place_free_handicap", run: place_free_handicap },
        Command { name: "set_free_handicap", run: set_free_handicap },
        Command { name: "set_position", run: set_position },
        Command { name: "gogui-setup", run: gogui_setup },
        Command { name: "gogui-setup_player", run: gogui_setup_player },
        Command { name: "final_status_list", run: final_status_list },
        Command { name: "captures", run: captures },
        Command { name: "kgs-genmove_cleanup", run: kgs_genmove_cleanup },
        Command { name: "kgs-game_over", run: |_, _| Ok(String::new()) },
        Command { name: "kgs-chat", run: kgs_chat },
        Command { name: "gogui-analyze_commands", run: gogui_analyze_commands },
        Command { name: "final_score", run: final_score },
        Command { name: "sobremesa-estimate", run: estimate_command },
        Command { name: "kata-raw-nn", run: kata_raw_nn },
    ];
    table.extend(go_rules::table());
    table
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
    match session.rules_with(&[("handicap", &stones.to_string())]) {
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
        (2..=asked.min(9)).rev().find_map(|n| session.rules_with(&[("handicap", &n.to_string())]));
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

/// Stones as pairs of a colour and a point, put on `stones`.
fn placed(mut stones: Stones, arguments: &[&str]) -> Result<Stones, String> {
    if !arguments.len().is_multiple_of(2) {
        return syntax_error();
    }
    for pair in arguments.chunks(2) {
        let [by, at] = pair else { return syntax_error() };
        let side = colour(by).ok_or("invalid color or coordinate")?;
        let point: Point = at.parse().map_err(|_| "invalid color or coordinate")?;
        if !stones.contains(point) || stones.at(point).is_some() {
            return Err(format!("no stone can be put on {at}"));
        }
        stones.put(point, Some(side));
    }
    Ok(stones)
}

/// Goes on from these stones; what was played before is gone.
fn set_up(session: &mut GoSession, stones: &Stones, turn: Side) -> Answer {
    let rules = session.rules_anew(None).unwrap_or(session.rules);
    let position = Position::set_up(&rules, stones, turn);
    session.set(position.map_err(|_| "a group would have no liberty")?);
    Ok(String::new())
}

/// KataGo's way to name a position: it takes the place of the board.
fn set_position(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let rules = session.rules;
    let empty = Stones::new(rules.rows(), rules.columns()).ok_or("no board")?;
    let stones = placed(empty, arguments)?;
    set_up(session, &stones, Side::First)
}

/// GoGui's way: stones on a board that was cleared.
fn gogui_setup(session: &mut GoSession, arguments: &[&str]) -> Answer {
    if stones_on_board(session) || !session.past.is_empty() {
        return Err("board not empty".to_owned());
    }
    let stones = placed(session.now.stones(), arguments)?;
    set_up(session, &stones, Side::First)
}

/// Whose turn it is in the position that was set up.
fn gogui_setup_player(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    if !session.past.is_empty() {
        return Err("moves have been played".to_owned());
    }
    session.now = session.now.with_turn(side);
    Ok(String::new())
}

/// KGS sends what people say to the program and shows them what it answers:
/// who it is.
fn kgs_chat(_: &mut GoSession, _: &[&str]) -> Answer {
    Ok(format!("Sobremesa {}", env!("CARGO_PKG_VERSION")))
}

fn captures(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
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
    judge(&session.options, &session.now, session.options.seed).dead
}

/// The area score with the stones that look dead taken off.
fn final_score(session: &mut GoSession, _: &[&str]) -> Answer {
    let dead = dead_stones(session);
    let [black, white] = count(&session.now, &dead, session.rules.scoring().counting()).score;
    Ok(GameResult::counted(black - white).to_string())
}

/// Who is ahead by how much, and Black's chance.
fn estimate_command(session: &mut GoSession, _: &[&str]) -> Answer {
    let found = judge(&session.options, &session.now, session.options.seed);
    let ahead = if found.lead < 0.0 { 'W' } else { 'B' };
    Ok(format!("{ahead}+{:.1} {:.0}%", found.lead.abs(), found.black_wins * 100.0))
}

/// Like genmove, but without agreeing that anything is dead: it goes on
/// capturing until plain area scoring is right.
fn kgs_genmove_cleanup(session: &mut GoSession, arguments: &[&str]) -> Answer {
    super::commands::generate(session, colour_arg(arguments)?, false)
}

fn gogui_analyze_commands(_: &mut GoSession, _: &[&str]) -> Answer {
    Ok("plist/All Legal/all_legal %c\nstring/Final Score/final_score\nplist/Final Status List Alive/final_status_list alive\nplist/Final Status List Dead/final_status_list dead\nplist/Final Status List Seki/final_status_list seki\nstring/Estimate/sobremesa-estimate".to_owned())
}

/// What the network alone says of the position, in one symmetry (0 to 7) or
/// in `all` of them, in KataGo's words: from White's point of view, rows from
/// the top, `NAN` where no move is legal.
fn kata_raw_nn(session: &mut GoSession, arguments: &[&str]) -> Answer {
    let symmetries = match arguments {
        ["all"] => 0..8,
        [number] => match number.parse::<u8>() {
            Ok(number @ 0..8) => number..number + 1,
            _ => return Err("could not parse symmetry argument".to_owned()),
        },
        _ => return syntax_error(),
    };
    let rules = session.now.rules();
    let network = or_own(session.options.network.as_ref(), rules.rows(), rules.columns())
        .ok_or("no network is loaded that knows this board")?;
    if session.now.outcome().is_some() {
        return Err("the game is over".to_owned());
    }
    let mut judge = Judge::new(network);
    let sections: Vec<String> =
        symmetries.map(|symmetry| raw_section(&mut judge, &session.now, symmetry)).collect();
    Ok(sections.join("\n"))
}

fn raw_section(judge: &mut Judge, position: &Position, symmetry: u8) -> String {
    let (found, owners) = judge.raw(position, symmetry);
    let white = position.turn() == Side::Second;
    let (win, loss) = if white { (found.win, found.loss) } else { (found.loss, found.win) };
    let sign = if white { 1.0 } else { -1.0 };
    let square = found.score * found.score + found.spread * found.spread;
    let (policy, pass) = found.policy(position);
    let columns = position.rules().columns();
    let policy = policy.chunks(columns).map(|row| {
        let shown = row.iter().map(|chance| match chance {
            Some(chance) => format!("{chance:8.6}"),
            None => "     NAN".to_owned(),
        });
        shown.collect::<Vec<_>>().join(" ")
    });
    let owners = owners.chunks(columns).map(|row| {
        row.iter().map(|owner| format!("{:9.7}", sign * owner)).collect::<Vec<_>>().join(" ")
    });
    let head = format!(
        "symmetry {symmetry}\nwhiteWin {win:.6}\nwhiteLoss {loss:.6}\nnoResult {:.6}\n\
         whiteLead {:.3}\nwhiteScoreSelfplay {:.3}\nwhiteScoreSelfplaySq {square:.3}\npolicy",
        found.no_result,
        sign * found.lead,
        sign * found.score,
    );
    let mut lines = vec![head];
    lines.extend(policy);
    lines.push(format!("policyPass {pass:8.6}"));
    lines.push("whiteOwnership".to_owned());
    lines.extend(owners);
    lines.join("\n")
}
