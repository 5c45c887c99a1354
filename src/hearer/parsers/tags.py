"""What Penn Treebank tags say about a word, for pipelines that say no more.

UPOS        the universal part of speech of a tag, where one tag has one
FEATURES    its features
completed   columns in which no part of speech and no feature is missing that a tag tells
"""

from __future__ import annotations

from dataclasses import replace

from hearer.parsers.columns import Columns

UPOS = {
    "CC": "CCONJ", "CD": "NUM", "DT": "DET", "EX": "PRON", "FW": "X", "IN": "ADP", "JJ": "ADJ",
    "JJR": "ADJ", "JJS": "ADJ", "LS": "X", "MD": "AUX", "NN": "NOUN", "NNP": "PROPN",
    "NNPS": "PROPN", "NNS": "NOUN", "PDT": "DET", "POS": "PART", "PRP": "PRON", "PRP$": "PRON",
    "RB": "ADV", "RBR": "ADV", "RBS": "ADV", "RP": "ADP", "SYM": "SYM", "TO": "PART",
    "UH": "INTJ", "VB": "VERB", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB",
    "VBZ": "VERB", "WDT": "PRON", "WP": "PRON", "WP$": "PRON", "WRB": "ADV", "$": "SYM",
    ".": "PUNCT", ",": "PUNCT", ":": "PUNCT", "``": "PUNCT", "''": "PUNCT", "-LRB-": "PUNCT",
    "-RRB-": "PUNCT", "HYPH": "PUNCT", "NFP": "PUNCT", "ADD": "X", "AFX": "ADJ", "XX": "X",
}  # fmt: skip
FEATURES = {
    "CD": "NumType=Card", "JJR": "Degree=Cmp", "JJS": "Degree=Sup", "MD": "VerbForm=Fin",
    "NN": "Number=Sing", "NNP": "Number=Sing", "NNPS": "Number=Plur", "NNS": "Number=Plur",
    "PRP": "PronType=Prs", "PRP$": "Poss=Yes|PronType=Prs", "RBR": "Degree=Cmp",
    "RBS": "Degree=Sup", "VB": "VerbForm=Inf", "VBD": "Mood=Ind|Tense=Past|VerbForm=Fin",
    "VBG": "Tense=Pres|VerbForm=Part", "VBN": "Tense=Past|VerbForm=Part",
    "VBP": "Mood=Ind|Tense=Pres|VerbForm=Fin",
    "VBZ": "Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin",
    "WDT": "PronType=Rel", "WP": "PronType=Int", "WP$": "Poss=Yes|PronType=Int",
}  # fmt: skip
# Words whose features a tag cannot tell.
PRONOUNS = {
    "this": "Number=Sing|PronType=Dem", "that": "Number=Sing|PronType=Dem",
    "these": "Number=Plur|PronType=Dem", "those": "Number=Plur|PronType=Dem",
    "the": "Definite=Def|PronType=Art", "a": "Definite=Ind|PronType=Art",
    "an": "Definite=Ind|PronType=Art",
}  # fmt: skip
NONE = ("", "_")


def completed(columns: Columns) -> Columns:
    """Columns in which every word has the part of speech and the features its tag tells."""
    if not any(value in NONE for column in (columns.upos, columns.features) for value in column):
        return columns
    upos = [_upos(columns, n) if value in NONE else value for n, value in enumerate(columns.upos)]
    features = [
        _features(columns.forms[n], tag) if columns.features[n] in NONE else columns.features[n]
        for n, tag in enumerate(columns.xpos)
    ]
    return replace(columns, upos=upos, features=features)


def _upos(columns: Columns, n: int) -> str:
    if columns.relations[n] in {"aux", "auxpass", "aux:pass", "cop"}:
        return "AUX"
    if columns.xpos[n] == "DT" and columns.relations[n] not in {"det", "predet"}:
        return "PRON"
    return UPOS.get(columns.xpos[n], "X")


def _features(form: str, tag: str) -> str:
    by_word = PRONOUNS.get(form.lower(), "") if tag in {"DT", "PRP"} else ""
    return by_word or FEATURES.get(tag, "_")
