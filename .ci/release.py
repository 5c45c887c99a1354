"""The wheel and the sdist of a release: built into dist/, and looked through.

    main              build both, and say what they are or what is wrong with them
    built             the wheel and the sdist of a source tree
    faults            what is wrong with them: contents, sizes, metadata, versions
    wheel_faults      what a wheel lacks of the package, and what it has besides
    sdist_faults      what an sdist lacks to be built and tested, and what it has besides
    version_faults    where the files of the tree do not agree on the version
    day_faults        a newest entry of the changelog that is not released yet

Everything is built twice, and the sdist makes the wheel once more: the same bytes each time.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path

from packaging.metadata import Metadata

ROOT = Path(__file__).resolve().parent.parent
MOST_BYTES = {".whl": 30_000_000, ".gz": 40_000_000}  # an sdist has training/large, too
NEEDED = (  # without these, the wheel is not what it says
    "hearer/py.typed", "hearer/examples/story.txt", "hearer/examples/table3.conllu",
    "hearer/parsers/english/model/encoder.onnx", "hearer/parsers/english/MODEL_CARD.md",
    "hearer/ranking/tables/small.json",
    "hearer/analysis/lexicon/persons.txt", "hearer/analysis/lexicon/SOURCES.md",
    "hearer/formats/interpretation.schema.json",
)  # fmt: skip
NEEDED_OF_SDIST = (
    "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "Makefile", "requirements.lock",
    "mkdocs.yml", "tests/conftest.py", "bench/__init__.py", "training/__init__.py",
    ".ci/release.py", "docs/index.md", "examples/story.txt",
)  # fmt: skip
JUNK = re.compile(r"__pycache__|\.pyc$|\.venv|\.egg-info|_cache/|\.coverage|^shared/|\.orig$|~$")


def main() -> int:
    """Build the release, and say what came of it."""
    wheel, sdist = built(ROOT, ROOT / "dist")
    wrong = [*version_faults(ROOT), *day_faults(ROOT), *faults(wheel, sdist)]
    for path in (wheel, sdist):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB  sha256 {digest}")
    for fault in wrong:
        print(f"release: {fault}", file=sys.stderr)
    if changed := _not_committed():
        print(f"release: built from a tree with changes that are not committed: {changed}")
    return 1 if wrong else 0


def built(tree: Path, place: Path) -> tuple[Path, Path]:
    """The wheel and the sdist of a source tree, in a folder."""
    subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "hatchling", "build", "-d", str(place)],
        cwd=tree, check=True, capture_output=True,
    )  # fmt: skip
    version = _version(tree)
    return place / f"hearer-{version}-py3-none-any.whl", place / f"hearer-{version}.tar.gz"


def faults(wheel: Path, sdist: Path) -> list[str]:
    """What is wrong with a wheel and an sdist, built from this tree."""
    with zipfile.ZipFile(wheel) as archive:
        in_wheel, metadata = archive.namelist(), _metadata(archive)
    with tarfile.open(sdist) as unpacked, tempfile.TemporaryDirectory() as place:
        in_sdist = [name.partition("/")[2] for name in unpacked.getnames()]
        unpacked.extractall(place, filter="data")
        again = built(ROOT, Path(place, "a second build"))
        third, _ = built(
            Path(place, sdist.name.removesuffix(".tar.gz")), Path(place, "a build from the sdist")
        )
        rebuilt = ((wheel, again[0]), (sdist, again[1]), (wheel, third))
        different = [
            f"{path.name} has other bytes in {other.parent.name}"
            for path, other in rebuilt
            if path.read_bytes() != other.read_bytes()
        ]
    large = [p for p in (wheel, sdist) if p.stat().st_size > MOST_BYTES[p.suffix]]
    return [
        *wheel_faults(in_wheel),
        *sdist_faults(in_sdist),
        *_metadata_faults(metadata),
        *different,
        *(f"{p.name} has more than {MOST_BYTES[p.suffix] / 1e6:.0f} MB" for p in large),
    ]


def wheel_faults(names: Iterable[str]) -> list[str]:
    """What a wheel lacks of the package and the examples, and what it has besides."""
    names = set(names)
    package = {_in_package(path, ROOT / "src") for path in _files(ROOT / "src")}
    examples = {f"hearer/{_in_package(path, ROOT)}" for path in _files(ROOT / "examples")}
    about = {name for name in names if re.match(r"hearer-[\d.]+\.dist-info/", name)}
    licence = [] if any(name.endswith("licenses/LICENSE") for name in about) else ["LICENSE"]
    missing = {*NEEDED, *package, *examples} - names
    return [
        *(f"the wheel lacks {name}" for name in [*sorted(missing), *licence]),
        *(f"the wheel has {name}" for name in sorted(names - about - package - examples)),
    ]


def sdist_faults(names: Iterable[str]) -> list[str]:
    """What an sdist lacks to be built and tested, and what it has that is nobody's business."""
    names = set(names)
    return [
        *(f"the sdist lacks {name}" for name in NEEDED_OF_SDIST if name not in names),
        *(f"the sdist has {name}" for name in sorted(names) if JUNK.search(name)),
    ]


def version_faults(tree: Path) -> list[str]:
    """Where the changelog and the citation do not have the version of the package."""
    version = _version(tree)
    newest = re.search(r"^## (\S+)", (tree / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    cited = re.search(r"^version: (\S+)", (tree / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    said = {"CHANGELOG.md": newest, "CITATION.cff": cited}
    return [
        f"{name} has {found[1] if found else 'no version'}, pyproject.toml {version}"
        for name, found in said.items()
        if not found or found[1] != version
    ]


def day_faults(tree: Path) -> list[str]:
    """A newest entry of the changelog without the day of its release."""
    first = re.search(r"^## .*$", (tree / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    dated = first and re.search(r" - \d{4}-\d\d-\d\d$", first[0])
    return [] if dated else ["the newest entry of CHANGELOG.md has no day"]


def _not_committed() -> str:
    """What git would say is changed or unknown; nothing where there is no git."""
    git = ["git", "-C", str(ROOT), "status", "--porcelain"]
    try:
        ran = subprocess.run(git, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return ""
    return ", ".join(line[3:] for line in ran.stdout.splitlines())


def _version(tree: Path) -> str:
    return str(tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def _files(folder: Path) -> list[Path]:
    return [
        path for path in folder.rglob("*") if path.is_file() and not JUNK.search(path.as_posix())
    ]


def _in_package(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _metadata(archive: zipfile.ZipFile) -> bytes:
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    return archive.read(name)


def _metadata_faults(written: bytes) -> list[str]:
    """What an index would refuse: fields that are wrong, or a description that is not there."""
    try:
        metadata = Metadata.from_email(written, validate=True)
    except ExceptionGroup as wrong:
        return [f"METADATA: {each}" for each in wrong.exceptions]
    shown = metadata.description_content_type == "text/markdown" and metadata.description
    return [] if shown else ["METADATA: the description is not the README"]


if __name__ == "__main__":
    sys.exit(main())
