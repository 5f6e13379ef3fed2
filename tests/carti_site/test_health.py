"""What tells whoever looks after the process that it lives, and that it can serve."""

from pathlib import Path

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from game.models import Card
from tests.site import Browser, Site, manage


def test_a_running_site_lives_and_is_ready(site: Site) -> None:
    for path in ("/healthz", "/readyz"):
        browser = Browser(site)
        answer = browser.get(path, Host="10.1.2.3")
        assert (answer.status, answer.text) == (200, "ok\n")
        assert browser.cookies == {}
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_any_host_may_be_named_by_who_asks_for_health(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["carti.example"]
    assert Client().get("/readyz", headers={"host": "10.1.2.3:8000"}).status_code == 200
    assert Client().get("/rules/", headers={"host": "10.1.2.3:8000"}).status_code == 400


@pytest.mark.django_db
def test_it_says_what_is_missing(settings: Settings) -> None:
    Card.objects.filter(code="EU6").delete()
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert "load_catalogue" in answer.content.decode()
    MigrationRecorder.Migration.objects.filter(app="quiz").order_by("-pk")[:1].get().delete()
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {
            "BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage",
            "OPTIONS": {"location": "/nowhere"},
        }
    }
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert answer.content.decode().count("\n") == 2
    assert "`manage.py migrate`" in answer.content.decode()
    assert "collectstatic" in answer.content.decode()
    assert Client().get("/healthz").status_code == 200


ASK = "from django.test import Client; print(Client().get('/readyz').content.decode())"


def test_a_database_that_is_gone_is_told(tmp_path: Path) -> None:
    url = "postgres://nobody@127.0.0.1:1/nothing"
    told = manage(tmp_path, "shell", "-v", "0", "-c", ASK, DATABASE_URL=url)
    assert "The database does not answer." in told.stdout, told.stderr
