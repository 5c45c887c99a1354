"""A summary: what is counted, what is named, and that counting does not grow with the corpus."""

from __future__ import annotations

import json
import random
import tracemalloc

from hearer.corpora.outcome import DocumentOutcome
from hearer.corpora.told.summary import FailedDocument, SlowDocument, Summary, Tally
from hearer.corpora.told.summary_text import RunFigures, lines
from hearer.corpora.told.telling import InputsCompared
from tests.corpora.made import done, failed


def tallied(*outcomes: DocumentOutcome) -> Summary:
    tally = Tally()
    tally.add(outcomes)
    return tally.summary


def test_every_document_is_counted_once() -> None:
    found = tallied(
        done("a", words=10, resolved=2, event=1, problems=2),
        done("b", words=5, resolved=1),
        failed("c"),
    )
    assert (found.documents, found.done, found.failed) == (3, 2, 1)
    assert (found.words, found.pronouns) == (15, 4)
    assert found.labels == {"resolved": 3, "event": 1}
    assert found.shares == {"resolved": 0.75, "event": 0.25}
    assert found.problems == {"text-utf8": 2}
    assert found.failures == {"file-gone": 1}
    assert found.first_failed == (FailedDocument("c", "file-gone", "It is gone."),)


def test_the_order_in_which_batches_come_makes_no_difference() -> None:
    outcomes = [
        done(f"{n}", words=n, seconds=n % 7, resolved=n % 3, event=n % 5, problems=n % 2)
        for n in range(100)
    ]
    expected = tallied(*outcomes)
    for seed in range(5):
        shuffled = random.Random(seed).sample(outcomes, len(outcomes))
        assert str(tallied(*shuffled)) == str(expected)
        assert tallied(*shuffled) == expected


def test_the_ten_slowest_are_the_ten_slowest() -> None:
    took = random.Random(17).sample(range(1000), 200)
    found = tallied(*(done(f"d{n}", seconds=n, words=n) for n in took))
    longest = sorted(took, reverse=True)[:10]
    assert found.slowest == tuple(SlowDocument(f"d{n}", n, n) for n in longest)


def test_counting_a_large_corpus_takes_no_more_memory() -> None:
    tally = Tally()

    def count(documents: int) -> int:
        tracemalloc.start()
        for n in range(documents):
            tally.add([failed(f"f{n}") if n % 2 else done(f"d{n}", seconds=n, resolved=1)])
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    few, many = count(200), count(5000)
    assert many < few + 20_000


def test_a_summary_is_json() -> None:
    told = tallied(done("a", words=3, seconds=1.5, resolved=1), failed("b")).as_json()
    again = json.loads(json.dumps(told))
    assert again["documents"] == 2
    assert again["pronouns"] == 1
    assert again["shares"] == {"resolved": 1.0}
    assert again["slowest"] == [{"document": "a", "words": 3, "seconds": 1.5}]
    assert again["first_failed"] == [
        {"document": "b", "code": "file-gone", "message": "It is gone."}
    ]


# As text --------------------------------------------------------------------------------------


def test_it_says_all_in_a_few_lines() -> None:
    found = tallied(
        done("novels/emma.txt", words=160_123, seconds=21.24, resolved=3, event=1, problems=1),
        done("b.txt", words=12, seconds=0.5),
        failed("c.zip", "archive-broken", "The archive is broken."),
    )
    assert lines(found, run=RunFigures(22.0, 160_135, 7278.9, 0)) == [
        "3 documents: 2 done, 1 failed",
        "160,135 words, in 22 s (7,279 words/s)",
        "4 pronouns: resolved 75.0 %, event 25.0 %",
        "problems: 1 text-utf8",
        "failed: 1 archive-broken",
        "  c.zip: The archive is broken. (archive-broken)",
        "what took longest:",
        "   21 s  160,123 words  novels/emma.txt",
        "  0.5 s       12 words  b.txt",
    ]


def test_of_many_that_failed_a_few_are_named_and_where_the_others_are() -> None:
    found = tallied(*(failed(f"{n:03}.txt") for n in range(317)))
    told = lines(found, all_failed="hearer corpus status out --failed")
    assert told[0] == "317 documents: 0 done, 317 failed"
    assert told[-1] == "  and 312 more: hearer corpus status out --failed"
    assert len(told) == 8


def test_a_line_begins_with_the_document_that_failed() -> None:
    assert (
        str(FailedDocument("a.txt", "x", "No parse in a.txt.")) == "a.txt: No parse in a.txt. (x)"
    )
    assert str(FailedDocument("a.txt", "x", "'a.txt' is no text.")) == "'a.txt' is no text. (x)"


def test_what_was_there_before_is_said_and_not_counted_as_work() -> None:
    found = tallied(done("a", words=100), done("b", words=50))
    told = lines(found, run=RunFigures(2.0, 50, 25.0, 1))
    assert told[0] == "2 documents: 2 done (1 as before)"
    assert told[1] == "150 words; 50 now, in 2 s (25 words/s)"


def test_what_has_changed_is_said() -> None:
    found = tallied(*map(done, "abcde"), failed("f"))
    as_it_was = RunFigures(2.0, 0, 0.0, 6, InputsCompared(0, 0, 0))
    assert lines(found, run=as_it_was)[:2] == [
        "6 documents: 5 done, 1 failed (as before)",
        "0 words",
    ]
    assert lines(found, run=RunFigures(2.0, 0, 0.0, 2, InputsCompared(1, 2, 1)))[:2] == [
        "6 documents: 5 done, 1 failed (2 as before)",
        "since the last complete run: 1 new, 2 changed, 1 gone; 4 were heard, for batches are "
        "heard whole",
    ]
    told = lines(found, run=RunFigures(2.0, 0, 0.0, 5, InputsCompared(1, 0, 0)))
    assert told[1] == "since the last complete run: 1 new"


def test_names_of_strangers_steer_no_terminal() -> None:
    bad = "\x1b[2J\u202egpj.txt\nhearer: error"
    told = "\n".join(lines(tallied(done(bad, seconds=1), done("b"), failed(bad, message=bad))))
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert "\\x1b[2J" in told
    assert all(not line.startswith("hearer: error") for line in told.splitlines())


def test_a_long_name_is_cut_at_its_beginning() -> None:
    told = lines(tallied(done("folder/" * 30 + "end.txt", seconds=1), done("b")))
    (line,) = (one for one in told if one.endswith("end.txt"))
    assert len(line) < 100
    assert "…" in line
