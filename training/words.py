"""Documents that are given as words, with chains of mentions: LitBank and the corpora of data/more.

A pronoun in a chain stands for what was mentioned before it in that chain; one that is said not to
refer, or to have no antecedent, stands for nobody. Of all others nothing is known.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from hearer.model import Discourse, ReferringExpression, Utterance
from training.ears import Heard
from training.lexicons import DATA
from training.ranker_gold import Answer, Gold

Span = tuple[int, int, int]  # utterance, first and last word, counted from 1


class Chains(Gold):
    """The annotation of a document: which mentions belong together, and which pronouns to none."""

    has_sets = False

    def __init__(
        self, name: str, mentions: Mapping[Span, str], nobody: Iterable[Span] = ()
    ) -> None:
        self.name = name
        self._mentions = mentions
        self._nobody = frozenset(nobody)
        self._by_last_word = {(u, last): entity for (u, _, last), entity in mentions.items()}
        self._earliest: dict[str, Span] = {}
        for span in sorted(mentions):
            self._earliest.setdefault(mentions[span], span)

    def answer(self, pronoun: ReferringExpression) -> Answer | None:
        """What is right for a pronoun; None where the annotation does not say."""
        span = (pronoun.utterance, pronoun.first, pronoun.last)
        if span in self._nobody:
            return Answer(self, None, is_anaphoric=False)
        entity = self._mentions.get(span)
        if entity is None or self._earliest[entity] == span:
            return None
        return Answer(self, entity, is_anaphoric=True)

    def entity(self, expression: ReferringExpression) -> str | None:
        """The entity of an expression: of its span, else of one with the same last word."""
        span = (expression.utterance, expression.first, expression.last)
        if span in self._mentions:
            return self._mentions[span]
        return self._by_last_word.get((expression.utterance, expression.head))


def given_words(
    name: str, sentences: Sequence[Sequence[str]], paragraphs: Iterable[int] = ()
) -> Discourse:
    """Sentences of words, not parsed; `paragraphs` are the sentences that begin one, from 0."""
    begins = frozenset(paragraphs)
    given = [_given(n, words, n - 1 in begins) for n, words in enumerate(sentences, 1)]
    return Discourse(tuple(given), name)


def _given(number: int, words: Sequence[str], begins_paragraph: bool) -> Utterance:  # noqa: FBT001
    parsed = " ".join(f"x/X/root/{0 if n == 0 else 1}" for n in range(len(words)))
    blank = Utterance.of(parsed, number=number, begins_paragraph=begins_paragraph)
    return replace(blank, forms=tuple(words), lemmas=tuple(map(str.lower, words)))


def chains(file: str, heard: Heard) -> Iterator[tuple[Discourse, Gold]]:
    """The documents of a file of data/more: "craft", "vispro_valtest", "email_seed"."""
    with lzma.open(DATA / "more" / f"{file}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            mentions = {
                _span(span): str(n) for n, chain in enumerate(row["chains"]) for span in chain
            }
            nobody = map(_span, [*row.get("nonreferential", ()), *row.get("no_antecedent", ())])
            given = given_words(row["doc"], row["sentences"], row["paragraph_starts"] or ())
            yield heard(given), Chains(row["doc"], mentions, nobody)


def _span(span: Sequence[int]) -> Span:
    sentence, start, end = span
    return sentence + 1, start + 1, end
