"""Gold documents turned into spaCy's training format.

    training_documents    the documents that may train the model (see `licences`)
    write_corpora         train.spacy and dev.spacy in the work folder

Training text is cut into chunks of one to twelve sentences and varied: how paragraphs break,
whether lines are wrapped, which quotation marks are used. Development documents stay whole.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from training.conllu import GoldDocument, GoldSentence, GoldWord, data_folder, read_documents
from training.licences import decide

# Each training text is written this many times, varied anew; one pass is so many epochs.
VARIATIONS = 2

_STRAIGHT = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"})


@dataclass(slots=True)
class _Token:
    """A token of the text to train on; `head` is its place in the chunk."""

    word: GoldWord
    head: int
    starts: bool
    space: str


def training_documents(data: Path) -> Iterator[GoldDocument]:
    """Yield EWT train and the GUM train documents whose text may train what we ship."""
    yield from read_documents(data / "ewt" / "train.conllu")
    for document in read_documents(data / "gum" / "train"):
        if decide(document).allowed:
            yield document


def development_documents(data: Path) -> Iterator[GoldDocument]:
    """Yield EWT dev and GUM dev: only to choose by, never to train on."""
    yield from read_documents(data / "ewt" / "dev.conllu")
    yield from read_documents(data / "gum" / "dev")


def write_corpora(work: Path, *, seed: int) -> None:
    """Write train.spacy and dev.spacy into the work folder."""
    vocab, data = Vocab(), data_folder()
    chance = random.Random(seed)
    train, dev = DocBin(store_user_data=True), DocBin(store_user_data=True)
    for document in training_documents(data):
        for _ in range(VARIATIONS):
            for chunk in _chunks(document, chance):
                train.add(_varied(vocab, chunk, chance))
    for document in development_documents(data):
        dev.add(gold_doc(vocab, document.sentences))
    train.to_disk(work / "train.spacy")
    dev.to_disk(work / "dev.spacy")


def _chunks(document: GoldDocument, chance: random.Random) -> Iterator[Sequence[GoldSentence]]:
    start = 0
    while start < len(document.sentences):
        length = chance.randint(1, 12)
        yield document.sentences[start : start + length]
        start += length


def _varied(vocab: Vocab, sentences: Sequence[GoldSentence], chance: random.Random) -> Doc:
    """Return a chunk with the paragraph breaks, line breaks and quotes of a text in the wild."""
    paragraph = chance.choices(("\n\n", "\n", " "), (60, 15, 25))[0]
    quotes = chance.choices(("kept", "straight", "curly"), (50, 25, 25))[0]
    width = chance.randint(60, 80) if chance.random() < 0.1 else 0
    if quotes == "straight":
        sentences = [
            _with_forms(s, [w.form.translate(_STRAIGHT) for w in s.words]) for s in sentences
        ]
    elif quotes == "curly":
        sentences = [_with_forms(s, _curly(s)) for s in sentences]
    return gold_doc(vocab, sentences, paragraph=paragraph, width=width)


def _with_forms(sentence: GoldSentence, forms: Sequence[str]) -> GoldSentence:
    words = (replace(word, form=form) for word, form in zip(sentence.words, forms, strict=True))
    return replace(sentence, words=tuple(words))


def _curly(sentence: GoldSentence) -> list[str]:
    """Return the words' forms with typographic quotes: opening before a word, else closing."""
    forms, after_space = [], True
    for word in sentence.words:
        if word.form == '"':
            forms.append("“" if after_space and not word.space_after else "”")
        elif word.form in {"''", "``"}:
            forms.append("”" if word.form == "''" else "“")
        else:
            forms.append(word.form.replace("'", "’"))
        after_space = word.space_after
    return forms


def gold_doc(
    vocab: Vocab, sentences: Sequence[GoldSentence], *, paragraph: str = "\n\n", width: int = 0
) -> Doc:
    """Return a Doc with gold annotation; breaks between paragraphs are whitespace tokens."""
    tokens = _tokens(sentences, paragraph)
    if width:
        _wrap(tokens, width)
    rows = list(_with_breaks(tokens))
    heads = {token: row for row, (token, _) in enumerate(rows) if token >= 0}
    return Doc(
        vocab,
        words=[tokens[t].word.form if t >= 0 else text for t, text in rows],
        spaces=[t >= 0 and tokens[t].space == " " for t, _ in rows],
        tags=[tokens[t].word.xpos if t >= 0 else "_SP" for t, _ in rows],
        pos=[tokens[t].word.upos if t >= 0 else "SPACE" for t, _ in rows],
        morphs=[tokens[t].word.feats if t >= 0 else "" for t, _ in rows],
        lemmas=[tokens[t].word.lemma if t >= 0 else text for t, text in rows],
        heads=[heads[tokens[t].head] if t >= 0 else row - 1 for row, (t, _) in enumerate(rows)],
        deps=[tokens[t].word.deprel if t >= 0 else "dep" for t, _ in rows],
        sent_starts=[t >= 0 and tokens[t].starts for t, _ in rows],
    )


def _tokens(sentences: Sequence[GoldSentence], paragraph: str) -> list[_Token]:
    """Return the words of all sentences in a row; where a paragraph begins, it is broken before."""
    tokens: list[_Token] = []
    for sentence in sentences:
        start = len(tokens)
        if tokens:
            tokens[-1].space = paragraph if sentence.new_paragraph else " "
        for place, word in enumerate(sentence.words):
            head = start + (word.head if word.head >= 0 else place)
            deprel = "ROOT" if word.head < 0 else word.deprel
            space = " " if word.space_after else ""
            tokens.append(_Token(replace(word, deprel=deprel), head, place == 0, space))
    if tokens:
        tokens[-1].space = ""
    return tokens


def _wrap(tokens: list[_Token], width: int) -> None:
    """Break lines at about `width` characters, as plain-text books do."""
    column = 0
    for token in tokens:
        column += len(token.word.form) + len(token.space)
        if token.space == " " and column > width:
            token.space = "\n"
        if "\n" in token.space:
            column = 0


def _with_breaks(tokens: Sequence[_Token]) -> Iterator[tuple[int, str]]:
    """Yield (token, "") for every token and (-1, its text) for the line breaks between them."""
    for place, token in enumerate(tokens):
        yield place, ""
        if "\n" in token.space:
            yield -1, token.space
