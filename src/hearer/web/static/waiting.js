// Placeholder of the text pane while a text is processed or after an error.

import { button, byId, make, often } from "./dom.js";
import { hear, stop } from "./hear.js";
import { get, set, subscribe } from "./store.js";

const LINES = [92, 97, 88, 95, 60, 90, 96, 84, 40]; // percent of the width of a line

export function start() {
  subscribe(["film", "busy", "error", "document"], shown);
  subscribe(["film"], ({ film }) => problems(film?.problems ?? []));
  subscribe(["film", "document"], parts);
  byId("part").addEventListener("change", () => set({ document: { ...get().document, part: Number(byId("part").value) } }));
}

function shown({ film, busy, error, document: read }) {
  const place = byId("waiting"), isFailed = error && !busy;
  place.hidden = Boolean(film) || !read || (!busy && !error);
  if (busy && !film) byId("document").setAttribute("aria-busy", "true");
  else byId("document").removeAttribute("aria-busy");
  for (const id of ["panel", "text-tools"]) byId(id).inert = !film;
  if (place.hidden) return place.replaceChildren();
  byId("title").textContent = read.title;
  byId("summary").textContent = "";
  place.replaceChildren(...(isFailed ? wrong(error) : listening(read)));
}

function listening({ text, document: content }) {
  const words = (text ?? content).trim().split(/\s+/).length;
  const lines = LINES.map((width) => {
    const line = make("span");
    line.style.setProperty("--width", `${width}%`);
    return line;
  });
  return [make("p", { classes: "listening", role: "status" }, text ? `Listening to ${often(words, "word")} …` : "Reading the file …", " ", button("Stop", stop, { id: "stop-button" })),
    make("div", { classes: "skeleton", "aria-hidden": "true" }, lines)];
}

function wrong(error) {
  return [make("div", { classes: "wrong", role: "alert" }, make("h3", {}, "This could not be read"), make("p", {}, error),
    make("div", { classes: "row" }, button("Edit the text", () => byId("edit-button").click(), { classes: "primary", id: "mend-button" }), button("Try again", hear, { id: "again-button" }),
      button("Open another", () => byId("open-button").click())))];
}

function problems(all) {
  const place = byId("problems");
  place.hidden = !all.length;
  const foreign = all.map((one) => /this seems to be .*?;/.exec(one)?.[0]).find(Boolean); // a text in another language
  place.open = Boolean(foreign);
  place.classList.toggle("banner", place.open);
  place.firstElementChild.textContent = foreign ? `T${foreign.slice(1, -1)}: only English is understood.` : `${often(all.length, "problem")} in the text`;
  place.lastElementChild.replaceChildren(...all.map((one) => make("li", {}, one.replace(/^: corrections-\S+ /, ""))));
}

function parts({ film, document: read }) {
  const names = film?.parts ?? [], choice = byId("part");
  byId("part-choice").hidden = names.length < 2;
  if (names.length < 2) return;
  choice.replaceChildren(...names.map((name, n) => make("option", { value: n + 1 }, name)));
  choice.value = read?.part ?? 1;
}
