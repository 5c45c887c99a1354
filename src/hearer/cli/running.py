"""The commands as one program, and what their errors come to.

app    the commands, each with its options
run    the command that some arguments name, and its exit status
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import hearer
from hearer.cli.commands import COMMANDS, Commands, joined, later, meant
from hearer.cli.process import INTERRUPTED, WRONG_USE, in_command_words, say

TOO_MUCH = {
    MemoryError: "There is not enough memory for this input.",
    RecursionError: "Something in this input is nested too deeply.",
}
# click's UsageError, wherever this typer keeps its click.
_MISUSED: type[Exception] = typer.BadParameter.__bases__[0]
EXAMPLES = """\b
Examples:
  hearer demo
  hearer resolve --text "Anna met a judge. She thanked him."
  hearer rewrite --text "Anna met a judge. She thanked him."
  hearer help resolve
"""
IN_OUR_WORDS = {
    r"Got unexpected extra arguments?(\(s\))? \((.*)\)": r"That is too much: \2.",
    r"Invalid value for '(\S+)': '(.*)' is not one of (.*)": r"There is no \1 '\2'; there is \3",
    r"Invalid value for '(\S+)': '(.*)' is not a valid (?:float|int(?:eger)?)\.": (
        r"\1 wants a number, not '\2'."
    ),
}
ONE_FILE = frozenset("centering compare rewrite trace why".split())
COMPLETING = "_HEARER_COMPLETE"  # a shell asks what the next word may be

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
    if os.environ.get(COMPLETING):
        from hearer.cli.completion import prepare

        prepare()
    spoken: Sequence[str] = ()
    try:
        spoken = meant(sys.argv[1:] if arguments is None else arguments)
        status = app(spoken, prog_name="hearer", standalone_mode=False)
    except _MISUSED as error:
        return _failed(_misused(error, spoken), spoken)
    except hearer.HearerError as error:
        return _failed(error.command_message(), spoken)
    except SystemExit as left:  # a shell has its answer, or the reader of ours has left (| head)
        has_left = isinstance(left.__context__, BrokenPipeError) or not left.code
        return 0 if has_left else WRONG_USE
    except OSError as error:
        return _failed(f"{error.strerror or error}: {error.filename}".removesuffix(": None"))
    except (MemoryError, RecursionError) as error:
        return _failed(TOO_MUCH[type(error)])
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _failed(message: str, spoken: Sequence[str] = ()) -> int:
    """Say what is wrong, in one line."""
    from hearer.harmless import printable

    if message:
        told = printable(in_command_words(message))
        say(f"hearer: error: {told}{_folder_meant(told, spoken)}")
    return WRONG_USE


def _folder_meant(told: str, spoken: Sequence[str]) -> str:
    """What to say for a folder that is called like the second word of a command."""
    name = next(iter(joined(spoken)), "").partition(" ")[2]
    if not name or not os.path.lexists(name):
        return ""
    end = " If" if told.endswith(".") else "; if"
    return f"{end} the folder {name} is meant, say hearer corpus ./{name}"


def _misused(error: Exception, spoken: Sequence[str]) -> str:
    """What is wrong, and where it is said what would be right."""
    told = str(getattr(error, "format_message", error.__str__)()).strip()
    for theirs, ours in IN_OUR_WORDS.items():
        told = re.sub(theirs, ours, told)
    if not told:
        return ""
    if option := getattr(error, "option_name", None) if hasattr(error, "possibilities") else None:
        told = f"There is no option {option}{_near(option, error)}."
    file = next((word for word in spoken if word[:1] == "-" and os.path.lexists(word)), None)
    if file:
        return f"{told} If the file {file} is meant, say ./{file}"
    command = next((word for word in joined(spoken) if word in COMMANDS), None)
    if command is None:
        return f"{told} Options go behind a command: hearer resolve --text '...'"
    if "too much" in told and command in ONE_FILE:
        told += f" hearer {command} reads one file at a time."
    return f"{told} See hearer {command} --help."


def _near(option: str, error: Exception) -> str:
    from hearer.errors import nearest

    near = nearest(option, getattr(error, "possibilities", None) or ())
    return f" (did you mean {near}?)" if near and near[:4] == option[:4] else ""


def _version(asked: bool) -> None:
    if asked:
        from hearer.parsers.english.version import model_version

        print(f"hearer {hearer.__version__}, model {model_version() or 'none'}")
        raise typer.Exit


def _show_completion(shell: str | None) -> None:
    if shell is not None:
        from hearer.cli.completion import script

        print(script(shell))
        raise typer.Exit


def _install_completion(shell: str | None) -> None:
    if shell is not None:
        from hearer.cli.completion import installed

        print(installed(shell))
        raise typer.Exit


@app.callback(epilog=EXAMPLES + STATUS)
def _hearer(
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001 - its callback has answered, as have the others
        bool,
        typer.Option(
            "--version",
            "-V",
            callback=_version,
            is_eager=True,
            help="Say the version, and that of the English model.",
        ),
    ] = False,
    install: Annotated[  # noqa: ARG001
        str | None,
        typer.Option(
            "--install-completion",
            callback=_install_completion,
            help="Let a shell complete what you type: bash, zsh or fish; yours, if none is named.",
            metavar="[SHELL]",
        ),
    ] = None,
    show: Annotated[  # noqa: ARG001
        str | None,
        typer.Option(
            "--show-completion",
            callback=_show_completion,
            help="Print what that would install.",
            metavar="[SHELL]",
        ),
    ] = None,
) -> None:
    """Follow a discourse word by word, and know at every pronoun who is meant, and why."""
    if context.invoked_subcommand is None:
        say(context.get_help())
        raise typer.Exit(WRONG_USE)


for _name, _command in COMMANDS.items():
    app.command(_name, help=_command.summary, hidden=" " in _name)(later)
