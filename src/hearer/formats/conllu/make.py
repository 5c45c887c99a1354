"""CoNLL-U for a discourse that was not read from any.

conllu_of    the text of the file
"""

from __future__ import annotations

from collections.abc import Iterator

from hearer.model import Discourse, Utterance

_ESCAPES = {" ": r"\s", "\t": r"\t", "\n": r"\n", "\r": r"\r", "|": r"\p", "\\": r"\\"}


def conllu_of(discourse: Discourse, *, prefix: str = "") -> str:
    """A document of words, parses, paragraphs, speakers and spaces.

    `prefix` goes before the names of sentences, where several documents have the same.

    >>> she = Utterance.of("She/PRON/nsubj/2 drives/VERB/root/0")
    >>> print(conllu_of(Discourse((she,), "a")).splitlines()[3].expandtabs(7))
    1      She    she    PRON   _      _      2      nsubj  _      _
    """
    header = f"# newdoc id = {_one_line(discourse.name)}\n" if discourse.name else "# newdoc\n"
    return header + "".join(_sentence(u, prefix) for u in discourse.utterances if len(u))


def _sentence(utterance: Utterance, prefix: str) -> str:
    lines = (*_comments(utterance, prefix), *_rows(utterance))
    return "".join(f"{line}\n" for line in lines) + "\n"


def _comments(utterance: Utterance, prefix: str) -> Iterator[str]:
    if utterance.begins_paragraph:
        yield "# newpar"
    if utterance.is_heading:
        yield "# newpar_block = head (1 s)"
    yield f"# sent_id = {_one_line(f'{prefix}{utterance.name or utterance.number}')}"
    if utterance.speaker:
        yield f"# speaker = {_one_line(utterance.speaker)}"
    yield f"# text = {_one_line(utterance.text)}"


def _rows(utterance: Utterance) -> Iterator[str]:
    columns = zip(
        utterance.forms,
        utterance.lemmas,
        utterance.upos,
        utterance.xpos,
        utterance.features,
        map(str, utterance.heads),
        utterance.relations,
        utterance.spaces,
        strict=True,
    )
    for number, (*fields, space) in enumerate(columns, start=1):
        row = (str(number), *map(_one_line, fields), "_", _misc(space))
        yield "\t".join(field or "_" for field in row)


def _misc(space: str) -> str:
    """What MISC says of the space behind a word; that of a paragraph is `# newpar`."""
    if space in {" ", "\n\n"}:
        return "_"
    spelled = "".join(_ESCAPES.get(character, character) for character in space)
    return f"SpacesAfter={spelled}" if space else "SpaceAfter=No"


def _one_line(text: str) -> str:
    """The text without tabs and line ends, which would be columns and lines."""
    return " ".join(text.split())
