"use strict";
(() => {
  const film = JSON.parse(document.getElementById("film").textContent);
  const { names, hues, elements, outcomes, scenes } = film;
  const byId = (id) => document.getElementById(id);
  const text = byId("text"), panel = byId("panel"), list = byId("list"), note = byId("note");
  const tested = byId("tested"), slider = byId("slider"), play = byId("play"), where = byId("where");
  const held = byId("held");
  const words = [...text.querySelectorAll(".w")];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  if (!film.frames.length) return;

  // Of every state only what changed is stored. See hearer/views/trace/script.py.
  let reached = -1, state = [];
  const frames = film.frames.map((told) => {
    const [ahead, scene, said = "", change = null, test = -1, ...notes] = told || [1, 0];
    reached += ahead;
    if (change) (state = state.slice()).splice(...change);
    return { word: reached, title: scenes[scene], said, state, test, notes };
  });
  const firstOf = new Map();
  frames.forEach((frame, n) => { if (!firstOf.has(frame.word)) firstOf.set(frame.word, n); });
  const isLookUp = (frame) => frame.title === "Look up";
  const pronouns = frames.flatMap((frame, n) => (isLookUp(frame) ? [n] : []));
  const numbers = new Map(words.map((word, n) => [word, n]));
  const mentions = [...text.querySelectorAll(".m")].map((node) => {
    const first = node.querySelector(".w") ?? node.nextElementSibling;  // ε stands before its verb
    const word = first?.matches(".w") ? first : first?.querySelector(".w");
    return { node, first: numbers.get(word) ?? 0, entity: Number(node.dataset.e) };
  });
  const chains = new Map();
  for (const one of mentions) chains.set(one.entity, [...(chains.get(one.entity) ?? []), one]);
  const silent = new Map(mentions.filter((one) => one.node.matches(".eps")).map((one) => [one.first, one.node]));

  const make = (tag, name, content) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    if (content !== undefined) node.textContent = content;
    return node;
  };
  const named = (entity) => make("span", "entity", names[entity]);
  const kind = (outcome) => (outcome.startsWith("✓") ? "pass" : "fail");
  const status = (code) => {
    const sub = make("sub", "", code.replace(/(?<=.)[AC]$/, ""));
    if (/.[AC]$/.test(code)) sub.append(make("sup", "", code.slice(-1)));
    return sub;
  };

  // The list ------------------------------------------------------------------------------------
  function item(id, rank, verdicts) {
    const [entity, code, set, surface] = elements[id];
    const li = make("li");
    li.dataset.e = entity;
    if (hues[entity] !== null) li.style.setProperty("--h", hues[entity]);
    const name = make("span", "name"), hold = make("button", "", names[entity]);
    hold.type = "button";
    hold.setAttribute("aria-pressed", kept === entity);
    name.append(hold, status(code), ": ", make("span", "surface", surface));
    const verdict = verdicts.get(entity);
    if (verdict) name.append(" ", make("span", `verdict ${kind(verdict)}`, verdict));
    li.classList.toggle("together", shown === entity);
    li.append(make("span", "rank", rank), name, make("span", "set", set));
    return li;
  }
  // First, last, invert, play: what stays on the list glides to its new rank.
  function showList(frame, isFirst) {
    const before = new Map([...list.children].map((li) => [li.dataset.e, li.offsetTop]));
    const verdicts = new Map();
    for (const [outcome, back, ...tried] of isLookUp(frame) ? film.tests[frame.test][2] : []) {
      if (!back) for (const entity of tried) verdicts.set(entity, outcomes[outcome]);
    }
    const items = frame.state.map((id, n) => item(id, n + 1, verdicts));
    list.replaceChildren(...(items.length ? items : [make("li", "empty", "The list is empty.")]));
    byId("length").textContent = items.length ? `(${items.length})` : "";
    bring(items, verdicts, frame);
    if (still.matches || isFirst || !list.animate) return;
    for (const li of items) {
      const from = before.get(li.dataset.e);
      const moved = from === undefined ? 0 : from - li.offsetTop;
      if (from !== undefined && !moved) continue;
      const start = moved ? { transform: `translateY(${moved}px)` } : { opacity: 0 };
      li.animate([start, { opacity: 1, transform: "none" }], { duration: 280, easing: "ease-out" });
    }
  }
  // In a long list: whoever passed, or came new, is brought into view.
  function bring(items, verdicts, frame) {
    const old = new Set(at > 0 ? frames[at - 1].state : []);
    const news = items.find((li) => kind(verdicts.get(Number(li.dataset.e)) ?? "") === "pass")
      ?? items[frame.state.findIndex((id) => !old.has(id))];
    list.scrollTop = news ? news.offsetTop - list.clientHeight / 2 : 0;
  }
  // What candidates weigh is packed in a long film, and unpacked while the first step is looked at.
  const isPacked = typeof film.weights === "string";
  let weights = isPacked ? [] : film.weights;
  async function unpack() {
    const bytes = Uint8Array.from(atob(film.weights), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    weights = await new Response(stream).json();
    showTests(frames[at]);
  }
  function showTests(frame) {
    tested.replaceChildren();
    tested.scrollTop = 0;
    if (frame.test >= 0) {
      const [pronoun, , tries] = film.tests[frame.test];
      const line = make("p");
      line.append(make("strong", "", `${pronoun}: `));
      let since = 0;
      tries.forEach(([outcome, back, ...tried], n) => {
        if (n) line.append(" · ");
        if (back !== since) line.append(back ? `${back} ${back === 1 ? "state" : "states"} back: ` : "current state: ");
        since = back;
        const trial = make("span", kind(outcomes[outcome]));
        tried.forEach((entity, k) => trial.append(k ? ", " : "", named(entity)));
        trial.append(tried.length ? " " : "", outcomes[outcome]);
        line.append(trial);
      });
      tested.append(line, ...(weights[frame.test] ?? []).map((sentence) => make("p", "why", sentence)));
    }
    tested.append(...frame.notes.map((told) => make("p", "why", told)));
  }

  // A step ----------------------------------------------------------------------------------------
  let at = -1, timer = 0, marked = [], readTo = -1;
  function show(n) {
    const next = Math.max(0, Math.min(frames.length - 1, n));
    if (next === at) return;
    const isFirst = at < 0, frame = frames[next];
    at = next;
    readOnTo(frame.word, isFirst);
    mark(frame);
    showList(frame, isFirst);
    showTests(frame);
    const said = frame.said || `“${words[frame.word].textContent}” adds nothing to the list.`;
    note.replaceChildren(make("b", "", frame.title), said);
    slider.value = at;
    slider.setAttribute("aria-valuetext", `Step ${at + 1}: ${said}`);
    const label = words[frame.word].closest("p").querySelector(".label").textContent;
    where.textContent = `${label} step ${(at + 1).toLocaleString("en")} of ${frames.length.toLocaleString("en")}`;
    if (!isFirst || location.hash) reveal(words[frame.word]);
  }
  function readOnTo(word, isFirst) {
    const [low, high] = isFirst ? [-1, words.length - 1] : [Math.min(readTo, word), Math.max(readTo, word)];
    for (let n = low + 1; n <= high; n += 1) words[n].classList.toggle("ahead", n > word);
    for (const one of mentions) {
      if (one.first > low && one.first <= high) one.node.classList.toggle("ahead", one.first > word);
    }
    readTo = word;
  }
  function mark(frame) {
    for (const [node, name] of marked) node.classList.remove(name);
    const unspoken = frame.title === "Unspoken subject" && silent.get(frame.word);
    marked = [[unspoken || words[frame.word], "now"]];
    const pronoun = frame.test >= 0 ? words[film.tests[frame.test][1]] : undefined;
    if (pronoun && pronoun !== words[frame.word]) marked.push([pronoun, "asked"]);
    for (const [node, name] of marked) node.classList.add(name);
    tabStop(words[frame.word]);
  }
  // Into the part of the window that the panel leaves free; again when what is above it is laid out.
  function reveal(node, again = 2) {
    if (again) requestAnimationFrame(() => reveal(node, again - 1));
    const box = node.getBoundingClientRect(), covered = panel.getBoundingClientRect();
    const below = covered.left < box.right && covered.top > 0;
    const top = 8, bottom = (below ? Math.min(covered.top, innerHeight) : innerHeight) - 8;
    if (box.top >= top && box.bottom <= bottom) return;
    const by = box.top - top - (bottom - top) * 0.4;
    // Beside the text the panel ends where the text ends: not so far that it is pushed out of view.
    const most = below ? by : byId("stage").getBoundingClientRect().bottom - covered.height - 3 * top;
    scrollBy({ top: Math.min(by, most), behavior: "instant" });
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶ Play";
    note.setAttribute("aria-live", "polite");
  }
  function toggle() {
    if (timer) return pause();
    if (at === frames.length - 1) show(0);
    play.textContent = "❚❚ Pause";
    note.setAttribute("aria-live", "off");
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

  // Chains: shown where the pointer is, held by a click -----------------------------------------
  let kept = null, shown = null;
  function together(entity) {
    if (entity === shown) return;
    const toggleAll = (one, on) => {
      for (const { node } of chains.get(one) ?? []) node.classList.toggle("together", on);
      list.querySelector(`li[data-e="${one}"]`)?.classList.toggle("together", on);
    };
    if (shown !== null) toggleAll(shown, false);
    shown = entity;
    if (shown !== null) toggleAll(shown, true);
    document.body.classList.toggle("hushed", shown !== null);
  }
  function hold(entity) {
    kept = entity === kept ? null : entity;
    together(kept);
    for (const li of list.children) li.querySelector("button")?.setAttribute("aria-pressed", Number(li.dataset.e) === kept);
    held.replaceChildren();
    if (kept === null) return;
    const times = (chains.get(kept) ?? []).length, release = make("button", "", "×");
    release.type = "button";
    release.setAttribute("aria-label", "Let go");
    release.title = "Let go: Escape";
    release.addEventListener("click", () => hold(null));
    const told = make("span");
    told.append(named(kept), ` is held: ${times} ${times === 1 ? "mention" : "mentions"}`);
    held.append(told, release);
  }
  const entityAt = (node) => {
    const own = node?.closest?.("[data-e]");
    return own ? Number(own.dataset.e) : null;
  };
  document.addEventListener("pointerover", (event) => {
    const entity = entityAt(event.target), own = event.target.closest?.(".m");
    if (own) own.title = names[entity];
    if (event.pointerType !== "touch" && kept === null) together(entity);
  });
  function select(word) {
    const entity = entityAt(word), n = firstOf.get(numbers.get(word));
    if (entity !== null || kept !== null) hold(entity === kept ? null : entity);
    if (n !== undefined) go(n);
  }
  text.addEventListener("click", (event) => {
    if (!getSelection().isCollapsed) return;
    const word = event.target.closest(".w"), unspoken = event.target.closest(".eps");
    if (!word && !unspoken) return kept === null ? undefined : hold(null);
    if (unspoken) return hold(entityAt(unspoken));
    select(word);
    tabStop(word);
    word.blur();  // or the arrow keys would go from word to word, not from step to step
  });
  list.addEventListener("click", (event) => {
    const entity = entityAt(event.target);
    if (entity !== null) hold(entity);
  });

  // Keys: only without modifiers, and only where they mean nothing else ---------------------------
  let stop = null;
  function tabStop(word) {
    if (stop) { stop.tabIndex = -1; stop.removeAttribute("role"); }
    stop = word;
    stop.tabIndex = 0;
    stop.setAttribute("role", "button");
  }
  function inText(event) {
    const here = numbers.get(event.target);
    if (event.key === "Enter" || event.key === " ") return select(event.target), true;
    const there = words[here + { ArrowLeft: -1, ArrowRight: 1 }[event.key]];
    if (!there) return false;
    tabStop(there);
    there.focus({ preventScroll: true });
    reveal(there);
    return true;
  }
  const keys = { ArrowLeft: "back", ArrowRight: "next", p: "pronoun" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
    if (event.key === "Escape" && kept !== null) return hold(null);
    if (numbers.has(event.target) && inText(event)) return event.preventDefault();
    const isFree = event.target === document.body || panel.contains(event.target) || text.contains(event.target);
    if (!isFree || event.target === slider || !keys[event.key]) return;
    if (event.key !== "p" && numbers.has(event.target)) return;
    event.preventDefault();
    moves[keys[event.key]]();
  });

  for (const word of words) word.tabIndex = -1;
  slider.max = frames.length - 1;
  panel.hidden = false;
  document.body.classList.add("playing");
  const asked = /^#step=(\d+)$/.exec(location.hash);
  show(asked ? Number(asked[1]) - 1 : 0);
  if (isPacked) unpack();
})();
