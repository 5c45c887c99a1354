"""Clusters of token spans, one JSON object per document and line, as neural resolvers have them.

    {"doc_key": "a", "sentences": [["She", "waits", "."]], "clusters": [[[0, 0]]]}

Spans are the first and the last token, counted from 0 through the document. "tokens" instead of
"sentences" is one sentence; "text" alone has clusters of code points, ends excluded, as fastcoref
writes them. "speakers" has a speaker per word. Other fields are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hearer.formats.annotation import worded_chains
from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import (
    Mention,
    NodePlace,
    Stretch,
    WordOffsets,
    mention_of,
    offsets_of,
)
from hearer.formats.format import Format, Holds, Problems, Reading, encoded, quoted
from hearer.formats.json_values import JsonObject, JsonRecords, dumped, first_object
from hearer.formats.unparsed import BareSentence, bare_discourse, tokenized, with_entities
from hearer.model import Discourse, Interpretation

_Words = tuple[NodePlace, NodePlace]
_Cluster = list[tuple[int, Stretch]]  # spans with their indices


def read(content: bytes, path: str = "") -> Reading:
    """Read the documents of a file; lines that are none are reported and ignored.

    >>> line = b'{"doc_key": "a", "sentences": [["She", "waits"]], "clusters": [[[0, 0]]]}'
    >>> read(line, "")[0].source.mentions[0].entity
    'e1'
    """
    documents: list[Discourse] = []
    problems = Problems(path)
    for number, line in lines_of(decoded(content, problems)):
        if line.strip():
            records = JsonRecords(line, problems, code="jsonlines-document", line=number)
            found = records.objects(_has_words, "document with words")
            documents += [_document(record, path) for record in found]
            records.report()
    return Reading(documents, path=path, problems=problems)


def _has_words(record: JsonObject) -> bool:
    return any(name in record for name in ("sentences", "tokens", "text"))


def _document(record: JsonObject, path: str) -> Discourse:
    clusters = dict(_clusters(record))
    name, text = record.text("doc_key") or record.text("doc_id"), ""
    has_tokens = "sentences" in record or "tokens" in record
    if has_tokens:
        discourse = bare_discourse(_sentences(record), name=name, path=path)
    else:
        text = record.text("text")
        marked = [span for cluster in clusters.values() for _, span in cluster]
        inside = [span for span in marked if 0 <= span.start < span.end <= len(text)]
        discourse = tokenized(text, inside, name=name, path=path)
    offsets = offsets_of(discourse)
    placed: list[list[_Words]] = []
    for n, cluster in clusters.items():
        words = []
        for m, span in cluster:
            at = _tokens(span, offsets) if has_tokens else _characters(span, text, offsets)
            if at:
                words.append(at)
            else:
                message = "the span lies in no sentence; ignored"
                record.fault("jsonlines-span", message, "clusters", n, m)
        placed += [sorted(set(words))] if words else []
    return with_entities(discourse, _mentions(placed))


def _tokens(span: Stretch, offsets: WordOffsets) -> _Words | None:
    """Return the words of these numbers, if they are in one sentence."""
    if not 0 <= span.start <= span.end < len(offsets):
        return None
    first, last = offsets.place(span.start), offsets.place(span.end)
    return (first, last) if first.utterance == last.utterance else None


def _characters(span: Stretch, text: str, offsets: WordOffsets) -> _Words | None:
    return offsets.span(span) if 0 <= span.start < span.end <= len(text) else None


def _mentions(clusters: Sequence[Sequence[_Words]]) -> Iterator[Mention]:
    """Name the entities e1, e2 … in the order in which they first appear."""
    in_order = sorted(clusters, key=lambda one: min((first, -last.word) for first, last in one))
    for number, cluster in enumerate(in_order, start=1):
        for span in cluster:
            yield mention_of(f"e{number}", (span,))


def _sentences(record: JsonObject) -> Iterator[BareSentence]:
    is_one = "sentences" not in record
    speakers = record.several("speakers")
    sentences = [record.several("tokens")] if is_one else record.several("sentences")
    for n, words in enumerate(sentences):
        at = ("tokens",) if is_one else ("sentences", n)
        if not isinstance(words, list):
            record.fault("file-value", "the sentence is no array of words; ignored", *at)
            continue
        forms = []
        for m, word in enumerate(words):
            form = "_" if isinstance(word, (list, dict)) or word == "" else str(word)
            forms.append(form)
            if not isinstance(word, str):
                message = f"the word is no text; read as {quoted(form)}"
                record.fault("file-value", message, *at, m)
        # The speaker of the first word; some files name one per sentence.
        speaker = speakers[n] if n < len(speakers) else ""
        speaker = speaker[0] if isinstance(speaker, list) and speaker else speaker
        is_name = isinstance(speaker, str) and speaker != "-"
        yield BareSentence(tuple(forms), speaker=str(speaker) if is_name else "")


def _clusters(record: JsonObject) -> Iterator[tuple[int, _Cluster]]:
    """Return the spans of each cluster, with the indices of both."""
    for n, cluster in enumerate(record.several("clusters")):
        if not isinstance(cluster, list):
            message = "the cluster is no array of spans; ignored"
            record.fault("jsonlines-span", message, "clusters", n)
            continue
        found: _Cluster = []
        for m, span in enumerate(cluster):
            match span:
                case [int(first), int(last), *_]:
                    found.append((m, Stretch(first, last)))
                case _:
                    message = "the span is no first and last number; ignored"
                    record.fault("jsonlines-span", message, "clusters", n, m)
        yield n, found


def write(found: Sequence[Interpretation]) -> bytes:
    """Write a line per document, with its clusters, singletons too."""
    return encoded(dumped(_record(one)) for one in found)


def _record(found: Interpretation) -> dict[str, object]:
    utterances = [utterance for utterance in found.discourse.utterances if len(utterance)]
    record: dict[str, object] = {
        "doc_key": found.discourse.name,
        "sentences": [utterance.forms for utterance in utterances],
    }
    if any(utterance.speaker for utterance in utterances):
        record["speakers"] = [[u.speaker] * len(u) for u in utterances]
    offsets = offsets_of(found.discourse)
    record["clusters"] = [
        sorted({(offsets.index(u, first), offsets.index(u, last)) for (u, first, last), _ in chain})
        for chain in worded_chains(found).values()
        if chain
    ]
    return record


def _is_jsonlines(content: bytes) -> bool:
    first = content.lstrip().partition(b"\n")[0]
    return first.startswith(b"{") and _has_words(first_object(first))


FORMAT = Format(
    name="jsonlines",
    description="Token clusters: fastcoref, maverick",
    suffixes=(".jsonl", ".jsonlines"),
    holds=frozenset({Holds.ENTITIES, Holds.ENDS, Holds.SPEAKERS}),
    sniff=_is_jsonlines,
    read=read,
    write=write,
)
