// Set-up in one screen: the game, two seats that face each other across the
// board, the rules, and the rest folded under "more". Everything has a
// default, and Enter starts.

import { h, fill } from "../dom.js";
import { has, t } from "../text.js";
import { create, games } from "../api.js";
import { keepMatch, prefs, remember } from "../prefs.js";
import { Board } from "../boards/board.js";
import { DRAWINGS } from "../boards/all.js";
import { follow } from "../walk.js";
import {
  NAME_LENGTH,
  SIDES,
  gentleLevel,
  levelWord,
  readRules,
  ruleValue,
  sideName,
  usualRules,
  wantedSeat,
  writeRules,
} from "./words.js";
import { sampleView } from "./sample.js";
import { swatch } from "./swatch.js";

const CLOCKS = ["", "180+2", "300+0", "600+5", "1800+10"];
const KINDS = ["here", "link", "machine"];

export async function setup({ go, argument }) {
  const list = (await games()).filter((game) => DRAWINGS[game.id]);
  const game = list.find(({ id }) => id === argument) ?? list[0];
  const rules = readRules(usualRules(game));
  // Kept while seats are swapped or turned into something else and back.
  const seats = [
    { kind: "here", level: gentleLevel(game), name: prefs.name ?? "" },
    { kind: "machine", level: gentleLevel(game), name: "" },
  ];
  const notice = h("p", { class: "setup-notice", role: "alert" });
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
              for (const [key, paint] of options) paint(rules.get(key));
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
    };
    const typed = h("input", {
      type: "text",
      inputMode: "text",
      "aria-label": t(`rule-${option.key}`),
      hidden: true,
      oninput: (event) => setRule(event.target.value.trim()),
    });
    const select = h(
      "select",
      {
        onchange: () => {
          typed.hidden = select.value !== "\u0000";
          if (typed.hidden) setRule(select.value);
          else typed.focus();
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
    options.set(option.key, paint);
    const field = h("label", { class: "field" }, h("span", {}, t(`rule-${option.key}`)), select, typed);
    return h("div", { class: "explained" }, field, help);
  });

  const clock = h(
    "select",
    { id: "clock" },
    CLOCKS.map((text) =>
      h("option", { value: text, selected: text === (prefs.clock ?? "") }, clockWord(text)),
    ),
  );
  const listed = h("input", { type: "checkbox" });

  const board = new Board(DRAWINGS[game.id], { t, live: false });
  board.show(sampleView(game.id).view, { animate: false, initials: { first: "A", second: "B" } });

  const submit = async (event) => {
    event.preventDefault();
    notice.textContent = "";
    const [main, increment] = clock.value.split("+").map(Number);
    const request = {
      game: game.id,
      rules: writeRules(rules),
      seats: seats.map((seat) =>
        wantedSeat(seat.kind === "machine" && seat.engine ? { kind: "engine", name: seat.engine } : seat),
      ),
      ...(clock.value ? { clock: { main, increment } } : {}),
      ...(listed.checked ? { listed: true } : {}),
    };
    const machine = seats.find((seat) => seat.kind === "machine" && !seat.engine);
    const me = seats.find((seat) => seat.kind === "here");
    remember({
      rules: { ...prefs.rules, [game.id]: request.rules },
      ...(machine ? { levels: { ...prefs.levels, [game.id]: machine.level } } : {}),
      ...(me && !seats.every((seat) => seat.kind === "here") ? { name: me.name } : {}),
      clock: clock.value,
    });
    try {
      const made = await create(request);
      const mine = {};
      const links = {};
      SIDES.forEach((side, i) => {
        if (seats[i].kind === "here") mine[side] = made.secrets[side];
        if (seats[i].kind === "link") links[side] = made.secrets[side];
      });
      keepMatch(made.id, { game: game.id, seats: mine, links });
      go(`/play/${made.id}`);
    } catch (problem) {
      notice.textContent = t(problem.reason?.id ?? "page-trouble", problem.reason?.args);
    }
  };

  SIDES.forEach((_, i) => paintSeat(i));
  paintPresets();
  const element = h(
    "main",
    { class: "setup" },
    h("h1", {}, t("page-setup-title", { game: t(`game-${game.id}`) })),
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
      h(
        "details",
        { class: "more" },
        h("summary", {}, t("page-more")),
        h(
          "div",
          { class: "more-fields" },
          optionFields,
          h("label", { class: "field" }, h("span", {}, t("page-clock")), clock),
          h("label", { class: "check" }, listed, h("span", {}, t("page-listed"))),
        ),
      ),
      notice,
      h("p", { class: "setup-start" }, h("button", { class: "main", type: "submit" }, t("page-start"))),
    ),
  );
  return { name: "setup", title: t("page-setup-title", { game: t(`game-${game.id}`) }), element };
}

/** Whether two rule texts mean the same once defaults are filled in. */
function sameRules(game, a, b) {
  const [x, y] = [readRules(a), readRules(b)];
  return game.options.every(({ key, default: usual }) => (x.get(key) ?? usual) === (y.get(key) ?? usual));
}

function clockWord(text) {
  if (!text) return t("page-clock-none");
  const [main, increment] = text.split("+").map(Number);
  return increment
    ? t("page-clock-plus", { minutes: main / 60, seconds: increment })
    : t("page-clock-plain", { minutes: main / 60 });
}
