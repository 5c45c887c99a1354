// The list at the current step, and the tabs of its panel.

import { button, byId, make } from "./dom.js";
import { passes, reel, rowsOf, testsOf } from "./film.js";
import { draw, triedOn } from "./moving.js";
import { get, set, subscribe } from "./store.js";

const TABS = [["list", "List"], ["why", "Why"], ["who", "Who is who"]];
const FAR = 40; // steps in which so much happens that gliding shows nothing
let before = null, beforeAt = 0;

export function start() {
  tabs();
  sheet();
  subscribe(["film", "mode", "at", "begun"], shown);
  subscribe(["film", "mode", "at", "entity", "hovered"], together);
  byId("list").addEventListener("click", (event) => {
    const own = event.target.closest("[data-e]");
    if (own) hold(Number(own.dataset.e));
  });
}

export function hold(entity) {
  set({ entity: get().entity === entity ? null : entity });
}

function shown({ film, mode, at }) {
  const list = byId("list"), isRead = film && mode === "read", frame = isRead && reel(film.film).frames[at];
  byId("tested").replaceChildren();
  if (!frame) {
    before = null;
    return list.replaceChildren();
  }
  byId("list-name").textContent = film.list.name;
  byId("order").textContent = film.list.order;
  const rows = rowsOf(film.film, frame), isFirst = before === null || Math.abs(at - beforeAt) > FAR;
  const items = draw(list, rows, { held: get().entity, isFirst });
  byId("list-length").textContent = rows.length ? String(rows.length) : "";
  bring(list, items, rows, frame);
  before = frame.state;
  beforeAt = at;
  const tests = testsOf(film.film, frame);
  if (tests && tests.tries.some(({ back }) => back)) byId("tested").append(triedOn(tests, film.film.names));
  byId("tested").append(...frame.notes.map((told) => make("p", { classes: "why" }, told)));
}

// Scroll a long list to the candidate that passed or the new entity.
function bring(list, items, rows, frame) {
  const old = new Set(before ?? []);
  const news = items[rows.findIndex(({ verdict }) => verdict && passes(verdict))] ?? items[frame.state.findIndex((id) => !old.has(id))];
  const pane = list.parentElement;
  if (news && (news.offsetTop < pane.scrollTop || news.offsetTop + news.offsetHeight > pane.scrollTop + pane.clientHeight)) {
    pane.scrollTop = news.offsetTop - pane.clientHeight / 2;
  }
}

function together({ entity, hovered }) {
  for (const li of byId("list").children) {
    const own = Number(li.dataset.e);
    li.classList.toggle("together", own === (entity ?? hovered));
    li.querySelector("button")?.setAttribute("aria-pressed", own === entity);
  }
}

function tabs() {
  const row = byId("tabs");
  for (const [name, label] of TABS) {
    row.append(button(label, () => set({ pane: name, sheet: true }), { id: `${name}-tab`, role: "tab", "aria-controls": `${name}-pane` }));
  }
  row.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const here = TABS.findIndex(([name]) => name === get().pane), [name] = TABS.at((here + by) % TABS.length);
    set({ pane: name });
    byId(`${name}-tab`).focus();
  });
  subscribe(["pane"], ({ pane }) => {
    for (const [name] of TABS) {
      byId(`${name}-tab`).setAttribute("aria-selected", name === pane);
      byId(`${name}-tab`).tabIndex = name === pane ? 0 : -1;
      byId(`${name}-pane`).hidden = name !== pane;
    }
  });
}

// On a phone the panel is a sheet at the bottom, raised by its handle.
function sheet() {
  byId("handle").addEventListener("click", () => set({ sheet: !get().sheet }));
  subscribe(["sheet"], ({ sheet: isUp }) => {
    byId("panel").classList.toggle("up", isUp);
    document.documentElement.classList.toggle("sheet", isUp);
    byId("handle").setAttribute("aria-expanded", isUp);
    byId("handle").setAttribute("aria-label", isUp ? "Lower the panel" : "Raise the panel");
  });
}
