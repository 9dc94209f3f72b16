//! A line of the analysis protocol, read and checked.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::{Map, Value, json};
use sobremesa_go::{MAX_SIZE, Move, Point, Position, Rules, Scoring, Stones};
use sobremesa_kernel::{Points, Position as _, Side};

use super::options::Options;
use crate::gtp::go_rules;

/// The largest board that networks know.
const MOST_WITH_NETWORK: usize = 19;

/// The most moves of a game.
const MOST_MOVES: usize = 10_000;

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Asked {
    /// The positions of a game after some of its moves.
    Positions { asks: Vec<Ask>, warnings: Vec<Complaint> },
    /// Nothing more of these; without an id of any, without turns of all.
    Terminate { echo: Value, id: Option<String>, turns: Option<Vec<usize>> },
    /// An answer that is known at once.
    Echo(Value),
}

/// What is wrong with a query, or is not done.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Complaint {
    pub why: String,
    pub field: Option<&'static str>,
    pub id: Option<String>,
}

impl Complaint {
    pub fn told(&self, kind: &str) -> Value {
        let mut told = Map::new();
        told.insert(kind.to_owned(), json!(self.why));
        if let Some(field) = self.field {
            told.insert("field".to_owned(), json!(field));
        }
        if let Some(id) = &self.id {
            told.insert("id".to_owned(), json!(id));
        }
        Value::Object(told)
    }
}

/// From whose point of view values are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Perspective {
    Black,
    White,
    SideToMove,
}

/// What a query wants to know besides the values of moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Include {
    pub ownership: bool,
    pub moves_ownership: bool,
    pub policy: bool,
}

/// A game as a query gives it.
#[derive(Debug)]
struct Played {
    start: Position,
    moves: Vec<(Side, Move)>,
}

/// Moves that one side may not begin with, or only those.
#[derive(Debug)]
struct Choice {
    allow: bool,
    side: Side,
    moves: Vec<Move>,
}

/// One position to look at.
#[derive(Debug)]
pub(super) struct Ask {
    pub id: String,
    pub turn: usize,
    pub priority: i64,
    pub visits: u64,
    pub time: Option<Duration>,
    /// How often to say what is known so far.
    pub every: Option<Duration>,
    pub perspective: Perspective,
    pub include: Include,
    pub stopped: AtomicBool,
    choices: Arc<Vec<Choice>>,
    game: Arc<Played>,
}

impl Ask {
    /// The position after the moves of this turn.
    pub fn position(&self) -> Result<Position, Complaint> {
        after(&self.game, self.turn).map_err(|(number, why)| Complaint {
            why: format!("Illegal move {number}: {why}"),
            field: Some("moves"),
            id: Some(self.id.clone()),
        })
    }

    /// The moves that may be looked at first, `None` for all.
    pub fn allowed(&self, position: &Position) -> Option<Vec<Move>> {
        let ours: Vec<&Choice> =
            self.choices.iter().filter(|choice| choice.side == position.turn()).collect();
        if ours.is_empty() {
            return None;
        }
        let mut legal = position.legal();
        legal.retain(|m| ours.iter().all(|choice| choice.moves.contains(m) == choice.allow));
        (!legal.is_empty()).then_some(legal)
    }
}

/// A position on which play can go on, after so many moves of a game; two
/// passes do not end it, because tools ask what it is worth then.
fn after(game: &Played, turn: usize) -> Result<Position, (usize, String)> {
    let mut position = game.start.clone();
    for (index, &(side, m)) in game.moves.iter().take(turn).enumerate() {
        position = going_on(position).with_turn(side);
        position.play(m).map_err(|why| (index + 1, format!("{m}: {why}")))?;
    }
    let next = game.moves.get(turn).map(|(side, _)| *side);
    let position = going_on(position);
    Ok(next.map_or_else(|| position.clone(), |side| position.with_turn(side)))
}

fn going_on(position: Position) -> Position {
    if position.outcome().is_some() { position.resumed() } else { position }
}

/// The fields of a query with an id, to complain by.
struct Fields {
    fields: Map<String, Value>,
    id: String,
    /// The names that were looked at: the others get a warning.
    known: Vec<&'static str>,
}

impl Fields {
    fn wrong(&self, field: &'static str, why: impl Into<String>) -> Complaint {
        Complaint { why: why.into(), field: Some(field), id: Some(self.id.clone()) }
    }

    /// A field, read by `read`; `None` when it is not there.
    fn get<T>(
        &mut self,
        field: &'static str,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, Complaint> {
        self.known.push(field);
        match self.fields.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match read(value) {
                Some(read) => Ok(Some(read)),
                None => Err(self.wrong(field, format!("must be {expected}"))),
            },
        }
    }

    fn flag(&mut self, field: &'static str) -> Result<bool, Complaint> {
        Ok(self.get(field, "true or false", Value::as_bool)?.unwrap_or(false))
    }

    fn positive(&mut self, field: &'static str) -> Result<Option<u64>, Complaint> {
        self.get(field, "a positive integer", |value| value.as_u64().filter(|&n| n > 0))
    }
}

/// Reads a line.
pub(super) fn read(line: &str, options: &Options) -> Result<Asked, Complaint> {
    let nameless = |why: String, field| Complaint { why, field, id: None };
    let fields: Map<String, Value> = serde_json::from_str(line)
        .map_err(|error| nameless(format!("no JSON object: {error}"), None))?;
    let Some(id) = fields.get("id").and_then(Value::as_str) else {
        return Err(nameless("every query needs an id that is a string".to_owned(), Some("id")));
    };
    let fields = Fields { id: id.to_owned(), fields, known: vec!["id"] };
    if fields.fields.contains_key("action") {
        action(fields, options)
    } else {
        query(fields, options)
    }
}

fn action(mut fields: Fields, options: &Options) -> Result<Asked, Complaint> {
    let name = fields.get("action", "a string", |value| value.as_str().map(str::to_owned))?;
    let mut echo = Value::Object(fields.fields.clone());
    let turns = |fields: &mut Fields| {
        fields.get("turnNumbers", "a list of integers", |value| {
            value.as_array()?.iter().map(|n| Some(n.as_u64()? as usize)).collect()
        })
    };
    match name.as_deref() {
        Some("query_version") => {
            echo["version"] = json!(env!("CARGO_PKG_VERSION"));
            echo["git_hash"] = json!("<omitted>");
            Ok(Asked::Echo(echo))
        }
        Some("query_models") => {
            let models: Vec<Value> = options
                .network
                .iter()
                .map(|network| json!({ "version": network.version() }))
                .collect();
            echo["models"] = json!(models);
            Ok(Asked::Echo(echo))
        }
        // Nothing is kept from one position to the next.
        Some("clear_cache") => Ok(Asked::Echo(echo)),
        Some("terminate") => {
            let id = fields.get("terminateId", "a string", |v| v.as_str().map(str::to_owned))?;
            let id = id.ok_or_else(|| fields.wrong("terminateId", "must be a string"))?;
            Ok(Asked::Terminate { echo, id: Some(id), turns: turns(&mut fields)? })
        }
        Some("terminate_all") => {
            Ok(Asked::Terminate { echo, id: None, turns: turns(&mut fields)? })
        }
        _ => Err(fields.wrong(
            "action",
            "must be query_version, query_models, clear_cache, terminate or terminate_all",
        )),
    }
}

fn query(mut fields: Fields, options: &Options) -> Result<Asked, Complaint> {
    let most = if options.network.is_some() { MOST_WITH_NETWORK } else { MAX_SIZE };
    let size = |fields: &mut Fields, field| {
        let expected = format!("an integer from 2 to {most}");
        let read = fields.get(field, &expected, |value| {
            value.as_u64().map(|n| n as usize).filter(|n| (2..=most).contains(n))
        })?;
        read.ok_or_else(|| fields.wrong(field, format!("must be {expected}")))
    };
    let columns = size(&mut fields, "boardXSize")?;
    let rows = size(&mut fields, "boardYSize")?;
    let blank =
        Rules::sized(rows, columns).ok_or_else(|| fields.wrong("boardXSize", "no board"))?;
    let rules = fields.get("rules", "a name or an object", |value| Some(value.clone()))?;
    let rules = rules.ok_or_else(|| fields.wrong("rules", "must be a name or an object"))?;
    let rules = go_rules::read(&blank, &rules).map_err(|why| fields.wrong("rules", why))?;
    let komi = fields.get("komi", "a number of points from -1000 to 1000", |value| {
        go_rules::komi_of(value.as_f64()?)
    })?;
    let usual = if rules.scoring() == Scoring::Territory { 13 } else { 15 };
    let rules = rules.with_komi(komi.unwrap_or(Points::halves(usual)));
    let stones = stones(&mut fields, rows, columns)?;
    let moves = pairs(&mut fields, "moves", "B or W and a place", |text| text.parse().ok())?;
    if moves.len() > MOST_MOVES {
        return Err(fields.wrong("moves", format!("must be at most {MOST_MOVES}")));
    }
    let player = fields.get("initialPlayer", "B or W", side)?;
    let first = moves.first().map(|(side, _)| *side);
    let only_black =
        stones.iter().next().is_some() && stones.iter().all(|(_, side)| side == Side::First);
    let turn = player.or(first).unwrap_or(if only_black { Side::Second } else { Side::First });
    let start = Position::set_up(&rules, &stones, turn);
    let start =
        start.map_err(|_| fields.wrong("initialStones", "a group would have no liberty"))?;
    let game = Arc::new(Played { start, moves });
    if let Err((number, why)) = after(&game, game.moves.len()) {
        return Err(fields.wrong("moves", format!("Illegal move {number}: {why}")));
    }
    positions(fields, options, game)
}

/// The positions of a game that a query wants to know about.
fn positions(mut fields: Fields, options: &Options, game: Arc<Played>) -> Result<Asked, Complaint> {
    let last = game.moves.len();
    let expected = format!("a list of integers from 0 to {last}");
    let turns = fields.get("analyzeTurns", &expected, |value| {
        let turn = |n: &Value| Some(n.as_u64()? as usize).filter(|turn| *turn <= last);
        value.as_array()?.iter().map(turn).collect::<Option<Vec<usize>>>()
    })?;
    let turns = turns.unwrap_or_else(|| vec![last]);
    let priority = fields.get("priority", "an integer", Value::as_i64)?.unwrap_or(0);
    let priorities = fields.get("priorities", "a list of integers", |value| {
        value.as_array()?.iter().map(Value::as_i64).collect::<Option<Vec<i64>>>()
    })?;
    let priorities = priorities.unwrap_or_else(|| vec![priority; turns.len()]);
    if priorities.len() != turns.len() {
        return Err(fields.wrong("priorities", "must be as many as analyzeTurns"));
    }
    let visits = fields.positive("maxVisits")?;
    let every = fields.get("reportDuringSearchEvery", "a number of seconds", seconds)?;
    let include = Include {
        ownership: fields.flag("includeOwnership")?,
        moves_ownership: fields.flag("includeMovesOwnership")?,
        policy: fields.flag("includePolicy")?,
    };
    let mut choices = choices(&mut fields, "avoidMoves", false)?;
    let allows = self::choices(&mut fields, "allowMoves", true)?;
    if !allows.is_empty() && !choices.is_empty() {
        return Err(fields.wrong("allowMoves", "must not be given together with avoidMoves"));
    }
    choices.extend(allows);
    let (settings, mut warnings) = settings(&mut fields)?;
    let unknown = fields.fields.keys().filter(|key| !fields.known.contains(&key.as_str()));
    warnings.extend(unknown.map(|key| Complaint {
        why: format!("{key} is not used here"),
        field: None,
        id: Some(fields.id.clone()),
    }));
    let choices = Arc::new(choices);
    let asks = turns
        .into_iter()
        .zip(priorities)
        .map(|(turn, priority)| Ask {
            id: fields.id.clone(),
            turn,
            priority,
            visits: visits.or(settings.visits).unwrap_or(options.visits),
            time: settings.time,
            every,
            perspective: settings.perspective,
            include,
            stopped: AtomicBool::new(false),
            choices: choices.clone(),
            game: game.clone(),
        })
        .collect();
    Ok(Asked::Positions { asks, warnings })
}

fn seconds(value: &Value) -> Option<Duration> {
    let seconds = value.as_f64().filter(|seconds| (0.0..=1e9).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}

fn side(value: &Value) -> Option<Side> {
    match value.as_str()?.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// A list of pairs of a colour and a place.
fn pairs<T>(
    fields: &mut Fields,
    field: &'static str,
    expected: &str,
    place: impl Fn(&str) -> Option<T>,
) -> Result<Vec<(Side, T)>, Complaint> {
    let read = fields.get(field, &format!("a list of pairs of {expected}"), |value| {
        let pair = |pair: &Value| match pair.as_array()?.as_slice() {
            [by, at] => Some((side(by)?, place(at.as_str()?)?)),
            _ => None,
        };
        value.as_array()?.iter().map(pair).collect()
    })?;
    Ok(read.unwrap_or_default())
}

fn stones(fields: &mut Fields, rows: usize, columns: usize) -> Result<Stones, Complaint> {
    let wanted =
        pairs(fields, "initialStones", "B or W and a point", |text| text.parse::<Point>().ok())?;
    let mut stones =
        Stones::new(rows, columns).ok_or_else(|| fields.wrong("boardXSize", "no board"))?;
    for (side, point) in wanted {
        if !stones.contains(point) || stones.at(point).is_some() {
            return Err(fields.wrong("initialStones", format!("no stone can be put on {point}")));
        }
        stones.put(point, Some(side));
    }
    Ok(stones)
}

/// `avoidMoves` and `allowMoves`; what they say of later moves than the first
/// is not looked at.
fn choices(
    fields: &mut Fields,
    field: &'static str,
    allow: bool,
) -> Result<Vec<Choice>, Complaint> {
    let expected = "a list of objects with player, moves and untilDepth";
    let read = fields.get(field, expected, |value| {
        let choice = |object: &Value| {
            object["untilDepth"].as_u64().filter(|&depth| depth > 0)?;
            let place = |at: &Value| at.as_str()?.parse().ok();
            Some(Choice {
                allow,
                side: side(&object["player"])?,
                moves: object["moves"].as_array()?.iter().map(place).collect::<Option<_>>()?,
            })
        };
        value.as_array()?.iter().map(choice).collect::<Option<Vec<Choice>>>()
    })?;
    Ok(read.unwrap_or_default())
}

/// What `overrideSettings` may say that there is something behind.
struct Settings {
    visits: Option<u64>,
    time: Option<Duration>,
    perspective: Perspective,
}

fn settings(fields: &mut Fields) -> Result<(Settings, Vec<Complaint>), Complaint> {
    const FIELD: &str = "overrideSettings";
    let mut settings = Settings { visits: None, time: None, perspective: Perspective::Black };
    let mut warnings = Vec::new();
    let read = fields.get(FIELD, "an object", |value| value.as_object().cloned())?;
    for (key, value) in read.unwrap_or_default() {
        let odd = || fields.wrong(FIELD, format!("{key} cannot be {value}"));
        match key.as_str() {
            "maxVisits" => {
                settings.visits = Some(value.as_u64().filter(|&n| n > 0).ok_or_else(odd)?);
            }
            "maxTime" => settings.time = Some(seconds(&value).ok_or_else(odd)?),
            "reportAnalysisWinratesAs" => {
                settings.perspective = match value.as_str() {
                    Some("BLACK") => Perspective::Black,
                    Some("WHITE") => Perspective::White,
                    Some("SIDETOMOVE") => Perspective::SideToMove,
                    _ => return Err(odd()),
                }
            }
            _ => warnings.push(Complaint {
                why: format!("{key} is not used here"),
                field: Some(FIELD),
                id: Some(fields.id.clone()),
            }),
        }
    }
    Ok((settings, warnings))
}
