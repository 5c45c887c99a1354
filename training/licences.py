"""Which corpus documents may train the model we ship: the rules, and why, are in licences.csv.

The annotations of GUM are CC BY 4.0 throughout; what is decided here is about the *texts*. Sources:
GUM's LICENSE.txt, shared/data/README.md and GUM's web site
(corpling.uis.georgetown.edu/gum/papers.html), which says that OpenStax textbooks and YouTube vlogs
are CC BY and that official sites hold the speeches to be in the public domain; the other entries
say what the sources' own sites are known for, and were not looked up again. Where nothing clear is
known of a source, its text is left out. So are the conversations of the Santa Barbara Corpus: GUM's
web site has them under CC BY, but to our knowledge the corpus itself is CC BY-ND 3.0 US.
"""

import csv
from functools import cache
from pathlib import Path

from training.conllu import GoldDocument

# Genres of GUM that are not for commercial use: they train neither the ranker nor lexicons.
NON_COMMERCIAL = ("fiction", "essay", "letter", "podcast", "whow")


def may_train(document: GoldDocument) -> bool:
    """Return whether a GUM document may train the shipped model: the first rule that fits says."""
    genre, source = document.meta.get("genre", ""), document.meta.get("sourceURL", "")
    for row in rules():
        if row["has"] == genre if row["field"] == "genre" else row["has"] in source:
            return row["trains"] == "yes"
    return False  # no rule knows this source


@cache
def rules() -> list[dict[str, str]]:
    """Return the rows of licences.csv: field, has, trains, licence, reason."""
    with Path(__file__).with_name("licences.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
