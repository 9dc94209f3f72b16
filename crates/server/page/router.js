// @ts-check
// Walking from screen to screen without loading the page again.

let arrive = () => {};

/** `app.js` says what to do on arrival at an address. */
export function onArrival(show) {
  arrive = show;
  addEventListener("popstate", show);
}

export function go(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  return arrive();
}

/** A click handler for links of our own. */
export function follow(path, options) {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(path, options);
  };
}

/** One gesture, one action: while `act` is at work (a new game is made, and the
 *  way to it), asking again does nothing. */
export function once(act) {
  let busy = false;
  return async (...args) => {
    if (busy) return;
    busy = true;
    try {
      await act(...args);
    } finally {
      busy = false;
    }
  };
}

const SECRET = /^[\w-]{16,}$/;

/** The secrets of a player's link, in the part of the address that no server
 *  sees; `cut` when something is there that can be no secret. */
export function secretsInAddress() {
  let text = location.hash.slice(1);
  try {
    text = decodeURIComponent(text);
  } catch {
    // A stray per cent sign: no secret has one.
  }
  const parts = text.split(".").filter(Boolean);
  const secrets = parts.filter((part) => SECRET.test(part));
  return { secrets, cut: secrets.length < parts.length };
}

/** Where a seat can be opened again: the address with the secrets behind it. */
export const seatAddress = (secrets) => location.pathname + (secrets.length ? `#${secrets.join(".")}` : "");

/** Puts the secrets into the address, or takes them out of it. */
export function placeSecrets(secrets) {
  history.replaceState(null, "", seatAddress(secrets));
}
