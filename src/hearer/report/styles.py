"""Old names of `hearer.report.table`, until every caller has moved."""

from hearer.harmless import printable
from hearer.report.table import (
    BOLD,
    CYAN,
    DIM,
    GREEN,
    RED,
    YELLOW,
    cut,
    padded,
    plain,
    styled,
    width_of,
)  # fmt: skip

__all__ = [
    "BOLD", "CYAN", "DIM", "GREEN", "RED", "YELLOW", "cut", "padded", "plain", "printable",
    "styled", "width_of",
]  # fmt: skip
