// The run of an algorithm as frames: read from what hearer/views/film.py writes.
//
//   reel       the frames of a film, and which of them belongs to a word
//   rowsOf     the list in a frame, as rows to be drawn
//   testsOf    what was tested in a frame, in order
//   passes     whether an outcome is that of the element that was taken

const reels = new WeakMap();

export function reel(film) {
  if (!reels.has(film)) reels.set(film, wound(film));
  return reels.get(film);
}

// Of every state only what changed is stored.
function wound(film) {
  let word = -1, state = [];
  const firstOf = new Map(), lookUps = [], lookUpOf = new Map();
  const frames = film.frames.map((told, n) => {
    const [ahead, scene, said = "", change = null, test = -1, ...notes] = told || [1, 0];
    word += ahead;
    if (change) (state = state.slice()).splice(...change);
    const isLookUp = film.scenes[scene] === "Look up";
    if (!firstOf.has(word)) firstOf.set(word, n);
    if (isLookUp) {
      lookUps.push(n);
      const asked = film.tests[test][1];
      if (!lookUpOf.has(asked)) lookUpOf.set(asked, n);
    }
    return { word, title: film.scenes[scene], said, state, test, notes, isLookUp };
  });
  return { frames, firstOf, lookUps, lookUpOf };
}

export function rowsOf(film, frame) {
  const verdicts = new Map();
  if (frame.isLookUp) {
    for (const { outcome, back, entities } of testsOf(film, frame).tries) {
      if (!back) for (const entity of entities) verdicts.set(entity, outcome);
    }
  }
  return frame.state.map((id) => {
    const [entity, code, set, surface] = film.elements[id];
    return { entity, name: film.names[entity], hue: film.hues[entity], code, set, surface, verdict: verdicts.get(entity) };
  });
}

export function testsOf(film, frame) {
  if (frame.test < 0) return null;
  const [pronoun, word, tries] = film.tests[frame.test];
  return { pronoun, word, tries: tries.map(([outcome, back, ...entities]) => ({ outcome: film.outcomes[outcome], back, entities })) };
}

export const passes = (outcome) => outcome.startsWith("✓");
