"""Verbs beside a pronoun that becomes a name.

contraction     "he'd" taken apart: the words after the pronoun, spelled out
made_singular   the verbs of *they*, as one person or one team has them
third_person    a verb as *she* has it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hearer.model.tree import AUXILIARIES, FINITE_TAGS, SUBJECTS, Tree
from hearer.names import is_plural

ALWAYS = {"'ll": "will", "'re": "are", "'ve": "have"}
SOMETIMES = {"'s": {"be": "is", "have": "has"}, "'d": {"be": "would", "have": "had"}}
# She'd better, she'd rather, she'd have: told by the next word.
FOLLOWED = {"best": "had", "better": "had", "have": "would", "rather": "would"}
IRREGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "go": "goes", "'re": "is"}
HISSING = ("s", "x", "z", "ch", "sh", "o")
VOWELS = frozenset("aeiou")


def contraction(tree: Tree, n: int) -> str:
    """What follows a pronoun without a space, spelled out: "had" for *he'd*; "" if nothing does."""
    if n >= len(tree) or tree.utterance.spaces[n - 1] or tree.upos[n + 1] not in {"AUX", "VERB"}:
        return ""
    clitic = tree.forms[n + 1].lower().replace("’", "'")
    following = tree.forms[n + 2].lower() if n + 1 < len(tree) else ""
    if clitic == "'d" and following in FOLLOWED:
        return FOLLOWED[following]
    if clitic == "'d" and following and tree.upos[n + 2] in {"DET", "NUM", "ADJ"}:
        return "had"  # he'd a wife
    return ALWAYS.get(clitic) or SOMETIMES.get(clitic, {}).get(_auxiliary(tree, n + 1), "")


def _auxiliary(tree: Tree, clitic: int) -> str:
    """Have or not: she's *lost* her keys, he'd *gone*; otherwise as the lemma says."""
    if tree.has(clitic, "obj"):
        return "have"  # he'd no money
    verb = tree.heads[clitic]
    is_past = bool(verb) and tree.utterance.xpos[verb - 1] == "VBN"
    is_passive = tree.relations[clitic] == "aux:pass" and not tree.has(verb, "obj")
    if is_past:
        return "be" if is_passive else "have"
    return "have" if tree.lemmas[clitic] in {"have", "had", "has"} else "be"


# One instead of many --------------------------------------------------------------------------


def made_singular(tree: Tree, subject: int) -> Mapping[int, str] | None:
    """The words to write where a singular name takes the place of *they*; None if that is not sure.

    >>> from hearer.model import Utterance
    >>> are = Utterance.of("Are/AUX/aux/3//VBP they/PRON/nsubj/3 coming/VERB/root/0")
    >>> made_singular(Tree(are), 2) is None  # nobody said that the verb is finite
    True
    """
    head = tree.heads[subject]
    if tree.relations[subject] not in SUBJECTS or tree.has(subject, "conj"):
        return {}
    if tree.has(head, "cop") and is_plural(tree, head):
        return None  # they are *champions*
    finite = _finite(tree, head)
    if not finite:
        return None
    verbs = [finite, *(_finite(tree, verb) for verb in _coordinated(tree, head))]
    changed = {n: third_person(tree.forms[n]) for n in verbs if n and _varies(tree, n)}
    return {n: form for n, form in changed.items() if form != tree.forms[n]}


def _finite(tree: Tree, head: int) -> int:
    """The finite word of a clause: its first auxiliary or copula, else its verb; or 0."""
    words = [n for n in tree.children[head] if tree.bases[n] in AUXILIARIES]
    return next((n for n in sorted((*words, head)) if tree.utterance.xpos[n - 1] in FINITE_TAGS), 0)


def _coordinated(tree: Tree, head: int) -> Iterator[int]:
    """They *sing* and *dance*: verbs that share the subject."""
    for verb in tree.exactly(head, "conj"):
        if not tree.has(verb, "nsubj", "csubj", "expl"):
            yield verb


def _varies(tree: Tree, n: int) -> bool:
    return tree.utterance.xpos[n - 1] == "VBP" or tree.forms[n].lower() == "were"


def third_person(form: str) -> str:
    """A verb as *she* has it.

    >>> [third_person(form) for form in ("Are", "try", "play", "watch", "HAVE")]
    ['Is', 'tries', 'plays', 'watches', 'HAS']
    """
    verb = form.lower()
    if verb in IRREGULAR:
        made = IRREGULAR[verb]
    elif verb.endswith("y") and verb[-2:-1] not in VOWELS:
        made = f"{verb[:-1]}ies"
    else:
        made = f"{verb}es" if verb.endswith(HISSING) else f"{verb}s"
    if form.isupper():
        return made.upper()
    return made.capitalize() if form[:1].isupper() else made
