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
    Entity,
    Interpretation,
    Kind,
    ReferringExpression,
)
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
PronounRow = dict[str, int | str | float | list[TokenSpan] | None]
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
        """The first token of an expression, and the one behind its last; None if it is cut off.

        A token may have more in it: a link that spaCy does not take for one. By "expand" all of
        that token is taken.
        """
        first = expression.utterance, expression.first or expression.head
        last = expression.utterance, expression.last or expression.head
        places = self._places
        if not places.has(first) or not places.has(last):
            return None
        found = self._doc.char_span(places.start(first), places.end(last), alignment_mode=mode)
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
    named = {chain.entity: span for chain in found.chains if (span := _naming(chain, tokens))}
    for resolution in found.resolutions:
        own = tokens.span(resolution.pronoun, mode="expand")
        if own is None:
            continue
        row: PronounRow = {
            "start": own[0],
            "end": own[1],
            "entity": resolution.entity or Entity.unknown(resolution.pronoun.id),
            "name": resolution.name,
            "label": str(resolution.label),
            "confidence": rounded(resolution.confidence),
        }
        antecedent = resolution.antecedent
        said = antecedent.expression if antecedent and _has_words(antecedent.expression) else None
        if said and (span := tokens.span(said)):
            row["antecedent_start"], row["antecedent_end"] = span
        if antecedent and (best := named.get(antecedent.entity)):
            row["named_start"], row["named_end"] = best
        elif antecedent and (members := antecedent.expression.members):
            row["members"] = [named[one.entity] for one in members if one.entity in named]
        yield row


def _has_words(expression: ReferringExpression) -> bool:
    """Whether it was said: no subject that was left out, no set that the hearer made."""
    is_made = expression.kind is Kind.SET and not expression.first
    return expression.kind is not Kind.ELLIPSIS and not is_made


def _naming(chain: Chain, tokens: Tokens) -> TokenSpan | None:
    """The tokens that name an entity best: a name, the fullest; else the first noun."""
    naming = [each for each in chain.expressions if each.kind in NAMING and each.first]
    naming.sort(key=lambda each: (each.kind is not Kind.NAME, -_said(each)))
    return next(filter(None, map(tokens.span, naming)), None)


def _said(expression: ReferringExpression) -> int:
    return len(expression.text.split()) if expression.kind is Kind.NAME else 0


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
