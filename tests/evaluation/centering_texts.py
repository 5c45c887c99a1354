"""Small annotated texts, for tests that work out centering by hand.

text    sentences as CoNLL-U with entities
NINE    nine utterances in which every claim is kept and violated: see test_centering_summary.py
"""

from __future__ import annotations

HEADER = "# global.Entity = eid-etype-head-other\n"
LEMMAS = {"said": "say"}  # which is a verb of report
PRONOUNS = frozenset("she her he him it".split())


def text(*sentences: str, name: str = "made") -> str:
    """Words are form/UPOS/relation/head, then an entity if they mention one, then a bridge.

    All verbs are finite.
    """
    lines = [f"# newdoc id = {name}\n{HEADER}"]
    for n, sentence in enumerate(sentences, start=1):
        words = sentence.split()
        forms = " ".join(word.partition("/")[0] for word in words)
        lines.append(f"# sent_id = {name}-{n}\n# text = {forms}\n")
        lines += [_word(m, word) for m, word in enumerate(words, start=1)]
        lines.append("\n")
    return "".join(lines)


def _word(n: int, said: str) -> str:
    form, upos, relation, head, *told = said.split("/")
    entity, bridge = [*told, "", ""][:2]
    misc = [f"Bridge={bridge}<{entity}"] if bridge else []
    misc += [f"Entity=({entity}-person-1-)"] if entity else []
    features = "VerbForm=Fin" if upos == "VERB" else "_"
    xpos = "PRP" if form.lower() in PRONOUNS else "NNP" if upos == "PROPN" else "_"
    lemma = LEMMAS.get(form, form.lower())
    columns = (str(n), form, lemma, upos, xpos, features, head, relation, "_")
    return "\t".join((*columns, "|".join(misc) or "_")) + "\n"


def simple(subject: str, verb: str, other: str = "") -> str:
    """A subject, a verb and maybe an object, each with its entity: Anna/A met Tom/T."""
    said = [
        _noun(subject, "nsubj"),
        f"{verb}/VERB/root/0",
        *([_noun(other, "obj")] if other else []),
    ]
    return " ".join((*said, "./PUNCT/punct/2"))


def _noun(noun: str, relation: str) -> str:
    form, *entity = noun.split("/")
    upos = "PRON" if form.lower() in PRONOUNS else "PROPN" if form.istitle() else "NOUN"
    return "/".join((form, upos, relation, "2", *entity))


NINE = text(
    simple("Anna/ANNA", "met", "Tom/TOM"),
    simple("She/ANNA", "praised", "Tom/TOM"),
    simple("Tom/TOM", "thanked", "her/ANNA"),
    simple("He/TOM", "left", "houses/HOUSE"),
    simple("doors/DOOR/HOUSE", "slammed"),
    simple("Anna/ANNA", "saw", "it/DOOR"),
    simple("Tom/TOM", "followed", "Anna/ANNA"),
    simple("Anna/ANNA", "ignored", "him/TOM"),
    simple("Anna/ANNA", "saw", "him/TOM"),
    name="nine",
)
