"""What can be chosen for a training run, and which documents a fold never sees."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from hearer.errors import UsageError
from hearer.parsers.english import FILES
from training.encoder.base import LARGE_BASE, SMALL

FOLDS = 4


def teller(name: str) -> Callable[[str], None]:
    """Return a function that prints lines with a name and the seconds since now."""
    begun = time.monotonic()
    return lambda line: print(f"[{time.monotonic() - begun:6.1f} s] {name}: {line}", flush=True)


def fold_of(name: str, folds: int) -> int:
    """Return the part a document is in, whatever else is in the corpus."""
    return int.from_bytes(sha256(name.encode("utf-8")).digest()[:8], "big") % folds


def fingerprint(folder: Path) -> str:
    """Return the first eight digits of a checksum of all files of a model."""
    digests = (sha256((folder / name).read_bytes()).digest() for name in FILES)
    return sha256(b"".join(digests)).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices for a training run."""

    data: Path
    out: Path
    start: Path | None = None  # weights to go on from, instead of the base model
    teacher: Path | None = None  # weights of a large encoder whose words are imitated
    base: str = SMALL  # or LARGE_BASE
    rank: int = 0  # of the updates of the base model's matrices; 0: all of them are trained
    layers: int = 4
    inner: int = 768  # units of a feed-forward part; 0: as many as the base model has
    silver_epochs: float = 64.0
    gold_epochs: float = 4.5
    ranking_epochs: float = 3.7
    taught_epochs: float = 1.1  # over pronouns without annotation, as teachers answer them
    replaced_epochs: float = 0.0  # over pronouns put in place of noun phrases, beside silver
    ranking_weight: float = 0.5
    silver_sentences: int = 1024  # a step
    gold_sentences: int = 128
    silver_rate: float = 3e-4
    gold_rate: float = 1.7e-4
    head_rate: float = 0.0  # of the heads in the gold phase; 0: by what they have learnt before
    shape_dropout: float = 0.1
    seed: int = 0
    folds: int = 0  # parts of the documents; 0: all documents are seen
    fold: int = 0  # the part that training never sees

    @property
    def has_pronouns(self) -> bool:
        """Whether pronouns are taught; if not, the network has no head for meanings."""
        return bool(self.ranking_epochs or self.taught_epochs or self.teacher)

    def sees(self, document: str) -> bool:
        return not self.folds or fold_of(document, self.folds) != self.fold

    def needed(self, name: str) -> Path:
        """Return a file of the prepared folder; say what to do where it is missing."""
        if not (path := self.data / name).exists():
            raise UsageError(
                f"{path} is missing: python -m training.encoder prepare --out {self.data}"
            )
        return path


def of_large(settings: Settings) -> Settings:
    """Return the settings of the large encoder: BERT base, with low-rank updates."""
    return replace(
        settings,
        base=LARGE_BASE,
        rank=16,
        layers=12,
        inner=0,
        silver_epochs=3.5,
        gold_epochs=4.0,
        ranking_epochs=5.0,
        taught_epochs=0.0,
        replaced_epochs=2.2,
        silver_sentences=256,
        gold_sentences=96,
        silver_rate=2e-4,
        gold_rate=1.5e-4,
    )
