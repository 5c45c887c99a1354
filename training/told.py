"""Which predicates take what was told, a clause, and which take things: lexicon/told.txt.

Counted in AMALGUM (silver parses), EWT train and GUM train (the genres that may be shipped), for
subjects and objects: clauses (*that he left* surprised her; she knew *that he left*) and *this* and
*that*, which mostly stand for one, against nouns. *It* is not counted: what it stands for is what
the lexicon helps to find.

Run as: python -m training.told
"""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterator

from training.lexicons import DATA, LEXICON, NON_COMMERCIAL

CLAUSES = {"csubj": "nsubj", "csubj:pass": "obj", "ccomp": "obj"}
ARGUMENTS = {"nsubj": "nsubj", "nsubj:pass": "obj", "obj": "obj"}
LEAST = 12  # arguments of a predicate that tell what it takes
DEGREES = ((0.25, "often"), (0.08, "sometimes"))  # the share that is told, from which on
RARELY = 0.02
Argument = tuple[str, str]


def arguments(text: str) -> Iterator[tuple[Argument, bool]]:
    """(predicate and role, whether it is told) of every subject and object."""
    for sentence in text.split("\n\n"):
        lines = (line.split("\t") for line in sentence.split("\n") if line[:1].isdigit())
        rows = [row for row in lines if row[0].isdigit()]
        for row in rows:
            is_told = _is_told(row)
            role = (CLAUSES if row[7] in CLAUSES else ARGUMENTS).get(row[7])
            if role and is_told is not None and row[6] not in {"0", "_"}:
                yield (rows[int(row[6]) - 1][2].lower(), role), is_told


def _is_told(row: list[str]) -> bool | None:
    if row[7] in CLAUSES:
        return True
    if row[3] in {"PRON", "DET"}:
        return True if row[1].lower() in {"this", "that"} and row[4] == "DT" else None
    return False


def texts() -> Iterator[str]:
    """The parsed corpora."""
    for path in sorted((DATA / "amalgum").glob("*.conllu.xz")):
        yield lzma.decompress(path.read_bytes()).decode("utf-8")
    gum = sorted((DATA / "gum" / "train").glob("*.conllu"))
    free = [path for path in gum if path.stem.split("_")[1] not in NON_COMMERCIAL]
    for path in ((DATA / "ewt" / "train.conllu"), *free):
        yield path.read_text(encoding="utf-8")


def main() -> None:
    """Write the lexicon."""
    told: Counter[Argument] = Counter()
    total: Counter[Argument] = Counter()
    for text in texts():
        for argument, is_told in arguments(text):
            total[argument] += 1
            told[argument] += is_told
    lines = []
    for (predicate, role), count in sorted(total.items()):
        share = told[predicate, role] / count
        degree = next((name for least, name in DEGREES if share >= least), "")
        degree = degree or ("rarely" if share <= RARELY else "")
        if count >= LEAST and degree and predicate.isalpha() and predicate.isascii():
            lines.append(f"{predicate}/{role} {degree}")
    (LEXICON / "told.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
