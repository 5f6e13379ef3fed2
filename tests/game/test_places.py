"""After a game: what those see who only look on, on the wall of the classroom."""

import re

import pytest
from django.test import Client
from django.utils import translation

from game import pages, services
from game.live import View
from game.models import Table
from tests.conftest import player_at
from tests.game.rounds import Round, browser_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def over() -> Round:
    playing = Round()
    playing.finish()
    return playing


def seen(playing: Round) -> str:
    return text(browser_in("en").get(playing.address("watch")))


def parts(playing: Round, page: str) -> str:
    with translation.override("en"):
        return pages.fragment(playing.table, View(None, "en", page, "http://x"))


def play_again(playing: Round, **changes: str) -> Table:
    for seat in range(3):
        services.play_again(table=playing.table, player=player_at(playing.table, seat))
    following = playing.table.following
    assert following is not None
    Table.objects.filter(pk=following.pk).update(**changes)
    following.refresh_from_db()
    return following


def test_a_projector_shows_the_places_and_nothing_only_players_may_have(over: Round) -> None:
    page = seen(over)
    assert re.findall(r'class="rank__place">(\d)<', page) == ["1", "2", "3"]
    assert "(you)" not in page
    assert f'href="{over.address("replay")}"' in page
    assert over.address("record") not in page
    assert over.address("again") not in page
    assert "Score sheet" not in page, "one game is no series"


def test_a_projector_that_saw_the_last_card_goes_on_to_the_places_by_itself(over: Round) -> None:
    stamp, page = parts(over, "watch").split("</a>", 1)
    assert f'data-go="4000" href="{over.address("watch")}"' in stamp
    assert "The places come in a moment." in page
    assert "The game is over" not in page.split('id="prompt"')[1].split('id="story"')[0]
    assert page.count("The game is over") == 1, "as the story tells it"


def test_the_places_stay_until_the_same_players_play_again(over: Round) -> None:
    assert "data-go" not in parts(over, "places")
    following = play_again(over)
    address = f"/t/{following.code}/watch/"
    for page in (parts(over, "places"), seen(over)):
        assert f'data-go="4000" href="{address}"' in page
        assert f'<a class="button button--paper button--big" href="{address}">' in page


def test_a_projector_stays_when_nobody_may_watch_the_next_game(over: Round) -> None:
    play_again(over, watch=Table.Watch.NONE)
    page = seen(over)
    assert "data-go" not in page
    assert "Watch the next game" not in page


def test_a_series_shows_its_score_sheet_on_the_projector(over: Round) -> None:
    following = play_again(over)
    services.start(table=following, player=following.opener)
    Table.objects.filter(pk=following.pk).update(phase=Table.Phase.ENDED, due_at=None)
    page = text(browser_in("en").get(f"/t/{following.code}/watch/"))
    assert "Score sheet" in page
    assert page.count("scores__who") == 3
    assert "scores__me" not in page


def test_spectators_parts_are_for_everybody_with_the_code(over: Round) -> None:
    answer = Client().get(over.address("fresh"), {"page": "places"})
    assert answer.status_code == 200
    Table.objects.filter(pk=over.pk).update(watch=Table.Watch.NONE)
    assert Client().get(over.address("fresh"), {"page": "places"}).status_code == 404
