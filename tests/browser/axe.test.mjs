// axe-core over every screen, in both languages and both themes; no sideways
// scrolling from 320 px up; large enough targets on a phone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  closePage,
  count,
  openBrowser,
  openPage,
  resize,
  seat,
  Server,
  untilAtRest,
  untilNotice,
} from "./harness.mjs";
import { screensOf } from "./screens.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let server;
let browser;
let SCREENS;

before(async () => {
  server = await Server.start();
  browser = await openBrowser();
  SCREENS = screensOf(server);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const locale of ["es", "en"]) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [320, 1280]) {
      test(`axe, no sideways scrolling: ${locale}, ${colorScheme}, ${width} px`, async () => {
        const page = await openPage(browser, server, "/", {
          locale,
          colorScheme,
          expects: /404|422/,
          viewport: { width, height: width === 320 ? 640 : 860 },
        });
        for (const [name, open] of Object.entries(SCREENS)) {
          await open(page);
          assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
          await page.evaluate(AXE);
          const { violations } = await page.evaluate(() =>
            axe.run(document, { resultTypes: ["violations"] }),
          );
          const found = violations.map(
            ({ id, nodes }) =>
              `${name}: ${id} at ${nodes.map(({ target, failureSummary }) => `${target} (${failureSummary})`).join(", ")}`,
          );
          assert.deepEqual(found, []);
          const sideways = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          assert.ok(sideways <= 0, `${name} scrolls ${sideways} px sideways`);
        }
        await closePage(page);
      });
    }
  }
}

test("on a phone every control is at least 24 px, and a line of Dots and Boxes too", async () => {
  const page = await openPage(browser, server, "/", {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  for (const name of ["home", "set-up of go, all open", "connect 4, menu open", "dots, looking back"]) {
    await SCREENS[name](page);
    const small = await page
      .locator("button:visible, a:visible, summary:visible, select:visible, input:visible")
      .evaluateAll((controls) =>
        controls
          .map((one) => [one.className || one.type || one.tagName, one.getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) < 24)
          .map(([what, box]) => `${what} ${box.width}×${box.height}`),
      );
    assert.deepEqual(
      small.filter((what) => !/^(checkbox|radio|range)/.test(what)),
      [],
      name,
    );
  }
  const line = await page.locator('[data-key="2-2-h"]').boundingBox();
  assert.ok(line.height >= 24 && line.width >= 24, `${line.width}×${line.height}`);
  // A tap off the line but nearer to it than to any other still draws it.
  await page.locator(".move-steps button").last().tap();
  const before = await count(page.locator(".move-list li"));
  await page.touchscreen.tap(line.x + line.width / 2, line.y + line.height / 2 + 12);
  await page.waitForFunction((count) => document.querySelectorAll(".move-list li").length > count, before);
  assert.match(await page.locator('[data-key="2-2-h"]').getAttribute("aria-label"), /marcada/);
  await closePage(page);
});

test("on a 19×19 board under a finger the first tap aims and the second plays", async () => {
  const page = await openPage(browser, server, "/", {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await seat(page, server, { game: "go", rules: "size=19", seats: [{ kind: "here" }, { kind: "here" }] });
  await page.waitForSelector(".cell.can-play");
  await untilAtRest(page);
  const point = await page.locator('[data-key="Q16"]').boundingBox();
  const tap = () => page.touchscreen.tap(point.x + point.width / 2, point.y + point.height / 2);
  await tap();
  await untilNotice(page, /Toca Q16 otra vez/);
  assert.equal(await count(page.locator(".layer-ghost .stone")), 1, "the stone to be is shown");
  assert.equal(await count(page.locator(".move-list li")), 0);
  await tap();
  await page.waitForFunction(() => document.querySelectorAll(".move-list li").length === 1);
  await closePage(page);
});

test("from 320 px to 2560 px the board is large and whole on the screen", async () => {
  const page = await openPage(browser, server);
  await SCREENS["connect 4, menu open"](page);
  await page.keyboard.press("Escape");
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [844, 390],
    [768, 1024],
    [1024, 768],
    [1440, 900],
    [2560, 1440],
  ]) {
    await resize(page, width, height);
    const box = await page.locator(".board").boundingBox();
    assert.ok(
      box.y >= 0 && box.y + box.height <= height,
      `${width}×${height}: the board ends at ${box.y + box.height}`,
    );
    assert.ok(
      Math.max(box.width / width, box.height / height) > 0.62,
      `${width}×${height}: the board is ${box.width}×${box.height}`,
    );
  }
  await closePage(page);
});
