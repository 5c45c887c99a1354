"""Our scorer and the one in ../shared/score agree on every pronoun."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearer import registry
from hearer.evaluation.gold import gold_of
from hearer.evaluation.scoring import mentions_of, score
from hearer.formats import conllu, corefud
from hearer.hearing import listen
from hearer.model import Discourse
from tests.evaluation.shared_scorer import shared_scorer

ALGORITHMS = registry.names("algorithm")


def documents(folder: Path) -> list[Discourse]:
    found = [
        d
        for path in sorted(folder.glob("*.conllu"))
        for d in conllu.discourses(conllu.read(str(path)))
    ]
    assert len(found) == 30
    return found


def test_there_are_algorithms() -> None:
    assert {"s-list", "bfp", "bfp-kameyama"} <= set(ALGORITHMS)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_shared_scorer_and_ours_agree_on_every_pronoun_of_gum_dev(
    algorithm: str, data: Path, tmp_path: Path
) -> None:
    judge = shared_scorer()
    discourses = documents(data / "gum" / "dev")
    found = [listen(discourse, algorithm=algorithm) for discourse in discourses]
    system = tmp_path / "system.conllu"
    system.write_bytes(b"".join(map(corefud.write, found)))
    theirs = judge.evaluate(data / "gum" / "dev", system)
    golds = map(gold_of, discourses)
    ours = [
        one
        for gold, understood in zip(golds, found, strict=True)
        for one in score(gold, mentions_of(understood, gold))
    ]
    assert len(ours) == len(theirs) > 800
    for one, row in zip(ours, theirs, strict=True):
        assert (one.document, one.genre, one.word, one.form, one.group, one.kind) == (
            row["doc"], row["genre"], row["tok"], row["form"], row["group"], row["kind"],
        )  # fmt: skip
        assert (one.standing, one.is_linked) == (row["cls"], row["linked"]), row
        if row["cls"] == "anaphoric":
            assert (one.result, one.is_spurious, one.distance, one.is_event) == (
                row["result"], row["spurious"], row["dist"], row["verbal"],
            ), row  # fmt: skip
            assert one.nominal_is_right == row.get("nominal"), row
