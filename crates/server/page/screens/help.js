// @ts-check
// Help: how the table is used, and how each game is played, in a few sentences
// beside a board of the game.

import { h } from "../dom.js";
import { has, t } from "../text.js";
import { games } from "../api.js";
import { Board } from "../boards/board.js";
import { DRAWINGS } from "../boards/all.js";
import { follow } from "../router.js";
import { sampleView } from "./sample.js";

export async function help({ argument }) {
  const list = (await games()).filter((game) => DRAWINGS[game.id]);
  const only = list.find(({ id }) => id === argument);
  const element = h(
    "main",
    { class: "help-page" },
    h("h1", {}, only ? t("page-rules-of", { game: t(`game-${only.id}`) }) : t("page-help-title")),
    !only && h("p", { class: "lead" }, t("page-help-lead")),
    !only && h("section", {}, h("h2", {}, t("page-help-table-title")), sentences((i) => `page-help-table-${i}`)),
    (only ? [only] : list).map((game) => rules(game, !only)),
    only &&
      h("p", { class: "row" }, h("a", { href: "/help", onclick: follow("/help") }, t("page-help-title"))),
  );
  return { name: "help", title: only ? t(`game-${only.id}`) : t("page-help-title"), element };
}

function rules({ id }, titled) {
  const board = new Board(DRAWINGS[id], { t, live: false });
  board.show(sampleView(id).view, { animate: false, initials: { first: "A", second: "B" } });
  return h(
    "section",
    { class: "help-game", id },
    titled && h("h2", {}, t(`game-${id}`)),
    h("div", { class: "help-board" }, board.element),
    h(
      "div",
      {},
      sentences((i) => `page-rules-${id}-${i}`),
      h(
        "p",
        { class: "row" },
        h("a", { class: "button", href: `/new/${id}`, onclick: follow(`/new/${id}`) }, t("page-play-now")),
      ),
    ),
  );
}

/** Numbered sentences of the catalogue, as many as there are; `id` names the
 *  key of the i-th. */
function sentences(id) {
  const found = [];
  for (let i = 1; has(id(i)); i++) found.push(h("p", {}, t(id(i))));
  return found;
}
