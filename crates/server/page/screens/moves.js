// @ts-check
// The moves so far, with back and forward through the game, and a box to type
// a move in. A drawer on a phone, a column on a wide screen.

import { h, icon } from "../dom.js";
import { t } from "../text.js";
import { moveWord, sideName } from "./words.js";
import { swatch } from "./swatch.js";
import { markOf } from "./review.js";

// As in game.css: where the moves are a column and not a drawer.
const WIDE = matchMedia(
  "(min-width: 60rem), (min-width: 40rem) and (orientation: landscape) and (max-height: 34rem)",
);

/** The words of the catalogue that mean a pass when they are typed. */
const PASSES = ["page-pass", "page-pass-said", "common-pass"];
// Longer than any move in any game, and far shorter than what a server refuses to read.
const LONGEST_MOVE = 40;

export class MovesPanel {
  constructor(table) {
    this.table = table;
    this.shown = [];
    this.list = h("ol", {
      class: "move-list",
      onkeydown: (event) => this.#walk(event),
      onfocusin: (event) => this.#stopAt(event.target.closest("li")),
    });
    this.count = h("span", { class: "move-count" });
    const step = (name, words, to) => {
      const button = h(
        "button",
        {
          type: "button",
          class: "quiet round",
          "aria-label": t(words),
          title: t(words),
          onclick: () => !off(button) && table.look(to()),
        },
        icon(name),
      );
      return button;
    };
    const off = (button) => button.getAttribute("aria-disabled") === "true";
    const now = () => table.ply ?? table.match.moves.length;
    this.back = [
      step("first", "page-to-start", () => 0),
      step("previous", "page-step-back", () => now() - 1),
    ];
    this.forth = [step("next", "page-step-on", () => now() + 1), step("last", "page-to-present", () => null)];
    this.input = h("input", {
      type: "text",
      maxLength: LONGEST_MOVE,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: false,
      enterKeyHint: "go",
      "aria-describedby": "typed-help",
    });
    this.form = h(
      "form",
      { class: "typed", onsubmit: (event) => this.#typed(event) },
      h("label", { class: "field" }, h("span", {}, t("page-type-move")), this.input),
      h("button", { type: "submit", class: "quiet" }, t("page-play")),
      h("span", { id: "typed-help", class: "help" }, t(`page-type-${table.game.id}`)),
    );
    this.scroll = h("div", { class: "move-scroll", role: "region", "aria-label": t("page-moves") }, this.list);
    this.drawer = h(
      "details",
      { class: "moves-drawer", ontoggle: () => this.show() }, // it has a size once it is open
      h("summary", {}, t("page-moves"), " ", this.count),
      h("div", { class: "moves-body" }, this.scroll, this.form),
    );
    // The steps are outside the drawer: one looks back without opening it.
    this.element = h(
      "div",
      { class: "moves" },
      h("div", { class: "move-steps" }, this.back, this.forth),
      this.drawer,
    );
    this.widen = () => (this.drawer.open = WIDE.matches);
    this.widen();
    WIDE.addEventListener("change", this.widen);
  }

  leave() {
    WIDE.removeEventListener("change", this.widen);
  }

  show() {
    const { table } = this;
    const { line, moves, outcome } = table.match;
    // On one line moves are only added. On another any of them may be others,
    // as states in between may have been missed.
    if (line !== this.line) {
      const kept = this.shown.findIndex((move, i) => !same(move, moves[i]));
      if (kept >= 0)
        for (let gone = this.shown.splice(kept).length; gone > 0; gone--) this.list.lastChild.remove();
      this.line = line;
    }
    for (let i = this.shown.length; i < moves.length; i++) {
      const { side, play } = moves[i];
      const ply = i + 1;
      this.shown.push(moves[i]);
      this.list.append(
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "move", tabIndex: -1, onclick: () => table.look(ply) },
            h("span", { class: "move-number" }, String(ply)),
            swatch(table.game.id, side),
            h("span", { class: "unseen" }, ` ${sideName(table.game.id, side)} `),
            h("span", {}, moveWord(table.game.id, play)),
          ),
        ),
      );
    }
    const now = table.ply ?? moves.length;
    for (const [i, item] of [...this.list.children].entries()) {
      const current = i + 1 === now;
      if ((item.firstChild.getAttribute("aria-current") === "step") !== current) {
        if (current) item.firstChild.setAttribute("aria-current", "step");
        else item.firstChild.removeAttribute("aria-current");
      }
    }
    this.#mark();
    const here = this.list.children[now - 1];
    if (!this.list.contains(document.activeElement)) this.#stopAt(here ?? this.list.firstChild);
    if (here) this.scroll.scrollTop = Math.max(0, here.offsetTop - this.scroll.clientHeight / 2);
    else this.scroll.scrollTop = 0;
    this.count.textContent = moves.length ? String(moves.length) : "";
    for (const button of this.back) button.setAttribute("aria-disabled", now === 0);
    for (const button of this.forth) button.setAttribute("aria-disabled", table.ply === null);
    this.form.hidden = Boolean(outcome) || !table.sides.length;
  }

  /** The marks of a review behind the moves. */
  #mark() {
    const { judgements } = this.table.review;
    for (const [i, item] of [...this.list.children].entries()) {
      const button = item.firstChild;
      const mark = judgements[i]?.mark ?? "";
      if ((button.dataset.mark ?? "") === mark) continue;
      button.dataset.mark = mark;
      button.querySelector(".move-mark")?.remove();
      if (mark) button.append(markOf(judgements[i]));
    }
  }

  /** However long the game, the list is a single stop for the Tab key. */
  #stopAt(item) {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = item?.firstChild;
    if (this.stop) this.stop.tabIndex = 0;
  }

  /** The arrows lead through the list, and Home and End to where it ends. */
  #walk(event) {
    const item = event.target.closest("li");
    const next = {
      ArrowUp: item?.previousSibling,
      ArrowLeft: item?.previousSibling,
      ArrowDown: item?.nextSibling,
      ArrowRight: item?.nextSibling,
      Home: this.list.firstChild,
      End: this.list.lastChild,
    }[event.key];
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    next.firstChild.focus();
  }

  #typed(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    const { table } = this;
    if (table.ply !== null) table.look(null);
    // A legal move in any case of letters, or the text as it is: the server
    // then says what is wrong with it.
    const wanted = PASSES.some((words) => t(words).toLowerCase() === text.toLowerCase()) ? "pass" : text;
    const legal = table.match.legal.find(({ play }) => play.toLowerCase() === wanted.toLowerCase());
    table.wish(legal?.play ?? wanted);
    this.input.value = "";
  }
}

const same = (a, b) => b && a.side === b.side && a.play === b.play;
