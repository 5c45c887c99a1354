"""What people call: resolve, follow, trace, write and others. The one place that wires."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from inspect import Parameter, signature
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Unpack, overload

from hearer import parsers
from hearer.analysis.analyst import analyst_for
from hearer.errors import UnknownName, UsageError, require
from hearer.formats import Reading, converting
from hearer.hearing import Analysis, Hearer, in_language
from hearer.keywords import Options
from hearer.model import Discourse, Interpretation, Step, Word
from hearer.profiles import (
    PAPER,
    Profile,
    heard_in,
    how_to_hear,
    side_by_side,
    suited,
    to_compare,
)
from hearer.reading import (
    DEFAULT_PARSER,
    documents_of,
    is_list,
    one_discourse,
    one_unparsed,
    open_file,
    parsed,
    read,
)
from hearer.session.knowledge import Knowledge
from hearer.views import VIEWS, notebook, why

if TYPE_CHECKING:
    from hearer.evaluation.centering.summary import CenteringSummary
    from hearer.evaluation.experiment import Evaluation
    from hearer.views.rewriting.rewritten import Rewriting

__all__ = [
    "Reading", "centering", "compare", "convert", "evaluate", "follow", "open_file", "read",
    "resolve", "rewrite", "trace", "write",
]  # fmt: skip

# Methods that are views, which the model does not import; unpickling imports this module, too.
Interpretation.why, Interpretation.why_not = why.why, why.why_not  # type: ignore[assignment, method-assign]
Interpretation.rows, Interpretation._repr_html_ = notebook.rows, notebook.render  # type: ignore[assignment, method-assign]
Interpretation.__module__ = __name__

Several = list[str] | list[Discourse] | list[Path]
OneDocument = str | PathLike[str] | Discourse | Reading  # or a Doc of spaCy or Stanza


class HowToHear(Options, total=False):
    """Whatever `resolve` takes by name."""

    algorithm: str | None
    profile: Profile | str | None
    parser: object
    knowledge: Knowledge | None
    given: bool


@overload
def resolve(  # type: ignore[overload-overlap]  # a list is an object, too, but not heard as one
    x: list[OneDocument] | Several, /, **how: Unpack[HowToHear]
) -> list[Interpretation]: ...
@overload
def resolve(x: object, /, **how: Unpack[HowToHear]) -> Interpretation: ...
def resolve(  # noqa: PLR0913 - one parameter per option
    x: object,
    /,
    *,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    parser: object = DEFAULT_PARSER,
    knowledge: Knowledge | None = None,
    given: bool = False,
    **options: Unpack[Options],
) -> Interpretation | list[Interpretation]:
    """Hear a document to its end, and say what every pronoun in it was taken to mean.

    A str is always raw text, never a path; a file is Path("story.txt"), of any format. What `read`
    gives is taken, too, and a spaCy Doc or a Stanza Document as it is parsed. A list of any of
    these gives a list, in the same order; one gives one.

    `parser` parses raw text: a name ("english", "spacy:en_core_web_sm", "stanza"), an nlp object,
    or anything with a method parse(text). `knowledge` is what the caller knows beforehand:
    entities, pronouns, corrections. With `given` a document's own annotation says which nouns and
    names there are and who is who among them, and only pronouns are resolved. `algorithm`,
    `profile` and the options say how to hear (docs/options.md).

    >>> found = resolve("Anna met an old judge. She thanked him.")
    >>> [(r.pronoun.text, r.name) for r in found.resolutions]
    [('she', 'Anna'), ('him', 'the old judge')]
    >>> found
    <Interpretation: 10 words, 2 of 2 pronouns resolved, 2 entities>
    """
    from hearer.session import informed

    how = how_to_hear(algorithm, profile, options)
    informed.analysis_with(knowledge, how)  # refused before anything is read
    if is_list(x):
        documents = [one_discourse(each, parser, f"[{n}]") for n, each in enumerate(x)]
        return [informed.listen_with(each, knowledge, how, given=given) for each in documents]
    return informed.listen_with(one_discourse(x, parser), knowledge, how, given=given)


def follow(
    x: object,
    /,
    *,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    parser: object = DEFAULT_PARSER,
    given: bool = False,
    **options: Unpack[Options],
) -> Iterator[Step]:
    """Hear a document step by step: a book streams through, and nothing of it is kept.

    >>> steps = follow("Anna met a judge. She thanked him.")
    >>> [r.pronoun.text for step in steps for r in step.resolutions]
    ['she', 'him']
    """
    how = how_to_hear(algorithm, profile, options)
    discourse = in_language(one_unparsed(x), how.analysis.language)
    how = suited(how, discourse.language)
    analysis: Analysis = analyst_for
    if given:
        from hearer.evaluation.gold_analyst import given_analysis

        analysis = given_analysis(discourse)
    hearer = Hearer(profile=how, keep=False, analysis=analysis)
    if discourse.is_raw:
        return map(hearer.hear, _words(discourse.text, parser))
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
    several = tuple(found) if isinstance(found, list | tuple) else (found,)
    for one in several:
        if not isinstance(one, Interpretation):
            wrong, right = type(one).__name__, "hearer.write(hearer.resolve(...), to=...)"
            raise UsageError(f"What was understood can be written, not {wrong}: {right}.")
    return converting.written(several, to=to)


def trace(x: object, /, *, view: str = "terminal", **options: object) -> str:
    """What was understood, step by step: the list after each word, as in the paper's tables.

    What was not understood yet is resolved: a text, a Path, a Discourse, with its nouns as
    annotated if these are `given`.
    """
    render = VIEWS.find(view)
    found = _understood(x, given=True) if options.pop("given", False) else _understood(x)
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
    algorithms: Sequence[str] | str = (),
    profile: Profile | str | None = None,
    parser: object = DEFAULT_PARSER,
    to: str = "text",
    only_differences: bool = False,
    given: bool = False,
    **options: Unpack[Options],
) -> str:
    """What several algorithms make of a document, side by side.

    Without names five that matter are compared (`hearer.profiles.FIVE`); "all" are all.
    Options that an algorithm does not have are passed over; `parser` and `profile` are for all.
    Without a profile all hear what the paper's hears, so that only the algorithms differ; with
    `given`, nouns and names are who the document's annotation says.
    """
    from hearer.session.informed import listen_with
    from hearer.views import comparison

    require(algorithms, (str, Iterable), "Algorithms have names, algorithms=['s-list']")
    each = side_by_side(to_compare(algorithms), profile or PAPER, options)
    discourse = in_language(one_discourse(x, parser), each[0].analysis.language)
    found = [listen_with(discourse, None, how, given=given) for how in heard_in(each, discourse)]
    return comparison.render(found, to=to, only_differences=only_differences)


def evaluate(
    gold: Iterable[Discourse] | Discourse | PathLike[str],
    *,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    **options: Unpack[Options],
) -> Evaluation:
    """How an algorithm does on documents with gold coreference: `hearer evaluate` as values.

    The documents that `read` gives, or a Path. The profile's own algorithm, unless one is named.
    """
    from hearer.evaluation import experiment

    how = how_to_hear(algorithm, profile)
    setup = experiment.Setup((how.algorithm,), how, options=options)
    return experiment.evaluate(map(parsed, documents_of(gold, "evaluated")), setup)


def centering(  # noqa: PLR0913 - one parameter per option
    documents: Iterable[Discourse] | Discourse | PathLike[str] | Sequence[PathLike[str]],
    *,
    unit: Collection[str] | str = (),
    realization: Collection[str] | str = (),
    rank: Collection[str] | str = (),
    cb: Collection[str] | str = (),
    mentions: str | None = None,
    parser: object = DEFAULT_PARSER,
) -> CenteringSummary:
    """Count every instantiation of centering: `hearer centering --summary` as values.

    `documents` are what `read` returns, a Path, or a list of Paths. `unit`, `realization`, `rank`
    and `cb` restrict the instantiations to the values that they name.

    >>> story = Discourse.raw("Anna met a judge. She thanked him. He smiled.")
    >>> found = centering(story, unit="sentence", rank="grammatical", cb="constraint-3")
    >>> [(one["utterances"], one["continue"], one["with_cb_share"]) for one in found.records()]
    [(3, 1, 1.0)]
    """
    from hearer.evaluation.centering import summary, ways
    from hearer.evaluation.experiment import Mentions

    every = ways.ways(unit=unit, realization=realization, rank=rank, cb=cb)
    (whose,) = ways.chosen("mentions", Mentions, mentions) if mentions else (None,)
    figures: list[summary.DocumentFigures] = []
    for file in documents if is_list(documents) else (documents,):
        read = [parsed(one, parser) for one in documents_of(file, "counted")]
        figures += summary.document_figures(read, every, whose)
    return summary.CenteringSummary(every, tuple(figures))


def convert(documents: Iterable[Discourse] | Discourse | PathLike[str], *, to: str = "json") -> str:
    """Documents in another format, with the entities they are annotated with, if any.

    Nothing is resolved. To its own format a document stays byte for byte.
    """
    return converting.converted(documents_of(documents, "converted"), to=to)


@overload
def rewrite(  # type: ignore[overload-overlap]
    x: list[Interpretation] | list[OneDocument] | Several,
    /,
    *,
    every: str | None = None,
    **how: Unpack[HowToHear],
) -> list[Rewriting]: ...
@overload
def rewrite(
    x: object,
    /,
    *,
    every: str | None = None,
    **how: Unpack[HowToHear],
) -> Rewriting: ...
def rewrite(
    x: object,
    /,
    *,
    every: str | None = None,
    **how: Unpack[HowToHear],
) -> Rewriting | list[Rewriting]:
    """The text with its pronouns replaced by who is meant: see docs/rewriting.md.

    `x` is what was understood, or whatever `resolve` takes: a text, a Path, a Discourse; a list of
    these gives a list. `every` is "needed" (the default) or "all". All else, as knowledge and
    precision, is what `resolve` takes.

    >>> rewrite("Anna met a judge. She thanked him.").text
    'Anna met a judge. Anna thanked the judge.'
    """
    from hearer.views.rewriting import rewriter

    def rewritten(found: Interpretation) -> Rewriting:
        return rewriter.rewrite(found, every=rewriter.Every.NEEDED if every is None else every)

    if is_list(x):
        several = [_understood(one, f"[{n}]", **how) for n, one in enumerate(x)]
        return [*map(rewritten, several)]
    return rewritten(_understood(x, **how))


def _understood(x: object, place: str = "", **how: Unpack[HowToHear]) -> Interpretation:
    if not isinstance(x, Interpretation):
        return resolve(one_discourse(x, how.pop("parser", DEFAULT_PARSER), place), **how)
    if how:
        raise UsageError(f"This was resolved already: say {next(iter(how))} to hearer.resolve.")
    return x


def _is_option(parameter: Parameter) -> bool:
    return parameter.kind is Parameter.KEYWORD_ONLY
