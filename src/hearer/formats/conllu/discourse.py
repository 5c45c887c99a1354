"""CoNLL-U documents to discourses and back.

Coreference is never read here: analysis must not see it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise, repeat
from operator import attrgetter, itemgetter

from hearer.formats.conllu.file import (
    DEPREL,
    DEPS,
    FEATS,
    FORM,
    HEAD,
    ID,
    LEMMA,
    MISC,
    UPOS,
    Columns,
    ConlluDocument,
    ConlluFile,
    ConlluSentence,
    key_of,
    misc_of,
)
from hearer.formats.format import quoted
from hearer.formats.unparsed import is_bare, laid_out
from hearer.language import AUTO, code_of, of_words, sampled
from hearer.model import Discourse, Problem, Sort, Utterance
from hearer.model.text import ROOT, EmptyNode

PARAGRAPH_END = "\n\n"
_COLUMNS = attrgetter("forms", "lemmas", "upos", "xpos", "features", "heads", "relations")
_NEWPAR = frozenset({"newpar", "newpar id"})
_HEADING = re.compile(r"(?:^|\| )head\b[^|]*?\(([0-9]{1,9}) s\)")  # GUM: "head (2 s)"
_SPELLED = {" ": r"\s", "\t": r"\t", "\n": r"\n", "\r": r"\r", "|": r"\p", "\\": r"\\"}
_MEANT = {spelled: character for character, spelled in _SPELLED.items()}
_SORT = "Sort"  # Sort=person in MISC; the types in Entity= are coreference
_SORTS = frozenset(sort.value for sort in Sort)
_LANGUAGE_KEYS = frozenset({"lang", "language", "global.lang", "global.language"})
_MOST_CLIMBED = 16  # empty nodes that depend on one another
_NODE = itemgetter(FORM, LEMMA, UPOS, FEATS)
_EDGE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?):(.+)")


def discourses(file: ConlluFile) -> tuple[Discourse, ...]:
    r"""Return one discourse per `# newdoc`, or one for the whole file.

    >>> from hearer.formats.conllu import parse
    >>> row = "1\tHush\thush\tINTJ\tUH\t_\t0\troot\t_\t_\n\n"
    >>> [story.name for story in discourses(parse(f"# newdoc id = a\n{row}# newdoc id = b\n{row}"))]
    ['a', 'b']
    """
    documents = file.documents
    begins = [document.first_line for document in documents[1:]]
    ends = [bisect_left(file.problems, line, key=attrgetter("line")) for line in begins]
    cuts = pairwise((0, *ends, len(file.problems)))
    problems = (file.problems[first:last] for first, last in cuts)
    return tuple(map(_discourse, documents, problems))


def _discourse(document: ConlluDocument, problems: tuple[Problem, ...]) -> Discourse:
    heard = [*_utterances(document.sentences, language_of(document))]
    for n, (this, following) in enumerate(pairwise(heard)):
        if following.begins_paragraph:
            heard[n] = replace(this, spaces=(*this.spaces[:-1], PARAGRAPH_END))
    utterances = laid_out(heard)
    return Discourse(
        utterances,
        document.name,
        document.path,
        source=document,
        problems=tuple(sorted((*problems, *_unknown_sorts(document)))),
        has_parse=not utterances or not all(map(is_bare, utterances)),
    )


def _utterances(sentences: Sequence[ConlluSentence], language: str) -> Iterator[Utterance]:
    """Return the sentences that have words; comments without words belong to the next."""
    number, headings = 0, 0  # headings: sentences still to come in one
    waiting: tuple[str, ...] = ()
    for sentence in sentences:
        waiting = (*waiting, *sentence.comments)
        if not len(sentence):
            continue
        comments, waiting = dict(map(key_of, waiting)), ()
        begins = not _NEWPAR.isdisjoint(comments)
        if begins or "newpar_block" in comments:
            block = _HEADING.search(comments.get("newpar_block", ""))
            headings = int(block[1]) if block else 0
        spaces, begins_inside = _spaces(sentence)
        _, forms, lemmas, upos, xpos, features, _, relations, *_ = sentence.columns
        number += 1
        yield Utterance(
            number,
            forms=forms,
            lemmas=lemmas,
            upos=upos,
            xpos=xpos,
            features=features,
            heads=sentence.heads,
            relations=relations,
            spaces=spaces,
            begins_paragraph=begins or begins_inside,
            is_heading=headings > 0,
            speaker=comments.get("speaker", ""),
            name=comments.get("sent_id", ""),
            language=language,
            empty_nodes=empty_nodes(sentence) if language and sentence.others else (),
            stated=tuple(
                sort.lower() if sort.lower() in _SORTS else "" for sort in _stated(sentence)
            ),
        )
        headings -= 1


def _spaces(sentence: ConlluSentence) -> tuple[tuple[str, ...], bool]:
    """Return the white space after each word, and whether the first word begins a paragraph."""
    miscs = sentence.columns[MISC]
    spaces = [_space_after(misc) if "Space" in misc else " " for misc in miscs]
    for token in sentence.ranges:
        words = "".join(sentence.columns[FORM][token.first - 1 : token.last])
        # German *zum* is not written "zudem".
        between = "" if _folded(words) == _folded(token.form) else " "
        spaces[token.first - 1 : token.last - 1] = [between] * (token.last - token.first)
        spaces[token.last - 1] = _space_after(token.misc)
    begins = [n for n, misc in enumerate(miscs) if "NewPar=Yes" in misc.split("|")]
    for n in filter(None, begins):
        spaces[n - 1] = PARAGRAPH_END
    return tuple(spaces), 0 in begins


def _space_after(misc: str) -> str:
    entries = misc_of(misc)
    if "SpacesAfter" in entries:
        return re.sub(r"\\[stnrp\\]", lambda m: _MEANT[m[0]], entries["SpacesAfter"])
    return "" if entries.get("SpaceAfter") == "No" else " "


def _folded(text: str) -> str:
    return text.casefold().replace("’", "'")


def _stated(sentence: ConlluSentence) -> list[str]:
    """Return the sorts that a sentence states for its words, as written; [] if for none."""
    miscs = sentence.columns[MISC]
    stated = [misc_of(misc).get(_SORT, "") if _SORT in misc else "" for misc in miscs]
    return stated if any(stated) else []


def _unknown_sorts(document: ConlluDocument) -> Iterator[Problem]:
    for sentence in document.sentences:
        for line, sort in zip(sentence.word_lines, _stated(sentence), strict=False):
            if sort and sort.lower() not in _SORTS:
                message = f"there is no sort {quoted(sort)}; ignored"
                yield Problem(document.path, line, 0, code="conllu-sort", message=message)


# Languages and empty nodes ----------------------------------------------------------------------


def language_of(document: ConlluDocument) -> str:
    """Return the language that a document states, else that of its words; "" for English."""
    first = document.sentences[0].comments if document.sentences else ()
    stated = (value for key, value in map(key_of, first) if key in _LANGUAGE_KEYS)
    if (code := code_of(next(stated, "?"))) is not None:
        return code
    some = (document.sentences[n].columns for n in sampled(document.sentences))
    rows = (zip(one[FORM], one[UPOS], one[FEATS], strict=True) for one in some)
    return of_words(chain.from_iterable(rows))


def empty_nodes(sentence: ConlluSentence) -> tuple[EmptyNode, ...]:
    """Return the empty nodes of a sentence in order, each with the word it depends on, or 0.

    Those of English trees are verbs that are left out, and no mentions: they are not read.
    """
    nodes = [*sentence.empty_nodes]
    columns = {other.columns[ID]: other.columns for _, _, other in nodes}
    words = {name: n for n, name in enumerate(sentence.columns[ID], start=1)}
    return tuple(
        EmptyNode(word, rank, *_governor(other.columns, columns, words), *_NODE(other.columns))
        for word, rank, other in nodes
    )


def _governor(
    row: Columns, empty: Mapping[str, Columns], words: Mapping[str, int]
) -> tuple[int, str]:
    """Return the word that an empty node depends on, directly or through others, and how."""
    relation, over = _edge(row, words, empty)
    for _ in range(_MOST_CLIMBED):
        if over in empty:
            _, over = _edge(empty[over], words, empty)
    return words.get(over, ROOT), relation


def _edge(row: Columns, words: Mapping[str, int], empty: Mapping[str, Columns]) -> tuple[str, str]:
    """Return relation and head of the first edge in DEPS, else in HEAD, whose head is there."""
    edges = [found.groups() for one in row[DEPS].split("|") if (found := _EDGE.fullmatch(one))]
    for over, relation in (*edges, (row[HEAD], row[DEPREL])):
        if over in words or (over in empty and empty[over] is not row):
            return relation, over
    return (edges[0][1] if edges else row[DEPREL]), ""


# Back to CoNLL-U --------------------------------------------------------------------------------


def conllu_of(discourse: Discourse) -> str:
    """Write a discourse as a CoNLL-U document.

    >>> she = Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0")
    >>> print(conllu_of(Discourse((she,), "a")).splitlines()[3].expandtabs(7))
    1      She    she    PRON   _      _      2      nsubj  _      _
    """
    name = f"# newdoc id = {one_line(discourse.name)}\n" if discourse.name else "# newdoc\n"
    written = [name]
    for utterance in filter(len, discourse.utterances):
        columns = zip(*_COLUMNS(utterance), map(_misc, utterance.spaces), strict=True)
        rows = [
            "\t".join((str(n), *(one_line(str(value)) or "_" for value in values), "_", misc))
            for n, (*values, misc) in enumerate(columns, start=1)
        ]
        comments = {
            "# newpar": utterance.begins_paragraph,
            "# newpar_block = head (1 s)": utterance.is_heading,
            f"# sent_id = {one_line(utterance.name or str(utterance.number))}": True,
            f"# speaker = {one_line(utterance.speaker)}": utterance.speaker,
            f"# text = {one_line(utterance.text)}": True,
        }
        written.append("\n".join((*filter(comments.get, comments), *rows, "\n")))
    return "".join(written)


def _misc(space: str) -> str:
    """Return the MISC entry for the white space after a word; `# newpar` ends a paragraph."""
    if space in {" ", PARAGRAPH_END}:
        return "_"
    spelled = "".join(_SPELLED.get(character, character) for character in space)
    return f"SpacesAfter={spelled}" if space else "SpaceAfter=No"


def one_line(text: str) -> str:
    """Join the lines and collapse the white space of a column or a comment."""
    return " ".join(text.split())


def in_language(discourse: Discourse, stated: str) -> Discourse:
    """Return the document in the language that is stated, or that its words show."""
    code, source = discourse.language, discourse.source
    if stated not in {"", AUTO}:
        code = code_of(stated) or ""
    elif not (code or isinstance(source, ConlluDocument) or discourse.parser.startswith("english")):
        some = (discourse.utterances[n] for n in sampled(discourse.utterances))
        rows = (zip(one.forms, one.upos, one.features, strict=True) for one in some)
        code = of_words(chain.from_iterable(rows))
    if code == discourse.language:
        return discourse
    nodes: Iterable[tuple[EmptyNode, ...]] = repeat(())
    if code and isinstance(source, ConlluDocument):
        nodes = map(empty_nodes, filter(len, source.sentences))
    pairs = zip(discourse.utterances, nodes, strict=False)
    utterances = tuple(replace(one, language=code, empty_nodes=empty) for one, empty in pairs)
    return replace(discourse, utterances=utterances)
