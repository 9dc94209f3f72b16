// A whole evening: two people, one with a phone on a bad line, three games, a
// rematch, a draw, a server that restarts, a reload each and a lost
// connection. Both end in the same place, with the same words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, count, playCell, tableForTests, untilAtRest, untilCount, untilPlayed } from "./harness.mjs";

const table = tableForTests();
const NETWORK = /WebSocket connection|ERR_|Failed to load resource/;
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

/** Ana makes a game by link in the set-up; Bea opens the link on her phone. */
async function invite(ana, bea, game) {
  await ana.goto(`${table.server.base}/new/${game}`);
  await ana.locator(".seat-choice").nth(1).locator("label", { hasText: "Por enlace" }).click();
  await ana.getByRole("button", { name: "Empezar" }).click();
  const link = new URL(await ana.locator(".invite input").inputValue());
  await bea.goto(`${table.line.base}${link.pathname}${link.hash}`);
  await bea.locator(".seat-near .seat-name", { hasText: "Tú" }).waitFor();
  await ana.locator(".seat-far .seat-state", { hasText: "aún no llega" }).waitFor({ state: "detached" });
  return link.pathname.split("/").pop();
}

async function tap(page, key) {
  await untilAtRest(page);
  const before = await count(page.locator(".move-list li"));
  const box = await cell(page, key).boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await untilPlayed(page, before + 1);
}

/** Plays moves in turn, each waited for on both sides. */
async function alternate(ana, bea, keys, first = "ana") {
  let [now, next] = first === "ana" ? ["ana", "bea"] : ["bea", "ana"];
  for (const key of keys) {
    const before = await count(ana.locator(".move-list li"));
    if (now === "ana") await playCell(ana, key);
    else await tap(bea, key);
    for (const page of [ana, bea]) await untilPlayed(page, before + 1);
    [now, next] = [next, now];
  }
}

/** What a page shows: the board, the moves, and what is said above them. */
const shown = (page) =>
  page.evaluate(() => ({
    cells: [...document.querySelectorAll(".board-grid [role=gridcell]")].map((one) => one.getAttribute("aria-label")),
    moves: [...document.querySelectorAll(".move-list li")].map((one) => one.textContent),
    score: [...document.querySelectorAll(".seat")]
      .map((one) => [one.getAttribute("aria-label"), one.querySelector(".seat-score").textContent].join())
      .sort(),
  }));

async function same(ana, bea, id) {
  const ended = '.notice[data-tone="result"]';
  for (const page of [ana, bea]) await page.waitForSelector(ended);
  assert.deepEqual(await shown(ana), await shown(bea));
  const { outcome } = await table.server.get(`/api/matches/${id}`);
  assert.ok(outcome);
  return outcome;
}

const press = (page, name) => page.getByRole("button", { name }).first().click();

test("an evening of two people", async () => {
  const ana = await table.open("/", { expects: NETWORK });
  const bea = await table.open("/", { line: table.line, expects: NETWORK, ...PHONE });

  // Connect 4; Bea's router forgets her, and nobody loses by it.
  const first = await invite(ana, bea, "connect4");
  await alternate(ana, bea, ["6-1", "6-2", "5-1", "5-2"]);
  table.line.forget();
  await playCell(ana, "4-1");
  await untilPlayed(bea, 5);
  await alternate(ana, bea, ["4-2", "3-1"], "bea");
  assert.deepEqual(await same(ana, bea, first), { winner: "first", reason: "play" });

  // The rematch, sides swapped; Bea reloads; they agree on a draw.
  await press(ana, /^Revancha/);
  await press(bea, /[Rr]evancha/);
  for (const page of [ana, bea]) await page.waitForURL((url) => !url.pathname.endsWith(first));
  await bea.locator(".cell.can-play").first().waitFor({ state: "attached" });
  const rematch = new URL(bea.url()).pathname.split("/").pop();
  await alternate(ana, bea, ["6-4", "6-3"], "bea");
  await bea.reload();
  await untilPlayed(bea, 2);
  await bea.locator(".cell.can-play").first().waitFor({ state: "attached" });
  await press(ana, "Tablas");
  await press(ana, /Ofrecer/);
  await press(bea, "Aceptar");
  assert.deepEqual(await same(ana, bea, rematch), { winner: null, reason: "agreement" });

  // Othello; the server goes down and comes back; Ana reloads; Bea resigns.
  const second = await invite(ana, bea, "othello");
  await alternate(ana, bea, ["d3", "c3"]);
  await table.server.kill();
  await table.server.up();
  await ana.reload();
  for (const page of [ana, bea]) await untilPlayed(page, 2);
  await alternate(ana, bea, ["c4"]);
  await bea.locator(".cell.can-play").first().waitFor({ state: "attached" });
  await press(bea, "Rendirse");
  await press(bea, /rindo/);
  assert.deepEqual(await same(ana, bea, second), { winner: "first", reason: "resignation" });

  // Dots and Boxes is left for tomorrow: it is what Home shows them both.
  const third = await invite(ana, bea, "dots");
  await alternate(ana, bea, ["1-1-h"]);
  for (const [page, base, turn] of [
    [ana, table.server.base, false],
    [bea, table.line.base, true],
  ]) {
    await page.goto(base);
    const going = page.locator("section[aria-labelledby=going] > ul > li");
    await going.filter({ hasText: /1 jugada/ }).waitFor();
    await untilCount(going, 1);
    assert.equal(await going.locator("a").getAttribute("href"), `/play/${third}`);
    assert.equal(/Es tu turno/.test(await going.innerText()), turn);
  }
});
