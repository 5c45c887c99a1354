"""Hobbs's naive algorithm (1978), and the constituents of a dependency tree that it searches.

The steps are worded as in Tetreault (2001, section 2.1). Constituents
(docs/specification/search.md D.7):

    S  → fronted material, NP (subject), VP       S → S CC S, and VP → VP CC VP
    VP → V and its complements and adjuncts       obl → PP → NP; ccomp, advcl, relcl → SBAR → S
    NP → Det or NP's, N̄, adjunct PPs, relative clauses       NP → NP CC NP
    N̄  → A, N, of-PPs and complement clauses
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from hearer.algorithms.base import (
    Candidates,
    Found,
    Rank,
    Searching,
    in_states,
    look_up,
    option_values,
)
from hearer.binding import BOUND
from hearer.model import ROOT, Element, Kind, ReferringExpression, Tree, constant
from hearer.model.lexicon import words
from hearer.model.resolution import Constraint, Note, Verdict, is_about
from hearer.model.tree import VERBS

NOMINAL_TAGS, NOMINAL_RELATIONS, WORD_RELATIONS, CLAUSE_RELATIONS, SUBORDINATE = words(
    "constituents", "nominal_tags nominal_relations word_relations clause_relations subordinate"
)
SUBJECTS, OUTSIDE_VP, IN_NOUN_PHRASE, IN_N_BAR = words(
    "constituents", "subjects outside_vp in_noun_phrase in_n_bar"
)


class PhraseLabel(StrEnum):
    """The category of a constituent."""

    S = "S"
    SBAR = "SBAR"
    VP = "VP"
    NP = "NP"
    N_BAR = "N̄"
    PP = "PP"
    WORD = "word"  # anything else


S, SBAR, VP, NP, N_BAR, PP, WORD = PhraseLabel
NP_OR_S = frozenset({NP, S})


@dataclass(frozen=True, slots=True, eq=False)
class Phrase:
    """A constituent; `is_set` for the NP over a coordination, headed by the first member."""

    label: PhraseLabel
    head: int
    children: tuple[Phrase, ...] = ()
    is_set: bool = False

    @property
    def id(self) -> tuple[int, bool]:
        return self.head, self.is_set


class Constituency:
    """A tree of constituents, derived from the dependencies of an utterance."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.phrases: dict[int, Phrase] = {}
        for n in reversed(tree.downwards(tree.roots)):  # from the leaves up
            self.phrases[n] = self._phrase(n)
        roots = self._in_order(tree.roots)
        is_sentence = len(roots) == 1 and roots[0].label is S
        self.top = roots[0] if is_sentence else Phrase(S, ROOT, roots)
        self.parents: dict[Phrase, Phrase] = {}
        self.noun_phrases: dict[tuple[int, bool], Phrase] = {}
        phrases = [self.top]
        for phrase in phrases:
            self.parents.update(dict.fromkeys(phrase.children, phrase))
            phrases.extend(phrase.children)
            if phrase.label is NP:
                self.noun_phrases.setdefault(phrase.id, phrase)
        self.order = {one: n for n, one in enumerate(self.noun_phrases)}  # breadth first

    def rank(self, element: Element, *, possessor_first: bool = False) -> Rank:
        """Return a sort key: the breadth-first order of NPs; an ellipsis has none, and is last.

        With `possessor_first` a possessor comes right before what it possesses (Tetreault).
        """
        tree, n, inside = self.tree, element.expression.head, 0
        while possessor_first and 0 < n <= len(tree) and tree.relations[n] == "nmod:poss":
            n, inside = tree.heads[n], inside + 1
        is_set = element.expression.kind is Kind.SET and not inside
        return self.order.get((n, is_set), len(self.order)), -inside, element.position

    def climb(self, phrase: Phrase) -> tuple[Phrase, ...]:
        """Return the path from the next NP or S above a phrase down to the phrase."""
        path = [phrase, self.parents[phrase]]
        while path[-1].label not in NP_OR_S:  # the highest one is an S
            path.append(self.parents[path[-1]])
        return tuple(reversed(path))

    def _phrase(self, n: int) -> Phrase:
        tree = self.tree
        if self._is_clause(n):
            return self._clause(n)
        if not self._is_nominal(n):
            return Phrase(WORD, n, self._in_order(tree.children[n]))
        phrase = self._noun_phrase(n, tree.children[n])
        if conjuncts := tree.related(n, "conj"):
            phrase = Phrase(NP, n, (phrase, *self._in_order(conjuncts)), is_set=True)
        if tree.relations[n] == "nmod:poss" or not tree.has(n, "case"):
            return phrase
        return Phrase(PP, n, (*self._in_order(tree.related(n, "case")), phrase))

    def _in_order(self, words: Sequence[int], *others: Phrase) -> tuple[Phrase, ...]:
        phrases = [*(self.phrases[word] for word in words), *others]
        return tuple(sorted(phrases, key=lambda phrase: phrase.head))

    def _is_clause(self, n: int) -> bool:
        if self.tree.bases[n] not in CLAUSE_RELATIONS:
            return False
        return self.tree.upos[n] in VERBS or self.tree.has(n, "cop", *SUBJECTS)

    def _clause(self, n: int) -> Phrase:
        """Return S, with the verb phrases and the clauses coordinated with it."""
        tree, predicate = self.tree, Phrase(WORD, n)
        kids, subject = tree.children[n], tree.child(n, *SUBJECTS) or n
        if tree.upos[n] in NOMINAL_TAGS:
            own = tree.related(n, *IN_NOUN_PHRASE)
            predicate = self._noun_phrase(n, own)
            kids = [kid for kid in kids if kid not in own]
        conjuncts = tree.related(n, "conj")
        sharing = [kid for kid in conjuncts if self.phrases[kid].label is VP]
        others = [kid for kid in kids if kid not in conjuncts]
        above = [x for x in others if tree.bases[x] in OUTSIDE_VP or x < min(subject, n)]
        inside = [x for x in others if x not in above]
        shares_subject = tree.bases[n] == "conj" and self._is_clause(tree.heads[n])
        if shares_subject and not tree.has(n, *SUBJECTS):
            return Phrase(VP, n, self._in_order(others, predicate))
        verb_phrase = Phrase(VP, n, self._in_order(inside, predicate))
        if sharing:
            verb_phrase = Phrase(VP, n, (verb_phrase, *self._in_order(sharing)))
        sentence = Phrase(S, n, self._in_order(above, verb_phrase))
        if coordinated := [kid for kid in conjuncts if kid not in sharing]:
            sentence = Phrase(S, n, (sentence, *self._in_order(coordinated)))
        return Phrase(SBAR, n, (sentence,)) if tree.bases[n] in SUBORDINATE else sentence

    def _is_nominal(self, n: int) -> bool:
        relation = self.tree.bases[n]
        if self.tree.relations[n] == "nmod:desc":  # the title in "Mr. Smith"
            return False
        if relation in NOMINAL_RELATIONS:
            return self.tree.upos[n] != "VERB"
        return self.tree.upos[n] in NOMINAL_TAGS and relation not in WORD_RELATIONS

    def _noun_phrase(self, n: int, children: Sequence[int]) -> Phrase:
        """Return NP and the N̄ in it."""
        kids = [kid for kid in children if self.tree.bases[kid] not in {"case", "conj"}]
        within = [kid for kid in kids if self._is_in_n_bar(kid)]
        around = [kid for kid in kids if kid not in within]
        n_bar = Phrase(N_BAR, n, self._in_order(within, Phrase(WORD, n)))
        return Phrase(NP, n, self._in_order(around, n_bar))

    def _is_in_n_bar(self, n: int) -> bool:
        """Return True for arguments of a noun (of-phrases, complement clauses) and its parts."""
        tree, relation = self.tree, self.tree.relations[n]
        if relation == "acl":
            return tree.has(n, "mark")
        if relation == "nmod":
            return any(tree.lemmas[case] == "of" for case in tree.related(n, "case"))
        return relation in IN_N_BAR


constituents_of = lru_cache(maxsize=8)(Constituency)  # keeps those of the latest trees


@option_values
class HobbsOptions:
    """True if binding is tested as well."""

    contra_index: bool = False


@dataclass(eq=False)
class HobbsAlgorithm(Searching):
    """Propose NPs in the order of Hobbs's nine steps, and take the first that passes.

    Hobbs tests number, gender and person. His steps keep a pronoun from its co-arguments, but two
    pronouns may take one antecedent. With `contra_index` the binding constraints hold as well, as
    in Lappin and Leass (1994). A pronoun for which step 8 proposes an NP to the right waits until
    the utterance ends.

    >>> hobbs = HobbsAlgorithm(lambda pronoun, candidate: None)
    >>> from hearer.model import Outline, Utterance
    >>> said = Utterance.of("Lyn/PROPN/nsubj/2 said/VERB/root/0 she/PRON/nsubj/4 won/VERB/ccomp/2")
    >>> hobbs.begin_utterance(Outline(Tree(said)))
    >>> step = hobbs.hear(ReferringExpression("Lyn", 1, 1, entity="LYN"))
    >>> step = hobbs.hear(ReferringExpression("she", 1, 3, is_pronoun=True))
    >>> print(*step.notes, sep="; ")
    step 2: X = S won; step 5: X = S said; step 7: LYN ✓

    Jerry R. Hobbs (1978). Resolving Pronoun References. Lingua 44, pp. 311–338.
    """

    options: HobbsOptions = constant(default=HobbsOptions())

    def rank(self, element: Element) -> Rank:
        """Step 4: "traverse ... in a left-to-right, breadth-first manner"."""
        return constituents_of(self.tree).rank(element)

    def violated(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        """Ignore binding without `contra_index`, except for reflexives."""
        if self.options.contra_index or pronoun.kind in BOUND:
            return super().violated(pronoun, candidate)
        violated = self.test(pronoun, candidate)
        return None if is_about(violated, Constraint.BINDING) else violated

    def search(self, pronoun: ReferringExpression, *, is_over: bool) -> Found:
        notes: list[Note] = []
        step, waits = 1, False
        spoken = (x for x in self.heard if x.expression.is_spoken)
        realized = {(x.expression.head, x.expression.kind is Kind.SET): x for x in spoken}

        def note(text: str) -> None:
            notes.append(Note(f"step {step}", text))

        def proposals() -> Candidates:
            """Yield the proposed NPs that refer, each with the number of sentences back."""
            nonlocal step, waits
            sentence = constituents_of(self.tree)
            over = sentence.noun_phrases.get((pronoun.head, False))
            moves = walk(sentence, over, is_bound=pronoun.kind in BOUND) if over else ()
            for step, phrase in moves:  # none if the parse has no NP over the pronoun
                head = phrase.head
                named = f"{phrase.label} {self.tree.forms[head]}".strip()
                is_later = step == 8 and head > pronoun.head and phrase.id not in realized
                if step in NEW_X:
                    note(f"X = {named}")
                elif not is_over and (is_later or any(x.head == head for x in self.waiting)):
                    note(f"waits for {named}")
                    waits = True
                    return
                elif element := realized.get(phrase.id):
                    yield 0, element
            step = 4  # the surface parse trees of previous sentences, the most recent first
            yield from in_states(reversed(self.past), first=1)

        def test(pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
            verdict = self.violated(pronoun, candidate)
            note(f"{candidate.entity} {f'✗ {verdict.constraint}' if verdict else '✓'}")
            return verdict

        resolution = look_up(pronoun, proposals(), test)
        return Found(None if waits else resolution, tuple(notes))


NEW_X = frozenset({2, 5})  # the steps that go up to a new X; all others propose an NP


def walk(sentence: Constituency, start: Phrase, *, is_bound: bool) -> Iterator[tuple[int, Phrase]]:
    """Yield Hobbs's steps within the sentence, from the NP over the pronoun (step 1)."""
    path = sentence.climb(start)  # 2. go up to the first NP or S: X, and the path p
    yield 2, path[0]
    for phrase, has_between in beside(path):  # 3. left of p: NPs with an NP or S in between
        # This keeps "him" from its co-arguments. The steps are silent on reflexives, which need
        # co-arguments, so they get every NP here.
        if has_between or is_bound:
            yield 3, phrase
    while (x := path[0]) is not sentence.top:  # 4. at the highest S: on to earlier sentences
        path = sentence.climb(x)  # 5. go up to the next NP or S: X, and the path p
        x = path[0]
        yield 5, x
        if x.label is NP and path[1].label is not N_BAR:
            yield 6, x  # 6. p did not pass through the N̄ of X
        for phrase, _ in beside(path):  # 7. left of p: any NP
            yield 7, phrase
        if x.label is S:  # 8. right of p, not below any NP or S: any NP
            for phrase, has_between in beside(path, to_the_right=True):
                if not has_between:
                    yield 8, phrase
        # 9. go to step 4


def beside(
    path: tuple[Phrase, ...], *, to_the_right: bool = False
) -> Iterator[tuple[Phrase, bool]]:
    """Yield the NPs below X on one side of the path, breadth first, from left to right.

    Each comes with True if an NP or S is between it and X.
    """
    below = dict(pairwise(path))
    phrases = [(path[0], False)]
    for phrase, has_between in phrases:
        if phrase is path[-1]:
            continue
        children = phrase.children
        if phrase in below:
            n = children.index(below[phrase])
            children = children[n:] if to_the_right else children[: n + 1]
        elif phrase.label is NP:
            yield phrase, has_between
        passes = has_between or (phrase is not path[0] and phrase.label in NP_OR_S)
        phrases.extend((child, passes) for child in children)
