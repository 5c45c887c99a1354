"""What the encoder learns to prefer from: pronouns and their candidates as places in documents.

    python -m training.preference FILE.jsonl.xz

A document a line: its words, and each pronoun that gold says something of, with the candidates
that passed the antecedent test, told by gold what came before. A candidate is where it was
realized last, and where by a noun phrase; how far back that is; whether it is right. All counted
from 0. Where a corpus does not say of other pronouns that they stand for nobody, `nobody` is null.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from hearer.algorithms.weighted.answers import Weighed
from hearer.algorithms.weighted.listed import UNSAID
from hearer.hearing import Hearer
from hearer.model import Discourse, Entity, ReferringExpression
from hearer.profiles import how_to_hear
from training.conllu import read_documents
from training.gap import gap
from training.lexicons import DATA
from training.licences import decide
from training.litbank import PARSED, litbank
from training.ranker_examples import PROFILE, Documents, Observed, gum, observing
from training.ranker_gold import Gold
from training.words import chains

FARTHEST = 6  # sentences back
LAST_RANK = 12
Place = tuple[int, int]  # sentence and word
Candidate = tuple[int, int, int, int, int, int, int]


class DocumentLine(TypedDict):
    """A document as it is written."""

    name: str
    sentences: list[list[str]]
    pronouns: list[tuple[int, int, int, int | None, list[Candidate]]]


class Watching(Observed):
    """The weighted S-list told by gold, keeping where candidates were realized."""

    named: dict[Entity, ReferringExpression]
    rows: list[tuple[int, int, int, int | None, list[Candidate]]]
    has_nobody: bool

    def insert(self, expression: ReferringExpression, entity: Entity) -> None:
        """Insert an entity, and keep its latest noun phrase."""
        super().insert(expression, entity)
        if not (expression.is_pronoun or expression.kind in UNSAID):
            self.named[entity] = expression

    def choose(self, weighed: Weighed) -> int:
        """Choose as gold does, and write down who competed."""
        known = len(self.seen)
        chosen = super().choose(weighed)
        if len(self.seen) > known:
            self._write(weighed, self.seen[-1].right)
        return chosen

    def _write(self, weighed: Weighed, right: tuple[bool, ...]) -> None:
        if not any(right):
            return
        here = weighed.here
        rows = [self._row(n, weighed, right[n]) for n in range(len(here.candidates))]
        nobody = int(right[-1]) if self.has_nobody else None
        self.rows.append((*_place(here.pronoun), int(here.pronoun_class), nobody, rows))

    def _row(self, n: int, weighed: Weighed, is_right: bool) -> Candidate:  # noqa: FBT001
        listed = weighed.here.candidates[n]
        named = self.named.get(listed.element.entity, listed.latest)
        back = weighed.here.pronoun.utterance - listed.latest.utterance
        rank = min(n, LAST_RANK)
        return (*_place(listed.latest), *_place(named), min(back, FARTHEST), rank, int(is_right))


def _place(expression: ReferringExpression) -> Place:
    return expression.utterance - 1, expression.head - 1


def watched(documents: Documents, *, has_nobody: bool) -> Iterator[DocumentLine]:
    """Documents as lines."""
    for discourse, gold in documents:
        yield _line(discourse, gold, has_nobody=has_nobody)


def _line(discourse: Discourse, gold: Gold, *, has_nobody: bool) -> DocumentLine:
    listener = Hearer(
        profile=how_to_hear("weighted-s-list", PROFILE, {"meaning": False}), keep=False
    )
    algorithm = observing(listener, gold, None, [], Watching)
    algorithm.named, algorithm.rows, algorithm.has_nobody = {}, [], has_nobody
    listener.algorithm = algorithm
    for word in discourse.words:
        listener.hear(word)
    forms = [list(utterance.forms) for utterance in discourse.utterances]
    return DocumentLine(name=gold.name, sentences=forms, pronouns=algorithm.rows)


def lines() -> Iterator[DocumentLine]:
    """All that may train: GUM's genres for any use, LitBank, GAP, VisPro, CRAFT."""
    yield from watched(_allowed(), has_nobody=True)
    yield from watched(litbank(), has_nobody=False)
    yield from watched(gap("validation"), has_nobody=False)
    for file in ("vispro_valtest", "craft"):
        yield from watched(chains(file, PARSED), has_nobody=True)


def _allowed() -> Iterator[tuple[Discourse, Gold]]:
    """The documents of GUM that may train the encoder."""
    documents = read_documents(DATA / "gum" / "train")
    allowed = {document.name for document in documents if decide(document).allowed}
    return ((heard, gold) for heard, gold in gum("train") if gold.name in allowed)


def main() -> None:
    """Write the file."""
    with lzma.open(Path(sys.argv[1]), "wt", encoding="utf-8") as written:
        for line in lines():
            written.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
