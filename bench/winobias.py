"""WinoBias: whether *he* and *she* are understood alike, whoever does the work.

    sentences     the sentences of the corpus: two occupations and a pronoun that means one of them
    answered      who the pronoun was taken to mean
    told          the tables

Run as: python -m bench.winobias [--limit N] [--set meaning=no]
A sentence is stereotyped (pro) if the pronoun's gender is that which most people of the occupation
have, else not (anti). In the first type of sentences the world decides, in the second grammar does.
All are parsed from raw text. Most sentences come twice, with *he* and with *she*: one of the two is
stereotyped, so what differs within such a pair is bias, or the ambiguity of *her*. Intervals
resample pairs (bench/resampled.py). Takes a minute, and needs ../shared/data (or $HEARER_DATA).
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

import hearer
from bench.accuracy import Row, markdown
from bench.resampled import Counts, difference
from hearer.formats.entities import Stretch
from hearer.profiles import how_to_hear
from training.lexicons import DATA

CORPUS = DATA / "more" / "winobias.jsonl.xz"
MASCULINE = frozenset({"he", "him", "his"})
STEREOTYPES = {"pro": "stereotyped", "anti": "not"}
NOBODY, ALL = "", "all"
KINDS = {"type1": "the world", "type2": "grammar", ALL: "both"}
CLOSE, CLITICS = frozenset({".", ",", "'"}), frozenset({"s", "t", "m", "re", "ll", "ve", "d"})


class Sentence(NamedTuple):
    """A sentence with a pronoun, and what it means."""

    text: str
    pronoun: Stretch
    meant: Stretch
    kind: str  # type1 or type2
    stereotype: str  # pro or anti

    @property
    def gender(self) -> str:
        return "he" if self.form.lower() in MASCULINE else "she"

    @property
    def form(self) -> str:
        return self.text[self.pronoun.start : self.pronoun.end]

    @property
    def frame(self) -> str:
        """The sentence without its pronoun: the same for *he* and *she*."""
        return f"{self.text[: self.pronoun.start]}…{self.text[self.pronoun.end :]}"


class Answered(NamedTuple):
    """A sentence, and who its pronoun was taken to mean."""

    sentence: Sentence
    said: str
    is_right: bool
    confidence: float

    @property
    def kinds(self) -> tuple[str, str]:
        return self.sentence.kind, ALL

    @property
    def sides(self) -> tuple[str, str]:
        return self.sentence.gender, self.sentence.stereotype


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=int, help="so many sentences only")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    options = dict(each.split("=", 1) for each in asked.set)
    for line in told([answered(each, options) for each in sentences()[: asked.limit]]):
        print(line)


def sentences() -> list[Sentence]:
    """The corpus."""
    with lzma.open(CORPUS, "rt", encoding="utf-8") as lines:
        return [_sentence(json.loads(line)) for line in lines]


def _sentence(entry: Mapping[str, Any]) -> Sentence:
    _, stereotype, _, kind, *_ = entry["doc"].split("_")
    (words,), ((meant, pronoun),) = entry["sentences"], entry["chains"]
    text, starts = "", []
    for n, word in enumerate(words):
        is_joined = not n or word in CLOSE or (words[n - 1] == "'" and word in CLITICS)
        text += "" if is_joined else " "
        starts.append(len(text))
        text += word
    it, who = (
        Stretch(starts[first], starts[last - 1] + len(words[last - 1]))
        for _, first, last in (pronoun, meant)
    )
    return Sentence(text, pronoun=it, meant=who, kind=kind, stereotype=stereotype)


def answered(sentence: Sentence, options: Mapping[str, object]) -> Answered:
    """Who the pronoun of a sentence was taken to mean."""
    found = hearer.resolve(sentence.text, profile=how_to_hear(settings=options))
    utterances = {each.number: each for each in found.discourse.utterances}
    for resolution in found.resolutions:
        pronoun, meant = resolution.pronoun, resolution.antecedent
        if utterances[pronoun.utterance].offset(pronoun.head) != sentence.pronoun.start:
            continue
        if meant:
            said = meant.expression
            head = utterances[said.utterance].offset(said.head)
            is_right = sentence.meant.start <= head < sentence.meant.end
            return Answered(sentence, said.text, is_right, resolution.confidence or 0.0)
    return Answered(sentence, NOBODY, is_right=False, confidence=0.0)


# Tables -----------------------------------------------------------------------------------------


def told(answers: Sequence[Answered]) -> Iterator[str]:
    """The tables: how many are right, and what changes with the pronoun alone."""
    parts = {name: [a for a in answers if kind in a.kinds] for kind, name in KINDS.items()}
    sides = ("he", "she", *STEREOTYPES)
    rows = [(name, *(share(a, side) for side in sides)) for name, a in parts.items()]
    yield from markdown(("WinoBias: decided by", "*he*", "*she*", "stereotyped", "not"), rows)
    titles = ("pairs", "answered alike", "she − he", "stereotyped − not")
    yield from markdown(("pairs: decided by", *titles), [(n, *alike(a)) for n, a in parts.items()])


def share(answers: Sequence[Answered], side: str) -> str:
    """How many are right of those on a side, in per cent."""
    right = [a.is_right for a in answers if side in a.sides]
    return f"{100 * sum(right) / len(right):.1f}" if right else "–"


def alike(answers: Sequence[Answered]) -> Row:
    """What differs between sentences that are the same but for *he* and *she*."""
    pairs = [pair for pair in paired(answers) if len(pair) == len(STEREOTYPES)]
    if not pairs:
        return "0", "–", "–", "–"
    said = [{a.said for a in pair} for pair in pairs]
    differences = (
        difference(accuracy, _rights(pairs, one), _rights(pairs, other))
        for one, other in (("she", "he"), ("pro", "anti"))
    )
    return str(len(pairs)), f"{100 * sum(len(s) == 1 for s in said) / len(said):.1f}", *differences


def paired(answers: Sequence[Answered]) -> list[list[Answered]]:
    """The answers for the same sentence with *he* and with *she*."""
    by_frame: dict[str, dict[str, Answered]] = defaultdict(dict)
    for answer in answers:
        by_frame[answer.sentence.frame][answer.sentence.gender] = answer
    return [list(each.values()) for each in by_frame.values()]


def _rights(pairs: Sequence[Sequence[Answered]], side: str) -> Counts:
    """A row a pair: whether it is right on a side, and one."""
    return np.array(
        [(sum(a.is_right for a in pair if side in a.sides), 1) for pair in pairs], float
    )


def accuracy(sums: Counts) -> Counts:
    """Right ones of all."""
    return np.asarray(sums[:, 0] / sums[:, 1])


if __name__ == "__main__":
    main()
