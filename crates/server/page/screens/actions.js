// @ts-check
// What one can do besides playing: hint, undo, draw, resign, and the quieter
// things. On a phone this is the bar under the thumb.

import { h, fill, icon } from "../dom.js";
import { has, t } from "../text.js";
import { exportAddress, exportRecord, importRecord } from "../api.js";
import { keepMatch, prefs, remember } from "../prefs.js";
import { follow, once } from "../router.js";
import { NAME_LENGTH, isMachine, levelWord } from "./words.js";

const SPEEDS = [2500, 1500, 800, 400, 150, 0]; // milliseconds between machine moves, slow to fast

export class ActionsPanel {
  constructor(table) {
    this.table = table;
    const { game, match } = table;
    const button = (name, words, act) =>
      h(
        "button",
        {
          type: "button",
          class: "action",
          onclick: (event) => event.currentTarget.getAttribute("aria-disabled") !== "true" && act(),
        },
        icon(name),
        h("span", {}, t(words)),
      );
    this.hint = button("hint", "page-hint", () => table.askHint(this.hintLevel()));
    this.undo = button("undo", "page-undo", () => table.ask({ type: "undo", seq: table.match.seq }));
    this.draw = button("draw", "page-draw", () =>
      table.confirm(t("page-draw-sure"), t("page-draw-yes"), () => table.ask({ type: "draw" })),
    );
    this.resign = button("flag", "page-resign", () =>
      table.confirm(t("page-resign-sure"), t("page-resign-yes"), () => table.ask({ type: "resign" })),
    );
    this.pause = button("pause", "page-pause", () =>
      table.ask({ type: "pause", paused: !table.match.show?.paused }),
    );
    this.rematch = button("again", "page-rematch", () =>
      table.match.next ? table.goToNext() : table.askRematch(),
    );
    this.review = button("review", "page-review", () => table.review.begin());
    this.fresh = button("begin", "page-new-same", () => table.anew());
    const level = h(
      "select",
      { onchange: (event) => remember({ hints: { ...prefs.hints, [game.id]: Number(event.target.value) } }) },
      game.levels.map(({ number }) => h("option", { value: number }, levelWord(game, number))),
    );
    level.value = prefs.hints?.[game.id] ?? usualHint(game);
    this.hintLevel = () => Number(level.value);
    const speed = h("input", {
      type: "range",
      min: 0,
      max: SPEEDS.length - 1,
      step: 1,
      oninput: (event) => table.ask({ type: "speed", delay: SPEEDS[event.target.value] }),
    });
    this.setSpeed = (delay) => {
      if (document.activeElement === speed) return;
      const near = SPEEDS.reduce(
        (best, step, i) => (Math.abs(step - delay) < Math.abs(SPEEDS[best] - delay) ? i : best),
        0,
      );
      speed.value = near;
    };
    this.speed = h("label", { class: "field speed" }, h("span", {}, t("page-speed")), speed);
    const legal = h("input", {
      type: "checkbox",
      checked: prefs.showLegal !== false,
      onchange: (event) => table.toggleLegal(event.target.checked),
    });
    const estimate = `page-estimate-${game.id}`;
    const estimates = h("input", {
      type: "checkbox",
      onchange: (event) => table.showEstimate(event.target.checked),
    });
    const copied = h(
      "button",
      { type: "button", class: "quiet", onclick: () => copy(watchLink(match.id), table) },
      icon("link"),
      h("span", {}, t("page-copy-watch")),
    );
    this.playOn = h(
      "button",
      { type: "button", class: "quiet", onclick: once(() => playOn(table)) },
      icon("begin"),
      h("span", {}, t("page-play-on")),
    );
    this.name = h(
      "label",
      { class: "field" },
      h("span", {}, t("page-name")),
      h("input", {
        type: "text",
        maxLength: NAME_LENGTH,
        autocomplete: "nickname",
        placeholder: t("page-name-hint"),
        value: prefs.name ?? "",
        onchange: (event) => table.setName(event.target.value.trim()),
      }),
    );
    this.remove = h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => {
          this.more.open = false; // the question is behind it
          table.askDelete();
        },
      },
      icon("remove"),
      h("span", {}, t("page-delete")),
    );
    this.anew = h(
      "button",
      { type: "button", class: "quiet", onclick: () => table.anew() },
      icon("again"),
      h("span", {}, t("page-new-same")),
    );
    this.hints = h("label", { class: "field" }, h("span", {}, t("page-hint-level")), level);
    this.estimates = has(estimate) && h("label", { class: "check" }, estimates, h("span", {}, t(estimate)));
    this.more = h(
      "details",
      { class: "action-more" },
      h("summary", { class: "action" }, icon("more"), h("span", {}, t("page-more-actions"))),
      h(
        "div",
        { class: "more-menu" },
        this.hints,
        this.name,
        h("label", { class: "check" }, legal, h("span", {}, t("page-show-legal"))),
        this.estimates,
        copied,
        h(
          "a",
          {
            class: "button quiet",
            href: exportAddress(match.id, "sgf"),
            download: `${match.game}-${match.id}.sgf`,
          },
          icon("save"),
          h("span", {}, t("page-export", { format: "SGF" })),
        ),
        this.playOn,
        h(
          "a",
          { class: "button quiet", href: `/help/${match.game}`, onclick: follow(`/help/${match.game}`) },
          icon("help"),
          h("span", {}, t("page-show-rules")),
        ),
        this.anew,
        this.remove,
      ),
    );
    this.element = h("section", { class: "actions", "aria-label": t("page-actions") });
    // Escape or a click elsewhere closes the menu, as people expect of one.
    this.more.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.more.open) return;
      this.more.open = false;
      this.more.querySelector("summary").focus();
    });
    this.outside = (event) => {
      if (!this.element.isConnected) removeEventListener("pointerdown", this.outside);
      else if (!this.more.contains(event.target)) this.more.open = false;
    };
    addEventListener("pointerdown", this.outside);
  }

  show() {
    const { table } = this;
    const { match, sides } = table;
    const playing = !match.outcome && sides.length > 0;
    const shown = [];
    if (match.show && !match.outcome) {
      fill(
        this.pause,
        icon(match.show.paused ? "begin" : "pause"),
        h("span", {}, t(match.show.paused ? "page-resume" : "page-pause")),
      );
      this.setSpeed(match.show.delay);
      shown.push(this.pause, this.speed);
    }
    if (playing && match.hints) shown.push(this.hint);
    if (playing) shown.push(this.undo);
    if (playing && !match.seats.some(isMachine)) shown.push(this.draw);
    if (playing) shown.push(this.resign);
    if (match.outcome && sides.length) this.#showNext(shown);
    if (table.review.possible) shown.push(this.review);
    shown.push(this.more);
    // Between people another game is an offer, which follows the end of this one.
    this.remove.hidden = !sides.length;
    this.anew.hidden = !playing || !table.alone;
    this.hints.hidden = !playing || !match.hints;
    if (this.estimates) this.estimates.hidden = !match.hints && !match.outcome;
    this.name.hidden = !playing || sides.length !== 1;
    const signature = shown.map((node) => node.className + node.textContent).join();
    if (signature !== this.signature) {
      this.signature = signature;
      for (const node of [...this.element.children]) if (!shown.includes(node)) node.remove();
      shown.forEach(
        (node, i) =>
          this.element.children[i] !== node &&
          this.element.insertBefore(node, this.element.children[i] ?? null),
      );
    }
    this.hint.setAttribute("aria-disabled", !table.myTurn);
    this.undo.setAttribute("aria-disabled", match.moves.length === 0);
  }

  /** After the end: the one next step strong, and the other way to go on. */
  #showNext(shown) {
    const { table } = this;
    const { match, sides } = table;
    const asked = ["rematch", "again"].some((offer) => sides.includes(match.offers[offer]));
    const name = (button, words) => (button.querySelector("span").textContent = t(words));
    name(this.rematch, match.next ? "page-to-rematch" : "page-rematch");
    name(this.fresh, table.alone ? "page-new-same" : "page-again-offer");
    this.next = table.alone && !match.next ? this.fresh : this.rematch;
    for (const button of [this.fresh, this.rematch]) {
      button.classList.toggle("strong", button === this.next);
      button.setAttribute("aria-disabled", asked && !table.alone && !match.next);
    }
    shown.push(...(this.next === this.fresh ? [this.fresh, this.rematch] : [this.rematch, this.fresh]));
  }
}

/** An expert's hint unless the player chose another: strong and quick. */
function usualHint(game) {
  const expert = game.levels.findIndex((level) => level.name === "level-expert");
  return expert >= 0 ? expert : Math.ceil((game.levels.length - 1) * 0.7);
}

/** A new game, both seats here, that begins with the moves up to the one looked at. */
async function playOn(table) {
  const { match } = table;
  try {
    const record = await exportRecord(match.id);
    const made = await importRecord(record, table.ply ?? match.moves.length);
    keepMatch(made.id, { game: made.match.game, seats: made.secrets });
    await table.context.go(`/play/${made.id}`);
  } catch (problem) {
    table.notice.flash(t(problem.reason?.id ?? "page-trouble", problem.reason?.args));
  }
}

export const watchLink = (id) => `${location.origin}/play/${id}`;

export async function copy(text, table) {
  const done = (await copyNew(text)) || copyOld(text);
  if (done) table.notice.flash(t("page-copied"));
  else table.notice.flash(t("page-copy-failed", { link: text }), 30_000);
}

/** Browsers have it only where the page came over HTTPS or from this machine. */
const copyNew = (text) =>
  Promise.resolve(navigator.clipboard?.writeText(text)).then(
    () => Boolean(navigator.clipboard),
    () => false,
  );

/** The way that works everywhere: from a field that is selected. */
function copyOld(text) {
  const back = document.activeElement;
  const field = h("textarea", { class: "unseen", readOnly: true, value: text, "aria-hidden": "true" });
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  }
}
