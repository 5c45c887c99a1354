// What was heard so far, word by word, with the guesses above its pronouns.
//
//   HeardText    add what a word brought; guesses that were revised stay, struck through

import { make } from "./dom.js";

const GOLDEN_ANGLE = 137.508; // each hue far from the ones before it, as in hearer/views/colours.py
const MOST_STRUCK = 2;
const LONGEST_LOG = 200;

export class HeardText {
  #words = []; // { start, end, node }, in code points
  #hues = new Map();
  #reached = 0;

  constructor(root, log) {
    this.root = root;
    this.log = log;
    this.clear();
  }

  clear() {
    this.#words = [];
    this.#hues.clear();
    this.#reached = 0;
    this.root.replaceChildren(make("p", { classes: "nothing" }, "Nothing yet."));
    this.log.replaceChildren();
  }

  add({ heard, end, state, changes }) {
    if (!this.#words.length) this.root.replaceChildren();
    const [, blank, word] = /^(\s*)([^]*)$/.exec(heard);
    const node = make("span", { classes: "w" }, word);
    if (/\n\s*\n/.test(blank)) this.root.append(make("span", { classes: "break" }));
    this.root.append(blank.includes("\n") ? "\n" : blank, node);
    this.#words.push({ start: end - [...word].length, end, node });
    this.#reached = end;
    for (const one of state) this.#hue(one.entity);
    for (const change of changes) this.#change(change);
    this.#follow(node);
  }

  // A row of the list, as film.js draws it.
  row({ entity, name, familiarity, set, text }) {
    return { entity, name, hue: this.#hue(entity), code: familiarity, set, surface: text };
  }

  spoken({ kind, pronoun, instead_of: before, ...guess }) {
    if (kind === "withdrawn") return `${pronoun.text}: taken back.`;
    return `${pronoun.text}: ${named(guess)}${before ? `, not ${named(before)}` : ""}.`;
  }

  #hue(entity) {
    if (!this.#hues.has(entity)) this.#hues.set(entity, Math.round((25 + this.#hues.size * GOLDEN_ANGLE) % 360));
    return this.#hues.get(entity);
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
    const { node } = this.#at(change.pronoun.start);
    const struck = node.dataset.was ? JSON.parse(node.dataset.was) : [];
    if (node.dataset.now && change.kind !== "new") struck.push(node.dataset.now);
    delete node.dataset.now;
    const name = change.kind === "withdrawn" ? null : named(change);
    if (name !== null) node.dataset.now = name;
    node.dataset.was = JSON.stringify(struck.slice(-MOST_STRUCK));
    this.#paint(node, change, struck.slice(-MOST_STRUCK), name);
    this.log.prepend(entry(change));
    while (this.log.children.length > LONGEST_LOG) this.log.lastChild.remove();
  }

  #paint(node, change, struck, name) {
    const written = node.querySelector(".said")?.textContent ?? node.textContent;
    const above = make("span", { classes: "above" }, struck.map((one) => make("del", {}, one)), name !== null && make("ins", {}, name));
    node.replaceChildren(make("span", { classes: "said" }, written), above);
    const isSomebody = name !== null && change.antecedent !== null;
    node.className = `w guessed ${change.kind}${isSomebody ? " m" : ""}`;
    if (!isSomebody) return node.style.removeProperty("--h");
    node.style.setProperty("--h", this.#hue(change.entity));
    return this.#tint(change);
  }

  // The words that are meant, in the colour of who it is.
  #tint({ antecedent, entity }) {
    if (antecedent.start === null || antecedent.start === undefined) return;
    for (const one of this.#words) {
      if (one.end <= antecedent.start || one.start >= antecedent.end) continue;
      one.node.classList.add("m");
      one.node.style.setProperty("--h", this.#hue(entity));
    }
  }

  #follow(node) {
    const box = this.root;
    if (box.scrollHeight > box.clientHeight) box.scrollTop = node.offsetTop - box.clientHeight / 2;
  }
}

const named = ({ antecedent, name, label }) => (antecedent || name ? name : label === "unresolved" ? "nobody yet" : label);

function entry(change) {
  const { kind, pronoun, instead_of: before } = change;
  if (kind === "withdrawn") return make("li", { classes: kind }, make("b", {}, pronoun.text), " taken back: ", make("del", {}, named(change)));
  return make("li", { classes: kind }, make("b", {}, pronoun.text), " → ", named(change),
    before && [", not ", make("del", {}, named(before))]);
}
