// The text of a lesson: what was heard in colours, the pronoun that is asked about, and the rest plain.
//
//   LessonText    draws the text once, and afterwards only the utterances that a stop changes

import { make } from "./dom.js";
import { hueOf } from "./lesson.js";
import { wordNumber } from "./spoken.js";

export class LessonText {
  #nodes = new Map(); // by the number of the utterance
  #mentions = new Map(); // by utterance, those that are painted
  #drawn = []; // utterances with colours

  // The panel may lie over the text, on a phone.
  constructor(root, film, panel) {
    Object.assign(this, { root, film, panel });
    for (const one of film.mentions) {
      if (one.shown) this.#mentions.set(one.utterance, [...(this.#mentions.get(one.utterance) ?? []), one]);
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

  // Up to a stop; `isTold` when the answer may be seen. Utterances before the last stop stay as they are.
  show(stop, isTold) {
    const { utterance } = stop.pronoun;
    const reached = this.film.utterances.findIndex((one) => one.number === utterance);
    const from = this.#drawn.length ? Math.min(this.#drawn.length - 1, reached) : 0;
    this.film.utterances.slice(from, reached + 1).forEach((one) => this.#draw(one, stop, isTold));
    this.#drawn = this.film.utterances.slice(0, reached + 1);
    reveal(this.root.querySelector(".now"), this.panel);
  }

  clear() {
    for (const { one } of this.#nodes.values()) {
      const { text, node } = this.#nodes.get(one.number);
      text.textContent = written(one, 0, one.words.length);
      node.classList.add("ahead");
    }
    this.#drawn = [];
  }

  #draw(one, stop, isTold) {
    const { text, node } = this.#nodes.get(one.number);
    const start = wordNumber(this.film, one.number, 1);
    const painted = (this.#mentions.get(one.number) ?? []).filter((each) => isBefore(each, stop, start, isTold));
    const asked = stop.pronoun.utterance === one.number ? stop.pronoun.word : null;
    node.classList.remove("ahead");
    text.replaceChildren(...this.#pieces(one, painted, asked, stop.word - start));
  }

  #pieces(one, painted, asked, reached) {
    const pieces = [];
    let at = 0;
    const plain = (end) => {
      const heard = Math.max(at, Math.min(end, reached + 1));
      if (heard > at) pieces.push(written(one, at, heard));
      if (end > heard) pieces.push(make("span", { classes: "ahead" }, written(one, heard, end)));
      at = end;
    };
    const marks = painted.map((each) => ({ first: each.shown[0], last: each.shown[1], mention: each }));
    if (asked !== null && !marks.some((each) => each.first <= asked && asked <= each.last)) marks.push({ first: asked, last: asked, mention: null });
    for (const { first, last, mention } of marks.sort((a, b) => a.first - b.first)) {
      plain(first - 1);
      pieces.push(marked(one, first, last, mention, asked), one.spaces[last - 1]);
      at = last;
    }
    plain(one.words.length);
    return pieces;
  }
}

// Into the part of the window that header and panel leave free; again when what is above it is laid out.
function reveal(node, panel, again = 2) {
  if (!node) return;
  if (again) requestAnimationFrame(() => reveal(node, panel, again - 1));
  const box = node.getBoundingClientRect(), over = panel.getBoundingClientRect();
  const isBelow = over.left < box.right && over.top > 0;
  const top = (document.getElementById("header")?.getBoundingClientRect().bottom ?? 0) + 8;
  const bottom = (isBelow ? Math.min(over.top, innerHeight) : innerHeight) - 8;
  if (box.top < top || box.bottom > bottom) scrollBy({ top: box.top - top - (bottom - top) * 0.4, behavior: "instant" });
}

function marked(one, first, last, mention, asked) {
  const isNow = asked !== null && first <= asked && asked <= last;
  const node = make("span", { classes: isNow ? "now" : "m" }, written(one, first - 1, last).slice(0, written(one, first - 1, last).length - one.spaces[last - 1].length));
  if (!mention) return node;
  node.classList.add("m");
  node.dataset.chosen = mention.entity;
  node.style.setProperty("--h", hueOf(mention.entity));
  if (!isNow) { node.tabIndex = -1; node.setAttribute("role", "button"); }
  return node;
}

// The pronoun that is asked about is painted only when its answer may be seen.
function isBefore(mention, stop, start, isTold) {
  const first = start + mention.first - 1, last = start + mention.last - 1;
  return isTold && mention.pronoun === stop.number ? true : last < stop.word && first < stop.word;
}

const written = ({ words, spaces }, first, end) => words.slice(first, end).map((word, n) => word + spaces[first + n]).join("");
