// Teach mode: stop at every pronoun and ask for its antecedent.
//
// Before the user has chosen, no part of the answer is in the page, not even in an attribute.

import { call, question } from "./api.js";
import { announce, button, byId, make, often } from "./dom.js";
import { reel } from "./film.js";
import { answerAt, choicesAt, LessonText, scoreOf, stopsOf } from "./lesson.js";
import { says } from "./pointing.js";
import { hueOf, told as named } from "./naming.js";
import { NOBODY as NO_ENTITY } from "./operations.js";
import { around } from "./spoken.js";
import { set, subscribe } from "./store.js";

const MOST_REASONS = 1; // sentences shown without unfolding: the others are weights
const NOBODY = null; // as in the film

export function startTeach(root) {
  let lesson = null;
  subscribe(["mode", "film", "document", "how"], ({ mode, film, document: opened, how }) => {
    if (mode !== "teach" || !film) {
      root.replaceChildren();
      lesson = null;
    } else if (!lesson) {
      forget(film);
      lesson = new Lesson(root, film, { opened, how });
    } else if (film !== lesson.heard) {
      // After a correction the lesson goes on; another text or other options restart it.
      lesson.heard = film;
      if (lesson.opened !== opened || lesson.how !== how) lesson = new Lesson(root, film, { opened, how });
    }
  });
  subscribe(["mode"], ({ mode, film }) => { if (mode === "teach" && film) withoutToasts(); });
  // Before the shortcuts of the page, where digits change the mode.
  document.addEventListener("keydown", (event) => lesson?.key(event), { capture: true });
}

// Reset the selection and announcements of the other modes.
function forget(film) {
  const at = Math.max(0, reel(film.film).frames.length - 1);
  set({ selected: null, candidate: null, entity: null, playing: false, begun: false, at });
  byId("announced").textContent = "";
  announce(""); // also cancels a pending announcement
}

// Remove status toasts, which may name an answer; errors stay.
const withoutToasts = () => { for (const one of byId("toasts").querySelectorAll(".toast.status")) one.remove(); };

class Lesson {
  constructor(root, film, { opened, how }) {
    Object.assign(this, { root, film, heard: film, opened, how, stops: stopsOf(film) });
    this.painted = { ...film, entities: film.entities.map((one, n) => ({ ...one, hue: hueOf(n) })) }; // with the colours of the lesson
    this.asked = question(); // reasons refer to the text as the lesson began
    this.draw();
    this.restart();
  }

  restart() {
    this.n = 0;
    this.answers = [];
    this.text.clear();
    this.ask();
  }

  draw() {
    const text = make("div", { classes: "lesson-text" });
    this.panel = make("section", { classes: "lesson-panel", "aria-label": "The question" });
    this.score = make("p", { classes: "score" });
    this.root.replaceChildren(
      make("div", { classes: "lesson-head" },
        make("h2", {}, "Who is meant?"), this.score,
        make("p", { classes: "hint" }, `It stops at every pronoun, with the list as ${this.film.algorithm} has it at that moment. Choose: with 1 to 9, 0 for nobody, by a click on the list or on a word before it.`)),
      make("div", { classes: "lesson" }, text, this.panel),
    );
    this.text = new LessonText(text, this.film, this.panel);
    text.addEventListener("click", (event) => this.pointed(event.target));
    text.addEventListener("keydown", (event) => this.inText(event));
  }
  ask() {
    const stop = this.stops[this.n];
    this.isTold = false;
    if (!stop) return this.conclude();
    this.choices = choicesAt(this.film, stop);
    this.text.show(stop, false);
    this.tabStop();
    const said = around(this.film, stop.pronoun.utterance, stop.pronoun.word);
    this.heading = make("h3", { tabindex: -1 }, make("span", { classes: "count" }, `${this.n + 1} of ${this.stops.length}`), " Who is ",
      make("strong", {}, `“${stop.pronoun.text}”`), "?");
    this.panel.replaceChildren(this.heading,
      make("p", { classes: "where" }, said.label, " ", said.before, make("strong", {}, said.word), said.after),
      make("ol", { classes: "choices" }, this.choices.map((one, n) => make("li", {}, this.choice(one, n)))),
      this.nobody());
    this.showScore();
    return undefined;
  }

  choice({ entity, name, surface, rank }, n) {
    const node = button("", () => this.chose(entity), { classes: "choice" });
    const isTold = !surface || surface === "ε" || name.toLowerCase().endsWith(surface.toLowerCase());
    node.append(make("kbd", {}, n < 9 ? n + 1 : ""), make("span", {}, make("span", { classes: "entity" }, name),
      !isTold && [": ", make("span", { classes: "surface" }, surface)]),
      rank === null ? make("span", { classes: "aside" }, "not on the list") : "");
    node.style.setProperty("--h", hueOf(entity));
    return node;
  }

  nobody() {
    const node = button("", () => this.chose(NOBODY), { classes: "choice nobody" });
    node.append(make("kbd", {}, "0"), "Nobody, or nothing in the text");
    return node;
  }

  pointed(node) {
    const mention = node.closest?.("[data-chosen]");
    if (mention && !this.isTold && !mention.classList.contains("now")) this.chose(Number(mention.dataset.chosen));
  }
  chose(entity) {
    if (this.isTold || !this.stops[this.n]) return;
    const stop = this.stops[this.n], answer = answerAt(this.film, stop);
    const chosen = entity === NOBODY ? "nobody" : this.choices.find((one) => one.entity === entity)?.name ?? this.film.entities[entity].name;
    const isRight = entity === answer.entity;
    this.isTold = true;
    this.answers.push({ stop, chosen: entity, name: chosen, entity: answer.entity, said: answer.name });
    this.text.show(stop, true);
    this.showScore();
    const next = button(this.n + 1 < this.stops.length ? "Next pronoun" : "How did it go?", () => { this.n += 1; this.ask(); this.heading?.focus({ preventScroll: true }); }, { classes: "primary" });
    const why = make("div", { classes: "because" });
    this.panel.replaceChildren(this.heading,
      make("p", { classes: isRight ? "verdict pass" : "verdict fail" }, isRight ? "✓ As the algorithm has it: " : "✗ The algorithm takes it to be ",
        make("strong", { classes: answer.entity === null ? "" : "entity" }, answer.name), isRight ? "." : `; you chose ${chosen}.`),
      why, make("div", { classes: "row" }, next, !isRight && this.insist(stop, entity, chosen)));
    next.focus({ preventScroll: true });
    announce(`${isRight ? "As the algorithm has it" : "Not as the algorithm has it"}: ${answer.name}.`);
    this.tell(why, stop, answer);
  }

  // Button that records the user's choice as a correction.
  insist(stop, entity, chosen) {
    const node = button(`I still think it is ${chosen}`, () => {
      says(this.film, stop.number, entity ?? NO_ENTITY);
      node.disabled = true;
      node.textContent = "Noted as your correction";
      announce("Noted as your correction.");
    });
    return node;
  }

  // Show the explanation, and the weights folded.
  async tell(why, stop, answer) {
    const { utterance, word } = stop.pronoun;
    why.replaceChildren(make("p", { classes: "note" }, "…"));
    const told = await call("v1/why", { ...this.asked, pronoun: [utterance, word] }, { purpose: "teach" }).catch(() => null);
    if (!why.isConnected) return;
    const listed = told?.sentences ?? answer.said;
    const lines = (several) => several.map((one) => make("p", {}, named(this.painted, one)));
    why.replaceChildren(...lines(listed.slice(0, MOST_REASONS)),
      listed.length > MOST_REASONS ? make("details", {}, make("summary", {}, "Weights"), lines(listed.slice(MOST_REASONS))) : "");
  }

  showScore() {
    const done = this.answers.length;
    this.score.textContent = done ? `${scoreOf(this.answers)} of ${done} as the algorithm has it` : often(this.stops.length, "pronoun");
  }
  conclude() {
    this.heading = make("h3", { tabindex: -1 }, this.stops.length ? "How it went" : "There is no pronoun in this text");
    const rows = this.answers.map(({ stop, chosen, name, entity, said }) => make("tr", { classes: chosen === entity ? "pass" : "fail" },
      make("th", { scope: "row" }, `${around(this.film, stop.pronoun.utterance, stop.pronoun.word).label} ${stop.pronoun.text}`),
      make("td", {}, name), make("td", {}, said), make("td", {}, chosen === entity ? "✓ yes" : "✗ no")));
    const table = make("table", {}, make("thead", {}, make("tr", {}, ["Pronoun", "You", this.film.algorithm, "The same?"].map((one) => make("th", { scope: "col" }, one)))), make("tbody", {}, rows));
    this.panel.replaceChildren(this.heading,
      rows.length ? make("p", { classes: "result" }, make("strong", {}, `${scoreOf(this.answers)} of ${rows.length}`), ` as ${this.film.algorithm} has it. It may be wrong where you are right.`) : "",
      rows.length ? make("div", { classes: "scroll", tabindex: 0, role: "region", "aria-label": "Your choices" }, table) : "",
      make("div", { classes: "row" }, button("Once more", () => this.restart(), { classes: "primary" }),
        button("Read it with all answers", () => set({ mode: "read" }))));
    this.showScore();
    announce(`${scoreOf(this.answers)} of ${rows.length} as the algorithm has it.`);
  }
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !/^[0-9]$/.test(event.key)) return;
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    event.preventDefault();
    event.stopPropagation();
    const n = Number(event.key);
    if (!this.isTold && (!n || this.choices?.[n - 1])) this.chose(n ? this.choices[n - 1].entity : NOBODY);
  }

  // Roving tabindex: one mention is reachable by Tab, arrow keys move to others.
  tabStop(node = [...this.root.querySelectorAll(".lesson-text [role=button]")].at(-1)) {
    for (const one of this.root.querySelectorAll(".lesson-text [tabindex='0']")) one.tabIndex = -1;
    if (node) node.tabIndex = 0;
  }

  inText(event) {
    const mention = event.target.closest("[data-chosen]");
    if (!mention) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pointed(mention);
      return;
    }
    const all = [...this.root.querySelectorAll(".lesson-text [role=button]")];
    const there = all[all.indexOf(mention) + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? NaN)];
    if (!there) return;
    event.preventDefault();
    event.stopPropagation();
    this.tabStop(there);
    there.focus();
  }
}
