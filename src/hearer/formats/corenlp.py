"""The JSON of Stanford CoreNLP: sentences, tokens, dependencies and "corefs".

    read     the documents of a file: an object, or an array of them
    write    a document

"startIndex" is the first word of a mention, from 1, and "endIndex" the word behind its last.
"characterOffset" counts UTF-16 units, as CoreNLP does; "codepointOffset" counts code points. When
reading, "before", "after" and "originalText" give the text, and the offsets are not looked at.
The universal tag is no field of CoreNLP's: "upos" and "feats" are ours, and read where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hearer.formats.annotated import AnnotatedFile, Holds, Words, entities_in, in_words
from hearer.formats.corefud_entities import Mention, Place
from hearer.formats.jsonl import dumped
from hearer.formats.loaded import NO_JSON, Fields, chained, loaded
from hearer.formats.pronouns import is_pronoun, is_unparsed
from hearer.formats.unparsed import Sentence, as_tree, mention_of, unparsed, with_entities
from hearer.model import Discourse, Interpretation, Problem, Utterance

__all__ = ["HOLDS", "read", "write"]

HOLDS = frozenset(
    {Holds.ENDS, Holds.PARSE, Holds.TAGS, Holds.FEATURES, Holds.SPACES, Holds.SPEAKERS}
)
Value = str | int | bool | Sequence["Value"] | Mapping[str, "Value"]


def read(content: bytes, *, path: str = "") -> AnnotatedFile:
    """The documents of a file; what is no document is reported and left aside."""
    value = loaded(content.decode("utf-8", "replace"))
    records = value if isinstance(value, list) else [value]
    documents, problems = [], []
    for record in records:
        if value is NO_JSON or not isinstance(record, dict) or "sentences" not in record:
            message = "no JSON object with sentences; left aside"
            problems.append(Problem(path, 0, 0, "corenlp-document", message))
            continue
        documents.append(_document(Fields(record), path))
    return AnnotatedFile(path, content, tuple(documents), tuple(problems))


def _document(record: Fields, path: str) -> Discourse:
    utterances: list[Utterance] = []
    before, start = "", 0
    for sentence in record.objects("sentences"):
        tokens = sentence.objects("tokens")
        if not tokens:
            continue
        if not utterances:
            before = tokens[0].text("before")
            start = len(before)
        utterances.append(_utterance(len(utterances) + 1, sentence, start))
        start += sum(map(len, (*utterances[-1].forms, *utterances[-1].spaces)))
    discourse = Discourse(tuple(utterances), record.text("docId"), path, before=before)
    return with_entities(discourse, _mentions(record, utterances))


def _utterance(number: int, sentence: Fields, start: int) -> Utterance:
    tokens = sentence.objects("tokens")
    forms = tuple(t.text("originalText") or t.text("word") or "_" for t in tokens)
    spaces = tuple(t.text("after") if "after" in t else " " for t in tokens)
    speaker = sentence.text("speaker") or tokens[0].text("speaker")
    bare = unparsed(
        number, Sentence(forms, spaces, "" if speaker.startswith("PER") else speaker), start=start
    )
    if "basicDependencies" not in sentence:
        return bare
    heads, relations = _tree(sentence.objects("basicDependencies"), len(forms))
    return Utterance(
        number,
        forms,
        tuple(t.text("lemma") or form.lower() for t, form in zip(tokens, forms, strict=True)),
        tuple(t.text("upos") or "X" for t in tokens),
        tuple(t.text("pos") or "_" for t in tokens),
        tuple(t.text("feats") or "_" for t in tokens),
        heads,
        relations,
        spaces,
        start=start,
        speaker=bare.speaker,
    )


def _tree(arcs: Sequence[Fields], size: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Heads and relations; a word without an arc, or with a wrong one, hangs on the root."""
    heads, relations = [0] * size, ["root"] * size
    for arc in arcs:
        word, head = arc.number("dependent"), arc.number("governor")
        if 1 <= word <= size:
            heads[word - 1], relations[word - 1] = head, arc.text("dep").lower()
    rooted = as_tree(heads)
    return rooted, tuple(r if head else "root" for r, head in zip(relations, rooted, strict=True))


def _mentions(record: Fields, utterances: Sequence[Utterance]) -> Iterator[Mention]:
    for key, chain in record.object("corefs").items():
        for mention in map(Fields, chain if isinstance(chain, list) else ()):
            number = mention.number("sentNum")
            first, last = mention.number("startIndex"), mention.number("endIndex") - 1
            if 1 <= number <= len(utterances) and 1 <= first <= last <= len(utterances[number - 1]):
                span = Place(number, first), Place(number, last)
                yield mention_of(f"e{key}" if key.isdecimal() else key, (span,))


# Writing ----------------------------------------------------------------------------------------


def write(found: Interpretation | Discourse) -> str:
    """The document, with a representative mention per entity: the first that is no pronoun."""
    discourse = found.discourse if isinstance(found, Interpretation) else found
    utterances = tuple(filter(len, discourse.utterances))
    offsets = _Offsets(discourse)
    record: dict[str, Value] = {
        "docId": discourse.name,
        "sentences": [_sentence(n, utterance, offsets) for n, utterance in enumerate(utterances)],
        "corefs": dict(_corefs(entities_in(found).mentions, utterances)),
    }
    return dumped(record, indent=1) + "\n"


class _Offsets:
    """Goes through a text word by word, and counts in code points and in UTF-16 units."""

    def __init__(self, discourse: Discourse) -> None:
        self.before = discourse.before
        self._points = len(discourse.before)
        self._units = self._points

    def of(self, form: str, space: str) -> dict[str, Value]:
        units = len(form.encode("utf-16-le", "surrogatepass")) // 2
        found: dict[str, Value] = {
            "characterOffsetBegin": self._units,
            "characterOffsetEnd": self._units + units,
            "codepointOffsetBegin": self._points,
            "codepointOffsetEnd": self._points + len(form),
            "before": self.before,
            "after": space,
        }
        self._units += units + len(space)
        self._points += len(form) + len(space)
        self.before = space
        return found


def _sentence(index: int, utterance: Utterance, offsets: _Offsets) -> Mapping[str, Value]:
    sentence: dict[str, Value] = {"index": index}
    if utterance.speaker:
        sentence["speaker"] = utterance.speaker
    if not is_unparsed(utterance):
        sentence["basicDependencies"] = [
            {
                "dep": "ROOT" if head == 0 else utterance.relations[n],
                "governor": head,
                "governorGloss": utterance.forms[head - 1] if head else "ROOT",
                "dependent": n + 1,
                "dependentGloss": utterance.forms[n],
            }
            for n, head in enumerate(utterance.heads)
        ]
    sentence["tokens"] = [
        {**_token(utterance, n), **offsets.of(form, utterance.spaces[n])}
        for n, form in enumerate(utterance.forms)
    ]
    return sentence


def _token(utterance: Utterance, n: int) -> dict[str, Value]:
    form = utterance.forms[n]
    token: dict[str, Value] = {"index": n + 1, "word": form, "originalText": form}
    if is_unparsed(utterance):
        return token
    tags = utterance.xpos[n], utterance.upos[n], utterance.features[n]
    return token | {"lemma": utterance.lemmas[n], **dict(zip(_TAGS, tags, strict=True))}


_TAGS = ("pos", "upos", "feats")


def _corefs(
    mentions: Sequence[Mention], utterances: Sequence[Utterance]
) -> Iterator[tuple[str, Value]]:
    chains = chained(mentions)
    names = [entity.removeprefix("e") for entity in chains]
    keeps = all(name.isdecimal() for name in names)
    ids = iter(range(1, len(mentions) + 1))
    for number, (name, chain) in enumerate(zip(names, chains.values(), strict=True), start=1):
        words = list(dict.fromkeys(filter(None, map(in_words, chain))))
        told = [_mention(w, utterances[w.utterance - 1], next(ids)) for w in words]
        chosen = next((m for m in told if m["type"] != "PRONOMINAL"), told[0] if told else None)
        if chosen:
            chosen["isRepresentativeMention"] = True
            yield name if keeps else str(number), told


def _mention(words: Words, utterance: Utterance, number: int) -> dict[str, Value]:
    first, last = words.first, words.last
    inside = range(first, last + 1)
    head = next((n for n in inside if utterance.heads[n - 1] not in inside), last)
    kind = "PROPER" if utterance.upos[head - 1] == "PROPN" else "NOMINAL"
    return {
        "id": number,
        "text": utterance.text_between(first, last),
        "type": "PRONOMINAL" if is_pronoun(utterance, first, last) else kind,
        "startIndex": first,
        "endIndex": last + 1,
        "headIndex": last if is_unparsed(utterance) else head,
        "sentNum": words.utterance,
        "position": [words.utterance, number],
        "isRepresentativeMention": False,
    }
