// The trace: the text, the list as it changes, and steps through both.

import { passes, reel, rowsOf, testsOf } from "./film.js";
import { draw, triedOn } from "./moving.js";
import { button, byId, make } from "./nodes.js";

const film = JSON.parse(byId("film").textContent), { names } = film;
const text = byId("text"), panel = byId("panel"), list = byId("list"), note = byId("note");
const tested = byId("tested"), slider = byId("slider"), play = byId("play"), where = byId("where");
const held = byId("held");
const words = [...text.querySelectorAll(".w")];
const { frames, firstOf, lookUps } = reel(film);
const numbers = new Map(words.map((word, n) => [word, n]));
const mentions = [...text.querySelectorAll(".m")].map((node) => {
  const first = node.querySelector(".w") ?? node.nextElementSibling;  // ε stands before its verb
  const word = first?.matches(".w") ? first : first?.querySelector(".w");
  return { node, first: numbers.get(word) ?? 0, entity: Number(node.dataset.e) };
});
const chains = new Map();
for (const one of mentions) chains.set(one.entity, [...(chains.get(one.entity) ?? []), one]);
const silent = new Map(mentions.filter((one) => one.node.matches(".eps")).map((one) => [one.first, one.node]));

// The list --------------------------------------------------------------------------------------
function showList(frame, isFirst) {
  const rows = rowsOf(film, frame), items = draw(list, rows, { held: kept, isFirst });
  for (const li of items) li.classList.toggle("together", shown === Number(li.dataset.e));
  byId("length").textContent = rows.length ? `(${rows.length})` : "";
  bring(items, rows, frame);
}
// In a long list: whoever passed, or came new, is brought into view.
function bring(items, rows, frame) {
  const old = new Set(at > 0 ? frames[at - 1].state : []);
  const news = items[rows.findIndex(({ verdict }) => verdict && passes(verdict))]
    ?? items[frame.state.findIndex((id) => !old.has(id))];
  list.scrollTop = news ? news.offsetTop - list.clientHeight / 2 : 0;
}
function showTests(frame) {
  const tests = testsOf(film, frame), told = frame.notes;
  tested.replaceChildren(...(tests ? [triedOn(tests, names)] : []), ...told.map((sentence) => make("p", { classes: "why" }, sentence)));
  tested.scrollTop = 0;
}

// A step ------------------------------------------------------------------------------------------
let at = -1, timer = 0, marked = [], readTo = -1;
function show(n) {
  const next = Math.max(0, Math.min(frames.length - 1, n));
  if (next === at) return;
  const isFirst = at < 0, frame = frames[next];
  at = next;
  readOnTo(frame.word, isFirst);
  mark(frame);
  showList(frame, isFirst);
  showTests(frame);
  const said = frame.said || `“${words[frame.word].textContent}” adds nothing to the list.`;
  note.replaceChildren(make("b", {}, frame.title), said);
  slider.value = at;
  slider.setAttribute("aria-valuetext", `Step ${at + 1}: ${said}`);
  const label = words[frame.word].closest("p").querySelector(".label").textContent;
  where.textContent = `${label} step ${(at + 1).toLocaleString("en")} of ${frames.length.toLocaleString("en")}`;
  if (!isFirst || location.hash) reveal(words[frame.word]);
}
function readOnTo(word, isFirst) {
  const [low, high] = isFirst ? [-1, words.length - 1] : [Math.min(readTo, word), Math.max(readTo, word)];
  for (let n = low + 1; n <= high; n += 1) words[n].classList.toggle("ahead", n > word);
  for (const one of mentions) {
    if (one.first > low && one.first <= high) one.node.classList.toggle("ahead", one.first > word);
  }
  readTo = word;
}
function mark(frame) {
  for (const [node, name] of marked) node.classList.remove(name);
  const unspoken = frame.title === "Unspoken subject" && silent.get(frame.word);
  marked = [[unspoken || words[frame.word], "now"]];
  const pronoun = frame.test >= 0 ? words[film.tests[frame.test][1]] : undefined;
  if (pronoun && pronoun !== words[frame.word]) marked.push([pronoun, "asked"]);
  for (const [node, name] of marked) node.classList.add(name);
  tabStop(words[frame.word]);
}
// Scroll a node into the area that the panel leaves free; repeated while paragraphs above are laid out.
function reveal(node, again = 12) {
  if (again) requestAnimationFrame(() => reveal(node, again - 1));
  const box = node.getBoundingClientRect(), covered = panel.getBoundingClientRect();
  const below = covered.left < box.right && covered.top > 0;
  const top = 8, bottom = (below ? Math.min(covered.top, innerHeight) : innerHeight) - 8;
  if (box.top >= top && box.bottom <= bottom) return;
  const by = box.top - top - (bottom - top) * 0.4;
  // Beside the text the panel ends where the text ends: not so far that it is pushed out of view.
  const most = below ? by : byId("stage").getBoundingClientRect().bottom - covered.height - 3 * top;
  scrollBy({ top: Math.min(by, most), behavior: "instant" });
}

function pause() {
  clearInterval(timer);
  timer = 0;
  play.textContent = "▶ Play";
  note.setAttribute("aria-live", "polite");
}
function toggle() {
  if (timer) return pause();
  if (at === frames.length - 1) show(0);
  play.textContent = "❚❚ Pause";
  note.setAttribute("aria-live", "off");
  timer = setInterval(() => (at < frames.length - 1 ? show(at + 1) : pause()), 900);
}
const go = (n) => { pause(); show(n); };
const moves = {
  first: () => go(0), back: () => go(at - 1), next: () => go(at + 1), last: () => go(frames.length - 1),
  pronoun: () => go(lookUps.find((n) => n > at) ?? lookUps[0] ?? at),
};

// Chains: shown where the pointer is, held by a click -------------------------------------------
let kept = null, shown = null;
function together(entity) {
  if (entity === shown) return;
  const toggleAll = (one, on) => {
    for (const { node } of chains.get(one) ?? []) node.classList.toggle("together", on);
    list.querySelector(`li[data-e="${one}"]`)?.classList.toggle("together", on);
  };
  if (shown !== null) toggleAll(shown, false);
  shown = entity;
  if (shown !== null) toggleAll(shown, true);
  document.body.classList.toggle("hushed", shown !== null);
}
function hold(entity) {
  kept = entity === kept ? null : entity;
  together(kept);
  for (const li of list.children) li.querySelector("button")?.setAttribute("aria-pressed", Number(li.dataset.e) === kept);
  held.replaceChildren();
  if (kept === null) return;
  const times = (chains.get(kept) ?? []).length;
  held.append(
    make("span", {}, make("span", { classes: "entity" }, names[kept]), ` is held: ${times} ${times === 1 ? "mention" : "mentions"}`),
    button("×", () => hold(null), { "aria-label": "Let go", title: "Let go: Escape" }));
}
const entityAt = (node) => {
  const own = node?.closest?.("[data-e]");
  return own ? Number(own.dataset.e) : null;
};
function select(word) {
  const entity = entityAt(word), n = firstOf.get(numbers.get(word));
  if (entity !== null || kept !== null) hold(entity === kept ? null : entity);
  if (n !== undefined) go(n);
}
function clicked(event) {
  if (!getSelection().isCollapsed) return;
  const word = event.target.closest(".w"), unspoken = event.target.closest(".eps");
  if (!word && !unspoken) return kept === null ? undefined : hold(null);
  if (unspoken) return hold(entityAt(unspoken));
  select(word);
  tabStop(word);
  word.blur();  // or the arrow keys would go from word to word, not from step to step
}

// Keys: only without modifiers, and only where they mean nothing else -----------------------------
let stop = null;
function tabStop(word) {
  if (stop) { stop.tabIndex = -1; stop.removeAttribute("role"); }
  stop = word;
  stop.tabIndex = 0;
  stop.setAttribute("role", "button");
}
function inText(event) {
  const here = numbers.get(event.target);
  if (event.key === "Enter" || event.key === " ") return select(event.target), true;
  const there = words[here + { ArrowLeft: -1, ArrowRight: 1 }[event.key]];
  if (!there) return false;
  tabStop(there);
  there.focus({ preventScroll: true });
  reveal(there);
  return true;
}
const KEYS = { ArrowLeft: "back", ArrowRight: "next", p: "pronoun" };
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
  if (event.key === "Escape" && kept !== null) return hold(null);
  if (numbers.has(event.target) && inText(event)) return event.preventDefault();
  const isFree = event.target === document.body || panel.contains(event.target) || text.contains(event.target);
  if (!isFree || event.target === slider || !KEYS[event.key]) return;
  if (event.key !== "p" && numbers.has(event.target)) return;
  event.preventDefault();
  moves[KEYS[event.key]]();
}

function begin() {
  for (const [id, move] of Object.entries(moves)) byId(id).addEventListener("click", move);
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => go(Number(slider.value)));
  text.addEventListener("click", clicked);
  list.addEventListener("click", (event) => {
    const entity = entityAt(event.target);
    if (entity !== null) hold(entity);
  });
  document.addEventListener("keydown", pressed);
  document.addEventListener("pointerover", (event) => {
    const entity = entityAt(event.target), own = event.target.closest?.(".m");
    if (own) own.title = names[entity];
    if (event.pointerType !== "touch" && kept === null) together(entity);
  });
  for (const word of words) word.tabIndex = -1;
  slider.max = frames.length - 1;
  panel.hidden = false;
  document.body.classList.add("playing");
  const asked = /^#step=(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) - 1 : 0);
}
if (frames.length) begin();
