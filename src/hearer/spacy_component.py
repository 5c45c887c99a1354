"""The "hearer" pipe for spaCy, found through the entry point group `spacy_factories`.

    create           what `nlp.add_pipe("hearer")` calls
    HearerPipe       fills doc.spans["coref_clusters_1"], … and doc._.hearer

`doc._.hearer` is a dict. It is kept as one string of JSON in `doc.user_data`, so it is the same
after `Doc.to_bytes` and `DocBin`; a Doc that was not heard has none:

    algorithm    who resolved
    entities     the names of the clusters, in their order
    pronouns     for each: start, end (tokens), entity, and where an antecedent was found
                 antecedent_start, antecedent_end
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from hearer import api
from hearer.errors import MissingPackage
from hearer.model import (
    Entity,
    Interpretation,
    Kind,
    ReferringExpression,
    Utterance,
)
from hearer.parsers.columns import discourse
from hearer.parsers.spacy import columns_of
from hearer.profiles import how_to_hear

try:
    from spacy.language import Language
    from spacy.tokens import Doc
except ImportError as error:
    raise MissingPackage(error.name or "spacy", "The pipe 'hearer'") from error

CLUSTERS = "coref_clusters"  # numbered from 1, as spacy-experimental does
EXTENSION = "hearer"


@dataclass(frozen=True, slots=True)
class HearerPipe:
    """Resolves the pronouns of every Doc on its own. Needs a dependency parse, UD or ClearNLP."""

    algorithm: str = ""
    profile: str = ""
    options: dict[str, object] = field(default_factory=dict)

    def __call__(self, doc: Doc) -> Doc:
        before, columns = columns_of(doc)
        heard = discourse(before, columns)
        how = how_to_hear(self.algorithm or None, self.profile or None, self.options)
        found = api.resolve(heard, profile=how)
        tokens = Tokens(columns.tokens, heard.utterances)
        entities = _fill_spans(doc, found, tokens)
        pronouns = _pronouns(found, tokens)
        summary = {"algorithm": found.algorithm, "entities": entities, "pronouns": pronouns}
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


def _fill_spans(doc: Doc, found: Interpretation, tokens: Tokens) -> list[str]:
    """Write a span group for every entity with two expressions or more; say their names."""
    for key in [key for key in doc.spans if key.startswith(f"{CLUSTERS}_")]:
        del doc.spans[key]
    chains = [chain for chain in found.chains if len(chain.expressions) > 1]
    for number, chain in enumerate(chains, start=1):
        spans = dict.fromkeys(tokens.span(expression) for expression in chain.expressions)
        doc.spans[f"{CLUSTERS}_{number}"] = [doc[start:end] for start, end in sorted(spans)]
    return [chain.entity for chain in chains]


def _pronouns(found: Interpretation, tokens: Tokens) -> list[dict[str, int | str]]:
    rows = []
    for resolution in found.resolutions:
        start, end = tokens.span(resolution.pronoun)
        entity = resolution.entity or Entity.unknown(resolution.pronoun.id)
        row: dict[str, int | str] = {"start": start, "end": end, "entity": entity}
        antecedent = resolution.antecedent
        if antecedent and antecedent.expression.kind is not Kind.ELLIPSIS:
            row["antecedent_start"], row["antecedent_end"] = tokens.span(antecedent.expression)
        rows.append(row)
    return rows


def _summary(doc: Doc) -> dict[str, object] | None:
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
    requires=["token.dep", "token.head", "token.tag"],
    assigns=["doc.spans", "doc._.hearer"],
    func=create,
)
if not Doc.has_extension(EXTENSION):
    Doc.set_extension(EXTENSION, getter=_summary)
