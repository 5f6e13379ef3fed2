"""What is said after an answer and at the end, and what the clock sends."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.html import escape

from game.catalogue import deck
from quiz.items import Form
from quiz.models import Response
from tests.quiz.sittings import Sitting, numbers
from tests.quiz.test_quiz_pages import an_item, regions

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("form", "sent"), [(Form.SORT, ["2", "", "", "", "", ""]), (Form.ORDER, [])]
)
def test_the_clock_sends_what_lies_in_its_place_by_now(form: Form, sent: list[str]) -> None:
    sitting = Sitting([an_item(form)], seconds=20)
    page = sitting.see("?tile=1&to=2").content.decode()
    clock = page[page.index('id="clock"') : page.index("clock__bar")]
    assert re.findall(r'name="answer" value="(\d?)"', clock) == sent
    assert 'data-seconds="40"' in clock


@pytest.mark.parametrize(
    ("form", "right", "says"),
    [
        (Form.PIN, True, "Yes: point "),
        (Form.PIN, False, "In fact: point "),
        (Form.HABITAT, True, "Yes: in the savanna."),
        (Form.FACT, False, "In fact: the plains zebra."),
        (Form.REGION, True, "Yes: Africa."),
        (Form.TRUTH, True, "Right: it&#x27;s "),
        (Form.TRUTH, False, "In fact, it&#x27;s "),
    ],
)
def test_an_answers_title_says_what_is_right(form: Form, right: bool, says: str) -> None:
    sitting = Sitting([an_item(form)])
    sitting.client.cookies["django_language"] = "en"
    page = sitting.say(*numbers(sitting.attempt.item(0), right), htmx=True).content.decode()
    assert says in page
    assert "The plains zebra lives " in page
    assert "Right: " not in page or form == Form.TRUTH, "once is enough"


@pytest.mark.parametrize(
    ("form", "says"),
    [
        (Form.REGION, "You find the Okavango Delta (Botswana) in Africa."),
        (Form.HABITAT, "Lives in the savanna."),
        (Form.ORDER, "Weighs 285\N{NO-BREAK SPACE}kg."),
        (Form.FACT, ""),
    ],
)
def test_the_end_tells_again_what_was_asked_and_not_known(form: Form, says: str) -> None:
    sitting = Sitting([an_item(form)])
    sitting.client.cookies["django_language"] = "en"
    sitting.say(*numbers(sitting.attempt.item(0), False))
    assert (
        f"<span>{says or escape(deck()['AF9'].fact['en'])}</span>" in sitting.see().content.decode()
    )


def test_a_habitat_is_shown_instead_of_the_map() -> None:
    page = Sitting([an_item(Form.HABITAT)]).say("1", htmx=True).content.decode()
    assert "art/landscapes/savanna" in page
    assert "art/world" not in page


def test_in_english_a_proper_name_keeps_its_capital() -> None:
    sitting = Sitting([an_item(Form.REGION, about="EU4")])
    sitting.client.cookies["django_language"] = "en"
    assert "The Iberian lynx is at home here." in sitting.see().content.decode()


def test_a_wrong_order_says_where_each_was_put() -> None:
    sitting = Sitting([an_item(Form.ORDER)])
    sitting.client.cookies["django_language"] = "en"
    page = sitting.say(*numbers(sitting.attempt.item(0), False), htmx=True).content.decode()
    assert [int(n) for n in re.findall(r"you put it in place (\d)", page)] == [4, 3, 2, 1]


def test_once_the_days_practice_is_done_every_page_says_so_and_the_same_of_tomorrow() -> None:
    sitting = Sitting(regions(5), kind="daily")
    sitting.client.cookies["django_language"] = "en"
    sitting.finish()
    pages = [
        sitting.see(),
        *(sitting.client.get(path) for path in ("/learn/", "/progress/", "/quiz/")),
    ]
    told = [page.content.decode() for page in pages]
    assert all("Done for today" in page for page in told)
    assert {re.findall(r"Tomorrow (\w+) animals? waits? for you", page)[0] for page in told} == {
        "six"
    }
    assert all("Would you like six more?" in page for page in told[1:])
    assert "<dt>Today</dt><dd>0</dd>" in told[2]
    assert "<dt>Tomorrow</dt><dd>6</dd>" in told[2]
    assert "wait for you today" not in told[2]


def test_what_comes_back_is_told_beside_how_many_questions_there_are() -> None:
    sitting = Sitting(regions(3), kind="check", continent="AF")
    sitting.client.cookies["django_language"] = "en"
    sitting.go(False)
    page = re.sub(r"<[^>]+>", "", sitting.see().content.decode())
    assert "Question 2 of 3" in page
    assert "+1 once more" in page
    sitting.go(True, True)
    page = re.sub(r"<[^>]+>", "", sitting.see().content.decode())
    assert "Once more: 1 of 1" in page
    sitting.go(True)
    end = sitting.see().content.decode()
    assert "+1 once more" not in end
    assert "Two out of three questions." in end


@pytest.mark.parametrize("form", [Form.DWELLER, Form.ODD, Form.FACT, Form.TRUTH])
def test_no_landscape_tells_where_an_animal_lives(form: Form) -> None:
    page = Sitting([an_item(form)]).see().content.decode()
    assert "art/animals/" in page
    assert "art/scenes/" not in page[page.index('id="ask"') :]


def test_a_chart_waits_for_a_second_day() -> None:
    sitting = Sitting(regions(3))
    sitting.finish()
    page = sitting.client.get("/progress/").content.decode()
    assert 'class="chart"' not in page
    Response.objects.filter(position=0).update(at=timezone.now() - timedelta(days=2))
    assert 'class="chart"' in sitting.client.get("/progress/").content.decode()
