// Page helpers: nodes, announcements for screen readers, toasts, dialogs.

import { button, byId, make } from "./nodes.js";

export { button, byId, make };

const LONG_ENOUGH = 6000; // milliseconds that a toast is shown

export function announce(sentence) {
  const live = byId("announced");
  live.textContent = "";
  requestAnimationFrame(() => { live.textContent = sentence; });
}

export function toast(sentence, { kind = "status", action = null, stays = kind === "error" } = {}) {
  const close = () => node.remove();
  const node = make("div", { classes: `toast ${kind}`, role: kind === "error" ? "alert" : "status" },
    make("p", {}, sentence),
    action && button(action.label, () => { close(); action.does(); }),
    button(sign("close"), close, { classes: "icon quiet", "aria-label": "Close", title: "Close" }));
  const same = [...byId("toasts").children].find((one) => one.firstChild.textContent === sentence);
  same?.remove();
  byId("toasts").append(node);
  if (!stays) setTimeout(close, LONG_ENOUGH);
  return close;
}

export function ask(dialog) {
  if (!dialog.dataset.asked) {
    dialog.dataset.asked = "yes";
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  }
  if (!dialog.open) dialog.showModal();
}

export const sign = (name) => make("span", { classes: `i i-${name}`, "aria-hidden": "true" });

export const often = (times, one) => `${times.toLocaleString("en")} ${one}${times === 1 ? "" : "s"}`;
