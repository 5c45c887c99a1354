// Correct a pronoun by pointing at a mention in the text, and the correction buttons of the panel.

import { correct } from "./corrections.js";
import { announce, button, byId, make } from "./dom.js";
import { compared, headOf, NOBODY, nobody, placeOf, pointed, somebody } from "./operations.js";
import { get, set, subscribe } from "./store.js";
import * as text from "./text.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
let all = [], at = -1, wasDrawnUp = false; // mentions that can be chosen, in order, and the index of the current one

export function point(number) {
  const { film, sheet } = get();
  if (!film?.pronouns[number]) return;
  wasDrawnUp = sheet;
  set({ pointing: number, selected: number, playing: false, sheet: false });
}

export function startPointing(root) {
  const banner = make("div", { id: "pointing", role: "group", "aria-label": "Pointing", hidden: true });
  byId("document").append(banner);
  root.addEventListener("click", clicked, { capture: true });
  root.addEventListener("pointerover", hovered);
  addEventListener("keydown", pressed, { capture: true });
  subscribe(["pointing"], ({ pointing }) => (pointing === null ? end(root, banner) : begin(root, banner, pointing)));
  subscribe(["film", "document", "mode"], () => { if (get().pointing !== null) set({ pointing: null }); });
}

function begin(root, banner, number) {
  const { film } = get(), pronoun = film.pronouns[number], place = placeOf(pronoun);
  const nodes = [...root.querySelectorAll("[data-m]")].map((node) => ({ node, one: film.mentions[node.dataset.m] }));
  all = nodes.filter(({ one }) => one && one.entity !== null && compared(headOf(one), place) !== 0);
  at = proposed(film, pronoun);
  document.documentElement.classList.add("pointing");
  text.pronounNode(number)?.classList.add("asked-about");
  banner.hidden = false;
  banner.replaceChildren(
    make("p", {}, `Who is “${pronoun.text}”? `, make("b", { id: "pointed-at" }), make("span", { classes: "keys" }, " Click somebody in the text, or arrow keys and Enter.")),
    make("p", { classes: "buttons" },
      button("Nobody", () => take(NOBODY)),
      button("Cancel", () => set({ pointing: null }), { title: "Escape" })));
  announce(`Who is “${pronoun.text}”? Arrow keys go from mention to mention, Enter takes one, Escape gives up.`);
  move(0);
}

// Initial choice: the likeliest other candidate, at its last mention before the pronoun if there is one.
function proposed(film, pronoun) {
  const place = placeOf(pronoun), isBefore = ({ one }) => compared(headOf(one), place) < 0;
  const isAround = ({ one }) => one.utterance === pronoun.utterance && one.first <= pronoun.word && pronoun.word <= one.last;
  const rival = pronoun.candidates.find((entity) => entity !== pronoun.entity && all.some(({ one }) => one.entity === entity));
  const isRival = (each) => each.one.entity === rival, found = all.findLastIndex((each) => isRival(each) && isBefore(each));
  if (found >= 0) return found;
  const later = all.findIndex(isRival);
  return later >= 0 ? later : all.findLastIndex((each) => isBefore(each) && !isAround(each) && each.one.entity !== pronoun.entity);
}

function end(root, banner) {
  if (banner.hidden) return;
  const hadFocus = root.contains(document.activeElement) || banner.contains(document.activeElement) || document.activeElement === document.body;
  banner.hidden = true;
  banner.replaceChildren();
  document.documentElement.classList.remove("pointing");
  for (const node of root.querySelectorAll(".pointed, .asked-about")) node.classList.remove("pointed", "asked-about");
  all = [];
  if (wasDrawnUp) set({ sheet: true });
  if (hadFocus) byId("why")?.querySelector("h2")?.focus({ preventScroll: true });
}

function take(entity) {
  const { film, pointing } = get();
  set({ pointing: null });
  says(film, pointing, entity);
}

function clicked(event) {
  const { film, pointing } = get();
  if (pointing === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const found = mentionAt(event.target, film);
  if (found < 0) announce("Nobody is mentioned there.");
  else take(all[found].one.entity);
}

function hovered(event) {
  if (get().pointing === null) return;
  const found = mentionAt(event.target, get().film);
  if (found >= 0) mark(found);
}

function mentionAt(target, film) {
  const m = target.closest?.("[data-m]")?.dataset.m;
  return m === undefined ? -1 : all.findIndex(({ one }) => one === film.mentions[m]);
}

function pressed(event) {
  const { pointing, selected, mode, film } = get();
  if (event.target.closest?.("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (pointing === null) {
    if (event.key !== "c" || selected === null || mode !== "read" || !film) return;
    point(selected);
  } else if (event.key === "Escape") set({ pointing: null });
  else if (event.key in STEPS) move(STEPS[event.key]);
  else if (event.key === "Enter" && !event.target.closest("#pointing button")) { if (all[at]) take(all[at].one.entity); }
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function move(by) {
  if (!all.length) return;
  mark(Math.min(Math.max(at + by, 0), all.length - 1));
  const { node } = all[at];
  text.focusOn(node);
  node.scrollIntoView({ block: "nearest" });
  if (by) announce(`${node.textContent}: ${get().film.entities[all[at].one.entity].name}`);
}

function mark(n) {
  all[at]?.node.classList.remove("pointed");
  at = n;
  const { node, one } = all[at];
  node.classList.add("pointed");
  const named = byId("pointed-at");
  if (named) named.textContent = `${get().film.entities[one.entity].name}?`;
}

export function correctionTools({ film, pronoun, number }) {
  const is = film.entities[pronoun.entity]?.name;
  const adder = newcomer({ film, pronoun, number });
  return make("section", { classes: "part correct" },
    make("h3", {}, is ? `Not ${is}?` : "Somebody after all?"),
    make("p", { classes: "buttons" },
      button("Point in the text", () => point(number), { classes: "primary", "data-key": "point", title: "Point at the antecedent (c)", "aria-keyshortcuts": "c" }),
      pronoun.entity !== null && button("Nobody", () => says(film, number, NOBODY), { "data-key": "nobody", title: "It refers to nothing" }),
      button("Somebody new", () => { adder.hidden = !adder.hidden; adder.querySelector("input").focus(); }, { "data-key": "new" })),
    adder);
}

function newcomer({ film, pronoun, number }) {
  const name = make("input", { type: "text", maxlength: "80", autocomplete: "off", placeholder: "somebody" });
  const form = make("form", { classes: "newcomer", hidden: true },
    make("label", {}, "Who? ", name),
    make("button", { type: "submit" }, "Take"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const operation = somebody(film, number, name.value);
    apply(operation, `“${pronoun.text}” is now ${Object.values(operation.names)[0]}.`);
  });
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") { form.hidden = true; event.stopPropagation(); } });
  return form;
}

export function takeButton({ film, pronoun, number }, entity, isMeant, key) {
  if (entity === null || isMeant) return make("span", { classes: "taken", "aria-hidden": "true" }, isMeant ? "✓" : "");
  const name = film.entities[entity]?.name ?? "nobody";
  return button("This one", () => says(film, number, entity), {
    classes: "take quiet", "data-key": `take ${key} ${entity}`, "aria-label": `“${pronoun.text}” is ${name}`, title: `“${pronoun.text}” is ${name}`,
  });
}

export function says(film, number, entity) {
  const { text, entity: now } = film.pronouns[number];
  if (entity === now) announce(`“${text}” is ${film.entities[entity].name} already.`);
  else if (entity === NOBODY) correct(nobody(film, number), `“${text}” is now nobody.`);
  else apply(pointed(film, number, entity), `“${text}” is now ${film.entities[entity].name}.`);
}

// The chain of the new entity is highlighted in the text.
const apply = (operation, sentence) => correct(operation, sentence, { hold: operation.corrections[0].entity });
