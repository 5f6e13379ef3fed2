"""Looking back at a finished game, move by move; and nothing to look back at while it runs."""

import re
from html import unescape
from time import perf_counter
from typing import Any

import pytest
from django.test import Client

from game import engine, history, pages, selectors
from game.catalogue import face
from game.models import Table
from tests.conftest import client_of, guest
from tests.game.rounds import BLOCKS, HTMX, Round, browser_in, text

pytestmark = pytest.mark.django_db


def finished(people: int = 4, wild: bool = True, **options: Any) -> Round:
    playing = Round(people, **options)
    playing.finish(seed=people, wild=wild)
    return playing


@pytest.mark.parametrize("people", [3, 4, 5, 6])
def test_every_move_shows_the_state_the_engine_replays(people: int) -> None:
    playing = finished(people)
    table = playing.table
    record = selectors.record_of(table)
    state = engine.new_game(record.hands, record.referee)
    for move in range(len(record.actions) + 1):
        if move:
            seat, action = record.actions[move - 1]
            state, _ = engine.apply(state, seat, action)
        assert history.game_at(table, move).state == state
        shown = pages.replay_of(table, 0, move)
        assert (shown.move, shown.moves) == (move, len(record.actions))
        for hand, cards in zip(shown.hands, state.hands, strict=True):
            assert {card.slug for card in hand.cards} == {face(code).slug for code in cards}
            assert list(hand.cards) == sorted(hand.cards, key=lambda card: card.number)
        for row in shown.view.rows:
            laid = [slot.number for slot in row.slots if slot.card]
            low, high = state.rows[row.code] or (1, 0)
            assert laid == list(range(low, high + 1))
        places = [hand.seat.place for hand in shown.hands]
        assert places == [
            state.places.index(seat) + 1 if seat in state.places else None for seat in range(people)
        ]
        owed = [hand.seat.lost_turns for hand in shown.hands]
        assert owed == list(state.lost_turns)


def test_each_move_tells_its_own_events_and_no_other() -> None:
    playing = finished(3)
    table = playing.table
    entries = history.game_of(table).entries
    lines = 0
    for move, entry in enumerate(entries, start=1):
        shown = pages.replay_of(table, None, move)
        assert 1 + len(shown.more) == len(entry.events)
        lines += 1 + len(shown.more)
        moved = [hand.seat.index for hand in shown.hands if hand.moved]
        assert moved == [entry.seat]
        kind, *facts = entry.events[0]
        fresh = [slot for row in shown.view.rows for slot in row.slots if slot.fresh]
        assert len(fresh) == (kind == "placed")
        assert (shown.note is not None) == (kind == "misplaced")
        tried = [hand.tried for hand in shown.hands if hand.tried]
        assert tried == ([face(str(facts[1])).slug] if kind == "misplaced" else [])
    dealt = pages.replay_of(table, None, 0)
    assert (dealt.told, dealt.more, dealt.note) == (None, (), None)
    assert lines == sum(len(entry.events) for entry in entries)


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("htmx", [False, True])
def test_a_move_is_told_large_with_links_to_the_others(language: str, htmx: bool) -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF3", "AS")
    playing.finish()
    browser = playing.browsers[1]
    browser.cookies["django_language"] = language
    headers = HTMX if htmx else {}
    page = text(browser.get(playing.address("replay"), {"move": 2}, headers=headers))
    assert ("<html" in page) != htmx
    title = unescape(re.sub("<[^>]+>", "", page.split("<h1>")[1].split("</h1>")[0]))
    assert face_in("AF3", language) in title
    assert 'data-note="' in page
    assert "map__home" in page
    for move in (0, 1, 3, pages.replay_of(playing.table, 1, 0).moves):
        assert f'href="{playing.address("replay")}?move={move}"' in page
    assert '<input type="range" name="move" min="0"' in page


def face_in(code: str, language: str) -> str:
    from django.utils import translation

    with translation.override(language):
        return face(code).name


def test_without_explanations_a_misplacement_has_no_map() -> None:
    playing = Round(deal=BLOCKS, explain=False)
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF3", "AS")
    playing.finish()
    assert pages.replay_of(playing.table, 1, 2).note is None


def test_nobody_looks_back_while_the_game_runs() -> None:
    playing = Round(3)
    everybody = [*playing.browsers, Client(), client_of(guest("Zoe"))]
    pages_of_404 = {text(Client().get("/t/222222/replay/"))}
    for _ in playing.play(seed=2):
        if playing.state.over:
            break
        for move in ("", "?move=0", "?move=1", "?move=9999"):
            for browser in everybody:
                for headers in ({}, HTMX):
                    answer = browser.get(playing.address("replay") + move, headers=headers)
                    assert answer.status_code == 404
        page = text(Client().get(playing.address("replay")))
        assert len(page) < 2 * len(next(iter(pages_of_404)))
        assert "hands__" not in page
    assert playing.state.over
    assert playing.page(0, "replay").status_code == 200


def test_a_table_in_the_lobby_has_nothing_to_look_back_at() -> None:
    table = Table.objects.get(pk=Round().pk)
    Table.objects.filter(pk=table.pk).update(phase="lobby", deal=None)
    assert Client().get(f"/t/{table.code}/replay/").status_code == 404


@pytest.mark.parametrize(("watch", "status"), [("code", 200), ("none", 404)])
def test_spectators_look_back_where_they_could_watch(watch: str, status: int) -> None:
    playing = finished(3, wild=False, watch=watch)
    for browser in (Client(), client_of(guest("Zoe"))):
        assert browser.get(playing.address("replay")).status_code == status
    for browser in playing.browsers:
        assert browser.get(playing.address("replay")).status_code == 200


def test_the_end_leads_to_it_and_back() -> None:
    playing = finished(3, wild=False)
    assert f'href="{playing.address("replay")}"' in text(playing.page(0))
    assert f'href="{playing.address("table")}"' in text(playing.page(0, "replay"))
    assert f'href="{playing.address("watch")}"' in text(Client().get(playing.address("replay")))
    assert f'href="{playing.address("replay")}"' in text(Client().get(playing.address("watch")))


def test_a_game_that_was_ended_early_can_be_looked_back_at() -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    Table.objects.filter(pk=playing.pk).update(phase=Table.Phase.OVER, due_at=None)
    for move in (0, 1, 2):
        answer = playing.browsers[0].get(playing.address("replay"), {"move": move})
        assert answer.status_code == 200
    assert pages.replay_of(playing.table, None, 9).move == 1


@pytest.mark.parametrize("move", ["-1", "x", "1.5", "\0", "9" * 5000, "1e3", "٣٣x", "1 or 1"])
def test_what_is_no_move_is_404(move: str) -> None:
    playing = finished(3, wild=False)
    answer = playing.browsers[0].get(playing.address("replay"), {"move": move})
    assert answer.status_code == 404


def test_beyond_the_last_move_is_the_last_and_none_is_the_deal() -> None:
    playing = finished(3, wild=False)
    browser, address = playing.browsers[0], playing.address("replay")
    moves = playing.table.moves.count()
    bodies = {move: body(browser.get(address, {"move": move})) for move in (moves, 99_999)}
    assert bodies[moves] == bodies[99_999]
    assert body(browser.get(address)) == body(browser.get(address, {"move": 0}))


def body(answer: Any) -> str:
    """The page from its main part on: what comes before names its address."""
    return text(answer).split("<main")[1]


def test_no_page_of_it_names_a_card_by_its_code() -> None:
    playing = finished(3)
    browser = browser_in("en")
    for move in range(0, playing.table.moves.count() + 1, 5):
        page = text(browser.get(playing.address("replay"), {"move": move}))
        assert not re.search(r"\b(?:EU|AS|AF|AM|AU)(?:1[0-2]|[1-9])\b", unescape(page))


def test_looking_back_is_cheap(capsys: pytest.CaptureFixture[str]) -> None:
    """The state of any move takes one query for the moves; the time is told, not judged."""
    playing = finished(6)
    table = playing.table
    history.game_of(table)
    moves = table.moves.count()
    begun = perf_counter()
    for move in range(moves + 1):
        history.game_at(table, move)
    each = (perf_counter() - begun) / (moves + 1)
    with capsys.disabled():
        print(f"\nlooking back: {1000 * each:.2f} ms a state of {moves} moves")
