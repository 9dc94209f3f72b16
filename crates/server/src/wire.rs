//! What crosses the wire, and nothing else: the JSON of the HTTP interface and
//! of the websocket. `docs/WIRE.md` explains it for people who write clients.
//!
//! Both message sets are closed. Text that is not one of these messages is
//! answered with a [`Problem`]; it never changes anything.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sobremesa_kernel as kernel;
use utoipa::ToSchema;

use crate::object;

/// One of the two players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    First,
    Second,
}

impl From<kernel::Side> for Side {
    fn from(side: kernel::Side) -> Side {
        match side {
            kernel::Side::First => Side::First,
            kernel::Side::Second => Side::Second,
        }
    }
}

impl From<Side> for kernel::Side {
    fn from(side: Side) -> kernel::Side {
        match side {
            Side::First => kernel::Side::First,
            Side::Second => kernel::Side::Second,
        }
    }
}

// ---- The games there are -------------------------------------------------

/// A game that can be played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Game {
    /// Its words are the catalogue's `game-<id>`, `<id>-first`, `<id>-second`.
    pub id: &'static str,
    pub options: Vec<RuleOption>,
    /// The default first.
    pub presets: Vec<Preset>,
    /// Weakest first.
    pub levels: Vec<Level>,
    /// The names of outside engines that play it here.
    pub engines: Vec<String>,
}

/// A rule that can be chosen; its words are the catalogue's `rule-<key>`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleOption {
    pub key: &'static str,
    pub default: String,
    pub choices: Vec<String>,
    /// What is accepted beyond the choices, in English.
    pub free: Option<&'static str>,
}

/// Rules worth a name: `preset-<id>`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Preset {
    pub id: &'static str,
    pub rules: String,
}

/// A strength of the machine; `name` is a catalogue key.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Level {
    pub number: u8,
    pub name: &'static str,
    pub about: &'static str,
}

impl Game {
    /// A game with the outside engines that play it here.
    #[must_use]
    pub fn new(entry: &'static kernel::Entry, engines: Vec<String>) -> Game {
        Game {
            engines,
            id: entry.id,
            options: entry
                .options()
                .into_iter()
                .map(|o| RuleOption {
                    key: o.key,
                    default: o.default,
                    choices: o.choices,
                    free: o.free,
                })
                .collect(),
            presets: entry
                .presets()
                .into_iter()
                .map(|p| Preset { id: p.id, rules: p.rules })
                .collect(),
            levels: entry
                .levels()
                .iter()
                .map(|l| Level { number: l.number, name: l.name, about: l.about })
                .collect(),
        }
    }
}

// ---- Creating a match ----------------------------------------------------

/// The body of `POST /api/matches`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Create {
    /// The id of a game of `GET /api/games`.
    pub game: String,
    /// Rules as text, `size=9 komi=7`; empty or absent: the default ones.
    #[serde(default)]
    pub rules: String,
    /// A diagram to begin from; absent: the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who sits on the first and on the second side.
    #[serde(deserialize_with = "object::two")]
    #[schema(min_items = 2, max_items = 2)]
    pub seats: [SeatRequest; 2],
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "object::optional"
    )]
    pub clock: Option<Clock>,
    /// Whether the match appears in `GET /api/matches`.
    #[serde(default)]
    pub listed: bool,
}

/// Who should sit on a side.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum SeatRequest {
    /// A person at the device that creates the match.
    Here {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A person who is sent a link with the seat's secret.
    Link {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    Machine {
        #[schema(maximum = 255)]
        level: u8,
    },
    /// An outside engine of `GET /api/games`.
    Engine { name: String },
}

/// A clock for each side: so long for the whole game, and so much more after
/// each move, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    #[schema(minimum = 1, maximum = 86400)]
    pub main: u32,
    #[serde(default)]
    #[schema(maximum = 3600)]
    pub increment: u32,
}

/// The answer to `POST /api/matches`. The secrets are shown this once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Created {
    pub id: String,
    pub secrets: Secrets,
    #[serde(rename = "match")]
    pub state: State,
}

/// The secret of each seat that a person sits on.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Secrets {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
}

// ---- A match as everybody sees it ----------------------------------------

/// Everything there is to show of a match; the same for players and watchers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct State {
    pub id: String,
    pub game: &'static str,
    pub rules: String,
    /// The diagram the match began from, if not the usual start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Goes up by one with every move, every taking back and every change of
    /// what is marked as dead; a move names the `seq` it answers to.
    pub seq: u64,
    pub picture: Picture,
    pub turn: Side,
    /// `null` while the game is on.
    pub outcome: Option<Outcome>,
    /// What the players take for dead: while they agree on it after play has
    /// stopped, and once they have. Picture and score count accordingly.
    pub agreement: Option<Agreement>,
    /// First and second, as text (`"45.5"`); `null` where nothing is counted.
    pub score: Option<[String; 2]>,
    /// Empty when the game is over.
    pub legal: Vec<Choice>,
    pub moves: Vec<Move>,
    pub seats: [Seat; 2],
    pub clock: Option<Clocks>,
    pub offers: Offers,
    /// The machine's side while it thinks.
    pub thinking: Option<Side>,
    /// A match between machines: whether it waits, and the pause between its
    /// moves in milliseconds. `null` for other matches.
    pub show: Option<Show>,
    /// The match that follows this one, once a rematch is agreed.
    pub next: Option<String>,
    pub listed: bool,
}

/// What stands where.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Picture {
    pub rows: usize,
    pub columns: usize,
    pub stands: Vec<Stand>,
    /// First and second, by name (`captures`): the catalogue's `count-<name>`.
    pub counts: BTreeMap<&'static str, [i32; 2]>,
}

/// One thing on the board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Stand {
    pub at: String,
    /// `piece`, `line`, `box`, `winning`, `territory`, `ko`, `dead` …
    pub mark: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
}

/// A legal move and what it would change besides placing itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Choice {
    pub play: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Move {
    pub side: Side,
    pub play: String,
}

impl From<&kernel::Played> for Move {
    fn from(played: &kernel::Played) -> Move {
        Move { side: played.side.into(), play: played.play.clone() }
    }
}

impl From<kernel::Picture> for Picture {
    fn from(picture: kernel::Picture) -> Picture {
        Picture {
            rows: picture.rows,
            columns: picture.columns,
            stands: picture
                .stands
                .into_iter()
                .map(|stand| Stand {
                    at: stand.at,
                    mark: stand.mark.name(),
                    side: stand.side.map(Into::into),
                })
                .collect(),
            counts: picture.counts.into_iter().collect(),
        }
    }
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Outcome {
    /// `null` for a draw.
    pub winner: Option<Side>,
    pub reason: Ending,
}

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// By the rules of the game.
    Play,
    Resignation,
    Time,
    /// A draw was agreed.
    Agreement,
    /// An outside engine failed.
    Fault,
}

/// What the players take for dead after play has stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Agreement {
    /// `false` until the program has made its proposal.
    pub ready: bool,
    /// The places of everything marked, whole groups.
    pub dead: Vec<String>,
    /// The sides that agree to it as it is marked now.
    pub agreed: Vec<Side>,
}

/// Who sits on a side.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Seat {
    pub kind: SeatKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Text from a person: show it as text, never as markup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether somebody who holds the seat is connected. A machine always is.
    pub present: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    Here,
    Link,
    Machine,
    Engine,
}

/// The clocks as they stood when the message was written.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Clocks {
    /// Seconds.
    pub main: u32,
    pub increment: u32,
    /// Milliseconds left, first and second.
    pub left: [u64; 2],
    /// Whose clock runs. It starts with the first move of the game.
    pub running: Option<Side>,
}

/// Which side asks for what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Offers {
    pub undo: Option<Side>,
    pub draw: Option<Side>,
    pub rematch: Option<Side>,
}

/// How a match between machines goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Show {
    pub paused: bool,
    /// Milliseconds between moves.
    pub delay: u32,
}

/// An earlier position of a match: `GET /api/matches/{id}/at/{ply}`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Earlier {
    /// How many moves had been played.
    pub ply: usize,
    pub picture: Picture,
    pub turn: Side,
    pub score: Option<[String; 2]>,
    /// The move that led here.
    pub last: Option<Move>,
}

/// A line of `GET /api/matches`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Listed {
    pub id: String,
    pub game: String,
    pub rules: String,
    /// Milliseconds since 1970.
    pub created: i64,
    pub over: bool,
}

// ---- Acting --------------------------------------------------------------

/// The body of `POST /api/matches/{id}/moves`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    pub play: String,
    /// The `seq` of the state the move answers to.
    pub seq: u64,
}

/// The body of `POST /api/matches/{id}/mark`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkDead {
    /// A place of the group that is taken for dead, or no longer.
    pub at: String,
    /// The `seq` of the state it answers to.
    pub seq: u64,
}

/// The body of `…/agree` and `…/resume`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Settle {
    /// The `seq` of the state it answers to: nobody agrees to marks unseen.
    pub seq: u64,
}

/// The body of a request that says nothing more: `{}`.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// The body of `…/accept` and `…/decline`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub offer: Offer,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    Undo,
    Draw,
    Rematch,
}

impl From<Offer> for sobremesa_store::Offer {
    fn from(offer: Offer) -> sobremesa_store::Offer {
        match offer {
            Offer::Undo => sobremesa_store::Offer::Undo,
            Offer::Draw => sobremesa_store::Offer::Draw,
            Offer::Rematch => sobremesa_store::Offer::Rematch,
        }
    }
}

/// The body of `…/hint`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskHint {
    #[schema(maximum = 255)]
    pub level: u8,
}

/// What a machine of some level would do here.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Hint {
    pub level: u8,
    /// The position it speaks of.
    pub seq: u64,
    /// Best first.
    pub lines: Vec<Line>,
}

/// Who owns what, as playouts see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Estimate {
    /// The position it speaks of.
    pub seq: u64,
    /// Points the first side is expected to be ahead.
    pub lead: f32,
    /// The first side's chance of winning, 0 to 1.
    pub chance: f32,
    pub owners: Vec<Owned>,
    /// What will not survive: whole groups.
    pub dead: Vec<String>,
}

/// Whose a place will be.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Owned {
    pub at: String,
    /// From 1, always the first side's at the end, to -1, always the second's.
    pub share: f32,
}

/// A move, what it is worth to the side that plays it, and how the game is
/// expected to go on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Line {
    pub play: String,
    pub value: Value,
    pub pv: Vec<String>,
}

/// What a move is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Value {
    pub kind: ValueKind,
    /// In the unit of the game; a chance is 0 to 1; absent when unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<f32>,
    /// Ready to show: `+3`, `≥+1`, `≈-2.5`, `63%`, `?`.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ValueKind {
    Exact,
    AtLeast,
    AtMost,
    Estimate,
    Chance,
    Unknown,
}

impl From<kernel::Value> for Value {
    fn from(value: kernel::Value) -> Value {
        let (kind, number) = match value {
            kernel::Value::Exact(v) => (ValueKind::Exact, Some(v as f32)),
            kernel::Value::AtLeast(v) => (ValueKind::AtLeast, Some(v as f32)),
            kernel::Value::AtMost(v) => (ValueKind::AtMost, Some(v as f32)),
            kernel::Value::Estimate(v) => (ValueKind::Estimate, Some(v)),
            kernel::Value::Chance(v) => (ValueKind::Chance, Some(v)),
            kernel::Value::Unknown => (ValueKind::Unknown, None),
        };
        Value { kind, number, text: value.to_string() }
    }
}

/// Something went wrong, said for people (`reason`, a catalogue key with its
/// arguments) and for developers (`detail`, English).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    pub reason: Reason,
    pub detail: String,
}

/// A sentence of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Reason {
    pub id: &'static str,
    pub args: BTreeMap<&'static str, Argument>,
}

/// What fills a placeable of a sentence: text as it is, or words of the
/// catalogue with arguments of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Argument {
    Text(String),
    Words { id: String, args: BTreeMap<&'static str, String> },
}

impl From<kernel::Message> for Reason {
    fn from(message: kernel::Message) -> Reason {
        let args = message.args.into_iter();
        Reason { id: message.id, args: args.map(|(name, value)| (name, value.into())).collect() }
    }
}

impl From<kernel::Argument> for Argument {
    fn from(value: kernel::Argument) -> Argument {
        match value {
            kernel::Argument::Text(text) => Argument::Text(text),
            kernel::Argument::Phrase(phrase) => match sobremesa_text::phrase_id(&phrase) {
                Some(id) => Argument::Words { id, args: phrase.args().iter().cloned().collect() },
                None => Argument::Text(phrase.to_string()),
            },
        }
    }
}

// ---- The websocket -------------------------------------------------------

/// What a client may send. `hello` comes first and once.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum ClientMessage {
    /// The secrets of the seats this client holds; none for a watcher.
    Hello {
        #[serde(default)]
        secrets: Vec<String>,
    },
    Play {
        play: String,
        seq: u64,
    },
    /// After play has stopped: the group on `at` is dead, or no longer.
    Mark {
        at: String,
        seq: u64,
    },
    /// Agrees to what is marked as dead.
    Agree {
        seq: u64,
    },
    /// Plays on instead of counting.
    Resume {
        seq: u64,
    },
    Undo {},
    Draw {},
    Rematch {},
    Resign {},
    Accept {
        offer: Offer,
    },
    Decline {
        offer: Offer,
    },
    Hint {
        level: u8,
    },
    /// Who owns what; anyone may ask.
    Estimate {},
    /// A match between machines waits or goes on.
    Pause {
        paused: bool,
    },
    /// Milliseconds between the moves of a match between machines.
    Speed {
        delay: u32,
    },
    /// A display name for the seats this client holds; empty takes it away.
    Name {
        name: String,
    },
}

impl ClientMessage {
    /// The name of the message on the wire, for `refused.to`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            ClientMessage::Hello { .. } => "hello",
            ClientMessage::Play { .. } => "play",
            ClientMessage::Mark { .. } => "mark",
            ClientMessage::Agree { .. } => "agree",
            ClientMessage::Resume { .. } => "resume",
            ClientMessage::Undo {} => "undo",
            ClientMessage::Draw {} => "draw",
            ClientMessage::Rematch {} => "rematch",
            ClientMessage::Resign {} => "resign",
            ClientMessage::Accept { .. } => "accept",
            ClientMessage::Decline { .. } => "decline",
            ClientMessage::Hint { .. } => "hint",
            ClientMessage::Estimate {} => "estimate",
            ClientMessage::Pause { .. } => "pause",
            ClientMessage::Speed { .. } => "speed",
            ClientMessage::Name { .. } => "name",
        }
    }
}

/// What the server sends.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ServerMessage {
    /// The answer to `hello`: the sides this client may play. A secret that
    /// fits no seat is left out in silence (a watcher is no error).
    Welcome {
        sides: Vec<Side>,
    },
    /// The match as it is now; after `welcome` and after every change.
    State {
        #[serde(rename = "match")]
        state: Box<State>,
    },
    /// The move with this `seq` is durably kept (again, if it was resent).
    Ack {
        seq: u64,
    },
    /// The message `to` changed nothing, and why. `seq` is that of a `play`.
    Refused {
        to: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
        reason: Reason,
        detail: String,
    },
    Hint(Hint),
    Estimate(Estimate),
    /// The server closes the socket next.
    Bye {
        reason: Reason,
    },
}
