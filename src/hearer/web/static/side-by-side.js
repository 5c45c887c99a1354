// The lists of two to four algorithms at the same word: where they part, seen.
//
//   startSideBySide    a text to step through, and a list for each algorithm that is compared

import { call, question } from "./api.js";
import { sameIn } from "./cast.js";
import { button, make, toast } from "./dom.js";
import { reel, rowsOf } from "./film.js";
import { draw } from "./moving.js";
import { get, set, subscribe } from "./store.js";
import { around, placeOfWord, wordNumber } from "./spoken.js";

const UNREAD = 1_000_000; // numbers of those that the text that is read does not know

export function startSideBySide(root) {
  set({ films: null, atWord: 0, heldThere: null });
  const open = button("Watch their lists", () => watch(root), { "aria-expanded": "false", id: "watch-lists" });
  const stage = make("div", { classes: "lists-stage", hidden: true });
  root.append(make("h3", { id: "lists-heading" }, "Their lists, at the same word"),
    make("p", { classes: "hint" }, "Each algorithm hears the same words, and keeps a list of its own."), open, stage);
  subscribe(["compared", "document", "how", "operations", "mode"], () => { // what was asked is not what is shown any more
    set({ films: null });
    stage.replaceChildren();
    stage.hidden = true;
    open.setAttribute("aria-expanded", "false");
  });
  subscribe(["films"], ({ films }) => films && begin(stage, films));
  subscribe(["atWord", "heldThere"], ({ films, atWord }) => films && show(stage, films, atWord));
}

async function watch(root) {
  const open = root.querySelector("#watch-lists"), stage = root.querySelector(".lists-stage");
  const isOpen = open.getAttribute("aria-expanded") === "true";
  open.setAttribute("aria-expanded", String(!isOpen));
  stage.hidden = isOpen;
  if (isOpen || get().films || !get().document) return;
  const { compared } = get(), { options, ...asked } = question();
  root.setAttribute("aria-busy", "true");
  try {
    const films = await Promise.all(compared.map((algorithm, n) =>
      call("studio/film", { ...asked, options: {}, algorithm }, { purpose: `list ${n}` })));
    numbers.clear();
    if (get().compared === compared) set({ films, atWord: firstPronoun(films), heldThere: null });
  } catch (error) {
    if (error.name !== "AbortError") toast(error.message, { kind: "error" });
  } finally {
    root.removeAttribute("aria-busy");
  }
}

const lengthOf = (film) => film.utterances.reduce((sum, one) => sum + one.words.length, 0);
const firstPronoun = ([film]) => reel(film.film).frames[reel(film.film).lookUps[0] ?? 0]?.word ?? 0;

function begin(stage, films) {
  const last = lengthOf(films[0]) - 1;
  const go = (n) => set({ atWord: Math.max(0, Math.min(last, n)) });
  const slider = make("input", { type: "range", min: 0, max: last, id: "lists-slider", "aria-label": "Word" });
  slider.addEventListener("input", () => go(Number(slider.value)));
  stage.replaceChildren(
    make("div", { classes: "row" }, button("←", () => go(get().atWord - 1), { classes: "icon", "aria-label": "Word before" }), slider,
      button("→", () => go(get().atWord + 1), { classes: "icon", "aria-label": "Next word" }),
      button("Next pronoun", () => go(nextPronoun(films, get().atWord)))),
    make("p", { classes: "said", "aria-live": "polite" }),
    make("div", { classes: "lists-columns" }, films.map((film) => make("div", {},
      make("h4", {}, film.algorithm), make("ol", { classes: "list", tabindex: 0, "aria-label": `The list of ${film.algorithm}` })))));
  stage.querySelector(".lists-columns").addEventListener("click", (event) => {
    const own = event.target.closest("[data-e]");
    if (own) set({ heldThere: get().heldThere === Number(own.dataset.e) ? null : Number(own.dataset.e) });
  });
  stage.querySelector(".lists-columns").style.setProperty("--columns", films.length);
  show(stage, films, get().atWord);
}

function nextPronoun(films, after) {
  const words = films.flatMap((film) => film.pronouns.map((one) => wordNumber(film, one.utterance, one.word)));
  const later = words.filter((word) => word > after);
  return Math.min(...(later.length ? later : words), Infinity);
}

// The last frame at a word: its list is what the word leaves.
function frameAt(film, word) {
  const { frames, firstOf } = reel(film.film);
  let n = firstOf.get(word) ?? 0;
  while (frames[n + 1]?.word === word) n += 1;
  return frames[n];
}

function show(stage, films, atWord) {
  const { utterance, word } = placeOfWord(films[0], atWord), said = around(films[0], utterance.number, word);
  const slider = stage.querySelector("#lists-slider");
  slider.value = atWord;
  slider.setAttribute("aria-valuetext", `${said.label} ${said.word}`);
  stage.querySelector(".said").replaceChildren(make("span", { classes: "label" }, said.label), " ", said.before, make("strong", {}, said.word), said.after);
  films.forEach((film, n) => {
    const frame = frameAt(film, atWord);
    draw(stage.querySelectorAll("ol.list")[n], frame ? rowsOf(film.film, frame).map((row) => told(film, row)) : [], { held: get().heldThere, empty: emptyIn(film) });
  });
  for (const li of stage.querySelectorAll("li[data-e]")) li.classList.toggle("together", Number(li.dataset.e) === get().heldThere);
}

// The same entity has the same number, colour and name in all lists, and in the text that is read.
const numbers = new Map();

function told(film, row) {
  const { id } = film.entities[row.entity], read = get().film;
  const same = read && sameIn(read, film, row.entity, get().atWord), known = read?.entities[same];
  if (known) return { ...row, entity: same, name: known.name, hue: known.hue, verdict: undefined };
  if (!numbers.has(id)) numbers.set(id, UNREAD + numbers.size);
  return { ...row, entity: numbers.get(id), hue: null, verdict: undefined };
}

// Some decide when the utterance is over, not at the pronoun.
function emptyIn(film) {
  const isLate = reel(film.film).frames.some((one) => one.test >= 0 && one.word !== film.film.tests[one.test][1]);
  return isLate ? `${film.algorithm} decides when the utterance has ended: until then its list is empty.` : "Nobody is in mind yet.";
}
