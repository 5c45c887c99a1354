"""Referring expressions, and the elements of a ranked list that they become.

ReferringExpression    "specified for text position, agreement, sortal information, and
                       information status" (the footnote to section 3.3)
Element                an entity as it stands in a ranked list
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter

from hearer.harmless import brief
from hearer.model.grammar import (
    ANY_SORT,
    UNSAID,
    UNSPECIFIED,
    Agreement,
    Cue,
    Familiarity,
    InformationStatus,
    Kind,
    Person,
    Sort,
)
from hearer.model.identity import Entity, ExpressionId
from hearer.model.meaning import NO_MEANING, Meaning


@dataclass(frozen=True, slots=True)
class ReferringExpression:
    """One referring expression (a "mention" in CorefUD's words).

    `entity` is set when analysis already knows what is realized: a repeated name, a nominal
    anaphor, an ellipsis, an appositive, a relative pronoun. A pronoun that has to be resolved
    (`is_pronoun`) has none yet. `position` is the number of the head in its utterance (an
    ellipsis stands half a word before its verb, a zero pronoun where its empty node stands);
    `first` and `last` are the words it spans.
    """

    text: str
    utterance: int
    position: float
    is_pronoun: bool = False
    entity: Entity | None = None
    familiarity: Familiarity = Familiarity.BRAND_NEW
    kind: Kind = Kind.BARE
    agreement: Agreement = UNSPECIFIED
    sorts: frozenset[Sort] = ANY_SORT
    relation: str = ""  # the grammatical function, as UD calls it
    first: int = 0
    last: int = 0
    heard_at: int = 0  # the word at which it is heard
    clause: int = 0  # the head of the clause it stands in
    members: tuple[ReferringExpression, ...] = field(default=(), repr=False)  # of a set
    lemma: str = ""  # of the head; only where the analysis is asked for cues
    governor: str = ""  # the lemma of what the head depends on; as above
    cues: frozenset[Cue] = field(default=frozenset(), repr=False)  # as above
    clauses: tuple[ReferringExpression, ...] = field(default=(), repr=False)  # it may mean one
    kind_of: ReferringExpression | None = field(default=None, repr=False)  # whose noun it repeats
    because: str = field(default="", repr=False)  # why I and you are who they are, or it nothing
    meaning: Meaning = field(default=NO_MEANING, repr=False)  # of the head; if no pronoun, offered
    nothing: int = field(default=0, repr=False)  # hundredths: how surely *it* stands for nothing
    hangs_on: int = field(default=0, repr=False)  # the word that a zero pronoun has for its own

    @property
    def id(self) -> ExpressionId:
        return ExpressionId(self.utterance, self.position, self.kind)

    @property
    def order(self) -> tuple[int, float]:
        """What expressions are sorted by to stand as in the text."""
        return self.utterance, self.position

    @property
    def referent(self) -> Entity:
        """The entity it is known to realize, or the unknown one that a pronoun refers to."""
        return self.entity or Entity.unknown(self.id)

    @property
    def head(self) -> int:
        """The head word; for an ellipsis or a zero pronoun, the verb it is the subject of."""
        return self.hangs_on or int(self.position + 0.5)

    @property
    def is_spoken(self) -> bool:
        """Whether it has words of its own; a subject that is left out has none."""
        return self.kind not in UNSAID

    @property
    def speaks(self) -> bool:
        """Whether it is I, you or we, said or not."""
        return self.agreement.person is not Person.THIRD

    @property
    def words(self) -> range:
        """The words it spans; its head, if it spans none."""
        first = self.first or self.head
        return range(first, max(self.last, first) + 1)

    @property
    def own_words(self) -> range:
        """The words of a pronoun itself: *one* of “a green one”, and *each other* whole."""
        return self.words if self.kind is Kind.RECIPROCAL else range(self.head, self.head + 1)

    @property
    def keeps_surface(self) -> bool:
        """Whether the list goes on showing the former form (Table 5: "reports", not "that")."""
        return self.kind is Kind.RELATIVE

    def realizing(self, entity: Entity) -> ReferringExpression:
        """The same expression, taken to realize `entity`."""
        values = list(_VALUES(self))
        values[_ENTITY] = entity
        return ReferringExpression(*values)

    def passed_on_to(self, pronoun: ReferringExpression) -> ReferringExpression:
        """The pronoun that stands for what this realizes: if for a set, it has its members."""
        return replace(pronoun, members=self.members) if self.members else pronoun

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        place = f"{self.utterance}.{self.position:g}, {self.kind}"
        meant = f" → {self.entity}" if self.entity is not None else ""
        return brief(self, f"{self.text} ({place}){meant}")


_VALUES = attrgetter(*ReferringExpression.__slots__)  # dataclasses.replace costs twice as much
_ENTITY = ReferringExpression.__slots__.index("entity")


@dataclass(frozen=True, slots=True)
class Element:
    """The 3-tuple (x, utt_x, pos_x) of section 3.2, with x's status and latest expression."""

    entity: Entity
    utterance: int
    position: float
    familiarity: Familiarity
    expression: ReferringExpression
    relation: str = ""  # the best that x had in utt_x, where a ranking by roles asks for it

    @classmethod
    def of(
        cls,
        expression: ReferringExpression,
        entity: Entity | None = None,
        familiarity: Familiarity | None = None,
    ) -> Element:
        """The element of what `expression` realizes: `entity`, else what it has of its own.

        >>> she = ReferringExpression("she", 3, 1, is_pronoun=True, familiarity=Familiarity.EVOKED)
        >>> print(Element.of(she), Element.of(she, Entity("LYN")), sep=", ")
        ?3.1_E: she, LYN_E: she
        """
        return cls(
            entity or expression.referent,
            expression.utterance,
            expression.position,
            familiarity or expression.familiarity,
            expression,
        )

    @property
    def status(self) -> InformationStatus:
        return self.familiarity.status

    def __str__(self) -> str:
        return f"{self.entity}_{self.familiarity}: {self.expression.text}"

    def __repr__(self) -> str:
        return brief(self, str(self))
