// Controls for stepping through the text: slider, buttons, playback.

import { button, byId, make, sign } from "./dom.js";
import { reel } from "./film.js";
import { placeOfWord } from "./spoken.js";
import { get, set, subscribe } from "./store.js";

const SPEEDS = [["slow", 1600], ["normal", 900], ["fast", 350], ["very fast", 120]];
const WHOLE = [make("b", {}, "The whole text"), " ", make("span", {}, "The end of the text. Press → to go through it word by word, or play it.")];
let timer = 0, pause = 900;

// Until the user steps or selects a pronoun, the final state is shown; the first step goes to the beginning.
const isUnderway = () => get().begun || get().selected !== null;
const frames = () => (get().film ? reel(get().film.film).frames : []);
const lookUps = () => (get().film ? reel(get().film.film).lookUps : []);

export function go(n, others = {}) {
  const last = frames().length - 1;
  if (last < 0) return;
  set({ at: Math.max(0, Math.min(last, n)), begun: true, playing: false, ...others });
}

export const moves = {
  first: () => go(0),
  back: () => go(get().at - 1),
  next: () => go(isUnderway() ? get().at + 1 : 0),
  last: () => go(frames().length - 1),
  pronoun: () => go(lookUps().find((n) => !isUnderway() || n > get().at) ?? get().at),
  previous: () => go(lookUps().findLast((n) => n < get().at) ?? get().at),
  play: () => set({ playing: !get().playing }),
};

export function start() {
  const tell = (name, label, keys) => button(sign(name), moves[name], { id: name, "aria-label": label, title: keys ? `${label}: ${keys}` : label, classes: "icon" });
  const play = tell("play", "Play", "space");
  play.classList.add("primary");
  const slider = make("input", { id: "slider", type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
  const speed = make("select", { id: "speed", "aria-label": "Speed", title: "Speed" }, SPEEDS.map(([name, ms]) => make("option", { value: ms, selected: ms === pause }, name)));
  const where = make("p", { id: "where" });
  byId("steps").append(
    make("div", { classes: "controls" }, tell("first", "First step", "Home"), tell("previous", "Previous pronoun", "P"), tell("back", "Step back", "left arrow"),
      play, tell("next", "Next step", "right arrow"), tell("pronoun", "Next pronoun", "p"), tell("last", "Last step", "End")),
    slider, make("div", { classes: "under" }, where, make("label", { classes: "speed" }, speed)));
  let wanted = null; // at most one update per frame
  slider.addEventListener("input", () => {
    if (wanted === null) requestAnimationFrame(() => { go(wanted); wanted = null; });
    wanted = Number(slider.value);
  });
  speed.addEventListener("change", () => { pause = Number(speed.value); if (get().playing) run(); });
  subscribe(["film"], ({ film }) => { slider.max = Math.max(frames().length - 1, 0); slider.disabled = !film; });
  subscribe(["film", "mode", "at", "begun", "selected"], (state) => shown(state, { slider, where, note: byId("note") }));
  subscribe(["playing"], ({ playing }) => playingOr(playing, play));
}

function wordOf(film, n) {
  const { utterance, word } = placeOfWord(film, n) ?? {};
  return utterance?.words[word - 1] ?? "";
}

function shown({ film, at, mode }, { slider, where, note }) {
  const frame = mode === "read" ? frames()[at] : null; // a lesson must not show answers
  if (!frame) return where.replaceChildren(), note.replaceChildren(), slider.removeAttribute("aria-valuetext");
  const isWhole = !isUnderway();
  const said = frame.said || `“${wordOf(film, frame.word)}” adds nothing to the list.`;
  slider.value = at;
  slider.style.setProperty("--done", `${(100 * at) / Math.max(frames().length - 1, 1)}%`);
  slider.setAttribute("aria-valuetext", isWhole ? "The whole text" : `Step ${at + 1}: ${said}`);
  note.replaceChildren(...(isWhole ? WHOLE : [make("b", {}, frame.title), " ", make("span", {}, said)]));
  where.textContent = `Step ${(at + 1).toLocaleString("en")} of ${frames().length.toLocaleString("en")}`;
}

function playingOr(playing, play) {
  clearInterval(timer);
  play.replaceChildren(sign(playing ? "pause" : "play"));
  play.setAttribute("aria-label", playing ? "Pause" : "Play");
  byId("note").setAttribute("aria-live", playing ? "off" : "polite");
  if (!playing) return;
  if (get().at === frames().length - 1) set({ at: 0, begun: true });
  run();
}

function run() {
  clearInterval(timer);
  timer = setInterval(() => {
    const { at } = get();
    if (at < frames().length - 1) set({ at: at + 1, begun: true });
    else set({ playing: false });
  }, pause);
}
