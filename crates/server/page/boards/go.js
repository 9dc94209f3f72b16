// @ts-check
// Go: a wooden board, slate and shell. Points have the keys moves use (`D4`):
// a letter without I from the left, a number from the bottom.

import { s } from "../dom.js";
import { chance, fixed, hintMark, marked, shade } from "./board.js";

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const STONE = 0.478;

/** The wood around the lines; small boards need less of it for their letters. */
const edge = (columns) => (columns < 13 ? 1 : 1.25);

export const id = "go";

/** How it sounds when a piece is put down. */
export const sound = { pitch: 2100, length: 0.07, loud: 1.4 };

/** The small picture of a side's piece. */
export const swatch = (side) => [s("circle", { class: `swatch-stone ${side}`, cx: 12, cy: 12, r: 9 })];

export function frame({ rows, columns }) {
  const around = edge(columns);
  return { width: columns - 1 + 2 * around, height: rows - 1 + 2 * around };
}

const key = (rows, row, column) => `${LETTERS[column]}${rows - row}`;

function place({ rows, columns }, at) {
  const around = edge(columns);
  return { x: around + LETTERS.indexOf(at[0]), y: around + rows - Number(at.slice(1)) };
}

export function cells({ rows, columns }) {
  const around = edge(columns);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => ({
      key: key(rows, row, column),
      x: around + column - 0.5,
      y: around + row - 0.5,
      w: 1,
      h: 1,
      kind: "point",
    })),
  );
}

export function pick({ rows, columns }, x, y) {
  const column = Math.round(x - edge(columns));
  const row = Math.round(y - edge(columns));
  const inside = row >= 0 && column >= 0 && row < rows && column < columns;
  return inside ? key(rows, row, column) : null;
}

const isPlace = (play) => /^[A-HJ-Z]\d+$/.test(play);

export const playAt = (_view, at) => at;
export const cellOf = (_picture, play) => (isPlace(play) ? play : null);

/** Where the board's star points are, as go players expect them by size. */
function stars(rows, columns) {
  const along = (n) => {
    if (n < 5) return [];
    const inset = n >= 13 ? 3 : 2;
    const ends = [inset, n - 1 - inset];
    return n % 2 && n > 5 ? [ends[0], (n - 1) / 2, ends[1]] : n === 5 ? [2] : ends;
  };
  const points = along(rows).flatMap((row) => along(columns).map((column) => [row, column]));
  // On boards below 15 only the corners and the centre are marked.
  const sparse = rows < 15 || columns < 15;
  return points.filter(
    ([row, column]) => !sparse || (row === (rows - 1) / 2) === (column === (columns - 1) / 2),
  );
}

export function ground({ rows, columns }) {
  const { width, height } = frame({ rows, columns });
  const around = edge(columns);
  const grain = [];
  const count = Math.round(height * 3.5);
  for (let i = 0; i < count; i++) {
    const y = ((i + chance(`grain${i}`)) * height) / count;
    const bend = (chance(`bend${i}`) - 0.5) * 0.9;
    const lean = (chance(`lean${i}`) - 0.5) * 0.5;
    grain.push(
      s("path", {
        class: chance(`tone${i}`) > 0.8 ? "wood-grain strong" : "wood-grain",
        d: `M0 ${fixed(y)}C${fixed(width * 0.3)} ${fixed(y + bend)} ${fixed(width * 0.65)} ${fixed(y - bend)} ${fixed(width)} ${fixed(y + lean)}`,
      }),
    );
  }
  let lines = "";
  for (let row = 0; row < rows; row++) lines += `M${around} ${around + row}H${around + columns - 1}`;
  for (let column = 0; column < columns; column++)
    lines += `M${around + column} ${around}V${around + rows - 1}`;
  const letters = [];
  const size = columns < 13 ? 0.26 : 0.36;
  const write = (text, x, y) =>
    letters.push(
      s("text", { class: "wood-mark", "font-size": size, x: fixed(x), y: fixed(y + size / 3) }, text),
    );
  for (let column = 0; column < columns; column++) {
    write(LETTERS[column], around + column, around * 0.4);
    write(LETTERS[column], around + column, height - around * 0.4);
  }
  for (let row = 0; row < rows; row++) {
    write(String(rows - row), around * 0.4, around + row);
    write(String(rows - row), width - around * 0.4, around + row);
  }
  return [
    s("rect", { class: "wood", width, height }),
    s("g", {}, grain),
    s("path", { class: "wood-line", d: lines }),
    s("rect", { class: "wood-border", x: around, y: around, width: columns - 1, height: rows - 1 }),
    s(
      "g",
      {},
      stars(rows, columns).map(([row, column]) =>
        s("circle", { class: "wood-star", cx: around + column, cy: around + row, r: 0.11 }),
      ),
    ),
    s("g", {}, letters),
  ];
}

/** The gradients every stone shares. */
export function front(_picture, board) {
  return [
    s(
      "defs",
      {},
      shade(board, "first", [
        [0, "slate-light"],
        [0.45, "slate-mid"],
        [1, "slate-dark"],
      ]),
      shade(board, "second", [
        [0, "shell-light"],
        [0.6, "shell-mid"],
        [1, "shell-dark"],
      ]),
    ),
  ];
}

function stone(board, side, { x, y }) {
  return s(
    "g",
    { class: `stone stone-${side}`, transform: `translate(${x} ${y})` },
    s(
      "g",
      { class: "stone-body" },
      s("ellipse", { class: "stone-shadow", cx: 0.035, cy: 0.07, rx: STONE, ry: STONE }),
      s("circle", { class: "stone-face", r: STONE, fill: board.ref(side) }),
    ),
  );
}

const setDown = (node) =>
  node.firstChild.animate(
    [
      { transform: "scale(1.16)", opacity: 0.2 },
      { transform: "scale(1)", opacity: 1 },
    ],
    { duration: 120, easing: "ease-out" },
  );

const liftUp = (node) => node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 160 });

export function draw(board, view, was) {
  const { picture } = view;
  for (const { at, side } of marked(view, "piece")) {
    // A point whose stone changed colour (after a jump in the review) gets a new stone.
    board.keep(
      "pieces",
      at,
      () => s("g"),
      (node, fresh) => {
        node.classList.toggle("dead", Boolean(view.at.get(at).dead));
        if (node.dataset.side === side) return;
        node.dataset.side = side;
        node.replaceChildren(stone(board, side, place(picture, at)));
        if (fresh && was && board.moves()) setDown(node.firstChild);
      },
    );
  }
  const last = view.last && cellOf(picture, view.last.play);
  if (last && view.at.get(last)?.piece) {
    const { x, y } = place(picture, last);
    board.keep(
      "marks",
      "last",
      () => s("circle", { r: 0.25 }),
      (node) => {
        node.setAttribute("class", `last-ring on-${view.at.get(last).piece}`);
        node.setAttribute("cx", x);
        node.setAttribute("cy", y);
      },
    );
  }
  for (const { at, side } of marked(view, "territory")) {
    if (view.at.get(at).piece && !view.at.get(at).dead) continue;
    const { x, y } = place(picture, at);
    board.keep("marks", `t-${at}-${side}`, () =>
      s("rect", { class: `territory territory-${side}`, x: x - 0.15, y: y - 0.15, width: 0.3, height: 0.3 }),
    );
  }
  for (const { at } of marked(view, "dead")) {
    const { x, y } = place(picture, at);
    board.keep("marks", `dead-${at}`, () =>
      s("path", { class: "dead-mark", d: `M${x - 0.3} ${y - 0.3}l0.6 0.6m0 -0.6l-0.6 0.6` }),
    );
  }
  for (const { at } of marked(view, "ko")) {
    const { x, y } = place(picture, at);
    board.keep("marks", `ko-${at}`, () =>
      s("rect", { class: "ko-mark", x: x - 0.24, y: y - 0.24, width: 0.48, height: 0.48 }),
    );
  }
  for (const [at, share] of board.options.owners ?? []) {
    const side = share > 0 ? "first" : "second";
    const size = fixed(0.42 * Math.abs(share));
    // A stone that is likely to stay needs no mark.
    if (size < 0.06 || view.at.get(at)?.piece === side) continue;
    const { x, y } = place(picture, at);
    const box = { x: fixed(x - size / 2), y: fixed(y - size / 2), width: size, height: size };
    board.keep("marks", `o-${at}-${share}`, () =>
      s("rect", { class: `territory territory-${side}`, ...box }),
    );
  }
  const hint = board.options.hint && cellOf(picture, board.options.hint);
  if (hint) {
    const { x, y } = place(picture, hint);
    board.keep("marks", `hint-${hint}`, () => hintMark(x, y, 0.36));
  }
  board.sweep(liftUp);
}

export function preview(board, view, choice, cell) {
  const node = stone(board, view.turn, { x: cell.x + 0.5, y: cell.y + 0.5 });
  node.classList.add("ghost");
  board.layers.ghost.append(node);
}

export const name = (cell) => cell.key;

/** How sure an estimate must be to be said. */
const LIKELY = 0.5;

export function say(cell, view, t, /** @type {Partial<Shown>} */ { owners } = {}) {
  const share = owners?.get(cell.key) ?? 0;
  const side = share > 0 ? "first" : "second";
  const likely = Math.abs(share) > LIKELY && view.at.get(cell.key)?.piece !== side;
  return [...stands(cell, view, t), likely && t("page-go-likely", { side: t(`go-${side}`) })]
    .filter(Boolean)
    .join(", ");
}

function stands(cell, view, t) {
  const here = view.at.get(cell.key) ?? {};
  if (here.piece) return [t(`page-go-stone-${here.piece}`), here.dead && t("page-go-dead")];
  if (here.territory) return [t("page-go-territory", { side: t(`go-${here.territory}`) })];
  if (here.ko) return [t("page-go-ko")];
  return [t("page-cell-empty")];
}
