"""What the checks make algorithms hear and formats write: short texts, parsed by hand.

TEXTS               the texts by name
discourses          the texts as discourses
a_dozen_pronouns    a sentence that no algorithm may explode on
require             how a check fails: with a sentence
"""

from __future__ import annotations

from hearer.model import Discourse, Utterance

# FORM/UPOS/RELATION/HEAD/LEMMA/FEATURES, one sentence a line.
TEXTS: dict[str, str] = {
    "nothing": "",
    "a dash": "—/PUNCT/root/0",
    "an Alfa Romeo": """
Brennan/PROPN/nsubj/2 drives/VERB/root/0 an/DET/det/4 Alfa/PROPN/obj/2 Romeo/PROPN/flat/4
She/PRON/nsubj/2 drives/VERB/root/0 too/ADV/advmod/4 fast/ADV/advmod/2
Friedman/PROPN/nsubj/2 races/VERB/root/0 her/PRON/obj/2 on/ADP/case/5 weekends/NOUN/obl/2
She/PRON/nsubj/3 often/ADV/advmod/3 beats/VERB/root/0 her/PRON/obj/3""",
    "a cataphor": """
The/DET/det/2 rain/NOUN/nsubj/3 fell/VERB/root/0
When/ADV/advmod/3 she/PRON/nsubj/3 left/VERB/advcl/7//VerbForm=Fin her/PRON/nmod:poss/5 \
house/NOUN/obj/3 Mary/PROPN/nsubj/7 hurt/VERB/root/0//VerbForm=Fin herself/PRON/obj/7""",
    "a set": """
Lyn/PROPN/nsubj/4 and/CCONJ/cc/3 Sue/PROPN/conj/1 met/VERB/root/0 a/DET/det/6 judge/NOUN/obj/4 \
who/PRON/nsubj/8/who/PronType=Rel praised/VERB/acl:relcl/6//VerbForm=Fin them/PRON/obj/8
They/PRON/nsubj/2 liked/VERB/root/0//VerbForm=Fin him/PRON/obj/2 and/CCONJ/cc/5 \
told/VERB/conj/2//VerbForm=Fin each/DET/det/7 other/ADJ/obj/5 that/SCONJ/mark/10 \
he/PRON/nsubj/10 won/VERB/ccomp/5//VerbForm=Fin""",
    "nobody before": "She/PRON/nsubj/2 saw/VERB/root/0 it/PRON/obj/2",
}


def a_dozen_pronouns() -> Discourse:
    """Forty candidates in one sentence, then twelve pronouns and as many candidates again."""
    some = range(1, 41)
    early = [f"Name{n}/PROPN/{'nsubj/41' if n == 1 else 'conj/1'}" for n in some]
    first = " ".join([*early, "left/VERB/root/0"])
    said = ("root/0" if n == 0 else f"ccomp/{2 * n}" for n in range(12))
    clauses = [f"she/PRON/nsubj/{2 * n} said/VERB/{s}//VerbForm=Fin" for n, s in enumerate(said, 1)]
    late = [f"Late{n}/PROPN/{'obj/24' if n == 1 else 'conj/25'}" for n in some]
    return discourse_of(f"{first}\n{' '.join([*clauses, *late])}")


def discourse_of(text: str) -> Discourse:
    """A discourse of one sentence a line, parsed by hand."""
    sentences = [line for line in text.splitlines() if line]
    return Discourse(tuple(Utterance.of(s, number=n) for n, s in enumerate(sentences, start=1)))


def discourses() -> dict[str, Discourse]:
    """The texts as discourses, by name."""
    return {name: discourse_of(text) for name, text in TEXTS.items()}


def together() -> Discourse:
    """All texts as one discourse."""
    return discourse_of("\n".join(TEXTS.values()))


def require(holds: bool, sentence: str) -> None:  # noqa: FBT001 - reads as a sentence
    """Fail with `sentence` unless something `holds`."""
    if not holds:
        raise AssertionError(f"{sentence[0].upper()}{sentence[1:]}.")
