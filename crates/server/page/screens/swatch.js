// The small picture of a side's piece that stands beside its name.

import { s } from "../dom.js";

const SHAPES = {
  go: (side) => [s("circle", { class: `swatch-stone ${side}`, cx: 12, cy: 12, r: 9 })],
  othello: (side) => [
    s("circle", { class: `swatch-stone ${side}`, cx: 12, cy: 12, r: 9 }),
    s("circle", { class: `swatch-rim ${side}`, cx: 12, cy: 12, r: 7 }),
  ],
  connect4: (side) => [
    s("circle", { class: `swatch-c4 ${side}`, cx: 12, cy: 12, r: 9 }),
    s("circle", { class: `swatch-c4-mark ${side}`, cx: 12, cy: 12, r: side === "first" ? 2.4 : 4.6 }),
  ],
  dots: (side) => [
    s("path", {
      class: `swatch-hatch ${side}`,
      d:
        side === "first"
          ? "M5 11L11 5M5 15L15 5M5 19L19 5M9 19L19 9M13 19L19 13"
          : "M19 11L13 5M19 15L9 5M19 19L5 5M15 19L5 9M11 19L5 13",
    }),
    s("rect", { class: `swatch-box ${side}`, x: 4, y: 4, width: 16, height: 16 }),
  ],
};

export function swatch(game, side) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "swatch", "aria-hidden": "true", focusable: "false" },
    SHAPES[game]?.(side) ?? [],
  );
}
