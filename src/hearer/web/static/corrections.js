// Corrections of the open text: apply, store, undo, redo and list them.

import { carried } from "./carried.js";
import { corrected, isCalledSo } from "./correction-files.js";
import { announce, ask, button, byId, make, often, toast } from "./dom.js";
import { hashOf, isOperation, keep, kept } from "./kept.js";
import { headOf, meantBy, placeOf, unsettled } from "./operations.js";
import { get, set, subscribe } from "./store.js";
import * as text from "./text.js";

const TICK = "corrected";
let read = null, isKept = true; // the document the corrections belong to; whether the browser stores them
let awaited = "", holding = null; // sentence to announce and entity to highlight after the next answer of the server
let imported = null; // a file of corrections that was just imported
let last = null, edited = null; // last answer { document, film, operations }, and that of the text before an edit
const seen = new Set(); // texts opened since the page was loaded

export const knowledge = ({ operations, told }) => ({ ...said(operations), ...told });
export const without = (operation, { operations, told } = get()) => ({ ...said(operations.filter((one) => one !== operation)), ...told });

// The last correction of a word counts.
function said(operations) {
  const places = new Map(), names = new Map();
  for (const operation of operations) {
    for (const one of operation.corrections) {
      places.delete(`${one.utterance}.${one.word}`);
      places.set(`${one.utterance}.${one.word}`, one);
    }
    for (const [entity, name] of Object.entries(operation.names)) {
      names.delete(entity);
      names.set(entity, name);
    }
  }
  return { corrections: [...places.values()], names: Object.fromEntries(names) };
}

// Apply a correction; an earlier one of the same word is replaced. `hold` is a word ("@1.3") whose entity is highlighted afterwards.
export function correct(operation, sentence = `${operation.said}.`, { hold = null } = {}) {
  const { operations } = get(), before = operation.place && operations.find((one) => isOf(one, operation.place));
  const others = WORDS.has(operation.kind) ? operations.filter((one) => one !== before) : operations;
  const was = WORDS.has(operation.kind) ? before?.was ?? operation.was : operation.was;
  holding = hold;
  change([...others, { ...operation, was }], sentence, operation.said);
}

const WORDS = new Set(["pointed", "nobody", "somebody"]);
const isOf = (one, [utterance, word]) => WORDS.has(one.kind) && one.place?.[0] === utterance && one.place[1] === word;

export function remove(operation) {
  change(get().operations.filter((one) => one !== operation), `Taken back: ${operation.said}.`, `take back: ${operation.said}`);
}

export function clear() {
  const { operations } = get(), all = often(operations.length, "correction");
  change([], `${all} taken back.`, `take back ${all}`);
}

// Replace all corrections and remember the former ones for undo.
function change(now, sentence, said) {
  const { operations, done } = get();
  set({ done: [...done, { operations, said }], undone: [] });
  say(now, sentence);
}

export function undo() {
  const { operations, done, undone } = get(), last = done.at(-1);
  if (!last) return;
  set({ done: done.slice(0, -1), undone: [...undone, { operations, said: last.said }] });
  say(last.operations, `Undone: ${last.said}.`);
}

export function redo() {
  const { operations, done, undone } = get(), last = undone.at(-1);
  if (!last) return;
  set({ undone: undone.slice(0, -1), done: [...done, { operations, said: last.said }] });
  say(last.operations, `Done again: ${last.said}.`);
}

function say(operations, sentence) {
  awaited = sentence;
  set({ operations });
  keepAll(operations);
}

function keepAll(operations) {
  const { document } = get(), before = isKept;
  isKept = !document || keep(document, operations);
  if (before && !isKept) toast("This browser keeps nothing: the corrections last as long as this page. Export them to have them again.");
}

export function operationAt(utterance, word, { operations } = get()) {
  return operations.findLast((one) => one.corrections.some((each) => each.utterance === utterance && each.word === word));
}

// Why the server ignored a correction, from its problems: “word 1 of utterance 9 is not 'X': …”.
export function refused(operation, { film } = get()) {
  const places = new Set(operation.corrections.map(({ utterance, word }) => `word ${word} of utterance ${utterance}`));
  return (film?.problems ?? []).flatMap((problem) => {
    const [, place, reason] = /(word \d+ of utterance \d+) is not (.+)$/.exec(problem) ?? [];
    return places.has(place) ? [`${place}: ${reason.replace(/^.*?: /, "")}`] : [];
  });
}

export function importCorrections(name, content) {
  const operation = corrected(name, content);
  if (!operation && !isCalledSo(name)) return false;
  if (!operation) toast(`There are no corrections in ${name}: every line is utterance, word and entity, with tabs between.`, { kind: "error", stays: true });
  else if (!get().document) toast("Open the text first, then the corrections that belong to it.");
  else {
    correct(operation, `${operation.said} applied.`);
    imported = operation.said;
  }
  return true;
}

export function startCorrections({ undo: back, redo: again, list }) {
  back.addEventListener("click", undo);
  again.addEventListener("click", redo);
  addEventListener("keydown", pressed);
  subscribe(["document"], opened);
  subscribe(["done", "undone"], ({ done, undone }) => {
    named(back, "Undo", done.at(-1), "Ctrl+Z");
    named(again, "Redo", undone.at(-1), "Ctrl+Shift+Z");
  });
  subscribe(["operations", "film", "mode"], (state) => {
    draw(list, state);
    mark(state);
  });
  subscribe(["film"], heard);
  subscribe(["operations"], ({ document, operations }) => { if (last?.document === document) last = { ...last, operations }; });
}

function named(node, verb, operation, keys) {
  const label = operation ? `${verb}: ${operation.said}` : verb;
  if (node === document.activeElement && !operation) byId("text").focus({ preventScroll: true });
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

// Apply the stored corrections when a text is opened again.
function opened({ document }) {
  if (document === read) return;
  read = document;
  if (!document) return;
  const operations = document.operations?.filter(isOperation) ?? kept(document), hash = hashOf(document);
  edited = operations.length || document.operations || seen.has(hash) || !last?.operations.length ? null : last;
  seen.add(hash);
  set({ operations, done: [], undone: [] });
  if (operations.length) toast(`${often(operations.length, "correction")} applied again.`, { action: { label: "Show", does: () => set({ pane: "who", sheet: true }) } });
}

// Add the expected corrections that the algorithm did not reach by itself, then announce the result.
function heard({ document, film, operations }) {
  if (!film) return;
  if (edited) return carryOver(film);
  last = { document, film, operations };
  const settled = operations.map((one) => {
    if (!one.expects.length) return one;
    const missing = unsettled(film, one);
    return { ...one, corrections: [...one.corrections, ...missing], expects: [] };
  });
  const isMore = settled.some((one, n) => one.corrections.length > operations[n].corrections.length);
  if (operations.some((one, n) => one !== settled[n])) {
    set({ operations: settled });
    keepAll(settled);
  }
  if (isMore) return;
  if (holding) set({ entity: meantBy(film, holding) ?? null });
  holding = null;
  if (!awaited) return;
  announce(awaited);
  awaited = "";
  tellRefused({ film, operations: settled });
}

// Keep the corrections of words that an edited text still has.
function carryOver(film) {
  const { document: before, film: old, operations } = edited, found = carried(old, film, operations), { length } = found.operations;
  edited = null;
  if (!found.isEdited) return heard(get());
  const part = length - found.whole, many = often(operations.length, "correction");
  const said = length ? `${length} of ${many} kept` : `${many} not kept: the words have changed`;
  toast(`${said}${part ? `, ${part} only in part` : ""}.`, { stays: length < operations.length, action: { label: "Undo the edit", does: () => set({ document: before }) } });
  if (!length) return heard(get());
  set({ done: [{ operations: [], said: `keep ${often(length, "correction")}` }] });
  say(found.operations, `${said}.`);
}

function tellRefused(state) {
  const operation = imported && state.operations.find(({ said }) => said === imported), problems = operation ? refused(operation, state) : [];
  imported = null;
  if (problems.length) toast(`${problems.length} of ${operation.said} cannot be placed: ${problems[0]}${problems.length > 1 ? " …" : ""}`, { kind: "error", action: { label: "Show", does: () => set({ pane: "who", sheet: true }) } });
}

// Mark corrected words, with their former answer in the tooltip.
function mark({ operations, film }) {
  for (const node of document.querySelectorAll(`#text .${TICK}`)) {
    node.classList.remove(TICK);
    node.removeAttribute("title");
  }
  if (!film || !operations.length) return;
  const mentions = new Map(film.mentions.map((one, m) => [headOf(one).join("."), text.mentionNode.bind(null, m)]));
  film.pronouns.forEach((one, p) => mentions.set(placeOf(one).join("."), text.pronounNode.bind(null, p)));
  for (const operation of operations) {
    for (const { utterance, word } of operation.corrections) {
      const node = mentions.get(`${utterance}.${word}`)?.();
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
    make("p", {}, operation.said, operation.was && operation.place && make("small", {}, `; it was ${operation.was}`)),
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
