"""CoNLL-U, read without loss: what is read is written back byte for byte."""

from hearer.formats.conllu.discourse import discourses
from hearer.formats.conllu.file import ConlluDocument, ConlluFile, ConlluSentence, Other, Range

from hearer.formats.conllu.file import parse, read, write  # isort: skip

__all__ = [
    "ConlluDocument", "ConlluFile", "ConlluSentence", "Other", "Range", "discourses", "parse",
    "read", "write",
]  # fmt: skip
