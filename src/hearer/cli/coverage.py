"""How many pronouns were resolved, and what became of all others: none is passed over in silence.

Coverage    counts them as they are heard, and says so in one line
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from hearer.harmless import number_and
from hearer.model import Person
from hearer.model.pronouns import Register, lexemes

if TYPE_CHECKING:
    from hearer.model import Interpretation, Resolution, Step, Utterance

PRONOUN, EXPLETIVE = "PRON", "expl"  # "there is" has a word that stands for nothing at all
UNNAMED = "whose antecedent nobody named"
SAID = {
    "unresolved": "without antecedent",
    "no antecedent": "without antecedent",
    "same kind": "of the same kind",
    "event": "for an event",
}
SPEAKING = lexemes(*Register, persons={Person.FIRST, Person.SECOND})
RELATIVE = frozenset("who whom whose which that what whoever whomever whatever whichever".split())
# Of the third person, whatever a tagger takes them for; IT and names (Ze, Em) are left to it.
# Of the new forms those that are no other words (as *em*, *vis* are).
PERSONAL = frozenset(
    form
    for form, lexeme in lexemes(*Register, persons={Person.THIRD}).items()
    if lexeme in {"he", "she", "s/he", "it", "they", "xe", "ze"}
)
CLIPPED = {"i": ("m", "'im"), "e": ("r", "'er")}  # 'im, where ' and i and m are three words
KINDS = {"I, you, we": SPEAKING, "who, which, that": RELATIVE}
MOST_NAMED = 4


class Coverage:
    """Counts pronouns: those that were looked up, and those that are none of the third person.

    >>> print(Coverage(0.9))
    0 of 0 pronouns resolved at precision 0.9
    """

    def __init__(self, precision: float | None = None) -> None:
        self.precision = precision
        self.resolved = 0
        self.left: Counter[str] = Counter()  # what the others were taken to be
        self.passed_over: Counter[str] = Counter()  # words that are not looked up, by kind
        self.others: Counter[str] = Counter()
        self._looked_up: set[int] = set()  # words of the utterance that is being heard

    def heard(self, found: Interpretation) -> None:
        """Count what was understood of a document."""
        from hearer.views.lines import IN_CODE, CodeOf

        looked_up: dict[int, set[int]] = {}
        code = CodeOf(found.discourse)
        for resolution in found.resolutions:
            if code.has(resolution):
                self.left[IN_CODE] += 1
            else:
                self._note(resolution)
            pronoun = resolution.pronoun
            looked_up.setdefault(pronoun.utterance, set()).update(pronoun.own_words)
        for utterance in found.discourse.utterances:
            self._pass_over(utterance, looked_up.get(utterance.number, ()))

    def fallen(self, step: Step) -> None:
        """Count what fell at a word; a revision takes back what was counted before it."""
        for resolution in step.resolutions:
            if resolution.instead_of:
                self._note(resolution.instead_of, -1)
            self._note(resolution)
            self._looked_up.update(resolution.pronoun.own_words)
        if step.word and step.word.ends_utterance:
            self._pass_over(step.word.utterance, self._looked_up)
            self._looked_up.clear()

    def _note(self, resolution: Resolution, by: int = 1) -> None:
        if resolution.antecedent is None:
            label = str(resolution.label)
            self.left[SAID.get(label, label)] += by
        elif resolution.is_named:
            self.resolved += by
        else:
            self.left[UNNAMED] += by

    def _pass_over(self, utterance: Utterance, looked_up: Iterable[int]) -> None:
        done = set(looked_up)
        for n, tag in enumerate(utterance.upos, start=1):
            if n in done or (tag != PRONOUN and not _is_personal(utterance, n)):
                continue
            if utterance.relations[n - 1] == EXPLETIVE and utterance.lemmas[n - 1] == "there":
                continue
            form = _form(utterance, n)
            kind = next((name for name, forms in KINDS.items() if form in forms), "")
            self.passed_over[kind] += 1
            self.others[form] += not kind

    def __str__(self) -> str:
        left = +self.left
        total = self.resolved + left.total()
        share = f" ({100 * self.resolved / total:.1f} %)" if total and self.precision else ""
        at = f" at precision {self.precision:g}" if self.precision else ""
        told = f"{self.resolved} of {number_and(total, 'pronoun')} resolved{share}{at}"
        counts = ", ".join(f"{number} {what}" for what, number in sorted(left.items()))
        return "; ".join(filter(None, (told, counts, self._passed_over())))

    def _passed_over(self) -> str:
        kinds = [f"{self.passed_over[kind]} of {kind}" for kind in KINDS if self.passed_over[kind]]
        if rest := self.passed_over[""]:
            forms = [form for form, _ in (+self.others).most_common()]
            named = ", ".join(forms[:MOST_NAMED] + ["…"] * (len(forms) > MOST_NAMED))
            kinds.append(f"{number_and(rest, 'other')} ({named})")
        return f"not looked up: {'; '.join(kinds)}" if kinds else ""


def _is_personal(utterance: Utterance, n: int) -> bool:
    """Whether a word that is tagged otherwise is a pronoun of the third person by its form."""
    is_name = utterance.upos[n - 1] == "PROPN" or utterance.forms[n - 1] == "IT"
    return not is_name and not utterance.language and _form(utterance, n) in PERSONAL


def _form(utterance: Utterance, n: int) -> str:
    """A word in small letters; 'im and 'er are whole, though they may be three words."""
    form = utterance.forms[n - 1].lower().replace("’", "'")
    if form not in CLIPPED:
        return form
    rest, whole = CLIPPED[form]
    around = utterance.text_between(max(n - 1, 1), min(n + 1, len(utterance)))
    return whole if around.lower().replace("’", "'") == f"'{form}{rest}" else form
