"""What a move changes for each viewer, put in its places, is the page as it now is.

`live.js` does this in the browser; here the same is done with the parts by their ids.
"""

import re
from collections import OrderedDict

import pytest

from game import pages
from game.live import View
from game.pages import move_fragment, parts
from tests.game.rounds import Round, text
from tests.game.trees import Tree, by_id, put, whole

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(
    ("people", "referee", "explain", "seed"),
    [(3, "table", True, 1), (4, "strict", True, 2), (5, "table", False, 3), (6, "off", True, 4)],
)
def test_the_changes_of_each_move_make_the_page_of_now(
    language: str, people: int, referee: str, explain: bool, seed: int
) -> None:
    playing = Round(people, referee=referee, explain=explain)
    views = [View(seat, language, "table", "http://x") for seat in range(people)]
    views.append(View(None, language, "watch", "http://x"))
    page = {view: Tree(whole(playing, view)).root for view in views}
    for _ in playing.play(seed, wild=True, most=45):
        changes = pages.fragments(playing.table, views)
        for view in views:
            put(page[view], Tree(changes[view]).root)
            assert page[view] == Tree(whole(playing, view)).root, view
            assert f'data-version="{playing.table.version}"' in changes[view]


def test_what_is_sent_is_a_small_part() -> None:
    playing = Round(6)
    view = View(0, "en", "table", "http://x")
    sizes = []
    for _ in playing.play(seed=1, most=30):
        changes = pages.fragments(playing.table, [view])
        sizes.append(len(changes[view]) / len(whole(playing, view)))
    assert sum(sizes) / len(sizes) < 0.25


def test_only_the_move_made_at_the_pages_version_is_answered_with_changes_alone() -> None:
    playing = Round()
    list(playing.play(seed=1, most=4))
    table = playing.table
    view = View(0, "ro", "table", "http://x")
    now = pages.fragment(table, view)
    for version in (None, 0, table.version - 2, table.version, table.version + 1, "x"):
        assert move_fragment(table, view, version) == now
    assert len(move_fragment(table, view, table.version - 1)) < len(now)


def test_the_last_changes_are_kept_while_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parts, "_kept", OrderedDict())
    playing = Round()
    view = View(0, "ro", "table", "http://x")
    for _ in playing.play(seed=1):
        pages.fragments(playing.table, [view])
        assert bool(parts._kept) != playing.state.over
    assert playing.state.over


def test_every_part_has_one_place_on_the_page() -> None:
    playing = Round()
    list(playing.play(seed=1, wild=True, most=9))
    for seat, name in ((0, "table"), (1, "table"), (None, "watch")):
        page = text(playing.page(seat or 0, name))
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        parts = by_id(Tree(whole(playing, View(seat, "ro", name, "http://x"))).root)
        assert set(parts) - {"version"} <= set(ids)
