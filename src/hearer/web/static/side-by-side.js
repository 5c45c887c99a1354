// The lists of two to four algorithms at the same word: where they part, seen.
//
//   startSideBySide    a text to step through, and a list for each algorithm that is compared

import { call, question } from "./api.js";
import { button, make } from "./dom.js";
import { reel, rowsOf } from "./film.js";
import { draw } from "./moving.js";
import { get, set, subscribe } from "./store.js";
import { around } from "./spoken.js";

export function startSideBySide(root) {
  set({ films: null, atWord: 0 });
  const open = button("Watch their lists", () => watch(root), { "aria-expanded": "false", id: "watch-lists" });
  const stage = make("div", { classes: "lists-stage", hidden: true });
  root.append(make("h3", { id: "lists-heading" }, "Their lists, at the same word"),
    make("p", { classes: "hint" }, "Each algorithm hears the same words, and keeps a list of its own."), open, stage);
  subscribe(["compared", "document", "how", "operations"], () => { // what was asked is not what is shown any more
    set({ films: null });
    stage.hidden = true;
    open.setAttribute("aria-expanded", "false");
  });
  subscribe(["films"], ({ films }) => films && begin(stage, films));
  subscribe(["atWord"], ({ films, atWord }) => films && show(stage, films, atWord));
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
    if (get().compared === compared) set({ films, atWord: firstPronoun(films) });
  } catch (error) {
    if (error.name !== "AbortError") set({ error: error.message });
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
  stage.querySelector(".lists-columns").style.setProperty("--columns", films.length);
  show(stage, films, get().atWord);
}

function nextPronoun(films, after) {
  const words = films.flatMap((film) => film.pronouns.map((one) => placeIn(film, one)));
  return Math.min(...words.filter((word) => word > after), Infinity) === Infinity ? Math.min(...words) : Math.min(...words.filter((word) => word > after));
}

function placeIn(film, { utterance, word }) {
  let reached = 0;
  for (const one of film.utterances) {
    if (one.number === utterance) return reached + word - 1;
    reached += one.words.length;
  }
  return reached;
}

function wordAt(film, n) {
  let rest = n;
  for (const one of film.utterances) {
    if (rest < one.words.length) return { utterance: one.number, word: rest + 1 };
    rest -= one.words.length;
  }
  return { utterance: 1, word: 1 };
}

// The last frame at a word: its list is what the word leaves.
function frameAt(film, word) {
  const { frames, firstOf } = reel(film.film);
  let n = firstOf.get(word) ?? 0;
  while (frames[n + 1]?.word === word) n += 1;
  return frames[n];
}

function show(stage, films, atWord) {
  const { utterance, word } = wordAt(films[0], atWord), said = around(films[0], utterance, word);
  stage.querySelector("#lists-slider").value = atWord;
  stage.querySelector("#lists-slider").setAttribute("aria-valuetext", `${said.label} ${said.word}`);
  stage.querySelector(".said").replaceChildren(make("span", { classes: "label" }, said.label), " ", said.before, make("strong", {}, said.word), said.after);
  films.forEach((film, n) => {
    const frame = frameAt(film, atWord);
    draw(stage.querySelectorAll("ol.list")[n], frame ? rowsOf(film.film, frame) : []);
  });
}
