"""spaCy without its command line, which is there for who asks for it."""

import subprocess
import sys
from pathlib import Path

import spacy

from hearer.parsers.lean_spacy import imported

HEAVY = "spacy.cli requests httpx rich jinja2 weasel".split()


def printed(code: str, *paths: Path) -> str:
    path = f"import sys; sys.path[:0] = {[*map(str, paths)]!r}; "
    run = subprocess.run([sys.executable, "-c", path + code], capture_output=True, check=True)
    return run.stdout.decode()


def test_who_parses_does_not_import_the_commands_of_spacy() -> None:
    code = "from hearer.parsers.lean_spacy import imported; imported().blank('en')('Anna slept.'); "
    assert printed(f"{code}print([m for m in {HEAVY} if m in sys.modules])") == "[]\n"


def test_its_commands_come_when_they_are_asked_for() -> None:
    code = "from hearer.parsers.lean_spacy import imported; spacy = imported(); "
    for asked, told in (
        ("spacy.info()['spacy_version'] == spacy.__version__", "True\n"),
        ("spacy.cli.info.__module__", "spacy.cli.info\n"),
        ("__import__('spacy.cli.download').cli.download.__module__", "spacy.cli.download\n"),
        ("hasattr(spacy, 'klingon')", "False\n"),
    ):
        assert printed(f"{code}print({asked})").endswith(told), asked


def test_a_spacy_that_asks_more_of_its_commands_is_imported_whole(tmp_path: Path) -> None:
    (tmp_path / "spacy" / "cli").mkdir(parents=True)
    (tmp_path / "spacy" / "__init__.py").write_text("from .cli import download\n")
    (tmp_path / "spacy" / "cli" / "__init__.py").write_text("download = 'there'\n")
    code = "from hearer.parsers.lean_spacy import imported; print(imported().download)"
    assert printed(code, tmp_path) == "there\n"


def test_who_has_spacy_keeps_it() -> None:
    assert imported() is spacy
