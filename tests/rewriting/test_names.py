"""Short names, possessors, articles and verbs: what a name looks like where it is wanted."""

from __future__ import annotations

import pytest

from hearer.analysis.speech import SINGLE
from hearer.model import Entity, Kind, ReferringExpression
from hearer.model.tree import Tree
from hearer.names import ShortNames
from hearer.views.places import Places
from hearer.views.rewriting.naming import Name, is_personal_title
from hearer.views.rewriting.protected import is_stuck, protected_ranges
from hearer.views.rewriting.rewritten import Reason
from hearer.views.rewriting.wording import worded
from tests.analysis.parsed import discourse
from tests.cases import cases

ANNA, OTHER, COURT = Entity("ANNA"), Entity("OTHER"), Entity("COURT")


def short_names(names: dict[Entity, list[str]], persons: frozenset[Entity]) -> ShortNames:
    return ShortNames(names, persons, is_personal_title)


@cases(__file__)
def test_a_person_is_called_by_a_short_name(full: str, short: str) -> None:
    assert short_names({ANNA: [full]}, frozenset({ANNA})).of(ANNA, full) == short


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ({ANNA: ["Anna Keller", "Keller", "Keller", "Anna"]}, "Keller"),  # as the text does
        ({ANNA: ["Anna Keller"], OTHER: ["Anna Meyer"]}, "Anna Keller"),  # two bear it
        ({COURT: ["Acme Holdings"]}, "Acme Holdings"),
        ({COURT: ["Acme Holdings", "Acme"]}, "Acme"),
    ],
)
def test_somebody_is_called_as_the_text_calls_people_and_the_court_too(
    names: dict[Entity, list[str]], short: str
) -> None:
    (entity, (full, *_)), *_ = names.items()
    assert short_names(names, frozenset(names) - {COURT}).of(entity, full) == short


@pytest.mark.parametrize(
    ("said", "name", "written"),
    [
        ("She/PRON/nsubj/2 slept/VERB/root/0", "the c d e f g h", "The c d e f g h"),
        ("She/PRON/nsubj/2 slept/VERB/root/0", "the c d e f g h i", Reason.HEAVY),
        ("Her/PRON/nmod:poss/2 hat/NOUN/root/0", "Bo's aunt", "Bo's aunt's"),
        ("Her/PRON/nmod:poss/2 hat/NOUN/root/0", "Bo's son's aunt", Reason.HEAVY),
    ],
)
def test_a_name_of_eight_words_or_three_possessors_is_too_heavy(
    said: str, name: str, written: str | Reason
) -> None:
    spoken, kind = discourse(said), Kind.PRONOUN if said.startswith("She") else Kind.POSSESSIVE
    pronoun = ReferringExpression(said[:3], 1, 1.0, is_pronoun=True, kind=kind)
    found = worded(Tree(spoken.utterances[0]), Places(spoken), pronoun, Name(name, f"{name}'s"))
    assert found == written


@pytest.mark.parametrize(
    "protected",
    [
        "`her`", "``it's `her` ``", "```\nher\n```", "~~~\nher\n~~~", "https://a.org/her",
        "www.her.org", "her@a.org", "mailto:her@a.org", "/home/her/it", "~/her", "C:\\her",
        "her.py", "[her page](x)", "[her][1]", "[[her]]", "<b class='her'>", "<code>her</code>",
        "<!-- her -->", "{her}",
    ],
)  # fmt: skip
def test_code_links_paths_and_addresses_are_protected(protected: str) -> None:
    text = f"See {protected}" if not protected.startswith(("`", "~~~")) else protected
    assert any(
        start <= text.index(protected) and end >= text.index(protected) + len(protected)
        for start, end in protected_ranges(text)
    )


@pytest.mark.parametrize(
    ("text", "protected"),
    [
        ("```python\nher = it\n", ["```python\nher = it\n"]),  # open to the end
        (
            "---\nby: her\n---\nShe left.\n> she said\nShe left.",
            ["---\nby: her\n---\n", "> she said"],
        ),
    ],
)
def test_fences_front_matter_and_quoted_lines_are_protected(
    text: str, protected: list[str]
) -> None:
    assert [text[start:end] for start, end in protected_ranges(text)] == protected


def test_apostrophes_are_no_speech() -> None:
    assert SINGLE.search("The boys' house and Tom's is 'her' own.") is None
    assert SINGLE.findall("‘Is she late?’ he said.") == ["‘Is she late?’"]


@cases(__file__)
def test_what_is_written_together_with_a_word_holds_it(word: str, is_held: bool) -> None:
    start = word.index("she")
    assert is_stuck(word, start, start + 3) == is_held
