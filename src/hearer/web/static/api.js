// Calls of the server: a new call for the same purpose cancels the one before, a failure is a Problem.

import { knowledge } from "./corrections.js";
import { get } from "./store.js";

const ROOT = new URL("../", import.meta.url); // relative, so that a proxy may add a path
const going = new Map(); // requests under way, by purpose

// An error with a sentence for the user; `status` is 0 if the server did not answer.
export class Problem extends Error {
  constructor(sentence, status = 0, place = null) {
    super(sentence);
    Object.assign(this, { status, place });
  }
}

export async function call(path, body, { purpose = path } = {}) {
  const answer = await (await posted(path, body, purpose)).json();
  if (answer.problem) throw problemOf(answer.problem);
  return answer;
}

export async function asFile(path, body, { purpose = path } = {}) {
  const response = await posted(path, body, purpose);
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { blob: await response.blob(), name, type: response.headers.get("Content-Type") };
}

export async function fetched(path) {
  return (await answered(fetch(rooted(path)))).json();
}

export function question(state = get()) {
  const { title, operations, ...document } = state.document;
  return { ...document, ...howSaid(state.how), knowledge: knowledge(state) };
}

export function howSaid({ algorithm, profile, precision, model }) {
  const options = { ...(precision !== null && { precision }), ...(model === "large" && { model }) };
  return { ...(algorithm && { algorithm }), ...(profile !== "default" && { profile }), options };
}

function posted(path, body, purpose) {
  going.get(purpose)?.abort();
  const abort = new AbortController();
  going.set(purpose, abort);
  return answered(fetch(rooted(path), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: abort.signal,
  }));
}

export const giveUp = (purpose) => going.get(purpose)?.abort();

const rooted = (path) => new URL(path.replace(/^\//, ""), ROOT);

async function answered(asked) {
  let response;
  try {
    response = await asked;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem("The studio does not answer: is `hearer studio` still running?");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw problemOf({ status: response.status, ...problem });
}

const problemOf = ({ detail, title, status, place }) => new Problem(detail ?? title ?? `The studio answered ${status}.`, status, place);

// Lists that do not change while the page is open: fetched once, and again after a failure.
const lists = new Map();

function fetchedOnce(path) {
  if (!lists.has(path)) lists.set(path, fetched(path).catch((error) => { lists.delete(path); throw error; }));
  return lists.get(path);
}

export const algorithms = () => fetchedOnce("v1/algorithms");
export const examples = () => fetchedOnce("studio/examples");
export const formats = () => fetchedOnce("v1/formats");
