// Places in what was spoken: words by their number among all, and what stands around them.
//
//   wordNumber    the how-many-th of all words a word of an utterance is
//   around        a few words before a word, the word, and a few after it
//   goTo          read on at a pronoun: the text, the list and why

import { reel } from "./film.js";
import { get, set } from "./store.js";

const BEFORE = 9, AFTER = 6; // words
const starts = new WeakMap();

function startsOf(film) {
  if (!starts.has(film.utterances)) {
    let reached = 0;
    starts.set(film.utterances, new Map(film.utterances.map((one) => {
      const start = reached;
      reached += one.words.length;
      return [one.number, { start, utterance: one }];
    })));
  }
  return starts.get(film.utterances);
}

export function wordNumber(film, utterance, word) {
  const found = startsOf(film).get(utterance);
  return found ? found.start + word - 1 : -1;
}

const written = ({ words, spaces }, first, end) =>
  words.slice(first, end).map((word, n) => word + (spaces[first + n] ?? " ")).join("");

export function around(film, utterance, word) {
  const spoken = startsOf(film).get(utterance)?.utterance;
  if (!spoken) return null;
  const first = Math.max(0, word - 1 - BEFORE), end = Math.min(spoken.words.length, word + AFTER);
  return {
    label: spoken.label,
    before: (first ? "… " : "") + written(spoken, first, word - 1),
    word: spoken.words[word - 1],
    after: (spoken.spaces[word - 1] ?? " ") + written(spoken, word, end).trimEnd() + (end < spoken.words.length ? " …" : ""),
  };
}

export function goTo(utterance, word) {
  const { film } = get();
  const n = film?.pronouns.findIndex((one) => one.utterance === utterance && one.word === word) ?? -1;
  if (n < 0) return set({ mode: "read" });
  const at = reel(film.film).firstOf.get(wordNumber(film, utterance, word)) ?? get().at;
  set({ mode: "read", selected: n, candidate: null, entity: null, at, pane: "why", sheet: true });
}
