"""Profiles: an algorithm, its options and those of the analysis as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType, NoneType
from typing import TYPE_CHECKING

from hearer.algorithms import ALGORITHMS
from hearer.algorithms.base import Algorithm, AntecedentTest, changed, options_of
from hearer.analysis.options import LENIENT, AnalysisOptions, Inferrables
from hearer.errors import UnknownName, UsageError, require
from hearer.escape import brief
from hearer.model.lexicon import words
from hearer.parsers import MODELS, folder_of

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

NOTHING: Mapping[str, object] = MappingProxyType({})
ENGLISH = "english"  # the parser
(ENGLISH_ONLY,) = words("other languages", "options_of_english")
ARGUMENTS = "algorithm knowledge parser profile".split()  # of a call, besides options


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How to hear: an algorithm, its options and those of the analysis.

    >>> print(PAPER.algorithm, PAPER.analysis.strictness)
    s-list strict
    """

    name: str
    algorithm: str
    analysis: AnalysisOptions = AnalysisOptions()  # noqa: RUF009 - it is frozen
    options: DataclassInstance | None = None  # of the algorithm; None for its defaults

    def __post_init__(self) -> None:
        own = type(ALGORITHMS.find(self.algorithm).options) if self.options else NoneType
        if not isinstance(self.options, own):
            kinds = f"{own.__name__}, not {type(self.options).__name__}"
            raise UsageError(f"The options of {self.algorithm} are {kinds}.")
        for field, options in (("analysis", self.analysis), ("options", self.options)):
            if options:  # convert and check all values
                values = {name: getattr(options, name) for name in options_of(options)}
                object.__setattr__(self, field, changed(options, values))
        folder_of(self.analysis.model)  # raises if it is not installed

    def with_options(self, settings: Mapping[str, object]) -> Profile:
        """Return the profile with options set by name.

        >>> PAPER.with_options({"window": 7, "temporal": "all"}).options.window
        7
        """
        for name in settings:
            if name not in self.known:
                every = {one: ALGORITHMS.find(one).options for one in ALGORITHMS.names()}
                owners = ", ".join(one for one in every if name in options_of(every[one]))
                remark = f"of {self.algorithm}; {name!r} is one of {owners}" if owners else ""
                raise UnknownName("option", name, {*self.known, *ARGUMENTS}, remark)
        if not settings:
            return self
        own = changed(self.own_options, settings)
        return replace(self, analysis=changed(self.analysis, settings), options=own)

    @property
    def settings(self) -> dict[str, object]:
        """The options that differ from their defaults."""
        return {
            name: getattr(options, name)
            for options in (self.analysis, self.own_options)
            for name, default in options_of(options).items()
            if getattr(options, name) != default
        }

    @property
    def own_options(self) -> DataclassInstance:
        default: DataclassInstance = ALGORITHMS.find(self.algorithm).options
        return self.options or default

    @property
    def known(self) -> frozenset[str]:
        return frozenset({*options_of(self.analysis), *options_of(self.own_options)})

    def parser(self, asked: object = ENGLISH) -> object:
        """Return the parser of raw text: "english" is that of the model."""
        return MODELS[self.analysis.model] if asked == ENGLISH else asked

    def strategy(self, test: AntecedentTest) -> Algorithm:
        """Return the algorithm in its first state."""
        strategy = ALGORITHMS.find(self.algorithm)(test, self.own_options)
        strategy.use_model(self.analysis.model)
        return strategy

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        shown = (self.algorithm, *(f"{name}={value!s}" for name, value in self.settings.items()))
        return brief(self, f"{self.name!r}: {', '.join(shown)}")


PAPER = Profile(name="paper", algorithm="s-list")
DEFAULT = Profile(name="default", algorithm="weighted-s-list", analysis=LENIENT)
# Ours, the paper's, the one it argues with, the best of the others, and the usual baseline.
FIVE = (DEFAULT.algorithm, PAPER.algorithm, "bfp", "lappin-leass", "hobbs")
ALL = "all"
PROFILES = {profile.name: profile for profile in (DEFAULT, PAPER)}


def how_to_hear(
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    settings: Mapping[str, object] = NOTHING,
    **options: object,
) -> Profile:
    """Return the profile that the arguments of a call ask for; options may be in `settings`, too.

    The paper's profile suits every algorithm, any other its own only. Without a profile
    an algorithm has its own if there is one, else the paper's.

    >>> how_to_hear().algorithm, how_to_hear("weighted-s-list").name, how_to_hear("bfp").name
    ('weighted-s-list', 'default', 'paper')
    """
    require(algorithm, (str, NoneType), "An algorithm is given by its name")
    require(profile, (str, Profile, NoneType), "A profile is given by its name or as a Profile")
    if isinstance(profile, str):
        if profile not in PROFILES:
            raise UnknownName("profile", profile, PROFILES)
        profile = PROFILES[profile]
    chosen = profile or (DEFAULT if algorithm in {None, DEFAULT.algorithm} else PAPER)
    if algorithm is not None and algorithm != chosen.algorithm:
        ALGORITHMS.find(algorithm)
        if chosen.name != PAPER.name:
            raise UsageError(
                f"The profile {chosen.name!r} requires {chosen.algorithm}, not {algorithm}: "
                f"omit the profile, or use {PAPER.name!r}."
            )
        chosen = replace(chosen, algorithm=algorithm, options=None)
    return chosen.with_options({**settings, **options})


def to_compare(names: Sequence[str] | str) -> tuple[str, ...]:
    """Return the named algorithms, each once; five by default, and all for "all"."""
    named = [names] if isinstance(names, str) else names
    every = (*FIVE, *ALGORITHMS.names())
    asked = [one for name in named for one in (every if name == ALL else (name,))]
    return tuple(dict.fromkeys(asked or FIVE))


def side_by_side(
    names: Sequence[str] | str,
    profile: Profile | str | None,
    settings: Mapping[str, object] = NOTHING,
) -> tuple[Profile, ...]:
    """Return a profile for each algorithm that `to_compare` finds.

    The profile and the options must suit at least one of them. The others have the paper's
    profile, and not the options that they do not know.
    """
    algorithms, asked = to_compare(names), how_to_hear(None, profile)
    others = asked if asked.name == PAPER.name else PAPER
    if profile and others is not asked and asked.algorithm not in algorithms:
        how_to_hear(algorithms[0], asked)  # raises
    suiting = (asked if name == asked.algorithm else others for name in algorithms)
    each = [*map(how_to_hear, algorithms, (profile and one for one in suiting))]
    known = frozenset().union(*(how.known for how in each))
    for name in settings:
        if name not in known:
            raise UnknownName("option", name, known)
    return tuple(
        how.with_options({name: settings[name] for name in settings if name in how.known})
        for how in each
    )


def is_of_english(algorithm: str) -> bool:
    """Return True for an algorithm that is trained on English."""
    return ALGORITHMS.find(algorithm).OF_ENGLISH


def suited(how: Profile, language: str) -> Profile:
    """Return a profile for documents of a language: another one without what only English has.

    >>> suited(DEFAULT, "cs").algorithm, suited(DEFAULT, "").algorithm
    ('s-list', 'weighted-s-list')
    """
    if not language:
        return how
    how = PAPER if is_of_english(how.algorithm) else how
    defaults = options_of(AnalysisOptions)
    off = {name: defaults[name] for name in ENGLISH_ONLY}
    return replace(how, analysis=changed(how.analysis, {**off, "inferrables": Inferrables.NONE}))
