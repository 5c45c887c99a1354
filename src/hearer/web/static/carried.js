// Move corrections to an edited text: find the same words at their new places.
//
// Words before the first change and after the last one are matched, and between them the sentences
// that occur once in both texts, with the words around them.

const COMMON = 0.3; // share of the shorter text: with fewer words in common it is another text

export function carried(before, after, operations) {
  const words = matched(before.utterances, after.utterances), all = operations.map((one) => moved(one, words));
  const [least] = [before, after].map(({ utterances }) => flat(utterances).length).sort((a, b) => a - b);
  const kept = all.filter(Boolean);
  return {
    operations: kept.map(({ isWhole, ...operation }) => operation),
    whole: kept.filter((one) => one.isWhole).length,
    isEdited: words.size >= Math.max(1, least * COMMON),
  };
}

const flat = (utterances) => utterances.flatMap(({ number, words }) => words.map((word, n) => ({ word, place: `${number}.${n + 1}` })));

function matched(before, after) {
  const found = new Map(), [a, b] = around(flat(before), flat(after), found);
  const inside = (utterances, rest) => {
    const places = new Set(rest.map(({ place }) => place));
    return utterances.filter(({ number, words }) => words.length && places.has(`${number}.1`) && places.has(`${number}.${words.length}`));
  };
  let [restA, restB] = [a, b];
  for (const [one, other] of together(inside(before, a), inside(after, b))) {
    const [gapA, tailA] = parted(restA, one), [gapB, tailB] = parted(restB, other);
    around(gapA, gapB, found);
    one.words.forEach((_, n) => found.set(`${one.number}.${n + 1}`, `${other.number}.${n + 1}`));
    [restA, restB] = [tailA, tailB];
  }
  around(restA, restB, found);
  return found;
}

// Match equal words at both ends and return the words left between them.
function around(a, b, found) {
  const most = Math.min(a.length, b.length);
  let head = 0, tail = 0;
  while (head < most && a[head].word === b[head].word) head += 1;
  while (tail < most - head && a.at(-1 - tail).word === b.at(-1 - tail).word) tail += 1;
  for (let n = 0; n < head; n += 1) found.set(a[n].place, b[n].place);
  for (let n = 1; n <= tail; n += 1) found.set(a.at(-n).place, b.at(-n).place);
  return [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
}

// Pair the sentences that occur once in each text, in the same order.
function together(before, after) {
  const once = (all) => {
    const counted = Map.groupBy(all, ({ words }) => words.join(" "));
    return new Map([...counted].filter(([, same]) => same.length === 1).map(([said, [one]]) => [said, one]));
  };
  const others = once(after), pairs = [];
  for (const [said, one] of once(before)) {
    const other = others.get(said);
    if (other && other.number > (pairs.at(-1)?.[1].number ?? 0)) pairs.push([one, other]);
  }
  return pairs;
}

function parted(words, { number, words: own }) {
  const start = words.findIndex(({ place }) => place === `${number}.1`);
  return [words.slice(0, start), words.slice(start + own.length)];
}

function moved(operation, words) {
  const corrections = operation.corrections.flatMap((one) => corrected(one, words));
  const expects = operation.expects.flatMap((one) => corrected(one, words));
  const names = Object.entries(operation.names).map(([entity, name]) => [pointed(entity, words), name]).filter(([entity]) => entity);
  const size = corrections.length + expects.length, isWhole = size === operation.corrections.length + operation.expects.length && names.length === Object.keys(operation.names).length;
  const had = operation.corrections.length > 0;
  if (had ? !corrections.length : !names.length) return null;
  const place = operation.place && words.get(operation.place.join("."))?.split(".").map(Number);
  return { ...operation, place: place ?? null, corrections, expects, names: Object.fromEntries(names), isWhole };
}

function corrected({ utterance, word, entity }, words) {
  const place = words.get(`${utterance}.${word}`), whom = pointed(entity, words);
  if (!place || !whom) return [];
  const [u, w] = place.split(".").map(Number);
  return [{ utterance: u, word: w, entity: whom }];
}

function pointed(entity, words) {
  if (!/^@\d+\.\d+$/.test(entity)) return entity;
  const place = words.get(entity.slice(1));
  return place ? `@${place}` : null;
}
