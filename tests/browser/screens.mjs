// Every screen of the page in every state that looks different, as a list of
// ways to get there; axe, the measurements and the pictures walk through it.

import assert from "node:assert/strict";
import { clickCell, playCell, seat, untilPlayed } from "./harness.mjs";

const HERE = { kind: "here" };

/** The sizes of window that are looked at: phones, a phone on its side, a
 *  tablet, a laptop, a large screen. */
export const WINDOWS = [
  [320, 568],
  [375, 667],
  [667, 375],
  [768, 1024],
  [1440, 900],
  [2560, 1440],
];

/** From a name to a function that brings a page there. */
export function screensOf(server) {
  const visit = (path, ready) => async (page) => {
    await page.goto(server.base + path);
    await page.waitForSelector(ready);
  };

  const table =
    (game, rules, then = async () => {}) =>
    async (page) => {
      await seat(page, server, {
        game,
        rules,
        seats: [
          { ...HERE, name: "Ana" },
          { ...HERE, name: "Bea" },
        ],
      });
      await page.waitForSelector(".cell.can-play");
      await then(page);
    };

  /** After one stone, both sides pass. */
  async function passTwice(page) {
    for (const count of [2, 3]) {
      await page.locator(".seat-near .pass").click();
      await untilPlayed(page, count);
    }
  }

  /** A game of two people at this device that has come so far. */
  async function come(page, setup, plays) {
    const seats = [
      { ...HERE, name: "Ana" },
      { ...HERE, name: "Bea" },
    ];
    const made = await seat(page, server, { ...setup, seats });
    let { match } = made;
    for (const play of plays) {
      const move = { play, seq: match.seq };
      const answer = await server.post(`/api/matches/${made.id}/moves`, move, made.secrets[match.turn]);
      assert.equal(answer.status, 200, `${play}: ${JSON.stringify(answer.body)}`);
      match = answer.body;
    }
    await untilPlayed(page, plays.length);
  }

  return {
    home: visit("/", ".tables"),
    missing: visit("/play/nothing-here", ".message"),
    help: visit("/help", ".help-page"),
    "the rules of go": visit("/help/go", ".help-page"),
    "set-up of go, a size refused": async (page) => {
      await visit("/new/go", ".setup")(page);
      await page.locator(".more summary").click();
      await page.locator(".explained select").first().selectOption("\u0000");
      await page.locator(".explained input").first().fill("30");
      await page.waitForSelector(".field-trouble.wrong");
    },
    "set-up of go, all open": async (page) => {
      await visit("/new/go", ".setup")(page);
      await page.locator(".more summary").click();
    },
    "set-up of othello by link": async (page) => {
      await visit("/new/othello", ".setup")(page);
      await page.locator(".segmented label").nth(1).click();
    },
    "go, refused": table("go", "size=9", async (page) => {
      await playCell(page, "E5");
      await clickCell(page, "E5");
      await page.waitForSelector('.notice[data-tone="refusal"]');
    }),
    "go, over": table("go", "size=9", async (page) => {
      await playCell(page, "E5");
      await passTwice(page);
      await page.waitForSelector('.notice[data-tone="result"]');
    }),
    "connect 4, reviewed": async (page) => {
      const made = await seat(page, server, { game: "connect4", seats: [HERE, HERE] });
      for (const [seq, play] of ["1", "4", "1", "4", "1", "7", "1"].entries()) {
        const secret = made.secrets[seq % 2 ? "second" : "first"];
        await server.post(`/api/matches/${made.id}/moves`, { play, seq }, secret);
      }
      await page.locator(".actions").getByRole("button", { name: /^(Revisar|Review)$/ }).click();
      await page.locator(".review-progress.done").waitFor({ state: "attached" });
      await page.locator(".review-mistake").first().click();
      await page.waitForSelector(".review-step");
    },
    "go, agreeing on dead stones": table("go", "size=9 count=agreed", async (page) => {
      await playCell(page, "E5");
      await passTwice(page);
      await page.locator(".question button.main").waitFor();
      await clickCell(page, "E5");
      await page.waitForSelector(".dead-mark");
    }),
    "home, opening a record": async (page) => {
      await visit("/", ".tables")(page);
      await page.locator(".open-record summary").click();
    },
    "connect 4, menu open": table("connect4", "", async (page) => {
      await playCell(page, "1-4");
      await page.locator(".action-more summary").click();
    }),
    "dots, looking back": table("dots", "size=3x3", async (page) => {
      await playCell(page, "1-1-h");
      await playCell(page, "2-1-h");
      if (!(await page.locator(".moves-drawer").evaluate((drawer) => drawer.open)))
        await page.locator(".moves summary").click();
      await page.locator(".move").first().click();
      await page.waitForFunction(() =>
        /Jugada 1|Move 1/.test(document.querySelector(".notice-text").textContent),
      );
    }),
    "othello, asked whether to resign": table("othello", "", async (page) => {
      await playCell(page, "d3");
      await page.locator(".actions .action").nth(3).click();
      await page.waitForSelector(".question button");
    }),
    "waiting for a friend": async (page) => {
      await seat(page, server, {
        game: "connect4",
        seats: [HERE, { kind: "link" }],
        clock: { main: 300, increment: 2 },
      });
      await page.waitForSelector(".invite-local");
    },
    "waiting, with a code for a phone": async (page) => {
      const reached = { loopback_only: false, port: 9999, lan: ["http://192.168.1.20:9999"] };
      await page.route("**/api/addresses", (route) => route.fulfill({ json: reached }));
      await seat(page, server, { game: "go", rules: "size=13 komi=6.5", seats: [HERE, { kind: "link" }] });
      await page.waitForSelector(".qr");
      await page.unroute("**/api/addresses");
    },
    "connect 4, a hint late in the game": async (page) => {
      await come(page, { game: "connect4", hints: true }, [..."44444373335627"]);
      await page.locator(".actions .action").first().click();
      await page.waitForSelector(".hint-mark");
    },
    "dots, over": async (page) => {
      const lines = ["1-1-h", "2-1-h", "1-1-v", "1-2-v", "1-2-h", "2-2-h", "1-3-v"];
      await come(page, { game: "dots", rules: "size=1x2" }, lines);
      await page.waitForSelector('.notice[data-tone="result"]');
    },
    "othello, in the middle": (page) =>
      come(page, { game: "othello" }, "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c5 b6 d8 c6 c7".split(" ")),
    "two machines": async (page) => {
      const { body } = await server.post("/api/matches", {
        game: "dots",
        rules: "size=3x3",
        seats: [
          { kind: "machine", level: 0 },
          { kind: "machine", level: 0 },
        ],
      });
      await page.goto(`${server.base}/play/${body.id}`);
      await page.waitForSelector(".speed");
    },
  };
}
