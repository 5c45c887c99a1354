"""Gold and silver documents, as the encoder is taught them.

What is wrong with AMALGUM's labels was counted before: its conventions are those of an older UD.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from training.conllu import GoldDocument, GoldSentence, GoldWord, read_documents
from training.encoder.made import TEMPLATES, made
from training.encoder.settings import DEV_PARTS
from training.licences import decide

UNTAUGHT = "?"
FEWEST_WORDS, MOST_WORDS = 2, 160  # of a silver sentence: the rest is mostly debris
# Their features are of another convention than GUM's and EWT's.
OTHER_FEATURES = frozenset({"PRON", "DET", "NUM"})
PASSIVE = frozenset({"aux:pass", "nsubj:pass", "csubj:pass"})


def gold(data: Path, templates: Path = TEMPLATES) -> Iterator[GoldDocument]:
    """Yield what may train the shipped model: EWT train, GUM train by `licences`, `made`."""
    yield from read_documents(data / "ewt" / "train.conllu")
    yield from (text for text in read_documents(data / "gum" / "train") if decide(text).allowed)
    yield from made(templates)


def dev_parts(data: Path) -> dict[str, Iterator[GoldDocument]]:
    """Return what training is measured on: the dev parts, and GUM's genres that train nothing."""
    parts = (
        read_documents(data / "gum" / "dev"),
        read_documents(data / "ewt" / "dev.conllu"),
        (text for text in read_documents(data / "gum" / "train") if not decide(text).allowed),
    )
    return dict(zip(DEV_PARTS, parts, strict=True))


def silver(data: Path) -> Iterator[GoldDocument]:
    """Yield AMALGUM's documents, of each the sentences that are trees of a usual length."""
    for file in sorted((data / "amalgum").glob("*.conllu.xz")):
        for document in read_documents(file):
            usable = tuple(mended(s) for s in document.sentences if _is_usable(s))
            yield replace(document, sentences=usable)


def _is_usable(sentence: GoldSentence) -> bool:
    heads = [word.head for word in sentence.words]
    is_tree = heads.count(-1) == 1 and max(heads) < len(heads)
    return FEWEST_WORDS <= len(heads) <= MOST_WORDS and is_tree


def mended(sentence: GoldSentence) -> GoldSentence:
    """Return the sentence with labels of today; what cannot be mended is not taught."""
    words, agents = list[GoldWord](), set(_agents(sentence))
    for place, word in enumerate(sentence.words):
        upos = word.upos if word.upos.isalpha() else "PUNCT"  # tags of punctuation as UPOS
        feats = UNTAUGHT if upos in OTHER_FEATURES else word.feats
        deprel = "obl:agent" if place in agents else word.deprel.replace("root:pass", "root")
        words.append(replace(word, upos=upos, feats=feats, deprel=deprel))
    return replace(sentence, words=tuple(words))


def _agents(sentence: GoldSentence) -> Iterator[int]:
    """Yield the words that are `obl` by *by* under a passive: `obl:agent` today."""
    words = sentence.words
    passives = {word.head for word in words if word.deprel in PASSIVE}
    passives |= {place for place, word in enumerate(words) if "Voice=Pass" in word.feats}
    by = {word.head for word in words if word.deprel == "case" and word.form.lower() == "by"}
    for place, word in enumerate(words):
        if word.deprel == "obl" and place in by and word.head in passives:
            yield place
