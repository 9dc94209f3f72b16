// @ts-check
// Set-up in one screen: the game, two seats that face each other across the
// board, the rules, and the rest folded under "more". Everything has a
// default, and Enter starts.

import { h, fill } from "../dom.js";
import { has, t } from "../text.js";
import { create, games, startOf } from "../api.js";
import { keepMatch, prefs, remember } from "../prefs.js";
import { Board } from "../boards/board.js";
import { DRAWINGS } from "../boards/all.js";
import { follow } from "../router.js";
import {
  NAME_LENGTH,
  SIDES,
  gentleLevel,
  levelWord,
  readRules,
  ruleValue,
  sameRules,
  sideName,
  usualRules,
  wantedSeat,
  writeRules,
} from "./words.js";
import { sampleView } from "./sample.js";
import { swatch } from "./swatch.js";

const CLOCKS = ["", "180+2", "300+0", "600+5", "1800+10"];
const KINDS = ["here", "link", "machine"];

export async function setup({ go, argument, kept }) {
  const list = (await games()).filter((game) => DRAWINGS[game.id]);
  const game = list.find(({ id }) => id === argument) ?? list[0];
  // What was chosen before the language was switched.
  const was = kept?.game === game.id ? kept : null;
  const rules = new Map(was?.rules ?? readRules(usualRules(game)));
  // Kept while seats are swapped or turned into something else and back.
  const seats = was?.seats ?? [
    { kind: "here", level: gentleLevel(game), name: prefs.name ?? "" },
    { kind: "machine", level: gentleLevel(game), name: "" },
  ];
  const notice = h("p", { class: "setup-notice", role: "alert" });
  const hints = h("input", { type: "checkbox", checked: Boolean(was?.hints) });
  const hintsRow = h("label", { class: "check" }, hints, h("span", {}, t("page-hints-allowed")));
  const people = () => seats.every((seat) => seat.kind !== "machine");
  const rows = SIDES.map(() => h("fieldset", { class: "seat-choice" }));

  const paintSeat = (i) => {
    const seat = seats[i];
    const side = SIDES[i];
    const word = h("output", { class: "level-word" }, levelWord(game, seat.level));
    const slider = h("input", {
      type: "range",
      min: 0,
      max: game.levels.length - 1,
      step: 1,
      value: seat.level,
      "aria-label": t("page-level-of", { side: sideName(game.id, side) }),
      "aria-valuetext": levelWord(game, seat.level),
      oninput: (event) => {
        seat.level = Number(event.target.value);
        word.textContent = levelWord(game, seat.level);
        event.target.setAttribute("aria-valuetext", word.textContent);
      },
    });
    const opponent =
      game.engines.length > 0 &&
      h(
        "label",
        { class: "field" },
        h("span", {}, t("page-opponent")),
        h(
          "select",
          {
            onchange: (event) => {
              seat.engine = event.target.value;
              paintSeat(i);
              rows[i].querySelector("select").focus();
            },
          },
          ["", ...game.engines].map((name) =>
            h(
              "option",
              { value: name, selected: name === (seat.engine ?? "") },
              name || t("page-own-machine"),
            ),
          ),
        ),
      );
    fill(
      rows[i],
      h("legend", {}, swatch(game.id, side), h("span", {}, sideName(game.id, side))),
      h(
        "div",
        { class: "segmented" },
        KINDS.map((kind) =>
          h(
            "label",
            {},
            h("input", {
              type: "radio",
              name: `seat-${side}`,
              value: kind,
              checked: seat.kind === kind,
              onchange: () => {
                seat.kind = kind;
                paintSeat(i);
                rows[i].querySelector(`[value=${kind}]`).focus();
              },
            }),
            h("span", {}, t(`page-seat-${kind}`)),
          ),
        ),
      ),
      seat.kind === "machine"
        ? [opponent, !seat.engine && h("div", { class: "level" }, slider, word)]
        : h(
            "label",
            { class: "field name-field" },
            h("span", {}, t("page-name")),
            h("input", {
              type: "text",
              maxLength: NAME_LENGTH,
              autocomplete: i ? "off" : "nickname",
              placeholder: t("page-name-hint"),
              value: seat.name,
              oninput: (event) => (seat.name = event.target.value.trim()),
            }),
          ),
      seat.kind === "link" && h("p", { class: "help" }, t("page-link-later")),
    );
    // Between people there are hints only when both know of it.
    hintsRow.hidden = !people();
  };

  const options = new Map();
  const presetBox = h("div", { class: "presets segmented wrap" });
  const paintPresets = () => {
    const text = writeRules(rules);
    const chosen = game.presets.find((preset) => sameRules(game, preset.rules, text));
    fill(
      presetBox,
      game.presets.map((preset) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "preset",
            checked: preset === chosen,
            onchange: () => {
              rules.clear();
              readRules(preset.rules).forEach((value, key) => rules.set(key, value));
              for (const [key, { paint }] of options) paint(rules.get(key));
              checker.look();
            },
          }),
          h("span", {}, t(`preset-${preset.id}`)),
        ),
      ),
    );
  };

  const optionFields = game.options.map((option) => {
    const setRule = (value) => {
      rules.set(option.key, value);
      paintPresets();
      checker.look();
    };
    const trouble = h("span", { class: "field-trouble", id: `trouble-${option.key}`, role: "alert" });
    const typed = h("input", {
      type: "text",
      inputMode: "text",
      "aria-label": t(`rule-${option.key}`),
      "aria-describedby": trouble.id,
      autocomplete: "off",
      maxLength: 12,
      hidden: true,
      oninput: (event) => setRule(event.target.value.trim()),
    });
    const select = h(
      "select",
      {
        onchange: () => {
          typed.hidden = select.value !== "\u0000";
          setRule(typed.hidden ? select.value : typed.value.trim());
          if (!typed.hidden) typed.focus();
          explain();
        },
        "aria-describedby": `help-${option.key}`,
      },
      option.choices.map((choice) => h("option", { value: choice }, ruleValue(option.key, choice))),
      option.free && h("option", { value: "\u0000" }, t("page-other-value")),
    );
    const help = h("span", { class: "help", id: `help-${option.key}` });
    const explain = () => {
      const id = `page-help-${option.key}-${select.value}`;
      help.textContent = has(id) ? t(id) : "";
      help.hidden = !has(id);
    };
    const paint = (value = option.default) => {
      const offered = option.choices.includes(value);
      select.value = offered ? value : "\u0000";
      typed.hidden = offered;
      typed.value = offered ? "" : value;
      explain();
    };
    paint(rules.get(option.key));
    /** What the server says against the value; before anything was typed that
     *  is only what may be typed. */
    const tell = (reason) => {
      const wrong = Boolean(reason) && (typed.hidden || typed.value.trim() !== "");
      trouble.textContent = reason ? refusal(reason, wrong) : "";
      trouble.classList.toggle("wrong", wrong);
      const at = typed.hidden ? select : typed;
      for (const input of [select, typed]) input.setAttribute("aria-invalid", wrong && input === at);
      return at;
    };
    options.set(option.key, { paint, tell });
    const field = h("label", { class: "field" }, h("span", {}, t(`rule-${option.key}`)), select, typed);
    return h("div", { class: "explained" }, field, trouble, help);
  });

  const clock = h(
    "select",
    { id: "clock" },
    CLOCKS.map((text) =>
      h("option", { value: text, selected: text === (was?.clock ?? prefs.clock ?? "") }, clockWord(text)),
    ),
  );
  const listed = h("input", { type: "checkbox", checked: Boolean(was?.listed) });

  const board = new Board(DRAWINGS[game.id], { t, live: false });
  const sample = sampleView(game.id).view;
  const checker = new RulesCheck(game, rules, options, (start) => {
    const { rows, columns } = start.picture;
    const same = rows === sample.picture.rows && columns === sample.picture.columns;
    const view = same ? sample : { ...start, moves: [], legal: [] };
    board.show(view, { animate: false, initials: { first: "A", second: "B" } });
  });
  board.show(sample, { animate: false, initials: { first: "A", second: "B" } });

  /** Says what is wrong where it can be seen. */
  const refuse = (/** @type {string} */ words, /** @type {HTMLElement | null} */ field = null) => {
    notice.textContent = words;
    if (field) more.open = true;
    (field ?? notice).scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  };

  let making = false;
  const submit = async (event) => {
    event.preventDefault();
    if (making) return;
    making = true;
    notice.textContent = "";
    try {
      const wrong = await checker.settled();
      if (wrong) return refuse(t("page-setup-refused"), wrong);
      await begin();
    } finally {
      making = false;
    }
  };
  const begin = async () => {
    const [main, increment] = clock.value.split("+").map(Number);
    const request = {
      game: game.id,
      rules: writeRules(rules),
      seats: seats.map((seat) =>
        wantedSeat(seat.kind === "machine" && seat.engine ? { kind: "engine", name: seat.engine } : seat),
      ),
      ...(clock.value ? { clock: { main, increment } } : {}),
      ...(listed.checked ? { listed: true } : {}),
      hints: !people() || hints.checked,
    };
    const machine = seats.find((seat) => seat.kind === "machine" && !seat.engine);
    const me = seats.find((seat) => seat.kind === "here");
    try {
      const made = await create(request);
      // Only what can be played is what the next game begins with.
      remember({
        rules: { ...prefs.rules, [game.id]: request.rules },
        ...(machine ? { levels: { ...prefs.levels, [game.id]: machine.level } } : {}),
        ...(me && !seats.every((seat) => seat.kind === "here") ? { name: me.name } : {}),
        clock: clock.value,
      });
      const mine = {};
      const links = {};
      SIDES.forEach((side, i) => {
        if (seats[i].kind === "here") mine[side] = made.secrets[side];
        if (seats[i].kind === "link") links[side] = made.secrets[side];
      });
      keepMatch(made.id, { game: game.id, seats: mine, links });
      await go(`/play/${made.id}`);
    } catch (problem) {
      refuse(t(problem.reason?.id ?? "page-trouble", problem.reason?.args));
    }
  };

  const more = h(
    "details",
    { class: "more", open: Boolean(was?.more) },
    h("summary", {}, t("page-more")),
    h(
      "div",
      { class: "more-fields" },
      optionFields,
      h("label", { class: "field" }, h("span", {}, t("page-clock")), clock),
      h("label", { class: "check" }, listed, h("span", {}, t("page-listed"))),
    ),
  );

  SIDES.forEach((_, i) => paintSeat(i));
  paintPresets();
  checker.look();
  const element = h(
    "main",
    { class: "setup" },
    h("h1", {}, t("page-setup-title", { game: t(`game-${game.id}`) })),
    h(
      "p",
      { class: "setup-rules" },
      h("a", { href: `/help/${game.id}`, onclick: follow(`/help/${game.id}`) }, t("page-rules-of", { game: t(`game-${game.id}`) })),
    ),
    h(
      "nav",
      { class: "setup-games", "aria-label": t("page-games") },
      list.map(({ id }) =>
        h(
          "a",
          {
            href: `/new/${id}`,
            "aria-current": id === game.id ? "page" : null,
            onclick: follow(`/new/${id}`, { replace: true }),
          },
          t(`game-${id}`),
        ),
      ),
    ),
    h(
      "form",
      { class: "setup-form", onsubmit: submit },
      h(
        "div",
        { class: "across" },
        rows[0],
        h(
          "div",
          { class: "across-board" },
          board.element,
          h(
            "button",
            {
              type: "button",
              class: "quiet swap",
              onclick: () => {
                seats.reverse();
                SIDES.forEach((_, i) => paintSeat(i));
              },
            },
            t("page-swap"),
          ),
        ),
        rows[1],
      ),
      game.presets.length > 1 &&
        h("fieldset", { class: "plain" }, h("legend", {}, t("page-rules")), presetBox),
      hintsRow,
      more,
      notice,
      h("p", { class: "setup-start" }, h("button", { class: "main", type: "submit" }, t("page-start"))),
    ),
  );
  return {
    name: "setup",
    title: t("page-setup-title", { game: t(`game-${game.id}`) }),
    element,
    keep: () => ({
      game: game.id,
      seats,
      rules: [...rules],
      clock: clock.value,
      listed: listed.checked,
      hints: hints.checked,
      more: more.open,
    }),
  };
}

/** Asks the server whether the rules can be played as they are chosen, and
 *  lets each field say what is wrong with it. */
class RulesCheck {
  /** `good` is called with the start of the game when the rules are fine. */
  constructor(game, rules, options, good) {
    this.game = game;
    this.rules = rules;
    this.options = options;
    this.good = good;
    this.asked = 0;
    /** @type {HTMLElement | null} */
    this.wrong = null;
    /** @type {Promise<unknown>} */
    this.wait = Promise.resolve();
  }

  /** Looks in a moment, so that not every key typed is asked about. */
  look() {
    const mine = ++this.asked;
    this.wait = new Promise((resolve) => setTimeout(resolve, 200)).then(() => (mine === this.asked ? this.#ask(mine) : undefined));
  }

  /** The field that is wrong, once that is known; null when all is well. */
  async settled() {
    for (let seen = -1; seen !== this.asked; ) {
      seen = this.asked;
      await this.wait;
    }
    return this.wrong;
  }

  async #ask(mine) {
    const text = writeRules(this.rules);
    /** @type {any} */
    let reason = null;
    try {
      const start = await startOf(this.game.id, text);
      if (mine === this.asked) this.good(start);
    } catch (problem) {
      // No answer is no refusal: the start itself will say what is the matter.
      if (problem.status === 422) ({ reason } = problem);
    }
    if (mine !== this.asked) return;
    this.wrong = null;
    const key = reason && ruleAt(text, Number(reason.args.column));
    for (const [of, { tell }] of this.options) {
      const field = tell(of === key ? reason : null);
      if (of === key) this.wrong = field;
    }
  }
}

/** The key of the rule that a column of the text (from 1) belongs to. */
function ruleAt(text, column) {
  const before = text.slice(0, Math.max(0, column - 1));
  return text.slice(before.lastIndexOf(" ") + 1).split("=")[0];
}

function refusal({ id, args }, wrong) {
  if (id !== "rules-unreadable") return t(id, args);
  const found = args.found.split("=").pop();
  return t(wrong ? "page-value-refused" : "page-value-allowed", { ...args, found });
}

function clockWord(text) {
  if (!text) return t("page-clock-none");
  const [main, increment] = text.split("+").map(Number);
  return increment
    ? t("page-clock-plus", { minutes: main / 60, seconds: increment })
    : t("page-clock-plain", { minutes: main / 60 });
}
