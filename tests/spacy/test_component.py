"""The "hearer" pipe: found by name, and what it writes survives everything spaCy does to a Doc."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("spacy", reason="spaCy is an extra: pip install 'hearer[spacy]'")

import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

import hearer
from hearer.errors import UsageError
from hearer_spacy import HearerPipe
from tests.parsers.docs import doc, nlp_of_ours
from tests.parsers.parses import needs_model

TEXT = "Anna met  a judge.\n\nShe thanked him. Then he left."
CLUSTERS = {"coref_clusters_1": ["Anna", "She"], "coref_clusters_2": ["a judge", "him", "he"]}
CLEAR = (
    "Anna/PROPN/NNP/nsubj/2 sat/VERB/VBD/ROOT/0 with/ADP/IN/prep/2 a/DET/DT/det/5"
    " judge/NOUN/NN/pobj/3 ./PUNCT/./punct/2 She/PRON/PRP/nsubj/8 thanked/VERB/VBD/ROOT/0"
    " him/PRON/PRP/dobj/8"
)


@pytest.fixture(scope="module")
def nlp() -> Language:
    pipeline = nlp_of_ours()
    pipeline.add_pipe("hearer")
    return pipeline


def clusters(found: Doc) -> dict[str, list[str]]:
    return {key: [span.text for span in group] for key, group in found.spans.items()}


def test_the_pipe_is_found_by_its_name() -> None:
    blank = spacy.blank("en")
    assert isinstance(blank.add_pipe("hearer", config={"algorithm": "s-list"}), HearerPipe)


@needs_model
def test_clusters_are_numbered_from_one(nlp: Language) -> None:
    found = nlp(TEXT)
    assert found.text == TEXT
    assert clusters(found) == CLUSTERS
    assert found._.hearer["entities"] == ["ANNA", "JUDGE"]
    assert found._.hearer["algorithm"] == "weighted-s-list"
    pronouns = [
        (found[p["start"] : p["end"]].text, found[p["antecedent_start"]].text, p["entity"])
        for p in found._.hearer["pronouns"]
    ]
    assert pronouns == [("She", "Anna", "ANNA"), ("him", "a", "JUDGE"), ("he", "him", "JUDGE")]


def test_clearnlp_labels_do_as_well() -> None:
    found = HearerPipe()(doc(CLEAR))
    assert clusters(found) == {
        "coref_clusters_1": ["Anna", "She"],
        "coref_clusters_2": ["a judge", "him"],
    }


def test_only_strings_are_stored_and_one_name_is_taken() -> None:
    found = HearerPipe()(doc(CLEAR))
    assert [(key, type(value)) for key, value in found.user_data.items()] == [("hearer", str)]
    assert doc(CLEAR)._.hearer is None


def test_hearing_a_doc_again_changes_nothing() -> None:
    found = HearerPipe()(doc(CLEAR))
    before = clusters(found)
    assert clusters(HearerPipe()(found)) == before


def test_an_empty_doc_is_no_problem() -> None:
    found = HearerPipe()(spacy.blank("en")(""))
    nothing: dict[str, object] = {"entities": [], "names": [], "pronouns": [], "resolved_text": ""}
    assert found._.hearer == {"algorithm": "weighted-s-list", **nothing}


@needs_model
def test_the_pipeline_survives_the_disk(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    assert "hearer" in again.pipe_names
    assert clusters(again(TEXT)) == CLUSTERS


@needs_model
def test_two_processes_say_what_one_says(nlp: Language) -> None:
    texts = [TEXT, "She sings.", "", TEXT]
    found = list(nlp.pipe(texts, n_process=2, batch_size=1))
    assert [clusters(one) for one in found] == [CLUSTERS, {}, {}, CLUSTERS]
    assert found[3]._.hearer == nlp(TEXT)._.hearer


KELLER = "Anna Keller met an old judge from Rome. She thanked him. They smiled. It rained."


@pytest.fixture(scope="module")
def blank() -> Language:
    """Words of spaCy, and nothing else: hearer parses them itself."""
    pipeline = spacy.blank("en")
    pipeline.add_pipe("hearer")
    return pipeline


@needs_model
def test_a_doc_without_a_parse_is_parsed_by_hearer(blank: Language) -> None:
    found = blank(KELLER)
    assert found.text == KELLER
    assert not found.has_annotation("DEP")
    assert clusters(found)["coref_clusters_1"] == ["Anna Keller", "She"]
    by_hand = [(r.start, r.end, r.name) for r in hearer.resolve(KELLER).resolutions]
    spans = [(found[p["start"] : p["end"]], p["name"]) for p in found._.hearer["pronouns"]]
    assert [(span.start_char, span.end_char, name) for span, name in spans] == by_hand


@needs_model
def test_sentences_that_are_marked_stay(blank: Language) -> None:
    marked = spacy.blank("en")
    marked.add_pipe("sentencizer")
    marked.add_pipe("hearer")
    assert clusters(marked(TEXT)) == CLUSTERS == clusters(blank(TEXT))


@needs_model
def test_a_pronoun_has_name_label_and_confidence(blank: Language) -> None:
    she, him, they, it = blank(KELLER)._.hearer["pronouns"]
    assert (she["name"], she["label"]) == ("Anna Keller", "resolved")
    assert (him["name"], him["label"]) == ("the old judge", "resolved")
    assert (they["name"], they["label"]) == ("Anna Keller and the old judge", "resolved")
    assert (it["name"], it["label"]) == (None, "pleonastic")
    assert all(0 < one["confidence"] <= 1 for one in (she, him, they, it))


@needs_model
def test_a_token_refers_to_the_words_that_name_it_best(blank: Language) -> None:
    later = "Anna left. She ran. Anna Keller fell."
    meant = {token.text: token._.refers_to for token in blank(later)}
    assert meant["She"].text == "Anna Keller"
    assert [text for text, span in meant.items() if span is not None] == ["She"]


@needs_model
def test_a_token_refers_to_nothing_where_no_words_name_it(blank: Language) -> None:
    found = blank(KELLER)
    meant = {token.text: token._.refers_to for token in found}
    assert meant["him"].text == "an old judge from Rome"
    assert (meant["They"], meant["It"], meant["Rome"]) == (None, None, None)
    assert [token._.refers_to for token in spacy.blank("en")("She left.")] == [None] * 3


@needs_model
def test_what_a_token_refers_to_survives_docbin(blank: Language) -> None:
    found = blank(KELLER)
    (unpacked,) = DocBin(docs=[found], store_user_data=True).get_docs(found.vocab)
    again = Doc(found.vocab).from_bytes(found.to_bytes())
    meant = [str(token._.refers_to) for token in found]
    assert "Anna Keller" in meant
    for copy in (unpacked, again):
        assert [str(token._.refers_to) for token in copy] == meant
        assert clusters(copy) == clusters(found)
        assert copy._.hearer == found._.hearer


@needs_model
def test_an_unparsed_doc_can_be_resolved() -> None:
    found = hearer.resolve(spacy.blank("en")(KELLER))
    assert found.resolutions[0].name == "Anna Keller"


@needs_model
def test_of_a_set_every_member_is_referred_to(blank: Language) -> None:
    found = blank("Anna Keller met an old judge. They left. She sang.")
    they, she, sang = (token for token in found if token.text in {"They", "She", "sang"})
    assert they._.refers_to is None
    assert [span.text for span in they._.refers_to_all] == ["Anna Keller", "an old judge"]
    assert she._.refers_to_all == [she._.refers_to]
    assert sang._.refers_to_all == []
    again = Doc(found.vocab).from_bytes(found.to_bytes())
    assert [span.text for span in again[they.i]._.refers_to_all] == ["Anna Keller", "an old judge"]


LINKS = [
    "Bob likes [it](https://example.org/it/her.html). He reads it often.",
    "Alice wrote to her@example.org. She attached `it.py` and it broke.",
    "Tom opened https://example.org/he/it?x=her. He closed it.",
]


@needs_model
@pytest.mark.parametrize("text", LINKS)
def test_a_word_in_a_link_is_no_mention(blank: Language, text: str) -> None:
    found, by_hand = blank(text), hearer.resolve(text)
    said = {(span.start_char, span.end_char) for group in found.spans.values() for span in group}
    places = [row for row in by_hand.rows() if row["kind"] != "ellipsis"]
    assert said <= {(row["start"], row["end"]) for row in places}
    links = {
        one.span() for one in re.finditer(r"https?://[^)\s]+\w|\S+@\S+\w|(?<=`)[^`]+(?=`)", text)
    }
    assert links
    for start, stop in said:  # a mention has all of a link, or nothing
        assert all(
            not first <= start < end or (start == first and stop >= end) for first, end in links
        )
    names = [row["name"] for row in found._.hearer["pronouns"]]
    assert names == [one.name for one in by_hand.resolutions]


WRONG: dict[str, tuple[dict[str, object], str]] = {
    "an algorithm": ({"algorithm": "bpf"}, "did you mean 'bfp'"),
    "a profile": ({"profile": "papper"}, "did you mean 'paper'"),
    "an option": ({"options": {"precison": 0.9}}, "did you mean 'precision'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_when_the_pipe_is_added(case: str) -> None:
    config, said = WRONG[case]
    with pytest.raises(UsageError, match=said):
        spacy.blank("en").add_pipe("hearer", config=config)


def test_a_pipeline_of_another_language_is_warned_of() -> None:
    with pytest.warns(UserWarning, match="hearer resolves English, and this pipeline is 'de'"):
        spacy.blank("de").add_pipe("hearer")


@needs_model
def test_precision_is_an_option(blank: Language) -> None:
    careful = spacy.blank("en")
    careful.add_pipe("hearer", config={"options": {"precision": 1.0}})
    assert blank("Anna met Eva. She left.")._.hearer["pronouns"][0]["label"] == "resolved"
    assert careful("Anna met Eva. She left.")._.hearer["pronouns"][0]["label"] != "resolved"


@needs_model
def test_the_span_of_the_name_the_resolved_text_and_wrong_settings() -> None:
    pipeline = spacy.blank("en")
    pipeline.add_pipe("hearer", config={"precision": 0.1})
    doc = pipeline("The chemist Olaf Brandt won. He smiled. Nora met Luis. They married.")
    he, they = (token for token in doc if token.text in {"He", "They"})
    assert he._.refers_to.text == "Olaf Brandt"
    assert [span.text for span in they._.refers_to_all] == ["Nora", "Luis"]
    assert doc._.resolved_text == (
        "The chemist Olaf Brandt won. Olaf smiled. Nora met Luis. Nora and Luis married."
    )
    for config, message in (
        ({"algorithm": "slist"}, "There is no algorithm 'slist' .did you mean 's-list'"),
        ({"algorithm": 3}, "An algorithm is given by its name, not int"),
        ({"options": ["reach"]}, "Options of the pipe 'hearer' are given as config="),
        ({"precision": 7}, "A precision is a share from 0 to 1"),
    ):
        with pytest.raises(hearer.UsageError, match=message):
            spacy.blank("en").add_pipe("hearer", config=config)
