// Everything fits: at every size of window and for every shape of board, the
// whole board is in view, nothing scrolls sideways, and every control can be
// reached.

import assert from "node:assert/strict";
import { test } from "node:test";
import { playCell, resize, seat, tableForTests } from "./harness.mjs";
import { WINDOWS } from "./screens.mjs";

const table = tableForTests();

/** Usual shapes and the most extreme ones that the rules allow, with a first move. */
const SHAPES = [
  ["connect4", "size=6x7", "6-4"],
  ["connect4", "size=10x4", "10-2"],
  ["connect4", "size=1x32", "1-3"],
  ["connect4", "size=15x4", "15-2"],
  ["go", "size=9", "E5"],
  ["go", "size=19", "D4"],
  ["go", "size=25x5", "C3"],
  ["go", "size=5x25", "C3"],
  ["go", "size=1x25", "C1"],
  ["dots", "size=5x5", "1-1-h"],
  ["dots", "size=1x20", "1-1-h"],
  ["dots", "size=20x1", "1-1-h"],
  ["othello", "", "d3"],
];

const HERE = [
  { kind: "here", name: "Ana" },
  { kind: "here", name: "Bea" },
];

/** What is wrong with the page as it stands, in words. */
const faults = (page) =>
  page.evaluate(() => {
    const found = [];
    const root = document.documentElement;
    const [wide, high] = [root.clientWidth, root.clientHeight];
    if (root.scrollWidth > wide) found.push(`scrolls ${root.scrollWidth - wide} px sideways`);
    if (scrollY) found.push(`is scrolled by ${scrollY} px`);
    const place = (node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      return { left, top, right, bottom, text: [left, top, right, bottom].map(Math.round).join(" ") };
    };
    const board = place(document.querySelector(".board"));
    if (board.left < 0 || board.top < 0 || board.right > wide + 0.5 || board.bottom > high + 0.5)
      found.push(`the board is at ${board.text} of ${wide}×${high}`);
    // The bar under the thumb and the controls cover nothing and are covered by nothing.
    const controls = document.querySelectorAll(".move-steps button, .moves summary, .actions .action, .pass");
    for (const control of controls) {
      if (!control.checkVisibility()) continue;
      const at = place(control);
      const hit = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2);
      if (!hit || !(control.contains(hit) || hit.contains(control)))
        found.push(`${control.className || control.tagName} at ${at.text} is under ${hit?.className ?? "nothing"}`);
    }
    for (const seat of document.querySelectorAll(".seat")) {
      if (!seat.checkVisibility()) continue;
      const at = place(seat);
      if (at.bottom > high + 0.5) found.push(`a seat ends at ${at.bottom} of ${high}`);
      const apart =
        at.bottom <= board.top + 0.5 ||
        at.top >= board.bottom - 0.5 ||
        at.left >= board.right - 0.5 ||
        at.right <= board.left + 0.5;
      if (!apart) found.push(`a seat at ${at.text} lies on the board at ${board.text}`);
    }
    return found;
  });

for (const [game, rules, first] of SHAPES) {
  test(`${game} ${rules}: the board fits every window, and nothing hides a control`, async () => {
    const page = await table.open("/");
    await seat(page, table.server, { game, rules, seats: HERE, clock: { main: 600, increment: 5 } });
    await page.waitForSelector(".cell.can-play");
    await page.locator(`.cell[data-key="${first}"]`).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll(".move-list li").length > 0);
    for (const [width, height] of [...WINDOWS, [390, 844], [844, 390], [1024, 768], [768, 768]]) {
      await resize(page, width, height);
      const where = `${game} ${rules} at ${width}×${height}`;
      assert.deepEqual(await faults(page), [], where);
      const { board, place } = await page.evaluate(() => ({
        board: document.querySelector(".board").getBoundingClientRect().toJSON(),
        place: document.querySelector(".board-place").getBoundingClientRect().toJSON(),
      }));
      // As large as its place allows, and a place worth the name.
      const full = Math.max(board.width / place.width, board.height / place.height);
      assert.ok(full > 0.99, `${where}: the board fills ${full} of its place`);
      assert.ok(place.height >= 120 || board.width / place.width > 0.99, `${where}: ${place.height} px for the board`);
    }
  });
}

test("the menu can be reached whole at every size", async () => {
  const page = await table.open("/");
  await seat(page, table.server, { game: "go", rules: "size=9", seats: [HERE[0], { kind: "machine", level: 0 }] });
  await playCell(page, "E5");
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    await page.locator(".action-more summary").click();
    const menu = page.locator(".more-menu");
    const box = await menu.boundingBox();
    const at = `${width}×${height}: ${JSON.stringify(box)}`;
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, at);
    // Each of its entries can be scrolled to, and is then what a finger touches.
    for (const control of await menu.locator("button, a, input, select").all()) {
      if (!(await control.isVisible())) continue;
      await control.scrollIntoViewIfNeeded();
      assert.ok(
        await control.evaluate((node) => {
          const { left, top, width, height } = node.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return node.contains(hit) || hit?.contains(node);
        }),
        `${at}: ${await control.evaluate((node) => node.outerHTML)}`,
      );
    }
    await page.keyboard.press("Escape");
  }
});

test("a question covers neither the board nor a seat", async () => {
  const page = await table.open("/");
  await seat(page, table.server, { game: "othello", seats: HERE });
  await page.getByRole("button", { name: "Rendirse" }).click();
  await page.waitForSelector(".question button");
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    const [board, near, asked] = await Promise.all(
      [".board", ".seat-near", ".questions"].map((part) => page.locator(part).boundingBox()),
    );
    const apart = (one) =>
      one.y + one.height <= asked.y + 1 || asked.y + asked.height <= one.y + 1 || one.x + one.width <= asked.x + 1;
    assert.ok(apart(board), `${width}×${height}: the board ends at ${board.y + board.height}, asked at ${asked.y}`);
    assert.ok(apart(near), `${width}×${height}: the seat ends at ${near.y + near.height}, asked at ${asked.y}`);
  }
});

test("looking back by steps or by the list leaves the board in view", async () => {
  const page = await table.open("/");
  await seat(page, table.server, { game: "connect4", seats: HERE });
  for (const key of ["6-1", "6-2", "6-3", "6-5", "6-6", "6-7"]) await playCell(page, key);
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    await page.locator(".move-steps button").nth(1).click();
    await page.waitForFunction(() => document.querySelector('.move[aria-current="step"] .move-number').textContent === "5");
    assert.deepEqual(await faults(page), [], `${width}×${height}, one step back`);
    const summary = page.locator(".moves summary");
    const folded = await summary.isVisible();
    if (folded && !(await page.locator(".moves-drawer").evaluate((drawer) => drawer.open))) await summary.click();
    await page.locator(".move").nth(1).click();
    await page.waitForFunction(() => document.querySelector('.move[aria-current="step"] .move-number').textContent === "2");
    assert.deepEqual(await faults(page), [], `${width}×${height}, by the list`);
    await page.locator(".move-steps button").last().click();
    if (folded) await summary.click();
  }
});

test("on a tablet the edges of board, seats and bar are in line", async () => {
  const page = await table.open("/");
  await page.setViewportSize({ width: 768, height: 1024 });
  for (const [game, rules] of SHAPES.filter(([, rules]) => /^$|6x7|=9$|=19$|=5x5/.test(rules))) {
    await seat(page, table.server, { game, rules, seats: HERE });
    const edges = await page
      .locator(".board, .seat, .actions")
      .evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().left)));
    assert.equal(new Set(edges).size, 1, `${game} ${rules}: ${edges}`);
  }
});

test("beside an invitation what one can do is in view, and no word of the command is cut", async () => {
  const page = await table.open("/");
  await seat(page, table.server, { game: "connect4", seats: [HERE[0], { kind: "link" }] });
  await page.waitForSelector(".invite-local code span");
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    const hidden = await page.locator(".actions .action").evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return !(one.contains(hit) || hit?.contains(one));
        })
        .map((one) => one.textContent),
    );
    assert.deepEqual(hidden, [], `${width}×${height}`);
    const cut = await page
      .locator(".invite-local code span")
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height > 30).map((one) => one.textContent),
      );
    assert.deepEqual(cut, [], `${width}×${height}`);
  }
});

test("on the narrowest phone the head is one line, whatever the language is called", async () => {
  for (const locale of ["es", "en"]) {
    const page = await table.open("/", { locale, viewport: { width: 320, height: 568 } });
    await seat(page, table.server, { game: "connect4", seats: HERE });
    const [name, tools] = await page
      .locator(".top-name, .top-tools")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    assert.ok(tools.top < name.bottom && name.right <= tools.left, `${locale}: ${JSON.stringify([name, tools])}`);
  }
});

test("what the bar holds is called on one line, and no button beside a remark is broken", async () => {
  const page = await table.open("/", { locale: "en" });
  const machine = { kind: "machine", level: 0 };
  const show = (await table.server.post("/api/matches", { game: "dots", rules: "size=9x9", seats: [machine, machine] }))
    .body.id;
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.goto(`${table.server.base}/play/${show}`);
    await page.waitForSelector(".speed");
    const names = await page
      .locator(".actions .action > span, .actions .speed > span")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    assert.ok(Math.max(...names) - Math.min(...names) < 5, `${width}×${height}: ${names}`);
    await seat(page, table.server, { game: "connect4", seats: [HERE[0], { kind: "link" }] });
    const copy = await page.locator(".notice-actions button").first().boundingBox();
    assert.ok(copy.height < 40 * (width > 1920 ? 1.2 : 1), `${width}×${height}: a button ${copy.height} px high`);
  }
});

test("under the title of the set-up all stands in the middle", async () => {
  const page = await table.open("/new/go");
  await page.waitForSelector(".setup-games");
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    const middles = await page
      .locator(".setup h1, .setup-rules a, .setup-start button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => Math.round(left + right)));
    assert.ok(Math.max(...middles) - Math.min(...middles) <= 4, `${width}×${height}: ${middles}`);
  }
});

test("the lines of the help begin at one edge", async () => {
  const page = await table.open("/help");
  await page.waitForSelector(".help-page");
  for (const [width, height] of WINDOWS) {
    await resize(page, width, height);
    const edges = await page
      .locator(".help-page > h1, .help-page > .lead, .help-page > section > h2")
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    assert.equal(new Set(edges).size, 1, `${width}×${height}: ${edges}`);
  }
});
