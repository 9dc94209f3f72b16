// Waiting for a friend: the link to send, with copy, share and a QR code.
// The board is already there; this stands beside or below it.

import { h, s, fill, icon } from "../dom.js";
import { t } from "../text.js";
import { qr } from "../qr.js";
import { SIDES } from "./words.js";
import { copy, watchLink } from "./actions.js";

export class InvitePanel {
  constructor(table) {
    this.table = table;
    this.waiting = false;
    this.element = h("section", { class: "invite", hidden: true, "aria-label": t("page-invite") });
  }

  /** The seats to be filled by somebody else, whose link this device has. */
  #open() {
    const { match, entry, sides } = this.table;
    if (match.outcome) return [];
    return SIDES.filter(
      (side, i) =>
        match.seats[i].kind === "link" &&
        !match.seats[i].present &&
        entry?.links?.[side] &&
        !sides.includes(side),
    );
  }

  #link(side) {
    return `${watchLink(this.table.match.id)}#${this.table.entry.links[side]}`;
  }

  show() {
    const open = this.#open();
    // Once a game is under way an absent friend already has the link.
    this.waiting = open.length > 0 && this.table.match.moves.length === 0;
    this.element.hidden = open.length === 0;
    const signature = open.join();
    if (signature === this.signature) return;
    this.signature = signature;
    fill(
      this.element,
      open.map((side) => this.#card(side)),
    );
  }

  shortcuts() {
    const [side] = this.#open();
    const actions = [[t("page-copy"), () => copy(this.#link(side), this.table), "main"]];
    if (navigator.share) actions.push([t("page-share"), () => this.#share(side)]);
    return actions;
  }

  #share(side) {
    navigator
      .share({
        title: "Sobremesa",
        text: t("page-share-text", { game: t(`game-${this.table.game.id}`) }),
        url: this.#link(side),
      })
      .catch(() => {});
  }

  #card(side) {
    const link = this.#link(side);
    const field = h("input", {
      type: "text",
      readOnly: true,
      value: link,
      onfocus: (event) => event.target.select(),
    });
    return h(
      "div",
      { class: "invite-card" },
      h("h2", {}, t("page-invite")),
      h("p", { class: "help" }, t("page-invite-more")),
      h(
        "label",
        { class: "field" },
        h("span", { class: "unseen" }, t("page-link-of", { side: t(`${this.table.game.id}-${side}`) })),
        field,
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "main", onclick: () => copy(link, this.table) },
          icon("link"),
          h("span", {}, t("page-copy")),
        ),
        navigator.share &&
          h(
            "button",
            { type: "button", class: "quiet", onclick: () => this.#share(side) },
            icon("share"),
            h("span", {}, t("page-share")),
          ),
      ),
      code(link),
    );
  }
}

/** The link as a QR code, to hold a phone against. */
function code(link) {
  const matrix = qr(link);
  if (!matrix) return null;
  let d = "";
  matrix.forEach((row, y) => row.forEach((dark, x) => dark && (d += `M${x + 4} ${y + 4}h1v1h-1z`)));
  const size = matrix.length + 8;
  return s(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("page-qr") },
    s("rect", { class: "qr-paper", width: size, height: size, rx: 2 }),
    s("path", { class: "qr-ink", d }),
  );
}
