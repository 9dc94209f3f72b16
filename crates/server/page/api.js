// The server's HTTP interface (docs/WIRE.md). A refusal is thrown as `Refused`
// with the reason to show.

export class Refused extends Error {
  constructor(problem, status) {
    super(problem?.detail ?? `status ${status}`);
    this.status = status;
    this.reason = problem?.reason ?? { id: "page-no-server", args: {} };
  }
}

const ask = (path, body) => send(path, body && { kind: "application/json", body: JSON.stringify(body) });

async function send(path, posted) {
  let answer;
  try {
    answer = await fetch(
      path,
      posted && { method: "POST", headers: { "content-type": posted.kind }, body: posted.body },
    );
  } catch {
    throw new Refused(null, 0);
  }
  if (answer.ok) return answer.json();
  throw new Refused(await answer.json().catch(() => null), answer.status);
}

const match = (id) => `/api/matches/${encodeURIComponent(id)}`;

let known;

/** The games there are; they do not change while the server runs. */
export const games = () =>
  (known ??= ask("/api/games").catch((problem) => ((known = null), Promise.reject(problem))));
export const create = (setup) => ask("/api/matches", setup);
/** A new match from the text or the bytes of an SGF file. */
export const importRecord = (file) => send("/api/records", { kind: "application/x-go-sgf", body: file });
export const listedMatches = () => ask("/api/matches");
export const readMatch = (id) => ask(match(id));
export const earlier = (id, ply) => ask(`${match(id)}/at/${ply}`);
export const exportAddress = (id, format) => `${match(id)}/export?format=${format}`;
