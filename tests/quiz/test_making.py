"""A teacher makes a quiz; and whose it is."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from quiz.builder import possible
from quiz.items import FORMS, Form, Item, Shows
from quiz.models import Quiz
from quiz.pages import asking
from quiz.services.making import make_items
from tests.conftest import client_of, guest
from tests.quiz.desks import chosen, desk, kept, take, text
from tests.quiz.sittings import HTMX

pytestmark = pytest.mark.django_db


def test_what_is_kept_are_the_questions_that_were_seen() -> None:
    browser = desk()
    for seed in ("7", "8"):
        page = text(browser.post("/quizzes/new/", chosen(seed=seed)))
        stems = []
        for at in range(12):
            part = browser.post("/quizzes/new/", chosen(seed=seed, go=at), headers=HTMX)
            found = re.search(r'taste__stem">(.*?)</p>', part.content.decode())
            assert found
            stems.append(found[1])
        assert "question 1 of 12" in page
        assert browser.post("/quizzes/new/", chosen(seed=seed, do="keep")).status_code == 302
        made = Quiz.objects.latest("pk")
        with translation.override("en"):
            items = [Item.from_json(one) for one in made.items]
            assert stems == [str(asking.question(item, {}).stem) for item in items]
    assert Quiz.objects.count() == 2
    first, second = Quiz.objects.order_by("pk")
    assert first.items != second.items


def test_other_questions_come_with_another_seed() -> None:
    browser = desk()
    part = browser.post("/quizzes/new/", chosen(other="1"), headers=HTMX).content.decode()
    seed = re.search(r'name="seed" value="(\d+)"', part)
    assert seed
    assert seed[1] != "7"
    assert Quiz.objects.count() == 0


def test_the_preview_shows_the_key_and_how_long_it_takes() -> None:
    part = desk().post("/quizzes/new/", chosen(kinds=["region"]), headers=HTMX).content.decode()
    assert "<html" not in part
    assert part.count('class="taste__yes"') == 1
    assert "12 questions, about 6 minutes" in part


@pytest.mark.parametrize("form", Form)
def test_every_kind_of_question_is_previewed_with_its_key(form: Form) -> None:
    answer = desk().post("/quizzes/new/", chosen(kinds=[form], length="6"), headers=HTMX)
    assert answer.status_code == 200
    assert 'class="taste__yes"' in answer.content.decode()


@pytest.mark.parametrize(
    ("wrong", "field", "says"),
    [
        ({"title": " "}, "title", "Give the quiz a name."),
        ({"title": "a" * 81}, "title", "That is too long: at most 80 letters."),
        ({"continents": []}, "continents", "Choose a continent."),
        ({"continents": ["XX"]}, "continents", "Choose a continent."),
        ({"cards": []}, "cards", "Choose an animal."),
        ({"continents": ["AS"], "cards": ["AF8"]}, "cards", "Choose an animal."),
        ({"kinds": []}, "kinds", "Choose a kind of question."),
        ({"kinds": ["quiz"]}, "kinds", "Choose a kind of question."),
        (
            {"kinds": ["animal"], "shows": "region"},
            "kinds",
            "None of these can be asked with the region only.",
        ),
        (
            {"kinds": ["pin"], "shows": "picture"},
            "kinds",
            "None of these can be asked with the picture only.",
        ),
    ],
)
def test_what_is_wrong_is_said_beside_the_field_and_what_was_typed_is_kept(
    wrong: dict[str, object], field: str, says: str
) -> None:
    sent = chosen(length="20", seconds="40", do="keep", **{"title": "Ținuturi și animale", **wrong})
    answer = desk().post("/quizzes/new/", sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    beside = re.search(rf'id="error-{field}">(.*?)</div>', page, flags=re.S)
    assert beside
    assert says in unescape(beside[1])
    assert f'value="{sent["title"]}"' in page
    for name, value in (("length", "20"), ("seconds", "40"), ("shows", sent["shows"])):
        assert f'name="{name}" value="{value}" checked' in page
    assert Quiz.objects.count() == 0


@pytest.mark.parametrize(
    "garbage",
    [
        {"length": "9999"},
        {"seconds": "-1"},
        {"shows": "nothing"},
        {"shuffled": "maybe"},
        {"seed": "x" * 3000, "at": "-3"},
        {"seed": "9" * 40, "at": "9" * 40},
        {"cards": ["EU99", "\0"]},
        {"title": "\0\u202e"},
    ],
)
def test_garbage_makes_no_quiz_of_another_kind_and_no_error(garbage: dict[str, object]) -> None:
    answer = desk().post("/quizzes/new/", chosen(do="keep", **garbage))
    assert answer.status_code in (302, 422)
    for quiz in Quiz.objects.all():
        assert (len(quiz.items), quiz.seconds, quiz.shows) == (12, None, "all")


def test_choices_are_kept_with_the_quiz_and_there_is_no_clock_by_default() -> None:
    browser = desk()
    browser.post("/quizzes/new/", chosen(do="keep"))
    plain = Quiz.objects.get()
    assert (plain.title, plain.seconds, plain.shuffled) == ("Asia or Africa?", None, True)
    fields = {"length": "0", "seconds": "20", "shuffled": "0", "shows": "region", "kinds": ["map"]}
    answer = browser.post("/quizzes/new/", chosen(do="give", continents=["AU", "EU"], **fields))
    quiz = Quiz.objects.latest("pk")
    assert answer.headers["Location"] == f"/quizzes/{quiz.pk}/give/"
    assert (quiz.seconds, quiz.shuffled, quiz.shows) == (20, False, "region")
    assert len(quiz.items) == 24
    assert {one["cards"][0][:2] for one in quiz.items} == {"AU", "EU"}
    assert {one["form"] for one in quiz.items} == {"map"}


def test_a_second_press_keeps_no_second_quiz() -> None:
    browser = desk()
    for _ in range(2):
        assert browser.post("/quizzes/new/", chosen(do="keep")).status_code == 302
    assert Quiz.objects.count() == 1
    browser.post("/quizzes/new/", chosen(do="keep", title="Another"))
    assert Quiz.objects.count() == 2


def test_nothing_is_asked_twice_and_what_is_otherwise_is_said() -> None:
    sent = chosen(cards=["AF9", "AS8"], kinds=["region", "fact"], length="20")
    page = text(desk().post("/quizzes/new/", sent))
    assert "4 questions" in page
    assert "Only 4 different questions can be made of these." in page
    sent = chosen(cards=["AF8"], kinds=["animal"], length="6")
    assert "1 question asks by the region instead" in text(desk().post("/quizzes/new/", sent))
    sent = chosen(kinds=["region", "fact"], shows="region")
    assert "Left out, since pupils see less: Whose story is it." in text(
        desk().post("/quizzes/new/", sent)
    )


@pytest.mark.parametrize("shows", Shows)
def test_as_many_different_questions_as_are_possible(shows: Shows) -> None:
    cards = ["AF8", "AF9", "EU12", "AM3", "AU8"]
    forms = FORMS[shows]
    n = possible(cards, forms, shows)
    items = make_items(cards=cards, forms=forms, shows=shows, length=n, seed=3)
    assert len(items) == n
    pairs = [(item.cards[0], item.form) for item in items]
    assert len(set(pairs)) > 0.9 * n, "some forms can't be made of every draw"


def test_another_teachers_quiz_is_not_there() -> None:
    quiz = kept(name="ene")
    other = desk("pop")
    for path in ("", "give/", "1/"):
        assert other.get(f"/quizzes/{quiz.pk}/{path}").status_code == 404
    assert other.post(f"/quizzes/{quiz.pk}/1/", {"do": "out"}).status_code == 404
    assert other.post(f"/quizzes/{quiz.pk}/open/", {"open": "0"}).status_code == 404
    assert quiz.title not in text(other.get("/quizzes/"))
    quiz.refresh_from_db()
    assert quiz.open
    assert "void" not in quiz.items[0]


def test_pupils_and_guests_come_to_no_page_of_teachers() -> None:
    quiz = kept()
    for browser in (Client(), client_of(guest())):
        for path in (
            "/quizzes/",
            "/quizzes/new/",
            f"/quizzes/{quiz.pk}/",
            f"/quizzes/{quiz.pk}/1/",
        ):
            assert browser.get(path).status_code == 302
        assert browser.post("/quizzes/new/", chosen(do="keep")).status_code == 302
        browser.post(f"/quizzes/{quiz.pk}/1/", {"do": "out"})
    assert Quiz.objects.count() == 1
    quiz.refresh_from_db()
    assert "void" not in quiz.items[0]


def test_the_list_says_how_many_took_each_and_asks_the_database_as_often_for_many() -> None:
    quiz, player = kept(), guest()
    for _ in range(2):
        take(quiz, "AF", "AF", "AS", player=player)
    take(quiz, "AF")
    page = text(desk().get("/quizzes/"))
    assert "3 questions, taken by 1" in page
    counts = []
    for n in range(2):
        kept(title=f"Another {n}")
        with CaptureQueriesContext(connection) as asked:
            desk().get("/quizzes/")
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_an_empty_list_leads_to_the_first_quiz() -> None:
    assert 'href="/quizzes/new/"' in desk().get("/quizzes/").content.decode()
