"""A quiz in the browser: begun, answered with and without htmx, left, refused, over."""

import random
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from quiz.animals import animals
from quiz.items import CONTINENTS, FORMS, Form, Item, Shows, make
from quiz.models import Attempt, Response
from tests.conftest import client_of, guest
from tests.quiz.sittings import HTMX, Sitting, numbers

pytestmark = pytest.mark.django_db

EVERY = [(form, shows) for shows in Shows for form in FORMS[shows]]
ABOUT = "AF9"


def an_item(form: Form, shows: Shows = Shows.ALL, about: str = ABOUT) -> Item:
    return make(form, about, animals(), random.Random(5), shows)


def regions(n: int = 3) -> list[Item]:
    return [an_item(Form.REGION, about=code) for code in ("AF9", "EU6", "AU8", "AM5", "AS3")[:n]]


def alert_of(page: str) -> str:
    found = re.search(r'role="alert">([^<]+)</p>', page)
    return found[1] if found else ""


@pytest.mark.parametrize(
    "form",
    [
        {"kind": "quick"},
        {"kind": "quick", "length": 20, "shows": "region"},
        {"kind": "quick", "length": 5, "shows": "picture", "timed": 1, "factor": "1.5"},
        {"kind": "continent", "continent": "AM"},
        {"kind": "check", "continent": "AU"},
        {"kind": "all"},
        {"kind": "daily"},
    ],
)
@pytest.mark.parametrize("language", ["ro", "en"])
def test_each_kind_begins_in_one_press_for_somebody_new(
    form: dict[str, object], language: str
) -> None:
    browser = Client()
    browser.cookies["django_language"] = language
    begun = browser.post("/quiz/start/", form)
    assert begun.status_code == 302
    page = browser.get(begun.headers["Location"])
    assert page.status_code == 200
    attempt = Attempt.objects.get()
    assert begun.headers["Location"] == f"/quiz/{attempt.pk}/"
    assert attempt.seconds == (30 if form.get("timed") else None)
    assert ("clock" in page.content.decode()) == bool(form.get("timed"))


def test_mistakes_are_gone_over_once_there_are_some() -> None:
    sitting = Sitting(regions())
    refused = sitting.client.post("/quiz/start/", {"kind": "mistakes"})
    assert refused.status_code == 409
    assert alert_of(refused.content.decode())
    sitting.go(True, False, True)
    begun = sitting.client.post("/quiz/start/", {"kind": "mistakes"})
    assert begun.status_code == 302
    assert Attempt.objects.latest("pk").items[0]["cards"] == ["EU6"]


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"kind": "x"},
        {"kind": "set"},
        {"kind": "continent"},
        {"kind": "check", "continent": "XX"},
        {"kind": "quick", "length": 1000},
        {"kind": "quick", "shows": "all\x00"},
        {"kind": "quick", "timed": 1, "factor": "0"},
    ],
)
def test_a_quiz_that_is_not_offered_is_not_begun(form: dict[str, object]) -> None:
    assert Client().post("/quiz/start/", form).status_code == 400
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize(("form", "shows"), EVERY)
@pytest.mark.parametrize("right", [True, False])
def test_every_form_is_asked_answered_and_explained(
    form: Form, shows: Shows, right: bool, language: str
) -> None:
    item = an_item(form, shows)
    sitting = Sitting([item, item], shows=shows)
    sitting.client.cookies["django_language"] = language
    assert sitting.see().status_code == 200

    answer = sitting.say(*numbers(item, right))
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{sitting.url}0/"
    page = sitting.client.get(answer.headers["Location"]).content.decode()
    assert ("verdict--right" in page) == right
    assert "<html" in page
    assert [one.right for one in Response.objects.all()] == [right] * len(item.cards)

    part = sitting.say(*numbers(item, right), htmx=True)
    assert part.status_code == 200
    text = part.content.decode()
    assert "<html" not in text
    assert "<title>" in text
    assert ("verdict--right" in text) == right
    end = sitting.see()
    assert end.status_code == 200
    assert 'class="end"' in end.content.decode()


def test_a_double_press_counts_once_and_shows_the_same_answer() -> None:
    sitting = Sitting(regions())
    said = numbers(sitting.attempt.item(0))
    first, second = (sitting.say(*said, position=0, htmx=True).content.decode() for _ in range(2))
    assert 'id="next"' in first
    assert 'id="next"' in second
    assert (Response.objects.count(), sitting.attempt.position) == (1, 1)


def test_another_answer_from_a_second_tab_is_refused_and_the_first_stays() -> None:
    sitting = Sitting(regions())
    item = sitting.attempt.item(0)
    sitting.say(*numbers(item, right=False), position=0)
    for htmx in (False, True):
        late = sitting.say(*numbers(item), position=0, htmx=htmx)
        assert late.status_code == 409
        page = late.content.decode()
        assert alert_of(page)
        assert 'class="verdict"' in page
    assert [one.right for one in Response.objects.all()] == [False]


def test_a_refresh_and_coming_back_show_the_question_it_is_the_turn_of() -> None:
    sitting = Sitting(regions())
    sitting.go(True)
    for _ in range(3):
        page = sitting.see().content.decode()
        assert "2 din 3" in page
    assert sitting.client.get(f"{sitting.url}1/").headers["Location"] == sitting.url
    assert sitting.client.get(f"{sitting.url}9/").headers["Location"] == sitting.url
    choices = sitting.client.get("/quiz/").content.decode()
    assert f'href="{sitting.url}"' in choices


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    "said", [[], ["0"], ["6"], ["EU"], ["1", "2"], ["²"], ["1 "], ["\x00"], ["9" * 5000]]
)
def test_an_answer_that_was_not_offered_is_refused_with_a_sentence(
    said: list[str], htmx: bool
) -> None:
    sitting = Sitting(regions())
    answer = sitting.say(*said, htmx=htmx)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert alert_of(page)
    assert 'id="ask"' in page
    assert not Response.objects.exists()


@pytest.mark.parametrize("form", [Form.SORT, Form.ORDER])
def test_tiles_that_are_not_all_placed_are_refused(form: Form) -> None:
    sitting = Sitting([an_item(form)])
    full = numbers(sitting.attempt.item(0))
    for said in (full[:-1], [*full, 1], [0] * len(full), [""] * len(full)):
        answer = sitting.say(*said)
        assert answer.status_code == 422
        assert alert_of(answer.content.decode())
    assert not Response.objects.exists()


def test_a_question_that_has_not_come_yet_is_not_answered() -> None:
    sitting = Sitting(regions())
    for position in (1, 2, 3, 10**9):
        answer = sitting.say(1, position=position)
        assert answer.status_code == 409
        assert alert_of(answer.content.decode())
    assert not Response.objects.exists()


def test_a_finished_quiz_takes_nothing_more() -> None:
    sitting = Sitting(regions())
    sitting.finish()
    answer = sitting.say(1, position=3)
    assert answer.status_code == 409
    assert alert_of(answer.content.decode())
    assert Response.objects.count() == 3


@pytest.mark.parametrize("method", ["get", "head", "post"])
def test_somebody_elses_quiz_and_one_that_is_not_there_are_404(method: str) -> None:
    sitting = Sitting(regions())
    for browser in (Client(), client_of(guest("Zoe"))):
        for pk in (sitting.pk, 10**6, 10**30):
            for path in (f"/quiz/{pk}/", f"/quiz/{pk}/0/", f"/quiz/{pk}/again/"):
                answer = getattr(browser, method)(path)
                if method != "post" and path.endswith("again/"):
                    assert answer.headers["Location"] == "/quiz/"
                else:
                    assert answer.status_code in (404, 405 if path == f"/quiz/{pk}/" else 404), path
    assert not Response.objects.exists()


def test_head_answers_as_get_does() -> None:
    sitting = Sitting(regions())
    sitting.go(True)
    for path in ("/quiz/", sitting.url, f"{sitting.url}0/"):
        head, get = sitting.client.head(path), sitting.client.get(path)
        assert (head.status_code, head.content) == (get.status_code, b"")


def test_an_answer_without_the_forms_token_is_403() -> None:
    sitting = Sitting(regions())
    strict = client_of(sitting.player, enforce_csrf_checks=True)
    for path in (f"{sitting.url}0/", f"{sitting.url}again/", "/quiz/start/"):
        assert strict.post(path, {"answer": 1, "kind": "quick"}).status_code == 403
    assert not Response.objects.exists()


def test_when_the_time_is_up_no_answer_is_sent_and_that_is_said() -> None:
    sitting = Sitting(regions(), seconds=20)
    page = sitting.see().content.decode()
    assert 'data-left="20"' in page
    assert sitting.say().status_code == 422, "not before its time"
    passed = timezone.now() - timedelta(seconds=21)
    Attempt.objects.update(shown_at=passed)
    page = sitting.say(htmx=True).content.decode()
    assert "Timpul a trecut" in page or "Time is up" in page
    assert Response.objects.get().answer == ""
    assert sitting.say(position=0, htmx=True).status_code == 200, "sent again: the same"
    assert Response.objects.count() == 1


def test_a_back_button_gets_a_whole_page() -> None:
    sitting = Sitting(regions())
    page = sitting.see(**HTMX, **{"HX-History-Restore-Request": "true"}).content.decode()
    assert "<html" in page
    assert "<html" not in sitting.see(**HTMX).content.decode()


def test_only_what_went_wrong_again_and_the_same_once_more() -> None:
    sitting = Sitting(regions(5))
    sitting.go(True, False, True, False, True)
    wrong = sitting.client.post(f"{sitting.url}again/", {"wrong": "1"})
    assert wrong.status_code == 302
    assert [kept["cards"] for kept in Attempt.objects.latest("pk").items] == [["EU6"], ["AM5"]]
    assert sitting.client.post(f"{sitting.url}again/").status_code == 302
    assert len(Attempt.objects.latest("pk").items) == 5

    right = Sitting(regions(), player=sitting.player)
    right.finish()
    refused = right.client.post(f"{right.url}again/", {"wrong": "1"})
    assert refused.status_code == 409
    assert alert_of(refused.content.decode())


def test_the_end_of_a_lessons_check_leads_back_to_the_lesson() -> None:
    sitting = Sitting(regions(), kind="check", continent="AF")
    sitting.finish()
    assert 'href="/learn/africa/"' in sitting.see().content.decode()


@pytest.mark.parametrize("language", ["ro", "en"])
def test_the_days_practice_ends_in_the_evening_with_its_animals(language: str) -> None:
    sitting = Sitting(regions(5), kind="daily")
    sitting.client.cookies["django_language"] = language
    sitting.finish()
    page = sitting.see().content.decode()
    assert "dusk" in page
    assert page.count("dusk__lit") == 5
    for slug in ("zebra", "ren", "koala", "condorul-andin", "panda-rosu"):
        assert f'href="/animals/{slug}/"' in page


def test_what_was_wrong_in_the_days_practice_is_not_called_better() -> None:
    sitting = Sitting(regions(2), kind="daily")
    sitting.go(False, True)
    sitting.finish()
    page = sitting.see().content.decode()
    assert page.count("dusk__lit") == 1


class TestAnAnimalThatIsNoLongerInTheDeck:
    def gone(self, form: Form = Form.REGION) -> Item:
        item = an_item(form)
        swap = {ABOUT: "XX1"}
        return Item(
            item.form,
            item.shows,
            tuple(swap.get(code, code) for code in item.cards),
            tuple(swap.get(code, code) for code in item.options),
            tuple(swap.get(code, code) for code in item.key),
            item.claim,
        )

    @pytest.mark.parametrize("form", list(Form))
    def test_its_question_is_passed_over(self, form: Form) -> None:
        sitting = Sitting([self.gone(form), *regions(1)])
        page = sitting.see()
        assert page.status_code == 200
        assert sitting.attempt.position == 1
        sitting.go(True)
        assert sitting.see().status_code == 200

    def test_a_quiz_of_nothing_else_is_over(self) -> None:
        sitting = Sitting([self.gone(), self.gone(Form.FACT)])
        page = sitting.see().content.decode()
        assert 'class="end"' in page
        assert sitting.attempt.finished_at is not None

    @pytest.mark.parametrize("form", list(Form))
    @pytest.mark.parametrize("answered", [True, False])
    def test_its_answer_and_the_end_are_still_shown(self, form: Form, answered: bool) -> None:
        sitting = Sitting([self.gone(form), *regions(1)], position=1)
        if answered:
            for code in sitting.attempt.item(0).cards:
                Response.objects.create(
                    attempt=sitting.attempt,
                    position=0,
                    card=code,
                    form=form,
                    answer="EU",
                    right=False,
                    at=timezone.now(),
                )
        assert sitting.client.get(f"{sitting.url}0/").status_code == 200
        sitting.go(True)
        assert sitting.see().status_code == 200
        assert sitting.client.get("/quiz/").status_code == 200
        assert sitting.client.get("/progress/").status_code == 200


class TestTiles:
    @pytest.mark.parametrize("form", [Form.SORT, Form.ORDER])
    def test_the_address_says_where_they_lie(self, form: Form) -> None:
        sitting = Sitting([an_item(form)])
        page = sitting.see("?tile=1&to=2").content.decode()
        assert 'name="put" value="1.2"' in page
        page = sitting.see("?put=1.2&tile=2&to=1").content.decode()
        assert 'name="put" value="1.2-2.1"' in page
        page = sitting.see("?put=1.2-2.1&tile=1&to=3").content.decode()
        assert 'name="put" value="1.3-2.1"' in page, "a placed one can be moved"

    def test_once_all_lie_somewhere_they_can_be_sent(self) -> None:
        sitting = Sitting([an_item(Form.SORT)])
        put = "-".join(f"{n}.{place}" for n, place in enumerate(numbers(an_item(Form.SORT)), 1))
        page = sitting.see(f"?put={put}").content.decode()
        said = re.findall(r'name="answer" value="(\d)"', page)
        assert len(said) == 6
        sitting.say(*said)
        assert all(one.right for one in Response.objects.all())
        assert 'name="answer"' not in sitting.see("?put=1.1").content.decode()

    @pytest.mark.parametrize(
        "query",
        ["put=x", "put=9.9", "put=1.1.1", "tile=0&to=0", "put=²", "put=" + "1.1-" * 99, "to=1"],
    )
    def test_nonsense_in_the_address_moves_nothing(self, query: str) -> None:
        sitting = Sitting([an_item(Form.ORDER)])
        page = sitting.see(f"?{query}")
        assert page.status_code == 200
        assert not Response.objects.exists()


def test_the_page_of_choices_for_somebody_new_and_for_somebody_with_a_past() -> None:
    new = Client().get("/quiz/").content.decode()
    assert new.count('class="land ') == len(CONTINENTS)
    assert 'value="mistakes"' not in new
    sitting = Sitting(regions())
    sitting.go(False)
    page = sitting.client.get("/quiz/").content.decode()
    assert 'value="mistakes"' in page
    assert sitting.url in page
