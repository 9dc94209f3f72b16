//! The HTTP interface: one function per request, each described for the
//! OpenAPI document where it stands.

use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use sobremesa_table::{self as table, Command, Occupant, Refused, Seat, clean_name};
use sobremesa_text::Lang;
use tower_http::compression::CompressionLayer;

use crate::hub::Hub;
use crate::limits::Price;
use crate::problem::Problem;
use crate::room::{self, Action, Asker, Shown};
use crate::secret::{Hash, new_secret};
use crate::strict_json::Object;
use crate::visitor::Visitor;
use crate::{LONGEST_BODY, advice, cached, export, import, kept, origin, reviews, socket, wire};

/// Matches in the public list.
const LISTED: u32 = 100;

/// The longest diagram a match may begin from.
const LONGEST_DIAGRAM: usize = 4096;

/// Every request under `/api` that is about games and matches.
pub fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/api/games", get(games))
        .route("/api/games/{game}/start", get(start))
        .route("/api/text/{language}", get(text).layer(CompressionLayer::new()))
        .route("/api/matches", get(list).post(create))
        .route("/api/records", post(import_record).layer(DefaultBodyLimit::max(import::LONGEST)))
        .route("/api/matches/{id}", get(look).delete(delete))
        .route("/api/matches/{id}/at/{ply}", get(earlier))
        .route("/api/matches/{id}/export", get(export_match))
        .route("/api/matches/{id}/moves", get(moves).post(play))
        .route("/api/matches/{id}/mark", post(mark))
        .route("/api/matches/{id}/agree", post(agree_dead))
        .route("/api/matches/{id}/resume", post(resume))
        .route("/api/matches/{id}/undo", post(undo))
        .route("/api/matches/{id}/draw", post(draw))
        .route("/api/matches/{id}/rematch", post(rematch))
        .route("/api/matches/{id}/again", post(again))
        .route("/api/matches/{id}/resign", post(resign))
        .route("/api/matches/{id}/accept", post(accept))
        .route("/api/matches/{id}/decline", post(decline))
        .route("/api/matches/{id}/hint", post(hint))
        .route("/api/matches/{id}/estimate", post(estimate))
        .route("/api/matches/{id}/ws", get(connect))
}

type Answer<T> = Result<T, Problem>;

// ---- What requests carry -------------------------------------------------

/// A JSON body of a known shape; anything else is a [`Problem`].
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Answer<Body<T>> {
        match Json::<Object<T>>::from_request(request, state).await {
            Ok(Json(Object(body))) => Ok(Body(body)),
            Err(rejection) => {
                let detail = rejection.body_text();
                let status = match rejection {
                    JsonRejection::MissingJsonContentType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
                    JsonRejection::BytesRejection(e) => e.status(),
                    _ => StatusCode::BAD_REQUEST,
                };
                Err(Problem::unreadable(status, LONGEST_BODY, detail))
            }
        }
    }
}

/// The part of an address that names something.
pub struct Name<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Name<T> {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        state: &S,
    ) -> Answer<Name<T>> {
        Path::<T>::from_request_parts(parts, state).await.map(|Path(name)| Name(name)).map_err(
            |rejection: PathRejection| {
                Problem::unknown_message(rejection.body_text()).status(StatusCode::NOT_FOUND)
            },
        )
    }
}

/// Whoever has the secret of `Authorization: Bearer <secret>`.
impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut axum::http::request::Parts,
        state: &S,
    ) -> Answer<Asker> {
        let given = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let (scheme, secret) =
            given.and_then(|value| value.split_once(' ')).ok_or_else(Problem::no_secret)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(Problem::no_secret());
        }
        let hash = Hash::of(secret.trim()).ok_or(Refused::NotSeated)?;
        let Ok(visitor) = Visitor::from_request_parts(parts, state).await;
        Ok(Asker { secrets: Arc::new([hash]), visitor })
    }
}

// ---- Games and words -----------------------------------------------------

/// The games there are, with their options, presets and levels.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = [wire::Game])))]
pub async fn games(State(hub): State<Arc<Hub>>) -> Json<Vec<wire::Game>> {
    let game = |entry: &'static sobremesa_kernel::GameEntry| {
        wire::Game::new(entry, hub.engines.of(entry.id).map(str::to_owned).collect())
    };
    Json(sobremesa_games::all().map(game).collect())
}

/// Rules to look at.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// As for a new match; empty or absent: the default ones.
    #[serde(default)]
    rules: String,
}

/// A game with some rules before its first move: whether they can be played,
/// and what the board looks like. Nothing is kept.
#[utoipa::path(get, path = "/api/games/{game}/start",
    params(("game" = String, Path), Rules),
    responses((status = 200, body = wire::Start),
              (status = 400, body = wire::Problem), (status = 404, body = wire::Problem),
              (status = 422, body = wire::Problem)))]
pub async fn start(
    Name(game): Name<String>,
    query: Result<Query<Rules>, QueryRejection>,
) -> Answer<Json<wire::Start>> {
    let Query(Rules { rules }) =
        query.map_err(|rejection| Problem::unknown_message(rejection.body_text()))?;
    let entry = sobremesa_games::find(&game).ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "server-no-such-game", "GET /api/games lists them")
    })?;
    let view = entry.start(&rules)?.view();
    Ok(Json(wire::Start { rules: view.rules, picture: view.picture.into(), turn: view.turn }))
}

/// Every word for people in one language, from id to pattern.
#[utoipa::path(get, path = "/api/text/{language}",
    params(("language" = String, Path, description = "`es` or `en`")),
    responses((status = 200, body = serde_json::Value, description = "from id to pattern"),
              (status = 404, body = wire::Problem)))]
pub async fn text(Name(language): Name<String>, headers: HeaderMap) -> Answer<Response> {
    let lang = Lang::ALL.into_iter().find(|lang| lang.tag() == language).ok_or_else(|| {
        Problem::new(StatusCode::NOT_FOUND, "server-no-such-language", "expected es or en")
    })?;
    let words = &WORDS[lang as usize];
    Ok(cached::answer(&headers, &words.hash, "application/json", words.json.as_slice().into()))
}

/// All the words of a language as they are sent.
struct Words {
    json: Vec<u8>,
    hash: [u8; 32],
}

/// Made once, in the order of `Lang::ALL`.
static WORDS: LazyLock<[Words; Lang::ALL.len()]> = LazyLock::new(|| {
    Lang::ALL.map(|lang| {
        let json = sobremesa_text::export(lang).to_string().into_bytes();
        let hash = Sha256::digest(&json).into();
        Words { json, hash }
    })
});

// ---- Matches -------------------------------------------------------------

/// Creates a match. The secrets are shown this once.
#[utoipa::path(post, path = "/api/matches", request_body = wire::Create,
    responses((status = 201, body = wire::Created),
              (status = 400, body = wire::Problem), (status = 403, body = wire::Problem),
              (status = 413, body = wire::Problem),
              (status = 415, body = wire::Problem), (status = 422, body = wire::Problem),
              (status = 429, body = wire::Problem), (status = 503, body = wire::Problem)))]
pub async fn create(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Body(wanted): Body<wire::Create>,
) -> Answer<Response> {
    hub.limits.spend(visitor, Price::Match)?;
    let (header, secrets) = agree(&hub, wanted)?;
    let id = hub.create(header, &[], visitor).await?;
    created(&hub, &id, secrets, Vec::new()).await
}

async fn created(
    hub: &Arc<Hub>,
    id: &str,
    secrets: wire::Secrets,
    notes: Vec<wire::Reason>,
) -> Answer<Response> {
    let shown = hub.ask(id, |answer| room::Request::Look { answer }).await?;
    let head = [
        (header::LOCATION, format!("/api/matches/{id}")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let body = wire::Created { id: id.to_owned(), secrets, notes, state: shown.state };
    Ok((StatusCode::CREATED, head, Json(body)).into_response())
}

/// How much of a record is wanted.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Beginning {
    /// Only so many of its moves; the game then goes on from there.
    moves: Option<usize>,
}

/// Creates a match from a record: SGF of any game, what the server exported
/// as JSON, or GGF, WTHOR, transcripts and boards of Othello. It is replayed
/// through the rules; both seats are the sender's. A refusal that concerns a
/// move has its number in `reason.args.number`.
#[utoipa::path(post, path = "/api/records", params(Beginning),
    request_body(content = String, content_type = "text/plain"),
    responses((status = 201, body = wire::Created),
              (status = 400, body = wire::Problem), (status = 403, body = wire::Problem),
              (status = 413, body = wire::Problem),
              (status = 422, body = wire::Problem), (status = 429, body = wire::Problem),
              (status = 503, body = wire::Problem)))]
pub async fn import_record(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    beginning: Result<Query<Beginning>, QueryRejection>,
    file: Result<Bytes, BytesRejection>,
) -> Answer<Response> {
    let Query(beginning) = beginning.map_err(|e| Problem::unknown_message(e.body_text()))?;
    let file = file.map_err(|e| Problem::unreadable(e.status(), import::LONGEST, e.body_text()))?;
    hub.limits.spend(visitor, Price::Record(file.len()))?;
    // A long game takes a moment to replay.
    let read = tokio::task::spawn_blocking(move || import::read(&file, beginning.moves)).await;
    let import::Imported { mut header, events, notes } = read.map_err(|_| bug())??;
    let [first, second] = &mut header.seats;
    let secrets = wire::Secrets {
        first: Some(give_secret(&hub, first)?),
        second: Some(give_secret(&hub, second)?),
    };
    let id = hub.create(header, &events, visitor).await?;
    created(&hub, &id, secrets, notes.into_iter().map(Into::into).collect()).await
}

/// What is said of work that panicked.
fn bug() -> Problem {
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "server-failed", "a bug; see the log")
}

/// A new secret for a person's seat, which keeps its hash.
fn give_secret(hub: &Hub, seat: &mut Seat) -> Answer<String> {
    let secret = new_secret(&*hub.chance).map_err(|error| Problem::no_randomness(&error))?;
    seat.secret = Hash::of(&secret).map(|hash| hash.to_hex());
    Ok(secret)
}

/// Checks what is wanted and gives what is kept of it, with new secrets for
/// the seats of people.
fn agree(hub: &Hub, wanted: wire::Create) -> Answer<(table::Header, wire::Secrets)> {
    if wanted.position.as_ref().is_some_and(|diagram| diagram.len() > LONGEST_DIAGRAM) {
        return Err(Problem::unknown_message("the diagram is too long"));
    }
    if let Some(clock) = wanted.clock
        && !((1..=86_400).contains(&clock.main) && clock.increment <= 3600)
    {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "server-odd-clock",
            "expected 1 to 86400 seconds, and at most 3600 more a move",
        ));
    }
    let mut header = table::Header {
        game: wanted.game,
        rules: wanted.rules,
        position: wanted.position,
        seats: [Seat::of(Occupant::Here), Seat::of(Occupant::Here)],
        clock: wanted.clock,
        listed: wanted.listed,
        hints: wanted.hints,
        previous: None,
        record: None,
    };
    let game = kept::begin(&header)?;
    // Kept as the game itself writes them, so that a later default changes
    // nothing in a match that is on.
    header.game = game.entry().id.to_owned();
    header.rules = game.rules();
    let mut secrets = [None, None];
    for (number, wanted) in wanted.seats.into_iter().enumerate() {
        let person =
            |occupant, name| Ok::<_, Problem>(Seat { name: named(name)?, ..Seat::of(occupant) });
        let mut seat = match wanted {
            wire::SeatRequest::Here { name } => person(Occupant::Here, name)?,
            wire::SeatRequest::Link { name } => person(Occupant::Link, name)?,
            wire::SeatRequest::Machine { level } => {
                advice::check_level(game.entry(), level)?;
                Seat::of(Occupant::Machine { level })
            }
            wire::SeatRequest::Engine { name } => {
                check_engine(hub, &header, &name)?;
                Seat { name: Some(name), ..Seat::of(Occupant::Engine) }
            }
        };
        if !seat.occupant.is_machine() {
            secrets[number] = Some(give_secret(hub, &mut seat)?);
        }
        header.seats[number] = seat;
    }
    let [first, second] = secrets;
    Ok((header, wire::Secrets { first, second }))
}

/// Whether an external engine plays this here: one that is known, and from the
/// usual start, because their protocols have no common way to set up a board.
fn check_engine(hub: &Hub, header: &table::Header, name: &str) -> Answer<()> {
    let (reason, detail) = if header.position.is_some() {
        ("server-engine-needs-start", "an external engine begins from the usual start")
    } else if hub.engines.of(&header.game).all(|known| known != name) {
        ("server-no-such-engine", "GET /api/games lists the engines of each game")
    } else {
        return Ok(());
    };
    Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason, detail))
}

fn named(name: Option<String>) -> Answer<Option<String>> {
    Ok(name.map_or(Ok(None), |name| clean_name(&name))?)
}

/// The newest listed matches.
#[utoipa::path(get, path = "/api/matches",
    responses((status = 200, body = [wire::Listed]), (status = 503, body = wire::Problem)))]
pub async fn list(State(hub): State<Arc<Hub>>) -> Answer<Json<Vec<wire::Listed>>> {
    let listed = hub.store.list(LISTED).await.map_err(|e| Problem::not_kept(&e))?;
    Ok(Json(
        listed
            .into_iter()
            .map(|m| wire::Listed {
                id: m.id,
                game: m.game,
                rules: m.rules,
                created: m.created,
                over: m.over,
            })
            .collect(),
    ))
}

/// A match as it is now.
#[utoipa::path(get, path = "/api/matches/{id}", params(("id" = String, Path)),
    responses((status = 200, body = wire::State), (status = 404, body = wire::Problem)))]
pub async fn look(State(hub): State<Arc<Hub>>, Name(id): Name<String>) -> Answer<Shown> {
    hub.ask(&id, |answer| room::Request::Look { answer }).await
}

/// What might have been played instead.
#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Instead {
    /// Moves with blanks between them, to be played from there.
    #[serde(default)]
    then: String,
}

/// A match as it was after some moves, or as it would be after others.
#[utoipa::path(get, path = "/api/matches/{id}/at/{ply}",
    params(("id" = String, Path), ("ply" = usize, Path), Instead),
    responses((status = 200, body = wire::Earlier), (status = 400, body = wire::Problem),
              (status = 404, body = wire::Problem), (status = 422, body = wire::Problem)))]
pub async fn earlier(
    State(hub): State<Arc<Hub>>,
    Name((id, ply)): Name<(String, usize)>,
    instead: Result<Query<Instead>, QueryRejection>,
) -> Answer<Json<wire::Earlier>> {
    let Query(Instead { then }) = instead.map_err(|e| Problem::unknown_message(e.body_text()))?;
    if !then.is_empty() {
        return reviews::instead(&hub, &id, ply, &then).await.map(Json);
    }
    let found = hub.ask(&id, |answer| room::Request::Earlier { ply, answer }).await?;
    found.map(Json).ok_or_else(Problem::no_such_move)
}

/// From where on moves are wanted.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Onwards {
    /// How many moves to leave out.
    #[serde(default)]
    from: usize,
}

/// The moves of a match, 512 at a time.
#[utoipa::path(get, path = "/api/matches/{id}/moves", params(("id" = String, Path), Onwards),
    responses((status = 200, body = wire::Moves), (status = 400, body = wire::Problem),
              (status = 404, body = wire::Problem)))]
pub async fn moves(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    onwards: Result<Query<Onwards>, QueryRejection>,
) -> Answer<Json<wire::Moves>> {
    let Query(Onwards { from }) = onwards.map_err(|e| Problem::unknown_message(e.body_text()))?;
    hub.ask(&id, |answer| room::Request::Moves { from, answer }).await.map(Json)
}

/// How a record should be written.
#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    #[serde(default)]
    format: export::Format,
}

/// The record of a match.
#[utoipa::path(get, path = "/api/matches/{id}/export",
    params(("id" = String, Path), Wanted),
    responses((status = 200, description = "the record as text", content(
                  (String = "application/x-go-sgf"), (String = "text/plain"),
                  (serde_json::Value = "application/json"))),
              (status = 400, body = wire::Problem), (status = 404, body = wire::Problem),
              (status = 422, body = wire::Problem)))]
pub async fn export_match(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Answer<Response> {
    let Query(wanted) = wanted.map_err(|e| Problem::unknown_message(e.body_text()))?;
    let state = hub.ask(&id, |answer| room::Request::Copy { answer }).await?;
    // A file that was opened is replayed to be written.
    let written = move || export::write(&id, &state, wanted.format);
    tokio::task::spawn_blocking(written).await.map_err(|_| bug())?
}

// ---- Acting --------------------------------------------------------------

async fn act(hub: &Arc<Hub>, id: &str, asker: &Asker, command: Command) -> Answer<Shown> {
    let done = hub
        .ask(id, |answer| room::Request::Act {
            asker: asker.clone(),
            action: Action::Do(command.clone()),
            answer,
        })
        .await
        .and_then(|result| result);
    if done.is_err() {
        hub.metrics.refused.add(1);
    }
    done
}

/// Plays a move. Sent again with the same `seq`, it is acknowledged again and
/// nothing happens.
#[utoipa::path(post, path = "/api/matches/{id}/moves", params(("id" = String, Path)),
    request_body = wire::Play, security(("secret" = [])), responses(Acted))]
pub async fn play(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    asker: Asker,
    Body(wire::Play { play, seq }): Body<wire::Play>,
) -> Answer<Shown> {
    act(&hub, &id, &asker, Command::Play { play, seq }).await
}

/// After play has stopped: takes a group for dead, or no longer. Whoever had
/// agreed has not any more.
#[utoipa::path(post, path = "/api/matches/{id}/mark", params(("id" = String, Path)),
    request_body = wire::MarkDead, security(("secret" = [])), responses(Acted))]
pub async fn mark(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    asker: Asker,
    Body(wire::MarkDead { at, seq }): Body<wire::MarkDead>,
) -> Answer<Shown> {
    act(&hub, &id, &asker, Command::Mark { at, seq }).await
}

/// Agrees to what is marked as dead; when both sides do, the board is counted.
#[utoipa::path(post, path = "/api/matches/{id}/agree", params(("id" = String, Path)),
    request_body = wire::Settle, security(("secret" = [])), responses(Acted))]
pub async fn agree_dead(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    asker: Asker,
    Body(wire::Settle { seq }): Body<wire::Settle>,
) -> Answer<Shown> {
    act(&hub, &id, &asker, Command::Agree { seq }).await
}

/// Plays on instead of counting.
#[utoipa::path(post, path = "/api/matches/{id}/resume", params(("id" = String, Path)),
    request_body = wire::Settle, security(("secret" = [])), responses(Acted))]
pub async fn resume(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    asker: Asker,
    Body(wire::Settle { seq }): Body<wire::Settle>,
) -> Answer<Shown> {
    act(&hub, &id, &asker, Command::Resume { seq }).await
}

/// Takes the last move back, or asks the other side to agree to it. Sent again
/// with the same `seq`, it is acknowledged again and nothing happens.
#[utoipa::path(post, path = "/api/matches/{id}/undo", params(("id" = String, Path)),
    request_body = wire::Undo, security(("secret" = [])), responses(Acted))]
pub async fn undo(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    asker: Asker,
    Body(wire::Undo { seq }): Body<wire::Undo>,
) -> Answer<Shown> {
    act(&hub, &id, &asker, Command::Undo { seq }).await
}

/// Deletes a match: at once when no other person has played in it, and
/// otherwise when both sides want it; until then the answer is the match.
#[utoipa::path(delete, path = "/api/matches/{id}", params(("id" = String, Path)),
    security(("secret" = [])),
    responses((status = 204, description = "nothing of it is kept any more"),
              (status = 200, body = wire::State), (status = 401, body = wire::Problem),
              (status = 403, body = wire::Problem), (status = 404, body = wire::Problem),
              (status = 409, body = wire::Problem), (status = 503, body = wire::Problem)))]
pub async fn delete(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    asker: Asker,
) -> Answer<Response> {
    let shown = act(&hub, &id, &asker, Command::Delete).await?;
    match hub.ask(&id, |answer| room::Request::Look { answer }).await {
        Err(problem) if problem.status == StatusCode::NOT_FOUND => {
            Ok(StatusCode::NO_CONTENT.into_response())
        }
        _ => Ok(shown.into_response()),
    }
}

/// The requests that say nothing but their name.
macro_rules! plain_actions {
    ($($(#[$about:meta])* $name:ident $path:literal $action:ident;)*) => {$(
        $(#[$about])*
        #[utoipa::path(post, path = $path, params(("id" = String, Path)),
            request_body = wire::Nothing, security(("secret" = [])), responses(Acted))]
        pub async fn $name(
            State(hub): State<Arc<Hub>>,
            Name(id): Name<String>,
            asker: Asker,
            Body(wire::Nothing {}): Body<wire::Nothing>,
        ) -> Answer<Shown> {
            act(&hub, &id, &asker, Command::$action).await
        }
    )*};
}

plain_actions! {
    /// Offers a draw.
    draw "/api/matches/{id}/draw" Draw;
    /// Starts a rematch, or asks for one: sides swapped, same secrets.
    rematch "/api/matches/{id}/rematch" Rematch;
    /// Starts another game, or asks for one: sides as they are, same secrets.
    again "/api/matches/{id}/again" Again;
    /// Gives the game up.
    resign "/api/matches/{id}/resign" Resign;
}

/// Accepts what the other side asks for.
#[utoipa::path(post, path = "/api/matches/{id}/accept", params(("id" = String, Path)),
    request_body = wire::Answer, security(("secret" = [])), responses(Acted))]
pub async fn accept(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    asker: Asker,
    Body(answer): Body<wire::Answer>,
) -> Answer<Shown> {
    act(&hub, &id, &asker, Command::Accept(answer.offer)).await
}

/// Declines what the other side asks for, or withdraws what this side asked.
#[utoipa::path(post, path = "/api/matches/{id}/decline", params(("id" = String, Path)),
    request_body = wire::Answer, security(("secret" = [])), responses(Acted))]
pub async fn decline(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    asker: Asker,
    Body(answer): Body<wire::Answer>,
) -> Answer<Shown> {
    act(&hub, &id, &asker, Command::Decline(answer.offer)).await
}

/// What a machine of some level would do here.
#[utoipa::path(post, path = "/api/matches/{id}/hint", params(("id" = String, Path)),
    request_body = wire::AskHint,
    responses((status = 200, body = wire::Hint),
              (status = 400, body = wire::Problem), (status = 403, body = wire::Problem),
              (status = 404, body = wire::Problem),
              (status = 409, body = wire::Problem), (status = 413, body = wire::Problem),
              (status = 415, body = wire::Problem), (status = 422, body = wire::Problem),
              (status = 429, body = wire::Problem), (status = 503, body = wire::Problem)))]
pub async fn hint(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Name(id): Name<String>,
    Body(wanted): Body<wire::AskHint>,
) -> Answer<Json<wire::Hint>> {
    hub.limits.spend(visitor, Price::Hint)?;
    advice::think(&hub, &id, wanted.level, visitor, |_| ()).await.map(Json)
}

/// Who owns what, at any time, in games with territory.
#[utoipa::path(post, path = "/api/matches/{id}/estimate", params(("id" = String, Path)),
    request_body = wire::Nothing,
    responses((status = 200, body = wire::Estimate),
              (status = 400, body = wire::Problem), (status = 403, body = wire::Problem),
              (status = 404, body = wire::Problem),
              (status = 409, body = wire::Problem), (status = 413, body = wire::Problem),
              (status = 415, body = wire::Problem),
              (status = 422, body = wire::Problem), (status = 429, body = wire::Problem),
              (status = 503, body = wire::Problem)))]
pub async fn estimate(
    State(hub): State<Arc<Hub>>,
    visitor: Visitor,
    Name(id): Name<String>,
    Body(wire::Nothing {}): Body<wire::Nothing>,
) -> Answer<Json<wire::Estimate>> {
    hub.limits.spend(visitor, Price::Hint)?;
    advice::judge(&hub, &id, visitor).await.map(Json)
}

/// What an action is answered with.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, clippy::large_enum_variant)]
pub enum Acted {
    /// The match after the action.
    #[response(status = 200)]
    Done(#[to_schema] wire::State),
    /// Not a message there is.
    #[response(status = 400)]
    Unknown(#[to_schema] wire::Problem),
    /// No secret was given.
    #[response(status = 401)]
    NoSecret(#[to_schema] wire::Problem),
    /// The secret fits no seat.
    #[response(status = 403)]
    NotSeated(#[to_schema] wire::Problem),
    /// No such match.
    #[response(status = 404)]
    NoMatch(#[to_schema] wire::Problem),
    /// Not now: over, not your turn, stale, nothing to answer.
    #[response(status = 409)]
    NotNow(#[to_schema] wire::Problem),
    /// Too long.
    #[response(status = 413)]
    TooLong(#[to_schema] wire::Problem),
    /// Not JSON.
    #[response(status = 415)]
    NotJson(#[to_schema] wire::Problem),
    /// Too much was asked for from this address.
    #[response(status = 429)]
    TooMuch(#[to_schema] wire::Problem),
    /// Not a move, or not a legal one.
    #[response(status = 422)]
    Illegal(#[to_schema] wire::Problem),
    /// The store or the server is not available.
    #[response(status = 503)]
    NotKept(#[to_schema] wire::Problem),
}

/// The live view of a match: a websocket, see `docs/WIRE.md`.
#[utoipa::path(get, path = "/api/matches/{id}/ws", params(("id" = String, Path)),
    responses((status = 101, description = "the websocket is open"),
              (status = 400, body = wire::Problem), (status = 403, body = wire::Problem),
              (status = 404, body = wire::Problem), (status = 426, body = wire::Problem),
              (status = 429, body = wire::Problem),
              (status = 503, body = wire::Problem)))]
pub async fn connect(
    State(hub): State<Arc<Hub>>,
    Name(id): Name<String>,
    visitor: Visitor,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Answer<Response> {
    if hub.limits.origins.from(visitor, &headers) != origin::From::Ours {
        return Err(origin::refused());
    }
    let upgrade = upgrade.map_err(|rejection| {
        Problem::unknown_message(rejection.body_text()).status(rejection.status())
    })?;
    // Found out before the upgrade, where it can still be said as a status.
    hub.room(&id).await?;
    let open = hub.limits.socket(visitor)?;
    Ok(upgrade
        .read_buffer_size(socket::LONGEST)
        .max_message_size(socket::LONGEST)
        .max_frame_size(socket::LONGEST)
        .on_upgrade(async move |socket| {
            socket::serve(socket, hub, id, visitor).await;
            drop(open);
        }))
}
