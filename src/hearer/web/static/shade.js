// Set light or dark colours before the first paint, from `data-theme` or the system. Not a module,
// because modules run too late.
"use strict";
{
  const dark = "(prefers-color-scheme: dark)", root = document.documentElement, rules = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) if (rule.media?.mediaText === dark) rules.push(rule);
  }
  const shade = () => {
    const media = { dark: "all", light: "not all" }[root.dataset.theme] ?? dark;
    for (const rule of rules) rule.media.mediaText = media;
  };
  try {
    root.dataset.theme = localStorage.getItem("hearer.theme") ?? "system";
  } catch { /* a browser that keeps nothing */ }
  new MutationObserver(shade).observe(root, { attributes: true, attributeFilter: ["data-theme"] });
  shade();
}
