"""Our scorer and the one in ../shared/score agree on every pronoun."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from hearer.algorithms import ALGORITHMS
from hearer.evaluation.gold import Gold, gold_of
from hearer.evaluation.scoring import mentions_of, score
from hearer.formats import conllu, corefud
from hearer.hearing import listen
from hearer.model import Discourse
from tests.evaluation.gum_dev import shared_scorer

NAMES = ALGORITHMS.names()


@lru_cache(maxsize=1)
def documents(folder: Path) -> list[Discourse]:
    paths = sorted(folder.glob("*.conllu"))
    found = [d for path in paths for d in conllu.discourses(conllu.read(str(path)))]
    assert len(found) == 30
    return found


@lru_cache(maxsize=1)
def golds(folder: Path) -> list[Gold]:
    return [gold_of(discourse) for discourse in documents(folder)]


@lru_cache(maxsize=1)
def their_golds(folder: Path) -> list[Any]:
    judge = shared_scorer()
    found = [judge.load_mentions(document) for document in judge.read_conllu(folder)]
    assert len(found) == 30
    return found


def test_there_are_algorithms() -> None:
    assert {"s-list", "bfp", "bfp-kameyama"} <= set(NAMES)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("every", "pronouns"), [(10, 100), pytest.param(1, 800, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("algorithm", NAMES)
def test_the_shared_scorer_and_ours_agree_on_every_pronoun_of_gum_dev(
    algorithm: str, every: int, pronouns: int, data: Path, tmp_path: Path
) -> None:
    """On every tenth text; in the long checks on all of them."""
    judge, folder = shared_scorer(), data / "gum" / "dev"
    found = [listen(discourse, algorithm=algorithm) for discourse in documents(folder)[::every]]
    system = tmp_path / "system.conllu"
    system.write_bytes(corefud.write(found))
    pairs = zip(their_golds(folder)[::every], judge.read_conllu(system), strict=True)
    theirs = [
        row
        for gold, document in pairs
        for row in judge.score_doc(gold, judge.load_mentions(document, gold))
    ]
    ours = [
        one
        for gold, understood in zip(golds(folder)[::every], found, strict=True)
        for one in score(gold, mentions_of(understood, gold))
    ]
    assert len(ours) == len(theirs) > pronouns
    for one, row in zip(ours, theirs, strict=True):
        assert (one.document, one.genre, one.word, one.form, one.group, one.kind) == (
            row["doc"], row["genre"], row["tok"], row["form"], row["group"], row["kind"],
        )  # fmt: skip
        assert (one.standing, one.is_linked) == (row["cls"], row["linked"]), row
        if row["cls"] == "anaphoric":
            assert (one.result, one.distance, one.is_event) == (
                row["result"], row["dist"], row["verbal"],
            ), row  # fmt: skip
