// Bad networks: a line that dies in silence, is slow, is cut; and what the
// page does so that nobody loses a game in front of a frozen board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clickCell, playCell, played, tableForTests, untilAtRest, untilNotice, untilPlayed } from "./harness.mjs";

const table = tableForTests();
const { open } = table;
const NETWORK = /WebSocket connection|ERR_|Failed to load resource/;
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

/** Two people at one table: Ana straight to the server, Bea by phone over the line. */
async function sit(game, more = {}) {
  const made = (
    await table.server.post("/api/matches", {
      game,
      seats: [
        { kind: "link", name: "Ana" },
        { kind: "link", name: "Bea" },
      ],
      ...more,
    })
  ).body;
  const ana = await open(`/play/${made.id}#${made.secrets.first}`, { expects: NETWORK });
  const bea = await open(`/play/${made.id}#${made.secrets.second}`, { line: table.line, expects: NETWORK, ...PHONE });
  for (const page of [ana, bea]) await untilNotice(page, /turno|Turno/i);
  return { made, ana, bea };
}

test("a waiting page notices that its connection died in silence, and catches up", async () => {
  const { ana, bea } = await sit("connect4", { clock: { main: 600, increment: 0 } });
  table.line.forget();
  await playCell(ana, "1-4");
  // Nothing tells her page; it asks by itself, and is told of the move.
  await untilPlayed(bea, 1);
  await untilNotice(bea, /Es tu turno/);
  await bea.touchscreen.tap(...(await middle(bea, "1-1")));
  await untilPlayed(ana, 2);
});

test("while the line is silent the page says so, and comes back by itself", async () => {
  const { ana, bea } = await sit("othello");
  table.line.silenced = true;
  await untilNotice(bea, /Sin conexión/);
  await playCell(ana, "d3");
  table.line.silenced = false;
  table.line.cut();
  await untilPlayed(bea, 1);
  await untilNotice(bea, /Es tu turno/);
});

test("a line that is cut in the middle of a move plays it once", async () => {
  const { ana, bea, made } = await sit("dots", { rules: "size=3x3" });
  table.line.delay = 300;
  await clickCell(ana, "1-1-h");
  await untilPlayed(bea, 1);
  await bea.touchscreen.tap(...(await middle(bea, "2-2-h")));
  table.line.cut();
  table.line.delay = 0;
  for (const page of [ana, bea]) await untilPlayed(page, 2);
  assert.equal((await table.server.get(`/api/matches/${made.id}`)).moves.length, 2);
});

test("what the server will not read is not sent for ever, and a field takes no novels", async () => {
  const { ana, made } = await sit("go", { rules: "size=9" });
  assert.ok((await ana.locator(".typed input").getAttribute("maxlength")) <= 100);
  // Put in by force, as a paste of an old page would: one farewell, then peace.
  await ana.locator(".typed input").evaluate((input) => {
    input.removeAttribute("maxlength");
    input.value = "x".repeat(5000);
  });
  await ana.locator(".typed input").press("Enter");
  await untilNotice(ana, /Sin conexión/);
  await untilNotice(ana, /Es tu turno/);
  await playCell(ana, "E5");
  assert.deepEqual(
    (await table.server.get(`/api/matches/${made.id}`)).moves.map(({ play }) => play),
    ["E5"],
  );
});

test("a server that accepts and hangs up is not stormed", async () => {
  const { bea } = await sit("connect4");
  // What matters is how long the page means to wait, so no time has to pass.
  await bea.evaluate(() => {
    window.waits = [];
    const real = setTimeout;
    window.setTimeout = (act, time, ...args) => {
      const backOff = [500, 1000, 2000].includes(time);
      if (backOff) window.waits.push(time);
      return real(act, backOff ? 0 : time, ...args);
    };
    const Real = WebSocket;
    window.WebSocket = class extends Real {
      constructor(...args) {
        super(...args);
        // Welcomed, and then gone before it has held.
        this.addEventListener("message", () => this.close(), { once: true });
      }
    };
  });
  table.line.cut();
  await bea.waitForFunction(() => window.waits.length >= 3);
  assert.deepEqual(
    await bea.evaluate(() => window.waits.slice(-3)),
    [500, 1000, 2000],
  );
});

/** How many matches the server has made. */
async function matchesMade() {
  const metrics = await fetch(`${table.server.base}/metrics`).then((answer) => answer.text());
  return Number(/sobremesa_matches_total (\d+)/.exec(metrics)[1]);
}

test("on a slow line Start and a board of Home make one game, and a double click is one move", async () => {
  table.line.delay = 150;
  let before = await matchesMade();
  const page = await open("/new/connect4", { line: table.line, expects: NETWORK });
  await page.getByRole("button", { name: "Empezar" }).dblclick();
  await page.waitForSelector(".board-grid");
  assert.equal(await matchesMade(), before + 1, "Start");
  table.line.delay = 0;
  before = await matchesMade();
  await page.goto(table.line.base);
  await page.locator(".table-start").nth(1).dblclick();
  await page.waitForSelector(".board-grid");
  await untilNotice(page, /Es tu turno/);
  assert.equal(await matchesMade(), before + 1, "Home");
  await untilAtRest(page);
  assert.equal(await played(page), 0, "the second click of the double click is no move");
});

test("on a slow line a record is opened once, and played on from once", async () => {
  const page = await open("/", { line: table.line, expects: NETWORK });
  await page.getByText("Abrir una partida guardada").click();
  await page.locator(".open-record textarea").fill("(;GM[1]SZ[5];B[cc];W[bb])");
  table.line.delay = 150;
  let before = await matchesMade();
  await page.getByRole("button", { name: "Abrir", exact: true }).dblclick();
  await untilPlayed(page, 2);
  assert.equal(await matchesMade(), before + 1, "the record");
  before = await matchesMade();
  const opened = page.url();
  await page.locator(".action-more summary").click();
  await page.getByRole("button", { name: "Seguir jugando desde aquí" }).dblclick();
  await page.waitForURL((url) => url.href !== opened);
  await untilPlayed(page, 2);
  table.line.delay = 0;
  assert.equal(await matchesMade(), before + 1, "playing on");
});

test("a double click or a double tap drops one piece, with both seats here too", async () => {
  for (const touch of [false, true]) {
    const made = (
      await table.server.post("/api/matches", { game: "connect4", seats: [{ kind: "here" }, { kind: "here" }] })
    ).body;
    const page = await open(`/play/${made.id}#${made.secrets.first}.${made.secrets.second}`, {
      expects: NETWORK,
      ...(touch ? PHONE : {}),
    });
    await untilNotice(page, /Turno/);
    await untilAtRest(page);
    const [x, y] = await middle(page, "6-4");
    if (touch) {
      await page.touchscreen.tap(x, y);
      await untilPlayed(page, 1);
      await page.touchscreen.tap(x, y);
    } else await page.mouse.dblclick(x, y, { delay: 20 });
    await untilPlayed(page, 1);
    await untilAtRest(page);
    assert.equal((await table.server.get(`/api/matches/${made.id}`)).moves.length, 1);
    await playCell(page, "6-4");
  }
});

/** The middle of a cell on the screen. */
async function middle(page, key) {
  await untilAtRest(page);
  const box = await page.locator(`.board-grid [data-key="${key}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
