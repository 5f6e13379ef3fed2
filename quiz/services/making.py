"""A teacher's quiz: made once, the same for everybody, and put right after the fact (case 23)."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from game.services.writing import write
from quiz import kinds
from quiz.animals import animals
from quiz.items import FORMS, PLACED, Form, Item, Shows, suits
from quiz.models import Attempt, Quiz, Response
from quiz.refusals import Refused
from quiz.services.codes import free_code

TWICE = timedelta(seconds=10)
"""The same quiz kept again so soon is a second press, no second quiz."""


def make_items(
    *, cards: Collection[str], forms: Collection[Form], shows: Shows, length: int, seed: int
) -> list[Item]:
    """`length` questions about `cards`, in `forms`; a seed makes the same ones again.

    Each animal is asked about as often as any other, the forms take turns, and nothing is asked
    twice while something else can be.
    """
    rng, deck = random.Random(seed), animals()  # noqa: S311  (a preview shows them anyway)
    usable = [form for form in forms if form in FORMS[shows]] or list(FORMS[shows])
    ways = {code: max(1, sum(suits(form, shows, deck[code]) for form in usable)) for code in cards}
    items: list[Item] = []
    asked: list[tuple[str, Form]] = []
    while len(items) < length:
        order = rng.sample(sorted(cards), len(cards))
        times = Counter(code for code, _form in asked)
        for code in [code for code in order if times[code] < ways[code]] or order:
            first = len(items) % len(usable)
            turn = [*usable[first:], *usable[:first]]
            turn.sort(key=lambda form: (code, form) in asked)
            items += kinds.asked_in_turn(code, turn, deck, rng, shows)
            asked.append((code, items[-1].form))
    return items[:length]


def keep_quiz(
    *,
    owner: User,
    title: str,
    items: Sequence[Item],
    shows: Shows,
    shuffled: bool = True,
    seconds: int | None = None,
) -> Quiz:
    """A new quiz with these items; no clock by default. Kept twice in a moment it is one."""
    fields = {
        "title": title,
        "items": json.loads(json.dumps([item.to_json() for item in items])),
        "shows": shows,
        "shuffled": shuffled,
        "seconds": seconds,
    }
    now = timezone.now()
    with write():
        last = Quiz.objects.filter(owner=owner, made_at__gte=now - TWICE).order_by("-pk").first()
        if last is not None and all(getattr(last, name) == fields[name] for name in fields):
            return last
        return Quiz.objects.create(owner=owner, code=free_code(), made_at=now, **fields)


def close(*, quiz: Quiz) -> None:
    """Nobody can begin it any more; what is begun may be finished."""
    Quiz.objects.filter(pk=quiz.pk).update(open=False)


def open_again(*, quiz: Quiz) -> None:
    """It can be begun once more."""
    Quiz.objects.filter(pk=quiz.pk).update(open=True)


def void(*, quiz: Quiz, n: int, out: bool = True) -> None:
    """Takes item `n` out of every score, or back in; the answers stay as they were given."""

    def change(kept: dict[str, Any]) -> None:
        if out:
            kept["void"] = True
        else:
            kept.pop("void", None)

    _correct(quiz, n, change)


def mend(*, quiz: Quiz, n: int, right: Iterable[str]) -> None:
    """From now on, and in every answer given so far, `right` are the right options of item `n`.

    Refused: `not_offered` for what is no option, or for an item whose animals are put in places.
    """
    chosen = tuple(right)
    item = Item.from_json(quiz.items[n])
    if item.form in PLACED or not chosen or not set(chosen) <= set(item.options):
        raise Refused("not_offered")

    def change(kept: dict[str, Any]) -> None:
        kept.setdefault("first_key", [*kept["key"], *kept.get("also", ())])
        kept["key"], kept["also"] = list(chosen[:1]), list(chosen[1:])

    _correct(quiz, n, change)


def _correct(quiz: Quiz, n: int, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes item `n` in the quiz and in every attempt, and judges all answers to it anew.

    From the answers as they were given: done twice it ends the same.
    """
    with write():
        quiz = Quiz.objects.select_for_update().get(pk=quiz.pk)
        change(quiz.items[n])
        quiz.save(update_fields=["items"])
        for attempt in Attempt.objects.select_for_update().filter(quiz=quiz):
            for position, kept in enumerate(attempt.items):
                if kept.get("n") == n:
                    change(kept)
                    _judge_anew(attempt, position)
            attempt.save(update_fields=["items"])


def _judge_anew(attempt: Attempt, position: int) -> None:
    item, out = attempt.item(position), "void" in attempt.marks(position)
    given = {one.card: one for one in attempt.responses.filter(position=position)}
    answer = item.answer_of([given[code].answer for code in item.cards]) if given else ()
    for code, right in zip(item.cards, item.judge(answer), strict=True):
        if code in given:
            given[code].right = None if out else right
    Response.objects.bulk_update(given.values(), ["right"])
