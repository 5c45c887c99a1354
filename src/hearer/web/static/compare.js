// Compare mode: the answers of two to four algorithms, differences first, with reasons.

import { algorithms, call, question } from "./api.js";
import { called, castOf } from "./cast.js";
import { announce, button, make, often, toast } from "./dom.js";
import { told } from "./naming.js";
import { around, goTo } from "./spoken.js";
import { get, set, subscribe } from "./store.js";

const FIRST = ["weighted-s-list", "s-list", "bfp"];
const FEWEST = 2, MOST = 4;
const MOST_TRIED = 6; // candidates shown for each answer
const ORDER = ["First", "Second", "Third", "Fourth"];

export function startCompare(root) {
  set({ compared: FIRST, onlyDifferences: false, comparison: null });
  const chooser = make("fieldset", { classes: "chooser" });
  const summary = make("p", { classes: "summary", role: "status" });
  const alike = make("p", { classes: "hint" });
  const filter = make("input", { type: "checkbox", id: "only-differences" });
  filter.addEventListener("change", () => set({ onlyDifferences: filter.checked }));
  const columns = make("div", { classes: "columns", "aria-hidden": "true" });
  const found = make("div", { classes: "compared" });
  root.append(
    make("div", { classes: "compare-head" },
      make("h2", {}, "Side by side"), chooser,
      make("div", { classes: "row" }, summary,
        make("label", { classes: "check", for: "only-differences" }, filter, "Differences only")), alike),
    columns, found,
  );
  algorithms().then((known) => subscribe(["compared"], () => drawChooser(chooser, known)), (error) => toast(error.message, { kind: "error" }));
  let asked = null;
  subscribe(["mode", "document", "how", "operations", "compared"], (state) => {
    const wanted = [state.document, state.how, state.operations, state.compared];
    if (state.mode !== "compare" || !state.document || asked?.every((one, n) => one === wanted[n])) return;
    asked = wanted;
    root.setAttribute("aria-busy", "true");
    ask(state).catch((error) => {
      if (asked !== wanted) return; // a newer request replaced this one
      asked = null;
      set({ comparison: null });
      toast(error.message, { kind: "error" });
    }).finally(() => { if (asked === null || asked === wanted) root.removeAttribute("aria-busy"); });
  });
  subscribe(["comparison", "onlyDifferences", "film", "mode"], (state) => draw(state, { summary, alike, columns, found }));
}

async function ask(state) {
  const { algorithm, ...asked } = question(state);
  const told = await call("v1/compare", { ...asked, algorithms: state.compared, to: "json" });
  const comparison = Array.isArray(told) ? told[0] : told; // a file with several documents: the one shown
  set({ comparison });
  announce(summaryOf(comparison));
}

function drawChooser(chooser, known) {
  const { compared } = get();
  const focused = chooser.contains(document.activeElement) ? document.activeElement.id : null;
  chooser.replaceChildren(make("legend", {}, "Algorithms"), ...compared.map((name, n) => chosen(name, n, known)));
  if (compared.length < MOST) {
    const free = known.find((one) => !compared.includes(one.name));
    chooser.append(button("+ Add one", () => set({ compared: [...compared, free.name] }), { id: "add-algorithm", classes: "quiet" }));
  }
  if (focused) (document.getElementById(focused) ?? chooser.querySelector("select")).focus();
}

function chosen(name, n, known) {
  const { compared } = get();
  const select = make("select", { id: `algorithm-${n}`, "aria-label": `${ORDER[n]} algorithm` });
  for (const one of known) {
    const said = authors(one);
    const option = make("option", { value: one.name }, said ? `${one.name} · ${said}` : one.name);
    option.disabled = one.name !== name && compared.includes(one.name);
    select.append(option);
  }
  select.value = name;
  select.title = known.find((one) => one.name === name)?.summary ?? "";
  select.addEventListener("change", () => set({ compared: compared.with(n, select.value) }));
  const without = button("×", () => set({ compared: compared.toSpliced(n, 1) }), {
    id: `without-${n}`, classes: "icon", "aria-label": `Without ${name}`, title: `Without ${name}`,
  });
  return make("span", { classes: "rival" }, select, compared.length > FEWEST && without);
}

function summaryOf({ algorithms: several, pronouns }) {
  const differ = pronouns.filter((one) => one.differ).length;
  if (!pronouns.length) return "There is no pronoun in this text.";
  const all = often(pronouns.length, "pronoun");
  if (!differ) return `${several.length} algorithms agree on ${pronouns.length === 1 ? "the one pronoun" : `all ${all}`}.`;
  return `${several.length} algorithms agree on ${pronouns.length - differ} of ${all}, and differ on ${differ}.`;
}

// Compare mode uses the paper's profile for all algorithms: say where that differs from Read.
function alikeOf({ algorithms: several, pronouns }, film) {
  const others = film && several.includes(film.algorithm) && film.profile !== "paper" ? `; ${film.algorithm} may answer otherwise in Read` : "";
  const counted = film && film.summary.pronouns !== pronouns.length ? `, which has ${often(film.summary.pronouns, "pronoun")}` : "";
  return `To be comparable, all use the paper’s profile${others}${others && counted}.`;
}

// Keep nothing on the page in other modes: a lesson must not show answers.
function draw({ comparison, onlyDifferences, film, mode }, { summary, alike, columns, found }) {
  const isShown = comparison && mode === "compare";
  summary.textContent = isShown ? summaryOf(comparison) : "";
  alike.textContent = isShown ? alikeOf(comparison, film) : "";
  columns.replaceChildren();
  found.replaceChildren();
  if (!isShown) return;
  found.style.setProperty("--columns", comparison.algorithms.length);
  columns.style.setProperty("--columns", comparison.algorithms.length);
  columns.append(make("span", {}, ""), ...comparison.algorithms.map((name) => make("span", {}, name)));
  const cast = castOf(comparison, film), differ = comparison.pronouns.filter((one) => one.differ);
  const agree = comparison.pronouns.filter((one) => !one.differ);
  if (differ.length) found.append(section("Where they differ", differ, { film, cast }));
  if (agree.length && !onlyDifferences) found.append(section("Where they agree", agree, { film, cast }));
  if (!differ.length && onlyDifferences) found.append(make("p", { classes: "nothing" }, "They differ on none."));
}

const section = (title, pronouns, known) => make("section", {},
  make("h3", {}, title, " ", make("span", { classes: "count" }, pronouns.length)),
  make("ol", {}, pronouns.map((one) => row(one, known))));

function row(one, { film, cast }) {
  const reasons = make("details", {}, make("summary", {}, one.differ ? "Why" : "Why they agree"));
  reasons.addEventListener("toggle", () => { // built on demand: a long text has hundreds of rows
    if (reasons.open && reasons.children.length === 1) reasons.append(why(one, cast));
  }, { once: true });
  return make("li", { classes: one.differ ? "differs" : "" },
    where(one, film), make("dl", {}, one.answers.map((answer) => answered(answer, cast))), reasons);
}

function where(one, film) {
  const said = film && around(film, one.utterance, one.word);
  const inside = said
    ? [make("span", { classes: "label" }, said.label), " ", said.before, make("strong", {}, said.word), said.after]
    : [make("strong", {}, one.pronoun), " in: ", one.sentence];
  const node = button("", () => goTo(one.utterance, one.word), { classes: "where", title: "Show it in the text" });
  node.append(...inside);
  return node;
}

function answered(answer, cast) {
  const isOther = answer.same_as !== 0; // from the first algorithm
  const dd = make("dd", {}, isOther && make("span", { classes: "other", title: "Not as the first" }, "≠ "), shown(answer, cast));
  return make("div", { classes: isOther ? "answer differs" : "answer" }, make("dt", {}, answer.algorithm), dd);
}

function shown({ entity, at, label, rivals }, cast) {
  if (entity === null) return make("span", { classes: "nobody" }, label && label !== "unresolved" ? label : "nobody");
  const several = [{ entity, at }, ...rivals.map((one) => ({ entity: one, at: null }))];
  return several.flatMap((one, n) => [n > 0 && " or ", called(cast, one, { classes: "tinted" })]);
}

// Candidates that passed, the others, then the notes of the algorithm.
function why(one, cast) {
  return make("dl", { classes: "why" }, one.answers.map((answer) => make("div", {},
    make("dt", {}, answer.algorithm), make("dd", {}, make("ul", {}, reasonsOf(answer, cast))))));
}

function reasonsOf({ attempts, notes }, cast) {
  const sorted = [...attempts].sort((a, b) => Boolean(a.violated) - Boolean(b.violated));
  const lines = sorted.slice(0, MOST_TRIED).map((each) => make("li", { classes: each.violated ? "fail" : "pass" },
    called(cast, each), ` ${each.judged}`));
  if (sorted.length > MOST_TRIED) lines.push(make("li", {}, `… and ${sorted.length - MOST_TRIED} more`));
  const said = notes.flatMap(({ text }) => text.split("; ")).map((each) => make("li", {}, told(cast, readable(each))));
  return lines.length + said.length ? [...lines, ...said] : [make("li", {}, "It gives no reasons.")];
}

const CENTRES = [
  [/^Cb = none$/, "No backward-looking centre (Cb)"], [/^NO-CB$/, "No transition: there is no Cb"],
  [/^Cb = /, "Backward-looking centre (Cb): "], [/^Cf = \[(.*)\]$/, "Forward-looking centres (Cf), most salient first: $1"],
  [/\?\d+\.\d+/g, "somebody"], [/= \?/g, "= open in this reading"],
];
const readable = (note) => CENTRES.reduce((text, [from, to]) => text.replace(from, to), note);

function authors({ reference = "" }) {
  const [, names, year] = /^(.+?) \((\d{4})\)/.exec(reference) ?? [];
  if (!names) return "";
  const surnames = names.split(/, | and /).map((name) => name.replace(/^After /, "").split(" ").at(-1));
  const last = surnames.pop();
  return `${names.startsWith("After ") ? "after " : ""}${surnames.length ? `${surnames.join(", ")} and ` : ""}${last} (${year})`;
}
