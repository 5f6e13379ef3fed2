"""Cases 6 and 7: nothing anybody receives tells another's cards."""

import random
import re
from collections.abc import Iterator
from html import unescape
from itertools import chain
from typing import Any

import pytest
from django.test import Client

from game import engine, history, selectors, services
from game.catalogue import LONG
from game.models import Table
from game.names import alphabetical
from tests.conftest import client_of, guest, player_at
from tests.game.rounds import HTMX, Deal, Round, browser_in, slug_of, text
from tests.game.secrecy import CODE, TOKENS, heard, known_to, other_deal, told_by

pytestmark = pytest.mark.django_db

LANGUAGES = ("ro", "en")


def asked_by(browser: Client, playing: Round, htmx: bool) -> Iterator[tuple[str, Any]]:
    """All that somebody can ask of a table without changing it."""
    for name in ("table", "watch", "record", "qr", "events"):
        yield name, browser.get(playing.address(name), {"page": "table"})
    for page in ("lobby", "table", "end", "watch"):
        yield f"fresh {page}", browser.get(playing.address("fresh"), {"page": page})
    headers = HTMX if htmx else {}
    stale = {"version": 0, "card": "lup", "row": "EU"}
    yield "stale move", browser.post(playing.address("move"), stale, headers=headers)
    yield "bad move", browser.post(playing.address("move"), {}, headers=headers)
    yield "stale pass", browser.post(playing.address("pass"), {"version": 0}, headers=headers)
    for name in ("ask", "again", "time"):
        yield name, browser.post(playing.address(name), headers=headers)
    yield "join", browser.get("/join/", {"code": playing.table.code})
    yield "home", browser.get("/")


# Pages that show animals of their own, the same for everybody.
FIXED = ("home", "join", "bad move")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("people", "referee", "explain"), [(3, "table", True), (4, "strict", True), (6, "off", False)]
)
def test_case_6_no_byte_of_a_whole_game_tells_anothers_card(
    language: str, people: int, referee: str, explain: bool
) -> None:
    playing = Round(people, referee=referee, explain=explain)
    viewers: list[tuple[int | None, Client]] = [(None, browser_in(language))]
    for index, browser in enumerate(playing.browsers):
        browser.cookies["django_language"] = language
        viewers.append((index, browser))
    shown: set[str] = set()
    looked = 0
    game = chain(playing.play(seed=people, wild=True, most=70), playing.play(seed=people))
    for state in game:
        shown |= {card for cards in engine.seat_view(state, None).shown for card in cards}
        looked += 1
        if looked % 9 and not state.over:
            continue
        seat, browser = viewers[looked // 9 % len(viewers)]
        known = known_to(state, seat, shown)
        hidden = set(engine.CARDS) - known
        for other, _ in viewers:  # the last move told something new to others as well
            told = heard(playing, other, language)
            assert not CODE.search(unescape(told)), other
            if other == seat:
                assert told_by(told, hidden, known, language) == set(), other
        for name, answer in asked_by(browser, playing, htmx=bool(looked % 2)):
            headers = "\n".join(f"{key}: {value}" for key, value in answer.headers.items())
            assert not CODE.search(headers), (name, headers)
            if answer.streaming:
                continue
            page = text(answer)
            if name == "record" and answer.status_code == 200:
                assert state.over
                continue  # the game as a file, for those who played it
            assert not CODE.search(unescape(page)), name
            if name not in FIXED and answer.status_code != 404:
                assert told_by(page, hidden, known, language) == set(), (name, seat)
    assert looked > 20


def test_case_7_a_player_who_opens_the_projectors_page_sees_no_hand() -> None:
    playing = Round()
    list(playing.play(seed=1, most=6))
    for name, query in (("watch", {}), ("fresh", {"page": "watch"})):
        answer = playing.browsers[0].get(playing.address(name), query)
        page = text(answer)
        assert answer.status_code == 200
        assert 'name="card"' not in page
        assert 'id="hand"' not in page
        own = playing.state.hands[0]
        known = known_to(playing.state, None, set())
        assert told_by(page, set(own), known, "ro") == set()
        stranger = Client().get(playing.address(name), query)
        assert strip(page) == strip(text(stranger))


def strip(page: str) -> str:
    """The page without what differs from visit to visit."""
    return TOKENS.sub(r"\1", page)


def elsewhere_hidden(playing: Round, seat: int | None, rng: random.Random) -> Deal:
    """A deal that looks the same to the seat by now; its own cards are where they were."""
    record = selectors.record_of(playing.table)
    deal = other_deal(record.hands, record.actions, seat, rng)
    assert seat is None or deal[seat] == list(record.hands[seat])
    return deal


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_other_hidden_hands_make_the_very_same_bytes(seat: int | None, language: str) -> None:
    """The strongest form: whatever hides elsewhere, this viewer receives the same."""
    playing = Round()
    rng = random.Random(7)
    browser = browser_in(language) if seat is None else playing.browsers[seat]
    browser.cookies["django_language"] = language
    stranger = browser_in(language)
    looked = 0
    for state in playing.play(seed=3, wild=True, most=45):
        looked += 1
        if looked % 11 or state.over:
            continue
        table = playing.table
        was = history.game_of(table)
        before = seen(browser, playing), seen(stranger, playing), heard(playing, seat, language)
        Table.objects.filter(pk=table.pk).update(deal=elsewhere_hidden(playing, seat, rng))
        history.forget()
        now = history.game_of(playing.table)
        assert [entry.events for entry in now.entries] == [entry.events for entry in was.entries]
        assert now.state.hands != was.state.hands
        after = seen(browser, playing), seen(stranger, playing), heard(playing, seat, language)
        Table.objects.filter(pk=table.pk).update(deal=table.deal)
        history.forget()
        for one, other in zip(before, after, strict=True):
            assert one == other
    assert looked == 45


def seen(browser: Client, playing: Round) -> dict[str, tuple[int, str, dict[str, str]]]:
    """Status, bytes and headers of all that somebody can ask."""
    found = {}
    for name, answer in asked_by(browser, playing, htmx=False):
        if name in ("home", "join"):
            continue  # chosen at random, as an animal to sit down with
        body = "" if answer.streaming else strip(text(answer))
        headers = {key: value for key, value in answer.headers.items() if key != "Content-Length"}
        found[name] = answer.status_code, body, headers
    return found


def hand_of(page: str) -> list[tuple[str, str, int, str]]:
    """(slug, name, number, skeleton) of each card of the hand, as the page lists them."""
    hand = page.split('id="hand"')[1].split("</fieldset>")[0]
    cards = []
    for item in hand.split("<li")[1:]:
        slug = re.search(r'value="([\w-]+)"', item)
        name = re.search(r'card__name">([^<]*)<', item)
        region = re.search(r'card__region">(.*?)</span></span>', item)
        number = re.search(r'card__number">(\d+)<', item)
        assert slug
        assert name
        assert region
        assert number
        skeleton = item
        # Long words are set smaller; that they are long is seen anyway.
        words = unescape(name[1] + re.sub(r"<[^>]*>", "", region[1]).strip())
        assert (" card__band--long" in item) == (len(words) > LONG)
        skeleton = skeleton.replace(" card__band--long", "")
        for word in sorted((slug[1], name[1], region[1]), key=len, reverse=True):
            skeleton = skeleton.replace(word, "…")
        skeleton = re.sub(rf"\b{number[1]}\b", "n", skeleton)
        cards.append((slug[1], unescape(name[1]), int(number[1]), skeleton.split("</ul>")[0]))
    return cards


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hands_order_and_its_attributes_do_not_tell_the_continent(language: str) -> None:
    for _ in range(10):
        playing = Round()
        browser = playing.browsers[0]
        browser.cookies["django_language"] = language
        for page in (
            text(browser.get(playing.address("table"))),
            text(browser.get(playing.address("fresh"), {"page": "table"})),
        ):
            cards = hand_of(page)
            assert {card[0] for card in cards} == {slug_of(c) for c in playing.state.hands[0]}
            assert [card[1:3] for card in cards] == sorted(
                (card[1:3] for card in cards), key=lambda card: (card[1], alphabetical(card[0]))
            )
            assert len({card[3].strip() for card in cards}) == 1


def test_a_game_against_bots_nobody_watches_and_its_code_opens_nothing() -> None:
    browser = Client()
    browser.post("/solo/", {"players": 3})
    table = Table.objects.get()
    for stranger in (Client(), client_of(guest("Zoe"))):
        for name in ("watch/", "record/", "fresh/?page=watch", "fresh/?page=table", "events/"):
            assert stranger.get(f"/t/{table.code}/{name}").status_code == 404
        assert stranger.get(f"/t/{table.code}/").status_code == 302


def test_nothing_of_the_seed_or_the_deal_is_in_any_page() -> None:
    playing = Round()
    table = playing.table
    for name, answer in asked_by(playing.browsers[0], playing, htmx=False):
        if not answer.streaming:
            assert str(table.seed) not in text(answer), name
            assert str(table.pk) not in re.findall(r'(?:table|pk|id)[-_="]+(\d+)', text(answer))


def test_the_record_is_kept_back_until_the_end() -> None:
    playing = Round()
    missing = Client().get("/t/K7MP2Q/record/")
    for _ in playing.play(seed=2, most=30):
        answer = playing.browsers[0].get(playing.address("record"))
        assert answer.status_code == 404
        assert len(text(answer)) == pytest.approx(len(text(missing)), abs=200)
    playing.finish(seed=3)
    assert playing.browsers[0].get(playing.address("record")).status_code == 200
    for stranger in (Client(), client_of(guest("Zoe"))):
        assert stranger.get(playing.address("record")).status_code == 404


def test_who_left_the_lobby_gets_nothing_of_the_game() -> None:
    playing = Round()
    table = playing.table
    Table.objects.filter(pk=table.pk).update(phase="lobby", deal=None)
    left = player_at(table, 2)
    services.leave(table=playing.table, player=left)
    services.start(table=playing.table, player=player_at(table, 0))
    browser = client_of(left)
    assert browser.get(playing.address("table")).status_code == 302
    assert browser.get(playing.address("fresh"), {"page": "table"}).status_code == 404
