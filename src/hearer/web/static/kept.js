// Store corrections in the browser by document; the oldest are removed first.
//
// Documents are identified by a hash: their text is not stored.

const KEY = "hearer.corrections";
const MOST = 100; // documents
const MOST_LETTERS = 1_000_000; // in total; browsers store about five million

export function kept(document) {
  const found = stored().find(([hash]) => hash === hashOf(document));
  return Array.isArray(found?.[1]) ? found[1].filter(isOperation) : [];
}

export function keep(document, operations) {
  const hash = hashOf(document), others = stored().filter(([each]) => each !== hash);
  const all = operations.length ? [...others, [hash, operations]] : others;
  while (all.length > MOST || (all.length > 1 && JSON.stringify(all).length > MOST_LETTERS)) all.shift();
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

function stored() {
  try {
    const all = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(all) ? all.filter(Array.isArray) : [];
  } catch {
    return [];
  }
}

// Validate a stored operation: an older studio or another page may have written it.
export function isOperation(one) {
  return typeof one?.said === "string" && Array.isArray(one.corrections) && Array.isArray(one.expects) &&
    typeof one.names === "object" && one.names !== null && Object.values(one.names).every((name) => typeof name === "string") &&
    [...one.corrections, ...one.expects].every((each) => each?.utterance >= 1 && each?.word >= 1 && typeof each?.entity === "string");
}

export function hashOf({ text, document = "", format = "", part = 1 }) {
  const read = text ?? `${format}\n${document}${part > 1 ? `\n${part}` : ""}`; // a file may have several documents
  return `${read.length.toString(36)}-${fnv(read, 0x811c9dc5)}${fnv(read, 0x01000193)}`;
}

// FNV-1a hash, not cryptographic, with a given offset basis.
function fnv(text, beginning) {
  let hash = beginning;
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return (hash >>> 0).toString(36);
}
