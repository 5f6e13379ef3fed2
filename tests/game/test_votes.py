"""What players decide about each other: the opener's word, or most of those present."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from game import engine, history, selectors, services
from game.models import Happening, Seat, Table
from tests.conftest import client_of, guest, open_for, player_at
from tests.game.rounds import BLOCKS, HTMX, Answer, Round, text

pytestmark = pytest.mark.django_db


def ask(playing: Round, seat: int, what: str, **headers: str) -> Answer:
    return playing.browsers[seat].post(playing.address("ask"), {"ask": what}, headers=headers)


def away(playing: Round, *seats: int) -> None:
    for seat in seats:
        services.go_away(table_id=playing.pk, index=seat)


def seat_of(playing: Round, index: int) -> Seat:
    return playing.table.seats.get(index=index)


@pytest.fixture
def five() -> Round:
    playing = Round(5)
    for browser in playing.browsers:
        browser.cookies["django_language"] = "en"
    return playing


def test_the_openers_word_is_enough(five: Round) -> None:
    away(five, 3)
    assert ask(five, 0, "wait:3").status_code == 302
    assert seat_of(five, 3).waited_for
    assert five.table.due_at is None, "however long it takes"
    assert ask(five, 0, "bot:3").status_code == 302
    assert seat_of(five, 3).stand_in
    assert ask(five, 0, "end:").status_code == 302
    assert five.table.phase == Table.Phase.ENDED


def test_others_need_more_than_half_of_those_present(five: Round) -> None:
    away(five, 4)
    assert ask(five, 1, "bot:4").status_code == 302
    assert five.table.votes == {"bot:4": [1]}
    assert ask(five, 1, "bot:4").status_code == 302, "asking twice counts once"
    assert ask(five, 2, "bot:4").status_code == 302
    assert not seat_of(five, 4).stand_in, "two of four are not more than half"
    for seat in (0, 1, 2, 3):
        page = text(five.page(seat))
        assert "2 of 3 ask for it" in page
    assert "ask for it" not in text(five.page(0, "watch"))
    ask(five, 3, "bot:4")
    assert seat_of(five, 4).stand_in
    assert five.table.votes == {}, "what was decided is forgotten"


def test_whom_it_is_about_and_who_is_away_have_no_vote(five: Round) -> None:
    away(five, 2, 3)
    ask(five, 1, "bot:4")
    assert five.table.votes == {"bot:4": [1]}
    ask(five, 4, "end:")
    assert not seat_of(five, 4).stand_in
    # Present are 0, 1 and 4; about seat 4 there are two voters, and one once 0 has gone.
    away(five, 0)
    assert seat_of(five, 4).stand_in


def test_a_vote_to_end_the_game_is_everybodys(five: Round) -> None:
    for seat in (1, 2):
        ask(five, seat, "end:")
    assert five.table.phase == Table.Phase.PLAYING
    assert "2 of 3 ask for it" in text(five.page(4))
    ask(five, 4, "end:")
    assert five.table.phase == Table.Phase.ENDED


def test_those_who_stay_become_most_when_others_go_away(five: Round) -> None:
    """Nobody has to ask again: what most of those still there want happens at that moment."""
    away(five, 4)
    ask(five, 1, "bot:4")
    away(five, 3)
    assert not seat_of(five, 4).stand_in, "one of three"
    away(five, 2)
    assert not seat_of(five, 4).stand_in, "one of two"
    before = five.table.version
    away(five, 0)
    assert seat_of(five, 4).stand_in
    assert five.table.votes == {}
    assert five.table.version == before + 2, "that 0 is away, and what follows from it"
    told = five.table.happenings.get()
    assert (told.seat, told.kind, told.version) == (4, "stand_in", before + 1)


def test_a_game_ends_when_those_who_did_not_ask_for_it_have_gone(five: Round) -> None:
    for seat in (1, 2):
        ask(five, seat, "end:")
    away(five, 3)
    assert five.table.phase == Table.Phase.PLAYING, "two of four"
    services.leave(table=five.table, player=player_at(five.table, 4))
    assert five.table.phase == Table.Phase.ENDED
    assert [(one.seat, one.kind) for one in five.table.happenings.all()] == [
        (4, "left"),
        (None, "ended"),
    ]


def test_somebody_is_waited_for_when_those_who_did_not_ask_for_it_have_gone(five: Round) -> None:
    away(five, 4)
    ask(five, 2, "wait:4")
    away(five, 0, 1)
    assert not seat_of(five, 4).waited_for
    away(five, 3)
    assert seat_of(five, 4).waited_for
    assert seat_of(five, 4).away_since is not None


def test_one_wish_fulfilled_can_make_most_of_another(five: Round) -> None:
    """With a bot for 3 only 1 has a say about 4, and with bots for both only 1 about the end."""
    away(five, 0)
    ask(five, 1, "end:")
    ask(five, 1, "bot:4")
    ask(five, 1, "bot:3")
    assert five.table.votes == {"end:": [1], "bot:4": [1], "bot:3": [1]}
    away(five, 2)
    assert five.table.phase == Table.Phase.PLAYING, "one of three, and one of two"
    ask(five, 4, "bot:3")
    assert [seat_of(five, seat).stand_in for seat in (3, 4)] == [True, True]
    assert five.table.phase == Table.Phase.ENDED


def test_whoever_asked_and_comes_back_is_counted_again(five: Round) -> None:
    ask(five, 1, "end:")
    away(five, 1)
    ask(five, 2, "end:")
    away(five, 4)
    assert five.table.phase == Table.Phase.PLAYING, "one of three present"
    services.come_back(table_id=five.pk, index=1)
    assert five.table.phase == Table.Phase.PLAYING, "two of four"
    away(five, 3)
    assert five.table.phase == Table.Phase.ENDED


def test_nobody_is_left_to_decide_when_all_have_gone(five: Round) -> None:
    ask(five, 1, "end:")
    services.everybody_else_is_away(here=(), now=timezone.now())
    assert five.table.phase == Table.Phase.PLAYING


def test_who_asked_about_somebody_who_finished_since_is_not_heeded() -> None:
    playing = Round(4)
    asked = next(seat for seat in playing.play(seed=1) if seat.places).places[0]
    others = [seat for seat in (1, 2, 3) if seat != asked]
    Table.objects.filter(pk=playing.pk).update(votes={f"bot:{asked}": others})
    away(playing, 0)
    assert not seat_of(playing, asked).stand_in


def test_a_bot_that_plays_already_goes_on_whoever_wants_to_wait(five: Round) -> None:
    """It plays until the player is back: that is not for others to stop."""
    away(five, 3)
    ask(five, 0, "bot:3")
    version = five.table.version
    for seat in (0, 1):
        assert ask(five, seat, "wait:3").status_code == 409
        assert "wait:3" not in text(five.page(seat))
    assert five.table.version == version
    assert seat_of(five, 3).stand_in


def test_who_comes_back_is_no_longer_asked_about(five: Round) -> None:
    away(five, 4)
    ask(five, 1, "bot:4")
    ask(five, 2, "end:")
    services.come_back(table_id=five.pk, index=4)
    assert five.table.votes == {"end:": [2]}


def test_who_is_waited_for_is_replaced_after_the_next_time_away(five: Round) -> None:
    away(five, 3)
    ask(five, 0, "wait:3")
    services.come_back(table_id=five.pk, index=3)
    away(five, 3)
    assert not seat_of(five, 3).waited_for
    assert five.table.due_at is not None


def test_a_bot_can_be_asked_for_for_somebody_who_is_present(five: Round) -> None:
    """Who sits there and does not play, whatever the reason."""
    ask(five, 0, "bot:2")
    assert seat_of(five, 2).stand_in
    assert five.browsers[2].post(five.address("back")).status_code == 302
    assert seat_of(five, 2).is_present


@pytest.mark.parametrize("what", ["bot:0", "wait:0", "bot:5", "wait:5", "wait:1"])
def test_what_makes_no_sense_is_refused_in_words(five: Round, what: str) -> None:
    """The own seat, a seat that is not there, waiting for somebody who is present."""
    version = five.table.version
    for headers in ({}, HTMX):
        answer = ask(five, 0, what, **headers)
        assert answer.status_code == 409
        assert "That isn&#x27;t possible any more" in text(answer)
    assert five.table.version == version


@pytest.mark.parametrize("what", ["", "bot", "bot:", "bot:x", "bot:6", "end:1", "end", "\0", "x:1"])
def test_what_no_page_sends_is_a_bad_request(five: Round, what: str) -> None:
    assert ask(five, 0, what).status_code == 400


def test_nothing_is_asked_about_bots() -> None:
    table = open_for("Ana", bots=2)
    browser = client_of(player_at(table, 0))
    for what in ("bot:1", "wait:1"):
        assert browser.post(f"/t/{table.code}/ask/", {"ask": what}).status_code == 409
    page = text(browser.get(f"/t/{table.code}/"))
    assert 'value="bot:' not in page
    assert 'value="end:"' in page


def test_nothing_is_asked_about_who_has_finished_or_is_replaced_already() -> None:
    playing = Round()
    done = next(state.places[0] for state in playing.play(seed=1) if state.places)
    other = (done + 1) % 3
    assert ask(playing, other, f"bot:{done}").status_code == 409
    third = (done + 2) % 3
    services.leave(table=playing.table, player=player_at(playing.table, third))
    assert ask(playing, other, f"bot:{third}").status_code == 409


def test_in_the_lobby_and_after_the_end_there_is_nothing_to_ask() -> None:
    table = open_for("Ana", "Bogdan", "Crina", started=False)
    browser = client_of(player_at(table, 0))
    for what in ("end:", "bot:1"):
        assert browser.post(f"/t/{table.code}/ask/", {"ask": what}).status_code == 409
    playing = Round()
    playing.finish()
    for what in ("end:", "bot:1"):
        assert ask(playing, 0, what).status_code == 409
    assert playing.table.phase == Table.Phase.OVER


def test_strangers_have_no_say(five: Round) -> None:
    for browser in (Client(), client_of(guest("Zoe"))):
        assert browser.post(five.address("ask"), {"ask": "end:"}).status_code == 403
    assert five.table.phase == Table.Phase.PLAYING


@pytest.fixture
def ended() -> Round:
    playing = Round(deal=BLOCKS)
    for browser in playing.browsers:
        browser.cookies["django_language"] = "en"
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF6", "AF")
    playing.lay(2, "AU6", "AM")
    ask(playing, 0, "end:")
    assert playing.table.phase == Table.Phase.ENDED
    return playing


def test_an_ended_game_shows_its_standing_and_moves_no_more(ended: Round) -> None:
    table = ended.table
    assert (table.due_at, table.votes) == (None, {})
    assert [(h.seat, h.kind) for h in Happening.objects.all()] == [(None, "ended")]
    for seat in range(3):
        page = text(ended.page(seat))
        assert 'id="end"' in page
        assert "The game was ended early" in page
        assert "The players ended the game." in page
        standing = [page.index(name) for name in ("19 cards left", "20 cards left")]
        assert standing == sorted(standing), "who has fewest cards left comes first"
    watching = text(ended.page(0, "watch"))
    assert "The game was ended early" in watching
    assert ended.lay(0, "EU7", "EU").status_code == 422
    assert ended.table.moves.count() == 3


def test_an_ended_game_tells_a_late_tab_that_it_is_over(ended: Round) -> None:
    answer = ended.lay(0, "EU7", "EU", htmx=True)
    assert answer.status_code == 422
    page = text(answer)
    assert "The game is over" in page
    assert 'value="end:"' not in page, "there is nothing left to ask for"


def test_an_ended_game_can_be_replayed_downloaded_and_looked_back_at(ended: Round) -> None:
    record = selectors.record_of(ended.table)
    state, _ = engine.replay(record)
    assert state == history.game_of(ended.table).state
    answer = ended.page(0, "record")
    assert answer.status_code == 200
    assert len(json.loads(text(answer))["actions"]) == 3
    assert ended.page(0, "replay").status_code == 200
    assert Client().get(ended.address("record")).status_code == 404


def test_an_ended_games_evidence_stays(ended: Round) -> None:
    found = [
        [(one.card, one.row) for one in selectors.placements_by(player_at(ended.table, seat))]
        for seat in range(3)
    ]
    assert found == [[], [("AF6", "AF")], [("AU6", "AM")]]


def test_after_an_ended_game_they_play_again(ended: Round) -> None:
    answers = [browser.post(ended.address("again")) for browser in ended.browsers]
    assert {answer.status_code for answer in answers} == {302}
    following = ended.table.following
    assert following is not None
    assert sorted(seat.name for seat in following.seats.all()) == ["Ana", "Bogdan", "Crina"]


def test_a_stranger_with_the_code_of_an_ended_game_is_told_so(ended: Round) -> None:
    browser = Client()
    browser.cookies["django_language"] = "en"
    page = text(browser.get("/join/", {"code": ended.table.code}))
    assert "<h1>The game is over</h1>" in page
    assert "See how it ended" in page


def test_going_and_coming_change_an_ended_game_no_more(ended: Round) -> None:
    services.go_away(table_id=ended.pk, index=1)
    services.come_back(table_id=ended.pk, index=1)
    assert Happening.objects.count() == 1
