"""CoNLL-U, lossless: whatever is read is written back byte for byte.

parsing      bytes to a ConlluFile, with everything wrong in it, and back
file         a file as a value: sentences, documents, nodes, every line as it stood
checks       what makes lines of columns a sentence: numbering, fields and a tree
discourse    the documents of a file, ready to be heard, and the way back
languages    in which language a document is, and its empty nodes, if that is not English
stated       sorts that a file states: Sort=person in MISC
multiword    which words are written together as one token, where no file says it

The format: https://universaldependencies.org/format.html
"""

from hearer.formats.conllu.discourse import discourses
from hearer.formats.conllu.file import ConlluDocument, ConlluFile, ConlluSentence, Other, Range
from hearer.formats.conllu.parsing import parse, read, write

__all__ = [
    "ConlluDocument", "ConlluFile", "ConlluSentence", "Other", "Range", "discourses", "parse",
    "read", "write",
]  # fmt: skip
