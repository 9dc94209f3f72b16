// @ts-check
// Waiting for a friend: the link to send, with copy, share and a QR code.
// The board is already there; this stands beside or below it.

import { h, s, fill, icon } from "../dom.js";
import { t } from "../text.js";
import { qr } from "../qr.js";
import { addresses } from "../api.js";
import { SIDES, sideName } from "./words.js";
import { swatch } from "./swatch.js";
import { copy } from "./actions.js";

export class InvitePanel {
  constructor(table) {
    this.table = table;
    this.waiting = false;
    this.origin = location.origin; // where the link leads
    this.reach = null; // how others reach this server, when this address does not say
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
    return `${this.origin}/play/${this.table.match.id}#${this.table.entry.links[side]}`;
  }

  /** Finds out what others can reach when the page's own address means this
   *  machine to every machine. */
  async #ask() {
    this.asked = true;
    this.reach = { loopback_only: true, lan: [] };
    try {
      this.reach = await addresses();
    } catch {
      // Then nothing can be said but that this address is of no use.
    }
    if (!this.reach.loopback_only && this.reach.lan.length) this.origin = this.reach.lan[0];
    this.signature = null;
    this.show();
  }

  /** Whether somebody else's device can follow the link. */
  get #useful() {
    return !LOCAL || this.origin !== location.origin;
  }

  show() {
    const open = this.#open();
    // Once a game is under way an absent friend already has the link.
    this.waiting = open.length > 0 && this.table.match.moves.length === 0;
    this.element.hidden = open.length === 0;
    if (open.length && LOCAL && !this.asked) this.#ask();
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
    /** @type {[string, () => void, string?][]} */
    const actions = [[t("page-copy"), () => copy(this.#link(side), this.table), "main"]];
    if ("share" in navigator) actions.push([t("page-share"), () => this.#share(side)]);
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
      h("h2", {}, this.#title(side)),
      this.#useful ? h("p", { class: "help" }, t("page-invite-more")) : alone(this.reach),
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
        "share" in navigator &&
          h(
            "button",
            { type: "button", class: "quiet", onclick: () => this.#share(side) },
            icon("share"),
            h("span", {}, t("page-share")),
          ),
      ),
      this.#useful && code(link),
    );
  }

  /** Who is invited: by colour where both seats wait for somebody. */
  #title(side) {
    if (this.#open().length < 2) return t("page-invite");
    const game = this.table.game.id;
    return [swatch(game, side), " ", t("page-invite-side", { side: sideName(game, side) })];
  }
}

/** Whether the page's own address means this machine to every machine. */
const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Why nobody else can follow the link, and how they could. No QR code: a phone
 *  would only find itself. */
function alone(reach) {
  // The same start with one option more: whatever else was asked for (where the
  // games are kept, for one) has to be asked for again.
  const listen = location.port === "9999" ? "" : ` --listen 127.0.0.1:${location.port || 80}`;
  return h(
    "div",
    { class: "help invite-local" },
    h("p", {}, t("page-invite-local", { host: location.host })),
    h("p", {}, t("page-invite-command")),
    h("p", {}, command(`sobremesa${listen} --lan`)),
    Boolean(reach?.lan.length) && [
      h("p", {}, t("page-invite-then")),
      h("ul", {}, reach.lan.map((address) => h("li", {}, h("code", {}, address)))),
    ],
    h("p", {}, t("page-invite-keeps")),
  );
}

/** A command of which every word stays in one piece. */
const command = (text) =>
  h(
    "code",
    {},
    text.split(" ").flatMap((word, i) => [i ? " " : null, h("span", {}, word)]),
  );

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
