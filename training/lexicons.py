"""Build the counted lexicons of `hearer.analysis` from public lists and GUM's train part.

Run as: python -m training.lexicons NAMES_FOLDER MORE_FOLDER
        (the folders with dist.male.first, and with male.txt, male-en_IN.txt, ...: one list a file,
        one name a line; needs faker)
"""

from __future__ import annotations

import argparse
import collections
import importlib
import lzma
import pkgutil
import re
import unicodedata
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


def given_names(folder: Path, more: Path) -> dict[str, list[str]]:
    """Names to "m" or "f", where the census clearly says so, or else most of the other lists."""
    share = {gender: _census(folder / f"dist.{gender}.first") for gender in ("male", "female")}
    male, female = share["male"], share["female"]
    known = {name: max(male.get(name, 0), female.get(name, 0)) for name in {*male, *female}}
    surnames = _census(folder / "dist.all.last")
    things = frozenset({*noun_sorts(), *_names_of_things(), *THINGS})
    others = _elsewhere(things, more)
    clear: dict[str, list[str]] = {"m": [], "f": []}
    for name in sorted({*known, *others["male"], *others["female"]} - NO_NAMES):
        votes = share if known.get(name, 0.0) > RARE else _both(share, others, name)
        of_men, of_women = votes["male"].get(name, 0.0), votes["female"].get(name, 0.0)
        if name not in known and surnames.get(name, 0.0) > SURNAME:
            continue
        if of_men >= CLEARLY * of_women:
            clear["m"].append(name)
        elif of_women >= CLEARLY * of_men:
            clear["f"].append(name)
    return clear


def _both(share: Votes, others: Votes, name: str) -> Votes:
    """What the lists together say of a name that is rare in the census, or not in it."""
    return {
        gender: {name: others[gender].get(name, 0) + (name in share[gender]) * CLEARLY / 2}
        for gender in share
    }


def _elsewhere(things: frozenset[str], folder: Path) -> Votes:
    """How many lists have a name as a man's and as a woman's.

    The lists are those of many countries, as the packages `faker` and `@faker-js/faker` (MIT) have
    them, and Grady Ward's Moby names (public domain). In Latin letters only, without
    accents, too; and not if they are what `things` are called.
    """
    person = importlib.import_module("faker.providers.person")
    found: dict[str, collections.Counter[str]]
    found = {"male": collections.Counter(), "female": collections.Counter()}
    for gender, counts in found.items():
        for _, country, _ in pkgutil.iter_modules(person.__path__):
            provider = importlib.import_module(f"{person.__name__}.{country}").Provider
            kinds = (f"first_names_{gender}", f"first_romanized_names_{gender}")
            counts.update(_spelled(name for kind in kinds for name in getattr(provider, kind, ())))
        for path in sorted(folder.glob(f"{gender}*.txt")):
            counts.update(_spelled(path.read_text(encoding="utf-8").splitlines()))
    for counts in found.values():
        doubtful = {*_common_nouns(), *(name for name in counts if len(name) < LONG)}
        rare = {name for name in doubtful if counts[name] < SEVERAL}
        for name in (rare | things) & counts.keys():
            del counts[name]
    return found


def _spelled(names: Iterable[str]) -> set[str]:
    """Names in small letters, with their accents and without."""
    lowered = {name.strip().lower() for name in names if _is_latin(name.strip())}
    return lowered | {unidecoded for name in lowered if (unidecoded := _unaccented(name))}


def _unaccented(name: str) -> str:
    letters = unicodedata.normalize("NFD", name.translate(LETTERS))
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    return plain if plain.isascii() else ""


def _common_nouns() -> Iterator[str]:
    for noun, _ in _word_classes():
        if SIMPLE.fullmatch(noun):
            yield noun


def _word_classes() -> Iterator[list[str]]:
    """The nouns of Open English WordNet with the classes they have."""
    with lzma.open(DATA / "more" / "oewn_noun_lexnames.tsv.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            yield line.rstrip("\n").split("\t")


def _names_of_things() -> Iterator[str]:
    """First words of names that mostly stand for no person in GUM train."""
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for words, head, sort in _mentions():
        names = [word.form.lower() for word in words if word.upos == "PROPN"]
        if names and head.upos == "PROPN":
            counts[names[0]][sort] += 1
    for word, counter in counts.items():
        if 2 * counter["person"] < counter.total():
            yield word


def _is_latin(name: str) -> bool:
    return len(name) > 2 and name.isalpha() and all("LATIN" in unicodedata.name(c) for c in name)


def also_surnames(folder: Path, names: Iterable[str]) -> list[str]:
    """The given names that are surnames, too, and by no means rare ones."""
    male, female = (_census(folder / f"dist.{gender}.first") for gender in ("male", "female"))
    surnames = _census(folder / "dist.all.last")
    return [
        name
        for name in names
        if surnames.get(name, 0.0) >= RARELY * max(male.get(name, 0.0), female.get(name, 0.0), 0.01)
    ]


def _census(path: Path) -> dict[str, float]:
    rows = (line.split() for line in path.read_text(encoding="ascii").splitlines())
    return {name.lower(): float(percent) for name, percent, *_ in rows}


def noun_sorts() -> dict[str, list[str]]:
    """Noun lemmas to the entity types they had in GUM train, most frequent first."""
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for _, head, sort in _mentions():
        if head.upos == "NOUN" and head.lemma.isalpha():
            counts[head.lemma.lower()][sort] += 1
    return {lemma: _frequent(counter) for lemma, counter in sorted(counts.items())}


def person_nouns() -> list[str]:
    """Nouns that stand for a person and nothing else, some with the gender that they show."""
    known = {word for name in PERSON_LISTS for word in _read(name)}
    alone = (noun for noun, kinds in _word_classes() if ONLY_PERSON.fullmatch(kinds))
    nouns = sorted(noun for noun in alone if SIMPLE.fullmatch(noun) and noun not in known)
    shown = {noun: GENDER.fullmatch(noun) for noun in nouns if noun not in NO_GENDER}
    return [f"{noun} {found.lastgroup}" if (found := shown.get(noun)) else noun for noun in nouns]


def animal_nouns() -> list[str]:
    """Nouns that stand for an animal and nothing else, and are in no other list."""
    known = {*_read("animals"), *noun_sorts(), *NO_ANIMALS}
    alone = (noun for noun, kinds in _word_classes() if ONLY_ANIMAL.fullmatch(kinds))
    return sorted(noun for noun in alone if SIMPLE.fullmatch(noun) and noun not in known)


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


def _frequent(counter: collections.Counter[str]) -> list[str]:
    total = sum(counter.values())
    ranked = sorted(counter.items(), key=lambda pair: (-pair[1], pair[0]))
    return [sort for sort, count in ranked if count >= SHARE * total]


def main() -> None:
    """Write the lexicons anew."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("names", type=Path, help="folder with the census files")
    arguments.add_argument("more", type=Path, help="folder with lists male*.txt and female*.txt")
    asked = arguments.parse_args()
    folder, names = asked.names, given_names(asked.names, asked.more)
    _write("given_names_masculine", names["m"])
    _write("given_names_feminine", names["f"])
    _write("also_surnames", also_surnames(folder, sorted({*names["m"], *names["f"]})))
    _write("person_nouns", person_nouns())
    _write("animal_nouns", animal_nouns())
    _write("noun_sorts", [f"{lemma} {' '.join(sorts)}" for lemma, sorts in noun_sorts().items()])


def _write(name: str, lines: list[str]) -> None:
    (LEXICON / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
