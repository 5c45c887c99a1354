"""Hearing with knowledge: an analyst that is told corrections, entities, pronouns and names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from hearer.analysis import describe
from hearer.analysis.analyst import Reader, Realized, TreeAnalyst, WrappedAnalyst, analyst_for
from hearer.analysis.draft import TO_RESOLVE, UNSPOKEN, Draft, in_order, short
from hearer.analysis.memory.memory import label
from hearer.analysis.nominal import pronoun_kind
from hearer.analysis.options import AnalysisOptions
from hearer.analysis.speech import Speech
from hearer.errors import UsageError, did_you_mean
from hearer.formats.format import Problems, quoted
from hearer.hearing import Analysis, Hearer, Through, listen
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
    Step,
    Verdict,
)
from hearer.model.expression import WORDLESS
from hearer.model.state import given
from hearer.model.tree import Tree
from hearer.names import Names, is_plural, names_of
from hearer.profiles import Profile, require
from hearer.session.corrections import impossible, places_of
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
    words_of,
)

PARTS_OF_WORDS = frozenset({"fixed", "flat", "goeswith"})  # of a name, what is not its head
REFERRING = frozenset({"NOUN", "NUM", "PRON", "PROPN"})
TAKES_OTHERS = Verdict(Constraint.AGREEMENT)
NO_FORMS = frozenset[str]()


@dataclass(frozen=True, slots=True)
class KnowledgeIndex:
    """Knowledge, arranged to be looked up while hearing."""

    given: Mapping[int, Sequence[Given]]  # by utterance
    corrections: Mapping[WordPlace, Correction]
    roots: Mapping[WordPlace, WordPlace]  # of all words that point or are pointed at: the last one
    words: Mapping[int, Sequence[int]]  # those of them that refer to something, by utterance
    forms: Mapping[frozenset[str], frozenset[str]]  # declared pronouns, by the words of a name
    rare_pronouns: frozenset[str]  # those that are no word to others
    name_gender: bool

    @classmethod
    def of(cls, knowledge: Knowledge) -> KnowledgeIndex:
        given: dict[int, list[Given]] = {}
        for one in knowledge.given:
            given.setdefault(one.utterance, []).append(one)
        forms = {words_of(name): forms_of(said) for name, said in knowledge.pronouns.items()}
        corrections = {one.at: one for one in knowledge.corrections}
        roots = _roots(corrections)
        words: dict[int, list[int]] = {}
        for place in sorted(roots):
            if place not in corrections or corrections[place].entity != NOTHING:
                words.setdefault(place[0], []).append(place[1])
        named = filter(None, (Correction(0, 0, entity).place for entity in knowledge.names))
        return cls(
            given=given,
            corrections=corrections,
            roots={place: place for place in named} | roots,
            words=words,
            forms=forms,
            rare_pronouns=frozenset().union(*forms.values()) - ORDINARY,
            name_gender=knowledge.name_gender,
        )

    def is_nothing(self, place: WordPlace) -> bool:
        """Return True if a correction says that the word refers to nothing."""
        return place in self.corrections and self.corrections[place].entity == NOTHING

    def is_new(self, place: WordPlace, root: WordPlace) -> bool:
        """Return True if a word points at itself, by whatever way, or at a later one."""
        told = self.corrections.get(place)
        if told is None or not told.place:
            return False
        return root > place or (root in self.corrections and not self.is_nothing(root))

    def forms_for(self, name: Iterable[str]) -> frozenset[str]:
        """Return the declared pronouns of a name or an entity."""
        if not self.forms:
            return NO_FORMS
        words = frozenset(word.lower() for word in name)
        return next((forms for said, forms in self.forms.items() if said <= words), NO_FORMS)


def _roots(corrections: Mapping[WordPlace, Correction]) -> dict[WordPlace, WordPlace]:
    """Return for each word the last one that pointers lead to; in a ring, one of it."""
    roots: dict[WordPlace, WordPlace] = {}
    for start in corrections:
        path, at = dict.fromkeys([start]), start
        while at not in roots and (to := corrections[at].place if at in corrections else None):
            at = to
            if at in path:
                break
            path[at] = None
        roots |= dict.fromkeys(path, roots.get(at, at))
    return roots


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
    return partial(_informed, knowledge)


def _informed(knowledge: Knowledge, options: AnalysisOptions) -> InformedAnalyst:
    inner, known = analyst_for(options), KnowledgeIndex.of(knowledge)
    inner.reader = InformedReader(inner.reader, known)
    if options.speakers:
        inner.situation = Speech(expected=knowledge.speakers, name_gender=knowledge.name_gender)
    return InformedAnalyst(inner, known)


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
                yield self._corrected(expression, place)

    def _corrected(self, expression: ReferringExpression, place: WordPlace) -> ReferringExpression:
        """Return the expression with the entity that a correction or a given span says."""
        root = self.known.roots.get(place)
        entity = None if root is None else self._entity(expression, place, root)
        if entity is not None:
            return replace(self._as(entity, expression), is_pronoun=False, kind_of=None)
        spans = () if expression.is_pronoun else self.known.given.get(expression.utterance, ())
        for one in spans:
            if one.entity and head_of(self.inner.here.tree, one) == expression.head:
                return self._as(Entity(one.entity), expression)
        return expression

    def _entity(
        self, expression: ReferringExpression, place: WordPlace, root: WordPlace
    ) -> Entity | None:
        """Return what a corrected word refers to; None if it points at nothing."""
        memory, told = self.inner.memory, self.known.corrections.get(root)
        if told is not None and not told.is_pointer and told.entity != NOTHING:
            clauses = (clause.referent for clause in expression.clauses)
            known = (*clauses, *memory.entities.entries)  # a clause or a set is no Entity(...)
            return next((one for one in known if one == told.entity), Entity(told.entity))
        if root in self.entity_at or not self.known.is_new(place, root):
            return self.entity_at.get(root)
        entity = expression.entity
        is_fresh = entity is not None and memory.entities.get(entity) is None
        if is_fresh and expression.kind is not Kind.SPEAKER:
            return entity
        draft = self.inner.here.drafts.get(expression.head)
        return memory.new_entity(label(draft) if draft else expression.text.upper())

    def _as(self, entity: Entity, expression: ReferringExpression) -> ReferringExpression:
        is_known = self.inner.memory.entities.get(entity) is not None
        status = Familiarity.EVOKED if is_known else expression.familiarity
        return replace(expression, entity=entity, familiarity=status)

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
        is_told = to_resolve and not expression.is_pronoun
        return Realized(replace(realized, is_pronoun=True) if is_told else realized, unified)

    def test(self, pronoun: ReferringExpression, candidate: Element) -> Verdict | None:
        remembered = self.inner.memory.entities.get(candidate.entity)
        forms = self.known.forms_for(remembered.name) if remembered else NO_FORMS
        forms = forms or self.known.forms_for(candidate.entity.split())
        text = pronoun.text.lower()
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
        spans = (one for one in known.given.get(number, ()) if 1 <= one.first <= len(tree))
        named = {head_of(tree, one): one for one in spans}
        rare = {
            n: short(tree, n, pronoun_kind(tree, n, tree.forms[n].lower()), UNSPECIFIED)
            for n in range(1, len(tree) + 1 if known.rare_pronouns else 0)
            if tree.forms[n].lower() in known.rare_pronouns and not left_out[n]
        }
        found = self.inner.read(tree, left_out)
        kept = [
            draft if draft.kind in UNSPOKEN else self._informed(draft, named.get(draft.head))
            for draft in found
            if draft.kind in UNSPOKEN or draft.head not in rare
        ]
        seen = {draft.head for draft in kept if draft.kind not in UNSPOKEN}
        added = [_named(tree, head, one) for head, one in named.items() if head not in seen]
        seen |= named.keys() | rare.keys()
        unseen = (n for n in known.words.get(number, ()) if n not in seen)
        added += [_pointed(tree, n) for n in unseen if _may_refer(tree, n, left_out)]
        return in_order([*kept, *rare.values(), *added]) if added or rare else kept

    def _informed(self, draft: Draft, span: Given | None) -> Draft:
        agrees = draft.agreement
        if forms := self.known.forms_for(draft.name or (draft.text,)):
            return draft._replace(agreement=_taking(agrees, forms))
        if span and span.sorts != ANY_SORT:
            return draft._replace(sorts=span.sorts, agreement=_agreeing(draft, span))
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


def _named(tree: Tree, head: int, given: Given) -> Draft:
    """Return an expression for a span in which the reader has seen none."""
    last = min(given.last, len(tree))
    forms = tree.forms[given.first : last + 1]
    draft = short(tree, head, Kind.NAME, Agreement(describe.SINGULAR))._replace(
        text=" ".join(forms),
        first=given.first,
        last=last,
        heard_at=last,
        sorts=given.sorts,
        name=forms,
        lemma=tree.lemmas[head],
    )
    return draft._replace(agreement=_agreeing(draft, given))


def _may_refer(tree: Tree, n: int, left_out: tuple[bool, ...]) -> bool:
    """Return True if a word can be an expression where a correction says so."""
    if not 1 <= n <= len(tree) or left_out[n] or tree.bases[n] in PARTS_OF_WORDS:
        return False
    return tree.upos[n] in REFERRING or tree.relations[n] == "nmod:poss"


def _pointed(tree: Tree, n: int) -> Draft:
    """Return an expression for a corrected word that the reader took for none: *it* rains."""
    form = tree.forms[n].lower()
    if agrees := describe.of_pronoun(form):
        return short(tree, n, pronoun_kind(tree, n, form), agrees)
    number = describe.PLURAL if is_plural(tree, n) else describe.SINGULAR
    name = (tree.forms[n],) if tree.upos[n] == "PROPN" else ()
    draft = short(tree, n, Kind.NAME if name else Kind.BARE, Agreement(number))
    return draft._replace(text=tree.forms[n] if name else form, lemma=tree.lemmas[n], name=name)


def _agreeing(draft: Draft, given: Given) -> Agreement:
    """Return the agreement of a name of a given sort."""
    gender = describe.gender_of("", given.sorts)
    return draft.agreement._replace(gender=gender & draft.agreement.gender or gender)


def _taking(known: Agreement, forms: frozenset[str]) -> Agreement:
    """Return the agreement by declared pronouns; rare ones tell no number or gender."""
    taken = [describe.PRONOUNS[form] for form in sorted(forms) if form in describe.PRONOUNS]
    numbers = [each.number for each in taken]
    genders = [each.gender for each in taken if each != describe.THEY]
    return Agreement(
        frozenset[Number]().union(*numbers) or known.number,
        frozenset[Gender]().union(*genders) or known.gender,
    )


# A whole discourse ----------------------------------------------------------------------------


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
        analysis = analysis_with(known, how)
        return listen(discourse, profile=how, analysis=analysis, through=through)

    if knowledge is None:
        return heard(None)
    ahead, known = _pointing_ahead(knowledge), knowledge
    if ahead:
        rest = tuple(one for one in knowledge.corrections if one.at not in ahead)
        before = heard(replace(knowledge, corrections=rest))
        known = _pointing_back(knowledge, ahead, before)
    found = renamed(heard(known), knowledge.names)
    return replace(found, problems=(*found.problems, *unused(knowledge, found)))


def _pointing_ahead(knowledge: Knowledge) -> dict[WordPlace, WordPlace]:
    """Return the words that point at a later one, with the last that the pointers lead to."""
    index = KnowledgeIndex.of(knowledge)
    return {
        place: root
        for place, one in index.corrections.items()
        if one.place and (root := index.roots[place]) > place and root not in index.corrections
    }


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
    told = {one.at: one for one in knowledge.corrections}
    for place, root in ahead.items():
        at, entity = first.get(root, (root, None))
        is_named = entity is not None and entity.kind is EntityKind.NAMED
        pointer = str(entity) if is_named and at > place else f"@{at[0]}.{at[1]}"
        told[place] = Correction(*place, pointer)
        for other in (root, at) if at > place else (root,):  # they stay together, come what may
            told.setdefault(other, Correction(*other, pointer))
    return replace(knowledge, corrections=tuple(told.values()))


# Names and problems ---------------------------------------------------------------------------


def of_turn(found: Interpretation, knowledge: Knowledge, hearer: Hearer) -> Interpretation:
    """Apply the names of `knowledge` to one turn; names of earlier turns are known to `hearer`."""
    here = {utterance.number for utterance in found.discourse.utterances}
    last = max(here, default=0)
    told = [one for one in knowledge.corrections if one.utterance in here]
    told = [one for one in told if (one.place or (0, 0))[0] <= last]
    at = hearer.analyst.entity_at if isinstance(hearer.analyst, InformedAnalyst) else {}
    found = renamed(found, knowledge.names, at, hearer.names)
    return replace(found, problems=(*found.problems, *unplaced(told, found)))


def renamed(
    found: Interpretation,
    names: Mapping[str, str],
    before: Mapping[WordPlace, Entity] = MappingProxyType({}),
    known: Names | None = None,
) -> Interpretation:
    """Name the entities of `found` as `names` says; names for unknown entities change nothing.

    For one turn of a session, `before` has the entities of the words of earlier turns, and `known`
    their names.

    >>> from hearer.hearing import listen
    >>> from hearer.model import Discourse, Utterance
    >>> anna = Utterance.of("Anna/PROPN/nsubj/2 drives/VERB/root/0")
    >>> found = renamed(listen(Discourse((anna,))), {"@1.1": "Anna Keller"})
    >>> found.chains
    (<Chain Anna Keller (1): Anna>,)
    """
    entities = _named_by(found, names, before, known.best if known else ())
    told = {entity: names[key].strip() for key, entity in entities.items()}
    told = {entity: name for entity, name in told.items() if name}
    if not told:
        return found
    if known is None:
        best = names_of(found.expressions, found.discourse.utterances, told)
    else:
        known = known.copy()
        for entity, name in told.items():
            known.tell(entity, name)
        best = known.of(found.names)
    steps = tuple(_renamed_step(step, told) for step in found.steps)
    return replace(found, steps=steps, names=best, renamed=told)


def _renamed_step(step: Step, told: Mapping[Entity, str]) -> Step:
    """Put names into the resolutions of a step, which some formats write."""
    if not any(one.entity in told for one in step.resolutions):
        return step
    resolutions = tuple(
        replace(one, name=told[one.entity]) if one.entity and one.entity in told else one
        for one in step.resolutions
    )
    parts = tuple(_renamed_step(part, told) for part in step.parts)
    return step._replace(resolutions=resolutions, parts=parts)


def _named_by(
    found: Interpretation,
    names: Iterable[str],
    before: Mapping[WordPlace, Entity] = MappingProxyType({}),
    known: Iterable[Entity] = (),
) -> dict[str, Entity]:
    """Return the entities that names are for: by their letters, or by a word that means them."""
    if not names:
        return {}
    at = {**before, **{place: entity for place, entity in _heard(found).items() if entity}}
    heard = (e.entity for e in found.expressions if e.entity is not None)
    letters = {str(entity): entity for entity in (*known, *heard)}
    meant = {key: at.get(Correction(0, 0, key).place or (0, 0), letters.get(key)) for key in names}
    return {key: entity for key, entity in meant.items() if entity is not None}


def _heard(found: Interpretation) -> dict[WordPlace, Entity | None]:
    """Return what the words of `found` refer to, by their places."""
    spoken = (e for e in found.expressions if e.kind not in WORDLESS)
    return {(e.utterance, e.head): e.entity for e in spoken}


def unused(knowledge: Knowledge, found: Interpretation) -> tuple[Problem, ...]:
    """Return problems for corrections, spans and names that changed nothing."""
    problems = Problems(found.discourse.path)
    lengths = {utterance.number: len(utterance) for utterance in found.discourse.utterances}
    for one in knowledge.given:
        if one.last > lengths.get(one.utterance, 0):
            span = f"words {one.first} to {one.last} of utterance {one.utterance}"
            problems.add(0, "given-place", f"{span} are not in the text; left aside")
        label = one.label.upper()
        if label and label not in LABELS and label not in UNSORTED:
            told = f"{quoted(one.label)} is no label of a sort{did_you_mean(label, LABELS)}"
            problems.add(0, "given-label", f"{told}; the words may be anything")
    for correction, near in _misspelled(knowledge, found):
        message = f"nothing else is {quoted(correction.entity)}{near}; kept as it is"
        problems.add(0, "corrections-entity", message)
    written = {*_WORDS.findall(" ".join((found.discourse.text, *found.names)).casefold())}
    for name in knowledge.pronouns:
        if not written.issuperset(_WORDS.findall(" ".join(words_of(name.casefold())))):
            message = f"{quoted(name)} is never named, so nobody takes those pronouns"
            problems.add(0, "knowledge-name", message)
    named = _named_by(found, knowledge.names)
    for entity in (each for each in knowledge.names if each not in named):
        problems.add(0, "knowledge-name", f"nothing is {quoted(entity)}, so nothing is called so")
    return (*unplaced(knowledge.corrections, found), *problems)


def unplaced(corrections: Iterable[Correction], found: Interpretation) -> tuple[Problem, ...]:
    """Return problems for the corrections that changed nothing in `found`."""
    lengths = {utterance.number: len(utterance) for utterance in found.discourse.utterances}
    heard, problems = _heard(found), Problems(found.discourse.path)
    for one in {each.at: each for each in corrections}.values():
        if reason := _reason(one, lengths, heard):
            message = f"word {one.word} of utterance {one.utterance} is not {quoted(one.entity)}"
            problems.add(0, "corrections-place", f"{message}: {reason}; left aside")
    return tuple(problems)


def _reason(
    one: Correction, lengths: Mapping[int, int], heard: Mapping[WordPlace, Entity | None]
) -> str:
    """Return why a correction could not be applied; "" if it was."""
    if not 1 <= one.word <= lengths.get(one.utterance, 0):
        return "there is no such word"
    if wrong := impossible(one):
        return wrong
    if one.entity == NOTHING:
        return ""
    if one.at not in heard:
        return "the word refers to nothing, or is not the head of what does"
    if one.place is None or 1 <= one.place[0] < min(lengths):  # in an earlier turn
        return ""
    if one.place not in heard:
        return f"{one.entity} points at nothing that is said"
    if heard[one.place] == heard[one.at]:
        return ""
    return f"what {one.entity} means was not known when it was heard"


MOST_ASKED = 20  # misspelled entities for which a similar one is looked for
_WORDS = re.compile(r"\w+")


def _misspelled(knowledge: Knowledge, found: Interpretation) -> Iterator[tuple[Correction, str]]:
    """Yield corrections to names that nothing else has, with a similar one; "Q42" is no name."""
    told = {one.at: one.entity for one in knowledge.corrections}
    heard = [((e.utterance, e.head), e.entity) for e in found.expressions]
    known = dict.fromkeys(str(entity) for at, entity in heard if entity and at not in told)
    called = {name.casefold(): entity for entity, name in found.names.items() if entity in known}
    often, places = Counter(told.values()), {at for at, _ in heard}
    asked = 0
    for one in knowledge.corrections:
        is_known = one.entity in known or one.entity == NOTHING or one.is_pointer
        if is_known or one.at not in places:
            continue
        asked += 1
        spelled = called.get(one.entity.casefold(), one.entity)
        near = did_you_mean(spelled, known) if asked <= MOST_ASKED else ""
        if near or (often[one.entity] == 1 and not re.search(r"\d", one.entity)):
            yield one, near
