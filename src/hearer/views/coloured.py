"""The text as it was written, in the colours of its entities, with their names.

render      what was understood of some documents, as one page that needs nothing else
fragment    the same of one document, as a part of somebody else's page: no script, no links
HTML        the page among the formats: written, not read

A pronoun has above it whom it means, and one that means nobody what it is taken to be instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, islice, pairwise

from hearer.formats import Format, Holds
from hearer.formats.format import in_bytes
from hearer.harmless import number_and, visible_lines
from hearer.model import Interpretation, Kind, ReferringExpression, Resolution, Utterance
from hearer.once import Once
from hearer.report.html import Page, asset, escaped, page
from hearer.report.styles import cut
from hearer.views.colours import ColouredMention, ColouredText, coloured
from hearer.views.places import WordPlace
from hearer.views.words import NO_ANTECEDENT, unresolved

MOST_ABOVE, MOST_LISTED = 28, 60  # columns of a name; the whole one shows on hover
LISTED = 12  # entities that are listed at once; the rest unfolds
SURE, LIKELY = 0.8, 0.5
WIDE = 60  # letters of a line that may be wrapped


def render(found: Sequence[Interpretation]) -> Page:
    """Write a page."""
    names = [one.discourse.name for one in found if one.discourse.name]
    is_alone = len(found) == 1
    return page(
        "text",
        style=asset("fragment.css"),
        title=escaped(", ".join(names[:3]) + ", …" * (len(names) > 3) or "A text"),
        summary=escaped(_summary(found)),
        documents="\n".join(
            _article(one, place=f"d{n}", is_alone=is_alone) for n, one in enumerate(found, start=1)
        ),
    )


def fragment(found: Interpretation, *, most: int) -> str:
    """The text with its names, and who is who in it; of a long one the first `most` utterances.

    Its style is only for its own elements, so it cannot disturb the page around it.
    """
    told = _Told.of(found, place="")
    rest = len(found.discourse) - most
    more = f"<p>… and {number_and(rest, 'utterance')} more</p>" if rest > 0 else ""
    return (
        f'<div class="hearer" lang=""><style>{asset("fragment.css")}</style>'
        f'{_who(told)}<div class="said">{"".join(_written(found, told, most))}{more}</div></div>'
    )


def _article(found: Interpretation, *, place: str, is_alone: bool) -> str:
    told = _Told.of(found, place=place)
    name = escaped(found.discourse.name or place)
    head = "" if is_alone else f"<h2>{name}</h2>\n"
    return (
        f'<article class="hearer" aria-label="{name}">\n{head}{_who(told)}'
        f'<div class="said" lang="">{"".join(_written(found, told))}</div>\n</article>'
    )


def _summary(found: Sequence[Interpretation]) -> str:
    """17 pronouns: 15 resolved, 1 pleonastic, 1 without antecedent."""
    labels = Counter(map(_outcome, chain.from_iterable(one.resolutions for one in found)))
    told = ", ".join(f"{times} {label}" for label, times in labels.most_common())
    pronouns = number_and(sum(labels.values()), "pronoun")
    documents = f"{len(found)} documents · " * (len(found) > 1)
    return documents + (f"{pronouns}: {told}" if told else pronouns)


def _outcome(resolution: Resolution) -> str:
    if resolution.antecedent is None:
        return str(resolution.taken_as or NO_ANTECEDENT)
    return "resolved" if resolution.name else "meaning somebody or something not named"


# Who is who -----------------------------------------------------------------------------------


def _is_said_pronoun(expression: ReferringExpression) -> bool:
    is_pronoun = expression.is_pronoun or expression.kind is Kind.SPEAKER
    return is_pronoun and expression.is_spoken


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """The entities of a document with their names, and the pronouns by their first words."""

    known: ColouredText
    names: Mapping[str, str]
    times: Mapping[str, int]
    said: Mapping[str, str]  # how each was mentioned first
    pronouns: Mapping[WordPlace, Resolution | None]
    marked: Mapping[WordPlace, ColouredMention]
    place: str  # what ids begin with; without one there are no links
    linked: set[str]  # the entities whose first mention was written

    @classmethod
    def of(cls, found: Interpretation, *, place: str) -> _Told:
        known, chains = coloured(found), found.chains
        heard = [e for e in found.expressions if _is_said_pronoun(e)]
        pronouns: dict[WordPlace, Resolution | None]
        pronouns = {(e.utterance, e.own_words[0]): None for e in heard}
        marked = dict(known.mentions)
        for one in (each for each in found.resolutions if each.pronoun.is_spoken):
            number, words = one.pronoun.utterance, one.pronoun.own_words
            pronouns[number, words[0]] = one
            places = [(number, n) for n in words]
            if marked.keys().isdisjoint(places):
                marked |= dict.fromkeys(places, ColouredMention("", words[0], words[-1]))
        return cls(
            known=known,
            names={str(entity): name for entity, name in found.names.items()},
            times={one.entity: len(one.expressions) for one in chains},
            said={one.entity: one.expressions[0].text for one in chains},
            pronouns=pronouns,
            marked=marked,
            place=place,
            linked=set(),
        )

    def name(self, entity: str) -> str:
        return self.names.get(entity, "")


def _who(told: _Told) -> str:
    """Whoever is mentioned twice, the most mentioned first, with how often."""
    several = sorted(told.known.hues, key=lambda entity: -told.times[entity])
    lines = [_listed(entity, told) for entity in several if told.times[entity] > 1]
    if not lines:
        return ""
    rest = f"<ol>{''.join(lines[LISTED:])}</ol>"
    more = f"<details><summary>{len(lines) - LISTED} more</summary>{rest}</details>"
    return (
        f'<div class="who" role="group" aria-label="Who is who"><ol>{"".join(lines[:LISTED])}</ol>'
        f"{more * (len(lines) > LISTED)}</div>\n"
    )


def _listed(entity: str, told: _Told) -> str:
    called = told.name(entity) or f"“{told.said[entity]}”"
    name = f"<b>{escaped(cut(called, MOST_LISTED))}</b> <i>{told.times[entity]}</i>"
    number, style = told.known.numbers[entity], f'style="--h:{told.known.hues[entity]}"'
    if not told.place:
        return f'<li><span class="e" {style}>{name}</span></li>'
    link = f'href="#{told.place}e{number}"'
    return f'<li><a class="e" {link} data-e="{told.place}e{number}" {style}>{name}</a></li>'


# The text -------------------------------------------------------------------------------------


def _written(found: Interpretation, told: _Told, most: int | None = None) -> Iterator[str]:
    """The text, letter by letter; a paragraph of its own is a paragraph of the page."""
    forms, breaks = Once(escaped), _wraps(found.discourse.text)
    yield f"<p>{_spaced(found.discourse.before, breaks).lstrip()}"
    for utterance in found.discourse.utterances[:most]:
        *words, last = _words(utterance, told, forms, breaks)
        written = "".join(words)
        yield f"<strong>{written}</strong>" if utterance.is_heading else written
        first, _, rest = last.partition("\n")
        yield f"{first}\n</p>{rest}<p>" if "\n" in rest else last
    yield "</p>"


def _wraps(text: str) -> Iterator[bool]:
    """Of each line end, whether it only wraps a line: the next word had found no room in it.

    Where lines are short they are verse, or a list, and every line end is meant.
    """
    lines = text.split("\n")
    width = max(map(len, lines))
    for line, after in pairwise(lines):
        word = after.split(maxsplit=1)[:1]
        yield bool(word) and width >= WIDE and len(line) + len(word[0]) >= width


def _spaced(space: str, breaks: Iterator[bool]) -> str:
    if space == " " or not space:
        return space
    wraps = list(islice(breaks, space.count("\n")))
    shown = escape(visible_lines(space))
    return f'<span class="wrap">{shown}</span>' if wraps == [True] else shown


def _words(
    utterance: Utterance, told: _Told, forms: Mapping[str, str], breaks: Iterator[bool]
) -> Iterator[str]:
    """The words of an utterance, and each time what is between them and the next."""
    number, marked = utterance.number, told.marked
    closing = ""
    for n, (form, space) in enumerate(zip(utterance.forms, utterance.spaces, strict=True), 1):
        mention = marked.get((number, n))
        written = forms[form]
        if mention and mention.first == n:
            opening, closing = _around((number, n), mention, told)
            written = opening + written
        yield written + closing if mention and mention.last == n else written
        yield _spaced(space, breaks)


def _around(here: WordPlace, mention: ColouredMention, told: _Told) -> tuple[str, str]:
    """What stands before and behind the words of a mention."""
    entity = mention.entity
    name = told.name(entity)
    if here not in told.pronouns:
        return f'<span class="m"{_whose(entity, told)}{_title(name)}>', "</span>"
    resolution = told.pronouns[here]
    above, kind = (name, "p") if resolution is None else _meant(resolution, name)
    title = f"{above}{_sure(resolution)}" if above else ""
    opening = f'<span class="m {kind}"{_whose(entity, told)}{_title(title)}>'
    if not above:
        return opening, "</span>"
    return f"{opening}<ruby>", f"<rt>{escaped(cut(above, MOST_ABOVE))}</rt></ruby></span>"


def _meant(resolution: Resolution, name: str) -> tuple[str, str]:
    """What stands above a pronoun, and how it looks: the surer, the firmer its line."""
    if resolution.antecedent is None:
        return unresolved(resolution), "p none"
    sure = resolution.confidence
    if sure is None or sure >= SURE:
        return name or NO_NAME, "p"
    return name or NO_NAME, "p likely" if sure >= LIKELY else "p unsure"


NO_NAME = "not named"


def _sure(resolution: Resolution | None) -> str:
    if resolution is None or resolution.confidence is None:
        return ""
    return f" (probability {resolution.confidence:.2f})"


def _whose(entity: str, told: _Told) -> str:
    """The colour of an entity; the first mention of one that is listed can be gone to."""
    hue = told.known.hues.get(entity)
    if hue is None:
        return ""
    name = f"{told.place}e{told.known.numbers[entity]}"
    link = f' data-e="{name}"' if told.place else ""
    if told.place and entity not in told.linked:
        told.linked.add(entity)
        link += f' id="{name}"'
    return f'{link} style="--h:{hue}"'


def _title(words: str) -> str:
    return f' title="{escaped(words)}"' if words else ""


def _is_page(content: bytes) -> bool:
    return content.lstrip()[:14].lower().startswith((b"<!doctype html", b"<html"))


HTML = Format(
    name="html",
    description="A page: the text in the colours of its entities, with their names",
    suffixes=(".html",),
    holds=frozenset({Holds.PRONOUNS, Holds.ENTITIES, Holds.SPACES, Holds.PARAGRAPHS}),
    sniff=_is_page,
    write=lambda found: in_bytes(render(found)),
)
