"""GAP: F1 on masculine and feminine pronouns, and the bias between them.

    judged         an example, as it was understood
    score_gap      examples, resolved by an algorithm
    gap_table      F1 by gender, bias and overall, as the GAP paper has them

A name is predicted to be the referent when the pronoun's chain has a mention that overlaps it, or
one of the same words (the chain may take up another mention of the name).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from hearer import parsers
from hearer.evaluation.experiment import GOLD, Setup, mapped
from hearer.evaluation.rates import PrecisionRecall
from hearer.formats.gap import GapExample, GapName
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, ReferringExpression, Utterance
from hearer.model.pronouns import THIRD_PERSON
from hearer.report.progress import Tell
from hearer.report.table import Table, percent

BATCH = 64  # examples that one process parses together
NOTHING = {"M": PrecisionRecall(), "F": PrecisionRecall()}
ByGender = dict[str, PrecisionRecall]


def score_gap(
    examples: Sequence[GapExample], setup: Setup, *, processes: int = 1, tell: Tell | None = None
) -> dict[str, ByGender]:
    """The scores of each algorithm, by gender."""
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
    """The texts are raw, so somebody has to parse them: ours, unless another is named."""
    parser = parsers.find("english" if setup.parse == GOLD else setup.parse)
    scores = []
    for example in examples:
        discourse = Discourse(tuple(parser.parse(example.text)), example.name)
        for algorithm in setup.algorithms:
            found = listen(discourse, profile=setup.heard_with(algorithm))
            scores.append((algorithm, gender_of(example), judged(found, example)))
    return scores


def gender_of(example: GapExample) -> str:
    """M or F, as the pronoun is."""
    return "M" if THIRD_PERSON.get(example.pronoun.lower()) == "he" else "F"


def judged(found: Interpretation, example: GapExample) -> PrecisionRecall:
    """The answers about the two names of an example."""
    chain = _chain(found, example)
    said = [name for name in (example.a, example.b) if any(_is(name, *one) for one in chain)]
    true = [name for name in (example.a, example.b) if name.is_referent]
    right = sum(name.is_referent for name in said)
    return PrecisionRecall.of(right, said=len(said), true=len(true))


def _chain(found: Interpretation, example: GapExample) -> list[tuple[range, str]]:
    """Where the other mentions of what the pronoun refers to stand, and their words."""
    utterances = {utterance.number: utterance for utterance in found.discourse.utterances}
    for chain in found.chains:
        places = [_place(utterances[e.utterance], e) for e in chain.expressions]
        if any(example.offset == place.start for place, _ in places):
            return [(place, text) for place, text in places if place.start != example.offset]
    return []


def _place(utterance: Utterance, expression: ReferringExpression) -> tuple[range, str]:
    """The offsets of the head and its name, not of all that modifies it."""
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
    """F1 on masculine and feminine pronouns, bias (F/M), and overall."""
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
