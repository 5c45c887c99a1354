"""The functions of the package: resolve, follow, trace, write, compare, evaluate and the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Unpack, cast

from hearer import parsers, reading
from hearer.errors import UnknownName, UsageError, require
from hearer.formats import converting
from hearer.formats.conllu.discourse import in_language
from hearer.hearing import Hearer
from hearer.keywords import HearingOptions, Options, ResolveOptions
from hearer.model import Discourse, Interpretation, Step
from hearer.profiles import PAPER, Profile, how_to_hear, side_by_side, suited
from hearer.reading import DEFAULT_PARSER, documents_of, is_list, one_discourse
from hearer.session.informed import analysis_with, listen_with
from hearer.session.knowledge import Knowledge
from hearer.views import VIEWS, notebook, why

if TYPE_CHECKING:
    from hearer.evaluation.experiment import Evaluation
    from hearer.views.comparison import Comparison
    from hearer.views.rewriting.rewritten import Rewriting


# Methods that are views, which the model does not import; unpickling imports this module, too.
Interpretation.why, Interpretation.why_not = why.why, why.why_not  # type: ignore[assignment, method-assign]
Interpretation.rows, Interpretation._repr_html_ = notebook.rows, notebook.render  # type: ignore[assignment, method-assign]
Interpretation.__module__ = __name__


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
    """Resolve the pronouns of a document, or of each document of a list.

    A str is raw text, never a path; a file is Path("story.txt"), of any format. The documents that
    `read` returns, a spaCy Doc and a Stanza Document are taken as they are parsed.

    `algorithm` is one of `ALGORITHMS.names()`, `profile` is "default", "paper" or a Profile.
    `parser` parses raw text: a name ("english", "spacy:en_core_web_sm", "stanza"), an nlp object,
    or anything with a method parse(text). `knowledge` has entities, pronouns and corrections that
    are known beforehand. With `given`, nouns and names are taken from the document's annotation
    and only pronouns are resolved. docs/options.md lists the other options.

    >>> found = resolve("Anna met an old judge. She thanked him.")
    >>> [(r.pronoun.text, r.name) for r in found.resolutions]
    [('she', 'Anna'), ('him', 'the old judge')]
    >>> found
    <Interpretation: 10 words, 2 of 2 pronouns resolved, 2 entities>
    """
    how = how_to_hear(algorithm, profile, options)
    analysis_with(knowledge, how)  # raises before anything is read
    if is_list(x):
        documents = [one_discourse(each, how.parser(parser), f"[{n}]") for n, each in enumerate(x)]
        return [listen_with(each, knowledge, how, given=given) for each in documents]
    return listen_with(one_discourse(x, how.parser(parser)), knowledge, how, given=given)


def follow(
    x: object, /, *, parser: object = DEFAULT_PARSER, **options: Unpack[HearingOptions]
) -> Iterator[Step]:
    """Resolve a document step by step, without keeping the steps: for books and streams.

    >>> steps = follow("Anna met a judge. She thanked him.")
    >>> [r.pronoun.text for step in steps for r in step.resolutions]
    ['she', 'him']
    """
    how = how_to_hear(**options)
    discourse = in_language(reading.one_unparsed(x), how.analysis.language)
    hearer, text = Hearer(profile=suited(how, discourse.language), keep=False), discourse.text
    if not discourse.is_raw:
        hearer.algorithm.needs.check(discourse, hearer.how.algorithm)
        return map(hearer.hear, discourse.words)
    utterances = parsers.find(how.parser(parser)).parse(text) if text.strip() else iter(())
    return (hearer.hear(word) for utterance in utterances for word in utterance.words)


def write(found: Interpretation | Sequence[Interpretation], *, to: str = "corefud") -> str:
    """Write interpretations in the format `to`, several as one text.

    Bytes of the input that are not UTF-8 are surrogates: encode with "surrogateescape".
    """
    several = tuple(found) if isinstance(found, list | tuple) else (found,)
    for one in several:
        require(one, Interpretation, "Say hearer.write(hearer.resolve(...)): that can be written")
    return converting.written(several, to=to)


def trace(x: object, /, *, view: str = "terminal", **options: object) -> str:
    """Show the list after each word, as the paper's tables do; resolve `x` if it is not resolved.

    The options are those of the view.
    """
    render = VIEWS.find(view)
    accepted = getattr(render, "__kwdefaults__", None) or ()
    for name in options:
        if name not in accepted:
            raise UnknownName(f"option of the {view} view", name, accepted)
    return render(_understood(x), **options)


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
) -> Comparison:
    """Compare the answers of several algorithms (`hearer.profiles.FIVE` by default, or "all").

    `x` is what `resolve` takes, also a list of documents. All algorithms have the paper's profile
    unless one is named; each has the options that it knows. The result is a text: print it.
    """
    from hearer.views import comparison

    require(algorithms, (str, Iterable), "Algorithms have names, algorithms=['s-list']")
    each = side_by_side(algorithms, profile or PAPER, options)
    found = []
    for one in x if is_list(x) else (x,):
        discourse = one_discourse(one, each[0].parser(parser))
        discourse = in_language(discourse, each[0].analysis.language)
        hows = dict.fromkeys(suited(how, discourse.language) for how in each)
        found += [listen_with(discourse, None, how, given=given) for how in hows]
    return comparison.render(found, to=to, only_differences=only_differences)


def evaluate(
    gold: Iterable[Discourse] | Discourse | PathLike[str],
    *,
    algorithm: str | None = None,
    profile: Profile | str | None = None,
    **options: Unpack[Options],
) -> Evaluation:
    """Evaluate an algorithm on documents with gold coreference, or on a Path."""
    from hearer.evaluation import experiment

    how = how_to_hear(algorithm, profile)
    setup = experiment.Setup((how.algorithm,), how, options=options)
    return experiment.evaluate(map(reading.parsed, documents_of(gold, "evaluated")), setup)


def convert(documents: Iterable[Discourse] | Discourse | PathLike[str], *, to: str = "json") -> str:
    """Write documents in another format, with their annotated entities; resolve nothing."""
    return converting.converted(documents_of(documents, "converted"), to=to)


def rewrite(
    x: object, /, *, every: str = "needed", **options: Unpack[ResolveOptions]
) -> Rewriting | list[Rewriting]:
    """Replace the pronouns of a text by what they refer to: see docs/rewriting.md.

    `x` is what `resolve` takes or returns; a list gives a list. `every` is "needed" or "all". The
    options are those of `resolve`.

    >>> rewrite("Anna met a judge. She thanked him.").text
    'Anna met a judge. Anna thanked the judge.'
    """
    from hearer.views.rewriting import rewriter

    if is_list(x):
        return [rewriter.rewrite(_understood(one, **options), every=every) for one in x]
    return rewriter.rewrite(_understood(x, **options), every=every)


def _understood(x: object, **options: Unpack[ResolveOptions]) -> Interpretation:
    if isinstance(x, Interpretation):
        for name in options:
            raise UsageError(f"This was resolved already: say {name} to hearer.resolve.")
        return x
    return cast(Interpretation, resolve(reading.one_unparsed(x), **options))
