"""The learning pages: the map, a continent's lesson, its sheet of paper, sixty animals."""

import html
import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.test import Client
from django.utils import timezone, translation

from game.catalogue import deck
from game.models import Card, Player
from quiz import kinds
from quiz.evidence import knowledge_of
from quiz.mastery import Knowledge, State
from quiz.models import Attempt, Response
from quiz.pages import words
from quiz.pages.animal import whole
from quiz.pages.lessons import continent_of, tile
from tests.conftest import client_of, guest
from tests.game import rounds

pytestmark = pytest.mark.django_db

CONTINENTS = {"EU": "europe", "AS": "asia", "AF": "africa", "AM": "america", "AU": "australia"}
NEW = {code: Knowledge() for code in [f"{one}{n}" for one in CONTINENTS for n in range(1, 13)]}


def answer(player: Player, code: str, *rights: bool, days_ago: float = 0) -> None:
    """The player has said where the animal lives, a minute apart."""
    attempt = Attempt.objects.create(
        player=player, kind="quick", shows="all", items=[], started_at=timezone.now()
    )
    for n, right in enumerate(rights):
        Response.objects.create(
            attempt=attempt,
            position=n,
            card=code,
            form="region",
            answer=code[:2],
            named=code[:2],
            right=right,
            at=timezone.now() - timedelta(days=days_ago, minutes=len(rights) - n),
        )


def page(path: str, language: str = "en", player: Player | None = None) -> str:
    """What a page says."""
    client = client_of(player) if player else Client()
    client.cookies["django_language"] = language
    got = client.get(path)
    assert got.status_code == 200, path
    return text(got)


def text(answer: rounds.Answer) -> str:
    """The page, with its letters for their entities."""
    return html.unescape(rounds.text(answer))


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_page_answers_in_both_languages(language: str) -> None:
    player = guest()
    answer(player, "AF8", True)
    for path in ("/learn/", "/progress/", *(f"/learn/{slug}/" for slug in CONTINENTS.values())):
        for who in (None, player):
            assert f'<html lang="{language}">' in page(path, language, who)


@pytest.mark.parametrize("path", ["/learn/antarctica/", "/learn/AF/", "/animals/dodo/"])
def test_what_is_not_there_is_404(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_the_home_leads_to_five_continents_by_map_and_by_list() -> None:
    seen = page("/learn/")
    for slug in CONTINENTS.values():
        # The shape on the map (for pointers), its name on it, and the list.
        links = re.findall(rf'<a [^>]*href="/learn/{slug}/"[^>]*>', seen)
        assert len(links) == 3
        assert sum('tabindex="-1"' in link for link in links) == 1


def test_a_pin_stands_for_each_animal_that_was_met_and_tells_its_state() -> None:
    player = guest()
    answer(player, "AF8", True)
    answer(player, "EU6", True, True)
    answer(player, "AS1", True, True, days_ago=60)
    seen = page("/learn/", player=player)
    pins = re.findall(r'<use class="pin" href="#pin-(\w+)"', seen)
    assert sorted(pins) == ["fading", "known", "learning"]
    assert "You know <b>1 of 60</b>" in seen
    assert 'class="pin"' not in page("/learn/")


def test_the_days_practice_shows_exactly_what_it_will_ask() -> None:
    player = guest()
    for code in ("AF8", "EU6", "AM3"):
        answer(player, code, False, days_ago=3)
    chosen = kinds.daily(knowledge_of(player, timezone.now()), timezone.now())
    fan = page("/learn/", player=player).split('class="fanned"')[1].split("</ul>")[0]
    slugs = re.findall(r"art/scenes/([\w-]+)\.svg", fan)
    assert slugs == [deck()[code].slug for code in chosen]
    assert f"{len(chosen)} animals" in page("/learn/", player=player)


def test_after_three_weeks_away_no_more_waits_than_a_day_holds() -> None:
    """Case 24."""
    player = guest()
    for code in list(deck())[:40]:
        answer(player, code, True, days_ago=25)
    for path in ("/learn/", "/progress/"):
        seen = page(path, player=player)
        assert "12 animals" in seen
        assert not re.search(r"\b(28|40) animals", seen)


def test_a_lesson_goes_by_weight_and_never_speaks_of_the_continents_heaviest() -> None:
    for code, slug in CONTINENTS.items():
        seen = page(f"/learn/{slug}/")
        twelve = seen.split('class="twelve"')[1].split("</ol>")[0]
        numbers = [int(n) for n in re.findall(r'class="disc">(\d+)<', twelve)]
        assert numbers == list(range(1, 13))
        cards = sorted((c for c in deck().values() if c.continent == code), key=lambda c: c.number)
        masses = [card.size["mass_typical_kg"] for card in cards]
        assert masses == sorted(masses)
        for card in cards:
            assert f'href="/animals/{card.slug}/"' in twelve
            assert card.name["en"] in twelve
        assert "The twelve cards by weight" in seen
        assert "of the continent" not in seen.lower()
        assert '<input type="hidden" name="kind" value="check">' in seen
        assert f'<input type="hidden" name="continent" value="{code}">' in seen


@pytest.mark.parametrize("language", ["ro", "en"])
def test_the_sheet_of_a_lesson_has_what_a_class_needs(language: str) -> None:
    for code, slug in CONTINENTS.items():
        seen = page(f"/learn/{slug}/?print", language)
        for card in (c for c in deck().values() if c.continent == code):
            weight = tile(card, NEW[card.code]).weight if language == "en" else ""
            for part in (card.name[language], card.region[language], weight, card.fact[language]):
                assert part in seen, card.code


@pytest.mark.parametrize("language", ["ro", "en"])
def test_an_animals_page_tells_all_that_the_catalogue_knows(language: str) -> None:
    for card in deck().values():
        seen = page(f"/animals/{card.slug}/", language)
        told = [
            card.name[language],
            card.scientific,
            card.region[language],
            card.fact[language],
            card.diet[language],
            card.habitat[language],
            f"IUCN, {card.iucn['year']}",
            f"art/scenes/{card.slug}.svg",
            f'translate({card.pin[0]:g} {card.pin[1]:g})"><circle class="mark"',
            f'href="/learn/{CONTINENTS[card.continent]}/"',
        ]
        assert [part for part in told if part not in seen] == []


def test_neighbours_are_the_next_lighter_and_the_next_heavier() -> None:
    for card in deck().values():
        seen = page(f"/animals/{card.slug}/")
        for step, relation in ((-1, "prev"), (1, "next")):
            other = deck().get(f"{card.continent}{card.number + step}")
            link = re.search(rf'href="/animals/([\w-]+)/" rel="{relation}"', seen)
            assert (link[1] if link else None) == (other.slug if other else None), card.code


def in_language(card: Card, language: str) -> list[str]:
    """Every sentence of an animal's page that is put together here."""
    with translation.override(language):
        told = whole(card, NEW)
    return [
        told.lies,
        told.map_says,
        told.only,
        told.kind,
        told.status,
        told.status_says,
        told.length,
        told.height,
        told.seesaw.says,
        told.seesaw.lighter,
        told.weight_range,
    ]


def test_what_is_put_together_is_good_romanian_for_all_sixty() -> None:
    for card in deck().values():
        told = in_language(card, "ro")
        home = {"EU": "Europa", "AS": "Asia", "AF": "Africa", "AM": "America", "AU": "Australia"}
        around = " cu insulele învecinate" if card.is_beside else ""
        assert told[0] == f"{card.region['ro']} se află în {home[card.continent]}{around}."
        assert card.region["ro_in"] in told[1]
        everything = " ".join(told)
        assert not re.search(r"[şţŞŢ]", everything), "comma below, not cedilla"
        assert not re.search(r"\b(the|about|lives|long|child|heavier)\b", everything), told
        # From twenty on, numbers take "de".
        for number, de in re.findall(r"cam cât (\d+) (de )?", everything):
            assert bool(de) == (int(number) % 100 >= 20 or int(number) % 100 == 0), told
        for number, de in re.findall(r"de ([\d.]+) (de )?ori", everything):
            rest = int(number.replace(".", "")) % 100
            assert bool(de) == (rest >= 20 or rest == 0), told


def test_the_eight_of_several_continents_say_where_else_and_others_do_not() -> None:
    several = 0
    for card in deck().values():
        told = page(f"/animals/{card.slug}/")
        others = [code for code in card.native_continents if code != card.continent]
        several += bool(others)
        assert ("It also lives in:" in told) == bool(others), card.code
        with translation.override("en"):
            also = [one.code for one in whole(card, NEW).elsewhere]
        assert also == others
        assert told.count('class="world__land world__also') == len(others)
    assert several == 8


def test_it_is_said_where_alone_an_animal_lives() -> None:
    for card in deck().values():
        only = in_language(card, "en")[2]
        assert bool(only) == bool(card.endemic_to), card.code
        assert not only or only.startswith("It lives only ")
    assert set(words.ONLY_IN) == {c.endemic_to for c in deck().values() if c.endemic_to}


def test_words_are_there_for_all_that_the_catalogue_says_in_codes() -> None:
    for card in deck().values():
        assert card.animal_class in words.CLASSES
        assert card.iucn["category"] in words.IUCN
    assert set(words.STATES) == set(State)


def test_a_state_is_told_in_words_beside_its_sign() -> None:
    player = guest()
    answer(player, "AF8", True, True)
    answer(player, "AF9", False)
    seen = page("/learn/africa/", player=player)
    signs = re.findall(r'class="state">.*?</svg>\s*(\w[\w ]*)<', seen, re.DOTALL)
    assert sorted(set(signs)) == ["Known", "Learning", "New"]
    assert "You know 1 of 12" in seen


def test_the_twelve_dots_grow_and_touch_nothing() -> None:
    dots = continent_of("AF", NEW).dots
    assert len(dots) == 12
    for one, other in pairwise(dots):
        assert one.radius < other.radius
        assert other.x - one.x > one.radius + other.radius + 1


def test_reading_aloud_needs_a_voice_so_the_button_begins_hidden() -> None:
    seen = page("/animals/leu/")
    button = re.search(r"<button[^>]*data-speak-button[^>]*>", seen)
    assert button is not None
    assert button[0].endswith(" hidden>")
    assert seen.count("data-speak>") >= 4
