"""A class's tables: names are for its pupils and its teacher; hiding them reaches open pages."""

from __future__ import annotations

import asyncio
import html
import re
from contextlib import aclosing, nullcontext
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient, Client

from game import live
from game import services as game
from game.models import Table
from quiz.services import sittings, work
from tests.conftest import client_of, guest
from tests.game.test_live import run
from tests.quiz.school import School, as_pupil, english, text

pytestmark = pytest.mark.django_db

NAMES = ("Ana Pop", "Bogdan Rus", "Crina Ban")
LABELS = ("Ana P.", "Bogdan R.")


@pytest.fixture
def school() -> School:
    return School("ene", *NAMES)


@pytest.fixture
def table(school: School) -> Table:
    return table_of(school)


def table_of(school: School) -> Table:
    plan = [[school.pupils["Ana"].pk, school.pupils["Bogdan"].pk]]
    sitting = sittings.start(classroom=school.classroom, plan=plan, size=3)
    return sitting.tables.get().table


@pytest.fixture
def strangers() -> list[Client]:
    """A passer-by, a guest, the pupil and the teacher of another class."""
    other = School("ion", "Zoe Lup")
    return [english(), client_of(guest()), as_pupil(other.pupils["Zoe"]), other.desk()]


def named(client: Client, address: str) -> bool:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    page = answer.content.decode()
    return any(label in page for label in LABELS)


def assert_only_for_the_class(school: School, outside: list[Client], addresses: list[str]) -> None:
    for address in addresses:
        for client in (school.desk(), as_pupil(school.pupils["Crina"])):
            assert named(client, address), address
        for client in outside:
            assert not named(client, address), address


def test_strangers_with_the_code_see_no_names_of_a_class(
    school: School, table: Table, strangers: list[Client]
) -> None:
    at = f"/t/{table.code}"
    assert_only_for_the_class(
        school, strangers, [f"{at}/watch/", f"{at}/fresh/?page=watch", f"/join/?code={table.code}"]
    )
    game.end(table=table)
    assert_only_for_the_class(
        school, strangers, [f"{at}/watch/", f"{at}/fresh/?page=places", f"{at}/replay/?move=1"]
    )
    for client in (english(), client_of(guest()), as_pupil(school.pupils["Crina"])):
        assert client.get(f"{at}/record/").status_code == 404


def test_players_at_the_table_and_a_table_of_guests_keep_their_names(
    school: School, table: Table
) -> None:
    assert "Bogdan R." in text(as_pupil(school.pupils["Ana"]).get(f"/t/{table.code}/"))


def test_a_game_that_follows_is_the_class_s_too_and_nobody_else_sits_down(
    school: School, table: Table, strangers: list[Client]
) -> None:
    game.end(table=table)
    ana = as_pupil(school.pupils["Ana"])
    ana.post(f"/t/{table.code}/again/")
    following = Table.objects.exclude(pk=table.pk).get()
    assert_only_for_the_class(school, strangers, [f"/t/{following.code}/watch/"])
    stranger = client_of(guest())
    assert "Aici joacă o clasă" in text(stranger.get(f"/join/?code={following.code}"))
    answer = stranger.post("/join/", {"code": following.code, "name": "Zed", "avatar": "tigru"})
    assert answer.status_code == 409
    assert not following.seats.filter(name="Zed").exists()


def test_the_projector_has_the_button_for_the_teacher_alone(school: School, table: Table) -> None:
    desk, at = school.desk(), f"/t/{table.code}/watch/"
    assert "Hide names" in text(desk.get(at))
    assert "Hide names" not in text(as_pupil(school.pupils["Crina"]).get(at))
    desk.post("/teacher/names/", {"names": "off", "next": at})
    assert "Show names" in text(desk.get(at))
    assert not named(desk, at)
    desk.post("/teacher/names/", {"names": "on", "next": at})
    assert "Show names" in text(desk.get(f"{at}?names=off"))
    assert named(desk, at)


def test_looking_back_obeys_and_only_a_teachers_page_listens(school: School, table: Table) -> None:
    game.end(table=table)
    desk, at = school.desk(), f"/t/{table.code}/replay/?move=1"
    assert "names=on" in listens(desk, at)
    assert "Hide names" in text(desk.get(at))
    desk.post("/teacher/names/", {"names": "off", "next": at})
    assert not named(desk, at)
    assert "names=off" in listens(desk, at)
    assert "Show names" in text(desk.get(at))
    for pupil in ("Ana", "Crina"):
        assert named(as_pupil(school.pupils[pupil]), at)
        assert not listens(as_pupil(school.pupils[pupil]), at)


def listens(client: Client, address: str) -> str:
    """The address of the stream that the page hears; "" for none."""
    return "".join(re.findall(r'data-events="([^"]+)"', client.get(address).content.decode()))


@pytest.mark.django_db(transaction=True)
def test_hiding_names_calls_the_open_pages_of_this_teacher_again(school: School) -> None:
    table, desk, other = table_of(school), school.desk(), School("ion", "Zoe Lup").desk()

    async def story() -> None:
        streams = []
        for client in (desk, other):
            request = await sync_to_async(client.get)(f"/t/{table.code}/watch/")
            streams.append(live.stream(table.pk, VIEW, whose(request)))
        async with aclosing(streams[0]) as mine, aclosing(streams[1]) as others:
            for stream in (mine, others):
                await anext(stream)
            await sync_to_async(desk.post)("/teacher/names/")
            async with asyncio.timeout(5):
                events = [event async for event in mine]
            assert events[-1].startswith(b"event: again")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await anext(others)

    run(story)


@pytest.mark.django_db(transaction=True)
def test_a_page_loaded_before_names_were_hidden_is_asked_for_again(school: School) -> None:
    """Its stream opens only afterwards: nobody else tells it."""
    table, desk = table_of(school), school.desk()
    page = desk.get(f"/t/{table.code}/watch/").content.decode()
    [address] = re.findall(r'data-events="([^"]+)"', page)
    desk.post("/teacher/names/")
    nameless = desk.get(f"/t/{table.code}/watch/").content.decode()
    [new] = re.findall(r'data-events="([^"]+)"', nameless)

    async def story() -> None:
        browser = AsyncClient()
        browser.cookies = desk.cookies
        for listened, told in ((address, True), (new, False)):
            answer: Any = await browser.get(html.unescape(listened))
            async with aclosing(answer.streaming_content) as events:
                await anext(events)
                with nullcontext() if told else pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.5):
                        assert (await anext(events)).startswith(b"event: again")

    run(story)


VIEW = live.View(None, "en", "watch", "")


def whose(answer: object) -> str:
    from game.views import guards

    return guards.whose(answer.wsgi_request)  # type: ignore[attr-defined]


def test_what_is_set_stands_on_the_first_page_and_on_ones_progress(school: School) -> None:
    work.set_work(
        classroom=school.classroom, players=[school.pupils["Ana"].pk], continent="AF", due_at=None
    )
    ana, crina = as_pupil(school.pupils["Ana"]), as_pupil(school.pupils["Crina"])
    for address in ("/", "/progress/", "/learn/"):
        page = text(ana.get(address))
        assert "From your teacher" in page, address
        for other in (crina, school.desk(), english()):
            assert "From your teacher" not in text(other.get(address)), address


def test_a_pause_is_the_teachers_in_words_with_its_sign(school: School, table: Table) -> None:
    game.pause(table=table)
    answer = as_pupil(school.pupils["Ana"]).get(f"/t/{table.code}/")
    assert "The teacher has stopped the game for a moment" in text(answer)


def test_who_has_come_in_is_marked_and_can_be_ticked_alone(school: School) -> None:
    school.sign_in("Ana")
    desk, address = school.desk(), school.address("play")
    assert text(desk.get(address)).count("has come in") == 2  # her mark, and the button
    seed = desk.get(address).context["form"].data
    for do, count in (("came", 1), ("none", 0), ("all", 3)):
        answer = desk.post(address, {**seed.dict(), "do": do})
        assert answer.context["here_count"] == count, do
