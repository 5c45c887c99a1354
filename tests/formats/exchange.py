"""What the tests of the exchange formats share: documents, and chains that can be compared."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from hearer.formats import brat, converting
from hearer.formats.annotated import AnnotatedFile, entities_of, in_words
from hearer.formats.corefud_entities import Entities, Mention, Place
from hearer.formats.unparsed import Spelled, mention_of
from hearer.model import Discourse, Utterance

Chains = list[list[tuple[int, int]]]

TWO = (
    Utterance.of("Ann/PROPN/nsubj/2 met/VERB/root/0 a/DET/det/4 judge/NOUN/obj/2", number=1),
    Utterance.of("She/PRON/nsubj/2 thanked/VERB/root/0 the/DET/det/4 man/NOUN/obj/2", number=2),
)
ANN = (Place(1, 1), Place(1, 1))
JUDGE = (Place(1, 3), Place(1, 4))
SHE = (Place(2, 1), Place(2, 1))
MAN = (Place(2, 3), Place(2, 4))


def document(*mentions: Mention) -> Discourse:
    """Two sentences; unless said otherwise, Ann is she, and the judge is the man."""
    first, second = TWO
    start = len(Discourse((first,)).text)
    shifted = Utterance(
        2,
        second.forms,
        second.lemmas,
        second.upos,
        second.xpos,
        second.features,
        second.heads,
        second.relations,
        (" ", " ", " ", ""),
        start=start,
    )
    said = mentions or (
        mention_of("e1", [ANN], etype="person"),
        mention_of("e2", [JUDGE]),
        mention_of("e1", [SHE], etype="person"),
        mention_of("e2", [MAN]),
    )
    return Discourse((first, shifted), "story", "story", Entities(tuple(said)))


def chains(discourse: Discourse) -> Chains:
    """The spans of each entity, in characters that are no white space: whatever the words are."""
    spelled = Spelled(discourse)
    found: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for mention in entities_of(discourse).mentions:
        if words := in_words(mention):
            start, end = spelled.stretch(*words)
            found[mention.entity].add((_solid(spelled.text[:start]), _solid(spelled.text[:end])))
    return sorted(sorted(spans) for spans in found.values())


def _solid(text: str) -> int:
    return len("".join(text.split()))


def read_again(written: str, discourse: Discourse, to: str) -> AnnotatedFile:
    """What was written, read."""
    content = written.encode("utf-8", "surrogateescape")
    if to == "brat":
        return brat.read(content, path="story.ann", text=brat.text_of(discourse).encode())
    return converting.read(to, content, path="story")


def opened(path: Path) -> AnnotatedFile:
    return converting.opened(str(path))[0]
