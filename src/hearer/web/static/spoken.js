// Words of a film: numbers, places, and context.

import { reel } from "./film.js";
import { get, set } from "./store.js";

const BEFORE = 9, AFTER = 6; // words
const LONGEST = 7; // words: longer mentions are coloured in part
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

export function placeOfWord(film, n) {
  let left = n;
  for (const utterance of film.utterances) {
    if (left < utterance.words.length) return { utterance, word: left + 1 };
    left -= utterance.words.length;
  }
  return null;
}

// The text of the words from index `first` up to, not including, `end`.
export const written = ({ words, spaces }, first, end) =>
  words.slice(first, end).map((word, n) => word + (spaces[first + n] ?? " ")).join("");

export function painted({ first, last, kind, shown }) {
  const isLong = last - first >= LONGEST || kind === "clause";
  return isLong && shown ? { first: shown[0], last: shown[1] } : { first, last };
}

export function around(film, utterance, word) {
  const spoken = startsOf(film).get(utterance)?.utterance;
  if (!spoken) return null;
  const [from, to] = pronounAt(film, utterance, word);
  const first = Math.max(0, from - 1 - BEFORE), end = Math.min(spoken.words.length, to + AFTER);
  return {
    label: spoken.label,
    before: (first ? "… " : "") + written(spoken, first, from - 1),
    word: written(spoken, from - 1, to - 1) + spoken.words[to - 1],
    after: (spoken.spaces[to - 1] ?? " ") + written(spoken, to, end).trimEnd() + (end < spoken.words.length ? " …" : ""),
  };
}

// First and last word of the pronoun: “each other” has two.
function pronounAt(film, utterance, word) {
  const found = film.mentions.find((one) => one.utterance === utterance && one.pronoun !== null && one.first <= word && word <= one.last);
  return found ? [found.first, found.last] : [word, word];
}

export function goTo(utterance, word) {
  const { film } = get();
  const n = film?.pronouns.findIndex((one) => one.utterance === utterance && one.word === word) ?? -1;
  if (n < 0) return set({ mode: "read" });
  const at = reel(film.film).firstOf.get(wordNumber(film, utterance, word)) ?? get().at;
  set({ mode: "read", selected: n, candidate: null, entity: null, at, pane: "why", sheet: true });
}
