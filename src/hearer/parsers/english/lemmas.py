"""Lemmas as rules: how the dictionary form is made from the form that is written.

    rule       the rule that makes `lemma` from `form`
    applied    what a rule makes from a form

"=" is the form itself, "l" the form without capitals, "l2|y" the same without its last two
letters and with a y, "=1|" the form without its last letter, "!be" that word, whatever the form.
A tagger that knows some two hundred rules so knows the lemma of nearly every word.
"""

from __future__ import annotations

AS_IT_IS, LOWER, WORD, ENDING = "=", "l", "!", "|"


def rule(form: str, lemma: str) -> str:
    """The shortest rule that makes `lemma` from `form`.

    >>> rule("Anna", "Anna"), rule("The", "the"), rule("Studies", "study"), rule("is", "be")
    ('=', 'l', 'l3|y', '!be')
    """
    if lemma == form:
        return AS_IT_IS
    if lemma == form.lower():
        return LOWER
    return min(_rule(LOWER, form.lower(), lemma), _rule(AS_IT_IS, form, lemma), key=len)


def _rule(case: str, written: str, lemma: str) -> str:
    shared = 0
    for here, there in zip(written, lemma, strict=False):
        if here != there:
            break
        shared += 1
    return f"{case}{len(written) - shared}{ENDING}{lemma[shared:]}" if shared else WORD + lemma


def applied(rule: str, form: str) -> str:
    """What a rule makes from a form; the form in lower case where the rule leaves nothing of it.

    >>> applied("l3|y", "Studies"), applied("=", "Anna"), applied("!be", "'s"), applied("l3|", "go")
    ('study', 'Anna', 'be', 'go')
    """
    if rule == AS_IT_IS:
        return form
    if rule.startswith(WORD):
        return rule[1:]
    written = form.lower() if rule.startswith(LOWER) else form
    letters, _, ending = rule[1:].partition(ENDING)
    kept = len(written) - int(letters or 0)
    return written[:kept] + ending if kept > 0 else written
