"""Hearing with knowledge: an analyst that applies corrections, spans, pronouns and names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from hearer.analysis import describe
from hearer.analysis.analyst import (
    Analyst,
    Reader,
    Realized,
    TreeAnalyst,
    WrappedAnalyst,
    analyst_for,
)
from hearer.analysis.draft import TO_RESOLVE, UNSPOKEN, Draft, in_order, short
from hearer.analysis.memory.memory import label
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.reader import pronoun_kind
from hearer.analysis.speech import Speech
from hearer.errors import UsageError, did_you_mean
from hearer.formats.format import Problems, quoted
from hearer.hearing import Analysis, Through, listen
from hearer.lexicon import entries
from hearer.model import (
    ANY_SORT,
    UNSPECIFIED,
    Agreement,
    Constraint,
    Cue,
    Discourse,
    Element,
    Entity,
    EntityKind,
    Familiarity,
    Gender,
    Interpretation,
    Kind,
    Number,
    Problem,
    ReferringExpression,
    Verdict,
)
from hearer.model.expression import WORDLESS
from hearer.model.state import given
from hearer.model.tree import Tree
from hearer.names import is_plural
from hearer.profiles import Profile, require
from hearer.session.knowledge import (
    LABELS,
    NOTHING,
    ORDINARY,
    UNSORTED,
    Correction,
    Given,
    Knowledge,
    WordPlace,
    forms_of,
    places_of,
    pointed_at,
    words_of,
)

PARTS_OF_WORDS = frozenset({"fixed", "flat", "goeswith"})  # of a name, what is not its head
REFERRING = frozenset({"NOUN", "NUM", "PRON", "PROPN"})
TAKES_OTHERS = Verdict(Constraint.AGREEMENT)
MOST_COMPARED = 20  # unknown entities for which a similar one is looked for
_WORDS = re.compile(r"\w+")


class KnowledgeIndex:
    """Knowledge, arranged to be looked up while hearing."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.given: dict[int, list[Given]] = defaultdict(list)  # by utterance
        for span in knowledge.given:
            self.given[span.utterance].append(span)
        self.corrections = {one.at: one for one in knowledge.corrections}
        # For words that point, are pointed at or have a name: the last word that pointers lead to.
        self.roots = {place: place for place in map(pointed_at, knowledge.names) if place}
        self.words: dict[int, list[int]] = defaultdict(list)  # that must refer, by utterance
        for place, root in sorted(self._roots().items()):
            self.roots[place] = root
            if not self.is_nothing(place):
                self.words[place[0]].append(place[1])
        self.forms = {words_of(name): forms_of(said) for name, said in knowledge.pronouns.items()}
        self.rare_pronouns = frozenset().union(*self.forms.values()) - ORDINARY
        self.name_gender = knowledge.name_gender

    def _roots(self) -> dict[WordPlace, WordPlace]:
        """Return for each word the last one that pointers lead to; in a ring, one of it."""
        roots: dict[WordPlace, WordPlace] = {}
        for start in self.corrections:
            path, at = dict.fromkeys([start]), start
            while at not in roots and (one := self.corrections.get(at)) and (to := one.place):
                at = to
                if at in path:
                    break
                path[at] = None
            roots |= dict.fromkeys(path, roots.get(at, at))
        return roots

    def is_nothing(self, place: WordPlace) -> bool:
        """Return True if a correction says that the word refers to nothing."""
        return place in self.corrections and self.corrections[place].entity == NOTHING

    def forms_for(self, *names: Iterable[str]) -> frozenset[str]:
        """Return the declared pronouns of the first of these names that has any."""
        for words in (frozenset(map(str.lower, name)) for name in names if self.forms):
            for declared, forms in self.forms.items():
                if declared <= words:
                    return forms
        return frozenset()


def analysis_with(knowledge: Knowledge | None, how: Profile) -> Analysis:
    """Return a factory for analysts with this knowledge; without any, the usual one."""
    said: object = knowledge
    if not isinstance(said, Knowledge | None):
        wrong = type(said).__name__
        raise UsageError(f"Knowledge is given as hearer.Knowledge(pronouns=...), not {wrong}.")
    if knowledge is None or knowledge == Knowledge():
        return analyst_for
    if knowledge.speakers:
        require(how, "speakers", wanted_for="Knowing who takes part in a conversation")

    def informed(options: AnalysisOptions) -> Analyst:
        inner, known = analyst_for(options), KnowledgeIndex(knowledge)
        inner.reader = InformedReader(inner.reader, known)
        if options.speakers:
            expected, name_gender = knowledge.speakers, knowledge.name_gender
            inner.situation = Speech(expected=expected, name_gender=name_gender)
        return InformedAnalyst(inner, known)

    return informed


@dataclass(eq=False)
class InformedAnalyst(WrappedAnalyst):
    """An analyst that believes what is known before what `inner` finds."""

    inner: TreeAnalyst
    known: KnowledgeIndex = given()
    entity_at: dict[WordPlace, Entity] = field(default_factory=dict)  # of words pointed at

    def hear(self, word: int) -> Iterator[ReferringExpression]:
        for expression in self.inner.hear(word):
            place = expression.utterance, expression.head
            if expression.kind in UNSPOKEN:
                yield expression
            elif not self.known.is_nothing(place):
                yield self._informed(expression, place)

    def _informed(self, expression: ReferringExpression, place: WordPlace) -> ReferringExpression:
        """Return the expression with the entity of a correction, or of the span with its head."""
        corrected = entity = self._corrected(expression, place)
        if corrected is None and not expression.is_pronoun:
            tree, spans = self.inner.here.tree, self.known.given[expression.utterance]
            named = (one for one in spans if one.entity and head_of(tree, one) == place[1])
            entity = next((Entity(one.entity) for one in named), None)
        if entity is None:
            return expression
        is_known = self.inner.memory.entities.get(entity) is not None
        status = Familiarity.EVOKED if is_known else expression.familiarity
        found = replace(expression, entity=entity, familiarity=status)
        return found if corrected is None else replace(found, is_pronoun=False, kind_of=None)

    def _corrected(self, expression: ReferringExpression, place: WordPlace) -> Entity | None:
        """Return the entity of a correction; None if there is none, or it points at nothing."""
        root, memory = self.known.roots.get(place), self.inner.memory
        if root is None:
            return None
        here, last = (self.known.corrections.get(at) for at in (place, root))
        if last is not None and not last.is_pointer and last.entity != NOTHING:
            clauses = (clause.referent for clause in expression.clauses)
            known = (*clauses, *memory.entities.entries)  # a clause or a set is no Entity(...)
            return next((one for one in known if one == last.entity), Entity(last.entity))
        # A word that points at itself, by whatever way, or at a later one, is somebody new.
        is_new = root > place or (last is not None and last.is_pointer)
        if root in self.entity_at or here is None or not here.place or not is_new:
            return self.entity_at.get(root)
        entity = expression.entity
        is_fresh = entity is not None and memory.entities.get(entity) is None
        if is_fresh and expression.kind is not Kind.SPEAKER:
            return entity
        draft = self.inner.here.drafts.get(expression.head)
        return memory.new_entity(label(draft) if draft else expression.text.upper())

    def realize(
        self,
        expression: ReferringExpression,
        entity: Entity | None,
        *,
        instead_of: Entity | None = None,
    ) -> Realized:
        realized, unified = self.inner.realize(expression, entity, instead_of=instead_of)
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

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        remembered = self.inner.memory.entities.get(candidate.entity)
        name, text = remembered.name if remembered else (), pronoun.text.lower()
        forms = self.known.forms_for(name, candidate.entity.split())
        if not forms:
            is_rare = text in self.known.rare_pronouns
            return TAKES_OTHERS if is_rare else self.inner.test(pronoun, candidate)
        if verdict := self.inner.situation.excluded(pronoun).get(candidate.entity):
            return verdict
        return self.inner.binding(pronoun, candidate) if text in forms else TAKES_OTHERS


@dataclass(frozen=True, slots=True)
class InformedReader:
    """Reads as `inner` does, and adds known expressions that `inner` does not see."""

    inner: Reader
    known: KnowledgeIndex

    def read(self, tree: Tree, left_out: tuple[bool, ...]) -> list[Draft]:
        number, known = tree.utterance.number, self.known
        spans = {head_of(tree, one): one for one in known.given[number] if one.first <= len(tree)}
        forms = [form.lower() for form in tree.forms]
        rare = [
            n for n in range(1, len(forms)) if forms[n] in known.rare_pronouns and not left_out[n]
        ]
        kept = [
            draft if draft.kind in UNSPOKEN else self._informed(draft, spans.get(draft.head))
            for draft in self.inner.read(tree, left_out)
            if draft.kind in UNSPOKEN or draft.head not in rare
        ]
        seen = {draft.head for draft in kept if draft.kind not in UNSPOKEN}
        added = [_name(tree, head, one) for head, one in spans.items() if head not in seen]
        added += [short(tree, n, pronoun_kind(tree, n, forms[n]), UNSPECIFIED) for n in rare]
        seen.update(spans, rare)
        unseen = (n for n in known.words[number] if n not in seen)
        added += [_word(tree, n) for n in unseen if _may_refer(tree, n, left_out)]
        return in_order([*kept, *added]) if added else kept

    def _informed(self, draft: Draft, span: Given | None) -> Draft:
        agrees = draft.agreement
        if forms := self.known.forms_for(draft.name or (draft.text,)):
            return draft._replace(agreement=_taking(agrees, forms))
        if span and span.sorts != ANY_SORT:
            return _of_sort(draft, span)
        if not draft.name or self.known.name_gender or agrees.gender.isdisjoint(describe.HUMAN):
            return draft
        titles = entries("masculine_titles") | entries("feminine_titles")
        if any(word.lower() in titles for word in draft.name):
            return draft
        return draft._replace(agreement=agrees._replace(gender=agrees.gender | describe.HUMAN))


def head_of(tree: Tree, given: Given) -> int:
    """Return the word of a span that the others depend on."""
    span = range(given.first, min(given.last, len(tree)) + 1)
    return next((n for n in span if tree.heads[n] not in span), given.first)


def _name(tree: Tree, head: int, given: Given) -> Draft:
    """Return an expression for a span in which the reader has seen none."""
    last = min(given.last, len(tree))
    forms = tree.forms[given.first : last + 1]
    draft = short(tree, head, Kind.NAME, Agreement(describe.SINGULAR))._replace(
        text=" ".join(forms),
        first=given.first,
        last=last,
        heard_at=last,
        name=forms,
        lemma=tree.lemmas[head],
    )
    return _of_sort(draft, given)


def _of_sort(draft: Draft, given: Given) -> Draft:
    """Return the draft of a name with a given sort, and the gender that goes with it."""
    gender = describe.gender_of("", given.sorts)
    agrees = draft.agreement._replace(gender=gender & draft.agreement.gender or gender)
    return draft._replace(sorts=given.sorts, agreement=agrees)


def _may_refer(tree: Tree, n: int, left_out: tuple[bool, ...]) -> bool:
    """Return True if a word can be an expression where a correction says so."""
    if not 1 <= n <= len(tree) or left_out[n] or tree.bases[n] in PARTS_OF_WORDS:
        return False
    return tree.upos[n] in REFERRING or tree.relations[n] == "nmod:poss"


def _word(tree: Tree, n: int) -> Draft:
    """Return an expression for a corrected word that the reader took for none: *it* rains."""
    form = tree.forms[n].lower()
    if agrees := describe.of_pronoun(form):
        return short(tree, n, pronoun_kind(tree, n, form), agrees)
    number = describe.PLURAL if is_plural(tree, n) else describe.SINGULAR
    name = (tree.forms[n],) if tree.upos[n] == "PROPN" else ()
    draft = short(tree, n, Kind.NAME if name else Kind.BARE, Agreement(number))
    return draft._replace(text=tree.forms[n] if name else form, lemma=tree.lemmas[n], name=name)


def _taking(known: Agreement, forms: frozenset[str]) -> Agreement:
    """Return the agreement by declared pronouns; rare ones tell no number or gender."""
    taken = [describe.PRONOUNS[form] for form in sorted(forms) if form in describe.PRONOUNS]
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
    index, known = KnowledgeIndex(knowledge), knowledge
    ahead = {
        place: root
        for place, one in index.corrections.items()
        if one.place and (root := index.roots[place]) > place and root not in index.corrections
    }
    if ahead:
        rest = tuple(one for one in knowledge.corrections if one.at not in ahead)
        before = heard(replace(knowledge, corrections=rest))
        known = _pointing_back(knowledge, ahead, before)
    found = heard(known)
    return replace(found, problems=(*found.problems, *unused(knowledge, found)))


def _pointing_back(
    knowledge: Knowledge, ahead: Mapping[WordPlace, WordPlace], before: Interpretation
) -> Knowledge:
    """Let pointers to later words point at the first mention of their entity.

    If that comes later, too, both get its name: the list should not show SHE.
    """
    first: dict[WordPlace, tuple[WordPlace, Entity]] = {}
    for chain in before.chains:
        places = [place for place in places_of(chain) if place not in ahead]
        first |= dict.fromkeys(places, (min(places, default=(0, 0)), chain.entity))
    corrections = {one.at: one for one in knowledge.corrections}
    for place, root in ahead.items():
        at, entity = first.get(root, (root, None))
        is_named = entity is not None and entity.kind is EntityKind.NAMED
        pointer = str(entity) if is_named and at > place else f"@{at[0]}.{at[1]}"
        corrections[place] = Correction(*place, pointer)
        for other in (root, at) if at > place else (root,):  # they stay together, come what may
            corrections.setdefault(other, Correction(*other, pointer))
    return replace(knowledge, corrections=tuple(corrections.values()))


# Problems ----------------------------------------------------------------------------------------


def _heard(found: Interpretation) -> dict[WordPlace, Entity | None]:
    """Return what the words of `found` refer to, by their places."""
    spoken = (e for e in found.expressions if e.kind not in WORDLESS)
    return {(e.utterance, e.head): e.entity for e in spoken}


def unused(knowledge: Knowledge, found: Interpretation) -> Iterator[Problem]:
    """Yield problems for corrections, spans and names that changed nothing."""
    yield from unplaced(knowledge.corrections, found)
    problems = Problems(found.discourse.path)
    lengths = {utterance.number: len(utterance) for utterance in found.discourse.utterances}
    for one in knowledge.given:
        if one.last > lengths.get(one.utterance, 0):
            span = f"words {one.first} to {one.last} of utterance {one.utterance}"
            problems.add(0, "given-place", f"{span} are not in the text; left aside")
        label = one.label.upper()
        if label and label not in LABELS and label not in UNSORTED:
            unknown = f"{quoted(one.label)} is no label of a sort{did_you_mean(label, LABELS)}"
            problems.add(0, "given-label", f"{unknown}; the words may be anything")
    corrected = {one.at: one.entity for one in knowledge.corrections if not one.is_pointer}
    known = {str(entity) for at, entity in _heard(found).items() if at not in corrected}
    unknown_entities = dict.fromkeys(corrected.values()).keys() - known - {NOTHING}
    for entity in sorted(unknown_entities)[:MOST_COMPARED]:
        if near := did_you_mean(entity, sorted(known)):
            message = f"nothing else is {quoted(entity)}{near}; kept as it is"
            problems.add(0, "corrections-entity", message)
    written = {*_WORDS.findall(" ".join((found.discourse.text, *found.names)).casefold())}
    for name in knowledge.pronouns:
        if not written.issuperset(_WORDS.findall(" ".join(words_of(name.casefold())))):
            message = f"{quoted(name)} is never named, so nobody takes those pronouns"
            problems.add(0, "knowledge-name", message)
    for entity, name in knowledge.names.items():
        if name.strip() and name.strip() not in found.renamed.values():
            message = f"nothing is {quoted(entity)}, so nothing is called so"
            problems.add(0, "knowledge-name", message)
    yield from problems


def unplaced(corrections: Iterable[Correction], found: Interpretation) -> Problems:
    """Return problems for the corrections that changed nothing in `found`."""
    lengths = {utterance.number: len(utterance) for utterance in found.discourse.utterances}
    heard, problems = _heard(found), Problems(found.discourse.path)
    for one in {each.at: each for each in corrections}.values():
        if reason := _reason(one, lengths, heard):
            message = f"word {one.word} of utterance {one.utterance} is not {quoted(one.entity)}"
            problems.add(0, "corrections-place", f"{message}: {reason}; left aside")
    return problems


def _reason(
    one: Correction, lengths: Mapping[int, int], heard: Mapping[WordPlace, Entity | None]
) -> str:
    """Return why a correction could not be applied; "" if it was."""
    if not 1 <= one.word <= lengths.get(one.utterance, 0):
        return "there is no such word"
    if one.fault or one.entity == NOTHING:
        return one.fault
    if one.at not in heard:
        return "the word refers to nothing, or is not the head of what does"
    if one.place is None or 1 <= one.place[0] < min(lengths):  # in an earlier turn
        return ""
    if one.place not in heard:
        return f"{one.entity} points at nothing that is said"
    if heard[one.place] == heard[one.at]:
        return ""
    return f"what {one.entity} means was not known when it was heard"
