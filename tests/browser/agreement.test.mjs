// Go after two passes: the proposed dead stones, marking, agreeing, playing on.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cell,
  clickCell,
  count,
  noticeText,
  over,
  played,
  seat,
  tableForTests,
  untilNotice,
  untilPlayed,
} from "./harness.mjs";

// Both sides have their eyes, and the black stone on F2 is dead.
const DIAGRAM = ".XXOO.\nX.XO.O\n.XXOOO\nXXXO..\n.XXO.X\nX.XO..\nturn=black\n";
const setup = (seats, rules = "size=6 komi=0.5 count=agreed") => ({
  game: "go",
  rules,
  position: DIAGRAM,
  seats,
});
// While the server is down the browser itself logs refused connections.
const NETWORK = /WebSocket connection|ERR_CONNECTION|Failed to load resource/;
const HERE = { kind: "here" };

const table = tableForTests();
const { open } = table;

/** Sits down at one device for the seats played here. */
const sit = async (page, ...setups) => seat(page, table.server, setup(...setups));

const button = (page, name) => page.locator(".questions").getByRole("button", { name });
const label = (page, key) => cell(page, key).getAttribute("aria-label");

async function pass(page) {
  const before = await played(page);
  await page.getByRole("button", { name: "Pasar" }).click();
  await untilPlayed(page, before + 1);
}

test("at one device: the proposal is shown, groups toggle by mouse, the count follows", async () => {
  const page = await open();
  await sit(page, [HERE, HERE]);
  const where = await page.locator(".board").boundingBox();
  await pass(page);
  await pass(page);
  await button(page, "De acuerdo").waitFor();
  assert.equal(await count(page.locator(".dead-mark")), 1);
  assert.match(await label(page, "F2"), /F2, piedra negra, muerta/);
  assert.match(
    await page.locator("#said").textContent(),
    /1 piedra marcada como muerta.*Negro = 18 · Blanco = 18,5/,
  );
  assert.deepEqual(await page.locator(".seat-score").allInnerTexts(), ["18,5", "18"]);
  assert.deepEqual(await page.locator(".board").boundingBox(), where, "nothing moves the board");

  await clickCell(page, "F2");
  await page.waitForFunction(() => !document.querySelector(".dead-mark"));
  assert.match(await label(page, "F2"), /F2, piedra negra$/);
  assert.deepEqual(await page.locator(".seat-score").allInnerTexts(), ["12,5", "19"]);
  await clickCell(page, "A4");
  await untilNotice(page, /Ahí no hay ninguna piedra/);
  await clickCell(page, "F2");
  await page.waitForSelector(".dead-mark");

  await button(page, "De acuerdo").click();
  await untilNotice(page, /Ganó Blanco, 18,5–18/);
  assert.equal(await count(page.locator(".dead-mark")), 1, "what was agreed stays visible");
  await page.reload();
  await untilNotice(page, /Ganó Blanco, 18,5–18/);
});

test("by keyboard alone: mark a group, play on, stop again and agree", async () => {
  const page = await open();
  await sit(page, [HERE, HERE], "size=6 komi=0.5 count=territory");
  const tabTo = async (found) => {
    for (let tries = 0; tries < 80; tries++) {
      if (await page.evaluate(found)) return;
      await page.keyboard.press("Tab");
    }
    assert.fail("not reached by Tab");
  };
  const passByKeys = async (count) => {
    await tabTo(() => document.activeElement.matches(".seat .pass"));
    await page.keyboard.press("Enter");
    await untilPlayed(page, count);
  };
  await passByKeys(1);
  await passByKeys(2);
  await page.waitForSelector(".dead-mark");
  assert.match(await page.locator("#said").textContent(), /Enter sobre una piedra marca su grupo/);
  await tabTo(() => document.activeElement.matches("[role=gridcell]"));
  // The board's stop is its middle, D3: Enter marks White's wall.
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".dead-mark").length === 11);
  assert.match(await page.locator("#said").textContent(), /11 piedras marcadas como muertas/);
  await tabTo(() => document.activeElement.textContent === "Seguir jugando");
  await page.keyboard.press("Enter");
  await untilPlayed(page, 0);
  await untilNotice(page, /El juego sigue/);
  await passByKeys(1);
  await passByKeys(2);
  await page.waitForSelector(".dead-mark");
  await tabTo(() => document.activeElement.textContent === "De acuerdo");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.notice[data-tone="result"]');
  assert.match(await noticeText(page), /Ganó Blanco, 9,5–5/, "territory and a prisoner");
});

// Ana and Beto pass; Ana agrees to the marks and waits for Beto.
async function bothPassOneAgrees(ana, beto) {
  await untilNotice(ana, /Es tu turno/);
  await pass(ana);
  await untilNotice(beto, /Es tu turno/);
  await pass(beto);
  await button(ana, "De acuerdo").click();
  await untilNotice(ana, /falta la otra parte/);
}

test("by link: both must agree to the same marks, through a killed server; a watcher only sees", async () => {
  const ana = await open("/", { expects: NETWORK });
  const made = await sit(ana, [HERE, { kind: "link" }]);
  const beto = await open(`/play/${made.id}#${made.secrets.second}`, { expects: NETWORK });
  const watcher = await open(`/play/${made.id}`, { expects: NETWORK });
  await bothPassOneAgrees(ana, beto);
  await untilNotice(beto, /está de acuerdo con estas marcas/);
  await untilNotice(watcher, /acuerdan las piedras muertas/);
  assert.equal(await count(watcher.locator(".notice button, .question button")), 0);
  await clickCell(watcher, "F2");
  await untilNotice(watcher, /Estás mirando/);

  await clickCell(beto, "D1");
  await ana.waitForFunction(() => document.querySelectorAll(".dead-mark").length > 1);
  await button(ana, "De acuerdo").waitFor();
  await table.server.kill();
  await untilNotice(ana, /Sin conexión/);
  await table.server.up();
  await untilNotice(ana, /Toca los grupos/);
  assert.ok((await count(ana.locator(".dead-mark"))) > 1, "the marks are kept");
  await untilNotice(beto, /Toca los grupos/);
  await clickCell(beto, "D3");
  await ana.waitForFunction(() => document.querySelectorAll(".dead-mark").length === 1);
  await button(ana, "De acuerdo").click();
  await untilNotice(beto, /está de acuerdo/);
  await button(beto, "De acuerdo").click();
  await untilNotice(beto, /Ganaste, [\d,]+–18/);
  for (const page of [ana, watcher]) await untilNotice(page, /Ganó Blanco, [\d,]+–18/);
});

test("against the machine: it keeps to its proposal, and plays the game out when disputed", async () => {
  const page = await open();
  await sit(page, [HERE, { kind: "machine", level: 6 }]);
  await page.getByRole("button", { name: "Pasar" }).click();
  await button(page, "De acuerdo").waitFor();
  await clickCell(page, "F2");
  await page.waitForFunction(() => !document.querySelector(".dead-mark"));
  await button(page, "De acuerdo").click();
  await untilNotice(page, /las piedras cuentan como están/);
  for (let turn = 0; !(await over(page)); turn++) {
    assert.ok(turn < 40, "the game ends");
    await page.waitForFunction(
      () =>
        document.querySelector('.notice[data-tone="result"]') ||
        document.querySelector('.seat .pass:not([hidden])[aria-disabled="false"]'),
    );
    if (await over(page)) break;
    const before = await played(page);
    await page.locator(".seat .pass:not([hidden])").click();
    await page.waitForFunction((count) => document.querySelectorAll(".move-list li").length > count, before);
  }
  assert.match(await noticeText(page), /Ganaste|Ganó|Empate/);
});

test("by link: who has agreed is told when the other side leaves, and is back", async () => {
  const ana = await open();
  const made = await sit(ana, [HERE, { kind: "link" }]);
  const link = `/play/${made.id}#${made.secrets.second}`;
  const beto = await open(link);
  await bothPassOneAgrees(ana, beto);
  await beto.goto("about:blank");
  await untilNotice(ana, /a los 2 min vale la propuesta/);
  // On a phone its button is whole, and in view.
  await ana.setViewportSize({ width: 360, height: 740 });
  const resume = await button(ana, "Seguir jugando").boundingBox();
  assert.ok(resume.y + resume.height <= 740 && resume.x + resume.width <= 360, "the button is whole");
  const back = await open(link);
  await untilNotice(ana, /falta la otra parte/);
  await button(back, "De acuerdo").click();
  await untilNotice(ana, /Ganó Blanco/);
});
