"""The command line: every command is a thin call of a public function.

    program       the command line as a program of its own
    main          run a command; what its exit status means is in `docs/cli.md`

How it begins and ends:

    process       signals, closed streams, and the last of the output
    running       the commands as one program, and what their errors come to

One command a file:

    resolve       what every pronoun was taken to mean
    corpus        many documents, on all cores
    corpus_query  what they answer
    corpus_status what became of them
    trace         the states of an analysis, as the paper's tables print them
    why           why a pronoun means what it means
    why_not       why it does not mean somebody else
    rewrite       a text with its pronouns spelled out
    listen        live text
    compare       several algorithms side by side
    evaluate      algorithms against gold
    centering     Cf, Cb, Cp and transitions
    convert       from one format to another
    algorithms    who can resolve
    formats       what can be read and written
    studio        the page in the browser
    serve         HTTP and JSON
    demo          a show of two minutes
    gallery       examples of the literature, published and ours

What they share:

    commands      which commands there are, each imported when it is asked for
    arguments     the options of several commands, each declared once
    being_sure    how sure an answer must be
    knowing       what is known beforehand, and brought along in a file
    taking        how a command takes what is made from options
    inputs        what is read: files, folders, the standard input, a text
    asking        which pronoun a question is about
    output        where results and problems go
    hearing       documents heard one after the other, with a bar
    completion    what the next word on the command line may be
    resolving     files heard one after the other, and where results go
    corpus_progress
                  what is said of a corpus as it is heard, and at its end
    coverage      how many pronouns were resolved
    centering_files
                  the centers of one file, in whatever process

The commands are imported when one is called: whoever interrupts before that is answered, too.
"""

from __future__ import annotations

import gc

from hearer.cli import process

TYPE_CHECKING = False  # nothing is imported before a signal is answered
if TYPE_CHECKING:
    from collections.abc import Sequence

RARELY = (100_000, 50, 100)  # allocations, and collections of the young, between two collections


def program() -> int:
    """Run the command line as a program of its own.

    Its process is ours, and what is understood of a long text is many values and no circles: so
    the garbage collector comes rarely. The library leaves it alone.
    """
    process.prepare()
    gc.set_threshold(*RARELY)
    return process.flushed(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that `arguments` (else the command line) name."""
    from hearer.cli import running

    return running.run(arguments)
