"""Moves as the pages send them: what they do, and what is refused."""

from typing import Any

import pytest
from django.test import Client

from game.models import Move, Table
from tests.conftest import client_of, guest
from tests.engine.games import sorted_deal
from tests.game.rounds import BLOCKS, HTMX, Round, slug_of, text

pytestmark = pytest.mark.django_db


def opened(**options: Any) -> Round:
    """Seat 0 has laid the reindeer; seat 1 is to move."""
    playing = Round(deal=BLOCKS, **options)
    assert playing.lay(0, "EU6", "EU").status_code == 302
    return playing


def moves(playing: Round) -> list[tuple[int, str, str, str]]:
    return list(Move.objects.filter(table=playing.pk).values_list("seat", "kind", "card", "row"))


def test_a_right_card_lies_on_the_table_and_the_turn_goes_right() -> None:
    playing = Round(deal=BLOCKS)
    before = playing.table.version
    answer = playing.lay(0, "EU6", "EU")
    assert (answer.status_code, answer.headers["Location"]) == (302, playing.address("table"))
    assert playing.state.rows["EU"] == (6, 6)
    assert playing.state.to_move == 1
    assert playing.table.version == before + 1
    move = Move.objects.get()
    assert (move.seat, move.kind, move.card, move.row, move.by) == (
        0,
        "place",
        "EU6",
        "EU",
        "player",
    )
    assert move.version == before


@pytest.mark.parametrize(
    ("card", "row", "reason"),
    [
        ("AF6", "AS", "wrong_continent"),
        ("AF7", "AF", "row_closed"),
        ("AS12", "AS", "row_closed"),
        ("AF6", "EU", "wrong_continent"),
    ],
)
def test_a_wrong_card_goes_back_and_all_see_why(card: str, row: str, reason: str) -> None:
    playing = opened()
    assert playing.lay(1, card, row).status_code == 302
    assert card in playing.state.hands[1]
    assert playing.state.to_move == 2
    for seat in range(3):
        page = text(playing.page(seat))
        assert "<dialog" in page, "the explanation"
        assert f"art/scenes/{slug_of(card)}.svg" in page


def test_a_card_whose_neighbour_is_missing_goes_back() -> None:
    playing = opened()
    playing.pass_turn(1)
    playing.pass_turn(2)
    assert playing.lay(0, "EU9", "EU").status_code == 302
    assert "EU9" in playing.state.hands[0]
    assert playing.state.rows["EU"] == (6, 6)


def test_without_explanations_the_reason_is_not_told() -> None:
    playing = opened(explain=False)
    playing.lay(1, "AF6", "AS")
    page = text(playing.page(1))
    assert "<dialog" not in page
    assert "Africa" not in page.split('id="story"')[1].split("</section>")[0]


def test_an_honest_pass_costs_the_turn() -> None:
    playing = Round(deal=sorted_deal(3, ("AF6", "AS1"), ("AU6", "EU1")))
    playing.lay(0, "EU6", "EU")
    assert playing.pass_turn(1).status_code == 302
    assert (playing.state.to_move, playing.state.lost_turns) == (2, (0, 0, 0))


def test_case_8_a_false_pass_by_post_is_logged_like_any_move_and_no_page_tells_it() -> None:
    honest = Round(deal=sorted_deal(3, ("AF6", "AS1")))
    false = Round(deal=BLOCKS)  # AF6 in the hand
    pages = []
    for playing in (honest, false):
        playing.lay(0, "EU6", "EU")
        assert playing.pass_turn(1).status_code == 302
        assert moves(playing)[-1] == (1, "pass", "", "")
        watch = text(Client().get(playing.address("watch")))
        others = text(playing.page(2))
        assert playing.state.lost_turns == (0, 0, 0)
        pages.append((watch.split('id="story"')[1], others.split('id="story"')[1]))
    assert pages[0] == pages[1]


def test_a_false_pass_costs_two_turns_once_the_card_is_shown() -> None:
    playing = opened()
    playing.pass_turn(1)
    playing.pass_turn(2)
    playing.lay(0, "EU7", "EU")
    playing.lay(1, "AF6", "AF")
    assert playing.state.lost_turns[1] == 2
    assert moves(playing)[-1] == (1, "place", "AF6", "AF")


def test_the_strict_referee_sees_it_at_once_and_off_never() -> None:
    strict, off = opened(referee="strict"), opened(referee="off")
    strict.pass_turn(1)
    assert strict.state.lost_turns[1] == 2
    off.pass_turn(1)
    off.pass_turn(2)
    off.lay(0, "EU7", "EU")
    off.lay(1, "AF6", "AF")
    assert off.state.lost_turns[1] == 0


def test_a_twelve_gives_one_card_more_which_may_be_declined() -> None:
    playing = Round(deal=BLOCKS)
    for number in range(6, 12):
        playing.lay(0, f"EU{number}", "EU")
        playing.pass_turn(1)
        playing.pass_turn(2)
    playing.lay(0, "EU12", "EU")
    assert (playing.state.bonus, playing.state.to_move) == (True, 0)
    assert playing.lay(0, "EU5", "EU").status_code == 302
    assert (playing.state.bonus, playing.state.to_move) == (False, 1)

    again = Round(deal=BLOCKS)
    for number in range(6, 12):
        again.lay(0, f"EU{number}", "EU")
        again.pass_turn(1)
        again.pass_turn(2)
    again.lay(0, "EU12", "EU")
    assert again.pass_turn(0).status_code == 302
    assert again.state.to_move == 1
    assert again.state.lost_turns == (0, 0, 0)
    assert moves(again)[-1] == (0, "pass", "", "")


@pytest.mark.parametrize(
    ("seat", "card", "row"),
    [
        (1, "EU7", "EU"),  # another's
        (1, "EU6", "EU"),  # lies on the table
        (2, "AM5", "AM"),  # out of turn
        (0, "EU7", "EU"),
    ],
    ids=["not held", "laid already", "out of turn", "just moved"],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_case_9_a_card_not_held_or_out_of_turn_is_refused(
    seat: int, card: str, row: str, htmx: bool
) -> None:
    playing = opened()
    before = (playing.table.version, playing.state, moves(playing))
    answer = playing.lay(seat, card, row, htmx=htmx)
    assert answer.status_code == 422
    assert "prompt--told" in text(answer)
    assert (playing.table.version, playing.state, moves(playing)) == before


@pytest.mark.parametrize(
    "card",
    [
        "EU6",
        "eu7",
        "EU13",
        "13",
        "0",
        "-1",
        "text",
        "Ren",
        "ren ren",
        "ren' OR '1'='1",
        "🦊",
        "x" * 60,
    ],
)
@pytest.mark.parametrize("row", ["EU", "eu", "EUROPE", "XX", "13"])
def test_case_9_number_13_and_text_are_refused(card: str, row: str) -> None:
    playing = opened()
    before = (playing.table.version, moves(playing))
    answer = playing.send(1, "move", {"card": card, "row": row})
    assert answer.status_code == 422
    assert (playing.table.version, moves(playing)) == before


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"card": "ren"},
        {"row": "EU"},
        {"card": "", "row": "EU"},
        {"card": "ren", "row": ""},
        {"card": "r\0en", "row": "EU"},
        {"card": "x" * 61, "row": "EU"},
        {"card": "ren", "row": "E" * 21},
        {"card": "ren", "row": "EU", "version": ""},
        {"card": "ren", "row": "EU", "version": "-1"},
        {"card": "ren", "row": "EU", "version": "1e3"},
        {"card": "ren", "row": "EU", "version": "9" * 30},
        {"card": "ren", "row": "EU", "version": "9" * 6000},
        {"card": "ren", "row": "EU", "version": "NaN"},
        {"card": "ren", "row": "EU", "version": "\0"},
    ],
)
def test_a_form_that_no_page_sends_is_malformed(form: dict[str, str]) -> None:
    playing = Round(deal=BLOCKS)
    assert playing.send(0, "move", form).status_code == 400
    assert moves(playing) == []
    assert playing.table.phase == Table.Phase.PLAYING


def test_case_9_in_another_table_it_is_refused() -> None:
    mine, other = Round(deal=BLOCKS), Round(deal=BLOCKS)
    answer = mine.browsers[0].post(
        other.address("move"), {"card": "ren", "row": "EU", "version": other.table.version}
    )
    assert answer.status_code == 403
    assert moves(other) == []
    assert text(answer).count(slug_of("AF6")) == 0


@pytest.mark.parametrize("name", ["move", "pass", "start", "leave", "again"])
def test_strangers_are_refused_everything(name: str) -> None:
    playing = Round(deal=BLOCKS)
    data = {"card": "ren", "row": "EU", "version": playing.table.version}
    for browser in (Client(), client_of(guest("Zoe"))):
        for headers in ({}, HTMX):
            answer = browser.post(playing.address(name), data, headers=headers)
            assert answer.status_code == 403
    assert moves(playing) == []


def test_the_opening_is_the_reindeer_in_europe_and_nothing_else() -> None:
    playing = Round(deal=BLOCKS)
    assert playing.pass_turn(0).status_code == 422
    assert playing.lay(0, "EU7", "EU").status_code == 422
    assert playing.lay(0, "EU6", "AS").status_code == 422
    assert playing.lay(1, "AF6", "AF").status_code == 422
    assert moves(playing) == []
    assert playing.lay(0, "EU6", "EU").status_code == 302


@pytest.mark.parametrize("htmx", [True, False])
def test_cases_5_and_42_the_same_move_twice_is_one_move_and_no_error(htmx: bool) -> None:
    playing = Round(deal=BLOCKS)
    version = playing.table.version
    first = playing.lay(0, "EU6", "EU", version, htmx)
    second = playing.lay(0, "EU6", "EU", version, htmx)
    assert first.status_code == second.status_code == (200 if htmx else 302)
    assert first.content == second.content
    assert len(moves(playing)) == 1
    # The next turn works, and the double tap does even then.
    assert playing.pass_turn(1).status_code == 302
    assert playing.lay(0, "EU6", "EU", version, htmx).status_code == first.status_code
    assert playing.pass_turn(2).status_code == 302
    assert playing.lay(0, "EU7", "EU").status_code == 302


def test_a_pass_twice_is_one_pass() -> None:
    playing = opened()
    version = playing.table.version
    assert playing.pass_turn(1, version).status_code == 302
    assert playing.pass_turn(1, version).status_code == 302
    assert len(moves(playing)) == 2


def test_a_wrong_card_twice_is_one_misplacement() -> None:
    playing = opened()
    version = playing.table.version
    for _ in range(2):
        assert playing.lay(1, "AF6", "AS", version).status_code == 302
    assert len(moves(playing)) == 2
    assert playing.state.to_move == 2


@pytest.mark.parametrize("htmx", [True, False])
def test_case_4_another_card_from_a_second_tab_is_shown_the_fresh_table(htmx: bool) -> None:
    playing = opened()
    version = playing.table.version
    playing.lay(1, "AF6", "AF", version)
    for answer in (
        playing.lay(1, "AF7", "AF", version, htmx),
        playing.lay(1, "AF6", "AS", version, htmx),
        playing.pass_turn(1, version, htmx),
    ):
        page = text(answer)
        assert answer.status_code == 409
        assert "prompt--told" in page
        assert f'data-version="{playing.table.version}"' in page
        assert f'value="{slug_of("AF6")}"' not in page, "laid"
        assert f'value="{slug_of("AF7")}"' in page, "still with the player"
        assert ("<html" in page) != htmx
    assert len(moves(playing)) == 2


@pytest.mark.parametrize("off", [-1, 1, 1000])
def test_a_move_from_another_version_is_stale(off: int) -> None:
    playing = opened()
    answer = playing.lay(1, "AF6", "AF", playing.table.version + off)
    assert answer.status_code == 409
    assert len(moves(playing)) == 1


def test_told_of_a_refusal_on_the_own_turn_one_can_still_pass() -> None:
    playing = opened()
    page = text(playing.lay(1, "EU7", "EU"))
    assert "prompt--told" in page
    assert 'id="pass"' in page
    assert 'name="row" value="AF"' in page


@pytest.mark.parametrize("htmx", [True, False])
def test_after_the_end_a_move_is_refused_and_shows_the_way_on(htmx: bool) -> None:
    playing = Round()
    playing.finish()
    answer = playing.lay(0, "EU6", "EU", htmx=htmx)
    assert answer.status_code == 422
    page = text(answer)
    assert ("<html" in page) != htmx
    if htmx:
        assert f'href="{playing.address("table")}"' in page
    assert "<h1" in page or "prompt--told" in page


def test_htmx_gets_what_changed_and_a_plain_form_the_page_again() -> None:
    playing = Round(deal=BLOCKS)
    changed = text(playing.lay(0, "EU6", "EU", htmx=True))
    assert "<html" not in changed
    assert "csrfmiddlewaretoken" not in changed
    assert f'data-version="{playing.table.version}"' in changed
    for part in ("version", "prompt", "seat-1", "hand"):
        assert f'id="{part}"' in changed
    plain = playing.pass_turn(1)
    assert (plain.status_code, plain.headers["Location"]) == (302, playing.address("table"))


@pytest.mark.parametrize(("people", "seed"), [(3, 1), (4, 2), (5, 3), (6, 4)])
def test_a_wild_game_is_played_through_the_pages_to_its_end(people: int, seed: int) -> None:
    playing = Round(people)
    playing.finish(seed, wild=True)
    assert playing.table.phase == Table.Phase.OVER
    assert playing.table.due_at is None
    assert len(playing.state.places) == people
    for seat in range(people):
        page = text(playing.page(seat))
        assert page.count('class="rank') >= people
        assert playing.address("record") in page


def test_one_who_has_finished_sees_so_while_the_others_play_on() -> None:
    playing = Round()
    for state in playing.play(seed=5):
        if state.places and not state.over:
            break
    page = text(playing.page(playing.state.places[0]))
    assert 'class="done"' in page
    assert 'name="card"' not in page
