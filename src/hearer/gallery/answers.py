"""What the algorithms answer to the examples, beside what is published.

GalleryAnswer     what one algorithm says of one pronoun, and what is published that it says
answers_to        the answers to an example
heard             an example as an algorithm hears it: with nouns as given, as the literature does
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hearer.evaluation.given import listen_given
from hearer.evaluation.trial import Trial
from hearer.gallery.examples import GalleryExample, GalleryPronoun, Names
from hearer.model import Entity, Interpretation, Resolution
from hearer.profiles import how_to_hear


@dataclass(frozen=True, slots=True)
class GalleryAnswer:
    """What an algorithm says that a pronoun means; `published` is None where nobody wrote it."""

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
        """Whether it is what people understand."""
        return self.ours == self.pronoun.human

    @property
    def key(self) -> tuple[str, str, str]:
        return self.example, self.pronoun.place, self.algorithm


def answers_to(
    example: GalleryExample, algorithms: Iterable[str] | None = None
) -> Iterator[GalleryAnswer]:
    """What algorithms answer, pronoun by pronoun; without names, what something is published of."""
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
    """The example as an algorithm hears it: who is who among the nouns is given."""
    return listen_given(example.discourse, how_to_hear(algorithm))


def _ours(example: GalleryExample, algorithm: str) -> dict[tuple[int, int], Names]:
    """Who is meant by each pronoun, as the example names them."""
    found = heard(example, algorithm)
    named = dict(_named(found, Trial(example.gold, example.discourse, how_to_hear(algorithm))))
    return {(r.pronoun.utterance, r.pronoun.head): _meant(r, named) for r in found.resolutions}


def _named(found: Interpretation, trial: Trial) -> Iterator[tuple[Entity, str]]:
    """Our entities, by what the annotation calls their nouns and names.

    A pronoun tells only where it is all there is, and the first: others are what is asked about.
    """
    for chain in found.chains:
        nouns = [one for one in chain.expressions if not one.is_pronoun]
        names = filter(None, map(trial.gold_entity, nouns or chain.expressions[:1]))
        yield chain.entity, next(names, str(chain.entity))


def _meant(resolution: Resolution, named: Mapping[Entity, str]) -> Names:
    elements = filter(None, (resolution.antecedent, *resolution.rivals))
    return tuple(sorted({named.get(one.entity, str(one.entity)) for one in elements}))
