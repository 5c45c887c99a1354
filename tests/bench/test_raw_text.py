"""Raw text, made of gold documents, and what was understood of it, on their words."""

from __future__ import annotations

import pytest

from bench.litbank_pronouns import Document, judged
from bench.raw_text import projected, raw_text
from hearer.formats import conllu
from hearer.formats.corefud import read_entities
from hearer.formats.entities import Stretch
from hearer.hearing import listen
from hearer.model import Discourse, Interpretation, Utterance

GOLD = """\
# newdoc id = one
# newpar
# sent_id = 1
# speaker = Tom
1	Ann	Ann	PROPN	NNP	_	2	nsubj	_	SpaceAfter=No
2	's	be	AUX	VBZ	_	0	root	_	_
3	here	here	ADV	RB	_	2	advmod	_	SpaceAfter=No
4	.	.	PUNCT	.	_	2	punct	_	SpaceAfter=No

# sent_id = 2
1	She	she	PRON	PRP	_	2	nsubj	_	_
2	left	leave	VERB	VBD	_	0	root	_	_

# newpar
# sent_id = 3
1	So	so	ADV	RB	_	0	root	_	_

"""


@pytest.fixture
def gold() -> Discourse:
    (discourse,) = conllu.discourses(conllu.parse(GOLD.encode(), path="gold"))
    return discourse


def heard(*parsed: str, spaces: tuple[tuple[str, ...], ...]) -> Interpretation:
    """What is understood of sentences of ours, with these spaces behind their words."""
    utterances, start = [], 0
    for number, (sentence, behind) in enumerate(zip(parsed, spaces, strict=True), start=1):
        made = Utterance.of(sentence, number=number)
        values = {name: getattr(made, name) for name in made.__slots__}
        utterances.append(Utterance(**{**values, "spaces": behind, "start": start}))
        start += len("".join(made.forms)) + len("".join(behind))
    return listen(Discourse(tuple(utterances)), profile="default")


def test_raw_text_has_paragraphs_and_no_speakers(gold: Discourse) -> None:
    assert raw_text(gold) == "Ann's here. She left\n\nSo "


def test_mentions_in_other_words_become_those_of_gold(gold: Discourse) -> None:
    found = heard(
        "Ann's/PROPN/nsubj/2/Ann here/VERB/root/0 ./PUNCT/punct/2",
        "She/PRON/nsubj/2 left/VERB/root/0",
        "So/ADV/root/0",
        spaces=((" ", "", " "), (" ", "\n\n"), (" ",)),
    )
    assert found.discourse.text == raw_text(gold)
    written = projected(found, gold)
    (again,) = conllu.discourses(conllu.parse(written, path="ours"))
    spans = [
        [(span.first.utterance, span.first.word, span.last.word) for span in mention.spans]
        for mention in read_entities(again).mentions
    ]
    assert spans == [[(1, 1, 2)], [(2, 1, 1)]]
    assert len({mention.entity for mention in read_entities(again).mentions}) == 1


@pytest.mark.parametrize(("entity", "is_right"), [("1", True), ("2", False)])
def test_a_pronoun_is_right_if_the_nearest_earlier_mention_is_of_its_entity(
    entity: str, is_right: bool
) -> None:
    found = heard(
        "Dear/ADJ/amod/2 Ann/PROPN/nsubj/3 left/VERB/root/0",
        "She/PRON/nsubj/2 slept/VERB/root/0",
        spaces=((" ", " ", " "), (" ", " ")),
    )
    mentions = (
        (Stretch(0, 3), "2"),
        (Stretch(5, 8), "1"),  # gold leaves "dear" out; the head is the same
        (Stretch(14, 17), entity),
    )
    document = Document("two", found.discourse.text, mentions)
    (pronoun,) = judged(found, document)
    assert (pronoun.pronoun, pronoun.is_resolved, pronoun.is_right) == ("she", True, is_right)
