// @ts-check
// What the game screen says and asks: the line above the board, and the
// questions that wait for an answer. The table knows what is the case; here it
// is put into words.

import { t } from "../text.js";
import { OFFERS, SIDES, isAway, isMachine, moveWord, other, sideName } from "./words.js";
import { resultWords } from "./result.js";

/** A machine that thinks for longer than this shows that it does. */
const SOON = 1000;

/** What the notice line says when nothing special has happened. */
export function tell(table) {
  const { match, notice, game } = table;
  if (table.gone)
    return notice.base(t("server-match-deleted"), [[t("page-home"), () => table.context.go("/"), "main"]], "result");
  if (table.review.open) {
    const [words, actions] = table.review.words();
    return notice.base(words, actions);
  }
  if (table.ply !== null)
    return notice.base(
      table.ply
        ? t("page-looking-back", { number: table.ply, count: match.moves.length })
        : t("page-looking-start"),
      [[t("page-to-present"), () => table.look(null)]],
    );
  if (match.outcome) {
    const step = nextStep(table);
    return notice.base(resultWords(table), step ? [[...step, "main"]] : [], "result");
  }
  if (table.settling) return notice.base(settlingWords(table));
  if (table.invite.waiting) return notice.base(t("page-waiting-friend"), table.invite.shortcuts());
  if (match.show?.paused) return notice.base(t("page-paused"));
  if (match.thinking) return tellThinking(table);
  if (table.myTurn && table.sides.length === 1)
    return notice.base(`${t("page-your-turn")} · ${sideName(game.id, match.turn)}`);
  return notice.base(t("page-turn", { side: sideName(game.id, match.turn) }));
}

/** The one thing to do next when a game is over: [words, act]. */
export function nextStep(table) {
  const { match, sides } = table;
  if (match.next) return [t("page-to-rematch"), () => table.goToNext()];
  if (!sides.length) return null;
  if (table.alone) return [t("page-new-same"), () => table.anew()];
  return match.offers.rematch || match.offers.again ? null : [t("page-rematch"), () => table.askRematch()];
}

/** Where a machine stands that waits for its turn to think. */
export function inLine({ place, wait }) {
  return t("page-in-line", { place, seconds: Math.max(1, Math.ceil(wait / 1000)) });
}

function tellThinking(table) {
  const { match, notice, game } = table;
  if (match.waiting) return notice.base(inLine(match.waiting));
  const elapsed = table.thought();
  if (elapsed < SOON) return notice.base(t("page-thinking", { side: sideName(game.id, match.thinking) }));
  const seconds = Math.floor(elapsed / 1000);
  const { looking } = match;
  const words = looking
    ? t("page-thinking-looks", { seconds, move: moveWord(game.id, looking.play) })
    : t("page-thinking-long", { seconds });
  const progress = looking?.most ? Math.min(1, elapsed / looking.most) : Number.NaN;
  return notice.base(words, [], "", progress);
}

/** The agreement on dead stones as it stands. */
function settlingWords(table) {
  const { match, sides } = table;
  const { ready, agreed } = match.agreement;
  if (!ready) return t("page-settle-judging");
  if (!sides.length) return t("page-settle-watch");
  if (sides.every((side) => agreed.includes(side))) {
    const away = SIDES.some(
      (side, i) => !agreed.includes(side) && !isMachine(match.seats[i]) && !match.seats[i].present,
    );
    return t(away ? "page-settle-away" : "page-settle-yours");
  }
  const [by] = agreed;
  return by ? t("page-settle-theirs", { side: table.nameOf(by) }) : t("page-settle");
}

/** Everything that waits for this device's player to answer. */
export function questions(table) {
  return [confirmation(table), ...offers(table), settling(table), mustPass(table)].filter(Boolean);
}

function confirmation(table) {
  if (!table.asked) return null;
  const { words, yes, act, no } = table.asked;
  return {
    id: "sure",
    words,
    actions: [
      [yes, () => table.answer(act), "main"],
      [t(no), () => table.answer(null)],
    ],
  };
}

function offers(table) {
  const { match, sides } = table;
  return OFFERS.flatMap((offer) => {
    const by = match.offers[offer];
    if (match.next && offer !== "delete") return [];
    if (!by || !sides.length) return [];
    const send = (type) => () => table.ask({ type, offer });
    if (!sides.includes(by))
      return {
        id: offer,
        words: t(`page-offer-${offer}`, { side: table.nameOf(by) }),
        actions: [
          [t("page-accept"), send("accept"), "main"],
          [t("page-decline"), send("decline")],
        ],
      };
    if (sides.includes(other(by))) return [];
    const gone = isAway(match.seats[SIDES.indexOf(other(by))]);
    return {
      id: offer,
      words: gone ? t(`page-offered-${offer}-away`) : t(`page-offered-${offer}`),
      actions: [[t("page-withdraw"), () => table.withdraw(offer)]],
    };
  });
}

function settling(table) {
  const { match, sides } = table;
  if (!table.settling || !match.agreement.ready || !sides.length || table.ply !== null) return null;
  const resume = [t("page-settle-resume"), () => table.settle("resume")];
  if (sides.every((side) => match.agreement.agreed.includes(side)))
    return { id: "settle", words: t("page-settle-back"), actions: [resume] };
  return {
    id: "settle",
    words: t("page-settle-ask"),
    actions: [[t("page-settle-agree"), () => table.settle("agree"), "main"], resume],
  };
}

/** A side whose only move is to pass is told so, with the pass at hand. */
function mustPass(table) {
  const { match, game } = table;
  const only = match.legal.length === 1 && /^pass$/i.test(match.legal[0].play);
  if (!only || !table.myTurn || table.ply !== null) return null;
  return {
    id: "pass",
    words: t("page-must-pass", { side: sideName(game.id, match.turn) }),
    actions: [[t("page-pass"), () => table.wish(match.legal[0].play), "main"]],
  };
}
