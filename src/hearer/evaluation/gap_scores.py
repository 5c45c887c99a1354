"""GAP: F1 on masculine and feminine pronouns, and the bias between them.

A name is predicted as the referent if the pronoun's chain has a mention that overlaps it, or one
with the same text (the chain may have another mention of the name).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from hearer import parsers
from hearer.evaluation.experiment import GOLD, Setup, mapped
from hearer.evaluation.statistics import PrecisionRecall
from hearer.formats.gap import GapExample, GapName
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, ReferringExpression, Utterance
from hearer.model.pronouns import THIRD_PERSON
from hearer.report.progress import Tell
from hearer.report.table import Table, percent

BATCH = 64  # examples that a process parses together
NOTHING = {"M": PrecisionRecall(), "F": PrecisionRecall()}
ByGender = dict[str, PrecisionRecall]


def score_gap(
    examples: Sequence[GapExample], setup: Setup, *, processes: int = 1, tell: Tell | None = None
) -> dict[str, ByGender]:
    """Return the scores of each algorithm, by gender."""
    batches = [examples[n : n + BATCH] for n in range(0, len(examples), BATCH)]
    work = partial(_score_batch, setup=setup)
    total = {algorithm: dict(NOTHING) for algorithm in setup.algorithms}
    for scores in mapped(work, batches, processes=processes, tell=tell):
        for algorithm, gender, score in scores:
            total[algorithm][gender] += score
    return total


def _score_batch(
    examples: Sequence[GapExample], setup: Setup
) -> list[tuple[str, str, PrecisionRecall]]:
    """Score examples, which are raw text; `english` parses them unless the setup names a parser."""
    how = setup.heard_with(setup.algorithms[0])
    parser = parsers.find(how.parser() if setup.parse == GOLD else setup.parse)
    scores = []
    for example in examples:
        discourse = Discourse(tuple(parser.parse(example.text)), example.name)
        for algorithm in setup.algorithms:
            found = listen(discourse, profile=setup.heard_with(algorithm))
            scores.append((algorithm, gender_of(example), judged(found, example)))
    return scores


def gender_of(example: GapExample) -> str:
    """Return M or F, by the pronoun."""
    return "M" if THIRD_PERSON.get(example.pronoun.lower()) == "he" else "F"


def judged(found: Interpretation, example: GapExample) -> PrecisionRecall:
    """Score the answers for the two names of an example."""
    chain = _chain(found, example)
    said = [name for name in (example.a, example.b) if any(_is(name, *one) for one in chain)]
    true = [name for name in (example.a, example.b) if name.is_referent]
    right = sum(name.is_referent for name in said)
    return PrecisionRecall.of(right, said=len(said), true=len(true))


def _chain(found: Interpretation, example: GapExample) -> list[tuple[range, str]]:
    """Return the offsets and texts of the other mentions in the chain of the pronoun."""
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    for chain in found.chains:
        places = [_place(utterances[e.utterance], e) for e in chain.expressions]
        if any(example.offset == place.start for place, _ in places):
            return [(place, text) for place, text in places if place.start != example.offset]
    return []


def _place(utterance: Utterance, expression: ReferringExpression) -> tuple[range, str]:
    """Return the offsets of the head, or of the name, without other modifiers."""
    n, text = expression.head, expression.text
    start, form = utterance.offset(n), utterance.forms[n - 1]
    if expression.first and text != form:
        at = utterance.text_between(expression.first, expression.last or n).find(text)
        if at >= 0:
            start, form = utterance.offset(expression.first) + at, text
    return range(start, start + len(form)), text


def _is(name: GapName, place: range, text: str) -> bool:
    overlaps = place.start < name.offset + len(name.text) and name.offset < place.stop
    return overlaps or text == name.text


def gap_table(scores: Mapping[str, ByGender]) -> Table:
    """Return F1 on masculine and feminine pronouns, bias (F/M), and overall F1."""
    rows = []
    for algorithm, by_gender in scores.items():
        masculine, feminine = by_gender["M"].f1, by_gender["F"].f1
        bias = feminine / masculine if masculine else 0.0
        overall = (by_gender["M"] + by_gender["F"]).f1
        shares = (percent(masculine), percent(feminine), f"{bias:.2f}", percent(overall))
        rows.append((algorithm, *shares))
    header = ("", "F1 masculine", "F1 feminine", "bias", "F1 overall")
    note = "Over both names of every example; texts parsed, nothing gold."
    return Table("gap", "GAP", header, tuple(rows), note=note)


def gap_headline(scores: Mapping[str, Mapping[str, PrecisionRecall]], examples: int) -> str:
    """Return the F1 of the best algorithm and of the next one, in one line.

    >>> gap_headline({"bfp": {"F": PrecisionRecall.of(1, said=2, true=2)}}, 3)
    'bfp has F1 50.0 % on 3 examples of GAP.'
    """
    overall = {name: sum(of.values(), PrecisionRecall()).f1 for name, of in scores.items()}
    best, *others = sorted(overall, key=lambda name: -overall[name])
    rival = f"; next {others[0]}, {percent(overall[others[0]])} %" if others else ""
    return f"{best} has F1 {percent(overall[best])} % on {examples:,} examples of GAP{rival}."
