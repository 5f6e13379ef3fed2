"""The time limit: by the server's clock, with extra time for who needs it, never a false pass."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from game import clock, history, services
from game.models import Happening, Move, Table
from game.services.writing import READING_TIME
from tests.conftest import client_of, come_due, guest, open_for, player_at
from tests.game.rounds import BLOCKS, Round, browser_in, text
from tests.game.secrecy import TOKENS

pytestmark = pytest.mark.django_db

SOON = timedelta(seconds=5)


def lobby(limit: int = 30) -> Table:
    return open_for("Ana", "Bogdan", "Crina", started=False, limit=limit)


def give(table: Table, by: int, seat: int, factor: str) -> int:
    form = {"seat": seat, "factor": factor}
    return client_of(player_at(table, by)).post(f"/t/{table.code}/time/", form).status_code


def factors(table: Table) -> list[float]:
    return list(table.seats.values_list("time_factor", flat=True))


def left(table: Table) -> timedelta:
    """Until the clock acts."""
    table = Table.objects.get(pk=table.pk)
    assert table.due_at is not None
    return table.due_at - timezone.now()


def run_out(playing: Round) -> None:
    """The time of the turn is over."""
    assert come_due()
    clock.tick()


def events(playing: Round) -> list[str]:
    """The kinds of what the last move led to."""
    return [str(event[0]) for event in history.game_of(playing.table).entries[-1].events]


def test_the_opener_gives_a_seat_more_time() -> None:
    table = lobby()
    assert give(table, 0, 1, "2") == 302
    assert give(table, 0, 0, "1.5") == 302, "the own too"
    assert factors(table) == [1.5, 2, 1]
    assert give(table, 0, 1, "1") == 302
    assert factors(table) == [1.5, 1, 1]


def test_nobody_else_gives_time() -> None:
    table = lobby()
    assert give(table, 1, 1, "2") == 403
    for browser in (Client(), client_of(guest("Zoe"))):
        form = {"seat": 1, "factor": "2"}
        assert browser.post(f"/t/{table.code}/time/", form).status_code == 403
    assert factors(table) == [1, 1, 1]


def test_in_a_game_time_is_given_no_more() -> None:
    table = lobby()
    services.start(table=table, player=player_at(table, 0))
    assert give(table, 0, 1, "2") == 409
    assert factors(table) == [1, 1, 1]


@pytest.mark.parametrize(("seat", "factor"), [(1, "4"), (1, "0"), (1, "nan"), (6, "2"), (-1, "2")])
def test_a_factor_or_seat_that_no_page_offers_is_a_bad_request(seat: int, factor: str) -> None:
    table = lobby()
    assert give(table, 0, seat, factor) == 400
    assert factors(table) == [1, 1, 1]


def test_bots_and_free_seats_need_no_time() -> None:
    table = services.open_table(
        opener=(ana := guest("Ana")),
        plan=["human", "human", "medium"],
        options={"limit": 30},
        name="Ana",
        avatar="zebra",
    )
    for seat in (1, 2):
        form = {"seat": seat, "factor": "2"}
        assert client_of(ana).post(f"/t/{table.code}/time/", form).status_code == 409


def test_who_leaves_the_lobby_takes_the_extra_time_along() -> None:
    table = lobby()
    give(table, 0, 1, "3")
    services.leave(table=table, player=player_at(table, 1))
    services.take_seat(table=table, player=guest("Zoe"), name="Zoe", avatar="leu")
    assert factors(table) == [1, 1, 1]


def test_case_21_a_turn_lasts_longer_with_extra_time() -> None:
    table = lobby()
    give(table, 0, 0, "1.5")
    give(table, 0, 1, "2")
    services.start(table=table, player=player_at(table, 0))
    Table.objects.filter(pk=table.pk).update(deal=BLOCKS)
    for seat, card, seconds in ((0, "EU6", 45), (1, "AF6", 60), (2, "AU6", 30)):
        table.refresh_from_db()
        if seat:  # what was due at the start is the dealt hand's, not this one's
            assert timedelta(seconds=seconds) - SOON < left(table) <= timedelta(seconds=seconds)
        services.place(
            table=table,
            player=player_at(table, seat),
            version=table.version,
            card=card,
            row=card[:2],
        )


@pytest.mark.parametrize("name", ["table", "watch"])
def test_nobody_else_is_shown_that_a_seat_has_extra_time(name: str) -> None:
    pages = []
    for factor in ("1", "3"):
        Table.objects.update(code="K7MP22")
        table = lobby()
        Table.objects.filter(pk=table.pk).update(code="K7MP2Q")
        table.refresh_from_db()
        give(table, 0, 1, factor)
        before = [text(client_of(player_at(table, 2)).get(f"/t/{table.code}/{name}/"))]
        services.start(table=table, player=player_at(table, 0))
        Table.objects.filter(pk=table.pk).update(deal=BLOCKS)
        table.refresh_from_db()
        services.place(
            table=table, player=player_at(table, 0), version=table.version, card="EU6", row="EU"
        )
        others = [client_of(player_at(table, seat)) for seat in (0, 2)]
        before += [text(browser.get(f"/t/{table.code}/{name}/")) for browser in others]
        pages.append([TOKENS.sub("", page) for page in before])
        own = text(client_of(player_at(table, 1)).get(f"/t/{table.code}/"))
        assert f'max="{30 * int(factor)}"' in own
    assert pages[0] == pages[1]


def test_running_out_of_time_is_never_a_false_pass() -> None:
    playing = Round(deal=BLOCKS, limit=30, referee="strict")
    playing.lay(0, "EU6", "EU")
    run_out(playing)  # seat 1 holds AF6, which was playable
    last = playing.table.moves.last()
    assert last is not None
    assert (last.seat, last.kind, last.by) == (1, "timeout", "clock")
    assert events(playing) == ["timed_out"]
    assert playing.state.lost_turns == (0, 0, 0)
    playing.pass_turn(2)
    playing.pass_turn(0)
    playing.lay(1, "AF6", "AF")
    assert "discovered" not in events(playing)


def test_nothing_happens_before_the_time_is_over() -> None:
    playing = Round(deal=BLOCKS, limit=30)
    playing.lay(0, "EU6", "EU")
    clock.tick()
    assert playing.table.moves.count() == 1
    assert 'class="time"' in text(playing.page(1))
    assert 'class="time"' not in text(playing.page(2)), "others need not watch it"


def test_without_a_limit_time_never_runs_out() -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    assert playing.table.due_at is None
    assert 'class="time"' not in text(playing.page(1))


def test_at_the_opening_the_program_lays_the_reindeer() -> None:
    playing = Round(deal=BLOCKS, limit=30)
    Table.objects.filter(pk=playing.pk).update(due_at=timezone.now() + timedelta(seconds=30))
    run_out(playing)
    move = playing.table.moves.get()
    assert (move.seat, move.kind, move.card, move.row, move.by) == (
        0,
        "place",
        "EU6",
        "EU",
        "clock",
    )
    assert playing.state.to_move == 1
    assert left(playing.table) > timedelta(seconds=25)


def test_a_late_reindeer_is_no_error() -> None:
    """The child and the clock lay it at the same moment."""
    playing = Round(deal=BLOCKS, limit=30)
    version = playing.table.version
    run_out(playing)
    assert playing.lay(0, "EU6", "EU", version=version).status_code == 302
    assert playing.table.moves.count() == 1


def test_a_bonus_is_lost_to_the_clock_and_nothing_else() -> None:
    playing = Round(deal=BLOCKS, limit=30)
    playing.lay(0, "EU6", "EU")
    for card in ("EU7", "EU8", "EU9", "EU10", "EU11"):
        playing.pass_turn(1)
        playing.pass_turn(2)
        assert playing.lay(0, card, "EU").status_code == 302
    for seat in (1, 2):
        playing.pass_turn(seat)
    playing.lay(0, "EU12", "EU")
    assert playing.state.bonus
    assert timedelta(seconds=25) < left(playing.table) <= timedelta(seconds=30), "a time of its own"
    cards = playing.state.hands[0]
    run_out(playing)
    assert events(playing) == ["timed_out"]
    assert (playing.state.bonus, playing.state.to_move) == (False, 1)
    assert playing.state.hands[0] == cards
    assert playing.state.lost_turns[0] == 0


def test_the_next_turn_begins_when_the_explanation_has_been_read() -> None:
    playing = Round(deal=BLOCKS, limit=30)
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF6", "AM")
    assert timedelta(seconds=30) < left(playing.table) <= timedelta(seconds=30) + READING_TIME
    shown = text(playing.page(2)).split('class="time"')[1]
    assert 'value="30"' in shown, "the bar is full meanwhile, not more than full"


def test_while_nobody_is_present_time_stands_still() -> None:
    playing = Round(deal=BLOCKS, limit=30)
    playing.lay(0, "EU6", "EU")
    table = playing.table
    assert table.turn_at is not None
    Table.objects.filter(pk=table.pk).update(turn_at=table.turn_at - timedelta(seconds=10))
    for seat in range(3):
        services.go_away(table_id=table.pk, index=seat)
    assert playing.table.due_at is None
    hour = timedelta(hours=1)
    now = timezone.now()
    table = playing.table
    assert table.turn_at is not None
    Table.objects.filter(pk=table.pk).update(turn_at=table.turn_at - hour)
    table.seats.update(away_since=now - hour)
    clock.tick()
    services.come_back(table_id=table.pk, index=1)
    clock.tick()
    assert not Move.objects.filter(kind="timeout").exists()
    turn_at = playing.table.turn_at
    assert turn_at is not None
    assert timedelta(seconds=9) < timezone.now() - turn_at < timedelta(seconds=15)
    assert timedelta(seconds=15) < left(playing.table) < timedelta(seconds=21)


def test_a_power_cut_costs_nobody_the_turn() -> None:
    playing = Round(deal=BLOCKS, limit=30)
    playing.lay(0, "EU6", "EU")
    long_ago = timezone.now() - timedelta(hours=1)
    Table.objects.filter(pk=playing.pk).update(turn_at=long_ago, due_at=long_ago)
    services.everybody_else_is_away(here=(), now=timezone.now())
    services.come_back(table_id=playing.pk, index=1)
    clock.tick()
    assert playing.table.moves.count() == 1
    assert left(playing.table) > timedelta(seconds=25)


def test_an_absent_players_turn_is_lost_by_time_before_a_bot_comes() -> None:
    """The limit holds for everybody; the grace is longer."""
    playing = Round(deal=BLOCKS, limit=30, grace=45)
    playing.lay(0, "EU6", "EU")
    services.go_away(table_id=playing.pk, index=1)
    run_out(playing)
    assert events(playing) == ["timed_out"]
    assert not Happening.objects.exists()


def test_the_limit_is_told_in_the_lobby_and_the_bar_in_words() -> None:
    table = lobby(limit=60)
    browser = client_of(player_at(table, 0))
    browser.cookies["django_language"] = "en"
    assert "60 s" in text(browser.get(f"/t/{table.code}/"))
    services.start(table=table, player=player_at(table, 0))
    Table.objects.filter(pk=table.pk).update(deal=BLOCKS)
    page = text(browser.get(f"/t/{table.code}/"))
    assert "Time left for your turn" in page
    assert 'class="time"' not in text(browser_in("en").get(f"/t/{table.code}/watch/"))
