// The state of the studio: one object with subscriptions to its properties.

const state = {
  document: null, // { text } or { document, format }, and { name, title }
  how: { profile: "default", algorithm: null, precision: null, model: "small" },
  operations: [], // corrections of this document, oldest first; see corrections.js
  done: [], // what operations were before each change, to be undone: { operations, said }
  undone: [], // what they were before each of these was undone
  film: null, // the answer of POST /studio/film
  at: 0, // the frame that is shown
  begun: false, // whether somebody has stepped: until then the whole text is shown as it is in the end
  playing: false,
  selected: null, // a pronoun, by its number in film.pronouns
  candidate: null, // an entity that was asked about: why not?
  entity: null, // an entity that is held: its chain is shown
  mention: null, // the mention that was chosen last, by its number in film.mentions
  hovered: null, // one whose chain is shown while the pointer is there
  names: true, // whether they stand above pronouns
  pane: "list", // what the panel shows: list, why or who
  sheet: false, // whether the panel is drawn up, where it is a sheet
  pointing: null, // what somebody is pointing for; see pointing.js
  mode: "read", // read, live, compare or teach
  theme: "system", // system, light or dark
  busy: false,
  error: null, // a sentence
};

const subscribers = new Set();
let waiting = null;

export const get = () => state;

export function set(patch) {
  const changed = Object.keys(patch).filter((name) => !Object.is(state[name], patch[name]));
  if (!changed.length) return;
  Object.assign(state, patch);
  if (waiting) {
    for (const name of changed) waiting.add(name);
    return;
  }
  waiting = new Set(changed);
  queueMicrotask(tell);
}

function tell() {
  const names = waiting;
  waiting = null;
  for (const { wanted, told } of [...subscribers]) {
    if (wanted.some((name) => names.has(name))) told(state);
  }
}

export function subscribe(wanted, told) {
  const one = { wanted, told };
  subscribers.add(one);
  told(state);
  return () => subscribers.delete(one);
}
