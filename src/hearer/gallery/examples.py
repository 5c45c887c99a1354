"""Examples of the literature: discourses parsed by hand, published answers, and our answers.

A file of CoNLL-U has a document for each example, with the comments `title`, `source` and `about`
above its first sentence, coreference in `Entity=` (CorefUD), and in MISC of a pronoun the published
answers: `Published=bfp:FRIEDMAN,s-list:BRENNAN`. `A/B` is an ambiguous answer, `?` none. People
understand what `Entity=` says, unless `human:A/B` or `human:?` (nobody wrote it) says otherwise.
`deviations.tab` explains where our answer is not the published one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from csv import DictReader
from csv import Error as CsvError
from dataclasses import dataclass, field, fields
from importlib.resources import files
from pathlib import Path

from hearer.algorithms import ALGORITHMS
from hearer.errors import InputError, UnknownName
from hearer.escape import quoted
from hearer.evaluation.gold import Gold, gold_of, words_of
from hearer.evaluation.gold_analyst import listen_given
from hearer.evaluation.scoring import FORMS
from hearer.evaluation.trial import Trial
from hearer.formats.conllu.file import document_of, misc_of, nodes_of
from hearer.model import Discourse, Interpretation
from hearer.profiles import how_to_hear
from hearer.reading import open_file, shown

FOLDER, GALLERY, STORY, DEVIATIONS = "examples", "gallery", "story.txt", "deviations.tab"
PUBLISHED = "Published"
NOBODY = "?"  # an answer that names no entity
HUMAN = "human"
OR = "/"

Names = tuple[str, ...]  # of entities; empty if none is meant
Key = tuple[str, str, str]  # example, place, algorithm


@dataclass(frozen=True, slots=True)
class GalleryPronoun:
    """A pronoun of an example, what people understand, and the published answers."""

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
    def algorithms(self) -> tuple[str, ...]:
        """The algorithms with a published answer."""
        return tuple(dict.fromkeys(name for one in self.pronouns for name in one.published))


def examples_folder() -> Path:
    """Return the folder of the examples: in the installed package, else in the checkout."""
    for place in (Path(str(files("hearer"))), Path(__file__).parents[3]):
        if (place / FOLDER / STORY).is_file():
            return place / FOLDER
    raise InputError("The examples are not installed: they come with the wheel of hearer.")


def examples_of(folder: Path | None = None) -> tuple[GalleryExample, ...]:
    """Return the examples of a folder, by default those that come with hearer."""
    place = examples_folder() / GALLERY if folder is None else folder
    found = [one for path in sorted(place.glob("*.conllu")) for one in _examples(path)]
    if not found:
        raise InputError(f"There are no examples (*.conllu) in {quoted(str(place))}.")
    return tuple(found)


def example_named(name: str, examples: Sequence[GalleryExample]) -> GalleryExample:
    """Return the example with a name, or raise UnknownName."""
    by_name = {one.name: one for one in examples}
    if name not in by_name:
        raise UnknownName("example", name, by_name)
    return by_name[name]


def _examples(path: Path) -> Iterator[GalleryExample]:
    reading = open_file(path)
    if reading.problems:
        raise InputError(str(reading.problems[0]))
    for discourse in reading:
        first = document_of(discourse).sentences[:1]
        title, source, about = (
            next((one.comment(key) for one in first), "") for key in ("title", "source", "about")
        )
        gold = gold_of(discourse)
        pronouns = tuple(_pronouns(discourse, gold))
        yield GalleryExample(
            discourse.name, title, source, about, discourse=discourse, gold=gold, pronouns=pronouns
        )


def _pronouns(discourse: Discourse, gold: Gold) -> Iterator[GalleryPronoun]:
    """Return the annotated third-person pronouns, and all words with published answers."""
    starts = words_of(discourse)
    entities = {mention.entity for mention in gold.mentions}
    for place, line, misc in nodes_of(document_of(discourse)):
        utterance = discourse.utterances[place.utterance - 1]
        mention = gold.at(starts[utterance.number] + place.word) if not place.empty else None
        published = misc_of(misc).get(PUBLISHED, "")
        text = utterance.forms[place.word - 1]
        is_third_person = text.lower() in FORMS and "sel" not in text
        if mention is None or not (published or is_third_person):
            continue
        answers = dict(_answers(published, entities, f"{discourse.path}:{line}"))
        human = answers.pop(HUMAN, (mention.entity,))
        yield GalleryPronoun(utterance.number, place.word, text, human, published=answers)


def _answers(published: str, entities: set[str], at: str) -> Iterator[tuple[str, Names]]:
    for pair in filter(None, published.split(",")):
        algorithm, _, answer = pair.partition(":")
        if not algorithm or not answer:
            raise InputError(f"{at}: Published= has ALGORITHM:ENTITY, not {quoted(pair)}.")
        names = names_of(answer)
        algorithms = {HUMAN, *ALGORITHMS.names()}
        known = (("algorithm", algorithm, algorithms), *(("entity", x, entities) for x in names))
        for kind, name, all_known in known:
            if name not in all_known:
                raise InputError(f"{at}: {UnknownName(kind, name, all_known)}")
        yield algorithm, names


def names_of(answer: str) -> Names:
    """Return the entities of an answer, sorted.

    >>> names_of("TONY/TERRY"), names_of("?")
    (('TERRY', 'TONY'), ())
    """
    return () if answer == NOBODY else tuple(sorted(answer.split(OR)))


def answer_of(names: Names) -> str:
    """Return an answer as it is written in a file.

    >>> answer_of(("TERRY", "TONY")), answer_of(())
    ('TERRY/TONY', '?')
    """
    return OR.join(names) or NOBODY


@dataclass(frozen=True, slots=True)
class GalleryAnswer:
    """Our answer for a pronoun by one algorithm; `published` is None if there is none."""

    example: str
    pronoun: GalleryPronoun
    algorithm: str
    ours: Names
    published: Names | None

    @property
    def agrees(self) -> bool | None:
        return None if self.published is None else self.ours == self.published

    @property
    def is_right(self) -> bool:
        """Return True if it is what people understand."""
        return self.ours == self.pronoun.human

    @property
    def key(self) -> Key:
        return self.example, self.pronoun.place, self.algorithm


def answers_to(
    example: GalleryExample, algorithms: Iterable[str] | None = None
) -> Iterator[GalleryAnswer]:
    """Return the answers of algorithms, by default those that have a published answer."""
    named = example.algorithms if algorithms is None else tuple(algorithms)
    ours = {name: _ours(example, name) for name in named if example.pronouns}
    for pronoun in example.pronouns:
        place = pronoun.utterance, pronoun.word
        for name in named:
            published = pronoun.published.get(name)
            if algorithms is None and published is None:
                continue
            said = ours[name].get(place, ())
            yield GalleryAnswer(example.name, pronoun, name, ours=said, published=published)


def heard(example: GalleryExample, algorithm: str) -> Interpretation:
    """Return the interpretation of an example, with nominal coreference as given."""
    return listen_given(example.discourse, how_to_hear(algorithm))


def _ours(example: GalleryExample, algorithm: str) -> dict[tuple[int, int], Names]:
    """Return the answers by place, with the names of the example.

    An entity has the gold name of its nouns, or of its first pronoun if there is no noun.
    """
    found = heard(example, algorithm)
    trial = Trial(example.gold, example.discourse, how_to_hear(algorithm))
    named: dict[str, str] = {}
    for chain in found.chains:
        nouns = [one for one in chain.expressions if not one.is_pronoun]
        names = filter(None, map(trial.gold_entity, nouns or chain.expressions[:1]))
        named[chain.entity] = next(names, str(chain.entity))
    answers = {}
    for one in found.resolutions:
        elements = (one.antecedent, *one.rivals) if one.antecedent else ()
        meant = {named.get(element.entity, str(element.entity)) for element in elements}
        answers[one.pronoun.utterance, one.pronoun.head] = tuple(sorted(meant))
    return answers


@dataclass(frozen=True, slots=True)
class Deviation:
    """A published answer that is not ours: where, our answer, why, and the page that explains."""

    example: str
    place: str  # sentence.word
    algorithm: str
    ours: str
    why: str
    page: str  # from docs/

    @property
    def key(self) -> Key:
        return self.example, self.place, self.algorithm


def deviations_of(folder: Path | None = None) -> dict[Key, Deviation]:
    """Return the deviations of a folder; none if there is no file of them."""
    path = (examples_folder() / GALLERY if folder is None else folder) / DEVIATIONS
    if not path.is_file():
        return {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(DictReader(file, delimiter="\t"))
    except (OSError, UnicodeDecodeError, CsvError) as error:
        raise InputError(f"{shown(str(path))} cannot be read: {error}.") from error
    names = [each.name for each in fields(Deviation)]
    for line, row in enumerate(rows, start=2):
        if list(row) != names or not all(row.values()):
            raise InputError(f"{shown(str(path))}:{line}: the columns are {', '.join(names)}.")
    return {one.key: one for one in (Deviation(**row) for row in rows)}
