"""What each group of factors and each part of the analysis is worth, and each confidence.

Run as: python -m bench.ablations [docs/ablations.md docs/reliability.svg]
Measured on GUM dev and on the genres of GUM train that nothing is trained on. Factors: every row is
trained anew on the rest of GUM train without a group (one seed, fewer rounds than what is shipped,
history fixed to gold, so compare rows with the first row only). Analysis: the shipped weights, with
one option switched off. The diagram shows the shipped weights on dev. All of it on gold parses, and
without the factor of meaning: what that and the rest of the encoder are worth is in encoder.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from hearer.algorithms.weighted.factors import FACTORS, NAMED
from hearer.algorithms.weighted.values import PronounClass
from hearer.algorithms.weighted.weights import weights
from training.boosting import SEEDS, Effort, Floats, Triple, boost
from training.ranker import NOBODY, SIZES
from training.ranker_examples import Documents, Genres, Pronoun, examples, gum, observe, report
from training.trust import confidence_of

EFFORT = Effort(rounds=300, search=150, seeds=SEEDS[:1])
GROUPS: Mapping[str, tuple[str, ...]] = {
    "nothing": (),
    "form": ("form", "form of the latest noun phrase"),
    "grammatical role": ("role", "pronoun's role", "parallel role", "a predicate"),
    "distance": ("sentences back", "words back", "rank by recency"),
    "clauses": ("clause", "in a subordinate clause", "fronted or in a heading"),
    "agreement": ("number", "gender"),
    "sort": ("sort", "governor takes"),
    "history": (
        "mentions", "times subject", "called so before", "most mentioned",
        "meant by the latest pronoun like this",
    ),
    "rivals": ("how many pass the test", "first in its sentence to pass", "nearest that passes"),
    "speech and paragraphs": ("direct speech", "speaker", "new paragraph"),
    "pleonastic cues": (
        "pleonastic pattern", "stands for nothing", "predicate of the pronoun", "intensifier",
    ),
    "what the governor takes": ("governor takes",),
    "status": ("status",),
}  # fmt: skip
OPTIONS: Mapping[str, Mapping[str, object]] = {
    "nothing": {},
    "`likeness`": {"likeness": False},
    "`modifying_names`": {"modifying_names": False},
    "`naming`": {"naming": False},
    "`predication`": {"predication": False},
    "`speakers`": {"speakers": False},
    "`demonstratives`": {"demonstratives": False},
    "`ellipses`": {"ellipses": False},
    "`appositives`": {"appositives": False},
    "`strictness=lenient`": {"strictness": "strict"},
}
PRECISIONS = (0.8, 0.85, 0.9, 0.95)
PARTS = ("dev", "held out")
FIGURES = ("accuracy", "precision", "F1", "false positives")


def main() -> None:
    """Write the tables and the diagram."""
    table, diagram = map(Path, sys.argv[1:3] or ("docs/ablations.md", "docs/reliability.svg"))
    parts = [list(gum("dev", Genres.ALL)), list(gum("train", Genres.HELD_OUT))]
    shipped = [observe(part, weights()) for part in parts]
    diagram.write_text(drawn(bins(shipped[0])), encoding="utf-8")
    lines: list[str] = []
    for line in told(parts, shipped):
        lines.append(line)
        print(line, flush=True)
        table.write_text("\n".join(lines) + "\n", encoding="utf-8")


def told(parts: Sequence[Documents], shipped: Sequence[Sequence[Pronoun]]) -> Iterator[str]:
    """The page, line by line."""
    yield "# Ablations"
    yield "\nMade by `python -m bench.ablations`.\n"
    yield (__doc__ or "").partition("svg]")[2].strip()
    yield "\n## Precision on demand\n"
    yield from heading("`precision=`", ("precision", "coverage"))
    for asked in PRECISIONS:
        yield line_of(f"{asked:g}", [sure(part, asked) for part in shipped])
    yield "\nCoverage is the share of all third-person pronouns that is resolved."
    yield "\n## The analysis\n"
    yield from heading("left out", FIGURES)
    for name, options in OPTIONS.items():
        yield line_of(name, [figures(observe(part, weights(), **options)) for part in parts])
    yield "\n## Factors\n"
    yield from heading("left out", FIGURES)
    train, seen = observe(gum("train"), None), [observe(part, None) for part in parts]
    for name, left_out in GROUPS.items():
        tables = boost(examples(without(train, left_out)), SIZES, EFFORT)
        yield line_of(name, [scored(tables, without(part, left_out)) for part in seen])


def heading(first: str, columns: Sequence[str]) -> Iterator[str]:
    """The head of a table with the columns for each part."""
    names = [f"{part}: {column}" for part in PARTS for column in columns]
    yield f"| {first} | {' | '.join(names)} |"
    yield "| --- " * (len(names) + 1) + "|"


def line_of(name: str, parts: Sequence[Sequence[float]]) -> str:
    """A line of a table."""
    cells = [f"{100 * figure:.1f}" for part in parts for figure in part]
    return f"| {name} | {' | '.join(cells)} |"


def sure(seen: Sequence[Pronoun], precision: float) -> tuple[float, float]:
    """Precision and coverage of what is sure enough."""
    tables = weights()
    least, trusts = tables.confidence_for(precision), tables.trusts
    found = [confidence_of(pronoun, trusts) for pronoun in seen if pronoun.is_resolved]
    sure = [is_right for confidence, is_right in found if confidence >= least]
    return sum(sure) / max(1, len(sure)), len(sure) / len(seen)


def figures(seen: Sequence[Pronoun], nobody: float = 0.0) -> list[float]:
    """Accuracy, precision, F1 and false positives."""
    told = report("", seen, nobody).partition(": ")[2].partition(" (")[0]
    return [float(part.split()[-1]) for part in told.split(", ")]


def scored(tables: Mapping[Triple, Floats], seen: Sequence[Pronoun]) -> list[float]:
    """The figures of other weights for the same candidates."""
    return figures([replace(p, scores=biased(scores(tables, p), p)) for p in seen])


def biased(scores: Sequence[float], pronoun: Pronoun) -> tuple[float, ...]:
    """The same, with nobody as much less probable as the pronoun asks for."""
    which = tuple(PronounClass)[pronoun.values[-1][FACTORS.index(NAMED["pronoun"])] - 1]
    return (*scores[:-1], scores[-1] + NOBODY[which.words])


def without(pronouns: Sequence[Pronoun], names: Sequence[str]) -> list[Pronoun]:
    """The same pronouns with nothing to say in some factors."""
    hidden = frozenset(FACTORS.index(NAMED[name]) for name in names)
    return [
        replace(
            pronoun,
            values=tuple(
                [0 if n in hidden else value for n, value in enumerate(values)]
                for values in pronoun.values
            ),
        )
        for pronoun in pronouns
    ]


def scores(tables: Mapping[Triple, Floats], pronoun: Pronoun) -> tuple[float, ...]:
    """What the candidates of a pronoun weigh."""
    values = np.array(pronoun.values)
    total = np.zeros(len(values))
    for triple, table in tables.items():
        total += table[tuple(values[:, factor] for factor in triple)]
    return tuple(total.tolist())


def bins(pronouns: Sequence[Pronoun]) -> list[tuple[float, float, int]]:
    """(mean confidence, share right, how many) of what is resolved, in ten bins."""
    trusts = weights().trusts
    judged = [confidence_of(pronoun, trusts) for pronoun in pronouns if pronoun.is_resolved]
    found = []
    for step in range(10):
        inside = [each for each in judged if step / 10 <= each[0] < (step + 1) / 10 + (step == 9)]
        if inside:
            confidences, rights = zip(*inside, strict=True)
            found.append((float(np.mean(confidences)), float(np.mean(rights)), len(inside)))
    return found


def drawn(points: Sequence[tuple[float, float, int]]) -> str:
    """The reliability diagram: confidence to the right, share of right decisions upwards."""
    circles = "\n".join(
        f'<circle cx="{50 + 300 * x:.0f}" cy="{350 - 300 * y:.0f}" r="{2 + n**0.5 / 2:.1f}">'
        f"<title>{n} pronouns: confidence {x:.2f}, right {y:.2f}</title></circle>"
        for x, y, n in points
    )
    ticks = "\n".join(
        f'<text x="{50 + 3 * t}" y="370">{t}%</text><text x="15" y="{354 - 3 * t}">{t}%</text>'
        for t in (0, 50, 100)
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img"
aria-label="Reliability diagram: confidence and share of right decisions on GUM dev">
<g fill="none" stroke="#888"><rect x="50" y="50" width="300" height="300"/>
<path d="M50 350L350 50" stroke-dasharray="4"/></g>
<g font-family="sans-serif" font-size="11" fill="#555">
{ticks}
<text x="170" y="390">confidence</text><text x="50" y="40">right decisions</text></g>
<g fill="#2563eb" fill-opacity="0.7">
{circles}
</g></svg>
"""


if __name__ == "__main__":
    main()
