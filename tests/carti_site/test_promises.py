"""SECURITY.md says what is so: every test that it names is there; and what no other test holds."""

import ast
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site import ROOT

PASSWORD, NEXT = "kiwi și zebra", "zebra și kiwi"
PAGE = "/classes/"

NAMED = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))


def test_every_test_that_is_named_is_there() -> None:
    assert len(NAMED) > 50
    for file, name in NAMED:
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        functions = {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
        assert name in functions, f"{file}::{name}"


@pytest.mark.django_db
def test_sessions_begin_anew_and_end_with_the_password() -> None:
    teacher = User.objects.create_user("ene", password=PASSWORD)
    here, elsewhere = Client(), Client()
    here.post("/solo/", {"players": 3})
    as_guest = here.cookies["sessionid"].value
    for browser in (here, elsewhere):
        browser.post("/teacher/", {"username": "ene", "password": PASSWORD})
        assert browser.get(PAGE).status_code == 200
    assert here.cookies["sessionid"].value != as_guest

    form = {"do": "password", "old": PASSWORD, "password": NEXT}
    assert here.post("/teacher/account/", form).status_code == 302
    assert here.get(PAGE).status_code == 200
    assert elsewhere.get(PAGE).status_code == 302, "signed out by the new password"

    kept = here.cookies["sessionid"].value
    here.post("/teacher/out/")
    thief = Client()
    thief.cookies["sessionid"] = kept
    assert thief.get(PAGE).status_code == 302, "nothing is left of it on the server"
    teacher.is_active = False
    teacher.save()
    assert here.post("/teacher/", {"username": "ene", "password": NEXT}).status_code == 422
