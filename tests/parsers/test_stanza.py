"""Stanza Documents, as its classes are, without Stanza."""

from __future__ import annotations

from dataclasses import dataclass, field

from hearer.model import Utterance
from hearer.parsers.stanza import StanzaParser, discourse_of


@dataclass
class Word:
    text: str
    head: int
    deprel: str
    upos: str | None = "X"
    lemma: str | None = None
    xpos: str | None = None
    feats: str | None = None


@dataclass
class Token:
    start_char: int
    end_char: int
    words: list[Word]


@dataclass
class Sentence:
    tokens: list[Token]


@dataclass
class Document:
    text: str
    sentences: list[Sentence] = field(default_factory=list)


def parsed(text: str) -> Document:
    """One sentence a full stop; every word hangs on the first of its sentence."""
    document, place = Document(text), 0
    for sentence in filter(str.strip, text.replace(".", ".|").split("|")):
        tokens: list[Token] = []
        for form in sentence.split():
            start = text.index(form, place)
            place = start + len(form)
            head, relation = (1, "dep") if tokens else (0, "root")
            tokens.append(Token(start, place, [Word(form, head, relation)]))
        document.sentences.append(Sentence(tokens))
    return document


def test_a_document_keeps_offsets_paragraphs_and_characters() -> None:
    text = " She  sings .\n\nHe listens ."
    discourse = discourse_of(parsed(text))
    assert discourse.text == text
    assert [(u.start, u.begins_paragraph, u.heads) for u in discourse.utterances] == [
        (1, True, (0, 1, 1)),
        (15, True, (0, 1, 1)),
    ]


def test_a_contraction_is_shared_among_its_words() -> None:
    words = [Word("wo", 0, "root", "AUX", "will"), Word("not", 1, "advmod", "PART", "not")]
    one, two = Token(0, 5, words), Token(6, 8, [Word("go", 1, "dep", feats="VerbForm=Inf")])
    (found,) = discourse_of(Document("won't go", [Sentence([one, two])])).utterances
    assert found.forms == ("wo", "n't", "go")
    assert found.lemmas == ("will", "not", "go")
    assert found.spaces == ("", " ", "")
    assert found.heads == (0, 1, 1)
    assert found.features == ("_", "_", "VerbForm=Inf")


def test_a_pipeline_parses_block_by_block() -> None:
    text = "A  Title\n\nShe sings . He\nlistens .\n"
    found: list[Utterance] = list(StanzaParser(parsed).parse(text))
    assert "".join(f + s for u in found for f, s in zip(u.forms, u.spaces, strict=True)) == text
    assert [(u.number, u.is_heading) for u in found] == [(1, True), (2, False), (3, False)]
