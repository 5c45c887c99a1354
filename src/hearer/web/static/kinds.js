// Kinds of export besides the formats listed by the server.

export const GROUPS = [
  ["people", "For people"], ["formats", "For tools and programs"], ["yours", "What you corrected"],
];

export const KINDS = [
  { to: "rewritten", group: "people", title: "Rewritten text", suffix: ".txt", what: "The text with its pronouns replaced by who is meant: each sentence can be understood alone." },
  { to: "html", group: "people", title: "Page: the text", suffix: ".html", what: "One page to send or print: the text in the colours of its entities, with their names. Needs nothing else, works offline." },
  { to: "trace", group: "people", title: "Page: the list, step by step", suffix: ".html", what: "One page on which the list moves word by word, as here: for a course, or to put on a site." },
  { to: "latex", group: "people", title: "LaTeX table", suffix: ".tex", what: "The list after every step as a table, as the paper prints it: for an article." },
  { to: "corrections.tsv", needs: "corrections", group: "yours", title: "Corrections, TSV", suffix: ".tsv", what: "What you corrected, one line each: drop the file on the studio, or give it to hearer.read_corrections, and it counts again." },
];

export const WHEN = [
  ["needed", "its sentence alone does not tell"], ["all", "a name can stand"],
];
