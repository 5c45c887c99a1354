"""The "hearer" pipe for spaCy, found through the entry point group `spacy_factories`.

    create           what `nlp.add_pipe("hearer")` calls
    HearerPipe       fills doc.spans["coref_clusters_1"], …, doc._.hearer, token._.refers_to and
                     token._.refers_to_all

`doc._.hearer` is a dict. It is kept as one string of JSON in `doc.user_data`, so it is the same
after `Doc.to_bytes` and `DocBin`; a Doc that was not heard has none:

    algorithm    who resolved
    entities     the entities of the clusters, in their order
    names        what they are best called, "" if nobody named them
    pronouns     for each: start, end (tokens), entity, name, label, confidence (null if unknown),
                 and where an antecedent was found antecedent_start, antecedent_end; where somebody
                 names it, named_start, named_end: the words that name it best; of a set, members
                 has such a pair for each

`token._.refers_to` is the Span of the words that name best who a pronoun means; None for other
tokens, and where no words name it: nothing was found, or *they* are two who were named apart.
`token._.refers_to_all` is a list: that Span alone, or one for each member of a set, [] for others.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hearer import api
from hearer.errors import MissingPackage
from hearer.formats.json_values import rounded
from hearer.model import (
    Chain,
    Discourse,
    Element,
    Entity,
    Interpretation,
    Kind,
    ReferringExpression,
)
from hearer.names import naming_first
from hearer.parsers.spacy import discourse_of
from hearer.profiles import how_to_hear
from hearer.views.places import Places

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token
except ImportError as error:
    raise MissingPackage(error.name or "spacy", "The pipe 'hearer'") from error

CLUSTERS = "coref_clusters"  # numbered from 1, as spacy-experimental does
EXTENSION = "hearer"
REFERS_TO, REFERS_TO_ALL = "refers_to", "refers_to_all"
ENGLISH = frozenset({"en", "xx", ""})  # "xx": of no one language
TokenSpan = tuple[int, int]
Naming = dict[Entity | None, TokenSpan]  # the words that name an entity best
PronounRow = dict[str, int | str | float | list[TokenSpan] | None]


@dataclass(frozen=True, slots=True)
class HearerPipe:
    """Resolves the pronouns of every Doc on its own.

    A parse in Universal Dependencies is taken as it is; a Doc without one is parsed by the
    English pipeline of hearer, and its tokens stay as they are.
    """

    algorithm: str = ""
    profile: str = ""
    options: dict[str, object] = field(default_factory=dict)

    def __call__(self, doc: Doc) -> Doc:
        how = how_to_hear(self.algorithm or None, self.profile or None, self.options)
        found = api.resolve(discourse_of(doc), profile=how)
        tokens = Tokens(doc, found.discourse)
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
    """From the words of utterances to the tokens of a Doc with the same text."""

    def __init__(self, doc: Doc, discourse: Discourse) -> None:
        self._doc, self._places = doc, Places(discourse)

    def span(self, expression: ReferringExpression, *, mode: str = "strict") -> TokenSpan | None:
        """The first token of an expression, and the one behind its last.

        None where a token has more in it, as a link that spaCy took apart; "expand" takes it all.
        """
        words = range(expression.first or expression.head, expression.last or expression.head)
        first, last = (expression.utterance, words.start), (expression.utterance, words.stop)
        if not self._places.has(first) or not self._places.has(last):
            return None
        ends = self._places.start(first), self._places.end(last)
        found = self._doc.char_span(*ends, alignment_mode=mode)
        return None if found is None else (found.start, found.end)


def _fill_spans(doc: Doc, found: Interpretation, tokens: Tokens) -> list[Chain]:
    """Write a span group for every entity with two expressions or more; say which they are."""
    for key in [key for key in doc.spans if key.startswith(f"{CLUSTERS}_")]:
        del doc.spans[key]
    chains = [chain for chain in found.chains if len(chain.expressions) > 1]
    for number, chain in enumerate(chains, start=1):
        spans = dict.fromkeys(filter(None, map(tokens.span, chain.expressions)))
        doc.spans[f"{CLUSTERS}_{number}"] = [doc[start:end] for start, end in sorted(spans)]
    return chains


def _pronouns(found: Interpretation, tokens: Tokens) -> Iterator[PronounRow]:
    named: Naming = {}
    for chain in found.chains:
        spans = filter(None, map(tokens.span, naming_first(chain.expressions)))
        if span := next(spans, None):
            named[chain.entity] = span
    for resolution in found.resolutions:
        if own := tokens.span(resolution.pronoun, mode="expand"):
            yield {
                "start": own[0],
                "end": own[1],
                "entity": resolution.entity or Entity.unknown(resolution.pronoun.id),
                "name": resolution.name,
                "label": str(resolution.label),
                "confidence": rounded(resolution.confidence),
                **(_meant(who, named, tokens) if (who := resolution.antecedent) else {}),
            }


def _meant(antecedent: Element, named: Naming, tokens: Tokens) -> PronounRow:
    """Where an antecedent stands, and the words that name it best."""
    row: PronounRow = {}
    said = antecedent.expression
    if _has_words(said) and (span := tokens.span(said)):
        row["antecedent_start"], row["antecedent_end"] = span
    if best := named.get(antecedent.entity):
        row["named_start"], row["named_end"] = best
    elif said.members:
        row["members"] = [named[one.entity] for one in said.members if one.entity in named]
    return row


def _has_words(expression: ReferringExpression) -> bool:
    """Whether it was said: no subject that was left out, no set that the hearer made."""
    is_made = expression.kind is Kind.SET and not expression.first
    return expression.kind is not Kind.ELLIPSIS and not is_made


def _refers_to(token: Token) -> Span | None:
    """The words that name best who a pronoun means; None where nothing was found."""
    row = _row(token)
    return token.doc[row["named_start"] : row["named_end"]] if "named_start" in row else None


def _refers_to_all(token: Token) -> list[Span]:
    """The same as a list: of a set the words for each member, where they stand."""
    one = _refers_to(token)
    members = [token.doc[start:end] for start, end in _row(token).get("members", ())]
    return members if one is None else [one]


def _row(token: Token) -> dict[str, Any]:
    """What is known of a pronoun; nothing of other tokens."""
    rows = (_summary(token.doc) or {}).get("pronouns", ())
    return next((row for row in rows if row["start"] <= token.i < row["end"]), {})


def _summary(doc: Doc) -> dict[str, Any] | None:
    kept = doc.user_data.get(EXTENSION)
    return None if kept is None else json.loads(kept)


def create(
    nlp: Language, name: str, algorithm: str, profile: str, options: dict[str, object]
) -> HearerPipe:
    """Make the pipe; its settings are in the pipeline's config, so it has nothing to save."""
    if nlp.lang not in ENGLISH:
        warnings.warn(f"hearer hears English, and this pipeline is {nlp.lang!r}.", stacklevel=2)
    del name
    how_to_hear(algorithm or None, profile or None, options)  # raises if there is no such thing
    return HearerPipe(algorithm, profile, options)


Language.factory(
    "hearer",
    default_config={"algorithm": "", "profile": "", "options": {}},
    assigns=["doc.spans", "doc._.hearer", "token._.refers_to", "token._.refers_to_all"],
    func=create,
)
if not Doc.has_extension(EXTENSION):
    Doc.set_extension(EXTENSION, getter=_summary)
for extension, getter in ((REFERS_TO, _refers_to), (REFERS_TO_ALL, _refers_to_all)):
    if not Token.has_extension(extension):
        Token.set_extension(extension, getter=getter)
