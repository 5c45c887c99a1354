"""A corpus heard: what is made of it, and what is refused before anything is touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

import hearer
from hearer.corpora import targets
from hearer.corpora.hearing import Task
from hearer.corpora.job import corpus
from hearer.corpora.kept import manifest
from hearer.corpora.kept.folder import opened
from hearer.corpora.kept.manifest import State
from hearer.corpora.targets.files import file_of
from hearer.errors import HearerError, OutputError, UnknownName, UsageError
from hearer.profiles import PAPER
from tests.corpora.disturbing import tree

TEXTS = {
    "a.txt": "Anna met a judge. She thanked him.",
    "sub/b.txt": "Berta slept. She snored.",
    "sub/c.txt": "",
}


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(text, encoding="utf-8")
    (tmp_path / "in/wide.txt").write_bytes("Clara slept.".encode("utf-16"))
    return tmp_path / "in"


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# What is made -----------------------------------------------------------------------------------


def test_a_line_is_all_that_was_understood_of_a_document(inputs: Path, tmp_path: Path) -> None:
    corpus(inputs, tmp_path / "out", to="jsonl", workers=0)
    found = rows(tmp_path / "out/results.jsonl")
    assert [one["document"] for one in found] == ["in/a.txt", "in/sub/b.txt", "in/sub/c.txt"]
    alone = json.loads(hearer.write(hearer.resolve(TEXTS["a.txt"]), to="json"))
    assert found[0]["resolutions"] == alone["resolutions"]
    assert found[0]["schema"] == "hearer-interpretation-1"


def test_every_document_is_accounted_for(inputs: Path, tmp_path: Path) -> None:
    corpus(inputs, tmp_path / "out", to="jsonl", workers=0)
    found = {one["document"]: one for one in rows(tmp_path / "out/documents.jsonl")}
    assert {name: one["status"] for name, one in found.items()} == {
        "in/a.txt": "done", "in/sub/b.txt": "done", "in/sub/c.txt": "done", "in/wide.txt": "failed",
    }  # fmt: skip
    assert found["in/wide.txt"]["code"] == "document-unreadable"
    assert "is UTF-16" in str(found["in/wide.txt"]["reason"])
    assert found["in/a.txt"]["labels"] == {"resolved": 2}


def test_a_file_a_document(inputs: Path, tmp_path: Path) -> None:
    corpus(inputs, tmp_path / "out", to="brat", workers=0)
    made = {path for path in tree(tmp_path / "out") if path.startswith("documents/")}
    assert made == {f"documents/in/{name}{suffix}" for name in TEXTS for suffix in (".ann", ".txt")}
    files = {one["document"]: one["file"] for one in rows(tmp_path / "out/documents.jsonl")}
    assert files == {f"in/{name}": f"documents/in/{name}.ann" for name in TEXTS} | {
        "in/wide.txt": None
    }
    text = (tmp_path / "out/documents/in/a.txt.txt").read_text(encoding="utf-8")
    assert text == TEXTS["a.txt"]


def test_the_manifest_says_what_was_done_and_nothing_of_when(inputs: Path, tmp_path: Path) -> None:
    corpus(inputs, tmp_path / "out", to="jsonl", workers=0, profile="paper", window=7)
    told = manifest.read(str(tmp_path / "out"))
    assert told is not None
    assert told.state is State.COMPLETE
    assert (told.job.profile, told.job.options) == ("paper", {"window": 7})
    assert told.job.model.startswith("english ")
    assert (told.counts["done"], told.counts["failed"], told.counts["words"]) == (3, 1, 15)
    assert told.failures == {"document-unreadable": 1}
    results = next(one for one in told.files if one.name == "results.jsonl")
    content = (tmp_path / "out/results.jsonl").read_bytes()
    assert (results.size, results.sha256) == (len(content), sha256(content).hexdigest())


@pytest.mark.parametrize("to", [name for name in targets.names() if name != "conllu"])
def test_what_is_rendered_together_is_what_is_rendered_one_by_one(to: str) -> None:
    from hearer.corpora.document import Document
    from hearer.corpora.hearing import heard, joined

    task = Task(PAPER, target=to)
    several = [Document(n, n, "text", t.encode()) for n, t in TEXTS.items()]
    several.append(Document("wide.txt", "wide.txt", "text", "Clara slept.".encode("utf-16")))
    together = heard(task, several)
    one_by_one = joined(task, [heard(task, [one]) for one in several])
    if to == "parquet":  # streams of Arrow: the same rows
        ipc = pytest.importorskip("pyarrow.ipc")
        read = {
            way: {name: ipc.open_stream(piece).read_all() for name, piece in one.written.items()}
            for way, one in {"together": together, "one by one": one_by_one}.items()
        }
        assert read["together"] == read["one by one"]
    else:
        assert together.written == one_by_one.written
    assert [one.document for one in together.outcomes] == [one.name for one in several]


# Names of files ---------------------------------------------------------------------------------

HOSTILE = [
    "../../etc/passwd", "/etc/passwd", "a//b", "a/./b", "a/../b", "..", ".", "", "con", "NUL.txt",
    "a:b", 'a"b', "a\\b", "a b ", " a", "a.", "-rf", "~root", ".hidden", "%2E", "a%b", "x" * 300,
    "é" * 200, "/".join("abcdefgh" * 20 for _ in range(30)), "a.json/b", "a", "a.json", "a\udcff",
]  # fmt: skip


def test_files_stay_in_their_folder_whatever_documents_are_called() -> None:
    made = [f"{file_of(name, ['.json'])}.json" for name in HOSTILE]
    folders = {str(above) for path in made for above in Path(path).parents}
    assert len({path.casefold() for path in made}) == len(HOSTILE)
    assert folders.isdisjoint(made)
    for path in made:
        assert path.encode("utf-8")
        assert len(path.encode()) < 1000
        assert all(0 < len(part.encode()) < 255 for part in path.split("/"))
        assert not any(part[0] in ". -~" or part[-1] in ". " for part in path.split("/"))
        assert not set('\\:*?"<>|\n\t') & set(path)


# What is refused --------------------------------------------------------------------------------


def test_nothing_is_made_where_nothing_is_found(tmp_path: Path) -> None:
    with pytest.raises(HearerError):
        corpus(tmp_path / "nowhere", tmp_path / "out", to="jsonl", workers=0)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"to": "papyrus"}, UnknownName),
        ({"to": "conllu"}, UsageError),
        ({"parser": "klingon"}, UnknownName),
        ({"parser": 7}, UsageError),
        ({"algorithm": "tarot"}, UnknownName),
        ({"frobnicate": 1}, UnknownName),
        ({"workers": -1}, UsageError),
        ({"inputs": []}, UsageError),
    ],
)
def test_wrong_use_is_told_before_anything_is_made(
    inputs: Path, tmp_path: Path, asked: dict[str, object], error: type[HearerError]
) -> None:
    given = {"inputs": inputs, "output": tmp_path / "out", "to": "jsonl", "workers": 0, **asked}
    with pytest.raises(error):
        corpus(**given)  # type: ignore[arg-type]
    assert not (tmp_path / "out").exists()


def test_a_folder_of_others_is_never_touched(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "thesis.txt").write_text("mine")
    for asked in ({}, {"force": True}, {"resume": True}):
        with pytest.raises(OutputError, match=r"is no corpus of ours, and has 'thesis\.txt' in it"):
            corpus(inputs, out, to="jsonl", workers=0, **asked)  # type: ignore[arg-type]
    assert tree(out) == {"thesis.txt": b"mine"}
    assert [path.name for path in out.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    "content",
    [
        b"", b"{", b"[]", b"7", b'{"schema": "other"}', b'{"schema": "hearer-corpus-1"}',
        b"[" * 100_000, b"\xff\xfe", b'{"schema": ["hearer-corpus-1"]}',
    ],
)  # fmt: skip
def test_a_manifest_of_others_is_left_alone(inputs: Path, tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "manifest.json").write_bytes(content)
    with pytest.raises(OutputError, match="It stays as it is"):
        corpus(inputs, out, to="jsonl", workers=0, force=True)
    assert tree(out) == {"manifest.json": content}


def test_a_manifest_names_only_what_we_make(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    corpus(inputs, out, to="jsonl", workers=0)
    told = json.loads((out / "manifest.json").read_bytes())
    for name in ("../x", "/etc/passwd", ".hearer", "thesis.txt", "", ".."):
        told["files"][0]["name"] = name
        (out / "manifest.json").write_text(json.dumps(told))
        with pytest.raises(OutputError, match="is no manifest of ours"):
            manifest.read(str(out))


def test_what_is_behind_a_link_is_not_ours(inputs: Path, tmp_path: Path) -> None:
    out, precious = tmp_path / "out", tmp_path / "precious"
    out.mkdir()
    precious.mkdir()
    (precious / "thesis.txt").write_text("mine")
    (out / ".hearer").symlink_to(precious)
    with pytest.raises(OutputError, match="is no folder of ours"):
        corpus(inputs, out, to="jsonl", workers=0)
    assert tree(precious) == {"thesis.txt": b"mine"}


def test_a_file_in_the_way_stays(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"

    def put(_: object) -> None:
        (out / "results.jsonl").write_text("mine")

    with pytest.raises(OutputError, match=r"is in the way, and is not ours: move it, and go on"):
        corpus(inputs, out, to="jsonl", workers=0, tell=put)
    assert (out / "results.jsonl").read_text() == "mine"
    (out / "results.jsonl").unlink()
    corpus(inputs, out, to="jsonl", workers=0, resume=True)
    assert len(rows(out / "results.jsonl")) == 3


def test_a_file_is_no_folder(inputs: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(OutputError, match="is a file, and results go to a folder"):
        corpus(inputs, tmp_path / "out", to="jsonl", workers=0, force=True)
    assert (tmp_path / "out").read_text() == "mine"


def test_two_runs_do_not_write_to_one_folder(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    ours = rf"'{out}' is being written by another run \(process {os.getpid()}\): wait for it"
    with opened(str(out), resume=False, force=False) as folder:
        for asked in ({}, {"force": True}, {"resume": True}):
            with pytest.raises(OutputError, match=ours):
                corpus(inputs, out, to="jsonl", workers=0, **asked)  # type: ignore[arg-type]
            task = Task(PAPER, target="jsonl")
            folder.write(manifest.Manifest(manifest.Job.of(task)))  # it has begun
    corpus(inputs, out, to="jsonl", workers=0, force=True)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        (
            "a.conllu",
            "Anna slept.\n",
            "as its format. Line 1, column 1: 'Anna slept.' is neither a ",
        ),
        ("a.json", "{", "There is no document in it. Line 1, column 2: no JSON (Expecting "),
        ("a.conllu", "", ""),
        ("a.txt", "", ""),
        ("a.txt", " \n\n", ""),
    ],
)
def test_what_could_not_be_read_as_its_format_has_failed(
    tmp_path: Path, name: str, content: str, told: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    corpus(tmp_path / name, tmp_path / "out", to="jsonl", workers=0)
    (found,) = rows(tmp_path / "out/documents.jsonl")
    assert (found["status"], found["code"]) == (
        ("failed", "document-empty") if told else ("done", None)
    )
    assert told in str(found["reason"])


def test_a_script_needs_no_guard(inputs: Path, tmp_path: Path) -> None:
    """Workers are processes of their own: they do not run the script of whoever asks again."""
    script = tmp_path / "script.py"
    script.write_text(
        "print('once')\nfrom hearer.corpora.job import corpus\n"
        f"corpus({str(inputs)!r}, {str(tmp_path / 'out')!r}, to='jsonl', workers=1)\n"
    )
    (tmp_path / "json.py").write_text("raise SystemExit('imported from where we are')")
    done = subprocess.run(
        [sys.executable, "-P", str(script)], cwd=tmp_path, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"once\n", b"")
    assert len(rows(tmp_path / "out/results.jsonl")) == 3
