// A lesson: the pronouns of a film one by one, each with what is known when it is heard, and no more.
//
//   stopsOf      where the film stops: at every pronoun that is looked up
//   choicesAt    who could be meant there: those on the list, and others that were tested, by their names so far
//   answerAt     what the algorithm takes it to be, and the sentences about it
//   scoreOf      how many choices were as the algorithm's

import { reel, testsOf } from "./film.js";
import { wordNumber, written } from "./spoken.js";

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
    // In the order of their numbers, which says nothing about who it is.
    ...others.sort((one, other) => one - other).map((entity) => ({ entity, name: names(entity), surface: "", rank: null })),
  ];
}

// What an entity was called so far: a name that comes later would say who it is.
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
