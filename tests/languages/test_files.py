"""A dozen languages and more: nothing crashes, nothing is misread without a word.

What each file means is in its `Entity=`. The expectations were read off the sentences: who is
meant by every pronoun that the S-list should get right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hearer
from hearer.algorithms import ALGORITHMS
from hearer.evaluation.experiment import Setup, evaluate
from hearer.model import Discourse, Kind
from hearer.profiles import is_of_english

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.conllu"))
FORMATS = ("corefud", "json", "jsonl", "tsv", "html", "text", "webanno", "conll2012")
MEANT = {
    "ar": ("ar", {"ه": "قاضي", "Ø": "مريم"}),
    "de": ("de", {"sie": "Maria", "ihm": "Richter", "ihren": "Maria", "ihn": "Schlüssel"}),
    "es": ("es", {"lo": "libro", "su": "María", "ella": "María"}),
    "fr": ("fr", {"elle": "Marie", "son": "Marie"}),
    "grc": ("grc", {"αὐτὴν": "γυνή"}),
    "he": ("he", {"היא": "דינה", "אליו": "דוד"}),
    "hi": ("hi", {"उसने": "राम", "उससे": "सीता"}),
    "hu": ("hu", {}),
    "ja": ("ja", {"Ø": "太郎", "彼女": "花子"}),
    "pl": ("pl", {"Ø": "Anna", "mu": "Jan"}),
    "ru": ("ru", {"она": "врач", "ему": "Иван", "свою": "врач"}),
    "tr": ("tr", {"Ø": "Ali", "ona": "Ayşe"}),
    "zh": ("zh", {"他": "小明", "她": "小红"}),
    "no-features": ("de", {"sie": "Maria", "ihm": "Richter", "ihren": "Maria"}),
}


def document(name: str) -> Discourse:
    (only,) = hearer.read(FOLDER / f"{name}.conllu")
    return only


def test_there_are_files() -> None:
    assert len(FILES) >= 12
    assert {path.stem for path in FILES} >= MEANT.keys()


@pytest.mark.parametrize("name", MEANT)
def test_pronouns_mean_whom_they_mean(name: str) -> None:
    language, meant = MEANT[name]
    found = hearer.resolve(document(name), algorithm="s-list")
    assert found.discourse.language == language
    told = {one.pronoun.text: one.name for one in found.resolutions}
    assert told.items() >= meant.items()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_algorithm_hears_every_file_and_says_what_was_left_out(path: Path) -> None:
    (read,) = hearer.read(path)
    for algorithm in ALGORITHMS.names():
        found = hearer.resolve(read, algorithm=algorithm)
        assert "by Universal Dependencies alone" in found.notes[0]
        assert (found.algorithm == algorithm) is not is_of_english(algorithm)
        assert is_of_english(algorithm) is any("trained on English" in n for n in found.notes)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_was_found_can_be_shown_and_written(path: Path) -> None:
    found = hearer.resolve(path)
    for name in FORMATS:
        assert hearer.write(found, to=name) or not found.resolutions
    for view in ("terminal", "html", "latex"):
        assert hearer.trace(found, view=view)
    assert all(str(found.why(one)) for one in found.resolutions)
    assert len(found.rows()) == len(found.expressions)
    assert hearer.compare(path)
    assert hearer.convert(path, to="conllu") == path.read_text(encoding="utf-8")


def test_i_you_and_we_are_told_by_person() -> None:
    spoken = [
        (one.text, str(one.entity))
        for name in ("de", "es")
        for one in hearer.resolve(document(name), algorithm="s-list").expressions
        if one.entity is not None and str(one.entity) in {"I", "WE", "YOU"}
    ]
    assert spoken == [("ich", "I"), ("Ø", "I")]


def test_an_expletive_reflexive_is_no_expression() -> None:
    """German *ich freute mich*, French *s'est enfuie*: expl:pv."""
    for name, form in (("de", "mich"), ("fr", "s'")):
        found = hearer.resolve(document(name), algorithm="s-list")
        assert form not in {one.text for one in found.expressions}


def test_a_predicate_without_copula_is_left_out() -> None:
    """Иван студент: Ivan is a student."""
    found = hearer.resolve(document("ru"), algorithm="s-list")
    assert "студент" not in {one.text for one in found.expressions}


def test_a_zero_subject_of_a_second_clause_may_be_that_of_the_first() -> None:
    """María lo leyó y Ø se lo dio: the second Ø is not bound by the first."""
    found = hearer.resolve(document("es"), algorithm="s-list")
    zeros = [one for one in found.resolutions if one.pronoun.kind is Kind.ZERO]
    assert [one.name for one in zeros] == ["María", "María"]


def test_what_is_quoted_ends_where_its_mark_closes() -> None:
    """„Er ist traurig“, sagte sie: in German “ closes, so *sie* is heard and *er* is not."""
    found = hearer.resolve(document("quotations"), algorithm="s-list")
    assert [one.pronoun.text for one in found.resolutions] == ["seine", "sie", "sie"]


def test_a_title_is_part_of_a_name_and_another_girl_is_not_the_girl() -> None:
    """Herr Müller comes back as Müller; das andere Mädchen is somebody new."""
    found = hearer.resolve(document("quotations"), algorithm="s-list")
    chains = {str(one.entity): [*map(str, one.expressions)] for one in found.chains}
    assert chains["MÜLLER"] == ["Herrn Müller", "der", "seine", "Müller"]
    assert chains["MÄDCHEN"] == ["Mädchen"]
    assert chains["MÄDCHEN_2"] == ["Mädchen"]


def test_multiword_tokens_are_kept() -> None:
    written = hearer.write(hearer.resolve(document("ar")))
    assert "1-2\tشكرته\t" in written
    assert "3-4\tdu\t" in hearer.write(hearer.resolve(document("fr")))


def test_odd_empty_nodes_hang_on_something_or_nothing() -> None:
    (utterance,) = document("odd-empty-nodes").utterances
    assert [(node.position, node.head) for node in utterance.empty_nodes] == [
        (0.5, 0), (0.75, 0), (1 - 0.5 / 3, 0), (2.5, 0), (2.75, 0), (4.5, 4), (4.75, 4),
    ]  # fmt: skip


def test_without_features_and_without_a_known_form_nothing_is_guessed() -> None:
    found = hearer.resolve(document("nothing-known"), algorithm="s-list")
    assert found.resolutions == ()
    assert "left out are pronouns without PronType" in found.notes[0]


@pytest.mark.parametrize("name", ["es", "hu", "pl", "tr"])
def test_zero_pronouns_are_evaluated(name: str) -> None:
    found = evaluate([document(name)], Setup(("s-list", "bfp")))
    assert "zero" in {row.scored.group for row in found.rows("s-list")}


def test_the_learnt_default_is_not_measured_on_another_language() -> None:
    with pytest.raises(hearer.HearerError, match="is trained on English, and"):
        evaluate([document("de")], Setup(("weighted-s-list",), "default"))


def test_only_english_is_rewritten() -> None:
    with pytest.raises(hearer.HearerError, match="Only English can be rewritten"):
        hearer.rewrite(document("de"))


def test_raw_german_is_understood_as_english_only_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="this seems to be German"):
        found = hearer.resolve("Maria traf den Richter. Sie dankte ihm, und er lächelte.")
    assert [problem.code for problem in found.problems] == ["text-language"]
    assert hearer.resolve("Anna met a judge. She thanked him.").problems == ()
