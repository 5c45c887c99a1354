"""Examples of the literature, read from CoNLL-U: what is said, who is meant, what is published.

GalleryExample    one of them, with its source
GalleryPronoun    a pronoun of it: who is meant, and what algorithms are published to answer
examples_folder   where the examples lie: in the package, or in a checkout
examples_of       the examples of a folder, a file for each publication
example_named     the one of a name

A file has a document for each example, with comments of its own above the first sentence (`title`,
`source`, `about`), who is who in `Entity=` (CorefUD), and in MISC of a pronoun what is published:
`Published=bfp:FRIEDMAN,s-list:BRENNAN`. `A/B` is an answer that leaves it open, `?` is none. What
people understand is in `Entity=`, unless `human:A/B` or `human:?` (nobody wrote it) says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from hearer.algorithms import ALGORITHMS
from hearer.errors import InputError, UnknownName
from hearer.evaluation.gold import Gold, gold_of, words_of
from hearer.evaluation.scoring import FORMS
from hearer.formats.conllu.file import document_of, misc_of, nodes_of
from hearer.harmless import quoted
from hearer.model import Discourse
from hearer.reading import open_file

FOLDER, GALLERY, STORY = "examples", "gallery", "story.txt"
PUBLISHED = "Published"
NOBODY = "?"  # an answer that names nobody
HUMAN = "human"
OR = "/"
TOLD = ("title", "source", "about")

Names = tuple[str, ...]  # entities; none where nobody is meant


@dataclass(frozen=True, slots=True)
class GalleryPronoun:
    """A pronoun of an example: its place, who is meant, and the published answers."""

    utterance: int
    word: int
    text: str
    human: Names
    published: Mapping[str, Names] = field(default_factory=dict)

    @property
    def place(self) -> str:
        return f"{self.utterance}.{self.word}"


@dataclass(frozen=True, slots=True)
class GalleryExample:
    """An example of the literature, parsed by hand."""

    name: str
    title: str
    source: str
    about: str
    discourse: Discourse = field(repr=False)
    gold: Gold = field(repr=False)
    pronouns: tuple[GalleryPronoun, ...]

    @property
    def paper(self) -> str:
        """The publication, as its file is called: Brennan 1987."""
        file = Path(self.discourse.path)
        return file.stem.replace("-", " ").title()

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Those that something is published of."""
        return tuple(dict.fromkeys(name for one in self.pronouns for name in one.published))


def examples_folder() -> Path:
    """The folder of the examples: beside the modules where hearer is installed, else its root."""
    for place in (Path(str(files("hearer"))), Path(__file__).parents[3]):
        if (place / FOLDER / STORY).is_file():
            return place / FOLDER
    raise InputError("The examples are not installed: they come with the wheel of hearer.")


def examples_of(folder: Path | None = None) -> tuple[GalleryExample, ...]:
    """The examples of a folder, file by file; without one, those that come with hearer."""
    place = examples_folder() / GALLERY if folder is None else folder
    found = [one for path in sorted(place.glob("*.conllu")) for one in _examples(path)]
    if not found:
        raise InputError(f"There are no examples (*.conllu) in {quoted(str(place))}.")
    return tuple(found)


def example_named(name: str, examples: Sequence[GalleryExample]) -> GalleryExample:
    """The example of a name."""
    by_name = {one.name: one for one in examples}
    if name not in by_name:
        raise UnknownName("example", name, by_name)
    return by_name[name]


def _examples(path: Path) -> Iterator[GalleryExample]:
    reading = open_file(path)
    if reading.problems:
        raise InputError(str(reading.problems[0]))
    return map(_example, reading)


def _example(discourse: Discourse) -> GalleryExample:
    document = document_of(discourse)
    title, source, about = (
        next((first.comment(key) for first in document.sentences[:1]), "") for key in TOLD
    )
    gold = gold_of(discourse)
    return GalleryExample(
        discourse.name, title, source, about,
        discourse=discourse, gold=gold, pronouns=tuple(_pronouns(discourse, gold)),
    )  # fmt: skip


def _pronouns(discourse: Discourse, gold: Gold) -> Iterator[GalleryPronoun]:
    """The pronouns of the third person that somebody says something of."""
    starts = words_of(discourse)
    entities = {mention.entity for mention in gold.mentions}
    for place, line, misc in nodes_of(document_of(discourse)):
        utterance = discourse.utterances[place.utterance - 1]
        mention = gold.at(starts[utterance.number] + place.word) if not place.empty else None
        published = misc_of(misc).get(PUBLISHED, "")
        text = utterance.forms[place.word - 1]
        if mention is None or not (published or _is_asked(text)):
            continue
        at = f"{discourse.path}:{line}"
        answers = dict(_answers(published, entities, at))
        human = answers.pop(HUMAN, (mention.entity,))
        yield GalleryPronoun(utterance.number, place.word, text, human, published=answers)


def _is_asked(form: str) -> bool:
    """Whether this is a personal or possessive pronoun of the third person."""
    return form.lower() in FORMS and "sel" not in form


def _answers(published: str, entities: set[str], at: str) -> Iterator[tuple[str, Names]]:
    for pair in filter(None, published.split(",")):
        algorithm, _, answer = pair.partition(":")
        if not algorithm or not answer:
            raise InputError(f"{at}: Published= has ALGORITHM:ENTITY, not {quoted(pair)}.")
        names = names_of(answer)
        _require_known("algorithm", [algorithm], {HUMAN, *ALGORITHMS.names()}, at)
        _require_known("entity", names, entities, at)
        yield algorithm, names


def _require_known(kind: str, names: Sequence[str], known: set[str], at: str) -> None:
    for name in names:
        if name not in known:
            raise InputError(f"{at}: {UnknownName(kind, name, known)}")


def names_of(answer: str) -> Names:
    """The entities of an answer as it is written, in the order of their names.

    >>> names_of("TONY/TERRY"), names_of("?")
    (('TERRY', 'TONY'), ())
    """
    return () if answer == NOBODY else tuple(sorted(answer.split(OR)))


def answer_of(names: Names) -> str:
    """An answer as it is written.

    >>> answer_of(("TERRY", "TONY")), answer_of(())
    ('TERRY/TONY', '?')
    """
    return OR.join(names) or NOBODY
