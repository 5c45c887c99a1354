// Saying who is meant, in the panel: this candidate, somebody in the text, nobody, somebody new.
//
//   correctionTools    the buttons below the answer
//   takeButton         the button on a candidate: this one is meant
//   says               a pronoun is an entity, both by their numbers

import { correct } from "./corrections.js";
import { announce, button, make } from "./dom.js";
import { NOBODY, nobody, pointed, somebody } from "./operations.js";
import { point } from "./pointing.js";

export function correctionTools({ film, pronoun, number }) {
  const is = film.entities[pronoun.entity]?.name;
  const adder = newcomer({ film, pronoun, number });
  return make("section", { classes: "part correct" },
    make("h3", {}, is ? `Not ${is}?` : "Somebody after all?"),
    make("p", { classes: "buttons" },
      button("Point in the text", () => point(number), { classes: "primary", "data-key": "point", title: "Point at whoever is meant (c)", "aria-keyshortcuts": "c" }),
      pronoun.entity !== null && button("Nobody", () => says(film, number, NOBODY), { "data-key": "nobody", title: "It means nobody and nothing" }),
      button("Somebody new", () => { adder.hidden = !adder.hidden; adder.querySelector("input").focus(); }, { "data-key": "new" })),
    adder);
}

function newcomer({ film, pronoun, number }) {
  const name = make("input", { type: "text", maxlength: "80", autocomplete: "off", placeholder: "somebody" });
  const form = make("form", { classes: "newcomer", hidden: true },
    make("label", {}, "Who? ", name),
    make("button", { type: "submit" }, "Take"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const operation = somebody(film, number, name.value);
    take(operation, `“${pronoun.text}” is now ${Object.values(operation.names)[0]}.`);
  });
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") { form.hidden = true; event.stopPropagation(); } });
  return form;
}

export function takeButton({ film, pronoun, number }, entity, isMeant, key) {
  if (entity === null || isMeant) return make("span", { classes: "taken", "aria-hidden": "true" }, isMeant ? "✓" : "");
  const name = film.entities[entity]?.name ?? "nobody";
  return button("This one", () => says(film, number, entity), {
    classes: "take quiet", "data-key": `take ${key} ${entity}`, "aria-label": `“${pronoun.text}” is ${name}`, title: `“${pronoun.text}” is ${name}`,
  });
}

export function says(film, number, entity) {
  const { text, entity: now } = film.pronouns[number];
  if (entity === now) announce(`“${text}” is ${film.entities[entity].name} already.`);
  else if (entity === NOBODY) correct(nobody(film, number), `“${text}” is now nobody.`);
  else take(pointed(film, number, entity), `“${text}” is now ${film.entities[entity].name}.`);
}

// Whoever it is now is held: its chain is seen in the text.
function take(operation, sentence) {
  const [{ entity: hold }] = operation.corrections;
  correct(operation, sentence, { hold });
}
