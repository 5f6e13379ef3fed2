"""Pages as trees, and fragments put into them as `live.js` does it in the browser."""

import re
from html.parser import HTMLParser
from typing import Any

from django.utils import translation

from game import pages
from game.live import View
from tests.game.rounds import Round

VOID = {"img", "input", "use", "path", "circle", "br", "meta", "link", "hr"}
Node = list[Any]  # tag, attributes, then texts and nodes


class Tree(HTMLParser):
    """The elements of a fragment."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root: Node = ["", ()]
        self._open = [self.root]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node: Node = [tag, tuple(attrs)]
        self._open[-1].append(node)
        if tag not in VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].append([tag, tuple(attrs)])

    def handle_endtag(self, tag: str) -> None:
        while self._open[-1][0] != tag:
            self._open.pop()
        self._open.pop()

    def handle_data(self, data: str) -> None:
        if words := " ".join(data.split()):
            self._open[-1].append(words)


def id_of(node: Node) -> str:
    return str(dict(node[1]).get("id") or "")


def children(node: Node) -> list[Node]:
    return [child for child in node[2:] if isinstance(child, list)]


def by_id(node: Node) -> dict[str, Node]:
    found = {id_of(node): node} if id_of(node) else {}
    for child in children(node):
        found |= by_id(child)
    return found


def put(page: Node, fragment: Node) -> None:
    """As `show` in live.js: the outermost parts take their places; lines go on top of the story."""
    known = by_id(page)
    lines = []
    for part in children(fragment):
        part[1] = tuple(pair for pair in part[1] if pair[0] != "data-since")
        old = known.get(id_of(part))
        if old is not None:
            old[:] = part
        elif "data-n" in dict(part[1]):
            lines.append(part)
        else:
            raise AssertionError(f"there is no place for {part}")
    if lines:
        story = known["lines"]
        lines.sort(key=lambda line: int(dict(line[1])["data-n"]), reverse=True)
        old_lines = [line for line in story[2:] if "data-n" in dict(line[1])]
        story[2:] = [*lines, *old_lines]


def whole(playing: Round, view: View) -> str:
    """Every part of the page, as it is now."""
    with translation.override(view.language):
        return pages.fragment(playing.table, view)


def still(html: str) -> str:
    """Without the seconds that count down: two renderings may be told different ones."""
    html = re.sub(r'(value="\d+" )?data-left="\d+"', 'data-left=""', html)
    return re.sub(r'(data-left=""[^>]*>)\d+', r"\1", html)
