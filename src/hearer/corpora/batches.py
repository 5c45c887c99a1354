"""Documents as batches: what one worker hears at a time, and what is done or not.

Batch       some documents in a row, with a key that changes when anything of them changes
batches     documents cut into batches, one after the other
LARGEST     bytes of a batch of several documents
BESIDES     bytes that a document counts for besides its own: a million empty ones are work, too

Where a batch ends is seen from its documents, not from how many came before: if one is added in
the middle, the batches that follow it soon are what they were, and what was done stays done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b

from hearer.corpora.document import DIGEST_BYTES, Document

LARGEST = 32_000  # some 5,500 words, which take one or two seconds
SMALLEST = LARGEST // 4
ONE_IN = 4  # documents that end a batch of that size at least
BESIDES = 200


@dataclass(frozen=True, slots=True)
class Batch:
    """Some documents in a row."""

    number: int  # from 0
    key: str
    documents: tuple[Document, ...]

    @property
    def size(self) -> int:
        """The bytes of the input files that it stands for."""
        return sum(one.size for one in self.documents)


def batches(documents: Iterable[Document], job: str = "") -> Iterator[Batch]:
    """The documents in batches; `job` is what changes when they are to be heard otherwise.

    A long document has a batch of its own.
    """
    number, held, digests, size = 0, list[Document](), list[str](), 0
    for document in documents:
        weight = len(document.content) + BESIDES
        if held and size + weight > LARGEST:
            yield Batch(number, _key(digests, job), tuple(held))
            number, held, digests, size = number + 1, [], [], 0
        held.append(document)
        digests.append(document.digest)
        size += weight
        if size >= LARGEST or (size >= SMALLEST and _ends(document.name)):
            yield Batch(number, _key(digests, job), tuple(held))
            number, held, digests, size = number + 1, [], [], 0
    if held:
        yield Batch(number, _key(digests, job), tuple(held))


def _ends(name: str) -> bool:
    """By the name alone: neither what is in a document nor where it lies moves other batches."""
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=1).digest()
    return digest[0] % ONE_IN == 0


def _key(digests: Iterable[str], job: str) -> str:
    together = "\n".join((job, *digests))
    return blake2b(together.encode(), digest_size=DIGEST_BYTES).hexdigest()
