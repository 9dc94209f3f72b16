// @ts-check
// The pictures of the home and set-up screens: positions of real games, which
// samples.js keeps as changes from move to move.

import { samples } from "../samples.js";

/** A game's sample after `ply` moves (by default where it looks best), as a
 *  view that a board can show. */
export function sampleView(game, ply = samples[game].rest) {
  const { rows, columns, frames, rest } = samples[game];
  const stands = new Map();
  for (const { put, taken } of frames.slice(0, ply + 1)) {
    for (const key of taken) stands.delete(key);
    for (const [at, mark, side] of put) stands.set(`${at} ${mark}`, { at, mark, side });
  }
  const { last } = frames[ply];
  return {
    sample: { length: frames.length, rest },
    view: {
      picture: { rows, columns, stands: [...stands.values()] },
      turn: "first",
      moves: last ? [{ play: last, side: "first" }] : [],
      legal: [],
    },
  };
}
