"""The English pipeline: text → blocks → words and sentences → encoder → rules → utterances.

Every sentence is parsed alone: nothing depends on what else is parsed, or in which threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any
from unicodedata import category

from hearer.errors import UsageError
from hearer.model import Discourse, Utterance
from hearer.model.lexicon import table, words
from hearer.parsers import find
from hearer.parsers.blocks import blocks, line_ends, plain, restored
from hearer.parsers.english import FILES, version_of
from hearer.parsers.english.boundaries import Boundaries
from hearer.parsers.english.encoder import Encoder, Graph, Parse
from hearer.parsers.english.pieces import UNSEEN

ALWAYS, AS_HEADS, MODIFYING, ARGUMENTS, NOMINAL, NAMING = words(
    "parser", "always as_heads modifying arguments nominal naming"
)


def where_spoken_of(
    sorts: Iterable[str], upos: Iterable[str], relations: Iterable[str]
) -> list[str]:
    """The sorts of the words that have one, and "" for the others.

    >>> where_spoken_of(["time", "person"], ["DET", "PRON"], ["det", "nsubj"])
    ['', 'person']
    """
    return [
        sort if tag in ALWAYS or (tag in AS_HEADS and relation not in MODIFYING) else ""
        for sort, tag, relation in zip(sorts, upos, relations, strict=True)
    ]


def mend(forms: Sequence[str], parse: Parse) -> None:
    """Apply every rule to a parsed sentence."""
    for rule in RULES:
        rule(forms, parse)


def mark_unseen(forms: Sequence[str], parse: Parse) -> None:
    """Take what cannot be seen for punctuation."""
    for n, form in enumerate(forms):
        if not form.isprintable() and all(category(letter) in UNSEEN for letter in form):
            parse.upos[n], parse.xpos[n], parse.features[n] = "PUNCT", "NFP", "_"
            if parse.heads[n]:
                parse.relations[n] = "punct"


def tag_words(forms: Sequence[str], parse: Parse) -> None:
    """Tag *he*, which the encoder takes for *she*, rare *hers* and the noun *the accused*."""
    known = table("pronoun_tags")
    for n, form in enumerate(forms):
        required, *tags = known.get(form.lower(), ("none",))
        if required in {"any", parse.upos[n]}:  # a mine may be a noun
            parse.upos[n] = "PRON"
            parse.lemmas[n], parse.xpos[n], parse.features[n] = tags
        is_participle = parse.xpos[n] == "VBN" and parse.relations[n - 1] == "det"
        if is_participle and parse.relations[n] in ARGUMENTS:
            parse.upos[n], parse.xpos[n], parse.features[n] = "NOUN", "NN", "_"
            parse.lemmas[n] = form.lower()


def join_names(forms: Sequence[str], parse: Parse) -> None:
    """Make one name of two words that hang on the same word, both as its subject, say."""
    heads, relations = parse.heads, parse.relations
    for n in range(1, len(forms)):
        is_twice = heads[n] == heads[n - 1] and relations[n] == relations[n - 1]
        if is_twice and relations[n] in NOMINAL and parse.upos[n - 1 : n + 1] == ["PROPN"] * 2:
            heads[:] = [n if head == n + 1 else head for head in heads]
            heads[n], relations[n] = n, "flat"


def join_parts(_: Sequence[str], parse: Parse) -> None:
    """Attach *the boys* in "many of the boys" as `nmod`, as in "some of the boys"."""
    for n, head in enumerate(parse.heads):
        is_many = parse.upos[head - 1] == "ADJ" and parse.relations[head - 1] in ARGUMENTS
        if is_many and head <= n and parse.relations[n] == "obl":
            parse.relations[n] = "nmod"


def join_owners(forms: Sequence[str], parse: Parse) -> None:
    """Make *her* a conjunct of *his* in "to his or her pupils", not *her pupils*."""
    heads, relations = parse.heads, parse.relations
    for n, form in enumerate(forms[:-3]):
        noun, said = heads[n + 2], {form, relations[n + 1], forms[n + 2]}
        if said == {"his", "cc", "her"} and n + 3 < noun and heads[noun - 1] in {n + 1, heads[n]}:
            heads[:] = [noun if head == n + 1 else head for head in heads]
            heads[noun - 1], relations[noun - 1] = heads[n], relations[n]
            heads[n : n + 3] = noun, n + 3, n + 1
            relations[n : n + 3] = "nmod:poss", "cc", "conj"


def free_reciprocals(forms: Sequence[str], parse: Parse) -> None:
    """Make *each other* an object in "write each other letters": *each letters* is no phrase."""
    for n, noun in enumerate(parse.heads[:-2]):
        is_plural = parse.relations[n] == "det" and "Number=Plur" in parse.features[noun - 1]
        if is_plural and forms[n] == "each" and forms[n + 1] == "other":
            parse.heads[n : n + 2] = parse.heads[noun - 1], n + 1
            parse.relations[n : n + 2] = "iobj", "fixed"
            parse.upos[n], parse.features[n] = "PRON", "PronType=Rcp"


def free_objects(forms: Sequence[str], parse: Parse) -> None:
    """Make *him* an object in "told him lies" and "called him captain": it owns nothing."""
    for n, noun in enumerate(parse.heads):
        verb = parse.heads[noun - 1]
        if verb and forms[n] == "him" and parse.relations[n] == "nmod:poss":
            parse.heads[n], parse.relations[n] = verb, "iobj"
            if noun == n + 2 and parse.lemmas[verb - 1] in NAMING:
                parse.relations[n:noun] = "obj", "xcomp"


def free_topics(forms: Sequence[str], parse: Parse) -> None:
    """Take what stands behind *as for* or *regarding*, before its verb, for dislocated."""
    heads, relations = parse.heads, parse.relations
    for n, topic in enumerate(heads[:-1]):
        is_as_for = forms[n] in {"As", "as"} and forms[n + 1] in {"for", "to"}
        is_about = is_as_for and relations[n + 1] == "fixed"
        is_before = relations[topic - 1] == "obl" and n < topic < heads[topic - 1]
        if is_before and (is_about or forms[n] in {"Regarding", "Concerning"}):
            relations[topic - 1] = "dislocated"


RULES: tuple[Callable[[Sequence[str], Parse], None], ...] = (
    mark_unseen,
    tag_words,
    join_names,
    join_parts,
    join_owners,
    free_reciprocals,
    free_objects,
    free_topics,
)
REMEMBERED = 32  # sentences: text that is still arriving is parsed again and again
SENSED = 512  # sentences: an evaluation hears a document with several options


class EnglishParser:
    """The pipeline of a folder of model files. `name` is the name that finds it again.

    `boundaries` is the file that finds words and sentences, if it is that of another folder.
    """

    def __init__(self, folder: Path, *, name: str = "", boundaries: Path | None = None) -> None:
        *others, own = (folder / file for file in FILES)
        ends = boundaries or own
        if missing := [file.name for file in (*others, ends) if not file.is_file()]:
            raise UsageError(
                f"The English pipeline is missing (no {', '.join(missing)}): install hearer from "
                "a wheel, or train it (see training/encoder)."
            )
        self.name = name
        self.signature = f"{name or folder.name} {version_of(folder)}".rstrip()
        self._encoder = Encoder(folder)
        self._boundaries = Boundaries(Graph(ends), self._encoder.pieces, self._encoder.splits)
        self._parsed = lru_cache(REMEMBERED)(self._parse)
        self._sensed = lru_cache(SENSED)(self._encoder.senses)

    def __reduce__(self) -> str | tuple[object, ...]:
        """Pickle the name only, if there is one: it is loaded again where it is unpickled."""
        return (find, (self.name,)) if self.name else super().__reduce__()

    def parse(self, text: str) -> Iterator[Utterance]:
        """Yield the utterances of a text."""
        numbers = count(1)
        for block in blocks(text):
            shown, place = plain(block.text), 0
            for sentence in self._boundaries.sentences(shown, line_ends(block.text)):
                forms, spaces = sentence
                if shown != block.text:
                    forms, spaces = restored(block.text[place:], forms, spaces)
                end = place + sum(map(len, forms)) + sum(map(len, spaces))
                if end == len(block.text):
                    spaces[-1] += block.space
                yield Utterance(
                    number=next(numbers),
                    forms=tuple(forms),
                    spaces=tuple(spaces),
                    start=block.start + place,
                    begins_paragraph=block.begins_paragraph and not place,
                    is_heading=block.is_heading,
                    speaker=block.speaker,
                    **self._parsed(tuple(sentence.forms)),
                )
                place = end

    def parse_words(self, given: Discourse) -> Discourse:
        """Parse a discourse anew: its words, sentences and paragraphs stay."""
        parsed = (replace(u, **self._parsed(u.forms)) for u in given.utterances)
        return replace(given, utterances=tuple(parsed), has_parse=True, parser=self.signature)

    def senses(self, utterance: Utterance) -> Utterance:
        """Return the utterance, however it is parsed, with the sorts and meanings of its words."""
        if not utterance.forms:
            return utterance
        is_ended = not utterance.forms[-1][-1:].isalnum()  # as all sentences of the training
        forms = utterance.forms if is_ended else (*utterance.forms, ".")
        sorts, meanings = self._sensed(forms)
        length = len(utterance)
        spoken_of = where_spoken_of(sorts[:length], utterance.upos, utterance.relations)
        return replace(utterance, sorts=tuple(spoken_of), meanings=tuple(meanings[:length]))

    def _parse(self, forms: tuple[str, ...]) -> dict[str, Any]:
        """Return the columns of an utterance that depend on its words alone."""
        if not forms:
            return {}
        parse = self._encoder.parse(forms)
        mend(forms, parse)
        parse.sorts[:] = where_spoken_of(parse.sorts, parse.upos, parse.relations)
        return {name: tuple(column) for name, column in parse._asdict().items() if column}
