"""How names and noun phrases are said.

name_words    the words of a name
noun_words    those of a noun phrase, as short as it can be said
spelled       words as they are written together
possessive    "Brennan's", "the Joneses'"
together      "Anna, Tom and 2 others"
is_acronym    whether a word has capitals inside
is_plural     whether a noun stands for several
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.model.tree import Tree, base

# Parts of a name; "the" is kept where it was said: "the Connecticut Supreme Court".
NAME_PARTS = frozenset("flat flat:name compound nmod:desc nummod goeswith fixed".split())
# What tells one judge from another in a word or two.
SHORT_MODIFIERS = frozenset("amod compound nummod flat goeswith fixed".split())
MODIFIERS = SHORT_MODIFIERS | {"nmod"}
LONGEST_MODIFIER = 3
VAGUE = frozenset("such certain".split())
MANY = frozenset("many few several various numerous countless much most".split())
SAYING_LITTLE = VAGUE | MANY


def possessive(name: str, *, is_plural: bool = False) -> str:
    """A name that owns something.

    >>> possessive("the Joneses", is_plural=True), possessive("Curtis")
    ("the Joneses'", "Curtis's")
    """
    return name + ("'" if is_plural and name.endswith("s") else "'s")


def together(names: Sequence[str], most: int) -> str:
    """Several names as one, in `most` pieces.

    >>> together(["Anna"], 3), together(["Anna", "Tom", "Ida", "Ben"], 3)
    ('Anna', 'Anna, Tom and 2 others')
    """
    more = len(names) - most
    shown = [*names[: most - 1], f"{more + 1} others"] if more > 0 else names
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def name_words(tree: Tree, head: int) -> list[int]:
    """The words of a name: titles, given names, "of America", but no "young" and no "who …"."""
    words = [head]
    for child in tree.children[head]:
        relation = tree.relations[child]
        is_tagged = tree.upos[child] == "PROPN" or _is_capital(tree, child)
        is_part = relation in NAME_PARTS or (is_tagged and base(relation) in {"amod", "compound"})
        of_phrase = relation == "nmod" and is_tagged and tree.preposition(child) == "of"
        if is_part or (of_phrase and child > head):
            words += _without_clauses(tree, child)
    return sorted(words)


def _is_capital(tree: Tree, n: int) -> bool:
    """Whether a word is written with a capital, wherever it stands: the *Rolling* Stones."""
    return (tree.forms[n] if n > 1 else tree.utterance.lemmas[n - 1])[:1].isupper()


def noun_words(tree: Tree, head: int) -> list[int]:
    """A noun with the modifiers that are short, and a short of-phrase; determiners left out."""
    words = [head]
    if tree.firsts[head].keys().isdisjoint(MODIFIERS):  # so of most
        return words
    for child in tree.children[head]:
        is_modifier = child < head and tree.bases[child] in SHORT_MODIFIERS
        if not is_modifier and tree.relations[child] != "nmod":
            continue
        first, last = tree.edges[child]
        if last - first >= LONGEST_MODIFIER or tree.lemmas[child] in SAYING_LITTLE:
            continue
        is_of = not is_modifier and tree.preposition(child) == "of"
        if is_modifier or (is_of and not _has_pronoun(tree, first, last)):
            words += range(first, last + 1)
    return sorted({*words}) if len(words) > 1 else words


def _has_pronoun(tree: Tree, first: int, last: int) -> bool:
    return any(tree.upos[n] == "PRON" for n in range(first, last + 1))


def _without_clauses(tree: Tree, n: int) -> list[int]:
    first, last = tree.edges[n]
    return list(range(first, last + 1)) if last - first < 2 * LONGEST_MODIFIER else [n]


def spelled(tree: Tree, words: list[int]) -> str:
    """Words as they are written together; what began a sentence is small again."""
    begins, text = _beginning(tree), ""
    if len(words) == 1 and words[0] != begins:
        return tree.forms[words[0]]
    for n in words:
        form = tree.forms[n]
        if n == begins and not _is_name(tree, n) and not is_acronym(form):
            form = form[:1].lower() + form[1:]
        glued = n - 1 in words and not tree.utterance.spaces[n - 2]
        text += form if glued or not text else f" {form}"
    return text


def _beginning(tree: Tree) -> int:
    """The first word that is no punctuation."""
    begins, last = 1, len(tree.forms) - 1
    while begins < last and tree.upos[begins] == "PUNCT":
        begins += 1
    return begins


def _is_name(tree: Tree, n: int) -> bool:
    return tree.upos[n] in {"PROPN", "X"} or tree.utterance.lemmas[n - 1][:1].isupper()


def is_acronym(form: str) -> bool:
    """Whether a word has capitals inside: NASA, iPhone."""
    return any(letter.isupper() for letter in form[1:])


def is_plural(tree: Tree, head: int) -> bool:
    """Whether a noun stands for several."""
    features = tree.utterance.features[head - 1]
    return "Number=Plur" in features or "Number=Ptan" in features
