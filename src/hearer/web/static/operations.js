// Operations: corrections and names that result from a user's action.
//
// An operation has: kind; said, a description; place, [utterance, word] of the corrected word; was, its
// former entity; corrections and names, as the server takes them; expects, corrections that are added
// only if the algorithm does not reach them itself.

const NOMINAL = new Set(["name", "definite", "indefinite", "possessed", "bare", "quantified", "demonstrative"]);
const UNSPOKEN = new Set(["set", "ellipsis", "zero pronoun", "clause", "nothing"]); // kinds without a word that could be corrected
const NOTHING = "-";

export const NOBODY = -1; // instead of the number of an entity: none

export function pointed(film, number, entity) {
  const pronoun = film.pronouns[number], place = placeOf(pronoun);
  return of("pointed", place, pronoun.shown, `“${pronoun.text}” is ${film.entities[entity].name}`, {
    corrections: [correction(place, anchor(film, entity, place))],
  });
}

export function nobody(film, number) {
  const pronoun = film.pronouns[number], place = placeOf(pronoun);
  return of("nobody", place, pronoun.shown, `“${pronoun.text}” is nobody and nothing`, { corrections: [correction(place, NOTHING)] });
}

// A new entity is identified by the word itself.
export function somebody(film, number, name = "") {
  const pronoun = film.pronouns[number], place = placeOf(pronoun), called = name.trim() || unused(film, "somebody");
  return of("somebody", place, pronoun.shown, `“${pronoun.text}” is ${called}, who is new`, {
    corrections: [correction(place, at(place))], names: { [at(place)]: called },
  });
}

// The entity that is mentioned first is kept.
export function merged(film, one, into) {
  const [first, other] = [one, into].sort((a, b) => compared(firstPlace(film, a), firstPlace(film, b)));
  const name = film.entities[into].name, was = film.entities[one].name, stays = anchor(film, first, firstPlace(film, other));
  const gone = mentionsOf(film, other).map((each) => ({ ...correction(headOf(each), stays), isSaid: isNominal(each) }));
  const staying = mentionsOf(film, first).filter((each) => at(headOf(each)) !== stays).map((each) => ({ ...correction(headOf(each), stays), isSaid: false }));
  const said = [...gone, ...staying].sort((a, b) => a.utterance - b.utterance || a.word - b.word);
  return of("merged", firstPlace(film, other), null, `${was} and ${name} are one`, { names: { [stays]: name }, ...divided(said) });
}

// Split off a mention alone, or with all mentions that follow.
export function split(film, number, { onwards = false } = {}) {
  const mention = film.mentions[number], place = headOf(mention), { name } = film.entities[mention.entity], word = wordAt(film, place);
  const others = mentionsOf(film, mention.entity).filter((each) => compared(headOf(each), place) !== 0);
  const { corrections, expects } = divided(onwards ? following(others, place) : staying(others, place));
  return of("split", place, name, onwards ? `From “${word}” on, ${name} is somebody else` : `“${word}” is somebody else, not ${name}`, {
    corrections: [correction(place, at(place)), ...corrections], expects, names: { [at(place)]: unused(film, name) },
  });
}

function following(others, place) {
  const later = others.filter((each) => compared(headOf(each), place) > 0);
  return later.map((each) => ({ ...correction(headOf(each), at(place)), isSaid: isNominal(each) }));
}

function staying(others, place) {
  const first = others.find(isNominal) ?? others[0], isLater = first && compared(headOf(first), place) > 0;
  const all = others.filter((each) => isNominal(each) || each === first);
  return all.map((each) => ({ ...correction(headOf(each), at(headOf(first))), isSaid: each === first && isLater }));
}

// Names and nouns are corrected at once, pronouns only if the algorithm does not follow.
function divided(all) {
  const plain = ({ utterance, word, entity }) => ({ utterance, word, entity });
  return { corrections: all.filter((one) => one.isSaid).map(plain), expects: all.filter((one) => !one.isSaid).map(plain) };
}

export function renamed(film, entity, name) {
  const { name: was } = film.entities[entity];
  return of("renamed", null, was, `${was} is called ${name}`, { names: { [anchor(film, entity)]: name } });
}

export function unsettled(film, { expects }) {
  return expects.filter(({ utterance, word, entity }) => {
    const found = mentionAt(film, [utterance, word]);
    return found && found.entity !== meantBy(film, entity);
  });
}

const of = (kind, place, was, said, { corrections = [], names = {}, expects = [] }) => ({ kind, place, was, said, corrections, names, expects });
export const mentionsOf = (film, entity) =>
  film.mentions.filter((each) => each.entity === entity && !UNSPOKEN.has(each.kind)).sort((a, b) => compared(headOf(a), headOf(b)));

export const headOf = ({ utterance, head }) => [utterance, head];
export const placeOf = ({ utterance, word }) => [utterance, word];
export const compared = (a, b) => a[0] - b[0] || a[1] - b[1];
export const isNominal = ({ kind }) => NOMINAL.has(kind);
export const mentionAt = (film, place) => film.mentions.find((each) => compared(headOf(each), place) === 0 && !UNSPOKEN.has(each.kind));

// A word that identifies an entity: its first name, else noun or pronoun, else its id. If that follows
// the corrected word, the first mention is used.
function anchor(film, entity, place = [Infinity, 0]) {
  const all = mentionsOf(film, entity), best = all.find(({ kind }) => kind === "name") ?? all.find(isNominal);
  const found = best && compared(headOf(best), place) < 0 ? best : all[0];
  return found ? at(headOf(found)) : film.entities[entity].id;
}

export function meantBy(film, entity) {
  const [, utterance, word] = /^@(\d+)\.(\d+)$/.exec(entity) ?? [];
  return word ? mentionAt(film, [Number(utterance), Number(word)])?.entity : film.entities.findIndex(({ id }) => id === entity);
}

const at = (place) => `@${place.join(".")}`;
const firstPlace = (film, entity) => { const [first] = mentionsOf(film, entity); return first ? headOf(first) : [Infinity, 0]; };
const correction = ([utterance, word], entity) => ({ utterance, word, entity });

function wordAt(film, [utterance, word]) {
  return film.utterances.find(({ number }) => number === utterance)?.words[word - 1] ?? "";
}

function unused(film, name) {
  const used = new Set(film.entities.map((one) => one.name)), stem = name.replace(/ \(\d+\)$/, "");
  if (!used.has(stem)) return stem;
  for (let n = 2; ; n += 1) if (!used.has(`${stem} (${n})`)) return `${stem} (${n})`;
}
