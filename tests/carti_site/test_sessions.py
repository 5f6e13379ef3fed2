"""A session is found until it expires."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from carti_site.sessions import SessionStore

pytestmark = pytest.mark.django_db


def kept() -> str:
    """The key of a session that Django has made."""
    session = db.SessionStore()
    session["player"] = 7
    session.save()
    return str(session.session_key)


def test_it_holds_what_was_kept() -> None:
    assert SessionStore(kept())["player"] == 7


def test_an_expired_one_is_nobodys_and_its_key_is_not_used_again() -> None:
    key = kept()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    session = SessionStore(key)
    assert session.is_empty() is False  # it has a key until it is looked for
    assert dict(session.items()) == {}
    assert session.session_key is None
    session["player"] = 8
    session.save()
    assert session.session_key != key


def test_a_key_that_was_never_given_is_nobodys() -> None:
    session = SessionStore("0123456789abcdefghijklmnopqrstuv")
    assert dict(session.items()) == {}
    assert session.session_key is None
