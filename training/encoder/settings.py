"""What can be chosen for a training run, and its phases."""

from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from hearer.errors import UsageError
from hearer.parsers.english.boundaries import BLOCK_ENDS, LONGEST
from hearer.parsers.english.pieces import SHAPES
from training.encoder.base import LARGE_BASE, SMALL

MEANING = "meaning"
FOLDS = 4


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


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices for a training run; `without` are heads (or "meaning") left out."""

    data: Path
    out: Path
    start: Path | None = None  # weights to go on from, instead of the base model
    base: str = SMALL  # or LARGE_BASE
    rank: int = 0  # of the updates of the base model's matrices; 0: all of them are trained
    layers: int = 4
    inner: int = 768  # units of a feed-forward part; 0: as many as the base model has
    silver_epochs: float = 8.0
    gold_epochs: float = 8.0
    ranking_epochs: float = 6.0
    taught_epochs: float = 4.0  # over pronouns without annotation, as teachers answer them
    ranking_weight: float = 0.5
    silver_rate: float = 2e-4
    gold_rate: float = 1.5e-4
    head_rate: float = 0.0  # of the heads in the gold phase; 0: by what they have learnt before
    shape_dropout: float = 0.1
    seed: int = 0
    fold: Fold = field(default_factory=Fold)
    without: tuple[str, ...] = ()

    def needed(self, name: str) -> Path:
        """Return a file of the prepared folder; say what to do where it is missing."""
        if not (path := self.data / name).exists():
            raise UsageError(
                f"{path} is missing: python -m training.encoder prepare --out {self.data}"
            )
        return path

    def teaches(self, head: str) -> bool:
        """Whether a head is trained."""
        return head not in self.without


@dataclass(frozen=True, slots=True)
class Phase:
    """One part of training: sentences a step, epochs, and rates that rise, then fall."""

    name: str
    epochs: float
    sentences: int
    rate: float
    head_rate: float
    last: float  # the share of the rate that is left in the end
    warm_up: float = 0.08  # the share of steps in which it rises
    masked: float = 0.05  # the share of pieces hidden

    def share(self, step: int, steps: int) -> float:
        """Return the share of the rate at a step, counted from 1."""
        rising = self.warm_up * steps
        if step < rising:
            return step / rising
        return self.last + (1 - self.last) * (1 - (step - rising) / max(1.0, steps - rising))


def silver(settings: Settings) -> Phase:
    """Return the phase over machine parses."""
    rate = settings.silver_rate
    return Phase("silver", settings.silver_epochs, 256, rate=rate, head_rate=1e-3, last=0.15)


def gold(settings: Settings) -> Phase:
    """Return the phase over gold parses; heads that have learnt from silver are taught gently."""
    is_first = settings.start is None and not settings.silver_epochs
    return Phase(
        name="gold",
        epochs=settings.gold_epochs,
        sentences=96,
        rate=settings.gold_rate,
        head_rate=settings.head_rate or (1e-3 if is_first else 5e-4),
        last=0.02,
    )


def of_large(settings: Settings) -> Settings:
    """Return the settings of the large encoder: BERT base, with low-rank updates."""
    return replace(
        settings,
        base=LARGE_BASE,
        rank=16,
        layers=12,
        inner=0,
        silver_epochs=1.5,
        gold_epochs=4.0,
        ranking_epochs=5.0,
        taught_epochs=0.0,
    )


# The net for boundaries: what training and exporting must agree on.
SHARES = (
    ("shapes", SHAPES, 12),
    ("lengths", LONGEST + 1, 6),
    ("before", BLOCK_ENDS + 1, 8),
    ("after", BLOCK_ENDS + 1, 8),
)


@dataclass(frozen=True, slots=True)
class BoundarySizes:
    """Width of the layers, atoms that a convolution sees, steps between them, and pieces."""

    width: int = 96
    kernel: int = 7
    dilations: tuple[int, ...] = (1, 2, 4)
    pieces: int = 64
