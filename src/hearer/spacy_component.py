"""The pipe "hearer" for spaCy, found through the entry point group `spacy_factories`.

docs/spacy.md describes what it adds to a Doc. Everything but the span groups is one string of JSON
in `doc.user_data`, so that `Doc.to_bytes` and `DocBin` keep it.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from hearer.errors import MissingPackage
from hearer.model import Entity, Interpretation, Kind, ReferringExpression
from hearer.names import naming_first
from hearer.parsers.spacy import discourse_of
from hearer.profiles import DEFAULT, Profile, how_to_hear
from hearer.reading import one_discourse
from hearer.session.informed import listen_with
from hearer.views.places import Places

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token
except ImportError as error:
    raise MissingPackage(error.name or "spacy", "The pipe 'hearer'") from error

CLUSTERS = "coref_clusters_"  # numbered from 1, as spacy-experimental does
EXTENSION = "hearer"
TokenSpan = tuple[int, int]
SpanOf = Callable[..., TokenSpan | None]
Row = dict[str, Any]  # of a pronoun; it is stored as JSON


@dataclass(frozen=True, slots=True)
class HearerPipe:
    """Resolves the pronouns of each Doc; one without a parse is parsed by the English pipeline."""

    how: Profile = DEFAULT

    def __call__(self, doc: Doc) -> Doc:
        found = listen_with(one_discourse(discourse_of(doc)), None, self.how)
        span_of = partial(_span_of, doc, Places(found.discourse))
        for key in [key for key in doc.spans if key.startswith(CLUSTERS)]:
            del doc.spans[key]
        chains = [chain for chain in found.chains if len(chain.expressions) > 1]
        for number, chain in enumerate(chains, start=1):
            spans = {*filter(None, map(span_of, chain.expressions))}
            doc.spans[f"{CLUSTERS}{number}"] = [doc[start:end] for start, end in sorted(spans)]
        summary = {
            "algorithm": found.algorithm,
            "entities": [chain.entity for chain in chains],
            "names": [chain.name for chain in chains],
            "pronouns": [*_pronouns(found, span_of)],
        }
        doc.user_data[EXTENSION] = json.dumps(summary)
        return doc


def _span_of(
    doc: Doc, places: Places, expression: ReferringExpression, mode: str = "strict"
) -> TokenSpan | None:
    """Return the tokens of an expression; None if a token has other words in it, as in a link."""
    first, last = ((expression.utterance, expression.words[n]) for n in (0, -1))
    if not places.has(first) or not places.has(last):
        return None
    found = doc.char_span(places.start(first), places.end(last), alignment_mode=mode)
    return None if found is None else (found.start, found.end)


def _pronouns(found: Interpretation, span_of: SpanOf) -> Iterator[Row]:
    named: dict[Entity | None, TokenSpan] = {}  # the words that name an entity best
    for chain in found.chains:
        if best := next(filter(None, map(span_of, naming_first(chain.expressions))), None):
            named[chain.entity] = best
    for one in found.resolutions:
        own = span_of(one.pronoun, mode="expand")
        if own is None:
            continue
        row: Row = {
            "start": own[0],
            "end": own[1],
            "entity": one.entity or Entity.unknown(one.pronoun.id),
            "name": one.name,
            "label": str(one.label),
            "confidence": None if one.confidence is None else round(one.confidence, 3),
        }
        if one.antecedent:
            said = one.antecedent.expression
            has_words = said.first if said.kind is Kind.SET else said.kind is not Kind.ELLIPSIS
            if has_words and (span := span_of(said)):
                row["antecedent_start"], row["antecedent_end"] = span
            if best := named.get(one.entity):
                row["named_start"], row["named_end"] = best
            elif said.members:
                row["members"] = [
                    named[each.entity] for each in said.members if each.entity in named
                ]
        yield row


def _summary(doc: Doc) -> dict[str, Any] | None:
    stored = doc.user_data.get(EXTENSION)
    return None if stored is None else json.loads(stored)


def _row(token: Token) -> Row:
    rows = (_summary(token.doc) or {}).get("pronouns", ())
    return next((row for row in rows if row["start"] <= token.i < row["end"]), {})


def _refers_to(token: Token) -> Span | None:
    row = _row(token)
    return token.doc[row["named_start"] : row["named_end"]] if "named_start" in row else None


def _refers_to_all(token: Token) -> list[Span]:
    one = _refers_to(token)
    members = [token.doc[start:end] for start, end in _row(token).get("members", ())]
    return members if one is None else [one]


def create(
    nlp: Language,
    name: str,  # noqa: ARG001 - spaCy passes it
    algorithm: str,
    profile: str,
    options: dict[str, object],
) -> HearerPipe:
    """Make the pipe. Its settings are in the config of the pipeline, so it has nothing to save."""
    if nlp.lang not in {"en", "xx", ""}:  # "xx" has no particular language
        warnings.warn(f"hearer hears English, and this pipeline is {nlp.lang!r}.", stacklevel=2)
    return HearerPipe(how_to_hear(algorithm or None, profile or None, options))


Language.factory(
    "hearer",
    default_config={"algorithm": "", "profile": "", "options": {}},
    assigns=["doc.spans", "doc._.hearer", "token._.refers_to", "token._.refers_to_all"],
    func=create,
)
Doc.set_extension(EXTENSION, getter=_summary, force=True)
Token.set_extension("refers_to", getter=_refers_to, force=True)
Token.set_extension("refers_to_all", getter=_refers_to_all, force=True)
