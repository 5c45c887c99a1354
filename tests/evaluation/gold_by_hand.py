"""Small gold files made by hand, in a short notation.

A word is FORM/UPOS/XPOS/RELATION/HEAD/ENTITY, or FORM:ENTITY, whose tags follow from its form: the
first such word of a sentence is the subject, the second the verb, the third the object. An entity
is its number, then its type and GUM's link, if any, behind points (1.person, 1..pred); `(1` opens
and `1)` closes a longer mention; 3+1+2 takes 1 and 2 together. ¶ begins a paragraph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hearer.formats import conllu
from hearer.model import Discourse

Texts = Mapping[str, Sequence[str]]
PRONOUNS = frozenset("he him his she her it its they them their".split())
RELATIONS = ("nsubj", "root", "obj", "iobj")

CLASSES: Texts = {
    "strategy-chain": ("Ann:1 slept", "She:1 met Sue:2", "She:2 smiled", "She:2 left"),
    "ambiguity": ("Ann:1 met Sue:2", "Tom:3 liked her:1"),
    "intra": (
        "Ann:1 met Sue:2",
        "Eve:3 said that/SCONJ/IN/mark/5/_ she/PRON/PRP/nsubj/5/3 slept/VERB/VBD/ccomp/2/_",
    ),
    "other": (
        "When/SCONJ/WRB/mark/3/_ he/PRON/PRP/nsubj/3/1 came/VERB/VBD/advcl/5/_"
        " Bob/PROPN/NNP/nsubj/5/1 slept/VERB/VBD/root/0/_",
    ),
    "pipeline": ("Mary:1 slept", "He:1 snored"),
}


def discourses_of(texts: Texts) -> tuple[Discourse, ...]:
    return conllu.discourses(conllu.parse(conllu_of(texts)))


def conllu_of(texts: Texts) -> str:
    return "".join(
        f"# newdoc id = GUM_{name}_hand\n# global.Entity = eid-etype-link-head-other\n"
        + "".join(map(_sentence, sentences))
        for name, sentences in texts.items()
    )


def _sentence(said: str) -> str:
    words = said.removeprefix("¶").split()
    rows = [_row(n, word) for n, word in enumerate(words, start=1)]
    return "# newpar\n" * said.startswith("¶") + "".join(rows) + "\n"


def _row(n: int, word: str) -> str:
    form, upos, xpos, relation, head, entity = word.split("/") if "/" in word else _short(n, word)
    feats = {"VERB": "VerbForm=Fin", "PRON": "PronType=Dem" if xpos == "DT" else "_"}.get(upos, "_")
    columns = (str(n), form, form.lower(), upos, xpos, feats, head, relation, "_", _misc(entity))
    return "\t".join(columns) + "\n"


def _short(n: int, word: str) -> tuple[str, ...]:
    form, _, entity = word.partition(":")
    tags = ("NOUN", "NNS" if form.endswith("s") else "NN")
    if form.lower() in PRONOUNS:
        tags = "PRON", "PRP"
    elif form.lower() in {"this", "that"}:
        tags = "PRON", "DT"
    elif n == 2:
        tags = "VERB", "VBD"
    elif form.istitle():
        tags = "PROPN", "NNP"
    return form, *tags, RELATIONS[n - 1], "0" if n == 2 else "2", entity or "_"


def _misc(entity: str) -> str:
    if entity == "_":
        return "_"
    eid, sort, link = [*entity.partition("+")[0].strip("()").split("."), "", ""][:3]
    opening = f"e{eid}" if entity.endswith(")") else f"(e{eid}-{sort}-{link}-1-"
    closing = "" if entity.startswith("(") else ")"
    split = ",".join(f"e{member}<e{eid}" for member in entity.split("+")[1:])
    return f"Entity={opening}{closing}" + f"|SplitAnte={split}" * bool(split)
