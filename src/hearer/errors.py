"""What hearer raises: bad use at once, bad input only when asked to be strict.

HearerError
├── UsageError            wrong use: an unknown name, an option that does not exist
│   ├── UnknownName       no algorithm, parser, format, view or profile of that name
│   └── MissingPackage    a package is not installed that is needed for this
├── InputError            the input cannot be read at all
├── OutputError           a file cannot be written, or is not to be: one is there
└── StrictError           `strict` was asked for, and there were problems

nearest                   the name that was meant, probably
did_you_mean              the same as a question
require                   what has to be of some kind
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from hearer.harmless import printable, quoted

MANY = 12  # names that are not all listed where one of them was meant
LEAST = 3  # letters of a name that say which one is meant
LONGEST = 200  # letters of what may be a name with a slip in it: a book is none
EXTRAS = {  # packages, and the extra of hearer that brings them
    "duckdb": "corpus", "matplotlib": "corpus", "pyarrow": "corpus",
    "dask": "dask", "distributed": "dask",
    "spacy": "spacy", "stanza": "stanza",
    "fastapi": "web", "prometheus_client": "web", "pydantic": "web", "starlette": "web",
    "uvicorn": "web", "websockets": "web",
}  # fmt: skip


class HearerError(Exception):
    """Whatever hearer raises on purpose; its message is one whole sentence.

    It can be pickled whatever it is made from, so another process may raise it.
    """

    def __str__(self) -> str:
        return printable(super().__str__())  # it may quote a text of strangers

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.args), self.__dict__


def _again(kind: type[HearerError], said: tuple[object, ...]) -> HearerError:
    error = kind.__new__(kind, *said)
    error.args = said
    return error


class UsageError(HearerError):
    """The call is wrong, whatever the input."""


class UnknownName(UsageError):  # noqa: N818 - it reads as what it is
    """A name the registry does not know, with the names it does know."""

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        self.kind, self.name, self.known = kind, name, tuple(sorted(known))
        if hint:
            super().__init__(f"There is no {kind} {quoted(str(name))} {hint}.")
            return
        near = did_you_mean(name, self.known)
        others = "" if near and len(self.known) > MANY else f"; there is {', '.join(self.known)}"
        super().__init__(f"There is no {kind} {quoted(str(name))}{near}{others}.")


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The name that was meant, probably: spelled alike, or with this in it.

    >>> nearest("Lappin", ["lappin-leass", "lrc"]), nearest("slist", ["s-list"]), nearest("x", [])
    ('lappin-leass', 's-list', None)
    """
    if len(str(name)) > LONGEST:
        return None
    plain = {_plain(one): one for one in known}
    asked = _plain(name)
    close = get_close_matches(asked, plain, n=1)
    inside = [one for one in plain if len(asked) >= LEAST and asked in one]
    found = next(iter([*close, *sorted(inside, key=len)]), None)
    return plain[found] if found is not None else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """What is said behind a name that is wrong; nothing where none is like it.

    >>> did_you_mean("slist", ["s-list", "bfp"])
    " (did you mean 's-list'?)"
    """
    near = nearest(name, known)
    return f" (did you mean {near!r}?)" if near else ""


def _plain(name: str) -> str:
    return str(name).casefold().replace("_", "-").strip()


def require(value: object, kind: type | tuple[type, ...], told: str) -> None:
    """Raise unless a value is of a kind; `told` says what it has to be.

    >>> require("Anna", str, "A speaker has a name")
    """
    if not isinstance(value, kind):
        raise UsageError(f"{told}, not {type(value).__name__}.")


class MissingPackage(UsageError):  # noqa: N818
    """A package is needed here and not installed."""

    def __init__(self, package: str, purpose: str) -> None:
        self.package = package
        extra = EXTRAS.get(package)
        what = f"'hearer[{extra}]'" if extra else package
        super().__init__(f"{purpose} needs the package {package}: pip install {what}")


class InputError(HearerError):
    """The input cannot be read at all: no such file, a folder, no permission."""


class OutputError(HearerError):
    """A file cannot be written, or is not to be: one is there, and nobody gave it up."""


class StrictError(HearerError):
    """The first of the problems found under `strict`; all of them are in `problems`."""

    def __init__(self, problems: Iterable[object]) -> None:
        self.problems = tuple(problems)
        more = len(self.problems) - 1
        rest = f" (and {more} more)" if more else ""
        super().__init__(f"{self.problems[0]}{rest}")
