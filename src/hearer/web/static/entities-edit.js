// Tools to rename, merge and split entities.

import { correct } from "./corrections.js";
import { button, byId, make, often } from "./dom.js";
import { chip } from "./naming.js";
import { compared, headOf, mentionsOf, merged, renamed, split } from "./operations.js";
import { written } from "./spoken.js";
import { get, set, subscribe } from "./store.js";
import * as text from "./text.js";

const MOST = 40; // mentions that are listed
const AROUND = 4; // words on each side of one

export function startEntities(root) {
  subscribe(["entity", "film", "mode"], (state) => draw(root, state));
  makeDraggable(byId("who"));
  byId("text").addEventListener("click", noted, { capture: true });
}

// The selected mention, which can be split off.
function noted(event) {
  const m = event.target.closest?.("[data-m]")?.dataset.m;
  if (get().pointing === null && m !== undefined) set({ mention: Number(m) });
}

function draw(root, { entity, film, mode, mention }) {
  const hadFocus = root.contains(document.activeElement);
  const isHeld = mode === "read" && film?.entities[entity];
  root.hidden = !isHeld;
  root.replaceChildren(...(isHeld ? tools(film, entity, film.mentions[mention]?.entity === entity ? mention : null) : []));
  if (hadFocus) root.querySelector("h2")?.focus({ preventScroll: true });
}

function tools(film, entity, mention) {
  const spoken = mentionsOf(film, entity);
  return [
    make("h2", { tabindex: "-1" }, chip(film, entity), make("small", {}, ` ${often(film.entities[entity].times, "mention")}`)),
    renaming(film, entity),
    merging(film, entity),
    mention !== null && spoken.length > 1 && make("div", { classes: "chosen" }, splitRow(film, film.mentions[mention])),
    spoken.length > 1 && make("details", {}, make("summary", {}, "All its mentions"),
      make("ol", { classes: "mentions" }, spoken.slice(0, MOST).map((one) => make("li", {}, splitRow(film, one)))),
      spoken.length > MOST && make("p", { classes: "hint" }, `The first ${MOST} of ${spoken.length}. Click any other in the text.`)),
  ].filter(Boolean);
}

function renaming(film, entity) {
  const { name } = film.entities[entity];
  const input = make("input", { type: "text", maxlength: "80", autocomplete: "off", value: name, required: true });
  const form = make("form", { classes: "entity-form" }, make("label", {}, make("span", {}, "Name"), input), make("button", { type: "submit" }, "Rename"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const called = input.value.trim();
    const same = film.entities.findIndex((one, n) => n !== entity && one.times > 0 && one.name.toLowerCase() === called.toLowerCase());
    const rename = () => correct(renamed(film, entity, called), `${name} is now called ${called}.`);
    form.nextElementSibling?.matches(".namesake") && form.nextElementSibling.remove();
    if (!called || called === name) return;
    if (same < 0) rename();
    else form.after(namesake(film, entity, same, rename));
  });
  input.addEventListener("keydown", (event) => { if (event.key === "Escape") { input.value = name; event.stopPropagation(); } });
  return form;
}

// Offer a merge if another entity has the new name.
function namesake(film, entity, same, rename) {
  const { name } = film.entities[same], was = film.entities[entity].name;
  const node = make("div", { classes: "namesake", role: "group", "aria-label": "The same name" },
    make("p", { role: "alert" }, `There is a ${name} already. Is ${was} the same?`),
    make("p", { classes: "buttons" },
      button(`Merge with ${name}`, () => merge(film, entity, same), { classes: "primary" }),
      button("Only rename", rename),
      button("Cancel", () => { node.previousElementSibling.querySelector("input").focus(); node.remove(); })));
  queueMicrotask(() => node.querySelector("button").focus());
  return node;
}

function merging(film, entity) {
  const others = film.entities.map((one, n) => [one, n]).filter(([one, n]) => n !== entity && one.times > 0);
  if (!others.length) return null;
  const choice = make("select", {}, make("option", { value: "" }, "choose …"), others.map(([{ name }, n]) => make("option", { value: n }, name)));
  const form = make("form", { classes: "entity-form" }, make("label", {}, make("span", {}, "Merge into"), choice), make("button", { type: "submit" }, "Merge"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (choice.value !== "") merge(film, entity, Number(choice.value));
    else choice.focus();
  });
  return form;
}

function merge(film, one, into) {
  const operation = merged(film, one, into), [hold] = Object.keys(operation.names);
  correct(operation, `${film.entities[one].name} is now ${film.entities[into].name}.`, { hold });
}

function splitRow(film, mention) {
  const said = excerpt(film, mention), number = film.mentions.indexOf(mention), whole = `“${said.word}” in sentence ${mention.utterance}`;
  const isLast = mentionsOf(film, mention.entity).every((one) => compared(headOf(one), headOf(mention)) <= 0);
  const divide = (onwards) => {
    const operation = split(film, number, { onwards }), [hold] = Object.keys(operation.names);
    correct(operation, `${operation.said}.`, { hold });
  };
  return [
    button("", () => text.mentionNode(number)?.scrollIntoView({ block: "center" }), { classes: "quiet excerpt", title: "Show in the text" }),
    make("p", { classes: "buttons" }, make("span", { classes: "soft" }, "is somebody else: "),
      button("only here", () => divide(false), { classes: "quiet", "aria-label": `${whole} is somebody else, only here` }),
      !isLast && button("from here on", () => divide(true), { classes: "quiet", "aria-label": `From ${whole} on it is somebody else` })),
  ].map((node, n) => { if (!n) node.append(said.before, make("b", {}, said.word), said.after); return node; });
}

function excerpt(film, { utterance, first, last }) {
  const spoken = film.utterances.find(({ number }) => number === utterance), { words } = spoken;
  const from = Math.max(0, first - 1 - AROUND), to = Math.min(words.length, last + AROUND);
  const whole = written(spoken, first - 1, last);
  return { before: `${from ? "… " : ""}${written(spoken, from, first - 1)}`, word: whole.trimEnd(), after: `${whole.slice(whole.trimEnd().length)}${written(spoken, last, to)}${to < words.length ? "…" : ""}` };
}

function makeDraggable(who) {
  let held = null;
  const entityOf = (node) => { const found = node.closest?.("[data-e]")?.dataset.e; return found === undefined ? null : Number(found); };
  const over = (node) => who.querySelectorAll(".onto").forEach((one) => { if (one !== node) one.classList.remove("onto"); });
  subscribe(["film"], () => {
    for (const row of who.children) if (row.querySelector("[data-e]") ?? row.dataset.e) row.draggable = true;
  });
  who.addEventListener("dragstart", (event) => {
    held = entityOf(event.target) ?? entityOf(event.target.querySelector?.("[data-e]") ?? event.target);
    event.dataTransfer.setData("text/plain", get().film.entities[held]?.name ?? "");
    event.dataTransfer.effectAllowed = "link";
  });
  who.addEventListener("dragover", (event) => {
    const row = event.target.closest("li"), into = row && entityOf(row.querySelector("[data-e]") ?? row);
    over(row);
    if (held === null || into === null || into === held) return;
    event.preventDefault();
    row.classList.add("onto");
  });
  who.addEventListener("drop", (event) => {
    const row = event.target.closest("li"), into = row && entityOf(row.querySelector("[data-e]") ?? row);
    if (held === null || into === null || into === held) return;
    event.preventDefault();
    merge(get().film, held, into);
  });
  who.addEventListener("dragend", () => { held = null; over(null); });
}
