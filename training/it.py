"""Train the judge of *it*: python -m training.it writes lexicon/it.txt, and tells how good it is.

From GUM train (the genres that may be shipped), EWT train, half the documents of VisPro and CRAFT,
all read anew by encoders that have not seen them, and from frames of our own (it_lessons.txt). What
the other halves, the dev parts and the genres held out are judged to be is reported.

GUM says of an *it* that it is expletive, that it is mentioned before, or neither (it is vague, or
an idiom): the last counts less. EWT calls expletive what is extraposed, and not even always:
where a pattern says that an *it* stands for nothing and EWT does not, nothing is learnt.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

import hearer
from hearer.analysis.exclude import is_expletive, is_pleonastic_it
from hearer.analysis.pleonastic import said_of
from hearer.model import Discourse, Utterance
from hearer.model.lexicon import entries
from hearer.model.tree import Tree
from training.ears import Ear, ear_for, shipped_ear
from training.encoder.settings import fold_of
from training.lexicons import DATA, LEXICON
from training.ranker_examples import Genres
from training.ranker_gold import gold_documents
from training.words import given_words

LESSONS = Path(__file__).with_name("it_lessons.txt")
SLOT = re.compile(r"\{([^}]*)\}|@(\w+)")
IRREGULAR = {
    "find": "found", "know": "known", "prove": "proven", "say": "said", "show": "shown",
    "think": "thought", "understand": "understood",
}  # fmt: skip
NO_ADJECTIVES = frozenset("best easiest hardest pity shame thanks time wonder worst worth".split())
FEWEST = 24  # sentences of a frame with several slots
WEIGHTS = {"gum": 1.5, "ewt": 0.7, "craft": 0.7, "vispro_valtest": 0.3, "lessons": 0.25}
LOOK_ALIKES = 4  # lessons of what refers are fewer
VAGUE = 0.3  # what stands for nothing and is no expletive
WITHOUT_MEANING = 0.3  # everything is learnt once more as who has no encoder sees it
USUAL = frozenset({"corpus gum", "corpus lessons"})  # as often as everywhere
LEAST = 3  # examples of what is weighed
RIDGES = {"bias": 0.01, "word": 4.0, "other": 2.0}
SMALLEST = 20  # thousandths: what is worth less is not written


@dataclass(frozen=True)
class It:
    """An *it* in its utterance, whether it stands for nothing, and whether that is vague."""

    corpus: str
    document: str
    utterance: Utterance
    word: int
    is_nothing: bool
    is_vague: bool = False


def main() -> None:
    """Train, write what everything is worth, and report."""
    learnt, by_corpus = [*lessons()], defaultdict[str, list[It]](list)
    for it in annotated():
        (by_corpus[it.corpus] if is_apart(it) else learnt).append(it)
    worth = fitted([*weighted(learnt)])
    lines = (f"{name} {value}" for name, value in sorted(worth.items()))
    (LEXICON / "it.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for it in held_out():
        by_corpus[it.corpus].append(it)
    for corpus, its in by_corpus.items():
        sys.stdout.write(f"{corpus}: {report(its, worth)}\n")


# What is annotated ----------------------------------------------------------------------------


def annotated() -> Iterator[It]:
    """What may train, read by encoders that have not seen it."""
    yield from gum("train", Genres.FREE, ear_for, "gum")
    yield from ewt("train", ear_for, "ewt")
    yield from more("craft")
    yield from more("vispro_valtest")


def held_out() -> Iterator[It]:
    """What trains nothing."""
    yield from gum("dev", Genres.ALL, shipped_ear, "gum dev")
    yield from gum("train", Genres.HELD_OUT, shipped_ear, "gum, genres held out")
    yield from ewt("dev", shipped_ear, "ewt dev")


def is_apart(it: It) -> bool:
    """Whether a document of VisPro or CRAFT is for reporting."""
    return it.corpus in {"craft", "vispro_valtest"} and fold_of(f"half {it.document}", 2) == 1


def gum(part: str, genres: Genres, ear: Ear, corpus: str) -> Iterator[It]:
    """Those of GUM: what is expletive or mentioned once stands for nothing."""
    for path in sorted((DATA / "gum" / part).glob("*.conllu")):
        if not genres.has(path.stem.split("_")[1]):
            continue
        golds = {gold.name: gold for gold in gold_documents(path)}
        for given in hearer.read(str(path)):
            for n, word, is_expl in its_of(given):
                status = golds[given.name].status(n + 1, word)
                if is_expl or status in {"anaphoric", "no_mention", "only_mention"}:
                    is_nothing, utterance = status != "anaphoric", read_anew(given, n, ear)
                    is_vague = is_nothing and not is_expl
                    yield It(corpus, given.name, utterance, word, is_nothing, is_vague)


def ewt(part: str, ear: Ear, corpus: str) -> Iterator[It]:
    """Those of EWT: what is expletive stands for nothing."""
    for given in hearer.read(str(DATA / "ewt" / f"{part}.conllu")):
        for n, word, is_expl in its_of(given):
            yield It(corpus, given.name, read_anew(given, n, ear), word, is_expl)


def more(file: str) -> Iterator[It]:
    """Those of a file of data/more: non-referential, or in a chain."""
    with lzma.open(DATA / "more" / f"{file}.jsonl.xz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            given = given_words(row["doc"], row["sentences"], row["paragraph_starts"] or ())
            nothing = {tuple(span) for span in row["nonreferential"]}
            chained = {tuple(span) for chain in row["chains"] for span in chain}
            for n, word, _ in its_of(given):
                if (span := (n, word - 1, word)) in nothing | chained:
                    utterance = read_anew(given, n, ear_for)
                    yield It(file, row["doc"], utterance, word, span in nothing)


def its_of(given: Discourse) -> Iterator[tuple[int, int, bool]]:
    """Each *it*: its utterance, counted from 0, its word, from 1, and if it is an expletive."""
    for n, utterance in enumerate(given.utterances):
        words = zip(utterance.forms, utterance.relations, strict=True)
        for word, (form, relation) in enumerate(words, 1):
            if form.lower() == "it":
                yield n, word, relation.startswith("expl")


def read_anew(given: Discourse, n: int, ear: Ear) -> Utterance:
    """One utterance of a document, as an encoder reads it."""
    alone = replace(given, utterances=given.utterances[n : n + 1])
    return ear(given.name).parse_words(alone).utterances[0]


# Lessons of our own ---------------------------------------------------------------------------


def lessons() -> Iterator[It]:
    """The sentences of our own frames; the first *it* of each is judged."""
    frames = [line for line in LESSONS.read_text("utf-8").splitlines() if line[:1] in {"+", "-"}]
    for frame in frames:
        for sentence in sentences(frame[2:]):
            heard = Discourse(tuple(shipped_ear("").parse(sentence)))
            for n, word, _ in islice(its_of(heard), 1):
                yield It("lessons", "", heard.utterances[n], word, frame[0] == "+")


def sentences(frame: str) -> Iterator[str]:
    """The sentences of a frame: each slot goes through what it can hold, at its own pace.

    >>> list(sentences("It {rains|snowed}."))
    ['It rains.', 'It snowed.']
    """
    slots = [_choices(match[1], match[2]) for match in SLOT.finditer(frame)]
    most = max(map(len, slots), default=1)
    for n in range(most if len(slots) < 2 else max(most, FEWEST)):
        chosen = iter([slot[(n + n // len(slot) * k) % len(slot)] for k, slot in enumerate(slots)])
        yield SLOT.sub(lambda _, chosen=chosen: next(chosen), frame)  # type: ignore[misc]


def _choices(alternatives: str | None, name: str) -> Sequence[str]:
    if alternatives is not None:
        return alternatives.split("|")
    if name == "modal":
        return sorted(entries("modal_adjectives") - NO_ADJECTIVES)
    verbs = sorted(entries("cognitive_verbs"))
    return [IRREGULAR.get(verb, verb.removesuffix("e") + "ed") for verb in verbs]


# Fitting --------------------------------------------------------------------------------------


class Example(NamedTuple):
    """What is said of an *it*, whether it stands for nothing, and how much it counts."""

    names: frozenset[str]
    is_nothing: bool
    weight: float


def weighted(its: Iterable[It]) -> Iterator[Example]:
    """Examples, with a name for the corpus: it takes the blame for how often each has such *it*."""
    for it in its:
        if it.corpus == "ewt" and not it.is_nothing and looks_pleonastic(it):
            continue
        weight = WEIGHTS[it.corpus] * (VAGUE if it.is_vague else 1.0)
        if it.corpus == "lessons" and not it.is_nothing:
            weight *= LOOK_ALIKES
        blind = replace(it.utterance, meanings=())
        for utterance, share in ((it.utterance, 1.0), (blind, WITHOUT_MEANING)):
            names = {*said_of(Tree(utterance), it.word), "bias", f"corpus {it.corpus}"}
            yield Example(frozenset(names), it.is_nothing, weight * share)


def looks_pleonastic(it: It) -> bool:
    """Whether a pattern says that it stands for nothing."""
    tree = Tree(it.utterance)
    return is_pleonastic_it(tree, it.word) or is_expletive(tree, it.word)


def fitted(examples: Sequence[Example]) -> dict[str, int]:
    """What each thing said of *it* is worth, in thousandths: a logistic regression with a ridge."""
    counted = Counter(name for example in examples for name in example.names)
    names = sorted(name for name, n in counted.items() if n >= 2 * LEAST and name not in USUAL)
    place = {name: n for n, name in enumerate(names)}
    rows = np.zeros((len(examples), len(names)))
    for n, example in enumerate(examples):
        rows[n, [place[name] for name in example.names if name in place]] = 1.0
    weights = np.array([example.weight for example in examples])
    right = np.array([float(example.is_nothing) for example in examples])
    ridge, found = np.array([_ridge(name) for name in names]), np.zeros(len(names))
    for _ in range(15):  # steps of Newton's method
        share = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (weights * (right - share)) - ridge * found
        bend = (rows * (weights * share * (1 - share))[:, None]).T @ rows + np.diag(ridge)
        found = found + np.linalg.solve(bend, slope)
    thousandths = {name: round(1000 * float(found[n])) for name, n in place.items()}
    return {
        name: value
        for name, value in thousandths.items()
        if " " not in name and (abs(value) >= SMALLEST or name == "bias")
    }


def _ridge(name: str) -> float:
    if name == "bias" or name.startswith("corpus "):
        return RIDGES["bias"]
    is_plain = ":" not in name or name.startswith(("follows:", "meaning:", "before:"))
    return RIDGES["other" if is_plain else "word"]


# The report -----------------------------------------------------------------------------------


def report(its: Sequence[It], worth: dict[str, int]) -> str:
    """Precision and recall of what stands for nothing, by the patterns and by the judge."""

    def judged(it: It) -> bool:
        said = set(said_of(Tree(it.utterance), it.word))
        return worth["bias"] + sum(worth.get(name, 0) for name in said) >= 0

    parts = {"": its, ", vague ones left out": [it for it in its if not it.is_vague]}
    found = list[str]()
    for which, part in parts.items():
        for name, is_so in (("patterns", looks_pleonastic), ("judge", judged)):
            said = [it for it in part if is_so(it)]
            right = sum(it.is_nothing for it in said)
            precision = right / max(1, len(said))
            recall = right / max(1, sum(it.is_nothing for it in part))
            found.append(f"{name}{which}: P {100 * precision:.1f} R {100 * recall:.1f}")
    return "; ".join(found)


if __name__ == "__main__":
    main()
