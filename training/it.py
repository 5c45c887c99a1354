"""Train the judge of *it*: python -m training.it writes lexicon/it.txt, and tells how good it is.

From GUM train (the genres that may be shipped), EWT train, half the documents of VisPro and CRAFT,
all read anew by encoders that have not seen them, and from frames of our own (it_lessons.txt). The
other halves measure it; for GUM, the false positives of bench.accuracy tell.

GUM says of an *it* that it is expletive, that it is mentioned before, or neither (it is vague, or
an idiom): the last counts less. EWT calls expletive what is extraposed, and not even always:
where a pattern says that an *it* stands for nothing and EWT does not, nothing is learnt.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import hearer
from hearer.analysis.exclude import is_expletive, is_pleonastic_it
from hearer.analysis.pleonastic import said_of
from hearer.model import Discourse, Utterance
from hearer.model.tree import Tree
from training.conllu import DATA
from training.ears import as_given, ear_for, shipped_ear
from training.encoder.settings import fold_of
from training.gold import Gold, chains, gum
from training.logistic import fitted

LESSONS = Path(__file__).with_name("it_lessons.txt")
LEXICON = Path(__file__).parents[1] / "src" / "hearer" / "analysis" / "lexicon"
LIST, SLOT = re.compile(r"^(@\w+) = (.*)$", re.MULTILINE), re.compile(r"\{([^}]*)\}")
FEWEST = 24  # sentences of a frame with several slots
WEIGHTS = {"gum": 1.5, "ewt": 0.7, "craft": 0.7, "vispro_valtest": 0.3, "lessons": 0.25}
HALVED = ("craft", "vispro_valtest")  # corpora of which one half measures
LOOK_ALIKES = 4  # lessons of what refers are fewer
VAGUE = 0.3  # what stands for nothing and is no expletive
WITHOUT_MEANING = 0.3  # everything is learnt once more as who has no encoder sees it
USUAL = frozenset({"corpus gum", "corpus lessons"})  # as often as everywhere
LEAST = 6  # examples of what is weighed
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
    """Train, write what everything is worth, and tell how good it is on the other halves."""
    learnt, apart = [*lessons()], list[It]()
    for it in annotated():
        is_apart = it.corpus in HALVED and fold_of(f"half {it.document}", 2) == 1
        (apart if is_apart else learnt).append(it)
    worth = trained(learnt)
    lines = (f"{name} {value}" for name, value in sorted(worth.items()))
    (LEXICON / "it.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for corpus in HALVED:
        print(f"{corpus}: {report([it for it in apart if it.corpus == corpus], worth)}")


# What is annotated ----------------------------------------------------------------------------


def annotated() -> Iterator[It]:
    """Yield what may train, read by encoders that have not seen it."""
    yield from its("gum", gum("train"))
    ewt = hearer.read(str(DATA / "ewt" / "train.conllu"))
    yield from its("ewt", ((given, None) for given in ewt))
    for corpus in HALVED:
        yield from its(corpus, chains(corpus, as_given))


def its(corpus: str, documents: Iterable[tuple[Discourse, Gold | None]]) -> Iterator[It]:
    """Yield each *it* that the annotation says something of, parsed anew in its utterance.

    EWT has no mentions (None): what is no expletive refers.
    """
    for given, gold in documents:
        for n, word, is_expl in its_of(given):
            refers = gold.refers(n + 1, word) if gold else not is_expl
            if refers is None and not is_expl:
                continue
            alone = replace(given, utterances=given.utterances[n : n + 1])
            (utterance,) = ear_for(given.name).parse_words(alone).utterances
            is_vague = corpus == "gum" and not refers and not is_expl
            yield It(corpus, given.name, utterance, word, not refers, is_vague)


def its_of(given: Discourse) -> Iterator[tuple[int, int, bool]]:
    """Yield each *it*: its utterance, counted from 0, its word, from 1, and if it is expletive."""
    for n, utterance in enumerate(given.utterances):
        words = zip(utterance.forms, utterance.relations, strict=True)
        for word, (form, relation) in enumerate(words, 1):
            if form.lower() == "it":
                yield n, word, relation.startswith("expl")


# Lessons of our own ---------------------------------------------------------------------------


def lessons() -> Iterator[It]:
    """Yield the first *it* of each sentence of our own frames."""
    text = LESSONS.read_text("utf-8")
    for name, choices in LIST.findall(text):
        text = text.replace(name, choices)
    for frame in (line for line in text.splitlines() if line.startswith(("+", "-"))):
        for sentence in sentences(frame[2:]):
            heard = Discourse(tuple(shipped_ear("").parse(sentence)))
            for n, word, _ in islice(its_of(heard), 1):
                yield It("lessons", "", heard.utterances[n], word, frame[0] == "+")


def sentences(frame: str) -> Iterator[str]:
    """Yield the sentences of a frame: each slot goes through what it can hold, at its own pace.

    >>> list(sentences("It {rains|snowed}."))
    ['It rains.', 'It snowed.']
    """
    slots = [choices.split("|") for choices in SLOT.findall(frame)]
    most = max(map(len, slots), default=1)
    for n in range(most if len(slots) < 2 else max(most, FEWEST)):
        chosen = iter([slot[(n + n // len(slot) * k) % len(slot)] for k, slot in enumerate(slots)])
        yield SLOT.sub(lambda _, chosen=chosen: next(chosen), frame)  # type: ignore[misc]


# Fitting --------------------------------------------------------------------------------------


def trained(learnt: Iterable[It]) -> dict[str, int]:
    """Return what each thing said of *it* is worth, in thousandths."""
    rows, right, weights = list[set[str]](), list[bool](), list[float]()
    for it in learnt:
        tree = Tree(it.utterance)
        looks_pleonastic = is_pleonastic_it(tree, it.word) or is_expletive(tree, it.word)
        if it.corpus == "ewt" and not it.is_nothing and looks_pleonastic:
            continue
        weight = WEIGHTS[it.corpus] * (VAGUE if it.is_vague else 1.0)
        if it.corpus == "lessons" and not it.is_nothing:
            weight *= LOOK_ALIKES
        blind = replace(it.utterance, meanings=())
        for utterance, share in ((it.utterance, 1.0), (blind, WITHOUT_MEANING)):
            # The corpus takes the blame for how often it has such *it*.
            rows.append({*said_of(Tree(utterance), it.word), "bias", f"corpus {it.corpus}"})
            right.append(it.is_nothing)
            weights.append(weight * share)
    counted = Counter(name for row in rows for name in row)
    known = {name for name, n in counted.items() if n >= LEAST} - USUAL
    found = fitted([dict.fromkeys(row & known, 1.0) for row in rows], right, _ridge, weights)
    worth = {name: round(1000 * value) for name, value in found.items() if " " not in name}
    return {n: value for n, value in worth.items() if abs(value) >= SMALLEST or n == "bias"}


def _ridge(name: str) -> float:
    if name == "bias" or name.startswith("corpus "):
        return 0.01
    is_plain = ":" not in name or name.startswith(("follows:", "meaning:", "before:"))
    return 2.0 if is_plain else 4.0


def report(its: Sequence[It], worth: Mapping[str, int]) -> str:
    """Return precision and recall of what is judged to stand for nothing."""
    right = judged = 0
    for it in its:
        said = set(said_of(Tree(it.utterance), it.word))
        is_judged = worth["bias"] + sum(worth.get(name, 0) for name in said) >= 0
        judged += is_judged
        right += is_judged and it.is_nothing
    asked = sum(it.is_nothing for it in its)
    return f"P {100 * right / max(1, judged):.1f} R {100 * right / max(1, asked):.1f}"


if __name__ == "__main__":
    main()
