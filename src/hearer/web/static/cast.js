// Entities of a comparison, with the names and colours of the open text.
//
// Algorithms may use one id for different entities, so entities are matched by their first mention.

import { chip, number } from "./naming.js";

const at = (film, [utterance, word]) =>
  film.mentions.find((one) => one.utterance === utterance && one.head === word && one.pronoun === null && one.entity !== null)?.entity ?? null;

const isSet = (id) => id.startsWith("{"); // a set is at the place of one of its members

// BRENNAN -> Brennan.
const spelled = (id) => id.replaceAll("_", " ").replace(/\p{Lu}{2,}/gu, (word) => word[0] + word.slice(1).toLowerCase());

export function castOf({ named, pronouns }, film) {
  const tried = pronouns.flatMap((one) => one.answers.flatMap(({ entity, rivals, attempts }) => [entity, ...rivals, ...attempts.map((each) => each.entity)]));
  const ids = [...new Set([...Object.keys(named), ...tried.filter(Boolean)])];
  const known = new Map();
  for (const id of ids) known.set(id, person(id, named[id], film));
  for (const one of known.values()) one.name ??= together(one.id, known);
  return { entities: [...known.values()], film };
}

export function called(cast, { entity, at: place }, attributes = {}) {
  const n = cast.film && place && !isSet(entity) ? at(cast.film, place) : null;
  return n === null ? chip(cast, number(cast, entity), "span", attributes) : chip(cast.film, n, "span", attributes);
}

function person(id, place, film) {
  const n = film && (place && !isSet(id) ? at(film, place) : number(film, id)), found = film?.entities[n];
  return { id, name: found?.name ?? null, hue: found?.hue ?? null };
}

// {GUARD, DRIVER} -> the old guard and the driver.
function together(id, known) {
  const members = /^\{(.*)\}$/.exec(id)?.[1].split(", ") ?? [];
  if (!members.length) return spelled(id);
  return members.map((one) => known.get(one)?.name ?? spelled(one)).join(" and ");
}
