// Each game on one screen, two people, to its end, with the mouse alone:
// from the home page through the set-up to the result.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerButton,
  clickCell,
  count,
  noticeText,
  over,
  playable,
  playCell,
  played,
  tableForTests,
  untilNotice,
  untilPlayed,
} from "./harness.mjs";

const table = tableForTests();
const { open } = table;
let page;

/** Home → set-up → both seats here → the wanted preset → start. */
async function sitDown(game, preset) {
  page = await open("/");
  await page.locator(`.table-more[href="/new/${game}"]`).click();
  await page.locator(".seat-choice").nth(1).locator("label", { hasText: "Aquí" }).click();
  if (preset) await page.locator(".presets label", { hasText: preset }).click();
  await page.getByRole("button", { name: "Empezar" }).click();
  await page.waitForSelector(".board-grid");
}

test("Go: captures, refusals with their reason, two passes, the course's result, a fresh board", async () => {
  await sitDown("go", "cursada");
  const board = page.locator(".board");
  const where = await board.boundingBox();
  for (const point of ["C4", "E5", "D5", "F4", "D3", "E3", "Q16", "D4"]) await playCell(page, point);
  assert.match(
    await page.locator('[data-key="D4"]').getAttribute("aria-label"),
    /D4, piedra blanca, última jugada/,
  );
  await playCell(page, "E4");
  assert.match(
    await page.locator('[data-key="D4"]').getAttribute("aria-label"),
    /D4, vacío/,
    "the stone is captured",
  );
  assert.match(await page.locator(".seat-near").innerText(), /capturas 1/i);

  await clickCell(page, "D4");
  await untilNotice(page, /ko/i);
  assert.equal(await played(page), 9, "a refused move changes nothing");
  await clickCell(page, "C4");
  await untilNotice(page, /inválida/);
  assert.deepEqual(await board.boundingBox(), where, "a notice never moves the board");

  await page.getByRole("button", { name: "Pasar" }).click();
  await untilPlayed(page, 10);
  await page.getByRole("button", { name: "Pasar" }).click();
  await untilNotice(page, /GANADOR Negro/);
  const result = await noticeText(page);
  assert.match(result, /Negro = 6/);
  assert.match(result, /Blanco = 3/);
  assert.deepEqual(await board.boundingBox(), where, "nor does the result");
  assert.ok((await count(page.locator(".territory"))) >= 1, "territory is shown");

  await page.locator(".notice").getByRole("button", { name: "Partida nueva" }).click();
  await untilNotice(page, /Negro/);
  await untilPlayed(page, 0);
  assert.equal(await count(page.locator(".stone:not(.ghost)")), 0, "the board is empty again");
});

test("Go: suicide is refused and named", async () => {
  await sitDown("go", "9×9");
  for (const point of ["A2", "E5", "B1", "E6", "J9"]) await playCell(page, point);
  await clickCell(page, "A1");
  await untilNotice(page, /suicidio/i);
  assert.equal(await played(page), 5);
});

test("Connect 4: four in a column, the winning line drawn, the rematch swaps sides", async () => {
  await sitDown("connect4");
  for (const column of [1, 2, 1, 2, 1, 2]) await playCell(page, `1-${column}`);
  const where = await page.locator(".board").boundingBox();
  await playCell(page, "1-1");
  await untilNotice(page, /Ganaron las amarillas con cuatro en línea/);
  assert.equal(await count(page.locator(".c4-win")), 1);
  assert.equal(await count(page.locator(".c4-won")), 4);
  assert.deepEqual(await page.locator(".board").boundingBox(), where);
  const first = page.url();
  await page.locator(".actions").getByRole("button", { name: "Revancha" }).click();
  await page.waitForURL((url) => url.href !== first);
  await untilPlayed(page, 0);
  await playCell(page, "1-4");
});

test("Connect 4: a full column is refused with the reason", async () => {
  await sitDown("connect4");
  for (let i = 0; i < 6; i++) await playCell(page, "1-3");
  await clickCell(page, "1-3");
  await untilNotice(page, /columna 3 está llena/);
  assert.equal(await played(page), 6);
});

test("Dots and Boxes: every line drawn, boxes owned, the score adds up", async () => {
  await sitDown("dots", "Pequeño");
  while (!(await over(page))) {
    const lines = await playable(page);
    await playCell(
      page,
      lines.find((key) => /[hv]$/.test(key)),
    );
  }
  assert.equal(await count(page.locator(".owned")), 9);
  const scores = (await page.locator(".seat-score").allInnerTexts()).map(Number);
  assert.equal(scores[0] + scores[1], 9);
  assert.match(await noticeText(page), /Ganó el jugador [12], \d–\d/);
});

test("Othello: to the last disc, with forced passes by their button", async () => {
  await sitDown("othello");
  while (!(await over(page))) {
    const squares = await playable(page);
    if (squares.length) await playCell(page, squares[Math.floor(squares.length / 2)]);
    else {
      const before = await played(page);
      await answerButton(page, "Pasar").click();
      await untilPlayed(page, before + 1);
    }
  }
  const discs = await count(page.locator(".layer-pieces .disc"));
  const scores = (await page.locator(".seat-score").allInnerTexts()).map(Number);
  assert.equal(scores[0] + scores[1], discs);
  assert.match(await noticeText(page), /Ganaron las (negras|blancas), \d+–\d+|Empate, 32–32/);

  // Back and forward through the game.
  const moves = await played(page);
  await page.getByRole("button", { name: "Al principio" }).click();
  await untilNotice(page, /Posición inicial/);
  assert.equal(await count(page.locator(".layer-pieces .disc")), 4);
  await page.getByRole("button", { name: "Una jugada adelante" }).click();
  await untilNotice(page, new RegExp(`Jugada 1 de ${moves}`));
  assert.equal(await count(page.locator(".layer-pieces .disc")), 5);
  await page.locator(".move-steps").getByRole("button", { name: "Volver al presente" }).click();
  await untilNotice(page, /Ganaron|Empate/);
  assert.equal(await count(page.locator(".layer-pieces .disc")), discs);
});
