"""How far the decisions of the weighted S-list can be trusted: counted on what trained nothing.

A logistic regression of being right on the log odds of the share, for each kind of decision, drawn
towards that of all pronouns where there are few; what the form of an antecedent adds is shared by
all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from hearer.algorithms.weighted.answers import probabilities
from hearer.algorithms.weighted.factors import FACTORS, NAMED
from hearer.algorithms.weighted.trust import AS_IT_IS, Trusts, decision_kind, log_odds
from hearer.algorithms.weighted.values import ExpressionForm, PronounClass
from training.ranker_examples import Pronoun

PRONOUN, PRONOUN_FORM, FORM = (
    FACTORS.index(NAMED[name]) for name in ("pronoun", "pronoun's form", "form")
)
PRONOUNS, FORMS = tuple(PronounClass), tuple(ExpressionForm)
RIDGES = {"odds": 6.0, "judged": 2.0, "kind": 1.0, "form": 12.0, "": 0.01}
ROUNDS = 20
RAW = 0.008  # what is lost where words and sentences have to be found, too
FEW_SURE = 12  # in one part
LEAST_SURE = 25  # so many decisions tell how precise a confidence is
STEPS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)


def tempered(judged: Sequence[Pronoun]) -> dict[str, object]:
    """Trusts as they are stored, in thousandths."""
    rows = [_row(pronoun) for pronoun in judged]
    names = sorted({name for row in rows for name in row})
    place = {name: n for n, name in enumerate(names)}
    table = np.zeros((len(rows), len(names)))
    for n, row in enumerate(rows):
        table[n, [place[name] for name in row]] = list(row.values())
    right = np.array([float(is_right(pronoun)) for pronoun in judged])
    ridge = np.array([RIDGES[name.partition(" ")[0] if " " in name else ""] for name in names])
    found = np.zeros(len(names))
    for _ in range(ROUNDS):
        share = 1 / (1 + np.exp(-table @ found))
        bend = (table * (share * (1 - share))[:, None]).T @ table + np.diag(ridge)
        found = found + np.linalg.solve(bend, table.T @ (right - share) - ridge * found)
    return _stored({name: float(found[n]) for name, n in place.items()})


def _row(pronoun: Pronoun) -> dict[str, float]:
    """What speaks for a decision's being right: for all, then for its kind, then for its form."""
    kind, odds = kind_of(pronoun), log_odds(probabilities(pronoun.scores)[pronoun.chosen])
    side = "found" if pronoun.is_resolved else "nobody"
    row = {side: 1.0, f"{side}-odds": odds, f"kind {kind}": 1.0, f"odds {kind}": odds}
    if pronoun.is_resolved:
        row[f"form {form_of(pronoun)}"] = 1.0
    if pronoun.nothing:
        row[f"judged {kind}"] = log_odds(pronoun.nothing / 100)
    return row


def _stored(found: Mapping[str, float]) -> dict[str, object]:
    kinds = {}
    for name in found:
        sort, _, kind = name.partition(" ")
        if sort == "kind":
            side = "nobody" if kind.startswith("nobody") else "found"
            numbers = (
                found[side] + found[name],
                found[f"{side}-odds"] + found[f"odds {kind}"],
                found.get(f"judged {kind}", 0.0),
            )
            kinds[kind] = [round(1000 * number) for number in numbers]
    forms = {
        name.partition(" ")[2]: round(1000 * worth)
        for name, worth in found.items()
        if name.startswith("form ")
    }
    return {"kinds": kinds, "forms": forms}


def sureness(judged: Sequence[Sequence[Pronoun]]) -> dict[str, object]:
    """What is stored of how sure decisions are: the trust in them, and how precise that is."""
    everything = [pronoun for part in judged for pronoun in part]
    if not everything:
        return {"precisions": []}
    trust = tempered(everything)
    trusts = Trusts.read(trust)
    found = [
        [(kind_of(each), *confidence_of(each, trusts)) for each in part if each.is_resolved]
        for part in judged
    ]
    return {
        "trust": trust,
        "precisions": precisions([[(s, r) for _, s, r in part] for part in found]),
        "by_pronoun": {
            which: precisions([[(s, r) for kind, s, r in part if kind == which] for part in found])
            for which in (each.words for each in PronounClass)
        },
    }


Decisions = Sequence[tuple[float, bool]]  # a confidence, and whether it was right


def precisions(judged: Sequence[Decisions]) -> list[tuple[float, float]]:
    """(confidence, precision of all that is as sure), both rising, at steps of one hundredth.

    Where several parts were judged, the precision is that of the worse, if it has enough.
    """
    table: list[tuple[float, float]] = []
    best = 0.0
    for step in range(100):
        sure = [[right for share, right in part if share >= step / 100] for part in judged]
        enough = [part for part in sure if len(part) >= FEW_SURE]
        if not enough or sum(map(len, sure)) < LEAST_SURE:
            break
        # One more is counted as wrong: the next may be.
        share = min(sum(part) / (len(part) + 1) for part in enough) - RAW
        if share > best:
            best = share
            table.append((step / 100, round(share, 4)))
    return table


def reliability(judged: Sequence[Pronoun]) -> str:
    """How many of those with about this confidence are right, as shares and tempered."""
    trusts = Trusts.read(tempered(judged))
    lines = ["confidence: right of so many, before and after"]
    for low, high in pairwise(STEPS):
        told = [
            [right for sure, right in decided if low <= sure < high]
            for decided in (
                [confidence_of(each, Trusts()) for each in judged],
                [confidence_of(each, trusts) for each in judged],
            )
        ]
        shares = (f"{sum(each) / max(1, len(each)):.2f} of {len(each)}" for each in told)
        lines.append(f"{low:.2f} to {high:.2f}: {', '.join(shares)}")
    return "\n".join(lines)


def confidence_of(pronoun: Pronoun, trusts: Trusts) -> tuple[float, bool]:
    """The confidence of a decision, and whether it is right."""
    share, nothing = probabilities(pronoun.scores)[pronoun.chosen], pronoun.nothing / 100 or 0.5
    more = trusts.forms.get(form_of(pronoun), 0.0) if pronoun.is_resolved else 0.0
    trust = trusts.kinds.get(kind_of(pronoun), AS_IT_IS)
    return trust.confidence(share, more, nothing), is_right(pronoun)


def is_right(pronoun: Pronoun) -> bool:
    """Whether the right candidate was chosen, or nobody where there is none."""
    return pronoun.right[pronoun.chosen]


def kind_of(pronoun: Pronoun) -> str:
    """The kind of the decision."""
    values = pronoun.values[-1]
    which, form = PRONOUNS[values[PRONOUN] - 1], FORMS[values[PRONOUN_FORM] - 1]
    return decision_kind(which, form, is_nobody=not pronoun.is_resolved)


def form_of(pronoun: Pronoun) -> str:
    """The form of what was chosen."""
    number = pronoun.values[pronoun.chosen][FORM]
    return FORMS[number - 1].words if number else ""
