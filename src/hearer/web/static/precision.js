// The precision dial: from every answer to only those that are nearly certain.

import { algorithms } from "./api.js";
import { announce, button, make } from "./dom.js";
import { get, set, subscribe } from "./store.js";

const LOWEST = 50, HIGHEST = 99; // positions of the dial, in percent; the lowest asks for no precision
const REST = 350; // milliseconds without movement before the text is resolved again
const NO_WEIGHTS = "does not weigh its candidates, so it cannot say how sure it is";

export function startPrecision(root) {
  const dial = make("input", {
    id: "dial", type: "range", min: LOWEST, max: HIGHEST, step: 1, value: LOWEST, "aria-describedby": "dial-said",
  });
  const said = make("output", { id: "dial-said", for: "dial", classes: "dial-said" });
  const reset = button("×", () => { dial.value = LOWEST; turned(); dial.focus(); }, { classes: "icon", "aria-label": "Every guess again", title: "Every guess again" });
  root.classList.add("dial");
  root.append(
    make("label", { for: "dial", title: "Answer only where such answers are right that often" }, "Precision"),
    make("span", { classes: "dial-row" }, dial, reset), said,
  );
  let resting = 0, isWaiting = false;

  function turned() {
    const precision = precisionOf(dial);
    isWaiting = precision !== get().how.precision;
    show();
    clearTimeout(resting);
    resting = setTimeout(() => { if (precision !== get().how.precision) set({ how: { ...get().how, precision } }); }, REST);
  }

  function show({ film, mode } = get()) {
    const precision = precisionOf(dial), cannot = Boolean(film?.pronouns.length) && film.pronouns.every((one) => one.confidence === null);
    dial.disabled = cannot;
    reset.hidden = cannot || precision === null;
    said.textContent = root.hidden ? "" : cannot ? `${film.algorithm} ${NO_WEIGHTS}.` : description(precision, mode === "live" || isWaiting ? null : film);
    dial.setAttribute("aria-valuetext", said.textContent);
  }

  dial.addEventListener("input", turned);
  subscribe(["film"], (state) => {
    const wasWaiting = isWaiting;
    isWaiting = false;
    show(state);
    if (wasWaiting) announce(said.textContent);
  });
  // Hidden in a lesson: the count of resolved pronouns would give answers away.
  subscribe(["mode"], (state) => { root.hidden = state.mode === "teach"; show(state); });
  subscribe(["how"], async ({ how }) => {
    if (precisionOf(dial) !== how.precision) {
      clearTimeout(resting);
      dial.value = how.precision === null ? LOWEST : Math.round(how.precision * 100);
      show();
    }
    // An algorithm without weights refuses a precision: drop it before the server is asked.
    const name = how.algorithm ?? (how.profile === "paper" ? "s-list" : null);
    if (how.precision === null || name === null) return;
    const one = (await algorithms().catch(() => [])).find((each) => each.name === name);
    if (one && !one.options.includes("precision") && get().how === how) set({ how: { ...how, precision: null } });
  });
}

const precisionOf = (dial) => (Number(dial.value) <= LOWEST ? null : Number(dial.value) / 100);

function description(precision, film) {
  const level = precision === null ? "every guess" : precision === HIGHEST / 100 ? "only when sure" : `${Math.round(precision * 100)} % right`;
  return film?.summary.pronouns ? `${level}: ${film.summary.resolved} of ${film.summary.pronouns} resolved` : level;
}
