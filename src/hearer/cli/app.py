"""The commands as one program, options that are misspelled, and exit statuses of errors."""

from __future__ import annotations

import inspect
import os
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from hearer.cli.process import INTERRUPTED, WRONG_USE, say
from hearer.errors import HearerError, UnknownName, UsageError, did_you_mean
from hearer.escape import printable

# The module of each command, imported when it is called, and the first line of its docstring.
COMMANDS = {
    "resolve": ("resolve", "Resolve the pronouns of a text, of files or of folders."),
    "corpus": ("corpus", "Resolve many documents: folders, archives, tables of texts."),
    "corpus query": ("corpus", "Query the tables of a corpus: by name, or in SQL."),
    "corpus status": ("corpus", "Show what became of the documents of a corpus."),
    "trace": ("explain", "Show the discourse entities after every word."),
    "why": ("explain", "Explain why a pronoun means what it means."),
    "rewrite": ("explain", "Replace the pronouns of texts, of files or of folders by names."),
    "listen": ("explain", "Resolve the standard input word by word, as it arrives."),
    "compare": ("explain", "Show how several algorithms resolve each pronoun."),
    "evaluate": ("evaluate", "Evaluate algorithms against gold coreference."),
    "centering": ("evaluate", "Compute Cf, Cb, Cp, transitions and Rule 1."),
    "convert": ("convert", "Write a file with its annotation in another format."),
    "studio": ("serve", "Open the studio: a text and its pronouns in the browser."),
    "serve": ("serve", "Serve HTTP: resolve, why, rewrite, trace, compare, sessions."),
    "demo": ("convert", "Show in two minutes what hearer can do."),
    "gallery": ("evaluate", "Show examples of the literature, published answers and ours."),
    "list": ("convert", "List algorithms, formats, profiles, options, examples, queries."),
}
# Options that users try, and what is meant.
MEANT = {
    **{f"--{name}": f"--to {name}" for name in "csv html json jsonl latex text tsv".split()},
    "--txt": "--to text",
    "--format": "--from FORMAT or --to FORMAT",
    "--view": "--to FORMAT",
    "--out": "-o OUTPUT",
    **{f"--{name}": f"--set {name}=VALUE" for name in "given language parser".split()},
}
TOO_MUCH = {
    MemoryError: "There is not enough memory for this input.",
    RecursionError: "Something in this input is nested too deeply.",
}
STYLE: Any = {"rich_markup_mode": None, "pretty_exceptions_enable": False}
# click's UsageError: typer has a copy of click.
_MISUSED: type[Exception] = typer.BadParameter.__bases__[0]


class Commands(TyperGroup):
    """Commands that are imported when they are called; those of two words are found by both."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command; raise with what to type if there is none."""
        name, *rest = joined(args)
        if name not in COMMANDS and not ctx.resilient_parsing:
            raise _no_command(name)
        return (name, command(name), rest) if name in COMMANDS else (None, None, args)

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        """List all commands; shells complete those of one word."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in COMMANDS.items()])


def command(name: str) -> Any:
    """Import a command and build it with its options."""
    module, attribute = import_module(f"hearer.cli.{COMMANDS[name][0]}"), name.replace(" ", "_")
    function = getattr(module, attribute, None) or getattr(module, f"{attribute}_")  # list_
    # Click keeps the lines of a paragraph that begins with \b.
    text = str(inspect.getdoc(function)).replace("\nExamples:", "\n\b\nExamples:")
    alone = typer.Typer(add_completion=False, **STYLE)
    alone.command(name, help=text)(function)
    return get_command(alone)


app = typer.Typer(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    **STYLE,
)
for _name, (_, _summary) in COMMANDS.items():
    app.command(_name, help=_summary, hidden=" " in _name)(lambda: None)


def _version(wanted: bool) -> None:
    if wanted:
        import hearer
        from hearer.parsers.english import model_version

        print(f"hearer {hearer.__version__}, model {model_version() or 'none'}")
        raise typer.Exit


@app.callback()
def _hearer(
    context: typer.Context,
    *,
    _: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_version, is_eager=True, help="Print the versions."
        ),
    ] = False,
) -> None:
    """Resolve pronouns word by word, and explain each decision.

    \b
    Examples:
      hearer demo
      hearer resolve --text "Anna met a judge. She thanked him."
      hearer rewrite --text "Anna met a judge. She thanked him."
      hearer resolve --help

    Exit status: 0 done; 1 problems under --strict, or some inputs failed; 2 wrong use, or what
    cannot be read or written; 130, 143, 129 ended by SIGINT (Ctrl-C), SIGTERM, SIGHUP.
    """  # noqa: D301 - \b is click's
    if context.invoked_subcommand is None:
        print(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (default: sys.argv) name, and return the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = app(words, prog_name="hearer", standalone_mode=False)
    except _MISUSED as error:
        return _failed(_misused(error, words))
    except HearerError as error:
        return _failed(error.command_message())
    except SystemExit as left:  # a shell has its completion, or has closed the pipe
        is_closed = isinstance(left.__context__, BrokenPipeError)
        return 0 if is_closed or not left.code else WRONG_USE
    except OSError as error:
        return _failed(f"{error.strerror or error}: {error.filename}".removesuffix(": None"))
    except (MemoryError, RecursionError) as error:
        return _failed(TOO_MUCH[type(error)])
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def joined(words: Sequence[str]) -> list[str]:
    """Join two words that name a command.

    >>> joined(["corpus", "query", "out"]), joined(["corpus", "./query"])
    (['corpus query', 'out'], ['corpus', './query'])
    """
    name = " ".join(words[:2])
    return [name, *words[2:]] if name in COMMANDS else [*words]


def _no_command(name: str) -> UsageError:
    is_text = " " in name.strip()
    if is_text or Path(name).suffix or Path(name).exists():
        what = f"{'--text ' * is_text}{shlex.quote(name)}"
        return UsageError(f"A text or a file needs a command: hearer resolve {what}")
    return UnknownName("command", name, COMMANDS)


def _failed(message: str) -> int:
    if message:
        say(f"hearer: error: {printable(message)}")
    return WRONG_USE


def _misused(error: Exception, words: Sequence[str]) -> str:
    """Return click's message with what is probably meant, and where to find help."""
    message = str(getattr(error, "format_message", error.__str__)()).strip()
    name = next((word for word in joined(words) if word in COMMANDS), "")
    if option := getattr(error, "option_name", "") if hasattr(error, "possibilities") else "":
        near = did_you_mean(option, getattr(error, "possibilities", None) or ())
        near = f" (did you mean {MEANT[option]}?)" if option in MEANT else near
        message = f"There is no option {option}{near}."
    if file := next((word for word in words if word[:1] == "-" and os.path.lexists(word)), None):
        return f"{message} If the file {file} is meant, say ./{file}"
    if not name:
        return f"{message} Options go behind a command: hearer resolve --text '...'"
    reads = " It reads the standard input: hearer listen < FILE." * ("listen" in name)
    return f"{message.removesuffix('.')}.{reads * ('extra' in message)} See hearer {name} --help."
