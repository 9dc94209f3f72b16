// @ts-check
// A hint in words: what the move promises, said as certain only where it was
// proven. The kind of a value crosses the wire; what it counts is a fact of the game.

import { number, t } from "../text.js";
import { levelWord, moveWord, sentence } from "./words.js";

/** `match` as it stood when the hint was given, and the hint: its best line,
 *  what that promises, how sure it is, and why it is good.
 *  @param {Wire.Game} game
 *  @param {Wire.State} match
 *  @param {Wire.Hint} hint */
export function hintWords(game, match, hint) {
  const promise = promised(game, match, hint);
  const [why] = hint.why ?? [];
  // That a move wins is the promise itself.
  if (!why || why.kind === "connect4-wins") return promise;
  return `${promise.replace(/\.$/, "")}. ${sentence(t(why.says.id, why.says.args))}`;
}

/** @param {Wire.Game} game
 *  @param {Wire.State} match
 *  @param {Wire.Hint} hint */
function promised(game, match, { lines, level }) {
  const [{ play, value }] = lines;
  const move = moveWord(game.id, play);
  const say = (id, args = {}) => t(`hint-${id}`, { move, level: levelWord(game, level), ...args });
  if (value.kind === "unknown") return say("try");
  if (value.kind === "chance") return say("chance", { count: number(Math.round(100 * (value.number ?? 0))) });
  if (game.facts.worth === "speed") return inMoves(match, value, say);
  const lead = leadAt(game, match, value.number);
  const by = number(Math.abs(Math.round(lead)));
  switch (value.kind) {
    case "exact":
      return lead ? say(lead > 0 ? "sure-up" : "sure-down", { count: by }) : say("holds");
    case "at-least":
      return lead > 0 ? say("least-up", { count: by }) : say("try");
    case "estimate":
      if (Math.abs(lead) < 0.75) return say("likely-even");
      return say(lead > 0 ? "likely-up" : "likely-down", { count: by });
    default:
      return say("try");
  }
}

/** By how much the side to move ends ahead. Where a value speaks of what is
 *  still to come, what is owned already is added. */
function leadAt(game, match, value) {
  if (game.facts.worth !== "rest" || !match.score) return value;
  const [first, second] = match.score.map(Number);
  return value + (match.turn === "first" ? first - second : second - first);
}

/** Such a value counts how many more pieces the winner could still
 *  have put, so it says in how many moves the game is won. */
function inMoves(match, value, say) {
  const score = value.number;
  if (value.kind !== "exact")
    return say(Math.abs(score) < 0.5 ? "likely-even" : score > 0 ? "better" : "worse");
  if (!score) return say("holds");
  const { rows, columns, stands } = match.picture;
  const left = rows * columns - stands.filter(({ mark }) => mark === "piece").length;
  if (score < 0) return say("loses-in", { count: Math.floor(left / 2) + score + 1 });
  const count = Math.floor((left + 1) / 2) - score + 1;
  return count <= 1 ? say("now") : say("wins-in", { count });
}
