"""Clusters of token spans, one JSON object per document and line.

    FORMAT    token clusters: fastcoref, maverick, LingMess
    read      the documents of a file
    write     documents with their clusters

What fastcoref, maverick, LingMess and the other neural resolvers take and give:

    {"doc_key": "a", "sentences": [["She", "waits", "."]], "clusters": [[[0, 0]]]}

Spans are the first and the last token, counted from 0 through the document. "tokens" instead of
"sentences" is one sentence; "text" alone has clusters of code points, ends excluded, as fastcoref
gives them. "speakers" goes word by word. Other fields are not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hearer.formats.annotation import entities_in
from hearer.formats.decoding import decoded, lines_of
from hearer.formats.entities import (
    Mention,
    NodePlace,
    Stretch,
    WordOffsets,
    chained,
    in_words,
    mention_of,
    offsets_of,
)
from hearer.formats.format import Format, Holds, Problems, Reading, encoded, quoted
from hearer.formats.json_values import JsonObject, JsonRecords, Steps, dumped, first_object
from hearer.formats.unparsed import BareSentence, bare_discourse, tokenized, with_entities
from hearer.model import Discourse, Interpretation

TokenSpan = tuple[int, int]
Words = tuple[NodePlace, NodePlace]


def read(content: bytes, path: str = "") -> Reading:
    """The documents of a file; a line that is none is reported and left aside.

    >>> line = b'{"doc_key": "a", "sentences": [["She", "waits"]], "clusters": [[[0, 0]]]}'
    >>> read(line, "")[0].source.mentions[0].entity
    'e1'
    """
    documents: list[Discourse] = []
    problems = Problems(path)
    for number, line in lines_of(decoded(content, problems)):
        if not line.strip():
            continue
        records = JsonRecords(line, problems, code="jsonlines-document", line=number)
        found = records.objects(_has_words, "document with words")
        documents += [_document(record, path) for record in found]
        records.report()
    return Reading(documents, path=path, problems=problems)


def write(found: Sequence[Interpretation]) -> bytes:
    """A line per document, with its clusters, singletons too."""
    return encoded(dumped(_record(one)) for one in found)


def _record(found: Interpretation) -> dict[str, object]:
    utterances = [utterance for utterance in found.discourse.utterances if len(utterance)]
    record: dict[str, object] = {
        "doc_key": found.discourse.name,
        "sentences": [utterance.forms for utterance in utterances],
    }
    if any(utterance.speaker for utterance in utterances):
        record["speakers"] = [[u.speaker] * len(u) for u in utterances]
    mentions = entities_in(found).mentions
    return {**record, "clusters": list(_clusters(mentions, offsets_of(found.discourse)))}


def _clusters(mentions: Iterable[Mention], offsets: WordOffsets) -> Iterator[list[TokenSpan]]:
    for chain in chained(mentions).values():
        words = filter(None, map(in_words, chain))
        spans = {
            (offsets.index(w.utterance, w.first), offsets.index(w.utterance, w.last)) for w in words
        }
        if spans:
            yield sorted(spans)


def _has_words(record: JsonObject) -> bool:
    return any(name in record for name in ("sentences", "tokens", "text"))


def _document(record: JsonObject, path: str) -> Discourse:
    clusters = list(_clusters_of(record))
    name = record.text("doc_key") or record.text("doc_id")
    if "sentences" in record or "tokens" in record:
        discourse = bare_discourse(_sentences(record), name=name, path=path)
        place = _words
    else:
        text = record.text("text")
        marked = [Stretch(*span) for cluster in clusters for _, span in cluster if _in(text, span)]
        discourse = tokenized(text, marked, name=name, path=path)
        place = _stretched
    whole, offsets = discourse.text, offsets_of(discourse)
    found = [[(at, place(span, whole, offsets)) for at, span in cluster] for cluster in clusters]
    for at, words in (pair for cluster in found for pair in cluster):
        if words is None:
            record.fault("jsonlines-span", "the span lies in no sentence; left aside", *at)
    return with_entities(discourse, _mentions([[words for _, words in one] for one in found]))


def _mentions(clusters: Sequence[Sequence[Words | None]]) -> Iterator[Mention]:
    """The mentions of all clusters: e1, e2 … in the order in which they first appear."""
    placed = [sorted({span for span in cluster if span}) for cluster in clusters]
    for number, cluster in enumerate(sorted(filter(None, placed), key=_first), start=1):
        for span in cluster:
            yield mention_of(f"e{number}", (span,))


def _first(cluster: Sequence[Words]) -> tuple[NodePlace, int]:
    return min((first, -last.word) for first, last in cluster)


def _sentences(record: JsonObject) -> Iterator[BareSentence]:
    whole = "sentences" not in record
    sentences = [record.several("tokens")] if whole else record.several("sentences")
    speakers = record.several("speakers")
    for n, words in enumerate(sentences):
        at: Steps = ("tokens",) if whole else ("sentences", n)
        if not isinstance(words, list):
            record.fault("file-value", "the sentence is no array of words; left aside", *at)
            continue
        forms = tuple(_form(word, record, (*at, m)) for m, word in enumerate(words))
        yield BareSentence(forms, speaker=_speaker(speakers[n] if n < len(speakers) else ""))


def _form(word: object, record: JsonObject, at: Steps) -> str:
    if isinstance(word, str):
        return word or "_"
    read = "_" if isinstance(word, (list, dict)) else str(word)
    record.fault("file-value", f"the word is no text; read as {quoted(read)}", *at)
    return read


def _speaker(said: object) -> str:
    """Who speaks: whoever has the first word; some files name one per sentence."""
    first = said[0] if isinstance(said, list) and said else said
    return first if isinstance(first, str) and first != "-" else ""


def _clusters_of(record: JsonObject) -> Iterator[list[tuple[Steps, TokenSpan]]]:
    """The spans of each cluster, and the steps that lead to them."""
    for n, cluster in enumerate(record.several("clusters")):
        if not isinstance(cluster, list):
            message = "the cluster is no array of spans; left aside"
            record.fault("jsonlines-span", message, "clusters", n)
            continue
        yield [((("clusters", n, m)), span) for m, span in _ranges(cluster, n, record)]


def _ranges(
    cluster: Sequence[object], number: int, record: JsonObject
) -> Iterator[tuple[int, TokenSpan]]:
    for n, span in enumerate(cluster):
        match span:
            case [int(first), int(last), *_]:
                yield n, (first, last)
            case _:
                message = "the span is no first and last number; left aside"
                record.fault("jsonlines-span", message, "clusters", number, n)


def _in(text: str, span: TokenSpan) -> bool:
    return 0 <= span[0] < span[1] <= len(text)


def _stretched(span: TokenSpan, text: str, offsets: WordOffsets) -> Words | None:
    return offsets.span(Stretch(*span)) if _in(text, span) else None


def _words(span: TokenSpan, text: str, offsets: WordOffsets) -> Words | None:  # noqa: ARG001
    """The words of these numbers, if they stand in one sentence."""
    first, last = span
    if not 0 <= first <= last < len(offsets):
        return None
    begin, end = offsets.place(first), offsets.place(last)
    return (begin, end) if begin.utterance == end.utterance else None


def _is_jsonlines(content: bytes) -> bool:
    return content.lstrip().startswith(b"{") and _has_words(
        first_object(content.lstrip().partition(b"\n")[0])
    )


FORMAT = Format(
    name="jsonlines",
    description="Token clusters: fastcoref, maverick",
    suffixes=(".jsonl", ".jsonlines"),
    holds=frozenset({Holds.ENTITIES, Holds.ENDS, Holds.SPEAKERS}),
    sniff=_is_jsonlines,
    read=read,
    write=write,
)
