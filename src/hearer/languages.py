"""Documents of other languages than English: how they are heard, and what is said of that.

    suited       how a document of a language is heard: without what only English has
    heard_as     a document in its language, and how it is heard there
    heard_in     those of several profiles that it can be heard with, side by side
    in_language  a document as one of a language, whatever it seemed to be
    notes_on     what people should know of how a document was heard
    misread      the problem that a raw text is, which only an English parser has read

The default algorithm is learnt from English text, so another language is heard with the paper's
profile, and told so. Nobody who is measured is exchanged for another: there it is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from hearer.algorithms import ALGORITHMS
from hearer.analysis.options import AnalysisOptions, Inferrables
from hearer.analysis.universal.skipped import skipped
from hearer.errors import UsageError
from hearer.formats.conllu.discourse import empty_nodes
from hearer.formats.conllu.file import ConlluDocument
from hearer.language import AUTO, ParsedWord, called, code_of, of_text, of_words, sampled
from hearer.model import Discourse, Problem
from hearer.model.text import EmptyNode
from hearer.profiles import PAPER, Profile, changed, options_of

ENGLISH_PIPELINE = "english"
MISREAD = "text-language"  # the code of the problem, docs/problems.md
# What is read from lists of English words, or was counted in English text.
ENGLISH_ONLY = (
    "all_pronouns", "control", "cues", "entities_only", "likeness", "ones", "partitives",
    "pleonastic", "pointing", "predicates", "predication", "speakers", "strictness",
)  # fmt: skip
READ_AS_ENGLISH = (
    "this seems to be {language}; raw text is parsed and understood as English, so what is found "
    "means little: give CoNLL-U of that language, or a parser for it"
)


def suited(how: Profile, language: str) -> Profile:
    """How a document of a language is heard: without what only English has.

    >>> from hearer.profiles import DEFAULT
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


def is_of_english(algorithm: str) -> bool:
    """Whether an algorithm was learnt from English, and knows nothing else."""
    return bool(getattr(ALGORITHMS.find(algorithm), "OF_ENGLISH", False))


def refuse_of_english(algorithm: str, discourse: Discourse) -> None:
    """Refuse to measure or compare an algorithm where it cannot be heard."""
    if discourse.language and is_of_english(algorithm):
        raise UsageError(
            f"{algorithm} is learnt from English, and {discourse.path or discourse.name} is in "
            f"{called(discourse.language)}: choose another algorithm, as -a s-list."
        )


def refuse_parsing(parser: str, discourse: Discourse) -> None:
    """Refuse to let our English pipeline parse the words of another language."""
    if discourse.language and parser == ENGLISH_PIPELINE:
        raise UsageError(
            f"{discourse.path or discourse.name} is in {called(discourse.language)}, and the "
            "English pipeline cannot parse it: leave it the parse that it has."
        )


def heard_as(discourse: Discourse, how: Profile) -> tuple[Discourse, Profile]:
    """A document in its language, and how it is heard there."""
    found = in_language(discourse, how.analysis.language)
    return found, suited(how, found.language)


def heard_in(hows: Sequence[Profile], discourse: Discourse) -> list[Profile]:
    """Those of several profiles that a document can be heard with, side by side.

    What is learnt from English is left out; that nothing is left is wrong use.
    """
    if not discourse.language:
        return list(hows)
    left = [how for how in hows if not is_of_english(how.algorithm)]
    if not left:
        refuse_of_english(hows[0].algorithm, discourse)
    return left


def in_language(discourse: Discourse, said: str) -> Discourse:
    """The document as one of the language that somebody says it is in, or that its words show.

    CoNLL-U was looked at when it was read; what our English pipeline parsed is taken as English.
    """
    if said not in {"", AUTO}:
        code = code_of(said) or ""
        kept = tuple(problem for problem in discourse.problems if code or problem.code != MISREAD)
        discourse = replace(discourse, problems=kept)
    else:
        code = recognized(discourse) if _is_doubtful(discourse) else discourse.language
    if code == discourse.language:
        return discourse
    source = discourse.source
    nodes: list[tuple[EmptyNode, ...]] = [()] * len(discourse)
    if code and isinstance(source, ConlluDocument):
        nodes = [empty_nodes(one) for one in source.sentences if len(one)]
    pairs = zip(discourse.utterances, nodes, strict=True)
    utterances = tuple(replace(one, language=code, empty_nodes=empty) for one, empty in pairs)
    return replace(discourse, utterances=utterances)


def _is_doubtful(discourse: Discourse) -> bool:
    """Whether nobody has looked yet which language this is."""
    if discourse.language or discourse.parser.startswith(ENGLISH_PIPELINE):
        return False
    return not isinstance(discourse.source, ConlluDocument)


def recognized(discourse: Discourse) -> str:
    """The language that the words of a document show; nothing for English."""
    some = (discourse.utterances[n] for n in sampled(discourse.utterances))
    rows = (zip(one.forms, one.upos, one.features, strict=True) for one in some)
    return of_words(ParsedWord(*row) for row in chain.from_iterable(rows))


def notes_on(discourse: Discourse, how: Profile) -> tuple[str, ...]:
    """What people should know of how a document was heard; nothing for English."""
    language = discourse.language
    if not language:
        return ()
    told = list(skipped(discourse))
    if is_of_english(how.algorithm):
        told.append(
            f"{how.algorithm} is learnt from English: it is heard with {PAPER.algorithm} and the "
            f"profile {PAPER.name} instead"
        )
    return tuple(told)


def misread(discourse: Discourse) -> tuple[Problem, ...]:
    """What is wrong with a raw text that an English parser is to read; nothing if it is English."""
    language = of_text(discourse.text)
    if not language:
        return ()
    message = READ_AS_ENGLISH.format(language=called(language))
    return (Problem(discourse.path or "<text>", 0, 0, code=MISREAD, message=message),)
