"""Entities in numbers and colours, and the text of documents in these colours, as HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from hearer.escape import number_and, visible_lines
from hearer.formats import Format, Holds
from hearer.formats.format import in_bytes
from hearer.model import (
    Entity,
    ExpressionId,
    Interpretation,
    Kind,
    ReferringExpression,
    Resolution,
    Utterance,
)
from hearer.report.html import Page, asset, escaped, page
from hearer.report.table import cut
from hearer.views.places import WordPlace
from hearer.views.words import called_in

GOLDEN_ANGLE = 137.508  # degrees between hues: each is far from the ones before it
MOST_ABOVE, MOST_LISTED = 28, 60  # columns of a name; the full one is a tooltip
LISTED = 40  # entities listed
SURE, LIKELY = 0.8, 0.5
WIDE = 50  # characters of a line that is wrapped


@dataclass(frozen=True, slots=True)
class ColouredMention:
    """The words `first` to `last` of an utterance, shown in the colour of `entity`."""

    entity: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ColouredText:
    """Numbers for all entities, hues for those mentioned twice, and the mentions.

    `mentions` has each mention at every word it covers, `ellipses` the entity of an elliptical
    subject at its verb; both by utterance and word.
    """

    numbers: Mapping[str, int]
    hues: Mapping[str, int]
    mentions: Mapping[WordPlace, ColouredMention]
    ellipses: Mapping[WordPlace, str]
    realized: Mapping[ExpressionId, Entity]


def coloured(found: Interpretation, first: Iterable[str] = ()) -> ColouredText:
    """Number the entities in order of appearance; those in `first` go first."""
    known = [(e, e.entity) for e in found.expressions if e.entity is not None]
    entities = dict.fromkeys((*first, *(entity for _, entity in known)))
    heard = Counter(entity for _, entity in known)
    repeated = [entity for entity, times in heard.items() if times > 1]
    silent = [(e, entity) for e, entity in known if not e.is_spoken]
    return ColouredText(
        numbers={entity: n for n, entity in enumerate(entities)},
        hues={entity: round(25 + n * GOLDEN_ANGLE) % 360 for n, entity in enumerate(repeated)},
        mentions=_mentions(known, {one.number: one for one in found.discourse.utterances}),
        ellipses={(e.utterance, e.heard_at or e.head): entity for e, entity in silent},
        realized={e.id: entity for e, entity in known},
    )


def listed(found: Interpretation) -> Iterator[str]:
    """Yield all entities on a list, or tested: some of them are never mentioned."""
    seen: set[int] = set()
    for step in found.steps:
        for element in (one for part in (*step.parts, step) for one in part.state):
            if id(element) not in seen:
                seen.add(id(element))
                yield element.entity
        for resolution in step.resolutions:
            yield from (attempt.candidate.entity for attempt in resolution.attempts)
            if resolution.entity:
                yield resolution.entity


def _mentions(
    known: list[tuple[ReferringExpression, Entity]], spoken: Mapping[int, Utterance]
) -> dict[WordPlace, ColouredMention]:
    """Return mentions word by word; of two that share a word (a set, its member), the shorter."""
    found: dict[WordPlace, ColouredMention] = {}
    spans = [
        (e.utterance, ColouredMention(entity, *_shown(e, spoken[e.utterance])))
        for e, entity in known
        if e.is_spoken and e.utterance in spoken
    ]
    for number, mention in sorted(spans, key=lambda span: span[1].last - span[1].first):
        places = [(number, n) for n in range(mention.first, mention.last + 1)]
        if found.keys().isdisjoint(places):
            found |= dict.fromkeys(places, mention)
    return found


def _shown(expression: ReferringExpression, utterance: Utterance) -> tuple[int, int]:
    """Return the words that spell an expression's surface form ("Mr. Curtis"), or its head."""
    length = len(expression.text.split())
    head = min(max(expression.head, 1), len(utterance))
    for first in range(max(1, head - length + 1), head + 1) if length > 1 else ():
        if utterance.text_between(first, first + length - 1) == expression.text:
            return first, first + length - 1
    return head, head


# The text as HTML -------------------------------------------------------------------------------


def render(found: Sequence[Interpretation]) -> Page:
    """Write one page that needs nothing else: each text with names above its pronouns."""
    articles = []
    for n, one in enumerate(found, start=1):
        text, name = _Text(one, place=f"d{n}"), escaped(one.discourse.name or f"d{n}")
        head = "" if len(found) == 1 else f"<h2>{name}</h2>\n"
        articles.append(
            f'<article class="hearer" aria-label="{name}">\n{head}{text.legend()}'
            f'<div class="said" lang="">{"".join(text.written())}</div>\n</article>'
        )
    names = [one.discourse.name for one in found if one.discourse.name]
    resolutions = [resolution for one in found for resolution in one.resolutions]
    named = sum(resolution.is_named for resolution in resolutions)
    return page(
        "text",
        style=asset("fragment.css"),
        title=escaped(", ".join(names[:3]) or "A text"),
        summary=escaped(f"{number_and(len(resolutions), 'pronoun')}, {named} resolved"),
        documents="\n".join(articles),
    )


def fragment(found: Interpretation, *, most: int) -> str:
    """Write the first `most` utterances for a notebook: no script, no links, a scoped style."""
    text, rest = _Text(found, place=""), len(found.discourse) - most
    more = f"<p>… and {number_and(rest, 'utterance')} more</p>" if rest > 0 else ""
    return (
        f'<div class="hearer" lang=""><style>{asset("fragment.css")}</style>'
        f'{text.legend()}<div class="said">{"".join(text.written(most))}{more}</div></div>'
    )


class _Text:
    """Writes one document; `place` begins its ids, without it there are no links."""

    def __init__(self, found: Interpretation, *, place: str) -> None:
        self.found, self.place, self.known = found, place, coloured(found)
        self.called = called_in(found)
        self.chains = {str(one.entity): one.expressions for one in found.chains}
        self.pronouns: dict[WordPlace, Resolution | None] = {
            (e.utterance, e.own_words[0]): None
            for e in found.expressions
            if (e.is_pronoun or e.kind is Kind.SPEAKER) and e.is_spoken
        }
        self.marked = dict(self.known.mentions)
        for one in (each for each in found.resolutions if each.pronoun.is_spoken):
            number, words = one.pronoun.utterance, one.pronoun.own_words
            self.pronouns[number, words[0]] = one
            places = [(number, n) for n in words]
            if self.marked.keys().isdisjoint(places):
                self.marked |= dict.fromkeys(places, ColouredMention("", words[0], words[-1]))
        self.linked: set[str] = set()  # entities whose first mention was written
        self.column = 0  # in the line that is being written

    def legend(self) -> str:
        """Write the entities mentioned twice, the most mentioned first, with their counts."""
        counts = {entity: len(self.chains[entity]) for entity in self.known.hues}
        times = {entity: count for entity, count in counts.items() if count > 1}
        lines = ""
        for entity in sorted(times, key=lambda entity: -times[entity])[:LISTED]:
            called = escaped(cut(self.called.name(entity), MOST_LISTED))
            name = f"<b>{called}</b> <i>{times[entity]}</i>"
            link = f"{self.place}e{self.known.numbers[entity]}"
            tag, links = ("a", f' href="#{link}" data-e="{link}"') if self.place else ("span", "")
            style = f'class="e"{links} style="--h:{self.known.hues[entity]}"'
            lines += f"<li><{tag} {style}>{name}</{tag}></li>"
        label = 'class="who" role="group" aria-label="Who is who"'
        return f"<div {label}><ol>{lines}</ol></div>\n" if lines else ""

    def written(self, most: int | None = None) -> Iterator[str]:
        """Yield the text character by character, its paragraphs as paragraphs of the page."""
        discourse = self.found.discourse
        yield f"<p>{self._spaced(discourse.before).lstrip()}"
        for utterance in discourse.utterances[:most]:
            *words, last = self._words(utterance)
            written = "".join(words)
            yield f"<strong>{written}</strong>" if utterance.is_heading else written
            first, _, rest = last.partition("\n")
            yield f"{first}\n</p>{rest}<p>" if "\n" in rest else last
        yield "</p>"

    def _spaced(self, space: str) -> str:
        """Return spaces for a page; the end of a long line only wraps it, unlike in verse."""
        if space == " " or not space:
            return space
        is_wrap = space.count("\n") == 1 and self.column >= WIDE
        self.column = 0 if "\n" in space else self.column
        shown = escape(visible_lines(space))
        return f'<span class="wrap">{shown}</span>' if is_wrap else shown

    def _words(self, utterance: Utterance) -> Iterator[str]:
        """Yield each word, then the space behind it."""
        closing = ""
        for n, (form, space) in enumerate(zip(utterance.forms, utterance.spaces, strict=True), 1):
            mention, written = self.marked.get((utterance.number, n)), escaped(form)
            self.column += len(form) + len(space)
            if mention and mention.first == n:
                opening, closing = self._around((utterance.number, n), mention.entity)
                written = opening + written
            yield written + closing if mention and mention.last == n else written
            yield self._spaced(space)

    def _around(self, here: WordPlace, entity: str) -> tuple[str, str]:
        """Return the tags before and behind a mention; a name stands above each pronoun.

        The line below a pronoun is firmer, the surer its antecedent.
        """
        name, one = self.called.best.get(entity, ""), self.pronouns.get(here)
        kind, above, title = ("m p", name, name) if here in self.pronouns else ("m", "", name)
        if one is not None:
            sure = one.confidence
            above = title = self.called.meant(one)
            if one.antecedent is None:
                kind = "m p none"
            elif sure is not None and sure < SURE:
                kind = "m p likely" if sure >= LIKELY else "m p unsure"
            title += "" if sure is None else f" (probability {sure:.2f})"
        hover = f' title="{escaped(title)}"' if title else ""
        opening = f'<span class="{kind}"{self._colour(entity)}{hover}>'
        if not above:
            return opening, "</span>"
        return f"{opening}<ruby>", f"<rt>{escaped(cut(above, MOST_ABOVE))}</rt></ruby></span>"

    def _colour(self, entity: str) -> str:
        """Return the attributes for an entity's colour, with an id at its first mention."""
        hue = self.known.hues.get(entity)
        if hue is None:
            return ""
        name, link = f"{self.place}e{self.known.numbers[entity]}", ""
        if self.place:
            link = f' data-e="{name}"' + f' id="{name}"' * (entity not in self.linked)
            self.linked.add(entity)
        return f'{link} style="--h:{hue}"'


HTML = Format(
    name="html",
    description="A page: the text in the colours of its entities, with their names",
    suffixes=(".html",),
    holds=frozenset({Holds.PRONOUNS, Holds.ENTITIES, Holds.SPACES, Holds.PARAGRAPHS}),
    sniff=lambda content: content.lstrip()[:14].lower().startswith((b"<!doctype html", b"<html")),
    write=lambda found: in_bytes(render(found)),
)
