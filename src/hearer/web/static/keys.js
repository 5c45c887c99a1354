// Keyboard shortcuts, ignored where a control uses the key itself.

import { announce, ask, byId } from "./dom.js";
import { moves } from "./steps.js";
import { get, set } from "./store.js";
import { choose, goTo } from "./text.js";

const MOVES = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", p: "pronoun", n: "pronoun", P: "previous", N: "previous", " ": "play" };
const MODES = { 1: "read", 2: "live", 3: "compare", 4: "teach" };
const PANES = { l: "list", w: "why", e: "who" };
const TAKES_TEXT = "input:not([type=range]), textarea, select, [contenteditable]";
const TAKES_ARROWS = "input[type=range], [role=tab], [role=slider]";
const TAKES_SPACE = "button, a, summary, [role=button], [role=slider]";

export function start() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || event.target.closest?.(TAKES_TEXT)) return;
    if (pressed(event)) event.preventDefault();
  });
}

function pressed({ key, target, shiftKey }) {
  if (key === "?") return ask(byId("help-dialog")), true;
  if (key === "o") return byId("open-button").click(), true;
  if (MODES[key]) return set({ mode: MODES[key], playing: false }), true;
  if (get().mode !== "read" || !get().film) return false;
  if (key === "Escape") return escape();
  if (PANES[key]) return into(PANES[key]);
  const inText = byId("text").contains(target);
  if ((key === "Enter" || key === " ") && inText && target.matches("[role=button]")) return chosenBy(target);
  if (key === "Enter" && (target === document.body || target === byId("text"))) return chosen();
  if (!MOVES[key] || (shiftKey && key.length > 1)) return false;
  if (key === " " && target.closest?.(TAKES_SPACE)) return false;
  if (key.length > 1 && target.closest?.(TAKES_ARROWS)) return false;
  if (inText && target.matches("[role=button]") && !get().begun) goTo(target); // start at the focused word
  moves[MOVES[key]]();
  return true;
}

function into(pane) {
  set({ pane, sheet: true });
  queueMicrotask(() => byId(`${pane}-pane`).focus({ preventScroll: true }));
  return true;
}

// Enter selects a pronoun; pressed again, it moves the focus to the reasons.
function chosenBy(word) {
  const own = word.closest("[data-p]")?.dataset.p;
  if (own !== undefined && Number(own) === get().selected) return into("why");
  if (!word.closest(".m")) announce(`“${word.textContent}” is not a pronoun.`);
  choose(word);
  return true;
}

// Escape: pause, else close the details, else remove the highlight.
function escape() {
  const { playing, selected, entity, sheet } = get();
  if (byId("panel").contains(document.activeElement)) byId("text").querySelector("[role=button]")?.focus({ preventScroll: true });
  if (playing) set({ playing: false });
  else if (selected !== null) set({ selected: null, candidate: null, entity: null, pane: "list" });
  else if (entity !== null) set({ entity: null });
  else if (sheet) set({ sheet: false });
  else return false;
  return true;
}

function chosen() {
  const word = byId("text").querySelector("[role=button]");
  return Boolean(word) && chosenBy(word);
}
