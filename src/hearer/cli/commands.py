"""All commands of the command line, and what their errors come to.

app    the commands, each with its options
run    the command that some arguments name, and its exit status
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

import hearer
from hearer.cli import (
    algorithms,
    centering,
    compare,
    convert,
    evaluate,
    formats,
    listen,
    resolve,
    rewrite,
    trace,
    why,
)
from hearer.cli.arguments import documents, given, how, how_in_the_literature, taking, where
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

app = typer.Typer(
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
    except BrokenPipeError:
        return 0  # the reader of our output has left (| head): nobody is to hear of it
    except OSError as error:
        return _failed(f"{error.strerror or error}: {error.filename}".removesuffix(": None"))
    except (MemoryError, RecursionError) as error:
        return _failed(TOO_MUCH[type(error)])
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _failed(message: str) -> int:
    if message:
        say(f"hearer: error: {message}")
    return WRONG_USE


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
        say(context.get_help())
        raise typer.Exit(WRONG_USE)


# In the place of what a command takes stand the options that it is made from.
_asking = taking(where=where, how=how, documents=documents)
_tracing = taking(where=where, how=how_in_the_literature, given=given)
app.command(epilog=resolve.EXAMPLES)(taking(how=how)(resolve.resolve))
app.command(epilog=trace.EXAMPLES)(_tracing(trace.trace))
app.command(epilog=why.EXAMPLES)(_asking(why.why))
app.command(epilog=rewrite.EXAMPLES)(_asking(rewrite.rewrite))
app.command(epilog=listen.EXAMPLES)(taking(how=how)(listen.listen))
app.command(epilog=compare.EXAMPLES)(compare.compare)
app.command(epilog=evaluate.EXAMPLES)(evaluate.evaluate)
app.command(epilog=centering.EXAMPLES)(centering.centering)
app.command(epilog=convert.EXAMPLES)(convert.convert)
app.command(epilog=algorithms.EXAMPLES)(algorithms.algorithms)
app.command(epilog=formats.EXAMPLES)(formats.formats)
