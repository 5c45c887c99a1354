"""Going on with a corpus: after an end in the middle, with other inputs, with other options."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import rmtree

import pytest

from hearer.corpora.job import Progress, corpus
from hearer.corpora.status import status
from hearer.corpora.storage import Manifest, State
from hearer.errors import InputError, OutputError
from hearer.model import Discourse
from tests.corpora.disturbing import parts, story, tree
from tests.corpora.plugin import install


class Watcher:
    """Counts batches processed now and before, and ends the run when it has seen enough."""

    def __init__(self, ends_after: int = 1000) -> None:
        self.ends_after = ends_after
        self.batches: Counter[str] = Counter()
        self.documents: Counter[str] = Counter()

    def __call__(self, now: Progress) -> None:
        new = now.batches - now.batches_before
        self.batches = Counter(before=now.batches_before, now=new)
        documents = now.summary.documents
        self.documents = Counter(before=now.before, now=documents - now.before)
        if new == self.ends_after:
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
    watcher = more.pop("progress", None) or Watcher()
    corpus(tmp_path / "in", tmp_path / out, progress=watcher, **{**asked, **more})  # type: ignore[arg-type]
    assert isinstance(watcher, Watcher)
    return watcher


def test_a_run_that_was_interrupted_goes_on(tmp_path: Path, asked: dict[str, object]) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, asked, progress=Watcher(ends_after=3))
    assert parts(tmp_path / "out") == 3
    with pytest.raises(OutputError, match="has a corpus that is not finished in it"):
        run(tmp_path, asked)
    seen = run(tmp_path, asked, resume=True)
    assert seen.batches["before"] == 3
    assert seen.documents.total() == 40
    assert run(tmp_path, asked, "reference").batches["now"] == seen.batches.total()
    assert tree(tmp_path / "out") == tree(tmp_path / "reference")


def test_inputs_that_are_not_named_again_do_not_go_in_silence(
    tmp_path: Path, asked: dict[str, object]
) -> None:
    run(tmp_path, asked)
    before = tree(tmp_path / "out")
    (tmp_path / "other").mkdir()
    (tmp_path / "other/new.txt").write_text("Anna slept. She snored.", encoding="utf-8")
    with pytest.raises(OutputError, match="which is not named now, and would go"):
        corpus(tmp_path / "other", tmp_path / "out", resume=True, **asked)  # type: ignore[arg-type]
    assert tree(tmp_path / "out") == before
    both = [tmp_path / "in", tmp_path / "other"]
    corpus(both, tmp_path / "out", resume=True, **asked)  # type: ignore[arg-type]
    assert len(listed(tmp_path / "out")) == 41
    rmtree(tmp_path / "other")
    run(tmp_path, asked, resume=True)  # what is gone need not be named
    assert tree(tmp_path / "out") == before


def test_what_is_complete_stays_as_it_is(tmp_path: Path, asked: dict[str, object]) -> None:
    run(tmp_path, asked)
    before = tree(tmp_path / "out")
    with pytest.raises(OutputError, match="has a corpus in it"):
        run(tmp_path, asked)
    assert run(tmp_path, asked, resume=True).batches["now"] == 0
    assert tree(tmp_path / "out") == before


@pytest.mark.parametrize("to", ["jsonl", "json"])
def test_an_input_that_is_added_costs_only_itself(
    tmp_path: Path, asked: dict[str, object], to: str
) -> None:
    asked["to"] = to
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


def test_what_is_broken_is_made_again(tmp_path: Path, asked: dict[str, object]) -> None:
    run(tmp_path, asked)
    whole = tree(tmp_path / "out")
    first, second, third, *_, last = sorted((tmp_path / "out").glob("documents/*.jsonl"))
    first.write_bytes(first.read_bytes()[:-10])
    second.write_bytes(second.read_bytes().replace(b"a", b"b"))  # of the same size
    third.unlink()
    record = tmp_path / f"out/.hearer/parts/{last.stem}.json"
    record.write_bytes(record.read_bytes()[:-40])
    (tmp_path / "out/.hearer/new").write_text("half")
    assert run(tmp_path, asked, resume=True).batches["now"] == 4
    assert tree(tmp_path / "out") == whole


@pytest.mark.parametrize("left", [0, 0.5])
@pytest.mark.parametrize("ends_after", [3, 1000])
def test_a_manifest_that_a_power_cut_has_cut_is_made_again(
    tmp_path: Path, asked: dict[str, object], left: float, ends_after: int
) -> None:
    with suppress(KeyboardInterrupt):
        run(tmp_path, asked, progress=Watcher(ends_after))
    was, path = parts(tmp_path / "out"), tmp_path / "out/manifest.json"
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * left)])
    with pytest.raises(OutputError, match=r"manifest\.json is not whole.*resume.*force"):
        run(tmp_path, asked)
    with pytest.raises(InputError, match=r"manifest\.json of .* is not whole.*resume"):
        status(str(tmp_path / "out"))
    assert run(tmp_path, asked, resume=True).batches["before"] == was
    run(tmp_path, asked, "reference")
    assert tree(tmp_path / "out") == tree(tmp_path / "reference")
    assert status(str(tmp_path / "out")).state is State.COMPLETE


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


SMALL = {
    **dict.fromkeys(("schema", "program", "target", "algorithm", "profile"), ""),
    "model": "english 1",
    "parser": "english",
    "options": {},
}
LARGE = {
    **SMALL,
    "model": "english:large 1",
    "parser": "english:large",
    "options": {"model": "large"},
}


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        (LARGE, SMALL, "model was english:large 1, now english 1; "
         "parser was english:large, now english"),
        (LARGE, LARGE | {"model": "english:large 2"}, "model was english:large 1, "
         "now english:large 2"),
        (SMALL, SMALL | {"parser": "english:large"}, "parser was english, now english:large"),
        (LARGE, LARGE, ""),
    ],
)  # fmt: skip
def test_another_model_or_version_is_told(
    was: dict[str, object], now: dict[str, object], told: str
) -> None:
    assert Manifest(now).differences(Manifest(was)) == told


def test_those_that_failed_are_tried_again(
    tmp_path: Path, asked: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in/10.txt").write_text("break " * 1000)
    (tmp_path / "in/30.txt").write_bytes("wide".encode("utf-16"))
    (tmp_path / "in/20.txt.gz").write_bytes(b"nothing of gzip")  # nobody can read it
    run(tmp_path, asked)
    assert run(tmp_path, asked, resume=True).batches["now"] == 0
    seen = run(tmp_path, asked, retry_failed=True)
    failed = {json.loads(one)["document"] for one in listed(tmp_path / "out") if '"failed"' in one}
    assert failed == {"in/10.txt", "in/20.txt.gz", "in/30.txt"}
    assert seen.batches["now"] == len(batches_of(tmp_path / "out", {"in/10.txt", "in/30.txt"}))
    assert batches_of(tmp_path / "out", {"in/20.txt.gz"}).isdisjoint(
        batches_of(tmp_path / "out", {"in/10.txt", "in/30.txt"})
    )
    plugin = tmp_path / "obeying.py"
    assert "RuntimeError" in plugin.read_text()
    from obeying import Obeying  # type: ignore[import-not-found]

    mended = lambda _, text: iter(Discourse.raw(text).utterances)  # noqa: E731
    monkeypatch.setattr(Obeying, "parse", mended)
    run(tmp_path, asked, retry_failed=True)
    assert not [one for one in listed(tmp_path / "out") if "document-unexpected" in one]


def listed(out: Path) -> list[str]:
    """The lines of the documents of a corpus."""
    return [
        line for path in out.glob("documents/*.jsonl") for line in path.read_text().splitlines()
    ]


def batches_of(out: Path, names: set[str]) -> set[str]:
    """The keys of the batches that these documents are in."""
    return {
        path.stem
        for path in out.glob("documents/*.jsonl")
        if {json.loads(line)["document"] for line in path.read_text().splitlines()} & names
    }


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
    assert all("go on with resume=True" in one for one in told)
    assert done == sorted(done)
    assert tree(disk / "out") == tree(tmp_path / "reference")
