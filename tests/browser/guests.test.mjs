// What comes from outside: game records, engines; and who owns what.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  cell,
  clickCell,
  count,
  noticeText,
  playCell,
  played,
  seat,
  tableForTests,
  untilNotice,
  untilPlayed,
} from "./harness.mjs";

// An engine that passes whatever happens.
const passing =
  'sh -c \'while read -r c x; do case $c in genmove) printf "= pass\\n\\n";; *) printf "= fake\\n\\n";; esac; done\'';
const table = tableForTests({
  engines: [
    { name: "Siempre pasa", game: "go", command: passing },
    { name: "Se cae", game: "go", command: "false" },
  ],
});
const { open } = table;

async function openRecords(page) {
  await page.getByText("Abrir una partida guardada").click();
}

test("a record is pasted, walked through, and played on", async () => {
  const page = await open("/");
  await openRecords(page);
  await page.locator(".open-record textarea").fill("(;SZ[9]PB[Ana]PW[Beto];B[ee];W[ec];B[ge])");
  await page.getByRole("button", { name: "Abrir", exact: true }).click();
  await page.waitForURL(/\/play\//);
  await untilPlayed(page, 3);
  assert.match(await cell(page, "G5").getAttribute("aria-label"), /piedra negra, última jugada/);
  assert.match(await page.locator(".seat-near").innerText(), /Ana/);
  await page.getByRole("button", { name: "Al principio" }).click();
  await untilNotice(page, /Posición inicial/);
  await page.locator(".move-steps").getByRole("button", { name: "Volver al presente" }).click();
  await playCell(page, "C3");
  assert.equal(await played(page), 4);
});

test("a record that breaks the rules says where, and a file is read as it is", async () => {
  const page = await open("/", { expects: /422/ });
  await openRecords(page);
  const alert = page.locator(".open-record [role=alert]");
  for (const [text, words] of [
    ["(;SZ[5];B[cc];W[cc])", /La jugada 2 del registro no se puede jugar\. Jugada inválida: C3 está ocupada/],
    ["(;GM[2];B[d3];W[a1])", /La jugada 2 .*A1/i],
    ["nada", /No entiendo el archivo/],
  ]) {
    await page.locator(".open-record textarea").fill(text);
    await page.getByRole("button", { name: "Abrir", exact: true }).click();
    await page.waitForFunction(
      ([source]) =>
        new RegExp(source, "i").test(document.querySelector(".open-record [role=alert]").textContent),
      [words.source],
    );
  }
  assert.ok(await alert.isVisible());
  await page.locator(".open-record input[type=file]").setInputFiles({
    name: "othello.sgf",
    mimeType: "application/x-go-sgf",
    buffer: Buffer.from("(;GM[2]CA[ISO-8859-1]PB[Jos\xe9];B[d3];W[c3])", "latin1"),
  });
  await page.waitForURL(/\/play\//);
  await untilPlayed(page, 2);
  assert.match(await page.locator(".seat-near").innerText(), /José/);
});

test("a match from a diagram is saved and opened again", async () => {
  const page = await open("/");
  await seat(page, table.server, {
    game: "go",
    rules: "size=5 komi=0.5",
    position: "X.O..\n.....\n.....\n.....\n....O\nturn=white",
    seats: [{ kind: "here" }, { kind: "here" }],
  });
  await playCell(page, "C3");
  await page.locator(".action-more summary").click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByText("Guardar la partida (SGF)").click(),
  ]);
  const sgf = readFileSync(await download.path(), "utf8");
  assert.match(sgf, /AB\[aa\].*AW\[ca\]\[ee\].*PL\[W\]/s);
  await page.goto(table.server.base);
  await openRecords(page);
  await page.locator(".open-record input[type=file]").setInputFiles(await download.path());
  await page.waitForURL(/\/play\//);
  await untilPlayed(page, 1);
  assert.match(await cell(page, "A5").getAttribute("aria-label"), /piedra negra/);
});

test("Connect 4 and Dots and Boxes are saved, opened again, and played on from any move", async () => {
  for (const [game, plays] of [
    ["connect4", ["4", "3", "4"]],
    ["dots", ["1-1-h", "1-1-v"]],
  ]) {
    const page = await open("/");
    await seat(page, table.server, { game, seats: [{ kind: "here" }, { kind: "here" }] });
    for (const [i, play] of plays.entries()) {
      await page.getByLabel("Escribe una jugada").fill(play);
      await page.keyboard.press("Enter");
      await untilPlayed(page, i + 1);
    }
    await page.locator(".action-more summary").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByText("Guardar la partida (SGF)").click(),
    ]);
    const sgf = readFileSync(await download.path(), "utf8");
    assert.match(sgf, game === "dots" ? /GM\[1005\].*B\[1-1-h\]/s : /GM\[1004\].*B\[4\]/s);
    await page.goto(table.server.base);
    await openRecords(page);
    await page.locator(".open-record input[type=file]").setInputFiles(await download.path());
    await page.waitForURL(/\/play\//);
    await untilPlayed(page, plays.length);
    const opened = page.url();
    await page.getByRole("button", { name: "Al principio" }).click();
    await untilNotice(page, /Posición inicial/);
    await page.locator(".action-more summary").click();
    await page.getByRole("button", { name: "Seguir jugando desde aquí" }).click();
    await page.waitForURL((url) => url.href !== opened && url.pathname.startsWith("/play/"));
    await untilPlayed(page, 0);
  }
});

test("a record's result is the record's, and what is unusual is said before the board", async () => {
  const page = await open("/");
  await openRecords(page);
  await page
    .locator(".open-record textarea")
    .fill("(;SZ[5]RU[Japanese]KM[3.75]RE[B+3.5];B[cc];B[bb](;W[dd];B[];W[])(;W[aa]))");
  await page.getByRole("button", { name: "Abrir", exact: true }).click();
  const remarks = page.locator(".open-remarks");
  await remarks.getByText("El komi 3.75 no es un número de medios puntos").waitFor();
  await remarks.getByText("En la jugada 2 mueve otra vez el mismo color").waitFor();
  await remarks.getByText("Una jugada en variantes se conserva").waitFor();
  await page.getByRole("button", { name: "Abrir la partida" }).click();
  await page.waitForURL(/\/play\//);
  await untilNotice(page, /Negro.*según el registro: B\+3\.5/);
});

test("an outside engine is chosen in the set-up and plays; one that fails forfeits", async () => {
  for (const [name, then] of [
    ["Siempre pasa", async (page) => untilPlayed(page, 2)],
    ["Se cae", async (page) => untilNotice(page, /Ganaste porque el motor falló/)],
  ]) {
    const page = await open("/new/go");
    const second = page.locator(".seat-choice").nth(1);
    await second.getByLabel("Quién juega").selectOption(name);
    assert.equal(await count(second.locator("input[type=range]")), 0);
    await page.getByRole("button", { name: "Empezar" }).click();
    await page.waitForSelector(".board-grid");
    assert.match(await page.locator(".seat-far").innerText(), new RegExp(name));
    await playCell(page, "E5");
    await then(page);
  }
});

test("who owns what is shown, follows the game, and goes away", async () => {
  const page = await open("/");
  await seat(page, table.server, {
    game: "go",
    rules: "size=6 komi=0.5",
    position: ".XXOO.\nX.XO.O\n.XXOOO\nXXXO..\n.XXO.X\nX.XO..\nturn=black",
    seats: [{ kind: "here" }, { kind: "here" }],
  });
  await page.locator(".action-more summary").click();
  await page.getByLabel("Mostrar de quién es cada punto").click();
  await untilNotice(page, /parece ir ganando (Negro|Blanco), por unos \d/);
  assert.match(await cell(page, "A4").getAttribute("aria-label"), /A4, vacío, probablemente de Negro/);
  assert.match(await cell(page, "F2").getAttribute("aria-label"), /piedra negra, probablemente de Blanco/);
  assert.ok((await count(page.locator(".territory-first"))) >= 5);
  await page.keyboard.press("Escape");
  await clickCell(page, "F3");
  await untilPlayed(page, 1);
  await untilNotice(page, /parece ir ganando/);
  await page.locator(".action-more summary").click();
  await page.getByLabel("Mostrar de quién es cada punto").click();
  await page.waitForFunction(() => !document.querySelector(".territory-first"));
  assert.match(await noticeText(page), /Blanco/);
});
