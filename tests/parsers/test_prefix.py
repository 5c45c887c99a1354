"""Text as it arrives: the fragments do not matter, and what changes is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hearer
from hearer import parsers
from hearer.model import Utterance
from hearer.parsers.prefix import LONGEST, Prefix, PrefixParser
from hearer.session.listener import ChangeKind, Heard, Tape
from tests.parsers.parses import needs_model

PRONOUNS = {"She": "nsubj", "her": "obj", "it": "obj"}


class Toy:
    """Sentences end at a full stop; the first word is the subject of the second, which is a verb.

    "it" is an expletive once "rains" has been heard after it: a parse that later words change.
    """

    def parse(self, text: str) -> Iterator[Utterance]:
        words = text.split()
        place, number, sentence = 0, 1, words[:0]
        for word in words:
            sentence.append(word)
            if word.endswith(".") or word is words[-1]:
                place = text.index(sentence[0], place)
                yield self._parsed(text, sentence, place, number)
                place += 1
                number, sentence = number + 1, []

    def _parsed(self, text: str, words: list[str], start: int, number: int) -> Utterance:
        upos = [
            "PRON" if w.strip(".") in PRONOUNS else "VERB" if n == 1 else "PROPN"
            for n, w in enumerate(words)
        ]
        relations = ["nsubj" if n == 0 else "root" if n == 1 else "obj" for n in range(len(words))]
        if "rains." in words or "rains" in words:
            relations = ["expl" if w == "it" else r for w, r in zip(words, relations, strict=True)]
        rows = " ".join(
            f"{w}/{u}/{r}/{0 if n == 1 or len(words) == 1 else 2}"
            for n, (w, u, r) in enumerate(zip(words, upos, relations, strict=True))
        )
        return replace(Utterance.of(rows, number=number), start=start)


def prefixes(*fragments: str) -> list[Prefix]:
    parser = PrefixParser(Toy())
    return [p for f in fragments for p in parser.feed(f)] + list(parser.finish())


def shown(prefix: Prefix) -> tuple[str, list[str], list[str]]:
    return prefix.written, [u.text for u in prefix.over], [u.text for u in prefix.going_on]


def test_every_word_is_parsed_with_those_before_it_and_no_other() -> None:
    assert [shown(prefix) for prefix in prefixes("Anna sings. She la", "ughs a lot")] == [
        ("Anna", [], ["Anna"]),
        (" sings.", [], ["Anna sings."]),
        (" She", [], ["Anna sings.", "She"]),
        (" laughs", [], ["Anna sings.", "She laughs"]),
        (" a", ["Anna sings."], ["She laughs a"]),
        (" lot", [], ["She laughs a lot"]),
        ("", ["She laughs a lot"], []),
    ]


def test_a_blank_line_ends_the_sentence() -> None:
    found = prefixes("Anna sings\n\nShe laughs")
    assert shown(found[2]) == ("\n\nShe", ["Anna sings"], ["She"])
    assert [u.begins_paragraph for u in (found[2].over[0], found[2].going_on[0])] == [True, True]


def test_sentences_are_numbered_and_placed_through() -> None:
    text = "  Anna sings. She laughs a lot. Anna left it there."
    over = [u for prefix in prefixes(text) for u in prefix.over]
    assert [u.number for u in over] == [1, 2, 3]
    assert [text[u.start :].startswith(u.forms[0]) for u in over] == [True] * 3


def test_a_sentence_without_end_is_broken_off() -> None:
    found = prefixes("word " * (3 * LONGEST))
    assert max(sum(map(len, prefix.going_on)) for prefix in found) < LONGEST
    assert sum(len(u) for prefix in found for u in prefix.over) == 3 * LONGEST


def test_nothing_said_is_nothing_heard() -> None:
    assert prefixes("", " ", "\n") == [Prefix(" \n", 2)]


def changes(*fragments: str, profile: str = "default") -> list[tuple[str, str, object]]:
    listener = hearer.Listener(parser=Toy(), profile=profile)
    heard: list[Heard] = [h for f in fragments for h in listener.hear(f)] + list(listener.finish())
    return [
        (h.written.strip(), f"{c.kind} {c.guess.resolution.pronoun.text}", c.guess.row["entity"])
        for h in heard
        for c in h.changes
    ]


def test_a_pronoun_is_resolved_at_its_word() -> None:
    assert changes("Anna sings. She laughs a lot.") == [("She", "new she", "ANNA")]


def test_a_pronoun_that_turns_out_to_refer_to_nothing_is_withdrawn() -> None:
    assert changes("Anna sings. it rains there today.", profile="paper") == [
        ("it", "new it", "?2.1"),
        ("rains", f"{ChangeKind.WITHDRAWN} it", "?2.1"),
    ]


def test_by_default_a_pleonastic_pronoun_is_heard_and_told_apart() -> None:
    listener = hearer.Listener(parser=Toy())
    heard = [*listener.hear("Anna sings. it rains there today."), *listener.finish()]
    last = [change.guess.row for at_word in heard for change in at_word.changes][-1]
    assert (last["entity"], last["label"]) == ("?2.1", "pleonastic")


def test_another_reason_to_have_no_antecedent_is_a_revision() -> None:
    listener = hearer.Listener(parser=Toy(), precision=1)
    heard = [*listener.hear("it rains there today."), *listener.finish()]
    told = [(c.kind, c.guess.row["label"]) for at_word in heard for c in at_word.changes]
    assert told == [(ChangeKind.NEW, "no antecedent"), (ChangeKind.REVISED, "pleonastic")]


WORDS = st.sampled_from(["Anna", "She", "it", "rains.", "sings.", "Berta", "her", "\n\n", "saw"])


@pytest.mark.untraced
@settings(deadline=None, max_examples=50)
@given(st.lists(WORDS, max_size=15), st.data())
def test_any_cut_into_fragments_gives_the_same(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    fragments = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert changes(*fragments) == changes(text)


@pytest.mark.untraced
@settings(deadline=None, max_examples=50)
@given(st.lists(WORDS, max_size=15), st.lists(WORDS, max_size=3))
def test_what_was_said_never_depends_on_what_comes(words: list[str], more: list[str]) -> None:
    listener, other = hearer.Listener(parser=Toy()), hearer.Listener(parser=Toy())
    said = list(listener.hear(" ".join([*words, ""])))
    longer = list(other.hear(" ".join([*words, *more, ""])))
    assert [h.changes for h in longer[: len(said)]] == [h.changes for h in said]
    assert [h.state for h in longer[: len(said)]] == [h.state for h in said]


@given(st.lists(st.text(max_size=5)), st.integers(0, 20), st.integers(0, 20))
def test_a_tape_is_sliced_like_its_text(pieces: list[str], start: int, length: int) -> None:
    tape = Tape()
    for piece in pieces:
        tape.add(piece)
    text = "".join(pieces)
    assert tape[start : start + length] == text[start : start + length]


@needs_model
def test_labels_of_lines_are_speakers_as_in_a_whole_text() -> None:
    text = "Anna: Where is my brother?\nOkoro: He left. He ran.\n\nHe ran."
    listener = hearer.Listener()
    heard = [*listener.hear(text), *listener.finish()]
    found = {str(c.guess.row["pronoun"]): c.guess.resolution for h in heard for c in h.changes}
    whole = hearer.resolve(text)
    assert isinstance(whole, hearer.Interpretation)
    assert [r.name for r in found.values()] == [r.name for r in whole.resolutions]
    assert {r.name for r in found.values()} == {"Anna's brother"}
    over = [u for p in PrefixParser(parsers.find("english")).feed(text + " ") for u in p.over]
    assert [(u.speaker, u.begins_paragraph) for u in over] == [
        (u.speaker, u.begins_paragraph) for u in whole.discourse.utterances[: len(over)]
    ]


@needs_model
def test_raw_english_is_resolved_word_by_word() -> None:
    listener = hearer.Listener()
    text = "Anna met a judge. She thanked him\nand he praised her.\n"
    heard = [*listener.hear(text), *listener.finish()]
    assert "".join(h.written for h in heard) == text
    found = {str(c.guess.row["pronoun"]): (h.end, c.guess.row) for h in heard for c in h.changes}
    assert [row["entity"] for _, row in found.values()] == ["ANNA", "JUDGE", "JUDGE", "ANNA"]
    for end, row in found.values():
        for place in (row["pronoun"], row["antecedent"]):
            assert isinstance(place, dict)
            first, behind = place["start"], place["end"]
            assert isinstance(first, int)
            assert isinstance(behind, int)
            assert text[first:behind] == place["text"]
            assert behind <= end
