"use strict";
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const { entities, elements, frames } = film;
  if (!frames.length) return;
  // Of every state only what changed is stored, and what was tested once for all its frames.
  let state = [];
  for (const frame of frames) {
    if (frame.change) (state = state.slice()).splice(...frame.change);
    frame.state = state;
    frame.tests = frame.tests === null ? null : film.tests[frame.tests];
  }
  const byId = (id) => document.getElementById(id);
  const text = byId("text"), panel = byId("panel"), list = byId("list"), note = byId("note");
  const tested = byId("tested"), slider = byId("slider"), play = byId("play"), where = byId("where");
  const words = [...text.querySelectorAll(".w")];
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isLookUp = (frame) => frame.title === "Look up";
  const pronouns = frames.flatMap((frame, n) => (isLookUp(frame) ? [n] : []));
  let at = -1, timer = 0;

  const make = (tag, name, content) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    if (content !== undefined) node.textContent = content;
    return node;
  };
  const named = (entity) => make("span", "entity", entities[entity].name);
  const status = (code) => {
    const sub = make("sub", "", code.replace(/(?<=.)[AC]$/, ""));
    if (/.[AC]$/.test(code)) sub.append(make("sup", "", code.slice(-1)));
    return sub;
  };

  function item(id, rank, verdicts) {
    const [entity, code, set, surface] = elements[id];
    const li = make("li");
    li.dataset.e = entity;
    const hue = entities[entity].hue;
    if (hue !== null) li.style.setProperty("--h", hue);
    const name = make("span", "name");
    name.append(named(entity), status(code), ": ", make("span", "surface", surface));
    const verdict = verdicts.get(entity);
    if (verdict) name.append(make("span", `verdict ${kind(verdict)}`, verdict));
    li.append(make("span", "rank", rank), name, make("span", "set", set));
    return li;
  }

  const kind = (outcome) => (outcome.startsWith("✓") ? "pass" : "fail");

  // First, last, invert, play: what stays on the list glides to its new rank.
  function showList(frame, isFirst) {
    const before = new Map([...list.children].map((li) => [li.dataset.e, li.getBoundingClientRect().top]));
    const tries = isLookUp(frame) ? frame.tests.tries : [];
    const verdicts = new Map(tries.filter((t) => t[0] !== null && !t[2]).map((t) => [t[0], t[1]]));
    const items = frame.state.map((id, n) => item(id, n + 1, verdicts));
    list.replaceChildren(...(items.length ? items : [make("li", "empty", "The list is empty.")]));
    if (still || isFirst || !list.animate) return;
    for (const li of list.children) {
      const from = before.get(li.dataset.e);
      const moved = from === undefined ? 0 : from - li.getBoundingClientRect().top;
      const start = from === undefined
        ? { opacity: 0, transform: "translateX(0.8rem)" }
        : { transform: `translateY(${moved}px)` };
      if (from === undefined || moved) {
        li.animate([start, { opacity: 1, transform: "none" }], { duration: 320, easing: "ease-out" });
      }
    }
  }

  function showTests(frame) {
    tested.replaceChildren();
    if (!frame.tests) return;
    tested.append(make("strong", "", `${frame.tests.pronoun}: `));
    let back = 0;
    frame.tests.tries.forEach(([entity, outcome, states], n) => {
      if (n) tested.append(make("span", "dot", " · "));
      if (states !== back) tested.append(`${states} ${states === 1 ? "state" : "states"} back: `);
      back = states;
      const trial = make("span", kind(outcome));
      if (entity !== null) trial.append(named(entity), " ");
      trial.append(outcome);
      tested.append(trial);
    });
    for (const sentence of frame.tests.why) tested.append(make("span", "why", sentence));
  }

  function show(n) {
    const next = Math.max(0, Math.min(frames.length - 1, n));
    if (next === at) return;
    const isFirst = at < 0;
    at = next;
    const frame = frames[at];
    words.forEach((word, i) => {
      word.classList.toggle("ahead", i > frame.word);
      word.classList.toggle("now", i === frame.word);
    });
    for (const mention of text.querySelectorAll(".m")) {
      mention.classList.toggle("ahead", Number(mention.dataset.w) > frame.word);
    }
    showList(frame, isFirst);
    showTests(frame);
    note.replaceChildren(make("b", "", frame.title), frame.note);
    slider.value = at;
    slider.setAttribute("aria-valuetext", `${frame.title}. ${frame.note}`);
    where.textContent = `${frame.label} step ${at + 1} of ${frames.length}`;
    if (!isFirst || location.hash) words[frame.word].scrollIntoView({ block: "nearest" });
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶ Play";
  }
  function toggle() {
    if (timer) return pause();
    if (at === frames.length - 1) show(0);
    play.textContent = "❚❚ Pause";
    timer = setInterval(() => (at < frames.length - 1 ? show(at + 1) : pause()), 900);
  }
  const go = (n) => { pause(); show(n); };
  const moves = {
    first: () => go(0), back: () => go(at - 1), next: () => go(at + 1), last: () => go(frames.length - 1),
    pronoun: () => go(pronouns.find((n) => n > at) ?? pronouns[0] ?? at),
  };
  for (const [id, move] of Object.entries(moves)) byId(id).addEventListener("click", move);
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => go(Number(slider.value)));
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", p: "pronoun" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider) return;
    const move = keys[event.key];
    if (!move) return;
    event.preventDefault();
    moves[move]();
  });
  text.addEventListener("click", (event) => {
    const word = event.target.closest(".w");
    if (!word) return;
    const index = words.indexOf(word);
    go(frames.findIndex((frame) => frame.word === index));
  });

  function together(entity) {
    document.body.classList.toggle("hushed", entity !== undefined);
    for (const node of document.querySelectorAll("[data-e]")) {
      node.classList.toggle("together", entity !== undefined && node.dataset.e === entity);
    }
  }
  document.addEventListener("pointerover", (event) => {
    together(event.target.closest?.("[data-e]")?.dataset.e);
  });

  slider.max = frames.length - 1;
  panel.hidden = false;
  document.body.classList.add("playing");
  const asked = /^#step=(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) - 1 : frames.length - 1);
})();
