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

AUTO = "auto"  # the language is not stated
MISREAD = "text-language"  # code of the problem that a text is not English
UNKNOWN = "und"  # as ISO 639 calls it: undetermined
MOST_SENTENCES = 10  # in the sample, from all parts of a document
MOST_LETTERS = 2500  # of a raw text, three times: at its beginning, in its middle, at its end
PLAINLY = 3  # if one word of so many is a small word of English, nothing else is considered
FEWEST_WORDS = 3  # outside of quotations
FEWEST = 2  # different small words of a language that English does not have
CLOSED = frozenset("ADP AUX CCONJ DET PART PRON SCONJ".split())
QUOTES = frozenset({'"', "“", "”", "„", "«", "»", "``", "''"})
INFLECTED = frozenset("ADJ AUX DET NOUN NUM VERB".split())
NOT_OF_ENGLISH = ("Gender=", "Case=", "Animacy=", "Aspect=", "Definite=Com", "Definite=Cons")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_QUOTED = re.compile(r"«[^«»]{1,999}»|“[^“”]{1,999}”|„[^„“”]{1,999}[“”]|\"[^\"]{1,999}\"")
_OPENING = re.compile(r"(?:^|[.!?]\s+)([^\W\d_]+)(?= [^\W\d_A-Z])")

_DATA = data("languages")
LANGUAGES = _DATA["names"]
SCRIPTS = {script: tuple(codes.split()) for script, codes in _DATA["scripts"].items()}
LETTERS = _DATA["letters"]
SMALL_WORDS = {code: frozenset(x.split()) for code, x in _DATA["small_words"].items()}
ENGLISH = SMALL_WORDS.pop("en")
# English words and initials; but Spanish y begins few names.
NOT_TELLING = ENGLISH.union(ascii_lowercase) - {"y"}
FOREIGN = frozenset(_DATA["lists"]["foreign"])
ACCENTED = FOREIGN.union(_DATA["lists"]["accented"])
OPENINGS = frozenset(_DATA["lists"]["openings"].split())
ARTICLELESS = frozenset(_DATA["lists"]["articleless"].split())


class ParsedWord(NamedTuple):
    """The columns of a word that its language is recognized by."""

    form: str
    upos: str = ""
    features: str = ""


def called(code: str) -> str:
    """Return the name of a language for a message.

    >>> called("cs"), called("tlh"), called("und")
    ('Czech', 'the language “tlh”', 'a language that we do not know')
    """
    if code == UNKNOWN:
        return "a language that we do not know"
    return LANGUAGES.get(code, f"the language “{code}”")


def code_of(said: str) -> str | None:
    """Return the code of a language given by a code or a name: "" for English, None for none.

    >>> code_of("de-AT"), code_of("Czech"), code_of("EN_us"), code_of("yes, please")
    ('de', 'cs', '', None)
    """
    plain = said.strip().lower()
    by_name = (code for code, name in LANGUAGES.items() if name.lower() == plain)
    code = next(by_name, re.split("[-_]", plain, maxsplit=1)[0])
    if not re.fullmatch("[a-z]{2,3}", code):
        return None
    return "" if code in {"en", "eng"} else code


def is_articleless(code: str) -> bool:
    """Return True if a language has no articles."""
    return code in ARTICLELESS


def sampled(sentences: Sequence[object]) -> range:
    """Return the indices of a sample: all of a few, else some from all parts of the document."""
    return range(0, len(sentences), max(1, -(-len(sentences) // MOST_SENTENCES)))


def of_words(words: Iterable[ParsedWord]) -> str:
    """Return the language of parsed words; "" if it is English or unclear.

    Words between quotation marks do not count unless there is little else.

    >>> found = [ParsedWord("Sie", "PRON"), ParsedWord("sah", "VERB"), ParsedWord("ihn", "PRON")]
    >>> of_words(found)
    'de'
    """
    everything, outside, is_open = list(words), list[ParsedWord](), False
    for word in everything:
        if word.form in QUOTES:
            is_open = not is_open
        elif not is_open:
            outside.append(word)
    sample = outside if len(outside) >= FEWEST_WORDS else everything
    lower = [word.form.lower().strip("'’") for word in sample]
    native = sum(form in ENGLISH for form in lower)
    if PLAINLY * native >= len(lower):
        return ""
    seen = [pair for pair in zip(sample, lower, strict=True) if any(map(str.isalpha, pair[1]))]
    forms = [form for _, form in seen]
    if found := _by_script(forms) or _likely(forms):
        return found
    strange = sum(word.upos in CLOSED and form not in ENGLISH for word, form in seen)
    marked = sum(_is_marked(word) for word, _ in seen)
    is_strange = strange + marked > native and (marked >= FEWEST or strange > FEWEST)
    is_alone = native == 0 and strange + marked >= FEWEST
    return (_best(forms) or UNKNOWN) if is_strange or is_alone else ""


def _is_marked(word: ParsedWord) -> bool:
    """Return True if a word has features that no word of its kind has in English."""
    if word.upos in INFLECTED:
        return any(feature in word.features for feature in NOT_OF_ENGLISH)
    return word.upos == "PROPN" and "Case=" in word.features


def of_text(text: str) -> str:
    """Return the language of a raw text; "" if it is English or unclear.

    >>> of_text("Maria traf den Richter, und er dankte ihr."), of_text("Das Boot. Sturm und Drang.")
    ('de', '')
    """
    parts, middle = [text], len(text) // 2
    if len(text) > 3 * MOST_LETTERS:
        parts = [text[:MOST_LETTERS], text[middle : middle + MOST_LETTERS], text[-MOST_LETTERS:]]
    unquoted = [_QUOTED.sub(" ", part) for part in parts]
    if sum(len(_WORD.findall(part)) for part in unquoted) >= FEWEST_WORDS:
        parts = unquoted
    words = [word for part in parts for word in _WORD.findall(part)]
    forms = [word.lower() for word in words]
    if found := _by_script(forms) or _likely(forms):
        return found
    # A few words of which none is English, and some hardly can be. Names have any letters: of the
    # capitalized words, only those that open a sentence count.
    opened = OPENINGS.intersection(
        word.lower() for part in parts for word in _OPENING.findall(part)
    )
    plain = frozenset(filter(str.islower, words))
    best = max(SMALL_WORDS, key=lambda code: len(SMALL_WORDS[code] & (plain | opened)))
    foreign = sum(not FOREIGN.isdisjoint(word) for word in plain)
    accented = sum(not ACCENTED.isdisjoint(word) for word in plain) - 1  # one may be English
    own = len(SMALL_WORDS[best] & (plain | opened) - NOT_TELLING)
    if own + max(foreign, accented) + len(opened) < FEWEST or len(forms) < FEWEST_WORDS:
        return ""
    if not (ENGLISH - SMALL_WORDS[best]).isdisjoint(forms):
        return ""
    return _best(forms) or (best if opened else UNKNOWN)


# Evidence ----------------------------------------------------------------------------------------


def _likely(forms: Sequence[str]) -> str:
    """Return the language that most small words are of, if they plainly are of no English text."""
    counted, letters = Counter(forms), {*"".join(forms)}

    def times(words: Iterable[str]) -> int:
        return sum(counted[word] for word in words if word in counted)

    hits = {code: times(words) for code, words in SMALL_WORDS.items()}
    best = max(hits, key=lambda code: (hits[code], _own(code, counted), _lettered(code, letters)))
    words = SMALL_WORDS[best]
    is_plain = times(words - NOT_TELLING) > 2 * times(ENGLISH - words) and hits[best] > times(
        ENGLISH
    )
    return best if is_plain and _own(best, counted) >= FEWEST else ""


def _best(forms: Sequence[str]) -> str:
    """Return the language with most small words and letters of its own; "" if there are two."""
    counted, letters = Counter(forms), {*"".join(forms)}
    found = Counter({code: _own(code, counted) + _lettered(code, letters) for code in SMALL_WORDS})
    (best, most), (_, next_most) = found.most_common(2)
    return best if most >= FEWEST and most > next_most else ""


def _lettered(code: str, letters: set[str]) -> int:
    """Count the letters that hardly any other language has."""
    return len(letters.intersection(LETTERS.get(code, "")))


def _own(code: str, counted: Counter[str]) -> int:
    """Count the different small words of a language that English does not have."""
    return sum(word in counted for word in SMALL_WORDS.get(code, frozenset()) - NOT_TELLING)


def _by_script(forms: Sequence[str]) -> str:
    """Return the language of words of which most have other letters than Latin ones."""
    text = "".join(forms)
    if not forms or text.isascii():
        return ""
    scripts = Counter(_script(next(filter(str.isalpha, form), "")) for form in forms)
    if 2 * scripts.pop("", 0) >= len(forms):
        return ""
    if re.search("[\u3040-\u30ff]", text):
        return "ja"
    script, counted = max(scripts, key=lambda one: scripts[one]), Counter(forms)
    if script == "GREEK" and re.search("[\u1f00-\u1fff]", text):
        return "grc"
    return max(SCRIPTS.get(script, (UNKNOWN,)), key=lambda code: _own(code, counted))


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    """Return the script of a letter; "" for Latin."""
    if letter < "\u0250":
        return ""
    script = unicode_name(letter, UNKNOWN).partition(" ")[0].partition("-")[0]
    return "" if script in {"LATIN", "FULLWIDTH", "MODIFIER"} else script
