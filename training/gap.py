"""GAP's pronouns (Apache 2.0), parsed by our own parser, as examples for training.

observe    the pronouns that are asked for, with their candidates

GAP says of two names whether a pronoun refers to them, and nothing of all other expressions. So a
candidate is right if the entity was called by the name that is; one that was never called by any
name may be the same person, and is left out. A pronoun that refers to neither name, or whose name
is no candidate, teaches nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from hearer import parsers
from hearer.algorithms.factors import NO_NOUN_PHRASE
from hearer.algorithms.weighted_s_list import Weighed, WeightedSList
from hearer.algorithms.weights import Weights
from hearer.formats import gap
from hearer.formats.gap import Example, Name
from hearer.hearing import Hearer
from hearer.model import Discourse, ReferringExpression, Utterance
from training.lexicons import DATA
from training.ranker_examples import PROFILE, Pronoun

DEVELOPMENT = DATA / "gap" / "gap-development.tsv"
Parsed = tuple[Example, Discourse]


def parsed(path: Path = DEVELOPMENT) -> list[Parsed]:
    """The examples of a file, and their texts parsed."""
    parser = parsers.find("english")
    examples = gap.parse(path.read_bytes()).examples
    return [(e, Discourse(tuple(parser.parse(e.text)), e.name)) for e in examples]


def observe(documents: Iterable[Parsed], weights: Weights | None) -> list[Pronoun]:
    """The pronouns asked for; with weights as they decide, else as gold does."""
    seen: list[Pronoun] = []
    for example, discourse in documents:
        if not (example.a.is_referent or example.b.is_referent):
            continue
        listener = Hearer(profile=PROFILE, algorithm="weighted-s-list", keep=False)
        algorithm = _Observed(listener._analyst.test)
        algorithm.weights = weights or Weights(())
        algorithm.example, algorithm.is_told, algorithm.seen = example, weights is None, seen
        algorithm.utterances = {u.number: u for u in discourse.utterances}
        algorithm.called = set()
        listener._algorithm = algorithm
        for word in discourse.words:
            listener.hear(word)
    return seen


class _Observed(WeightedSList):
    """The weighted S-list, keeping the candidates of the pronoun that is asked for."""

    example: Example
    is_told: bool
    seen: list[Pronoun]
    utterances: dict[int, Utterance]
    called: set[str]  # the entities that were called by the right name

    def _insert(self, expression: ReferringExpression, entity: str) -> None:
        is_nominal = not expression.is_pronoun
        if is_nominal and _bears(self._utterance(expression), expression, self._name):
            self.called.add(entity)
        super()._insert(expression, entity)

    @property
    def _name(self) -> Name:
        return self.example.a if self.example.a.is_referent else self.example.b

    def _utterance(self, expression: ReferringExpression) -> Utterance:
        return self.utterances[expression.utterance]

    def _weigh(self, pronoun: ReferringExpression, passing: Sequence[object]) -> Weighed:
        self._pronoun = pronoun
        return super()._weigh(pronoun, passing)  # type: ignore[arg-type]

    def _choose(self, weighed: Weighed) -> int:
        chosen = super()._choose(weighed)
        offset = self._utterance(self._pronoun).offset(self._pronoun.head)
        right = [standing.element.entity in self.called for standing in weighed.candidates]
        if offset != self.example.offset or not any(right):
            return chosen
        if self.is_told:
            chosen = right.index(True)
        self.seen.append(self._kept(weighed, right, chosen))
        return chosen

    def _kept(self, weighed: Weighed, right: list[bool], chosen: int) -> Pronoun:
        """The pronoun with those candidates of which something is known, and nobody."""
        last = len(right)
        known = [
            n
            for n, standing in enumerate(weighed.candidates)
            if right[n] or standing.noun_phrase != NO_NOUN_PHRASE
        ]
        known.append(last)
        return Pronoun(
            self.example.name,
            tuple(weighed.values[n] for n in known),
            tuple([*right, False][n] for n in known),
            True,
            known.index(chosen) if chosen in known else len(known) - 1,
            tuple(weighed.scores[n] for n in known),
        )


def _bears(utterance: Utterance, expression: ReferringExpression, name: Name) -> bool:
    """Whether the head of an expression stands in a name."""
    start = utterance.offset(expression.head)
    return name.offset <= start < name.offset + len(name.text)
