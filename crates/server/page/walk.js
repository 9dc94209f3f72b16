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
