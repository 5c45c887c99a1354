"""Guess the language of a document from its script, letters, small words and UD features.

English is the empty code. A document is taken for another language only where that is plain: a
heading, a list of names or a line of French in an English text are not enough. A bounded sample is
counted, so a book costs the same as a page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple
from unicodedata import name as unicode_name

from hearer.lexicon import data

AUTO = "auto"  # nobody says in which language a document is
UNKNOWN = "und"  # as ISO 639 calls it: undetermined
MOST_SENTENCES = 10  # that are looked at, from all parts of a document
MOST_LETTERS = 2500  # of a raw text, three times: at its beginning, in its middle, at its end
PLAINLY = 3  # where one word of so many is a small word of English, nothing else is asked
FEWEST_WORDS = 3  # outside of quotations
FEWEST = 2  # different small words of a language that English does not have
CLOSED = frozenset("ADP AUX CCONJ DET PART PRON SCONJ".split())
QUOTES = frozenset({'"', "“", "”", "„", "«", "»", "``", "''"})
INFLECTED = frozenset("ADJ AUX DET NOUN NUM VERB".split())
NOT_OF_ENGLISH = ("Gender=", "Case=", "Animacy=", "Aspect=", "Definite=Com", "Definite=Cons")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_QUOTED = re.compile(r"«[^«»]{1,999}»|“[^“”]{1,999}”|„[^„“”]{1,999}[“”]|\"[^\"]{1,999}\"")
_OPENING = re.compile(r"(?:^|[.!?]\s+)([^\W\d_]+)(?= [^\W\d_A-Z])")
_CODE = re.compile(r"[a-z]{2,3}")

_DATA = data("languages")
LANGUAGES = _DATA["names"]
SCRIPTS = {script: tuple(codes.split()) for script, codes in _DATA["scripts"].items()}
LETTERS = _DATA["letters"]
SMALL_WORDS = {code: frozenset(x.split()) for code, x in _DATA["small_words"].items()}
ENGLISH = SMALL_WORDS.pop("en")
NOBODYS = ENGLISH.union(ascii_lowercase) - {"y"}  # initials; but Spanish y begins few names
FOREIGN = frozenset(_DATA["lists"]["foreign"])
ACCENTED = FOREIGN.union(_DATA["lists"]["accented"])
OPENINGS = frozenset(_DATA["lists"]["openings"].split())
ARTICLELESS = frozenset(_DATA["lists"]["articleless"].split())


class ParsedWord(NamedTuple):
    """What recognition looks at."""

    form: str
    upos: str = ""
    features: str = ""


def called(code: str) -> str:
    """What a language is called in a message.

    >>> called("cs"), called("tlh"), called("und")
    ('Czech', 'the language “tlh”', 'a language that we do not know')
    """
    if code == UNKNOWN:
        return "a language that we do not know"
    return LANGUAGES.get(code, f"the language “{code}”")


def code_of(said: str) -> str | None:
    """What somebody wrote, as we keep it: nothing for English, None if it is no language.

    >>> code_of("de-AT"), code_of("Czech"), code_of("EN_us"), code_of("yes, please")
    ('de', 'cs', '', None)
    """
    plain = said.strip().lower()
    by_name = (code for code, name in LANGUAGES.items() if name.lower() == plain)
    code = next(by_name, re.split("[-_]", plain, maxsplit=1)[0])
    if not _CODE.fullmatch(code):
        return None
    return "" if code in {"en", "eng"} else code


def is_articleless(code: str) -> bool:
    """Whether a language has no articles."""
    return code in ARTICLELESS


# Parsed words -----------------------------------------------------------------------------------


def of_words(words: Iterable[ParsedWord]) -> str:
    """The language of parsed words; nothing if it is English, or cannot be told.

    >>> of_words([ParsedWord("Sie", "PRON"), ParsedWord("sah", "VERB"), ParsedWord("ihn", "PRON")])
    'de'
    """
    everything = [(word, word.form.lower().strip("'’")) for word in _unquoted(words)]
    native = sum(form in ENGLISH for _, form in everything)
    if PLAINLY * native >= len(everything):
        return ""
    seen = [(word, form) for word, form in everything if any(map(str.isalpha, form))]
    forms = [form for _, form in seen]
    if found := _by_script(forms):
        return found
    strange = sum(word.upos in CLOSED and form not in ENGLISH for word, form in seen)
    marked = sum(_is_marked(word) for word, _ in seen)
    if likely := _likely(forms):
        return likely
    is_strange = strange + marked > native and (marked >= FEWEST or strange > FEWEST)
    is_alone = native == 0 and strange + marked >= FEWEST
    return (_best(forms) or UNKNOWN) if is_strange or is_alone else ""


def _unquoted(words: Iterable[ParsedWord]) -> list[ParsedWord]:
    """The words without those between quotation marks: what is quoted may be in any language."""
    everything = list(words)
    outside, is_open = list[ParsedWord](), False
    for word in everything:
        if word.form in QUOTES:
            is_open = not is_open
        elif not is_open:
            outside.append(word)
    return outside if len(outside) >= FEWEST_WORDS else everything


def _is_marked(word: ParsedWord) -> bool:
    """Whether a word has features that no word of its kind has in English."""
    if word.upos in INFLECTED:
        return any(feature in word.features for feature in NOT_OF_ENGLISH)
    return word.upos == "PROPN" and "Case=" in word.features


def sampled(sentences: Sequence[object]) -> range:
    """Which sentences are looked at: all of a few, else some from all parts of the document."""
    return range(0, len(sentences), max(1, -(-len(sentences) // MOST_SENTENCES)))


# Raw text ---------------------------------------------------------------------------------------


def of_text(text: str) -> str:
    """The language of a raw text; nothing if it is English, or cannot be told.

    >>> of_text("Maria traf den Richter, und er dankte ihr."), of_text("Das Boot. Sturm und Drang.")
    ('de', '')
    """
    parts = [_QUOTED.sub(" ", part) for part in _parts(text)]
    if sum(len(_WORD.findall(part)) for part in parts) < FEWEST_WORDS:  # all of it is quoted
        parts = list(_parts(text))
    words = [word for part in parts for word in _WORD.findall(part)]
    forms = [word.lower() for word in words]
    opened = {word.lower() for part in parts for word in _OPENING.findall(part)}
    return _by_script(forms) or _likely(forms) or _guessed(words, OPENINGS & opened)


def _guessed(words: Sequence[str], opened: frozenset[str]) -> str:
    """The language of a few words of which none is English, and some hardly can be.

    Names have any letters, so that no capitalized word is looked at, but what opens a sentence.
    """
    plain = frozenset(filter(str.islower, words))
    seen = plain | opened
    best = max(SMALL_WORDS, key=lambda code: len(SMALL_WORDS[code] & seen))
    forms = [word.lower() for word in words]
    told = len(SMALL_WORDS[best] & seen - NOBODYS) + _accented(plain) + len(opened)
    native = (ENGLISH - SMALL_WORDS[best]).intersection(forms)
    is_foreign = told >= FEWEST and len(forms) >= FEWEST_WORDS and not native
    return (_best(forms) or (best if opened else UNKNOWN)) if is_foreign else ""


def _accented(words: frozenset[str]) -> int:
    """How many words are spelled as no English one; one that might be is forgiven."""
    foreign = sum(not FOREIGN.isdisjoint(word) for word in words)
    return max(foreign, sum(not ACCENTED.isdisjoint(word) for word in words) - 1)


def _parts(text: str) -> Iterable[str]:
    if len(text) <= 3 * MOST_LETTERS:
        return (text,)
    middle = len(text) // 2
    return text[:MOST_LETTERS], text[middle : middle + MOST_LETTERS], text[-MOST_LETTERS:]


# What tells -------------------------------------------------------------------------------------


def _likely(forms: Sequence[str]) -> str:
    """The language that most small words are of, if they plainly are of no English text."""
    counted = Counter(forms)
    hits = {code: _times(words, counted) for code, words in SMALL_WORDS.items()}
    letters = {*"".join(forms)}
    best = max(hits, key=lambda code: (hits[code], _own(code, counted), _lettered(code, letters)))
    words = SMALL_WORDS[best]
    own, native = _times(words - NOBODYS, counted), _times(ENGLISH - words, counted)
    is_plain = own > 2 * native and hits[best] > _times(ENGLISH, counted)
    return best if is_plain and _own(best, counted) >= FEWEST else ""


def _times(words: Iterable[str], counted: Counter[str]) -> int:
    return sum(counted[word] for word in words if word in counted)


def _best(forms: Sequence[str]) -> str:
    """The one language that small words and letters speak for; nothing if there are two."""
    counted, letters = Counter(forms), {*"".join(forms)}
    found = Counter({code: _own(code, counted) + _lettered(code, letters) for code in SMALL_WORDS})
    (best, most), (_, next_most) = found.most_common(2)
    return best if most >= FEWEST and most > next_most else ""


def _lettered(code: str, letters: set[str]) -> int:
    """How many letters there are that hardly any other language has."""
    return len(letters.intersection(LETTERS.get(code, "")))


def _own(code: str, counted: Counter[str]) -> int:
    """How many different small words of a language there are that English does not have."""
    return sum(word in counted for word in SMALL_WORDS[code] - NOBODYS)


def _by_script(forms: Sequence[str]) -> str:
    """The language of words of which most have other letters than Latin ones."""
    if not forms or "".join(forms).isascii():
        return ""
    scripts = Counter(_script(_first_letter(form)) for form in forms)
    if 2 * scripts[""] >= len(forms):
        return ""
    if any("\u3040" <= letter <= "\u30ff" for form in forms for letter in form):
        return "ja"
    script = max((one for one in scripts if one), key=lambda one: scripts[one])
    if script == "GREEK" and any(
        "\u1f00" <= letter <= "\u1fff" for form in forms for letter in form
    ):
        return "grc"
    codes = SCRIPTS.get(script, (UNKNOWN,))
    counted = Counter(forms)
    return max(codes, key=lambda code: _own(code, counted) if code in SMALL_WORDS else 0)


def _first_letter(form: str) -> str:
    return next(filter(str.isalpha, form), "")


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """The script of a letter; nothing for Latin."""
    if letter < "\u0250":
        return ""
    script = unicode_name(letter, UNKNOWN).partition(" ")[0].partition("-")[0]
    return "" if script in {"LATIN", "FULLWIDTH", "MODIFIER"} else script
