"""The pipe "hearer" for spaCy, found through the entry point group `spacy_factories`.

docs/spacy.md describes what it adds to a Doc. Everything but the span groups is one string of JSON
in `doc.user_data`, so that `Doc.to_bytes` and `DocBin` keep it.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import hearer
from hearer.plugins import Entity, Interpretation, Kind, ReferringExpression

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token
except ImportError as error:
    raise hearer.MissingPackage(error.name or "spacy", "The pipe 'hearer'") from error

__all__ = ["HearerPipe", "create"]

CLUSTERS = "coref_clusters_"  # numbered from 1, as spacy-experimental does
EXTENSION = "hearer"
NAMING = frozenset(map(Kind, "name definite possessed indefinite bare set clause".split()))
TokenSpan = tuple[int, int]
SpanOf = Callable[..., TokenSpan | None]
Row = dict[str, Any]  # of a pronoun; it is stored as JSON


@dataclass(frozen=True, slots=True)
class HearerPipe:
    """Resolves the pronouns of each Doc; one without a parse is parsed by the English pipeline."""

    how: hearer.Profile = hearer.DEFAULT

    def __call__(self, doc: Doc) -> Doc:
        found: Interpretation = hearer.resolve(doc, profile=self.how)
        span_of = partial(_span_of, doc, {one.number: one for one in found.discourse.utterances})
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
    doc: Doc,
    utterances: Mapping[int, hearer.Utterance],
    expression: ReferringExpression,
    mode: str = "strict",
) -> TokenSpan | None:
    """Return the tokens of an expression; None if a token has other words in it, as in a link."""
    utterance, words = utterances.get(expression.utterance), expression.words
    if utterance is None or not 1 <= words[0] <= words[-1] <= len(utterance):
        return None
    start, end = utterance.offset(words[0]), utterance.end(words[-1])
    found = doc.char_span(start, end, alignment_mode=mode)
    return None if found is None else (found.start, found.end)


def _pronouns(found: Interpretation, span_of: SpanOf) -> Iterator[Row]:
    named: dict[Entity | None, TokenSpan] = {}  # the words that name an entity best
    for chain in found.chains:
        naming = [one for one in chain.expressions if one.kind in NAMING and one.first]
        naming.sort(key=lambda one: -len(one.text.split()) if one.kind is Kind.NAME else 0)
        if best := next(filter(None, map(span_of, naming)), None):
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
    return HearerPipe(hearer.how_to_hear(algorithm or None, profile or None, options))


Language.factory(
    "hearer",
    default_config={"algorithm": "", "profile": "", "options": {}},
    assigns=["doc.spans", "doc._.hearer", "token._.refers_to", "token._.refers_to_all"],
    func=create,
)
Doc.set_extension(EXTENSION, getter=_summary, force=True)
Token.set_extension("refers_to", getter=_refers_to, force=True)
Token.set_extension("refers_to_all", getter=_refers_to_all, force=True)
