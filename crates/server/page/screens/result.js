// @ts-check
// What happened, in words: the result, and the sentence a screen reader hears
// after each change.

import { factsOf } from "../api.js";
import { h } from "../dom.js";
import { has, number, t } from "../text.js";
import { OFFERS, SIDES, isMachine, moveWord, sideName } from "./words.js";

/** The result for the notice line. The course prescribes its words. */
export function resultWords(table) {
  const { game, match } = table;
  if (!table.course) return [h("strong", { class: "result-head" }, outcomeWords(match, table.sides))];
  const { winner, reason } = match.outcome;
  const head = winner ? t("page-winner", { side: sideName(game.id, winner) }) : t("page-tie");
  const more = reason === "play" ? scoreWords(game.id, match) : byWords(match);
  return [h("strong", { class: "result-head" }, head), " ", h("span", { class: "result-score" }, more)];
}

/** How a match ended, as one would tell it: “You won, 14–11”. `sides` are those
 *  the listener played.
 *  @param {Wire.State} match
 *  @param {Wire.Side[]} sides */
export function outcomeWords(match, sides) {
  const { winner, reason } = /** @type {Wire.Outcome} */ (match.outcome);
  const head = winner ? winnerWords(match, sides, winner) : t("page-drawn");
  if (reason !== "play") return t("page-result-reason", { head, reason: byWords(match) });
  if (match.score) {
    const score = winner === "second" ? [...match.score].reverse() : match.score;
    return t("page-result-score", { head, most: number(score[0]), least: number(score[1]) });
  }
  return winner && factsOf(match.game).worth === "speed"
    ? t("page-result-reason", { head, reason: t("page-by-line") })
    : head;
}

/** What a device keeps of a finished game, to tell of it without asking.
 *  @param {any} match */
export const summary = ({ game, outcome, recorded, score, seats, moves }) => ({
  game,
  outcome,
  recorded,
  score,
  seats: seats.map(({ kind, level, name }) => ({ kind, level, name })),
  moves: moves.length,
});

function winnerWords(match, sides, winner) {
  if (sides.length === 1 && sides[0] === winner) return t("page-you-won");
  const seat = match.seats[SIDES.indexOf(winner)];
  if (seat.kind === "machine" && !match.seats.every(isMachine)) return t("page-wins-machine");
  return seat.name ? t("page-wins-name", { name: seat.name }) : t(`${match.game}-wins-${winner}`);
}

const byWords = (match) => t(`page-by-${match.outcome.reason}`, { result: match.recorded ?? "" });

function scoreWords(game, match) {
  if (!match.score) return "";
  return SIDES.map((side, i) =>
    t("page-score-of", { side: sideName(game, side), score: number(match.score[i]) }),
  ).join(" · ");
}

/** What is marked as dead now, and who has just agreed to it. */
function agreementSaid(table, was, match) {
  const { ready, dead, agreed } = match.agreement;
  if (!ready) return was ? [] : [t("page-settle-judging")];
  const said = [];
  if (!was?.ready || was.dead.join() !== dead.join())
    said.push(t("page-said-dead", { count: dead.length }), scoreWords(match.game, match));
  if (!was?.ready && table.sides.length) said.push(t("page-said-settle"));
  for (const side of agreed)
    if (!was?.agreed.includes(side) && !table.sides.includes(side))
      said.push(t("page-settle-theirs", { side: table.nameOf(side) }));
  return said;
}

/** What to say aloud about the step from one state to the next. */
export function changeSaid(table, was, match) {
  const game = match.game;
  const said = [];
  const fresh = match.moves.length - was.moves.length;
  const resumed = was.agreement && !match.agreement;
  if (match.seq !== was.seq) {
    if (fresh < 0 && !resumed) said.push(t("page-said-undone"));
    for (const { side, play } of fresh > 0 ? match.moves.slice(-Math.min(fresh, 3)) : []) {
      said.push(t("page-said-move", { side: sideName(game, side), move: moveWord(game, play) }));
    }
    // The last state's previews say what a single move has just done.
    const changed = fresh === 1 ? (was.choices?.get(match.moves.at(-1).play)?.length ?? 0) : 0;
    if (changed && has(`page-said-${game}-changes`))
      said.push(t(`page-said-${game}-changes`, { count: changed }));
  }
  if (match.outcome && !was.outcome) {
    said.push(resultWords(table).map((part) => part.textContent ?? part).join(""));
  } else if (match.agreement && !match.outcome) {
    said.push(...agreementSaid(table, was.agreement, match));
  } else if (!match.outcome && match.seq !== was.seq) {
    said.push(
      table.myTurn && table.sides.length === 1
        ? t("page-your-turn")
        : t("page-turn", { side: sideName(game, match.turn) }),
    );
  }
  for (const offer of OFFERS) {
    const by = match.offers[offer];
    if (by && by !== was.offers[offer] && !table.sides.includes(by))
      said.push(t(`page-offer-${offer}`, { side: table.nameOf(by) }));
  }
  match.seats.forEach((seat, i) => {
    if (!isMachine(seat) && seat.present !== was.seats[i].present && !table.sides.includes(SIDES[i])) {
      said.push(t(seat.present ? "page-said-joined" : "page-said-left", { side: table.nameOf(SIDES[i]) }));
    }
  });
  return said.join(". ");
}
