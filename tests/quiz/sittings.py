"""Somebody takes a quiz in a browser without script, or with htmx."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.test import Client
from django.utils import timezone

from game.models import Player
from quiz.items import Form, Item, Shows
from quiz.models import Attempt
from tests.conftest import client_of, guest

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

HTMX = {"HX-Request": "true"}


def numbers(item: Item, right: bool = True) -> list[int]:
    """What the page of a question sends: the right answer, or one of which all is wrong."""
    if item.form == Form.SORT:
        said = item.key if right else [_other(item.options, key) for key in item.key]
        return [item.options.index(one) + 1 for one in said]
    if item.form == Form.ORDER:
        return [item.options.index(one) + 1 for one in (item.key if right else item.key[::-1])]
    return [item.options.index(item.key[0] if right else _other(item.options, item.key[0])) + 1]


def _other(options: Sequence[str], key: str) -> str:
    return next(one for one in options if one != key)


class Sitting:
    """An attempt and the browser of whoever takes it."""

    def __init__(self, items: Sequence[Item] = (), player: Player | None = None, **kept: object):
        self.player = player or guest()
        self.client: Client = client_of(self.player)
        given = {"kind": "quick", "shows": Shows.ALL, "started_at": timezone.now(), **kept}
        self.pk = Attempt.objects.create(
            player=self.player, items=[item.to_json() for item in items], **given
        ).pk

    @property
    def attempt(self) -> Attempt:
        """As it is now."""
        return Attempt.objects.get(pk=self.pk)

    @property
    def url(self) -> str:
        """Of the question it is the turn of."""
        return f"/quiz/{self.pk}/"

    def see(self, query: str = "", **headers: str) -> "Answer":
        """The page of the question, or the end."""
        return self.client.get(self.url + query, headers=headers)

    def say(self, *said: object, position: int | None = None, htmx: bool = False) -> "Answer":
        """Sends an answer to the item at `position`, or to the one it is the turn of."""
        place = self.attempt.position if position is None else position
        headers = HTMX if htmx else {}
        return self.client.post(f"{self.url}{place}/", {"answer": said}, headers=headers)

    def go(self, *rights: bool) -> None:
        """Answers the next questions right or wrong."""
        for right in rights:
            attempt = self.attempt
            self.say(*numbers(attempt.item(attempt.position), right))

    def finish(self, right: bool = True) -> None:
        """Answers all that is left."""
        while not self.attempt.is_over:
            self.go(right)
