"""The commands as one program, and what their errors come to.

app    the commands, each with its options
run    the command that some arguments name, and its exit status
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

import hearer
from hearer.cli.commands import Commands, listed
from hearer.cli.process import INTERRUPTED, WRONG_USE, say

TOO_MUCH = {
    MemoryError: "There is not enough memory for this input.",
    RecursionError: "Something in this input is nested too deeply.",
}
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


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (else the command line) name."""
    try:
        given = sys.argv[1:] if arguments is None else arguments
        with app.make_context("hearer", [*given]) as context:
            app.invoke(context)
    except click.exceptions.Exit as left:
        return left.exit_code
    except click.UsageError as error:
        return _failed(error.format_message())
    except hearer.HearerError as error:
        return _failed(str(error))
    except BrokenPipeError:  # the reader of our output has left (| head)
        return 0
    except OSError as error:
        return _failed(f"{error.strerror or error}: {error.filename}".removesuffix(": None"))
    except (MemoryError, RecursionError) as error:
        return _failed(TOO_MUCH[type(error)])
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    return 0


def _failed(message: str) -> int:
    """Say what is wrong, in one line."""
    from hearer.harmless import printable

    if message:
        say(f"hearer: error: {printable(message)}")
    return WRONG_USE


def _version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        print(f"hearer {hearer.__version__}")
        context.exit()


@click.pass_context
def _nothing(context: click.Context, /) -> None:
    """Say what there is to whoever asks for nothing."""
    if context.invoked_subcommand is None:
        say(context.get_help())
        context.exit(WRONG_USE)


VERSION = click.Option(
    ["--version"],
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Say the version.",
)
app = Commands(
    "hearer",
    listed(),
    callback=_nothing,
    params=[VERSION],
    help="Follow a discourse word by word, and know at every pronoun who is meant, and why.",
    epilog=EXAMPLES + STATUS,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"]},
)
