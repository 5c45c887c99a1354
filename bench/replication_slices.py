"""Which pronouns the figures of the replication are of; fixed here before they were computed.

Slice        some pronouns, by what they are, never by what became of them
GENRES       kinds of text: all, the paper's two, written, spoken
PRONOUNS     kinds of pronouns
WITH_ANTECEDENT  pronouns that some strategy can get right
unseen       those of documents that trained nothing of ours
JUDGEMENTS   what counts as right: by entity or by location, ties broken or not

The genres are GUM's. The paper has fiction (Hemingway) and news (the New York Times); what is
spoken is what GUM has as transcripts: conversation, court, interview, podcast, speech, vlog.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hearer.evaluation.measures import PronounRow
from hearer.evaluation.scoring import GoldStanding, Scoring

PAPERS_GENRES = frozenset({"fiction", "news"})
NEVER_TRAIN = frozenset("essay fiction letter podcast whow".split())  # for their licences
SPOKEN = frozenset("conversation court interview podcast speech vlog".split())


@dataclass(frozen=True, slots=True)
class Slice:
    """Some of the pronouns that Table 6 counts."""

    name: str
    has: Callable[[PronounRow], bool]

    def and_of(self, other: Slice) -> Slice:
        """What both have."""
        name = ", ".join(part for part in (self.name, other.name) if part)
        return Slice(name, lambda row: self.has(row) and other.has(row))


ALL_TEXTS = Slice("all genres", lambda _row: True)
PAPERS_TEXTS = Slice("fiction and news", lambda row: row.scored.genre in PAPERS_GENRES)
WRITTEN = Slice("written", lambda row: row.scored.genre not in SPOKEN)
SPOKEN_TEXTS = Slice("spoken", lambda row: row.scored.genre in SPOKEN)
GENRES = (ALL_TEXTS, PAPERS_TEXTS, WRITTEN, SPOKEN_TEXTS)

ALL_PRONOUNS = Slice("all pronouns", lambda _row: True)
HE_AND_SHE = Slice("he, she", lambda row: row.scored.group in {"he", "she"})
IT = Slice("it", lambda row: row.scored.group == "it")
THEY = Slice("they", lambda row: row.scored.group == "they")
PRONOUNS = (ALL_PRONOUNS, HE_AND_SHE, IT, THEY)

WITH_ANTECEDENT = Slice(
    "with a noun phrase before them",
    lambda row: row.scored.standing is GoldStanding.ANAPHORIC and not row.scored.is_event,
)


def unseen(dev: frozenset[str]) -> Slice:
    """Of documents that trained nothing of ours: GUM dev, and the genres that never train.

    The tagger, the parser and the lexicon of sorts were made from the rest of GUM train.
    """
    return Slice(
        "unseen in training",
        lambda row: row.scored.document in dev or row.scored.genre in NEVER_TRAIN,
    )


# What counts as right; in the paper: by entity, and a reading that ties with another is wrong.
JUDGEMENTS = {
    f"by {scoring}, ties {'as broken' if ties else 'wrong'}": (scoring, ties)
    for scoring in Scoring
    for ties in (False, True)
}
