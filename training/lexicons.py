"""Build the counted lexicons of `hearer.analysis` from WordNet and parsed corpora.

Run as: python -m training.lexicons
"""

from __future__ import annotations

import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

from hearer.analysis.describe import is_personal_name, lexical
from hearer.model import Sort
from training.conllu import DATA, GoldDocument, GoldWord, head_of, mentions, read_documents
from training.licences import NON_COMMERCIAL

LEXICON = Path(__file__).parents[1] / "src" / "hearer" / "analysis" / "lexicon"
FEMININE = "woman|girl|lady|maid|mother|daughter|wife|ess|trix"
GENDER = re.compile(rf".*?(?:(?P<feminine>{FEMININE})|(?P<masculine>man|boy|father))")
NO_GENDER = frozenset("burgess eyewitness layman marquess ombudsman shaman subhuman".split())
PERSON_LISTS = ("persons", "masculine_nouns", "feminine_nouns", "collectives")
SIMPLE = re.compile(r"[a-z]{3,}(?:-[a-z]+)*")
NO_ANIMALS = frozenset(  # parts of animals, and what WordNet has beside them
    """alga antler carapace cere chorion cocoon entire fang fetlock foetus foreleg forepaw hackle
    livestock pastern pathogen plumage seaweed udder withers""".split()
)
SHARE = 0.15  # a noun has a sort if that sort has this share of its mentions
CLAUSES = {"csubj": "nsubj", "csubj:pass": "obj", "ccomp": "obj"}
ROLES = {"nsubj": "nsubj", "nsubj:pass": "obj", "obj": "obj", **CLAUSES}
PERSONS = frozenset("i you he she we who me him us whom everyone someone anyone nobody".split())
OFTEN, SOMETIMES, RARELY = 0.25, 0.08, 0.02  # shares of arguments that are clauses
MANY = 0.8  # of subjects are persons


def main() -> None:
    """Write the lexicons anew."""
    for lexicon in (person_nouns, animal_nouns, noun_sorts, told, governors):
        path = LEXICON / f"{lexicon.__name__}.txt"
        path.write_text("\n".join(lexicon()) + "\n", encoding="utf-8")


# Nouns ----------------------------------------------------------------------------------------


def person_nouns() -> list[str]:
    """Nouns that stand for a person and nothing else, some with the gender that they show."""
    nouns = _nouns_of("person", {word for name in PERSON_LISTS for word in _read(name)})
    shown = {noun: GENDER.fullmatch(noun) for noun in nouns if noun not in NO_GENDER}
    return [f"{noun} {found.lastgroup}" if (found := shown.get(noun)) else noun for noun in nouns]


def animal_nouns() -> list[str]:
    """Nouns that stand for an animal and nothing else, and are in no other list."""
    counted = (line.split()[0] for line in noun_sorts())
    return _nouns_of("animal", {*_read("animals"), *counted, *NO_ANIMALS})


def _nouns_of(kind: str, known: set[str]) -> list[str]:
    """Nouns of one class only in Open English WordNet, which has a line "noun class:count"."""
    with lzma.open(DATA / "more" / "oewn_noun_lexnames.tsv.xz", "rt", encoding="utf-8") as lines:
        nouns = (line.rstrip("\n").split("\t") for line in lines)
        alone = {noun for noun, classes in nouns if re.fullmatch(rf"{kind}:\d+", classes)}
    return sorted(noun for noun in alone - known if SIMPLE.fullmatch(noun))


def _read(name: str) -> list[str]:
    return (LEXICON / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def noun_sorts() -> list[str]:
    """Noun lemmas with the entity types they had in GUM train, most frequent first."""
    counts, found = defaultdict[str, Counter[str]](Counter), list[str]()
    for sentence in (one for document in free_gum() for one in document.sentences):
        for first, last, sort in mentions(sentence):
            head = sentence.words[head_of(sentence, first, last)]
            if head.upos == "NOUN" and head.lemma.isalpha():
                counts[head.lemma.lower()][sort] += 1
    for lemma, count in sorted(counts.items()):
        ranked = sorted(count, key=lambda sort: (-count[sort], sort))
        sorts = [sort for sort in ranked if count[sort] >= SHARE * count.total()]
        found.append(f"{lemma} {' '.join(sorts)}")
    return found


def free_gum() -> Iterator[GoldDocument]:
    """Yield the documents of GUM train that may be shipped."""
    for path in sorted((DATA / "gum" / "train").glob("*.conllu")):
        if path.stem.split("_")[1] not in NON_COMMERCIAL:
            yield from read_documents(path)


# Predicates -----------------------------------------------------------------------------------


def told() -> list[str]:
    """How often predicates take clauses; *this* and *that* mostly stand for one, so they count.

    *It* and *they* are not counted here nor for persons: the lexicons help to resolve them.
    """
    found = list[str]()
    amalgum = map(read_documents, sorted((DATA / "amalgum").glob("*.conllu.xz")))
    for argument, share in shares(chain(*amalgum, ewt(), free_gum()), is_told, least=12):
        if share >= SOMETIMES:
            found.append(f"{argument} {'often' if share >= OFTEN else 'sometimes'}")
        elif share <= RARELY:
            found.append(f"{argument} rarely")
    return found


def governors() -> list[str]:
    """Predicates whose subjects are persons."""
    found = shares(chain(ewt(), free_gum()), is_person, least=6)
    return [f"{each} persons" for each, share in found if share >= MANY and "/nsubj" in each]


def ewt() -> Iterator[GoldDocument]:
    """Yield the documents of EWT train."""
    return read_documents(DATA / "ewt" / "train.conllu")


def shares(
    documents: Iterable[GoldDocument], is_so: Callable[[GoldWord], bool | None], *, least: int
) -> Iterator[tuple[str, float]]:
    """Yield predicates with a role, and the share of what stands there that is so.

    None is not counted; predicates with less than so many arguments are left out.
    """
    total, counts = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for sentence in (one for document in documents for one in document.sentences):
        for word in sentence.words:
            role, found = ROLES.get(word.deprel), is_so(word)
            if role and found is not None and word.head >= 0:
                argument = sentence.words[word.head].lemma.lower(), role
                total[argument] += 1
                counts[argument] += found
    for (predicate, role), count in sorted(total.items()):
        if count >= least and predicate.isalpha() and predicate.isascii():
            yield f"{predicate}/{role}", counts[predicate, role] / count


def is_told(word: GoldWord) -> bool | None:
    """Return True for a clause, False for a noun."""
    if word.deprel in CLAUSES:
        return True
    if word.upos in {"PRON", "DET"}:
        return True if word.form.lower() in {"this", "that"} and word.xpos == "DT" else None
    return False


def is_person(word: GoldWord) -> bool | None:
    """Return True for what is clearly a person, False for what is clearly none."""
    sorts = lexical(word.lemma.lower())
    if word.upos == "PRON":
        return True if word.form.lower() in PERSONS else None
    if word.upos == "PROPN":
        return True if is_personal_name((word.form.lower(),)) else None
    if word.upos != "NOUN" or not sorts or word.deprel in CLAUSES:
        return None
    if Sort.PERSON in sorts or Sort.ORGANIZATION in sorts:
        return True if len(sorts) == 1 else None
    return False


if __name__ == "__main__":
    main()
