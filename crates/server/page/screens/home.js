// @ts-check
// Home: the name, a sentence, and four boards on the table. A click on a board
// starts a game at once; the line under it leads to the set-up.

import { h, icon, moving } from "../dom.js";
import { t } from "../text.js";
import { create, games, listedMatches, readMatch } from "../api.js";
import { findMatch, forgetMatch, inheritSeats, keepMatch, matches, prefs, remember } from "../prefs.js";
import { Board } from "../boards/board.js";
import { DRAWINGS } from "../boards/all.js";
import { sampleView } from "./sample.js";
import { follow, once } from "../router.js";
import { openRecord } from "./open.js";
import { SIDES, isMachine, levelWord, other, quickSetup, seatName, sideName } from "./words.js";
import { outcomeWords, summary } from "./result.js";

/** Rows that a list of games shows before it is asked for all. */
const ROWS = 8;

/** How many of the finished games with somebody else are asked about: they may
 *  have gone on without this device, or wait for its answer. */
const ASKED = 5;

export async function home({ go }) {
  const list = await games();
  const stops = [];
  const notice = h("p", { class: "home-notice", role: "alert" });
  const begin = once(async (game) => {
    try {
      const made = await createQuick(game);
      keepMatch(made.id, { game: game.id, seats: { first: made.secrets.first } });
      await go(`/play/${made.id}`);
    } catch (problem) {
      notice.textContent = t(problem.reason?.id ?? "page-trouble", problem.reason?.args);
    }
  });
  // Who comes back to the page wants to know whose turn it is by now.
  let own = mine(list);
  const again = () => {
    if (document.visibilityState !== "visible" || own.contains(document.activeElement)) return;
    const fresh = mine(list);
    own.replaceWith(fresh);
    own = fresh;
  };
  document.addEventListener("visibilitychange", again);
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
              }, h("span", { class: "table-play", "aria-hidden": "true" }, icon("begin"), t("page-play-now"))),
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
            h(
              "a",
              { class: "table-rules", href: `/help/${game.id}`, onclick: follow(`/help/${game.id}`) },
              t("page-game-rules"),
              h("span", { class: "unseen" }, ` · ${name}`),
            ),
          );
        }),
    ),
    own,
    toWatch(list),
    openRecord({ go }),
    h(
      "p",
      { class: "home-help" },
      h("a", { href: "/help", onclick: follow("/help") }, t("page-help-title")),
    ),
  );
  const leave = () => {
    document.removeEventListener("visibilitychange", again);
    stops.forEach((stop) => stop());
  };
  return { name: "home", title: "", element, leave };
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

/** A game with everything as it was the last time. Rules that are refused
 *  today are forgotten: the game then begins as it usually does. */
async function createQuick(game) {
  try {
    return await create(quickSetup(game));
  } catch (problem) {
    if (problem.status !== 422 || prefs.rules?.[game.id] === undefined) throw problem;
    remember({ rules: { ...prefs.rules, [game.id]: undefined } });
    return create(quickSetup(game));
  }
}

/** The games this device has a part in: those that go on, then the others. */
function mine(games) {
  const kept = matches().filter(
    ({ game, seats, links }) =>
      DRAWINGS[game ?? ""] && Object.keys(seats).length + Object.keys(links ?? {}).length,
  );
  const going = h("ul", {});
  const over = h("ul", {});
  const finished = h("details", { class: "going-over" }, h("summary", {}, t("page-game-over-list")), over);
  const section = h(
    "section",
    { class: "going", "aria-labelledby": "going" },
    h("h2", { id: "going" }, t("page-in-progress")),
    going,
    finished,
  );
  const count = () => {
    finished.hidden = !over.children.length;
    section.hidden = !going.children.length && !over.children.length;
  };
  let ask = ASKED;
  const add = (entry) => {
    const detail = h("span", { class: "going-detail" });
    const item = h("li", {}, gameLink(entry.id, entry.game, detail));
    (entry.over ? over : going).append(item);
    const game = games.find(({ id }) => id === entry.game);
    const known = entry.over && entry.last;
    if (known) describe(detail, game, entry, known);
    if (!known || (withPeople(entry, known) && ask-- > 0))
      readMatch(entry.id).then(
        (match) => {
          if (match.outcome && !known) keepMatch(entry.id, { over: true, last: summary(match) });
          // What waits for an answer is not put away.
          const place = match.outcome && !offered(entry, match) ? over : going;
          if (item.parentNode !== place) place.prepend(item);
          describe(detail, game, entry, match);
          if (match.next && !findMatch(match.next))
            going.prepend(add(keepMatch(match.next, { game: entry.game, ...inheritSeats(entry, match) })));
          count();
        },
        (problem) => {
          if (problem.status !== 404) return;
          // Perhaps another server answers at this address today: the seat's
          // secret exists nowhere else, so only its owner throws it away.
          detail.textContent = t("page-not-here");
          const forget = () => {
            forgetMatch(entry.id);
            item.remove();
            count();
          };
          const label = t("page-forget-of", { game: t(`game-${entry.game}`) });
          const button = { type: "button", class: "quiet", "aria-label": label, onclick: forget };
          item.append(h("button", button, t("page-forget")));
        },
      );
    return item;
  };
  for (const entry of kept) add(entry);
  for (const list of [going, over]) shorten(list);
  count();
  return section;
}

/** Whether somebody else plays too, with a link of their own. */
const withPeople = (entry, { seats }) =>
  seats.some((seat, i) => !isMachine(seat) && !entry.seats[SIDES[i]]);

/** What the other side asks for, when the answer is this device's alone. */
function offered({ seats }, match) {
  const [side, both] = SIDES.filter((one) => seats[one]);
  if (!side || both || match.next) return null;
  return Object.keys(match.offers).find((offer) => match.offers[offer] === other(side)) ?? null;
}

function describe(detail, game, entry, match) {
  const mySides = SIDES.filter((side) => entry.seats[side]);
  if (!mySides.length && !match.outcome && !match.moves.length) {
    detail.textContent = t("page-waiting-both");
    return;
  }
  const others = SIDES.filter((side) => !mySides.includes(side)).map((side) =>
    seatName(game, match, side, null, mySides.length !== 1),
  );
  // What was kept of a finished game is their number alone.
  const moves = Array.isArray(match.moves) ? match.earlier + match.moves.length : match.moves;
  detail.textContent = [
    ...(others.length ? [t("page-game-against", { who: others.join(" · ") })] : []),
    t("page-moves-played", { count: moves }),
    stands(game, entry, match, mySides),
  ].join(" · ");
}

/** How a match stands for whoever has these sides. */
function stands(game, entry, match, sides) {
  // What a device keeps of a finished game knows of no offers.
  const offer = match.offers && offered(entry, match);
  if (offer) return t(`page-offer-${offer}`, { side: seatName(game, match, other(sides[0]), null) });
  if (match.outcome) return outcomeWords(match, sides);
  if (match.agreement) return t("page-settle-list");
  if (sides.includes(match.turn)) return t("page-your-turn");
  return t("page-turn", { side: sideName(match.game, match.turn) });
}

/** Shows the first rows of a long list, and a button for the others. */
function shorten(list) {
  const rest = [...list.children].slice(ROWS);
  if (!rest.length) return;
  for (const item of rest) item.hidden = true;
  const all = h(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        for (const item of rest) item.hidden = false;
        rest[0].querySelector("a").focus();
        all.remove();
      },
    },
    t("page-all-shown"),
  );
  list.after(all);
}

/** Games that anyone may watch, when there are any. */
function toWatch(games) {
  const section = h(
    "section",
    { class: "going", "aria-labelledby": "watch", hidden: true },
    h("h2", { id: "watch" }, t("page-to-watch")),
  );
  listedMatches().then(
    (listed) => {
      const open = listed.filter((match) => !match.over && DRAWINGS[match.game]);
      section.hidden = open.length === 0;
      const list = h(
        "ul",
        {},
        open.map(({ id, game, rules }) => {
          const detail = h("span", { class: "going-detail" }, rules);
          readMatch(id).then((match) => (detail.textContent = watched(games, match)), () => {});
          return h("li", {}, gameLink(id, game, detail));
        }),
      );
      section.append(list);
      shorten(list);
    },
    () => {},
  );
  return section;
}

/** Who plays, and how far they are. */
function watched(games, match) {
  const game = games.find(({ id }) => id === match.game);
  const names = SIDES.map((side) => seatName(game, match, side, null, true));
  return [names.join(" – "), t("page-moves-played", { count: match.earlier + match.moves.length })].join(" · ");
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
