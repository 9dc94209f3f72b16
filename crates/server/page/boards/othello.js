// @ts-check
// Othello: green felt and two-faced discs that turn over along the line they
// were caught in. Squares are `a1` to `h8`, rows counted from the top.

import { s } from "../dom.js";
import { hintMark, marked, shade } from "./board.js";

const EDGE = 0.5;
const DISC = 0.41;

export const id = "othello";

/** How it sounds when a piece is put down. */
export const sound = { pitch: 1300, length: 0.07, loud: 1.4 };

/** The small picture of a side's piece. */
export const swatch = (side) => [
  s("circle", { class: `swatch-stone ${side}`, cx: 12, cy: 12, r: 9 }),
  s("circle", { class: `swatch-rim ${side}`, cx: 12, cy: 12, r: 7 }),
];

export function frame({ rows, columns }) {
  return { width: columns + 2 * EDGE, height: rows + 2 * EDGE };
}

const letter = (column) => String.fromCharCode(97 + column);
const key = (row, column) => `${letter(column)}${row + 1}`;
const place = (at) => ({ x: EDGE + at.charCodeAt(0) - 97 + 0.5, y: EDGE + Number(at.slice(1)) - 0.5 });

export function cells({ rows, columns }) {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => ({
      key: key(row, column),
      x: EDGE + column,
      y: EDGE + row,
      w: 1,
      h: 1,
      kind: "square",
    })),
  );
}

export function pick({ rows, columns }, x, y) {
  const column = Math.floor(x - EDGE);
  const row = Math.floor(y - EDGE);
  return row >= 0 && column >= 0 && row < rows && column < columns ? key(row, column) : null;
}

export const playAt = (_view, at) => at;
export const cellOf = (_picture, play) => (/^[a-z]\d+$/i.test(play) ? play.toLowerCase() : null);

export function ground({ rows, columns }) {
  const { width, height } = frame({ rows, columns });
  let lines = "";
  for (let row = 0; row <= rows; row++) lines += `M${EDGE} ${EDGE + row}H${EDGE + columns}`;
  for (let column = 0; column <= columns; column++) lines += `M${EDGE + column} ${EDGE}V${EDGE + rows}`;
  const marks = [];
  const write = (text, x, y) => marks.push(s("text", { class: "felt-mark", x, y: y + 0.085 }, text));
  for (let column = 0; column < columns; column++)
    write(letter(column).toUpperCase(), EDGE + column + 0.5, EDGE / 2 - 0.04);
  for (let row = 0; row < rows; row++) write(String(row + 1), EDGE / 2 - 0.04, EDGE + row + 0.5);
  const dots =
    rows >= 8 && columns >= 8
      ? [2, rows - 2].flatMap((row) => [2, columns - 2].map((column) => [row, column]))
      : [];
  return [
    s("rect", { class: "felt-frame", width, height }),
    s("rect", {
      class: "felt",
      x: EDGE - 0.08,
      y: EDGE - 0.08,
      width: columns + 0.16,
      height: rows + 0.16,
      rx: 0.08,
    }),
    s("path", { class: "felt-weave", d: weave(rows, columns) }),
    s("path", { class: "felt-line", d: lines }),
    s(
      "g",
      {},
      dots.map(([row, column]) =>
        s("circle", { class: "felt-dot", cx: EDGE + column, cy: EDGE + row, r: 0.07 }),
      ),
    ),
    s("g", {}, marks),
  ];
}

/** Faint diagonal threads, so that the felt is not flat. */
function weave(rows, columns) {
  let d = "";
  for (let i = 0.25; i < rows + columns; i += 0.25) {
    const x0 = Math.min(i, columns);
    const y0 = i - x0;
    const y1 = Math.min(i, rows);
    const x1 = i - y1;
    d += `M${EDGE + x0} ${EDGE + y0}L${EDGE + x1} ${EDGE + y1}`;
  }
  return d;
}

export function front(_picture, board) {
  return [
    s(
      "defs",
      {},
      shade(board, "first", [
        [0, "ebony-light"],
        [1, "ebony-dark"],
      ]),
      shade(board, "second", [
        [0, "ivory-light"],
        [1, "ivory-dark"],
      ]),
    ),
  ];
}

function paint(board, disc, side) {
  disc.setAttribute("class", `disc disc-${side}`);
  disc.querySelector(".disc-face").setAttribute("fill", board.ref(side));
}

function makeDisc(board, side, { x, y }) {
  const disc = s(
    "g",
    {},
    s("ellipse", { class: "disc-shadow", cx: 0.03, cy: 0.06, rx: DISC, ry: DISC }),
    s(
      "g",
      { class: "disc-body" },
      s("circle", { class: "disc-face", r: DISC }),
      s("circle", { class: "disc-rim", r: DISC - 0.075 }),
    ),
  );
  paint(board, disc, side);
  return s("g", { transform: `translate(${x} ${y})` }, disc);
}

const body = (node) => node.querySelector(".disc-body");

/** Turns a disc over around the line through it from the disc just played. */
function turnOver(board, node, side, from, at) {
  const a = place(from);
  const b = place(at);
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const steps = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y));
  const squeeze = (k) => `rotate(${angle}deg) scaleX(${k}) rotate(${-angle}deg)`;
  const options = { duration: 130, delay: 55 * (steps - 1), fill: "backwards" };
  const away = body(node).animate([{ transform: squeeze(1) }, { transform: squeeze(0.03) }], {
    ...options,
    easing: "ease-in",
  });
  const paintNow = () => node.dataset.side === side && paint(board, node.firstChild, side);
  away.onfinish = () => {
    paintNow();
    body(node).animate([{ transform: squeeze(0.03) }, { transform: squeeze(1) }], {
      duration: 130,
      easing: "ease-out",
    });
  };
  away.oncancel = paintNow;
}

export function draw(board, view, was) {
  const last = view.last && cellOf(view.picture, view.last.play);
  for (const { at, side } of marked(view, "piece")) {
    board.keep(
      "pieces",
      at,
      () => makeDisc(board, side, place(at)),
      (node, fresh) => {
        const before = node.dataset.side;
        node.dataset.side = side;
        if (fresh) {
          if (was && board.moves()) {
            body(node).animate(
              [
                { transform: "scale(1.15)", opacity: 0.2 },
                { transform: "scale(1)", opacity: 1 },
              ],
              { duration: 120, easing: "ease-out" },
            );
          }
        } else if (before !== side) {
          if (was && last && last !== at && board.moves()) turnOver(board, node, side, last, at);
          else paint(board, node.firstChild, side);
        }
      },
    );
  }
  if (last && view.at.get(last)?.piece) {
    const { x, y } = place(last);
    board.keep(
      "marks",
      "last",
      () => s("circle", { r: 0.11 }),
      (node) => {
        node.setAttribute("class", `last-dot on-${view.at.get(last).piece}`);
        node.setAttribute("cx", x);
        node.setAttribute("cy", y);
      },
    );
  }
  if (board.options.showLegal && board.options.mine) {
    for (const play of view.choices.keys()) {
      if (!cellOf(view.picture, play)) continue;
      const { x, y } = place(play);
      board.keep("under", `legal-${play}`, () =>
        s("circle", { class: "felt-legal", cx: x, cy: y, r: 0.095 }),
      );
    }
  }
  const hint = board.options.hint && cellOf(view.picture, board.options.hint);
  if (hint) {
    const { x, y } = place(hint);
    board.keep("marks", `hint-${hint}`, () => hintMark(x, y, 0.34));
  }
  board.sweep((node) => node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 120 }));
}

export function preview(board, view, choice, cell) {
  const ghost = makeDisc(board, view.turn, place(cell.key));
  ghost.classList.add("ghost");
  board.layers.ghost.append(ghost);
  for (const at of choice.changes) {
    const { x, y } = place(at);
    board.layers.ghost.append(
      s("circle", { class: `will-flip will-flip-${view.turn}`, cx: x, cy: y, r: DISC - 0.2 }),
    );
  }
}

export const name = (cell) => cell.key.toUpperCase();

export function say(cell, view, t) {
  const here = view.at.get(cell.key) ?? {};
  if (here.piece) return t(`page-othello-disc-${here.piece}`);
  const turned = view.choices.get(cell.key);
  if (turned) return t("page-othello-turns", { count: turned.length });
  return t("page-cell-empty");
}
