"""What it costs to write: by the word, generously, since machines are busy."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

import hearer
from hearer.formats import json as ours
from tests.timing import seconds

STORY = Path(__file__).parents[2] / "examples" / "story.txt"


@pytest.fixture(scope="module")
def found() -> hearer.Interpretation:
    return hearer.resolve("\n\n".join([STORY.read_text(encoding="utf-8")] * 20))


@pytest.mark.parametrize("to", ["json", "corefud", "gum"])
def test_a_word_is_written_in_microseconds(found: hearer.Interpretation, to: str) -> None:
    words = sum(map(len, found.discourse.utterances))
    assert words > 2000
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        hearer.write(found, to=to)
        best = min(best, time.process_time() - begun)
    assert 1e6 * best / words < seconds(60)  # 10 on an idle machine


def test_the_json_is_what_python_makes_of_the_same_values(found: hearer.Interpretation) -> None:
    written = ours.write([found]).decode()
    assert written == json.dumps(json.loads(written), ensure_ascii=False, indent=1) + "\n"
    both = ours.write([found, found]).decode()
    assert json.loads(both) == [json.loads(written)] * 2


@pytest.mark.parametrize(
    ("score", "written"),
    [
        (None, "null"),
        (0.12345, "0.123"),
        (1.0, "1.0"),
        (float("inf"), "Infinity"),
        (float("-inf"), "-Infinity"),
        (float("nan"), "NaN"),
    ],
)
def test_scores_are_what_python_makes_of_them(
    found: hearer.Interpretation, score: float | None, written: str
) -> None:
    step = next(step for step in found.steps if step.resolutions)
    resolution = replace(step.resolutions[0], confidence=score)
    only = replace(found, steps=(step._replace(resolutions=(resolution,)),))
    assert f'"confidence": {written},' in ours.write([only]).decode()
