// Why, in one sentence: what set whoever is meant apart from the next.
//
//   whyOf           the sentence, with the letters that entities are known by to us
//   weighsNothing   whether candidates were only tested, not weighed

const MOST = 3; // reasons, or names, before the rest is only counted

export const weighsNothing = ({ tested, no_antecedent: nobody }) => nobody.weight === null && tested.every((one) => one.weight === null);

export function whyOf(answer) {
  const [first] = answer.sentences;
  if (!answer.tested.length) return first;
  if (weighsNothing(answer)) return inOrder(answer) ?? first;
  const meant = answer.entity === null ? answer.no_antecedent : answer.tested.find(({ entity }) => entity === answer.entity);
  if (!meant || meant.weight === null) return first;
  const passed = answer.tested.filter((one) => one.weight !== null && one !== meant).sort((a, b) => b.weight - a.weight);
  return passed.length ? weighed(answer, meant, passed[0]) : `Nobody else is left: ${ruledOut(answer) || "nobody else was tested"}.`;
}

function weighed({ entity }, meant, rival) {
  const apart = differences(meant, rival), said = apart.length ? `: ${list(apart)} ${apart.length > 1 ? "speak" : "speaks"} for ${entity ?? "nobody"}` : "";
  if (meant.weight < rival.weight) return `${rival.entity} weighs more, but not enough to be taken.`;
  return entity === null ? `That nobody is meant weighs more than ${rival.entity}${said}.` : `${rival.entity} passes too, but weighs less${said}.`;
}

function groups({ factors }) {
  const found = new Map();
  for (const { factor, weight } of factors) {
    const about = factor.replace(/ \(.*\)$/, "");
    found.set(about, (found.get(about) ?? 0) + weight);
  }
  return found;
}

// What makes most of the difference, the greatest first.
function differences(meant, rival) {
  const [one, other] = [groups(meant), groups(rival)], all = [...new Set([...one.keys(), ...other.keys()])];
  const apart = all.map((about) => [about, (one.get(about) ?? 0) - (other.get(about) ?? 0)]).filter(([about, by]) => by >= 0.1 && about !== "in general");
  return apart.sort((a, b) => b[1] - a[1]).slice(0, MOST).map(([about]) => about);
}

function ruledOut({ tested }) {
  const failed = tested.filter(({ violated }) => violated && violated !== "weight"), rules = Map.groupBy(failed, ({ violated }) => violated);
  return [...rules].map(([rule, all]) => `${rule} rules out ${list(all.slice(0, MOST).map(({ entity }) => entity), all.length - MOST)}`).join("; ");
}

// Algorithms that go through a list take whoever passes first.
function inOrder({ entity, tested }) {
  const at = tested.findIndex((one) => one.entity === entity), out = ruledOut({ tested: tested.slice(0, Math.max(at, 0)) });
  if (entity === null || at < 0) return null;
  return out ? `${out[0].toUpperCase()}${out.slice(1)}. ${entity} was tested next, and passes.` : `${entity} was tested first, and passes agreement, binding and sort.`;
}

function list(all, more = 0) {
  if (more > 0) return `${all.join(", ")} and ${more} more`;
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all[0];
}
