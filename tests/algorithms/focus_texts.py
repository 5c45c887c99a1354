"""The texts of docs/specification/focus.md D.2 to D.4, parsed by hand, and how the focus models hear them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hearer.hearing import listen
from hearer.model import Discourse, Event, Interpretation, Utterance
from hearer.profiles import how_to_hear

BASEBALL = (
    "Alfred/PROPN/nsubj/4 and/CCONJ/cc/3 Zohar/PROPN/conj/1 liked/VERB/root/0/like/VerbForm=Fin to/PART/mark/6 play/VERB/xcomp/4 baseball/NOUN/obj/6 ./PUNCT/punct/4",
    "They/PRON/nsubj/2 played/VERB/root/0/play/VerbForm=Fin it/PRON/obj/2 everyday/ADV/advmod/2 after/ADV/advmod/2 school/NOUN/fixed/5 before/ADP/case/8 dinner/NOUN/obl/2 ./PUNCT/punct/2",
    "After/ADP/case/3 their/PRON/nmod:poss/3 game/NOUN/obl/8 ,/PUNCT/punct/3 Alfred/PROPN/nsubj/8 and/CCONJ/cc/7 Zohar/PROPN/conj/5 had/VERB/root/0/have/VerbForm=Fin ice/NOUN/compound/11 cream/NOUN/compound/11 cones/NOUN/obj/8/cone/Number=Plur ./PUNCT/punct/8",
    "The/DET/det/2 boys/NOUN/nsubj/3/boy/Number=Plur thought/VERB/root/0/think/VerbForm=Fin they/PRON/nsubj/5 tasted/VERB/ccomp/3/taste/VerbForm=Fin really/ADV/advmod/7 good/ADJ/xcomp/5 ./PUNCT/punct/3",
)
JEFF = (
    "I/PRON/nsubj/4 have/AUX/aux/4/have/VerbForm=Fin n't/PART/advmod/4 seen/VERB/root/0/see Jeff/PROPN/obj/4 for/ADP/case/8 several/ADJ/amod/8 days/NOUN/obl/4/day/Number=Plur ./PUNCT/punct/4",
    "Carl/PROPN/nsubj/2 thinks/VERB/root/0/think/VerbForm=Fin he/PRON/nsubj/5 's/AUX/aux/5/be/VerbForm=Fin studying/VERB/ccomp/2/study for/ADP/case/8 his/PRON/nmod:poss/8 exams/NOUN/obl/5/exam/Number=Plur ./PUNCT/punct/2",
    "But/CCONJ/cc/3 I/PRON/nsubj/3 think/VERB/root/0/think/VerbForm=Fin he/PRON/nsubj/5 went/VERB/ccomp/3/go/VerbForm=Fin to/ADP/case/8 the/DET/det/8 Cape/PROPN/obl/5 with/ADP/case/10 Linda/PROPN/obl/5 ./PUNCT/punct/3",
)
MIKE = (
    "John/PROPN/nsubj/2 called/VERB/root/0/call/VerbForm=Fin up/ADP/compound:prt/2 Mike/PROPN/obj/2 yesterday/NOUN/obl:tmod/2 ./PUNCT/punct/2",
    "He/PRON/nsubj/2 wanted/VERB/root/0/want/VerbForm=Fin to/PART/mark/4 discuss/VERB/xcomp/2 his/PRON/nmod:poss/7 physics/NOUN/compound/7 homework/NOUN/obj/4 ./PUNCT/punct/2",
)
FERRARI = (
    "Susan/PROPN/nsubj/2 drives/VERB/root/0/drive/VerbForm=Fin a/DET/det/4 Ferrari/NOUN/obj/2 ./PUNCT/punct/2",
    "She/PRON/nsubj/2 drives/VERB/root/0/drive/VerbForm=Fin too/ADV/advmod/4 fast/ADV/advmod/2 ./PUNCT/punct/2",
)
LYN_RACES_HER = "Lyn/PROPN/nsubj/2 races/VERB/root/0/race/VerbForm=Fin her/PRON/obj/2 on/ADP/case/5 weekends/NOUN/obl/2/weekend/Number=Plur ./PUNCT/punct/2"
LYN_RACES_SUSAN = LYN_RACES_HER.replace("her/PRON", "Susan/PROPN")
SHE_BEATS_HER = "She/PRON/nsubj/3 often/ADV/advmod/3 beats/VERB/root/0/beat/VerbForm=Fin her/PRON/obj/3 ./PUNCT/punct/3"
SHE_WINS = "She/PRON/nsubj/2 wins/VERB/root/0/win/VerbForm=Fin a/DET/det/4 lot/NOUN/obj/2 of/ADP/case/6 trophies/NOUN/nmod/4/trophy/Number=Plur ./PUNCT/punct/2"
DODGE = (
    "Dodge/PROPN/nsubj:pass/3 was/AUX/aux:pass/3/be/VerbForm=Fin robbed/VERB/root/0/rob by/ADP/case/6 an/DET/det/6 ex-convict/NOUN/obl:agent/3 the/DET/det/9 other/ADJ/amod/9 night/NOUN/obl:tmod/3 ./PUNCT/punct/3",
    "The/DET/det/2 ex-convict/NOUN/nsubj/3 tied/VERB/root/0/tie/VerbForm=Fin him/PRON/obj/3 up/ADP/compound:prt/3 because/SCONJ/mark/10 he/PRON/nsubj/10 was/AUX/aux/10/be/VerbForm=Fin n't/PART/advmod/10 cooperating/VERB/advcl/3/cooperate ./PUNCT/punct/3",
    "Then/ADV/advmod/3 he/PRON/nsubj/3 took/VERB/root/0/take/VerbForm=Fin all/DET/det:predet/6 the/DET/det/6 money/NOUN/obj/3 and/CCONJ/cc/8 ran/VERB/conj/3/run/VerbForm=Fin ./PUNCT/punct/3",
)
DOG_WITH_EARS = "At/ADP/case/4 the/DET/det/4 railway/NOUN/compound/4 station/NOUN/obl/6 I/PRON/nsubj/6 saw/VERB/root/0/see/VerbForm=Fin a/DET/det/8 dog/NOUN/obj/6 with/ADP/case/11 long/ADJ/amod/11 ears/NOUN/nmod/8/ear/Number=Plur ./PUNCT/punct/6"
THEIR_DOG = "At/ADP/case/4 the/DET/det/4 railway/NOUN/compound/4 station/NOUN/obl/6 I/PRON/nsubj/6 saw/VERB/root/0/see/VerbForm=Fin their/PRON/nmod:poss/8 dog/NOUN/obj/6 ./PUNCT/punct/6"
VILLA = "You/PRON/nsubj/2 find/VERB/root/0/find/VerbForm=Fin a/DET/det/4 villa/NOUN/obj/2 of/ADP/case/7 Professor/PROPN/compound/7 Schmidt/PROPN/nmod/4 ./PUNCT/punct/2"
HIS_HOUSES = "His/PRON/nmod:poss/2 houses/NOUN/nsubj/5/house/Number=Plur are/AUX/cop/5/be/VerbForm=Fin in/ADP/case/5 Olomouc/PROPN/root/0 ./PUNCT/punct/5"


# What the lexicon does not know, and a parser would say.
SORTS = {"propeller": "object", "villa": "object"}


def hear(algorithm: str, *parsed: str, **options: Any) -> Interpretation:
    utterances = tuple(_utterance(n, text) for n, text in enumerate(parsed, start=1))
    return listen(Discourse(utterances), profile=how_to_hear(algorithm, "paper", options))


def _utterance(number: int, parsed: str) -> Utterance:
    utterance = Utterance.of(parsed, number=number)
    return replace(utterance, sorts=tuple(SORTS.get(x, "") for x in utterance.lemmas))


def antecedents(found: Interpretation, utterance: int = 0) -> list[tuple[str, str | None]]:
    """The pronouns of an utterance, or of all, and what they were taken to mean."""
    return [
        (resolution.pronoun.text, resolution.entity)
        for resolution in found.resolutions
        if utterance in {0, resolution.pronoun.utterance}
    ]


def notes(found: Interpretation) -> list[dict[str, str]]:
    """What the algorithm shows at the end of each utterance, by name."""
    ends = (part for step in found.steps for part in step.parts)
    return [
        {note.name: note.text for note in part.notes}
        for part in ends
        if part.event is Event.END_OF_UTTERANCE
    ]


def crowd(candidates: int = 40, pronouns: int = 12) -> tuple[str, str]:
    """A sentence full of men, then one full of pronouns that exclude each other."""
    men = [f"man/NOUN/obl/2/man{n}/Number=Sing" for n in range(candidates)]
    first = " ".join(["They/PRON/nsubj/2", "met/VERB/root/0/meet/VerbForm=Fin", *men])
    him = [f"him/PRON/{'obj' if not n else 'obl'}/2" for n in range(pronouns - 1)]
    second = " ".join(["He/PRON/nsubj/2", "saw/VERB/root/0/see/VerbForm=Fin", *him])
    return first, second
