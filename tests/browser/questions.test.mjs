// What has to be answered has a place of its own: nothing else that is said
// hides a question or lends it other words, on any screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerButton,
  clickCell,
  count,
  playCell,
  played,
  seat,
  tableForTests,
  untilNotice,
  untilPlayed,
  untilQuestion,
} from "./harness.mjs";

const table = tableForTests();
const { open } = table;

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

/** Ana's and Beto's pages at one game by link, each with options of their own. */
async function sitDown(setup, ana = {}, beto = {}) {
  const first = await open("/", ana);
  const made = await seat(first, table.server, {
    seats: [
      { kind: "here", name: "Ana" },
      { kind: "link", name: "Beto" },
    ],
    ...setup,
  });
  const second = await open(`/play/${made.id}#${made.secrets.second}`, beto);
  await second.waitForSelector(".board-grid [role=gridcell]");
  await untilNotice(first, /Es tu turno/);
  return { ana: first, beto: second, made };
}

/** Every question on the page as [its words, its buttons]. */
const asked = (page) =>
  page.locator(".question").evaluateAll((rows) =>
    rows.map((row) => [
      row.querySelector(".question-words").textContent,
      [...row.querySelectorAll("button")].map((one) => one.textContent),
    ]),
  );

/** Waits until exactly these questions are asked: what one page was told says
 *  nothing of when the other hears it. */
async function untilAsked(page, wanted) {
  const is = JSON.stringify(wanted);
  for (let tries = 0; tries < 600 && JSON.stringify(await asked(page)) !== is; tries++) await page.waitForTimeout(50);
  assert.deepEqual(await asked(page), wanted);
}

async function offerDraw(page) {
  await page.locator(".actions").getByRole("button", { name: "Tablas" }).click();
  await answerButton(page, "Ofrecer").click();
}

test("a hint and a draw offer are both readable, and Accept stands beside the draw", async () => {
  const { ana, beto } = await sitDown({ game: "othello", rules: "", hints: true });
  await ana.getByRole("button", { name: "Pista" }).click();
  await untilNotice(ana, /Prueba/);
  await offerDraw(beto);
  await untilQuestion(ana, /Beto ofrece tablas/);
  await untilAsked(ana, [["Beto ofrece tablas", ["Aceptar", "No"]]]);
  assert.match(await ana.locator(".notice-text").innerText(), /Prueba/, "the hint is still there");
  assert.equal(await count(ana.locator(".notice button:visible")), 0, "and has no buttons");
  // A refusal does not hide the question either.
  await clickCell(ana, "a1");
  await untilNotice(ana, /A1/i);
  await untilAsked(ana, [["Beto ofrece tablas", ["Aceptar", "No"]]]);
  await answerButton(ana, "No").click();
  await untilNotice(beto, /Ana prefiere seguir jugando/);
  await untilAsked(ana, []);
});

test("resigning is asked in its own words while a hint is shown, beside an offer", async () => {
  const { ana, beto } = await sitDown({ game: "connect4", rules: "", hints: true });
  await ana.getByRole("button", { name: "Pista" }).click();
  await untilNotice(ana, /Prueba 4: ganas en \d+ jugadas/);
  await offerDraw(beto);
  await untilQuestion(ana, /tablas/);
  await ana.locator(".actions").getByRole("button", { name: "Rendirse" }).click();
  await untilAsked(ana, [
    ["Beto ofrece tablas", ["Aceptar", "No"]],
    ["¿Terminar aquí y dar la partida por perdida?", ["Sí, me rindo", "Seguir jugando"]],
  ]);
  await answerButton(ana, "Seguir jugando").click();
  await untilAsked(ana, [["Beto ofrece tablas", ["Aceptar", "No"]]]);
  await untilAsked(beto, [["Ofreciste tablas; esperando respuesta…", ["Retirar"]]]);
  await answerButton(beto, "Retirar").click();
  await ana.waitForFunction(() => !document.querySelector(".question"));
});

test("on a phone a rematch is offered in sight, with its words, and nothing moves the board", async () => {
  const { ana, beto } = await sitDown({ game: "connect4", rules: "" }, {}, PHONE);
  await ana.locator(".actions").getByRole("button", { name: "Rendirse" }).click();
  await answerButton(ana, "Sí, me rindo").click();
  await untilNotice(beto, /Ganaste por abandono/);
  const where = await beto.locator(".board").boundingBox();
  await ana.locator(".actions").getByRole("button", { name: "Revancha" }).click();
  const question = await untilQuestion(beto, /Ana pide la revancha/);
  for (const part of [question.locator(".question-words"), question.getByRole("button", { name: "Aceptar" })]) {
    const box = await part.boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= 667 && box.x + box.width <= 375, "it is in view");
  }
  assert.deepEqual(await beto.locator(".board").boundingBox(), where);
  await answerButton(beto, "Aceptar").tap();
  await untilNotice(beto, /Es tu turno/);
  await playCell(beto, "1-1");
  await untilPlayed(ana, 1);
});

test("a new game between two people is an offer, keeps the sides, and takes nobody's seat", async () => {
  const { ana, beto, made } = await sitDown({ game: "connect4", rules: "size=5x6" });
  assert.equal(await count(beto.getByText("Partida nueva")), 1);
  assert.ok(!(await beto.getByText("Partida nueva").isVisible()), "not in the middle of a game");
  await ana.locator(".actions").getByRole("button", { name: "Rendirse" }).click();
  await answerButton(ana, "Sí, me rindo").click();
  await untilNotice(beto, /Ganaste/);
  await beto.locator(".actions").getByRole("button", { name: "Proponer otra" }).click();
  await untilQuestion(beto, /Propusiste otra partida/);
  assert.ok(beto.url().endsWith(made.id), "the guest waits for the answer");
  await untilQuestion(ana, /Beto propone otra partida/);
  await answerButton(ana, "Aceptar").click();
  for (const page of [ana, beto]) await page.waitForURL((url) => !url.pathname.endsWith(made.id));
  assert.equal(new URL(ana.url()).pathname, new URL(beto.url()).pathname);
  await untilNotice(ana, /Es tu turno · Amarillas/);
  assert.match(await beto.locator(".seat-near").innerText(), /Beto[\s\S]*Rojas/, "the sides stay");
  const state = await table.server.get(`/api/matches/${new URL(ana.url()).pathname.split("/").pop()}`);
  assert.equal(state.rules, "size=5x6");
  await playCell(ana, "1-1");
  await untilPlayed(beto, 1);
});

test("a new game has the rules that were agreed, not those a disputed one ended with", async () => {
  const page = await open("/");
  await seat(page, table.server, {
    game: "go",
    rules: "size=5 komi=0.5 count=agreed",
    seats: [{ kind: "here" }, { kind: "machine", level: 0 }],
  });
  const match = () => table.server.get(`/api/matches/${page.url().split("/").pop()}`);
  const pass = async () => {
    const before = await played(page);
    await page.locator(".seat .pass:not([hidden])").click();
    await page.waitForFunction((count) => document.querySelectorAll(".move-list li").length !== count, before);
  };
  for (let tries = 0; !(await match()).agreement?.ready; tries++) {
    assert.ok(tries < 80, "the machine passes some time");
    if (await count(page.locator('.seat .pass:not([hidden])[aria-disabled="false"]'))) await pass();
    await page.waitForTimeout(100);
  }
  await answerButton(page, "Seguir jugando").click();
  await untilNotice(page, /las piedras cuentan como están/);
  assert.ok(!/agreed/.test((await match()).rules), "it is played out");
  await page.locator(".action-more summary").click();
  const old = page.url();
  await page.getByRole("button", { name: "Partida nueva" }).click();
  await page.waitForURL((url) => url.href !== old);
  assert.match((await match()).rules, /count=agreed/);
});

test("each of two people is asked in the language of their own browser", async () => {
  const { ana, beto } = await sitDown({ game: "dots", rules: "size=2x2" }, {}, { locale: "en-GB" });
  await offerDraw(ana);
  await untilQuestion(beto, /Ana offers a draw/);
  await untilAsked(beto, [["Ana offers a draw", ["Accept", "No"]]]);
  await answerButton(beto, "No").click();
  await untilNotice(ana, /Beto prefiere seguir jugando/);
  await playCell(ana, "1-1-h");
  await untilNotice(beto, /Your turn/);
  await beto.locator(".actions").getByRole("button", { name: "Resign" }).click();
  await answerButton(beto, "Yes, I resign").click();
  await untilNotice(ana, /Ganaste por abandono/);
  await untilNotice(beto, /Ana won by resignation/);
});

test("two questions that cross are both asked, and an undo that waits is not replaced", async () => {
  const { ana, beto } = await sitDown({ game: "othello", rules: "" }, {}, { expects: /409/ });
  await clickCell(ana, "d3");
  await untilPlayed(beto, 1);
  await ana.locator(".actions").getByRole("button", { name: "Deshacer" }).click();
  await untilQuestion(beto, /Ana/);
  await offerDraw(beto);
  await untilQuestion(ana, /Beto ofrece tablas/);
  await untilQuestion(beto, /tablas/i);
  const ofBeto = (await asked(beto)).map(([words]) => words);
  assert.ok(ofBeto.some((words) => /Ana/.test(words)), ofBeto.join());
  assert.ok(ofBeto.some((words) => /tablas/i.test(words)), ofBeto.join());
  const ofAna = (await asked(ana)).map(([words]) => words);
  assert.ok(ofAna.some((words) => /Beto ofrece tablas/.test(words)), ofAna.join());
  assert.ok(ofAna.length >= 2, ofAna.join());
});
