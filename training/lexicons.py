"""Build the counted lexicons of `hearer.analysis` from public lists and GUM's train part.

Run as: python -m training.lexicons NAMES_FOLDER MORE_FOLDER
        (the folders with dist.male.first, and with male.txt, male-en_IN.txt, ...: one list a file,
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
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from training.conllu import GoldWord, data_folder, head_of, mentions, read_documents

DATA = data_folder()
LEXICON = Path(__file__).parents[1] / "src" / "hearer" / "analysis" / "lexicon"
NON_COMMERCIAL = ("fiction", "essay", "letter", "podcast", "whow")
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

Votes = Mapping[str, Mapping[str, float]]  # by gender and name
GENDERS = {"male": "masculine", "female": "feminine"}


def main() -> None:
    """Write the lexicons anew."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("names", type=Path, help="folder with the census files")
    arguments.add_argument("more", type=Path, help="folder with lists male*.txt and female*.txt")
    asked = arguments.parse_args()
    census = {gender: _census(asked.names / f"dist.{gender}.first") for gender in GENDERS}
    surnames = _census(asked.names / "dist.all.last")
    names = given_names(census, surnames, _elsewhere(asked.more))
    for gender, name in GENDERS.items():
        _write(f"given_names_{name}", names[gender])
    _write(
        "also_surnames", also_surnames(census, surnames, sorted(names["male"] + names["female"]))
    )
    _write("person_nouns", person_nouns())
    _write("animal_nouns", animal_nouns())
    _write("noun_sorts", [f"{lemma} {' '.join(sorts)}" for lemma, sorts in noun_sorts().items()])


def _write(name: str, lines: list[str]) -> None:
    (LEXICON / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


# Names ----------------------------------------------------------------------------------------


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
    for path in sorted((DATA / "gum" / "train").glob("*.conllu")):
        if path.stem.split("_")[1] in NON_COMMERCIAL:
            continue
        for sentence in (one for document in read_documents(path) for one in document.sentences):
            words = sentence.words
            for first, last, sort in mentions(sentence):
                yield words[first : last + 1], words[head_of(sentence, first, last)], sort


if __name__ == "__main__":
    main()
