"""Centering over documents: every figure of small texts, worked out by hand.

NINE, by grammatical function and Constraint 3 (Cf best first, pronouns in small letters):

    U1  Anna met Tom.           ANNA > TOM      no Cb (first)
    U2  She praised Tom.        anna > TOM      Cb ANNA   CONTINUE       cheap (Cp was ANNA)
    U3  Tom thanked her.        TOM > anna      Cb ANNA   RETAIN         cheap (Cp was ANNA)
    U4  He left houses.         tom > HOUSE     Cb TOM    SMOOTH-SHIFT   cheap (Cp was TOM)
    U5  Doors slammed.          DOOR            no Cb     NO-CB          expensive
    U6  Anna saw it.            ANNA > door     Cb DOOR   RETAIN         cheap (Cp was DOOR)
    U7  Tom followed Anna.      TOM > ANNA      Cb ANNA   ROUGH-SHIFT    cheap (Cp was ANNA)
    U8  Anna ignored him.       ANNA > tom      Cb TOM    ROUGH-SHIFT    cheap (Cp was TOM)
    U9  Anna saw him.           ANNA > tom      Cb ANNA   SMOOTH-SHIFT   cheap (Cp was ANNA)

In U5 the doors bridge to the houses.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hearer
from hearer.evaluation.centering.claims import CenteringSummary, document_figures
from hearer.evaluation.centering.ways import ways
from hearer.evaluation.experiment import Mentions
from tests.evaluation.centering_texts import NINE, simple, text

Figures = dict[str, str | int | float | None]


def summary(tmp_path: Path, *texts: str, **how: str) -> CenteringSummary:
    paths = [tmp_path / f"{n}.conllu" for n in range(len(texts))]
    for path, written in zip(paths, texts, strict=True):
        path.write_text(written, encoding="utf-8")
    mentions = Mentions(how.pop("mentions")) if "mentions" in how else None
    every = ways(**{name: [value] for name, value in how.items()})
    found = [one for path in paths for one in document_figures(hearer.read(path), every, mentions)]
    return CenteringSummary(every, tuple(found))


def figures(tmp_path: Path, *texts: str, **how: str) -> Figures:
    """Those of the one instantiation that is named; of the theory as it is told, if none is."""
    named = {"unit": "sentence", "realization": "direct", "rank": "grammatical"}
    (one,) = summary(tmp_path, *texts, **{**named, "cb": "constraint-3", **how}).records()
    return one


def some(found: Figures, names: str) -> list[object]:
    return [found[name] for name in names.split()]


# Nine utterances --------------------------------------------------------------------------------


def test_utterances_and_transitions_are_counted(tmp_path: Path) -> None:
    found = figures(tmp_path, NINE)
    assert some(found, "utterances empty first updates") == [9, 0, 1, 8]
    # CONTINUE: U2. RETAIN: U3, U6. SMOOTH-SHIFT: U4, U9. ROUGH-SHIFT: U7, U8. NO-CB: U5.
    assert some(found, "continue retain smooth_shift rough_shift no_cb") == [1, 2, 2, 2, 1]
    shares = "continue_share retain_share smooth_shift_share rough_shift_share no_cb_share"
    assert some(found, shares) == [1 / 8, 2 / 8, 2 / 8, 2 / 8, 1 / 8]
    # Cp is the same before and after all CONTINUE (U2) and SMOOTH-SHIFT (U4, U9): none is EXP-.
    assert some(found, "exp_continue exp_smooth_shift") == [0, 0]


def test_constraint_1_is_strong_or_weak(tmp_path: Path) -> None:
    found = figures(tmp_path, NINE)
    # All but U5 have a Cb. Subjects and objects are never tied: at most one Cb everywhere.
    assert some(found, "with_cb with_cb_share") == [7, 7 / 8]
    assert some(found, "constraint_1_strong constraint_1_strong_share") == [7, 7 / 8]
    assert some(found, "constraint_1_weak constraint_1_weak_share") == [8, 1.0]
    # Sign tests: 7 for it and 1 against, 2 * (1 + 8) / 2**8; 8 for it and none against, 2 / 2**8.
    assert found["constraint_1_strong_p"] == float(f"{18 / 256:.3g}")
    assert found["constraint_1_weak_p"] == float(f"{2 / 256:.3g}")


def test_ties_that_text_order_breaks_are_several_cbs(tmp_path: Path) -> None:
    # By status all entities are alike: nobody says who is new. Where two of Cf(Ui-1) are realized,
    # two would be the Cb: U2, U3, U8 and U9 (Anna and Tom before, Anna and Tom now).
    found = figures(tmp_path, NINE, rank="status")
    assert some(found, "updates constraint_1_weak constraint_1_weak_share") == [8, 4, 0.5]
    # One and only one: U4, U6, U7.
    assert some(found, "with_cb constraint_1_strong") == [7, 3]
    # In text order nobody is tied.
    assert figures(tmp_path, NINE, rank="surface")["constraint_1_weak"] == 8


def test_rule_1_is_kept_violated_or_vacuous(tmp_path: Path) -> None:
    found = figures(tmp_path, NINE)
    # GJW95. Kept: U2 (she), U3 (her), U4 (he), U6 (it), U8 (him): the Cb is the pronoun. Violated:
    # U9, where him is Tom and the Cb is Anna. Vacuous: U5 and U7, which have no pronoun.
    assert _rule(found, "gjw95") == [5, 1, 2, round(5 / 6, 6)]
    # GJW83. Only U3 has the Cb of the one before (Anna): kept. Of the others nothing is said.
    assert _rule(found, "gjw83") == [1, 0, 7, 1.0]
    # Gordon. The Cb is a pronoun but in U7 and U9 (Anna); U5 has none.
    assert _rule(found, "gordon") == [5, 2, 1, round(5 / 7, 6)]


def _rule(found: Figures, rule: str) -> list[object]:
    return [found[f"rule_1_{rule}_{x}"] for x in ("kept", "violated", "vacuous", "share")]


def test_rule_2_in_its_variants(tmp_path: Path) -> None:
    found = figures(tmp_path, NINE)
    # Two of a kind, one after the other: U7 and U8, U8 and U9 (both are shifts).
    assert some(found, "continue_continue retain_retain shift_shift") == [0, 0, 2]
    # Cheap: all but U5. Cohesion: U2 and U6 (no Cb before), U3. Salience: U2, U4, U9.
    assert some(found, "cheap cohesion salience") == [7, 3, 3]
    assert some(found, "cheap_share cohesion_share") == [7 / 8, 3 / 8]
    # Two cheap ones, one after the other: U2 U3, U3 U4, U6 U7, U7 U8, U8 U9. U5 is expensive alone.
    assert some(found, "cheap_cheap expensive_expensive") == [5, 0]


def test_the_cb_of_gum_looks_at_the_rank_of_the_current_utterance(tmp_path: Path) -> None:
    # Cb by current rank: U2 ANNA, U3 TOM, U4 TOM, U5 -, U6 DOOR, U7 ANNA, U8 ANNA, U9 ANNA.
    # CONTINUE: U2, U4, U8, U9. RETAIN: U6. SMOOTH-SHIFT: U3. ROUGH-SHIFT: U7. NO-CB: U5.
    found = figures(tmp_path, NINE, cb="current-rank")
    assert some(found, "continue retain smooth_shift rough_shift no_cb") == [4, 1, 1, 1, 1]
    # Kept: U2, U4, U6. Violated: U3 (her is Anna, the Cb Tom), U8 and U9 (him; the Cb is Anna).
    assert _rule(found, "gjw95") == [3, 3, 2, 0.5]


def test_what_bridges_is_realized_indirectly(tmp_path: Path) -> None:
    # U5 realizes DOOR > HOUSE now. Its Cb is HOUSE, in U4 behind Tom: ROUGH-SHIFT, expensive. So U6
    # has a Cb before, HOUSE, and shifts to DOOR, which is not Cp: ROUGH-SHIFT instead of RETAIN.
    found = figures(tmp_path, NINE, realization="indirect")
    assert some(found, "continue retain smooth_shift rough_shift no_cb") == [1, 1, 2, 4, 0]
    assert some(found, "with_cb cheap") == [8, 7]
    # Nobody says HOUSE in U5: no pronoun, so Gordon's rule is violated there, GJW95 is vacuous.
    assert _rule(found, "gordon") == [5, 3, 0, round(5 / 8, 6)]
    assert _rule(found, "gjw95") == [5, 1, 2, round(5 / 6, 6)]


def test_counts_of_documents_add_up(tmp_path: Path) -> None:
    found = figures(tmp_path, NINE, NINE)
    assert some(found, "utterances first continue cheap") == [18, 2, 2, 14]


# Clauses ----------------------------------------------------------------------------------------

SAID = text(
    "Anna/PROPN/nsubj/2/ANNA said/VERB/root/0 Tom/PROPN/nsubj/4/TOM left/VERB/ccomp/2",
    "She/PRON/nsubj/2/ANNA smiled/VERB/root/0",
)
LOVED = text(
    "Anna/PROPN/nsubj/2/ANNA met/VERB/root/0 poets/NOUN/obj/2/POETS who/PRON/nsubj/5 "
    "loved/VERB/acl:relcl/3 Berlin/PROPN/obj/5/BERLIN",
    "It/PRON/nsubj/2/BERLIN grew/VERB/root/0",
)
CAME = text(
    "Anna/PROPN/nsubj/2/ANNA came/VERB/root/0 and/CCONJ/cc/4 saw/VERB/conj/2 Tom/PROPN/obj/4/TOM"
)
TRANSITIONS = "utterances continue retain smooth_shift rough_shift no_cb cheap"


@pytest.mark.parametrize(
    ("written", "unit", "expected"),
    [
        # Anna said Tom left: one sentence, ANNA > TOM. She smiled: Cb ANNA, CONTINUE, cheap.
        (SAID, "sentence", [2, 1, 0, 0, 0, 0, 1]),
        # Clauses in text order: ANNA | TOM | anna. No clause shares anything with the one before.
        (SAID, "clause", [3, 0, 0, 0, 0, 2, 0]),
        # What is reported updates *Anna said*, without a Cb, and is forgotten: *she smiled* updates
        # *Anna said*: CONTINUE, cheap.
        (SAID, "kameyama", [3, 1, 0, 0, 0, 1, 1]),
        # ANNA > POETS > BERLIN; then it: Cb BERLIN = Cp, CONTINUE; Cp was Anna: expensive.
        (LOVED, "sentence", [2, 1, 0, 0, 0, 0, 0]),
        # ANNA > POETS | BERLIN | berlin: NO-CB, then CONTINUE, and Cp was Berlin: cheap.
        (LOVED, "clause", [3, 1, 0, 0, 0, 1, 1]),
        # A relative clause is embedded, and what it adds comes last in the Cf of its host: *it*
        # updates ANNA > POETS > BERLIN. CONTINUE; Cp was Anna: expensive.
        (LOVED, "kameyama", [3, 1, 0, 0, 0, 1, 0]),
        # One sentence is first, and updates nothing.
        (CAME, "sentence", [1, 0, 0, 0, 0, 0, 0]),
        # ANNA | TOM.
        (CAME, "clause", [2, 0, 0, 0, 0, 1, 0]),
        # ANNA | ε = ANNA > TOM: CONTINUE, cheap.
        (CAME, "kameyama", [2, 1, 0, 0, 0, 0, 1]),
    ],
)
def test_what_an_utterance_is_decides(
    written: str, unit: str, expected: list[int], tmp_path: Path
) -> None:
    assert some(figures(tmp_path, written, unit=unit), TRANSITIONS) == expected


def test_a_subject_left_out_is_a_pronoun_to_rule_1(tmp_path: Path) -> None:
    # ε stands for Anna, the Cb: kept.
    assert _rule(figures(tmp_path, CAME, unit="kameyama"), "gordon") == [1, 0, 0, 1.0]


def test_a_subject_left_out_stands_for_what_is_mentioned_not_for_what_that_bridges_to(
    tmp_path: Path,
) -> None:
    # DOOR > HOUSE | ε = DOOR > TOM: Cb DOOR, which was Cp: cheap.
    written = text(
        "doors/NOUN/nsubj/2/DOOR/HOUSE opened/VERB/root/0 and/CCONJ/cc/4 hid/VERB/conj/2 "
        "Tom/PROPN/obj/4/TOM"
    )
    found = figures(tmp_path, written, unit="kameyama", realization="indirect")
    assert some(found, TRANSITIONS) == [2, 1, 0, 0, 0, 0, 1]


def test_every_update_is_counted_once_by_every_claim(tmp_path: Path) -> None:
    found = summary(tmp_path, NINE, SAID, LOVED, CAME).records()
    assert len(found) == 48
    for one in found:
        whole = sum(_numbers(one, "first continue retain smooth_shift rough_shift no_cb"))
        assert whole == one["utterances"]
        assert sum(_numbers(one, "with_cb no_cb")) == one["updates"]
        for rule in ("gjw95", "gjw83", "gordon"):
            outcomes = " ".join(f"rule_1_{rule}_{x}" for x in ("kept", "violated", "vacuous"))
            assert sum(_numbers(one, outcomes)) == one["updates"]


def _numbers(found: Figures, names: str) -> list[int]:
    return [number for number in some(found, names) if isinstance(number, int)]


# Instantiations beside each other ---------------------------------------------------------------


def test_every_instantiation_is_there_where_something_bridges(tmp_path: Path) -> None:
    found = summary(tmp_path, NINE).records()
    kinds = [tuple(one[name] for name in ("unit", "realization", "rank", "cb")) for one in found]
    assert len(kinds) == len(set(kinds)) == 3 * 2 * 4 * 2
    # Where nothing does, indirect realization is the direct one.
    assert {one["realization"] for one in summary(tmp_path, SAID).records()} == {"direct"}


# Other languages --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("PPER\tPronType=Prs|Person=3", "kept"),  # German
        ("_\t_", "kept"),  # a pronoun of which nothing else is said
        ("PDS\tPronType=Dem", "vacuous"),
    ],
)
def test_pronouns_of_other_languages_are_told_by_features(
    told: str, expected: str, tmp_path: Path
) -> None:
    # Anna schlief. Sie lachte: Cb ANNA, which is a pronoun, if it is a personal one.
    written = text(simple("Anna/ANNA", "schlief"), "Sie/PRON/nsubj/2/ANNA lachte/VERB/root/0")
    changed = written.replace("sie\tPRON\t_\t_", f"sie\tPRON\t{told}")
    assert (changed == written) == (told == "_\t_")
    found = figures(tmp_path, changed)
    assert found[f"rule_1_gjw95_{expected}"] == 1
