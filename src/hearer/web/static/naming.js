// Display of entities: name and colour.

import { make } from "./dom.js";

const FIRST_HUE = 25, GOLDEN_ANGLE = 137.508; // distant hues for successive numbers, as in hearer/views/colours.py

export function chip(film, entity, tag = "span", attributes = {}, name = film.entities[entity]?.name ?? "nobody") {
  const hue = film.entities[entity]?.hue ?? null;
  const node = make(tag, { ...attributes, classes: `whose ${hue === null ? "plain" : ""} ${attributes.classes ?? ""}`.trim() }, name);
  if (hue !== null) node.style.setProperty("--h", hue);
  return node;
}

export const hueOf = (n) => Math.round((FIRST_HUE + n * GOLDEN_ANGLE) % 360);

export const number = (film, id) => {
  const found = film.entities.findIndex((one) => one.id === id);
  return found < 0 ? null : found;
};

export function percent(probability) {
  if (probability > 0 && probability < 0.005) return "< 1 %";
  return `${Math.round(probability * 100)} %`;
}

const PLACE = /,? at \d+:\d+(?![\d:])/g;

// Replace ids of entities in a sentence by their names, except in quoted text.
export function told(film, sentence) {
  const ids = idsOf(film);
  return sentence.split(/(“[^”]*”)/).flatMap((part, n) => (n % 2 ? [part] : named(film, ids, part.replace(PLACE, ""))));
}

const numbered = new WeakMap();

function idsOf(film) {
  if (!numbered.has(film)) numbered.set(film, new Map(film.entities.map(({ id }, n) => [id, n])));
  return numbered.get(film);
}

function named(film, ids, part) {
  const found = [];
  let from = 0;
  for (const { start, id } of places(ids, part)) {
    if (start < from) continue;
    found.push(part.slice(from, start), chip(film, ids.get(id)));
    from = start + id.length;
  }
  return [...found, part.slice(from)].filter((one) => one !== "");
}

// Ids begin with a capital, “?” or “{” and end at a word boundary; the longest match wins.
function places(ids, part) {
  const starts = [...part.matchAll(/(?<![\p{L}\p{N}_])[\p{Lu}\p{N}?{]/gu)].map(({ index }) => index);
  const lengths = [...new Set([...ids.keys()].map((id) => id.length))].sort((a, b) => b - a);
  return starts.flatMap((start) => {
    const length = lengths.find((each) => ids.has(part.substr(start, each)) && !/[\p{L}\p{N}_]/u.test(part[start + each] ?? ""));
    return length ? [{ start, id: part.substr(start, length) }] : [];
  });
}
