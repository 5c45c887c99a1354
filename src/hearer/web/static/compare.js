// Two to four algorithms side by side: where they differ first, and why each answered as it did.
//
//   startCompare    the whole of it; it asks when it is looked at, and again when something changed

import { algorithms, authors } from "./algorithms.js";
import { call, question } from "./api.js";
import { knowledge } from "./corrections.js";
import { announce, button, make, toast } from "./dom.js";
import { startSideBySide } from "./side-by-side.js";
import { around, goTo } from "./spoken.js";
import { get, set, subscribe } from "./store.js";

const FIRST = ["weighted-s-list", "s-list", "bfp"];
const FEWEST = 2, MOST = 4;
const HUES = [25, 230, 140, 300]; // a colour per answer, as on the page of `hearer compare`
const ORDER = ["First", "Second", "Third", "Fourth"];

export function startCompare(root) {
  if (!root) return;
  set({ compared: FIRST, onlyDifferences: false, comparison: null });
  const chooser = make("fieldset", { classes: "chooser" });
  const summary = make("p", { classes: "summary", role: "status" });
  const filter = make("input", { type: "checkbox", id: "only-differences" });
  filter.addEventListener("change", () => set({ onlyDifferences: filter.checked }));
  const columns = make("div", { classes: "columns", "aria-hidden": "true" });
  const found = make("div", { classes: "compared" });
  const lists = make("section", { classes: "lists", "aria-labelledby": "lists-heading" });
  root.append(
    make("div", { classes: "compare-head" },
      make("h2", {}, "Side by side"), chooser,
      make("div", { classes: "row" }, summary,
        make("label", { classes: "check", for: "only-differences" }, filter, "Differences only"))),
    columns, found, lists,
  );
  algorithms().then((known) => subscribe(["compared"], () => drawChooser(chooser, known)), (error) => toast(error.message, { kind: "error" }));
  startSideBySide(lists);
  let asked = null;
  subscribe(["mode", "document", "how", "operations", "compared"], (state) => {
    const wanted = [state.document, state.how, state.operations, state.compared];
    if (state.mode !== "compare" || !state.document || asked?.every((one, n) => one === wanted[n])) return;
    asked = wanted;
    root.setAttribute("aria-busy", "true");
    ask(state).catch((error) => { asked = null; if (error.name !== "AbortError") { set({ comparison: null }); toast(error.message, { kind: "error" }); } })
      .finally(() => root.removeAttribute("aria-busy"));
  });
  subscribe(["comparison", "onlyDifferences", "film", "mode"], (state) => draw(state, { summary, columns, found }));
}

async function ask(state) {
  const { algorithm, ...asked } = question(state);
  const told = await call("v1/compare", { ...asked, algorithms: state.compared, to: "json" });
  const comparison = Array.isArray(told) ? told[0] : told; // of a file with several documents, the one that is shown
  set({ comparison });
  announce(summaryOf(comparison));
}

// Which --------------------------------------------------------------------------------------------

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

// What they say ------------------------------------------------------------------------------------

function summaryOf({ algorithms: several, pronouns }) {
  const differ = pronouns.filter((one) => one.differ).length;
  if (!pronouns.length) return "There is no pronoun in this text.";
  const all = pronouns.length === 1 ? "1 pronoun" : `${pronouns.length} pronouns`;
  if (!differ) return `${several.length} algorithms agree on ${pronouns.length === 1 ? "the one pronoun" : `all ${all}`}.`;
  return `${several.length} algorithms agree on ${pronouns.length - differ} of ${all}, and differ on ${differ}.`;
}

// In another mode there is nothing of it on the page: who is taught looks everywhere.
function draw({ comparison, onlyDifferences, film, mode }, { summary, columns, found }) {
  const isShown = comparison && mode === "compare";
  summary.textContent = isShown ? summaryOf(comparison) : "";
  columns.replaceChildren();
  found.replaceChildren();
  if (!isShown) return;
  found.style.setProperty("--columns", comparison.algorithms.length);
  columns.style.setProperty("--columns", comparison.algorithms.length);
  columns.append(make("span", {}, ""), ...comparison.algorithms.map((name) => make("span", {}, name)));
  const differ = comparison.pronouns.filter((one) => one.differ);
  const agree = comparison.pronouns.filter((one) => !one.differ);
  if (differ.length) found.append(section("Where they differ", differ, film));
  if (agree.length && !onlyDifferences) found.append(section("Where they agree", agree, film));
  if (!differ.length && onlyDifferences) found.append(make("p", { classes: "nothing" }, "They differ on none."));
}

const section = (title, pronouns, film) => make("section", {},
  make("h3", {}, title, " ", make("span", { classes: "count" }, pronouns.length)),
  make("ol", {}, pronouns.map((one) => row(one, film))));

function row(one, film) {
  const reasons = make("details", {}, make("summary", {}, one.differ ? "Why" : "Why they agree"));
  reasons.addEventListener("toggle", () => { // a long text has hundreds of them
    if (reasons.open && reasons.children.length === 1) reasons.append(why(one));
  }, { once: true });
  return make("li", { classes: one.differ ? "differs" : "" },
    where(one, film), make("dl", {}, one.answers.map((answer) => answered(answer, one.differ))), reasons);
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

function answered(answer, differ) {
  const dd = make("dd", {}, shown(answer));
  if (differ) dd.style.setProperty("--h", HUES[answer.same_as % HUES.length]);
  return make("div", { classes: differ ? "answer tinted" : "answer" }, make("dt", {}, answer.algorithm), dd);
}

// Set in small capitals, BRENNAN is Brennan; whoever was renamed has that name.
const spelled = (name) => name.replaceAll("_", " ").replace(/\p{Lu}{2,}/gu, (word) => word[0] + word.slice(1).toLowerCase());

function shown({ entity, label, rivals }) {
  if (entity === null) return make("span", { classes: "nobody" }, label && label !== "unresolved" ? label : "nobody");
  const { names } = knowledge(get());
  return make("span", { classes: "entity" }, [entity, ...rivals].map((one) => names?.[one] ?? spelled(one)).join(" or "));
}

function why(one) {
  return make("dl", { classes: "why" }, one.answers.map((answer) => make("div", {},
    make("dt", {}, answer.algorithm),
    make("dd", {}, make("ul", {}, answer.reasons.map((reason) => make("li", {}, reason)))))));
}
