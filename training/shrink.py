"""A trained pipeline made small enough to ship.

    round_weights    fewer bits for every weight
    write_small      a pipeline on disk without what only training needs

Rounding does not make the files smaller, but what is packed from them: wheels and Git objects.
"""

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import spacy
import srsly  # type: ignore[import-untyped]
from spacy.language import Language

Floats = npt.NDArray[np.float32]

# Of the 23 bits of a float's fraction; in the trial (PARSER.md) tagging and parsing lost <= 0.05.
KEPT_BITS = 8
META = {
    "name": "hearer_english",
    "version": "0.1.0",
    "description": "Universal Dependencies for English with entity types, as shipped with hearer.",
    "author": "The hearer developers",
    "license": "CC BY-SA 4.0",
    "spacy_version": ">=3.8.0,<3.9.0",
    "sources": [
        {"name": "UD English EWT", "license": "CC BY-SA 4.0"},
        {"name": "GUM (see MODEL_CARD.md for the documents)", "license": "CC BY 4.0"},
        {"name": "spacy-lookups-data (Brown clusters)", "license": "MIT"},
        {"name": "all-MiniLM-L6-v2 (word table of the sort component)", "license": "Apache-2.0"},
    ],
    "performance": {},
}


def round_weights(nlp: Language) -> None:
    """Round the weights of all components and the static vectors, in place."""
    for _, component in nlp.pipeline:
        model = getattr(component, "model", None)
        for layer in model.walk() if model is not None else ():
            for name in layer.param_names:
                if layer.has_param(name):
                    layer.set_param(name, rounded(layer.get_param(name)))
    nlp.vocab.vectors.data = rounded(nlp.vocab.vectors.data)


def write_small(nlp: Language, folder: Path) -> None:
    """Write a pipeline without the traces of training and the strings only training saw."""
    nlp.meta.update(META)
    config = nlp.config
    for section in ("paths", "corpora", "training", "initialize", "pretraining"):
        config[section] = {}
    nlp.config = config
    nlp.to_disk(folder)
    strings = folder / "vocab" / "strings.json"
    strings.write_text(json.dumps(_needed_strings(nlp), ensure_ascii=False), encoding="utf-8")


def rounded(weights: Floats) -> Floats:
    """Return floats with all but the first bits of their fraction rounded away."""
    dropped = 23 - KEPT_BITS
    bits = np.ascontiguousarray(weights, np.float32).view(np.uint32)
    half = np.uint32(1 << (dropped - 1))
    mask = np.uint32(0xFFFFFFFF) << np.uint32(dropped)
    return ((bits + half) & mask).view(np.float32)


def _needed_strings(nlp: Language) -> list[str]:
    """Return the strings of a blank pipeline, of labels, tokenizer rules and edit trees."""
    strings = nlp.vocab.strings
    kept = set(spacy.blank("en").vocab.strings)
    for labels in nlp.pipe_labels.values():
        for label in labels:
            kept.update(_parts(str(label)))
    for form, tokens in nlp.tokenizer.rules.items():
        kept.add(form)
        values = [value for token in tokens for value in token.values()]
        kept.update(value if isinstance(value, str) else strings[value] for value in values)
    kept.update(_edit_strings(nlp))
    return sorted(kept)


def _parts(label: str) -> list[str]:
    """Return the features of a label such as "Case=Nom|POS=PRON", their names and their values."""
    features = label.split("|")
    return [label, *(part for f in features for part in (f, *f.split("=")))]


def _edit_strings(nlp: Language) -> list[str]:
    trees = srsly.msgpack_loads(nlp.get_pipe("trainable_lemmatizer").trees.to_bytes())["trees"]
    trees = srsly.msgpack_loads(trees) if isinstance(trees, bytes) else trees
    hashes = [tree[name] for tree in trees for name in ("orig", "subst") if name in tree]
    return [nlp.vocab.strings[value] for value in hashes]
