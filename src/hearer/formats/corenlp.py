"""The JSON of Stanford CoreNLP: sentences, tokens, dependencies and "corefs".

"endIndex" is the word after the last of a mention. "characterOffset" counts UTF-16 units,
"codepointOffset" code points. The text is read from "before", "after" and "originalText", not from
the offsets. "upos" and "feats" are ours, not CoreNLP's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hearer.formats.annotation import worded_chains
from hearer.formats.conllu.file import as_tree
from hearer.formats.decoding import decoded
from hearer.formats.entities import Mention, NodePlace, WordRun, mention_of, utf16_units
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
    """Read the documents of a file, an object or an array; others are reported and ignored."""
    problems = Problems(path)
    records = JsonRecords(decoded(content, problems), problems, code="corenlp-document")
    found = records.objects(lambda one: "sentences" in one, "JSON object with sentences")
    documents = [_document(record, path) for record in found]
    records.report()
    return Reading(documents, path=path, problems=problems)


def _document(record: JsonObject, path: str) -> Discourse:
    before = ""
    utterances: list[Utterance] = []
    known: dict[int, Utterance] = {}  # by the number of the sentence, which may have no tokens
    for sentence in record.objects("sentences"):
        if tokens := sentence.objects("tokens"):
            before = before if utterances else tokens[0].text("before")
            utterances.append(_utterance(len(utterances) + 1, sentence, tokens))
            known[int(sentence.steps[-1]) + 1] = utterances[-1]
        else:
            sentence.fault("corenlp-sentence", "the sentence has no tokens; ignored")
    placed = laid_out(utterances, len(before))
    discourse = Discourse(placed, record.text("docId"), path, before=before)
    return with_entities(discourse, _mentions(record, known))


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
    lemmas = (t.text("lemma") or form.lower() for t, form in zip(tokens, forms, strict=True))
    return replace(
        utterance,
        lemmas=tuple(lemmas),
        upos=tuple(t.text("upos") or "X" for t in tokens),
        xpos=tuple(t.text("pos") or "_" for t in tokens),
        features=tuple(t.text("feats") or "_" for t in tokens),
        heads=heads,
        relations=relations,
    )


def _tree(arcs: Sequence[JsonObject], size: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return heads and relations; a word without a usable arc is a root."""
    heads, relations = [0] * size, ["root"] * size
    used: dict[int, JsonObject] = {}
    for arc in arcs:
        word, head = arc.number("dependent"), arc.number("governor")
        if 1 <= word <= size and 0 <= head <= size and word not in used:
            heads[word - 1], relations[word - 1], used[word] = head, arc.text("dep").lower(), arc
        else:
            message = f"the arc from {head} to {word} is none of this sentence, or the second"
            arc.fault("corenlp-arc", f"{message}; ignored")
    rooted = as_tree(heads)
    for n, (was, head) in enumerate(zip(heads, rooted, strict=True), start=1):
        if was != head:
            used[n].fault("corenlp-arc", f"the arcs of word {n} form a cycle; read as a root")
    return rooted, tuple(r if head else "root" for r, head in zip(relations, rooted, strict=True))


def _mentions(record: JsonObject, known: Mapping[int, Utterance]) -> Iterator[Mention]:
    corefs = record.inner("corefs")
    for key in record.object("corefs"):
        for mention in corefs.objects(key):
            number, utterance = (sentence := mention.number("sentNum")), known.get(sentence)
            first, last = mention.number("startIndex"), mention.number("endIndex") - 1
            if utterance and 1 <= first <= last <= len(utterance):
                span = NodePlace(utterance.number, first), NodePlace(utterance.number, last)
                yield mention_of(f"e{key}" if key.isdecimal() else key, (span,))
            else:
                message = f"words {first} to {last} are not in sentence {number}; ignored"
                mention.fault("corenlp-mention", message)


# Writing ----------------------------------------------------------------------------------------


def write(found: Sequence[Interpretation]) -> bytes:
    """Write documents; the representative mention of an entity is the first that is no pronoun."""
    return arrayed([_record(one) for one in found])


def _record(found: Interpretation) -> Fields:
    utterances = tuple(filter(len, found.discourse.utterances))
    tokens = _tokens(found.discourse)
    sentences: list[Fields] = []
    for n, utterance in enumerate(utterances):
        sentence: Fields = {"index": n}
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
        sentence["tokens"] = [next(tokens) for _ in utterance.forms]
        sentences.append(sentence)
    corefs = dict(_corefs(found, utterances))
    return {"docId": found.discourse.name, "sentences": sentences, "corefs": corefs}


def _tokens(discourse: Discourse) -> Iterator[Fields]:
    """Return the tokens with their offsets, in UTF-16 units and in code points."""
    before, start, beyond = discourse.before, len(discourse.before), 0
    for utterance in discourse.utterances:
        for n, (form, space) in enumerate(zip(utterance.forms, utterance.spaces, strict=True)):
            token: Fields = {"index": n + 1, "word": form, "originalText": form}
            if not is_bare(utterance):
                token["lemma"] = utterance.lemmas[n]
                token["pos"] = utterance.xpos[n]
                token["upos"] = utterance.upos[n]
                token["feats"] = utterance.features[n]
            end, unit = start + len(form), start + beyond
            beyond += utf16_units(form) - len(form)
            yield token | {
                "characterOffsetBegin": unit,
                "characterOffsetEnd": end + beyond,
                "codepointOffsetBegin": start,
                "codepointOffsetEnd": end,
                "before": before,
                "after": space,
            }
            before, start = space, end + len(space)


def _corefs(found: Interpretation, utterances: Sequence[Utterance]) -> Iterator[tuple[str, Value]]:
    chains = worded_chains(found)
    has_numbers = all(entity.removeprefix("e").isdecimal() for entity in chains)
    count = 0
    for number, (entity, chain) in enumerate(chains.items(), start=1):
        told: list[Fields] = []
        for words in dict.fromkeys(words for words, _ in chain):
            count += 1
            told.append(_mention(words, utterances[words.utterance - 1], count))
        if told:
            chosen = next((one for one in told if one["type"] != "PRONOMINAL"), told[0])
            chosen["isRepresentativeMention"] = True
            yield entity.removeprefix("e") if has_numbers else str(number), told


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


FORMAT = Format(
    name="corenlp",
    description="CoreNLP's JSON",
    suffixes=(".json",),
    holds=frozenset({Holds.ENTITIES, Holds.ENDS, Holds.SPACES, Holds.SPEAKERS}) | PARSED,
    sniff=lambda content: any(
        "tokens" in sentence for sentence in first_object(content).objects("sentences")
    ),
    read=read,
    write=write,
)
