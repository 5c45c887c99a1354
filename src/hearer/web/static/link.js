// Links that contain the text, its options and corrections in the fragment of the URL, which browsers
// do not send to the server.

import { algorithms, Problem } from "./api.js";
import { announce, ask, button, make, toast } from "./dom.js";
import { isOperation } from "./kept.js";
import { get, set, subscribe } from "./store.js";

const KEY = "#h=";
const LONGEST = 32_000; // letters of a link: browsers accept two million, other programs fewer
const CUT_BY_SOME = 2_000; // letters: longer links may be cut by mail programs
const MOST_BYTES = 1_000_000; // of an unpacked link
const MOST_OPERATIONS = 2_000;
const MODES = ["read", "compare", "teach"]; // live mode has no document
const BROKEN = "This link is broken or incomplete: nothing could be read from it.";

let carried = null; // the document opened from the URL, while it is shown

export function startLink(opener) {
  opener.addEventListener("click", offer);
  addEventListener("hashchange", openLink);
  subscribe(["document"], ({ document: shown }) => {
    if (!carried || !shown || shown === carried) return;
    carried = null;
    history.replaceState(null, "", location.pathname + location.search); // a reload would open the old text
  });
}

export async function openLink() {
  if (!location.hash.startsWith(KEY)) return false;
  try {
    const { patch, left } = understood(await unpacked(location.hash.slice(KEY.length)), await known());
    carried = patch.document;
    set({ ...patch, selected: null, candidate: null, entity: null });
    if (left.length) toast(left.join(" "), { stays: true });
    return true;
  } catch (error) {
    toast(error instanceof Problem ? error.message : BROKEN, { kind: "error" });
    return false;
  }
}

async function known() {
  const told = await algorithms().catch(() => null);
  return told && new Set(told.map((one) => one.name));
}

const isText = (value) => typeof value === "string";
const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Validate an unpacked link: unknown parts are ignored and reported, a missing text is an error.
function understood(told, names) {
  if (!isPlain(told) || !isPlain(told.document)) throw new Problem(BROKEN);
  const { text, document, name, title } = told.document;
  if (!isText(text) && !isText(document)) throw new Problem("This link carries no text.");
  const left = [];
  const how = howOf(isPlain(told.how) ? told.how : {}, names, left);
  const several = Array.isArray(told.operations) ? told.operations.slice(0, MOST_OPERATIONS) : [];
  const operations = several.filter(isOperation);
  if (operations.length < several.length) left.push("Some corrections in the link cannot be understood: they are left aside.");
  const opened = { ...(isText(text) ? { text } : fileOf(told.document)), operations };
  if (isText(name)) opened.name = name.slice(0, 200);
  if (isText(title)) opened.title = title.slice(0, 200);
  return { patch: { document: opened, how, mode: MODES.includes(told.mode) ? told.mode : "read" }, left };
}

// Content of a file with its format, if stated, and the number of the document in it.
function fileOf({ document, format, part }) {
  return { document, ...(isText(format) && { format }), part: Number.isInteger(part) && part > 0 ? part : 1 };
}

function howOf({ algorithm = null, profile = "default", precision = null, model = "small", ...other }, names, left) {
  const how = { algorithm: null, profile: "default", precision: null, model: model === "large" ? model : "small" };
  if (algorithm !== null && (!isText(algorithm) || (names && !names.has(algorithm)))) {
    left.push(`The link asks for an algorithm that this server does not have (${String(algorithm).slice(0, 40)}): the default is used.`);
  } else how.algorithm = algorithm;
  if (profile === "paper") how.profile = "paper";
  else if (profile !== "default") left.push("The link asks for a profile that this server does not have: the default is used.");
  if (typeof precision === "number" && precision >= 0 && precision <= 1) how.precision = precision;
  else if (precision !== null) left.push("The precision in the link is not a number from 0 to 1: it is left aside.");
  const unknown = Object.keys(other).slice(0, 5);
  if (unknown.length) left.push(`The link has options that this server does not know (${unknown.join(", ").slice(0, 80)}): they are left aside.`);
  return how;
}

const ALPHABET = [["+", "-"], ["/", "_"]];

export async function packed(told) {
  const stream = new Blob([JSON.stringify(told)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (let n = 0; n < bytes.length; n += 8192) letters += String.fromCharCode(...bytes.subarray(n, n + 8192));
  return ALPHABET.reduce((made, [from, to]) => made.replaceAll(from, to), btoa(letters)).replace(/=+$/, "");
}

export async function unpacked(letters) {
  if (letters.length > 2 * LONGEST || !/^[\w-]+$/.test(letters)) throw new Problem(BROKEN);
  const plain = ALPHABET.reduce((made, [from, to]) => made.replaceAll(to, from), letters);
  let inflated;
  try {
    const bytes = Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
    inflated = await inflate(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(inflated));
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(BROKEN);
  }
}

// Stop unpacking at MOST_BYTES: a short link can unpack to gigabytes.
async function inflate(stream) {
  const reader = stream.getReader(), pieces = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) {
      reader.cancel().catch(() => {});
      throw new Problem("This link unpacks to far more than a link can carry: it was not opened.");
    }
    pieces.push(value);
  }
  return new Blob(pieces).arrayBuffer();
}

async function offer() {
  const { document: shown, how, operations, mode } = get();
  if (!shown) return announce("There is no text yet that a link could carry.");
  const { operations: begun, ...opened } = shown; // what it was opened with; by now there may be others
  const link = `${location.origin}${location.pathname}${KEY}${await packed({ document: opened, how, operations, ...(MODES.includes(mode) && { mode }) })}`;
  const dialog = link.length > LONGEST ? tooLong(link.length) : linked(link, operations.length, mode);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  ask(dialog);
}

const letters = (n) => `${n.toLocaleString("en")} letters`;

const OPENS = {
  compare: " It opens in Compare, as here.",
  teach: " It opens in Teach: the reader is asked first, and then sees the answers.",
};

function linked(link, corrections, mode) {
  const field = make("textarea", { id: "link-field", readonly: true, rows: 4, spellcheck: "false" });
  field.value = link;
  field.addEventListener("focus", () => field.select());
  const said = make("p", { classes: "said", role: "status" });
  const copy = button("Copy the link", () => copied(field, said), { classes: "primary", autofocus: true });
  const carries = corrections ? "the text, the options and your corrections" : "the text and the options";
  const warned = link.length > CUT_BY_SOME ? ` It has ${letters(link.length)}: some mail programs cut it, a chat or a page does not.` : "";
  return boxed("A link to this",
    make("p", {}, `It contains ${carries}.${OPENS[mode] ?? ""} All of it is in the part after #, which browsers do not send to a server.${warned}`),
    make("label", { for: "link-field" }, "The link"), field, make("div", { classes: "row" }, copy, closer()), said);
}

function tooLong(length) {
  return boxed("Too long for a link",
    make("p", {}, `The link would have ${letters(length)}; more than ${letters(LONGEST)} are cut by most programs.`),
    make("p", {}, "Save it instead: Export → JSON has the text and all results, Export → corrections your corrections. To see the same, drop the file on the studio."),
    make("div", { classes: "row" }, closer("primary")));
}

function boxed(title, ...inside) {
  const heading = make("h2", { id: "link-title" }, title);
  return make("dialog", { classes: "carry", "aria-labelledby": "link-title" }, heading, ...inside);
}

const closer = (classes = "") => button("Close", (event) => event.target.closest("dialog").close(), { classes });

async function copied(field, said) {
  try {
    await navigator.clipboard.writeText(field.value);
    said.textContent = "Copied.";
  } catch { // not allowed here: then by hand
    field.select();
    said.textContent = document.execCommand?.("copy") ? "Copied." : "Press Ctrl+C to copy what is selected.";
  }
}
