"""What formats do not keep, guessed back: tags and features of words, clauses and agreement.

tagged      an utterance with tags; our JSON and many CoNLL-U files have none
restored    an interpretation whose expressions say again which clause they stand in
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hearer.analysis.constraints.agreement import PRONOUNS
from hearer.model import UNSPECIFIED, Interpretation, ReferringExpression, Resolution, Utterance
from hearer.model.tree import CLAUSE_RELATIONS, Tree

TAGS = {
    **dict.fromkeys("are have do 're 've".split(), "VBP"),
    **dict.fromkeys("is has does 's".split(), "VBZ"),
    **dict.fromkeys("was were had did 'd".split(), "VBD"),
    **dict.fromkeys("can could may might must shall should will would 'll".split(), "MD"),
}
MANY = "Number=Plur"


def tagged(utterance: Utterance) -> Utterance:
    """An utterance with tags and numbers where it has none."""
    if any(tag not in {"", "_"} for tag in utterance.xpos):
        return utterance
    tree = Tree(utterance)
    tags = tuple(_tag(tree, n) for n in range(1, len(tree) + 1))
    features = tuple(
        known if known not in {"", "_"} else MANY if tag in {"NNS", "NNPS"} else "_"
        for known, tag in zip(utterance.features, tags, strict=True)
    )
    return replace(utterance, xpos=tags, features=features)


def _tag(tree: Tree, n: int) -> str:
    form, lemma, upos = tree.forms[n].lower().replace("’", "'"), tree.lemmas[n], tree.upos[n]
    if upos in {"NOUN", "PROPN"}:
        return f"NN{'P' * (upos == 'PROPN')}{'S' * _is_many(tree, n)}"
    if upos == "AUX" or form in TAGS:
        return TAGS.get(form, "_")
    if upos != "VERB":
        return "_"
    helped = tree.has(n, "aux") or tree.has(n, "mark")
    if form == lemma:
        return "VB" if helped else "VBP"
    if form.endswith("ing"):
        return "VBG"
    if form == f"{lemma}s" or form.endswith(("es", "ies")):
        return "VBZ"
    return "VBN" if helped else "VBD"


def _is_many(tree: Tree, n: int) -> bool:
    form = tree.forms[n].lower()
    if tree.upos[n] == "PROPN":  # the Smiths
        return form.endswith("s") and tree.lemmas[tree.child(n, "det")] == "the"
    return form != tree.lemmas[n]


def restored(found: Interpretation, trees: dict[int, Tree]) -> Interpretation:
    """The same with clauses and agreement, where expressions have none."""
    if any(e.clause for e in found.expressions) or not found.expressions:
        return found
    steps = tuple(
        step._replace(resolutions=tuple(_with_pronoun(r, trees) for r in step.resolutions))
        for step in found.steps
    )
    return replace(found, steps=steps, expressions=_all(found.expressions, trees))


def _all(
    expressions: Iterable[ReferringExpression], trees: dict[int, Tree]
) -> tuple[ReferringExpression, ...]:
    return tuple(_restored(e, trees) for e in expressions)


def _with_pronoun(resolution: Resolution, trees: dict[int, Tree]) -> Resolution:
    return replace(resolution, pronoun=_restored(resolution.pronoun, trees))


def _restored(expression: ReferringExpression, trees: dict[int, Tree]) -> ReferringExpression:
    tree = trees.get(expression.utterance)
    if tree is None or not 0 < expression.head <= len(tree):
        return expression
    is_open = expression.is_pronoun and expression.agreement == UNSPECIFIED
    agrees = PRONOUNS.get(expression.text.lower(), UNSPECIFIED)
    return replace(
        expression,
        clause=_clause(tree, expression.head),
        agreement=agrees if is_open else expression.agreement,
    )


def _clause(tree: Tree, n: int) -> int:
    for above in tree.path(n):
        is_beside = tree.bases[above] == "conj" and tree.upos[above] in {"VERB", "AUX"}
        if tree.bases[above] in CLAUSE_RELATIONS or is_beside:
            return above
    return n
