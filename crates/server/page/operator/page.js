// @ts-check
// The operator's page (serve --admin-listen): what the server does now. It asks
// for the token, keeps it while the tab is open, and asks every two seconds.

import { fill, h, write } from "../dom.js";
import { LANGUAGES, currentLanguage, loadLanguage, preferredLanguage, t } from "../text.js";
import { prefs, remember } from "../prefs.js";
import { View } from "./view.js";

const EVERY = 2_000;
const PATIENCE = 10_000;
const TOKEN = "sobremesa.operator";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const live = document.getElementById("said");

/** @type {string | null} */
let token = null;
/** @type {View | null} */
let view = null;
let held = false;
/** @type {any} */
let timer = 0;

const say = (words) => write(live, words);

/** Asks the server; `null` when it does not answer. */
async function ask(path, method = "GET") {
  try {
    /** @type {Record<string, string>} */
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    return await fetch(path, { method, headers, signal: AbortSignal.timeout(PATIENCE), cache: "no-store" });
  } catch {
    return null;
  }
}

/** Looks once, and again after a while unless it is paused. */
async function look() {
  clearTimeout(timer);
  const shown = view;
  const [answer, ready] = await Promise.all([ask("/api/operator"), ask("/readyz")]);
  if (!shown || shown !== view) return;
  if (answer?.status === 401) return leave(t("operator-wrong"));
  if (answer?.ok) {
    const status = await answer.json().catch(() => null);
    const why = ready?.ok ? null : ((await ready?.text().catch(() => null)) ?? "").replace(/^not ready: /, "").trim();
    if (status && shown === view) view.show(status, why);
  }
  view?.connected(Boolean(answer?.ok));
  if (!held) timer = setTimeout(look, document.visibilityState === "visible" ? EVERY : 5 * EVERY);
}

/** Deletes a match after the operator has confirmed it. */
async function remove(id) {
  const answer = await ask(`/api/operator/matches/${encodeURIComponent(id)}`, "DELETE");
  if (answer?.status === 401) return leave(t("operator-wrong"));
  const problem = answer?.ok ? null : await answer?.json().catch(() => null);
  const words = answer?.ok ? t("operator-deleted", { id }) : t(problem?.reason?.id ?? "operator-lost", problem?.reason?.args);
  view?.note(words);
  say(words);
  await look();
}

/** @param {string} given */
function enter(given) {
  token = given;
  try {
    sessionStorage.setItem(TOKEN, given);
  } catch {
    // Without storage it is asked for again.
  }
  paint();
}

function leave(words = "") {
  clearTimeout(timer);
  token = null;
  try {
    sessionStorage.removeItem(TOKEN);
  } catch {
    // Then there was none.
  }
  paint(words);
}

/** The form for the token, or the server as it is. */
function paint(words = "") {
  document.title = `${t("operator-title")} · Sobremesa`;
  view = token ? new View({ remove }) : null;
  fill(root, head(), view ? view.element : form(words));
  if (view) return look();
  root.querySelector("input")?.focus();
  if (words) say(words);
}

function head() {
  const other = LANGUAGES.find((language) => language !== currentLanguage());
  const pause = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-pressed": String(held),
      onclick: () => {
        held = !held;
        pause.setAttribute("aria-pressed", String(held));
        write(pause, t(held ? "operator-go-on" : "operator-hold"));
        say(t(held ? "operator-held" : "operator-live"));
        if (held) clearTimeout(timer);
        else look();
      },
    },
    t(held ? "operator-go-on" : "operator-hold"),
  );
  return h(
    "header",
    { class: "op-top" },
    h("h1", {}, "Sobremesa ", h("small", {}, t("operator-title"))),
    h(
      "div",
      { class: "row" },
      view && pause,
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          lang: other,
          onclick: async () => {
            remember({ language: other });
            await loadLanguage(other);
            paint();
          },
        },
        t("page-other-language"),
      ),
      view && h("button", { type: "button", class: "quiet", onclick: () => leave() }, t("operator-leave")),
    ),
  );
}

function form(words) {
  const input = h("input", {
    type: "password",
    id: "token",
    autocomplete: "current-password",
    spellcheck: false,
    required: true,
    "aria-describedby": "token-where token-wrong",
    "aria-invalid": words ? "true" : null,
  });
  return h(
    "main",
    { class: "op-enter" },
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          if (input.value.trim()) enter(input.value.trim());
        },
      },
      h("label", { class: "field" }, h("span", {}, t("operator-token")), input),
      h("p", { id: "token-where", class: "help" }, t("operator-token-where")),
      h("p", { id: "token-wrong", class: "op-trouble" }, words),
      h("button", { type: "submit" }, t("operator-enter")),
    ),
  );
}

/** The token of the address, which no server sees, or of this tab. */
function kept() {
  const given = decodeURIComponent(location.hash.slice(1));
  if (given) history.replaceState(null, "", location.pathname);
  try {
    return given || sessionStorage.getItem(TOKEN);
  } catch {
    return given || null;
  }
}

async function start() {
  if (prefs.theme) document.documentElement.dataset.theme = prefs.theme;
  for (let wait = 500; ; wait = Math.min(8000, wait * 2)) {
    try {
      await loadLanguage(preferredLanguage());
      break;
    } catch {
      write(root, "Sobremesa …");
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  const given = kept();
  if (given) enter(given);
  else paint();
}

start();
