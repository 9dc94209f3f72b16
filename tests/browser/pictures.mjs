// Draws the README's pictures into docs/pictures, one a board, from real
// games played to the end of a list of moves (samples.mjs made the lists); or
// every screen of screens.mjs at every size, light and dark, into
// target/screens, to be looked at by whoever changes the page.
//
//   node pictures.mjs http://127.0.0.1:9999
//   node pictures.mjs screens [part of a screen's name]

import { mkdirSync, writeFileSync } from "node:fs";
import UPNG from "upng-js";
import { samples } from "../../crates/server/page/samples.js";
import { Server, openBrowser, openPage, seat } from "./harness.mjs";
import { WINDOWS, screensOf } from "./screens.mjs";

if (process.argv[2] === "screens") {
  await everyScreen(process.argv[3] ?? "");
  process.exit(0);
}

/** Every screen at every size, light and dark, as a visitor first sees it. */
async function everyScreen(part) {
  const folder = new URL("../../target/screens/", import.meta.url).pathname;
  const own = await Server.start();
  const browser = await openBrowser();
  try {
    for (const [width, height] of WINDOWS) {
      for (const colorScheme of ["light", "dark"]) {
        const where = `${folder}${width}x${height}-${colorScheme}/`;
        mkdirSync(where, { recursive: true });
        const touch = Math.min(width, height) < 600;
        const page = await openPage(browser, own, "/", {
          viewport: { width, height },
          colorScheme,
          locale: colorScheme === "light" ? "es" : "en",
          hasTouch: touch,
          isMobile: touch,
        });
        for (const [name, arrive] of Object.entries(screensOf(own))) {
          if (!name.includes(part)) continue;
          await arrive(page);
          const path = `${where}${name.replaceAll(/\W+/g, "-")}.png`;
          await page.screenshot({ path });
          console.log(path);
        }
        await page.context().close();
      }
    }
  } finally {
    await browser.close();
    await own.stop();
  }
}

const base = process.argv[2] ?? "http://127.0.0.1:9999";
const folder = new URL("../../docs/pictures/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });

// A server that somebody else started: only its interface is used.
const server = Object.assign(Object.create(Server.prototype), { base });

/** Keeps a picture with 256 colours, a third of the size and the same to the eye. */
async function keep(page, name) {
  const full = UPNG.decode(await page.screenshot());
  const small = UPNG.encode(UPNG.toRGBA8(full), full.width, full.height, 256);
  writeFileSync(`${folder}${name}.png`, Buffer.from(small));
}

const SHOTS = [
  { name: "go", theme: "light", rules: "size=9 komi=7" },
  { name: "connect4", theme: "light", rules: "" },
  { name: "dots", theme: "light", rules: "size=4x4" },
  { name: "othello", theme: "dark", rules: "" },
];

const browser = await openBrowser();
for (const { name, theme, rules } of SHOTS) {
  const page = await openPage(browser, server, "/", {
    locale: "en",
    colorScheme: theme,
    viewport: { width: 1080, height: 720 },
  });
  const made = await seat(page, server, {
    game: name,
    rules,
    seats: [
      { kind: "here", name: "Ana" },
      { kind: "here", name: "Bea" },
    ],
  });
  let { match } = made;
  const { frames, rest } = samples[name];
  for (const { last } of frames.slice(1, rest + 1)) {
    match = (
      await server.post(
        `/api/matches/${made.id}/moves`,
        { play: last, seq: match.seq },
        made.secrets[match.turn],
      )
    ).body;
  }
  await page.waitForFunction(
    (count) => document.querySelectorAll(".move-list li").length === count,
    match.moves.length,
  );
  await keep(page, name);
  await page.context().close();
}
const page = await openPage(browser, server, "/", { locale: "en", viewport: { width: 1280, height: 760 } });
await page.waitForSelector(".tables");
await keep(page, "home");
await browser.close();
