// Corrections: said by pointing, kept with the text, applied again, taken back.
//
//   knowledge          what the server is told: corrections of words, and names of entities
//   without            the same, but for one operation
//   correct            do an operation, and say so
//   undo, redo         take back the last, do it again
//   remove, clear      take back any one, or all
//   operationAt        the operation that a word was corrected by, if any
//   refused            why the server left an operation aside, if it did
//   importCorrections  take a file of corrections; false if it is none
//   startCorrections   the buttons, the list, the marks in the text

import { corrected } from "./correction-files.js";
import { announce, ask, button, byId, make, often, toast } from "./dom.js";
import { keep, kept } from "./kept.js";
import { headOf, unsettled } from "./operations.js";
import { get, set, subscribe } from "./store.js";
import * as text from "./text.js";

const TICK = "corrected";
let read = null, isKept = true, awaited = ""; // the document whose corrections these are; what to say when they are heard

export const knowledge = ({ operations, told }) => ({ ...said(operations), ...told });
export const without = (operation, { operations, told } = get()) => ({ ...said(operations.filter((one) => one !== operation)), ...told });

// The later of two for one word counts.
function said(operations) {
  const places = new Map(), names = {};
  for (const operation of operations) {
    for (const one of operation.corrections) {
      places.delete(`${one.utterance}.${one.word}`);
      places.set(`${one.utterance}.${one.word}`, one);
    }
    Object.assign(names, operation.names);
  }
  return { corrections: [...places.values()], names };
}

export function correct(operation, sentence = `${operation.said}.`) {
  awaited = sentence;
  change([...get().operations, operation], []);
}

export function undo() {
  const { operations, undone } = get(), last = operations.at(-1);
  if (!last) return;
  awaited = `Undone: ${last.said}.`;
  change(operations.slice(0, -1), [...undone, last]);
}

export function redo() {
  const { operations, undone } = get(), last = undone.at(-1);
  if (!last) return;
  awaited = `Done again: ${last.said}.`;
  change([...operations, last], undone.slice(0, -1));
}

export function remove(operation) {
  const { operations, undone } = get();
  awaited = `Taken back: ${operation.said}.`;
  change(operations.filter((one) => one !== operation), [...undone, operation]);
}

export function clear() {
  const { operations, undone } = get();
  awaited = `${often(operations.length, "correction")} taken back.`;
  change([], [...undone, ...operations.toReversed()]);
}

function change(operations, undone) {
  set({ operations, undone });
  const { document } = get(), before = isKept;
  isKept = !document || keep(document, operations);
  if (before && !isKept) toast("This browser keeps nothing: the corrections last as long as this page. Export them to have them again.");
}

export function operationAt(utterance, word, { operations } = get()) {
  return operations.findLast((one) => one.corrections.some((each) => each.utterance === utterance && each.word === word));
}

// The server says “word 1 of utterance 9 is not 'X': there is no such word; left aside”.
export function refused(operation, { film } = get()) {
  const places = new Set(operation.corrections.map(({ utterance, word }) => `word ${word} of utterance ${utterance}`));
  return (film?.problems ?? []).flatMap((problem) => {
    const [, place, reason] = /(word \d+ of utterance \d+) is not (.+)$/.exec(problem) ?? [];
    return places.has(place) ? [`${place}: ${reason.replace(/^.*?: /, "")}`] : [];
  });
}

export function importCorrections(name, content) {
  const operation = corrected(name, content);
  if (!operation) return false;
  if (!get().document) toast("Open the text first, then the corrections that belong to it.");
  else correct(operation, `${operation.said} applied.`);
  return true;
}

// The page ---------------------------------------------------------------------------------------

export function startCorrections({ undo: back, redo: again, list }) {
  back?.addEventListener("click", undo);
  again?.addEventListener("click", redo);
  addEventListener("keydown", pressed);
  subscribe(["document"], opened);
  subscribe(["operations", "undone"], ({ operations, undone }) => {
    named(back, "Undo", operations.at(-1), "Ctrl+Z");
    named(again, "Redo", undone.at(-1), "Ctrl+Shift+Z");
  });
  subscribe(["operations", "film"], (state) => {
    if (list) draw(list, state);
    mark(state);
  });
  subscribe(["film"], heard);
}

function named(node, verb, operation, keys) {
  if (!node) return;
  const label = operation ? `${verb}: ${operation.said}` : verb;
  if (node === document.activeElement && !operation) byId("text")?.focus({ preventScroll: true });
  node.disabled = !operation;
  node.setAttribute("aria-label", label);
  node.title = `${label} (${keys})`;
}

function pressed(event) {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping || get().mode !== "read" || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
}

// The same text, opened again, is corrected as it was.
function opened({ document }) {
  if (document === read) return;
  read = document;
  if (!document) return;
  const operations = document.operations ?? kept(document);
  set({ operations, undone: [] });
  if (operations.length) toast(`${often(operations.length, "correction")} applied again.`, { action: { label: "Show", does: () => set({ pane: "who", sheet: true }) } });
}

// What the algorithm did not come to by itself is said as well; then what was done is told.
function heard({ film, operations }) {
  if (!film) return;
  const settled = operations.map((one) => {
    if (!one.expects.length) return one;
    const missing = unsettled(film, one);
    return { ...one, corrections: [...one.corrections, ...missing], expects: [] };
  });
  const isMore = settled.some((one, n) => one.corrections.length > operations[n].corrections.length);
  if (operations.some((one, n) => one !== settled[n])) change(settled, get().undone);
  if (isMore || !awaited) return;
  announce(awaited);
  awaited = "";
}

// A corrected word has a tick, and says who it was.
function mark({ operations, film }) {
  for (const node of document.querySelectorAll(`.${TICK}[data-m], .w.${TICK}`)) {
    node.classList.remove(TICK);
    node.removeAttribute("title");
  }
  if (!film || !operations.length) return;
  const mentions = new Map(film.mentions.map((one, m) => [headOf(one).join("."), m]));
  for (const operation of operations) {
    for (const { utterance, word } of operation.corrections) {
      const m = mentions.get(`${utterance}.${word}`);
      const node = (m !== undefined && text.mentionNode?.(m)) || text.wordNode?.(utterance, word);
      node?.classList.add(TICK);
      node?.setAttribute("title", `Corrected by you: ${operation.said}${operation.was ? `; it was ${operation.was}` : ""}`);
    }
  }
}

function draw(list, state) {
  const { operations } = state;
  list.replaceChildren();
  list.hidden = !operations.length;
  if (!operations.length) return;
  list.append(
    make("h2", {}, `Corrected by you`, make("span", { classes: "count" }, `${operations.length}`)),
    make("ol", { classes: "operations" }, operations.map((one) => row(one, state))),
    button("Take all back …", () => ask(sureDialog()), { classes: "quiet" }),
  );
}

function row(operation, state) {
  const problems = refused(operation, state);
  return make("li", { classes: problems.length ? "refused" : "" },
    make("p", {}, operation.said, operation.was && operation.place && make("small", {}, ` it was ${operation.was}`)),
    problems.length > 0 && make("p", { classes: "problem" }, `Not applied: ${problems.slice(0, 3).join("; ")}${problems.length > 3 ? " …" : ""}`),
    button("×", () => remove(operation), { classes: "icon quiet", "aria-label": `Take back: ${operation.said}`, title: "Take back" }));
}

function sureDialog() {
  const found = byId("clear-dialog");
  if (found) return found;
  const dialog = make("dialog", { id: "clear-dialog", "aria-labelledby": "clear-heading" },
    make("h2", { id: "clear-heading" }, "Take all corrections back?"),
    make("p", {}, "They are gone from this text and from this browser. Undo brings them back as long as the page is open."),
    make("p", { classes: "buttons" },
      button("Take all back", () => { dialog.close(); clear(); }, { classes: "primary" }),
      button("Keep them", () => dialog.close())));
  document.body.append(dialog);
  return dialog;
}
