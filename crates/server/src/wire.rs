//! What crosses the wire, and nothing else: the JSON of the HTTP interface and
//! of the websocket. `docs/WIRE.md` explains it for people who write clients.
//!
//! Both message sets are closed. Text that is not one of these messages is
//! answered with a [`Problem`]; it never changes anything.

mod moves;
mod reason;
mod worth;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sobremesa_kernel as kernel;
use sobremesa_kernel::Side;
use sobremesa_table as table;
use sobremesa_table::{Ended, Offer, Offers, Settling, TimeControl};
use utoipa::ToSchema;

use crate::strict_json;
use crate::written::{Written, all_shared, shared};
use moves::told;
pub use moves::{Move, Moves};
pub use reason::{Argument, Problem, Reason};
pub use worth::{Judgement, Line, MoveValue, ValueKind, Why};

// ---- The server ----------------------------------------------------------

/// How this server is reached.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Addresses {
    /// Whether it listens on this machine alone: a link to it works nowhere
    /// else.
    pub loopback_only: bool,
    pub port: u16,
    /// Its addresses in the local network, such as `http://192.168.1.20:9999`;
    /// with `loopback_only` those it would have with `sobremesa --lan`. Empty
    /// for a client that is not on this machine.
    pub lan: Vec<String>,
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
    /// What is to be known of it besides its rules.
    pub facts: Facts,
    /// The names of external engines that play it here.
    pub engines: Vec<String>,
}

/// What is to be known of a game besides its rules.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Facts {
    pub pass: kernel::Pass,
    /// Whether its rules may leave to the players what is dead.
    pub settles: bool,
    /// Whether the score says who is ahead while the game is still played.
    pub score_during_play: bool,
    /// Whether people see its moves in capitals.
    pub capitals: bool,
    /// The preset that one click begins with; absent: the first.
    pub quick_preset: Option<&'static str>,
    /// What the value of a move counts.
    pub worth: kernel::Worth,
    /// The formats its games and boards are kept in.
    pub formats: &'static [&'static str],
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
    /// A game with the external engines that play it here.
    #[must_use]
    pub fn new(entry: &'static kernel::GameEntry, engines: Vec<String>) -> Game {
        Game {
            engines,
            facts: Facts {
                pass: entry.facts.pass,
                settles: entry.settles(),
                score_during_play: entry.facts.score_during_play,
                capitals: entry.facts.capitals,
                quick_preset: entry.facts.quick_preset,
                worth: entry.facts.worth,
                formats: entry.facts.formats,
            },
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
    #[serde(deserialize_with = "strict_json::two")]
    #[schema(min_items = 2, max_items = 2)]
    pub seats: [SeatRequest; 2],
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "strict_json::optional"
    )]
    pub clock: Option<TimeControl>,
    /// Whether the match appears in `GET /api/matches`.
    #[serde(default)]
    pub listed: bool,
    /// Whether hints and estimates may be asked for while the game is on;
    /// absent: unless somebody plays by link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
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

/// The answer to `POST /api/matches`. The secrets are shown this once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Created {
    pub id: String,
    pub secrets: Secrets,
    #[serde(rename = "match", serialize_with = "shared")]
    #[schema(value_type = State)]
    pub state: Arc<Written>,
    /// What was unusual about a record, and what is kept of it without being
    /// shown. Absent where there is nothing to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Reason>,
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
    /// The rules that were agreed: those of another game with them. `rules`
    /// differ from them once a disputed game is played out.
    pub agreed: String,
    /// The diagram the match began from, if not the usual start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Goes up by one with every move, every taking back and every change of
    /// what is marked as dead; a move names the `seq` it answers to.
    pub seq: u64,
    pub picture: Picture,
    pub turn: Side,
    /// `null` while the game is on.
    pub outcome: Option<Ended>,
    /// The result as the record says it from which the match was opened
    /// (`B+3.5`), where `outcome` has it from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded: Option<String>,
    /// What the players take for dead: while they agree on it after play has
    /// stopped, and once they have. Picture and score count accordingly.
    pub agreement: Option<Settling>,
    /// First and second, as text (`"45.5"`); `null` where nothing is counted.
    pub score: Option<[String; 2]>,
    /// Empty when the game is over.
    pub legal: Vec<Choice>,
    /// Which line of moves this is: the `seq` after the last taking back, 0
    /// without one. Of two states with the same `line` the moves of one are
    /// the beginning of the other's, so what was kept of them stays true.
    pub line: u64,
    /// The moves that stand; of a long match the last of them alone.
    pub moves: Vec<Move>,
    /// How many came before those: `GET /api/matches/{id}/moves` tells them.
    pub earlier: usize,
    pub seats: [Seat; 2],
    pub clock: Option<Clocks>,
    pub offers: Offers,
    /// The machine's side while it thinks or waits for its turn to.
    pub thinking: Option<Side>,
    /// What it has found so far, once it has thought for a second.
    pub looking: Option<Looking>,
    /// Its place in the line, while many machines think and it waits for its
    /// turn.
    pub waiting: Option<Waiting>,
    /// A match between machines: whether it waits, and the pause between its
    /// moves in milliseconds. `null` for other matches.
    pub show: Option<Show>,
    /// The match that follows this one, once that is agreed.
    pub next: Option<String>,
    /// Whether `next` keeps the sides as they are; a rematch swaps them.
    pub again: bool,
    pub listed: bool,
    /// Whether hints and estimates may be asked for.
    pub hints: bool,
}

impl State {
    /// What everybody sees, but for what only the room knows: presence, what is
    /// thought, and how a show goes on.
    #[must_use]
    pub fn of(id: &str, state: &table::State, now: table::Time) -> State {
        let header = state.header();
        let table::View { game, ended, recorded, settling, clocks } = state.view(now);
        State {
            id: id.to_owned(),
            game: game.game,
            rules: game.rules,
            agreed: header.rules.clone(),
            position: header.position.clone(),
            seq: state.seq(),
            picture: game.picture.into(),
            turn: game.turn,
            outcome: ended,
            recorded,
            agreement: settling,
            score: score(game.score),
            legal: game
                .legal
                .into_iter()
                .map(|choice| Choice { play: choice.play, changes: choice.changes })
                .collect(),
            line: state.line(),
            earlier: Moves::earlier(game.moves.len()),
            moves: told(game.moves),
            seats: [0, 1].map(|seat: usize| Seat::of(&header.seats[seat])),
            clock: header.clock.zip(clocks).map(|(control, (left, running))| Clocks {
                main: control.main,
                increment: control.increment,
                left,
                running,
            }),
            offers: state.offers(),
            thinking: None,
            looking: None,
            waiting: None,
            show: None,
            next: state.next().map(|(id, _)| id.to_owned()),
            again: state.next().is_some_and(|(_, again)| again),
            listed: header.listed,
            hints: header.allows_hints(),
        }
    }
}

fn score(points: Option<[kernel::Points; 2]>) -> Option<[String; 2]> {
    points.map(|points| points.map(|p| p.to_string()))
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

impl From<kernel::Picture> for Picture {
    fn from(picture: kernel::Picture) -> Picture {
        Picture {
            rows: picture.rows,
            columns: picture.columns,
            stands: picture
                .stands
                .into_iter()
                .map(|stand| Stand { at: stand.at, mark: stand.mark.name(), side: stand.side })
                .collect(),
            counts: picture.counts.into_iter().collect(),
        }
    }
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

impl Seat {
    fn of(seat: &table::Seat) -> Seat {
        Seat {
            kind: match seat.occupant {
                table::Occupant::Here => SeatKind::Here,
                table::Occupant::Link => SeatKind::Link,
                table::Occupant::Machine { .. } => SeatKind::Machine,
                table::Occupant::Engine => SeatKind::Engine,
            },
            level: seat.occupant.level(),
            name: seat.name.clone(),
            present: seat.occupant.is_machine(),
        }
    }
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

/// What a machine that thinks has found so far.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Looking {
    /// The move it would play if it had to play now.
    pub play: String,
    pub depth: u32,
    /// Milliseconds it has thought, and may think at most if that is known.
    pub elapsed: u64,
    pub most: Option<u64>,
}

/// The place of a machine that waits for its turn to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Waiting {
    /// 1 for the next one.
    pub place: usize,
    /// About how many milliseconds until its turn.
    pub wait: u64,
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

impl From<kernel::View> for Earlier {
    fn from(mut view: kernel::View) -> Earlier {
        Earlier {
            ply: view.moves.len(),
            picture: view.picture.into(),
            turn: view.turn,
            score: score(view.score),
            last: view.moves.pop().map(Move::from),
        }
    }
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

/// A game before its first move: `GET /api/games/{game}/start`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Start {
    /// The rules as the game itself writes them.
    pub rules: String,
    pub picture: Picture,
    pub turn: Side,
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

/// The body of `…/undo`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// The `seq` of the state it answers to: sent again, nothing more is taken
    /// back. Absent: whatever move is the last by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
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
    /// What the best of them does that speaks for it, most telling first.
    pub why: Vec<Why>,
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
    /// With the `seq` of the state it answers to it is done once, however
    /// often it is sent.
    Undo {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    Draw {},
    Rematch {},
    /// Another game with the sides as they are.
    Again {},
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
    /// What every move of the match was worth; anyone may ask when the match is
    /// over, and before that where hints are allowed. One at a time.
    Review {},
    /// What the moves of the position after `ply` moves are worth, or of the
    /// present one; asked like `review`, and instead of it.
    Values {
        #[serde(default)]
        ply: Option<usize>,
    },
    /// Nothing more of the review or of the values that were asked for.
    Cancel {},
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
    /// Nothing of the match is to be kept: at once when no other person has
    /// played in it, and otherwise when both sides want it. Whoever watches is
    /// told goodbye with `server-match-deleted`.
    Delete {},
    /// Is anybody there? Answered with `pong`, so that a page, which sees no
    /// pings of the protocol below, can tell a quiet game from a dead line.
    Ping {},
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
            ClientMessage::Undo { .. } => "undo",
            ClientMessage::Draw {} => "draw",
            ClientMessage::Rematch {} => "rematch",
            ClientMessage::Again {} => "again",
            ClientMessage::Resign {} => "resign",
            ClientMessage::Accept { .. } => "accept",
            ClientMessage::Decline { .. } => "decline",
            ClientMessage::Hint { .. } => "hint",
            ClientMessage::Estimate {} => "estimate",
            ClientMessage::Review {} => "review",
            ClientMessage::Values { .. } => "values",
            ClientMessage::Cancel {} => "cancel",
            ClientMessage::Pause { .. } => "pause",
            ClientMessage::Speed { .. } => "speed",
            ClientMessage::Name { .. } => "name",
            ClientMessage::Delete {} => "delete",
            ClientMessage::Ping {} => "ping",
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
        #[serde(rename = "match", serialize_with = "shared")]
        #[schema(value_type = State)]
        state: Arc<Written>,
    },
    /// The message `to` was done, or was so already: every message but `hello`
    /// and `ping`, which have answers of their own, is answered by this or by
    /// `refused`. With the `seq` of a `play` that move is durably kept (again,
    /// if it was resent).
    Ack {
        to: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// The message `to` changed nothing, and why. `seq` is that of a `play`.
    Refused {
        to: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
        reason: Reason,
        detail: String,
    },
    /// What the machine that was asked for a hint looks at meanwhile.
    Looking(Looking),
    /// Its place in the line while it waits for its turn.
    Waiting(Waiting),
    Hint(Hint),
    Estimate(Estimate),
    /// What is new of a review: judgements of moves not judged before, or more
    /// carefully now. `done` comes with the last of them.
    Review {
        /// The `line` of the match and the number of its moves.
        line: u64,
        moves: usize,
        #[serde(serialize_with = "all_shared")]
        #[schema(value_type = Vec<Judgement>)]
        judgements: Vec<Arc<Written>>,
        done: bool,
    },
    /// What the moves of a position are worth to the side to move, best first.
    Values {
        ply: usize,
        side: Side,
        lines: Vec<Line>,
    },
    /// The answer to `ping`.
    Pong {},
    /// The server closes the socket next.
    Bye {
        reason: Reason,
    },
}
