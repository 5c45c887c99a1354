"""How names and noun phrases are said.

name_words    the words of a name
joined        the *and* between its titles
noun_words    those of a noun phrase, as short as it can be said
part_words    those of a part of several: "one of the boys"
spelled       words as they are written together
possessive    "Brennan's", "the Joneses'"
together      "Anna, Tom and 2 others"
cited         a name or a noun of another language as a dictionary has it
is_acronym    whether a word has capitals inside
is_plural     whether a noun stands for several
"""

from __future__ import annotations

from collections.abc import Sequence

from hearer.model.tree import Tree, base

# Parts of a name; "the" is kept where it was said: "the Connecticut Supreme Court".
NAME_PARTS = frozenset("flat flat:name compound nmod:desc nummod goeswith fixed".split())
TITLES = ("nmod:desc", "compound", "flat")  # how they hang on a name
# What tells one judge from another in a word or two.
SHORT_MODIFIERS = frozenset("amod compound nummod flat goeswith fixed".split())
MODIFIERS = SHORT_MODIFIERS | {"nmod"}
LONGEST_MODIFIER = 3
VAGUE = frozenset("such certain".split())
MANY = frozenset("many few several various numerous countless much most".split())
SAYING_LITTLE = VAGUE | MANY
NO_NOUNS = frozenset({"ADJ", "DET", "NUM", "PRON"})
# Nouns that say only how many: the article is theirs, "a lot of people".
QUANTITIES = frozenset("bit bunch couple dozen few half handful lot majority number plenty".split())


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
    words = [head, *joined(tree, head)]
    for child in tree.children[head]:
        relation = tree.relations[child]
        is_tagged = tree.upos[child] == "PROPN" or _is_capital(tree, child)
        is_part = relation in NAME_PARTS or (is_tagged and base(relation) in {"amod", "compound"})
        of_phrase = relation == "nmod" and is_tagged and tree.preposition(child) == "of"
        if is_part or (of_phrase and child > head):
            words += _without_clauses(tree, child)
    return sorted({*words})


def joined(tree: Tree, head: int) -> list[int]:
    """The *and* between two titles of a name: Mr. *and* Mrs. Jones; with a second that hangs on it.

    Some hang both titles on the name, and some the second on the first.
    """
    if tree.firsts[head].keys().isdisjoint(TITLES):  # so of most
        return []
    titles = [n for n in tree.exactly(head, *TITLES) if n < head]
    second = [n for title in titles for n in tree.exactly(title, "conj") if n < head]
    links = (n for over in (head, *titles, *second) for n in tree.exactly(over, "cc"))
    return [*second, *(n for n in links if titles and titles[0] < n < head)]


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


def part_words(tree: Tree, head: int) -> list[int]:
    """One of the boys, many of my friends, a lot of people; [] for what is no such part."""
    if tree.upos[head] not in NO_NOUNS and tree.lemmas[head] not in QUANTITIES:
        return []
    whole = next((n for n in tree.exactly(head, "nmod") if tree.preposition(n) == "of"), 0)
    if whole < head:
        return []
    before = [n for n in tree.exactly(head, "det", "amod", "advmod", "nummod") if n < head]
    words = {*before, head, *tree.exactly(whole, "case", "det", "nummod"), *noun_words(tree, whole)}
    if tree.upos[whole] == "PROPN":
        words.update(name_words(tree, whole))
    if owner := tree.possessor(whole):
        words.update(range(tree.edges[owner][0], tree.edges[owner][1] + 1))
    return sorted(words)


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
    spaces, before = tree.utterance.spaces, 0
    for n in words:
        form = _small(tree, n) if n == begins else tree.forms[n]
        between = tree.forms[before + 1 : n]  # O'Hara-Smythe: the hyphen belongs to neither word
        glued = len(between) < 2 and not any(spaces[max(before, 1) - 1 : n - 1])
        text += "".join(between) + form if text and glued else f" {form}" if text else form
        before = n
    return text


def cited(tree: Tree, head: int) -> str:
    """A name or a noun of another language as a dictionary has it: *Marie*, not *Marii*."""
    if tree.upos[head] not in {"NOUN", "PROPN"}:
        return ""
    words = name_words(tree, head) if tree.upos[head] == "PROPN" else [head]
    return " ".join(tree.utterance.lemmas[n - 1] for n in words)


def _small(tree: Tree, n: int) -> str:
    form = tree.forms[n]
    return form if _is_name(tree, n) or is_acronym(form) else form[:1].lower() + form[1:]


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
