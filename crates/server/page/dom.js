// @ts-check
// Small builders for HTML and SVG, so that no screen writes markup as text:
// what a person typed (a name, a move) can then never become markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. Keys starting with `on` are listeners, `data` is a set of
 *  data attributes, known properties are set as such and the rest become
 *  attributes; `false`, `null` and `undefined` leave a key out. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "class") element.className = value;
    else if (key in element && !key.startsWith("aria") && key !== "role" && key !== "list")
      element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

/** An SVG element; every key is an attribute. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === false || child === null || child === undefined) continue;
    element.append(child);
  }
}

/** Empties `element` and fills it again. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Sets the text only when it differs, so that live regions stay quiet. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const ICONS = {
  back: "M15 5l-7 7 7 7",
  first: "M18 5l-7 7 7 7M6 5v14",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  last: "M6 5l7 7-7 7M18 5v14",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3",
  pass: "M5 12h14M13 6l6 6-6 6",
  flag: "M6 21V4M6 4h11l-2.5 4L17 12H6",
  draw: "M5 9h14M5 15h14",
  again: "M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  save: "M12 3v12M8 11l4 4 4-4M5 19h14",
  pause: "M8 5v14M16 5v14",
  begin: "M7 4l13 8-13 8z",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.6v.2",
  review: "M4 20h16M5 16l4-5 4 3 6-8M19 6v3.5M19 6h-3.5",
  more: "M4 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0M18 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
  sun: "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z",
  sound: "M4 10v4h4l5 4V6l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6l-5 4zM17 9.5l5 5M22 9.5l-5 5",
};

/** A line icon that takes the colour of the text around it. */
export function icon(name) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    s("path", { d: ICONS[name] }),
  );
}

/** Whether motion is welcome. */
export function moving() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
