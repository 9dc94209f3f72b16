// The operator's page: the token opens it, it shows what the server does and
// deletes a game, by the keyboard, in both languages, and for axe.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { count, tableForTests, untilCount } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const table = tableForTests({ operator: true });

const HERE = [
  { kind: "here", name: "<b>Ana" },
  { kind: "link" },
];

async function enter(page, token) {
  await page.locator("input").fill(token);
  await page.keyboard.press("Enter");
}

test("the token opens the page, which shows games and deletes one by the keyboard", async () => {
  const { server } = table;
  const { base, token } = server.operator;
  const { body: made } = await server.post("/api/matches", { game: "connect4", seats: HERE });
  const page = await table.open("/", { line: server.operator, expects: /401/ });
  await enter(page, "not the token of this server");
  await page.locator(".op-trouble", { hasText: "clave" }).waitFor();
  assert.equal(await count(page.locator("table")), 0, "nothing is shown without the token");

  await enter(page, token);
  const row = page.locator("tr", { hasText: "<b>Ana" });
  await row.waitFor();
  assert.match(await page.locator(".op-state").innerText(), /Listo/);
  assert.equal(await count(page.locator(".op-figures dd")), 12);
  assert.equal(page.url(), `${base}/`, "no secret in the address");

  // A reader of the tables keeps the place while they are updated.
  await row.locator("button").focus();
  await page.waitForTimeout(2_500);
  assert.ok(await row.locator("button").evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor();
  await page.keyboard.press("Escape");
  assert.ok(await row.locator("button").evaluate((button) => button === document.activeElement), "back");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await untilCount(row, 0);
  assert.match(await page.locator("#said").innerText(), new RegExp(made.id));
  assert.equal((await fetch(`${server.base}/api/matches/${made.id}`)).status, 404);

  // Still open after a reload of the tab, closed after leaving.
  await page.reload();
  await page.locator(".op-figures dd").first().waitFor();
  await page.getByRole("button", { name: "Salir" }).click();
  await page.locator("input[type=password]").waitFor();
  await page.reload();
  await page.locator("input[type=password]").waitFor();
});

for (const locale of ["es", "en"]) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [320, 1280]) {
      test(`axe, no sideways scrolling: ${locale}, ${colorScheme}, ${width} px`, async () => {
        const { server } = table;
        await server.post("/api/matches", { game: "go", seats: HERE });
        await server.post("/json", { query: "tableroInicial(T)." });
        const viewport = { width, height: 800 };
        const page = await table.open("/", { line: server.operator, locale, colorScheme, viewport });
        const look = async (where) => {
          assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
          await page.evaluate(AXE);
          const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target).join(", ")}`),
            [],
          );
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${where}: ${wide} px too wide`);
        };
        await page.locator("input[type=password]").waitFor();
        await look("the token");
        await enter(page, server.operator.token);
        await page.locator("table tbody tr button").first().waitFor();
        await look("the server");
        await page.locator("table tbody tr button").first().click();
        await page.locator("dialog[open]").waitFor();
        await look("the question");
      });
    }
  }
}

test("a server that is gone and back is told, and updating can be paused", async () => {
  const { server } = table;
  const page = await table.open(`/#${server.operator.token}`, { line: server.operator, expects: /Failed to load|ERR_/ });
  await page.locator(".op-state", { hasText: "Listo" }).waitFor();
  assert.equal(page.url(), `${server.operator.base}/`, "the token leaves the address");
  await server.kill();
  await page.locator(".operator.offline").waitFor();
  await server.up();
  await page.locator(".operator:not(.offline)").waitFor();
  await page.getByRole("button", { name: "Pausar" }).click();
  const uptime = page.locator(".op-figures dd").nth(1);
  const before = await uptime.innerText();
  await page.waitForTimeout(3_000);
  assert.equal(await uptime.innerText(), before);
  await page.getByRole("button", { name: "English" }).click();
  await page.locator("h1", { hasText: "Operator" }).waitFor();
});
