// What happened, in words: the result, and the sentence a screen reader hears
// after each change.

import { h } from "../dom.js";
import { has, number, t } from "../text.js";
import { SIDES, moveWord, sideName } from "./words.js";

/** The result for the notice line: who won, then both scores. */
export function resultWords(game, match) {
  const { winner, reason } = match.outcome;
  const head = winner ? t("page-winner", { side: sideName(game, winner) }) : t("page-tie");
  const parts = [h("strong", { class: "result-head" }, head)];
  const scores = scoreWords(game, match);
  if (reason === "play" && scores) parts.push(" ", h("span", { class: "result-score" }, scores));
  if (reason !== "play") parts.push(" ", h("span", { class: "result-score" }, t(`page-by-${reason}`)));
  return parts;
}

function scoreWords(game, match) {
  if (!match.score) return "";
  return SIDES.map((side, i) =>
    t("page-score-of", { side: sideName(game, side), score: number(match.score[i]) }),
  ).join(" · ");
}

/** Whether a game's score means something while it is still played. */
export const countsDuringPlay = (game) => game !== "go";

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
    const { winner, reason } = match.outcome;
    said.push(winner ? t("page-winner", { side: sideName(game, winner) }) : t("page-tie"));
    if (reason !== "play") said.push(t(`page-by-${reason}`));
    else if (match.score) said.push(scoreWords(game, match));
  } else if (match.agreement && !match.outcome) {
    said.push(...agreementSaid(table, was.agreement, match));
  } else if (!match.outcome && match.seq !== was.seq) {
    said.push(
      table.myTurn && table.sides.length === 1
        ? t("page-your-turn")
        : t("page-turn", { side: sideName(game, match.turn) }),
    );
  }
  for (const offer of ["undo", "draw", "rematch"]) {
    const by = match.offers[offer];
    if (by && by !== was.offers[offer] && !table.sides.includes(by))
      said.push(t(`page-offer-${offer}`, { side: table.nameOf(by) }));
  }
  match.seats.forEach((seat, i) => {
    if (seat.kind === "link" && seat.present !== was.seats[i].present && !table.sides.includes(SIDES[i])) {
      said.push(t(seat.present ? "page-said-joined" : "page-said-left", { side: table.nameOf(SIDES[i]) }));
    }
  });
  return said.join(". ");
}
