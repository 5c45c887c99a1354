"""Read the referring expressions of an utterance off its tree, as drafts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hearer.analysis import universal
from hearer.analysis.clauses import elliptical_subject
from hearer.analysis.counted import COUNTED, begins_each_other, counted, reciprocal
from hearer.analysis.describe import (
    IT,
    QUANTIFYING,
    SPEAKERS,
    describe,
    is_asserted,
    is_titled,
    name_of,
    name_parts,
    of_pronoun,
    sorts_of,
)
from hearer.analysis.draft import Draft, Marks, NameWords, in_order, short
from hearer.analysis.exclude import exclusion
from hearer.analysis.noun_phrase import noun_phrase
from hearer.analysis.options import AnalysisOptions, Strictness
from hearer.model import ANY_GENDER, ANY_SORT, UNSPECIFIED, Agreement, Kind, Person, Sort
from hearer.model.expression import HUMAN, NEUTER, PLURAL, SINGULAR
from hearer.model.lexicon import words
from hearer.model.tree import NOMINALS, Tree
from hearer.names import joined, spelled

# Where a noun phrase can stand (docs/specification/analysis.md 0.2).
ARGUMENTS, FRAGMENTS, NO_FRAGMENTS, NAMED_AS = words(
    "reader", "arguments fragments no_fragments named_as"
)
UNCOORDINATED = frozenset({Kind.RELATIVE, Kind.APPOSITIVE})
ELLIPSIS = "ε"
LENIENT, BARE, NAME, DEFINITE = Strictness.LENIENT, Kind.BARE, Kind.NAME, Kind.DEFINITE
Rule = Callable[[Tree, int], object]
Rules = dict[str, list[Rule]]  # by part of speech
POINTERS, RELATIVES, INTERROGATIVES = words("reader", "pointers relatives interrogatives")
DISJUNCTIONS, SO_VERBS, BEHIND_SO, SUBJECTS, NAMING, ADDED = words(
    "reader", "disjunctions so_verbs behind_so subjects naming added"
)
# What makes a predicate a description, not who it is; of other kinds, any dependent does.
DESCRIBING = {NAME: frozenset[str](), Kind.POSSESSED: ADDED, DEFINITE: ADDED | {"nmod"}}


class TreeReader:
    """Reads expressions off a parse, as the options say."""

    def __init__(self, options: AnalysisOptions) -> None:
        self.options = options
        self.rules: Rules = {tag: [*rules] for tag, rules in OF_NOMINALS.items()}
        for option, tags, rule in ELSEWHERE:
            for upos in tags.split() if getattr(options, option) else ():
                self.rules.setdefault(upos, []).append(rule)

    def read(self, tree: Tree, left_out: Marks) -> list[Draft]:
        """Return the drafts of an utterance in the order they are heard."""
        rules_of = OF_NOMINALS if tree.utterance.language else self.rules
        excludes = universal.is_left_out if tree.utterance.language else exclusion
        simple = {}
        for n, upos in enumerate(tree.upos):
            if upos not in rules_of or left_out[n]:
                continue
            for rule in rules_of[upos]:
                if rule(tree, n):
                    if not excludes(tree, n, self.options) and (draft := self.draft(tree, n)):
                        simple[n] = draft
                    break
        return self.collected(tree, left_out, simple)

    def collected(self, tree: Tree, left_out: Marks, simple: dict[int, Draft]) -> list[Draft]:
        """Return simple expressions, by head, with the sets and ellipses that they make."""
        everything = [*simple.values()]
        everything += universal.zeros(tree, left_out)
        if "conj" in tree.bases:
            everything += _sets(tree, simple)
            everything += _ellipses(tree, simple, left_out) if self.options.ellipses else ()
        return in_order(everything)

    def draft(self, tree: Tree, n: int) -> Draft | None:
        """Return the expression that word `n` heads, if it is of a kind that can refer."""
        if tree.utterance.language:
            return universal.drafted(tree, n, self.options)
        if self.options.pointing and tree.lemmas[n] in COUNTED and (several := counted(tree, n)):
            return several
        if tree.upos[n] == "ADV":
            return short(tree, n, Kind.DEMONSTRATIVE, IT)._replace(points=True)  # she thinks *so*
        return (pronominal if tree.upos[n] in {"PRON", "DET"} else nominal)(tree, n, self.options)


def may_refer(tree: Tree, n: int) -> bool:
    """Return True if a nominal or an adjective stands where a noun phrase can stand."""
    simple = tree.bases[n]
    if simple in ARGUMENTS:
        return tree.relations[n] != "nmod:desc"
    return simple in FRAGMENTS and tree.upos[n] not in NO_FRAGMENTS


def _sets(tree: Tree, found: dict[int, Draft]) -> Iterator[Draft]:
    """Coordinated noun phrases; a set may be listed: my *friends* Curtis and Good."""
    for n, first in found.items():
        if "conj" not in tree.firsts[n] or first.kind in UNCOORDINATED:
            continue
        members = [found[m] for m in (n, *conjuncts(tree, n)) if m in found]
        if len(members) < 2:
            continue
        heads, over = tuple([member.head for member in members]), tree.heads[n]
        is_listed = tree.relations[n] == "appos" and tree.feature(over, "Number=Plur")
        phrases = [(member.first, member.last) for member in members]
        phrases.append(noun_phrase(tree, n, heads))  # the mayor and the council *of Leeds*
        start, end = min(phrases)[0], max(last for _, last in phrases)
        persons = {member.agreement.person for member in members}
        person = Person.THIRD if persons == {Person.THIRD} else Person.FIRST
        sorts = frozenset.intersection(*(member.sorts for member in members)) or ANY_SORT
        yield Draft(
            Kind.SET, tree.utterance.text_between(start, end), n, first.position, start, end,
            max(member.heard_at for member in members), Agreement(PLURAL, person=person), sorts,
            first.relation, over if is_listed else 0, members=heads,
        )  # fmt: skip


def conjuncts(tree: Tree, n: int) -> tuple[int, ...]:
    """Return the conjuncts that `n` is coordinated with by "and", or by nothing.

    "Coordinated NPs are collected in a set" (footnote to section 3.3). A disjunction ("he or she")
    is no set: one of its members is meant, not all.
    """
    others = tuple(tree.exactly(n, "conj"))
    linked = (tree.lemmas[cc] for other in others for cc in tree.exactly(other, "cc"))
    return others if DISJUNCTIONS.isdisjoint(linked) else ()


def _ellipses(tree: Tree, found: dict[int, Draft], left_out: Marks) -> Iterator[Draft]:
    """Elliptical subjects: "but ε agreed with a request"."""
    for n, relation in enumerate(tree.bases):
        if relation != "conj" or left_out[n]:
            continue
        if shared := found.get(elliptical_subject(tree, n)):
            yield short(tree, n, Kind.ELLIPSIS, shared.agreement)._replace(
                text=ELLIPSIS,
                position=n - 0.5,
                first=0,  # it spans no words
                last=0,
                sorts=shared.sorts,
                relation="nsubj",
                evokes=shared.head,
            )


# Pronouns, nouns and names ----------------------------------------------------------------------


def pronominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    """Return the expression that a pronoun or a determiner is by itself."""
    form, lenient = tree.forms[n].lower(), options.strictness is LENIENT
    if third := of_pronoun(form):
        if lenient:
            third = _of_either(tree, n, third)
        return short(tree, n, pronoun_kind(tree, n, form), third)
    if speaker := SPEAKERS.get(form):
        return short(tree, n, Kind.SPEAKER, speaker)
    if options.pointing and form == "which" and tree.relations[tree.heads[n]] == "advcl:relcl":
        # He arrived late, *which* was rude.
        return short(tree, n, Kind.DEMONSTRATIVE, IT)._replace(points=True)
    if form in RELATIVES and (antecedent := universal.relativized(tree, n)):
        relative = short(tree, n, Kind.RELATIVE, UNSPECIFIED)._replace(evokes=antecedent)
        return relative if options.relative_pronouns else None
    features = tree.utterance.features[n - 1]
    if lenient and form == "whoever":
        return nominal(tree, n, options)
    if form in INTERROGATIVES or "PronType=Int" in features or "PronType=Rel" in features:
        return None
    if "PronType=Rcp" in features:
        return reciprocal(tree, n)
    if form in POINTERS or "PronType=Dem" in features:
        return _demonstrative(tree, n, options) if options.demonstratives else None
    return nominal(tree, n, options)


def _of_either(tree: Tree, n: int, known: Agreement) -> Agreement:
    """Return an agreement of either gender in *he or she*, *his or her*."""
    other = tree.child(n, "conj") or tree.heads[n]
    genders = known.gender | (of_pronoun(tree.forms[other]) or IT).gender
    is_either = genders == HUMAN and not conjuncts(tree, min(n, other))
    return Agreement(SINGULAR, HUMAN) if is_either else known


def pronoun_kind(tree: Tree, n: int, form: str) -> Kind:
    """Return the kind of a pronoun: reflexive, possessive, or neither."""
    if form.endswith(("self", "selves")):
        return Kind.REFLEXIVE
    is_possessive = tree.relations[n] == "nmod:poss" or form in {"hers", "theirs"}
    return Kind.POSSESSIVE if is_possessive else Kind.PRONOUN


def nominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    """Return the expression that a noun, a name or a quantifier heads."""
    if begins_each_other(tree, n - 1):
        return reciprocal(tree, n)
    lenient = options.strictness is LENIENT
    parts = name_parts(tree, n)
    name = named = tuple(map(tree.forms.__getitem__, parts))
    if lenient and len(name) == 1 and tree.is_determined(n) and is_titled(name):
        name = ()  # *the Judge*, *my Lord*: a title without a name is a noun
    kind = _kind(tree, n, is_name=bool(name))
    evokes = bearer(tree, n) if name and options.predication else 0
    if evokes:
        kind = Kind.APPOSITIVE
    elif tree.relations[n] == "appos":
        if not options.appositives:
            return None
        evokes = _elaborated(tree, n, name, options)
        kind = Kind.APPOSITIVE if evokes else kind
    elif options.predication:
        evokes = predicated(tree, n)
    which, agrees = describe(tree, n, named, lenient=lenient)
    first, last = noun_phrase(tree, n)
    text, heard_at = tree.forms[n], n
    if name:
        text = spelled(tree, sorted([*parts, *joined(tree, n)]))  # Mr. and Mrs. O'Hara-Smythe
        heard_at = max(n, *tree.exactly(n, "flat"), n)
    relation, lemma = tree.relations[n], tree.lemmas[n]
    nouns = (lemma,) if name and tree.upos[n] == "NOUN" else ()  # the *teacher* Hugo Stern
    # In the order of its fields: keywords take three times as long.
    return Draft(
        kind, text, n, n, first, last, heard_at, agrees, which, relation, evokes, name, lemma, nouns
    )


def _kind(tree: Tree, n: int, *, is_name: bool) -> Kind:
    below = tree.firsts[n]
    determiner = below.get("det", 0)
    lemma = tree.lemmas[determiner]
    if lemma in {"a", "an"}:
        return Kind.INDEFINITE
    if is_name:
        return NAME
    if "nmod:poss" in below:
        return Kind.POSSESSED
    if lemma == "the" or lemma in POINTERS:
        return DEFINITE
    if determiner or "nummod" in below or tree.upos[n] in QUANTIFYING:
        return Kind.QUANTIFIED
    return BARE


# Demonstratives, so, and which ----------------------------------------------------------------


def _demonstrative(tree: Tree, n: int, options: AnalysisOptions) -> Draft:
    """*This* is a thing, unless it is identified as a person; *these* may be anything."""
    form = tree.forms[n].lower()
    is_many = form in {"these", "those"}
    gender = NEUTER
    if options.strictness is LENIENT:
        gender = HUMAN if is_somebody(tree, n) else ANY_GENDER if is_many else NEUTER
    agrees = Agreement(PLURAL if is_many else SINGULAR, gender)
    first, last = noun_phrase(tree, n) if is_described(tree, n) else (n, n)
    return short(tree, n, Kind.DEMONSTRATIVE, agrees)._replace(
        first=first, last=last, points=options.pointing and form in POINTERS
    )


def is_somebody(tree: Tree, n: int) -> bool:
    """Return True for a word that is identified as a person: *this* is a nurse, *it* is Anna.

    *It* may be the postman; but a firm is the owner of a patent, too, or the largest employer.
    """
    predicate, form = tree.heads[n], tree.forms[n].lower()
    below, is_it = tree.firsts[predicate], form == "it"
    if not (is_it or form in POINTERS) or tree.relations[n] == "expl":  # *it* was Anna who came
        return False
    if "cop" not in below or "case" in below:
        return False
    name = name_of(tree, predicate)
    kind = _kind(tree, predicate, is_name=bool(name))
    if is_it and not DESCRIBING.get(kind, below.keys()).isdisjoint(below):
        return False
    sorts = sorts_of(tree, predicate, name)
    return Sort.PERSON in sorts and tree.upos[predicate] in {"PROPN", "NOUN"}


def is_described(tree: Tree, n: int) -> bool:
    """Return True for *those who came*, *he who laughs*, which resume nothing; not: it was *he*."""
    if tree.forms[n].lower() in {"that", "those"}:
        return tree.has(n, "acl", "nmod", "amod")
    after = tree.forms[n + 1 : n + 4]
    return "who" in after and "," not in after and tree.has(n, "acl") and not tree.has(n, "cop")


def is_so_for_a_clause(tree: Tree, n: int) -> bool:
    """She thinks *so*; he did *so*; if *so*; *so* did he: a clause, not a degree."""
    if tree.lemmas[n] != "so":
        return False
    over, before = tree.heads[n], tree.lemmas[n - 1]
    if over == n + 1:  # *so* did he
        is_auxiliary = tree.upos[over] == "AUX" or tree.lemmas[over] == "do"
        return is_auxiliary and tree.bases[over] not in {"aux", "cop"} and not tree.has(over, "obj")
    if over < n and tree.lemmas[over] in SO_VERBS:  # not: he did it *so* that she could sleep
        after = "" if n == len(tree) else tree.lemmas[n + 1]
        return after not in BEHIND_SO
    return before in {"if", "why"} and tree.upos[over] not in {"ADJ", "ADV"}


# Predicates, appositives and names that are given ---------------------------------------------


def predicated(tree: Tree, n: int) -> int:
    """Return the subject whose entity a predicate noun phrase realizes again, or 0.

    The paper leaves predicates out (footnote to section 3.3). GUM has them in the chain of the
    subject: in its train part 87 of 100 determined predicates, unless they are denied, asked or
    only possible. Predicates of nouns (the aim is *a start*) are another entity, but not names.
    """
    subject = tree.firsts[n].get("nsubj", 0)
    if not (subject and is_asserted(tree, n) and _identifies(tree, n)):
        return 0
    kind, lemma, is_name = tree.upos[subject], tree.lemmas[subject], tree.upos[n] == "PROPN"
    is_other = (kind == "NOUN" and not is_name) or (kind == "PRON" and lemma not in SUBJECTS)
    return 0 if is_other else subject


def _identifies(tree: Tree, n: int) -> bool:
    """Return True if `n` is determined, a name, a plural or *one of* some: not *president*."""
    upos = tree.upos[n]
    if upos == "NUM":
        return "nmod" in tree.firsts[n]
    is_determined = tree.feature(n, "Number=Plur") or tree.is_determined(n)
    return upos == "PROPN" or (upos == "NOUN" and is_determined)


def bearer(tree: Tree, n: int) -> int:
    """Return the noun or pronoun to which the text gives the name `n`, or 0."""
    # A nurse named *Ines*; the boy was called *Finn*; they named him *Ruth*; her name was *Vera*.
    over, below = tree.heads[n], tree.firsts[n]
    if tree.upos[n] != "PROPN" or "case" in below or tree.is_determined(n):
        return 0
    if "cop" in below:
        subject = below.get("nsubj", 0)
        return tree.possessor(subject) if tree.lemmas[subject] == "name" else 0
    if over > n or tree.lemmas[over] not in NAMING or tree.bases[n] not in NAMED_AS:
        return 0
    named = tree.firsts[over].get("nsubj:pass") or tree.child(over, "obj", "iobj")
    if tree.relations[over] == "acl" and not tree.has(over, "nsubj"):
        named = tree.heads[over]
    return 0 if named == n or tree.upos[named] == "PROPN" else named


def _elaborated(tree: Tree, n: int, name: NameWords, options: AnalysisOptions) -> int:
    """Return the noun that an appositive elaborates, or 0 if the two cannot denote the same.

    *Kate Reed, Willem Jansen* and *Taipei, Taiwan* are two; of two daughters *Matilda* is one.
    """
    over = tree.heads[n]
    if options.strictness is Strictness.STRICT and not options.predication:
        return over
    other = name_of(tree, over)
    if name and other and not is_titled(other[-1:]):  # the *Emperor* Leo
        return over if tree.forms[n - 1] in {"(", "["} or not {*name}.isdisjoint(other) else 0
    if name and tree.feature(over, "Number=Plur") and not tree.feature(n, "Number=Plur"):
        return 0
    is_person = Sort.PERSON in sorts_of(tree, n, name)
    return over if is_person == (Sort.PERSON in sorts_of(tree, over, other)) else 0


def _is_any_pronoun(tree: Tree, n: int) -> object:
    return of_pronoun(tree.forms[n])


OF_NOMINALS: Rules = {upos: [may_refer] for upos in (*NOMINALS, "ADJ")}
# Words that an option makes expressions where noun phrases do not stand, by part of speech.
ELSEWHERE: tuple[tuple[str, str, Rule], ...] = (
    ("predication", "NOUN NUM PROPN", predicated),  # this is *a joke*
    ("predication", "PROPN", bearer),  # a nurse named *Ines*
    ("all_pronouns", "PRON", _is_any_pronoun),  # *it* it starts
    ("pointing", "ADV", is_so_for_a_clause),
)
