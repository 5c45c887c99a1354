"""How large the net for boundaries is: what training and exporting must agree on.

BoundarySizes    width, reach, and dimensions of pieces
SHARES           dimensions of what else the net sees of an atom, and how many values it has
"""

from dataclasses import dataclass

from hearer.parsers.english.boundaries import BLOCK_ENDS, LONGEST
from hearer.parsers.english.pieces import SHAPES

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
