"""The commands as one program, and what their errors come to.

app    the commands, each with its options
run    the command that some arguments name, and its exit status
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

import hearer
from hearer.cli.commands import COMMANDS, Commands, later
from hearer.cli.process import INTERRUPTED, WRONG_USE, say

TOO_MUCH = {
    MemoryError: "There is not enough memory for this input.",
    RecursionError: "Something in this input is nested too deeply.",
}
# click's UsageError, wherever this typer keeps its click.
_MISUSED: type[Exception] = typer.BadParameter.__bases__[0]
EXAMPLES = """\b
Examples:
  hearer trace examples/table3.conllu
  hearer resolve examples/table5.conllu --to tsv
"""

STATUS = """\n\b
Exit status:
0 done, or the reader of the output has left; 1 problems under --strict;
2 wrong use, or what cannot be read or written; 130, 143, 129 ended by
SIGINT (Ctrl-C), SIGTERM, SIGHUP.
"""

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (else the command line) name."""
    try:
        status = app(arguments, prog_name="hearer", standalone_mode=False)
    except _MISUSED as error:
        return _failed(getattr(error, "format_message", error.__str__)())
    except hearer.HearerError as error:
        return _failed(str(error))
    except SystemExit as left:  # typer has seen that the reader of our output has left (| head)
        return 0 if isinstance(left.__context__, BrokenPipeError) else WRONG_USE
    except OSError as error:
        return _failed(f"{error.strerror or error}: {error.filename}".removesuffix(": None"))
    except (MemoryError, RecursionError) as error:
        return _failed(TOO_MUCH[type(error)])
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _failed(message: str) -> int:
    """Say what is wrong, in one line."""
    from hearer.harmless import printable

    if message:
        say(f"hearer: error: {printable(message)}")
    return WRONG_USE


def _version(asked: bool) -> None:
    if asked:
        print(f"hearer {hearer.__version__}")
        raise typer.Exit


@app.callback(epilog=EXAMPLES + STATUS)
def _hearer(
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001 - its callback has answered
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Follow a discourse word by word, and know at every pronoun who is meant, and why."""
    if context.invoked_subcommand is None:
        say(context.get_help())
        raise typer.Exit(WRONG_USE)


for _name, _command in COMMANDS.items():
    app.command(_name, help=_command.summary)(later)
