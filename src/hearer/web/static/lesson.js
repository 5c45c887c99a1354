// A lesson: the pronouns of a text one by one, with what is known at each, and the text up to it.

import { make } from "./dom.js";
import { reel, testsOf } from "./film.js";
import { hueOf } from "./naming.js";
import { painted, wordNumber, written } from "./spoken.js";

const NAMELESS = new Set(["pronoun", "possessive pronoun", "reflexive", "reciprocal", "demonstrative", "relative pronoun", "ellipsis", "zero pronoun"]);

export function stopsOf(film) {
  const { lookUpOf } = reel(film.film);
  return film.pronouns.flatMap((pronoun, number) => {
    const word = wordNumber(film, pronoun.utterance, pronoun.word);
    const frame = lookUpOf.get(word);
    return frame === undefined ? [] : [{ number, pronoun, word, frame }];
  }).sort((one, other) => one.frame - other.frame);
}

function heardAt(film, stop) {
  return film.mentions.filter((one) => wordNumber(film, one.utterance, one.first) < stop.word
    && wordNumber(film, one.utterance, one.last) < stop.word);
}

export function choicesAt(film, stop) {
  const { frames } = reel(film.film);
  const names = namesAt(film, stop), before = frames[stop.frame - 1]?.state ?? [];
  const onList = before.map((id) => film.film.elements[id][0]);
  const tested = (testsOf(film.film, frames[stop.frame])?.tries ?? []).flatMap((one) => one.entities);
  const others = [...new Set([...tested, stop.pronoun.entity])].filter((one) => one !== null && !onList.includes(one));
  return [
    ...onList.map((entity, n) => ({ entity, name: names(entity), surface: film.film.elements[before[n]][3], rank: n + 1 })),
    // Order by number, which does not reveal the answer.
    ...others.sort((one, other) => one - other).map((entity) => ({ entity, name: names(entity), surface: "", rank: null })),
  ];
}

// Name of an entity from its mentions so far: a later name would reveal the answer.
function namesAt(film, stop) {
  const called = new Map();
  for (const one of heardAt(film, stop)) {
    const isBetter = one.kind === "name" && called.get(one.entity)?.kind !== "name";
    if (!NAMELESS.has(one.kind) && (isBetter || !called.has(one.entity))) called.set(one.entity, one);
  }
  return (entity) => {
    const mention = called.get(entity);
    if (mention) return worded(film, mention);
    const isHeard = film.mentions.some((one) => one.entity === entity);
    return isHeard ? pointedAt(film, entity, stop) : film.entities[entity].name;
  };
}

function pointedAt(film, entity, stop) {
  const first = heardAt(film, stop).find((one) => one.entity === entity);
  return first ? `“${worded(film, first)}” in ${labelOf(film, first.utterance)}` : film.entities[entity].name;
}

const spokenIn = (film, number) => film.utterances.find((one) => one.number === number);
const labelOf = (film, number) => spokenIn(film, number)?.label ?? "";

const worded = (film, { utterance, first, last }) => written(spokenIn(film, utterance), first - 1, last).trim();

export function answerAt(film, stop) {
  const { frames } = reel(film.film);
  const { entity, label } = stop.pronoun;
  const told = [frames[stop.frame], frames[stop.frame + 1]].filter((one) => one?.test === frames[stop.frame].test);
  return {
    entity,
    name: entity === null ? (label === "unresolved" ? "nobody" : label) : film.entities[entity].name,
    said: told.map((one) => one.said).filter(Boolean),
  };
}

export const scoreOf = (answers) => answers.filter((one) => one.chosen === one.entity).length;

export class LessonText {
  #nodes = new Map(); // by the number of the utterance
  #mentions = new Map(); // by utterance, those that are painted
  #drawn = []; // utterances with colours

  // On a phone the panel may cover the text.
  constructor(root, film, panel) {
    Object.assign(this, { root, film, panel });
    for (const one of film.mentions) {
      const isNothing = one.entity === null || film.pronouns[one.pronoun]?.entity === null; // it stands for nothing, and has no colour
      if (one.shown && !isNothing) this.#mentions.set(one.utterance, [...(this.#mentions.get(one.utterance) ?? []), one]);
    }
    root.replaceChildren(...film.utterances.map((one) => this.#paragraph(one)));
  }

  #paragraph(one) {
    const text = make("span", {});
    const node = make("p", { classes: one.begins && `begins-${one.begins}` }, make("span", { classes: "label" }, one.label), text);
    this.#nodes.set(one.number, { one, node, text });
    text.textContent = written(one, 0, one.words.length);
    node.classList.add("ahead");
    return node;
  }

  // Show the text up to a stop, with the answer if `isTold`. Utterances before the last stop are not redrawn.
  show(stop, isTold) {
    const { utterance } = stop.pronoun;
    const reached = this.film.utterances.findIndex((one) => one.number === utterance);
    const from = this.#drawn.length ? Math.min(this.#drawn.length - 1, reached) : 0;
    this.film.utterances.slice(from, reached + 1).forEach((one) => this.#draw(one, stop, isTold));
    this.#drawn = this.film.utterances.slice(0, reached + 1);
    reveal(this.root.querySelector(".now"), this.panel);
  }

  clear() {
    for (const { one, text, node } of this.#nodes.values()) {
      text.textContent = written(one, 0, one.words.length);
      node.classList.add("ahead");
    }
    this.#drawn = [];
  }

  #draw(one, stop, isTold) {
    const { text, node } = this.#nodes.get(one.number);
    const start = wordNumber(this.film, one.number, 1);
    const mentions = (this.#mentions.get(one.number) ?? []).filter((each) => isBefore(each, stop, start, isTold));
    const asked = stop.pronoun.utterance === one.number ? this.#asked(stop) : null;
    node.classList.remove("ahead");
    text.replaceChildren(...this.#pieces(one, mentions, asked, stop.word - start));
  }

  // The words of the pronoun: “each other” has two.
  #asked({ number, pronoun }) {
    const { first, last } = this.film.mentions.find((each) => each.pronoun === number) ?? { first: pronoun.word, last: pronoun.word };
    return { first, last };
  }

  #pieces(one, mentions, asked, reached) {
    const pieces = [];
    for (const { first, last, mark } of runs(one, mentions, asked)) {
      if (mark) pieces.push(marked(one, { first, last }, mark), one.spaces[last - 1]);
      else pieces.push(...plain(one, first, last, reached + 1));
    }
    return pieces;
  }
}

// Split an utterance into runs of words by their innermost mention.
function runs(one, mentions, asked) {
  const marks = mentions.map((mention) => ({ ...painted(mention), mention, isNow: false })).sort((a, b) => b.last - b.first - (a.last - a.first));
  if (asked) marks.push({ ...asked, mention: mentions.find((each) => each.first === asked.first && each.last === asked.last) ?? null, isNow: true });
  const owner = one.words.map((_, n) => marks.findLast(({ first, last }) => first <= n + 1 && n + 1 <= last) ?? null);
  const starts = owner.flatMap((mark, n) => (n === 0 || mark !== owner[n - 1] ? [n] : []));
  return starts.map((start, n) => ({ first: start + 1, last: starts[n + 1] ?? owner.length, mark: owner[start] }));
}

// Words after the current one are shown pale.
function plain(one, first, last, reached) {
  const heard = Math.max(first - 1, Math.min(last, reached));
  return [written(one, first - 1, heard), heard < last && make("span", { classes: "ahead" }, written(one, heard, last))].filter(Boolean);
}

// Scroll a node into the area that header and panel leave free, repeated after layout.
function reveal(node, panel, again = 2) {
  if (!node) return;
  if (again) requestAnimationFrame(() => reveal(node, panel, again - 1));
  const box = node.getBoundingClientRect(), over = panel.getBoundingClientRect();
  const isBelow = over.left < box.right && over.top > 0;
  const top = (document.getElementById("header")?.getBoundingClientRect().bottom ?? 0) + 8;
  const bottom = (isBelow ? Math.min(over.top, innerHeight) : innerHeight) - 8;
  if (box.top < top || box.bottom > bottom) scrollBy({ top: box.top - top - (bottom - top) * 0.4, behavior: "instant" });
}

function marked(one, { first, last }, { mention, isNow }) {
  const node = make("span", { classes: isNow && "now" }, written(one, first - 1, last - 1) + one.words[last - 1]);
  if (!mention) return node;
  node.classList.add("m");
  node.dataset.chosen = mention.entity;
  node.style.setProperty("--h", hueOf(mention.entity));
  const isButton = !isNow && first <= mention.head && mention.head <= last;
  if (isButton) { node.tabIndex = -1; node.setAttribute("role", "button"); }
  return node;
}

// Colour a mention if it precedes the pronoun; the pronoun itself only with its answer.
function isBefore(mention, stop, start, isTold) {
  const first = start + mention.first - 1, last = start + mention.last - 1;
  return isTold && mention.pronoun === stop.number ? true : last < stop.word && first < stop.word;
}
