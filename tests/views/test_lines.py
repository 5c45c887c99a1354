"""One line per pronoun."""

from hearer.views import lines
from tests.views.by_hand import other, table3_prime


def test_each_pronoun_has_its_place_and_its_antecedent() -> None:
    assert lines.render(table3_prime) == (
        "example (1b) word 1: she → BRENNAN (BRENNAN)\n"
        "example (1c) word 3: her → BRENNAN (BRENNAN)\n"
        "example (1d') word 1: she → FRIEDMAN (FRIEDMAN)\n"
        "example (1d') word 4: her → BRENNAN (BRENNAN)\n"
    )


def test_a_pronoun_without_antecedent_says_so() -> None:
    assert lines.render(other).splitlines()[0] == "example (2) word 1: it → no antecedent"
