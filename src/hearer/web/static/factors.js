// Tables and bars of factor weights and probabilities.

import { make } from "./dom.js";
import { percent } from "./naming.js";

const LEAST = 0.05; // smaller weights are summed up in the row “all else”
const NONE = 0.005; // smaller weights would be shown as +0.00

export const signed = (weight) => `${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(2)}`;

// A side is { name: a node, label, hue, weight, factors: [{ factor: "nearness (one sentence back)", weight }] }.
export function scales(caption, sides) {
  const rows = groupsOf(sides), longest = Math.max(...rows.flatMap(({ weights }) => weights.map(Math.abs)), LEAST);
  const cells = (weights) => weights.map((weight, n) => cell(weight, longest, sides[n].hue));
  return make("table", { classes: "scales" },
    make("caption", { classes: "heard-only" }, caption),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "factor"), sides.map(({ name }) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, rows.map(({ about, shown, weights }) => make("tr", {},
      make("th", { scope: "row" }, about, ...values(shown, sides)), cells(weights)))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, "in all"),
      sides.map(({ weight }) => make("td", { classes: "sum" }, weight === null ? "" : signed(weight))))));
}

// Show a value once if all sides share it, else one for each side in its colour.
function values(shown, sides) {
  const told = shown.filter(Boolean);
  if (told.length === sides.length && new Set(told).size === 1) return [make("small", { classes: "all" }, told[0])];
  return shown.flatMap((one, n) => {
    if (!one) return [];
    const node = make("small", {}, sides.length > 1 && make("span", { classes: "heard-only" }, `${sides[n].label}: `), one);
    if (sides[n].hue !== null && sides[n].hue !== undefined) node.style.setProperty("--h", sides[n].hue);
    return [node];
  });
}

function groupsOf(sides) {
  const groups = new Map();
  sides.forEach(({ factors }, n) => factors.forEach(({ factor, weight }) => {
    const [, about, shown = ""] = /^([^(]*?)(?: \((.*)\))?$/.exec(factor) ?? [null, factor];
    if (!groups.has(about)) groups.set(about, { about, shown: sides.map(() => ""), weights: sides.map(() => 0) });
    const group = groups.get(about);
    group.weights[n] += weight;
    group.shown[n] = shown;
  }));
  const size = ({ weights }) => Math.max(...weights.map(Math.abs));
  const all = [...groups.values()].sort((a, b) => size(b) - size(a)), told = all.filter((one) => size(one) >= LEAST);
  const rest = sides.map(({ weight }, n) => (weight ?? 0) - told.reduce((sum, { weights }) => sum + weights[n], 0));
  const isMore = rest.some((weight) => Math.abs(weight) >= NONE);
  return isMore ? [...told, { about: "all else", shown: [], weights: rest }] : told;
}

function cell(weight, longest, hue) {
  if (Math.abs(weight) < NONE) return make("td", { classes: "none" });
  const bar = make("span", { classes: `bar ${weight < 0 ? "against" : "for"}`, "aria-hidden": "true" });
  bar.style.setProperty("--w", `${((Math.abs(weight) / longest) * 50).toFixed(1)}%`);
  if (hue !== null && hue !== undefined) bar.style.setProperty("--h", hue);
  return make("td", { classes: hue === null || hue === undefined ? "plain" : "" },
    make("span", { classes: "axis", "aria-hidden": "true" }, bar),
    make("span", { classes: "weight" }, signed(weight), make("span", { classes: "heard-only" }, weight < 0 ? " against" : " for")));
}

export function likely(probability, hue) {
  const bar = make("span", { classes: "chance", "aria-hidden": "true" });
  bar.style.setProperty("--w", `${(probability * 100).toFixed(1)}%`);
  if (hue !== null && hue !== undefined) bar.style.setProperty("--h", hue);
  return [bar, make("span", { classes: "percent" }, percent(probability))];
}
