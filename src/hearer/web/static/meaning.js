// Saying who is meant, in the panel: this candidate, somebody in the text, nobody, somebody new.
//
//   correctionTools    the buttons below the answer
//   takeButton         the button on a candidate: this one is meant

import { correct } from "./corrections.js";
import { button, make } from "./dom.js";
import { nobody, pointed, somebody } from "./operations.js";
import { point } from "./pointing.js";

const NOBODY = -1;

export function correctionTools({ film, pronoun, number }) {
  const is = film.entities[pronoun.entity]?.name;
  const adder = newcomer({ film, pronoun, number });
  return make("section", { classes: "part correct" },
    make("h3", {}, is ? `Not ${is}?` : "Somebody after all?"),
    make("p", { classes: "buttons" },
      button("Point in the text", () => point(number), { classes: "primary", "data-key": "point", title: "Point at whoever is meant (c)", "aria-keyshortcuts": "c" }),
      pronoun.entity !== null && button("Nobody", () => says(film, number, NOBODY), { "data-key": "nobody", title: "It means nobody and nothing" }),
      button("Somebody new …", () => { adder.hidden = !adder.hidden; adder.querySelector("input").focus(); }, { "data-key": "new" })),
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
    correct(operation, `“${pronoun.text}” is now ${Object.values(operation.names)[0]}.`);
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
  const { text } = film.pronouns[number];
  if (entity === NOBODY) correct(nobody(film, number), `“${text}” is now nobody.`);
  else correct(pointed(film, number, entity), `“${text}” is now ${film.entities[entity].name}.`);
}
