"""Hypothesis strategies: random discourses, as streams of things heard."""

from __future__ import annotations

from hypothesis import strategies as st

from hearer.model import Discourse, Element, Entity, Familiarity, ReferringExpression, Utterance

ENTITIES = st.sampled_from("ABCDEF")

expressions = st.builds(
    ReferringExpression,
    text=st.just("x"),
    utterance=st.integers(1, 3),
    position=st.integers(0, 9),
    is_pronoun=st.booleans(),
    entity=ENTITIES,
    familiarity=st.sampled_from(Familiarity),
)
elements = st.builds(
    Element,
    ENTITIES,
    st.integers(1, 2),
    st.integers(0, 9),
    st.sampled_from(Familiarity),
    expressions,
)


@st.composite
def discourses(draw: st.DrawFn) -> list[ReferringExpression]:
    """Expressions in text order: utterances never go back, positions grow."""
    utterance, heard = 1, []
    for position in range(draw(st.integers(0, 20))):
        utterance += draw(st.booleans())
        is_pronoun = draw(st.booleans())
        heard.append(
            ReferringExpression(
                f"w{position}",
                utterance,
                position,
                is_pronoun,
                entity=None if is_pronoun else Entity(draw(ENTITIES)),
                familiarity=draw(st.sampled_from(Familiarity)),
            )
        )
    return heard


# Parsed discourses: not English, but trees of every shape with words that matter to analysis.

WORDS = st.sampled_from(
    [
        tuple(word.split("/"))
        for word in """Brennan/PROPN/Brennan Mr./PROPN/Mr. judge/NOUN/judge
        prosecutors/NOUN/prosecutor week/NOUN/week 1990/NUM/1990 she/PRON/she He/PRON/he
        his/PRON/his themselves/PRON/they it/PRON/it I/PRON/I who/PRON/who the/DET/the a/DET/a
        and/CCONJ/and or/CCONJ/or of/ADP/of agreed/VERB/agree is/AUX/be rich/ADJ/rich
        “/PUNCT/“ ”/PUNCT/” "/PUNCT/" ./PUNCT/.""".split()
    ]
)
RELATIONS = st.sampled_from(
    """nsubj nsubj:pass obj iobj obl obl:agent obl:unmarked nmod nmod:poss nmod:desc appos conj cc
    det case amod compound flat cop aux mark punct advcl acl acl:relcl ccomp xcomp csubj
    parataxis expl vocative dislocated fixed dep""".split()
)
FEATURES = st.sampled_from(
    ["_", "Number=Sing", "Number=Plur", "Number=Sing|VerbForm=Fin", "PronType=Rel"]
)


@st.composite
def utterances(draw: st.DrawFn, number: int) -> Utterance:
    """An utterance with a random tree: every word hangs below an earlier one of a random order."""
    words = draw(st.lists(WORDS, min_size=1, max_size=8))
    order = draw(st.permutations(range(1, len(words) + 1)))
    heads = dict.fromkeys(order[:1], 0)
    for i, word in enumerate(order[1:], start=1):
        heads[word] = order[draw(st.integers(0, i - 1))]
    relations = [draw(RELATIONS) if heads[n] else "root" for n in sorted(heads)]
    return Utterance(
        number,
        forms=tuple(form for form, _, _ in words),
        lemmas=tuple(lemma for _, _, lemma in words),
        upos=tuple(upos for _, upos, _ in words),
        xpos=("_",) * len(words),
        features=tuple(draw(FEATURES) for _ in words),
        heads=tuple(heads[n] for n in sorted(heads)),
        relations=tuple(relations),
        spaces=tuple(draw(st.sampled_from(["", " "])) for _ in words),
        begins_paragraph=draw(st.booleans()),
    )


@st.composite
def parsed_discourses(draw: st.DrawFn) -> Discourse:
    numbers = range(1, draw(st.integers(0, 5)) + 1)
    return Discourse(tuple(draw(utterances(number)) for number in numbers))
