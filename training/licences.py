"""Which corpus documents may train the model we ship, and why.

The annotations of GUM are CC BY 4.0 throughout; what is decided here is about the *texts*. Sources:
GUM's LICENSE.txt and its web site (corpling.uis.georgetown.edu/gum/papers.html), which says that
OpenStax textbooks and YouTube vlogs are CC BY and that official sites hold the speeches to be in
the public domain; the other entries say what the sources' own sites are known for, and were not
looked up again. Where nothing clear is known of a source, its text is left out.
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

# GUM's web site says it has these conversations under CC BY; to our knowledge the corpus itself is
# CC BY-ND 3.0 US. To let them train, once that is settled, turn False into True.
_SANTA_BARBARA = Decision(
    False, "unclear", "Santa Barbara Corpus: CC BY by GUM's web site, CC BY-ND elsewhere; left out"
)
_US_FEDERAL = Decision(True, "public domain", "work of the United States government (17 USC 105)")

# For genres not decided above (and the Santa Barbara Corpus in any genre); the first match wins.
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
    source = document.meta.get("sourceURL", "")
    by_genre = GENRE_DECISIONS.get(document.meta.get("genre", ""))
    by_source = next((decision for part, decision in SOURCE_DECISIONS if part in source), None)
    if by_genre is not None and by_source is not _SANTA_BARBARA:
        return by_genre
    return by_genre if by_genre and not by_genre.allowed else by_source or _UNKNOWN
