"""Settings that come from the environment, read with safe defaults.

A value that cannot be used raises `WrongSetting`, whose text is one sentence that says what to
change; `manage.py` prints it and stops.
"""

import os
import secrets
import time
from collections.abc import Mapping
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured


class WrongSetting(ImproperlyConfigured):
    """A setting from the environment cannot be used; the text says how to mend it."""


def flag(name: str, environ: Mapping[str, str] = os.environ) -> bool:
    """`name` as yes or no; unset and empty are no."""
    value = environ.get(name, "").strip().lower()
    if value in ("", "0", "no", "false"):
        return False
    if value in ("1", "yes", "true"):
        return True
    raise WrongSetting(f"{name} is {value!r}; write 1 for yes or 0 for no.")


def data_folder(default: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for database, backups, static files and the secret key; made if missing."""
    folder = Path(environ.get("CARTI_DATA") or default).expanduser().absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongSetting(
            f"The data folder {folder} can't be made ({error.strerror}); "
            "set CARTI_DATA to a folder this user may write to."
        ) from error
    if not os.access(folder, os.W_OK):
        raise WrongSetting(
            f"The data folder {folder} can't be written to; "
            "set CARTI_DATA to a folder this user may write to."
        )
    return folder


def secret_key(folder: Path, environ: Mapping[str, str] = os.environ) -> str:
    """CARTI_SECRET_KEY, or a random key made once and kept in the data folder."""
    key = environ.get("CARTI_SECRET_KEY", "")
    if not key:
        path = folder / "secret_key"
        try:
            # Exclusive creation: two processes that start together end with the same key.
            with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(50))
        except FileExistsError:
            pass
        key = _written(path)
        if not key:
            raise WrongSetting(f"The file {path} is empty; delete it and start again.")
    if len(key) < 32:
        raise WrongSetting("The secret key is too short; use at least 32 random characters.")
    return key


def _written(path: Path) -> str:
    """What the key file holds; waits a little for a process that has only just made it."""
    try:
        for _ in range(20):
            if key := path.read_text(encoding="ascii").strip():
                return key
            time.sleep(0.05)
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSetting(
            f"The file {path} can't be read; mend or delete it, and start again."
        ) from error
    return ""


def hosts(environ: Mapping[str, str] = os.environ) -> list[str]:
    """CARTI_HOSTS, names separated by commas.

    Unset means any name: on a school network the laptop is reached by an address that changes.
    A hosted site sets its own name.
    """
    names = [name.strip() for name in environ.get("CARTI_HOSTS", "").split(",") if name.strip()]
    for name in names:
        port = ":" in name and not name.endswith("]")
        if port or "/" in name or any(c.isspace() for c in name):
            raise WrongSetting(
                f"CARTI_HOSTS holds {name!r}; write host names only, such as carti.scoala.ro."
            )
    return names or ["*"]


def public_address(names: list[str], https: bool, environ: Mapping[str, str] = os.environ) -> str:
    """CARTI_PUBLIC_ADDRESS, or the first name of a hosted site; "" where neither is known."""
    hosted = names[0].lstrip(".") if https and names != ["*"] else ""
    return environ.get("CARTI_PUBLIC_ADDRESS", "") or hosted


def proxies(environ: Mapping[str, str] = os.environ) -> list[str]:
    """CARTI_PROXY, addresses or networks (10.0.0.0/8) of the https proxy, separated by commas.

    Unset: this machine's own.
    """
    found = [one.strip() for one in environ.get("CARTI_PROXY", "").split(",") if one.strip()]
    for one in found:
        try:
            ip_network(one)
        except ValueError as error:
            raise WrongSetting(
                f"CARTI_PROXY holds {one!r}; write addresses or networks such as 10.0.0.0/8."
            ) from error
    return found or ["127.0.0.1", "::1"]


def log(environ: Mapping[str, str] = os.environ) -> str:
    """CARTI_LOG: "line" for people, which is what it is when unset, or "json" for a collector."""
    kind = environ.get("CARTI_LOG", "").strip() or "line"
    if kind not in ("line", "json"):
        raise WrongSetting(f"CARTI_LOG is {kind!r}; write line or json.")
    return kind


def metrics(environ: Mapping[str, str] = os.environ) -> str:
    """CARTI_METRICS, the token for which /metrics tells its figures; unset: it isn't there."""
    token = environ.get("CARTI_METRICS", "").strip()
    if token and len(token) < 16:
        raise WrongSetting("CARTI_METRICS is too short; use at least 16 random characters.")
    if token and find_spec("prometheus_client") is None:
        raise WrongSetting(
            "CARTI_METRICS is set, and prometheus-client is missing: pip install '.[metrics]'."
        )
    return token


def mail(environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """CARTI_MAIL, smtp://user:password@host:587 (or smtps:// for port 465), as Django's settings.

    Unset: no mail is sent, and pages say how else it goes. A sender other than the user is given
    as ?from=address.
    """
    url = environ.get("CARTI_MAIL", "").strip()
    if not url:
        return {}
    try:
        parts = urlsplit(url)
        port = parts.port or (465 if parts.scheme == "smtps" else 587)
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not port:
        raise WrongSetting("CARTI_MAIL can't be read; write smtp://user:password@host:587.")
    user = unquote(parts.username or "")
    sender = parse_qs(parts.query).get("from", [""])[0] or (
        user if "@" in user else f"{user or 'cinci-continente'}@{parts.hostname}"
    )
    return {
        "HOST": parts.hostname,
        "PORT": port,
        "HOST_USER": user,
        "HOST_PASSWORD": unquote(parts.password or ""),
        "USE_SSL": parts.scheme == "smtps",
        "USE_TLS": parts.scheme == "smtp" and port != 25,
        "FROM": sender,
    }


def database(folder: Path, environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """DATABASE_URL (PostgreSQL or SQLite), or `carti.sqlite3` in the data folder."""
    url = environ.get("DATABASE_URL", "")
    if not url:
        found: dict[str, Any] = {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": folder / "carti.sqlite3",
        }
    else:
        try:
            found = dict(dj_database_url.parse(url))
        except (ValueError, KeyError) as error:
            raise WrongSetting(
                "DATABASE_URL can't be read; write postgres://user:password@host:5432/name "
                "or sqlite:////folder/file.sqlite3."
            ) from error
    sqlite = found["ENGINE"] == "django.db.backends.sqlite3"
    if sqlite:
        if found["NAME"] in ("", ":memory:"):  # of which each thread would have one of its own
            raise WrongSetting("DATABASE_URL names no file; write sqlite:////folder/file.sqlite3.")
        parent = Path(found["NAME"]).absolute().parent
        if not parent.is_dir():
            raise WrongSetting(f"DATABASE_URL points into {parent}, which doesn't exist; make it.")
        found["OPTIONS"] = {
            # A write takes its lock when the transaction begins, so that two never deadlock.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: what a player was told is done survives a power cut.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    elif found["ENGINE"] != "django.db.backends.postgresql":
        raise WrongSetting("DATABASE_URL must begin with postgres:// or sqlite:///.")
    elif not found["NAME"]:
        raise WrongSetting(
            "DATABASE_URL names no database; write postgres://user:password@host:5432/name."
        )
    elif find_spec("psycopg") is None:
        raise WrongSetting(
            "DATABASE_URL asks for PostgreSQL, and psycopg is missing: pip install '.[postgres]'."
        )
    found["CONN_MAX_AGE"] = None
    found["CONN_HEALTH_CHECKS"] = not sqlite  # a database that restarts fails no page
    found["TEST"] = {"NAME": folder / "test.sqlite3"} if sqlite else {}
    return found
