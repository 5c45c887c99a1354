"""The commands by their names: `hearer --help` lists them all, and imports none.

COMMANDS    what there is, in the order it is listed
Command     what is said of a command before it is imported
Commands    the group they are in, which imports the one that is asked for
meant       what people type who know other programs, as we say it
joined      arguments, of which a command of two words is one
spelled     the name of a command as Python has it
imported    a command with its options
later       stands for a command until then
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.main import get_command

from hearer.errors import UnknownName, UsageError


class Command(NamedTuple):
    """A command of the module of its name.

    `summary` is the first sentence of its docstring. `takes`: in the place of what it takes stand
    the options that this is made from, by a function of `arguments`.
    """

    summary: str
    takes: Mapping[str, str] = MappingProxyType({})


# Made in this order: what can be refused before anything is read comes first.
ASKING = {"where": "where", "how": "how", "known": "known", "documents": "documents"}
COMMANDS = {
    "resolve": Command(
        "Resolve the pronouns of a text, of files or of folders, document by document.",
        {"how": "how", "known": "known"},
    ),
    "corpus": Command(
        "Resolve many documents: folders, archives, tables of texts; on all cores, to go on with.",
        {"how": "how"},
    ),
    "corpus query": Command("Ask a corpus that was resolved: in SQL, or a question by its name."),
    "corpus status": Command("Say what became of the documents of a corpus, also while it runs."),
    "trace": Command(
        "Show the discourse entities after every word, and what was tested for each pronoun.",
        {"where": "where", "how": "how_in_the_literature", "known": "known", "given": "given"},
    ),
    "why": Command(
        "Say why a pronoun means what it means: what was tested, in order, and what it failed.",
        {"where": "where", "how": "how", "question": "question"},
    ),
    "why-not": Command(
        "Say why a pronoun does not mean CANDIDATE.",
        {"how": "how"},
    ),
    "rewrite": Command("Replace the pronouns of a text by who is meant.", ASKING),
    "listen": Command(
        "Hear the standard input as it arrives, and say at every word what has become clear.",
        {"how": "how"},
    ),
    "compare": Command(
        "Show what several algorithms make of each pronoun, and where they differ and why."
    ),
    "evaluate": Command(
        "Evaluate algorithms against gold, pronoun by pronoun, and say why they err."
    ),
    "centering": Command(
        "Compute Cf, Cb, Cp, transitions, Rule 1 and cost, and beside them the S-list's coherence."
    ),
    "convert": Command(
        "Write a file in another format, with the entities it is annotated with. Resolve nothing."
    ),
    "studio": Command("Open the studio: a text and its pronouns, word by word, in the browser."),
    "serve": Command("Answer over HTTP: resolve, why, rewrite, trace, compare, convert, sessions."),
    "demo": Command("Show in two minutes what can be done, with the commands that do it."),
    "gallery": Command(
        "Show examples of the literature: what is published of them, and what we answer."
    ),
    "algorithms": Command("List the algorithms with their papers, or say all of one."),
    "formats": Command(
        "List the formats: their names, what their files are called, and whether they can be read."
    ),
}


# What somebody may call a command, and what we call it.
CALLED = {
    "annotate": "resolve", "batch": "corpus", "benchmark": "evaluate", "coref": "resolve",
    "corpora": "corpus", "eval": "evaluate", "examples": "demo", "explain": "why",
    "export": "convert", "folder": "corpus", "list": "algorithms", "models": "algorithms",
    "parse": "resolve", "query": "corpus query OUT", "replace": "rewrite", "run": "resolve",
    "score": "evaluate", "server": "serve", "status": "corpus status OUT", "stream": "listen",
    "tour": "demo", "transform": "convert", "tutorial": "demo", "web": "studio",
    "whynot": "why-not",
}  # fmt: skip
COMPLETIONS = ("--install-completion", "--show-completion")


class Commands(TyperGroup):
    """The commands; who asks for one gets it with its options."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is asked for; where there is none, what may be meant."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise _no_command(args[0])
        name, found, rest = super().resolve_command(ctx, joined(args))
        return name, found and imported(str(name)), rest

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """All that is said of each: no sentence is cut off."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, one.summary) for name, one in COMMANDS.items()])


def meant(arguments: Sequence[str]) -> list[str]:
    """The arguments, in our words.

    >>> meant(["help", "resolve"]), meant(["version"]), meant(["why"])
    (['resolve', '--help'], ['--version'], ['why'])
    """
    first, *rest = arguments or ("",)
    if first == "help":
        return [*joined(rest)[:1], "--help"]
    if first in COMPLETIONS and not rest:
        from hearer.cli.completion import own_shell

        return [first, own_shell()]
    return ["--version"] if first == "version" else [*arguments]


def joined(arguments: Sequence[str]) -> list[str]:
    """The arguments; two words that name a command are one.

    >>> joined(["corpus", "query", "out"]), joined(["corpus", "./query"])
    (['corpus query', 'out'], ['corpus', './query'])
    """
    name = " ".join(arguments[:2])
    return [name, *arguments[2:]] if name in COMMANDS else [*arguments]


def spelled(name: str) -> str:
    """The name of a command, of its module and its function, as Python has it.

    >>> spelled("why-not"), spelled("corpus query")
    ('why_not', 'corpus_query')
    """
    return name.replace("-", "_").replace(" ", "_")


def _no_command(name: str) -> UsageError:
    """What is wrong where a command should stand: a file, a text, or a slip of the pen."""
    from pathlib import Path
    from shlex import quote

    if name in CALLED or name.rstrip("s") in CALLED:
        called = CALLED.get(name) or CALLED[name.rstrip("s")]
        return UsageError(f"There is no command {name!r}: say hearer {called}.")
    if " " in name.strip():
        return UsageError(f"A text needs a command: hearer resolve --text {quote(name)}")
    if Path(name).suffix or Path(name).exists():
        return UsageError(f"A file needs a command: hearer resolve {quote(name)}")
    return UnknownName("command", name, COMMANDS)


def later() -> None:
    """Stand for a command that is not imported yet."""


def imported(name: str) -> Any:
    """The command of a name, with its options."""
    module = import_module(f"hearer.cli.{spelled(name)}")
    arguments, by_options = map(import_module, ("hearer.cli.arguments", "hearer.cli.taking"))
    makers = {taken: getattr(arguments, by) for taken, by in COMMANDS[name].takes.items()}
    command = getattr(module, spelled(name))
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, epilog=module.EXAMPLES)(by_options.taking(**makers)(command))
    return get_command(alone)
