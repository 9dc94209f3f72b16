// @ts-check
// The review of a game: what every move was worth, as the server finds it out.
// A graph to walk along, the dearest mistakes, why they were mistakes, drawn on
// the board, and the better line to step through. Everything has its size from
// the beginning, so that nothing moves while values arrive.

import { h, s, fill, icon } from "../dom.js";
import { number, t } from "../text.js";
import { instead } from "../api.js";
import { moveWord, sentence, sideName } from "./words.js";
import { swatch } from "./swatch.js";

/** How many of the mistakes are named. */
const DEAREST = 3;
/** From the worst: what is worth looking at. */
const CLASSES = ["blunder", "mistake", "inaccuracy"];
/** The height of the graph in its own units, and of the strip of marks below. */
const HIGH = 100;
const STRIP = 12;

export class ReviewPanel {
  constructor(table) {
    this.table = table;
    this.open = false;
    this.lost = false; // whether the connection was, since it was asked for
    this.judgements = [];
    this.line = null; // the better line that is looked at: { ply, moves, step }
    this.seen = new Map(); // positions of such lines
    this.plot = s("svg", { class: "review-plot", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.graph = h(
      "div",
      {
        class: "review-graph",
        role: "slider",
        tabIndex: 0,
        "aria-label": t("page-review-graph"),
        "aria-valuemin": 0,
        onkeydown: (event) => this.#key(event),
        onpointerdown: (event) => this.#point(event),
        onpointermove: (event) => event.buttons && this.#point(event),
      },
      this.plot,
    );
    const step = (name, words, to) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet round",
          "aria-label": t(words),
          title: t(words),
          onclick: () => this.#walk(to()),
        },
        icon(name),
      );
    this.steps = h(
      "div",
      { class: "review-steps" },
      step("first", "page-to-start", () => -Infinity),
      step("previous", "page-step-back", () => -1),
      step("next", "page-step-on", () => 1),
      step("last", "page-to-present", () => Infinity),
    );
    this.dearest = h("ol", { class: "review-dearest" });
    this.why = h("div", { class: "review-why" });
    this.rows = h("table", {});
    this.progress = h("progress", { class: "review-progress", "aria-label": t("page-review-progress") });
    this.element = h(
      "section",
      { class: "review", "aria-label": t("page-review"), hidden: true },
      h(
        "div",
        { class: "review-head" },
        h("h2", {}, t("page-review")),
        this.progress,
        this.steps,
        h("button", { type: "button", class: "quiet", onclick: () => this.close() }, t("page-review-close")),
      ),
      this.graph,
      h("div", { class: "unseen" }, this.rows),
      h("div", { class: "review-list" }, h("h3", {}, t("page-review-dearest")), this.dearest),
      this.why,
    );
  }

  /** Whether there is anything to review. */
  get possible() {
    const { match } = this.table;
    return Boolean(match.outcome) && match.moves.length > 0;
  }

  begin() {
    if (this.open) return;
    this.open = true;
    this.judgements = Array(this.table.match.moves.length).fill(null);
    this.of = this.table.match.line;
    this.done = false;
    this.element.hidden = false;
    this.table.element.classList.add("reviewing");
    this.ask();
    this.#paint();
    this.table.reviewed();
    this.graph.focus({ preventScroll: true });
  }

  /** Asks for what is not known yet, also after the line was lost. */
  ask() {
    if (this.open && !this.done) this.table.ask({ type: "review" });
  }

  close(tell = true) {
    if (!this.open) return;
    this.open = false;
    this.line = null;
    this.element.hidden = true;
    this.table.element.classList.remove("reviewing");
    if (tell && !this.done) this.table.ask({ type: "cancel" });
    this.judgements = [];
    this.table.reviewed();
    this.table.actions.review.focus({ preventScroll: true });
  }

  /** The match has changed: what is known may be of other moves. */
  update() {
    const { match } = this.table;
    if (this.open && (!this.possible || match.line !== this.of)) this.close();
  }

  hear({ line, moves, judgements, done }) {
    if (!this.open || line !== this.of || moves !== this.judgements.length) return;
    for (const judgement of judgements) this.judgements[judgement.number - 1] = judgement;
    this.done = done;
    this.#paint();
    this.table.reviewed();
    if (done) this.table.context.say(this.#summary());
  }

  // ---- What the game screen shows of it -------------------------------------

  /** The move that is looked at, from 1; 0 is the beginning. */
  get at() {
    return this.table.ply ?? this.table.match.moves.length;
  }

  /** What is known of the move that is looked at. */
  get judgement() {
    return this.open ? this.judgements[this.at - 1] : null;
  }

  /** A position of the better line instead of one of the game. */
  get view() {
    return this.line ? this.seen.get(this.#name()) : null;
  }

  /** What to point at on the board: the better move and what reasons speak of. */
  get hint() {
    return this.line ? null : (this.judgement?.better[0]?.play ?? null);
  }

  get places() {
    return this.line ? [] : (this.judgement?.reasons.flatMap(({ places }) => places) ?? []);
  }

  /** What the line above the board says: [words, actions, progress]. */
  words() {
    if (this.line) {
      const { step, moves } = this.line;
      return [
        t("page-review-line", { step, count: moves.length }),
        [[t("page-review-back"), () => this.leaveLine()]],
      ];
    }
    if (this.judgement) return [this.#headline(this.judgement), []];
    const count = this.judgements.length;
    if (!this.done) return [t("page-review-working", { done: this.#known(), count }), []];
    return [this.at ? "" : t("page-looking-start"), []];
  }

  leaveLine() {
    if (!this.line) return;
    this.line = null;
    this.#paint();
    this.table.reviewed();
  }

  /** One step on or back: along the better line while it is looked at. */
  #walk(by) {
    if (this.line) {
      const { step, moves } = this.line;
      return this.follow(Math.min(moves.length, Math.max(1, step + by)));
    }
    const count = this.judgements.length;
    this.table.look(Math.min(count, Math.max(0, this.at + by)));
  }

  /** Arrows of the whole screen; whether they meant something here. */
  arrow(by) {
    if (this.line) this.#walk(by);
    return Boolean(this.line);
  }

  /** Shows the better line after `step` of its moves. */
  async follow(step) {
    const { judgement, table } = this;
    this.line ??= judgement && { ply: judgement.number - 1, moves: judgement.better[0].pv, step };
    if (!this.line) return;
    const line = { ...this.line, step };
    const name = this.#name(line);
    if (!this.seen.has(name)) {
      try {
        const found = await instead(table.match.id, line.ply, line.moves.slice(0, step));
        const moves = [...table.match.moves.slice(0, line.ply), found.last];
        this.seen.set(name, { ...found, moves, legal: [] });
      } catch (problem) {
        this.line = null;
        table.notice.flash(t(problem.reason?.id ?? "page-trouble", problem.reason?.args));
      }
    }
    if (!this.open || !this.line) return;
    this.line = line;
    this.#paint();
    table.reviewed();
    const last = this.view.last;
    table.context.say(
      `${t("page-review-line", { step, count: line.moves.length })}: ${this.#move(last.side, last.play)}`,
    );
  }

  #name({ ply, moves, step } = this.line) {
    return `${ply} ${moves.slice(0, step).join(" ")}`;
  }

  // ---- Words -----------------------------------------------------------------

  #move(side, play) {
    const { game } = this.table;
    return `${sideName(game.id, side)} ${moveWord(game.id, play)}`;
  }

  #class(judgement) {
    return judgement.class ? t(`judgement-class-${judgement.class}`) : "";
  }

  /** What a move costs, empty when it costs nothing worth a word. */
  #cost(judgement) {
    const { class: kind, loss, chances } = judgement;
    if (!CLASSES.includes(kind)) return "";
    if (this.table.game.facts.worth === "speed") return this.#turn(judgement);
    const percent = chances && Math.round(100 * (chances[1] - chances[0]));
    if (chances) return t("page-review-cost-chance", { count: number(percent) });
    return loss ? t("page-review-cost", { count: number(loss) }) : "";
  }

  /** A value that says who wins and how soon: what counts is the first. */
  #turn({ value, best }) {
    const [is, was] = [value, best].map(({ number: score }) => outcome(score));
    return t(`page-review-turn-${was === is ? "slower" : `${was}-${is}`}`);
  }

  /** What a move is worth, for people. */
  #worth(value) {
    return this.table.game.facts.worth === "speed" ? t(`page-review-${outcome(value.number)}`) : value.text;
  }

  #headline(judgement) {
    const { number: at, side, play, mark } = judgement;
    const name = `${at}. ${this.#move(side, play)}${mark && ` ${mark}`}`;
    return [name, this.#class(judgement), this.#cost(judgement)].filter(Boolean).join("\u00a0· ");
  }

  #known() {
    return this.judgements.filter(Boolean).length;
  }

  #bad() {
    const { judgements } = this;
    const rank = ({ class: kind }) => CLASSES.indexOf(kind);
    const cost = ({ loss, chances }) => (chances ? chances[1] - chances[0] : (loss ?? 0));
    return judgements
      .filter((one) => one && CLASSES.includes(one.class))
      .sort((a, b) => rank(a) - rank(b) || cost(b) - cost(a) || a.number - b.number);
  }

  #summary() {
    return t("page-review-done", { count: this.#bad().length });
  }

  // ---- Drawing ---------------------------------------------------------------

  #paint() {
    if (!this.open) return;
    this.progress.max = this.judgements.length;
    const fine = this.judgements.filter((one) => one?.final).length;
    this.progress.value = this.done ? this.judgements.length : fine;
    this.progress.classList.toggle("done", this.done);
    this.#plot();
    this.#list();
    this.#table();
    this.show();
  }

  /** What changes with the move that is looked at. */
  show() {
    if (!this.open) return;
    const { at, judgement } = this;
    const count = this.judgements.length;
    this.here?.setAttribute("x", Math.max(0, at - 1));
    this.here?.setAttribute("width", at ? 1 : 0);
    this.graph.setAttribute("aria-valuemax", count);
    this.graph.setAttribute("aria-valuenow", at);
    const value = judgement ? `${this.#headline(judgement)} (${this.#worth(judgement.value)})` : null;
    this.graph.setAttribute("aria-valuetext", value ?? t(at ? "page-review-unknown" : "page-looking-start"));
    for (const item of this.dearest.children) {
      const button = item.querySelector("button");
      if (button?.dataset.number === String(at)) button.setAttribute("aria-current", "step");
      else button?.removeAttribute("aria-current");
    }
    this.#because();
  }

  #because() {
    const { judgement } = this;
    const better = judgement?.better[0];
    const step = this.line?.step ?? 0;
    const signature = `${judgement && JSON.stringify([judgement.number, judgement.reasons, better])} ${step}`;
    if (signature === this.signature) return;
    this.signature = signature;
    const focused = this.why.contains(document.activeElement);
    const steps = () => this.why.querySelectorAll(".review-step");
    fill(
      this.why,
      better &&
        h(
          "div",
          { class: "review-better" },
          h("span", {}, t("page-review-better", { value: this.#worth(better.value) })),
          h(
            "ol",
            {},
            better.pv.map((play, i) =>
              h(
                "li",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    class: "review-step",
                    "aria-current": i + 1 === step ? "step" : null,
                    onclick: () => this.follow(i + 1),
                  },
                  moveWord(this.table.game.id, play),
                ),
              ),
            ),
          ),
        ),
      judgement?.reasons.length > 0 &&
        h(
          "ul",
          { class: "review-reasons" },
          judgement.reasons.map(({ says }) => h("li", {}, sentence(t(says.id, says.args)))),
        ),
    );
    if (focused) steps()[Math.max(0, step - 1)]?.focus({ preventScroll: true });
  }

  #plot() {
    const count = Math.max(1, this.judgements.length);
    const ahead = this.judgements.map(aheadAfter);
    const most = Math.max(...ahead.map((value) => Math.abs(value ?? 0)), Number.MIN_VALUE);
    const middle = (HIGH - STRIP) / 2;
    this.plot.setAttribute("viewBox", `0 0 ${count} ${HIGH}`);
    this.here = s("rect", { class: "review-here", x: 0, y: 0, width: 1, height: HIGH });
    const bars = ahead.map((value, i) => {
      if (!value) return null;
      // By the root, so that a narrow lead is seen beside a wide one.
      const height = Math.max(3, Math.sqrt(Math.abs(value) / most) * (middle - 2));
      const side = value > 0 ? "first" : "second";
      const y = value > 0 ? middle - height : middle;
      return s("rect", { class: `review-bar ${side}`, x: i, y, width: 1, height });
    });
    const marks = this.judgements.map((one, i) => {
      const rank = CLASSES.indexOf(one?.class);
      if (rank < 0) return null;
      const height = STRIP * (1 - rank / 4);
      const box = { x: i + 0.08, y: HIGH - height, width: 0.84, height };
      return s("rect", { class: `review-mark ${one.class}`, ...box });
    });
    this.plot.replaceChildren(
      this.here,
      ...bars.filter(Boolean),
      s("path", { class: "review-middle", d: `M0 ${middle}H${count}` }),
      ...marks.filter(Boolean),
    );
  }

  #list() {
    const worst = this.#bad().slice(0, DEAREST);
    const signature = JSON.stringify([worst, this.done]);
    if (signature === this.listed) return;
    this.listed = signature;
    const held = /** @type {HTMLElement | null | undefined} */ (
      document.activeElement?.closest?.(".review-dearest button")
    )?.dataset.number;
    const rows = worst.map((judgement) => {
      const [reason] = judgement.reasons;
      return h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "review-mistake",
            data: { number: judgement.number },
            onclick: () => this.#lookAt(judgement.number),
          },
          h("span", { class: "move-number" }, String(judgement.number)),
          swatch(this.table.game.id, judgement.side),
          h("span", { class: "unseen" }, ` ${sideName(this.table.game.id, judgement.side)} `),
          h("span", {}, moveWord(this.table.game.id, judgement.play)),
          markOf(judgement),
          h(
            "span",
            { class: "review-mistake-why" },
            [this.#cost(judgement), reason && t(reason.says.id, reason.says.args)].filter(Boolean).join(": "),
          ),
        ),
      );
    });
    if (!rows.length && this.done) rows.push(h("li", { class: "muted" }, this.#summary()));
    const empty = this.done ? "review-empty done" : "review-empty";
    while (rows.length < DEAREST) rows.push(h("li", { class: empty, "aria-hidden": "true" }));
    fill(this.dearest, rows);
    if (held) this.dearest.querySelector(`[data-number="${held}"]`)?.focus({ preventScroll: true });
  }

  #lookAt(ply) {
    this.line = null;
    this.table.look(ply);
  }

  /** The graph for those who do not see it. */
  #table() {
    const head = ["move", "value", "class"].map((name) =>
      h("th", { scope: "col" }, t(`page-review-column-${name}`)),
    );
    const rows = this.judgements.map((one) => {
      if (!one) return null;
      const name = `${one.number}. ${this.#move(one.side, one.play)}`;
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        h("td", {}, this.#worth(one.value)),
        h("td", {}, [this.#class(one), this.#cost(one)].filter(Boolean).join(", ")),
      );
    });
    fill(
      this.rows,
      h("caption", {}, t("page-review-graph")),
      h("thead", {}, h("tr", {}, head)),
      h("tbody", {}, rows),
    );
  }

  // ---- Hands -----------------------------------------------------------------

  #point(event) {
    const box = this.graph.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const count = this.judgements.length;
    const ply = Math.min(count, Math.max(1, Math.ceil(share * count)));
    if (ply !== this.at || this.line) this.#lookAt(ply);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const marked = this.judgements.filter((one) => CLASSES.includes(one?.class)).map((one) => one.number);
    const target = {
      Home: () => 0,
      End: () => this.judgements.length,
      ArrowDown: () => Math.max(0, this.at - 1),
      ArrowUp: () => Math.min(this.judgements.length, this.at + 1),
      PageUp: () => marked.findLast((ply) => ply < this.at),
      PageDown: () => marked.find((ply) => ply > this.at),
    }[event.key];
    if (!target) return;
    event.preventDefault();
    const ply = target();
    if (ply !== undefined) this.#lookAt(ply);
  }
}

/** How far the first side is ahead after a move, as far as it is known. */
function aheadAfter(judgement) {
  if (!judgement || judgement.value.number === undefined) return null;
  const sign = judgement.side === "first" ? 1 : -1;
  const { kind, number: value } = judgement.value;
  return sign * (kind === "chance" ? 2 * value - 1 : value + judgement.ahead);
}

/** `??` with the word it stands for. */
export function markOf(judgement) {
  if (!judgement?.mark) return null;
  return h(
    "span",
    { class: `move-mark ${judgement.class}` },
    h("span", { "aria-hidden": "true" }, judgement.mark),
    h("span", { class: "unseen" }, ` ${t(`judgement-class-${judgement.class}`)}`),
  );
}

/** Who wins by a score, as a word of the catalogue. */
function outcome(score) {
  if (score === undefined) return "open";
  return score > 0 ? "wins" : score < 0 ? "loses" : "draws";
}
