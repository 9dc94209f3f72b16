// @ts-check
// The server as it is, in tables that are changed in place: nothing that has the
// focus is built again, and no number is read out by itself.

import { h, fill, write } from "../dom.js";
import { currentLanguage, number, t } from "../text.js";
import { Rows } from "./rows.js";

export class View {
  /** The last status, for what has changed since.
   *  @type {any} */
  #before = null;

  constructor({ remove }) {
    this.remove = remove;
    this.state = h("p", { class: "op-state" });
    this.words = h("p", { class: "op-note" });
    this.figures = h("dl", { class: "op-figures" });
    this.rooms = new Rows(["operator-game", "operator-players", "operator-moves", "operator-watchers", "operator-state", ""]);
    this.machines = new Rows(["operator-visitor", "operator-kind", "operator-seconds", "operator-number"]);
    this.visitors = new Rows(["operator-visitor", "operator-left", "operator-open"]);
    this.running = new Rows(["operator-goal", "operator-visitor", "operator-seconds"]);
    this.slow = new Rows(["operator-goal", "operator-visitor", "operator-seconds", "operator-ago"]);
    this.heads = {};
    const section = (name, rows, about = "") => {
      const head = h("h2", { id: `op-${name}` }, "");
      const more = h("p", { class: "help" }, about && t(about));
      this.heads[name] = { head, more };
      return h("section", { "aria-labelledby": head.id }, head, more, rows.element);
    };
    this.sure = h("dialog", { class: "op-sure", "aria-labelledby": "op-sure" });
    this.element = h(
      "main",
      { class: "operator" },
      this.state,
      this.words,
      h("section", { "aria-labelledby": "op-overview" }, h("h2", { id: "op-overview" }, t("operator-overview")), this.figures),
      section("rooms", this.rooms, "operator-rooms-shown"),
      section("machines", this.machines),
      section("visitors", this.visitors),
      section("goals", this.running),
      section("slow", this.slow, "operator-slow-shown"),
      this.sure,
    );
    write(this.heads.slow.head, t("operator-slow"));
    write(this.heads.visitors.head, t("operator-visitors"));
  }

  /** Whether the server answers; whether it could keep a move is said by `show`. */
  connected(well) {
    this.element.classList.toggle("offline", !well);
    if (!well) write(this.state, t("operator-lost"));
  }

  note(words) {
    write(this.words, words);
  }

  /** `why` no move could be kept now, or `null`. */
  show(status, why) {
    write(this.state, why === null ? t("operator-ready") : t("operator-not-ready", { why }));
    this.state.dataset.well = String(why === null);
    this.#figures(status);
    this.#rooms(status);
    this.#machines(status.work);
    write(this.heads.visitors.more, t("operator-visitors-shown", { count: status.per_minute }));
    this.visitors.show(
      status.visitors.map(({ visitor, left, open }) => ({ key: visitor, cells: [visitor, number(left), String(open)] })),
    );
    const { goals } = status;
    const count = { running: goals.running.length, places: goals.places, waiting: goals.waiting };
    write(this.heads.goals.head, t("operator-goals", count));
    this.running.show(
      goals.running.map(({ goal, visitor, seconds }, i) => ({ key: String(i), cells: [goal, visitor, number(seconds)] })),
    );
    this.slow.show(
      goals.slow.map(({ goal, visitor, seconds, ago }, i) => ({
        key: String(i),
        cells: [goal, visitor, number(seconds), t("operator-seconds-ago", { count: Math.round(ago) })],
      })),
    );
  }

  #figures(status) {
    const { process, counts, uptime } = status;
    const before = this.#before ?? { counts: { requests: 0, moves: 0, matches: 0, refused: 0 }, cpu: 0, uptime: 0 };
    const passed = Math.max(uptime - before.uptime, 0.001);
    const rate = (name, times = 1) => number(((counts[name] - before.counts[name]) / passed) * times);
    const known = (value, words) => (value === undefined ? "–" : words(value));
    const figures = [
      ["operator-version", status.version],
      ["operator-uptime", duration(uptime)],
      ["operator-processor", known(process.cpu, (cpu) => t("operator-percent", { count: Math.round(((cpu - before.cpu) / passed) * 100) }))],
      ["operator-memory", known(process.memory, (bytes) => t("operator-megabytes", { count: Math.round(bytes / 1e6) }))],
      ["operator-threads", known(process.threads, String)],
      ["operator-descriptors", known(process.descriptors, String)],
      ["operator-open", String(counts.connections)],
      ["operator-sockets", String(counts.sockets)],
      ["operator-requests", rate("requests")],
      ["operator-moves-rate", rate("moves")],
      ["operator-matches-rate", rate("matches", 60)],
      ["operator-refused-rate", rate("refused", 60)],
    ];
    this.#before = { counts, cpu: process.cpu ?? 0, uptime };
    if (!this.figures.children.length)
      fill(this.figures, figures.map(([words]) => h("div", {}, h("dt", {}, t(words)), h("dd", {}))));
    figures.forEach(([, value], i) => write(this.figures.children[i].lastChild, value));
  }

  #rooms(status) {
    write(this.heads.rooms.head, t("operator-rooms", { count: status.counts.rooms }));
    const who = ({ name, level }) => (level === undefined ? (name ?? "–") : t("operator-level", { level }));
    this.rooms.show(
      status.rooms.map((room) => ({
        key: room.id,
        cells: [
          `${t(`game-${room.game}`)} ${room.rules}`,
          room.seats.map(who).join(" – "),
          String(room.moves),
          String(room.watchers),
          t(room.over ? "operator-over" : room.thinking ? "operator-thinking" : "operator-on"),
        ],
        action: () =>
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "aria-label": t("operator-delete-of", { id: room.id }),
              onclick: () => this.#ask(room.id),
            },
            t("operator-delete"),
          ),
      })),
    );
  }

  #machines({ slots, thinking, waiting, aside }) {
    const all = waiting.reduce((sum, { count }) => sum + count, 0);
    write(this.heads.machines.head, t("operator-machines", { running: thinking.length, waiting: all }));
    write(this.heads.machines.more, t("operator-machines-shown", { slots, aside }));
    const kind = ({ dear, hint }) =>
      [t(dear ? "operator-dear" : "operator-quick"), hint && t("operator-hint")].filter(Boolean).join(", ");
    this.machines.show([
      ...thinking.map((one, i) => ({ key: `t${i}`, cells: [one.visitor, kind(one), number(one.seconds), "1"] })),
      ...waiting.map((one, i) => ({ key: `w${i}`, cells: [one.visitor, kind(one), t("operator-waiting"), String(one.count)] })),
    ]);
  }

  /** Asks in a dialog, which keeps the focus and gives it back. */
  #ask(id) {
    const close = () => this.sure.close();
    fill(
      this.sure,
      h("p", { id: "op-sure" }, t("operator-delete-sure", { id })),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "quiet", onclick: close }, t("operator-keep")),
        h("button", { type: "button", onclick: () => (close(), this.remove(id)) }, t("operator-delete")),
      ),
    );
    this.sure.showModal();
  }
}

/** A time as days, hours and minutes, or seconds at first. */
function duration(seconds) {
  const unit = (value, name) =>
    new Intl.NumberFormat(currentLanguage(), { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  const whole = Math.floor(seconds);
  if (whole < 120) return unit(whole, "second");
  const parts = [
    [Math.floor(whole / 86_400), "day"],
    [Math.floor(whole / 3600) % 24, "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
  ];
  return parts.filter(([value]) => value).map(([value, name]) => unit(value, name)).join(" ");
}
