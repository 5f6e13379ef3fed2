"""What changes without a move: only people's parts are sent, and they make the page of now."""

import re
from collections.abc import Callable

import pytest

from game import clock, pages, services
from game.live import View
from game.pages.parts import Change
from tests.conftest import come_due, player_at
from tests.game.rounds import Round
from tests.game.trees import Tree, children, id_of, put, still, whole

pytestmark = pytest.mark.django_db

PEOPLE = re.compile(r"version|note|seat-\d|prompt|asks|line-\d+")
"""The ids of what may be sent."""


def away(seat: int) -> Callable[[Round], None]:
    return lambda playing: services.go_away(table_id=playing.pk, index=seat)


def back(seat: int) -> Callable[[Round], None]:
    return lambda playing: services.come_back(table_id=playing.pk, index=seat)


def ask(seat: int, what: str, about: int | None = None) -> Callable[[Round], None]:
    def act(playing: Round) -> None:
        player = player_at(playing.table, seat)
        services.ask(table=playing.table, player=player, what=what, about=about)

    return act


def leave(seat: int) -> Callable[[Round], None]:
    return lambda playing: services.leave(
        table=playing.table, player=player_at(playing.table, seat)
    )


def due(playing: Round) -> None:
    come_due()
    clock.tick()


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("limit", [0, 30])
def test_going_coming_and_asking_change_peoples_parts_only(language: str, limit: int) -> None:
    playing = Round(5, limit=limit)
    views = [View(seat, language, "table", "http://x") for seat in range(5)]
    views.append(View(None, language, "watch", "http://x"))
    for _ in playing.play(seed=2, wild=True, most=8):
        pass
    mover = playing.state.to_move
    assert mover is not None
    one, two, three = ((mover + step) % 5 for step in (1, 2, 3))
    asker = next(seat for seat in range(1, 5) if seat not in (mover, two))
    page = {view: Tree(still(whole(playing, view))).root for view in views}
    # The opener's word would be enough, so that the others ask.
    for act in (
        away(mover),
        away(two),
        ask(asker, "bot", mover),
        ask(asker, "end"),
        back(two),
        away(two),
        due,  # a bot plays for the first who left
        due,  # for the other, or the bot's move
        due,
        back(mover),
        back(two),
        leave(three),
        back(three),
        away(one),
        ask(0, "wait", one) if one else ask(asker, "end"),
        ask(0, "bot", mover) if mover else ask(0, "end"),
        ask(0, "end"),
    ):
        before = playing.table.version
        moves = playing.table.moves.count()
        act(playing)
        table = playing.table
        if table.version == before:
            continue
        assert table.version == before + 1
        changes = pages.fragments(table, views)
        for view in views:
            root = Tree(still(changes[view])).root
            if playing.table.moves.count() == moves:
                assert all(PEOPLE.fullmatch(id_of(part)) for part in children(root))
            put(page[view], root)
            assert page[view] == Tree(still(whole(playing, view))).root, (act, view)
        if table.phase == "ended":
            break
    assert playing.table.phase == "ended"


def test_before_the_first_move_the_page_is_sent_whole() -> None:
    playing = Round()
    away(1)(playing)
    assert Change.last(playing.table) is None
    view = View(0, "ro", "table", "http://x")
    assert pages.fragments(playing.table, [view])[view] == whole(playing, view)


def test_a_time_that_begins_anew_is_sent_though_the_words_are_the_same() -> None:
    """The others sit out their turns: the same seat plays again."""
    view = View(0, "ro", "table", "http://x")
    again = 0
    for seed in range(20):  # not every game comes to it
        playing = Round(limit=60)
        for _ in playing.play(seed=seed, wild=True, most=60):
            last = playing.table.moves.last()
            assert last is not None
            if last.seat == playing.state.to_move == 0:
                again += 1
                changes = pages.fragments(playing.table, [view])
                assert 'id="prompt"' in changes[view]
        if again:
            return
    raise AssertionError("no seat ever played twice running")
