"""What each group of factors is worth on GUM dev, and how reliable confidences are.

Run as: python -m bench.ablations [docs/accuracy-ablations.md docs/reliability.svg]
Every row is trained anew on GUM train without the factors of a group (one seed, fewer rounds than
what is shipped, history fixed to gold, so compare rows with the first row only), and measured on
dev. The diagram shows the shipped weights on dev.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from hearer.algorithms.factors import NAMES
from hearer.algorithms.weighted_s_list import probabilities
from hearer.algorithms.weights import SIZES, weights
from training.boosting import SEEDS, Floats, Triple, boost
from training.ranker import NOBODY
from training.ranker_examples import Genres, Pronoun, examples, gum, observe, report

ROUNDS = 400
GROUPS: Mapping[str, tuple[str, ...]] = {
    "nothing": (),
    "form": ("form", "form of the latest noun phrase"),
    "grammatical role": ("role", "pronoun's role", "parallel role", "a predicate"),
    "distance": ("sentences back", "words back", "rank by recency"),
    "clauses": ("clause", "in a subordinate clause", "fronted or in a heading"),
    "agreement": ("number", "gender"),
    "sort": ("sort", "governor takes"),
    "history": ("mentions", "times subject", "called so before", "most mentioned"),
    "rivals": ("how many pass the test", "first in its sentence to pass", "nearest that passes"),
    "speech and paragraphs": ("direct speech", "new paragraph"),
    "pleonastic cues": ("pleonastic pattern", "predicate of the pronoun", "intensifier"),
    "what the governor takes": ("governor takes",),
    "status": ("status",),
}


def main() -> None:
    """Write the table and the diagram."""
    table, diagram = map(
        Path, sys.argv[1:3] or ("docs/accuracy-ablations.md", "docs/reliability.svg")
    )
    dev = list(gum("dev", Genres.ALL))
    diagram.write_text(drawn(bins(observe(dev, weights()))), encoding="utf-8")
    train_seen, dev_seen = observe(gum("train"), None), observe(dev, None)
    lines = [
        "| left out | accuracy | precision | F1 | false positives |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, left_out in GROUPS.items():
        lines.append(row(name, without(train_seen, left_out), without(dev_seen, left_out)))
        table.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(lines[-1], flush=True)


def without(pronouns: Sequence[Pronoun], names: Sequence[str]) -> list[Pronoun]:
    """The same pronouns with nothing to say in some factors."""
    hidden = frozenset(map(NAMES.index, names))
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


def row(name: str, train: Sequence[Pronoun], dev: Sequence[Pronoun]) -> str:
    """One line of the table."""
    tables = boost(examples(train), SIZES, rounds=ROUNDS, search=200, seeds=SEEDS[:1])
    scored = [replace(pronoun, scores=scores(tables, pronoun)) for pronoun in dev]
    told = report(name, scored, NOBODY).partition(": ")[2].partition(" (")[0]
    figures = [f"{100 * float(part.split()[-1]):.1f}" for part in told.split(", ")]
    return f"| {name} | {' | '.join(figures)} |"


def scores(tables: Mapping[Triple, Floats], pronoun: Pronoun) -> tuple[float, ...]:
    """What the candidates of a pronoun weigh."""
    values = np.array(pronoun.values)
    total = np.zeros(len(values))
    for triple, table in tables.items():
        total += table[tuple(values[:, factor] for factor in triple)]
    return tuple(total.tolist())


def bins(pronouns: Sequence[Pronoun]) -> list[tuple[float, float, int]]:
    """(mean confidence, share right, how many) of what is resolved, in ten bins."""
    judged: list[tuple[float, bool]] = []
    for pronoun in pronouns:
        shares = probabilities(pronoun.scores)
        if pronoun.chosen < len(shares) - 1:
            judged.append((shares[pronoun.chosen], pronoun.right[pronoun.chosen]))
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
