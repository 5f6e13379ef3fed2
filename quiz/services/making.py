"""A teacher's quiz: made once, the same for everybody, and put right after the fact (case 23)."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from game.services.writing import write
from quiz import kinds
from quiz.animals import animals
from quiz.items import FORMS, PLACED, Form, Item, Shows
from quiz.models import Attempt, Quiz, Response
from quiz.refusals import Refused


def make_items(
    *, cards: Collection[str], forms: Collection[Form], shows: Shows, length: int, seed: int
) -> list[Item]:
    """`length` questions about `cards`, in `forms`; a seed makes the same ones again.

    Each animal is asked about as often as any other, and the forms take turns.
    """
    rng, deck = random.Random(seed), animals()  # noqa: S311  (a preview shows them anyway)
    order: list[str] = []
    while len(order) < length:
        order += rng.sample(sorted(cards), len(cards))
    usable = [form for form in forms if form in FORMS[shows]] or list(FORMS[shows])
    items = []
    for n, code in enumerate(order[:length]):
        turn = usable[n % len(usable) :] + usable[: n % len(usable)]
        items += kinds.asked_in_turn(code, turn, deck, rng, shows)
    return items


def keep_quiz(
    *,
    owner: User,
    title: str,
    items: Sequence[Item],
    shows: Shows,
    shuffled: bool = True,
    seconds: int | None = None,
) -> Quiz:
    """A new quiz with these items; no clock by default."""
    with write():
        return Quiz.objects.create(
            owner=owner,
            title=title,
            items=[item.to_json() for item in items],
            shows=shows,
            shuffled=shuffled,
            seconds=seconds,
            made_at=timezone.now(),
        )


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
