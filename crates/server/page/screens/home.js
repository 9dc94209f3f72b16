// Home: the name, a sentence, and four boards on the table. A click on a board
// starts a game at once; the line under it leads to the set-up.

import { h, moving } from "../dom.js";
import { t } from "../text.js";
import { create, games, listedMatches, readMatch } from "../api.js";
import { forgetMatch, keepMatch, matches } from "../prefs.js";
import { Board } from "../boards/board.js";
import { DRAWINGS } from "../boards/all.js";
import { sampleView } from "./sample.js";
import { follow } from "../walk.js";
import { openRecord } from "./open.js";
import { levelWord, quickSetup, sideName } from "./words.js";

export async function home({ go }) {
  const list = await games();
  const stops = [];
  const notice = h("p", { class: "home-notice", role: "alert" });
  const begin = async (game) => {
    try {
      const made = await create(quickSetup(game));
      keepMatch(made.id, { game: game.id, seats: { first: made.secrets.first } });
      go(`/play/${made.id}`);
    } catch (problem) {
      notice.textContent = t(problem.reason?.id ?? "page-trouble", problem.reason?.args);
    }
  };
  const element = h(
    "main",
    { class: "home" },
    h("div", { class: "home-title" }, h("h1", {}, "Sobremesa"), h("p", { class: "lead" }, t("page-lead"))),
    notice,
    h(
      "ul",
      { class: "tables" },
      list
        .filter((game) => DRAWINGS[game.id])
        .map((game) => {
          const name = t(`game-${game.id}`);
          const level = quickSetup(game).seats[1].level;
          const board = new Board(DRAWINGS[game.id], { t, live: false });
          stops.push(enliven(board, game.id));
          return h(
            "li",
            { class: "table" },
            // The button lies over the picture: what is written on a board is no part of its name.
            h(
              "div",
              { class: "table-board" },
              board.element,
              h("button", {
                class: "table-start",
                type: "button",
                "aria-label": t("page-start-quick", { game: name }),
                onclick: () => begin(game),
              }),
            ),
            h("h2", {}, name),
            h(
              "p",
              { class: "table-about" },
              t("page-quick-against"),
              h("span", { class: "table-level" }, levelWord(game, level)),
            ),
            h(
              "a",
              { class: "table-more", href: `/new/${game.id}`, onclick: follow(`/new/${game.id}`) },
              t("page-choose"),
              h("span", { class: "unseen" }, ` · ${name}`),
            ),
          );
        }),
    ),
    inProgress(),
    toWatch(),
    openRecord({ go }),
  );
  return { name: "home", title: "", element, leave: () => stops.forEach((stop) => stop()) };
}

/** Lets a picture live: a move of a real game every few seconds, when motion
 *  is welcome; otherwise the position stands still. */
function enliven(board, id) {
  const { length, rest } = sampleView(id, 0).sample;
  let ply = rest;
  const show = (animate) =>
    board.show(sampleView(id, ply).view, { animate, initials: { first: "A", second: "B" } });
  show(false);
  if (!moving()) return () => {};
  let timer;
  const next = () => {
    timer = setTimeout(
      () => {
        if (document.visibilityState === "visible") {
          ply = ply + 1 < length ? ply + 1 : 0;
          show(ply > 0);
        }
        next();
      },
      (ply + 1 < length ? 2600 : 6000) + Math.random() * 2600,
    );
  };
  next();
  return () => clearTimeout(timer);
}

/** The games this device has a seat in and that are not over. */
function inProgress() {
  const open = matches().filter(
    (match) => !match.over && DRAWINGS[match.game] && Object.keys(match.seats).length,
  );
  if (!open.length) return null;
  const section = h(
    "section",
    { class: "going", "aria-labelledby": "going" },
    h("h2", { id: "going" }, t("page-in-progress")),
  );
  const list = h("ul", {});
  for (const entry of open.slice(0, 8)) {
    const detail = h("span", { class: "going-detail" });
    const item = h("li", {}, gameLink(entry.id, entry.game, detail));
    list.append(item);
    readMatch(entry.id).then(
      (match) => {
        if (match.outcome) {
          keepMatch(entry.id, { over: true });
          item.remove();
          if (!list.children.length) section.remove();
          return;
        }
        const mine = Object.keys(entry.seats).includes(match.turn);
        detail.textContent = [
          t("page-moves-played", { count: match.moves.length }),
          mine ? t("page-your-turn") : t("page-turn", { side: sideName(match.game, match.turn) }),
        ].join(" · ");
      },
      (problem) => {
        if (problem.status !== 404) return;
        forgetMatch(entry.id);
        item.remove();
        if (!list.children.length) section.remove();
      },
    );
  }
  section.append(list);
  return section;
}

/** Games that anyone may watch, when there are any. */
function toWatch() {
  const section = h(
    "section",
    { class: "going", "aria-labelledby": "watch", hidden: true },
    h("h2", { id: "watch" }, t("page-to-watch")),
  );
  listedMatches().then(
    (listed) => {
      const open = listed.filter((match) => !match.over && DRAWINGS[match.game]).slice(0, 6);
      section.hidden = open.length === 0;
      section.append(
        h(
          "ul",
          {},
          open.map(({ id, game, rules }) =>
            h("li", {}, gameLink(id, game, h("span", { class: "going-detail" }, rules))),
          ),
        ),
      );
    },
    () => {},
  );
  return section;
}

function gameLink(id, game, detail) {
  return h(
    "a",
    { href: `/play/${id}`, onclick: follow(`/play/${id}`) },
    h("span", { class: "going-game" }, t(`game-${game}`)),
    " ",
    detail,
  );
}
