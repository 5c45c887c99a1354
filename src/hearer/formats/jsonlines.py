"""Clusters of token spans, one JSON object per document and line.

    read     the documents of a file
    write    a document with its clusters

What fastcoref, maverick, LingMess and the other neural resolvers take and give:

    {"doc_key": "a", "sentences": [["She", "waits", "."]], "clusters": [[[0, 0]]]}

Spans are the first and the last token, counted from 0 through the document. "tokens" instead of
"sentences" is one sentence; "text" alone has clusters of code points, ends excluded, as fastcoref
gives them. "speakers" goes word by word. Other fields are not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hearer.formats.annotated import AnnotatedFile, Holds, entities_in, in_words
from hearer.formats.corefud_entities import Mention, Place
from hearer.formats.jsonl import dumped
from hearer.formats.loaded import Fields, chained, loaded
from hearer.formats.problems import quoted
from hearer.formats.unparsed import (
    Sentence,
    Spelled,
    Stretch,
    documented,
    mention_of,
    tokenized,
    with_entities,
)
from hearer.model import Discourse, Interpretation, Problem

__all__ = ["HOLDS", "read", "write"]

HOLDS = frozenset({Holds.ENDS, Holds.SPEAKERS})
Range = tuple[int, int]


def read(content: bytes, *, path: str = "") -> AnnotatedFile:
    """The documents of a file; a line that is none is reported and left aside.

    >>> line = b'{"doc_key": "a", "sentences": [["She", "waits"]], "clusters": [[[0, 0]]]}'
    >>> read(line).documents[0].source.mentions[0].entity
    'e1'
    """
    documents: list[Discourse] = []
    problems: list[Problem] = []
    for number, line in enumerate(content.decode("utf-8", "replace").split("\n"), start=1):
        record = loaded(line) if line.strip() else {}
        if isinstance(record, dict) and _has_words(record):
            documents.append(_document(Fields(record), path, number, problems))
        elif line.strip():
            message = f"{quoted(line)} is no document; left aside"
            problems.append(Problem(path, number, 0, "jsonlines-document", message))
    return AnnotatedFile(path, content, tuple(documents), tuple(problems))


def write(found: Interpretation | Discourse) -> str:
    """One line: the document with its clusters, singletons too."""
    discourse = found.discourse if isinstance(found, Interpretation) else found
    utterances = [utterance for utterance in discourse.utterances if len(utterance)]
    record: dict[str, object] = {
        "doc_key": discourse.name,
        "sentences": [utterance.forms for utterance in utterances],
    }
    if any(utterance.speaker for utterance in utterances):
        record["speakers"] = [[u.speaker] * len(u) for u in utterances]
    record["clusters"] = list(_clusters(entities_in(found).mentions, Spelled(discourse)))
    return dumped(record) + "\n"


def _clusters(mentions: Iterable[Mention], spelled: Spelled) -> Iterator[list[Range]]:
    for chain in chained(mentions).values():
        words = filter(None, map(in_words, chain))
        spans = {
            (spelled.index(w.utterance, w.first), spelled.index(w.utterance, w.last)) for w in words
        }
        if spans:
            yield sorted(spans)


def _has_words(record: Mapping[str, object]) -> bool:
    return not record.keys().isdisjoint({"sentences", "tokens", "text"})


def _document(record: Fields, path: str, line: int, problems: list[Problem]) -> Discourse:
    clusters = [list(_ranges(cluster)) for cluster in record.several("clusters")]
    name = record.text("doc_key") or record.text("doc_id")
    if "sentences" in record or "tokens" in record:
        discourse = documented(_sentences(record), name=name, path=path)
        spelled = Spelled(discourse)
        found = [[_words(span, spelled) for span in cluster] for cluster in clusters]
    else:
        text = record.text("text")
        stretches = [Stretch(*span) for cluster in clusters for span in cluster]
        inside = [stretch for stretch in stretches if _lies_in(text, stretch)]
        discourse = tokenized(text, inside, name=name, path=path)
        spelled = Spelled(discourse)
        found = [[_stretched(Stretch(*span), spelled) for span in one] for one in clusters]
    unplaced = sum(span is None for cluster in found for span in cluster)
    if unplaced:
        message = f"{unplaced} spans lie outside the words of the document; left aside"
        problems.append(Problem(path, line, 0, "jsonlines-span", message))
    return with_entities(discourse, _mentions(found))


def _mentions(clusters: Sequence[Sequence[tuple[Place, Place] | None]]) -> Iterator[Mention]:
    """The mentions of all clusters: e1, e2 … in the order in which they first appear."""
    placed = [sorted({span for span in cluster if span}) for cluster in clusters]
    for number, cluster in enumerate(sorted(filter(None, placed), key=_first), start=1):
        for span in cluster:
            yield mention_of(f"e{number}", (span,))


def _first(cluster: Sequence[tuple[Place, Place]]) -> tuple[Place, int]:
    return min((first, -last.word) for first, last in cluster)


def _sentences(record: Fields) -> Iterator[Sentence]:
    sentences = record.several("sentences") or [record.several("tokens")]
    speakers = record.several("speakers")
    for n, words in enumerate(sentences):
        if isinstance(words, list):
            forms = tuple(str(word) or "_" for word in words)
            yield Sentence(forms, speaker=_speaker(speakers[n] if n < len(speakers) else ""))


def _speaker(said: object) -> str:
    """Who speaks: whoever has the first word; some files name one per sentence."""
    first = said[0] if isinstance(said, list) and said else said
    return first if isinstance(first, str) and first != "-" else ""


def _ranges(cluster: object) -> Iterator[Range]:
    for span in cluster if isinstance(cluster, list) else ():
        match span:
            case [int(first), int(last), *_]:
                yield first, last


def _lies_in(text: str, stretch: Stretch) -> bool:
    return 0 <= stretch.start < stretch.end <= len(text)


def _stretched(stretch: Stretch, spelled: Spelled) -> tuple[Place, Place] | None:
    return spelled.span(stretch) if _lies_in(spelled.text, stretch) else None


def _words(span: Range, spelled: Spelled) -> tuple[Place, Place] | None:
    first, last = span
    if not 0 <= first <= last < len(spelled):
        return None
    begin, end = spelled.place(first), spelled.place(last)
    return (begin, end) if begin.utterance == end.utterance else None
