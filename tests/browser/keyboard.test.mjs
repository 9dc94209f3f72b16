// Each game against the machine with the keyboard alone, to its end: nothing
// here touches the mouse, and every step is checked by where the focus is.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  noticeText,
  over,
  playable,
  played,
  seat,
  tableForTests,
  untilNotice,
  untilPlayed,
  untilQuestion,
} from "./harness.mjs";

const table = tableForTests();
const { open } = table;
let page;

const focusedKey = () => page.evaluate(() => document.activeElement?.dataset?.key ?? null);

/** Presses Tab until the focus is where `found` says. */
async function tabTo(found, limit = 60) {
  for (let i = 0; i < limit; i++) {
    if (await page.evaluate(found)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`not reached with ${limit} tabs: ${found}`);
}

/** The arrow keys that lead from one cell to another: a search over the grid
 *  as the screen shows it. */
function route(from, to) {
  return page.evaluate(
    ([start, goal]) => {
      const rows = [...document.querySelectorAll(".board-grid [role=row]")].map((row) => [...row.children]);
      const place = new Map(rows.flatMap((row, r) => row.map((cell, c) => [cell.dataset.key, [r, c]])));
      const middle = (cell) => parseFloat(cell.style.left) + parseFloat(cell.style.width) / 2;
      const step = (key, down, right) => {
        const [r, c] = place.get(key);
        if (right) return rows[r][c + right]?.dataset.key;
        for (let i = r + down; rows[i]; i += down) {
          const found = rows[i].find((cell) => Math.abs(middle(cell) - middle(rows[r][c])) < 0.01);
          if (found) return found.dataset.key;
        }
      };
      const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      const paths = new Map([[start, []]]);
      for (const key of paths.keys()) {
        if (key === goal) return paths.get(key);
        for (const [name, [down, right]] of Object.entries(KEYS)) {
          const next = step(key, down, right);
          if (next && !paths.has(next)) paths.set(next, [...paths.get(key), name]);
        }
      }
      return null;
    },
    [from, to],
  );
}

/** Walks to a cell with the arrows and plays there. */
async function playByKeys(key) {
  const from = await focusedKey();
  const keys = await route(from, key);
  assert.ok(keys, `no way from ${from} to ${key}`);
  for (const name of keys) await page.keyboard.press(name);
  assert.equal(await focusedKey(), key, "the arrows lead where the eye expects");
  const before = await played(page);
  await page.keyboard.press(key.length % 2 ? "Enter" : "Space");
  await page.waitForFunction((count) => document.querySelectorAll(".move-list li").length > count, before);
  // In one look, because the machine's answer may end the game and take the focus.
  const focused = await page.evaluate(() =>
    document.querySelector('.notice[data-tone="result"]') ? null : document.activeElement?.dataset?.key,
  );
  if (focused !== null) assert.equal(focused, key, "the focus stays on the board");
}

/** Until it is the person's turn, if only to pass, or the game is over. */
async function untilMyTurn() {
  await page.waitForSelector('.notice[data-tone="result"], .cell.can-play, .question button');
}

const inBoard = () => Boolean(document.activeElement?.dataset?.key);

test("from the home page to the first move without a mouse", async () => {
  page = await open("/");
  await page.waitForSelector(".table-start");
  await tabTo(() => document.activeElement.matches('.table-start[aria-label*="Conecta 4"]'));
  await page.keyboard.press("Enter");
  await page.waitForSelector(".board-grid");
  await tabTo(inBoard);
  await playByKeys("3-4");
  // One tab leaves the board, one returns: it is a single stop.
  await page.keyboard.press("Tab");
  assert.equal(await focusedKey(), null);
  await page.keyboard.press("Shift+Tab");
  assert.equal(await focusedKey(), "3-4");
  await page.keyboard.press("Home");
  assert.equal(await focusedKey(), "3-1");
  await page.keyboard.press("End");
  assert.equal(await focusedKey(), "3-7");
  await page.keyboard.press("PageUp");
  assert.equal(await focusedKey(), "1-7");
  await page.keyboard.press("PageDown");
  assert.equal(await focusedKey(), "6-7");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /6, 7, /);
});

async function against(game, rules, level = 0) {
  page = await open("/");
  await seat(page, table.server, { game, rules, seats: [{ kind: "here" }, { kind: "machine", level }] });
  await untilMyTurn();
  await tabTo(inBoard);
}

test("Connect 4 against the machine", async () => {
  await against("connect4", "");
  while (!(await over(page))) {
    const columns = await playable(page);
    if (columns.length) await playByKeys(columns[(await played(page)) % columns.length]);
    await untilMyTurn();
  }
  assert.match(await noticeText(page), /Ganaste|Ganó la máquina|Empate/);
  assert.match(await page.locator("#said").textContent(), /Ganaste|Ganó la máquina|Empate/, "the result is announced");
});

test("Dots and Boxes against the machine", async () => {
  await against("dots", "size=3x3", 1);
  while (!(await over(page))) {
    const lines = (await playable(page)).filter((key) => /[hv]$/.test(key));
    if (lines.length) await playByKeys(lines[Math.floor(lines.length / 3)]);
    await untilMyTurn();
  }
  assert.match(await noticeText(page), /(Ganaste|Ganó la máquina), \d–\d/);
});

test("Othello against the machine", async () => {
  await against("othello", "", 1);
  while (!(await over(page))) {
    const squares = await playable(page);
    if (squares.length) {
      if ((await focusedKey()) === null) await tabTo(inBoard);
      await playByKeys(squares[squares.length - 1]);
    } else {
      const before = await played(page);
      await tabTo(() => document.activeElement.matches(".question button"));
      await page.keyboard.press("Enter");
      await page.waitForFunction(
        (count) => document.querySelectorAll(".move-list li").length > count,
        before,
      );
    }
    await untilMyTurn();
  }
  assert.match(await page.locator("#said").textContent(), /(Ganaste|Ganó la máquina|Empate), \d+–\d+/);
});

test("Go against the machine, with typed moves too", async () => {
  await against("go", "size=4 komi=0");
  await playByKeys("B2");
  await untilMyTurn();
  // A typed move in small letters, then one that does not exist.
  const before = await played(page);
  const free = (await playable(page))[0];
  await tabTo(() => document.activeElement.matches(".typed input"));
  await page.keyboard.type(free.toLowerCase());
  await page.keyboard.press("Enter");
  await page.waitForFunction((count) => document.querySelectorAll(".move-list li").length > count, before);
  await untilMyTurn();
  if (!(await over(page))) {
    await page.keyboard.type("Z99");
    await page.keyboard.press("Enter");
    await untilNotice(page, /Z99/);
  }
  // Then play on, passing when nothing else is possible, until both have passed.
  for (let turn = 0; !(await over(page)); turn++) {
    assert.ok(turn < 200, "superko ends every game");
    const points = await playable(page);
    const before = await played(page);
    if (points.length && turn < 4) {
      if ((await focusedKey()) === null) await tabTo(inBoard);
      await playByKeys(points[turn % points.length]);
    } else {
      await tabTo(() => document.activeElement.matches(".seat .pass"));
      await page.keyboard.press("Enter");
      await page.waitForFunction(
        (count) => document.querySelectorAll(".move-list li").length > count,
        before,
      );
    }
    await untilMyTurn();
  }
  assert.match(await noticeText(page), /(Ganaste|Ganó la máquina|Empate), \d+–\d+/);
});

test("the moves are one stop, and the arrows lead through them", async () => {
  await against("connect4", "");
  for (const column of [1, 2, 3]) {
    await playByKeys(`6-${column}`);
    await untilMyTurn();
  }
  const onMove = () => document.activeElement.matches(".move");
  const number = () => page.evaluate(() => document.activeElement.querySelector(".move-number")?.textContent);
  const count = await played(page);
  await tabTo(onMove);
  assert.equal(await number(), String(count), "the Tab key stops at the move shown");
  await page.keyboard.press("Tab");
  assert.ok(!(await page.evaluate(onMove)), "and leaves the list from there");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Home");
  assert.equal(await number(), "1");
  await page.keyboard.press("ArrowDown");
  assert.equal(await number(), "2");
  await page.keyboard.press("Enter");
  await untilNotice(page, new RegExp(`Jugada 2 de ${count}`));
  await page.keyboard.press("ArrowUp");
  assert.equal(await number(), "1");
  await page.keyboard.press("End");
  assert.equal(await number(), String(count));
  // A move that was clicked is the stop as well.
  await page.locator(".move").first().click();
  await page.keyboard.press("Tab");
  assert.ok(!(await page.evaluate(onMove)), "one stop, however the list was entered");
});

test("undo against the machine takes back both moves; a hint points at a legal move", async () => {
  await against("othello", "", 1);
  await playByKeys("d3");
  await untilMyTurn();
  await untilPlayed(page, 2);
  await page.getByRole("button", { name: "Deshacer" }).press("Enter");
  await untilPlayed(page, 0);
  await page.getByRole("button", { name: "Pista" }).press("Enter");
  await untilNotice(page, /Prueba [A-H][1-8]: (parece|la partida)/);
  const hint = /Prueba ([A-H][1-8])/.exec(await noticeText(page))[1].toLowerCase();
  assert.ok((await playable(page)).includes(hint));
  assert.match(await page.locator(`[data-key="${hint}"]`).getAttribute("aria-label"), /pista/);
});

test("resigning asks first, in a place of its own", async () => {
  await against("connect4", "");
  await page.getByRole("button", { name: "Rendirse" }).press("Enter");
  await untilQuestion(page, /perdida/);
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Sí, me rindo/);
  await page.keyboard.press("Enter");
  await untilNotice(page, /Ganó la máquina por abandono/);
});

test("what is asked before the connection is there is not lost", async () => {
  page = await open("/");
  let welcome;
  const held = new Promise((resolve) => (welcome = resolve));
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage(async (message) => {
      await held;
      server.send(message);
    });
  });
  await seat(page, table.server, {
    game: "connect4",
    rules: "",
    seats: [{ kind: "here" }, { kind: "machine", level: 0 }],
  });
  await untilMyTurn();
  await page.getByRole("button", { name: "Rendirse" }).press("Enter");
  await untilQuestion(page, /perdida/);
  await page.keyboard.press("Enter");
  welcome();
  await untilNotice(page, /Ganó la máquina por abandono/);
});
