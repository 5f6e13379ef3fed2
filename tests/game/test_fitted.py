"""Names where there is little room: what tells namesakes apart is never cut."""

import pytest

from game.templatetags.fitted import fitted


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ștefania-Alexandra", "<span>Ștefania-Alexandra</span>"),
        ("Ștefania-Alexandra 2", "<span>Ștefania-Alexandra</span> 2"),
        ("Ana Maria P.", "<span>Ana Maria</span> P."),
        ("Ana Maria", "<span>Ana Maria</span>"),
        ("2", "<span>2</span>"),
        ("<b> &2", "<span>&lt;b&gt;</span> &amp;2"),
    ],
)
def test_the_end_that_tells_namesakes_apart_stays_out_of_what_may_be_cut(
    name: str, shown: str
) -> None:
    assert fitted(name) == shown
