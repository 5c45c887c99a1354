"""Which documents there were: so that it can be told which are new, changed or gone.

Listed       the documents of a run, batch by batch, in a few bytes each
compared     what has changed from one list to another

A list is made of records: the key of a batch, how many documents it has, and for each of them
eight bytes of the sum of its name, and eight of its digest; a digest over all of it stands at its
end. Nothing that is made depends on it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from hashlib import blake2b

from hearer.corpora.batches import Batch
from hearer.corpora.document import DIGEST_BYTES, Document
from hearer.corpora.told.telling import InputsCompared

SUM = 8  # bytes of the sum of a name, and of a digest
NUMBER = 4  # bytes of how many documents a batch has


class Listed:
    """The documents of a run, as its batches come."""

    def __init__(self) -> None:
        self._records = bytearray()

    def add(self, batch: Batch) -> None:
        """List the documents of a batch."""
        self._records += bytes.fromhex(batch.key)
        self._records += len(batch.documents).to_bytes(NUMBER)
        for document in batch.documents:
            self._records += _name(document) + bytes.fromhex(document.digest)[:SUM]

    @property
    def content(self) -> bytes:
        return bytes(self._records) + _digest(self._records)


def _name(document: Document) -> bytes:
    return blake2b(document.name.encode("utf-8", "surrogatepass"), digest_size=SUM).digest()


def _digest(records: bytes | bytearray) -> bytes:
    return blake2b(records, digest_size=DIGEST_BYTES).digest()


def compared(before: bytes, now: bytes) -> InputsCompared | None:
    """What has changed; none if there was no list, or it is broken.

    Only documents of batches that are not in both are looked at.
    """
    before, digest = before[:-DIGEST_BYTES], before[-DIGEST_BYTES:]
    if _digest(before) != digest:
        return None
    now = now[:-DIGEST_BYTES]
    was = _documents(before, besides={key for key, _ in _batches(now)})
    is_now = _documents(now, besides={key for key, _ in _batches(before)})
    both = was.keys() & is_now.keys()
    return InputsCompared(
        new=len(is_now) - len(both),
        changed=sum(was[name] != is_now[name] for name in both),
        gone=len(was) - len(both),
    )


def _documents(content: bytes, *, besides: Container[bytes]) -> dict[bytes, bytes]:
    """The digests of documents, by the sums of their names."""
    return {
        records[at : at + SUM]: records[at + SUM : at + 2 * SUM]
        for key, records in _batches(content)
        if key not in besides
        for at in range(0, len(records), 2 * SUM)
    }


def _batches(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The key of each batch, and the records of its documents."""
    at = 0
    while at < len(content):
        start = at + DIGEST_BYTES + NUMBER
        end = start + 2 * SUM * int.from_bytes(content[start - NUMBER : start])
        yield content[at : at + DIGEST_BYTES], content[start:end]
        at = end
