"""Raw text in atoms, and where its words and sentences end."""

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hearer.parsers.english.boundaries import (
    BLOCK_ENDS,
    JOINED,
    NOTHING,
    SENTENCE_ENDS,
    SPACE,
    WORD_ENDS,
    atoms,
)
from hearer.parsers.english.encoder import Splits
from training.conllu import GoldDocument, GoldSentence, GoldWord, raw_text

BREAK = "\n\n"
CLOSING = frozenset(",.;:!?)]}%…”’")
OPENING = frozenset("([{$“#")
CLITICS = frozenset({"n't", "n’t"})
LONGEST_CLITIC = 3  # 's, 'll, 've
QUOTE = '"'


@dataclass(frozen=True, slots=True)
class Text:
    """A document in atoms; `spaces` and `ends` as in hearer.parsers.english.boundaries."""

    name: str
    atoms: list[str]
    spaces: list[int]
    ends: list[int]


def text_of(document: GoldDocument, splits: Splits) -> Text:
    """Return a gold document in atoms."""
    text, _ = raw_text(document)
    ends = _ends(document)
    spans = list(atoms(text, splits))
    return Text(
        name=document.name,
        atoms=[text[start:end] for start, end in spans],
        spaces=[_space(text, end) for _, end in spans],
        ends=[ends.get(end, JOINED) for _, end in spans],
    )


def _ends(document: GoldDocument) -> dict[int, int]:
    """Return what ends where."""
    _, sentences = raw_text(document)
    words = {end: WORD_ENDS for sentence in sentences for _, end in sentence}
    return words | {sentence[-1][1]: SENTENCE_ENDS for sentence in sentences if sentence}


def _space(text: str, end: int) -> int:
    if end >= len(text.rstrip()) or text.startswith(BREAK, end):
        return BLOCK_ENDS
    return SPACE if text[end].isspace() else NOTHING


def splits(documents: Iterable[GoldDocument]) -> dict[str, tuple[int, ...]]:
    """Return the words that are cut more often than not, and where."""
    written, cut = Counter[str](), Counter[tuple[str, tuple[int, ...]]]()
    for document in documents:
        text, _ = raw_text(document)
        ends = _ends(document)
        for start, end in atoms(text, {}):
            word = text[start:end].lower()
            inside = tuple(place - start for place in range(start + 1, end) if place in ends)
            written[word] += 1
            cut[word, inside] += 1
    return {
        word: inside
        for (word, inside), times in sorted(cut.items())
        if inside and word.isalpha() and _is_rule(times, written[word])
    }


def _is_rule(times: int, written: int) -> bool:
    return times >= 2 and times > written / 2


def spaced(document: GoldDocument) -> GoldDocument:
    """Return a document whose words are written together where one writes them together."""
    return replace(document, sentences=tuple(map(_spaced, document.sentences)))


def _spaced(sentence: GoldSentence) -> GoldSentence:
    is_open = False  # a quotation, by quotes that do not show it
    together = list[bool]()  # with the word before
    for word in sentence.words:
        together.append(_goes_before(word.form) or (word.form == QUOTE and is_open))
        is_open ^= word.form == QUOTE
    opened = _opening(sentence.words)
    pairs = zip(sentence.words, opened, [*together[1:], False], strict=True)
    words = (replace(w, space_after=not (opens or joined)) for w, opens, joined in pairs)
    return replace(sentence, words=tuple(words))


def _goes_before(form: str) -> bool:
    """Whether no space is written before: full stops, clitics."""
    is_clitic = form.startswith(("'", "’")) and len(form) <= LONGEST_CLITIC
    return form in CLOSING or form.lower() in CLITICS or is_clitic


def _opening(words: tuple[GoldWord, ...]) -> Iterator[bool]:
    """Yield whether no space is written behind: brackets, the first of two quotes."""
    is_open = False
    for word in words:
        is_open ^= word.form == QUOTE
        yield word.form in OPENING or (word.form == QUOTE and is_open)


def write(path: Path, texts: Iterable[Text]) -> None:
    """Write texts, one a line."""
    with lzma.open(path, "wt", encoding="utf-8") as lines:
        for text in texts:
            row = [text.name, " ".join(text.atoms), _digits(text.spaces), _digits(text.ends)]
            lines.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")


def _digits(numbers: Iterable[int]) -> str:
    return "".join(map(str, numbers))


def read(path: Path) -> Iterator[Text]:
    """Yield the texts of a file."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            name, atoms, spaces, ends = json.loads(line)
            yield Text(name, atoms.split(" "), [*map(int, spaces)], [*map(int, ends)])
