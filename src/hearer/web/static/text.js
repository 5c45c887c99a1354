// The text pane: current word, chains, selection, and scrolling to mentions.

import { byId, often } from "./dom.js";
import { drawn, repainted } from "./drawn.js";
import { reel } from "./film.js";
import { compared, headOf, isNominal, mentionsOf } from "./operations.js";
import { wordNumber } from "./spoken.js";
import { go } from "./steps.js";
import { get, set, subscribe } from "./store.js";

const NOTHING = { blocks: [], inside: [], words: [], owner: [], utterances: [], mentions: [], pronouns: [], chains: new Map(), numbered: new Map() };
const HIGHLIGHTED = 1600; // milliseconds
let text = NOTHING, numbers = new Map(), shownFilm = null;
let isResting = false, heardIn = -1, marked = [], together = null, stop = null;

export function start() {
  const pane = byId("text");
  subscribe(["film", "mode"], draw);
  subscribe(["film", "mode", "at", "begun"], mark);
  subscribe(["film", "mode", "entity", "hovered"], bringTogether);
  subscribe(["film", "mode", "selected"], ({ selected }) => {
    pane.querySelector(".selected")?.classList.remove("selected");
    const node = text.pronouns[selected]?.node;
    node?.classList.add("selected");
    if (node) requestAnimationFrame(() => reveal(node)); // after the sheet is raised, which may cover it
  });
  subscribe(["names"], ({ names }) => {
    pane.classList.toggle("nameless", !names);
    byId("names-button").setAttribute("aria-pressed", names);
  });
  byId("names-button").addEventListener("click", () => set({ names: !get().names }));
  pane.addEventListener("click", (event) => { if (getSelection().isCollapsed) choose(event.target); });
  document.addEventListener("pointermove", wakes, { passive: true });
  document.addEventListener("pointerover", hover);
}

function draw({ film, mode }) {
  const shown = mode === "read" ? film : null; // whoever teaches has nothing of the answer on the page
  if (shown === shownFilm) return;
  const before = shownFilm;
  shownFilm = shown;
  byId("title").textContent = get().document?.title ?? "";
  byId("summary").textContent = shown ? summary(shown) : "";
  for (const node of byId("text").querySelectorAll(".together")) node.classList.remove("together");
  together = null;
  if (before && shown && repainted(text, before, shown)) return;
  text = shown ? drawn(shown) : NOTHING;
  numbers = new Map(text.words.map((word, n) => [word, n]));
  isResting = true;
  heardIn = -1;
  marked = [];
  stop = null;
  byId("text").replaceChildren(...text.blocks);
  const focused = document.activeElement; // whoever has opened it by keyboard goes on from here
  if (shown && (focused === document.body || !focused.checkVisibility())) byId("text").focus({ preventScroll: true });
}

function summary({ summary: { words, pronouns, resolved } }) {
  const all = resolved === pronouns ? "" : `, ${resolved.toLocaleString("en")} resolved`;
  return `${often(words, "word")} · ${often(pronouns, "pronoun")}${all}`;
}

function mark({ at, begun }) {
  if (!shownFilm || !text.words.length) return;
  const frame = reel(shownFilm.film).frames[at];
  hearTo(frame && begun ? frame.word : text.words.length - 1);
  for (const [node, name] of marked) node.classList.remove(name);
  marked = [];
  const isInside = byId("text").contains(document.activeElement) && document.activeElement !== byId("text");
  if (frame && begun) {
    const unspoken = frame.title === "Unspoken subject" && text.words[frame.word].closest(".u").querySelector(".eps");
    marked.push([unspoken || (text.words[frame.word].closest(".p") ?? text.words[frame.word]), "now"]);
    const asked = frame.test >= 0 && text.words[shownFilm.film.tests[frame.test][1]];
    if (asked && asked !== text.words[frame.word]) marked.push([asked, "asked"]);
    for (const [node, name] of marked) node.classList.add(name);
    reveal(text.words[frame.word]);
  }
  tabStop(frame && begun ? text.words[frame.word] : text.words[text.pronouns[0]?.first ?? 0]);
  if (isInside) stop.focus({ preventScroll: true });
}

// Mark what follows the current word: by block, by utterance in its block, by word in its utterance,
// so that a step costs no more than the utterances of one block.
function hearTo(word) {
  const here = text.owner[word];
  if (heardIn !== here) {
    if (heardIn >= 0) inside(heardIn, Infinity);
    markBlocks(text.utterances[here].block, here);
    heardIn = here;
  }
  inside(here, word);
}

function markBlocks(block, here) {
  const last = text.blocks.length - 1, before = heardIn < 0 ? last : text.utterances[heardIn].block;
  if (before !== block) markUtterances(before, Infinity);
  for (let n = Math.min(before, block); n <= Math.max(before, block); n += 1) text.blocks[n].classList.toggle("ahead", n > block);
  markUtterances(block, here);
}

function markUtterances(block, here) {
  for (const { node, n } of text.inside[block]) node.classList.toggle("ahead", n > here);
}

function inside(n, word) {
  const { first, last, mentions } = text.utterances[n];
  for (let one = first; one <= last; one += 1) text.words[one].classList.toggle("ahead", one > word);
  for (const one of mentions) one.node.classList.toggle("ahead", one.first > word);
}

function reveal(node) {
  const box = node.getBoundingClientRect(), style = getComputedStyle(document.documentElement);
  const top = parseFloat(style.scrollPaddingTop) || 0, bottom = innerHeight - (parseFloat(style.scrollPaddingBottom) || 0);
  if (box.top >= top && box.bottom <= bottom) return;
  const by = box.top - top - (bottom - top) * 0.35, isNear = Math.abs(by) < innerHeight;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollBy({ top: by, behavior: isNear && !isStill ? "smooth" : "instant" });
}

// Roving tabindex: the current word, or the first pronoun.
function tabStop(word) {
  if (stop) for (const name of ["tabindex", "role", "aria-label"]) stop.removeAttribute(name);
  stop = word;
  if (!stop) return;
  stop.tabIndex = 0;
  stop.setAttribute("role", "button");
  const pronoun = shownFilm.pronouns[stop.closest("[data-p]")?.dataset.p];
  if (pronoun) stop.setAttribute("aria-label", `${stop.textContent}: ${pronoun.shown}`);
}

function bringTogether({ entity, hovered }) {
  const now = entity ?? hovered;
  if (now !== together) {
    for (const node of text.chains.get(together) ?? []) node.classList.remove("together");
    for (const node of text.chains.get(now) ?? []) node.classList.add("together");
    together = now;
  }
  byId("reading").classList.toggle("hushed", now !== null);
}

// Ignore hovering until the pointer moves.
function wakes(event) {
  if (!isResting || !(event.movementX || event.movementY)) return;
  isResting = false;
  hover(event);
}

function hover(event) {
  if (event.pointerType === "touch" || isResting) return;
  const own = event.target.closest?.("#reading [data-e]");
  set({ hovered: own ? Number(own.dataset.e) : null });
}

export function placeOf(node) {
  const word = node?.closest?.(".w") ?? node?.querySelector?.(".w"), n = numbers.get(word);
  if (n === undefined) return null;
  const { first, node: own } = text.utterances[text.owner[n]];
  return { utterance: Number(own.dataset.u), word: n - first + 1, n };
}

export const pronounNode = (p) => text.pronouns[p]?.node;
export const mentionNode = (m) => text.numbered.get(m);

export function choose(node) {
  const place = placeOf(node.closest(".w, .m")), mention = node.closest(".m");
  if (!place) return set({ entity: null, selected: null });
  const entity = mention?.dataset.e === undefined ? null : Number(mention.dataset.e);
  if (mention?.dataset.p !== undefined) return select(Number(mention.dataset.p), entity);
  if (mention) return set({ entity: entity === get().entity ? null : entity, selected: null });
  goTo(node);
}

export function goTo(node) {
  const { firstOf, lookUpOf } = reel(shownFilm.film), { n } = placeOf(node);
  go(lookUpOf.get(n) ?? firstOf.get(n) ?? get().at, { entity: null });
}

// Select a pronoun and show the list at its step.
function select(pronoun, entity) {
  const { firstOf, lookUpOf } = reel(shownFilm.film), { first } = text.pronouns[pronoun];
  const at = lookUpOf.get(first) ?? firstOf.get(first) ?? get().at;
  set({ at, selected: pronoun, candidate: null, entity, pane: "why", sheet: true, playing: false });
}

// Index of the last nominal mention before a place, else the last mention, else the first one after it.
export function mentionBefore(film, entity, place) {
  const all = mentionsOf(film, entity), before = all.filter((one) => compared(headOf(one), place) < 0);
  const found = before.findLast(isNominal) ?? before.at(-1) ?? all.find((one) => compared(headOf(one), place) > 0);
  return found ? film.mentions.indexOf(found) : null;
}

export const showMention = (mention) => pointTo(mentionNode(mention));
export const showPronoun = (pronoun) => pointTo(pronounNode(pronoun));

function pointTo(node) {
  if (!node) return;
  set({ sheet: false });
  requestAnimationFrame(() => {
    node.scrollIntoView({ block: "center" });
    node.classList.add("here");
    setTimeout(() => node.classList.remove("here"), HIGHLIGHTED);
    focusOn(node);
  });
}

export function focusOn(node) {
  const word = node.matches(".w") ? node : node.querySelector(".w") ?? node;
  if (!word.hasAttribute("tabindex")) word.tabIndex = -1;
  word.focus({ preventScroll: true });
}

export function stepTo(film, { utterance, word }) {
  const { firstOf, lookUpOf } = reel(film.film), n = wordNumber(film, utterance, word);
  const at = lookUpOf.get(n) ?? firstOf.get(n);
  if (at !== undefined) set({ at, begun: true, pane: "list" });
}
