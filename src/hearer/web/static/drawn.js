// Build the nodes of a text: blocks, utterances, nested mentions and words.

import { make } from "./nodes.js";
import { painted, written } from "./spoken.js";

const MOST_ABOVE = 22; // letters of a name above a pronoun; the whole name is in the tooltip
const SURE = 0.8, LIKELY = 0.5;
const WIDE = 60; // letters: text with shorter lines is not considered wrapped
const OVER = 0.9, LETTER = 0.42; // em: overhang of a name above a pronoun, and width of a letter
const LONG = 300; // words: longer paragraphs are laid out in pieces, when they become visible
const LINE = 66; // approximate letters of a line on the page

export function drawn(film) {
  const text = { blocks: [], inside: [], words: [], owner: [], utterances: [], mentions: [], pronouns: [], chains: new Map(), numbered: new Map(), letters: 0 };
  const byUtterance = grouped(film), isLabelled = film.utterances.some(({ label }) => !/^\(\d+\)$/.test(label));
  const breaks = wraps(film), segments = new Set(film.segments);
  let block = null, before = null, begun = 0;
  for (const one of film.utterances) {
    const isNew = !before || one.begins || before.begins === "heading" || one.speaker !== before.speaker || isLabelled;
    if (isNew || text.words.length - begun > LONG) {
      if (segments.has(one.number)) text.blocks.push(make("p", { classes: "segment" }, make("span", {}, "new segment")));
      if (!isNew) block.classList.add("goes-on");
      block = isNew ? blockOf(one, before, isLabelled) : make("p", { classes: "block" });
      begun = text.words.length;
      text.blocks.push(block);
    }
    const node = utterance(one, film, text, byUtterance.get(one.number) ?? [], breaks), n = text.utterances.length - 1, own = text.blocks.length - 1;
    block.append(node);
    text.utterances[n].block = own;
    (text.inside[own] ??= []).push({ node, n });
    before = one;
  }
  text.blocks.forEach((one, n) => { text.inside[n] ??= []; trimmed(one); }); // a separator between blocks has no utterances
  for (const one of text.blocks) one.style.setProperty("--lines", Math.ceil(one.textContent.length / LINE));
  return text;
}

// Remove trailing white space of a block: the layout separates paragraphs.
function trimmed(block) {
  const last = block.lastChild?.lastChild;
  if (last?.nodeType === Node.TEXT_NODE) last.data = last.data.trimEnd();
}

function blockOf({ begins, speaker, label, words }, before, isLabelled) {
  if (begins === "heading") return make("h3", { classes: "block" });
  const isNamed = words.join("").startsWith(speaker.replaceAll(" ", "")); // the text has the label itself
  const isTurn = speaker && speaker !== before?.speaker && !isNamed;
  return make("p", { classes: `block${isLabelled ? " labelled" : ""}${begins ? " paragraph" : ""}${speaker ? " turn" : ""}` },
    isLabelled && make("span", { classes: "label" }, label), isTurn && make("span", { classes: "speaker" }, speaker, ": "));
}

// Group mentions by utterance, outer ones first, with the pronouns that have no entity.
function grouped({ mentions, pronouns }) {
  const groups = new Map(), marked = new Set(mentions.map((one) => one.pronoun));
  const bare = pronouns.flatMap(({ utterance: number, word }, pronoun) => marked.has(pronoun) ? []
    : [{ utterance: number, first: word, last: word, entity: null, kind: "pronoun", pronoun, m: null }]);
  for (const one of [...mentions.map((mention, m) => ({ ...mention, ...painted(mention), m })), ...bare]) {
    groups.set(one.utterance, [...(groups.get(one.utterance) ?? []), one]);
  }
  for (const group of groups.values()) group.sort((a, b) => a.first - b.first || b.last - a.last);
  return groups;
}

// For each line end, whether it only wraps a line: the next word would not have fitted.
function wraps({ utterances }) {
  const text = utterances.map((one) => written(one, 0, one.words.length)).join("");
  const lines = text.split("\n"), width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  return lines.slice(1).map((after, n) => {
    const [word] = after.trimStart().split(/\s/, 1);
    return Boolean(word) && width >= WIDE && lines[n].length + word.length >= width;
  }).values();
}

function utterance({ number, words, spaces }, film, text, mentions, breaks) {
  const node = make("span", { classes: "u", "data-u": number }), first = text.words.length;
  const open = [{ node, last: Infinity }], waiting = mentions.values();
  let mention = waiting.next().value;
  words.forEach((form, n) => {
    while (mention && mention.first <= n + 1) {
      if (mention.kind === "ellipsis" || mention.kind === "zero pronoun") open.at(-1).node.append(unspoken(mention, film, text), " ");
      else if (mention.first === n + 1 && mention.last <= open.at(-1).last) begin(mention, open, film, text);
      mention = waiting.next().value;
    }
    const word = make("span", { classes: "w" }, form);
    text.owner.push(text.utterances.length);
    text.words.push(word);
    (open.at(-1).inner ?? open.at(-1).node).append(word);
    text.letters += form.length + spaces[n].length;
    while (open.at(-1).last === n + 1) end(open.pop(), text, spaces[n]);
    open.at(-1).node.append(spaced(spaces[n], breaks));
  });
  text.utterances.push({ node, first, last: text.words.length - 1, mentions: text.mentions.slice(text.drawn ?? 0).filter(Boolean) });
  text.drawn = text.mentions.length;
  return node;
}

function spaced(space, breaks) {
  if (!space.includes("\n")) return space;
  const isWrap = [...space.matchAll("\n")].map(() => breaks.next().value);
  return isWrap.length === 1 && isWrap[0] ? " " : space;
}

function begin(mention, open, film, text) {
  const node = mentionOf(mention, film, text), outer = open.at(-1);
  if (mention.pronoun === null || mention.pronoun === undefined) {
    if (outer.mention) outer.node.classList.add("outer");
    outer.node.append(node);
    open.push({ node, last: mention.last, mention });
    return;
  }
  const ruby = make("ruby"), above = make("rt");
  node.append(ruby);
  text.pronouns[mention.pronoun] = { node, above, first: text.words.length };
  reach(node, text);
  answer(text.pronouns[mention.pronoun], film.pronouns[mention.pronoun], film);
  if (outer.mention) outer.node.classList.add("outer");
  outer.node.append(node);
  open.push({ node: ruby, last: mention.last, mention, above });
}

// Limit the names above neighbouring pronouns so that they do not overlap.
function reach(node, text) {
  const before = text.named, gap = before ? (text.letters - before.until) * LETTER - 0.35 : Infinity;
  const over = Math.max(0, Math.min(OVER, gap / 2));
  if (before && over < before.over) before.node.style.setProperty("--over", over.toFixed(2));
  node.style.setProperty("--over", over.toFixed(2));
  text.named = { node, over, until: Infinity };
}

function end({ node, above }, text, space) {
  if (!above) return;
  node.append(above);
  text.named.until = text.letters - space.length;
}

function unspoken(mention, film, text) {
  const node = mentionOf(mention, film, text);
  node.classList.add("eps");
  node.title = `A subject that is left out: ${film.entities[mention.entity]?.name ?? "somebody"}`;
  node.append("ε");
  return node;
}

function mentionOf(mention, film, text) {
  const { pronoun, m } = mention, isPronoun = pronoun !== null && pronoun !== undefined;
  const node = make("span", { classes: isPronoun ? "m p" : "m", "data-m": m, "data-p": pronoun });
  paint(node, mention, film, text);
  text.numbered.set(m, node);
  text.mentions.push({ node, first: text.words.length });
  return node;
}

function paint(node, { entity }, film, text) {
  const hue = film.entities[entity]?.hue ?? null;
  node.classList.toggle("c", hue !== null);
  if (hue === null) node.style.removeProperty("--h");
  else node.style.setProperty("--h", hue);
  if (entity === null) return node.removeAttribute("data-e");
  node.dataset.e = entity;
  node.title = film.entities[entity].name;
  if (!text.chains.has(entity)) text.chains.set(entity, []);
  text.chains.get(entity).push(node);
}

// Style of the underline by confidence.
function answer({ node, above }, pronoun, film) {
  const { entity, shown, confidence } = pronoun, name = brief(pronoun, film);
  const sure = confidence ?? 1, isMeant = entity !== null;
  node.classList.toggle("none", !isMeant);
  node.classList.toggle("likely", isMeant && sure < SURE && sure >= LIKELY);
  node.classList.toggle("unsure", isMeant && sure < LIKELY);
  node.title = confidence === null || confidence === undefined ? shown : `${shown} (probability ${confidence.toFixed(2)})`;
  const written = name.length > MOST_ABOVE ? `${name.slice(0, MOST_ABOVE - 1).trimEnd()}…` : name;
  if (above.textContent === written) return;
  above.textContent = written;
  node.style.setProperty("--letters", written.length); // names take room, without being measured one by one
}

// For an ambiguous pronoun, show the likeliest candidate only.
function brief({ label, shown, text, candidates }, film) {
  if (shown.toLowerCase() === text.toLowerCase()) return ""; // "you" above "you" says nothing
  const likeliest = film.entities[candidates?.[0]];
  if (label !== "ambiguous" || !likeliest) return shown;
  return /^[“{]/.test(likeliest.name) ? "?" : `${likeliest.name}?`; // whom nobody named has no name to be asked for
}

// Reuse the nodes if words and mentions are unchanged; return false if they are not.
export function repainted(text, before, film) {
  if (!isSame(before, film)) return false;
  text.chains.clear();
  film.mentions.forEach((mention, m) => {
    const node = text.numbered.get(m);
    if (node) paint(node, mention, film, text);
  });
  film.pronouns.forEach((one, n) => { if (text.pronouns[n]) answer(text.pronouns[n], one, film); });
  return true;
}

function isSame(before, film) {
  const each = (name, same) => before[name].length === film[name].length && before[name].every((one, n) => same(one, film[name][n]));
  return (before.utterances === film.utterances || each("utterances", (a, b) => a.words.length === b.words.length && a.words.join(" ") === b.words.join(" ")))
    && each("pronouns", (a, b) => a.utterance === b.utterance && a.word === b.word)
    && each("mentions", (a, b) => a.utterance === b.utterance && a.first === b.first && a.last === b.last && a.pronoun === b.pronoun && a.kind === b.kind);
}
