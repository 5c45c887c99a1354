"""Short names, possessors, articles and verbs: what a name looks like where it is wanted."""

from __future__ import annotations

import pytest

from hearer.model import Entity
from hearer.names import PersonalName, ShortNames
from hearer.views.rewriting.naming import EntityName, is_personal_title
from hearer.views.rewriting.protected import is_stuck, protected_ranges, quoted_ranges
from hearer.views.rewriting.wording import third_person
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
        ({ANNA: ["Paula Ortiz"], OTHER: ["Simon Reed", "Reed"]}, "Ortiz"),  # as another is called
        ({ANNA: ["Anna Keller"], OTHER: ["Anna Meyer"]}, "Anna Keller"),  # two bear it
    ],
)
def test_a_person_is_called_as_the_text_calls_people(
    names: dict[Entity, list[str]], short: str
) -> None:
    assert short_names(names, frozenset(names)).of(ANNA, names[ANNA][0]) == short


@pytest.mark.parametrize(
    ("names", "short"),
    [(["Acme Holdings"], "Acme Holdings"), (["Acme Holdings", "Acme"], "Acme")],
)
def test_what_is_no_person_has_only_the_short_names_it_was_given(
    names: list[str], short: str
) -> None:
    assert short_names({COURT: names}, frozenset()).of(COURT, "Acme Holdings") == short


def test_the_parts_of_a_personal_name() -> None:
    assert PersonalName.of("Anna Maria Keller", is_personal_title) == PersonalName(
        given=("Anna", "Maria"), surname="Keller"
    )


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        (EntityName("Smiths", "the", is_plural=True, owns_as_plural=True), "the Smiths'"),
        (EntityName("Curtis", is_proper=True), "Curtis's"),
        (EntityName("children", "the", is_plural=True, owns_as_plural=True), "the children's"),
        (EntityName("Tom and Clara", is_plural=True, is_set=True), "Tom and Clara's"),
        (EntityName("mayor", "the", "of Ghent"), "the mayor's"),
        (EntityName("University", "the", "of Oslo", is_proper=True), "the University of Oslo's"),
    ],
)
def test_a_name_can_own(name: EntityName, owner: str) -> None:
    assert name.owning == owner


def test_one_of_them_wants_an_article_and_no_set() -> None:
    assert EntityName("keys", is_plural=True).partitive(is_many=True) == "the keys"
    assert EntityName("keys", "Anna's", is_plural=True).partitive(is_many=True) == "Anna's keys"
    assert EntityName("milk").partitive(is_many=False) == "the milk"
    assert EntityName("group of boys", "the").partitive(is_many=True) is None
    assert EntityName("Tom and Clara", is_plural=True, is_set=True).partitive(is_many=True) is None
    assert EntityName("Anna", is_proper=True).partitive(is_many=False) is None


@cases(__file__)
def test_verbs_of_many_become_those_of_one(many: str, one: str) -> None:
    assert third_person(many) == one


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
    assert quoted_ranges("The boys' house and Tom's is 'her' own.") == []
    assert quoted_ranges("‘Is she late?’ he said.") == [(0, 14)]


@cases(__file__)
def test_what_is_written_together_with_a_word_holds_it(word: str, is_held: bool) -> None:
    start = word.index("she")
    assert is_stuck(word, start, start + 3) == is_held
