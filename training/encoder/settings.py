"""What can be chosen for a training run, and its phases.

Settings          the choices, as the command line gives them
Phase             one part of training: how long, how fast
silver, gold      the two phases, silver first
"""

from dataclasses import dataclass, field
from pathlib import Path

from hearer.errors import UsageError
from training.encoder.folds import Fold

MEANING = "meaning"


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices for a training run; `without` are heads (or "meaning") left out."""

    data: Path
    out: Path
    start: Path | None = None  # weights to go on from, instead of the base model
    layers: int = 4
    inner: int = 0  # units of a feed-forward part; 0: as many as the base model has
    silver_epochs: float = 7
    gold_epochs: float = 8
    ranking_epochs: float = 5
    ranking_weight: float = 0.5
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
    return Phase("silver", settings.silver_epochs, 256, rate=2e-4, head_rate=1e-3, last=0.15)


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
