"""What a player's moves tell about what he or she knows."""

import pytest

from game import selectors
from game.models import Move, Player
from tests.conftest import guest, player_at
from tests.engine.games import sorted_deal
from tests.game.rounds import BLOCKS, Round

pytestmark = pytest.mark.django_db


def evidence(player: Player) -> list[tuple[str, str, bool]]:
    return [(p.card, p.row, p.right) for p in selectors.placements_by(player)]


def test_the_row_a_player_names_is_the_evidence() -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF6", "AF")
    playing.lay(2, "AU6", "AM")
    assert evidence(player_at(playing.table, 1)) == [("AF6", "AF", True)]
    assert evidence(player_at(playing.table, 2)) == [("AU6", "AM", False)]


def test_the_forced_opening_is_none() -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    assert evidence(player_at(playing.table, 0)) == []


def test_a_card_that_could_not_lie_there_yet_is_right_if_the_row_is() -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF9", "AF")  # closed
    playing.lay(2, "AU1", "AU")  # closed
    playing.lay(0, "EU12", "EU")  # out of order
    assert [evidence(player_at(playing.table, seat)) for seat in range(3)] == [
        [("EU12", "EU", True)],
        [("AF9", "AF", True)],
        [("AU1", "AU", True)],
    ]


def test_only_the_first_row_named_for_a_card_in_a_game_counts() -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    for row in ("AS", "AM", "AF"):
        playing.lay(1, "AF6", row)
        playing.pass_turn(2)
        playing.pass_turn(0)
    ana = player_at(playing.table, 1)
    assert evidence(ana) == [("AF6", "AS", False)]


def test_in_another_game_the_card_counts_again() -> None:
    first, second = Round(deal=BLOCKS), Round(deal=BLOCKS)
    bogdan = player_at(first.table, 1)
    second.table.seats.filter(index=1).update(player=bogdan)
    second.browsers[1] = first.browsers[1]
    for playing, row in ((first, "AS"), (second, "AF")):
        playing.lay(0, "EU6", "EU")
        playing.lay(1, "AF6", row)
    assert evidence(bogdan) == [("AF6", "AS", False), ("AF6", "AF", True)]


def test_passes_tell_nothing() -> None:
    playing = Round(deal=BLOCKS)
    playing.lay(0, "EU6", "EU")
    playing.pass_turn(1)
    assert evidence(player_at(playing.table, 1)) == []


def test_what_a_bot_did_for_a_player_is_none_and_does_not_hide_the_players_own() -> None:
    playing = Round(deal=sorted_deal(3))
    playing.lay(0, "EU6", "EU")
    playing.lay(1, "AF6", "AS")
    Move.objects.filter(card="AF6").update(by=Move.By.BOT)
    playing.pass_turn(2)
    playing.pass_turn(0)
    playing.lay(1, "AF6", "AF")
    bogdan = player_at(playing.table, 1)
    assert evidence(bogdan) == [("AF6", "AF", True)]


def test_nobody_elses_moves_and_nothing_for_a_newcomer() -> None:
    playing = Round()
    playing.finish(wild=True)
    assert evidence(guest()) == []
    for seat in range(3):
        own = Move.objects.filter(table=playing.pk, seat=seat, kind="place")
        cards = {card for card, _, _ in evidence(player_at(playing.table, seat))}
        assert cards == set(own.values_list("card", flat=True)) - {"EU6"}
