// Help: what the studio shows, and its keys.

import { ask, button, byId, make, sign } from "./dom.js";

const KEYS = [
  ["← →", "one step back, one step on"],
  ["p  P", "the next pronoun, the one before"],
  ["Home  End", "the first step, the last"],
  ["Space", "play, or pause"],
  ["Enter", "who is meant by the pronoun, and why"],
  ["Esc", "pause, close the details, let a chain go"],
  ["l  w  e", "the list, why, who is who"],
  ["c", "correct: point at whom the pronoun means; arrows, Enter"],
  ["Ctrl+Z  Ctrl+Shift+Z", "undo a correction, redo it"],
  ["1 2 3 4", "read, live, compare, teach"],
  ["o", "open a text"],
  ["?", "this help"],
];

export function start() {
  const dialog = byId("help-dialog");
  dialog.append(
    make("div", { classes: "dialog-head" }, make("h2", { id: "help-heading" }, "How to read this page"),
      button(sign("close"), () => dialog.close(), { classes: "icon quiet", "aria-label": "Close", title: "Close" })),
    make("p", {}, "Each colour is somebody or something that is mentioned more than once. Above a pronoun stands whom it means; its line says how sure that is: ",
      make("u", { classes: "line" }, "sure"), ", ", make("u", { classes: "line dashed" }, "likely"), ", ", make("u", { classes: "line dotted" }, "unsure"), ". Italic means nobody; ε is a subject that is left out."),
    make("p", {}, "The list holds whoever the hearer has in mind, in the order in which they are tried for the next pronoun. Small letters say how familiar each is: E evoked, U unused, I inferrable, BN brand-new; OLD, MED and NEW are the three classes they are ranked by."),
    make("h3", {}, "Keys"),
    make("dl", { classes: "keys" }, KEYS.flatMap(([keys, does]) => [
      make("dt", {}, keys.split(/ {2}| (?=\d)/).flatMap((key, n) => [n ? " " : "", make("kbd", {}, key)])), make("dd", {}, does)])));
  byId("help-button").addEventListener("click", () => ask(dialog));
}
