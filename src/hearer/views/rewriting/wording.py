"""The wording of a name in its sentence (case, capitals, verbs), and tags that a file may lack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hearer.analysis.constraints.agreement import PLURAL, PRONOUNS
from hearer.model import UNSPECIFIED, Interpretation, ReferringExpression, Utterance
from hearer.model.tree import AUXILIARIES, CLAUSE_RELATIONS, FINITE_TAGS, SUBJECTS, Tree
from hearer.names import is_acronym, is_plural
from hearer.views.places import Places
from hearer.views.rewriting import rules
from hearer.views.rewriting.naming import EntityName
from hearer.views.rewriting.rewritten import Reason, Replacement

LONGEST = 7  # words of a name
DEEPEST = 2  # possessors in a row: Anna's mother's house
CONTRACTED = {"'ll": "will", "'re": "are", "'ve": "have"}
AMBIGUOUS = {"'s": {"be": "is", "have": "has"}, "'d": {"be": "would", "have": "had"}}
# She'd better, she'd rather, she'd have: the next word decides.
FOLLOWED = {"best": "had", "better": "had", "have": "would", "rather": "would"}
IRREGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "go": "goes", "'re": "is"}
TAGS = {
    **dict.fromkeys("are have do 're 've".split(), "VBP"),
    **dict.fromkeys("is has does 's".split(), "VBZ"),
    **dict.fromkeys("was were had did 'd".split(), "VBD"),
    **dict.fromkeys("can could may might must shall should will would 'll".split(), "MD"),
}


@dataclass(frozen=True, slots=True)
class PronounPlace:
    """The offsets of a pronoun with its contraction, which is spelled out in `contracted`."""

    start: int
    end: int
    form: str
    contracted: str


class Wording:
    """Writes names into a text."""

    def __init__(self, places: Places, trees: Mapping[int, Tree]) -> None:
        self._text = text = places.text
        self._places, self._trees = places, trees
        self._is_curly = ("’" in text or "“" in text) and "'" not in text

    def place(self, pronoun: ReferringExpression) -> PronounPlace:
        tree, n = self._trees[pronoun.utterance], pronoun.head
        contracted = contraction(tree, n)
        start = self._places.start((pronoun.utterance, n))
        end = self._places.end((pronoun.utterance, n + 1 if contracted else n))
        return PronounPlace(start, end, tree.forms[n], contracted)

    def of(
        self, pronoun: ReferringExpression, name: EntityName, *, replaces: bool
    ) -> list[Replacement] | Reason:
        """Return what to write for a pronoun: instead of it, or in brackets behind it."""
        place, tree, n = self.place(pronoun), self._trees[pronoun.utterance], pronoun.head
        if not replaces:
            text = self._typeset(name.owning if rules.is_owning(pronoun) else name.text)
            return [Replacement(place.end, place.end, f" [{text}]", pronoun)]
        worded, verbs = _worded(tree, pronoun, name), _verbs(tree, pronoun, name)
        if isinstance(worded, Reason):
            return worded
        if verbs is None:
            return Reason.NUMBER
        contracted = place.contracted
        if contracted and n + 1 in verbs:
            contracted = IRREGULAR.get(contracted, contracted)
        text = self._typeset(f"{worded} {contracted}".rstrip())
        text = capitalized(text) if place.form[:1].isupper() else text
        text = text.upper() if tree.utterance.text.isupper() else text
        if self._text[place.end : place.end + 1] == ".":
            text = text.removesuffix(".")  # She thanked Martin King Jr.
        return [Replacement(place.start, place.end, text, pronoun)] + [
            Replacement(*self._places.span((pronoun.utterance, m)), verb, pronoun)
            for m, verb in verbs.items()
            if not (contracted and m == n + 1)
        ]

    def _typeset(self, text: str) -> str:
        return text.replace("'", "’") if self._is_curly else text


def capitalized(text: str) -> str:
    """Return a name for the start of a sentence; "iPhone" stays as it is.

    >>> capitalized("the judge"), capitalized("iPhone")
    ('The judge', 'iPhone')
    """
    return text if is_acronym(text.partition(" ")[0]) else text[:1].upper() + text[1:]


def _worded(tree: Tree, pronoun: ReferringExpression, name: EntityName) -> str | Reason:
    """Return a name in the case of a pronoun, or why none fits."""
    n = pronoun.head
    if len(name.text.split()) > LONGEST and not name.is_set:
        return Reason.HEAVY
    if tree.utterance.is_heading and not name.is_proper:
        return Reason.FIXED  # The Day *It* Rained
    if tree.has(tree.heads[n], "cop") and tree.lemmas[tree.heads[n]] == name.lemma:
        return Reason.FIXED  # *it* is an oath: no "the oath is an oath"
    if rules.is_partitive(tree, n) and not rules.is_owning(pronoun):
        return name.partitive(is_many=pronoun.agreement.number == PLURAL) or Reason.FIXED
    if not rules.is_owning(pronoun):
        return name.text
    genitives, above, is_absolute = 0, n, rules.is_absolute(tree, n)
    while above and tree.relations[above] == "nmod:poss":  # *her* mother's friend's car
        above, genitives = tree.heads[above], genitives + 1
    # The car is *hers*, a friend of *hers*; but *hers* is older has no noun for it.
    is_subject = tree.bases[n].startswith(("nsubj", "csubj"))
    if is_absolute and (is_subject or not name.is_animate):
        return Reason.FIXED
    is_heavy = name.genitives + (DEEPEST if is_absolute else genitives) > DEEPEST
    return Reason.HEAVY if is_heavy else name.owning


def _verbs(tree: Tree, pronoun: ReferringExpression, name: EntityName) -> Mapping[int, str] | None:
    """Return the verbs to be changed with a pronoun; None if number and name do not agree."""
    number = pronoun.agreement.number
    if number == PLURAL and not name.takes_they:
        return None
    if number == PLURAL and not name.is_plural and not rules.is_owning(pronoun):
        return made_singular(tree, pronoun.head)
    is_one = len(number) == 1 and number != PLURAL  # our JSON does not have it
    return None if is_one and name.is_plural and not name.is_proper else {}


# Verbs ------------------------------------------------------------------------------------------


def contraction(tree: Tree, n: int) -> str:
    """Return the clitic after a pronoun spelled out: "had" for *he'd*; "" without one."""
    if n >= len(tree) or tree.utterance.spaces[n - 1] or tree.upos[n + 1] not in {"AUX", "VERB"}:
        return ""
    clitic = tree.forms[n + 1].lower().replace("’", "'")
    following = tree.forms[n + 2].lower() if n + 1 < len(tree) else ""
    if clitic == "'d" and following in FOLLOWED:
        return FOLLOWED[following]
    if clitic == "'d" and following and tree.upos[n + 2] in {"DET", "NUM", "ADJ"}:
        return "had"  # he'd a wife
    return CONTRACTED.get(clitic) or AMBIGUOUS.get(clitic, {}).get(_auxiliary(tree, n + 1), "")


def _auxiliary(tree: Tree, clitic: int) -> str:
    """Return "have" for she's *lost* her keys, he'd *gone*; otherwise what the lemma says."""
    if tree.has(clitic, "obj"):
        return "have"  # he'd no money
    verb = tree.heads[clitic]
    if verb and tree.utterance.xpos[verb - 1] == "VBN":
        is_passive = tree.relations[clitic] == "aux:pass" and not tree.has(verb, "obj")
        return "be" if is_passive else "have"
    return "have" if tree.lemmas[clitic] in {"have", "had", "has"} else "be"


def made_singular(tree: Tree, subject: int) -> Mapping[int, str] | None:
    """Return the verbs to change if a singular name replaces *they*; None if that is not certain.

    >>> from hearer.model import Utterance
    >>> are = Utterance.of("Are/AUX/aux/3//VBP they/PRON/nsubj/3 coming/VERB/root/0")
    >>> made_singular(Tree(are), 2) is None  # no tag shows that the verb is finite
    True
    """

    def finite(verb: int) -> int:
        """Return the finite word of a clause, or 0."""
        words = [n for n in tree.children[verb] if tree.bases[n] in AUXILIARIES]
        tagged_words = (n for n in sorted((*words, verb)) if tags[n - 1] in FINITE_TAGS)
        return next(tagged_words, 0)

    head, tags = tree.heads[subject], tree.utterance.xpos
    if tree.relations[subject] not in SUBJECTS or tree.has(subject, "conj"):
        return {}
    if tree.has(head, "cop") and is_plural(tree, head):
        return None  # they are *champions*
    if not finite(head):
        return None
    shared = [v for v in tree.exactly(head, "conj") if not tree.has(v, "nsubj", "csubj", "expl")]
    verbs = [n for n in map(finite, (head, *shared)) if n]  # they *sing* and *dance*
    varying = [n for n in verbs if tags[n - 1] == "VBP" or tree.forms[n].lower() == "were"]
    changed = {n: third_person(tree.forms[n]) for n in varying}
    return {n: form for n, form in changed.items() if form != tree.forms[n]}


def third_person(form: str) -> str:
    """Return the third person singular of a verb.

    >>> [third_person(form) for form in ("Are", "try", "play", "watch", "HAVE")]
    ['Is', 'tries', 'plays', 'watches', 'HAS']
    """
    verb = form.lower()
    if verb in IRREGULAR:
        made = IRREGULAR[verb]
    elif verb.endswith("y") and verb[-2:-1] not in {*"aeiou"}:
        made = f"{verb[:-1]}ies"
    else:
        made = f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"
    if form.isupper():
        return made.upper()
    return made.capitalize() if form[:1].isupper() else made


# What formats lack ------------------------------------------------------------------------------


def tagged(utterance: Utterance) -> Utterance:
    """Return an utterance with tags and numbers; many CoNLL-U files have none."""
    if any(tag not in {"", "_"} for tag in utterance.xpos):
        return utterance
    tree = Tree(utterance)
    tags = tuple(_tag(tree, n) for n in range(1, len(tree) + 1))
    features = tuple(
        known if known not in {"", "_"} else "Number=Plur" if tag in {"NNS", "NNPS"} else "_"
        for known, tag in zip(utterance.features, tags, strict=True)
    )
    return replace(utterance, xpos=tags, features=features)


def _tag(tree: Tree, n: int) -> str:
    form, lemma, upos = tree.forms[n].lower().replace("’", "'"), tree.lemmas[n], tree.upos[n]
    if upos == "NOUN":
        return "NNS" if tree.forms[n].lower() != lemma else "NN"
    if upos == "PROPN":  # the Smiths
        is_many = tree.forms[n].lower().endswith("s") and tree.lemmas[tree.child(n, "det")] == "the"
        return "NNPS" if is_many else "NNP"
    if upos != "VERB" or form in TAGS:
        return TAGS.get(form, "_")
    helped = tree.has(n, "aux") or tree.has(n, "mark")
    if form == lemma:
        return "VB" if helped else "VBP"
    if form.endswith("ing"):
        return "VBG"
    if form == f"{lemma}s" or form.endswith("es"):
        return "VBZ"
    return "VBN" if helped else "VBD"


def restored(found: Interpretation, trees: Mapping[int, Tree]) -> Interpretation:
    """Return an interpretation with clauses and agreement, which are missing in our JSON."""
    if any(e.clause for e in found.expressions) or not found.expressions:
        return found

    def completed(e: ReferringExpression) -> ReferringExpression:
        tree = trees.get(e.utterance)
        if tree is None or not 0 < e.head <= len(tree):
            return e
        clauses = (
            above
            for above in tree.path(e.head)
            if tree.bases[above] in CLAUSE_RELATIONS
            or (tree.bases[above] == "conj" and tree.upos[above] in {"VERB", "AUX"})
        )
        agreement = e.agreement
        if e.is_pronoun and agreement == UNSPECIFIED:
            agreement = PRONOUNS.get(e.text.lower(), UNSPECIFIED)
        return replace(e, clause=next(clauses, e.head), agreement=agreement)

    steps = tuple(
        step._replace(
            resolutions=tuple(replace(r, pronoun=completed(r.pronoun)) for r in step.resolutions)
        )
        for step in found.steps
    )
    return replace(found, steps=steps, expressions=tuple(map(completed, found.expressions)))
