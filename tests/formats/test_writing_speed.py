"""What it costs to write: by the word, generously, since machines are busy; bench/overhead.py."""

import json
import time
from pathlib import Path

import pytest

import hearer
from hearer.formats.json import writing
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
    written = writing.write([found]).decode()
    assert written == json.dumps(json.loads(written), ensure_ascii=False, indent=1) + "\n"
    both = writing.write([found, found]).decode()
    assert json.loads(both) == [json.loads(written)] * 2


def test_weights_that_are_no_numbers_are_what_python_makes_of_them() -> None:
    measures = None, 0.12345, 1.0, float("inf"), float("-inf"), float("nan")
    told = [writing._measure(measure) for measure in measures]
    assert told == ["null", "0.123", "1.0", "Infinity", "-Infinity", "NaN"]
