// The page's parts that need no browser: words, QR codes, geometry of boards.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import jsQR from "jsqr";
import { qr } from "../../crates/server/page/qr.js";

test("a QR code reads back as the link it was made from, in every version", () => {
  for (const length of [10, 17, 40, 60, 90, 110, 140, 170, 220, 270]) {
    const link = `http://192.168.1.20:9999/play/${"k3v9Zq".repeat(60)}`.slice(0, length);
    const matrix = qr(link);
    assert.ok(matrix, `too long: ${length}`);
    const scale = 4;
    const size = (matrix.length + 8) * scale;
    const image = new Uint8ClampedArray(size * size * 4).fill(255);
    matrix.forEach((row, y) =>
      row.forEach((dark, x) => {
        if (!dark) return;
        for (let dy = 0; dy < scale; dy++) {
          for (let dx = 0; dx < scale; dx++) {
            const at = 4 * (((y + 4) * scale + dy) * size + (x + 4) * scale + dx);
            image[at] = image[at + 1] = image[at + 2] = 0;
          }
        }
      }),
    );
    assert.equal(jsQR(image, size, size)?.data, link, `${length} characters, ${matrix.length} modules`);
  }
  assert.equal(qr("x".repeat(500)), null, "longer than version 10 holds");
});

test("every word the page asks for is in both catalogues, and none is left over", () => {
  const page = new URL("../../crates/server/page/", import.meta.url);
  const code = readdirSync(page, { recursive: true })
    .filter((name) => name.endsWith(".js") && name !== "samples.js")
    .map((name) => readFileSync(new URL(name, page), "utf8"))
    .join("\n");
  // Ids written out, and ids made of a beginning and something known only later.
  const whole = new Set([...code.matchAll(/"((?:page|operator)-[a-z0-9-]+)"/g)].map(([, id]) => id));
  const beginnings = [...code.matchAll(/`(page-[a-z0-9-]+-)\$\{/g)].map(([, start]) => start);
  for (const language of ["es", "en"]) {
    const words = ["page", "operator"]
      .map((area) => new URL(`../../crates/text/catalogue/${language}/${area}.ftl`, import.meta.url))
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const ids = [...words.matchAll(/^([a-z][\w-]*) =/gm)].map(([, id]) => id);
    assert.deepEqual(
      [...whole].filter((id) => !ids.includes(id)),
      [],
      `missing in ${language}`,
    );
    const unused = ids.filter((id) => !whole.has(id) && !beginnings.some((start) => id.startsWith(start)));
    assert.deepEqual(unused, [], `unused in ${language}`);
  }
});

for (const game of ["go", "connect4", "dots", "othello"]) {
  test(`${game}: every cell of the keyboard grid is found again by pointing at its middle`, async () => {
    globalThis.document ??= {};
    globalThis.matchMedia ??= () => ({ matches: false });
    const drawing = await import(`../../crates/server/page/boards/${game}.js`);
    for (const [rows, columns] of [
      [2, 2],
      [6, 7],
      [9, 9],
      [19, 19],
      [3, 10],
    ]) {
      const picture = { rows, columns, stands: [] };
      const { width, height } = drawing.frame(picture);
      const seen = new Set();
      for (const cell of drawing.cells(picture).flat()) {
        assert.ok(!seen.has(cell.key), `${cell.key} twice`);
        seen.add(cell.key);
        assert.ok(
          cell.x >= -0.01 &&
            cell.y >= -0.01 &&
            cell.x + cell.w <= width + 0.01 &&
            cell.y + cell.h <= height + 0.01,
          `${cell.key} is outside`,
        );
        if (cell.kind !== "box")
          assert.equal(drawing.pick(picture, cell.x + cell.w / 2, cell.y + cell.h / 2), cell.key);
      }
      assert.equal(drawing.pick(picture, -1, height / 2), null, "left of the board");
    }
  });
}
