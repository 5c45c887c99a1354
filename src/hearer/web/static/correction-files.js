// Read files of corrections, the format of `hearer resolve --corrections FILE`.
//
// A line has utterance, word and entity, or the word “name”, an entity and its name.

import { often } from "./dom.js";

const HEADER = "utterance\tword\tentity";
const NAME = "name";
const MEANT = { "\\t": "\t", "\\n": "\n", "\\r": "\r", "\\s": " ", "\\\\": "\\" };
const MOST = 100_000;

export const isCalledSo = (name) => /(^|[^\p{L}])corrections\.(tsv|json)$/iu.test(name);

export function corrected(name, content) {
  const rows = content.trimStart().startsWith("[") ? ofJson(content) : ofTsv(name, content);
  if (!rows?.length || rows.length > MOST || !rows.every(isRow)) return null;
  const corrections = rows.filter((row) => !("name" in row)), named = rows.filter((row) => "name" in row);
  return {
    kind: "imported", place: null, was: null, said: `${often(rows.length, "correction")} from ${name}`,
    corrections, names: Object.fromEntries(named.map((row) => [row.entity, row.name])), expects: [],
  };
}

function ofTsv(name, content) {
  const lines = content.replace(/^\ufeff/, "").split(/\r?\n/);
  if (!/correct[^/]*\.tsv$/i.test(name) && !lines.some((line) => line.startsWith(HEADER))) return null;
  const rows = lines.filter((line) => line.trim() && !line.startsWith("#") && !line.startsWith(HEADER));
  return rows.map((line) => {
    const [first, second = "", third = ""] = line.split("\t").map((part) => part.trim());
    if (first === NAME) return { entity: unescaped(second), name: unescaped(third) };
    return { utterance: Number(first), word: Number(second), entity: unescaped(third) };
  });
}

function ofJson(content) {
  try {
    const rows = JSON.parse(content);
    return Array.isArray(rows) ? rows.map(ofObject) : null;
  } catch {
    return null;
  }
}

const ofObject = (row) => (typeof row?.name === "string"
  ? { entity: row.entity, name: row.name }
  : { utterance: row?.utterance, word: row?.word, entity: row?.entity });

const isCount = (number) => Number.isInteger(number) && number >= 1 && number < 1e9;
const isEntity = (entity) => typeof entity === "string" && entity.trim() !== "";
const isRow = (row) => isEntity(row.entity) && ("name" in row || (isCount(row.utterance) && isCount(row.word)));

const unescaped = (entity) =>
  entity.replace(/\\u([0-9a-f]{4})|\\[tnrs\\]/g, (all, code) => (code ? String.fromCharCode(parseInt(code, 16)) : MEANT[all]));
