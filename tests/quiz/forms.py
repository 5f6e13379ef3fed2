"""The forms of a page, as a browser would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin

FORM = "application/x-www-form-urlencoded"
CHOSEN = ("checkbox", "radio")
WRITTEN = ("", "text", "search", "email", "password", "number")


@dataclass
class Form:
    """One form with the values it begins with."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    free: set[str] = field(default_factory=set)
    """The fields one writes in; all others are chosen from, or hidden."""

    @property
    def names(self) -> list[str]:
        return [name for name in self.values if name != "csrfmiddlewaretoken"]

    def with_text(self, name: str, text: str) -> str:
        """The form's body with this text in one field, even text that is no text."""
        return urlencode(
            {
                key: value.encode("utf-8", "surrogatepass")
                for key, value in (self.values | {name: text}).items()
            }
        )


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[Form] = []
        self._elsewhere: dict[str, Form] = {}  # fields may stand outside, naming their form
        self._form: Form | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            method = given.get("method", "get").upper()
            self._form = Form(urljoin(self.path, given.get("action", "")), method)
            self.forms.append(self._form)
            self._elsewhere[given.get("id", "")] = self._form
        form = self._elsewhere.get(given.get("form", ""), self._form)
        if form is None:
            return
        name = given.get("name", "")
        if tag == "option" and self._select and not form.values[self._select]:
            form.values[self._select] = given.get("value", "")
        elif tag == "select" and name:
            self._select = name
            form.values[name] = ""
        elif tag in ("input", "textarea", "button") and name:
            chosen = given.get("type") not in CHOSEN or "checked" in given
            if chosen or name not in form.values:
                form.values[name] = given.get("value", "")
            if tag == "textarea" or (tag == "input" and given.get("type", "") in WRITTEN):
                form.free.add(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""


def forms_of(path: str, page: str) -> list[Form]:
    """The forms of a page that stands at `path`."""
    reader = _Reader(path)
    reader.feed(page)
    return reader.forms
