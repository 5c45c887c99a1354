"""Going on with a corpus: after an end in the middle, with other inputs, with other options."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from hearer.corpora.job import corpus
from hearer.corpora.told.standing import CorpusState, standing
from hearer.corpora.told.telling import BatchTold, Event, InputsCompared
from hearer.errors import InputError, OutputError
from hearer.model import Discourse
from tests.corpora.disturbing import parts, story, tree
from tests.corpora.plugin import install


class Watcher:
    """Counts batches heard now and before, and ends the run when it has seen enough."""

    def __init__(self, ends_after: int = 1000) -> None:
        self.ends_after = ends_after
        self.batches: Counter[str] = Counter()
        self.documents: Counter[str] = Counter()
        self.compared: InputsCompared | None = None

    def __call__(self, event: Event) -> None:
        if isinstance(event, InputsCompared):
            self.compared = event
        if not isinstance(event, BatchTold):
            return
        when = "before" if event.is_before else "now"
        self.batches[when] += 1
        self.documents[when] += len(event.outcomes)
        if self.batches["now"] == self.ends_after:
            raise KeyboardInterrupt


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Forty documents in several batches, heard in no time."""
    parser = install(tmp_path, monkeypatch)
    (tmp_path / "in").mkdir()
    for n in range(40):
        (tmp_path / f"in/{n:02}.txt").write_text(story(n, words=500), encoding="utf-8")
    return {"to": "jsonl", "workers": 0, "parser": parser, "profile": "paper"}


def run(tmp_path: Path, asked: dict[str, object], out: str = "out", **more: object) -> Watcher:
    watcher = more.pop("tell", None) or Watcher()
    corpus(tmp_path / "in", tmp_path / out, tell=watcher, **{**asked, **more})  # type: ignore[arg-type]
    assert isinstance(watcher, Watcher)
    return watcher


def test_a_run_that_was_interrupted_goes_on(tmp_path: Path, asked: dict[str, object]) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, asked, tell=Watcher(ends_after=3))
    assert parts(tmp_path / "out") == 3
    with pytest.raises(OutputError, match="has a corpus that is not finished in it"):
        run(tmp_path, asked)
    seen = run(tmp_path, asked, resume=True)
    assert seen.batches["before"] == 3
    assert seen.documents.total() == 40
    assert run(tmp_path, asked, "reference").batches["now"] == seen.batches.total()
    assert tree(tmp_path / "out") == tree(tmp_path / "reference")


def test_what_is_complete_stays_as_it_is(tmp_path: Path, asked: dict[str, object]) -> None:
    run(tmp_path, asked)
    before = tree(tmp_path / "out")
    with pytest.raises(OutputError, match="has a corpus of 40 documents in it"):
        run(tmp_path, asked)
    assert run(tmp_path, asked, resume=True).batches["now"] == 0
    assert tree(tmp_path / "out") == before


def test_an_input_that_is_added_costs_only_itself(tmp_path: Path, asked: dict[str, object]) -> None:
    run(tmp_path, asked)
    (tmp_path / "in/20b.txt").write_text(story(99, words=500), encoding="utf-8")
    seen = run(tmp_path, asked, resume=True)
    assert seen.documents.total() == 41
    assert seen.documents["now"] < 20
    run(tmp_path, asked, "reference")
    assert tree(tmp_path / "out") == tree(tmp_path / "reference")


def test_an_input_that_changed_is_heard_again(tmp_path: Path, asked: dict[str, object]) -> None:
    run(tmp_path, asked)
    was = parts(tmp_path / "out")
    (tmp_path / "in/07.txt").write_text("Anna slept.", encoding="utf-8")
    (tmp_path / "in/31.txt").unlink()
    seen = run(tmp_path, asked, resume=True)
    assert 0 < seen.documents["now"] < 30
    run(tmp_path, asked, "reference")
    assert tree(tmp_path / "out") == tree(tmp_path / "reference")
    assert parts(tmp_path / "out") == parts(tmp_path / "reference") <= was


def test_what_is_new_changed_or_gone_is_told(tmp_path: Path, asked: dict[str, object]) -> None:
    assert run(tmp_path, asked).compared is None
    assert run(tmp_path, asked, resume=True).compared == InputsCompared(0, 0, 0)
    (tmp_path / "in/07.txt").write_text("Anna slept.", encoding="utf-8")
    (tmp_path / "in/08.txt").write_text("Anna snored.", encoding="utf-8")
    (tmp_path / "in/31.txt").unlink()
    for name in ("a", "b", "c"):
        (tmp_path / f"in/20{name}.txt").write_text(story(99, words=500), encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, asked, tell=Watcher(ends_after=2), resume=True)
    assert run(tmp_path, asked, resume=True).compared == InputsCompared(new=3, changed=2, gone=1)
    assert run(tmp_path, asked, resume=True).compared == InputsCompared(0, 0, 0)
    (tmp_path / "out/.hearer/inputs").write_bytes(b"broken" * 7)
    assert run(tmp_path, asked, resume=True).compared is None
    assert run(tmp_path, asked, resume=True).compared == InputsCompared(0, 0, 0)
    assert run(tmp_path, asked, force=True).compared is None


def test_what_is_broken_is_made_again(tmp_path: Path, asked: dict[str, object]) -> None:
    run(tmp_path, asked)
    whole = tree(tmp_path / "out")
    first, *_, last = sorted((tmp_path / "out").glob(".hearer/parts/*/*.part"))
    first.write_bytes(first.read_bytes()[:-10])
    last.unlink()
    (tmp_path / "out/documents.jsonl").unlink()
    (tmp_path / "out/.hearer/new").mkdir()
    (tmp_path / "out/.hearer/new/results.jsonl").write_text("half")
    assert run(tmp_path, asked, resume=True).batches["now"] == 2
    assert tree(tmp_path / "out") == whole


@pytest.mark.parametrize("left", [0, 0.5])
@pytest.mark.parametrize("ends_after", [3, 1000])
def test_a_manifest_that_a_power_cut_has_cut_is_made_again(
    tmp_path: Path, asked: dict[str, object], left: float, ends_after: int
) -> None:
    with suppress(KeyboardInterrupt):
        run(tmp_path, asked, tell=Watcher(ends_after))
    was, path = parts(tmp_path / "out"), tmp_path / "out/manifest.json"
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * left)])
    with pytest.raises(OutputError, match=r"manifest\.json' is not whole.*--resume.*--force"):
        run(tmp_path, asked)
    with pytest.raises(InputError, match=r"manifest\.json' is not whole.*--resume"):
        standing(str(tmp_path / "out"))
    assert run(tmp_path, asked, resume=True).batches["before"] == was
    run(tmp_path, asked, "reference")
    assert tree(tmp_path / "out") == tree(tmp_path / "reference")
    assert standing(str(tmp_path / "out")).state is CorpusState.COMPLETE


def test_where_the_manifest_is_cut_one_may_begin_anew(
    tmp_path: Path, asked: dict[str, object]
) -> None:
    run(tmp_path, asked)
    (tmp_path / "out/manifest.json").write_bytes(b'{"schema": "hear')
    (tmp_path / "out/thesis.txt").write_text("mine")
    assert run(tmp_path, {**asked, "to": "json"}, force=True).documents["before"] == 0
    run(tmp_path, {**asked, "to": "json"}, "reference")
    made = tree(tmp_path / "out")
    assert made.pop("thesis.txt") == b"mine"
    assert made == tree(tmp_path / "reference")


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"window": 7}, "window was None, now 7"),
        ({"to": "json"}, "target was jsonl, now json"),
        ({"algorithm": "bfp"}, "algorithm was s-list, now bfp"),
        ({"text_column": "body"}, "text_column was text, now body"),
    ],
)
def test_other_options_are_refused_by_name(
    tmp_path: Path, asked: dict[str, object], other: dict[str, object], told: str
) -> None:
    run(tmp_path, asked)
    before = tree(tmp_path / "out")
    with pytest.raises(OutputError, match=f"was made otherwise: {told}"):
        run(tmp_path, {**asked, **other}, resume=True)
    assert tree(tmp_path / "out") == before
    if "text_column" not in other:
        run(tmp_path, {**asked, **other}, force=True)
        run(tmp_path, {**asked, **other}, "reference")
        assert tree(tmp_path / "out") == tree(tmp_path / "reference")


def test_other_versions_are_refused(tmp_path: Path, asked: dict[str, object]) -> None:
    run(tmp_path, asked)
    manifest = tmp_path / "out/manifest.json"
    old = manifest.read_text().replace('"program": "hearer', '"program": "an older hearer')
    manifest.write_text(old)
    with pytest.raises(OutputError, match=r"program was an older hearer .*, now hearer"):
        run(tmp_path, asked, resume=True)


def test_those_that_failed_are_tried_again(
    tmp_path: Path, asked: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in/10.txt").write_text("break " * 1000)
    (tmp_path / "in/30.txt").write_bytes("wide".encode("utf-16"))
    run(tmp_path, asked)
    assert run(tmp_path, asked, resume=True).batches["now"] == 0
    seen = run(tmp_path, asked, retry_failed=True)
    assert seen.batches["now"] == 2
    plugin = tmp_path / "obeying.py"
    assert "RuntimeError" in plugin.read_text()
    from obeying import Obeying  # type: ignore[import-not-found]

    mended = lambda _, text: iter(Discourse.raw(text).utterances)  # noqa: E731
    monkeypatch.setattr(Obeying, "parse", mended)
    run(tmp_path, asked, retry_failed=True)
    assert b'"code": "document-unexpected"' not in (tmp_path / "out/documents.jsonl").read_bytes()


def test_a_tidy_corpus_has_nothing_but_what_was_made(
    tmp_path: Path, asked: dict[str, object]
) -> None:
    run(tmp_path, asked, tidy=True)
    assert parts(tmp_path / "out") == 0
    whole = tree(tmp_path / "out")
    assert run(tmp_path, asked, resume=True).batches.total() == 0  # nothing to do
    assert tree(tmp_path / "out") == whole
    (tmp_path / "in/41.txt").write_text("Anna slept.", encoding="utf-8")
    assert run(tmp_path, asked, resume=True).documents["now"] == 41
    run(tmp_path, asked, "reference")
    assert tree(tmp_path / "out") == tree(tmp_path / "reference")


def test_what_failed_is_tried_again_where_all_is_tidy(
    tmp_path: Path, asked: dict[str, object]
) -> None:
    (tmp_path / "in/10.txt").write_text("break")
    run(tmp_path, asked, tidy=True)
    assert run(tmp_path, asked, resume=True).documents["now"] == 0
    assert run(tmp_path, asked, retry_failed=True).documents["now"] == 40


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, where one may have it."""
    place = tmp_path / "disk"
    place.mkdir()
    if resized(place, "64k", "-t", "tmpfs", "none").returncode:
        pytest.skip("no disk may be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


def resized(place: Path, size: str, *more: str) -> subprocess.CompletedProcess[bytes]:
    how = ["-o", f"size={size}" if more else f"remount,size={size}"]
    return subprocess.run(["mount", *how, *more, str(place)], capture_output=True, check=False)


def test_a_disk_that_fills_up_costs_nothing_but_time(
    tmp_path: Path, disk: Path, asked: dict[str, object]
) -> None:
    """It is full at the manifest, at parts, and at the files made of them."""
    run(tmp_path, asked, "reference")
    whole = sum(path.stat().st_size for path in (tmp_path / "reference").rglob("*"))
    told, done = [], [0]
    for size in range(4096, 3 * whole, 8192):
        resized(disk, str(size))
        try:
            run(tmp_path, asked, "disk/out", resume=True)
        except OutputError as error:
            told.append(str(error))
            done.append(parts(disk / "out"))
            continue
        break
    assert len(told) > 3
    assert all("cannot be written: No space left on device." in one for one in told)
    assert all("go on with --resume" in one for one in told[1:])
    assert done == sorted(done)
    assert tree(disk / "out") == tree(tmp_path / "reference")
