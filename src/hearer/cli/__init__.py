"""The command line: every command is a thin call of a public function.

    program       the command line as a program
    main          run a command; the exit status is 0 done, 1 problems under --strict, 2 wrong use

One command a file:

    resolve       what every pronoun was taken to mean
    trace         the states of an analysis, as the paper's tables print them
    why           why a pronoun means what it means
    rewrite       a text with its pronouns spelled out
    listen        live text
    compare       several algorithms side by side
    evaluate      algorithms against gold
    centering     Cf, Cb, Cp and transitions
    convert       from one format to another
    algorithms    who can resolve
    formats       what can be read and written

What they share:

    commands      which commands there are, each imported when it is asked for
    arguments     the options of several commands, each declared once
    output        where results and problems go
    coverage      how many pronouns were resolved
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import hearer
from hearer.cli.commands import COMMANDS, Commands, later

WRONG_USE = 2
INTERRUPTED = 130
RARELY = (100_000, 50, 100)  # allocations, and collections of the young, between two collections
# click's UsageError, wherever this typer keeps its click.
_MISUSED: type[Exception] = typer.BadParameter.__bases__[0]
EXAMPLES = """\b
Examples:
  hearer trace examples/table3.conllu
  hearer resolve examples/table5.conllu --to tsv
"""

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def program() -> int:
    """Run the command line as a program of its own.

    Its process is ours, and what is understood of a long text is many values and no circles: so
    the garbage collector comes rarely. The library leaves it alone.
    """
    gc.set_threshold(*RARELY)
    return main()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (else the command line) name."""
    try:
        status = app(arguments, prog_name="hearer", standalone_mode=False)
    except _MISUSED as error:
        return _failed(getattr(error, "format_message", error.__str__)())
    except hearer.HearerError as error:
        return _failed(str(error))
    except BrokenPipeError:
        return _hung_up()
    except OSError as error:
        return _failed(f"{error.strerror or error}: {error.filename}".removesuffix(": None"))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _failed(message: str) -> int:
    if message:
        print(f"hearer: error: {message}", file=sys.stderr)
    return WRONG_USE


def _hung_up() -> int:
    """The reader of our output has left (| head): nobody is to hear of it, at exit neither."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _version(asked: bool) -> None:
    if asked:
        print(f"hearer {hearer.__version__}")
        raise typer.Exit


@app.callback(epilog=EXAMPLES)
def _hearer(
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001 - its callback has answered
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Follow a discourse word by word, and know at every pronoun who is meant, and why."""
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(WRONG_USE)


for _name, _command in COMMANDS.items():
    app.command(_name, help=_command.summary)(later)
