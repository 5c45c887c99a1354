"""What the tests of the exchange formats share: documents, and chains that can be compared."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from hearer.formats import FORMATS, Reading, brat
from hearer.formats.annotation import entities_of
from hearer.formats.converting import converted, known, of_input, read_as
from hearer.formats.entities import Entities, Mention, NodePlace, in_words, mention_of, offsets_of
from hearer.formats.format import Holds
from hearer.model import Discourse, Utterance

READABLE = sorted(one.name for one in known() if one.read and Holds.ENTITIES in one.holds)
WRITABLE = sorted(one.name for one in known() if one.write)
GAP = Path(__file__).parent / "cases" / "story-gap.tsv"  # is only read
Chains = list[list[tuple[int, int]]]

TWO = (
    Utterance.of("Ann/PROPN/nsubj/2 met/VERB/root/0 a/DET/det/4 judge/NOUN/obj/2", number=1),
    Utterance.of("She/PRON/nsubj/2 thanked/VERB/root/0 the/DET/det/4 man/NOUN/obj/2", number=2),
)
ANN = (NodePlace(1, 1), NodePlace(1, 1))
JUDGE = (NodePlace(1, 3), NodePlace(1, 4))
SHE = (NodePlace(2, 1), NodePlace(2, 1))
MAN = (NodePlace(2, 3), NodePlace(2, 4))


def document(*mentions: Mention) -> Discourse:
    """Two sentences; unless said otherwise, Ann is she, and the judge is the man."""
    first, second = TWO
    start = len(Discourse((first,)).text)
    shifted = replace(second, spaces=(" ", " ", " ", ""), start=start)
    said = mentions or (
        mention_of("e1", [ANN], etype="person"),
        mention_of("e2", [JUDGE]),
        mention_of("e1", [SHE], etype="person"),
        mention_of("e2", [MAN]),
    )
    return Discourse((first, shifted), "story", "story", Entities(tuple(said)))


def sample(name: str) -> str:
    """The document as a file of a format."""
    return GAP.read_text("utf-8") if name == "gap" else converted([document()], to=name)


def chains(discourse: Discourse) -> Chains:
    """The spans of each entity, in characters that are no white space: whatever the words are."""
    text, offsets = discourse.text, offsets_of(discourse)
    found: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for mention in entities_of(discourse).mentions:
        if words := in_words(mention):
            start, end = offsets.stretch(*words)
            found[mention.entity].add((_solid(text[:start]), _solid(text[:end])))
    return sorted(sorted(spans) for spans in found.values())


def _solid(text: str) -> int:
    return len("".join(text.split()))


def read_again(written: str, discourse: Discourse, to: str) -> Reading:
    """What was written, read."""
    content = written.encode("utf-8", "surrogateescape")
    if to == "brat":
        return brat.annotated(discourse.text.encode(), content, "story.ann")
    return read_as(FORMATS.find(to), content, "story")


def opened(path: Path) -> Reading:
    content = path.read_bytes()
    return read_as(of_input(str(path), content), content, str(path))
