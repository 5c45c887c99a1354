"""How to hear, as one value: an algorithm, its options, and those of the analysis.

Profile         what a hearer is made from
DEFAULT         the most accurate we have
PAPER           Strube 1998 to the letter
how_to_hear     the profile that a call asks for; what contradicts itself is wrong use
FIVE            the algorithms that are compared where nobody says which
to_compare      the algorithms that a comparison asks for
side_by_side    the profiles of several algorithms that are compared
require         that a profile has a part; nothing is added to it without a word
suited          a profile for documents of another language
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from hearer.algorithms import ALGORITHMS
from hearer.analysis.options import (
    AnalysisOptions,
    DirectSpeech,
    Inferrables,
    Segments,
    SortSource,
    Strictness,
)
from hearer.errors import UnknownName, UsageError, nearest
from hearer.harmless import brief
from hearer.language import called
from hearer.lexicon import words
from hearer.options import changed, options_of, require_sound

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from hearer.algorithms.base import Algorithm, AntecedentTest
    from hearer.model import Discourse

STRUBE_1998 = AnalysisOptions()
NOTHING: Mapping[str, object] = MappingProxyType({})
BESIDE = ("algorithm", "knowledge", "parser", "profile")  # what a call takes besides options


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Says how to hear.

    >>> print(PAPER.algorithm, PAPER.analysis.strictness)
    s-list strict
    """

    name: str
    algorithm: str
    analysis: AnalysisOptions = STRUBE_1998
    options: DataclassInstance | None = None  # the algorithm's; None: as its author has them

    def __post_init__(self) -> None:
        for each in (self.analysis, self.options):
            if each is not None:
                require_sound(each)

    def with_options(self, settings: Mapping[str, object]) -> Profile:
        """The profile with options set by name; one that neither side knows is an error.

        >>> PAPER.with_options({"window": 7, "temporal": "all"}).options.window
        7
        """
        if not settings:
            return self
        if unknown := [name for name in settings if name not in self.known]:
            raise self._unknown(unknown[0])
        return replace(
            self,
            analysis=changed(self.analysis, settings),
            options=changed(self.own_options, settings),
        )

    def _unknown(self, name: str) -> UnknownName:
        """What is wrong with an option: it is another algorithm's, or is spelled so nowhere."""
        is_others = name in _all_options()
        meant, hint = None if is_others else nearest(name, {*self.known, *BESIDE}), ""
        if meant in BESIDE:
            hint = f"(did you mean {meant!r}?)"
        elif meant is None and (other := nearest(name, _all_options())):
            said = "" if other == name else f" (did you mean {other!r}?)"
            hint = f"of {self.algorithm}{said}; {other!r} is one of {', '.join(_owners(other))}"
        return UnknownName("option", name, self.known, hint)

    @property
    def settings(self) -> dict[str, object]:
        """The options that are not as in the paper, or as the algorithm's author has them.

        >>> PAPER.with_options({"window": 7}).settings
        {'window': 7}
        """
        return {
            name: getattr(options, name)
            for options in (self.analysis, self.own_options)
            for name, default in options_of(type(options)).items()
            if getattr(options, name) != default
        }

    @property
    def own_options(self) -> DataclassInstance:
        """The algorithm's options; those of another are wrong use."""
        kind: type[DataclassInstance] = type(ALGORITHMS.find(self.algorithm).options)
        if self.options is not None and not isinstance(self.options, kind):
            raise UsageError(
                f"The options of {self.algorithm} are {kind.__name__}, "
                f"not {type(self.options).__name__}."
            )
        return self.options or kind()

    @property
    def known(self) -> frozenset[str]:
        """The names of all options that can be set."""
        return frozenset({*options_of(AnalysisOptions), *options_of(type(self.own_options))})

    def strategy(self, test: AntecedentTest) -> Algorithm:
        """The algorithm, about to hear."""
        return ALGORITHMS.find(self.algorithm)(test, self.own_options)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        set_so = ", ".join(f"{name}={value!s}" for name, value in self.settings.items())
        return brief(self, f"{self.name!r}: {self.algorithm}{f', {set_so}' if set_so else ''}")


def _owners(option: str) -> list[str]:
    """The algorithms that have an option."""
    return [name for name in ALGORITHMS.names() if option in _own(name)]


def _all_options() -> set[str]:
    return {option for name in ALGORITHMS.names() for option in _own(name)}


def _own(algorithm: str) -> Mapping[str, object]:
    return options_of(ALGORITHMS.find(algorithm).options)


PAPER = Profile(name="paper", algorithm="s-list")
# Its options go with its algorithm: no other can tell the pleonastic pronouns apart that it hears.
DEFAULT = Profile(
    name="default",
    algorithm="weighted-s-list",
    analysis=AnalysisOptions(
        all_pronouns=True,
        control=True,
        cues=True,
        demonstratives=True,
        direct_speech=DirectSpeech.KEEP,
        likeness=True,
        ones=True,
        partitives=True,
        pleonastic=True,
        pointing=True,
        predicates=True,
        predication=True,
        relatives_in_chains=False,
        segments=Segments.NONE,
        # Of names our own parser tells in its own trees, as its weights have learnt; in those of
        # others it costs as many pronouns as it gains (docs/specification/analysis.md 0.4).
        sorts=SortSource.NOUNS,
        speakers=True,
        strictness=Strictness.LENIENT,
    ),
)
# Ours, the paper's, the one that the paper argues with, the best of the others by far in
# docs/replication.md, and the one that everybody compares with.
FIVE = (DEFAULT.algorithm, PAPER.algorithm, "bfp", "lappin-leass", "hobbs")
ALL = "all"
PROFILES = {profile.name: profile for profile in (DEFAULT, PAPER)}


def how_to_hear(
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    settings: Mapping[str, object] = NOTHING,
) -> Profile:
    """The profile that a call asks for.

    The paper's goes with every algorithm, any other with its own only. Where no profile is named,
    an algorithm is heard with its own if it has one, else with the paper's.

    >>> how_to_hear().algorithm, how_to_hear("weighted-s-list").name, how_to_hear("bfp").name
    ('weighted-s-list', 'default', 'paper')
    """
    for said, kind in ((algorithm, "algorithm"), (profile, "profile")):
        if not isinstance(said, str | Profile | None):
            raise UsageError(f"The {kind} is given by its name, not {said!r}.")
    named = PROFILES.get(profile) if isinstance(profile, str) else profile
    if named is None and profile is not None:
        raise UnknownName("profile", str(profile), PROFILES)
    chosen = named or (DEFAULT if algorithm in {None, DEFAULT.algorithm} else PAPER)
    return _heard_by(algorithm or chosen.algorithm, chosen).with_options(settings)


def _heard_by(algorithm: str, profile: Profile) -> Profile:
    """The profile with another algorithm, if it goes with it."""
    if algorithm == profile.algorithm:
        return profile
    ALGORITHMS.find(algorithm)
    if profile.name != PAPER.name:
        raise UsageError(
            f"The profile {profile.name!r} goes with {profile.algorithm}, not with {algorithm}: "
            f"leave the profile out, or take {PAPER.name!r}."
        )
    return replace(profile, algorithm=algorithm, options=None)


def to_compare(names: Sequence[str] | str = ()) -> tuple[str, ...]:
    """The algorithms that are named, each once; five if none is, and "all" are all.

    >>> to_compare()
    ('weighted-s-list', 's-list', 'bfp', 'lappin-leass', 'hobbs')
    """
    everybody = (*FIVE, *ALGORITHMS.names())
    named = [names] if isinstance(names, str) else names
    asked = [one for name in named for one in (everybody if name == ALL else (name,))]
    return tuple(dict.fromkeys(asked or FIVE))


def side_by_side(
    algorithms: Sequence[str],
    profile: Profile | str | None = None,
    settings: Mapping[str, object] = NOTHING,
) -> tuple[Profile, ...]:
    """How each of several algorithms is heard; what is asked for must suit one of them at least.

    To the others a profile that is not theirs is the paper's, and an option that they do not have
    is none.

    >>> [how.name for how in side_by_side(["s-list", "weighted-s-list"], "default")]
    ['paper', 'default']
    """
    asked = how_to_hear(None, profile)
    suits = profile is None or asked.name == PAPER.name
    if not suits and asked.algorithm not in algorithms:
        _heard_by(algorithms[0], asked)
    each = [
        how_to_hear(name, profile if suits or name == asked.algorithm else PAPER)
        for name in algorithms
    ]
    known = frozenset().union(*(how.known for how in each))
    if unknown := [name for name in settings if name not in known]:
        raise UnknownName("option", unknown[0], known)
    return tuple(
        how.with_options({name: settings[name] for name in settings if name in how.known})
        for how in each
    )


def require(profile: Profile, part: str, *, wanted_for: str) -> None:
    """Raise if a profile lacks a part of the analysis that something is of no use without.

    >>> require(DEFAULT, "speakers", wanted_for="Knowing the speakers")
    """
    if not getattr(profile.analysis, part):
        raise UsageError(
            f"{wanted_for} needs {part}, which the profile {profile.name!r} has not: "
            f"say {part}=True too, or leave it out."
        )


# Other languages than English ---------------------------------------------------------------------

ENGLISH_PIPELINE = "english"
ENGLISH_ONLY = words("other languages", "options_of_english")


def is_of_english(algorithm: str) -> bool:
    """Return True for an algorithm that is trained on English."""
    return bool(getattr(ALGORITHMS.find(algorithm), "OF_ENGLISH", False))


def suited(how: Profile, language: str) -> Profile:
    """Return a profile for documents of a language: another one without what only English has.

    >>> suited(DEFAULT, "cs").algorithm, suited(DEFAULT, "").algorithm
    ('s-list', 'weighted-s-list')
    """
    if not language:
        return how
    if is_of_english(how.algorithm):
        return PAPER
    defaults = options_of(AnalysisOptions)
    off = {name: defaults[name] for name in ENGLISH_ONLY}
    return replace(how, analysis=changed(how.analysis, {**off, "inferrables": Inferrables.NONE}))


def heard_in(hows: Sequence[Profile], discourse: Discourse) -> list[Profile]:
    """Return those of several profiles that a document can be heard with; raise if none is left."""
    left = [how for how in hows if not (discourse.language and is_of_english(how.algorithm))]
    if not left:
        refuse_other_language(discourse, hows[0].algorithm)
    return left


def refuse_other_language(discourse: Discourse, algorithm: str, parser: str = "") -> None:
    """Raise if a document is of another language, and the algorithm or the parser of English."""
    name, language = discourse.path or discourse.name, called(discourse.language)
    if discourse.language and is_of_english(algorithm):
        raise UsageError(
            f"{algorithm} is learnt from English, and {name} is in {language}: choose another "
            "algorithm, as -a s-list."
        )
    if discourse.language and parser == ENGLISH_PIPELINE:
        raise UsageError(
            f"{name} is in {language}, and the English pipeline cannot parse it: leave it the "
            "parse that it has."
        )
