// @ts-check
// Words and defaults that more than one screen needs.

import { factsOf } from "../api.js";
import { has, number, t } from "../text.js";
import { prefs } from "../prefs.js";

/** What one side may ask of the other.
 *  @type {Wire.Offer[]} */
export const OFFERS = ["undo", "draw", "rematch", "again", "delete"];

/** @type {Wire.Side[]} */
export const SIDES = ["first", "second"];
/** @param {Wire.Side} side
 *  @returns {Wire.Side} */
export const other = (side) => (side === "first" ? "second" : "first");

/** The name of a side in a game: Negro, Rojo …
 *  @param {string} game
 *  @param {Wire.Side} side */
export const sideName = (game, side) => t(`${game}-${side}`);

/** The word for a machine's level.
 *  @param {Wire.Game} game
 *  @param {number | null | undefined} level */
export const levelWord = (game, level) => t(game.levels[level ?? -1]?.name ?? "page-machine");

const GENTLE = ["level-apprentice", "level-casual"];

/** @param {Wire.Game} game */
export function gentleLevel(game) {
  const kept = prefs.levels?.[game.id];
  if (kept !== undefined && game.levels[kept]) return kept;
  const gentle = game.levels.findIndex((level) => GENTLE.includes(level.name));
  return gentle >= 0
    ? gentle
    : Math.min(game.levels.length - 1, Math.max(1, Math.floor(game.levels.length / 4)));
}

/** @param {Wire.Game} game */
export function usualRules(game) {
  const kept = prefs.rules?.[game.id];
  if (kept !== undefined) return kept;
  const quick = game.presets.find(({ id }) => id === game.facts.quick_preset);
  return (quick ?? game.presets[0])?.rules ?? "";
}

/** A game against the machine with everything left as it usually is.
 *  @param {Wire.Game} game
 *  @returns {Wire.Create & { seats: [Wire.SeatRequest, { kind: "machine", level: number }] }} */
export function quickSetup(game) {
  return {
    game: game.id,
    rules: usualRules(game),
    seats: [person("here"), { kind: "machine", level: gentleLevel(game) }],
  };
}

/** The longest name the server keeps. */
export const NAME_LENGTH = 40;

/** A person's seat, with the name this device goes by.
 *  @param {"here" | "link"} kind */
export const person = (kind, name = kind === "here" ? prefs.name : "") => ({
  kind,
  ...(name ? { name } : {}),
});

/** `size=9 komi=7` as a map, and back. */
export const readRules = (text) =>
  new Map(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  );
export const writeRules = (map) => [...map].map(([key, value]) => `${key}=${value}`).join(" ");

/** Whether two rule texts mean the same once defaults are filled in. */
export function sameRules(game, a, b) {
  const [x, y] = [readRules(a), readRules(b)];
  return game.options.every(({ key, default: usual }) => (x.get(key) ?? usual) === (y.get(key) ?? usual));
}

/** The word for a value of a rule, or the value itself. */
export function ruleValue(key, value) {
  const id = `page-value-${key}-${String(value).toLowerCase()}`;
  if (has(id)) return t(id);
  return Number.isFinite(Number(value)) ? number(value) : value;
}

/** Whether nobody sits there: a machine of ours or an outside engine.
 *  @param {Pick<Wire.Seat, "kind">} seat */
export const isMachine = (seat) => seat.kind === "machine" || seat.kind === "engine";

/** Whether a person has this seat and is not connected, by link or not: the
 *  host may leave as the guest may.
 *  @param {Wire.Seat} seat */
export const isAway = (seat) => !isMachine(seat) && !seat.present;

/** A seat as it is asked for when a match is created. */
export function wantedSeat(seat) {
  if (seat.kind === "machine") return { kind: "machine", level: seat.level };
  if (seat.kind === "engine") return { kind: "engine", name: seat.name };
  return person(seat.kind, seat.name ?? "");
}

/** Who sits on a side, in words.
 *  @param {Wire.Game} game
 *  @param {Pick<Wire.State, "seats">} match
 *  @param {Wire.Side} side
 *  @param {boolean | string | null} mine */
export function seatName(game, match, side, mine, watching = false) {
  const seat = match.seats[side === "first" ? 0 : 1];
  if (seat.kind === "engine") return seat.name;
  if (seat.kind === "machine") return t("page-machine-at", { level: levelWord(game, seat.level) });
  if (seat.name) return seat.name;
  if (watching) return t("page-person-side", { side: sideName(game.id, side) });
  // Two people at one device are told apart by what they play with.
  if (mine === "both") return sideName(game.id, side);
  return t(mine ? "page-you" : "page-person");
}

/** A move as it is shown: places in capitals where that is usual, a pass in words.
 *  @param {string} game
 *  @param {string} play */
export function moveWord(game, play) {
  if (/^pass$/i.test(play)) return t("page-pass-said");
  return factsOf(game).capitals ? play.toUpperCase() : play;
}

/** A clause of the catalogue as a sentence. */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The first letter of a name as a reader sees it: one may be made of many
 *  characters (an accent of its own, a flag, a family). */
export function initial(name) {
  const text = name?.trim() ?? "";
  const [first] =
    "Segmenter" in Intl
      ? [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].map((one) => one.segment)
      : [...text];
  return first?.toUpperCase();
}
