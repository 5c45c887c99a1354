"""The examples, written otherwise: what nobody hears must make no difference.

VARIANTS     the ways to write them
written      the examples of a file, written so
"""

from __future__ import annotations

from collections.abc import Callable

Rows = list[list[str]]
ID, FORM, LEMMA, UPOS, XPOS, HEAD, MISC = 0, 1, 2, 3, 4, 6, 9


def written(conllu: str, vary: Callable[[Rows], Rows]) -> str:
    """All sentences of a file, each varied."""
    return "".join(f"{_sentence(one, vary)}\n\n" for one in conllu.strip().split("\n\n"))


def _sentence(lines: str, vary: Callable[[Rows], Rows]) -> str:
    comments = [x for x in lines.splitlines() if x.startswith("#") and not x.startswith("# text")]
    rows = [x.split("\t") for x in lines.splitlines() if not x.startswith("#")]
    return "\n".join([*comments, *("\t".join(row) for row in vary(rows))])


def without_punctuation(rows: Rows) -> Rows:
    """Words alone."""
    kept = [row for row in rows if row[UPOS] != "PUNCT"]
    words = [row for row in kept if "-" not in row[ID]]
    numbers = {"0": "0"} | {row[ID]: str(n) for n, row in enumerate(words, start=1)}
    for row in kept:
        row[ID] = "-".join(numbers[n] for n in row[ID].split("-"))
        row[HEAD] = numbers.get(row[HEAD], row[HEAD])
        row[MISC] = row[MISC].replace("|SpaceAfter=No", "").replace("SpaceAfter=No", "_")
    return kept


def carelessly(rows: Rows) -> Rows:
    """no capital but a name’s, curly quotes, another end, and no XPOS!"""
    for row in rows:
        row[FORM] = row[FORM].replace("'", "’")
        row[XPOS] = "_"
        if row[UPOS] != "PROPN" and row[FORM] != "I" and row[ID] in {"1", "1-2"}:
            row[FORM] = row[FORM][0].lower() + row[FORM][1:]
    if rows[-1][FORM] == ".":
        rows[-1][FORM] = rows[-1][LEMMA] = "!"
    return rows


VARIANTS = (without_punctuation, carelessly)
