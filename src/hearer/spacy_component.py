"""The "hearer" pipe for spaCy, found through the entry point group `spacy_factories`.

    create           what `nlp.add_pipe("hearer")` calls
    HearerPipe       fills doc.spans["coref_clusters_1"], …, doc._.hearer and token._.refers_to

`doc._.hearer` is a dict. It is kept as one string of JSON in `doc.user_data`, so it is the same
after `Doc.to_bytes` and `DocBin`; a Doc that was not heard has none:

    algorithm    who resolved
    entities     the entities of the clusters, in their order
    names        what they are best called, "" if nobody named them
    pronouns     for each: start, end (tokens), entity, name, label, confidence (null if unknown),
                 and where an antecedent was found antecedent_start, antecedent_end; where somebody
                 names it, named_start, named_end: the words that name it best

`token._.refers_to` is the Span of the words that name best who a pronoun means; None for other
tokens, and where no words name it: nothing was found, or *they* are two who were named apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hearer import api
from hearer.errors import MissingPackage
from hearer.formats.json_values import rounded
from hearer.model import (
    Chain,
    Entity,
    Interpretation,
    Kind,
    ReferringExpression,
    Utterance,
)
from hearer.parsers.spacy import heard_of
from hearer.profiles import how_to_hear

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token
except ImportError as error:
    raise MissingPackage(error.name or "spacy", "The pipe 'hearer'") from error

CLUSTERS = "coref_clusters"  # numbered from 1, as spacy-experimental does
EXTENSION = "hearer"
REFERS_TO = "refers_to"
PronounRow = dict[str, int | str | float | None]
NAMING = frozenset(
    {Kind.NAME, Kind.DEFINITE, Kind.POSSESSED, Kind.INDEFINITE, Kind.BARE, Kind.SET, Kind.CLAUSE}
)


@dataclass(frozen=True, slots=True)
class HearerPipe:
    """Resolves the pronouns of every Doc on its own.

    A dependency parse, UD or ClearNLP, is taken as it is; a Doc without one is parsed by the
    English pipeline of hearer, and its tokens stay as they are.
    """

    algorithm: str = ""
    profile: str = ""
    options: dict[str, object] = field(default_factory=dict)

    def __call__(self, doc: Doc) -> Doc:
        heard, numbers = heard_of(doc)
        how = how_to_hear(self.algorithm or None, self.profile or None, self.options)
        found = api.resolve(heard, profile=how)
        tokens = Tokens(numbers, heard.utterances)
        chains = _fill_spans(doc, found, tokens)
        summary = {
            "algorithm": found.algorithm,
            "entities": [chain.entity for chain in chains],
            "names": [chain.name for chain in chains],
            "pronouns": [*_pronouns(found, tokens)],
        }
        doc.user_data[EXTENSION] = json.dumps(summary)
        return doc


class Tokens:
    """From the words of utterances to the tokens of a Doc, which counts white space too."""

    def __init__(self, tokens: list[int], utterances: tuple[Utterance, ...]) -> None:
        self._tokens = tokens
        self._first, total = [], 0
        for utterance in utterances:
            self._first.append(total)
            total += len(utterance)

    def span(self, expression: ReferringExpression) -> tuple[int, int]:
        """The first token of an expression, and the one behind its last."""
        before = self._first[expression.utterance - 1] - 1
        first = self._tokens[before + (expression.first or expression.head)]
        return first, self._tokens[before + (expression.last or expression.head)] + 1


def _fill_spans(doc: Doc, found: Interpretation, tokens: Tokens) -> list[Chain]:
    """Write a span group for every entity with two expressions or more; say which they are."""
    for key in [key for key in doc.spans if key.startswith(f"{CLUSTERS}_")]:
        del doc.spans[key]
    chains = [chain for chain in found.chains if len(chain.expressions) > 1]
    for number, chain in enumerate(chains, start=1):
        spans = dict.fromkeys(tokens.span(expression) for expression in chain.expressions)
        doc.spans[f"{CLUSTERS}_{number}"] = [doc[start:end] for start, end in sorted(spans)]
    return chains


def _pronouns(found: Interpretation, tokens: Tokens) -> Iterator[PronounRow]:
    named = {chain.entity: best for chain in found.chains if (best := _naming(chain))}
    for resolution in found.resolutions:
        start, end = tokens.span(resolution.pronoun)
        row: PronounRow = {
            "start": start,
            "end": end,
            "entity": resolution.entity or Entity.unknown(resolution.pronoun.id),
            "name": resolution.name,
            "label": str(resolution.label),
            "confidence": rounded(resolution.confidence),
        }
        antecedent = resolution.antecedent
        if antecedent and _has_words(antecedent.expression):
            row["antecedent_start"], row["antecedent_end"] = tokens.span(antecedent.expression)
        if antecedent and (best := named.get(antecedent.entity)):
            row["named_start"], row["named_end"] = tokens.span(best)
        yield row


def _has_words(expression: ReferringExpression) -> bool:
    """Whether it was said: no subject that was left out, no set that the hearer made."""
    is_made = expression.kind is Kind.SET and not expression.first
    return expression.kind is not Kind.ELLIPSIS and not is_made


def _naming(chain: Chain) -> ReferringExpression | None:
    """The expression that names an entity best: a name, the fullest; else the first noun."""
    naming = [each for each in chain.expressions if each.kind in NAMING and each.first]
    return max(naming, key=lambda each: (each.kind is Kind.NAME, _said(each)), default=None)


def _said(expression: ReferringExpression) -> int:
    return len(expression.text.split()) if expression.kind is Kind.NAME else 0


def _refers_to(token: Token) -> Span | None:
    """The words that name best who a pronoun means; None where nothing was found."""
    for row in (_summary(token.doc) or {}).get("pronouns", ()):
        if row["start"] <= token.i < row["end"]:
            is_named = "named_start" in row
            return token.doc[row["named_start"] : row["named_end"]] if is_named else None
    return None


def _summary(doc: Doc) -> dict[str, Any] | None:
    kept = doc.user_data.get(EXTENSION)
    return None if kept is None else json.loads(kept)


def create(
    nlp: Language, name: str, algorithm: str, profile: str, options: dict[str, object]
) -> HearerPipe:
    """Make the pipe; its settings are in the pipeline's config, so it has nothing to save."""
    del nlp, name
    return HearerPipe(algorithm, profile, options)


Language.factory(
    "hearer",
    default_config={"algorithm": "", "profile": "", "options": {}},
    assigns=["doc.spans", "doc._.hearer", "token._.refers_to"],
    func=create,
)
if not Doc.has_extension(EXTENSION):
    Doc.set_extension(EXTENSION, getter=_summary)
if not Token.has_extension(REFERS_TO):
    Token.set_extension(REFERS_TO, getter=_refers_to)
