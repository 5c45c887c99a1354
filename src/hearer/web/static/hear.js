// Ask the server for the analysis (“film”) whenever the text, its options or corrections change.

import { algorithms, call, giveUp, Problem, question } from "./api.js";
import { announce, byId, make, often, toast } from "./dom.js";
import { reel } from "./film.js";
import { get, set, subscribe } from "./store.js";

const SOON = 250; // milliseconds to wait for further changes
const NOTHING = { selected: null, candidate: null, entity: null, hovered: null, pointing: null };
let asked = "", timer = 0, heard = null;

export function start() {
  subscribe(["document", "how", "operations"], soon);
  subscribe(["busy"], ({ busy }) => document.body.classList.toggle("busy", busy));
  choices();
}

function soon({ document: read }) {
  if (!read) return;
  const isNew = read !== heard;
  clearTimeout(timer);
  timer = setTimeout(() => hear(), isNew ? 0 : SOON);
}

// Cancel the request and return to the welcome page.
export function stop() {
  asked = "";
  giveUp("film");
  set({ busy: false, document: null, film: null });
}

export async function hear() {
  const wanted = question(), key = JSON.stringify(wanted), isNew = get().document !== heard;
  if (key === asked && get().film) return;
  asked = key;
  set({ busy: true, error: null, ...(isNew && { film: null, at: 0, playing: false, ...NOTHING }) });
  try {
    const film = await call("/studio/film", wanted, { purpose: "film" });
    if (asked !== key) return;
    for (const one of document.querySelectorAll(".toast.error")) one.remove(); // errors of earlier requests
    show(film, isNew);
    heard = get().document;
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Problem)) throw error;
    if (asked !== key) return;
    asked = "";
    set({ busy: false, error: error.message });
    if (get().film) toast(error.message, { kind: "error", action: { label: "Try again", does: hear } });
  }
}

// Show a new film; for the same text keep the current word and the selected pronoun.
function show(film, isNew) {
  const { film: before, at, selected } = get(), { frames, firstOf, lookUpOf } = reel(film.film);
  const last = Math.max(frames.length - 1, 0), base = { film, busy: false, error: null };
  announce(`${often(film.summary.words, "word")} read, ${often(film.summary.pronouns, "pronoun")}.`);
  if (isNew || !before) return set({ ...base, at: last, begun: false, playing: false, ...NOTHING });
  const was = before.pronouns[selected];
  const now = film.pronouns.findIndex((one) => one.utterance === was?.utterance && one.word === was?.word);
  const word = reel(before.film).frames[at]?.word;
  const lookUp = lookUpOf.get(word), isThere = frames[lookUp]?.word === word; // some algorithms resolve at the end of the utterance
  const there = get().begun ? (isThere ? lookUp : firstOf.get(word) ?? last) : last;
  set({ ...base, at: there, selected: now < 0 ? null : now, entity: kept(before, film), candidate: null });
}

function kept(before, film) {
  const id = before.entities[get().entity]?.id, now = film.entities.findIndex((one) => one.id === id);
  return now < 0 ? null : now;
}

async function choices() {
  const algorithm = byId("algorithm"), profile = byId("profile"), model = byId("model");
  const changed = () => set({ how: { ...get().how, algorithm: algorithm.value || null, profile: profile.disabled ? get().how.profile : profile.value, model: model.value } });
  for (const one of [algorithm, profile, model]) one.addEventListener("change", changed);
  const all = await algorithms().catch(() => []), own = new Map(all.map((one) => [one.name, one.profile]));
  algorithm.append(...all.map(({ name }) => make("option", { value: name }, name)));
  subscribe(["film", "how"], ({ film, how }) => {
    if (film && !how.algorithm) algorithm.options[0].textContent = `default: ${film.algorithm}`;
    algorithm.value = how.algorithm ?? "";
    model.value = how.model ?? "small";
    profiled(profile, how, how.algorithm !== null && own.get(how.algorithm) !== "default");
  });
}

// Only the default algorithm has the default profile: disable the choice for the others.
function profiled(profile, how, isFixed) {
  profile.disabled = isFixed;
  profile.value = isFixed ? "paper" : how.profile;
  profile.options[1].textContent = isFixed ? "paper: its only one" : "paper";
  profile.parentElement.title = isFixed ? `${how.algorithm} always has the paper’s profile: the default profile is for the default algorithm only.` : "";
}
