"""The values that the factors of the weighted S-list can have, each with its words for people.

Numbered    what all of them are: values numbered from 1, as they stand in the tables
words_back  the value for a distance in words
the rest    one enumeration each; what several factors share (a count, yes and no) stands once
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Self


class Numbered(int, Enum):
    """Values of a factor. Their numbers begin with 1, since 0 is for a factor that says nothing.

    >>> int(ClauseRelation.SAME_CLAUSE), ClauseRelation.SAME_CLAUSE.words
    (3, 'in the same clause')
    """

    words: str

    def __new__(cls, words: str) -> Self:
        """The next value."""
        value = int.__new__(cls, len(cls.__members__) + 1)
        value._value_ = int(value)
        value.words = words
        return value


class YesNo(Numbered):
    """Whether something is so."""

    NO = "no"
    YES = "yes"


class Count(Numbered):
    """How many, from nought."""

    N0, N1, N2, N3, N4, N5, N6, N7, N8, N9, N10, N11, N12 = map(str, range(13))


class PronounClass(Numbered):
    """Which pronoun it is, whatever its case."""

    HE = "he"
    SHE = "she"
    IT = "it"
    THEY = "they"


class ExpressionForm(Numbered):
    """The form of an expression."""

    PRONOUN = "personal pronoun"
    POSSESSIVE = "possessive"
    REFLEXIVE = "reflexive"
    SPEAKER = "first or second person"
    DEMONSTRATIVE = "demonstrative"
    NAME = "name"
    DEFINITE = "definite"
    POSSESSED = "possessed"
    SET = "set"
    QUANTIFIED = "quantified"
    INDEFINITE = "indefinite"
    BARE = "bare"
    NONE = "none"  # of a noun phrase, where only pronouns were heard


class GrammaticalRole(Numbered):
    """The grammatical role of an expression."""

    SUBJECT = "subject"
    OBJECT = "object"
    INDIRECT_OBJECT = "indirect object"
    POSSESSOR = "possessor"
    OBLIQUE = "oblique"
    OF_A_NOUN = "of a noun"
    OTHER = "other"
    CONJUNCT = "conjunct or apposition"
    PREDICATE = "predicate or root"


class SentencesBack(Numbered):
    """How many sentences lie between two expressions."""

    SAME, N1, N2, N3, N4, N5, MORE = "0", "1", "2", "3", "4", "5", "6 or more"


class WordsBack(Numbered):
    """How many words lie between two expressions, in half-steps of the binary logarithm."""

    N0, N1, N1_HALF, N2, N3, N4, N6, N8, N12, N16, N24, N32, N48, N64, N96, N128 = (
        f"about {n} words back" for n in (0, 1, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128)
    )
    FAR, FARTHER, FARTHEST = ("far back",) * 3


@lru_cache(maxsize=4096)
def words_back(distance: int) -> WordsBack:
    """The half-step of a distance: of 1, 2, 3, 4, 6, 8, 12, 16, ... the last it reaches."""
    if distance < 1:
        return WordsBack.N0
    length = distance.bit_length()
    half = (distance >> (length - 2)) & 1 if length > 1 else 0
    steps = tuple(WordsBack)
    return steps[min(2 * length + half, len(steps)) - 1]


class RecencyRank(Numbered):
    """The how many-th a candidate is, the most recent first."""

    FIRST = "the most recent candidate"
    N2, N3, N4, N5, N6, N7, N8, N9, N10, N11, N12, N13 = (
        f"number {n} by recency" for n in range(2, 14)
    )


class MentionCount(Numbered):
    """How often an entity was realized."""

    ONCE = "mentioned once"
    TWICE = "mentioned twice"
    N3, N4, N5, MORE = (f"mentioned {n} times" for n in ("3", "4", "5", "6 or more"))


class CalledBefore(Numbered):
    """By which pronoun a candidate was realized last."""

    OTHERWISE = "called by another pronoun before"
    SO = "called by this pronoun before"
    NEVER = "called by no pronoun before"


class NumberMatch(Numbered):
    """Whether a candidate has the number of the pronoun."""

    CLASHES = "of another number"
    UNKNOWN = "of unknown number"
    AGREES = "of the same number"


class KnownGender(Numbered):
    """What is known of a candidate's gender."""

    KNOWN = "of known gender"
    HE_OR_SHE = "masculine or feminine"
    KNOWN_OR_IT = "a name that could be a thing's"
    ANY = "of any gender"


class KnownSort(Numbered):
    """What is known of a candidate's sort."""

    PERSON = "person"
    ANIMAL = "animal"
    ORGANIZATION = "organization"
    PLACE = "place"
    OBJECT = "object"
    SUBSTANCE = "substance or plant"
    ABSTRACT = "abstract"
    EVENT = "event"
    TIME = "time"
    SEVERAL = "of several sorts"
    UNKNOWN = "of unknown sort"


class ClauseRelation(Numbered):
    """Where a candidate stands, seen from the clause of the pronoun."""

    OTHER_SENTENCE = "in another sentence"
    OTHER_CLAUSE = "in another clause"
    SAME_CLAUSE = "in the same clause"
    GOVERNING_CLAUSE = "in the governing clause"


class ClauseDepth(Numbered):
    """The kind of clause that an expression stands in."""

    MAIN = "in the main clause"
    SUBORDINATE = "in a subordinate clause"
    RELATIVE = "in a relative clause"


class SpeechSides(Numbered):
    """Who stands in direct speech."""

    NEITHER = "outside direct speech"
    PRONOUN = "the pronoun in direct speech"
    CANDIDATE = "the candidate in direct speech"
    BOTH = "both in direct speech"


class SpeakerMatch(Numbered):
    """Who said it last, and who speaks."""

    NOBODY = "no speaker given"
    SAME = "from the same speaker"
    ANOTHER = "from another speaker"


class Fronting(Numbered):
    """Whether an expression stands before its place."""

    NO = "not fronted"
    FRONTED = "fronted"
    HEADING = "in a heading"


class ListStatus(Numbered):
    """The information status of a candidate."""

    OLD = "OLD"
    MED = "MED"
    NEW = "NEW"


class Fit(Numbered):
    """How well a candidate, or nobody, fits what is said of the pronoun."""

    NOT_AT_ALL = "does not fit what is said at all"
    HARDLY = "hardly fits what is said"
    BADLY = "fits what is said badly"
    WORSE = "fits what is said less well than others"
    A_LITTLE_WORSE = "fits what is said a little less well than others"
    ALIKE = "fits what is said as well as others"
    A_LITTLE_BETTER = "fits what is said a little better than others"
    BETTER = "fits what is said better than others"
    MUCH_BETTER = "fits what is said much better than others"
    BEST = "fits what is said clearly best"
    BY_FAR_BEST = "fits what is said by far best"
    NOBODY_NOT_AT_ALL = "what is said asks for somebody by all means"
    NOBODY_HARDLY = "what is said asks for somebody"
    NOBODY_WORSE = "what is said rather asks for somebody"
    NOBODY_ALIKE = "what is said leaves open whether somebody is meant"
    NOBODY_BETTER = "nobody fits what is said somewhat better"
    NOBODY_BEST = "nobody fits what is said clearly best"
    NOBODY_BY_FAR_BEST = "nobody fits what is said by far best"


class MadeOf(Numbered):
    """How a candidate came about: it is on the list, or was put together for this pronoun."""

    LISTED = "on the list"
    ARGUMENTS = "a set: arguments of one verb"
    SUBJECTS = "a set: subjects of clauses"
    PERSONS = "a set: those spoken of last"
    THINGS = "a set of things"
    CLAUSE = "a clause that was told"


class PleonasticPattern(Numbered):
    """Whether a pronoun stands where it often means nothing."""

    NONE = "no pleonastic pattern"
    CLAUSE_FOLLOWS = "a clause follows"
    PLEONASTIC = "a pleonastic pattern"


class Nothing(Numbered):
    """How surely *it* stands for nothing, by the judge of it."""

    NOT_AT_ALL = "hardly ever"
    RARELY = "rarely"
    NOT_LIKELY = "not likely"
    PERHAPS = "perhaps"
    LIKELY = "likely"
    VERY_LIKELY = "very likely"
    NEARLY_SURELY = "nearly surely"
    SURELY = "almost surely"


class PredicateKind(Numbered):
    """What is said of the pronoun."""

    VERB = "verb"
    ADJECTIVE = "adjective"
    NOUN_PHRASE = "noun phrase"
    OTHER_COPULA = "other copula"
    EVENT = "event"


class GovernorTakes(Numbered):
    """What mostly stands where the pronoun does."""

    ANYTHING = "anything"
    PERSONS = "persons"
    THINGS = "things"
