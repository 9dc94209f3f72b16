// @ts-check
// One player at the table: the piece, the name, whose turn, score and clock.
// The near seat also carries the pass, away from every other button.

import { h, fill, icon, write } from "../dom.js";
import { has, number, t } from "../text.js";
import { SIDES, isAway, sideName } from "./words.js";
import { swatch } from "./swatch.js";

export class SeatPanel {
  passes = false; // whether a pass has been legal once

  constructor(table) {
    this.table = table;
    this.piece = h("span", { class: "seat-piece" });
    this.name = h("span", { class: "seat-name" });
    this.what = h("span", { class: "seat-what" });
    this.state = h("span", { class: "seat-state" });
    this.score = h("span", { class: "seat-score" });
    this.clock = h("span", { class: "seat-clock", role: "timer", "aria-live": "off", hidden: true });
    this.pass = h(
      "button",
      { type: "button", class: "pass", hidden: true, onclick: () => table.wish("pass") },
      icon("pass"),
      h("span", {}, t("page-pass")),
    );
    this.element = h(
      "section",
      { class: "seat" },
      this.piece,
      h("span", { class: "seat-who" }, h("span", { class: "seat-top" }, this.name, this.state), this.what),
      this.score,
      this.clock,
      this.pass,
    );
  }

  show(side, view, present) {
    const { table } = this;
    const { match, game } = table;
    const i = side === "first" ? 0 : 1;
    const near = side === table.near;
    if (this.side !== side) {
      this.side = side;
      fill(this.piece, swatch(game.id, side));
    }
    this.element.classList.toggle("seat-near", near);
    this.element.classList.toggle("seat-far", !near);
    this.element.setAttribute("aria-label", sideName(game.id, side));
    const name = table.nameOf(side);
    const nameless = name === sideName(game.id, side);
    write(this.name, name);
    const settling = present && table.settling;
    const turn = present && !match.outcome && !settling && match.turn === side;
    this.element.classList.toggle("to-play", turn);
    this.element.classList.toggle("won", Boolean(present && match.outcome?.winner === side));
    const counts = Object.entries(view.picture.counts ?? {}).filter(([name]) => has(`count-${name}`));
    write(
      this.what,
      [
        ...(nameless ? [] : [sideName(game.id, side)]),
        ...counts.map(([name, pair]) => `${t(`count-${name}`)} ${number(pair[i])}`),
      ].join(" · "),
    );
    const state = this.#state(side, { present, settling, turn, nameless });
    write(this.state, state ? t(state) : "");
    const counted = game.facts.score_during_play || (present && (match.outcome || settling));
    const showScore = view.score && counted;
    write(this.score, showScore ? number(view.score[i]) : "");
    this.score.hidden = !showScore;
    if (showScore) this.score.title = t("page-score");
    const canPass =
      near &&
      !match.outcome &&
      !settling &&
      (this.passes ||= match.legal.some(({ play }) => /^pass$/i.test(play)));
    this.pass.hidden = !canPass || !table.sides.length || game.facts.pass === "forced";
    const allowed = table.myTurn && table.ply === null;
    this.pass.setAttribute("aria-disabled", !allowed);
  }

  /** What is to be said of the seat, as the id of a message, if anything. */
  #state(side, { present, settling, turn, nameless }) {
    const { match, sides } = this.table;
    if (present && match.outcome?.winner === side) return nameless ? "page-won-side" : "page-won";
    if (settling && match.agreement.agreed.includes(side)) return "page-settle-agreed";
    const seat = match.seats[SIDES.indexOf(side)];
    if (isAway(seat) && !sides.includes(side) && !match.outcome)
      return seat.kind === "link" && !this.table.came.has(side) ? "page-awaited" : "page-away";
    if (!turn) return null;
    if (match.thinking === side) return "page-thinks";
    if (this.table.mine(side) === "only") return "page-plays-you";
    return nameless ? "page-plays-side" : "page-plays";
  }

  setClock(left, running) {
    this.clock.hidden = false;
    this.clock.classList.toggle("running", running);
    this.clock.classList.toggle("short", left < 20_000);
    write(this.clock, clockText(left));
  }
}

/** `12:05`, or `9.4` in the last ten seconds. */
function clockText(left) {
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
