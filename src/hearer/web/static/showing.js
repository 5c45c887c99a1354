// Showing a place: in the text, or the step at which its word is heard.
//
//   mentionBefore    the mention by which a pronoun at a place finds its entity, by its number
//   showMention      bring a mention into view, and mark it for a while; showPronoun does so with a pronoun
//   focusOn          let the first word of a node have the focus
//   stepTo           go to the step at which a pronoun is looked up

import { reel } from "./film.js";
import { compared, headOf, isNominal, mentionsOf } from "./operations.js";
import { wordNumber } from "./spoken.js";
import { set } from "./store.js";
import { mentionNode, pronounNode } from "./text.js";

const A_WHILE = 1600; // milliseconds

// The last mention before a place that is no pronoun, else the last, else the first of all.
export function mentionBefore(film, entity, place) {
  const all = mentionsOf(film, entity), before = all.filter((one) => compared(headOf(one), place) < 0);
  const found = before.findLast(isNominal) ?? before.at(-1) ?? all.find((one) => compared(headOf(one), place) > 0);
  return found ? film.mentions.indexOf(found) : null;
}

export const showMention = (mention) => show(mentionNode(mention));
export const showPronoun = (pronoun) => show(pronounNode(pronoun));

function show(node) {
  if (!node) return;
  set({ sheet: false });
  requestAnimationFrame(() => {
    node.scrollIntoView({ block: "center" });
    node.classList.add("here");
    setTimeout(() => node.classList.remove("here"), A_WHILE);
    focusOn(node);
  });
}

export function focusOn(node) {
  const word = node.matches(".w") ? node : node.querySelector(".w") ?? node;
  if (!word.hasAttribute("tabindex")) word.tabIndex = -1;
  word.focus({ preventScroll: true });
}

export function stepTo(film, { utterance, word }) {
  const { firstOf, lookUpOf } = reel(film.film), n = wordNumber(film, utterance, word);
  const at = lookUpOf.get(n) ?? firstOf.get(n);
  if (at !== undefined) set({ at, begun: true, pane: "list" });
}
