// Live mode: a text field, the answers while the user types, and the list.

import { howSaid } from "./api.js";
import { announce, button, make } from "./dom.js";
import { HeardText } from "./heard-text.js";
import { draw } from "./moving.js";
import { Listening } from "./listening.js";
import { set, subscribe } from "./store.js";

const EDITED = 250; // milliseconds without typing before an edited text is sent again
const PAUSE = 900; // milliseconds after a full stop before the last word is sent
const LONGEST = 50_000; // letters; the server accepts twice as many
const STOPPED = /[.?!…]["'”’)\]]*$/;

export function startLive(root) {
  const parts = drawn(root);
  const heard = new HeardText(parts.heard, parts.log);
  let states = [], pending = 0, held = null;

  const listening = new Listening(address(), {
    begun: () => { heard.clear(); states = []; held = null; requestDraw(); },
    heard: (word) => {
      heard.add(word);
      states = word.state;
      requestDraw();
      for (const change of word.changes) announce(heard.spoken(change));
    },
    problem: (sentence) => { parts.status.textContent = sentence; },
    connected: (is) => { parts.status.textContent = is ? "" : "The connection was lost: trying again …"; },
  });

  let waiting = false;
  function requestDraw() { // draw once for several words
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw(parts.list, states.map((one) => heard.row(one)), { held, empty: "The list is empty." });
      parts.keep.disabled = !parts.field.value.trim();
    });
  }

  // Text added at the end is sent at once, other edits after a pause. After a full stop the last word
  // is sent without waiting for a space.
  function typed() {
    const text = parts.field.value;
    parts.keep.disabled = !text.trim();
    clearTimeout(pending);
    const say = () => {
      listening.hear(text);
      if (STOPPED.test(text)) pending = setTimeout(() => listening.settle(), PAUSE);
    };
    if (listening.goesOn(text)) say();
    else pending = setTimeout(say, EDITED);
  }

  parts.field.addEventListener("input", typed);
  parts.list.addEventListener("click", (event) => {
    const own = event.target.closest("[data-e]");
    if (!own) return;
    held = Number(own.dataset.e) === held ? null : Number(own.dataset.e);
    heard.hold(held);
    requestDraw();
  });
  parts.clear.addEventListener("click", () => { parts.field.value = ""; typed(); parts.field.focus(); });
  parts.keep.addEventListener("click", () => {
    const text = parts.field.value;
    set({ document: { text, title: "What was typed" }, operations: [], undone: [], selected: null, mode: "read", at: 0 });
  });

  let before = null;
  subscribe(["mode", "how"], ({ mode, how }) => {
    const is = mode === "live" ? JSON.stringify(howSaid(how)) : null;
    if (is === before) return;
    before = is;
    if (is === null) { listening.stop(); heard.clear(); states = []; requestDraw(); return; }
    listening.hear(parts.field.value);
    listening.start(howSaid(how));
  });
}

function address() {
  const url = new URL("v1/listen", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url;
}

function drawn(root) {
  const field = make("textarea", {
    id: "live-field", rows: 4, maxlength: LONGEST, spellcheck: "false", autocapitalize: "sentences", "aria-describedby": "live-hint",
    placeholder: "Nora met Luis. She smiled at the dog. It barked.",
  });
  const heard = make("div", { id: "live-heard", classes: "heard", tabindex: 0, role: "region", "aria-label": "The text so far" });
  const log = make("ol", { classes: "log", tabindex: 0, "aria-label": "Answers, the latest first" });
  const list = make("ol", { classes: "list", id: "live-list", tabindex: 0, "aria-labelledby": "live-list-heading" });
  const status = make("p", { classes: "status", role: "status" });
  const clear = button("Clear", () => {}, { classes: "quiet" });
  const keep = button("Read this text", () => {}, { classes: "primary", disabled: true, title: "Open it in Read, with all that is known of it" });
  root.append(
    make("div", { classes: "live-main" },
      make("h2", {}, "Live text"),
      make("label", { for: "live-field" }, "Your text"), field,
      make("p", { classes: "hint", id: "live-hint" }, "A word is read when a space or a new line follows it."),
      make("div", { classes: "row" }, keep, clear, status),
      make("h3", {}, "The text so far"), heard),
    make("aside", { classes: "live-side", "aria-label": "The list and the answers" },
      make("h3", { id: "live-list-heading" }, "The list"), list,
      make("h3", {}, "Answers"), log),
  );
  return { field, heard, log, list, status, clear, keep };
}
