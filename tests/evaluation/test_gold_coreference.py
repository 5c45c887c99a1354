"""With gold mentions, who is who among the nouns is known from gold, and it decides."""

from __future__ import annotations

from hearer.evaluation.experiment import Mentions, Setup, evaluate
from tests.evaluation.gold_by_hand import Texts, discourses_of

# The judge is Ann, says gold; no word of the text tells. So she is old, the lawyer is new, and
# the old stand before the new on the S-list.
JUDGE: Texts = {
    "judge": (
        "Ann/PROPN/NNP/nsubj/2/1 slept/VERB/VBD/root/0/_",
        "a/DET/DT/det/2/_ lawyer/NOUN/NN/nsubj/3/2 met/VERB/VBD/root/0/_"
        " a/DET/DT/det/5/_ judge/NOUN/NN/obj/3/1",
        "She/PRON/PRP/nsubj/2/1 smiled/VERB/VBD/root/0/_",
    )
}


def judged(mentions: Mentions) -> list[bool]:
    rows = evaluate(discourses_of(JUDGE), Setup(("s-list",), mentions=mentions)).rows("s-list")
    return [row.is_right for row in rows]


def test_gold_coreference_decides_who_is_old() -> None:
    assert judged(Mentions.GOLD) == [True]
    assert judged(Mentions.AUTO) == [False]
