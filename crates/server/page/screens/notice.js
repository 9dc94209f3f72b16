// @ts-check
// The line above the board. It always has the same height, so that nothing
// said there moves the board. Three voices, strongest first: a passing remark
// (a refusal, a hint), the connection, and what is generally the case. What
// has to be answered is not said here but asked in a place of its own.

import { h, fill, write } from "../dom.js";
import { t } from "../text.js";

export class Notice {
  constructor(say) {
    this.say = say;
    this.connection = "";
    this.flashed = "";
    /** @type {{ words: any, actions: [string, () => void, string?][], kind: string, progress: number | null }} */
    this.usual = { words: "", actions: [], kind: "", progress: null };
    /** @type {(() => void)[]} */
    this.acts = [];
    this.text = h("span", { class: "notice-text" });
    this.progress = h("progress", {
      class: "notice-progress",
      hidden: true,
      max: 1,
      "aria-label": t("page-thinking-progress"),
    });
    this.buttons = h("span", { class: "notice-actions" });
    this.element = h("div", { class: "notice" }, this.text, this.progress, this.buttons);
  }

  /** The general state; `actions` are [words, act, kind] and become buttons;
   *  `progress` is how much of some work is done, 0 to 1, or NaN.
   *  @param {any} words
   *  @param {[string, () => void, string?][]} actions
   *  @param {string} kind
   *  @param {number | null} progress */
  base(words, actions = [], kind = "", progress = null) {
    this.usual = { words, actions, kind, progress };
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

  /** Other words for the remark on show, such as a count of seconds. */
  restate(words) {
    if (!this.flashed) return;
    this.flashed = words;
    this.#paint();
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
    const { words, actions, kind, progress } = this.usual;
    const shown = this.flashed || this.connection || words;
    const tone = this.flashed ? (this.refusal ? "refusal" : "remark") : this.connection ? "connection" : kind;
    this.element.dataset.tone = tone;
    if (Array.isArray(shown)) fill(this.text, shown);
    else write(this.text, shown);
    const usual = shown === words;
    this.progress.hidden = !usual || progress === null;
    if (progress !== null && Number.isFinite(progress)) this.progress.value = progress;
    else this.progress.removeAttribute("value");
    // Buttons are only ever shown beside the words they belong to.
    this.buttons.hidden = !usual || !actions.length;
    const signature = actions.map(([label]) => label).join("|");
    this.acts = actions.map(([, act]) => act);
    if (signature === this.signature) return;
    this.signature = signature;
    fill(
      this.buttons,
      actions.map(([label, , style], i) =>
        h("button", { type: "button", class: style ?? "quiet", onclick: () => this.acts[i]?.() }, label),
      ),
    );
  }
}
