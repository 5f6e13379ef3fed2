"""What every test of the site starts from: the catalogue, and no prepared static files."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker, Settings

from game import catalogue, history, services
from game.models import Player, Table
from game.services import HUMAN
from game.throttle import guesses
from tests.site import Site


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test database holds the sixty cards."""
    with django_db_blocker.unblock():
        catalogue.load()
        catalogue.deck()  # kept, since tests with real transactions empty the tables
        catalogue.codes_by_slug()


@pytest.fixture(autouse=True)
def plain_static(settings: Settings) -> None:
    """Static addresses without hashes and files: `serve` prepares those, tests don't."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "whitenoise" not in name]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


@pytest.fixture(autouse=True)
def no_games_kept() -> None:
    """Tests that are rolled back give their tables the same keys again."""
    history.forget()


@pytest.fixture(autouse=True)
def nobody_has_guessed() -> None:
    """Every test has its wrong codes to itself."""
    guesses.forget()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as `manage.py serve` starts it, with data of its own."""
    site = Site(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.stop()


def guest(name: str = "Ana") -> Player:
    """A guest who has sat down before."""
    player = services.make_player()
    player.name = name
    player.save()
    return player


def open_for(*names: str, bots: int = 0, started: bool = True, **options: object) -> Table:
    """A table of these people and `bots` beginner bots; the first opened it."""
    players = [guest(name) for name in names]
    table = services.open_table(
        opener=players[0],
        plan=[HUMAN] * len(names) + ["beginner"] * bots,
        options=options,
        name=names[0],
        avatar="zebra",
    )
    for player in players[1:]:
        services.take_seat(table=table, player=player, name=player.name, avatar="koala")
    if started:
        services.start(table=table, player=players[0])
    table.refresh_from_db()
    return table


def client_of(player: Player, enforce_csrf_checks: bool = False) -> Client:
    """A browser whose session is this player's."""
    client = Client(enforce_csrf_checks=enforce_csrf_checks)
    session = client.session
    session["player"] = player.pk
    session.save()
    return client


def player_at(table: Table, index: int) -> Player:
    """Who sits there."""
    player = table.seats.get(index=index).player
    assert player is not None
    return player


def come_due() -> bool:
    """As if the time had passed until something is due at each table; whether anything will be."""
    tables = Table.objects.filter(due_at__isnull=False)
    for table in tables:
        assert table.due_at is not None
        wait = table.due_at - timezone.now()
        if wait > timedelta():
            Table.objects.filter(pk=table.pk).update(
                due_at=F("due_at") - wait, turn_at=F("turn_at") - wait
            )
            table.seats.update(away_since=F("away_since") - wait)
    return bool(tables)
