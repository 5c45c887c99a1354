"""Build the counted lexicons of `hearer.analysis` from public lists and parsed corpora.

Run as: python -m training.lexicons [--names CENSUS LISTS]
        (with the folders of dist.male.first, and of male.txt, male-en_IN.txt, ...: one list a file,
        one name a line; needs faker)
"""

from __future__ import annotations

import argparse
import importlib
import lzma
import pkgutil
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
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
ONLY_PERSON, ONLY_ANIMAL = re.compile(r"person:\d+"), re.compile(r"animal:\d+")
SIMPLE = re.compile(r"[a-z]{3,}(?:-[a-z]+)*")
NO_ANIMALS = frozenset(  # parts of animals, and what WordNet has beside them
    """alga antler carapace cere chorion cocoon entire fang fetlock foetus foreleg forepaw hackle
    livestock pastern pathogen plumage seaweed udder withers""".split()
)
CLEARLY = 4  # a name is one gender's if that gender bears it four times as often
RARELY = 0.5  # of its share as a given name
SEVERAL = 3  # lists must have a name that is a common noun, too (poppy), or a syllable (wei)
LONG = 4
RARE = 0.003  # percent of all: of a name that is as rare as this, the census knows little
SURNAME = 0.01  # percent of all: a name that so many bear as their surname is one
THINGS = ("alfa",)  # Romeo: known as a car before anything else
NO_NAMES = frozenset("an do far irish long man me my santa see so the you young".split())
LETTERS = str.maketrans({"ø": "o", "æ": "ae", "ł": "l", "ß": "ss", "đ": "d"})
SHARE = 0.15  # a noun has a sort if that sort has this share of its mentions
CLAUSES = {"csubj": "nsubj", "csubj:pass": "obj", "ccomp": "obj"}
ROLES = {"nsubj": "nsubj", "nsubj:pass": "obj", "obj": "obj", **CLAUSES}
PERSONS = frozenset("i you he she we who me him us whom everyone someone anyone nobody".split())
OFTEN, SOMETIMES, RARELY_TOLD = 0.25, 0.08, 0.02  # shares of arguments that are clauses
MANY = 0.8  # of subjects are persons

Votes = Mapping[str, Mapping[str, float]]  # by gender and name
GENDERS = {"male": "masculine", "female": "feminine"}


def main() -> None:
    """Write the lexicons anew; those of names only if their sources are there."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--names", nargs=2, type=Path, metavar=("CENSUS", "LISTS"))
    asked = arguments.parse_args()
    found = {
        "person_nouns": person_nouns(),
        "animal_nouns": animal_nouns(),
        "noun_sorts": [f"{lemma} {' '.join(sorts)}" for lemma, sorts in noun_sorts().items()],
        "told": told(),
        "governors": governors(),
    }
    if asked.names:
        found |= name_lists(*asked.names)
    for name, lines in found.items():
        (LEXICON / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


# Names ----------------------------------------------------------------------------------------


def name_lists(folder: Path, others: Path) -> dict[str, list[str]]:
    """Return the lists of names, from the folder of the census and that of other lists."""
    census = {gender: _census(folder / f"dist.{gender}.first") for gender in GENDERS}
    surnames = _census(folder / "dist.all.last")
    names = given_names(census, surnames, _elsewhere(others))
    found = {f"given_names_{name}": names[gender] for gender, name in GENDERS.items()}
    both = sorted(names["male"] + names["female"])
    return {**found, "also_surnames": also_surnames(census, surnames, both)}


def given_names(
    census: Votes, surnames: Mapping[str, float], others: Votes
) -> dict[str, list[str]]:
    """Names by gender, where the census clearly says so, or else most of the other lists."""
    known = census["male"].keys() | census["female"].keys()
    clear = {gender: list[str]() for gender in GENDERS}
    for name in sorted((known | others["male"].keys() | others["female"].keys()) - NO_NAMES):
        if name not in known and surnames.get(name, 0.0) > SURNAME:
            continue
        votes = {gender: census[gender].get(name, 0.0) for gender in GENDERS}
        if max(votes.values()) <= RARE:  # the census counts as half of what decides
            for gender in GENDERS:
                is_known = name in census[gender]
                votes[gender] = others[gender].get(name, 0) + is_known * CLEARLY / 2
        if votes["male"] >= CLEARLY * votes["female"]:
            clear["male"].append(name)
        elif votes["female"] >= CLEARLY * votes["male"]:
            clear["female"].append(name)
    return clear


def also_surnames(census: Votes, surnames: Mapping[str, float], names: Iterable[str]) -> list[str]:
    """The given names that are surnames, too, and by no means rare ones."""
    found = list[str]()
    for name in names:
        share = max(0.01, *(census[gender].get(name, 0.0) for gender in GENDERS))
        if surnames.get(name, 0.0) >= RARELY * share:
            found.append(name)
    return found


def _census(path: Path) -> dict[str, float]:
    rows = (line.split() for line in path.read_text(encoding="ascii").splitlines())
    return {name.lower(): float(percent) for name, percent, *_ in rows}


def _elsewhere(folder: Path) -> Votes:
    """How many lists have a name as a man's and as a woman's.

    The lists are those of many countries, as the packages `faker` and `@faker-js/faker` (MIT) have
    them, and Grady Ward's Moby names (public domain). In Latin letters only, without
    accents, too; and not if they are what things are called.
    """
    person = importlib.import_module("faker.providers.person")
    things = {*noun_sorts(), *_names_of_things(), *THINGS}
    nouns = {noun for noun, _ in _word_classes() if SIMPLE.fullmatch(noun)}
    found = {gender: Counter[str]() for gender in GENDERS}
    for gender, counts in found.items():
        for _, country, _ in pkgutil.iter_modules(person.__path__):
            provider = importlib.import_module(f"{person.__name__}.{country}").Provider
            kinds = (f"first_names_{gender}", f"first_romanized_names_{gender}")
            counts.update(_spelled(name for kind in kinds for name in getattr(provider, kind, ())))
        for path in sorted(folder.glob(f"{gender}*.txt")):
            counts.update(_spelled(path.read_text(encoding="utf-8").splitlines()))
        for name, lists in list(counts.items()):
            is_doubtful = name in nouns or len(name) < LONG
            if name in things or (is_doubtful and lists < SEVERAL):
                del counts[name]
    return found


def _spelled(names: Iterable[str]) -> set[str]:
    """Names in small letters, with their accents and without."""
    spelled = set[str]()
    for name in (name.strip().lower() for name in names if _is_latin(name.strip())):
        letters = unicodedata.normalize("NFD", name.translate(LETTERS))
        plain = "".join(c for c in letters if not unicodedata.combining(c))
        spelled |= {name, plain} if plain.isascii() else {name}
    return spelled


def _is_latin(name: str) -> bool:
    return len(name) > 2 and name.isalpha() and all("LATIN" in unicodedata.name(c) for c in name)


def _names_of_things() -> Iterator[str]:
    """First words of names that mostly stand for no person in GUM train."""
    counts = defaultdict[str, Counter[str]](Counter)
    for words, head, sort in _mentions():
        names = [word.form.lower() for word in words if word.upos == "PROPN"]
        if names and head.upos == "PROPN":
            counts[names[0]][sort] += 1
    return (word for word, count in counts.items() if 2 * count["person"] < count.total())


# Nouns ----------------------------------------------------------------------------------------


def noun_sorts() -> dict[str, list[str]]:
    """Noun lemmas to the entity types they had in GUM train, most frequent first."""
    counts, sorts = defaultdict[str, Counter[str]](Counter), dict[str, list[str]]()
    for _, head, sort in _mentions():
        if head.upos == "NOUN" and head.lemma.isalpha():
            counts[head.lemma.lower()][sort] += 1
    for lemma, count in sorted(counts.items()):
        ranked = sorted(count, key=lambda sort: (-count[sort], sort))
        sorts[lemma] = [sort for sort in ranked if count[sort] >= SHARE * count.total()]
    return sorts


def person_nouns() -> list[str]:
    """Nouns that stand for a person and nothing else, some with the gender that they show."""
    nouns = _nouns_of(ONLY_PERSON, {word for name in PERSON_LISTS for word in _read(name)})
    shown = {noun: GENDER.fullmatch(noun) for noun in nouns if noun not in NO_GENDER}
    return [f"{noun} {found.lastgroup}" if (found := shown.get(noun)) else noun for noun in nouns]


def animal_nouns() -> list[str]:
    """Nouns that stand for an animal and nothing else, and are in no other list."""
    return _nouns_of(ONLY_ANIMAL, {*_read("animals"), *noun_sorts(), *NO_ANIMALS})


def _nouns_of(classes: re.Pattern[str], known: set[str]) -> list[str]:
    alone = {noun for noun, own in _word_classes() if classes.fullmatch(own)}
    return sorted(noun for noun in alone - known if SIMPLE.fullmatch(noun))


def _word_classes() -> Iterator[list[str]]:
    """The nouns of Open English WordNet with the classes they have."""
    with lzma.open(DATA / "more" / "oewn_noun_lexnames.tsv.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield line.rstrip("\n").split("\t")


def _read(name: str) -> list[str]:
    return (LEXICON / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def _mentions() -> Iterator[tuple[tuple[GoldWord, ...], GoldWord, str]]:
    """The mentions of GUM train: their words, heads and sorts."""
    for sentence in (one for document in free_gum() for one in document.sentences):
        words = sentence.words
        for first, last, sort in mentions(sentence):
            yield words[first : last + 1], words[head_of(sentence, first, last)], sort


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
        elif share <= RARELY_TOLD:
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
