"""How well and how fast the shipped English pipeline parses raw text.

    python bench/parser.py                     GUM dev, EWT dev, and GUM's genres not trained on
    python bench/parser.py --data FOLDER_OR_FILE ...     any CoNLL-U instead
    python bench/parser.py --model FOLDER      another folder of trained files
    python bench/parser.py --json              the figures as JSON

Raw text goes in; words are aligned with gold words by their characters, as in the CoNLL 2018
shared task: a word counts only if its span is exact. Punctuation counts. `las` is with the
subtypes of labels, `las plain` without. Sorts are compared at the heads of gold mentions. The
expletives are those `it` that are `expl` in the gold trees, of all corpora together.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from hearer.model import Utterance  # noqa: E402
from hearer.parsers import Parser  # noqa: E402
from hearer.parsers.english import MODEL  # noqa: E402
from hearer.parsers.english.parser import EnglishParser  # noqa: E402
from training.conllu import (  # noqa: E402
    DATA,
    GoldDocument,
    GoldWord,
    Span,
    mention_sorts,
    raw_text,
    read_documents,
)
from training.licences import may_train  # noqa: E402

FIGURES = (
    "words", "sentences", "upos", "xpos", "features", "lemmas", "uas", "las", "las plain",
)  # fmt: skip
OF_WORDS = tuple(figure for figure in FIGURES if figure not in {"words", "sentences"})
EXPLETIVES, SORTS = "expletive it", "sorts"
Told = dict[str, object]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is compared: by the spans of words their tags, their heads' spans and labels."""

    words: dict[Span, Told]
    sentences: frozenset[Span]


@dataclass(slots=True)
class Counts:
    """Gold, predicted and correct, for every figure."""

    gold: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    correct: Counter[str] = field(default_factory=Counter)

    def count(self, figure: str, *, gold: int, predicted: int, correct: int) -> None:
        self.gold[figure] += gold
        self.predicted[figure] += predicted
        self.correct[figure] += correct

    def f1(self, figure: str) -> float:
        return _share(2 * self.correct[figure], self.gold[figure] + self.predicted[figure])

    def precision(self, figure: str) -> float:
        return _share(self.correct[figure], self.predicted[figure])

    def recall(self, figure: str) -> float:
        return _share(self.correct[figure], self.gold[figure])

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.gold + other.gold, self.predicted + other.predicted, self.correct + other.correct
        )


def _share(part: int, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 0.0


def main() -> None:
    """Measure, then print a table or JSON."""
    options = _options()
    chosen = dict(corpora(options.data))
    report = measure(EnglishParser(options.model), chosen)
    if not options.accuracy_only:
        texts = [raw_text(document)[0] for document in next(iter(chosen.values()))]
        report["speed"] = {"here": speed(texts, options.model)}
    print(
        json.dumps(report, indent=2, default=asdict) if options.json else "\n".join(_lines(report))
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure the English pipeline.")
    parser.add_argument("--data", nargs="+", type=Path, help="CoNLL-U files or folders of them")
    parser.add_argument("--model", type=Path, default=MODEL, help="a folder of trained files")
    parser.add_argument("--accuracy-only", action="store_true", help="measure no speed")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


def corpora(paths: Sequence[Path] | None = None) -> Iterator[tuple[str, list[GoldDocument]]]:
    """The documents by the end of their path, "gum/dev"; by default ours, and what we left out."""
    if paths:
        yield from (("/".join(p.with_suffix("").parts[-2:]), [*read_documents(p)]) for p in paths)
        return
    yield "gum/dev", [*read_documents(DATA / "gum" / "dev")]
    yield "ewt/dev", [*read_documents(DATA / "ewt" / "dev.conllu")]
    train = read_documents(DATA / "gum" / "train")
    yield "gum/left out", [document for document in train if not may_train(document)]


def measure(parser: Parser, gold: dict[str, list[GoldDocument]]) -> dict[str, object]:
    """All figures of a pipeline on the given corpora."""
    counts = {name: counted(parser, documents) for name, documents in gold.items()}
    dev = [found for name, found in counts.items() if "left out" not in name]
    together = sum(dev, Counts())
    return {
        "corpora": {name: _figures(found) for name, found in counts.items()},
        EXPLETIVES: {
            "precision": together.precision(EXPLETIVES),
            "recall": together.recall(EXPLETIVES),
            "gold": together.gold[EXPLETIVES],
        },
    }


def _figures(counts: Counts) -> dict[str, float]:
    figures = {figure: counts.f1(figure) for figure in FIGURES}
    if counts.gold[SORTS]:
        figures[SORTS] = counts.recall(SORTS)
    return figures | {
        "it precision": counts.precision(EXPLETIVES),
        "it recall": counts.recall(EXPLETIVES),
        "gold words": counts.gold["words"],
    }


def counted(parser: Parser, documents: Iterable[GoldDocument]) -> Counts:
    """What a parser finds in the raw text of documents, against what was annotated."""
    counts = Counts()
    for document in documents:
        text, spans = raw_text(document)
        gold, predicted = gold_analysis(document, spans), analysis(parser.parse(text))
        _count(counts, gold, predicted)
        _count_expletives(counts, gold, predicted)
        _count_sorts(counts, document, spans, predicted)
    return counts


def gold_analysis(document: GoldDocument, spans: list[list[Span]]) -> Analysis:
    """The gold side of the comparison."""
    words: dict[Span, Told] = {}
    for sentence, places in zip(document.sentences, spans, strict=True):
        for word, place in zip(sentence.words, places, strict=True):
            words[place] = _told(word, places[word.head] if word.head >= 0 else None)
    return Analysis(words, frozenset((places[0][0], places[-1][1]) for places in spans))


def _told(word: GoldWord, head: Span | None) -> Told:
    return {
        "form": word.form,
        "upos": word.upos,
        "xpos": word.xpos,
        "features": word.feats or "_",
        "lemmas": word.lemma,
        "uas": head,
        "las": (head, word.deprel),
        "las plain": (head, word.deprel.partition(":")[0]),
    }


def analysis(utterances: Iterable[Utterance]) -> Analysis:
    """What the pipeline says."""
    words: dict[Span, Told] = {}
    sentences = set()
    for utterance in utterances:
        starts = [word.offset for word in utterance.words]
        spans = [(at, at + len(form)) for at, form in zip(starts, utterance.forms, strict=True)]
        sentences.add((spans[0][0], spans[-1][1]))
        for n, span in enumerate(spans):
            words[span] = _said(utterance, n, [None, *spans][utterance.heads[n]])
    return Analysis(words, frozenset(sentences))


def _said(utterance: Utterance, n: int, head: Span | None) -> Told:
    relation = utterance.relations[n]
    return {
        "form": utterance.forms[n],
        "upos": utterance.upos[n],
        "xpos": utterance.xpos[n],
        "features": utterance.features[n],
        "lemmas": utterance.lemmas[n],
        "uas": head,
        "las": (head, relation),
        "las plain": (head, relation.partition(":")[0]),
        SORTS: utterance.sorts[n],
    }


def _count(counts: Counts, gold: Analysis, predicted: Analysis) -> None:
    both = gold.words.keys() & predicted.words.keys()
    right = Counter({"words": len(both), "sentences": len(gold.sentences & predicted.sentences)})
    for span in both:
        told, said = gold.words[span], predicted.words[span]
        right.update(figure for figure in OF_WORDS if told[figure] == said[figure])
    for figure in FIGURES:
        one = (a.sentences if figure == "sentences" else a.words for a in (gold, predicted))
        of_gold, of_predicted = map(len, one)
        counts.count(figure, gold=of_gold, predicted=of_predicted, correct=right[figure])


def _count_expletives(counts: Counts, gold: Analysis, predicted: Analysis) -> None:
    expletives, said = _expletives(gold), _expletives(predicted)
    counts.count(
        EXPLETIVES, gold=len(expletives), predicted=len(said), correct=len(expletives & said)
    )


def _expletives(found: Analysis) -> set[Span]:
    return {
        span
        for span, told in found.words.items()
        if str(told["form"]).lower() == "it" and str(told["las plain"]).endswith("'expl')")
    }


def _count_sorts(
    counts: Counts, document: GoldDocument, spans: list[list[Span]], predicted: Analysis
) -> None:
    """Compare sorts at the heads of gold mentions; a head without a sort is wrong."""
    for sentence, places in zip(document.sentences, spans, strict=True):
        for head, sort in mention_sorts(sentence).items():
            said = predicted.words.get(places[head], {}).get(SORTS, "")
            counts.count(SORTS, gold=1, predicted=bool(said), correct=said == sort)


def _lines(report: dict[str, object]) -> Iterator[str]:
    corpora, together = report["corpora"], report[EXPLETIVES]
    assert isinstance(corpora, dict)
    names = list(next(iter(corpora.values())))
    yield "  ".join(f"{name:>12}" for name in ("", *names))
    for name, figures in corpora.items():
        yield "  ".join([f"{name:>12}", *(f"{figures.get(each, ''):>12}" for each in names)])
    yield f"expletive it, corpora together: {together}"
    if isinstance(found := report.get("speed"), dict):
        yield ", ".join(f"{name} {value:.2f}" for name, value in found["here"].items())


def speed(texts: Sequence[str], model: Path) -> dict[str, float]:
    """Words per CPU second, the gain by two threads, seconds to the first sentence, peak MB.

    Run with OMP_NUM_THREADS=1 to measure one core.
    """
    begun = time.perf_counter()
    parser = EnglishParser(model)
    next(iter(parser.parse(texts[0][:200])))
    start, used = time.perf_counter() - begun, time.process_time()

    def parsed(some: Sequence[str]) -> int:
        return sum(len(utterance) for text in some for utterance in parser.parse(text))

    words = parsed(texts) / (time.process_time() - used)
    clocks = []
    for threads in (1, 2):
        clock = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(parsed, [texts[n::threads] for n in range(threads)]))
        clocks.append(time.perf_counter() - clock)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    gain = clocks[0] / clocks[1]
    return {"words_per_second": words, "two_threads": gain, "start": start, "peak": peak}


if __name__ == "__main__":
    main()
