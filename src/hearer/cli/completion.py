"""Shell completion: what the next word may be.

own_shell     the shell that we were called from
script        what a shell needs to ask us
installed     that script in its place, and where that is
prepare       be ready to answer a shell

What may stand behind options, each with the beginning that is typed:

algorithms, compared, examples, profiles, parsers, read, written, targets, options, inputs,
questions
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from typer import Context

from hearer.errors import UnknownName, UsageError

SHELLS = ("bash", "fish", "zsh")
PROGRAM = {"prog_name": "hearer", "complete_var": "_HEARER_COMPLETE"}


def own_shell() -> str:
    """The name of the shell that we were called from."""
    try:
        name, _ = import_module("shellingham").detect_shell()  # typer brings it along
    except (ImportError, OSError) as error:
        raise UsageError(f"Say which shell completes: {', '.join(SHELLS)}.") from error
    return str(name)


def script(shell: str) -> str:
    """What a shell needs to ask us."""
    return str(_typer().get_completion_script(**PROGRAM, shell=_known(shell)))


def installed(shell: str) -> str:
    """Put the script where the shell finds it; where that is."""
    _, path = _typer().install(shell=_known(shell), **PROGRAM)
    return f"The completion of {shell} is in {path}; it works in the next shell you open."


def prepare() -> None:
    """Be ready to answer a shell."""
    _typer().completion_init()


def _known(shell: str) -> str:
    if shell not in SHELLS:
        raise UnknownName("completion for the shell", shell, SHELLS)
    return shell


def _typer() -> Any:
    """Typer's own scripts; it exports them to nobody."""
    return import_module("typer.completion")


# What may stand behind options ----------------------------------------------------------------


def algorithms(incomplete: str) -> list[str]:
    """Names of algorithms."""
    from hearer.algorithms import ALGORITHMS

    return _beginning(ALGORITHMS.names(), incomplete)


def compared(incomplete: str) -> list[str]:
    """Names of algorithms, or all of them."""
    return [*algorithms(incomplete), *_beginning(["all"], incomplete)]


def examples(incomplete: str) -> list[str]:
    """Names of examples of the literature."""
    from hearer.gallery.examples import examples_of

    return _beginning([one.name for one in examples_of()], incomplete)


def questions(incomplete: str) -> list[str]:
    """Names of ready-made questions about a corpus."""
    from hearer.corpora.query import named_queries

    return _beginning(named_queries(), incomplete)


def profiles(incomplete: str) -> list[str]:
    """Names of profiles."""
    from hearer.profiles import PROFILES

    return _beginning(PROFILES, incomplete)


def parsers(incomplete: str) -> list[str]:
    """Names of parsers."""
    from hearer.parsers import PARSERS

    return _beginning(PARSERS.names(), incomplete)


def read(incomplete: str) -> list[str]:
    """Names of formats that can be read."""
    from hearer.formats.converting import known

    return _beginning((one.name for one in known() if one.read), incomplete)


def written(incomplete: str) -> list[str]:
    """Names of formats that can be written."""
    from hearer.formats.converting import known

    return _beginning((one.name for one in known() if one.write or one.stream), incomplete)


def targets(incomplete: str) -> list[str]:
    """What a corpus can be written as."""
    from hearer.corpora.targets import names

    return _beginning(names(), incomplete)


def inputs(ctx: Context, incomplete: str) -> list[str]:
    """What may stand behind `corpus`: the second word of a command, or a file beside it."""
    from pathlib import Path

    words = [] if ctx.params.get("inputs") else _beginning(["query", "status"], incomplete)
    if not words:
        return []  # files are for the shell to know
    names = _beginning(sorted(path.name for path in Path().iterdir()), incomplete)
    beside = [name for name in names if not name.startswith(".")]
    return [*words, *(f"{name}/" if Path(name).is_dir() else name for name in beside)]


def options(incomplete: str) -> list[str]:
    """Names of options, each with what the value stands behind."""
    from hearer.profiles import PROFILES

    names = {name for profile in PROFILES.values() for name in profile.known}
    return _beginning((f"{name}=" for name in sorted(names)), incomplete)


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
