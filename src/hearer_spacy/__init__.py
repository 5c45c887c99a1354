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
            "resolved_text": doc.text if found.discourse.language else str(hearer.rewrite(found)),
            "entities": [chain.entity for chain in chains],
            "names": [chain.name for chain in chains],
            "pronouns": [*_pronouns(doc, found, span_of)],
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
    start, end = utterance.span(words[0], words[-1])
    found = doc.char_span(start or 0, end or 0, alignment_mode=mode)
    return None if found is None else (found.start, found.end)


def _named(doc: Doc, chain: hearer.Chain, span_of: SpanOf) -> TokenSpan | None:
    """Return the words that give the name of an entity; without such, its first noun phrase."""
    for one in chain.expressions:
        at = doc.text.find(chain.name, one.start, one.end) if chain.name and one.end else -1
        if at >= 0 and (found := doc.char_span(at, at + len(chain.name or ""))):
            return found.start, found.end
    naming = (one for one in chain.expressions if one.kind in NAMING and one.first)
    return next(filter(None, map(span_of, naming)), None)


def _pronouns(doc: Doc, found: Interpretation, span_of: SpanOf) -> Iterator[Row]:
    spans = {chain.entity: _named(doc, chain, span_of) for chain in found.chains}
    named = {entity: span for entity, span in spans.items() if span}
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
            if best := named.get(one.antecedent.entity):
                row["named_start"], row["named_end"] = best
            elif said.members:
                row["members"] = [
                    named[each.entity] for each in said.members if each.entity in named
                ]
        yield row


def _summary(doc: Doc) -> dict[str, Any] | None:
    stored = doc.user_data.get(EXTENSION)
    return None if stored is None else json.loads(stored)


def _resolved_text(doc: Doc) -> str | None:
    return (_summary(doc) or {}).get("resolved_text")


def _row(token: Token) -> Row:
    rows = (_summary(token.doc) or {}).get("pronouns", ())
    return next((row for row in rows if row["start"] <= token.i < row["end"]), {})


def _refers_to(token: Token) -> Span | None:
    row = _row(token)
    return token.doc[row["named_start"] : row["named_end"]] if "named_start" in row else None


def _refers_to_all(token: Token) -> list[Span]:
    members = [token.doc[start:end] for start, end in _row(token).get("members", ())]
    return [one] if (one := _refers_to(token)) else members


def create(  # noqa: PLR0913 - spaCy checks names against the signature
    nlp: Language, name: str, *, algorithm: Any, profile: Any, options: Any, precision: Any
) -> HearerPipe:
    """Make the pipe `name`. Its settings are in the config of the pipeline: nothing to save."""
    if nlp.lang not in {"en", "xx", ""}:  # "xx" has no particular language
        warnings.warn(f"hearer resolves English, and this pipeline is {nlp.lang!r}.", stacklevel=2)
    if not isinstance(options, Mapping):
        told = f"config={{'options': {{'reach': 5}}}}, not {options!r}"
        raise hearer.UsageError(f"Options of the pipe {name!r} are given as {told}.")
    given = {**options, **({} if precision is None else {"precision": precision})}
    return HearerPipe(hearer.how_to_hear(algorithm or None, profile or None, given))


Language.factory(
    "hearer",
    default_config={"algorithm": "", "profile": "", "options": {}, "precision": None},
    assigns=["doc.spans", "doc._.hearer", "token._.refers_to", "token._.refers_to_all"],
    func=create,
)
for _extension, _getter in {EXTENSION: _summary, "resolved_text": _resolved_text}.items():
    Doc.set_extension(_extension, getter=_getter, force=True)
Token.set_extension("refers_to", getter=_refers_to, force=True)
Token.set_extension("refers_to_all", getter=_refers_to_all, force=True)
