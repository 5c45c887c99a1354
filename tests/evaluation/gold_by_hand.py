"""Small gold files made by hand: words as FORM/UPOS/XPOS/RELATION/HEAD/ENTITY.

An entity may have its type behind a point, as in GUM: 1.person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hearer.formats import conllu
from hearer.model import Discourse

Texts = Mapping[str, Sequence[str]]

CLASSES: Texts = {
    "strategy-chain": (
        "Ann/PROPN/NNP/nsubj/2/1 slept/VERB/VBD/root/0/_",
        "She/PRON/PRP/nsubj/2/1 met/VERB/VBD/root/0/_ Sue/PROPN/NNP/obj/2/2",
        "She/PRON/PRP/nsubj/2/2 smiled/VERB/VBD/root/0/_",
        "She/PRON/PRP/nsubj/2/2 left/VERB/VBD/root/0/_",
    ),
    "ambiguity": (
        "Ann/PROPN/NNP/nsubj/2/1 met/VERB/VBD/root/0/_ Sue/PROPN/NNP/obj/2/2",
        "Tom/PROPN/NNP/nsubj/2/3 liked/VERB/VBD/root/0/_ her/PRON/PRP/obj/2/1",
    ),
    "intra": (
        "Ann/PROPN/NNP/nsubj/2/1 met/VERB/VBD/root/0/_ Sue/PROPN/NNP/obj/2/2",
        "Eve/PROPN/NNP/nsubj/2/3 said/VERB/VBD/root/0/_ that/SCONJ/IN/mark/5/_"
        " she/PRON/PRP/nsubj/5/3 slept/VERB/VBD/ccomp/2/_",
    ),
    "other": (
        "When/SCONJ/WRB/mark/3/_ he/PRON/PRP/nsubj/3/1 came/VERB/VBD/advcl/5/_"
        " Bob/PROPN/NNP/nsubj/5/1 slept/VERB/VBD/root/0/_",
    ),
    "pipeline": (
        "Mary/PROPN/NNP/nsubj/2/1 slept/VERB/VBD/root/0/_",
        "He/PRON/PRP/nsubj/2/1 snored/VERB/VBD/root/0/_",
    ),
}


# What the paper has no row for.
NO_CHOICE: Texts = {
    "never-heard": (
        "Tom/PROPN/NNP/nsubj/2/1 bought/VERB/VBD/root/0/_ this/PRON/DT/obj/2/2",
        "It/PRON/PRP/nsubj/2/2 broke/VERB/VBD/root/0/_",
    ),
    "ruled-out": (
        "Tom/PROPN/NNP/nsubj/2/1 met/VERB/VBD/root/0/_ Ann/PROPN/NNP/obj/2/2"
        " and/CCONJ/CC/cc/5/_ Sue/PROPN/NNP/conj/3/3",
        "They/PRON/PRP/nsubj/2/1 snored/VERB/VBD/root/0/_",
    ),
    "nothing-passed": (
        "Tom/PROPN/NNP/nsubj/2/1 slept/VERB/VBD/root/0/_",
        "They/PRON/PRP/nsubj/2/1 snored/VERB/VBD/root/0/_",
    ),
    "pipeline": (
        "Zorp/PROPN/NNP/nsubj/2/1.place charmed/VERB/VBD/root/0/_ Tom/PROPN/NNP/obj/2/2.person",
        "He/PRON/PRP/nsubj/2/2.person left/VERB/VBD/root/0/_",
    ),
}


def discourses_of(texts: Texts) -> tuple[Discourse, ...]:
    return conllu.discourses(conllu.parse(conllu_of(texts)))


def conllu_of(texts: Texts) -> str:
    return "".join(
        f"# newdoc id = GUM_{name}_hand\n# global.Entity = eid-etype-head-other\n"
        + "".join(map(_sentence, sentences))
        for name, sentences in texts.items()
    )


def _sentence(words: str) -> str:
    rows = [word.split("/") for word in words.split()]
    return "".join(_row(n, row) for n, row in enumerate(rows, start=1)) + "\n"


def _row(n: int, word: list[str]) -> str:
    form, upos, xpos, relation, head, entity = word
    eid, _, sort = entity.partition(".")
    misc = "_" if entity == "_" else f"Entity=(e{eid}-{sort}-1-)"
    feats = {"VERB": "VerbForm=Fin", "PRON": "PronType=Dem" if xpos == "DT" else "_"}.get(upos, "_")
    columns = (str(n), form, form.lower(), upos, xpos, feats, head, relation, "_", misc)
    return "\t".join(columns) + "\n"


def with_link(texts: Texts, name: str, sentence: int, change: tuple[str, str]) -> Texts:
    """The texts with one word of one sentence changed."""
    sentences = list(texts[name])
    before, after = change
    assert sentences[sentence].count(before) == 1
    sentences[sentence] = sentences[sentence].replace(before, after)
    return {**texts, name: tuple(sentences)}
