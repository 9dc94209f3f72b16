// @ts-check
// The server's HTTP interface (docs/WIRE.md). A refusal is thrown as `Refused`
// with the reason to show.

export class Refused extends Error {
  /** @param {Wire.Problem | null | undefined} problem
   *  @param {number} status */
  constructor(problem, status) {
    super(problem?.detail ?? `status ${status}`);
    this.status = status;
    /** @type {Wire.Reason} */
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

/** @type {Promise<Wire.Game[]> | null | undefined} */
let known;
/** @type {Map<string, Wire.Facts>} */
const facts = new Map();

/** @returns {Promise<Wire.Game[]>} */
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

/** The games there are; they do not change while the server runs.
 *  @returns {Promise<Wire.Game[]>} */
export const games = () => (known ??= readGames());
/** What is to be known of a game besides its rules, once the games were read.
 *  @param {string} game
 *  @returns {Partial<Wire.Facts>} */
export const factsOf = (game) => facts.get(game) ?? {};
/** A game with some rules before its first move, or why they cannot be played.
 *  @param {string} game
 *  @param {string} rules
 *  @returns {Promise<Wire.Start>} */
export const startOf = (game, rules) =>
  ask(`/api/games/${encodeURIComponent(game)}/start?rules=${encodeURIComponent(rules)}`);
/** How other devices reach this server.
 *  @returns {Promise<Wire.Addresses>} */
export const addresses = () => ask("/api/addresses");
/** @param {Wire.Create} setup
 *  @returns {Promise<Wire.Created>} */
export const create = (setup) => ask("/api/matches", setup);
/** A new match from the text or the bytes of a game record; `moves`: only so many of them.
 *  @param {string | Blob} file
 *  @param {number} [moves]
 *  @returns {Promise<Wire.Created>} */
export const importRecord = (file, moves) =>
  send(`/api/records${moves === undefined ? "" : `?moves=${moves}`}`, {
    kind: "application/x-go-sgf",
    body: file,
  });
/** The record of a match as the text of an SGF file.
 *  @param {string} id */
export async function exportRecord(id) {
  const answer = await fetch(exportAddress(id, "sgf")).catch(() => null);
  if (!answer?.ok) throw new Refused(await answer?.json().catch(() => null), answer?.status ?? 0);
  return answer.text();
}
/** @returns {Promise<Wire.Listed[]>} */
export const listedMatches = () => ask("/api/matches");
/** @param {string} id
 *  @returns {Promise<Wire.State>} */
export const readMatch = (id) => ask(match(id));
/** The moves of a match from a number on, as many as are told at once.
 *  @param {string} id
 *  @param {number} from
 *  @returns {Promise<Wire.Moves>} */
export const movesFrom = (id, from) => ask(`${match(id)}/moves?from=${from}`);
/** @param {string} id
 *  @param {number} ply
 *  @returns {Promise<Wire.Earlier>} */
export const earlier = (id, ply) => ask(`${match(id)}/at/${ply}`);
/** The position after `ply` moves of a match and then others.
 *  @param {string} id
 *  @param {number} ply
 *  @param {string[]} moves
 *  @returns {Promise<Wire.Earlier>} */
export const instead = (id, ply, moves) =>
  ask(`${match(id)}/at/${ply}?then=${encodeURIComponent(moves.join(" "))}`);
/** @param {string} id
 *  @param {Wire.Format} format */
export const exportAddress = (id, format) => `${match(id)}/export?format=${format}`;
