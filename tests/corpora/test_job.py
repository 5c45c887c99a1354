"""A corpus heard: what is made of it, and what is refused before anything is touched."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import hearer
from hearer.corpora.document import Batch, Document, digest
from hearer.corpora.job import corpus
from hearer.corpora.processing import Task, process
from hearer.corpora.storage import Manifest, State, job_of, opened, read_manifest
from hearer.corpora.targets import file_name
from hearer.errors import HearerError, InputError, OutputError, UnknownName, UsageError
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


def rows(folder: Path) -> list[dict[str, object]]:
    """The lines of all parts of a table, in the order of their documents."""
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.jsonl")]
    found = [json.loads(line) for text in texts for line in text.splitlines()]
    return sorted(found, key=lambda one: str(one["document"]))


# What is made -----------------------------------------------------------------------------------


def test_a_line_is_all_that_was_understood_of_a_document(inputs: Path, tmp_path: Path) -> None:
    corpus(inputs, tmp_path / "out", to="jsonl", workers=0)
    found = rows(tmp_path / "out/results")
    assert [one["document"] for one in found] == ["in/a.txt", "in/sub/b.txt", "in/sub/c.txt"]
    alone = json.loads(hearer.write(hearer.resolve(TEXTS["a.txt"]), to="json"))
    assert found[0]["resolutions"] == alone["resolutions"]
    assert found[0]["schema"] == "hearer-interpretation-1"


def test_every_document_is_accounted_for(inputs: Path, tmp_path: Path) -> None:
    corpus(inputs, tmp_path / "out", to="jsonl", workers=0)
    found = {one["document"]: one for one in rows(tmp_path / "out/documents")}
    assert {name: one["status"] for name, one in found.items()} == {
        "in/a.txt": "done", "in/sub/b.txt": "done", "in/sub/c.txt": "done", "in/wide.txt": "failed",
    }  # fmt: skip
    assert found["in/wide.txt"]["code"] == "document-unreadable"
    assert "is UTF-16" in str(found["in/wide.txt"]["reason"])
    assert found["in/a.txt"]["labels"] == {"resolved": 2}


def test_a_file_a_document(inputs: Path, tmp_path: Path) -> None:
    corpus(inputs, tmp_path / "out", to="brat", workers=0)
    made = {path for path in tree(tmp_path / "out") if path.startswith("files/")}
    assert made == {f"files/in/{name}{suffix}" for name in TEXTS for suffix in (".ann", ".txt")}
    files = {one["document"]: one["file"] for one in rows(tmp_path / "out/documents")}
    assert files == {f"in/{name}": f"files/in/{name}.ann" for name in TEXTS} | {"in/wide.txt": None}
    text = (tmp_path / "out/files/in/a.txt.txt").read_text(encoding="utf-8")
    assert text == TEXTS["a.txt"]


def test_the_manifest_says_what_was_done_and_nothing_of_when(inputs: Path, tmp_path: Path) -> None:
    corpus(inputs, tmp_path / "out", to="jsonl", workers=0, profile="paper", window=7)
    told = read_manifest(str(tmp_path / "out"))
    assert told is not None
    assert told.state is State.COMPLETE
    assert (told.job["profile"], told.job["options"]) == ("paper", {"window": 7})
    assert told.job["model"].startswith("english ")
    assert told.job["schema"] == "hearer-corpus-2"
    assert set(told.parts) == {path.stem for path in (tmp_path / "out/results").iterdir()}


def test_a_document_that_cannot_be_written_is_one_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    several = tuple(Document(n, n, "text", t.encode()) for n, t in TEXTS.items())
    whole = process(Task(PAPER), Batch("0", several))
    from hearer.corpora import targets
    from hearer.formats.json import write

    def broken(found: list[hearer.Interpretation]) -> bytes:
        if "Berta" in found[0].discourse.text:
            raise ValueError("no room")
        return write(found)

    monkeypatch.setattr(targets, "write", broken)
    found = process(Task(PAPER), Batch("0", several))
    codes = [one.failure.code if one.failure else "" for one in found.outcomes]
    assert codes == ["", "document-unexpected", ""]
    assert found.files["results/0.jsonl"].splitlines() == [
        one for one in whole.files["results/0.jsonl"].splitlines() if b"Berta" not in one
    ]


# Names of files ---------------------------------------------------------------------------------

HOSTILE = [
    "../../etc/passwd", "/etc/passwd", "a//b", "a/./b", "a/../b", "..", ".", "",
    "a:b", 'a"b', "a\\b", "a b ", " a", "a.", "-rf", "~root", ".hidden", "%2E", "a%b", "x" * 300,
    "é" * 200, "/".join("abcdefgh" * 20 for _ in range(30)), "a.json/b", "a", "a.json", "a\udcff",
]  # fmt: skip


def test_files_stay_in_their_folder_whatever_documents_are_called() -> None:
    made = [f"{file_name(name, ['.json'])}.json" for name in HOSTILE]
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
        ({"workers": "spark"}, UsageError),
        ({"workers": True}, UsageError),
        ({"inputs": []}, UsageError),
        ({"inputs": [3]}, UsageError),
        ({"inputs": b"texts"}, UsageError),
        ({"inputs": "a\0b"}, UsageError),
        ({"inputs": "Anna slept. She snored."}, InputError),
        ({"output": 3}, UsageError),
        ({"output": "a\0b"}, UsageError),
        ({"force": True, "resume": True}, UsageError),
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
        b'{"schema": "hearer-corpus-2"}', b"[" * 100_000, b"\xff\xfe", b'{"schema": [1]}',
    ],
)  # fmt: skip
def test_a_manifest_of_others_is_left_alone(inputs: Path, tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "manifest.json").write_bytes(content)
    with pytest.raises(OutputError, match="It stays as it is"):
        corpus(inputs, out, to="jsonl", workers=0, force=True)
    assert tree(out) == {"manifest.json": content}


def test_an_older_corpus_is_refused_with_what_to_do(inputs: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/manifest.json").write_text(
        '{"schema": "hearer-corpus-1", "state": "complete"}'
    )
    for asked in ({}, {"force": True}, {"resume": True}):
        with pytest.raises(OutputError, match=r"'hearer-corpus-1'.*again into another folder"):
            corpus(inputs, tmp_path / "out", to="jsonl", workers=0, **asked)  # type: ignore[arg-type]
    with pytest.raises(hearer.InputError, match=r"'hearer-corpus-1'.*again into another folder"):
        hearer.Corpus(tmp_path / "out")


def test_a_forged_record_removes_nothing_of_others(inputs: Path, tmp_path: Path) -> None:
    out, precious = tmp_path / "out", tmp_path / "precious.txt"
    corpus(inputs, out, to="jsonl", workers=0)
    precious.write_text("mine")
    for name in ("../precious.txt", "documents/../../precious.txt", str(precious)):
        record = json.dumps([{name: "0"}, []]).encode()
        forged = record + b"\n" + digest(record).encode()
        (out / f".hearer/parts/{'ab' * 16}.json").write_bytes(forged)
        corpus(inputs, out, to="jsonl", workers=0, resume=True)
        assert precious.read_text() == "mine"


def test_what_is_behind_a_link_is_not_ours(inputs: Path, tmp_path: Path) -> None:
    out, precious = tmp_path / "out", tmp_path / "precious"
    out.mkdir()
    precious.mkdir()
    (precious / "thesis.txt").write_text("mine")
    (out / ".hearer").symlink_to(precious)
    with pytest.raises(OutputError, match="is no folder of ours"):
        corpus(inputs, out, to="jsonl", workers=0)
    assert tree(precious) == {"thesis.txt": b"mine"}
    with pytest.raises(OutputError, match="is no folder of ours"):  # nor is a file
        corpus(inputs, precious / "thesis.txt", to="jsonl", workers=0, force=True)


def test_a_file_in_the_way_stays(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"

    def put(_: object) -> None:
        (out / "results").write_text("mine")

    with pytest.raises(OutputError, match=r"results.* cannot be written.*go on with resume=True"):
        corpus(inputs, out, to="jsonl", workers=0, progress=put)
    assert (out / "results").read_text() == "mine"
    (out / "results").unlink()
    corpus(inputs, out, to="jsonl", workers=0, resume=True)
    assert len(rows(out / "results")) == 3


def test_two_runs_do_not_write_to_one_folder(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with opened(str(out), may_go_on=False) as storage:
        for asked in ({}, {"force": True}, {"resume": True}):
            with pytest.raises(OutputError, match=rf"'{out}' is being written by another run"):
                corpus(inputs, out, to="jsonl", workers=0, **asked)  # type: ignore[arg-type]
            storage.write_manifest(Manifest(job_of(Task(PAPER))))  # it has begun
    corpus(inputs, out, to="jsonl", workers=0, force=True)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.conllu", "Anna.\n", "as its format. Line 1, column 1: 'Anna.' is neither a "),
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
    (found,) = rows(tmp_path / "out/documents")
    assert (found["status"], found["code"]) == (
        ("failed", "document-empty") if told else ("done", None)
    )
    assert told in str(found["reason"])


def test_a_script_needs_no_guard(inputs: Path, tmp_path: Path) -> None:
    """Workers are processes of their own: they do not run the script of whoever asks again."""
    script = tmp_path / "script.py"
    script.write_text(
        "print('once')\nfrom hearer import corpus\n"
        f"corpus({str(inputs)!r}, {str(tmp_path / 'out')!r}, to='jsonl', workers=1)\n"
    )
    (tmp_path / "json.py").write_text("raise SystemExit('imported from where we are')")
    done = subprocess.run(
        [sys.executable, "-P", str(script)], cwd=tmp_path, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"once\n", b"")
    assert len(rows(tmp_path / "out/results")) == 3


def test_a_link_to_itself_is_no_input(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(HearerError, match="no file"):
        corpus([str(tmp_path / "loop")], tmp_path / "out")
