"use strict";
(() => {
  const chains = new Map();
  for (const node of document.querySelectorAll("[data-e]")) {
    chains.set(node.dataset.e, [...(chains.get(node.dataset.e) ?? []), node]);
  }
  const mentions = [...document.querySelectorAll(".said .m")];
  const numbers = new Map(mentions.map((node, n) => [node, n]));
  let kept = null, shown = null, stop = null;

  // Chains: shown where the pointer or the focus is, held by a click.
  function together(entity) {
    if (entity === shown) return;
    for (const node of chains.get(shown) ?? []) node.classList.remove("together");
    shown = entity;
    for (const node of chains.get(shown) ?? []) node.classList.add("together");
    document.body.classList.toggle("hushed", shown !== null);
  }
  function hold(entity) {
    kept = entity === kept ? null : entity;
    together(kept);
  }
  const entityAt = (node) => node?.closest?.("[data-e]")?.dataset.e ?? null;
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch" && kept === null) together(entityAt(event.target));
  });
  document.addEventListener("focusin", (event) => {
    if (kept === null && event.target.matches(":focus-visible")) together(entityAt(event.target));
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("button, summary") || !getSelection().isCollapsed) return;
    const entity = entityAt(event.target), mention = event.target.closest(".m");
    if (mention) tabStop(mention);
    if (entity !== null || kept !== null) hold(entity);
  });

  // Keys: only without modifiers, and only on a mention. One of them is a stop for Tab.
  function tabStop(node) {
    if (stop) { stop.tabIndex = -1; stop.removeAttribute("role"); }
    stop = node;
    stop.tabIndex = 0;
    stop.setAttribute("role", "button");
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
    if (event.key === "Escape" && kept !== null) return hold(null);
    if (!numbers.has(event.target)) return;
    const there = mentions[numbers.get(event.target) + { ArrowLeft: -1, ArrowRight: 1 }[event.key]];
    if (there) { tabStop(there); there.focus(); }
    else if (event.key === "Enter" || event.key === " ") hold(entityAt(event.target));
    else return;
    event.preventDefault();
  });
  for (const node of mentions) node.tabIndex = -1;
  if (mentions.length) tabStop(mentions[0]);

  const names = document.getElementById("names");
  names.hidden = !document.querySelector("rt");
  names.addEventListener("click", () => {
    const quiet = document.body.classList.toggle("quiet");
    names.textContent = quiet ? "Show names" : "Hide names";
  });
  document.body.classList.add("live");
})();
