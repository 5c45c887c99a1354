"""Text with its pronouns replaced by names.

Sentence by sentence: a table of rules says which pronouns stay, and why; for the others a name is
found and worded. A name below its own entity means another one: "Brennan said Brennan was tired"
(Principle C). So a pronoun stays if an argument of a clause above realizes its entity. Verbs that
share a subject are one clause: nobody writes "Brennan took the car and sold the car".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from operator import itemgetter

from hearer.analysis import describe
from hearer.analysis.antecedent_test import fits
from hearer.analysis.clauses import clause_heads
from hearer.analysis.describe import IT, PERSON, THEY
from hearer.analysis.speech import SINGLE, QuotedWords
from hearer.errors import UnknownName, UsageError
from hearer.language import called
from hearer.model import (
    ANY_SORT,
    Constraint,
    Cue,
    ExpressionId,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Sort,
)
from hearer.model.lexicon import words
from hearer.model.tree import PART_LENGTH, Tree, base
from hearer.views.places import Places
from hearer.views.rewriting.naming import Namer
from hearer.views.rewriting.protected import is_stuck, protected_ranges, touches
from hearer.views.rewriting.rewritten import Change, Edit, Left, Reason, Rewriting, rewriting
from hearer.views.rewriting.wording import COUNTED, pronoun_span, worded

__all__ = ["Edit", "Every", "Left", "Reason", "Rewriting", "rewrite"]

SURE = 0.5  # a pronoun with a smaller confidence stays
NAMES = frozenset(
    map(Kind, "name set clause definite possessed indefinite bare quantified appositive".split())
)
ARGUMENTS, LEVEL, SHARING, MODIFIERS = words("rewriting", "arguments level sharing modifiers")
NO_NOMINAL, ONE_BY_ONE, FLOATING = words("rewriting", "no_nominal one_by_one floating")
HONOURS, TO_HER, OUTSIDE = words("rewriting", "honours to_her outside")
SILENT = frozenset({Kind.RELATIVE, Kind.ELLIPSIS})
UNTOUCHED = frozenset({Reason.QUOTED, Reason.PROTECTED})
GRAMMATICAL = frozenset(Constraint) - {Constraint.WEIGHT}


class Every(StrEnum):
    """How often a pronoun is replaced."""

    NEEDED = "needed"  # if its sentence alone does not show who is meant
    ALL = "all"  # unless its clause names it


def rewrite(found: Interpretation, *, every: str = "needed") -> Rewriting:
    """Return the text of `found` with its pronouns replaced by names.

    Quotations, code, links, paths and addresses stay as they are. `left` has the pronouns that
    stayed, and why.
    """
    if found.expressions and not found.discourse.utterances:
        raise UsageError("There is no text to rewrite: the interpretation has no discourse.")
    if language := found.discourse.language:
        raise UsageError(f"Only English can be rewritten, and this is {called(language)}.")
    if every not in list(Every):
        raise UnknownName("every", every, Every)
    needed = _Rewriter(found, Every.NEEDED).rewritten()
    if every == Every.NEEDED:
        return needed
    replaced = frozenset(edit.expression.id for edit in needed.edits)
    return _Rewriter(found, Every.ALL, replaced).rewritten()


class _Rewriter:
    """Goes through the pronouns of an interpretation; its attributes are about the current one."""

    def __init__(
        self, found: Interpretation, every: Every, replaced: frozenset[ExpressionId] = frozenset()
    ) -> None:
        utterances = found.discourse.utterances
        self.replaced = replaced  # whatever the rules say
        self.found, self.every, self.text = found, every, found.discourse.text
        self.places = Places(found.discourse)
        self.protected = protected_ranges(self.text)
        self.spoken = [match.span() for match in SINGLE.finditer(self.text)]
        self.trees = {u.number: Tree(u) for u in utterances}
        self.quoted = self._quoted()
        self.namer = Namer(found, self.trees, self.quoted)
        expressions = found.expressions
        self.sorts = {e.entity: e.sorts for e in reversed(expressions) if e.kind in NAMES}
        self.members = {e.entity: [m.entity for m in e.members] for e in expressions if e.members}

    def _quoted(self) -> dict[int, tuple[bool, ...]]:
        """Return which words are direct speech; quotation marks in code and tags do not count."""
        speech, marks = QuotedWords(), {}
        for u in self.found.discourse.utterances:
            spans = (self.places.span((u.number, n)) for n in range(1, len(u) + 1))
            words = zip(spans, u.forms, strict=True)
            forms = ("_" if touches(self.protected, *span) else form for span, form in words)
            marks[u.number] = speech.mark(replace(u, forms=tuple(forms)))
        return marks

    def rewritten(self) -> Rewriting:
        changes, left = list[Change](), list[Left]()
        for resolution in self._resolutions():
            outcome = self._outcome(resolution)
            pronoun = resolution.pronoun
            if isinstance(outcome, Reason):
                self.reasons[pronoun.id] = outcome
                left.append(Left(pronoun, outcome))
            else:
                self.reasons[pronoun.id] = None
                changes.append((*self.span, outcome, pronoun))
        left.sort(key=lambda one: one.expression.order)
        return rewriting(self.text, changes, tuple(left))

    def _resolutions(self) -> Iterator[Resolution]:
        """Yield the pronouns in text order, but subjects first: in *her* room Anna slept."""
        sentences: dict[tuple[int, int], list[ReferringExpression]] = {}  # or parts of long ones
        for e in self.found.expressions:
            sentences.setdefault((e.utterance, (e.head - 1) // PART_LENGTH), []).append(e)
        asked = {one.pronoun.id: one for one in self.found.resolutions}
        for (number, _), expressions in sorted(sentences.items(), key=itemgetter(0)):
            if number not in self.trees:
                continue
            self.tree = tree = self.trees[number]
            self.namer.hear(tree, expressions)
            self.here = [e for e in expressions if not self.quoted[number][e.head]]
            self.clauses = clauses = [whole_clause(tree, n) for n in clause_heads(tree)]
            self.written: dict[int, str] = {}  # names, by clause
            pronouns = sorted((e for e in expressions if e.id in asked), key=lambda e: e.position)
            # Why pronouns stay, or None; one that is not decided yet counts as protected.
            self.reasons: dict[ExpressionId, Reason | None] = {}
            begun, order = dict[int, float](), {}
            for e in pronouns:
                self.reasons[e.id] = Reason.PROTECTED
                first = begun.setdefault(clauses[e.head], e.position)
                order[e.id] = first, not e.relation.startswith("nsubj")
            yield from (asked[e.id] for e in sorted(pronouns, key=lambda e: order[e.id]))

    def _outcome(self, resolution: Resolution) -> str | Reason:
        """Return what to write for a pronoun, or why it stays."""
        self.resolution, self.entity = resolution, resolution.entity
        self.pronoun = pronoun = resolution.pronoun
        self.n, self.clause = pronoun.head, self.clauses[pronoun.head]
        self.span = pronoun_span(self.tree, self.places, pronoun)
        self.before = [e for e in self.here if e.position < pronoun.position]
        self.own = {self.entity, *self.members.get(self.entity, ())}
        own = [e for e in self.here if e.entity in self.own and e.id != pronoun.id]
        self.named = [e for e in own if self._is_named(e)]
        earlier = (e for e in own if e.position < pronoun.position and not self._is_named(e))
        self.stayed = [e for e in earlier if self.reasons.get(e.id) not in UNTOUCHED]
        is_replaced = pronoun.id in self.replaced
        for reason, holds in () if is_replaced else RULES:
            if holds(self):
                return reason
        name = self.namer.name(pronoun, self.entity, {e.entity for e in self.before})
        if name is None:
            return Reason.NO_NAME
        first, last = self.tree.edges(self.clause)
        written = self.written.get(self.clause, "")
        said = f" {' '.join(self.tree.forms[first : last + 1])} {written} "
        if f" {name.text} " in said and not is_replaced:  # at *Jill*'s, whoever that is
            return Reason.NAMED_IN_CLAUSE
        self.written[self.clause] = f"{written} {name.text}".replace("'", " '")
        return worded(self.tree, self.places, pronoun, name)

    def _is_named(self, e: ReferringExpression) -> bool:
        is_written = self.reasons.get(e.id, Reason.NO_NAME) is None or e.id in self.replaced
        return e.kind in NAMES or is_written

    # Rules ------------------------------------------------------------------------------------

    def is_quoted(self) -> bool:
        is_marked = self.quoted[self.pronoun.utterance][self.n]
        return is_marked or touches(self.spoken, *self.span)

    def is_fixed(self) -> bool:
        """Return True if only a pronoun fits."""
        tree, n, lemmas, above = self.tree, self.n, self.tree.lemmas, self.tree.heads[self.n]
        after, relation = n + 1 if n < len(tree) else 0, tree.bases[n]
        is_title = tree.forms[n][:1].isupper() and not tree.utterance.text.isupper()
        is_counted = lemmas[above] in COUNTED or tree.upos[above] == "NUM"
        is_person = (
            tree.upos[above] in {"PROPN", "PRON"} or describe.lexical(lemmas[above]) == PERSON
        )
        # Isn't *she*? Why didn't *he*? But not: how is *she*?
        is_tag = "," in tree.forms[max(n - 3, 0) : n] or lemmas[n - 1] != "be"
        links = {lemmas[cc] for m in (n, *tree.exactly(n, "conj")) for cc in tree.exactly(m, "cc")}
        return (
            is_stuck(self.text, *self.span)
            or self.pronoun.kind not in {Kind.PRONOUN, Kind.POSSESSIVE}
            or len(tree) == 1
            or relation in NO_NOMINAL
            or (tree.has(n, *MODIFIERS) and not tree.has(n, "expl"))  # *she* who dares
            or (is_title and n > 1 and tree.upos[n - 1] not in OUTSIDE)  # the novel *It*
            or not ONE_BY_ONE.isdisjoint({lemmas[n], lemmas[tree.subject(self.clause)]})
            or (lemmas[after] in FLOATING and relation != "nsubj")  # saw *them* all
            or lemmas[n - 1] == "both"  # both *their* houses
            or (is_counted and tree.preposition(n) == "of")  # one of *them*
            or not links.isdisjoint({"or", "nor", "/"})  # *he* or she
            or (lemmas[above] in HONOURS and above == after)  # *her* Majesty
            or (relation == "nsubj" and tree.forms[after] == "?" and is_tag)
            or (relation in {"obj", "iobj"} and n < above)  # *them* she could not forgive
            or (lemmas[n - 1] in TO_HER and tree.upos[after] == "NOUN")  # call *her* madam
            # *It* was him, *it* is Anna: who it is, not what.
            or (
                lemmas[n] == "it" and is_person and tree.has(above, "cop") > tree.has(above, "case")
            )
        )

    def stayed_before(self) -> bool:
        """Return True if an earlier pronoun for the same stays: *she* saw it, and Anna ran."""
        reasons = (self.reasons.get(e.id) for e in self.stayed)
        return any(reason and reason not in MAY_STAY for reason in reasons)

    def is_named_in_clause(self) -> bool:
        return any(self.clauses[e.head] == self.clause for e in (*self.named, *self.stayed))

    def is_named_above(self) -> bool:
        words = (n for n in self.tree.path(self.clause) if self.tree.bases[n] not in LEVEL)
        above = {self.tree.heads[n] for n in words}
        there = (e for e in (*self.named, *self.stayed) if self.clauses[e.head] in above)
        return any(e.kind in SILENT or base(e.relation) in ARGUMENTS for e in there)

    def is_named_in_sentence(self) -> bool:
        """Return True if the sentence names the entity or its members, and nothing else fits."""
        if self.every is Every.ALL:
            return False
        now = self.pronoun.position
        later = (e for e in self.named if e.position > now and e.kind in NAMES)
        if any(e.entity == self.entity for e in later):
            return True
        named = {e.entity for e in self.named if e.position < now}
        is_named = self.entity in named or (len(self.own) > 1 and self.own - {self.entity} <= named)
        return is_named and not self._is_ambiguous()

    def _is_ambiguous(self) -> bool:
        """Return True if another recent entity would fit, and grammar does not rule it out.

        An entity mentioned last, after all others, is clear: its first mention must be the subject.
        """
        tested = self.resolution.attempts
        ruled_out = {one.candidate.entity for one in tested if one.violated in GRAMMATICAL}
        others = (e for e in self.before if e.entity not in self.own | ruled_out)
        rivals = [e.position for e in others if self._is_rival(e)]
        if not rivals:
            return bool(self.resolution.rivals)
        own = [e for e in self.before if e.entity in self.own]
        last = max(own, key=lambda e: e.position, default=self.pronoun)
        is_in_view = last.kind not in NAMES or last.relation.startswith("nsubj")
        return not own or not is_in_view or last.position < max(rivals)

    def _is_rival(self, other: ReferringExpression) -> bool:
        agrees = self.pronoun.agreement
        if other.kind in {Kind.CLAUSE, Kind.ELLIPSIS} or other.sorts == {Sort.TIME}:
            return False
        if Cue.PREDICATE in other.cues or not agrees.agrees_with(other.agreement):
            return False
        if agrees == THEY:
            own = [self.sorts[one] for one in self.own if one in self.sorts]
            return not other.sorts.isdisjoint(frozenset().union(*own or [ANY_SORT]))
        is_unknown = other.sorts == ANY_SORT and other.kind in NAMES - {Kind.NAME}
        return fits(agrees, other.sorts) and (agrees == IT or not is_unknown)


def whole_clause(tree: Tree, n: int) -> int:
    """Return the head of a clause, with all verbs that share its subject: came and *sat* down."""
    while tree.bases[n] in SHARING and tree.heads[n] and not tree.has(n, "nsubj", "csubj", "expl"):
        n = tree.heads[n]
    return n


Rule = tuple[Reason, Callable[[_Rewriter], bool]]
NAMED: tuple[Rule, ...] = (
    (Reason.NAMED_IN_CLAUSE, _Rewriter.is_named_in_clause),
    (Reason.NAMED_ABOVE, _Rewriter.is_named_above),
    (Reason.NAMED_IN_SENTENCE, _Rewriter.is_named_in_sentence),
)
MAY_STAY = {Reason.BOUND, *(reason for reason, _ in NAMED)}
RULES: tuple[Rule, ...] = (
    (Reason.BOUND, lambda now: now.pronoun.kind in {Kind.REFLEXIVE, Kind.RECIPROCAL}),
    (Reason.NO_ANTECEDENT, lambda now: now.resolution.antecedent is None),
    (Reason.QUOTED, _Rewriter.is_quoted),
    (Reason.PROTECTED, lambda now: touches(now.protected, *now.span)),
    (Reason.UNSURE, lambda now: (now.resolution.confidence or 1) < SURE),
    (Reason.FIXED, _Rewriter.is_fixed),
    (Reason.STAYED_BEFORE, _Rewriter.stayed_before),
    *NAMED,
)
