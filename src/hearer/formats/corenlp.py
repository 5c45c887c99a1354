"""The JSON of Stanford CoreNLP: sentences, tokens, dependencies and "corefs".

    FORMAT    Stanford CoreNLP's JSON
    read      the documents of a file: an object, or an array of them
    write     documents

"startIndex" is the first word of a mention, from 1, and "endIndex" the word behind its last.
"characterOffset" counts UTF-16 units, as CoreNLP does; "codepointOffset" counts code points. When
reading, "before", "after" and "originalText" give the text, and the offsets are not looked at.
The universal tag is no field of CoreNLP's: "upos" and "feats" are ours, and read where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hearer.formats.annotation import entities_in
from hearer.formats.conllu.file import as_tree
from hearer.formats.decoding import decoded
from hearer.formats.entities import (
    Mention,
    NodePlace,
    WordRun,
    chained,
    in_words,
    mention_of,
    utf16_units,
)
from hearer.formats.format import PARSED, Format, Holds, Problems, Reading
from hearer.formats.json_values import JsonObject, JsonRecords, Value, arrayed, first_object
from hearer.formats.unparsed import (
    BareSentence,
    bare_utterance,
    head_of,
    is_bare,
    is_pronoun,
    laid_out,
    with_entities,
)
from hearer.model import Discourse, Interpretation, Utterance

Fields = dict[str, Value]


def read(content: bytes, path: str = "") -> Reading:
    """The documents of a file; what is no document is reported and left aside."""
    problems = Problems(path)
    records = JsonRecords(decoded(content, problems), problems, code="corenlp-document")
    found = records.objects(lambda one: "sentences" in one, "JSON object with sentences")
    documents = [_document(record, path) for record in found]
    records.report()
    return Reading(documents, path=path, problems=problems)


def _document(record: JsonObject, path: str) -> Discourse:
    sentences = list(_sentences(record))
    before = sentences[0][1][0].text("before") if sentences else ""
    numbers: dict[int, int] = {}  # of the utterance that each sentence is
    utterances = []
    for number, (sentence, tokens) in enumerate(sentences, start=1):
        numbers[int(sentence.steps[-1]) + 1] = number
        utterances.append(_utterance(number, sentence, tokens))
    placed = laid_out(utterances, len(before))
    discourse = Discourse(placed, record.text("docId"), path, before=before)
    lengths = {sentence: len(placed[number - 1]) for sentence, number in numbers.items()}
    return with_entities(discourse, _mentions(record, numbers, lengths))


def _sentences(record: JsonObject) -> Iterator[tuple[JsonObject, list[JsonObject]]]:
    """The sentences that have words, each with them."""
    for sentence in record.objects("sentences"):
        if tokens := sentence.objects("tokens"):
            yield sentence, tokens
        else:
            sentence.fault("corenlp-sentence", "the sentence has no tokens; left aside")


def _utterance(number: int, sentence: JsonObject, tokens: Sequence[JsonObject]) -> Utterance:
    forms = tuple(t.text("originalText") or t.text("word") or "_" for t in tokens)
    spaces = tuple(t.text("after") if "after" in t else " " for t in tokens)
    for token in tokens:
        for name in ("before", "after"):
            token.check_space(token.text(name), name)
    speaker = sentence.text("speaker") or tokens[0].text("speaker")
    bare = BareSentence(forms, spaces, "" if speaker.startswith("PER") else speaker)
    utterance = bare_utterance(number, bare)
    if "basicDependencies" not in sentence:
        return utterance
    heads, relations = _tree(sentence.objects("basicDependencies"), len(forms))
    return replace(
        utterance,
        lemmas=tuple(
            t.text("lemma") or form.lower() for t, form in zip(tokens, forms, strict=True)
        ),
        upos=tuple(t.text("upos") or "X" for t in tokens),
        xpos=tuple(t.text("pos") or "_" for t in tokens),
        features=tuple(t.text("feats") or "_" for t in tokens),
        heads=heads,
        relations=relations,
    )


def _tree(arcs: Sequence[JsonObject], size: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Heads and relations; a word without an arc, or with a wrong one, hangs on the root."""
    heads, relations = [0] * size, ["root"] * size
    said: dict[int, JsonObject] = {}
    for arc in arcs:
        word, head = arc.number("dependent"), arc.number("governor")
        if 1 <= word <= size and 0 <= head <= size and word not in said:
            heads[word - 1], relations[word - 1], said[word] = head, arc.text("dep").lower(), arc
        else:
            message = f"the arc from {head} to {word} is none of this sentence, or the second"
            arc.fault("corenlp-arc", f"{message}; left aside")
    rooted = as_tree(heads)
    for n, (was, head) in enumerate(zip(heads, rooted, strict=True), start=1):
        if was != head:
            said[n].fault("corenlp-arc", f"the arcs of word {n} go in a circle; read as a root")
    return rooted, tuple(r if head else "root" for r, head in zip(relations, rooted, strict=True))


def _mentions(
    record: JsonObject, numbers: Mapping[int, int], lengths: Mapping[int, int]
) -> Iterator[Mention]:
    corefs = record.inner("corefs")
    for key in record.object("corefs"):
        for mention in corefs.objects(key):
            sentence = mention.number("sentNum")
            first, last = mention.number("startIndex"), mention.number("endIndex") - 1
            if not 1 <= first <= last <= lengths.get(sentence, 0):
                message = f"words {first} to {last} are not in sentence {sentence}; left aside"
                mention.fault("corenlp-mention", message)
                continue
            span = NodePlace(numbers[sentence], first), NodePlace(numbers[sentence], last)
            yield mention_of(f"e{key}" if key.isdecimal() else key, (span,))


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """The documents, with a representative mention per entity: the first that is no pronoun."""
    return arrayed([_record(one) for one in found])


def _record(found: Interpretation) -> Fields:
    utterances = tuple(filter(len, found.discourse.utterances))
    offsets = _offsets(found.discourse)
    return {
        "docId": found.discourse.name,
        "sentences": [_sentence(n, utterance, offsets) for n, utterance in enumerate(utterances)],
        "corefs": dict(_corefs(entities_in(found).mentions, utterances)),
    }


def _offsets(discourse: Discourse) -> Iterator[Fields]:
    """Where each word stands, in UTF-16 units and in code points, and what is around it."""
    before, start, beyond = discourse.before, len(discourse.before), 0
    for utterance in discourse.utterances:
        for form, space in zip(utterance.forms, utterance.spaces, strict=True):
            end, unit = start + len(form), start + beyond
            beyond += utf16_units(form) - len(form)
            yield {
                "characterOffsetBegin": unit,
                "characterOffsetEnd": end + beyond,
                "codepointOffsetBegin": start,
                "codepointOffsetEnd": end,
                "before": before,
                "after": space,
            }
            before, start = space, end + len(space)


def _sentence(index: int, utterance: Utterance, offsets: Iterator[Fields]) -> Fields:
    sentence: Fields = {"index": index}
    if utterance.speaker:
        sentence["speaker"] = utterance.speaker
    if not is_bare(utterance):
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
    sentence["tokens"] = [_token(utterance, n) | next(offsets) for n in range(len(utterance))]
    return sentence


def _token(utterance: Utterance, n: int) -> Fields:
    form = utterance.forms[n]
    token: Fields = {"index": n + 1, "word": form, "originalText": form}
    if is_bare(utterance):
        return token
    return token | {
        "lemma": utterance.lemmas[n],
        "pos": utterance.xpos[n],
        "upos": utterance.upos[n],
        "feats": utterance.features[n],
    }


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


def _mention(words: WordRun, utterance: Utterance, number: int) -> Fields:
    head = head_of(utterance, words)
    kind = "PROPER" if utterance.upos[head - 1] == "PROPN" else "NOMINAL"
    return {
        "id": number,
        "text": utterance.text_between(words.first, words.last),
        "type": "PRONOMINAL" if is_pronoun(utterance, words) else kind,
        "startIndex": words.first,
        "endIndex": words.last + 1,
        "headIndex": head,
        "sentNum": words.utterance,
        "position": [words.utterance, number],
        "isRepresentativeMention": False,
    }


def _is_corenlp(content: bytes) -> bool:
    return any("tokens" in sentence for sentence in first_object(content).objects("sentences"))


FORMAT = Format(
    name="corenlp",
    description="CoreNLP's JSON",
    suffixes=(".json",),
    holds=frozenset({Holds.ENTITIES, Holds.ENDS, Holds.SPACES, Holds.SPEAKERS}) | PARSED,
    sniff=_is_corenlp,
    read=read,
    write=write,
)
