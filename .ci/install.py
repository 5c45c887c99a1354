"""A release, installed into empty environments and used there as strangers would.

    main               try dist/ with every Python that is supported, and say what came of it
    interpreters       where each of these Pythons is, if it is here
    tried              what fails when a wheel or an sdist is installed with one of them
    NoRegistryError    there is no package registry to install from

`--spacy`, `--corpus` and `--dask` try these extras as well, which downloads some 100 MB for each
Python.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from glob import glob
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13")
PLACES = ("~/.pyenv/versions/{}.*", "~/.local/share/uv/python/cpython-{}.*", "/opt/python/{}*")
TEXT = "Anna Keller met a judge. She thanked him."
RESOLVE = ("resolve", "--text", TEXT, "--to", "json")
HEAR = """
import hearer
from importlib.resources import files
table = files("hearer").joinpath("examples", "table3.conllu")
(first, *_) = hearer.read(str(table))
print([str(one.entity) for one in hearer.resolve(first, profile="paper").resolutions])
"""
SPACY = """
import spacy
nlp = spacy.blank("en")
print(type(nlp.add_pipe("hearer")).__module__)
"""
CORPUS = f"""
import sys, tempfile
from pathlib import Path
from hearer.cli import main
with tempfile.TemporaryDirectory() as place:
    text, out = Path(place, "story.txt"), str(Path(place, "out"))
    text.write_text({TEXT!r})
    made = main(["corpus", str(text), "-o", out, "--workers", "1", *sys.argv[1:]])
    sys.exit(made or main(["corpus", "query", out, "--how", "characters"]))
"""
# An extra: what else has to be there for it, the program that uses it, and what that prints.
EXTRAS = {
    "spacy": ("spacy", (SPACY,), "hearer_spacy"),
    "corpus": ("corpus", (CORPUS,), "Anna Keller"),
    "dask": ("corpus,dask", (CORPUS, "--on", "dask"), "Anna Keller"),
}
SECONDS = 600


class NoRegistryError(Exception):
    """There is no package registry to install from."""


def main(arguments: Sequence[str]) -> int:
    """Install what lies in dist/ with every Python that is to be had, and use it."""
    archives = [*sorted((ROOT / "dist").glob("*.whl")), *sorted((ROOT / "dist").glob("*.tar.gz"))]
    if not archives:
        print("check-install: nothing in dist/: make release", file=sys.stderr)
        return 1
    failed = False
    for version, python in interpreters().items():
        if python is None:
            print(f"Python {version}: skipped, it is not here")
            continue
        for archive in archives:
            print(f"Python {version}: {archive.name} …", end=" ", flush=True)
            extras = [name for name in EXTRAS if f"--{name}" in arguments]
            wrong = _said(tried(python, archive, extras))
            print(wrong or "installed, and works")
            failed = failed or bool(wrong)
    return int(failed)


def _said(faults: Iterator[str]) -> str:
    try:
        return "; ".join(faults)
    except NoRegistryError as error:
        return f"not tried, {error}"


def interpreters() -> dict[str, Path | None]:
    """Where each supported Python is: on the path, or where pyenv, uv and images keep theirs."""
    return {version: next(_runnable(version), None) for version in VERSIONS}


def _runnable(version: str) -> Iterator[Path]:
    patterns = [os.path.expanduser(place.format(version)) for place in PLACES]  # noqa: PTH111
    folders = sorted(folder for pattern in patterns for folder in glob(pattern))  # noqa: PTH207
    named = shutil.which(f"python{version}")
    for path in [*([named] if named else []), *(f"{folder}/bin/python3" for folder in folders)]:
        code = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"
        if Path(path).exists() and _ran(path, "-c", code).stdout.strip() == version:
            yield Path(path)


def tried(python: Path, archive: Path, extras: Sequence[str] = ()) -> Iterator[str]:
    """What fails when an archive is installed into an empty environment and used there."""
    with tempfile.TemporaryDirectory() as place:
        bare = _environment(python, Path(place, "bare"))
        yield from _installs(bare, "--no-deps", str(archive))
        yield from _prints(bare / "python", "-c", HEAR, expected="BRENNAN")
        whole = _environment(python, Path(place, "whole"))
        yield from _installs(whole, str(archive))
        version = archive.name.split("-")[1].removesuffix(".tar.gz")
        yield from _prints(whole / "hearer", "--version", expected=version)
        yield from _prints(whole / "hearer", *RESOLVE, expected="Anna Keller")
        yield from _prints(whole / "hearer", "demo", expected="Brennan")
        for extra in extras:
            needed, code, expected = EXTRAS[extra]
            yield from _installs(whole, f"{archive}[{needed}]")
            yield from _prints(whole / "python", "-c", *code, expected=expected)


def _environment(python: Path, place: Path) -> Path:
    made = _ran(python, "-m", "venv", place)
    if made.returncode:
        raise NoRegistryError(made.stderr.strip() or made.stdout.strip())
    return place / "bin"


def _installs(environment: Path, *what: str) -> Iterator[str]:
    options = ("--quiet", "--disable-pip-version-check", "--no-input")
    ran = _ran(environment / "python", "-m", "pip", "install", *options, *what)
    said = (ran.stderr.strip().splitlines() or [""])[-1]
    if ran.returncode and ("No matching distribution" in said or "onnection" in ran.stderr):
        raise NoRegistryError(f"no package registry answers here: {said}")
    if ran.returncode:
        yield f"pip install {' '.join(what)} fails: {said}"


def _prints(*command: str | Path, expected: str) -> Iterator[str]:
    ran = _ran(*command)
    if ran.returncode or expected not in ran.stdout:
        said = (ran.stderr or ran.stdout).strip().splitlines()
        shown = " ".join(map(str, command[1:3]))
        yield f"{Path(command[0]).name} {shown} ends with {ran.returncode}, {said[-1:]}"


def _ran(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """A command, run far from the source tree and from what is installed here."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL"))}
    return subprocess.run(  # noqa: S603 - commands of this file
        list(map(str, command)), cwd=tempfile.gettempdir(), env=environment,
        capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
