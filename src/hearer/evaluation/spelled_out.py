"""Documents whose zero pronouns are words: so that they are counted like any other.

    with_gold      documents that have gold, in the order of their names, to be evaluated
    has_gold       whether a document has any entity annotated
    spelled_out    a document with a word Ø for every empty node

Evaluation counts words. A zero pronoun of another language is an empty node of the file, with its
mention on it; here it becomes a word that hangs where the node hangs, and agrees as it does. Other
empty nodes are words that head nothing. English, and what has no such nodes, stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hearer.analysis.universal.features import of_zero
from hearer.analysis.universal.reading import ZERO, is_pronoun
from hearer.errors import UsageError
from hearer.formats.annotation import entities_of
from hearer.formats.conllu.discourse import discourses, empty_nodes
from hearer.formats.conllu.file import HEAD, ID, MISC, ConlluDocument, ConlluSentence, parse
from hearer.languages import in_language
from hearer.model import ANY_GENDER, ROOT, Agreement, Discourse, Gender, Number, Person, Utterance
from hearer.model.text import EmptyNode
from hearer.model.tree import Tree

NUMBERS = {Number.SINGULAR: "Sing", Number.PLURAL: "Plur"}
GENDERS = {Gender.FEMININE: "Fem", Gender.MASCULINE: "Masc", Gender.NEUTER: "Neut"}
PERSONS = {Person.FIRST: "1", Person.SECOND: "2", Person.THIRD: "3"}


def spelled_out(discourse: Discourse) -> Discourse:
    """The document with a word Ø for every empty node."""
    source = discourse.source
    has_nodes = any(utterance.empty_nodes for utterance in discourse.utterances)
    if not has_nodes or not isinstance(source, ConlluDocument):
        return discourse
    sentences = [sentence for sentence in source.sentences if len(sentence)]
    pairs = zip(sentences, discourse.utterances, strict=True)
    lines = [line for pair in pairs for line in _lines(*pair)]
    text = "\n".join([f"# lang = {discourse.language}", *lines, ""])
    made = discourses(parse(text, path=source.path))[0]
    return replace(made, name=discourse.name, path=discourse.path, problems=discourse.problems)


def with_gold(documents: Iterable[Discourse], language: str = "") -> list[Discourse]:
    """The documents with gold coreference, by their names; that none has it is wrong use.

    Somebody may say which `language` they are in; zero pronouns of other languages are words.
    """
    given = sorted(documents, key=lambda discourse: (discourse.name, discourse.path))
    wanted = [one for one in given if has_gold(one)]
    if wanted or not given:
        return [spelled_out(in_language(one, language)) for one in wanted]
    paths = ", ".join(dict.fromkeys(repr(discourse.path) for discourse in given if discourse.path))
    raise UsageError(
        f"There is no gold coreference in {paths or 'what is given'}: to evaluate takes texts "
        "that people have annotated (CorefUD, CoNLL-2012, GAP …); hearer resolve needs none."
    )


def has_gold(discourse: Discourse) -> bool:
    """Whether somebody has annotated any entity of a document."""
    return bool(entities_of(discourse).mentions)


def _lines(sentence: ConlluSentence, utterance: Utterance) -> Iterator[str]:
    """The lines of a sentence, its words and empty nodes counted through."""
    nodes, tree = empty_nodes(sentence), Tree(utterance)
    numbers = _numbers(len(sentence), [node.behind for node in nodes])
    rows = {numbers[n]: _word(sentence, n, numbers) for n in tree.words}
    free = [n for n in range(1, len(tree) + len(nodes) + 1) if n not in rows]
    miscs = [row.columns[MISC] for row in sentence.others if "." in row.columns[ID]]
    for here, node, misc in zip(free, nodes, miscs, strict=True):
        over = numbers[node.head or tree.roots[0]]
        rows[here] = "\t".join(
            (str(here), *_columns(tree, node), str(over), *_relation(node), misc)
        )
    yield from (*sentence.comments, *(rows[n] for n in sorted(rows)), "")


def _numbers(words: int, behind: Sequence[int]) -> list[int]:
    """The number that every word gets, by its own; 0 stays the root."""
    counted, before, numbers = Counter(behind), 0, [ROOT]
    for n in range(1, words + 1):
        before += counted[n - 1]
        numbers.append(n + before)
    return numbers


def _word(sentence: ConlluSentence, n: int, numbers: Sequence[int]) -> str:
    columns = [column[n - 1] for column in sentence.columns]
    columns[ID], columns[HEAD] = str(numbers[n]), str(numbers[sentence.heads[n - 1]])
    return "\t".join(columns)


def _columns(tree: Tree, node: EmptyNode) -> tuple[str, ...]:
    if not is_pronoun(node):
        return ZERO, node.lemma, "X", "_", "_"
    return ZERO, node.lemma, "PRON", "_", _features(of_zero(tree, node))


def _relation(node: EmptyNode) -> tuple[str, str]:
    is_told = is_pronoun(node) and node.relation not in {"_", ""}
    return node.relation if is_told else "dep", "_"


def _features(agrees: Agreement) -> str:
    genders = () if agrees.gender == ANY_GENDER else sorted(GENDERS[one] for one in agrees.gender)
    numbers = [NUMBERS[one] for one in agrees.number] if len(agrees.number) == 1 else []
    told = {"Gender": ",".join(genders), "Number": "".join(numbers)}
    told |= {"Person": PERSONS[agrees.person], "PronType": "Prs"}
    return "|".join(f"{name}={value}" for name, value in told.items() if value)
