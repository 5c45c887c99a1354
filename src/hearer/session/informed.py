"""Hearing with knowledge: an analyst that applies corrections, pronouns and names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from types import NoneType

from hearer.analysis import describe
from hearer.analysis.analyst import (
    Analyst,
    Reader,
    Realized,
    TreeAnalyst,
    WrappedAnalyst,
    analyst_for,
)
from hearer.analysis.draft import TO_RESOLVE, Draft, Marks, in_order, short
from hearer.analysis.memory import label
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.reader import pronoun_kind
from hearer.analysis.speech import Speech
from hearer.errors import UsageError, require
from hearer.formats.format import Problems, quoted
from hearer.hearing import Analysis, Through, listen
from hearer.model import (
    UNSPECIFIED,
    Agreement,
    Constraint,
    Cue,
    Discourse,
    Element,
    Entity,
    Familiarity,
    Gender,
    Interpretation,
    Kind,
    Number,
    ReferringExpression,
    Tree,
    Verdict,
    constant,
)
from hearer.model.expression import PLURAL, SINGULAR, UNSPOKEN, WORDLESS
from hearer.model.lexicon import words
from hearer.names import is_plural
from hearer.profiles import Profile
from hearer.session.knowledge import (
    NOTHING,
    ORDINARY,
    Correction,
    Knowledge,
    WordPlace,
    correct,
    forms_of,
    places_of,
    pointed_at,
    words_of,
)

REFERRING, PARTS_OF_WORDS = words("corrections", "referring parts_of_words")
TAKES_OTHERS = Verdict(Constraint.AGREEMENT)
_WORDS = re.compile(r"\w+")


class KnowledgeIndex:
    """Knowledge, arranged to be looked up while hearing."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.corrections = {one.at: one for one in knowledge.corrections}
        self.nothing = {at for at, one in self.corrections.items() if one.entity == NOTHING}
        # For words that point, are pointed at or have a name: the last word that pointers lead to.
        self.roots = {place: place for place in map(pointed_at, knowledge.names) if place}
        self.words: dict[int, list[int]] = defaultdict(list)  # that must refer, by utterance
        # The last word that pointers lead to; in a ring, one of it.
        roots: dict[WordPlace, WordPlace] = {}
        for start in self.corrections:
            path, at = dict.fromkeys([start]), start
            while at not in roots and (one := self.corrections.get(at)) and (to := one.place):
                at = to
                if at in path:
                    break
                path[at] = None
            roots |= dict.fromkeys(path, roots.get(at, at))
        for place, root in sorted(roots.items()):
            self.roots[place] = root
            if place not in self.nothing:
                self.words[place[0]].append(place[1])
        self.forms = {words_of(name): forms_of(said) for name, said in knowledge.pronouns.items()}
        self.rare_pronouns = frozenset().union(*self.forms.values()) - ORDINARY

    def forms_for(self, *names: Iterable[str]) -> frozenset[str]:
        """Return the declared pronouns of the first of these names that has any."""
        for called in (frozenset(map(str.lower, name)) for name in names if self.forms):
            for declared, forms in self.forms.items():
                if declared <= called:
                    return forms
        return frozenset()


def analysis_with(knowledge: Knowledge | None, how: Profile) -> Analysis:
    """Return a factory for analysts with this knowledge; without any, the usual one."""
    require(
        knowledge, (Knowledge, NoneType), "Knowledge is given as hearer.Knowledge(pronouns=...)"
    )
    if knowledge is None or knowledge == Knowledge():
        return analyst_for
    if knowledge.speakers and not how.analysis.speakers:
        raise UsageError(
            "Knowing who takes part in a conversation needs speakers, which the profile "
            f"{how.name!r} has not: say speakers=True too, or leave it out."
        )

    def informed(options: AnalysisOptions) -> Analyst:
        inner, known = analyst_for(options), KnowledgeIndex(knowledge)
        inner.reader = InformedReader(inner.reader, known)
        if options.speakers:
            inner.situation = Speech(expected=knowledge.speakers)
        return InformedAnalyst(inner, known)

    return informed


@dataclass(eq=False)
class InformedAnalyst(WrappedAnalyst):
    """An analyst that believes what is known before what `inner` finds."""

    inner: TreeAnalyst
    known: KnowledgeIndex = constant()
    entity_at: dict[WordPlace, Entity] = field(default_factory=dict)  # of words pointed at

    def hear(self, word: int) -> Iterator[ReferringExpression]:
        for expression in self.inner.hear(word):
            place = expression.utterance, expression.head
            if expression.kind in UNSPOKEN:
                yield expression
            elif place not in self.known.nothing:
                entity = self._corrected(expression, place)
                is_known = entity in self.inner.memory.entities
                status = Familiarity.EVOKED if is_known else expression.familiarity
                corrected = expression._replace(
                    entity=entity, familiarity=status, is_pronoun=False, kinds=()
                )
                yield corrected if entity else expression

    def _corrected(self, expression: ReferringExpression, place: WordPlace) -> Entity | None:
        """Return the entity of a correction; None if there is none, or it points at nothing."""
        root, memory = self.known.roots.get(place), self.inner.memory
        if root is None:
            return None
        here, last = map(self.known.corrections.get, (place, root))
        if last is not None and not last.place and last.entity != NOTHING:
            clauses = (clause.referent for clause in expression.clauses)
            known = (*clauses, *memory.entities)  # a clause or a set is no Entity(...)
            return next((one for one in known if one == last.entity), Entity(last.entity))
        # A word that points at itself, by whatever way, or at a later one, is somebody new.
        is_new = root > place or (last is not None and last.place is not None)
        if root in self.entity_at or here is None or not here.place or not is_new:
            return self.entity_at.get(root)
        entity = expression.entity
        if entity and entity not in memory.entities and expression.kind is not Kind.SPEAKER:
            return entity
        draft = self.inner.here.drafts.get(expression.head)
        return memory.new_entity(label(draft) if draft else expression.text.upper())

    def realize(self, expression: ReferringExpression, entity: Entity | None) -> Realized:
        realized, unified = self.inner.realize(expression, entity)
        root = self.known.roots.get((realized.utterance, realized.head))
        if root and realized.entity and realized.kind not in UNSPOKEN:
            self.entity_at[root] = realized.entity
        if unified:
            for place in [at for at, known in self.entity_at.items() if known == unified.was]:
                self.entity_at[place] = unified.now
        to_resolve = expression.kind in TO_RESOLVE or Cue.POINTING in expression.cues
        if to_resolve and not expression.is_pronoun:
            realized = replace(realized, is_pronoun=True)
        return Realized(realized, unified)

    @property
    def test(self) -> InformedTest:
        return InformedTest(self)


@dataclass(frozen=True, slots=True)
class InformedTest:
    """Tests a candidate by what is known of it; `prefers` tells the declared pronouns."""

    analyst: InformedAnalyst

    def __call__(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        inner, known, text = self.analyst.inner, self.analyst.known, pronoun.text.lower()
        forms = self._forms(candidate)
        if not forms:
            return TAKES_OTHERS if text in known.rare_pronouns else inner.test(pronoun, candidate)
        if verdict := inner.situation.excluded(pronoun).get(candidate.entity):
            return verdict
        return inner.binding(pronoun, candidate) if text in forms else TAKES_OTHERS

    def prefers(self, pronoun: ReferringExpression, candidate: Element) -> bool:
        return pronoun.text.lower() in self._forms(candidate)

    def _forms(self, candidate: Element) -> frozenset[str]:
        remembered = self.analyst.inner.memory.entities.get(candidate.entity)
        name = remembered.name if remembered else ()
        return self.analyst.known.forms_for(name, candidate.entity.split())


@dataclass(frozen=True, slots=True)
class InformedReader:
    """Reads as `inner` does, and adds known expressions that `inner` does not see."""

    inner: Reader
    known: KnowledgeIndex

    def read(self, tree: Tree, left_out: Marks) -> list[Draft]:
        known = self.known
        forms = [form.lower() for form in tree.forms]
        rare = [n for n in tree.words if forms[n] in known.rare_pronouns and not left_out[n]]
        kept = []
        for draft in self.inner.read(tree, left_out):
            if draft.kind in UNSPOKEN:
                kept.append(draft)
            elif draft.head not in rare:
                told = known.forms_for(draft.name or (draft.text,))
                taken = _taking(draft.agreement, told) if told else draft.agreement
                kept.append(draft._replace(agreement=taken))
        seen = {*rare, *(draft.head for draft in kept if draft.kind not in UNSPOKEN)}
        added = [short(tree, n, pronoun_kind(tree, n, forms[n]), UNSPECIFIED) for n in rare]
        for n in known.words[tree.utterance.number]:
            if n in seen or n not in tree.words or left_out[n]:
                continue
            may_refer = tree.upos[n] in REFERRING or tree.relations[n] == "nmod:poss"
            if may_refer and tree.bases[n] not in PARTS_OF_WORDS:
                added.append(_word(tree, n))
        return in_order([*kept, *added]) if added else kept


def _word(tree: Tree, n: int) -> Draft:
    """Return an expression for a corrected word that the reader took for none: *it* rains."""
    form = tree.forms[n].lower()
    if agrees := describe.of_pronoun(form):
        return short(tree, n, pronoun_kind(tree, n, form), agrees)
    number = PLURAL if is_plural(tree, n) else SINGULAR
    name = (tree.forms[n],) if tree.upos[n] == "PROPN" else ()
    draft = short(tree, n, Kind.NAME if name else Kind.BARE, Agreement(number))
    return draft._replace(text=tree.forms[n] if name else form, lemma=tree.lemmas[n], name=name)


def _taking(known: Agreement, forms: frozenset[str]) -> Agreement:
    """Return the agreement by declared pronouns; rare ones tell no number or gender."""
    taken = [describe.PRONOUNS[form] for form in forms if form in describe.PRONOUNS]
    numbers = [each.number for each in taken]
    genders = [each.gender for each in taken if each != describe.THEY]
    return Agreement(
        frozenset[Number]().union(*numbers) or known.number,
        frozenset[Gender]().union(*genders) or known.gender,
    )


# A whole discourse ------------------------------------------------------------------------------


def listen_with(
    discourse: Discourse,
    knowledge: Knowledge | None,
    how: Profile,
    *,
    through: Through = iter,
    given: bool = False,
) -> Interpretation:
    """Hear a discourse word by word, through an iterator such as a progress bar.

    With `given`, nouns and names are taken from its annotation. A discourse with corrections that
    point at later words is heard twice: then they point at the first mention of the same entity.
    """
    if given:
        from hearer.evaluation.gold_analyst import listen_given

        if knowledge is not None:
            raise UsageError(
                "Corrections cannot be combined with coreference taken from the annotation.",
                hint="Say either knowledge=… or given=True.",
                command_hint="Say either --corrections or --set given.",
            )
        return listen_given(discourse, how, through=through)

    def heard(known: Knowledge | None) -> Interpretation:
        names = known.names if known else None
        analysis = analysis_with(known, how)
        return listen(discourse, profile=how, analysis=analysis, through=through, names=names)

    if knowledge is None:
        return heard(None)
    found = heard(_pointing_back(knowledge, heard))
    return replace(found, problems=(*found.problems, *unused(knowledge, found)))


def _pointing_back(knowledge: Knowledge, hear: Callable[[Knowledge], Interpretation]) -> Knowledge:
    """Let corrections that point at later words point at the first mention of the same entity."""
    index = KnowledgeIndex(knowledge)
    corrections, roots = dict(index.corrections), index.roots
    pointing = (at for at, one in corrections.items() if one.place)
    ahead = {at: root for at in pointing if (root := roots[at]) > at and root not in corrections}
    if not ahead:
        return knowledge
    rest = tuple(one for at, one in corrections.items() if at not in ahead)
    chains = map(places_of, hear(replace(knowledge, corrections=rest)).chains)
    first = {place: places[0] for places in chains for place in places}
    for at, root in ahead.items():
        corrections[at] = correct(at, first.get(root, root))
        corrections.setdefault(root, correct(root, first.get(root, root)))
    return replace(knowledge, corrections=tuple(corrections.values()))


# Problems ----------------------------------------------------------------------------------------


def unused(knowledge: Knowledge, found: Interpretation) -> Problems:
    """Return problems for corrections and names that changed nothing."""
    problems = unplaced(knowledge.corrections, found)
    written = {*_WORDS.findall(" ".join((found.discourse.text, *found.names)).casefold())}
    for name in knowledge.pronouns:
        if not written.issuperset({*_WORDS.findall(name.casefold())} - {"the"}):
            message = f"{quoted(name)} does not occur, so these pronouns are not used"
            problems.add(0, "knowledge-name", message)
    for entity, name in knowledge.names.items():
        if name.strip() and name.strip() not in found.renamed.values():
            message = f"there is no {quoted(entity)}, so this name is not used"
            problems.add(0, "knowledge-name", message)
    return problems


def unplaced(corrections: Iterable[Correction], found: Interpretation) -> Problems:
    """Return problems for the corrections that could not be applied."""
    lengths = {utterance.number: len(utterance) for utterance in found.discourse.utterances}
    heard = {(e.utterance, e.head) for e in found.expressions if e.kind not in WORDLESS}
    problems = Problems(found.discourse.path)
    for one in {each.at: each for each in corrections}.values():
        if one.word > lengths.get(one.utterance, 0):
            reason = "there is no such word"
        elif one.entity != NOTHING and one.at not in heard:
            reason = "the word refers to nothing, or is not the head of what does"
        elif one.place and one.place not in heard and one.place[0] >= min(lengths):
            reason = f"{one.entity} points to no expression"
        else:
            continue
        message = f"word {one.word} of utterance {one.utterance} is not {quoted(one.entity)}"
        problems.add(0, "corrections-place", f"{message}: {reason}; left aside")
    return problems
