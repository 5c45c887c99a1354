"""Table 3, and the first utterance of Table 5, as the paper prints them."""

from dataclasses import replace

import pytest

from hearer.errors import UsageError
from hearer.model import Interpretation, Step
from hearer.views.trace import terminal
from tests.views.by_hand import other, spoken, table3, table3_prime, table5, understood

TABLE_3 = """\
(1a)  Brennan
        S: [BRENNAN_U: Brennan]
      drives an Alfa Romeo.
        S: [BRENNAN_U: Brennan, ALFA ROMEO_BN: Alfa Romeo]

(1b)  *She*
        S: [BRENNAN_E: she, ALFA ROMEO_BN: Alfa Romeo]
        she: BRENNAN ✓
      drives too fast.
        S: [BRENNAN_E: she]

(1c)  Friedman
        S: [FRIEDMAN_U: Friedman, BRENNAN_E: she]
      races *her* on weekends.
        S: [FRIEDMAN_U: Friedman, BRENNAN_E: her]
        her: FRIEDMAN ✗ binding · BRENNAN ✓

(1d)  *She*
        S: [FRIEDMAN_E: she, BRENNAN_E: her]
        she: FRIEDMAN ✓
      drives to Laguna Seca.
        S: [FRIEDMAN_E: she, LAGUNA SECA_U: Laguna Seca, BRENNAN_E: her]
      (end)
        S: [FRIEDMAN_E: she, LAGUNA SECA_U: Laguna Seca]
"""
TABLE_3_D_PRIME = """\
(1d')  *She*
         S: [FRIEDMAN_E: she, BRENNAN_E: her]
         she: FRIEDMAN ✓
       often beats *her*.
         S: [FRIEDMAN_E: she, BRENNAN_E: her]
         her: FRIEDMAN ✗ binding · BRENNAN ✓
"""
TABLE_5_A = """\
(3a)  A judge
        S: [JUDGE_BN: judge]
      ordered that Mr. Curtis
        S: [CURTIS_E: Mr. Curtis, JUDGE_BN: judge]
      be released, but ε
        S: [CURTIS_E: Mr. Curtis, JUDGE_E: ε]
      agreed with a request
        S: [CURTIS_E: Mr. Curtis, JUDGE_E: ε, REQUEST_BN: request]
      from prosecutors
        S: [CURTIS_E: Mr. Curtis, JUDGE_E: ε, REQUEST_BN: request, PROSECUTORS_BN: prosecutors]
      that *he*
        S: [CURTIS_E: he, JUDGE_E: ε, REQUEST_BN: request, PROSECUTORS_BN: prosecutors]
        he: CURTIS ✓
      be re-examined each year
        S: [CURTIS_E: he, JUDGE_E: ε, REQUEST_BN: request, PROSECUTORS_BN: prosecutors,
            YEAR_BN: year]
      to see if *his*
        S: [CURTIS_E: his, JUDGE_E: ε, REQUEST_BN: request, PROSECUTORS_BN: prosecutors,
            YEAR_BN: year]
        his: CURTIS ✓
      condition has improved.
        S: [CURTIS_E: his, JUDGE_E: ε, CONDITION_BNA: condition, REQUEST_BN: request,
            PROSECUTORS_BN: prosecutors]
"""
OTHER_FROM_2 = f"""\
(2)  *It*
       S: [IT_E: it, BRENNAN_U: Brennan]
       it: BRENNAN ✗ sort · no antecedent
     rained on R&D_1
       S: [IT_E: it, R&D_U: R&D_1, BRENNAN_U: Brennan]
     for 50% less
       S: [IT_E: it, R&D_U: R&D_1, BRENNAN_U: Brennan, LESS_BN: less]
     (end)
       S: [IT_E: it, R&D_U: R&D_1, LESS_BN: less]

(3)  Nothing here.
       S: []

{"─" * 43} new segment {"─" * 44}

(4)  *She* wins.
       S: [BRENNAN_E: she]
       she: 1 state back: IT ✗ agreement · R&D ✗ sort · 2 states back: BRENNAN ✓
"""


def test_table_3_is_printed_as_in_the_paper() -> None:
    assert terminal(table3) == TABLE_3


def test_a_state_that_stays_the_same_is_printed_below_its_pronoun() -> None:
    assert terminal(table3_prime).endswith(f"\n\n{TABLE_3_D_PRIME}")


def test_an_ellipsis_stands_before_its_verb_as_in_table_5() -> None:
    assert terminal(table5) == TABLE_5_A


def test_segments_earlier_states_and_lost_pronouns_are_told() -> None:
    assert terminal(other).partition("\n\n")[2] == OTHER_FROM_2


@pytest.mark.parametrize("width", [40, 60, 100])
def test_no_line_is_wider_than_asked(width: int) -> None:
    for found in (table3, table3_prime, table5, other):
        lines = terminal(found, width=width).splitlines()
        assert lines
        assert max(map(len, lines)) <= width


def test_a_word_longer_than_a_line_is_broken_and_not_lost() -> None:
    found = understood((spoken(1, "1", "a" * 350), [], ""))
    shown = terminal(found)
    assert shown.count("a") == 350
    assert max(map(len, shown.splitlines())) == 100


def test_colours_add_nothing_but_styles_and_take_away_the_asterisks() -> None:
    coloured = terminal(table3, color=True)
    assert "\x1b[1mShe\x1b[0m" in coloured
    plain = "".join(part.partition("m")[2] for part in f"m{coloured}".split("\x1b["))
    assert plain == TABLE_3.replace("*", "")


def test_a_text_cannot_steer_the_terminal() -> None:
    found = understood((spoken(1, "1", "\x1b[2J\x07 done"), [], ""))
    assert terminal(found) == "(1)  \\x1b[2J\\x07 done\n       S: []\n"


def test_nothing_heard_is_nothing_shown() -> None:
    assert terminal(Interpretation()) == ""


def test_a_trace_without_steps_is_refused() -> None:
    with pytest.raises(UsageError, match="not kept"):
        terminal(replace(table3, steps=()))
    with pytest.raises(UsageError, match="one step per word"):
        terminal(Interpretation((Step(()),)))
