// The frame of the page: modes, light and dark colours, help.

import { ask, button, byId, make, sign } from "./dom.js";
import { get, set, subscribe } from "./store.js";

export function startModes() {
  byId("modes").addEventListener("click", (event) => {
    const mode = event.target.closest("[data-mode]")?.dataset.mode;
    if (mode) set({ mode, playing: false });
  });
  byId("tools-button").addEventListener("click", () => open(byId("tools-button").getAttribute("aria-expanded") !== "true"));
  subscribe(["mode", "document"], shown);
  subscribe(["mode"], ({ mode }) => {
    open(false);
    for (const id of ["announced", "toasts"]) byId(id).replaceChildren(); // messages of the former mode
  });
}

// Show the parts of a mode; only live mode works without a document.
function shown({ mode, document: read }) {
  document.documentElement.dataset.mode = mode;
  for (const one of byId("modes").children) one.setAttribute("aria-pressed", one.dataset.mode === mode);
  const isEmpty = !read && mode !== "live";
  byId("welcome").hidden = !isEmpty;
  byId("how").hidden = isEmpty || mode === "compare";
  byId("reading").hidden = isEmpty || mode !== "read";
  for (const id of ["live", "compare", "teach"]) byId(id).hidden = isEmpty || mode !== id;
}

function open(isOpen) {
  byId("tools-button").setAttribute("aria-expanded", isOpen);
  document.body.classList.toggle("options", isOpen);
}

const NEXT = { system: "light", light: "dark", dark: "system" };
const TOLD = { system: "as the system has them", light: "light", dark: "dark" };

export function startTheme() {
  const button = byId("theme-button");
  set({ theme: document.documentElement.dataset.theme });
  button.addEventListener("click", () => set({ theme: NEXT[get().theme] }));
  subscribe(["theme"], ({ theme }) => {
    document.documentElement.dataset.theme = theme;
    button.replaceChildren(sign(theme));
    button.setAttribute("aria-label", `Colours: ${TOLD[theme]}`);
    button.title = `Colours: ${TOLD[theme]}`;
    try {
      localStorage.setItem("hearer.theme", theme);
    } catch { /* a browser that keeps nothing */ }
  });
}

const KEYS = [
  ["← →", "one step back, one step on"],
  ["p  P", "the next pronoun, the one before"],
  ["Home  End", "the first step, the last"],
  ["Space", "play, or pause"],
  ["Enter", "who is meant by the pronoun, and why"],
  ["Esc", "pause, close the details, let a chain go"],
  ["l  w  e", "the list, why, who is who"],
  ["c", "correct: point at whom the pronoun means; arrows, Enter"],
  ["Ctrl+Z  Ctrl+Shift+Z", "undo a correction, redo it"],
  ["1 2 3 4", "read, live, compare, teach"],
  ["o", "open a text"],
  ["?", "this help"],
];

export function startHelp() {
  const dialog = byId("help-dialog");
  dialog.append(
    make("div", { classes: "dialog-head" }, make("h2", { id: "help-heading" }, "How to read this page"),
      button(sign("close"), () => dialog.close(), { classes: "icon quiet", "aria-label": "Close", title: "Close" })),
    make("p", {}, "Each colour is a person or thing that is mentioned more than once. The name above a pronoun is its antecedent; the line below it shows how sure that is: ",
      make("u", { classes: "line" }, "sure"), ", ", make("u", { classes: "line dashed" }, "likely"), ", ", make("u", { classes: "line dotted" }, "unsure"), ". A pronoun in italics has no antecedent; ε is a subject that is left out."),
    make("p", {}, "The list has the entities that the next pronoun can mean, in the order in which they are tested. Small letters are their familiarity: E evoked, U unused, I inferrable, BN brand-new; OLD, MED and NEW are the three classes they are ranked by."),
    make("h3", {}, "Keys"),
    make("dl", { classes: "keys" }, KEYS.flatMap(([keys, does]) => [
      make("dt", {}, keys.split(/ {2}| (?=\d)/).flatMap((key, n) => [n ? " " : "", make("kbd", {}, key)])), make("dd", {}, does)])));
  byId("help-button").addEventListener("click", () => ask(dialog));
}
