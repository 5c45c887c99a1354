"""Which corpus documents may train the model we ship, and why.

    Decision            allowed or not, under which licence, for what reason
    decide              the decision on one GUM document
    GENRE_DECISIONS     decided by genre
    SOURCE_DECISIONS    decided by the address the text comes from

The annotations of GUM are CC BY 4.0 throughout; what is decided here is about the *texts*. Sources:
GUM's LICENSE.txt and its web site (corpling.uis.georgetown.edu/gum/papers.html), which says that
OpenStax textbooks and YouTube vlogs are CC BY, that the Santa Barbara conversations were made
available for GUM under CC BY, and that official sites hold the speeches to be in the public domain.
Where neither speaks of a source, and its own site is no government's, we leave it out.
"""

from dataclasses import dataclass

from training.conllu import GoldDocument


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a text may train the shipped model, its licence, and why we think so."""

    allowed: bool
    licence: str
    reason: str


_NON_COMMERCIAL = Decision(False, "CC BY-NC-SA", "non-commercial: kept out of what we ship")

# GUM's LICENSE.txt and shared/data/README.md.
GENRE_DECISIONS: dict[str, Decision] = {
    "essay": _NON_COMMERCIAL,
    "fiction": _NON_COMMERCIAL,
    "letter": _NON_COMMERCIAL,
    "podcast": _NON_COMMERCIAL,
    "whow": _NON_COMMERCIAL,
    "academic": Decision(True, "CC BY 4.0", "open-access proceedings and journals"),
    "bio": Decision(True, "CC BY-SA 3.0", "Wikipedia"),
    "court": Decision(True, "CC BY / public record", "recordings published by the courts"),
    "interview": Decision(True, "CC BY 2.5", "Wikinews"),
    "news": Decision(True, "CC BY 2.5", "Wikinews"),
    "voyage": Decision(True, "CC BY-SA 3.0", "Wikivoyage"),
}

_SANTA_BARBARA = Decision(
    True, "CC BY", "Santa Barbara Corpus; given to GUM under CC BY by J. Du Bois (GUM's web site)"
)
_US_FEDERAL = Decision(True, "public domain", "work of the United States government (17 USC 105)")

# First match wins, before the genre; conversation, speech, textbook and vlog are decided here only.
SOURCE_DECISIONS: tuple[tuple[str, Decision], ...] = (
    ("linguistics.ucsb.edu", _SANTA_BARBARA),
    ("talkbank.org/ca/SBCSAE", _SANTA_BARBARA),
    ("openstax.org", Decision(True, "CC BY 4.0", "OpenStax textbook")),
    ("press.rebus.community", Decision(True, "CC BY 4.0", "Rebus Community textbook")),
    (
        "oertx.highered.texas.gov",
        Decision(False, "not stated", "licence set per lesson and not verified"),
    ),
    ("youtube.com", Decision(True, "CC BY 3.0", "chosen by YouTube's Creative Commons filter")),
    ("doi:10.7910/DVN/0TJX8Y", Decision(True, "CC0 1.0", "UN General Debate Corpus")),
    ("sayit.pdis.nat.gov.tw", Decision(True, "CC0 1.0", "transcripts of the PDIS, Taiwan")),
    ("speaker.gov", _US_FEDERAL),
    ("congress.gov", _US_FEDERAL),
    ("whitehouse.gov", _US_FEDERAL),
    ("address-the-nation-announcing-decision-resign", _US_FEDERAL),
    (
        "remarks-philadelphia-dinner",
        Decision(True, "public domain", "Public Papers of the Presidents (US government)"),
    ),
    ("creativecommons.org", Decision(True, "CC BY 4.0", "Creative Commons' own site")),
    (
        "remarks-announcing-candidacy",
        Decision(False, "not stated", "a candidate's speech, not a government work"),
    ),
    ("trystnehru", Decision(False, "not stated", "term of protection unclear")),
)

_UNKNOWN = Decision(False, "not stated", "no rule knows this source, so it is left out")


def decide(document: GoldDocument) -> Decision:
    """Return whether a GUM document may train the shipped model."""
    genre = document.meta.get("genre", "")
    by_genre = GENRE_DECISIONS.get(genre)
    if by_genre is not None and not by_genre.allowed:
        return by_genre
    source = document.meta.get("sourceURL", "")
    for part, decision in SOURCE_DECISIONS:
        if part in source:
            return decision
    return by_genre or _UNKNOWN
