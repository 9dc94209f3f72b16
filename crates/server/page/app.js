// @ts-check
// Where the page starts: it loads the words, then shows the screen that the
// address asks for. A screen is a function (context) → { element, title,
// leave? }; `context` carries the address's parts and `go` to walk elsewhere.

import { h, fill, icon, write } from "./dom.js";
import { currentLanguage, loadLanguage, preferredLanguage, t } from "./text.js";
import { prefs, remember } from "./prefs.js";
import { follow, go, onArrival } from "./router.js";
import { home } from "./screens/home.js";
import { setup } from "./screens/setup.js";
import { play } from "./screens/game.js";
import { help } from "./screens/help.js";

const root = /** @type {HTMLElement} */ (document.querySelector("#app"));
const said = /** @type {HTMLElement} */ (document.querySelector("#said"));
/** @type {(() => void) | null | undefined} */
let leave = null;
let arrived = false; // whether a screen has been shown before
let turn = 0; // counts screens, so that a slow one cannot replace a newer one

/** @type {[RegExp, (context: Context) => PageScreen | Promise<PageScreen>][]} */
const ROUTES = [
  [/^\/$/, home],
  [/^\/new(?:\/([a-z0-9]+))?$/, setup],
  [/^\/play\/([\w-]+)$/, play],
  [/^\/help(?:\/([a-z0-9]+))?$/, help],
];

const HEARD = 1500; // how long a sentence may still wait to be read aloud
/** @type {{ at: number, text: string }[]} */
let recent = [];

/** Says something to a screen reader, without showing it. What was said just
 *  before is said along: a machine answers faster than a voice speaks. */
function say(text) {
  const now = performance.now();
  recent = [...recent.filter(({ at }) => now - at < HEARD), { at: now, text }];
  const words = recent.map((one) => one.text).join(". ");
  // The same words twice must still be heard: a region speaks when it changes.
  said.textContent = said.textContent === words ? `${words}\u00a0` : words;
}

/** `kept` is what the same screen had chosen before it is shown anew. */
async function show(/** @type {any} */ kept = null) {
  const mine = ++turn;
  const found = ROUTES.map(([pattern, screen]) => ({ match: pattern.exec(location.pathname), screen })).find(
    ({ match }) => match,
  );
  const context = { go, say, setTitle, argument: found?.match?.[1] ?? null, kept };
  /** @type {PageScreen} */
  let screen;
  try {
    screen = found ? await found.screen(context) : missing();
  } catch (problem) {
    screen = trouble(context, problem);
  }
  if (mine !== turn) return screen.leave?.();
  leave?.();
  leave = screen.leave ?? null;
  fill(root, header(screen), screen.element);
  root.className = `screen-${screen.name}`;
  setTitle(screen.title);
  scrollTo(0, 0);
  screen.entered?.();
  if (arrived) place(screen);
  arrived = true;
}

/** Puts the focus where the new screen begins, for those who cannot see that
 *  it changed; the first screen leaves it to the browser. */
function place(screen) {
  if (screen.focus) return screen.focus();
  const heading = root.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function setTitle(title) {
  document.title = title ? `${title} · Sobremesa` : "Sobremesa";
}

/** @param {PageScreen} screen */
function header(screen) {
  const other = currentLanguage() === "es" ? "en" : "es";
  const dark = () =>
    document.documentElement.dataset.theme === "dark" ||
    (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const theme = h("button", { class: "quiet round", type: "button" });
  const sound = h("button", { class: "quiet round", type: "button" });
  const paint = () => {
    fill(theme, icon(dark() ? "sun" : "moon"));
    theme.setAttribute("aria-label", t(dark() ? "page-theme-light" : "page-theme-dark"));
    theme.title = theme.getAttribute("aria-label");
    fill(sound, icon(prefs.sound ? "sound" : "mute"));
    sound.setAttribute("aria-label", t("page-sound"));
    sound.setAttribute("aria-pressed", Boolean(prefs.sound));
    sound.title = t("page-sound");
  };
  theme.addEventListener("click", () => {
    remember({ theme: dark() ? "light" : "dark" });
    document.documentElement.dataset.theme = prefs.theme;
    paint();
  });
  sound.addEventListener("click", () => {
    remember({ sound: !prefs.sound });
    paint();
  });
  paint();
  return h(
    "header",
    { class: "top" },
    screen.name === "home"
      ? h("span", { class: "top-name" })
      : h("a", { class: "top-name", href: "/", onclick: follow("/") }, "Sobremesa"),
    h(
      "div",
      { class: "top-tools" },
      h(
        "button",
        {
          class: "quiet",
          type: "button",
          lang: other,
          onclick: async () => {
            remember({ language: other });
            await loadLanguage(other);
            await show(screen.keep?.());
          },
        },
        t("page-other-language"),
      ),
      sound,
      theme,
    ),
  );
}

function missing() {
  return {
    name: "message",
    title: t("page-missing"),
    element: message(t("page-missing"), t("page-missing-more")),
  };
}

function trouble(_context, problem) {
  const reason = problem?.reason;
  if (!reason) console.error(problem);
  const words = reason ? t(reason.id, reason.args) : t("page-trouble");
  return {
    name: "message",
    title: words,
    element: message(words, t("page-trouble-more"), problem?.status !== 404),
  };
}

function message(title, more, retry = false) {
  return h(
    "main",
    { class: "message" },
    h("h1", {}, title),
    h("p", {}, more),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button", href: "/", onclick: follow("/") }, t("page-home")),
      retry && h("button", { class: "quiet", type: "button", onclick: () => show() }, t("page-retry")),
    ),
  );
}

async function start() {
  if (prefs.theme) document.documentElement.dataset.theme = prefs.theme;
  onArrival(() => show());
  // The words come from the server too: without it there is nothing to say yet.
  for (let wait = 500; ; wait = Math.min(8000, wait * 2)) {
    try {
      await loadLanguage(preferredLanguage());
      break;
    } catch {
      write(root, "Sobremesa …");
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  await show();
}

start();
