"""Which predicates take persons, and which take things: lexicon/governors.txt.

Counted in GUM train (the genres that may be shipped) and EWT train: subjects and objects that
are clearly persons (I, you, he, she, we, who, personal names, nouns for persons) or clearly not.
*It* and *they* are not counted: what they stand for is what the lexicon helps to find.

Run as: python -m training.governors
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hearer.analysis.describe import is_personal_name, lexical
from hearer.model import Sort
from training.lexicons import DATA, LEXICON, NON_COMMERCIAL

PERSONS = frozenset("i you he she we who me him us whom everyone someone anyone nobody".split())
ROLES = {"nsubj": "nsubj", "nsubj:pass": "obj", "obj": "obj"}
LEAST = 6
MANY, FEW = 0.8, 0.2


def arguments(path: Path) -> Iterator[tuple[str, str, bool]]:
    """(governor, role, is a person) of every clear subject and object."""
    for sentence in path.read_text(encoding="utf-8").split("\n\n"):
        lines = (line.split("\t") for line in sentence.split("\n") if line[:1].isdigit())
        rows = [row for row in lines if row[0].isdigit()]
        for row in rows:
            role, person = ROLES.get(row[7]), _is_person(row)
            if role and person is not None and row[6] not in {"0", "_"}:
                yield rows[int(row[6]) - 1][2].lower(), role, person


def _is_person(row: list[str]) -> bool | None:
    form, lemma, upos = row[1].lower(), row[2].lower(), row[3]
    if upos == "PRON":
        return True if form in PERSONS else None
    if upos == "PROPN":
        return True if is_personal_name((form,)) else None
    sorts = lexical(lemma)
    if upos != "NOUN" or not sorts:
        return None
    if Sort.PERSON in sorts or Sort.ORGANIZATION in sorts:
        return True if len(sorts) == 1 else None
    return False


def main() -> None:
    """Write the lexicon."""
    paths = [DATA / "ewt" / "train.conllu"]
    gum = sorted((DATA / "gum" / "train").glob("*.conllu"))
    paths += [path for path in gum if path.stem.split("_")[1] not in NON_COMMERCIAL]
    persons: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    for path in paths:
        for governor, role, is_person in arguments(path):
            total[governor, role] += 1
            persons[governor, role] += is_person
    lines = []
    for (governor, role), count in sorted(total.items()):
        share = persons[governor, role] / count
        if count >= LEAST and governor.isalpha() and not FEW < share < MANY:
            lines.append(f"{governor}/{role} {'persons' if share >= MANY else 'things'}")
    (LEXICON / "governors.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
