// @ts-check
// Connect 4: a blue grid with real holes that pieces fall behind. Cells are
// `row-column` from 1 with row 1 on top; a move is the column alone.

import { s } from "../dom.js";
import { fixed, hintMark, marked } from "./board.js";

const SIDE = 0.28;
const TOP = 0.95; // room above the grid where the piece is held
const FOOT = 0.36;
const HOLE = 0.405;

export const id = "connect4";

/** How it sounds when a piece is put down. */
export const sound = { pitch: 700, length: 0.11, loud: 1.8 };

/** The small picture of a side's piece. */
export const swatch = (side) => [
  s("circle", { class: `swatch-c4 ${side}`, cx: 12, cy: 12, r: 9 }),
  s("circle", { class: `swatch-c4-mark ${side}`, cx: 12, cy: 12, r: side === "first" ? 2.4 : 4.6 }),
];

export function frame({ rows, columns }) {
  return { width: columns + 2 * SIDE, height: rows + TOP + SIDE + FOOT };
}

const centre = (row, column) => ({ x: SIDE + column - 0.5, y: TOP + SIDE / 2 + row - 0.5 });
const split = (at) => at.split("-").map(Number);

export function cells({ rows, columns }) {
  return Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => {
      const { x, y } = centre(r + 1, c + 1);
      return { key: `${r + 1}-${c + 1}`, x: x - 0.5, y: y - 0.5, w: 1, h: 1, kind: "hole", where: c + 1 };
    }),
  );
}

export function pick({ rows, columns }, x, y) {
  const column = Math.floor(x - SIDE) + 1;
  const row = Math.min(rows, Math.max(1, Math.floor(y - TOP - SIDE / 2) + 1));
  return column >= 1 && column <= columns ? `${row}-${column}` : null;
}

export const playAt = (_view, at) => at.split("-")[1];

/** The topmost piece of the column: where the last piece of it came to rest. */
export function cellOf(picture, play, view) {
  const column = Number(play);
  if (!Number.isInteger(column)) return null;
  const filled = picture.stands
    .filter(({ at, mark }) => mark === "piece" && split(at)[1] === column)
    .map(({ at }) => split(at)[0]);
  const top = filled.length ? Math.min(...filled) : picture.rows + 1;
  const played = view?.last?.play === play && occupied(view, top, column);
  const row = played ? top : top - 1;
  return row >= 1 && row <= picture.rows ? `${row}-${column}` : null;
}

const occupied = (view, row, column) => Boolean(view.at.get(`${row}-${column}`)?.piece);

/** The hole a piece dropped in this column would come to rest in. */
function landing(view, column) {
  for (let row = view.picture.rows; row >= 1; row--) if (!occupied(view, row, column)) return row;
  return null;
}

export function ground({ rows, columns }) {
  const { width, height } = frame({ rows, columns });
  return [
    s("rect", { class: "c4-back", x: 0.1, y: TOP, width: width - 0.2, height: rows + SIDE, rx: 0.22 }),
    s("path", { class: "c4-foot", d: `M0 ${height}l.3 -${FOOT + 0.2}H${width - 0.3}l.3 ${FOOT + 0.2}z` }),
    ...Array.from({ length: columns }, (_, c) =>
      s("text", { class: "c4-number", x: centre(1, c + 1).x, y: height - 0.1 }, String(c + 1)),
    ),
  ];
}

export function front({ rows, columns }) {
  const { width } = frame({ rows, columns });
  const top = TOP;
  const bottom = TOP + rows + SIDE;
  const r = 0.24;
  let d = `M${r} ${top}H${width - r}A${r} ${r} 0 0 1 ${width} ${top + r}V${bottom - r}A${r} ${r} 0 0 1 ${width - r} ${bottom}H${r}A${r} ${r} 0 0 1 0 ${bottom - r}V${top + r}A${r} ${r} 0 0 1 ${r} ${top}Z`;
  const rims = [];
  for (let row = 1; row <= rows; row++) {
    for (let column = 1; column <= columns; column++) {
      const { x, y } = centre(row, column);
      d += `M${fixed(x - HOLE)} ${fixed(y)}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
      rims.push(s("circle", { class: "c4-rim", cx: fixed(x), cy: fixed(y), r: HOLE + 0.025 }));
    }
  }
  return [
    s("path", { class: "c4-grid", d, "fill-rule": "evenodd" }),
    s("path", { class: "c4-shine", d: `M${r} ${top + 0.035}H${width - r}` }),
    s("g", {}, rims),
  ];
}

/** Yellow carries a dot and red a ring, so that they differ without colour. */
function piece(side, { x, y }) {
  const mark =
    side === "first" ? s("circle", { class: "c4-dot", r: 0.1 }) : s("circle", { class: "c4-ring", r: 0.2 });
  return s(
    "g",
    { class: `c4-piece c4-${side}`, transform: `translate(${x} ${y})` },
    s(
      "g",
      { class: "c4-body" },
      s("circle", { class: "c4-face", r: 0.44 }),
      s("circle", { class: "c4-bevel", r: 0.33 }),
      mark,
    ),
  );
}

/** Milliseconds until a piece reaches its row. */
const fallTime = (row) => 150 * Math.sqrt(row + 0.6);

/** Falls from above the grid with gravity and one small bounce. */
function fall(node, row) {
  const height = row + 0.6;
  const time = fallTime(row);
  const bounce = Math.min(0.28, height * 0.05);
  const up = 150 * Math.sqrt(bounce) * 1.2;
  const total = time + 2 * up;
  const at = (y) => ({ transform: `translateY(${-y}px)` });
  node.firstChild.animate(
    [
      { ...at(height), offset: 0, easing: "cubic-bezier(.45,0,.9,.6)" },
      { ...at(0), offset: time / total, easing: "cubic-bezier(.1,.4,.5,1)" },
      { ...at(bounce), offset: (time + up) / total, easing: "cubic-bezier(.5,0,.9,.6)" },
      { ...at(0), offset: 1 },
    ],
    { duration: total },
  );
}

export function draw(board, view, was) {
  const { picture } = view;
  for (const { at, side } of marked(view, "piece")) {
    const [row, column] = split(at);
    board.keep(
      "pieces",
      at,
      () => s("g"),
      (node, fresh) => {
        if (node.dataset.side === side) return;
        node.dataset.side = side;
        node.replaceChildren(piece(side, centre(row, column)));
        if (fresh && was && board.moves()) fall(node.firstChild, row);
      },
    );
  }
  const last = view.last && cellOf(picture, view.last.play, view);
  const winning = marked(view, "winning").map(({ at }) => split(at));
  if (last && !winning.length) {
    const [row, column] = split(last);
    const { x, y } = centre(row, column);
    board.keep(
      "marks",
      `last-${last}`,
      () => s("circle", { class: "c4-last", cx: x, cy: y, r: HOLE - 0.02 }),
      (node, fresh) => {
        // The ring waits for the piece to arrive.
        const wait = { duration: 80, delay: fallTime(row), fill: "backwards" };
        if (fresh && was && board.moves()) node.animate([{ opacity: 0 }, { opacity: 1 }], wait);
      },
    );
  }
  lines(winning).forEach(([from, to], i) => {
    const a = centre(...from);
    const b = centre(...to);
    const line = { x1: a.x, y1: a.y, x2: b.x, y2: b.y, pathLength: 1 };
    board.keep(
      "marks",
      `win-${i}-${from}-${to}`,
      () =>
        s(
          "g",
          { class: "c4-win" },
          s("line", { class: "c4-win-edge", ...line }),
          s("line", { class: "c4-win-line", ...line }),
        ),
      (node, fresh) => {
        if (fresh && was && board.moves()) {
          for (const stroke of node.children) {
            stroke.animate([{ strokeDasharray: "0 1" }, { strokeDasharray: "1 0" }], {
              duration: 320,
              delay: 380,
              fill: "backwards",
              easing: "ease-out",
            });
          }
        }
      },
    );
  });
  for (const [row, column] of winning) {
    const { x, y } = centre(row, column);
    board.keep("marks", `won-${row}-${column}`, () =>
      s("circle", { class: "c4-won", cx: x, cy: y, r: HOLE - 0.03 }),
    );
  }
  const hint = board.options.hint && Number(board.options.hint);
  if (hint) {
    const row = landing(view, hint);
    if (row) {
      const { x, y } = centre(row, hint);
      board.keep("marks", `hint-${hint}-${row}`, () => hintMark(x, y, 0.3));
    }
  }
  board.sweep((node) => node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 120 }));
}

/** The straight runs among the winning cells, as [first, last] pairs: one
 *  move can complete more than one line. */
function lines(cells) {
  const has = new Set(cells.map(String));
  const runs = [];
  for (const [dr, dc] of [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ]) {
    for (const [row, column] of cells) {
      if (has.has(String([row - dr, column - dc]))) continue;
      let length = 1;
      while (has.has(String([row + dr * length, column + dc * length]))) length++;
      if (length >= 4)
        runs.push([
          [row, column],
          [row + dr * (length - 1), column + dc * (length - 1)],
        ]);
    }
  }
  return runs;
}

export function preview(board, view, choice) {
  const column = Number(choice.play);
  const { x } = centre(1, column);
  const row = landing(view, column);
  board.layers.ghost.append(
    s("rect", { class: "c4-column", x: x - 0.5, y: TOP, width: 1, height: view.picture.rows + SIDE }),
  );
  const held = piece(view.turn, { x, y: 0.48 });
  held.classList.add("c4-held");
  board.layers.ghost.append(held);
  if (row) {
    const { y } = centre(row, column);
    board.layers.ghost.append(
      s("circle", { class: `c4-target c4-target-${view.turn}`, cx: x, cy: y, r: 0.34 }),
    );
  }
}

export const name = (cell) => cell.key.replace("-", ", ");

export function say(cell, view, t) {
  const here = view.at.get(cell.key) ?? {};
  if (!here.piece) return t("page-cell-empty");
  const what = t(`page-connect4-piece-${here.piece}`);
  return here.winning ? `${what}, ${t("page-cell-winning")}` : what;
}
