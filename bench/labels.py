"""How often pronouns without antecedent are called what they are, and cataphors are found.

Run as: python -m bench.labels
A confusion table for GUM dev, and one for the genres of GUM train that nothing is trained on:
what gold says of a third-person pronoun against what the profile "default" makes of it. GUM has
no labels, so gold is read off its mentions:

    pleonastic      nothing is annotated
    extraposed      the first mention of its entity, and a clause in its sentence is the next:
                    "it is good to know". GUM takes that for cataphora, grammars for pleonastic
    cataphoric      the first mention, and anything else in its sentence is the next
    new             the first mention otherwise
    event           earlier mentions that are no pronouns are verbs and clauses
    anaphoric       all others; if it is not resolved, "ambiguous" says that something was named
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path

import hearer
from hearer.hearing import listen
from hearer.model import Discourse, Kind, Label, ReferringExpression, Resolution
from training.lexicons import DATA, NON_COMMERCIAL
from training.ranker_gold import Gold, scorer

VERBAL = frozenset({"VERB", "AUX"})
LINKED = "resolved"
REVISED = "revised"
UNHEARD = "not heard"
CLAUSE = "resolved to a clause"


class Meant(StrEnum):
    """What gold says of a pronoun."""

    ANAPHORIC = "anaphoric"
    EVENT = "event"
    PLEONASTIC = "pleonastic"
    EXTRAPOSED = "extraposed"
    CATAPHORIC = "cataphoric"
    NEW = "new"


RIGHT = {
    Meant.ANAPHORIC: {LINKED, str(Label.AMBIGUOUS)},
    Meant.EVENT: {LINKED, str(Label.EVENT)},
    Meant.PLEONASTIC: {str(Label.PLEONASTIC)},
    Meant.EXTRAPOSED: {str(Label.PLEONASTIC)},
    Meant.CATAPHORIC: {str(Label.CATAPHORIC), REVISED},
    Meant.NEW: {str(Label.NO_ANTECEDENT)},
}
COLUMNS = (LINKED, REVISED, *map(str, Label), UNHEARD)
Table = Counter[tuple[str, str]]


class Labelled(Gold):
    """The annotation of a document, as labels."""

    def pronouns(self) -> Iterator[tuple[int, Meant]]:
        """The pronouns that are scored, by token, with what each of them is."""
        for row in self._rows.values():
            if row["cls"] == "anaphoric":
                yield row["tok"], Meant.EVENT if row["verbal"] else Meant.ANAPHORIC
            elif row["cls"] == "no_mention":
                yield row["tok"], Meant.PLEONASTIC
            elif row["cls"] == "first_mention":
                yield row["tok"], self._forward(row["tok"])

    def _forward(self, token: int) -> Meant:
        """What a first mention is, by the next mention in its sentence."""
        tokens = self._document.tokens
        entity = scorer().mention_at(self._by_head, token).entity
        later = [m for m in self._by_entity[entity] if m.head > token]
        later = [m for m in later if tokens[m.head].sent == tokens[token].sent]
        if not later:
            return Meant.NEW
        following = min(later, key=lambda mention: mention.head)
        is_clause = tokens[following.head].upos in VERBAL or any(
            tokens[n].upos in VERBAL and tokens[n].head == following.head
            for n in following.toks
            if tokens[n].deprel in {"cop", "aux"}
        )
        return Meant.EXTRAPOSED if is_clause else Meant.CATAPHORIC

    def token(self, expression: ReferringExpression) -> int:
        """The token of an expression's head."""
        return self._token(expression.utterance, expression.head)

    def are_one(self, resolution: Resolution) -> bool:
        """Whether a pronoun and the antecedent found for it realize one entity."""
        found = resolution.antecedent
        mention = scorer().mention_at(self._by_head, self.token(resolution.pronoun))
        if mention is None or found is None:
            return False
        there = self._by_head.get(self.token(found.expression), ())
        return any(other.entity == mention.entity for other in there)


def compared(
    documents: Iterable[tuple[Discourse, Labelled]], precision: float = 0.0
) -> tuple[Table, Table]:
    """Counts by what gold says and what was made of it; and revisions and clauses, by outcome."""
    table: Table = Counter()
    found_so: Table = Counter()
    for discourse, gold in documents:
        found = listen(discourse, profile="default", precision=precision)
        made = {gold.token(resolution.pronoun): resolution for resolution in found.resolutions}
        for token, meant in gold.pronouns():
            table[meant, _made(made.get(token))] += 1
        for resolution in made.values():
            if sort := _sort(resolution):
                found_so[sort, "right" if gold.are_one(resolution) else "wrong"] += 1
    return table, found_so


def _sort(resolution: Resolution) -> str:
    """What is counted apart: revisions, and clauses as antecedents."""
    if resolution.is_revision:
        return REVISED
    found = resolution.antecedent
    return CLAUSE if found is not None and found.expression.kind is Kind.CLAUSE else ""


def _made(resolution: Resolution | None) -> str:
    if resolution is None:
        return UNHEARD
    if resolution.antecedent is None:
        return str(resolution.taken_as)
    return REVISED if resolution.is_revision else LINKED


def documents(paths: Iterable[Path]) -> Iterator[tuple[Discourse, Labelled]]:
    """Documents with their annotation."""
    for path in paths:
        golds = {document.name: Labelled(document) for document in scorer().read_conllu(path)}
        for discourse in hearer.read(str(path)):
            yield discourse, golds[discourse.name]


def shown(table: Table) -> str:
    """The confusion table, and how often each label is right."""
    lines = [f"{'gold':14s}" + "".join(f"{name:>15s}" for name in COLUMNS)]
    for meant in Meant:
        counts = [table[meant, name] for name in COLUMNS]
        lines.append(f"{meant:14s}" + "".join(f"{count:15d}" for count in counts))
    for name in COLUMNS[:-1]:
        given = sum(table[meant, name] for meant in Meant)
        right = sum(table[meant, name] for meant in Meant if name in RIGHT[meant])
        referring = 0 if name in RIGHT[Meant.ANAPHORIC] else table[Meant.ANAPHORIC, name]
        lines.append(
            f"{name}: {given} given, {right} right, {referring} of the rest refer to what was named"
        )
    labelled = [
        (m, n) for (m, n) in table if n not in {LINKED, UNHEARD} and m is not Meant.ANAPHORIC
    ]
    right = sum(table[m, n] for m, n in labelled if n in RIGHT[Meant(m)])
    every = sum(table[key] for key in labelled)
    lines.append(f"labels of what does not refer back to a noun phrase: {right} of {every} right")
    return "\n".join(lines)


def main() -> None:
    """Print the tables."""
    train = sorted((DATA / "gum" / "train").glob("*.conllu"))
    unseen = [path for path in train if path.stem.split("_")[1] in NON_COMMERCIAL]
    parts = {
        "GUM dev": sorted((DATA / "gum" / "dev").glob("*.conllu")),
        "GUM train, genres nothing is trained on": unseen,
        "GUM train, the other genres": [path for path in train if path not in unseen],
    }
    asked = [(name, paths, 0.0) for name, paths in parts.items()]
    asked.append(("GUM dev, --precision 0.9", parts["GUM dev"], 0.9))
    for name, paths, precision in asked:
        table, found_so = compared(documents(paths), precision)
        print(f"{name}\n{shown(table)}")
        for sort in (REVISED, CLAUSE):
            print(f"{sort}: {found_so[sort, 'right']} right, {found_so[sort, 'wrong']} wrong")
        print()


if __name__ == "__main__":
    main()
