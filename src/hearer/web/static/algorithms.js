// The algorithms there are, asked for once.
//
//   algorithms    all of them: { name, summary, reference, profile, options }
//   authors       who wrote it, and when: "Brennan, Friedman and Pollard (1987)"
//   weighs        whether an algorithm can say how sure it is

import { fetched } from "./api.js";

let asked = null;

export function algorithms() {
  asked ??= fetched("v1/algorithms").catch((error) => {
    asked = null; // the next one asks again
    throw error;
  });
  return asked;
}

export const weighs = (one) => one.options.includes("precision");

export function authors({ reference = "" }) {
  const [, names, year] = /^(.+?) \((\d{4})\)/.exec(reference) ?? [];
  if (!names) return "";
  const surnames = names.split(/, | and /).map((name) => name.replace(/^After /, "").split(" ").at(-1));
  const last = surnames.pop();
  return `${surnames.length ? `${surnames.join(", ")} and ` : ""}${last} (${year})`;
}
