"""One question of a teacher's quiz: all that was answered to it, and putting it right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.catalogue import deck, face
from quiz import quality
from quiz.animals import can_be_shown
from quiz.items import CONTINENTS, PLACED, Form, Item
from quiz.pages import words
from quiz.pages.teaching import keyed
from quiz.pages.teaching.keyed import Keyed
from quiz.pages.teaching.results import Results, decimal, hundredths, is_mended
from quiz.quality import Tells

_DOUBTS = {
    Tells.WEAK: gettext_lazy(
        "Those who know the rest are hardly more often right here than the others: "
        "the question may be unclear, or decided by chance. "
        "Read it as a pupil would; take it out if it misleads."
    ),
    Tells.AGAINST: gettext_lazy(
        "Those who know the rest are more often wrong here than the others: "
        "another answer may be right, too. See what they answered."
    ),
    Tells.NOBODY: gettext_lazy(
        "Nearly nobody has the answer that counts as right: is it the right one?"
    ),
}


@dataclass(frozen=True, slots=True)
class Spread:
    """How many gave an answer."""

    value: int
    """The option's number; 0 for what is no option."""
    label: str
    count: int
    share: str
    right: bool
    """Whether it counts as right now."""
    ticked: bool
    continent: str = ""
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change would do, in words."""

    average: str
    points: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """One question with all its answers, and what can be done about it."""

    number: int
    shown: Keyed | None
    """None when the catalogue lacks one of its animals."""
    stem: SafeString | str
    detail: str
    spread: tuple[Spread, ...]
    told: tuple[str, ...]
    can_mend: bool
    void: bool
    right: tuple[int, ...]
    """The options that are ticked."""
    mending: Effect | None
    """What comes of counting those; None while they count already."""
    taking: Effect
    """What comes of taking the question out, or of putting it back."""


def panel(of: Results, n: int, ticked: Sequence[str] | None) -> Panel:
    """One question looked at; `ticked` are the options that should count as right."""
    item, void = of.items[n], n in of.out
    can_mend = item.form not in PLACED and not void and can_be_shown(item)
    now = (*item.key, *item.also) if item.form not in PLACED else ()
    chosen = tuple(ticked) if ticked and can_mend else _proposed(of, n, now)
    stem, detail = keyed.in_a_line(item)
    mended = replace(item, key=chosen[:1], also=chosen[1:]) if can_mend else item
    return Panel(
        number=n + 1,
        shown=keyed.keyed(item) if can_be_shown(item) else None,
        stem=stem,
        detail=detail,
        spread=tuple(_spread(of, n, chosen)) if can_be_shown(item) else (),
        told=tuple(_told(of, n)) if can_be_shown(item) else (),
        can_mend=can_mend,
        void=void,
        right=tuple(i for i, one in enumerate(item.options, 1) if one in chosen),
        mending=None if set(chosen) == set(now) else _effect(of, n, mended, False),
        taking=_effect(of, n, item, not void),
    )


def _proposed(of: Results, n: int, now: tuple[str, ...]) -> tuple[str, ...]:
    """What counts now, and what should when the animals themselves say so."""
    also, _taken = _wronged(of, n)
    return (*now, also) if also else now


def _wronged(of: Results, n: int) -> tuple[str, int]:
    """Another continent where the animal lives, and how many answers with it were counted wrong."""
    item = of.items[n]
    if item.form != Form.ANIMAL or n in of.out or is_mended(of.quiz, n) or not can_be_shown(item):
        return "", 0
    natives = deck()[item.cards[0]].native_continents
    counts = Counter(paper[n][0] for paper in of.papers if paper.get(n))
    found = [(counts[one], one) for one in CONTINENTS if one in natives and one not in item.key]
    taken, also = max(found, default=(0, ""))
    return (also, taken) if taken else ("", 0)


def _spread(of: Results, n: int, ticked: Sequence[str]) -> list[Spread]:
    item = of.items[n]
    given = [paper[n] for paper in of.papers if n in paper]
    if item.form in PLACED:
        return _spread_of_places(item, given)
    counts = Counter(answer[0] if answer else "" for answer in given)
    shown = keyed.keyed(item)
    lines = [
        Spread(
            value=value,
            label=mark.label,
            count=counts[token],
            share=hundredths(counts[token], len(given)),
            right=mark.right,
            ticked=token in ticked,
            continent=mark.continent,
            picture=mark.picture if item.form != Form.HABITAT else "",
        )
        for value, (token, mark) in enumerate(zip(item.options, shown.marks, strict=True), 1)
    ]
    if counts[""]:
        late = hundredths(counts[""], len(given))
        lines.append(Spread(0, _("the time ran out"), counts[""], late, False, False))
    return lines


def _spread_of_places(item: Item, given: Sequence[Sequence[str]]) -> list[Spread]:
    """For each animal, how many put it where it belongs."""
    lines = []
    for place, code in enumerate(item.cards if item.form == Form.SORT else item.key):
        right = sum(len(answer) > place and answer[place] == item.key[place] for answer in given)
        home = item.key[place] if item.form == Form.SORT else ""
        share = hundredths(right, len(given))
        lines.append(Spread(0, face(code).name, right, share, True, False, home))
    return lines


def _told(of: Results, n: int) -> list[str]:
    """What the teacher should know about the question's answers."""
    item, own = of.items[n], of.figures[n]
    lines = []
    also, taken = _wronged(of, n)
    if own.doubtful and n not in of.out and not also:
        lines.append(str(_DOUBTS[own.tells]))
    if n in of.out:
        lines.append(_("It is taken out: it counts for nobody. The answers stay as they were."))
    elif is_mended(of.quiz, n):
        first = [keyed.labels(item)[item.options.index(one)] for one in _first_key(of, n)]
        lines.append(_("It was put right. At first this counted: %s.") % words.listed(first))
    if also:
        lines.append(
            ngettext(
                "%(name)s lives in %(continent)s, too: %(n)d answer was counted wrong.",
                "%(name)s lives in %(continent)s, too: %(n)d answers were counted wrong.",
                taken,
            )
            % {"name": face(item.cards[0]).name, "continent": words.continent(also), "n": taken}
        )
    if item.form == Form.ORDER:
        lines.append(_("Beside each animal: how many put it in its place."))
    elif item.form == Form.SORT:
        lines.append(_("Beside each animal: how many put it on its continent."))
    return lines


def _first_key(of: Results, n: int) -> list[str]:
    kept: list[str] = of.quiz.items[n]["first_key"]
    return [one for one in kept if one in of.items[n].options]


def _effect(of: Results, n: int, new: Item, out: bool) -> Effect:
    """What becomes of the scores with `new` in the place of item `n`."""
    if not of.papers:
        return Effect(_("Nobody has finished the quiz yet: no score changes."))
    made = quality.change(of.items, of.out, of.papers, n, new, out)
    before, after = decimal(made.before, 1), decimal(made.after, 1)
    if made.counted_before != made.counted_after:
        says = _("The average goes from %(before)s of %(all)d to %(after)s of %(left)d.")
        figures = {"all": made.counted_before, "left": made.counted_after}
        return Effect(says % {"before": before, "after": after, **figures})
    says = _("The average goes from %(before)s to %(after)s.")
    points = [
        *([_gain(made.gain)] if made.gain else []),
        *([_lose(made.lose)] if made.lose else []),
    ]
    return Effect(says % {"before": before, "after": after}, tuple(points))


def _gain(n: int) -> str:
    return ngettext("%(n)d pupil gets a point.", "%(n)d pupils get a point.", n) % {"n": n}


def _lose(n: int) -> str:
    return ngettext("%(n)d pupil loses a point.", "%(n)d pupils lose a point.", n) % {"n": n}
