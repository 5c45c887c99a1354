// The panel of reasons: answer, candidates, the list at that step, and factor weights.

import { call, Problem, question } from "./api.js";
import { operationAt, remove, without } from "./corrections.js";
import { announce, button, make } from "./dom.js";
import { likely, scales, signed } from "./factors.js";
import { correctionTools, takeButton } from "./pointing.js";
import { chip, number, percent, told } from "./naming.js";
import { compared, NOBODY, placeOf } from "./operations.js";
import { mentionBefore, showMention, showPronoun, stepTo } from "./text.js";
import { set, subscribe } from "./store.js";

const FIRST = 1; // the document of the film
const MOST_NAMED = 3; // reasons or names listed before the rest is counted
const MOST = 8; // rows shown before “more”
const LABELS = {
  pleonastic: "nothing: it is pleonastic",
  "no antecedent": "no antecedent",
  ambiguous: "left open: it is ambiguous",
  event: "an event in the text",
  cataphoric: "cataphoric: its antecedent may follow",
  "same kind": "another of a kind that was named",
  unresolved: "no antecedent was found",
  nothing: "nobody and nothing",
};

// Answer for a pronoun that the user marked as referring to nothing.
const NOTHING = { sentences: ["You said that it refers to nothing."], listed: [], tested: [], entity: null, no_antecedent: { weight: null, probability: null, factors: [] } };
let last = ""; // place of the last announced pronoun

export function startWhy(root) {
  subscribe(["film", "selected", "mode"], (state) => show(root, state));
}

async function show(root, { film, selected, mode }) {
  const had = root.contains(document.activeElement) ? document.activeElement.dataset.key ?? "head" : null;
  const pronoun = mode === "read" ? film?.pronouns[selected] : null;
  if (!pronoun) last = "";
  if (!pronoun) return root.replaceChildren(make("p", { classes: "hint" }, "Choose a pronoun in the text to see who it is, and why."));
  const panel = { root, film, pronoun, number: selected };
  const body = make("div", { classes: "why-body", "aria-busy": "true" });
  root.replaceChildren(head(panel), body);
  focusAgain(root, had);
  const answer = pronoun.label === "nothing" ? NOTHING : await asked("/v1/why", { pronoun: placeOf(pronoun) }, body, "why");
  body.removeAttribute("aria-busy");
  if (!answer || !body.isConnected) return;
  const hadLater = body.contains(document.activeElement) ? "head" : null;
  body.replaceChildren(...sections({ ...panel, answer }));
  focusAgain(root, had ?? hadLater);
  say(panel);
}

async function asked(path, besides, body, purpose, known = {}) {
  try {
    return await call(path, { part: FIRST, ...question(), ...known, ...besides }, { purpose });
  } catch (error) {
    if (error.name === "AbortError") return null;
    if (!(error instanceof Problem)) throw error;
    if (body.isConnected) body.replaceChildren(make("p", { classes: "problem", role: "alert" }, error.message));
    return null;
  }
}

function focusAgain(root, key) {
  if (!key) return;
  const node = [...root.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  (node ?? root.querySelector("h2"))?.focus({ preventScroll: true });
}

// Announce the answer for a newly selected pronoun.
function say({ film, pronoun }) {
  const place = String(placeOf(pronoun)), isNew = place !== last;
  last = place;
  if (!isNew) return;
  const whom = film.entities[pronoun.entity]?.name ?? LABELS[pronoun.label] ?? pronoun.shown;
  announce(`“${pronoun.text}” is ${whom}${pronoun.confidence === null ? "" : `, ${percent(pronoun.confidence)}`}.`);
}

function head({ film, pronoun, number: n }) {
  const go = (to) => set({ selected: to, pane: "why" });
  return make("div", { classes: "why-head" },
    make("div", { classes: "which" },
      button("‹", () => go(n - 1), { classes: "icon", "aria-label": "Previous pronoun", title: "Previous pronoun", "data-key": "previous", disabled: n === 0 }),
      make("h2", { tabindex: "-1", "data-key": "head" }, `“${pronoun.text}”`,
        make("small", {}, ` ${n + 1} of ${film.pronouns.length}`)),
      button("›", () => go(n + 1), { classes: "icon", "aria-label": "Next pronoun", title: "Next pronoun", "data-key": "next", disabled: n + 1 === film.pronouns.length })),
    whom(film, pronoun),
    correctedBy(pronoun));
}

function whom(film, pronoun) {
  const is = pronoun.entity === null
    ? make("span", { classes: "whose plain" }, LABELS[pronoun.label] ?? pronoun.shown)
    : chip(film, pronoun.entity);
  const sure = pronoun.confidence !== null && make("span", { classes: "sure", title: "How probable that is" }, percent(pronoun.confidence));
  return make("p", { classes: "whom" }, is, sure);
}

function correctedBy({ utterance, word }) {
  const operation = operationAt(utterance, word);
  if (!operation) return null;
  const isOwn = operation.place && compared(operation.place, [utterance, word]) === 0 && operation.was;
  return make("p", { classes: "by-you" },
    make("span", {}, `Corrected by you${isOwn ? `; it was ${operation.was}` : `: ${operation.said}`}. `),
    button("Undo", () => remove(operation), { "data-key": "undo", "aria-label": `Undo: ${operation.said}` }));
}

function sections(panel) {
  const { film, pronoun, answer } = panel, isCorrected = operationAt(pronoun.utterance, pronoun.word);
  const why = isCorrected && answer.sentences.length === 1 ? "" : whyOf(answer);
  return [
    why && make("p", { classes: "answer" }, told(film, why)),
    account(panel),
    links(panel),
    before(panel),
    correctionTools(panel),
    alternatives(panel),
    atThatMoment(panel),
    balance(panel) ?? (weighsNothing(answer) && !isCorrected ? make("p", { classes: "hint" }, `${film.algorithm} has no weights: it tests candidates one after the other, in its own order.`) : null),
  ].filter(Boolean);
}

// All sentences of the explanation but the first, folded.
function account({ film, answer }) {
  const [, ...rest] = answer.sentences;
  return rest.length > 0 && make("details", { classes: "account" },
    make("summary", { "data-key": "account" }, "All of it, in words"), make("ul", {}, rest.flatMap(parts).map((one) => make("li", {}, told(film, one)))));
}

// Split “For MIA: … All else: …” into two sentences.
const parts = (sentence) => sentence.split(/(?<=\.) (?=For |Against |All else)/);

function links({ film, pronoun, number: n }) {
  const antecedent = pronoun.entity === null ? null : mentionBefore(film, pronoun.entity, placeOf(pronoun));
  return make("p", { classes: "links" },
    antecedent !== null && button("Show who", () => showMention(antecedent), { classes: "quiet", "data-key": "show-who", title: "The last mention before it" }),
    button("Show in the text", () => showPronoun(n), { classes: "quiet", "data-key": "show" }),
    button("Go to this step", () => stepTo(film, pronoun), { classes: "quiet", "data-key": "step" }));
}

// The explanation without the correction, fetched when unfolded.
function before({ film, pronoun }) {
  const operation = operationAt(pronoun.utterance, pronoun.word);
  if (!operation) return null;
  const inside = make("div", {});
  const node = make("details", { classes: "account" }, make("summary", { "data-key": "before" }, "What the hearer had made of it"), inside);
  node.addEventListener("toggle", async () => {
    if (!node.open || inside.hasChildNodes()) return;
    const answer = await asked("/v1/why", { pronoun: placeOf(pronoun) }, inside, "before", { knowledge: without(operation) });
    if (answer) inside.replaceChildren(make("ul", {}, answer.sentences.flatMap(parts).map((one) => make("li", {}, told(film, one)))));
  });
  return node;
}

function alternatives(panel) {
  const { answer } = panel, weighed = answer.tested.filter((one) => one.probability !== null);
  const nobody = answer.no_antecedent.probability;
  const all = [...weighed, ...(nobody === null ? [] : [{ entity: null, probability: nobody }])].sort((a, b) => b.probability - a.probability);
  if (!all.length) return null;
  return section("Who it can be", folded("ol", "likely", all.map((one) => candidate(panel, one, likelyRow))));
}

function atThatMoment(panel) {
  const { answer } = panel, tested = new Map(answer.tested.map((one) => [one.entity, one]));
  const listed = answer.listed.map((entity, n) => ({ entity, rank: n + 1, ...tested.get(entity), isTested: tested.has(entity) }));
  const others = answer.tested.filter(({ entity }) => !answer.listed.includes(entity)).map((one) => ({ ...one, rank: null, isTested: true }));
  const inOrder = answer.listed.length ? [...listed, ...others] : others;
  if (!inOrder.length) return null;
  return section("The list at that moment", folded("ol", "tests", inOrder.map((one) => candidate(panel, one, testRow))));
}

const section = (heading, ...inside) => make("section", { classes: "part" }, make("h3", {}, heading), ...inside);

function folded(tag, classes, rows) {
  const list = make(tag, { classes }, rows);
  if (rows.length <= MOST + 1) return list;
  rows.slice(MOST).forEach((row) => { row.hidden = true; });
  const more = button(`${rows.length - MOST} more`, () => {
    rows.forEach((row) => { row.hidden = false; });
    rows[MOST].querySelector("button")?.focus();
    more.remove();
  }, { classes: "quiet more" });
  return [list, more];
}

// A candidate's row; a click unfolds why it was not chosen.
function candidate(panel, one, drawn) {
  const { film, pronoun } = panel, entity = one.entity === null ? NOBODY : number(film, one.entity);
  const isMeant = entity === (pronoun.entity ?? NOBODY);
  const name = entity === null ? one.name ?? one.entity : film.entities[entity]?.name ?? "nobody";
  const ask = button("", () => open(panel, one, row, ask), {
    classes: "ask", "aria-expanded": "false", "data-key": `${drawn.name} ${one.entity}`,
    title: isMeant ? `Why ${name}?` : `Why not ${name}?`,
  });
  ask.append(entity === null || entity === NOBODY ? make("span", { classes: "whose plain" }, name) : chip(film, entity));
  const row = make("li", { classes: isMeant ? "meant" : "" }, make("div", { classes: "row" }, ...drawn(panel, one, ask, entity), takeButton(panel, entity, isMeant, drawn.name)));
  return row;
}

function likelyRow({ film }, { probability }, ask, entity) {
  return [ask, ...likely(probability, film.entities[entity]?.hue)];
}

function testRow(panel, one, ask) {
  return [make("span", { classes: "rank" }, one.rank === null ? "·" : `${one.rank}`), ask, verdict(panel, one)];
}

const GIVEN = /, so (?:it is ruled out|agreement|binding|the sortal constraint).*$/;

function verdict({ film, answer }, { isTested, violated, because, weight, states_back: back, entity }) {
  const where = back ? ` (${back} ${back === 1 ? "state" : "states"} back)` : "";
  if (!isTested) return make("span", { classes: "verdict untested" }, answer.entity ? "not reached" : "not tested");
  const weighs = weight === null || weight === undefined ? "" : `, weighs ${signed(weight)}`;
  if (violated === null) return make("span", { classes: "verdict passes" }, `✓ passes${weighs}${where}`);
  if (violated === "weight") return make("span", { classes: "verdict" }, `passes${weighs || ", but is not taken"}${where}`);
  return make("span", { classes: "verdict fails" }, make("b", {}, `✗ ${violated}`), ": ", ...told(film, because.replace(GIVEN, "")), where);
}

async function open(panel, one, row, ask) {
  const shownNow = row.querySelector(".why-not");
  ask.setAttribute("aria-expanded", shownNow ? "false" : "true");
  if (shownNow) {
    shownNow.remove();
    return set({ candidate: null });
  }
  const inside = make("div", { classes: "why-not", "aria-live": "polite" });
  row.append(inside);
  set({ candidate: one.entity === null ? null : number(panel.film, one.entity) });
  inside.append(...(await notThis(panel, one, inside)));
}

async function notThis(panel, one, inside) {
  const { film, pronoun, answer } = panel, table = besideRival(panel, one);
  if (one.entity === null || one.entity === answer.entity) {
    return [make("p", {}, told(film, answer.sentences[0])), table].filter(Boolean);
  }
  const said = await asked("/v1/why-not", { pronoun: placeOf(pronoun), candidate: one.entity }, inside, "why-not");
  if (!said) return [];
  const sentences = table ? parts(said.sentence).slice(0, 1) : parts(said.sentence);
  const entity = number(film, one.entity), mention = entity === null ? null : mentionBefore(film, entity, placeOf(pronoun));
  return [
    ...sentences.map((sentence) => make("p", {}, told(film, sentence))),
    table,
    mention !== null && make("p", { classes: "links" }, button("Show in the text", () => showMention(mention), { classes: "quiet" })),
  ].filter(Boolean);
}

function side({ film, answer }, entity) {
  const one = entity === null ? answer.no_antecedent : answer.tested.find((each) => each.entity === entity);
  const n = entity === null ? null : number(film, entity);
  if (!one || one.weight === null) return null;
  const name = n === null ? make("span", { classes: "whose plain" }, entity === null ? "nobody" : one.name) : chip(film, n);
  return { name, label: n === null ? "nobody" : film.entities[n].name, hue: n === null ? null : film.entities[n].hue, weight: one.weight, factors: one.factors };
}

function besideRival(panel, { entity }) {
  const { answer } = panel, rival = entity === answer.entity ? runnerUp(answer) : answer.entity;
  const sides = [side(panel, entity), rival === undefined ? null : side(panel, rival)].filter(Boolean);
  return sides[0] && sides.length > 1 ? scales(`Weights of ${sides.map((one) => one.label).join(" and ")}`, sides) : null;
}

function runnerUp(answer) {
  const all = [...answer.tested.map(({ entity, weight }) => ({ entity, weight })), { entity: null, weight: answer.no_antecedent.weight }];
  const weighed = all.filter((one) => one.weight !== null && one.entity !== answer.entity).sort((a, b) => b.weight - a.weight);
  return weighed[0]?.entity;
}

function balance(panel) {
  const { answer } = panel, rival = runnerUp(answer);
  const sides = [side(panel, answer.entity), rival === undefined ? null : side(panel, rival)].filter(Boolean);
  if (!sides.length || !sides.some((one) => one.factors.length)) return null;
  const names = sides.flatMap(({ name }, n) => [n ? " and " : "", name.cloneNode(true)]);
  const heading = make("h3", {}, "Weights of ", names);
  return make("section", { classes: "part" }, heading, scales(heading.textContent, sides));
}

const weighsNothing = ({ tested, no_antecedent: nobody }) => nobody.weight === null && tested.every((one) => one.weight === null);

function whyOf(answer) {
  const [first] = answer.sentences;
  if (!answer.tested.length) return first;
  if (weighsNothing(answer)) return inOrder(answer) ?? first;
  const meant = answer.entity === null ? answer.no_antecedent : answer.tested.find(({ entity }) => entity === answer.entity);
  if (!meant || meant.weight === null) return first;
  const passed = answer.tested.filter((one) => one.weight !== null && one !== meant).sort((a, b) => b.weight - a.weight);
  return passed.length ? weighed(answer, meant, passed[0]) : `The only candidate: ${ruledOut(answer) || "no other was tested"}.`;
}

function weighed({ entity }, meant, rival) {
  const apart = differences(meant, rival), said = apart.length ? `: ${list(apart)} ${apart.length > 1 ? "favour" : "favours"} ${entity ?? "no antecedent"}` : "";
  if (meant.weight < rival.weight) return `${rival.entity} is the likeliest, but not sure enough.`;
  return entity === null ? `No antecedent is likelier than ${rival.entity}${said}.` : `${rival.entity} is less likely${said}.`;
}

function groups({ factors }) {
  const found = new Map();
  for (const { factor, weight } of factors) {
    const about = factor.replace(/ \(.*\)$/, "");
    found.set(about, (found.get(about) ?? 0) + weight);
  }
  return found;
}

// Factor groups that differ most between two candidates, largest first.
function differences(meant, rival) {
  const [one, other] = [groups(meant), groups(rival)], all = [...new Set([...one.keys(), ...other.keys()])];
  const apart = all.map((about) => [about, (one.get(about) ?? 0) - (other.get(about) ?? 0)]).filter(([about, by]) => by >= 0.1 && about !== "in general");
  return apart.sort((a, b) => b[1] - a[1]).slice(0, MOST_NAMED).map(([about]) => about);
}

function ruledOut({ tested }) {
  const failed = tested.filter(({ violated }) => violated && violated !== "weight"), rules = Map.groupBy(failed, ({ violated }) => violated);
  return [...rules].map(([rule, all]) => `${rule} rules out ${list(all.slice(0, MOST_NAMED).map(({ entity }) => entity), all.length - MOST_NAMED)}`).join("; ");
}

// Explanation for algorithms that take the first candidate that passes.
function inOrder({ entity, tested }) {
  const at = tested.findIndex((one) => one.entity === entity), out = ruledOut({ tested: tested.slice(0, Math.max(at, 0)) });
  if (entity === null || at < 0) return null;
  return out ? `${out[0].toUpperCase()}${out.slice(1)}. ${entity} was tested next, and passes.` : `${entity} was tested first, and passes agreement, binding and sort.`;
}

function list(all, more = 0) {
  if (more > 0) return `${all.join(", ")} and ${more} more`;
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all[0];
}
