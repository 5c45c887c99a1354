// Store the open document in the browser's history, for Reload and Back.

import { get, set, subscribe } from "./store.js";

let known = null; // the document stored in the history

export function start() {
  subscribe(["document", "how", "mode"], keep);
  addEventListener("popstate", ({ state }) => {
    if (state?.studio) bring(state.studio);
    else if (!location.hash) bring({ document: null });
  });
}

export function restored() {
  const kept = history.state?.studio;
  if (kept?.document) bring(kept);
  return Boolean(kept?.document);
}

function bring({ document: read, how = get().how, mode = "read" }) {
  known = read;
  set({ document: read, how, mode });
}

function keep({ document: read, how, mode }) {
  if (!read && !known) return;
  const isAnother = read !== known && known !== null, kept = { studio: { document: read, how, mode } };
  known = read;
  try {
    if (isAnother) history.pushState(kept, "", location.pathname + location.search);
    else history.replaceState(kept, "");
  } catch { /* a text that is too long to be kept is opened again by hand */ }
}
