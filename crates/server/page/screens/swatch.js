// @ts-check
// The small picture of a side's piece that stands beside its name.

import { DRAWINGS } from "../boards/all.js";
import { s } from "../dom.js";

export function swatch(game, side) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "swatch", "aria-hidden": "true", focusable: "false" },
    DRAWINGS[game]?.swatch(side) ?? [],
  );
}
