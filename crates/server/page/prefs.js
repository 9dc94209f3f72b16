// @ts-check
// What this device remembers: a few choices, and the games it has a seat in.
// Everything works without storage (private windows, a full disk); what could
// not be written is kept while the page is open, and `isKept` says so.
//
// Other tabs write here too: whatever is changed is read again first, so that
// no tab puts its old view over another's choices.

const PREFS = "sobremesa.prefs";
const GAMES = "sobremesa.matches";
// Finished games that are kept; those that are not over are never forgotten
// unless somebody asks for it.
const KEPT = 40;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Whether it could be written, and is there when it is read back. */
function store(key, value) {
  try {
    const text = JSON.stringify(value);
    localStorage.setItem(key, text);
    return localStorage.getItem(key) === text;
  } catch {
    return false; // storage is full or not allowed
  }
}

/** Choices: language, theme, sound, showLegal, levels and rules by game, name. */
export const prefs = read(PREFS) ?? {};

addEventListener("storage", ({ key }) => {
  if (key === PREFS) Object.assign(prefs, read(PREFS));
});

const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Keeps some choices. Of a map (rules by game …) only the entries that differ
 *  from what this tab knew are written; one that is undefined is forgotten. */
export function remember(changes) {
  const now = { ...prefs, ...read(PREFS) };
  for (const [key, value] of Object.entries(changes)) {
    if (!isMap(value)) {
      now[key] = value;
      continue;
    }
    const fresh = Object.entries(value).filter(([name, one]) => prefs[key]?.[name] !== one);
    now[key] = { ...now[key], ...Object.fromEntries(fresh) };
  }
  Object.assign(prefs, now);
  store(PREFS, now);
}

// One entry per match: { id, game, at, over, seats: { first?: secret, … } (the
// seats played here), links: { … } (the secrets to send to somebody) }.
const unwritten = new Map(); // entries that storage did not take

/** @returns {Kept[]} */
export function matches() {
  const stored = (read(GAMES) ?? []).filter(({ id }) => !unwritten.has(id));
  return [...unwritten.values(), ...stored].sort((a, b) => b.at - a.at);
}

/** @param {string} id */
export function findMatch(id) {
  return matches().find((match) => match.id === id) ?? null;
}

/** Keeps a match, newest first. Where there is no room, finished games go.
 *  @param {string} id
 *  @param {Partial<Kept>} changes */
export function keepMatch(id, changes) {
  const all = matches();
  const known = all.find((match) => match.id === id);
  const entry = { id, seats: {}, links: {}, ...known, ...changes, at: Date.now() };
  const rest = all.filter((match) => match.id !== id);
  const finished = rest.filter(({ over }) => over);
  for (const most of [KEPT, 0]) {
    const gone = new Set(finished.slice(most));
    const list = [entry, ...rest.filter((match) => !gone.has(match))];
    if (store(GAMES, list)) {
      unwritten.clear();
      return entry;
    }
  }
  unwritten.set(id, entry);
  return entry;
}

/** The secrets that open the match that follows: the same, and a rematch swaps
 *  the sides.
 *  @param {{ seats?: object, links?: object }} entry
 *  @param {{ again: boolean }} match */
export function inheritSeats({ seats, links }, match) {
  const next = { first: "second", second: "first" };
  const swap = (of = {}) =>
    match.again ? of : Object.fromEntries(Object.entries(of).map(([side, secret]) => [next[side], secret]));
  return { seats: swap(seats), links: swap(links) };
}

/** Whether this device will still know the match after the page is closed. */
export const isKept = (id) =>
  !unwritten.has(id) && Boolean((read(GAMES) ?? []).some((match) => match.id === id));

export function forgetMatch(id) {
  unwritten.delete(id);
  store(
    GAMES,
    (read(GAMES) ?? []).filter((match) => match.id !== id),
  );
}
