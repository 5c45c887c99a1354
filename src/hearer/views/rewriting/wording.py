"""The wording of a name in its sentence: case, capitals, contractions and verbs."""

from __future__ import annotations

from hearer.model import Kind, ReferringExpression
from hearer.model.expression import PLURAL
from hearer.model.lexicon import words
from hearer.model.tree import FINITE_TAGS, SUBJECTS, Tree
from hearer.names import is_acronym
from hearer.views.places import Places
from hearer.views.rewriting.naming import OWNING, Name
from hearer.views.rewriting.rewritten import Reason

LONGEST = 7  # words of a name
DEEPEST = 2  # possessors in a row: Anna's mother's house
ALWAYS_OWNING, COUNTED = words("rewriting", "always_owning counted")
CONTRACTED = {"'ll": "will", "'re": "are", "'ve": "have"}


def worded(tree: Tree, places: Places, pronoun: ReferringExpression, name: Name) -> str | Reason:
    """Return what to write for a pronoun, or why no name fits."""
    n, (_, end) = pronoun.head, pronoun_span(tree, places, pronoun)
    text = _in_case(tree, pronoun, name)
    if isinstance(text, Reason) or _disagrees(tree, pronoun, name):
        return text if isinstance(text, Reason) else Reason.NUMBER
    if contracted := contraction(tree, n):
        text += f" {contracted}"
    text = capitalized(text) if tree.forms[n][:1].isupper() else text
    text = text.upper() if tree.utterance.text.isupper() else text
    if places.text[end : end + 1] == ".":
        text = text.removesuffix(".")  # She thanked Martin King Jr.
    if ("’" in places.text or "“" in places.text) and "'" not in places.text:
        text = text.replace("'", "’")
    return text


def pronoun_span(tree: Tree, places: Places, pronoun: ReferringExpression) -> tuple[int, int]:
    """Return the offsets of a pronoun with its contraction."""
    number, n = pronoun.utterance, pronoun.head
    return places.start((number, n)), places.end((number, n + bool(contraction(tree, n))))


def capitalized(text: str) -> str:
    """Return a name for the start of a sentence; "iPhone" stays as it is.

    >>> capitalized("the judge"), capitalized("iPhone")
    ('The judge', 'iPhone')
    """
    return text if is_acronym(text.partition(" ")[0]) else text[:1].upper() + text[1:]


def _in_case(tree: Tree, pronoun: ReferringExpression, name: Name) -> str | Reason:
    """Return a name in the case of a pronoun, or why none fits."""
    n, above = pronoun.head, tree.heads[pronoun.head]
    genitives = name.genitives + (name.text.split()[0] in OWNING.values())
    if len(name.text.split()) > LONGEST and not name.is_set:
        return Reason.HEAVY
    is_repeated = tree.has(above, "cop") and tree.lemmas[above] == name.lemma  # it is an oath
    if is_repeated:
        return Reason.FIXED
    if pronoun.kind is not Kind.POSSESSIVE and pronoun.text.lower() not in ALWAYS_OWNING:
        return name.text
    form, is_owner = tree.forms[n].lower(), tree.relations[n] == "nmod:poss"
    if form in {"hers", "theirs"} or not is_owner:
        # The car is *hers*, a friend of *hers*; but *hers* is older has no noun for it.
        if tree.bases[n] in {"nsubj", "csubj"}:
            return Reason.FIXED
        return Reason.HEAVY if genitives else name.owning
    while n and tree.relations[n] == "nmod:poss":  # *her* mother's friend's car
        n, genitives = tree.heads[n], genitives + 1
    return Reason.HEAVY if genitives > DEEPEST else name.owning


# Verbs ------------------------------------------------------------------------------------------


def contraction(tree: Tree, n: int) -> str:
    """Return the clitic after a pronoun spelled out: "had" for *he'd*; "" without one."""
    if n >= len(tree) or tree.utterance.spaces[n - 1] or tree.upos[n + 1] not in {"AUX", "VERB"}:
        return ""
    clitic = tree.forms[n + 1].lower().replace("’", "'")
    has, following = tree.lemmas[n + 1] in {"have", "had", "has"}, n + 2 if n + 1 < len(tree) else 0
    if clitic == "'d":
        has = has or tree.utterance.xpos[n] == "VBD" or tree.forms[following] in {"best", "better"}
        return "had" if has else "would"
    is_perfect = tree.utterance.xpos[tree.heads[n + 1] - 1] == "VBN"
    has = has or (is_perfect and tree.relations[n + 1] == "aux")
    return ("has" if has else "is") if clitic == "'s" else CONTRACTED.get(clitic, "")


def _disagrees(tree: Tree, pronoun: ReferringExpression, name: Name) -> bool:
    """Return True if a name is not of the number of a pronoun, or *are* and *were* show it."""
    is_many = pronoun.agreement.number == PLURAL
    if not is_many or name.is_plural:
        is_one = len(pronoun.agreement.number) == 1 and not is_many
        return is_one and name.is_plural and not name.is_proper
    if not name.takes_they or tree.relations[pronoun.head] not in SUBJECTS:
        return not name.takes_they
    clause = tree.heads[pronoun.head]
    verbs = (clause, *tree.exactly(clause, "conj"))
    words = {n for verb in verbs for n in (verb, *tree.children[verb])}
    tags = FINITE_TAGS & {tree.utterance.xpos[n - 1] for n in words}
    return not tags or "VBP" in tags or "were" in {tree.forms[n].lower() for n in words}
