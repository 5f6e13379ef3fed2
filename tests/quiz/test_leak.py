"""A question's page never gives its key away: not by a word, an address, an order or a length."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import timezone, translation

from quiz.animals import animals
from quiz.items import FORMS, PLACED, Form, Item, NotPossible, Shows, make
from quiz.models import Attempt
from quiz.pages import asking, words
from tests.conftest import client_of, guest

pytestmark = pytest.mark.django_db

EVERY = [(form, shows) for shows in Shows for form in FORMS[shows]]
LANGUAGES = ("ro", "en")
CONTINENT_WORDS = re.compile(r"\b(europ|asi(a|ei|at|an)|afric|americ|austral)", re.IGNORECASE)
"""The names and adjectives of the continents, inflected, in both languages."""
CODES = re.compile(r"\b(EU|AS|AF|AM|AU)\d*\b")
TOKEN = re.compile(r'(csrfmiddlewaretoken" value="|X-CSRFToken": ")\w+')


def items(form: Form, shows: Shows, step: int) -> Iterator[Item]:
    """Items of a form about every `step`-th animal that suits it."""
    rng = random.Random(f"{form} {shows}")
    for code in sorted(animals())[rng.randrange(step) :: step]:
        try:
            yield make(form, code, animals(), rng, shows)
        except NotPossible:
            continue


def other_keys(item: Item) -> Iterator[Item]:
    """The same question with every other option as its key."""
    if item.form == Form.SORT:
        yield replace(item, key=item.key[1:] + item.key[:1])
        return
    if item.form == Form.ORDER:
        yield replace(item, key=item.key[::-1], cards=(item.options[0],))
        yield replace(item, key=item.key[::-1], cards=(item.options[-1],))
        return
    for option in item.options:
        other = replace(item, key=(option,))
        # The odd one is also the one whose knowledge is tested; the page must not depend on it.
        yield replace(other, cards=(option,)) if item.form == Form.ODD else other


class Asked:
    """An attempt whose question can be exchanged, and a browser on its page."""

    def __init__(self) -> None:
        player = guest()
        self.attempt = Attempt.objects.create(
            player=player, kind="quick", shows=Shows.ALL, items=[], started_at=timezone.now()
        )
        self.client: Client = client_of(player)

    def page(self, item: Item, language: str, **headers: str) -> str:
        """The page of the question, without what differs from one request to the next."""
        Attempt.objects.filter(pk=self.attempt.pk).update(items=[item.to_json()] * 3)
        self.client.cookies["django_language"] = language
        answer = self.client.get(f"/quiz/{self.attempt.pk}/", headers=headers)
        assert answer.status_code == 200
        return TOKEN.sub(r"\1", answer.content.decode())


@pytest.mark.parametrize(("form", "shows"), EVERY)
def test_the_page_is_the_same_whichever_option_is_right(form: Form, shows: Shows) -> None:
    asked = Asked()
    for item in items(form, shows, step=12):
        for language in LANGUAGES:
            page = asked.page(item, language)
            part = asked.page(item, language, **{"HX-Request": "true"})
            for other in other_keys(item):
                assert asked.page(other, language) == page
            assert asked.page(next(other_keys(item)), language, **{"HX-Request": "true"}) == part


def texts_of(item: Item) -> Iterator[str]:
    """All words and addresses of a question but the options that name a continent."""
    made = asking.question(item, {})
    subjects = [made.subject, *(tile.subject for tile in made.tiles)]
    yield from (made.lead, made.quote)
    stem = str(made.stem)
    yield stem.replace(words.continent(item.claim), "", 1) if item.claim else stem
    for subject in subjects:
        if subject is not None:
            yield from (subject.picture, subject.says, subject.name, subject.region)
    for option in made.options:
        if not option.continent:
            yield from (option.label, option.small, option.picture)
    for place in made.places:
        if not place.continent:
            yield from (place.label, place.small)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("form", "shows"), EVERY)
def test_no_word_and_no_address_names_a_continent(form: Form, shows: Shows, language: str) -> None:
    with translation.override(language):
        for item in items(form, shows, step=1):
            for text in texts_of(item):
                assert not CONTINENT_WORDS.search(text), text
                assert not CODES.search(text), text


OPTIONS = re.compile(
    r'<button class="(opt|hit|word|bin__to)\b.*?</button>|<svg.*?</svg>|<h1.*?</h1>', re.DOTALL
)
"""What may name continents; the question itself is looked at above."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("form", "shows"), EVERY)
def test_nothing_else_on_the_page_names_a_continent(
    form: Form, shows: Shows, language: str
) -> None:
    asked = Asked()
    for item in items(form, shows, step=15):
        frame = asked.page(item, language).partition('id="frame"')[2]
        rest = OPTIONS.sub("", frame)
        assert not CONTINENT_WORDS.search(rest), rest
        assert not CODES.search(rest), rest


def test_options_of_continents_always_stand_in_the_same_order() -> None:
    for form, shows in EVERY:
        for item in items(form, shows, step=20):
            if form in (Form.REGION, Form.ANIMAL, Form.MAP, *PLACED[:1]):
                assert item.options == ("EU", "AS", "AF", "AM", "AU")
