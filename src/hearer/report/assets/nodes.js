// Nodes of a page, made without a line of HTML: what a text says is never more than text.
//
//   byId      the node with an id
//   make      a node with classes and attributes, and what is in it
//   button    a button with what it does

export const byId = (id) => document.getElementById(id);

/** @param {string} tag @param {Record<string, any>} [options] @param {...any} inside */
export function make(tag, { classes = "", ...attributes } = {}, ...inside) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...inside.flat().filter((one) => one !== null && one !== undefined && one !== false));
  return node;
}

export function button(label, does, attributes = {}) {
  const node = make("button", { type: "button", ...attributes }, label);
  node.addEventListener("click", does);
  return node;
}
