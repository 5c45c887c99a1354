"""The bar of a corpus: true, as wide as the terminal, and nowhere but on one; gone at the end."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from hearer.corpora.told.progress import lines, shown
from hearer.corpora.told.telling import Assembling, BatchTold, Begun, Delayed
from hearer.corpora.told.watching import Watch
from tests.conftest import ROOT
from tests.corpora.made import done, failed


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def watched(*, before: int = 0) -> tuple[Watch, Clock]:
    """Half of 1000 bytes are done in ten seconds, and `before` of them an hour earlier."""
    clock = Clock()
    watch = Watch(clock)
    watch.tell(Begun(files=10, total=1000, workers=2))
    if before:
        clock.now += 3600  # a large corpus is enumerated again
        watch.tell(BatchTold((done("old", words=77, resolved=1),), before, is_before=True))
    clock.now += 10
    named = done("new", words=50_000, resolved=1200, event=34, problems=12)
    watch.tell(BatchTold((named, failed("bad")), 500 - before))
    return watch, clock


def test_time_left_is_by_bytes_of_the_input() -> None:
    watch, _ = watched()
    assert watch.share == 0.5
    assert watch.seconds_left == pytest.approx(10)
    assert watch.words_per_second == pytest.approx(5000)


def test_what_was_done_before_is_no_speed() -> None:
    watch, _ = watched(before=400)
    assert watch.share == 0.5
    assert watch.words_per_second == pytest.approx(5000)
    assert watch.seconds_left == pytest.approx(50)  # 100 bytes in ten seconds, and 500 are left


def test_nobody_knows_how_long_it_takes_before_something_is_done() -> None:
    clock = Clock()
    watch = Watch(clock)
    assert watch.seconds_left is None
    watch.tell(Begun(files=10, total=1000, workers=2))
    clock.now += 60
    assert watch.seconds_left is None
    watch.tell(BatchTold((done("old", words=1),), 900, is_before=True))
    assert watch.seconds_left is None


def test_between_two_batches_the_speed_stays_and_the_time_passes() -> None:
    watch, clock = watched()
    clock.now += 4
    assert watch.words_per_second == pytest.approx(5000)
    assert watch.seconds_left == pytest.approx(6)
    clock.now += 400  # whoever hears has come to a stop
    assert watch.words_per_second < 150
    assert watch.seconds_left is not None
    assert watch.seconds_left > 400


def test_archives_that_are_larger_inside_come_to_an_end_too() -> None:
    watch, clock = watched()
    watch.tell(BatchTold((done("packed", words=1),), 5000))
    clock.now += 1
    assert watch.share == 1
    assert watch.seconds_left == 0


def test_a_corpus_without_bytes_is_shown_too() -> None:
    watch = Watch(Clock())
    watch.tell(Begun(files=0, total=0, workers=2))
    assert lines(watch, 200) == [
        f"Hearing {'·' * 40} 0 % · 2 workers, just begun · 0 documents · 0 words/s · "
        "0 pronouns · 0 problems"
    ]


def test_before_it_begins_it_looks_for_what_to_read() -> None:
    assert "0 % · looking for what to read · 0 documents" in lines(Watch(Clock()), 200)[0]


def test_why_it_waits_is_said() -> None:
    watch = Watch(Clock())
    watch.tell(Begun(files=1, total=10, workers=2))
    watch.tell(Delayed("The cluster at tcp://\x1b[2J has no workers now."))
    assert "0 % · The cluster at tcp://\\x1b[2J has no workers now. · " in lines(watch, 200)[0]
    watch.tell(BatchTold((done("a"),), 5))
    assert "The cluster" not in lines(watch, 200)[0]


def test_all_figures_are_on_the_terminal() -> None:
    watch, _ = watched(before=100)
    assert lines(watch, 200) == [
        f"Hearing {'█' * 20}{'·' * 20} 50 % · 13 s left · 3 documents (1 before) · 5,000 words/s · "
        "1,235 pronouns · 12 problems · 1 failed"
    ]
    assert lines(watch, 80) == [
        f"Hearing {'█' * 20}{'·' * 20} 50 % · 13 s left",
        "3 documents (1 before) · 5,000 words/s · 1,235 pronouns · 12 problems · 1 failed",
    ]


def test_no_line_is_wider_than_the_terminal() -> None:
    watch, _ = watched(before=100)
    assert all(len(line) <= width for width in range(10, 201) for line in lines(watch, width))


def test_no_figure_is_missing_on_a_narrow_terminal() -> None:
    watch, _ = watched(before=100)
    for width in range(40, 201):
        whole = " ".join(lines(watch, width))
        for figure in ("50 %", "13 s left", "3 documents", "5,000 words/s", "1,235 pronouns",
                       "12 problems", "1 failed"):  # fmt: skip
            assert figure in whole, width


def test_while_tables_are_written_it_says_so_and_the_speed_stays() -> None:
    watch, clock = watched()
    watch.tell(Assembling(1, of=7))
    clock.now += 90
    assert "writing 1 of 7 parts" in lines(watch, 200)[0]
    assert "5,000 words/s" in lines(watch, 200)[0]


# On a terminal --------------------------------------------------------------------------------

SHOWN = """
import sys, time
from hearer.corpora.told import progress
from hearer.corpora.told.telling import BatchTold, Begun
from tests.corpora.made import done
progress.PATIENCE, progress.TIMES_A_SECOND = {patience}, 50
with progress.shown() as watch:
    watch.tell(Begun(files=2, total=10, workers=2))
    watch.tell(BatchTold((done("\\x1b[31mred", words=5),), 5))
    time.sleep(0.2)
    {then}
print("the end", file=sys.stderr)
"""


def on_a_terminal(
    then: str = "pass",
    *,
    code: str = SHOWN,
    room: Path | None = None,
    patience: float = 0,
    width: int = 100,
    later: int | None = None,
    **variables: str,
) -> str:
    """What a terminal of a width is told on the standard error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    environment = {
        name: os.environ[name] for name in os.environ if name not in ("COLUMNS", "LINES")
    }
    environment |= {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "TERM": "xterm-256color", **variables}
    code = code.format(patience=patience, then=then)
    with subprocess.Popen(
        [sys.executable, "-c", code], stderr=theirs, env=environment, cwd=room
    ) as running:
        told = b""
        if later:  # its window is made smaller or larger
            while b"Hearing" not in told:
                told += _read(ours)
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, later, 0, 0))
        os.close(theirs)
        told += b"".join(iter(lambda: _read(ours), b""))
        os.close(ours)
        assert running.wait() == 0
    return told.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so when the other end is closed
        return b""


def test_the_bar_is_shown_and_gone_at_the_end() -> None:
    told = on_a_terminal()
    assert "Hearing ██" in told
    assert "1 document" in told
    assert left_on_screen(told) == ["the end"]
    assert told.count("\x1b[?25l") == told.count("\x1b[?25h") == 1  # the cursor is back


COMMAND = """
import sys
from hearer.cli import program
from hearer.corpora.told import progress
progress.PATIENCE, progress.TIMES_A_SECOND = {patience}, 50
sys.argv[1:] = {then}
sys.exit(program())
"""


def test_the_command_shows_it_and_leaves_a_summary(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    for n in range(3):
        (tmp_path / f"texts/{n}.txt").write_text("Anna slept. She snored.\n" * 20)
    line = ["corpus", "texts", "-o", "out", "--to", "jsonl", "--workers", "0"]
    told = on_a_terminal(str(line), code=COMMAND, room=tmp_path)
    assert "Hearing ··" in told
    left = left_on_screen(told)
    assert left[0] == "hearer: 3 documents: 3 done"
    assert left[-1] == "hearer: the results are in out: results.jsonl has a line per document"
    assert "Hearing" not in "".join(left)


def test_on_a_narrow_terminal_all_lines_of_it_are_gone() -> None:
    told = on_a_terminal(width=40)
    assert told.count("\n") > 3
    assert left_on_screen(told) == ["the end"]


@pytest.mark.parametrize(("width", "later"), [(120, 50), (50, 200)])
def test_the_bar_follows_the_window(width: int, later: int) -> None:
    told = on_a_terminal(width=width, later=later)
    frames = re.split(r"\x1b\[2K(?=Hearing)", told)
    rows = [re.sub(r"\x1b\[[^A-Za-z]*[A-Za-z]|\r", "", row) for row in frames[-1].split("\n")]
    assert max(map(len, rows)) < later
    assert ("1 document" in rows[0]) == (later > width)


def test_what_is_quick_shows_no_bar() -> None:
    assert "Hearing" not in on_a_terminal(patience=60)


def test_a_terminal_that_cannot_draw_is_not_drawn_on() -> None:
    assert on_a_terminal(TERM="dumb") == "the end\r\n"


def test_no_color_is_respected() -> None:
    told = on_a_terminal(NO_COLOR="1")
    assert "Hearing" in told
    assert re.findall(r"\x1b\[[\d;]*m", told) == []


def test_a_signal_leaves_no_bar_and_a_cursor() -> None:
    told = on_a_terminal("import os; progress.erase(); print('gone', file=sys.__stderr__); "
                         "sys.__stderr__.flush(); os._exit(0)", width=40)  # fmt: skip
    assert "Hearing" in told
    assert left_on_screen(told) == ["gone"]
    assert told.rindex("\x1b[?25h") > told.rindex("\x1b[?25l")


def test_in_python_an_interruption_says_how_to_go_on() -> None:
    with pytest.raises(KeyboardInterrupt) as caught, shown():
        raise KeyboardInterrupt
    assert caught.value.__notes__ == [
        "What is done is kept: the same call goes on with resume=True."
    ]


def test_in_a_pipe_nothing_is_shown() -> None:
    code = SHOWN.format(patience=0, then="pass")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "FORCE_COLOR": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=True
    )
    assert run.stderr == b"the end\n"


def left_on_screen(told: str) -> list[str]:
    """The lines that stand on a terminal in the end: what it does for what bars send."""
    rows, row, column = [""], 0, 0
    moves = re.compile(r"\x1b\[(\??[\d;]*)([A-Za-z])|(\r)|(\n)|([^\x1b\r\n]+)")
    for how_far, move, back, down, text in moves.findall(told):
        if move == "A":
            row -= int(how_far or 1)
        elif move == "K":
            rows[row] = "" if how_far == "2" else rows[row][:column]
        elif move == "J":
            rows[row:] = [rows[row][:column]]
        elif back:
            column = 0
        elif down:
            row += 1
            rows += [""] * (row + 1 - len(rows))
        elif text:
            rows[row] = rows[row][:column].ljust(column) + text + rows[row][column + len(text) :]
            column += len(text)
    return [line for line in rows if line]
