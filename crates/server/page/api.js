// The server's HTTP interface (docs/WIRE.md). A refusal is thrown as `Refused`
// with the reason to show.

export class Refused extends Error {
  constructor(problem, status) {
    super(problem?.detail ?? `status ${status}`);
    this.status = status;
    this.reason = problem?.reason ?? { id: "page-no-server", args: {} };
  }
}

// A line that died in silence answers nothing for ever, and a browser would
// wait along. What only reads is asked again; a browser may hold six such
// connections and finds out about each by trying it.
const PATIENCE = 3_000;
const TRIES = 8;
// What changes something is asked once, and so is the last try; the server
// itself gives up after a minute.
const LONGEST = 60_000;

const ask = (path, body) => send(path, body && { kind: "application/json", body: JSON.stringify(body) });

async function send(path, posted) {
  for (let tries = posted ? 1 : TRIES; ; tries--) {
    const signal = AbortSignal.timeout(tries === 1 ? LONGEST : PATIENCE);
    try {
      const answer = await fetch(
        path,
        posted
          ? { method: "POST", headers: { "content-type": posted.kind }, body: posted.body, signal }
          : { signal },
      );
      if (answer.ok) return await answer.json();
      throw new Refused(await answer.json().catch(() => null), answer.status);
    } catch (problem) {
      if (problem instanceof Refused) throw problem;
      if (!signal.aborted || tries <= 1) throw new Refused(null, 0);
    }
  }
}

const match = (id) => `/api/matches/${encodeURIComponent(id)}`;

let known;
const facts = new Map();

async function readGames() {
  try {
    const list = await ask("/api/games");
    for (const game of list) facts.set(game.id, game.facts);
    return list;
  } catch (problem) {
    known = null;
    throw problem;
  }
}

/** The games there are; they do not change while the server runs. */
export const games = () => (known ??= readGames());
/** What is to be known of a game besides its rules, once the games were read. */
export const factsOf = (game) => facts.get(game) ?? {};
/** A game with some rules before its first move, or why they cannot be played. */
export const startOf = (game, rules) =>
  ask(`/api/games/${encodeURIComponent(game)}/start?rules=${encodeURIComponent(rules)}`);
/** How other devices reach this server. */
export const addresses = () => ask("/api/addresses");
export const create = (setup) => ask("/api/matches", setup);
/** A new match from the text or the bytes of a game record; `moves`: only so many of them. */
export const importRecord = (file, moves) =>
  send(`/api/records${moves === undefined ? "" : `?moves=${moves}`}`, {
    kind: "application/x-go-sgf",
    body: file,
  });
/** The record of a match as the text of an SGF file. */
export async function exportRecord(id) {
  const answer = await fetch(exportAddress(id, "sgf")).catch(() => null);
  if (!answer?.ok) throw new Refused(await answer?.json().catch(() => null), answer?.status ?? 0);
  return answer.text();
}
export const listedMatches = () => ask("/api/matches");
export const readMatch = (id) => ask(match(id));
export const earlier = (id, ply) => ask(`${match(id)}/at/${ply}`);
/** The position after `ply` moves of a match and then others. */
export const instead = (id, ply, moves) =>
  ask(`${match(id)}/at/${ply}?then=${encodeURIComponent(moves.join(" "))}`);
export const exportAddress = (id, format) => `${match(id)}/export?format=${format}`;
