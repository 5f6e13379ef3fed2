"""Case 37: do the phones get in? What the laptop's screen tells of it, and a phone's."""

import pytest
from django.test import Client
from pytest_django import Settings

from game import lan
from tests.game.rounds import text

pytestmark = pytest.mark.django_db

LAPTOP, PHONE = "192.168.1.20", "192.168.1.33"
NOBODY = f"0 {LAPTOP}:8000"


@pytest.fixture(autouse=True)
def laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a network, and nobody came yet."""
    monkeypatch.setattr(lan, "_address_at", lambda _moment: LAPTOP)
    monkeypatch.setattr(lan, "devices", lan.Devices())


def on(address: str, host: str = "localhost:8000") -> Client:
    """A browser on the device with this address."""
    browser = Client(REMOTE_ADDR=address, headers={"Host": host})
    browser.cookies["django_language"] = "en"
    return browser


def test_the_laptop_shows_where_a_phone_is_to_go() -> None:
    page = text(on("127.0.0.1").get("/phones/"))
    assert f"This computer is on a network, at {LAPTOP}:8000." in page
    assert f"<strong>{LAPTOP}:8000/phone/</strong>" in page
    assert "QR code: opens the test on a phone" in page
    assert "No phone got here yet." in page
    assert "firewall" in page


def test_when_a_phone_has_come_the_laptop_says_so_by_itself() -> None:
    ask = {"known": NOBODY}
    laptop = on("127.0.0.1")
    assert laptop.get("/phones/fresh/", ask).status_code == 204
    assert "You got in!" in text(on(PHONE, f"{LAPTOP}:8000").get("/phone/"))
    page = text(laptop.get("/phones/fresh/", ask))
    assert page.count("A phone got here.") == 2, "to be seen, and to be heard"
    on(PHONE, f"{LAPTOP}:8000").get("/phone/")
    on("192.168.1.34", f"{LAPTOP}:8000").get("/phone/")
    assert "2 phones got here." in text(laptop.get("/phones/"))


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("127.0.0.1", "localhost:8000"),
        ("::1", "[::1]:8000"),
        (LAPTOP, f"{LAPTOP}:8000"),
        ("10.8.0.5", "10.8.0.5:8000"),  # by the address of its VPN
    ],
)
def test_the_laptop_itself_is_no_phone(address: str, host: str) -> None:
    assert "This is the computer itself" in text(on(address, host).get("/phone/"))
    assert len(lan.devices) == 0


def test_a_look_at_the_head_alone_is_nobody() -> None:
    on(PHONE, f"{LAPTOP}:8000").head("/phone/")
    assert len(lan.devices) == 0


def test_without_a_network_it_says_so_and_later_has_the_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lan, "_address_at", lambda _moment: lan.LOOPBACK)
    page = text(on("127.0.0.1").get("/phones/"))
    assert "This computer is on no network." in page
    assert "<svg" not in page.split("<main")[1]
    monkeypatch.setattr(lan, "_address_at", lambda _moment: "10.0.0.4")
    known = {"known": f"0 {lan.LOOPBACK}:8000"}
    assert "at 10.0.0.4:8000." in text(on("127.0.0.1").get("/phones/fresh/", known))


def test_started_for_this_computer_alone_it_says_what_to_do(settings: Settings) -> None:
    settings.PUBLIC_ADDRESS = "127.0.0.1:8000"
    page = text(on("127.0.0.1").get("/phones/"))
    assert "without --host" in page
    assert "QR code" not in page


def test_on_a_hosted_site_nobody_hears_of_other_schools_phones(settings: Settings) -> None:
    settings.HTTPS, settings.PUBLIC_ADDRESS = True, "carti.scoala.ro"
    on(PHONE, "carti.scoala.ro").get("/phone/")
    page = text(on("203.0.113.9", "carti.scoala.ro").get("/phones/"))
    assert "got here" not in page
    assert "firewall" not in page
    assert "keeps carti.scoala.ro out" in page


def test_devices_are_known_for_a_while_and_not_without_end() -> None:
    now = 0.0
    devices = lan.Devices(lambda: now)
    devices.came(PHONE)
    now = lan.WINDOW - 1
    devices.came("192.168.1.34")
    assert len(devices) == 2
    now = lan.WINDOW
    assert len(devices) == 1
    for n in range(lan.MOST + 5):
        devices.came(f"10.0.{n // 256}.{n % 256}")
    assert len(devices) == lan.MOST
