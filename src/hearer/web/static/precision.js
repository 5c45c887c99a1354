// The dial of precision: from every guess to only what is sure.
//
//   startPrecision    the dial; it relabels at once, and the exact hearing follows when it rests
//   relabelled        a film as it would be at another precision, as far as can be told without hearing again

import { announce, button, make } from "./dom.js";
import { get, set, subscribe } from "./store.js";

const AS_IT_IS = 50, SURE = 99; // what the dial stands on, in hundredths
const REST = 350; // milliseconds after which it rests
const NO_CHANCES = "only an algorithm that weighs its candidates can say how sure it is";

export function startPrecision(root) {
  if (!root) return;
  const dial = make("input", {
    id: "dial", type: "range", min: AS_IT_IS, max: SURE, step: 1, value: AS_IT_IS, "aria-describedby": "dial-said",
  });
  const said = make("output", { id: "dial-said", for: "dial", classes: "dial-said" });
  const reset = button("×", () => turn(AS_IT_IS), { classes: "icon", "aria-label": "As it is again", title: "As it is again" });
  root.classList.add("dial");
  root.append(
    make("label", { for: "dial", title: "Answer only where such answers are right that often" }, "Precision"),
    make("span", { classes: "dial-row" }, dial, reset), said,
  );
  let resting = 0;

  function turn(value) {
    dial.value = value;
    const { film, how } = get();
    if (film) set({ film: relabelled(film, precisionOf(dial)) });
    show();
    clearTimeout(resting);
    resting = setTimeout(() => {
      const precision = precisionOf(dial);
      if (precision !== get().how.precision) set({ how: { ...get().how, precision } });
      announce(said.textContent);
    }, how.precision === precisionOf(dial) ? 0 : REST);
  }

  function show() {
    const precision = precisionOf(dial), { film } = get();
    const isMute = Boolean(film?.pronouns.length) && !weighs(film);
    dial.disabled = isMute;
    reset.hidden = isMute || precision === null;
    said.textContent = isMute ? `${film.algorithm}: ${NO_CHANCES}.` : told(precision, film);
    dial.setAttribute("aria-valuetext", said.textContent);
  }

  dial.addEventListener("input", () => turn(Number(dial.value)));
  subscribe(["film"], show);
  subscribe(["how"], ({ how }) => {
    if (precisionOf(dial) !== how.precision) {
      clearTimeout(resting);
      dial.value = how.precision === null ? AS_IT_IS : Math.round(how.precision * 100);
      show();
    }
  });
}

const precisionOf = (dial) => (Number(dial.value) <= AS_IT_IS ? null : Number(dial.value) / 100);
const weighs = (film) => film.pronouns.some((one) => one.confidence !== null);

function told(precision, film) {
  const level = precision === null ? "as it is" : Number(precision) === SURE / 100 ? "only when sure" : `${Math.round(precision * 100)} % right`;
  if (!film?.pronouns.length) return level;
  const resolved = film.pronouns.filter((one) => one.entity !== null).length;
  return `${level}: ${resolved} of ${film.pronouns.length} resolved`;
}

// The list is not another one here: what is left open at a word changes what later words find.
export function relabelled(film, precision) {
  const changed = new Map();
  film.pronouns.forEach((one, n) => {
    if (one.open_at === null || one.corrected) return;
    const isOpen = precision !== null && precision >= one.open_at;
    if (isOpen && one.entity !== null) changed.set(n, opened(one));
    else if (!isOpen && one.entity === null) changed.set(n, closed(one, film));
  });
  if (!changed.size) return film;
  const pronouns = film.pronouns.map((one, n) => changed.get(n) ?? one);
  const mentions = film.mentions.map((one) => {
    const pronoun = changed.get(one.pronoun);
    return pronoun ? { ...one, entity: pronoun.entity } : one;
  });
  return { ...film, pronouns, mentions };
}

const opened = (one) => ({ ...one, entity: null, label: "ambiguous", shown: "?", was: one });

function closed(one, film) {
  if (one.was) return one.was;
  const entity = one.candidates[0]?.entity ?? null;
  if (entity === null) return one;
  return { ...one, entity, label: "resolved", shown: film.entities[entity].name };
}
