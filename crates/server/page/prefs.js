// What this device remembers: a few choices, and the games it has a seat in.
// Everything works without storage (private windows); it is then forgotten.

const PREFS = "sobremesa.prefs";
const GAMES = "sobremesa.matches";
const KEPT = 40;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or not allowed: nothing to do about it.
  }
}

/** Choices: language, theme, sound, showLegal, levels and rules by game, name. */
export const prefs = read(PREFS, {});

export function remember(changes) {
  Object.assign(prefs, changes);
  store(PREFS, prefs);
}

// One entry per match: { id, game, at, over, seats: { first?: secret, … } (the
// seats played here), links: { … } (the secrets to send to somebody) }.
let memory = null;

export function matches() {
  memory = read(GAMES, memory ?? []);
  return memory;
}

export function findMatch(id) {
  return matches().find((match) => match.id === id) ?? null;
}

/** Keeps a match, newest first; old ones fall off the end. */
export function keepMatch(id, changes) {
  const all = matches();
  const entry = {
    id,
    seats: {},
    links: {},
    ...all.find((match) => match.id === id),
    ...changes,
    at: Date.now(),
  };
  memory = [entry, ...all.filter((match) => match.id !== id)].slice(0, KEPT);
  store(GAMES, memory);
  return entry;
}

export function forgetMatch(id) {
  memory = matches().filter((match) => match.id !== id);
  store(GAMES, memory);
}
