// @ts-check
// Dots and Boxes: squared paper, ink dots, each player's pencil. A line is
// `F-C-h` (top side of box F,C) or `F-C-v` (its left side), a box is `F-C`.
//
// The keyboard grid is the paper itself: a row of horizontal lines, then a row
// of vertical lines with the boxes between them, and so on down the page.

import { s } from "../dom.js";
import { chance, fixed, marked } from "./board.js";

const EDGE = 0.5;

export const id = "dots";

/** How it sounds when a piece is put down. */
export const sound = { pitch: 4200, length: 0.16, loud: 0.7, q: 1.2 };

/** The small picture of a side's piece. */
export const swatch = (side) => [
  s("path", {
    class: `swatch-hatch ${side}`,
    d:
      side === "first"
        ? "M5 11L11 5M5 15L15 5M5 19L19 5M9 19L19 9M13 19L19 13"
        : "M19 11L13 5M19 15L9 5M19 19L5 5M15 19L5 9M11 19L5 13",
  }),
  s("rect", { class: `swatch-box ${side}`, x: 4, y: 4, width: 16, height: 16 }),
];

export function frame({ rows, columns }) {
  return { width: columns + 2 * EDGE, height: rows + 2 * EDGE };
}

const REACH = 0.22; // half the thickness of a line's target, for the focus ring

export function cells({ rows, columns }) {
  const grid = [];
  for (let f = 1; f <= rows + 1; f++) {
    const across = [];
    for (let c = 1; c <= columns; c++) {
      across.push({
        key: `${f}-${c}-h`,
        x: EDGE + c - 1 + 0.1,
        y: EDGE + f - 1 - REACH,
        w: 0.8,
        h: 2 * REACH,
        kind: "line",
      });
    }
    grid.push(across);
    if (f > rows) break;
    const down = [];
    for (let c = 1; c <= columns + 1; c++) {
      down.push({
        key: `${f}-${c}-v`,
        x: EDGE + c - 1 - REACH,
        y: EDGE + f - 1 + 0.1,
        w: 2 * REACH,
        h: 0.8,
        kind: "line",
      });
      if (c <= columns)
        down.push({
          key: `${f}-${c}`,
          x: EDGE + c - 1 + REACH,
          y: EDGE + f - 1 + REACH,
          w: 1 - 2 * REACH,
          h: 1 - 2 * REACH,
          kind: "box",
        });
    }
    grid.push(down);
  }
  return grid;
}

/** The line nearest to a point: every spot of a box belongs to the side it is
 *  closest to, so the targets are as large as they can be. */
export function pick({ rows, columns }, x, y) {
  const u = x - EDGE;
  const v = y - EDGE;
  if (u < -EDGE || v < -EDGE || u > columns + EDGE || v > rows + EDGE) return null;
  const f = Math.min(rows, Math.max(1, Math.floor(v) + 1));
  const c = Math.min(columns, Math.max(1, Math.floor(u) + 1));
  const sides = [
    [Math.abs(v - (f - 1)), `${f}-${c}-h`],
    [Math.abs(f - v), `${f + 1}-${c}-h`],
    [Math.abs(u - (c - 1)), `${f}-${c}-v`],
    [Math.abs(c - u), `${f}-${c + 1}-v`],
  ];
  return sides.reduce((best, side) => (side[0] < best[0] ? side : best))[1];
}

const parts = (at) => {
  const [f, c, d] = at.split("-");
  return { f: Number(f), c: Number(c), d };
};

/** Enter on a box draws its last missing side; other boxes are not moves. */
export function playAt(view, at) {
  const { f, c, d } = parts(at);
  if (d) return at;
  const open = sidesOf(f, c).filter((line) => !view.at.get(line)?.line);
  return open.length === 1 ? open[0] : null;
}

export const cellOf = (_picture, play) => (/^\d+-\d+-[hv]$/.test(play) ? play : null);

const sidesOf = (f, c) => [`${f}-${c}-h`, `${f}-${c}-v`, `${f + 1}-${c}-h`, `${f}-${c + 1}-v`];

function ends(at) {
  const { f, c, d } = parts(at);
  const x = EDGE + c - 1;
  const y = EDGE + f - 1;
  return d === "h" ? [x, y, x + 1, y] : [x, y, x, y + 1];
}

export function ground({ rows, columns }) {
  const { width, height } = frame({ rows, columns });
  let squares = "";
  for (let x = 0; x <= width * 4; x++) squares += `M${x / 4} 0V${height}`;
  for (let y = 0; y <= height * 4; y++) squares += `M0 ${y / 4}H${width}`;
  const number = (n, x, y) => s("text", { class: "paper-number", x, y: y + 0.07 }, String(n));
  return [
    s("rect", { class: "paper", width, height }),
    s("path", { class: "paper-squares", d: squares }),
    ...Array.from({ length: columns }, (_, c) => number(c + 1, EDGE + c + 0.5, 0.2)),
    ...Array.from({ length: rows }, (_, f) => number(f + 1, 0.2, EDGE + f + 0.5)),
  ];
}

export function front({ rows, columns }) {
  const dots = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const wobble = (name) => (chance(`${name}${row},${column}`) - 0.5) * 0.018;
      dots.push(
        s("circle", {
          class: "ink-dot",
          cx: fixed(EDGE + column + wobble("x")),
          cy: fixed(EDGE + row + wobble("y")),
          r: fixed(0.072 + wobble("r") / 2),
        }),
      );
    }
  }
  return dots;
}

/** A stroke as a hand draws it: nearly straight, a little past the dot. */
function stroke(at, shift = 0) {
  const [x0, y0, x1, y1] = ends(at);
  const across = y0 === y1;
  const w = (name, size) => (chance(`${at}${name}${shift}`) - 0.5) * size;
  const p = (k, off) => {
    const x = x0 + (x1 - x0) * k;
    const y = y0 + (y1 - y0) * k;
    return across ? `${fixed(x)} ${fixed(y + off + shift)}` : `${fixed(x + off + shift)} ${fixed(y)}`;
  };
  return `M${p(w("a", 0.03), w("b", 0.03))}C${p(0.33, w("c", 0.06))} ${p(0.66, w("d", 0.06))} ${p(1 + w("e", 0.03), w("f", 0.03))}`;
}

/** The first player draws one firm stroke, the second two lighter ones. */
function pencil(at, side) {
  const shifts = side === "second" ? [-0.026, 0.026] : [0];
  return s(
    "g",
    { class: `pencil pencil-${side ?? "none"}` },
    shifts.map((shift) => s("path", { d: stroke(at, shift), pathLength: 1 })),
  );
}

/** Hatching: one slant per player. */
function hatch(f, c, side) {
  const x = EDGE + c - 1;
  const y = EDGE + f - 1;
  const inset = 0.12;
  const n = 7;
  let d = "";
  for (let i = 1; i < 2 * n; i++) {
    const size = 1 - 2 * inset;
    const t = i / n;
    const a = Math.max(0, t - 1);
    const b = Math.min(1, t);
    const w = (chance(`${f}-${c}-${i}`) - 0.5) * 0.05;
    const u0 = inset + size * a + w;
    const v0 = inset + size * b;
    const u1 = inset + size * b;
    const v1 = inset + size * a + w;
    const flip = (u) => (side === "second" ? 1 - u : u);
    d += `M${fixed(x + flip(u0))} ${fixed(y + v0)}L${fixed(x + flip(u1))} ${fixed(y + v1)}`;
  }
  return d;
}

export function draw(board, view, was) {
  const { picture } = view;
  const initials = board.options.initials ?? { first: "1", second: "2" };
  for (const { at, side } of marked(view, "line")) {
    board.keep(
      "pieces",
      at,
      () => pencil(at, side),
      (node, fresh) => {
        if (!fresh || !was || !board.moves()) return;
        for (const path of node.children)
          path.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], {
            duration: 170,
            easing: "ease-out",
          });
      },
    );
  }
  for (const { at, side } of marked(view, "box")) {
    const { f, c } = parts(at);
    board.keep(
      "under",
      at,
      () =>
        s(
          "g",
          { class: `owned owned-${side}` },
          s("path", { class: "hatch", d: hatch(f, c, side), pathLength: 1 }),
          s("text", { class: "initial", x: EDGE + c - 0.5, y: EDGE + f - 0.5 + 0.17 }, ""),
        ),
      (node, fresh) => {
        node.lastChild.textContent = initials[side];
        if (fresh && was && board.moves()) {
          node.firstChild.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], {
            duration: 300,
            delay: 120,
            fill: "backwards",
          });
          node.lastChild.animate([{ opacity: 0 }, { opacity: 1 }], {
            duration: 160,
            delay: 200,
            fill: "backwards",
          });
        }
      },
    );
  }
  const last = view.last && cellOf(picture, view.last.play);
  if (last) {
    const [x0, y0, x1, y1] = ends(last);
    board.keep(
      "marks",
      "last",
      () => s("line", { class: "line-last" }),
      (node) => {
        for (const [name, value] of Object.entries({ x1: x0, y1: y0, x2: x1, y2: y1 }))
          node.setAttribute(name, value);
      },
    );
    board.layers.under.append(board.kept.get("marks/last").node);
  }
  const hint = board.options.hint && cellOf(picture, board.options.hint);
  if (hint) {
    const [x0, y0, x1, y1] = ends(hint);
    board.keep("marks", `hint-${hint}`, () =>
      s("line", { class: "hint-line", x1: x0, y1: y0, x2: x1, y2: y1 }),
    );
  }
  board.sweep();
}

export function preview(board, view, choice) {
  if (!cellOf(view.picture, choice.play)) return;
  const node = pencil(choice.play, view.turn);
  node.classList.add("ghost");
  board.layers.ghost.append(node);
  for (const box of choice.changes) {
    const { f, c } = parts(box);
    board.layers.ghost.append(
      s("rect", {
        class: `will-own will-own-${view.turn}`,
        x: EDGE + c - 1 + 0.1,
        y: EDGE + f - 1 + 0.1,
        width: 0.8,
        height: 0.8,
      }),
    );
  }
}

/** `2-1-h` is said as it is typed. */
export const name = (cell) => cell.key;

export function say(cell, view, t) {
  const { f, c, d } = parts(cell.key);
  if (d) {
    const what = t(d === "h" ? "page-dots-across" : "page-dots-down");
    const here = view.at.get(cell.key)?.line;
    if (!here) {
      const closes = view.choices.get(cell.key)?.length ?? 0;
      return closes
        ? `${what}, ${t("page-dots-closes", { count: closes })}`
        : `${what}, ${t("page-dots-open")}`;
    }
    return here === true
      ? `${what}, ${t("page-dots-drawn")}`
      : `${what}, ${t("page-dots-drawn-by", { side: t(`dots-${here}`) })}`;
  }
  const owner = view.at.get(cell.key)?.box;
  if (owner) return t("page-dots-box-of", { side: t(`dots-${owner}`) });
  const drawn = sidesOf(f, c).filter((line) => view.at.get(line)?.line).length;
  return t("page-dots-box", { count: drawn });
}
