"""How well and how fast the shipped English pipeline parses raw text.

    python bench/parser.py                     GUM dev and EWT dev from ../shared/data
    python bench/parser.py --data FOLDER_OR_FILE ...     any CoNLL-U instead
    python bench/parser.py --json              the figures as JSON

Raw text goes in; words are aligned with gold words by their characters, as in the CoNLL 2018
shared task: a word counts only if its span is exact. Label subtypes are ignored, punctuation
counts. Speed is measured on one core in the same run in which `spacy.blank("en")` only tokenises
the same text.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: one core is what we report

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from hearer.parsers.english import MODEL, load  # noqa: E402
from training.conllu import (  # noqa: E402
    GoldDocument,
    Span,
    data_folder,
    mention_sorts,
    raw_text,
    read_documents,
)

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

FIGURES = ("tokens", "sentences", "upos", "xpos", "feats", "lemmas", "uas", "las")
REPEATS = 5


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is compared: per word (by its span) its tags, its head's span and label."""

    words: dict[Span, dict[str, object]]
    sentences: frozenset[Span]


@dataclass(slots=True)
class Counts:
    """Gold, predicted and correct, for every figure."""

    gold: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    correct: Counter[str] = field(default_factory=Counter)

    def f1(self, figure: str) -> float:
        total = self.gold[figure] + self.predicted[figure]
        return round(200 * self.correct[figure] / total, 2) if total else 0.0


def main() -> None:
    """Measure, then print a table or JSON."""
    options = _options()
    paths = options.data or [data_folder() / "gum" / "dev", data_folder() / "ewt" / "dev.conllu"]
    report = measure(options.model, paths)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        _print(report)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure the English pipeline.")
    parser.add_argument("--data", nargs="+", type=Path, help="CoNLL-U files or folders of them")
    parser.add_argument("--model", type=Path, default=MODEL, help="a pipeline's folder")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


def measure(model: Path, paths: Sequence[Path]) -> dict[str, object]:
    """Return all figures of a pipeline on the given corpora."""
    import spacy

    begun = time.perf_counter()
    nlp = load(model)
    seconds = time.perf_counter() - begun
    report: dict[str, object] = {
        "spacy": spacy.__version__,
        "load_seconds": round(seconds, 2),
        "megabytes": round(sum(f.stat().st_size for f in model.rglob("*") if f.is_file()) / 1e6, 2),
    }
    corpora = {_name(path): list(read_documents(path)) for path in paths}
    report["corpora"] = {name: accuracy(nlp, documents) for name, documents in corpora.items()}
    texts = [raw_text(document)[0] for document in next(iter(corpora.values()))]
    report["speed"] = speed(nlp, texts)
    return report


def _name(path: Path) -> str:
    """Name a corpus by the end of its path: "gum/dev", "ewt/dev"."""
    return "/".join(path.with_suffix("").parts[-2:])


def accuracy(nlp: "Language", documents: Sequence[GoldDocument]) -> dict[str, object]:
    """Return F1 by figure, and how often the sort of a mention's head is right."""
    counts, sorts = Counts(), Counts()
    texts = [raw_text(document) for document in documents]
    parsed = nlp.pipe(text for text, _ in texts)
    for document, (_, spans), doc in zip(documents, texts, parsed, strict=True):
        _count(counts, gold_analysis(document, spans), analysis(doc))
        _count_sorts(sorts, document, spans, doc)
    figures: dict[str, object] = {figure: counts.f1(figure) for figure in FIGURES}
    if sorts.gold["all"]:
        figures["sorts"] = _sort_figures(sorts)
    return figures | {"words": counts.gold["tokens"], "documents": len(documents)}


def gold_analysis(document: GoldDocument, spans: list[list[Span]]) -> Analysis:
    """Return the gold side of the comparison."""
    words: dict[Span, dict[str, object]] = {}
    for sentence, places in zip(document.sentences, spans, strict=True):
        for word, place in zip(sentence.words, places, strict=True):
            words[place] = {
                "upos": word.upos,
                "xpos": word.xpos,
                "feats": word.feats,
                "lemmas": word.lemma,
                "uas": places[word.head] if word.head >= 0 else None,
                "las": (places[word.head] if word.head >= 0 else None, _plain(word.deprel)),
            }
    return Analysis(words, frozenset((places[0][0], places[-1][1]) for places in spans))


def analysis(doc: "Doc") -> Analysis:
    """Return what the pipeline says; whitespace tokens are no words."""
    words: dict[Span, dict[str, object]] = {}
    sentences = set()
    for sentence in doc.sents:
        tokens = [token for token in sentence if not token.is_space]
        if not tokens:
            continue
        sentences.add((tokens[0].idx, tokens[-1].idx + len(tokens[-1])))
        for token in tokens:
            head = token.head
            place = None if token.head == token else (head.idx, head.idx + len(head))
            words[token.idx, token.idx + len(token)] = {
                "upos": token.pos_,
                "xpos": token.tag_,
                "feats": str(token.morph),
                "lemmas": token.lemma_,
                "uas": place,
                "las": (place, _plain(token.dep_)),
            }
    return Analysis(words, frozenset(sentences))


def _plain(deprel: str) -> str:
    return deprel.lower().partition(":")[0]


def _count(counts: Counts, gold: Analysis, predicted: Analysis) -> None:
    shared = gold.words.keys() & predicted.words.keys()
    for figure in FIGURES:
        if figure == "sentences":
            counts.gold[figure] += len(gold.sentences)
            counts.predicted[figure] += len(predicted.sentences)
            counts.correct[figure] += len(gold.sentences & predicted.sentences)
            continue
        counts.gold[figure] += len(gold.words)
        counts.predicted[figure] += len(predicted.words)
        counts.correct[figure] += sum(
            figure == "tokens" or gold.words[span][figure] == predicted.words[span][figure]
            for span in shared
        )


def _count_sorts(
    counts: Counts, document: GoldDocument, spans: list[list[Span]], doc: "Doc"
) -> None:
    """Compare sorts at the heads of gold mentions; a head without a sort is wrong."""
    said = {(token.idx, token.idx + len(token)): token._.sort for token in doc}
    for sentence, places in zip(document.sentences, spans, strict=True):
        for head, sort in mention_sorts(sentence).items():
            guess = said.get(places[head], "")
            for group in ("all", sentence.words[head].upos):
                counts.gold[group] += 1
                counts.correct[group] += guess == sort
            counts.gold["person F1"] += sort == "person"
            counts.predicted["person F1"] += guess == "person"
            counts.correct["person F1"] += guess == sort == "person"


def _sort_figures(counts: Counts) -> dict[str, float]:
    groups = ("all", "NOUN", "PROPN", "PRON", "NUM", "ADJ", "DET")
    shares = {
        group: round(100 * counts.correct[group] / counts.gold[group], 2)
        for group in groups
        if counts.gold[group]
    }
    return shares | {"person F1": counts.f1("person F1"), "heads": counts.gold["all"]}


def speed(nlp: "Language", texts: Sequence[str]) -> dict[str, float]:
    """Return words per second of the pipeline and of a bare tokenizer, best of several, in turn."""
    import spacy

    blank = spacy.blank("en")
    best = {"pipeline": 0.0, "tokenizer": 0.0, "pipeline by CPU time": 0.0}
    for _ in range(REPEATS):
        for name, pipeline in (("pipeline", nlp), ("tokenizer", blank)):
            begun, used = time.perf_counter(), time.process_time()
            words = sum(len(doc) for doc in pipeline.pipe(texts))
            best[name] = max(best[name], words / (time.perf_counter() - begun))
            if pipeline is nlp:
                by_cpu = words / (time.process_time() - used)
                best["pipeline by CPU time"] = max(best["pipeline by CPU time"], by_cpu)
    return {
        "words_per_second": round(best["pipeline"]),
        "words_per_cpu_second": round(best["pipeline by CPU time"]),
        "blank_tokenizer_words_per_second": round(best["tokenizer"]),
        "ratio": round(best["pipeline"] / best["tokenizer"], 4),
    }


def _print(report: dict[str, object]) -> None:
    corpora = report["corpora"]
    assert isinstance(corpora, dict)
    print("  ".join(f"{name:>9}" for name in ("", *FIGURES)))
    for name, figures in corpora.items():
        print("  ".join([f"{name:>9}", *(f"{figures[figure]:9.2f}" for figure in FIGURES)]))
    for name, figures in corpora.items():
        if "sorts" in figures:
            shares = "  ".join(f"{group} {share}" for group, share in figures["sorts"].items())
            print(f"sorts {name}: {shares}")
    print(f"speed: {report['speed']}")
    print(f"model: {report['megabytes']} MB, loads in {report['load_seconds']} s")


if __name__ == "__main__":
    main()
