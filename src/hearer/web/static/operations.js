// Operations: what a gesture says, word by word, so that it holds whatever is heard next.
//
//   pointed     this pronoun is that entity
//   nobody      this pronoun means nobody and nothing
//   somebody    this pronoun is somebody new
//   merged      two entities are one, called like the second
//   split       a mention, alone or with all that follow, is somebody else
//   renamed     an entity has another name
//   unsettled   what an operation expects and the film does not show: to be said as well
//
// An operation has: kind; said, a sentence about it; place, [utterance, word] of what was pointed at;
// was, who that had been; corrections and names, as the server takes them; and expects: corrections
// that are only made if the algorithm does not come to them itself. So a pronoun that follows from a
// merger is still explained, and a correction says no more than somebody said.

const NOMINAL = new Set(["name", "definite", "indefinite", "possessed", "bare", "quantified", "demonstrative"]);
const UNSPOKEN = new Set(["set", "ellipsis"]); // they have no word of their own to be corrected
const NOTHING = "-";

export function pointed(film, number, entity) {
  const pronoun = film.pronouns[number], place = placeOf(pronoun), { name } = film.entities[entity];
  const before = anchor(film, entity, place);
  const [meant, expects] = before ? [before, []] : [film.entities[entity].id, laterMention(film, entity, place)];
  return {
    kind: "pointed", place, was: pronoun.shown, said: `“${pronoun.text}” is ${name}`,
    corrections: [correction(place, meant)], names: {}, expects,
  };
}

export function nobody(film, number) {
  const pronoun = film.pronouns[number], place = placeOf(pronoun);
  return {
    kind: "nobody", place, was: pronoun.shown, said: `“${pronoun.text}” is nobody and nothing`,
    corrections: [correction(place, NOTHING)], names: {}, expects: [],
  };
}

export function somebody(film, number, name = "") {
  const pronoun = film.pronouns[number], place = placeOf(pronoun);
  const called = name.trim() || unusedName(film, "somebody"), id = unusedId(film, called);
  return {
    kind: "somebody", place, was: pronoun.shown, said: `“${pronoun.text}” is ${called}, who is new`,
    corrections: [correction(place, id)], names: { [id]: called }, expects: [],
  };
}

// Whoever was spoken of first stays; a pointer can only point back.
export function merged(film, one, into) {
  const first = [one, into].sort((a, b) => compared(firstPlace(film, a), firstPlace(film, b)))[0];
  const other = first === one ? into : one, stays = film.entities[first].id, name = film.entities[into].name;
  const spoken = mentionsOf(film, other), meant = anchor(film, first, firstPlace(film, other)) ?? stays;
  return {
    kind: "merged", place: firstPlace(film, other), was: film.entities[one].name, said: `${film.entities[one].name} and ${name} are one`,
    corrections: spoken.filter(isNominal).map((each) => correction(headOf(each), meant)),
    names: { [stays]: name },
    expects: spoken.filter((each) => !isNominal(each)).map((each) => correction(headOf(each), meant)),
  };
}

export function split(film, number, { onwards = false } = {}) {
  const mention = film.mentions[number], place = headOf(mention), { id, name } = film.entities[mention.entity];
  const called = unusedName(film, name), made = unusedId(film, id), others = mentionsOf(film, mention.entity);
  const later = others.filter((each) => compared(headOf(each), place) > 0);
  const moved = onwards ? later.filter(isNominal) : [];
  return {
    kind: "split", place, was: name,
    said: onwards ? `From “${wordAt(film, place)}” on, ${name} is somebody else` : `“${wordAt(film, place)}” is somebody else, not ${name}`,
    corrections: [correction(place, made), ...moved.map((each) => correction(headOf(each), made)), ...staying(film, mention, later, onwards)],
    names: { [made]: called },
    expects: onwards
      ? later.filter((each) => !isNominal(each)).map((each) => correction(headOf(each), made))
      : later.filter(isNominal).map((each) => correction(headOf(each), id)),
  };
}

// Where the first mention is split off alone, the next has to say who the rest are.
function staying(film, mention, later, onwards) {
  const isFirst = compared(firstPlace(film, mention.entity), headOf(mention)) === 0;
  const next = isFirst && !onwards ? later.find(isNominal) ?? later[0] : null;
  return next ? [correction(headOf(next), film.entities[mention.entity].id)] : [];
}

export function renamed(film, entity, name) {
  const { id, name: was } = film.entities[entity];
  return { kind: "renamed", place: null, was, said: `${was} is called ${name}`, corrections: [], names: { [id]: name }, expects: [] };
}

export function unsettled(film, { expects }) {
  return expects.filter(({ utterance, word, entity }) => {
    const found = film.mentions.find((each) => each.utterance === utterance && each.head === word && !UNSPOKEN.has(each.kind));
    return found && found.entity !== meantBy(film, entity);
  });
}

// Entities and their mentions ------------------------------------------------------------------

export const mentionsOf = (film, entity) =>
  film.mentions.filter((each) => each.entity === entity && !UNSPOKEN.has(each.kind)).sort((a, b) => compared(headOf(a), headOf(b)));

export const headOf = ({ utterance, head }) => [utterance, head];
export const placeOf = ({ utterance, word }) => [utterance, word];
export const compared = (a, b) => a[0] - b[0] || a[1] - b[1];
export const isNominal = ({ kind }) => NOMINAL.has(kind);

// A word that refers to an entity before a place: its first name, else its first mention.
function anchor(film, entity, place) {
  const before = mentionsOf(film, entity).filter((each) => compared(headOf(each), place) < 0);
  const found = before.find(({ kind }) => kind === "name") ?? before.find(isNominal) ?? before[0];
  return found ? `@${found.utterance}.${found.head}` : null;
}

function laterMention(film, entity, place) {
  const [later] = mentionsOf(film, entity);
  return later ? [correction(headOf(later), `@${place.join(".")}`)] : [];
}

function meantBy(film, entity) {
  const [, utterance, word] = /^@(\d+)\.(\d+)$/.exec(entity) ?? [];
  if (!word) return film.entities.findIndex(({ id }) => id === entity);
  return film.mentions.find((each) => each.utterance === +utterance && each.head === +word && !UNSPOKEN.has(each.kind))?.entity;
}

const firstPlace = (film, entity) => { const [first] = mentionsOf(film, entity); return first ? headOf(first) : [Infinity, 0]; };
const correction = ([utterance, word], entity) => ({ utterance, word, entity });

export function wordAt(film, [utterance, word]) {
  return film.utterances.find(({ number }) => number === utterance)?.words[word - 1] ?? "";
}

// New names have a number: what has one is taken for an identifier, and not for a name misspelled.
function unusedId(film, name) {
  const stem = name.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_\d*$|_+$/gu, "") || "SOMEBODY";
  const used = new Set(film.entities.map(({ id }) => id));
  for (let n = 2; ; n += 1) if (!used.has(`${stem}_${n}`)) return `${stem}_${n}`;
}

function unusedName(film, name) {
  const used = new Set(film.entities.map((one) => one.name)), stem = name.replace(/ \(\d+\)$/, "");
  if (!used.has(stem)) return stem;
  for (let n = 2; ; n += 1) if (!used.has(`${stem} (${n})`)) return `${stem} (${n})`;
}
