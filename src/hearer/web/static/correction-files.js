// Files of corrections, as `hearer resolve --corrections FILE` reads and the studio exports them.
//
//   corrected    the operation that a file stands for, or null if it is no file of corrections

const HEADER = "utterance\tword\tentity";
const MEANT = { "\\t": "\t", "\\n": "\n", "\\r": "\r", "\\s": " ", "\\\\": "\\" };
const MOST = 100_000;

export function corrected(name, content) {
  const rows = content.trimStart().startsWith("[") ? ofJson(content) : ofTsv(content);
  if (!rows?.length || rows.length > MOST) return null;
  return {
    kind: "imported", place: null, was: null, said: `${rows.length} ${rows.length === 1 ? "correction" : "corrections"} from ${name}`,
    corrections: rows, names: {}, expects: [],
  };
}

function ofTsv(content) {
  const lines = content.replace(/^\ufeff/, "").split(/\r?\n/);
  if (!lines.some((line) => line.startsWith(HEADER))) return null;
  const rows = lines.filter((line) => line.trim() && !line.startsWith("#") && !line.startsWith(HEADER));
  return checked(rows.map((line) => {
    const [utterance, word, entity = ""] = line.split("\t");
    return { utterance: Number(utterance), word: Number(word), entity: unescaped(entity.trim()) };
  }));
}

function ofJson(content) {
  try {
    const rows = JSON.parse(content);
    return Array.isArray(rows) ? checked(rows.map((row) => ({ utterance: row?.utterance, word: row?.word, entity: row?.entity }))) : null;
  } catch {
    return null;
  }
}

const checked = (rows) => (rows.every(isCorrection) ? rows : null);
const isCount = (number) => Number.isInteger(number) && number >= 1 && number < 1e9;
const isCorrection = ({ utterance, word, entity }) => isCount(utterance) && isCount(word) && typeof entity === "string" && entity.trim() !== "";

const unescaped = (entity) =>
  entity.replace(/\\u([0-9a-f]{4})|\\[tnrs\\]/g, (all, code) => (code ? String.fromCharCode(parseInt(code, 16)) : MEANT[all]));
