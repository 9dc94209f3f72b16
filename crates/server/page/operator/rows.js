// @ts-check
// A table whose rows are changed in place: what has the focus stays where it is.

import { h, write } from "../dom.js";
import { t } from "../text.js";

export class Rows {
  #rows = new Map();

  /** `heads` are the words over the columns; an empty one is over the actions. */
  constructor(heads) {
    this.body = h("tbody", {});
    this.none = h("p", { class: "op-none" }, t("operator-none"));
    this.table = h(
      "table",
      {},
      h("thead", {}, h("tr", {}, heads.map((words) => (words ? h("th", { scope: "col" }, t(words)) : h("td", {}))))),
      this.body,
    );
    this.scroll = h("div", { class: "op-scroll" }, this.table);
    this.element = h("div", {}, this.scroll, this.none);
    this.show([]);
  }

  /** Shows these and no others: { key, cells, action }, where `action` makes the
   *  control of a new row. */
  show(entries) {
    const wanted = new Set(entries.map(({ key }) => key));
    for (const [key, row] of this.#rows) {
      if (wanted.has(key)) continue;
      row.remove();
      this.#rows.delete(key);
    }
    entries.forEach(({ key, cells, action }, i) => {
      let row = this.#rows.get(key);
      if (!row) {
        const [first, ...others] = cells;
        row = h("tr", {}, h("th", { scope: "row" }, first), others.map((cell) => h("td", {}, cell)), action && h("td", {}, action()));
        this.#rows.set(key, row);
      }
      cells.forEach((cell, column) => write(row.children[column], cell));
      // One that is moved would lose the focus.
      const there = this.body.children[i];
      if (there !== row && !row.contains(document.activeElement)) this.body.insertBefore(row, there ?? null);
    });
    this.scroll.hidden = entries.length === 0;
    this.none.hidden = entries.length > 0;
  }
}
