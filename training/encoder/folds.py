"""Documents in parts, by their names alone: the same parts for parses, sorts and pronouns.

fold_of    which part a document is in
Fold       a part to be left out of training, or none
"""

from dataclasses import dataclass
from hashlib import sha256


def fold_of(name: str, folds: int) -> int:
    """Return the part a document is in, whatever else is in the corpus.

    >>> fold_of("GUM_bio_byron", 5) == fold_of("GUM_bio_byron", 5)
    True
    """
    return int.from_bytes(sha256(name.encode("utf-8")).digest()[:8], "big") % folds


@dataclass(frozen=True, slots=True)
class Fold:
    """The `number`-th of `folds` parts, which training never sees; of 0 parts: none."""

    folds: int = 0
    number: int = 0

    def sees(self, name: str) -> bool:
        """Whether training sees this document."""
        return not self.folds or fold_of(name, self.folds) != self.number
