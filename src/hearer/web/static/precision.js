// The dial of precision: from every guess to only what is sure.
//
//   startPrecision    the dial; it relabels at once, and the exact hearing follows when it rests
//   relabelled        a film as it would be at another precision, as far as can be told without hearing again

import { algorithms, weighs as canWeigh } from "./algorithms.js";
import { call, question } from "./api.js";
import { announce, button, make } from "./dom.js";
import { get, set, subscribe } from "./store.js";

const AS_IT_IS = 50, SURE = 99; // what the dial stands on, in hundredths
const REST = 350; // milliseconds after which it rests
const NO_CHANCES = "does not weigh its candidates, so it cannot say how sure it is";

export function startPrecision(root) {
  const dial = make("input", {
    id: "dial", type: "range", min: AS_IT_IS, max: SURE, step: 1, value: AS_IT_IS, "aria-describedby": "dial-said",
  });
  const said = make("output", { id: "dial-said", for: "dial", classes: "dial-said" });
  const reset = button("×", () => { turn(AS_IT_IS); dial.focus(); }, { classes: "icon", "aria-label": "Every guess again", title: "Every guess again" });
  root.classList.add("dial");
  root.append(
    make("label", { for: "dial", title: "Answer only where such answers are right that often" }, "Precision"),
    make("span", { classes: "dial-row" }, dial, reset), said,
  );
  let resting = 0, drawing = 0, plain = null; // the film with every guess: what is open in another one, only this one knows

  function turn(value) {
    dial.value = value;
    const precision = precisionOf(dial), { film, how } = get();
    const next = film && plain ? relabelled(plain, precision) : film;
    show(next);
    cancelAnimationFrame(drawing); // of a long text, only what there is time for is drawn
    drawing = requestAnimationFrame(() => set({ film: next }));
    clearTimeout(resting);
    resting = setTimeout(() => {
      if (precision !== get().how.precision) set({ how: { ...get().how, precision } });
      announce(said.textContent);
    }, how.precision === precision ? 0 : REST);
  }

  function show(film = get().film) {
    const precision = precisionOf(dial);
    const isMute = Boolean(film?.pronouns.length) && !weighs(film);
    dial.disabled = isMute;
    reset.hidden = isMute || precision === null;
    said.textContent = root.hidden ? "" : isMute ? `${film.algorithm} ${NO_CHANCES}.` : told(precision, get().mode === "live" ? null : film, plain);
    dial.setAttribute("aria-valuetext", said.textContent);
  }

  let asked = {};
  subscribe(["film", "how", "document", "operations"], ({ film, how, document: opened, operations }) => {
    const now = { opened, operations, algorithm: how.algorithm, profile: how.profile };
    if (Object.keys(now).some((name) => now[name] !== asked[name])) plain = null;
    asked = now;
    if (film && how.precision === null && film.precision === undefined && precisionOf(dial) === null) plain = film;
    show();
  });
  // Its count tells that some mean nobody: a lesson would be given away.
  subscribe(["mode"], ({ mode }) => { root.hidden = mode === "teach"; show(); });
  subscribe(["how"], ({ how }) => {
    if (precisionOf(dial) === how.precision) return;
    clearTimeout(resting);
    dial.value = how.precision === null ? AS_IT_IS : Math.round(how.precision * 100);
    show();
  });
  withoutChances();
  dial.addEventListener("input", () => turn(Number(dial.value)));
  dial.addEventListener("focus", async () => {
    const { document: opened, how } = get();
    if (plain || !opened || how.precision === null) return;
    const film = await call("studio/film", question({ ...get(), how: { ...how, precision: null } }), { purpose: "plain" }).catch(() => null);
    if (get().document === opened) plain ??= film;
  });
}

// An algorithm that does not weigh takes no precision: it is left out before anything is asked.
function withoutChances() {
  subscribe(["how"], async ({ how }) => {
    const name = how.algorithm ?? (how.profile === "paper" ? "s-list" : null);
    if (how.precision === null || name === null) return;
    const known = await algorithms().catch(() => []);
    const one = known.find((each) => each.name === name);
    if (one && !canWeigh(one) && get().how === how) set({ how: { ...how, precision: null } });
  });
}

const precisionOf = (dial) => (Number(dial.value) <= AS_IT_IS ? null : Number(dial.value) / 100);
const weighs = (film) => film.pronouns.some((one) => one.confidence !== null);

function told(precision, film, plain) {
  const level = precision === null ? "every guess" : precision === SURE / 100 ? "only when sure" : `${Math.round(precision * 100)} % right`;
  if (!film?.summary.pronouns) return level;
  return `${level}: ${resolvedIn(film, plain)} of ${film.summary.pronouns} resolved`;
}

// A film that was relabelled here has the summary of the one it comes from.
const answered = (film) => film.pronouns.filter((one) => one.entity !== null).length;
const resolvedIn = (film, plain) => (plain && film.utterances === plain.utterances
  ? plain.summary.resolved - answered(plain) + answered(film) : film.summary.resolved);

// The list is not another one here: what is left open at a word changes what later words find.
export function relabelled(plain, precision) {
  const isOpen = (one) => precision !== null && one.entity !== null && one.open_at !== null && precision >= one.open_at;
  if (!plain.pronouns.some(isOpen)) return plain;
  const pronouns = plain.pronouns.map((one) => (isOpen(one) ? { ...one, entity: null, label: "ambiguous", shown: `ambiguous: perhaps ${one.shown}` } : one));
  const mentions = plain.mentions.map((one) => (one.pronoun !== null && isOpen(plain.pronouns[one.pronoun]) ? { ...one, entity: null } : one));
  return { ...plain, pronouns, mentions, precision };
}
