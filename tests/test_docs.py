"""The documents keep their word: what they name exists, and their snippets run."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from enum import StrEnum
from functools import partial, reduce
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench import cli_page
from hearer.algorithms import ALGORITHMS
from hearer.algorithms.base import options_of
from hearer.analysis.options import AnalysisOptions
from hearer.cli import main
from hearer.cli.app import COMMANDS
from hearer.formats import FORMATS
from hearer.formats.format import Holds
from hearer.hearing import Hearer
from tests.conftest import ROOT
from tests.parsers.docs import nlp_of_ours

PLACE = re.compile(r"`((?:[\w-]+/)*[\w-]+\.(?:py|conllu|txt))(?::([\w.]+))?`")
PAPER = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
PLACES = sorted(set(PLACE.findall(PAPER)))


def test_paper_md_names_places_that_exist_and_lists_all_28_disagreements() -> None:
    assert len(PLACES) > 40
    for file, name in PLACES:
        if not (ROOT / "src" / "hearer" / file).exists():
            assert (ROOT / file).exists(), file
        elif name:
            module = f"hearer.{Path(file).with_suffix('')}".replace("/", ".")
            reduce(getattr, name.split("."), importlib.import_module(module))
    listed = [int(number) for number in re.findall(r"^\| (\d+) \|", PAPER, re.MULTILINE)]
    assert listed[-28:] == list(range(1, 29))


# The specification ----------------------------------------------------------------------------

SOURCES = sorted((ROOT / "src").rglob("*.py"))
CITED = re.compile(r"docs/specification/([\w-]+\.md)(?: ([0A-G](?:\.\d)?)(?!\w))?")
SHORT = re.compile(r"(?<![\w.])([A-G]\.\d)(?![\w.])")  # G.3, where the page was named before


def numbered(page: Path) -> set[str]:
    """The numbers of the parts and sections that a page of the specification has headings for."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    numbers = [re.match(r"(?:Part )?([0A-G](?:\.\d)?)(?!\w)", heading) for heading in headings]
    return {number[1] for number in numbers if number}


PAGES = {path.name: numbered(path) for path in (ROOT / "docs" / "specification").glob("*.md")}
NUMBERS = set().union(*PAGES.values())


def test_the_specification_has_its_sections_and_every_one_that_is_cited() -> None:
    cited = 0
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        for name, number in CITED.findall(source):
            assert number in PAGES[name] if number else name in PAGES, (path, name, number)
            cited += 1
        assert set(SHORT.findall(source)) <= NUMBERS, path
    assert cited >= 15
    counts = {"0": 5, "A": 9, "B": 3, "C": 4, "D": 8, "E": 3, "G": 3}
    expected = {f"{part}.{n}" for part, count in counts.items() for n in range(1, count + 1)}
    assert expected | {"F"} <= NUMBERS


CODE = re.compile(r"Code:.*?(?:\n\n|\Z)", re.DOTALL)
NAMED = re.compile(r"`((?:[\w-]+/)*[\w-]+(?:\.py|/))`")
CODE_LINES = [
    (path.relative_to(ROOT / "docs").as_posix(), name)
    for path in sorted((ROOT / "docs").rglob("*.md"))
    for block in CODE.findall(path.read_text(encoding="utf-8"))
    for name in NAMED.findall(block)
]


def test_the_code_that_a_page_names_exists() -> None:
    """A bare file name stands for one beside a file that the same lines name with its folder."""
    assert len(CODE_LINES) > 60
    package = ROOT / "src" / "hearer"
    missing = []
    for document, name in CODE_LINES:
        folders = [Path(full).parent for page, full in CODE_LINES if page == document]
        places = [package / name, *(package / folder / name for folder in folders)]
        missing += [] if any(place.exists() for place in places) else [(document, name)]
    assert missing == []


# Snippets -------------------------------------------------------------------------------------

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NEEDS_A_SHELL = re.compile(r"^(?!hearer )|[|&<>*$;`\n]")
Captured = pytest.CaptureFixture[bytes]
COMMAND = re.compile(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
SNIPPETS = {
    path.relative_to(ROOT).as_posix(): BLOCK.findall(path.read_text(encoding="utf-8"))
    for path in DOCUMENTS
}
WITH_SNIPPETS = sorted(name for name, blocks in SNIPPETS.items() if blocks)
assert "README.md" in WITH_SNIPPETS


@pytest.mark.parametrize("document", WITH_SNIPPETS)
def test_every_snippet_runs_and_prints_what_it_says(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    """Python blocks of a document share their names; a console block shows commands and output.

    Our own parse stands in for spaCy's pipelines, which have to be downloaded.
    """
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)  # xdist says one
    monkeypatch.setitem(sys.modules, "en_core_web_sm", SimpleNamespace(load=nlp_of_ours))
    names: dict[str, object] = {"__name__": document}
    for language, block in SNIPPETS[document]:
        if language == "python":
            _run_python(block, names)
        else:
            _run_console(block, capsysbinary)


def _run_python(block: str, names: dict[str, object]) -> None:
    if ">>>" not in block:
        exec(compile(block, "snippet", "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block, names, "snippet", None, 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    written: list[str] = []
    runner.run(test, out=written.append, clear_globs=False)
    names.update(test.globs)
    assert runner.failures == 0, "".join(written)


def _run_console(block: str, captured: Captured) -> None:
    for command, shown in COMMAND.findall(block):
        if not command.startswith(("hearer", "echo", "printf", "cat", "mkdir")):
            continue
        run = _in_a_shell if NEEDS_A_SHELL.search(command) else partial(_here, captured=captured)
        printed = [line.rstrip() for line in run(command).splitlines()]
        for line in filter(None, map(str.strip, shown.splitlines())):
            assert any(_fits(line, one.strip()) for one in printed), (command, line)


def _here(command: str, captured: Captured) -> str:
    """What a command prints, called through the same entrance in this process."""
    captured.readouterr()
    with Path(os.devnull).open() as nothing, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", nothing)
        status = main(shlex.split(command)[1:])
    out, err = (stream.decode() for stream in captured.readouterr())
    assert status == 0, err
    return out


def _in_a_shell(command: str) -> str:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", command], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _fits(line: str, printed: str) -> bool:
    """Whether a line of a document is what was printed; … stands for anything."""
    return bool(re.fullmatch(".*".join(map(re.escape, re.split("…|[.]{3}", line))), printed))


# Reference pages ------------------------------------------------------------------------------


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def sections(name: str) -> dict[str, str]:
    """The parts of a page by what stands in code in their headings."""
    parts = re.split(r"^## (.+)$", page(name), flags=re.MULTILINE)[1:]
    titles = [(re.findall(r"`(.+)`", title) or [title])[0] for title in parts[::2]]
    return dict(zip(titles, parts[1::2], strict=True))


def options_in(section: str) -> dict[str, str]:
    """Names and defaults, from a table of options."""
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| `([^`]+)` \|", section, re.MULTILINE)
    return dict(rows)


def shown(options: dict[str, object]) -> dict[str, str]:
    spelled = {name: str(value) for name, value in options.items()}
    return {k: v.lower() if v in {"True", "False", "None"} else v for k, v in spelled.items()}


def test_options_md_lists_the_options_of_the_analysis_with_their_values() -> None:
    section = sections("options.md")["Of the analysis"]
    assert options_in(section) == shown(options_of(AnalysisOptions))
    for name, default in options_of(AnalysisOptions).items():
        if isinstance(default, StrEnum):
            (row,) = re.findall(rf"^\| `{name}` \|.*$", section, re.MULTILINE)
            assert all(f"`{value}`" in row for value in type(default)), row


def test_options_md_lists_the_options_of_every_algorithm_and_values_that_are_taken() -> None:
    section, tried = sections("options.md")["Of the algorithms"], 0
    rows = re.findall(r"^\| (`.+?`) \| (`\w+` \| ([^|]+) \| `[^`]+` \|)", section, re.MULTILINE)
    for algorithm in ALGORITHMS.names():
        mine = [(row, values) for names, row, values in rows if f"`{algorithm}`" in names]
        listed = options_in("".join(f"| {row}\n" for row, _ in mine))
        assert listed == shown(options_of(ALGORITHMS.find(algorithm).options)), algorithm
        assert mine or f"`{algorithm}`" in section.partition("The others have none: ")[2]
        for row, values in mine:
            for value in re.findall(r"`([^`]+)`", values):
                Hearer(algorithm=algorithm, **{row.split("`")[1]: value})
                tried += 1
    assert tried > 40


def test_every_class_that_the_glossary_names_exists() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    defined = set(re.findall(r"^class (\w+)", source, re.MULTILINE))
    named = set(re.findall(r"`([A-Z][a-z]\w*)(?:\.\w+)?`", page("glossary.md")))
    assert len(named) > 40
    assert named <= defined


def test_every_algorithm_has_a_page() -> None:
    listed = page("algorithms/index.md")
    for name in ALGORITHMS.names():
        assert f"`{name}`" in listed
    linked = re.findall(r"\]\(([\w-]+\.md)(?:#[\w-]+)?\)", listed)
    assert linked
    for target in linked:
        assert (ROOT / "docs" / "algorithms" / target).exists(), target


HELD = (  # the columns of the table of what each format holds
    {Holds.PARSE, Holds.TAGS}, {Holds.FEATURES}, {Holds.SPACES}, {Holds.ENDS}, {Holds.SPEAKERS},
    {Holds.PARTS}, {Holds.TYPES}, {Holds.FIELDS, Holds.LINKS},
)  # fmt: skip


def yes(holds: object) -> str:
    return "yes" if holds else "no"


def test_the_tables_of_formats_say_what_the_formats_say() -> None:
    listed = page("formats/index.md")
    for name in FORMATS.ours:
        one = FORMATS.find(name)
        files = ", ".join(f"`{suffix}`" for suffix in one.suffixes)
        row = f"| `{name}` | {files} | {yes(one.read)} | {yes(one.write)} | [{one.description}]("
        assert f"\n{row}" in listed
        (target,) = re.findall(rf"^{re.escape(row)}([^)]+)\) \|$", listed, re.MULTILINE)
        page_of = (target.partition("#")[0]) or "index.md"
        assert (ROOT / "docs" / "formats" / page_of).exists(), target
        held = " | ".join(yes(what <= one.holds) for what in HELD)
        assert f"\n| `{name}` | {held} |\n" in listed


def test_the_reference_has_every_command_with_all_it_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parts = re.split(r"^## `(.+)`$", cli_page.sections(), flags=re.MULTILINE)[1:]
    known = dict(zip(parts[::2], parts[1::2], strict=True))
    assert len(COMMANDS) >= 7
    for name in COMMANDS:
        assert main([*name.split(), "--help"]) == 0
        printed = capsys.readouterr().out
        section = known[f"hearer {name}"]
        options = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", printed, re.MULTILINE)) - {"--help"}
        assert {o for o in options if f"`{o}`" not in section} == set(), name
        assert printed.count("  hearer ") >= 2


def test_the_documentation_stays_short() -> None:
    pages = [path.read_text(encoding="utf-8") for path in DOCUMENTS[1:]]
    assert len(pages) <= 60
    assert sum(page.count("\n") for page in pages) <= 7_500


def test_every_page_can_be_reached() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    linked = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    for path in sorted((ROOT / "docs").rglob("*.md")):
        name = path.relative_to(ROOT / "docs").as_posix()
        assert f": {name}\n" in navigation or f"{path.name})" in linked, name
