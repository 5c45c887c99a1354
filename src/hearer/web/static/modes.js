// Modes: what fills the page. Read, live, compare or teach; without a document, the welcome.

import { byId } from "./dom.js";
import { set, subscribe } from "./store.js";

export function start() {
  byId("modes").addEventListener("click", (event) => {
    const mode = event.target.closest("[data-mode]")?.dataset.mode;
    if (mode) set({ mode, playing: false });
  });
  byId("tools-button").addEventListener("click", () => open(byId("tools-button").getAttribute("aria-expanded") !== "true"));
  subscribe(["mode", "document"], shown);
  subscribe(["mode"], ({ mode }) => {
    open(false);
    for (const id of ["announced", "toasts"]) byId(id).replaceChildren(); // what was said of another mode
  });
}

// Listening live needs no document; everything else begins with one.
function shown({ mode, document: read }) {
  document.documentElement.dataset.mode = mode;
  for (const one of byId("modes").children) one.setAttribute("aria-pressed", one.dataset.mode === mode);
  const isEmpty = !read && mode !== "live";
  byId("welcome").hidden = !isEmpty;
  byId("how").hidden = isEmpty || mode === "compare";
  byId("reading").hidden = isEmpty || mode !== "read";
  for (const id of ["live", "compare", "teach"]) byId(id).hidden = isEmpty || mode !== id;
}

function open(isOpen) {
  byId("tools-button").setAttribute("aria-expanded", isOpen);
  document.body.classList.toggle("options", isOpen);
}
