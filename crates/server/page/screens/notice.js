// The line above the board. It always has the same height, so that nothing
// said there moves the board. Three voices, strongest first: the connection,
// a passing remark (a refusal, a hint), and what is generally the case.

import { h, fill } from "../dom.js";

export class Notice {
  constructor(say) {
    this.say = say;
    this.connection = "";
    this.flashed = "";
    this.usual = { words: "", actions: [], kind: "" };
    this.text = h("span", { class: "notice-text" });
    this.buttons = h("span", { class: "notice-actions" });
    this.element = h("div", { class: "notice" }, this.text, this.buttons);
  }

  /** The general state; `actions` are [words, act, kind] and become buttons. */
  base(words, actions = [], kind = "") {
    this.usual = { words, actions, kind };
    this.#paint();
  }

  /** A remark that gives way by itself. */
  flash(words, time = 5000, refusal = false) {
    clearTimeout(this.timer);
    this.flashed = words;
    this.refusal = refusal;
    this.say(words);
    this.timer = setTimeout(() => this.clearFlash(), time);
    this.#paint();
    this.element.classList.remove("again");
    void this.element.offsetWidth; // restarts the short attention animation
    this.element.classList.add("again");
  }

  clearFlash() {
    clearTimeout(this.timer);
    this.flashed = "";
    this.refusal = false;
    this.#paint();
  }

  /** What the connection is up to; empty when all is well. */
  line(words) {
    if (words && words !== this.connection) this.say(words);
    this.connection = words;
    this.#paint();
  }

  #paint() {
    const { words, actions, kind } = this.usual;
    const shown = this.flashed || this.connection || words;
    const tone = this.flashed ? (this.refusal ? "refusal" : "remark") : this.connection ? "connection" : kind;
    this.element.dataset.tone = tone;
    if (Array.isArray(shown)) fill(this.text, shown);
    else this.text.textContent = shown;
    // The buttons stay while a remark passes; they are rebuilt only when they
    // change, so that focus is never lost to a repaint.
    const signature = actions.map(([label]) => label).join("|");
    this.acts = actions.map(([, act]) => act);
    if (signature === this.signature) return;
    this.signature = signature;
    fill(
      this.buttons,
      actions.map(([label, act, style], i) =>
        act
          ? h("button", { type: "button", class: style ?? "quiet", onclick: () => this.acts[i]?.() }, label)
          : h("span", { class: "muted" }, label),
      ),
    );
  }
}
