// List of entities with their number of mentions; a click highlights the chain.

import { button, byId, make, often } from "./dom.js";
import { hold } from "./list.js";
import { subscribe } from "./store.js";

const MANY = 15; // entities: longer lists have a search field

export function start() {
  subscribe(["film", "mode"], shown);
  subscribe(["film", "mode", "entity", "hovered"], together);
  byId("who-find").addEventListener("input", filter);
}

function shown({ film, mode }) {
  const entities = mode === "read" && film ? film.entities.map((one, number) => ({ ...one, number })) : [];
  const mentioned = entities.filter(({ times }) => times > 0).sort((a, b) => b.times - a.times || a.number - b.number);
  byId("who-search").hidden = mentioned.length < MANY;
  byId("who").replaceChildren(...mentioned.map(item));
  filter();
}

function item({ number, name, hue, times }) {
  const li = make("li", { "data-e": number },
    button([make("span", { classes: "name" }, name), make("span", { classes: "times", "aria-label": often(times, "mention") }, String(times))], () => hold(number)));
  if (hue !== null && hue !== undefined) li.style.setProperty("--h", hue);
  return li;
}

function filter() {
  const wanted = byId("who-find").value.trim().toLowerCase();
  let left = 0;
  for (const li of byId("who").children) {
    li.hidden = !li.querySelector(".name").textContent.toLowerCase().includes(wanted);
    left += !li.hidden;
  }
  byId("who-none").hidden = left > 0;
}

function together({ entity, hovered }) {
  for (const li of byId("who").children) {
    const own = Number(li.dataset.e);
    li.classList.toggle("together", own === (entity ?? hovered));
    li.firstChild.setAttribute("aria-pressed", own === entity);
  }
}
