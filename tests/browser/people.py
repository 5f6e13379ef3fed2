"""People at a table: what somebody who knows the animals sees and does in the browser."""

import json
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

_CATALOGUE = Path(__file__).resolve().parents[2] / "game" / "data" / "catalogue.json"
_CARDS = json.loads(_CATALOGUE.read_text(encoding="utf-8"))
CODE = {card["slug"]: card["code"] for card in _CARDS}
"""The code of each animal, by slug."""
HOME = {card["slug"]: card["continent"] for card in _CARDS}
"""The continent of each animal, by slug: what the game teaches."""


@dataclass
class Person:
    """Somebody at a table, on an open table page."""

    page: Page

    def my_turn(self) -> bool:
        return self.page.locator("#prompt.prompt--mine").count() > 0

    def hand(self) -> list[str]:
        """The slugs in the hand, as they lie."""
        radios = self.page.locator("#hand input[name=card]")
        return [str(value) for value in radios.evaluate_all("all => all.map(one => one.value)")]

    def open_places(self) -> set[tuple[str, int]]:
        """The places that take a card: (row, number)."""
        found = self.page.locator(".row").evaluate_all(
            """rows => rows.flatMap(row => [...row.querySelectorAll(".slot--open")].map(
                slot => [row.className.match(/row--(\\w\\w)/)[1], Number(slot.textContent)]))"""
        )
        return {(row, number) for row, number in found}

    def playable(self) -> list[str]:
        """The cards of the hand that may be laid now."""
        numbers = self.page.locator("#hand input[name=card]").evaluate_all(
            "all => all.map(one => [one.value, Number(one.dataset.number)])"
        )
        places = self.open_places()
        if not self.page.locator(".slot--laid").count():
            places &= {("EU", 6)}  # the opening is forced: no other 6 may be laid
        return [slug for slug, number in numbers if (HOME[slug], number) in places]

    def place(self, slug: str, row: str) -> None:
        """Two taps: the card, then the row."""
        before = self._version()
        self.page.locator(f"#card-{slug}").check()
        self.page.locator(f"#place-{row}").click()
        self._wait_for_more_than(before)

    def pass_turn(self) -> None:
        """Says "I have no card to lay", and means it."""
        before = self._version()
        self.page.locator("#pass-ask").click()
        self.page.locator("#pass").click()
        self._wait_for_more_than(before)

    def play(self) -> None:
        """One honest turn."""
        cards = self.playable()
        if cards:
            self.place(cards[0], HOME[cards[0]])
        else:
            self.pass_turn()

    def _version(self) -> str:
        return self.page.locator("#pass-form input[name=version]").input_value()

    def _wait_for_more_than(self, version: str) -> None:
        """Until the page shows the answer, or the refusal in words."""
        self.page.wait_for_function(
            """version => document.querySelector(".prompt--told")
                || document.querySelector("#pass-form input[name=version]")?.value !== version""",
            arg=version,
        )

    def close_note(self) -> None:
        """Reads and closes an explanation that lies over the rows."""
        button = self.page.locator("#note-ok")
        if button.count() and button.is_visible():
            button.click()
