// @ts-check
// A game record opened as a match: a file, or text that was pasted. The server
// replays it through the rules and says where they refuse it.

import { fill, h } from "../dom.js";
import { t } from "../text.js";
import { importRecord } from "../api.js";
import { keepMatch } from "../prefs.js";
import { once } from "../router.js";

export function openRecord({ go }) {
  const trouble = h("p", { class: "home-notice", role: "alert" });
  const remarks = h("div", { class: "open-remarks", role: "status" });
  const read = once(async (file) => {
    trouble.textContent = "";
    remarks.textContent = "";
    try {
      const made = await importRecord(file);
      keepMatch(made.id, { game: made.match.game, seats: made.secrets });
      const open = once(() => go(`/play/${made.id}`));
      if (!made.notes?.length) return await open();
      // What was unusual is read before the board takes its place.
      fill(
        remarks,
        h(
          "ul",
          {},
          made.notes.map(({ id, args }) => h("li", {}, t(id, args))),
        ),
        h("p", {}, h("button", { type: "button", class: "strong", onclick: open }, t("page-open-anyway"))),
      );
      remarks.querySelector("button")?.focus();
    } catch ({ reason }) {
      trouble.textContent = recordTrouble(reason);
    }
  });
  const pasted = h("textarea", {
    rows: 4,
    spellcheck: false,
    autocomplete: "off",
    placeholder: "(;GM[1]SZ[9];B[ee];W[ec])",
  });
  const file = h("input", {
    type: "file",
    accept: ".sgf,.ggf,.wtb,.json,.txt,.obf,application/x-go-sgf",
    onchange: async () => {
      // A file that was chosen may be chosen again after it was mended.
      const [chosen] = file.files;
      if (chosen) await read(chosen);
      file.value = "";
    },
  });
  return h(
    "details",
    { class: "open-record" },
    h("summary", {}, t("page-open")),
    h("p", { class: "help" }, t("page-open-more")),
    h("label", { class: "field" }, h("span", {}, t("page-open-file")), file),
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          // Pasted text is Unicode, whatever the file it came from was.
          read(pasted.value.replace(/\bCA\[[^\]]*\]/, ""));
        },
      },
      h("label", { class: "field" }, h("span", {}, t("page-open-paste")), pasted),
      h("p", {}, h("button", { type: "submit" }, t("page-open-go"))),
    ),
    trouble,
    remarks,
  );
}

function recordTrouble(reason) {
  const words = t(reason?.id ?? "page-trouble", reason?.args);
  const number = reason?.args?.number;
  return number ? t("page-open-illegal", { number, why: words }) : words;
}
