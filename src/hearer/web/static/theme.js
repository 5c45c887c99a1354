// Light, dark, or as the system has it. The colours themselves are changed by shade.js.

import { byId, sign } from "./dom.js";
import { get, set, subscribe } from "./store.js";

const NEXT = { system: "light", light: "dark", dark: "system" };
const TOLD = { system: "as the system has them", light: "light", dark: "dark" };

export function start() {
  const button = byId("theme-button");
  set({ theme: document.documentElement.dataset.theme });
  button.addEventListener("click", () => set({ theme: NEXT[get().theme] }));
  subscribe(["theme"], ({ theme }) => {
    document.documentElement.dataset.theme = theme;
    button.replaceChildren(sign(theme));
    button.setAttribute("aria-label", `Colours: ${TOLD[theme]}`);
    button.title = `Colours: ${TOLD[theme]}`;
    try {
      localStorage.setItem("hearer.theme", theme);
    } catch { /* a browser that keeps nothing */ }
  });
}
