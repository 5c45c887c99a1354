"""Guess the language of a document from its script, small words, letters and UD features.

English is the empty code. A document is taken for another language only if that is plain: a
heading, a list of names or a line of French in an English text are not enough. A bounded sample is
counted, so a book costs the same as a page.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from unicodedata import name

from hearer.model.lexicon import data, words

AUTO = "auto"  # the language is not stated
MISREAD = "text-language"  # code of the problem that a text is not English
UNKNOWN = "und"  # as ISO 639 calls it: undetermined
MOST_SENTENCES = 10  # in the sample, from all parts of a document
FEWEST_WORDS = 3  # outside of quotations
FEWEST = 2  # different words that are evidence of a language
_NOT_OF_ENGLISH = re.compile("Gender=|Case=|Animacy=|Aspect=|Definite=Com|Definite=Cons")

_DATA = data("languages")
LANGUAGES = _DATA["names"]
SCRIPTS = {script: codes.split() for script, codes in _DATA["scripts"].items()}
FOREIGN = frozenset(_DATA["lists"]["foreign"])
ARTICLELESS, CLOSED, INFLECTED, LATIN, QUOTES = words(
    "language", "articleless closed inflected latin quotes"
)
SMALL_WORDS = {code: frozenset(small.split()) for code, small in _DATA["small_words"].items()}
ENGLISH = SMALL_WORDS.pop("en")
# English words and initials; but Spanish y begins few names.
NOT_TELLING = ENGLISH.union(ascii_lowercase) - {"y"}
_CODES = defaultdict[str, list[str]](list)  # languages by small word and by letter
for _code, _marks in (*SMALL_WORDS.items(), *_DATA["letters"].items()):
    for _mark in _marks:
        _CODES[_mark].append(_code)


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


def sampled(sentences: Sequence[object]) -> range:
    """Return the indices of a sample: all of a few, else some from all parts of the document."""
    return range(0, len(sentences), max(1, -(-len(sentences) // MOST_SENTENCES)))


def of_words(words: Iterable[tuple[str, str, str]]) -> str:
    """Return the language of words (form, UPOS, features); "" if it is English or unclear.

    Words between quotation marks do not count.

    >>> of_words([("Sie", "PRON", ""), ("sah", "VERB", ""), ("ihn", "PRON", "")])
    'de'
    """
    forms, foreign, is_quoted = list[str](), set[str](), False
    for word, upos, features in words:
        form = word.lower().strip("'’`")
        is_quoted ^= word in QUOTES
        if is_quoted or not any(map(str.isalpha, form)):
            continue
        forms.append(form)
        has_letters = word == form and not FOREIGN.isdisjoint(form)  # names have any letters
        has_features = upos in INFLECTED and _NOT_OF_ENGLISH.search(features)
        if has_letters or has_features or (upos in CLOSED and form not in ENGLISH):
            foreign.add(form)
    text = "".join(forms)
    marks = {*forms}.difference(NOT_TELLING).union(letter for letter in text if letter > "z")
    typical = Counter(code for mark in marks for code in _CODES.get(mark, ()))
    if not text.isascii():
        scripts = Counter(name(letter, UNKNOWN).split()[0] for letter in filter(str.isalpha, text))
        script = max(scripts, key=scripts.__getitem__)
        if script not in LATIN:
            return max(SCRIPTS.get(script, [UNKNOWN]), key=lambda code: typical[code])
    hits = Counter(code for form in forms for code in _CODES.get(form, ()))
    best = max(SMALL_WORDS, key=lambda code: (hits[code], typical[code]))
    evidence = SMALL_WORDS[best].intersection(forms) - NOT_TELLING | foreign
    english = ENGLISH - SMALL_WORDS[best]
    if len(evidence) < FEWEST or len(forms) < FEWEST_WORDS:
        return ""
    if sum(map(evidence.__contains__, forms)) <= 2 * sum(map(english.__contains__, forms)):
        return ""
    return best if typical[best] >= FEWEST else UNKNOWN
