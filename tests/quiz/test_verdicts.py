"""What is said after an answer, and what the clock sends."""

import re

import pytest

from quiz.items import Form
from tests.quiz.sittings import Sitting, numbers
from tests.quiz.test_quiz_pages import an_item

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


def test_in_english_a_proper_name_keeps_its_capital() -> None:
    sitting = Sitting([an_item(Form.REGION, about="EU4")])
    sitting.client.cookies["django_language"] = "en"
    assert "The Iberian lynx is at home here." in sitting.see().content.decode()


def test_a_wrong_order_says_where_each_was_put() -> None:
    sitting = Sitting([an_item(Form.ORDER)])
    sitting.client.cookies["django_language"] = "en"
    page = sitting.say(*numbers(sitting.attempt.item(0), False), htmx=True).content.decode()
    assert [int(n) for n in re.findall(r"you put it in place (\d)", page)] == [4, 3, 2, 1]
