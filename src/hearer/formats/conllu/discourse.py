"""From CoNLL-U to what is heard, one Discourse per document, and back.

    discourses    the documents of a file
    conllu_of     CoNLL-U for a discourse that was not read from any
    one_line      a text as it stands in a column or a comment

Coreference in the file is never looked at here: analysis must not see it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from operator import attrgetter

from hearer.formats.conllu.file import (
    FORM,
    MISC,
    ConlluDocument,
    ConlluFile,
    ConlluSentence,
    key_of,
    misc_of,
)
from hearer.formats.conllu.languages import empty_nodes, language_of
from hearer.formats.conllu.multiword import between_words, multiword_tokens
from hearer.formats.conllu.stated import stated_sorts, unknown_sorts
from hearer.formats.unparsed import is_bare, laid_out
from hearer.model import Discourse, Problem, Utterance
from hearer.once import Once

PARAGRAPH_END = "\n\n"
_COLUMNS = attrgetter("forms", "lemmas", "upos", "xpos", "features", "heads", "relations")
Mark = Callable[[int, list[str]], None]
_NEWPAR = frozenset({"newpar", "newpar id"})
_HEADING = re.compile(r"(?:^|\| )head\b[^|]*?\(([0-9]{1,9}) s\)")  # GUM: "head (2 s)"
_SPELLED = {" ": r"\s", "\t": r"\t", "\n": r"\n", "\r": r"\r", "|": r"\p", "\\": r"\\"}
_MEANT = {spelled: character for character, spelled in _SPELLED.items()}


def discourses(file: ConlluFile) -> tuple[Discourse, ...]:
    r"""One discourse per `# newdoc`, or one for the whole file.

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
    heard = _utterances(document.sentences, language_of(document))
    utterances = laid_out(_in_paragraphs(tuple(heard)))
    has_parse = not utterances or not all(map(is_bare, utterances))
    return Discourse(
        utterances,
        document.name,
        document.path,
        source=document,
        problems=tuple(sorted((*problems, *unknown_sorts(document)))),
        has_parse=has_parse,
    )


def _in_paragraphs(utterances: Sequence[Utterance]) -> Iterator[Utterance]:
    """The utterances, with what ends a paragraph behind its last."""
    for this, following in zip_longest(utterances, utterances[1:]):
        is_last = following and following.begins_paragraph
        yield replace(this, spaces=(*this.spaces[:-1], PARAGRAPH_END)) if is_last else this


def _utterances(sentences: Sequence[ConlluSentence], language: str) -> Iterator[Utterance]:
    """The sentences that have words; comments without words count for the next."""
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
            stated=stated_sorts(sentence),
        )
        headings -= 1


def _spaces(sentence: ConlluSentence) -> tuple[tuple[str, ...], bool]:
    """What stands behind each word, and whether the first word begins a paragraph."""
    miscs = sentence.columns[MISC]
    spaces = [_space_after(misc) if "Space" in misc else " " for misc in miscs]
    for token in sentence.ranges:
        between = between_words(token.form, sentence.columns[FORM][token.first - 1 : token.last])
        spaces[token.first - 1 : token.last - 1] = [between] * (token.last - token.first)
        spaces[token.last - 1] = _space_after(token.misc)
    begins = [n for n, misc in enumerate(miscs) if "NewPar=" in misc and _begins(misc)]
    for n in begins:
        if n:
            spaces[n - 1] = PARAGRAPH_END
    return tuple(spaces), 0 in begins


def _space_after(misc: str) -> str:
    entries = misc_of(misc)
    if "SpacesAfter" in entries:
        return re.sub(r"\\[stnrp\\]", lambda m: _MEANT[m[0]], entries["SpacesAfter"])
    return "" if entries.get("SpaceAfter") == "No" else " "


def _begins(misc: str) -> bool:
    return misc_of(misc).get("NewPar") == "Yes"


# Back to CoNLL-U --------------------------------------------------------------------------------


def conllu_of(
    discourse: Discourse, *, prefix: str = "", header: str = "", mark: Mark | None = None
) -> str:
    """A document of words, parses, paragraphs, speakers and spaces.

    `prefix` goes before the names of sentences, where several documents have the same. `header` is
    a comment behind the first, and `mark` changes the column MISC of the sentences, by number.

    >>> she = Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0")
    >>> print(conllu_of(Discourse((she,), "a")).splitlines()[3].expandtabs(7))
    1      She    she    PRON   _      _      2      nsubj  _      _
    """
    name = f"# newdoc id = {one_line(discourse.name)}\n" if discourse.name else "# newdoc\n"
    fields, spaces = Once(_field), Once(_misc)
    written = [name, f"{header}\n" if header else ""]
    for number, utterance in enumerate(filter(len, discourse.utterances), start=1):
        miscs = [spaces[space] for space in utterance.spaces]
        ranges = dict(_ranges(utterance, miscs))
        if mark:
            mark(number, miscs)
        rows = _rows(utterance, miscs, fields)
        for first in reversed(ranges):
            rows.insert(first - 1, ranges[first])
        lines = (*_comments(utterance, prefix), *rows, "\n")
        written.append("\n".join(lines))
    return "".join(written)


def _comments(utterance: Utterance, prefix: str) -> Iterator[str]:
    if utterance.begins_paragraph:
        yield "# newpar"
    if utterance.is_heading:
        yield "# newpar_block = head (1 s)"
    yield f"# sent_id = {one_line(f'{prefix}{utterance.name or utterance.number}')}"
    if utterance.speaker:
        yield f"# speaker = {one_line(utterance.speaker)}"
    yield f"# text = {one_line(utterance.text)}"


def _ranges(utterance: Utterance, miscs: list[str]) -> Iterator[tuple[int, str]]:
    """The lines of multiword tokens by their first words; the space behind one is told there."""
    for first, last in multiword_tokens(utterance):
        form, misc = _field("".join(utterance.forms[first - 1 : last])), miscs[last - 1]
        miscs[first - 1 : last] = ["_"] * (last - first + 1)
        yield first, f"{first}-{last}\t{form}" + "\t_" * 7 + f"\t{misc}"


def _rows(utterance: Utterance, miscs: Sequence[str], fields: Mapping[str, str]) -> list[str]:
    columns = zip(*_COLUMNS(utterance), miscs, strict=True)
    return [
        f"{n}\t{fields[form]}\t{fields[lemma]}\t{fields[upos]}\t{fields[xpos]}\t{fields[features]}"
        f"\t{head}\t{fields[relation]}\t_\t{misc}"
        for n, (form, lemma, upos, xpos, features, head, relation, misc) in enumerate(columns, 1)
    ]


def _misc(space: str) -> str:
    """What MISC says of the space behind a word; that of a paragraph is `# newpar`."""
    if space in {" ", PARAGRAPH_END}:
        return "_"
    spelled = "".join(_SPELLED.get(character, character) for character in space)
    return f"SpacesAfter={spelled}" if space else "SpaceAfter=No"


def _field(text: str) -> str:
    return one_line(text) or "_"


def one_line(text: str) -> str:
    """The text without tabs and line ends, which would be columns and lines."""
    return " ".join(text.split())
