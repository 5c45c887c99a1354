"""CoNLL-U, lossless: whatever is read is written back byte for byte.

parsing      bytes to a ConlluFile, with everything wrong in it, and back
file         a file as a value: sentences, documents, every line as it stood
checks       what makes lines of columns a sentence: numbering and fields
tree         heads as numbers, and always a tree
discourse    the documents of a file, ready to be heard
nodes        words and empty nodes, as coreference counts them
make         CoNLL-U for a discourse that was not read from any
format       the format, declared

The format: https://universaldependencies.org/format.html
"""

from hearer.formats.conllu.discourse import discourses
from hearer.formats.conllu.file import ConlluDocument, ConlluFile, ConlluSentence, Other, Range
from hearer.formats.conllu.parsing import parse, read, strict, write

__all__ = [
    "ConlluDocument", "ConlluFile", "ConlluSentence", "Other", "Range", "discourses", "parse",
    "read", "strict", "write",
]  # fmt: skip
