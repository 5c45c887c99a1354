"""The tokenizer, brought to Universal Dependencies' conventions.

    customise    change a pipeline's tokenizer in place

All changes are plain rules and regular expressions: spaCy saves them with the model, so that no
code of ours is needed to load it.
"""

from collections.abc import Sequence

from spacy.language import Language
from spacy.symbols import NORM, ORTH
from spacy.tokenizer import Tokenizer
from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

# EWT and GUM keep these prefixes with their word: "non-white", "e-mail" (not "well - known").
PREFIXES = (
    "anti auto bi co counter cross de e ex extra inter intra macro mega meta micro mid mini mis"
    " multi neo non off over para post pre pro proto pseudo quasi re self semi sub super trans tri"
    " ultra un under uni vice"
).split()

# Words written as one but analysed as two.
SPLIT_WORDS: dict[str, tuple[str, str]] = {
    "gimme": ("gim", "me"),
    "lemme": ("lem", "me"),
    "wanna": ("wan", "na"),
    "gonna": ("gon", "na"),
    "gotta": ("got", "ta"),
    "dunno": ("dun", "no"),
    "cannot": ("can", "not"),
    "'tis": ("'t", "is"),
    "'twas": ("'t", "was"),
}

# Abbreviations spaCy does not know, in the spelling of the corpora.
ABBREVIATIONS = (
    "Ave. Blvd. Capt. Col. Lt. Sgt. Pvt. Maj. Hon. Fr. Sr. Nos. Vol. pp. Ph.D. U.S. U.K. U.N. D.C."
    " al. div. Ft. approx. cf. ca. Mt. St. Messrs. Mlle."
).split()


def customise(nlp: Language) -> None:
    """Make the tokenizer of a pipeline follow UD."""
    tokenizer = nlp.tokenizer
    assert isinstance(tokenizer, Tokenizer)
    prefixes = [*RUNS, *_without_runs(nlp.Defaults.prefixes or [])]
    suffixes = [*RUNS, *_without_runs(nlp.Defaults.suffixes or [])]
    tokenizer.prefix_search = compile_prefix_regex(prefixes).search
    tokenizer.suffix_search = compile_suffix_regex(suffixes).search
    tokenizer.infix_finditer = compile_infix_regex(_infixes(nlp)).finditer
    for word, (first, second) in SPLIT_WORDS.items():
        for form in (word, word.capitalize()):
            head, tail = form[: len(first)], form[len(first) :]
            tokenizer.add_special_case(form, [{ORTH: head}, {ORTH: tail, NORM: second}])
    tokenizer.add_special_case("and/or", [{ORTH: "and"}, {ORTH: "/"}, {ORTH: "or"}])
    for abbreviation in ABBREVIATIONS:
        tokenizer.add_special_case(abbreviation, [{ORTH: abbreviation}])


# Runs of one mark are one token: "!!!", "?!", "----".
RUNS = (
    r"[!?]+", r"-{2,}", r"\*{2,}", r"={2,}", r"_{2,}", r"~{2,}", r"\.{2,}", r"<{2,}", r">{2,}"
)  # fmt: skip


def _without_runs(patterns: Sequence[str]) -> list[str]:
    """Drop the single-mark patterns that would cut a run into its marks."""
    return [pattern for pattern in patterns if pattern not in {r"\!", r"\?", "!", "?", r"\.\.+"}]


def _infixes(nlp: Language) -> list[str]:
    """Return the infixes: no cut after a known prefix or in "555-0199"."""
    kept: list[str] = []
    for pattern in nlp.Defaults.infixes or []:
        barred = ""
        if "-|–|—" in pattern:
            barred = _not_after_prefix()
        elif r"[+\-\*^]" in pattern:
            barred = r"(?<!\b[0-9]{3})"
        kept.append(barred + pattern)
    return kept


def _not_after_prefix() -> str:
    """Return look-behinds, one for each length, as `re` wants them of fixed width."""
    lengths = sorted({len(prefix) for prefix in PREFIXES})
    groups = ("|".join(p for p in PREFIXES if len(p) == length) for length in lengths)
    return "".join(rf"(?<!\b(?i:{group}))" for group in groups)
