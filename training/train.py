"""The training run itself.

train    the tagger, morphologizer, parser and lemmatizer, by spaCy's own training loop
"""

from pathlib import Path

import spacy
from spacy.language import Language
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as training_loop
from spacy.util import fix_random_seed, load_config

from training.tokenizer import customise

CONFIG = Path(__file__).with_name("config.cfg")


@spacy.registry.callbacks("hearer_training.customise.v1")  # type: ignore[untyped-decorator]
def create_customise() -> object:
    """Return the callback that brings the tokenizer to UD before training begins."""

    def before_init(nlp: Language) -> Language:
        customise(nlp)
        return nlp

    return before_init


def train(work: Path, *, seed: int, overrides: dict[str, object] | None = None) -> Path:
    """Train on work/train.spacy and return the folder of the last model."""
    settings: dict[str, object] = {
        "paths.train": str(work / "train.spacy"),
        "paths.dev": str(work / "dev.spacy"),
        "paths.vectors": str(work / "vectors"),
        "system.seed": seed,
        **(overrides or {}),
    }
    fix_random_seed(seed)
    nlp = init_nlp(load_config(CONFIG, overrides=settings))
    output = work / "trained"
    output.mkdir(parents=True, exist_ok=True)
    training_loop(nlp, output)
    return output / "model-last"
