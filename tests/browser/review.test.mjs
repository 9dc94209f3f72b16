// After a game: the review, walked through by mouse, finger and keyboard, in
// both languages, on a screen and on a phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { count, seat, tableForTests, untilCount, untilNotice } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const table = tableForTests();

const HERE = [{ kind: "here" }, { kind: "here" }];
const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

/** The second side does not stop the three in a column. */
const LOST = ["1", "4", "1", "4", "1", "7", "1"];

/** A finished game on the page's screen. */
async function finished(page, game = "connect4", rules = "", plays = LOST, resign = false) {
  const { server } = table;
  const made = await seat(page, server, { game, rules, seats: HERE });
  for (const [seq, play] of plays.entries()) {
    const { turn } = await server.get(`/api/matches/${made.id}`);
    const path = `/api/matches/${made.id}/moves`;
    const { status, body } = await server.post(path, { play, seq }, made.secrets[turn]);
    assert.equal(status, 200, JSON.stringify(body));
  }
  if (resign) await server.post(`/api/matches/${made.id}/resign`, {}, made.secrets.first);
  await untilCount(page.locator('.notice[data-tone="result"]'), 1);
  return made;
}

const reviewButton = (page) => page.locator(".actions").getByRole("button", { name: /^(Revisar|Review)$/ });

/** Opens the review and waits until the last move is judged. */
async function reviewed(page, press = (button) => button.click()) {
  await press(reviewButton(page));
  await page.locator(".review-progress.done").waitFor({ state: "attached" });
}

const value = (page) => page.locator(".review-graph").getAttribute("aria-valuenow");

/** Waits until the position after so many moves is looked at. */
const untilAt = (page, ply) =>
  page.waitForFunction(
    (wanted) => document.querySelector(".review-graph").ariaValueNow === String(wanted),
    ply,
  );

/** Tells of everything that moves by itself from now on. */
const watchShifts = (page) =>
  page.evaluate(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries())
        if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => node?.className)]);
    }).observe({ type: "layout-shift" });
  });

for (const [locale, words] of [
  ["es", { class: "error grave", better: "Mejor", line: /Mejor línea, jugada 1/, reason: /gane enseguida/ }],
  ["en", { class: "blunder", better: "Better", line: /Better line, move 1/, reason: /win at once/ }],
]) {
  test(`a game is reviewed with the mouse: ${locale}`, async () => {
    const page = await table.open("/", { locale });
    await finished(page);
    await watchShifts(page);
    await reviewed(page);
    // The dearest mistake comes first; it says why, in words and on the board.
    const mistakes = page.locator(".review-mistake");
    assert.ok((await count(mistakes)) >= 1);
    await mistakes.first().click();
    await untilNotice(page, new RegExp(words.class));
    await page.locator(".review-reasons li").first().waitFor();
    assert.ok((await count(page.locator(".place-mark"))) >= 1, "what the reason speaks of is ringed");
    assert.equal(await count(page.locator(".hint-mark")), 1, "and the better move pointed at");
    // The last blunder lets the rival win at once.
    await page.locator(".move-list .move").nth(5).click();
    await untilNotice(page, /^6\./);
    assert.match(await page.locator(".review-reasons").innerText(), words.reason);
    const mark = page.locator(".move-list .move").nth(5).locator(".move-mark [aria-hidden]");
    assert.equal(await mark.innerText(), "??");
    // The better line, step by step, and back.
    assert.ok((await page.locator(".review-better").innerText()).startsWith(words.better));
    await page.locator(".review-step").first().click();
    await untilNotice(page, words.line);
    assert.equal(await count(page.locator(".board .c4-piece")), 6, "five that were played and the better one");
    await page.keyboard.press("ArrowRight");
    await untilNotice(page, /2/);
    await page.locator(".notice-actions button").click();
    await untilNotice(page, /^6\./);
    // The graph is walked along by clicking on it.
    const box = await page.locator(".review-graph").boundingBox();
    await page.mouse.click(box.x + 2, box.y + box.height / 2);
    await untilNotice(page, /^1\./);
    const shifts = await page.evaluate(() => window.shifts);
    assert.deepEqual(shifts, [], "something moved by itself");
    await page.locator(".review-head > button").click();
    assert.equal(await count(page.locator(".move-list .move-mark")), 0);
    assert.ok(!(await page.locator(".review").isVisible()));
  });
}

test("a game is reviewed with the keyboard alone, and read as a table", async () => {
  const page = await table.open("/");
  await finished(page);
  await reviewed(page, (button) => button.press("Enter"));
  const graph = page.locator(".review-graph");
  assert.ok(await graph.evaluate((node) => node === document.activeElement), "the focus is on the graph");
  assert.equal(await value(page), "7");
  await page.keyboard.press("PageUp");
  await untilAt(page, 6);
  assert.match(await graph.getAttribute("aria-valuetext"), /Rojas 7.*error grave/);
  await page.keyboard.press("ArrowLeft");
  await untilAt(page, 5);
  await page.keyboard.press("Home");
  await untilAt(page, 0);
  await page.keyboard.press("PageDown");
  await untilAt(page, 1);
  // On to the better line, along it and out of it.
  await page.locator(".review-step").first().focus();
  await page.keyboard.press("Enter");
  await untilNotice(page, /Mejor línea, jugada 1/);
  await page.keyboard.press("ArrowRight");
  await untilNotice(page, /Mejor línea, jugada 2/);
  const rows = page.locator(".review tbody tr");
  assert.equal(await count(rows), LOST.length);
  assert.match(await rows.nth(5).innerText(), /6\. Rojas 7.*pierde.*error grave/s);
});

test("on a phone the review fits and is walked through with a finger", async () => {
  const page = await table.open("/", PHONE);
  await finished(page);
  await reviewed(page, (button) => button.tap());
  const faults = () =>
    page.evaluate(() => {
      const found = [];
      const root = document.documentElement;
      if (root.scrollWidth > root.clientWidth) found.push("scrolls sideways");
      if (root.scrollHeight > root.clientHeight) found.push(`is ${root.scrollHeight} px high`);
      const board = document.querySelector(".board").getBoundingClientRect();
      if (board.width < 200) found.push(`the board is ${board.width} px wide`);
      for (const control of document.querySelectorAll(".review button, .review-graph")) {
        const { width, height, bottom, right } = control.getBoundingClientRect();
        if (width < 24 || height < 24) found.push(`${control.className} is ${width}×${height}`);
        const inside = control.closest(".review-why");
        if (!inside && (bottom > root.clientHeight || right > root.clientWidth)) found.push(`${control.className} is out of view`);
      }
      return found;
    });
  assert.deepEqual(await faults(), []);
  await page.locator(".review-mistake").first().tap();
  await page.locator(".review-reasons li").first().waitFor();
  assert.deepEqual(await faults(), []);
  await page.locator(".review-step").nth(1).tap();
  await untilNotice(page, /Mejor línea, jugada 2/);
  await page.locator(".review-steps button").nth(1).tap();
  await untilNotice(page, /Mejor línea, jugada 1/);
  await page.locator(".review-head > button").tap();
  assert.ok(await page.locator(".actions").isVisible());
});

test("on a phone on its side the reason of a mistake is whole", async () => {
  const page = await table.open("/", { ...PHONE, viewport: { width: 667, height: 375 } });
  await finished(page);
  await reviewed(page, (button) => button.tap());
  await page.locator(".review-mistake").first().tap();
  await page.locator(".review-reasons li").first().waitFor();
  const cut = await page.locator(".review-why").evaluate((why) => why.scrollHeight - why.clientHeight);
  assert.ok(cut <= 1, `${cut} px have to be scrolled to`);
});

test("every game has a review, and axe-core finds nothing in it", async () => {
  for (const [game, rules, plays] of [
    ["othello", "", ["d3", "c5", "f6", "f5", "e6", "e3"]],
    ["dots", "size=2x2", ["1-1-h", "1-1-v", "2-1-h", "1-2-v"]],
    ["go", "size=5", ["C3", "C4", "D4", "B3"]],
  ]) {
    for (const [locale, colorScheme, width] of [
      ["es", "light", 375],
      ["en", "dark", 1280],
    ]) {
      const page = await table.open("/", { locale, colorScheme, viewport: { width, height: 800 } });
      await finished(page, game, rules, plays, true);
      await reviewed(page);
      await page.keyboard.press("PageUp");
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      const found = violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`);
      assert.deepEqual(found, [], `${game} ${locale} ${width}`);
      assert.equal(await count(page.locator(".review tbody tr")), plays.length);
    }
  }
});

test("a review goes on when the line was lost", async () => {
  const page = await table.open("/", { expects: /WebSocket/ });
  const { id } = await finished(page, "go", "size=9", ["E5", "C3", "G7", "C7", "G3", "E3"], true);
  await page.goto(`${table.line.base}/play/${id}`);
  await reviewButton(page).click();
  table.line.cut();
  await page.locator(".review-progress.done").waitFor({ state: "attached" });
  assert.equal(await count(page.locator(".review tbody tr")), 6);
});
