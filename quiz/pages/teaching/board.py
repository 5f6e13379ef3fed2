"""The dashboard of a class: first the sentences, who needs help with what; then the figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.catalogue import CardFace, face
from game.engine import CONTINENTS
from quiz.models import Classroom
from quiz.needs import Need, Reason, needs_help, unsure
from quiz.pages import words
from quiz.pages.teaching import charts
from quiz.pages.teaching.called import ANY, Called, called, counted, percent
from quiz.pages.teaching.heat import Pages, answers_url, heats, last_days, of
from quiz.pages.teaching.looking import Look
from quiz.progress import Facts, Mixup, Share, confusion, hardest, mixups

SHOWN = 8
"""Pupils who need help and are seen at once; the template has the same number."""
HEADS = 3
"""Animals shown with a pupil who needs help."""


@dataclass(frozen=True, slots=True)
class Help:
    """A pupil who needs help: why, with which animals, and one thing to do."""

    name: str
    url: str
    why: SafeString
    calm: bool
    animals: tuple[CardFace, ...]
    do_url: str
    do: str


@dataclass(frozen=True, slots=True)
class Mixed:
    """An animal, and how often it was wrong."""

    animal: CardFace
    code: str
    """The continent that was named; empty where it does not matter."""
    says: str
    figure: str
    url: str


def board_context(
    classroom: Classroom, facts: Facts, look: Look, hidden: bool, by_animal: bool
) -> dict[str, object]:
    """The page, from the facts alone."""
    known = called(facts.members, hidden)
    pages = pages_of(classroom, known)
    all_of = facts.share
    needs = needs_help(facts)
    silent = _silent(facts, known)
    few = unsure(facts, needs)
    matrix = confusion(facts.tallies)
    last = last_days(facts, known)
    return {
        "export_url": look.link(reverse("quiz:data", args=[classroom.pk])),
        "pupils": len(known),
        "answers": counted(all_of.total),
        "any": all_of.total,
        "answers_url": look.link(pages.answers),
        "percent": percent(all_of.percent),
        "kept_out": kept_out(facts),
        "help": [_help(one, known, look, pages, classroom, last) for one in needs],
        "help_more": len(needs) - SHOWN,
        "fine": len(known) - len(needs) - len(silent) - len(few.watch) - few.rest,
        "too_few": 2 * few.told < len(known),
        "few": few.rest,
        "watch": [
            (
                known[player].spoken,
                of(share),
                answers_url(look, pages.answers, player=player),
            )
            for player, share in few.watch
        ],
        "nameless": bool(facts.members) and not known,
        "silent": [(one.spoken, pages.pupils[one.player]) for one in silent],
        "heats": heats(facts, known, look, pages, by_animal) if all_of.total else [],
        "by_animal": by_animal,
        "by_url": look.link("", by="" if by_animal else "animals") or "?",
        "conf": charts.conf(matrix, lambda home, named: _matrix_url(look, pages, home, named)),
        "conf_heads": [(code, words.continent(code)) for code in CONTINENTS],
        "top": _top(matrix, look, pages),
        "mixed": [_mixed(one, look, pages) for one in mixups(facts.tallies)],
        "hard": [_hard(card, share, look, pages) for card, share in hardest(facts.tallies)],
        "days": charts.days(facts, look, pages.answers),
    }


def pages_of(classroom: Classroom, known: Mapping[int, Called]) -> Pages:
    """Addresses, reversed once: a long list of them is made by hand."""
    model = reverse("quiz:pupil", args=[classroom.pk, 0])
    return Pages(
        reverse("quiz:answers", args=[classroom.pk]),
        {player: model.replace("/0/", f"/{player}/") for player in known},
    )


def kept_out(facts: Facts) -> str:
    """What does not count, in words; empty when nothing was left out."""
    if facts.hinted and facts.unfinished:
        return _("without %(hinted)s with hints and %(unfinished)s from unfinished quizzes") % {
            "hinted": counted(facts.hinted),
            "unfinished": counted(facts.unfinished),
        }
    if facts.hinted:
        return _("without %s with hints") % counted(facts.hinted)
    if facts.unfinished:
        return _("without %s from unfinished quizzes") % counted(facts.unfinished)
    return ""


def _silent(facts: Facts, known: Mapping[int, Called]) -> list[Called]:
    """The pupils who have not answered at all, when others have."""
    if not facts.last:
        return []
    return [one for one in known.values() if one.player not in facts.last]


def _help(
    need: Need,
    known: Mapping[int, Called],
    look: Look,
    pages: Pages,
    classroom: Classroom,
    last: Mapping[int, date],
) -> Help:
    who = known[need.player]
    do_url, do = _advice(need, classroom)
    return Help(
        name=who.spoken,
        url=look.link(pages.pupils[who.player]),
        why=why(need, look, pages, last.get(who.player)),
        calm=need.reason == Reason.AWAY,
        animals=tuple(face(card) for card in need.cards[:HEADS]),
        do_url=do_url,
        do=do,
    )


def why(need: Need, look: Look, pages: Pages, last: date | None = None) -> SafeString:
    """Why somebody needs help, in words; the figures are links to the answers.

    Days are counted from the `last` one to today, as in the table.
    """
    home, named = need.home, need.named
    if need.reason == Reason.AWAY:
        away = (timezone.localdate() - last).days if last else need.times
        days = ngettext("%d day", "%d days", away) % away
        url = answers_url(look, pages.answers, player=need.player)
        link = format_html('<a class="n n--days" href="{}">{}</a>', url, days)
        return format_html(_("Has not answered for {days}."), days=link)
    narrow: dict[str, object] = {"player": need.player}
    if need.reason == Reason.OVERALL:
        says = ngettext(
            "Is wrong about every continent nearly alike: {figure} answer.",
            "Is wrong about every continent nearly alike: {figure} answers.",
            need.total,
        )
        narrow |= {"right": "0"}
    elif need.reason == Reason.CONFUSES:
        says = ngettext(
            "Takes {home} for {named}: {figure} answer.",
            "Takes {home} for {named}: {figure} answers.",
            need.total,
        )
        narrow |= {"home": home, "named": named}
    else:
        says = ngettext(
            "Does not know {home} yet: {figure} answer wrong.",
            "Does not know {home} yet: {figure} answers wrong.",
            need.total,
        )
        narrow |= {"home": home, "right": "0"}
    figure = _("%(part)s of %(all)s") % {"part": counted(need.times), "all": counted(need.total)}
    link = format_html(
        '<a class="n" href="{}">{}</a>', answers_url(look, pages.answers, **narrow), figure
    )
    return format_html(
        says,
        home=words.continent(home) if home else "",
        named=words.continent(named) if named else "",
        figure=link,
    )


def _advice(need: Need, classroom: Classroom) -> tuple[str, str]:
    """One thing to do: a lesson to set, already chosen, for this pupil."""
    land = need.home or (need.cards[0][:2] if need.reason == Reason.OVERALL else "")
    what = {"what": f"lesson:{land}"} if land else {}
    url = reverse("quiz:set_work", args=[classroom.pk])
    address = f"{url}?{urlencode(what | {'who': need.player})}"
    if not land:
        return address, _("Set something")
    return address, _("Set the lesson: %s") % words.continent(land)


def _matrix_url(look: Look, pages: Pages, home: str, named: str) -> str:
    return answers_url(look, pages.answers, home=home, named=named)


def _top(
    matrix: Mapping[tuple[str, str], int], look: Look, pages: Pages
) -> dict[str, object] | None:
    """The commonest confusion of two continents, both ways."""
    wrong = {pair: count for pair, count in matrix.items() if pair[0] != pair[1] and count > 1}
    if not wrong:
        return None
    home, named = max(wrong, key=lambda pair: wrong[pair])
    back = matrix[named, home]
    return {
        "home": words.continent(home),
        "named": words.continent(named),
        "times": counted(wrong[home, named]),
        "total": counted(sum(matrix[home, one] for one in CONTINENTS)),
        "total_url": answers_url(look, pages.answers, home=home, named=ANY),
        "url": _matrix_url(look, pages, home, named),
        "back": counted(back) if back else "",
        "back_url": _matrix_url(look, pages, named, home),
    }


def _mixed(one: Mixup, look: Look, pages: Pages) -> Mixed:
    share = Share(one.times, one.total)
    return Mixed(
        face(one.card),
        one.named,
        _("taken for one of %s") % words.continent(one.named),
        of(share),
        answers_url(look, pages.answers, card=one.card, named=one.named),
    )


def _hard(card: str, share: Share, look: Look, pages: Pages) -> Mixed:
    wrong = Share(share.total - share.right, share.total)
    return Mixed(
        face(card),
        "",
        _("%s wrong") % percent(wrong.percent),
        of(wrong),
        answers_url(look, pages.answers, card=card, right="0"),
    )
