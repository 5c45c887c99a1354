"""Exceptions that hearer raises. Each has a stable code, a message and, where one helps, a hint."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from hearer.escape import printable, quoted

MANY = 12  # list no more known names than this beside a suggestion
LONGEST = 100  # letters of a misspelled name that are compared
EXTRAS = {  # packages by the extra of hearer that installs them
    "corpus": "duckdb pyarrow",
    "dask": "dask distributed",
    "spacy": "spacy",
    "stanza": "stanza",
    "web": "anyio fastapi h11 prometheus_client pydantic starlette uvicorn websockets",
}


class HearerError(Exception):
    """Base class of every exception that hearer raises on purpose.

    `hint` says how to go on in Python, `command_hint` the same for the command line, if it is
    spelled differently there. Every error can be pickled, whatever its class takes.

    >>> error = OutputError("There is a file.", hint="Say force=True.", command_hint="Say --force.")
    >>> str(error), error.command_message(), error.code
    ('There is a file. Say force=True.', 'There is a file. Say --force.', 'output')
    """

    code = "error"

    def __init__(self, message: str = "", *, hint: str = "", command_hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint, self.command_hint = message, hint, command_hint

    def __str__(self) -> str:
        # The message may quote input: escape control characters.
        return printable(f"{self.message} {self.hint}".strip())

    def command_message(self) -> str:
        return printable(f"{self.message} {self.command_hint or self.hint}".strip())

    def __reduce__(self) -> tuple[object, ...]:
        return Exception.__new__, (type(self), *self.args), self.__dict__


class UsageError(HearerError):
    """The call is wrong, whatever the input is."""

    code = "usage"


class UnknownName(UsageError):  # noqa: N818 - it reads as what it is
    """A name of some `kind` is unknown; the message lists the `known` names, or has a `remark`."""

    code = "unknown-name"

    def __init__(self, kind: str, name: str, known: Iterable[str], remark: str = "") -> None:
        self.kind, self.name, self.known = kind, name, tuple(sorted(known))
        more = f" {remark}" if remark else did_you_mean(name, self.known)
        if not remark and (not more or len(self.known) <= MANY):
            more += f"; there is {', '.join(self.known)}"
        super().__init__(f"There is no {kind} {quoted(str(name))}{more}.")


class MissingPackage(UsageError):  # noqa: N818
    """An optional package is not installed; the message names the extra that provides it."""

    code = "missing-package"

    def __init__(self, package: str, purpose: str, install: str = "") -> None:
        extras = (extra for extra, packages in EXTRAS.items() if package in packages.split())
        what = install or next((f"'{installed()}[{extra}]'" for extra in extras), package)
        super().__init__(f"{purpose} needs the package {package}: pip install {what}")


def installed() -> str:
    """Return what pip installed: hearer, or the folder of its source."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import unquote

    try:
        told = json.loads(distribution("hearer").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return "hearer"
    address = str(told.get("url", ""))
    return unquote(address.removeprefix("file://")) if address.startswith("file:") else "hearer"


class InputError(HearerError):
    """The input cannot be read: no such file, a folder, no permission."""

    code = "input"


class OutputError(HearerError):
    """A file cannot be written, or exists and must not be replaced."""

    code = "output"


class StrictError(HearerError):
    """The input has problems and `strict` was set; `problems` has all of them."""

    code = "strict"

    def __init__(self, problems: Iterable[object]) -> None:
        self.problems = first, *others = tuple(problems)
        super().__init__(f"{first} (and {len(others)} more)" if others else str(first))


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a question for the known name that is spelled most like `name`; "" if none is.

    >>> did_you_mean("Lappin", ["lappin-leass", "lrc"]), did_you_mean("x", [])
    (" (did you mean 'lappin-leass'?)", '')
    """
    by_spelling = {one.casefold(): one for one in known}
    near = get_close_matches(str(name)[:LONGEST].casefold(), by_spelling, n=1)
    return f" (did you mean {by_spelling[near[0]]!r}?)" if near else ""


def require(value: object, kind: type | tuple[type, ...], requirement: str) -> None:
    """Raise UsageError with the `requirement` unless `value` is an instance of `kind`."""
    if not isinstance(value, kind):
        raise UsageError(f"{requirement}, not {type(value).__name__}.")
