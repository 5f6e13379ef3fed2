"""A real server that one test has to itself."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.site import Site


@pytest.fixture
def start_site(tmp_path: Path, site: Site) -> Iterator[Callable[..., Site]]:
    """Starts a site that a test may stop and kill; its static files are the other site's."""
    begun: list[Site] = []

    def start(*arguments: str, **extra: str) -> Site:
        own = Site(tmp_path, *arguments, **extra)
        (tmp_path / "static").symlink_to(site.data / "static")
        begun.append(own)
        own.start()
        return own

    yield start
    for own in begun:
        if own.exit_status is None:
            own.kill()


@pytest.fixture
def own_site(start_site: Callable[..., Site]) -> Site:
    """A site that a test may stop and kill."""
    return start_site()
