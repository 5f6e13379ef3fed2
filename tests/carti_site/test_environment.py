"""Settings from the environment: safe without any, and a wrong one says how to mend it."""

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from carti_site import environment
from carti_site.environment import WrongSetting
from tests.site import ROOT


def told(act: Callable[[], object]) -> str:
    """The sentence with which it is refused."""
    with pytest.raises(WrongSetting) as refused:
        act()
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("value", ["", "0", "no", "No", "false", " FALSE "])
def test_no(value: str) -> None:
    assert environment.flag("CARTI_X", {"CARTI_X": value}) is False
    assert environment.flag("CARTI_X", {}) is False


@pytest.mark.parametrize("value", ["1", "yes", "YES", "true", " True "])
def test_yes(value: str) -> None:
    assert environment.flag("CARTI_X", {"CARTI_X": value}) is True


@pytest.mark.parametrize("value", ["2", "on", "da", "nope", "-"])
def test_neither_yes_nor_no(value: str) -> None:
    sentence = told(lambda: environment.flag("CARTI_X", {"CARTI_X": value}))
    assert "CARTI_X" in sentence
    assert "write 1 for yes or 0 for no" in sentence


def test_the_data_folder_is_made(tmp_path: Path) -> None:
    wanted = tmp_path / "a" / "b"
    assert environment.data_folder(ROOT, {"CARTI_DATA": str(wanted)}) == wanted
    assert wanted.is_dir()
    assert environment.data_folder(tmp_path / "c", {"CARTI_DATA": ""}) == tmp_path / "c"


def test_a_data_folder_that_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for wanted in (file, file / "inside"):
        sentence = told(partial(environment.data_folder, ROOT, {"CARTI_DATA": str(wanted)}))
        assert str(wanted) in sentence
        assert "CARTI_DATA" in sentence


def test_a_secret_key_is_made_once_and_kept_for_its_owner_alone(tmp_path: Path) -> None:
    key = environment.secret_key(tmp_path, {})
    assert len(key) >= 50
    assert environment.secret_key(tmp_path, {}) == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert environment.secret_key(tmp_path, {"CARTI_SECRET_KEY": "k" * 32}) == "k" * 32


@pytest.mark.parametrize("content", [b"", b"\n", b"short", b"\xff\xfe" * 40])
def test_a_secret_key_that_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret_key").write_bytes(content)
    sentence = told(lambda: environment.secret_key(tmp_path, {}))
    assert "secret" in sentence


def test_a_secret_key_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret_key").mkdir()
    assert "secret_key" in told(lambda: environment.secret_key(tmp_path, {}))


def test_processes_that_start_together_have_one_key(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from carti_site import environment;"
        "sys.stdin.readline(); print(environment.secret_key(Path(sys.argv[1]), {}))"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(6)
    ]
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    keys = {process.communicate(timeout=30)[0].strip() for process in processes}
    assert keys == {(tmp_path / "secret_key").read_text()}


@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        ("", ["*"]),
        (" , ", ["*"]),
        ("carti.scoala.ro", ["carti.scoala.ro"]),
        (" a.ro, .b.ro ,[::1]", ["a.ro", ".b.ro", "[::1]"]),
    ],
)
def test_host_names(value: str, allowed: list[str]) -> None:
    assert environment.hosts({"CARTI_HOSTS": value}) == allowed


@pytest.mark.parametrize("value", ["https://a.ro", "a.ro/", "a b", "a.ro:8000", "a.ro,b c", "a\tb"])
def test_what_is_no_host_name(value: str) -> None:
    assert "CARTI_HOSTS" in told(lambda: environment.hosts({"CARTI_HOSTS": value}))


def test_without_an_address_the_database_is_a_file_in_the_folder(tmp_path: Path) -> None:
    found = environment.database(tmp_path, {})
    assert found["NAME"] == tmp_path / "carti.sqlite3"
    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in found["OPTIONS"]["init_command"]
    assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]
    assert found["CONN_MAX_AGE"] is None


def test_addresses_of_databases(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    assert environment.database(tmp_path, {"DATABASE_URL": url})["NAME"] == f"{tmp_path}/x.sqlite3"
    url = "postgres://ana:p%40ss@db.local:5433/carti"
    found = environment.database(tmp_path, {"DATABASE_URL": url})
    assert found["ENGINE"] == "django.db.backends.postgresql"
    assert (found["USER"], found["PASSWORD"], found["HOST"]) == ("ana", "p@ss", "db.local")
    assert (found["PORT"], found["NAME"]) == (5433, "carti")


@pytest.mark.parametrize(
    "url",
    [
        "carti.sqlite3",
        "http://example/",
        "mysql://a:b@c/d",
        "postgres://",
        "postgres://a:b@c/",
        "postgres://a:b@c:port/d",
        "postgres://a:b@c:99999/d",
        "postgres://[::1/d",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:////no/such/folder/x.sqlite3",
        " ",
        "://",
        "\0",
    ],
)
def test_addresses_of_no_database(url: str, tmp_path: Path) -> None:
    assert "DATABASE_URL" in told(lambda: environment.database(tmp_path, {"DATABASE_URL": url}))


def test_mail_is_read_from_an_address() -> None:
    assert environment.mail({}) == {}
    read = environment.mail({"CARTI_MAIL": "smtp://ene%40scoala.ro:a%3Ab@mail.scoala.ro"})
    assert read == {
        "HOST": "mail.scoala.ro",
        "PORT": 587,
        "HOST_USER": "ene@scoala.ro",
        "HOST_PASSWORD": "a:b",
        "USE_SSL": False,
        "USE_TLS": True,
        "FROM": "ene@scoala.ro",
    }
    safe = environment.mail({"CARTI_MAIL": "smtps://x:y@h?from=joc@scoala.ro"})
    assert (safe["PORT"], safe["USE_SSL"], safe["FROM"]) == (465, True, "joc@scoala.ro")
    plain = environment.mail({"CARTI_MAIL": "smtp://localhost:25"})
    assert (plain["USE_TLS"], plain["FROM"]) == (False, "cinci-continente@localhost")


@pytest.mark.parametrize(
    "url", ["mail.ro", "http://a@b", "smtp://", "smtp://h:port", "smtp://h:0x"]
)
def test_a_mail_address_that_cannot_be_read(url: str) -> None:
    sentence = told(lambda: environment.mail({"CARTI_MAIL": url}))
    assert "CARTI_MAIL" in sentence
    assert "smtp://user:password@host:587" in sentence


def test_a_hosted_site_knows_its_address() -> None:
    assert environment.public_address(["carti.scoala.ro", "b"], True, {}) == "carti.scoala.ro"
    assert environment.public_address(["carti.scoala.ro"], False, {}) == ""
    assert environment.public_address(["*"], True, {}) == ""
    given = {"CARTI_PUBLIC_ADDRESS": "10.0.0.7:8000"}
    assert environment.public_address(["carti.scoala.ro"], True, given) == "10.0.0.7:8000"


def test_whose_forwarding_is_believed() -> None:
    assert environment.proxies({}) == ["127.0.0.1", "::1"]
    assert environment.proxies({"CARTI_PROXY": "10.0.0.0/8, ::1"}) == ["10.0.0.0/8", "::1"]
    assert "CARTI_PROXY" in told(lambda: environment.proxies({"CARTI_PROXY": "proxy"}))


def test_figures_are_told_for_a_token_that_is_hard_to_guess() -> None:
    assert environment.metrics({}) == ""
    assert environment.metrics({"CARTI_METRICS": "x" * 16}) == "x" * 16
    assert "CARTI_METRICS" in told(lambda: environment.metrics({"CARTI_METRICS": "short"}))


def test_how_the_log_is_written() -> None:
    assert environment.log({}) == environment.log({"CARTI_LOG": "line"}) == "line"
    assert environment.log({"CARTI_LOG": "json"}) == "json"
    assert "CARTI_LOG" in told(lambda: environment.log({"CARTI_LOG": "xml"}))
