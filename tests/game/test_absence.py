"""Who goes away is waited for, then a bot plays; who comes back has the seat at once."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from game import clock, engine, history, services
from game.models import Happening, Move, Seat, Table
from tests.conftest import come_due, open_for, player_at
from tests.game.rounds import BLOCKS, HTMX, Round, slug_of, text

pytestmark = pytest.mark.django_db


def away(playing: Round, seat: int) -> None:
    services.go_away(table_id=playing.pk, index=seat)


def back(playing: Round, seat: int) -> None:
    services.come_back(table_id=playing.pk, index=seat)


def seat_of(playing: Round, index: int) -> Seat:
    return playing.table.seats.get(index=index)


def time_passes(playing: Round, **span: float) -> None:
    """As if everything so far had happened earlier by this."""
    by = timedelta(**span)
    table = playing.table
    for name in ("turn_at", "due_at"):
        if (then := getattr(table, name)) is not None:
            Table.objects.filter(pk=table.pk).update(**{name: then - by})
    for seat in table.seats.exclude(away_since=None):
        assert seat.away_since is not None
        seat.away_since -= by
        seat.save()


def wait(playing: Round, seat: int) -> Seat:
    """The seat is away for the whole grace."""
    away(playing, seat)
    assert come_due()
    clock.tick()
    return seat_of(playing, seat)


def english(playing: Round) -> Round:
    for browser in playing.browsers:
        browser.cookies["django_language"] = "en"
    return playing


@pytest.fixture
def opened() -> Round:
    """Seat 0 has laid the reindeer; it is seat 1's turn."""
    playing = english(Round(deal=BLOCKS))
    playing.lay(0, "EU6", "EU")
    return playing


def test_everybody_sees_that_somebody_is_away_and_how_long_the_wait_lasts(opened: Round) -> None:
    assert "seat__note--away" not in text(opened.page(0))
    away(opened, 1)
    for seat, name in ((0, "table"), (2, "table"), (0, "watch")):
        page = text(opened.page(seat, name))
        assert "seat--away" in page
        assert "Bogdan isn&#x27;t here" in page
        assert "We wait a little, then a bot plays." in page
        assert 'data-left="45"' in page
        assert ("Let the bot play" in page) == (name == "table"), "spectators have no say"
    back(opened, 1)
    assert "seat__note--away" not in text(opened.page(0))


def test_somebody_away_whose_turn_it_is_not_is_seen_as_well(opened: Round) -> None:
    away(opened, 2)
    page = text(opened.page(0))
    assert "seat--away" in page
    assert "Bogdan plays now" in page


@pytest.mark.parametrize("grace", [45, 120])
def test_after_the_grace_a_medium_bot_plays_and_not_before(grace: int) -> None:
    playing = Round(deal=BLOCKS, grace=grace)
    playing.lay(0, "EU6", "EU")
    away(playing, 1)
    since = seat_of(playing, 1).away_since
    assert since is not None
    assert playing.table.due_at == since + timedelta(seconds=grace)
    time_passes(playing, seconds=grace - 1)
    clock.tick()
    assert not seat_of(playing, 1).stand_in
    come_due()
    clock.tick()
    seat = seat_of(playing, 1)
    assert (seat.stand_in, seat.bot_level) == (True, "medium")
    assert [(h.seat, h.kind) for h in playing.table.happenings.all()] == [(1, "stand_in")]
    assert playing.table.moves.count() == 1, "it thinks as long as any bot"
    come_due()
    clock.tick()
    move = playing.table.moves.last()
    assert move is not None
    assert (move.seat, move.by) == (1, Move.By.BOT)


def test_the_bot_plays_honestly_to_the_end() -> None:
    """Case 1: never refused, no card misplaced, no false pass."""
    playing = Round()
    for seat in (1, 2):
        wait(playing, seat)
    for _ in range(400):
        state = playing.state
        if state.over:
            break
        if state.to_move == 0:
            choices = engine.legal(state)
            playing.do(choices[0] if choices else engine.Pass())
        else:
            come_due()
            clock.tick()
    assert playing.state.over
    assert set(playing.table.moves.exclude(seat=0).values_list("by", flat=True)) == {"bot"}
    kinds = {event[0] for entry in history.game_of(playing.table).entries for event in entry.events}
    assert kinds.isdisjoint({"misplaced", "discovered", "timed_out"})


def test_alone_among_bots_the_game_waits_for_ever() -> None:
    table = open_for("Ana", bots=2)
    Table.objects.filter(pk=table.pk).update(deal=BLOCKS)
    services.go_away(table_id=table.pk, index=0)
    table.refresh_from_db()
    assert table.due_at is None
    assert not come_due()
    clock.tick()
    assert not table.seats.get(index=0).stand_in
    assert not table.moves.exists()


def test_when_all_are_away_nobody_is_replaced(opened: Round) -> None:
    for seat in range(3):
        away(opened, seat)
    assert opened.table.due_at is None
    time_passes(opened, hours=2)
    clock.tick()
    assert not opened.table.seats.filter(stand_in=True).exists()


def test_the_first_who_is_back_waits_for_the_others_what_was_left_of_their_grace(
    opened: Round,
) -> None:
    away(opened, 1)
    time_passes(opened, seconds=15)
    for seat in (0, 2):
        away(opened, seat)
    time_passes(opened, hours=2)
    back(opened, 0)
    table, now = opened.table, timezone.now()
    assert table.due_at is not None
    assert timedelta(seconds=25) < table.due_at - now < timedelta(seconds=31)
    since = seat_of(opened, 2).away_since
    assert since is not None
    assert now - since < timedelta(seconds=5)


def test_who_has_finished_is_not_replaced() -> None:
    playing = Round()
    done = next(state.places[0] for state in playing.play(seed=1) if state.places)
    away(playing, done)
    assert playing.table.due_at is None
    assert not come_due()
    time_passes(playing, hours=1)
    clock.tick()
    assert not seat_of(playing, done).stand_in
    assert "seat--away" not in text(playing.page((done + 1) % 3))


def test_without_grace_nobody_is_ever_replaced() -> None:
    playing = english(Round(deal=BLOCKS, grace=0))
    away(playing, 0)
    assert playing.table.due_at is None
    time_passes(playing, hours=1)
    clock.tick()
    assert not seat_of(playing, 0).stand_in
    page = text(playing.page(1))
    assert "We wait." in page
    assert "seat--away" in page


def test_back_in_time_nothing_has_happened(opened: Round) -> None:
    away(opened, 1)
    back(opened, 1)
    seat = seat_of(opened, 1)
    assert (seat.away_since, seat.stand_in, seat.back_at) == (None, False, None)
    assert opened.table.due_at is None
    assert not Happening.objects.exists()
    assert "Welcome back" not in text(opened.page(1))


def test_case_12_who_comes_back_is_told_what_the_bot_did_and_plays_at_once(opened: Round) -> None:
    wait(opened, 1)
    page = text(opened.page(1))
    assert "A bot plays for you" in page
    assert 'id="take-back"' in page
    come_due()
    clock.tick()  # the bot's move
    laid = opened.table.moves.last()
    assert laid is not None
    assert laid.seat == 1
    opened.pass_turn(2)
    opened.pass_turn(0)
    back(opened, 1)
    page = text(opened.page(1))
    note = page.split('id="note"')[1].split("</dialog>")[0]
    assert "Welcome back! The seat is yours." in note
    assert "The bot" in note
    assert slug_of(laid.card) not in text(opened.page(1)).split('id="hand"')[1].split("</ul>")[0]
    assert "Bogdan</strong> is back at the table." in text(opened.page(0))
    answer = opened.pass_turn(1)
    assert answer.status_code == 302
    assert "Welcome back" not in text(opened.page(1)), "told once"


def test_who_missed_no_turn_is_told_so(opened: Round) -> None:
    wait(opened, 2)
    back(opened, 2)
    assert "You have missed nothing." in text(opened.page(2))


def test_the_turn_begins_anew_only_after_a_stand_in() -> None:
    playing = Round(deal=BLOCKS, limit=60)
    begun = playing.table.turn_at
    away(playing, 0)
    back(playing, 0)
    assert playing.table.turn_at == begun
    wait(playing, 0)
    time_passes(playing, minutes=5)
    back(playing, 0)
    now: datetime | None = playing.table.turn_at
    assert now is not None
    assert timezone.now() - now < timedelta(seconds=5)


def test_leaving_lets_a_bot_play_and_the_seat_is_there_to_come_back_to(opened: Round) -> None:
    answer = opened.browsers[1].post(opened.address("leave"))
    assert answer.headers["Location"] == "/"
    assert seat_of(opened, 1).stand_in
    assert "Bogdan</strong> left the table: a bot plays on." in text(opened.page(0))
    home = text(opened.browsers[1].get("/"))
    assert opened.address("table") in home, "the way back"
    assert opened.browsers[1].post(opened.address("back")).status_code == 302
    assert not seat_of(opened, 1).stand_in
    assert [h.kind for h in opened.table.happenings.all()] == ["left", "back"]
    assert opened.lay(1, "AF6", "AF").status_code == 302


def test_leaving_twice_is_once(opened: Round) -> None:
    for _ in range(2):
        opened.browsers[1].post(opened.address("leave"))
    assert Happening.objects.count() == 1


def test_at_a_start_of_the_server_everybody_is_away_until_a_page_opens(opened: Round) -> None:
    services.everybody_else_is_away(here=(), now=timezone.now())
    assert not opened.table.seats.filter(away_since=None).exists()
    assert opened.table.due_at is None, "nobody is there to wait"
    back(opened, 0)
    assert seat_of(opened, 0).is_present
    come_due()
    clock.tick()
    assert [seat.stand_in for seat in opened.table.seats.all()] == [False, True, False]


def test_at_a_start_finished_tables_are_left_alone() -> None:
    playing = Round()
    playing.finish()
    version = playing.table.version
    services.everybody_else_is_away(here=(), now=timezone.now())
    assert playing.table.version == version


def test_a_choice_is_not_stale_because_somebody_went_away(opened: Round) -> None:
    version = opened.table.version
    away(opened, 2)
    assert opened.table.version == version + 1
    for htmx in (False, True):
        answer = opened.lay(1, "AF6", "AF", version=version, htmx=htmx)
        assert answer.status_code in (200, 302), "and the same move twice is one"
    assert opened.table.moves.count() == 2
    away(opened, 0)
    assert opened.lay(1, "AF7", "AF", version=version).status_code == 409
    assert opened.lay(1, "AF6", "AF", version=version).status_code == 302
    assert opened.table.moves.count() == 2


def test_a_move_while_a_bot_plays_is_refused_in_words(opened: Round) -> None:
    wait(opened, 1)
    for headers in ({}, HTMX):
        form = {"card": slug_of("AF6"), "row": "AF", "version": opened.table.version}
        answer = opened.browsers[1].post(opened.address("move"), form, headers=headers)
        assert answer.status_code == 409
        page = text(answer)
        assert "A bot plays for you" in page
        assert "Take the seat again first" in page
        assert 'id="take-back"' in page
    assert opened.table.moves.count() == 1
    assert seat_of(opened, 1).stand_in


def test_whoever_plays_is_there(opened: Round) -> None:
    """Without script there is no stream; after a start of the server a move tells as much."""
    services.everybody_else_is_away(here=(), now=timezone.now())
    assert opened.lay(1, "AF6", "AF").status_code == 302
    present = [seat.is_present for seat in opened.table.seats.all()]
    assert present == [False, True, False]


def test_going_and_coming_are_told_once(opened: Round) -> None:
    version = opened.table.version
    for _ in range(3):
        away(opened, 1)
    assert opened.table.version == version + 1
    for _ in range(3):
        back(opened, 1)
    assert opened.table.version == version + 2


def test_bots_free_seats_and_unknown_tables_cannot_go_away() -> None:
    table: Any = open_for("Ana", bots=2)
    for index in (1, 2, 7):
        services.go_away(table_id=table.pk, index=index)
        services.come_back(table_id=table.pk, index=index)
    services.go_away(table_id=10**6, index=0)
    services.come_back(table_id=10**6, index=0)
    assert Table.objects.get().version == table.version


def test_in_the_lobby_anybody_may_begin_while_the_opener_is_away() -> None:
    table = open_for("Ana", "Bogdan", "Crina", started=False)
    services.go_away(table_id=table.pk, index=0)
    services.start(table=table, player=player_at(table, 1))
    table.refresh_from_db()
    assert table.phase == Table.Phase.PLAYING


def test_an_open_page_mends_what_a_process_that_started_took_for_absence(opened: Round) -> None:
    """With several processes the streams of the others do not open again by themselves."""
    services.everybody_else_is_away(here=(), now=timezone.now())
    assert seat_of(opened, 1).away_since is not None
    services.still_here(table_id=opened.pk, index=1)
    assert seat_of(opened, 1).away_since is None
    version = opened.table.version
    services.still_here(table_id=opened.pk, index=1)
    assert opened.table.version == version, "nothing is told twice"


def test_a_bot_that_plays_by_the_others_wish_goes_on_while_the_page_is_open(opened: Round) -> None:
    services.ask(table=opened.table, player=player_at(opened.table, 0), what="bot", about=1)
    assert seat_of(opened, 1).stand_in
    services.still_here(table_id=opened.pk, index=1)
    assert seat_of(opened, 1).stand_in
