"""Pronouns as referring expressions.

pronominal     the expression that a pronoun or a determiner is
relativized    the noun that a relative pronoun stands for
"""

from __future__ import annotations

from hearer.analysis.constraints import agreement
from hearer.analysis.expressions.draft import Draft, short
from hearer.analysis.expressions.nouns import nominal
from hearer.analysis.options import AnalysisOptions, Strictness
from hearer.model import ANY_GENDER, Agreement, Kind, Number
from hearer.model.tree import Tree

RELATIVES = frozenset("who whom whose which that".split())
PLURAL = frozenset({Number.PLURAL})


def pronominal(tree: Tree, n: int, options: AnalysisOptions) -> Draft | None:
    """The expression that a pronoun or a determiner stands for by itself."""
    form = tree.forms[n].lower()
    if third := agreement.of_pronoun(form):
        return short(tree, n, _pronoun_kind(tree, n, form), third)
    if speaker := agreement.SPEAKERS.get(form):
        return short(tree, n, Kind.SPEAKER, speaker)
    if antecedent := relativized(tree, n):
        return _relative(tree, n, antecedent) if options.relative_pronouns else None
    if tree.feature(n, "PronType=Int") or tree.feature(n, "PronType=Rel"):
        return None
    if tree.feature(n, "PronType=Rcp"):
        return short(tree, n, Kind.RECIPROCAL, agreement.THEY)
    if tree.feature(n, "PronType=Dem"):
        number = PLURAL if form in {"these", "those"} else agreement.SINGULAR
        gender = agreement.NEUTER if options.strictness is Strictness.STRICT else ANY_GENDER
        this = Agreement(number, gender)
        return short(tree, n, Kind.DEMONSTRATIVE, this) if options.demonstratives else None
    return nominal(tree, n, options)


def _pronoun_kind(tree: Tree, n: int, form: str) -> Kind:
    if form.endswith(("self", "selves")):
        return Kind.REFLEXIVE
    is_possessive = tree.relations[n] == "nmod:poss" or form in {"hers", "theirs"}
    return Kind.POSSESSIVE if is_possessive else Kind.PRONOUN


def relativized(tree: Tree, n: int) -> int:
    """The noun that a relative pronoun stands for, or 0 if `n` is no relative pronoun."""
    if tree.forms[n].lower() not in RELATIVES:
        return 0
    for over in (n, *tree.ancestors(n)):
        if tree.relations[over] == "acl:relcl":
            return tree.heads[over]
        if tree.bases[over] in {"ccomp", "advcl", "root"} and over != n:
            return 0
    return 0


def _relative(tree: Tree, n: int, antecedent: int) -> Draft:
    draft = short(tree, n, Kind.RELATIVE, Agreement())
    return draft._replace(evokes=antecedent)
