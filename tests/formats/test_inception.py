"""There and back: what hearer understood, mended in INCEpTION, and read again.

What INCEpTION does to a file is done here by hand, after the description of its format: it writes
version 3.3, a line `#Text=` for each line of a sentence, and the links of a chain as they stand.
"""

from __future__ import annotations

import re

import hearer
from hearer.formats import webanno
from hearer.model import Interpretation
from tests.formats.exchange import Chains, chains
from tests.parsers.parses import needs_model

TEXT = "Joan met Susan\nin the park. She smiled, and she left."
JOAN, SUSAN, SHE, SHE_2 = (0, 4), (7, 12), (22, 25), (35, 38)


def exported(found: Interpretation) -> str:
    """What was understood, imported into INCEpTION and exported again, untouched."""
    text = hearer.write(found, to="webanno").replace("TSV 3.2", "TSV 3.3")
    each = re.compile(r"^#Text=.*", re.MULTILINE)
    return each.sub(lambda line: line[0].replace("\\n", "\n#Text="), text)


def linked(text: str, **links: str) -> str:
    """A file in which words have other links: `She="2-3"` is link 3 of chain 2."""
    for word, link in links.items():
        cells = f"\\t{word}\\t*->{link}\\t*[{link.partition('-')[0]}]\\t"
        text, times = re.subn(rf"\t{word}\t[^\t]*\t[^\t]*\t", cells, text)
        assert times == 1, word
    return text


def read(text: str) -> Chains:
    file = webanno.read(text.encode())
    assert file.problems == ()
    (found,) = file
    return chains(found)


@needs_model
def test_a_chain_that_was_linked_anew_is_read_as_it_stands_there() -> None:
    sent = exported(hearer.resolve(TEXT))
    assert [JOAN, SHE, SHE_2] in read(sent)
    mended = linked(sent, Joan="1-1", Susan="2-1", She="2-2", she="2-3")
    assert [JOAN] in read(mended)
    assert [SUSAN, SHE, SHE_2] in read(mended)


@needs_model
def test_a_span_that_was_deleted_is_gone() -> None:
    sent = exported(hearer.resolve(TEXT))
    gone = re.sub(r"\tshe\t[^\t]*\t[^\t]*\t", "\tshe\t_\t_\t", sent)
    assert [JOAN, SHE] in read(gone)
