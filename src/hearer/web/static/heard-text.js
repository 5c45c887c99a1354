// Live mode: the words processed so far, with the answers above their pronouns.

import { make } from "./dom.js";
import { hueOf } from "./naming.js";

const MOST_STRUCK = 2;
const LONGEST_LOG = 200;
const LONGEST_TINT = 8; // words

export class HeardText {
  #words = []; // { start, end, node, … }, offsets in code points
  #guesses = new Map(); // by the start of the pronoun
  #numbers = new Map(); // of entities, in order of appearance
  #held = null;

  constructor(root, log) {
    this.root = root;
    this.log = log;
    this.clear();
  }

  clear() {
    this.#words = [];
    this.#numbers.clear();
    this.#held = null;
    this.#guesses.clear();
    this.root.replaceChildren(make("p", { classes: "nothing" }, "Nothing yet."));
    this.log.replaceChildren();
  }

  add({ heard, end, state, changes }) {
    if (!this.#words.length) this.root.replaceChildren();
    const [, blank, word] = /^(\s*)([^]*)$/.exec(heard), { before, inside, after } = withoutMarks(word);
    const node = make("span", { classes: "w" }, inside);
    if (/\n\s*\n/.test(blank)) this.root.append(make("span", { classes: "break" }));
    this.root.append(blank.includes("\n") ? "\n" : blank, before, node, after);
    this.#words.push({ start: end - [...word].length, end, node, written: inside, owners: new Map() });
    for (const one of state) this.#number(one.entity);
    for (const change of changes) this.#change(change);
    this.#follow(node);
  }

  // Return a row of the list as film.js draws it.
  row({ entity, name, familiarity, set, text }) {
    return { entity: this.#number(entity), name, hue: this.#hue(entity), code: familiarity, set, surface: text };
  }

  spoken({ kind, pronoun, instead_of: before, ...guess }) {
    if (kind === "withdrawn") return `${pronoun.text}: taken back.`;
    return `${pronoun.text}: ${named(guess)}${before ? `, not ${named(before)}` : ""}.`;
  }

  // Highlight all words of an entity; null removes the highlight.
  hold(number) {
    this.#held = number;
    for (const { node } of this.#words) node.classList.toggle("together", number !== null && node.dataset.e === String(number));
  }

  #number(entity) {
    if (!this.#numbers.has(entity)) this.#numbers.set(entity, this.#numbers.size);
    return this.#numbers.get(entity);
  }

  #hue(entity) {
    return hueOf(this.#number(entity));
  }

  #dress(node, entity) {
    node.classList.toggle("m", entity !== null);
    if (entity === null) {
      node.style.removeProperty("--h");
      delete node.dataset.e;
    } else {
      node.style.setProperty("--h", this.#hue(entity));
      node.dataset.e = this.#number(entity);
    }
    node.classList.toggle("together", this.#held !== null && node.dataset.e === String(this.#held));
  }

  #at(start) {
    let low = 0, high = this.#words.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#words[middle].start <= start) low = middle;
      else high = middle - 1;
    }
    return this.#words[low];
  }

  #change(change) {
    const place = this.#at(change.pronoun.start);
    const guess = this.#guesses.get(change.pronoun.start) ?? { struck: [], name: null, meant: [] };
    if (guess.name !== null && change.kind !== "new") guess.struck = [...guess.struck, guess.name].slice(-MOST_STRUCK);
    guess.name = change.kind === "withdrawn" ? null : named(change);
    guess.entity = guess.name === null || change.antecedent === null ? null : change.entity;
    this.#guesses.set(change.pronoun.start, guess);
    for (const one of guess.meant) this.#untint(one, change.pronoun.start);
    guess.meant = guess.entity === null ? [] : this.#between(change.antecedent);
    for (const one of guess.meant) this.#tint(one, change.pronoun.start, guess.entity);
    this.#paint(place, change.kind, guess);
    this.log.prepend(entry(change));
    while (this.log.children.length > LONGEST_LOG) this.log.lastChild.remove();
  }

  #paint({ node, written }, kind, { struck, name, entity }) {
    node.replaceChildren(
      make("span", { classes: "above" }, struck.map((one) => make("del", {}, one)), name !== null && make("ins", {}, name)),
      make("span", { classes: "said" }, written));
    node.className = `w guessed ${kind}`;
    this.#dress(node, entity);
  }

  // Words of the antecedent, [] for a clause that is too long to be coloured.
  #between({ start, end }) {
    if (start === null || start === undefined) return [];
    const found = this.#words.filter((one) => one.end > start && one.start < end);
    return found.length <= LONGEST_TINT ? found : [];
  }

  #tint(one, pronoun, entity) {
    one.owners.set(pronoun, entity);
    this.#shade(one);
  }

  #untint(one, pronoun) {
    one.owners.delete(pronoun);
    this.#shade(one);
  }

  #shade({ node, owners }) {
    if (node.classList.contains("guessed")) return;
    const [entity = null] = owners.values();
    this.#dress(node, entity);
  }

  #follow(node) {
    const box = this.root;
    if (box.scrollHeight > box.clientHeight) box.scrollTop = node.offsetTop - box.clientHeight / 2;
  }
}

// Split punctuation from a word, so that it is not coloured.
function withoutMarks(word) {
  const found = /^([^\p{L}\p{N}]*)([^]*?[\p{L}\p{N}])([^\p{L}\p{N}]*)$/u.exec(word);
  return found ? { before: found[1], inside: found[2], after: found[3] } : { before: "", inside: word, after: "" };
}

const named = ({ antecedent, name, label }) => (antecedent || name ? name : label === "unresolved" ? "nobody yet" : label);

function entry(change) {
  const { kind, pronoun, instead_of: before } = change;
  if (kind === "withdrawn") return make("li", { classes: kind }, make("b", {}, pronoun.text), " taken back: ", make("del", {}, named(change)));
  return make("li", { classes: kind }, make("b", {}, pronoun.text), " → ", named(change),
    before && [", not ", make("del", {}, named(before))]);
}
