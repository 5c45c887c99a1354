// Open a text: typed, pasted, dropped, chosen from a file or an example, or edited.

import { examples } from "./api.js";
import { importCorrections } from "./corrections.js";
import { announce, ask, button, byId, make, sign, toast } from "./dom.js";
import { get, set, subscribe } from "./store.js";

const LARGEST = 1_900_000; // bytes of a file: below the body limit of the server
const TITLE = 48; // letters
const AS_TEXT = /\.(txt|text|md|markdown|rst|srt)$/i;
const form = {};

export function start({ isLinked }) {
  build();
  byId("open-button").addEventListener("click", () => openDialog(""));
  byId("edit-button").addEventListener("click", () => openDialog(contentOf(get().document)));
  drops();
  document.addEventListener("paste", pasted);
  subscribe(["document"], ({ document: read }) => {
    place(read ? byId("open-body") : byId("welcome-body"));
    document.title = read ? `${read.title} · hearer studio` : "hearer studio";
    document.body.classList.toggle("empty", !read);
  });
  offer(isLinked);
  if (!isLinked) form.text.focus({ preventScroll: true });
}

function openText(read) {
  const content = contentOf(read);
  if (!content.trim()) return refuse("There is no text yet: type or paste some, or begin with an example.");
  byId("open-dialog").close();
  const part = "document" in read ? { part: read.part ?? 1 } : {}; // a file may have several documents
  set({ document: { ...read, ...part, title: read.title ?? titleOf(content) }, mode: get().mode === "live" ? "read" : get().mode });
}

// Show an error beside the text field, or as a toast if that is hidden.
function refuse(sentence) {
  if (!form.text.checkVisibility()) return toast(sentence, { kind: "error" });
  form.problem.textContent = sentence;
  form.text.setAttribute("aria-invalid", "true");
  form.text.focus();
}

const contentOf = (read) => read?.text ?? read?.document ?? "";

// Title of a text without a name: its first line or sentence.
function titleOf(content) {
  const [line] = content.trim().split("\n", 1), [sentence] = line.split(/(?<=[.!?])\s/, 1);
  return sentence.length > TITLE ? `${sentence.slice(0, TITLE).replace(/\s+\S*$/, "")} …` : sentence;
}

function build() {
  const dialog = byId("open-dialog");
  form.text = make("textarea", { id: "typed", rows: 5, spellcheck: "false", placeholder: "Anna met a judge. She thanked him …" });
  form.problem = make("p", { id: "typed-problem", classes: "problem", role: "alert" });
  form.text.setAttribute("aria-describedby", "typed-problem");
  form.kind = make("p", { classes: "kind", hidden: true });
  form.cards = make("ul", { classes: "cards", "aria-labelledby": "examples-heading" });
  const file = make("input", { type: "file", id: "file", classes: "heard-only", tabindex: "-1", multiple: true, "aria-label": "A file" });
  file.addEventListener("change", () => { readFiles([...file.files]); file.value = ""; });
  form.body = make("div", { classes: "opening" },
    make("label", { classes: "label-above", for: "typed" }, "Your text"), form.text, form.problem, form.kind,
    make("div", { classes: "row" }, button("Read it", typed, { classes: "primary", id: "read-button" }), button("Pick a file", () => file.click(), { id: "file-button" }), file,
      make("p", { classes: "hint" }, "or drop one anywhere: text, CoNLL-U, CorefUD …")),
    make("p", { classes: "label-above", id: "examples-heading" }, "Or begin with an example"), form.cards);
  dialog.append(make("div", { classes: "dialog-head" }, make("h2", { id: "open-heading" }, "Open a text"),
    button(sign("close"), () => dialog.close(), { classes: "icon quiet", "aria-label": "Close", title: "Close" })), make("div", { id: "open-body" }));
  byId("welcome").append(
    make("div", { classes: "welcome-head" }, make("h2", { id: "welcome-heading" }, "Who is ", make("em", {}, "she"), "?"),
      make("p", {}, "hearer reads a text word by word, keeps a list of the entities that pronouns can mean, and says which one each pronoun means, and why.")),
    make("div", { id: "welcome-body" }));
  form.text.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) typed(); });
  form.text.addEventListener("input", () => {
    form.problem.textContent = "";
    form.text.removeAttribute("aria-invalid");
    if (!form.text.value) form.file = null;
  });
}

// Offer pasted text in the dialog while another text is open.
function pasted(event) {
  if (event.target.closest?.("input, textarea, select, [contenteditable], dialog") || get().mode === "live") return;
  const files = [...(event.clipboardData?.files ?? [])], content = event.clipboardData?.getData("text/plain") ?? "";
  if (files.length) return readFiles(files);
  if (!content.trim()) return;
  event.preventDefault();
  form.file = null;
  openDialog(content, null);
}

function place(where) {
  if (form.body.parentElement !== where) where.append(form.body);
}

function openDialog(content, read = content ? get().document : null) {
  form.text.value = content;
  form.file = read && "document" in read ? read : null;
  form.kind.hidden = !form.file;
  form.kind.textContent = form.file ? "This is the content of a file; what you change is read in its format." : "";
  if (!get().document) return form.text.focus();
  ask(byId("open-dialog"));
  form.text.focus();
  form.text.setSelectionRange(0, 0);
}

function typed() {
  const content = form.text.value;
  openText(form.file ? { ...form.file, document: content } : { text: content });
}

// Only the first of several files is read.
function readFiles(files) {
  if (files.length > 1) toast(`One file at a time: ${files[0].name} is read.`);
  if (files.length) readFile(files[0]);
}

// Return the text of a file, null if it is refused.
async function contentIn(file) {
  const refused = (sentence) => (refuse(`${file.name} ${sentence}`), null);
  if (file.size > LARGEST) return refused(`is too large: the studio takes up to ${LARGEST / 1e6} MB. Use \`hearer resolve\` for whole corpora.`);
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return refused("cannot be read.");
  const content = decoded(bytes);
  if (content === null) return refused("is not text: hearer reads text and annotated text, in UTF-8.");
  return content.trim() ? content : refused("is empty.");
}

async function readFile(file) {
  const content = await contentIn(file);
  if (content === null) return;
  const broken = /\.json$/i.test(file.name) && brokenJson(content);
  if (broken) return refuse(`${file.name} is broken: it is called JSON, but ${broken}.`);
  if (importCorrections(file.name, content)) return;
  if (/\.ann$/i.test(file.name)) return refuse(`${file.name} holds only what was marked: open the text beside it.`);
  const title = file.name.replace(/\.[^.]+$/, "");
  const isText = AS_TEXT.test(file.name) || !/\.[^.]+$/.test(file.name);
  announce(`${file.name} is being read.`);
  openText({ ...(isText ? { text: content } : { document: content }), name: title, title });
}

function brokenJson(content) {
  try {
    const read = JSON.parse(content), isOurs = read && typeof read === "object" && Object.keys(read).length;
    return isOurs ? "" : "there is no document in it";
  } catch (error) {
    return error.message.replace(/^./, (letter) => letter.toLowerCase());
  }
}

function decoded(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function drops() {
  const shade = byId("drop"), hasFile = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => { if (hasFile(event)) { event.preventDefault(); shade.hidden = false; } });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) shade.hidden = true; });
  document.addEventListener("drop", (event) => {
    shade.hidden = true;
    if (!hasFile(event)) return;
    event.preventDefault();
    readFiles([...event.dataTransfer.files]);
  });
}

async function offer(isLinked) {
  const all = await examples().catch(() => []), opened = all.find((one) => one.opened);
  form.cards.replaceChildren(...all.map((one) => make("li", {},
    button([make("b", {}, one.title), make("span", {}, one.about ?? "")], () => openExample(one), { classes: "card" }))));
  if (opened && !isLinked && !get().document) openExample(opened); // the file named in `hearer studio FILE`
}

function openExample({ name, title, text, document: content, format, how = {} }) {
  set({ how: { ...get().how, algorithm: null, profile: "default", ...how } });
  openText({ ...(text === undefined ? { document: content, format } : { text }), name, title });
}
