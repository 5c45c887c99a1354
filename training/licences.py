"""Which corpus documents may train the model we ship, and why: the rules are in licences.csv.

The annotations of GUM are CC BY 4.0 throughout; what is decided here is about the *texts*. Sources:
GUM's LICENSE.txt, shared/data/README.md and GUM's web site
(corpling.uis.georgetown.edu/gum/papers.html), which says that OpenStax textbooks and YouTube vlogs
are CC BY and that official sites hold the speeches to be in the public domain; the other entries
say what the sources' own sites are known for, and were not looked up again. Where nothing clear is
known of a source, its text is left out. So are the conversations of the Santa Barbara Corpus: GUM's
web site has them under CC BY, but to our knowledge the corpus itself is CC BY-ND 3.0 US.
"""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from training.conllu import GoldDocument

# Genres of GUM that are not for commercial use: they train neither the ranker nor lexicons.
NON_COMMERCIAL = ("fiction", "essay", "letter", "podcast", "whow")
RULES = Path(__file__).with_name("licences.csv")


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a text may train the shipped model, its licence, and why we think so."""

    allowed: bool
    licence: str
    reason: str


UNKNOWN = Decision(
    allowed=False, licence="not stated", reason="no rule knows this source, so it is left out"
)


def decide(document: GoldDocument) -> Decision:
    """Return whether a GUM document may train the shipped model: the first rule that fits says."""
    genre, source = document.meta.get("genre", ""), document.meta.get("sourceURL", "")
    for field, value, decision in _rules():
        if value == genre if field == "genre" else value in source:
            return decision
    return UNKNOWN


@cache
def _rules() -> list[tuple[str, str, Decision]]:
    with RULES.open(encoding="utf-8", newline="") as lines:
        return [
            (
                row["field"],
                row["has"],
                Decision(row["trains"] == "yes", row["licence"], row["reason"]),
            )
            for row in csv.DictReader(lines)
        ]
