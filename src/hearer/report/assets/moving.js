// The list as it moves: who comes is faded in, who stays glides to a new rank, who leaves fades out.
//
//   draw       rows on a list, each { entity, name, hue, code, set, surface, verdict }; all but the first two may be missing
//   statusOf   one of Prince's statuses, its letter raised as the paper prints it: BN with an A
//   triedOn    what was tested for a pronoun, as a line of nodes

import { passes } from "./film.js";
import { make } from "./nodes.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = { duration: 320, easing: "cubic-bezier(.2, .8, .2, 1)" };

export function draw(list, rows, { held = null, empty = "The list is empty.", isFirst = false } = {}) {
  const before = new Map(), focused = list.contains(document.activeElement) && document.activeElement.closest("li")?.dataset.key;
  for (const li of [...list.children]) {
    if (li.matches(".leaving, .empty")) li.remove();
    else before.set(li.dataset.key, { li, top: li.offsetTop });
  }
  const items = keyed(rows).map(([key, row], n) => filled(before.get(key)?.li ?? make("li", { "data-key": key, "data-rank": isFirst ? n + 1 : 0 }), row, n + 1, held));
  const gone = [...before.values()].filter(({ li }) => !items.includes(li));
  list.replaceChildren(...(items.length ? items : [make("li", { classes: "empty" }, empty)]));
  if (focused) list.querySelector(`li[data-key="${focused}"] button`)?.focus({ preventScroll: true });
  if (!still.matches && !isFirst && list.animate) move(list, items, before, gone);
  return items;
}

// Hardly ever does an entity stand on a list twice; where an algorithm lets it, each has its own item.
function keyed(rows) {
  const times = new Map();
  return rows.map((row) => {
    const n = times.get(row.entity) ?? 0;
    times.set(row.entity, n + 1);
    return [n ? `${row.entity}.${n}` : String(row.entity), row];
  });
}

function filled(li, row, rank, held) {
  const was = Number(li.dataset.rank), verdict = row.verdict ?? "";
  li.dataset.moved = !was ? "in" : rank < was ? "up" : rank > was ? "down" : "";
  li.dataset.rank = rank;
  li.dataset.e = row.entity;
  const told = [row.name, row.hue, row.code, row.set, row.surface, verdict, rank].join("\n");
  if (li.dataset.told !== told) {
    li.dataset.told = told;
    if (row.hue !== null && row.hue !== undefined) li.style.setProperty("--h", row.hue);
    else li.removeAttribute("style");
    li.className = verdict && (passes(verdict) ? "passed" : "failed");
    li.replaceChildren(make("span", { classes: "rank" }, String(rank)), named(row, verdict), make("span", { classes: "set" }, row.set ?? ""));
  }
  li.querySelector("button").setAttribute("aria-pressed", row.entity === held);
  return li;
}

function named({ name, code, surface }, verdict) {
  return make("span", { classes: "name" },
    make("button", { type: "button" }, name), code && statusOf(code), surface && [": ", make("span", { classes: "surface" }, surface)],
    verdict && [" ", make("span", { classes: `verdict ${passes(verdict) ? "pass" : "fail"}` }, verdict)]);
}

export function statusOf(code) {
  const [, plain, raised = ""] = /^(.+?)([AC])?$/.exec(code);
  return make("sub", {}, plain, raised && make("sup", {}, raised));
}

// First, last, invert, play.
function move(list, items, before, gone) {
  for (const { li, top } of gone) {
    li.classList.add("leaving");
    li.inert = true;
    li.style.setProperty("--top", `${top}px`);
    list.append(li);
    li.animate([{ opacity: 1, transform: "none" }, { opacity: 0, transform: "translateX(1.5rem)" }], { ...GLIDE, fill: "forwards" })
      .finished.then(() => li.remove(), () => li.remove());
  }
  for (const li of items) {
    const moved = (before.get(li.dataset.key)?.top ?? NaN) - li.offsetTop;
    if (moved === 0) continue;
    const start = Number.isNaN(moved) ? { opacity: 0, transform: "translateX(-1rem)" } : { transform: `translateY(${moved}px)` };
    li.animate([start, { opacity: 1, transform: "none" }], GLIDE);
  }
}

export function triedOn({ pronoun, tries }, names) {
  const line = make("p", {}, make("strong", {}, `${pronoun}: `));
  let since = 0;
  tries.forEach(({ outcome, back, entities }, n) => {
    if (n) line.append(" · ");
    if (back !== since) line.append(back ? `${back} ${back === 1 ? "state" : "states"} back: ` : "current state: ");
    since = back;
    const told = entities.flatMap((entity, k) => [k ? ", " : "", make("span", { classes: "entity" }, names[entity])]);
    line.append(make("span", { classes: passes(outcome) ? "pass" : "fail" }, told, entities.length ? " " : "", outcome));
  });
  return line;
}
