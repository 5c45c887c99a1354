"""What people call: read, resolve, follow, trace, write. The one place that wires.

read       a file to the documents in it
resolve    a document or a raw text to what was understood of it
follow     the same step by step, as it is heard, in bounded memory
trace      what was understood, step by step
write      what was understood, in a format
compare    what several algorithms make of a document, side by side
evaluate   how an algorithm does on documents with gold coreference
convert    documents in another format, as they are
rewrite    the text with pronouns replaced by who is meant
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Unpack

from hearer import parsers
from hearer.errors import UnknownName, UsageError
from hearer.formats import Reading, converting
from hearer.hearing import Hearer, listen
from hearer.keywords import Options
from hearer.model import Discourse, Interpretation, Step, Word
from hearer.profiles import PAPER, Profile, how_to_hear, side_by_side, to_compare
from hearer.reading import DEFAULT_PARSER, open_file, parsed, read, shown
from hearer.session.knowledge import Knowledge
from hearer.views import VIEWS

if TYPE_CHECKING:
    from hearer.evaluation.experiment import Evaluation
    from hearer.views.rewriting.rewriter import rewrite

__all__ = [
    "Reading", "compare", "convert", "evaluate", "follow", "open_file", "read", "resolve",
    "rewrite", "trace", "write",
]  # fmt: skip


def resolve(
    x: object,
    /,
    *,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    parser: object = DEFAULT_PARSER,
    knowledge: Knowledge | None = None,
    **options: Unpack[Options],
) -> Interpretation:
    """Hear a document to its end, and say what every pronoun in it was taken to mean.

    A text is always raw text, never a path. `parser` parses it: a name ("english",
    "spacy:en_core_web_sm", "stanza"), an nlp object, or anything with a method parse(text). A
    spaCy Doc or a Stanza Document is taken as it is parsed. `knowledge` is what the caller knows
    beforehand: entities, pronouns, corrections.

    >>> found = resolve("Anna met a judge. She thanked him.")
    >>> [(r.pronoun.text, r.antecedent.expression.text) for r in found.resolutions]
    [('she', 'Anna'), ('him', 'judge')]
    """
    discourse = _one_discourse(x, parser)
    how = how_to_hear(algorithm, profile, options)
    if knowledge is None:
        return listen(discourse, profile=how)
    from hearer.session.corrections import unplaced
    from hearer.session.informed import analysis_with

    found = listen(discourse, profile=how, analysis=analysis_with(knowledge, how))
    return replace(found, problems=(*found.problems, *unplaced(knowledge.corrections, found)))


def follow(
    x: object,
    /,
    *,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    parser: object = DEFAULT_PARSER,
    **options: Unpack[Options],
) -> Iterator[Step]:
    """Hear a document step by step: a book streams through, and nothing of it is kept.

    >>> steps = follow("Anna met a judge. She thanked him.")
    >>> [r.pronoun.text for step in steps for r in step.resolutions]
    ['she', 'him']
    """
    hearer = Hearer(profile=how_to_hear(algorithm, profile, options), keep=False)
    raw = Discourse.raw(x) if isinstance(x, str) else x
    if isinstance(raw, Discourse) and raw.is_raw:
        return map(hearer.hear, _words(raw.text, parser))
    discourse = _one_discourse(x, parser)
    hearer.algorithm.needs.check(discourse, hearer.how.algorithm)
    return map(hearer.hear, discourse.words)


def _words(text: str, parser: object) -> Iterator[Word]:
    """The words of a raw text, parsed as they are asked for."""
    if text.strip():
        for utterance in parsers.find(parser).parse(text):
            yield from utterance.words


def write(found: Interpretation | Sequence[Interpretation], *, to: str = "corefud") -> str:
    """What was understood of one document or several, in the format `to`.

    Several documents are one text: a JSON array, a table with one header, one CoNLL-U file. Bytes
    of the input that are no UTF-8 stand as surrogates; encoding with "surrogateescape" gives
    them back.
    """
    several = (found,) if isinstance(found, Interpretation) else tuple(found)
    return converting.written(several, to=to)


def trace(found: Interpretation, *, view: str = "terminal", **options: object) -> str:
    """What was understood, step by step: the list after each word, as in the paper's tables."""
    render = VIEWS.find(view)
    accepted = [p.name for p in signature(render).parameters.values() if _is_option(p)]
    for name in options:
        if name not in accepted:
            raise UnknownName(f"option of the {view} view", name, accepted)
    shown: str = render(found, **options)
    return shown


def compare(  # noqa: PLR0913 - one parameter per option
    x: object,
    /,
    *,
    algorithms: Sequence[str] = (),
    profile: Profile | str | None = None,
    parser: object = DEFAULT_PARSER,
    to: str = "text",
    only_differences: bool = False,
    **options: Unpack[Options],
) -> str:
    """What several algorithms make of a document, and why they differ.

    Without names five that matter are compared (`hearer.profiles.FIVE`); "all" are all.
    Options that an algorithm does not have are passed over; `parser` and `profile` are for all.
    Without a profile all hear what the paper's hears, so that only the algorithms differ.
    """
    from hearer.views.comparison import forms as comparison

    discourse = _one_discourse(x, parser)
    each = side_by_side(to_compare(algorithms), profile or PAPER, options)
    found = [listen(discourse, profile=how) for how in each]
    return comparison.render(found, to=to, only_differences=only_differences)


def evaluate(
    gold: Iterable[Discourse],
    *,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    **options: Unpack[Options],
) -> Evaluation:
    """How an algorithm does on documents with gold coreference: `hearer evaluate` as values.

    The profile's own algorithm, unless one is named.
    """
    from hearer.evaluation import experiment

    how = how_to_hear(algorithm, profile)
    setup = experiment.Setup((how.algorithm,), how, options=options)
    return experiment.evaluate(gold, setup)


def convert(documents: Iterable[Discourse], *, to: str = "json") -> str:
    """Documents in another format, with the entities they are annotated with, if any.

    Nothing is resolved. To its own format a document stays byte for byte.
    """
    return converting.converted(tuple(documents), to=to)


def __getattr__(name: str) -> object:
    if name == "rewrite":
        return import_module("hearer.views.rewriting.rewriter").rewrite
    raise AttributeError(f"module 'hearer.api' has no attribute {name!r}")


def _is_option(parameter: Parameter) -> bool:
    return parameter.kind is Parameter.KEYWORD_ONLY


def _one_discourse(x: object, parser: object) -> Discourse:
    if isinstance(x, str | Discourse):
        return parsed(Discourse.raw(x) if isinstance(x, str) else x, parser)
    if not isinstance(x, Reading):
        return _parsed_by_others(x)
    if len(x) != 1:
        raise UsageError(
            f"{shown(x.path)} has {len(x)} documents, and one at a time is resolved: "
            "[hearer.resolve(d) for d in hearer.read(path)]"
        )
    return parsed(x[0], parser)


def _parsed_by_others(x: object) -> Discourse:
    discourse = parsers.discourse_of(x)
    if discourse is None:
        raise UsageError(
            "Only a text, a Discourse, a Reading, a spaCy Doc or a Stanza Document can be "
            f"resolved, not {type(x).__name__}."
        )
    return discourse
