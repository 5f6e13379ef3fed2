"""Attempts: begun, shown, answered."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from game.models import Player
from game.prepared import Prepared
from game.services.writing import write
from quiz import kinds
from quiz.animals import animals, can_be_shown
from quiz.evidence import knowledge_of
from quiz.items import Form, Item, Shows
from quiz.models import Attempt, Pupil, Quiz, Response
from quiz.refusals import Refused
from quiz.selectors.attempts import was_answered
from quiz.services.work import work_for

Kind = Attempt.Kind
SECONDS = 20
"""For each question of a timed challenge."""
COME_BACK = (Kind.CHECK, Kind.DAILY)
"""In these, what was answered wrong is asked once more at the end."""
LATE = timedelta(seconds=2)
"""An answer sent in time may arrive this much later."""

_fresh = Prepared(lambda attempt: Attempt.objects.select_for_update().filter(pk=attempt))


def begin(
    *,
    player: Player,
    kind: str,
    continent: str = "",
    length: int = kinds.LENGTHS[1],
    shows: Shows = Shows.ALL,
    seconds: int | None = None,
    now: datetime | None = None,
) -> Attempt:
    """A new attempt of one of the kinds that the site makes up by itself.

    `continent` is for CONTINENT and CHECK, `length` for QUICK; `seconds` for each question, None
    without a clock. Refused: `nothing_wrong`, `nothing_due`.
    """
    now, rng = now or timezone.now(), random.Random(secrets.randbits(64))  # noqa: S311
    known = knowledge_of(player, now) if kind in (Kind.MISTAKES, Kind.DAILY) else {}
    items = _items(kind, continent, length, shows, rng, known, now)
    options: dict[str, Any] = {"shows": shows, "seconds": _with_extra_time(player, seconds)}
    if kind == Kind.CHECK:
        options["assignment"] = work_for(player, now, continent=continent)
    return _attempt(player, kind, items, now, continent=continent, **options)


def begin_again(*, attempt: Attempt, only_wrong: bool, now: datetime | None = None) -> Attempt:
    """A new attempt at the same animals in the same forms, or only at what was wrong.

    Refused: `nothing_wrong`; `closed` for a teacher's quiz that may not be begun any more.
    """
    now, rng = now or timezone.now(), random.Random(secrets.randbits(64))  # noqa: S311
    if attempt.quiz is not None and not only_wrong:
        return begin_set(player=attempt.player, quiz=attempt.quiz, now=now)
    wrong = set(attempt.responses.filter(right=False).values_list("position", "card"))
    items = []
    for position, kept in enumerate(attempt.items):
        item = Item.from_json(kept)
        cards = [code for code in item.cards if not only_wrong or (position, code) in wrong]
        if "again" not in kept and cards:
            items += kinds.again(item, cards, animals(), rng)
    if not items:
        raise Refused("nothing_wrong")
    kind = Kind.QUICK if attempt.kind == Kind.SET else attempt.kind
    return _attempt(
        attempt.player,
        kind,
        items,
        now,
        continent=attempt.continent,
        shows=attempt.shows,
        seconds=attempt.seconds,
    )


def begin_set(*, player: Player, quiz: Quiz, now: datetime | None = None) -> Attempt:
    """A new attempt at a teacher's quiz; one that is under way goes on. Refused: `closed`."""
    now = now or timezone.now()
    with write():
        running = Attempt.objects.filter(player=player, quiz=quiz, finished_at=None).first()
        work = work_for(player, now, quiz=quiz)
        if running is not None:
            if running.assignment_id is None and work is not None:
                running.assignment = work
                running.save(update_fields=["assignment"])
            return running
        quiz = Quiz.objects.select_for_update().get(pk=quiz.pk)
        if not quiz.open:
            raise Refused("closed")
        given = _set(quiz)
        given["seconds"] = _with_extra_time(player, quiz.seconds)
        return Attempt.objects.create(
            player=player, quiz=quiz, assignment=work, started_at=now, **given
        )


def try_set(*, player: Player, quiz: Quiz, now: datetime | None = None) -> Attempt:
    """An attempt at the quiz by the teacher whose it is: of no account in its results."""
    with write():
        now = now or timezone.now()
        return Attempt.objects.create(player=player, started_at=now, **_set(quiz))


def _with_extra_time(player: Player, seconds: int | None) -> int | None:
    """The seconds for a question, times what a teacher gave this pupil (case 21)."""
    factors = Pupil.objects.filter(pk=player.pk).values_list("time_factor", flat=True)
    return None if seconds is None else round(seconds * (factors.first() or 1))


def _set(quiz: Quiz) -> dict[str, Any]:
    """What an attempt at a teacher's quiz takes from it."""
    items = [{**kept, "n": n} for n, kept in enumerate(quiz.items)]
    for kept in items:
        kept.pop("first_key", None)  # for whoever begins now it was always so
    if quiz.shuffled:
        random.Random(secrets.randbits(64)).shuffle(items)  # noqa: S311
    return {"kind": Kind.SET, "shows": quiz.shows, "items": items, "seconds": quiz.seconds}


def show(*, attempt: Attempt, now: datetime | None = None) -> Attempt:
    """Starts the clock of the question that is shown, if there is one and it doesn't run yet.

    A question about an animal that the catalogue no longer has is passed over.
    """
    now = now or timezone.now()
    attempt = _pass_over(attempt, now)
    if attempt.seconds is None or attempt.shown_at is not None or attempt.is_over:
        return attempt
    with write():
        Attempt.objects.filter(
            pk=attempt.pk, position=attempt.position, shown_at__isnull=True
        ).update(shown_at=now)
    return Attempt.objects.get(pk=attempt.pk)


def _pass_over(attempt: Attempt, now: datetime) -> Attempt:
    """Goes on to the next question that can be asked."""
    place = attempt.position
    while place < len(attempt.items) and not can_be_shown(attempt.item(place)):
        place += 1
    if place == attempt.position:
        return attempt
    with write():
        Attempt.objects.filter(pk=attempt.pk, position=attempt.position).update(
            position=place,
            shown_at=None,
            finished_at=now if place >= len(attempt.items) else None,
        )
    return Attempt.objects.get(pk=attempt.pk)


def answer(
    *, attempt: Attempt, position: int, answer: Sequence[str], now: datetime | None = None
) -> Attempt:
    """Takes the answer to the item at `position`: one option's token, or those of every place.

    What is answered already stays as it was. After its time an answer counts as none; when it runs
    out, animals that have their place by then count ("" for the others). Returns the attempt as it
    is then. Refused: `not_offered`, `not_yet`; `answered` when another answer came first.
    """
    now = now or timezone.now()
    if position > attempt.position or position >= len(attempt.items):
        raise Refused("not_yet")
    if position < attempt.position:
        return attempt
    answer = _in_time(attempt, answer, now)
    with write():
        attempt = _fresh.get(attempt=attempt.pk)
        if position != attempt.position:
            if not was_answered(attempt, position, answer):
                raise Refused("answered")
            return attempt
        changed = ["position", "shown_at", "finished_at"]
        item = attempt.item(position)
        rights = _record(attempt, item, answer, now)
        if attempt.kind in COME_BACK and "again" not in attempt.marks(position):
            attempt.items += _once_more(item, rights)
            changed.append("items")
        attempt.position, attempt.shown_at = position + 1, None
        attempt.finished_at = now if attempt.is_over else None
        attempt.save(update_fields=changed)
    return attempt


def _in_time(attempt: Attempt, answer: Sequence[str], now: datetime) -> Sequence[str]:
    """The answer as it counts: none after its time. Refused: `not_offered`.

    When the clock runs out the page sends what lies there by then, on a clock of its own.
    """
    item, ends_at = attempt.item(attempt.position), attempt.ends_at
    said = answer if any(answer) else ()
    if ends_at is not None and now > (ends_at + LATE if said else ends_at - LATE):
        return ()
    if ends_at is not None and now > ends_at - LATE and _is_part(item, said):
        return answer
    if not item.allows(answer):
        raise Refused("not_offered")
    return answer


def _is_part(item: Item, answer: Sequence[str]) -> bool:
    """Whether it puts some of the animals to be sorted in a place, and the others nowhere."""
    sorts = item.form == Form.SORT and len(answer) == len(item.cards)
    return sorts and {*answer} <= {"", *item.options}


def _record(attempt: Attempt, item: Item, answer: Sequence[str], now: datetime) -> tuple[bool, ...]:
    rights, named = item.judge(answer), item.named(answer, animals())
    void = "void" in attempt.marks(attempt.position)
    said = item.kept(answer)
    Response.objects.bulk_create(
        Response(
            attempt=attempt,
            position=attempt.position,
            card=code,
            form=item.form,
            answer=said[n],
            named=named[n],
            right=None if void else rights[n],
            at=now,
        )
        for n, code in enumerate(item.cards)
    )
    return rights


def _once_more(item: Item, rights: Sequence[bool]) -> list[dict[str, Any]]:
    """The questions that ask again what was wrong, as an attempt keeps them."""
    wrong = [code for code, right in zip(item.cards, rights, strict=True) if not right]
    rng = random.Random(secrets.randbits(64))  # noqa: S311
    return [{**one.to_json(), "again": True} for one in kinds.again(item, wrong, animals(), rng)]


def _items(
    kind: str,
    continent: str,
    length: int,
    shows: Shows,
    rng: random.Random,
    known: kinds.Known,
    now: datetime,
) -> list[Item]:
    deck = animals()
    match kind:
        case Kind.CHECK:
            return kinds.check(deck, rng, continent)
        case Kind.CONTINENT:
            return kinds.asked(kinds.continent(deck, rng, continent), deck, rng, shows)
        case Kind.MISTAKES | Kind.DAILY:
            mistakes = kind == Kind.MISTAKES
            codes = kinds.mistakes(known) if mistakes else kinds.daily(known, now)
            if not codes:
                raise Refused("nothing_wrong" if mistakes else "nothing_due")
            return kinds.asked([(code, kinds.PRACTICE) for code in codes], deck, rng, shows)
        case Kind.ALL:
            return kinds.asked(kinds.quick(deck, rng, len(deck)), deck, rng, shows)
        case Kind.QUICK:
            return kinds.asked(kinds.quick(deck, rng, length), deck, rng, shows)
    raise ValueError(f"no such kind of quiz: {kind}")


def _attempt(
    player: Player, kind: str, items: Sequence[Item], now: datetime, **options: Any
) -> Attempt:
    with write():
        # What was begun and never answered is not kept beside a new one.
        untouched = Attempt.objects.filter(player=player, kind=kind, finished_at=None, quiz=None)
        untouched.filter(responses=None).delete()
        return Attempt.objects.create(
            player=player,
            kind=kind,
            items=[item.to_json() for item in items],
            started_at=now,
            **options,
        )
