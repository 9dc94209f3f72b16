// @ts-check
// QR codes (ISO/IEC 18004), byte mode, error correction L, versions 1 to 10:
// enough for a player's link. `qr(text)` is a square matrix of booleans.
//
// Level L because the code is read off a screen, where nothing gets torn; it
// keeps the modules large. Every mask is tried and the standard's penalty
// decides, as scanners expect.

// Per version, level L: error correction codewords per block, and the blocks'
// data codewords.
/** @type {([number, number[]] | null)[]} */
const VERSIONS = [
  null,
  [7, [19]],
  [10, [34]],
  [15, [55]],
  [20, [80]],
  [26, [108]],
  [18, [68, 68]],
  [20, [78, 78]],
  [24, [97, 97]],
  [30, [116, 116]],
  [18, [68, 68, 69, 69]],
];

/** @type {(number[] | null)[]} */
const ALIGNMENT = [
  null,
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

// GF(256) with the polynomial x^8 + x^4 + x^3 + x^2 + 1.
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
}
const times = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The remainder that makes `data` followed by it divisible by the generator. */
function correction(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((coefficient, j) => (next[j + 1] ^= times(coefficient, EXP[i])));
    generator = next;
  }
  const rest = new Uint8Array(count);
  for (const byte of data) {
    const factor = byte ^ rest[0];
    rest.copyWithin(0, 1);
    rest[count - 1] = 0;
    for (let i = 0; i < count; i++) rest[i] ^= times(generator[i + 1], factor);
  }
  return rest;
}

function codewords(bytes, version) {
  const [ecc, blocks] = VERSIONS[version] ?? [0, []];
  const capacity = blocks.reduce((a, b) => a + b);
  const bits = [];
  const put = (value, count) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(Number.parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  const split = [];
  let at = 0;
  for (const size of blocks) {
    split.push(data.slice(at, at + size));
    at += size;
  }
  const corrections = split.map((block) => correction(block, ecc));
  const out = [];
  for (let i = 0; i < Math.max(...blocks); i++)
    for (const block of split) if (i < block.length) out.push(block[i]);
  for (let i = 0; i < ecc; i++) for (const block of corrections) out.push(block[i]);
  return out;
}

function skeleton(version) {
  const size = 17 + 4 * version;
  const dark = Array.from({ length: size }, () => new Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (row, column, value) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    dark[row][column] = value;
    fixed[row][column] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ]) {
    for (let r = -4; r <= 4; r++) {
      for (let c = -4; c <= 4; c++) {
        const ring = Math.max(Math.abs(r), Math.abs(c));
        set(row + r, column + c, ring !== 2 && ring !== 4);
      }
    }
  }
  const centres = ALIGNMENT[version] ?? [];
  for (const row of centres) {
    for (const column of centres) {
      const corner =
        (row === 6 && (column === 6 || column === size - 7)) || (row === size - 7 && column === 6);
      if (corner) continue;
      for (let r = -2; r <= 2; r++)
        for (let c = -2; c <= 2; c++) set(row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1);
    }
  }
  return { size, dark, fixed, set };
}

/** Format information: level and mask, protected by a BCH code. */
function format({ size, set }, mask) {
  const data = (1 << 3) | mask; // level L is 01
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (i) => ((bits >> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) set(i, 8, bit(i));
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let i = 9; i < 15; i++) set(8, 14 - i, bit(i));
  for (let i = 0; i < 8; i++) set(8, size - 1 - i, bit(i));
  for (let i = 8; i < 15; i++) set(size - 15 + i, 8, bit(i));
  set(size - 8, 8, true);
}

/** Version information, from version 7 on. */
function versionMarks({ size, set }, version) {
  if (version < 7) return;
  let rest = version;
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i++) {
    const value = ((bits >> i) & 1) === 1;
    set(Math.floor(i / 3), size - 11 + (i % 3), value);
    set(size - 11 + (i % 3), Math.floor(i / 3), value);
  }
}

const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_r, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function place(grid, words) {
  const { size, dark, fixed } = grid;
  let i = 0;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row][column]) continue;
        dark[row][column] = i < words.length * 8 && ((words[i >> 3] >> (7 - (i & 7))) & 1) === 1;
        i++;
      }
    }
    upwards = !upwards;
  }
}

function penalty(dark) {
  const size = dark.length;
  const columns = dark.map((_, c) => dark.map((row) => row[c]));
  let total = 0;
  for (const line of [...dark, ...columns]) {
    let run = 0;
    for (let i = 0; i < size; i++) {
      run = i && line[i] === line[i - 1] ? run + 1 : 1;
      if (run === 5) total += 3;
      else if (run > 5) total += 1;
    }
    const text = line.map(Number).join("");
    for (const finder of ["10111010000", "00001011101"]) {
      for (let i = text.indexOf(finder); i >= 0; i = text.indexOf(finder, i + 1)) total += 40;
    }
  }
  let count = 0;
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      count += dark[r][c];
      if (
        r &&
        c &&
        dark[r][c] === dark[r - 1][c] &&
        dark[r][c] === dark[r][c - 1] &&
        dark[r][c] === dark[r - 1][c - 1]
      )
        total += 3;
    }
  }
  return total + 10 * Math.floor(Math.abs((count * 20) / (size * size) - 10));
}

export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(
    (v, i) => v && v[1].reduce((a, b) => a + b) * 8 >= 4 + (i < 10 ? 8 : 16) + 8 * bytes.length,
  );
  if (version < 0) return null;
  const words = codewords(bytes, version);
  /** @type {{ cost: number, dark: any[] }} */
  let best = { cost: Infinity, dark: [] };
  MASKS.forEach((mask, number) => {
    const grid = skeleton(version);
    format(grid, number);
    versionMarks(grid, version);
    place(grid, words);
    for (let r = 0; r < grid.size; r++)
      for (let c = 0; c < grid.size; c++)
        if (!grid.fixed[r][c] && mask(r, c)) grid.dark[r][c] = !grid.dark[r][c];
    const cost = penalty(grid.dark);
    if (cost < best.cost) best = { cost, dark: grid.dark };
  });
  return best.dark;
}
