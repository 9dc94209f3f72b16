// @ts-check
// The words: one catalogue per language, fetched once from
// `/api/text/…` with its Fluent patterns already taken apart.

import { prefs } from "./prefs.js";

export const LANGUAGES = ["es", "en"];

let language = "es";
let patterns = {};
let plural = new Intl.PluralRules("es");

export const currentLanguage = () => language;

/** The language asked for, or the browser's first that there is, or English. */
export function preferredLanguage() {
  const wanted =
    prefs.language ??
    navigator.languages?.map((tag) => tag.slice(0, 2)).find((tag) => LANGUAGES.includes(tag));
  return LANGUAGES.includes(wanted) ? wanted : "en";
}

export async function loadLanguage(wanted) {
  const answer = await fetch(`/api/text/${wanted}`);
  if (!answer.ok) throw new Error(`no catalogue for ${wanted}`);
  patterns = await answer.json();
  language = wanted;
  plural = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
}

/** Whether the catalogue has this message. */
export const has = (id) => Object.hasOwn(patterns, id);

/** The message `id` with its arguments; the id itself when there is none, so
 *  that a gap is seen and never breaks a screen. */
export function t(id, args = {}) {
  return has(id) ? format(patterns[id], args) : id;
}

/** A number as people write it here: `7,5` or `7.5`. */
export function number(value) {
  const parsed = Number(value);
  return Number.isFinite(parsed)
    ? parsed.toLocaleString(language, { maximumFractionDigits: 1 })
    : String(value);
}

/** Formats one pattern: pieces of text, `{arg}`, and `{arg, select, other}`
 *  whose variant is chosen by the value itself or by its plural category. An
 *  argument may itself be a message, with its own arguments. */
export function format(pattern, args, rules = plural) {
  return pattern
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const given = args[piece.arg];
      const value = given?.id ? t(given.id, given.args) : given;
      if (!piece.select) return value === undefined ? `{${piece.arg}}` : String(value);
      const variants = piece.select;
      const category = Number.isFinite(Number(value)) ? rules.select(Number(value)) : piece.other;
      return format(variants[value] ?? variants[category] ?? variants[piece.other], args, rules);
    })
    .join("");
}
