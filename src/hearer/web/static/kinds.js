// What can be exported, and what each is for.
//
//   KINDS     by its name for the server: title, suffix, a sentence
//   GROUPS    how they stand together
//   STYLES    what becomes of a pronoun in a rewritten text
//   WHEN      and how often

export const GROUPS = [
  ["people", "For people"], ["tools", "For annotation tools"], ["programs", "For programs"], ["yours", "What you corrected"],
];

export const KINDS = [
  { to: "rewritten", group: "people", title: "Rewritten text", suffix: ".txt", what: "The text with its pronouns replaced by who is meant: each sentence can be understood alone." },
  { to: "html", group: "people", title: "Page: the text", suffix: ".html", what: "One page to send or print: the text in the colours of its entities, with their names. Needs nothing else, works offline." },
  { to: "trace", group: "people", title: "Page: the list, step by step", suffix: ".html", what: "One page on which the list moves word by word, as here: for a course, or to put on a site." },
  { to: "latex", group: "people", title: "LaTeX table", suffix: ".tex", what: "The list after every step as a table, as the paper prints it: for an article." },
  { to: "text", format: true, group: "people", title: "Lines", suffix: ".txt", what: "One line per pronoun, with its place and who is meant: to read, or to search with grep." },
  { to: "tsv", format: true, group: "people", title: "Table of pronouns", suffix: ".tsv", what: "One row per pronoun: for a spreadsheet, R or pandas." },
  { to: "rows", format: true, group: "people", title: "Table to print", suffix: ".rows", what: "One row per pronoun, aligned: for a terminal or a mail." },
  { to: "corefud", format: true, group: "tools", title: "CorefUD", suffix: ".conllu", what: "CoNLL-U with entities in MISC, as CorefUD has them: for udapi, CorPipe and the official scorer." },
  { to: "conllu", format: true, group: "tools", title: "CoNLL-U", suffix: ".conllu", what: "The words and trees alone, as Universal Dependencies have them: for any parser or tree viewer." },
  { to: "gum", format: true, group: "tools", title: "GUM’s CorefUD", suffix: ".conllu", what: "CorefUD in GUM’s flavour, with entity types and information status." },
  { to: "brat", format: true, group: "tools", title: "brat", suffix: ".brat.zip", what: "brat’s standoff: entities and links by their offsets, and the plain text, which brat needs beside them." },
  { to: "webanno", format: true, group: "tools", title: "WebAnno TSV 3", suffix: ".tsv", what: "For INCEpTION and WebAnno: import it, and go on annotating by hand." },
  { to: "conll2012", format: true, group: "tools", title: "CoNLL-2012", suffix: ".conll", what: "The columns of OntoNotes and LitBank: for the reference scorer and most coreference systems." },
  { to: "json", format: true, group: "programs", title: "JSON", suffix: ".json", what: "Everything that was understood: text, trees, entities, pronouns and confidences. The studio opens it again." },
  { to: "jsonl", format: true, group: "programs", title: "JSON lines", suffix: ".jsonl", what: "One object per pronoun: for jq, pandas or a stream." },
  { to: "jsonlines", format: true, group: "programs", title: "Token clusters", suffix: ".jsonlines", what: "Clusters of token spans, as fastcoref and maverick write and read them." },
  { to: "corenlp", format: true, group: "programs", title: "CoreNLP’s JSON", suffix: ".json", what: "As Stanford CoreNLP answers: for programs that were written for it." },
  { to: "gap", format: true, group: "programs", title: "GAP", suffix: ".tsv", what: "One ambiguous pronoun with two names a line, as the GAP data set has them; only texts of that kind can be written so." },
  { to: "corrections.tsv", needs: "corrections", group: "yours", title: "Corrections, TSV", suffix: ".tsv", what: "What you corrected, one line each: drop the file on the studio, or give it to hearer.read_corrections, and it counts again." },
  { to: "corrections.json", needs: "corrections", group: "yours", title: "Corrections, JSON", suffix: ".json", what: "The same as JSON, for a program of your own." },
];

export const STYLES = [["replace", "replaced"], ["annotate", "annotated: she [Anna]"]];

export const WHEN = [
  ["needed", "its sentence alone does not tell"], ["all", "a name can stand"],
  ["first-in-sentence", "it is the first in its sentence"], ["ambiguous", "somebody else could be meant"],
];
