"""Tables at a glance: what a teacher's live page shows, over one stream for all of them."""

from __future__ import annotations

import asyncio
import re
from contextlib import aclosing
from datetime import timedelta
from html import unescape

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone, translation

from game import engine, history, live, pages, services
from game.live import View
from game.models import Table
from game.pages.glance import STUCK, glance_of, names_of
from tests.conftest import client_of, open_for, player_at
from tests.game.rounds import BLOCKS, NAMES, Round
from tests.game.secrecy import CODE, known_to, told_by
from tests.game.test_live import elsewhere, heard, lay, run

pytestmark = pytest.mark.django_db(transaction=True)

WALL = View(None, "en", "glance", "")


def seen(table: Table, named: bool = True, later: timedelta = timedelta()) -> pages.Glance:
    """The table at a glance, in English."""
    seats = pages.shown_seats(table.seats.all(), named)
    moment = pages.Moment.of(table, seats, history.game_of(table), named)
    with translation.override("en"):
        return glance_of(moment, now=timezone.now() + later)


async def told(stream: object) -> tuple[str, str, str]:
    """The next event of several tables: its name, id and data."""
    text = (await asyncio.wait_for(anext(stream), 5)).decode()  # type: ignore[call-overload]
    match = re.search(r"event: (\w+)\nid: ([\d/]*)\n((?:data: .*\n)+)\n$", text)
    assert match, text
    return match[1], match[2], "\n".join(re.findall(r"data: (.*)\n", match[3]))


def test_one_stream_tells_of_several_tables() -> None:
    one, two, other = (open_for("Ana", "Bogdan", "Crina") for _ in range(3))
    Table.objects.update(deal=BLOCKS)

    async def story() -> None:
        async with aclosing(live.stream_of([one.pk, two.pk], WALL)) as stream:
            assert b"retry" in await anext(stream)
            first = {(await told(stream))[1] for _ in range(2)}
            assert first == {f"{table.pk}/{table.version}" for table in (one, two)}
            await elsewhere(lay(other, 0, "EU6"))
            await elsewhere(lay(two, 0, "EU6"))
            name, known, html = await told(stream)
            assert (name, known) == ("glance", f"{two.pk}/{two.version + 1}")
            assert f'id="glance-{two.pk}"' in html
            assert "1 of 60" in html
            # Two moves before anybody listens again: what the first told must be fetched.
            await elsewhere(lay(one, 0, "EU6"))
            await elsewhere(lambda: services.go_away(table_id=one.pk, index=2))
            assert (await told(stream))[:2] == ("version", f"{one.pk}/{one.version + 2}")

    run(story)
    assert live.hub.tables() == []


def test_a_table_and_its_page_hear_of_a_move_together() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    Table.objects.update(deal=BLOCKS)

    async def story() -> None:
        async with (
            aclosing(live.stream_of([table.pk], WALL)) as wall,
            aclosing(live.stream(table.pk, View(None, "en", "watch", ""))) as page,
        ):
            await anext(wall), await told(wall), await heard(page)
            await elsewhere(lay(table, 0, "EU6"))
            assert (await told(wall))[0] == "glance"
            assert (await heard(page))[0] == "table"

    run(story)


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(("people", "explain"), [(3, True), (6, False)])
def test_case_6_no_byte_of_the_teachers_stream_tells_a_hidden_card(
    language: str, people: int, explain: bool
) -> None:
    playing = Round(people, explain=explain)
    view = View(None, language, "glance", "")
    shown: set[str] = set()
    told_wrong = 0
    for state in playing.play(seed=3, wild=True, most=60):
        html = pages.fragments(playing.table, [view])[view]
        for cards in engine.seat_view(state, None).shown:
            shown |= set(cards)
        known = known_to(state, None, shown)
        hidden = set(engine.CARDS) - known
        assert told_by(html, hidden, known, language) == set()
        assert not CODE.search(re.sub(r'class="tone--\w+"|#row-\w+', "", unescape(html)))
        told_wrong += "data-wrong" in html
    assert told_wrong > 3


def test_names_off_leaves_no_name_on_any_projector() -> None:
    playing = Round(3, deal=BLOCKS)
    teacher = Client()
    session = teacher.session
    session["names_off"] = True
    session.save()
    for _ in playing.play(seed=1, wild=True, most=30):
        table = playing.table
        for page in ("glance", "watch"):
            for view in (View(None, "en", page, "", named) for named in (True, False)):
                html = pages.fragments(table, [view])[view]
                assert view.named or not any(name in html for name in NAMES[:3])
    playing.finish()
    code = playing.table.code
    for path in ("watch", "replay"):
        for browser, query in ((teacher, ""), (Client(), "?names=off")):
            html = browser.get(f"/t/{code}/{path}/{query}").content.decode()
            assert not [name for name in NAMES[:3] if name in html], (path, query)
            assert "Player 2" in html or "Jucător 2" in html
    assert "Bogdan" in Client().get(f"/t/{code}/watch/").content.decode()


def test_a_page_without_names_stays_without_them_wherever_it_goes() -> None:
    playing = Round(3, deal=BLOCKS)
    html = Client().get(playing.address("watch"), {"names": "off"}).content.decode()
    assert html.count("names=off") >= 2, "its stream and its parts"
    player = playing.browsers[0].get(playing.address("table"), {"names": "off"}).content.decode()
    assert "Bogdan" in player, "those who play know each other"
    playing.finish()
    html = Client().get(playing.address("watch"), {"names": "off"}).content.decode()
    assert f"{playing.address('replay')}?names=off" in html
    html = Client().get(playing.address("replay"), {"names": "off"}).content.decode()
    assert 'name="names" value="off"' in html


def test_it_says_who_is_stuck_and_who_is_away() -> None:
    table = open_for("Ana", "Bogdan", "Crina")
    assert (seen(table).state, seen(table).says) == ("play", "It goes well.")
    stuck = seen(table, later=STUCK)
    assert (stuck.state, stuck.says) == ("wait", "No card for 1 minute.")
    index = history.game_of(table).state.to_move
    assert index is not None
    services.go_away(table_id=table.pk, index=index)
    table.refresh_from_db()
    away = seen(table)
    assert (away.state, away.says) == ("wait", "A bot plays in")
    assert away.left is not None
    assert away.seats[index].note == "away"
    services.pause(table=table)
    table.refresh_from_db()
    assert seen(table).state == "pause"
    services.end(table=table)
    table.refresh_from_db()
    assert (seen(table).state, seen(table).head) == ("over", "ended")


def test_a_wrong_placement_says_whose_it_was_and_where_the_place_is() -> None:
    playing = Round(3, deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF6", "AM")
    names = names_of(playing.table.seats.all())
    view = seen(playing.table)
    assert view.wrong
    assert view.says.startswith(f"{names[1]} put ")
    assert view.says.endswith(" in America.")
    entries = history.game_of(playing.table).entries
    with translation.override("en"):
        [news] = pages.news_of(playing.table, entries, timezone.now(), names)
    assert news.text == f"{view.says} Its place: Africa."


def test_with_names_off_a_wrong_placement_is_told_without_whose_it_was() -> None:
    playing = Round(3, deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF6", "AM")
    [news] = pages.news_of(playing.table, history.game_of(playing.table).entries, timezone.now())
    assert news.wrong
    assert "Africa" in news.text
    assert not any(name in news.text for name in NAMES)


def test_over_it_shows_the_places() -> None:
    playing = Round(3)
    playing.finish()
    view = seen(playing.table)
    assert view.state == "over"
    assert [seat.place for seat in view.seats] == [1, 2, 3]
    assert view.says == "Done in 1 minute."
    Table.objects.update(changed_at=F("changed_at") + timedelta(minutes=5))  # it is played again
    playing.table.refresh_from_db()
    assert seen(playing.table).says == view.says
    page = client_of(player_at(playing.table, 0)).get(playing.address("watch"))
    assert page.status_code == 200
