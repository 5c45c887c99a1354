"""German and Czech, as worked out by hand: the states of the S-list, and the centers.

German, examples/german.conllu. A first definite is brand-new (docs/specification/s-list.md A.3,
rule 10), so is an indefinite. *Sie* is feminine and takes the first that is, *ihm* rules her out by
gender. *Seinen* is told by the features of the possessor, not by those of the key; the key is
anchored in somebody evoked. *Ihn* cannot be the subject of its verb, nor a woman: it is the key,
though *er* may be a person. Czech, examples/czech.conllu: a subject that is not said ranks first.
"""

from __future__ import annotations

from pathlib import Path

import hearer
from hearer.evaluation.experiment import Setup, evaluate
from hearer.model import Interpretation, Kind
from tests.conftest import EXAMPLES

GERMAN, CZECH = EXAMPLES / "german.conllu", EXAMPLES / "czech.conllu"


def heard(path: Path, algorithm: str = "s-list") -> Interpretation:
    return hearer.resolve(path, algorithm=algorithm)


def states(found: Interpretation) -> list[str]:
    """The state after every word that changes it, and at the ends of utterances."""
    shown = [str(step) for step in found.steps]
    return [one for n, one in enumerate(shown) if n == 0 or one != shown[n - 1]]


def test_the_states_of_the_german_example() -> None:
    assert states(heard(GERMAN)) == [
        "S: []",
        "S: [RICHTERIN_BN: Richterin]",
        "S: [RICHTERIN_BN: Richterin, FAHRER_BN: Fahrer]",
        "S: [RICHTERIN_E: sie, FAHRER_BN: Fahrer]",
        "S: [RICHTERIN_E: sie, FAHRER_E: ihm]",
        "S: [RICHTERIN_E: sie, FAHRER_E: seinen]",
        "S: [RICHTERIN_E: sie, FAHRER_E: seinen, SCHLÜSSEL_BNA: Schlüssel]",
        "S: [FAHRER_E: er, RICHTERIN_E: sie, SCHLÜSSEL_BNA: Schlüssel]",
        "S: [FAHRER_E: er, SCHLÜSSEL_E: ihn, RICHTERIN_E: sie]",
        "S: [FAHRER_E: ε, SCHLÜSSEL_E: ihn, RICHTERIN_E: sie]",
        "S: [FAHRER_E: ε, SCHLÜSSEL_E: ihn, RICHTERIN_E: ihr]",
    ]


def test_the_states_of_the_czech_example() -> None:
    assert states(heard(CZECH)) == [
        "S: [PETR_U: Petr]",
        "S: [PETR_U: Petr, MARIE_U: Marii]",
        "S: [PETR_U: Petr, MARIE_U: Marii, PARK_BN: parku]",
        "S: [MARIE_E: Ø, PETR_U: Petr, PARK_BN: parku]",
        "S: [MARIE_E: Ø, PETR_E: mu, PARK_BN: parku]",
        "S: [MARIE_E: Ø, PETR_E: mu, KNIHA_BN: knihu, PARK_BN: parku]",
        "S: [MARIE_E: Ø, PETR_E: mu, KNIHA_BN: knihu]",
        "S: [PETR_E: Ø, MARIE_E: Ø, KNIHA_BN: knihu]",
        "S: [PETR_E: Ø, MARIE_E: jí, KNIHA_BN: knihu]",
        "S: [PETR_E: Ø, MARIE_E: jí]",
    ]


def test_names_are_told_as_a_dictionary_has_them() -> None:
    assert [one.name for one in heard(CZECH).resolutions] == [
        "Marie", "Petr", "Petr", "Marie", "Petr",
    ]  # fmt: skip


def test_a_zero_pronoun_has_the_gender_of_its_verb() -> None:
    """The second and the third node of the example state nothing; *poděkoval* is masculine."""
    zeros = [one for one in heard(CZECH).expressions if one.kind is Kind.ZERO]
    assert [(one.utterance, one.position, one.head) for one in zeros] == [
        (2, 0.5, 1), (3, 0.5, 1), (3, 3.5, 4),
    ]  # fmt: skip
    assert {str(*one.agreement.gender) for one in zeros[1:]} == {"masculine"}


def test_zero_pronouns_are_written_back_on_their_nodes() -> None:
    written = hearer.write(heard(CZECH))
    nodes = [line.split("\t") for line in written.splitlines() if ".1\t" in line[:4]]
    assert [(node[0], node[9]) for node in nodes] == [
        ("0.1", "Entity=(e2--1-)"), ("0.1", "Entity=(e1--1-)"), ("3.1", "Entity=(e1--1-)"),
    ]  # fmt: skip


def test_zero_pronouns_are_counted_in_an_evaluation() -> None:
    found = evaluate([*hearer.read(CZECH)], Setup(("s-list",)))
    rows = found.counted("s-list")
    assert [(row.scored.form, row.scored.group) for row in rows] == [
        ("ø", "zero"), ("mu", "masculine"), ("ø", "zero"), ("jí", "feminine"), ("ø", "zero"),
    ]  # fmt: skip
    assert all(row.is_right for row in rows)


def test_every_pronoun_of_the_german_example_is_counted_and_right() -> None:
    rows = evaluate([*hearer.read(GERMAN)], Setup(("s-list",))).counted("s-list")
    assert [row.scored.form for row in rows] == ["sie", "ihm", "seinen", "er", "ihn", "ihr"]
    assert all(row.is_right for row in rows)
