// @ts-check
// What somebody has to answer, in a place of its own. Each question stands
// there with its own words beside its own buttons, whatever else is being
// said: a remark can neither hide a question nor lend it other words.

import { h, fill } from "../dom.js";
import { t } from "../text.js";

let count = 0;

export class QuestionPanel {
  /** `lost` is called when a question goes away that had the focus. */
  constructor(lost) {
    this.lost = lost;
    this.rows = new Map();
    this.element = h("section", { class: "questions", "aria-label": t("page-question"), hidden: true });
  }

  /** Shows these questions and no others: { id, words, actions }, where
   *  `actions` are [words, act, kind] and become buttons. */
  show(questions) {
    let held = false;
    for (const [id, row] of this.rows) {
      if (questions.some((question) => question.id === id)) continue;
      held ||= row.element.contains(document.activeElement);
      row.element.remove();
      this.rows.delete(id);
    }
    for (const { id, words, actions } of questions) {
      const row = this.rows.get(id) ?? this.#row(id);
      row.acts = actions.map(([, act]) => act);
      // Rebuilt only when it changes, so that the focus is never lost to a repaint.
      const signature = [words, ...actions.map(([label]) => label)].join("|");
      if (row.signature === signature) continue;
      row.signature = signature;
      row.words.textContent = words;
      fill(
        row.buttons,
        actions.map(([label, , kind], i) =>
          h("button", { type: "button", class: kind ?? "quiet", onclick: () => row.acts[i]?.() }, label),
        ),
      );
    }
    this.element.hidden = this.rows.size === 0;
    if (held) this.lost();
  }

  /** Puts the focus on the first answer to a question. */
  focus(id) {
    this.rows.get(id)?.buttons.querySelector("button")?.focus();
  }

  #row(id) {
    const words = h("p", { class: "question-words", id: `question-${++count}` });
    const buttons = h("div", { class: "question-actions" });
    const element = h("div", { class: "question", role: "group", "aria-labelledby": words.id }, words, buttons);
    const row = { element, words, buttons, acts: [], signature: null };
    this.rows.set(id, row);
    this.element.append(element);
    return row;
  }
}
